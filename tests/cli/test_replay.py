"""Replays of saved games: in full, from one seat, for spectators, and move by move."""

import json
import random
import re
from collections.abc import Iterable
from pathlib import Path

import attrs
import pytest
from typing_extensions import override

import twowaystreet as tws
from tests.cli.helpers import (
    CARD,
    fail_on_input,
    golden,
    in_file,
    output,
    refusal,
    run,
    saved,
    some_record,
    typed_record,
)
from tests.cli.test_hidden_cards import HUMAN
from tests.games import OURS, facts_of
from tests.helpers import nightly_but_every
from twowaystreet._cli import narrators
from twowaystreet._cli.narrators import StepNarrator, StoryNarrator
from twowaystreet._core.display.lines import BLANK, Line, LinePrinter, plain
from twowaystreet.games import duel, street, twenty_down
from twowaystreet.table import Table


@pytest.mark.parametrize("name", nightly_but_every(3, tws.GAMES))
@pytest.mark.parametrize(("form", "more"), [("json", ("--hands", "2")), ("txt", ("--game",))])
def test_a_replay_repeats_the_output_of_the_game(
    name: str, form: str, more: tuple[str, ...], tmp_path: Path
) -> None:
    path = tmp_path / f"game.{form}"
    shown = saved(path, name, "--seed", "5", *more)
    assert output("replay", str(path)).encode() == shown.encode()
    assert output("replay", str(path), "--plain") == shown


@pytest.mark.nightly
def test_thrown_in_deals_are_replayed(tmp_path: Path) -> None:
    shown = [
        (saved(path, "duel", "--hands", "3", "--seed", path.name), output("replay", str(path)))
        for path in (tmp_path / str(seed) for seed in range(6))
    ]
    assert all(played == replayed for played, replayed in shown)
    assert any("The deal is thrown in." in played for played, _ in shown)


def test_an_unfinished_hand_is_replayed(tmp_path: Path) -> None:
    record = some_record("street", 1, 12)
    printed = output("replay", in_file(tmp_path / "game", record)).splitlines()
    standing = printed[-10:]
    assert standing[0] == "" and standing[1].startswith("Trick 1 ")
    for seat, hand in enumerate(record.state.hands):
        assert sorted(tws.cards(standing[6 + seat].removeprefix(f"Seat {seat}"))) == list(hand)
    assert not any("Score sheet" in line for line in printed)


def test_the_game_of_a_table_is_replayed(tmp_path: Path) -> None:
    path, record = tmp_path / "table.json", tmp_path / "record.txt"
    table = Table(duel.GAME, duel.Rules(max_hands=1), bots={0: "simple", 1: "simple"}, path=path)
    while table.advance():
        pass
    replayed = output("replay", str(path))
    assert "Result" in replayed
    content = json.loads(path.read_text("utf-8"))["record"]
    named = tws.Record.from_dict(content).annotated({"Seat 0": "Bot 1", "Seat 1": "Bot 2"})
    record.write_text(named.to_text(), "utf-8")
    assert replayed == output("replay", str(record))


def test_a_game_without_moves_is_replayed(tmp_path: Path) -> None:
    record = tws.Record(street.new_game(scores=[3, 2, 0, 0], hands_played=4))
    for words in ((), ("--step",), ("--public",)):
        printed = output("replay", in_file(tmp_path / "game", record), *words).splitlines()
        assert printed[0].startswith("Two Way Street, 4 players")
        assert [line.split()[-2] for line in printed[-4:]] == ["3", "2", "0", "0"]


def test_a_game_that_stopped_between_hands_is_replayed(tmp_path: Path) -> None:
    record = some_record("twenty_down", 1)
    printed = output("replay", in_file(tmp_path / "game", record))
    again = record.play(tws.shuffle(record.state, random.Random(2)))
    longer = output("replay", in_file(tmp_path / "longer", again))
    assert "Score sheet  " in printed and "\n  Start          20" in printed
    assert longer.startswith(printed.partition("\nScore sheet")[0])
    assert longer.count("\nHand ") == 2
    assert longer.endswith(f"\n\nScore sheet{printed.partition('Score sheet')[2]}")


def test_a_thrown_in_deal_at_the_end_is_replayed(tmp_path: Path) -> None:
    record = typed_record(duel.new_game(), 1, ["bid 1 high", "bid 1 low"])
    assert record.state.needs_deal and not record.state.hand_over
    path = in_file(tmp_path / "game", record)
    assert "The deal is thrown in.\n\nDeal " in output("replay", path)
    assert "The deal is thrown in.\n" in output("replay", path, "--step", typed=["", ""])


GOLDEN = {
    "street-seed-7-seat-2.txt": ("--seat", "2"),
    "street-seed-7-public.txt": ("--public",),
}


@pytest.mark.parametrize("name", GOLDEN)
def test_a_replay_matches_its_golden_output(name: str, five: str) -> None:
    assert output("replay", five, *GOLDEN[name]) == golden(name)


def test_a_seats_replay_shows_forced_players_and_its_own_cards(tmp_path: Path) -> None:
    record = typed_record(street.new_game(), 3, ["high"])
    while record.state.phase is not street.Phase.PLAY:
        # Everybody declares high; the last player is then forced to be low.
        record = record.play(tws.legal_moves(record.state)[0])
    printed = output("replay", in_file(tmp_path / "game", record), "--seat", "3")
    assert "Seat 2  declares high, exchanges two cards\n" in printed
    assert re.search(r"^Seat 3  exchanges .*, drawing .*, forced to go low$", printed, re.MULTILINE)
    printed = output("replay", in_file(tmp_path / "other", record), "--seat", "2")
    assert re.search(r"^Seat 3  exchanges two cards, forced to go low$", printed, re.MULTILINE)
    assert re.search(r"^Seat 2  declares high, exchanges .*, drawing ", printed, re.MULTILINE)


