"""Saved games as one seat, or everybody, has seen them."""

import re
from collections.abc import Iterable
from pathlib import Path

import attrs
import pytest
from typing_extensions import override

import twowaystreet as tws
from tests.cli.helpers import CARD, in_file, output, refusal, some_record, typed_record
from tests.cli.test_secrets import HIDDEN, HUMAN
from twowaystreet.cli import replays
from twowaystreet.cli.lines import BLANK, Line, plain
from twowaystreet.cli.printers import Printer
from twowaystreet.cli.steps import Steps
from twowaystreet.cli.story import Story
from twowaystreet.games import street, twenty_down

GOLDEN = {
    "street-seed-7-seat-2.txt": ("--seat", "2"),
    "street-seed-7-public.txt": ("--public",),
}


@pytest.mark.parametrize("golden", GOLDEN)
def test_a_replay_in_these_very_words(golden: str, five: str) -> None:
    text = Path(__file__).with_name(golden).read_text("utf-8")
    assert output("replay", five, *GOLDEN[golden]) == text


def test_a_seat_is_told_of_forced_players_and_of_its_own_cards(tmp_path: Path) -> None:
    record = typed_record(street.new_game(), 3, ["high"])
    while record.state.phase != "play":
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
    replays.replay_seen(record, listener, Story)
    replays.replay_seen(record, listener, lambda screen: Steps(screen, pause=lambda: None))
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
    replays.replay_whole(half, everything, Story)
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
