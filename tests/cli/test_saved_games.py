"""Saved games: replays, views, the chances of hidden cards, and damaged files."""

import json
import random
import re
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, ClassVar
from unittest import mock
from unittest.mock import Mock

import attrs
import pytest

import twowaystreet as tws
from tests import shapes
from tests.cli.helpers import (
    CARD,
    Listener,
    golden,
    in_file,
    loaded,
    output,
    refusal,
    run,
    saved,
    some_record,
    typed_record,
)
from tests.cli.test_session import HUMAN
from tests.games import OURS, facts_of
from tests.helpers import nightly_but_every, positions, shuffled
from twowaystreet._cli import narrators
from twowaystreet._cli.lookups import chance_lines, hidden_cards
from twowaystreet._cli.narrators import StepNarrator, StoryNarrator
from twowaystreet._core.display import display_of
from twowaystreet._core.display.lines import plain
from twowaystreet._core.display.screen import seat_names
from twowaystreet._core.display.sentences import steps_of
from twowaystreet.games import duel, spades, street, twos

GOLDEN = {
    "street-seed-7-seat-2.txt": "replay --seat 2",
    "street-seed-7-public.txt": "replay --public",
    "street-seed-7-steps.txt": "replay --seat 2 --step",
    "street-seed-4-view.txt": "view --seat 2 --at 36 --chances",
}


def shown_of(name: str) -> str:
    """Return the text of a file in ``golden``."""
    with TemporaryDirectory() as folder:
        path = (five_in if "seed-7" in name else four_in)(Path(folder))
        return output(*GOLDEN[name].split(), path, typed=[*[""] * 14, "quit"])


def five_in(folder: Path) -> str:
    path = folder / "street.txt"
    saved(path, "street", "--seed", "7", "--players", "5")
    return str(path)


def four_in(folder: Path) -> str:
    return in_file(folder / "game.txt", some_record("street", 4))


@pytest.fixture
def five(tmp_path: Path) -> str:
    return five_in(tmp_path)


@pytest.mark.parametrize("name", nightly_but_every(3, tws.GAMES))
@pytest.mark.parametrize(("form", "more"), [("json", ("--hands", "2")), ("txt", ("--hands", "3"))])
def test_a_replay_repeats_the_output_of_the_game(
    name: str, form: str, more: tuple[str, ...], tmp_path: Path
) -> None:
    path = tmp_path / f"game.{form}"
    shown = saved(path, name, "--seed", "5", *more)
    assert output("replay", str(path)).encode() == shown.encode()
    assert output("replay", str(path), "--plain") == shown


def test_an_unfinished_hand_and_a_thrown_in_deal_are_replayed(tmp_path: Path) -> None:
    record = some_record("street", 1, 12)
    printed = output("replay", in_file(tmp_path / "game", record)).splitlines()
    standing = printed[-10:]
    assert standing[0] == "" and standing[1].startswith("Trick 1 ")
    for seat, hand in enumerate(record.state.hands):
        assert sorted(tws.cards(standing[6 + seat].removeprefix(f"Seat {seat}"))) == list(hand)
    assert not any("Score sheet" in line for line in printed)
    record = typed_record(duel.new_game(), 1, ["bid 1 high", "bid 1 low"])
    path = in_file(tmp_path / "game", record)
    assert "The deal is thrown in.\n\nDeal " in output("replay", path)
    assert "The deal is thrown in.\n" in output("replay", path, "--step", typed=["", ""])


def test_cards_that_are_shuffled_within_a_hand_are_not_a_new_hand(tmp_path: Path) -> None:
    tws.register(shapes.GAME)
    record = tws.Record(shapes.GAME.new_game())
    for text in shapes.MOVES:
        record = record.play(text)
    for words in ((), ("--step",)):
        printed = output("replay", in_file(tmp_path / "game", record), *words, typed=[""] * 6)
        assert printed.count("Cards are shuffled again.\n") == printed.count("Hand 1, ") == 1
    results = [step.result for step in steps_of(record, "AB")]
    assert results == [*[()] * 5, ("Cards are shuffled again.",), ()]
    record = tws.Record(shapes.GAME.new_game(shapes.Rules(players=1)))
    assert output("replay", in_file(tmp_path / "game", record)).startswith("Shapes, 1 player\n")