def test_a_seats_replay_shows_how_many_cards_others_draw(tmp_path: Path) -> None:
    start = twenty_down.new_game(dealer=3)
    record = typed_record(start, 1, ["trump D", "draw"])
    record = record.play(twenty_down.Draw(record.state.hands[1][:1]))
    path = in_file(tmp_path / "game", record)
    assert re.search(r"^Seat 0 .*keeps all five cards$", output("replay", path), re.MULTILINE)
    printed = output("replay", path, "--seat", "0")
    assert re.search(r"^Seat 0 .*keeps all five cards$", printed, re.MULTILINE)
    assert re.search(r"^Seat 1  exchanges 1 card$", printed, re.MULTILINE)


@attrs.frozen
class Listener(LinePrinter):
    """A printer that keeps all lines."""

    shown: list[str] = attrs.field(factory=list[str])

    @override
    def show(self, line: Line = BLANK) -> None:
        self.shown.append(plain(line))

    def cards(self) -> set[str]:
        return set(CARD.findall("\n".join(self.shown)))


def all_shown(record: tws.SeatRecord) -> set[str]:
    """Return every card that a replay in full or move by move shows."""
    listener = Listener()
    narrators.replay_seen(record, listener, StoryNarrator)
    narrators.replay_seen(record, listener, lambda screen: StepNarrator(screen, pause=lambda: None))
    return listener.cards()


def of(cards: Iterable[tws.Card]) -> set[str]:
    return set(map(str, cards))


@pytest.mark.parametrize("name", OURS)
def test_a_seats_replay_shows_no_hidden_card(name: str) -> None:
    whole = some_record(name, 4)
    for moves in range(1, len(whole.moves), 3):
        record = tws.Record(whole.start, whole.moves[:moves])
        hidden = of(facts_of(name).hidden(record.state, HUMAN))
        assert not all_shown(record.for_seat(HUMAN)) & hidden
        own = of(tws.view(record.state, HUMAN).hand or ())
        assert not all_shown(record.for_seat(None)) & (hidden | own)
    half = tws.Record(whole.start, whole.moves[: len(whole.moves) // 2])
    everything = Listener()
    narrators.replay_whole(half, everything, StoryNarrator)
    assert everything.cards() > all_shown(half.for_seat(None))


@pytest.mark.parametrize("seat", [None, 0, 1])
def test_a_seat_record_is_replayed_as_the_seat_saw_the_game(
    seat: int | None, tmp_path: Path
) -> None:
    record = some_record("duel", 1)
    path = tmp_path / "seen.json"
    path.write_text(record.for_seat(seat).to_json(), "utf-8")
    words = ("--public",) if seat is None else ("--seat", str(seat))
    expected = output("replay", in_file(tmp_path / "game", record), *words)
    assert output("replay", str(path)) == expected
    assert output("replay", str(path), *words) == expected


def test_a_seat_record_is_not_replayed_for_another_seat(tmp_path: Path) -> None:
    record = some_record("duel", 1)
    path = tmp_path / "seen.json"
    path.write_text(record.for_seat(1).to_json(), "utf-8")
    assert "this is the record of seat 1: " in refusal("replay", str(path), "--seat", "0")
    assert "this is the record of seat 1: " in refusal("replay", str(path), "--public")
    path.write_text(record.for_seat(None).to_json(), "utf-8")
    assert "this is the record of a spectator: " in refusal("replay", str(path), "--seat", "0")


def test_invalid_seats_are_refused(five: str) -> None:
    assert "9 is not a seat here" in refusal("replay", five, "--seat", "9")
    assert "exclude each other" in refusal("replay", five, "--seat", "1", "--public")


def test_steps_match_their_golden_output(five: str) -> None:
    typed = [""] * 14 + ["quit"]
    assert output("replay", five, "--seat", "2", "--step", typed=typed) == golden(
        "street-seed-7-steps.txt"
    )


def test_enter_shows_the_next_step_until_the_game_ends(five: str) -> None:
    moves = len(tws.Record.from_text(Path(five).read_text("utf-8")).moves)
    printed = output("replay", five, "--step", typed=[""] * (moves - 1))
    assert printed.count("\nMove ") == moves - 1  # a deal has a heading instead
    assert f"Move {moves} " in printed and "Penalty for all: 4" in printed
    assert printed.count("\n> \n") == moves - 1
    assert "Score sheet" in printed
    for seat in range(5):
        assert len(re.findall(rf"^Seat {seat}  +\w", printed, re.MULTILINE)) >= moves - 5


@pytest.mark.parametrize("typed", [[], ["", "quit"], ["", "QUIT", ""]])
def test_steps_can_be_quit(typed: list[str], five: str) -> None:
    printed = output("replay", five, "--step", typed=typed)
    assert printed.count("\nMove ") == ("" in typed)
    assert "Score sheet" not in printed


def test_ctrl_c_ends_steps(five: str, monkeypatch: pytest.MonkeyPatch) -> None:
    fail_on_input(monkeypatch, KeyboardInterrupt)
    result = run("replay", five, "--step")
    assert result.exit_code == 130
    assert result.output.endswith("\nStopped.\n")


def test_each_step_shows_its_consequences(tmp_path: Path) -> None:
    path = in_file(tmp_path / "game", some_record("spades", 3))
    printed = output("replay", path, "--step", typed=[""] * 99)
    assert "'s dummy turns up " in printed
    assert re.search(r"^Book 1 .* taken by ", printed, re.MULTILINE)


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
