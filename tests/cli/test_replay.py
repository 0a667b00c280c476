"""Saved games shown again: in full, as one seat or everybody has seen them, and move by move."""

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
from tests.cli.test_hidden_cards import HIDDEN, HUMAN
from twowaystreet._cli import replays
from twowaystreet._cli.narrators import StepNarrator, StoryNarrator
from twowaystreet._cli.output import BLANK, Line, Printer, plain
from twowaystreet.games import duel, street, twenty_down


@pytest.mark.parametrize("name", tws.GAMES)
@pytest.mark.parametrize("form", ["txt", "json"])
@pytest.mark.parametrize("more", [("--hands", "2"), ("--game",)])
def test_a_replay_shows_what_was_shown(
    name: str, form: str, more: tuple[str, ...], tmp_path: Path
) -> None:
    path = tmp_path / f"game.{form}"
    shown = saved(path, name, "--seed", "5", *more)
    assert output("replay", str(path)).encode() == shown.encode()
    assert output("replay", str(path), "--plain") == shown


def test_deals_that_were_thrown_in_are_replayed(tmp_path: Path) -> None:
    shown = [
        (saved(path, "duel", "--hands", "3", "--seed", path.name), output("replay", str(path)))
        for path in (tmp_path / str(seed) for seed in range(6))
    ]
    assert all(played == replayed for played, replayed in shown)
    assert any("The deal is thrown in." in played for played, _ in shown)


def test_a_game_that_stopped_in_the_middle(tmp_path: Path) -> None:
    record = some_record("street", 1, 12)
    told = output("replay", in_file(tmp_path / "game", record)).splitlines()
    standing = told[-10:]
    assert standing[0] == "" and standing[1].startswith("Trick 1 ")
    for seat, hand in enumerate(record.state.hands):
        assert tws.cards(standing[6 + seat].removeprefix(f"Seat {seat}")) == hand
    assert not any("Score sheet" in line for line in told)


def test_a_game_that_stopped_before_anything(tmp_path: Path) -> None:
    record = tws.Record(street.new_game(scores=[3, 2, 0, 0], hands_played=4))
    for words in ((), ("--step",), ("--public",)):
        told = output("replay", in_file(tmp_path / "game", record), *words).splitlines()
        assert told[0].startswith("Two Way Street, 4 players")
        assert [line.split()[-2] for line in told[-4:]] == ["3", "2", "0", "0"]


def test_a_game_that_stopped_between_hands(tmp_path: Path) -> None:
    record = some_record("twenty_down", 1)
    told = output("replay", in_file(tmp_path / "game", record))
    again = record.play(tws.shuffle(record.state, random.Random(2)))
    longer = output("replay", in_file(tmp_path / "longer", again))
    assert "Score sheet\n" in told and "\n20 " in told
    assert longer.startswith(told.partition("\nScore sheet")[0])
    assert longer.count("\nHand ") == 2
    assert longer.endswith(f"\n\nScore sheet{told.partition('Score sheet')[2]}")


def test_a_deal_that_was_thrown_in_last(tmp_path: Path) -> None:
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
def test_a_replay_in_these_very_words(name: str, five: str) -> None:
    assert output("replay", five, *GOLDEN[name]) == golden(name)


def test_a_seat_is_told_of_forced_players_and_of_its_own_cards(tmp_path: Path) -> None:
    record = typed_record(street.new_game(), 3, ["high"])
    while record.state.phase is not street.Phase.PLAY:
        # All go on declaring high until the last one has to be low.
        record = record.play(tws.legal_moves(record.state)[0])
    told = output("replay", in_file(tmp_path / "game", record), "--seat", "3")
    assert "Seat 2  high, exchange\n" in told
    assert re.search(r"^Seat 3  forced low, exchange .*, drawing ", told, re.MULTILINE)
    told = output("replay", in_file(tmp_path / "other", record), "--seat", "2")
    assert re.search(r"^Seat 3  forced low, exchange$", told, re.MULTILINE)
    assert re.search(r"^Seat 2  high, exchange .*, drawing ", told, re.MULTILINE)


def test_a_seat_is_told_how_many_cards_others_draw(tmp_path: Path) -> None:
    start = twenty_down.new_game(dealer=3)
    record = typed_record(start, 1, ["trump D", "draw"])
    record = record.play(twenty_down.Draw(record.state.hands[1][:1]))
    path = in_file(tmp_path / "game", record)
    assert re.search(r"^Seat 0 .*keep all$", output("replay", path), re.MULTILINE)
    told = output("replay", path, "--seat", "0")
    assert re.search(r"^Seat 0 .*keep all$", told, re.MULTILINE)
    assert re.search(r"^Seat 1  draw 1$", told, re.MULTILINE)