def test_a_game_without_moves_is_replayed(tmp_path: Path) -> None:
    record = tws.Record(street.new_game(scores=[3, 2, 0, 0], hands_played=4))
    for words in ((), ("--step",), ("--public",)):
        printed = output("replay", in_file(tmp_path / "game", record), *words).splitlines()
        assert printed[0].startswith("Two Way Street, 4 players")
        assert [line.split()[-2] for line in printed[-4:]] == ["3", "2", "0", "0"]


@pytest.mark.parametrize("name", GOLDEN)
def test_replays_and_views_match_their_golden_output(name: str) -> None:
    assert shown_of(name) == golden(name)


def all_shown(record: tws.SeatRecord) -> set[str]:
    listener = Listener()
    narrators.replay(record, listener, StoryNarrator)
    narrators.replay(record, listener, lambda screen: StepNarrator(screen, pause=lambda: None))
    return {*CARD.findall("\n".join(listener.shown))}


@pytest.mark.parametrize("name", OURS)
def test_a_seats_replay_shows_no_hidden_card(name: str) -> None:
    whole = some_record(name, 4)
    for moves in range(1, len(whole.moves), 3):
        record = tws.Record(whole.start, whole.moves[:moves])
        hidden = {*map(str, facts_of(name).hidden(record.state, HUMAN))}
        assert not all_shown(record.for_seat(HUMAN)) & hidden
        own = {*map(str, tws.view(record.state, HUMAN).hand or ())}
        assert not all_shown(record.for_seat(None)) & (hidden | own)
    half = tws.Record(whole.start, whole.moves[: len(whole.moves) // 2])
    everything = Listener()
    narrators.replay(half, everything, StoryNarrator)
    assert {*CARD.findall("\n".join(everything.shown))} > all_shown(half.for_seat(None))


@pytest.mark.parametrize("seat", [None, 1])
def test_a_seat_record_is_replayed_as_its_seat_saw_the_game_and_for_nobody_else(
    seat: int | None, tmp_path: Path
) -> None:
    record, path = some_record("duel", 1), tmp_path / "seen.json"
    path.write_text(record.for_seat(seat).to_json(), "utf-8")
    words = ("--public",) if seat is None else ("--seat", str(seat))
    expected = output("replay", in_file(tmp_path / "game", record), *words)
    assert output("replay", str(path)) == output("replay", str(path), *words) == expected
    whose = f"this is the record of {'a spectator' if seat is None else 'seat 1'}: "
    for other in [("--seat", "0"), *[("--public",)] * (seat is not None)]:
        assert whose in refusal("replay", str(path), *other)


def test_enter_shows_the_next_step_until_the_game_ends(five: str) -> None:
    moves = len(tws.Record.from_text(Path(five).read_text("utf-8")).moves)
    printed = output("replay", five, "--step", typed=[""] * (moves - 1))
    assert printed.count("\nMove ") == moves - 1  # a deal has a heading instead
    assert f"Move {moves} " in printed and "Penalty for all: 4" in printed
    assert printed.count("\n> \n") == moves - 1
    assert "Score sheet" in printed
    for seat in range(5):
        assert len(re.findall(rf"^Seat {seat}  +\w", printed, re.MULTILINE)) >= moves - 5


@pytest.mark.parametrize(
    ("typed", "steps", "status"),
    [([], 0, 0), (["", "quit"], 1, 0), (["", "QUIT", ""], 1, 0), (["", KeyboardInterrupt], 1, 130)],
)
def test_steps_can_be_quit(
    typed: list[Any], steps: int, status: int, five: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("builtins.input", Mock(side_effect=[*typed, EOFError]))
    result = run("replay", five, "--step")
    assert result.exit_code == status
    assert result.output.count("\nMove ") == steps and "Score sheet" not in result.output
    assert result.output.endswith("\nStopped.\n") is bool(status)


@pytest.mark.parametrize("name", ["street", "tien_len"])
def test_a_replay_shows_names_and_comments(name: str, tmp_path: Path) -> None:
    record, path = some_record(name, 7), tmp_path / "noted.txt"
    comments = {each: f"Comment {each}." for each in range(1, len(record.moves) + 1)}
    comments[2] += " 👨\u200d👩\u200d👧 won 5 % of them all, which is " + "very " * 20 + "much."
    noted = record.annotated({f"Seat {seat}": f"P{seat}" for seat in range(4)}, comments)
    path.write_text(noted.to_text(), "utf-8")
    for more in ((), ("--step",)):
        lines = output("replay", str(path), *more, typed=[""] * len(comments)).splitlines()
        shown = [line.strip() for line in lines if line.startswith(" " * 11) and "Comment" in line]
        actors = ["" if each.actor is None else f"P{each.actor}: " for each, _ in record]
        want = [f"{actors[each - 1]}Comment {each}." for each in comments]
        assert [line.partition(".")[0] + "." for line in shown] == want
        assert max(len(line) for line in lines if line.startswith(" " * 11)) < 80
        assert not any(line.strip().startswith("%") for line in lines)
    path.write_text(noted.for_seat(1).to_json(), "utf-8")
    seen = output("replay", str(path))
    assert "as P1 saw it" in seen and "Comment" not in seen


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return Path(four_in(tmp_path))


def test_a_view_has_the_names_of_the_file(tmp_path: Path) -> None:
    record = some_record("street", 4).annotated({"Seat 0": "Ann", "Seat 1": "Bob"})
    shown = output("view", in_file(tmp_path / "game", record), "--seat", "2", "--chances")
    assert {"Ann", "Bob", "Seat"} <= {*shown.split()} and "Seat 0" not in shown


@pytest.mark.parametrize("seat", [None, 2])
@pytest.mark.parametrize("at", [None, 0, 20])
def test_a_view_is_printed_as_json(seat: int | None, at: int | None, path: Path) -> None:
    words = [] if seat is None else ["--seat", str(seat)]
    words += [] if at is None else ["--at", str(at)]
    record = loaded(path)
    state = record.state if at is None else record.state_at(at)
    assert output("view", str(path), "--json", *words) == tws.view(state, seat).to_json() + "\n"


def test_a_seat_record_gives_the_view_of_its_seat(path: Path) -> None:
    other = path.with_suffix(".json")
    other.write_text(loaded(path).for_seat(2).to_json(), "utf-8")
    for words in ((), ("--at", "7"), ("--at", "0", "--json")):
        expected = output("view", str(path), "--seat", "2", *words)
        assert output("view", str(other), *words) == expected
    assert "this is the record of seat 2" in refusal("view", str(other), "--seat", "1")


# Chances.


def shown(view: Any, name: str) -> list[str]:  # Any: the view of any game
    names = seat_names(len(view.scores), None)
    return [plain(line) for line in chance_lines(display_of(tws.GAMES[name]), view, names)]


def test_json_has_exact_fractions(tmp_path: Path) -> None:
    record = some_record("street", 4, 36)
    words = ("view", in_file(tmp_path / "game.txt", record), "--seat", "2", "--json")
    found, view = json.loads(output(*words, "--chances")), tws.view(record.state, 2)
    assert found["view"] == json.loads(output(*words))
    worlds = tws.worlds(view)
    assert found["worlds"] == str(worlds.count)
    assert found["chances"][2] == {}
    for seat in (0, 1, 3):
        expected = {str(card): str(worlds.chance(seat, card)) for card in tws.CARDS}
        played = {text for text, chance in expected.items() if chance == "0"}
        assert found["chances"][seat] == {
            text: chance for text, chance in expected.items() if text not in played
        }


@pytest.mark.parametrize("name", tws.GAMES)
def test_every_game_shows_its_chances_to_everybody(name: str) -> None:
    start = tws.GAMES[name].new_game()
    every = [start, *positions(shuffled(start, 3), random.Random(3))]
    for state in [*every[::6], every[-1]]:
        for seat in (None, 0, 1):
            view = tws.view(state, seat)
            lines, hidden = shown(view, name), hidden_cards(view)
            who = "a spectator" if seat is None else f"seat {seat}"
            assert lines[0].startswith("Worlds") and lines[0].endswith(who)
            assert all(len(line) <= 79 for line in lines)
            for card, chance in hidden.rest.items():
                # A card with one hidden copy lies in one hand, or elsewhere.
                assert chance + sum(of[card] for of in hidden.seats.values()) == 1
                assert chance == 0 or hidden.rest_name


def test_seats_with_equal_chances_share_a_block() -> None:
    for name, start in (("spades", spades.new_game()), ("twos", twos.new_game())):
        lines = shown(tws.view(shuffled(start, 7), 1), name)
        blocks = [line[:11].strip() for line in lines if line[0] != " "]
        # Before looking, the own cards are hidden too.
        own = ["Hidden", "Seats 0-1", "Elsewhere"] if name == "spades" else ["Seats 0 2-3"]
        assert blocks == ["Worlds", *own]
    state = shuffled(street.new_game(street.Rules(players=20)), 7)
    lines = shown(tws.view(state, 0), "street")
    assert "more than" in lines[0] and "x 10^" in lines[0]
    assert len(lines) < 20 and all(len(line) <= 79 for line in lines)


def test_a_game_with_undeclared_cards_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    @attrs.frozen(kw_only=True)
    class View(twos.View):
        redacted_moves: ClassVar = {
            **twos.View.redacted_moves,
            tws.Play: lambda state, move, viewer: "play",
        }

    path = in_file(tmp_path / "game.txt", some_record("twos", 1))
    monkeypatch.setattr(twos.State, "View", View)
    message = refusal("view", path, "--chances")
    assert message.startswith("Error: Twos does not declare the move Play for worlds: take a")
    assert output("view", path)


# Files that are no saved games are refused in one line that gives the reason.

RECORD = some_record("street", 1, 14)
TEXT = RECORD.to_text()

SEEN = RECORD.for_seat(0).to_json().replace('"text": "deal', '"text": "\\u001b[2J', 1)
DAMAGED: dict[str, tuple[bytes, str]] = {
    "empty": (b"", "'twowaystreet record 1' in the first line"),
    "no text": (b"\xff\xfe\0", "the file is not text in UTF-8"),
    "an illegal move": (TEXT.encode() + b"low\n", "move 15: low: not now"),
    "half of JSON": (RECORD.to_json()[:100].encode(), "invalid JSON"),
    "deep JSON": (b'{"a": ' + b"[" * 100_000, "invalid JSON"),
    "a list": (b"[]", "in the first line, found '[]'"),
    "orders to a terminal": (SEEN.encode(), "text: expected the visible part"),
}


@pytest.mark.parametrize("command", ["replay", "view"])
@pytest.mark.parametrize("damage", DAMAGED)
def test_damaged_files_are_refused(command: str, damage: str, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    content, message = DAMAGED[damage]
    path.write_bytes(content)
    refused = refusal(command, str(path))
    assert refused.startswith("Error: cannot load '") and message in refused


def test_other_files_are_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for command in ("replay", "view"):
        assert "No such file or directory" in refusal(command, str(tmp_path / "game.txt"))
        assert "Is a directory" in refusal(command, str(tmp_path))
    # The game of another package can raise any error.
    monkeypatch.setattr(tws.Record, "from_text", mock.Mock(side_effect=ImportError("no luck")))
    assert "ImportError('no luck')" in refusal("replay", in_file(tmp_path / "game", RECORD))


def test_the_format_is_found_in_the_content_not_in_the_name(tmp_path: Path) -> None:
    outputs = set[str]()
    texts = {"a.json": TEXT, "b.txt": RECORD.to_json(), "c": f"\n{RECORD.to_json()}"}
    for name, text in texts.items():
        (tmp_path / name).write_text(text, "utf-8")
        outputs.add(output("replay", str(tmp_path / name)))
    assert len(outputs) == 1
