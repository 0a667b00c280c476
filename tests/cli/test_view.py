"""The view of a seat in a saved game."""

from pathlib import Path

import pytest

import twowaystreet as tws
from tests.cli.helpers import output, refusal, some_record

PICTURE = """\
Trick 7   cards  tricks  score  declared  on the table
  Seat 0      3       0      0  low       7H
> Seat 1      4       2      0  high
  Seat 2      3       4      0  high      QS  led
  Seat 3      3       0      0  low       10D
Hand       8S  5D 9D
Void       Seat 2 has no clubs: 2S to trick 5 (ST-13)
Void       Seat 3 has no spades: QD to trick 6 (ST-13)
Void       Seat 0 has no spades: 7H to trick 7 (ST-13)
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "game.txt"
    path.write_text(some_record("street", 4).to_text(), "utf-8")
    return path


def record_in(path: Path) -> tws.Record:
    return tws.Record.from_text(path.read_text("utf-8"))


def test_a_view_is_drawn_as_a_table(path: Path) -> None:
    assert output("view", str(path), "--seat", "2", "--at", "36") == PICTURE


@pytest.mark.parametrize("seat", [None, 2])
@pytest.mark.parametrize("at", [None, 0, 20])
def test_a_view_is_printed_as_json(seat: int | None, at: int | None, path: Path) -> None:
    words = [] if seat is None else ["--seat", str(seat)]
    words += [] if at is None else ["--at", str(at)]
    record = record_in(path)
    state = record.state if at is None else record.state_at(at)
    assert output("view", str(path), "--json", *words) == tws.view(state, seat).to_json() + "\n"


def test_a_spectator_sees_no_hand(path: Path) -> None:
    words = ("view", str(path), "--at", "36")
    lines = output(*words, "--seat", "2").splitlines()
    assert output(*words).splitlines() == [line for line in lines if not line.startswith("Hand")]


def test_a_seat_record_gives_the_view_of_its_seat(path: Path) -> None:
    record = record_in(path)
    other = path.with_suffix(".json")
    other.write_text(record.for_seat(2).to_json(), "utf-8")
    for words in ((), ("--at", "7"), ("--at", "0", "--json")):
        expected = output("view", str(path), "--seat", "2", *words)
        assert output("view", str(other), *words) == expected
    assert "this is the record of seat 2" in refusal("view", str(other), "--seat", "1")


def test_invalid_positions_and_seats_are_refused(path: Path) -> None:
    last = len(record_in(path).moves)
    expected = f"expected 0 to {last}"
    assert f"there is no position {last + 1}: {expected}" in refusal(
        "view", str(path), "--at", str(last + 1)
    )
    assert f"there is no position -1: {expected}" in refusal("view", str(path), "--at", "-1")
    assert "4 is not a seat here" in refusal("view", str(path), "--seat", "4")