@attrs.frozen
class Listener(Printer):
    """Keeps what is shown."""

    shown: list[str] = attrs.field(factory=list[str])

    @override
    def show(self, line: Line = BLANK) -> None:
        self.shown.append(plain(line))

    def cards(self) -> set[str]:
        return set(CARD.findall("\n".join(self.shown)))


def all_shown(record: tws.SeatRecord) -> set[str]:
    """Every card that either way of telling shows."""
    listener = Listener()
    replays.replay_seen(record, listener, StoryNarrator)
    replays.replay_seen(record, listener, lambda screen: StepNarrator(screen, pause=lambda: None))
    return listener.cards()


def of(cards: Iterable[tws.Card]) -> set[str]:
    return set(map(str, cards))


@pytest.mark.parametrize("name", HIDDEN)
def test_a_replay_shows_no_card_that_the_seat_could_not_know(name: str) -> None:
    whole = some_record(name, 4)
    for moves in range(1, len(whole.moves), 3):
        record = tws.Record(whole.start, whole.moves[:moves])
        hidden = of(HIDDEN[name](record.state))
        assert not all_shown(record.for_seat(HUMAN)) & hidden
        own = of(tws.view(record.state, HUMAN).hand or ())
        assert not all_shown(record.for_seat(None)) & (hidden | own)
    half = tws.Record(whole.start, whole.moves[: len(whole.moves) // 2])
    everything = Listener()
    replays.replay_whole(half, everything, StoryNarrator)
    assert everything.cards() > all_shown(half.for_seat(None))


@pytest.mark.parametrize("seat", [None, 0, 1])
def test_the_record_of_a_seat_is_shown_as_that_seat_saw_it(
    seat: int | None, tmp_path: Path
) -> None:
    record = some_record("duel", 1)
    path = tmp_path / "seen.json"
    path.write_text(record.for_seat(seat).to_json(), "utf-8")
    words = ("--public",) if seat is None else ("--seat", str(seat))
    expected = output("replay", in_file(tmp_path / "game", record), *words)
    assert output("replay", str(path)) == expected
    assert output("replay", str(path), *words) == expected


def test_the_record_of_a_seat_is_that_of_no_other(tmp_path: Path) -> None:
    record = some_record("duel", 1)
    path = tmp_path / "seen.json"
    path.write_text(record.for_seat(1).to_json(), "utf-8")
    assert "this is the record of seat 1: " in refusal("replay", str(path), "--seat", "0")
    assert "this is the record of seat 1: " in refusal("replay", str(path), "--public")
    path.write_text(record.for_seat(None).to_json(), "utf-8")
    assert "this is the record of a spectator: " in refusal("replay", str(path), "--seat", "0")


def test_seats_that_are_none(five: str) -> None:
    assert "9 is not a seat here" in refusal("replay", five, "--seat", "9")
    assert "exclude each other" in refusal("replay", five, "--seat", "1", "--public")


def test_steps_in_these_very_words(five: str) -> None:
    typed = [""] * 14 + ["quit"]
    assert output("replay", five, "--seat", "2", "--step", typed=typed) == golden(
        "street-seed-7-steps.txt"
    )


def test_steps_go_on_with_enter_and_end_where_the_game_does(five: str) -> None:
    moves = len(tws.Record.from_text(Path(five).read_text("utf-8")).moves)
    told = output("replay", five, "--step", typed=[""] * (moves - 1))
    assert told.count("\nMove ") == moves - 1  # a deal has a heading instead
    assert f"Move {moves} " in told and "Penalty 4: the fourth best count" in told
    assert told.count("\n> \n") == moves - 1
    assert "Score sheet" in told
    for seat in range(5):
        assert len(re.findall(rf"^Seat {seat}  +\w", told, re.MULTILINE)) >= moves - 5


@pytest.mark.parametrize("typed", [[], ["", "quit"], ["", "QUIT", ""]])
def test_steps_can_be_left(typed: list[str], five: str) -> None:
    told = output("replay", five, "--step", typed=typed)
    assert told.count("\nMove ") == ("" in typed)
    assert "Score sheet" not in told


def test_ctrl_c_ends_steps(five: str, monkeypatch: pytest.MonkeyPatch) -> None:
    fail_on_input(monkeypatch, KeyboardInterrupt)
    result = run("replay", five, "--step")
    assert result.exit_code == 130
    assert result.output.endswith("\nStopped.\n")


def test_what_happens_is_told_with_its_step(tmp_path: Path) -> None:
    path = in_file(tmp_path / "game", some_record("spades", 3))
    told = output("replay", path, "--step", typed=[""] * 99)
    assert "'s dummy turns up " in told
    assert re.search(r"^Book 1 .* taken by ", told, re.MULTILINE)
