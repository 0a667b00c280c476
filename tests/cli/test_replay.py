"""Replays of saved games: in full, from one seat, for spectators, and move by move."""

import re
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

import twowaystreet as tws
from tests.cli.helpers import (
    CARD,
    Listener,
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
from twowaystreet.games import duel, street


@pytest.fixture
def five(tmp_path: Path) -> str:
    """A saved hand of five players with seed 7."""
    path = tmp_path / "street.txt"
    saved(path, "street", "--seed", "7", "--players", "5")
    return str(path)


@pytest.mark.parametrize("name", nightly_but_every(3, tws.GAMES))
@pytest.mark.parametrize(("form", "more"), [("json", ("--hands", "2")), ("txt", ("--hands", "3"))])
def test_a_replay_repeats_the_output_of_the_game(
    name: str, form: str, more: tuple[str, ...], tmp_path: Path
) -> None:
    path = tmp_path / f"game.{form}"
    shown = saved(path, name, "--seed", "5", *more)
    assert output("replay", str(path)).encode() == shown.encode()
    assert output("replay", str(path), "--plain") == shown


def test_an_unfinished_hand_is_replayed(tmp_path: Path) -> None:
    record = some_record("street", 1, 12)
    printed = output("replay", in_file(tmp_path / "game", record)).splitlines()
    standing = printed[-10:]
    assert standing[0] == "" and standing[1].startswith("Trick 1 ")
    for seat, hand in enumerate(record.state.hands):
        assert sorted(tws.cards(standing[6 + seat].removeprefix(f"Seat {seat}"))) == list(hand)
    assert not any("Score sheet" in line for line in printed)


def test_a_game_without_moves_is_replayed(tmp_path: Path) -> None:
    record = tws.Record(street.new_game(scores=[3, 2, 0, 0], hands_played=4))
    for words in ((), ("--step",), ("--public",)):
        printed = output("replay", in_file(tmp_path / "game", record), *words).splitlines()
        assert printed[0].startswith("Two Way Street, 4 players")
        assert [line.split()[-2] for line in printed[-4:]] == ["3", "2", "0", "0"]


def test_a_thrown_in_deal_at_the_end_is_replayed(tmp_path: Path) -> None:
    record = typed_record(duel.new_game(), 1, ["bid 1 high", "bid 1 low"])
    path = in_file(tmp_path / "game", record)
    assert "The deal is thrown in.\n\nDeal " in output("replay", path)
    assert "The deal is thrown in.\n" in output("replay", path, "--step", typed=["", ""])


@pytest.mark.parametrize(
    ("words", "typed", "name"),
    [
        (("--seat", "2"), [], "street-seed-7-seat-2.txt"),
        (("--public",), [], "street-seed-7-public.txt"),
        (("--seat", "2", "--step"), [""] * 14 + ["quit"], "street-seed-7-steps.txt"),
    ],
)
def test_a_replay_matches_its_golden_output(
    words: tuple[str, ...], typed: list[str], name: str, five: str
) -> None:
    assert output("replay", five, *words, typed=typed) == golden(name)


def all_shown(record: tws.SeatRecord) -> set[str]:
    """Return every card that a replay in full or move by move shows."""
    listener = Listener()
    narrators.replay_seen(record, listener, StoryNarrator)
    narrators.replay_seen(record, listener, lambda screen: StepNarrator(screen, pause=lambda: None))
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
    narrators.replay_whole(half, everything, StoryNarrator)
    assert {*CARD.findall("\n".join(everything.shown))} > all_shown(half.for_seat(None))


@pytest.mark.parametrize("seat", [None, 1])
def test_a_seat_record_is_replayed_as_its_seat_saw_the_game_and_for_nobody_else(
    seat: int | None, five: str, tmp_path: Path
) -> None:
    record, path = some_record("duel", 1), tmp_path / "seen.json"
    path.write_text(record.for_seat(seat).to_json(), "utf-8")
    words = ("--public",) if seat is None else ("--seat", str(seat))
    expected = output("replay", in_file(tmp_path / "game", record), *words)
    assert output("replay", str(path)) == output("replay", str(path), *words) == expected
    whose = f"this is the record of {'a spectator' if seat is None else 'seat 1'}: "
    for other in [("--seat", "0"), *[("--public",)] * (seat is not None)]:
        assert whose in refusal("replay", str(path), *other)
    assert "9 is not a seat here" in refusal("replay", five, "--seat", "9")
    assert "exclude each other" in refusal("replay", five, "--seat", "1", "--public")


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
