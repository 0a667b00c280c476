"""The small counts repeated; ``python -m tests.perft`` repeats all of them."""

from __future__ import annotations

from contextlib import ExitStack
from typing import Any

import attrs
import pytest

import twowaystreet as tws
from tests.games import rules_of
from tests.perft.__main__ import main
from tests.perft.broken import BROKEN, Break
from tests.perft.count import counted, divided
from tests.perft.sides import PACKAGE, REFERENCE
from tests.perft.table import Ends, Numbers, Position, Table, path_of, tables
from twowaystreet._core.engine.fields import option_text, options_of

TABLES = tables()
POSITIONS = [position for table in TABLES.values() for position in table.positions]

FEW = 600
"""Most leaves of a position that the package counts here."""
VERY_FEW = 100
"""Most leaves of a position that the much slower reference counts here."""


def _within(most: int) -> list[Position]:
    """Return the positions with at most this many leaves, the smallest first."""

    def size(position: Position) -> int:
        return max(position.numbers.leaves, position.numbers.lead or 0)

    return sorted((each for each in POSITIONS if size(each) <= most), key=size)


def _small(most: int, marked: bool = False) -> list[Any]:
    """Return the positions with at most this many leaves, as test parameters."""
    found: list[Any] = []  # Any: pytest's type for them is private
    for place, position in enumerate(_within(most)):
        rules = rules_of(position.game) if marked else ()
        name = f"{position.game}: {position.name}"
        marks = [pytest.mark.rule(*rules), *[pytest.mark.nightly] * (place % 7 > 0)]
        found.append(pytest.param(position, id=name, marks=marks))
    return found


@pytest.mark.rule("AL-2", "AL-4")
@pytest.mark.parametrize("position", _small(FEW, marked=True))
def test_the_package_agrees_with_the_table(position: Position) -> None:
    assert counted(PACKAGE, position) == position.numbers


@pytest.mark.parametrize("position", _small(VERY_FEW))
def test_the_reference_agrees_with_the_table(position: Position) -> None:
    assert counted(REFERENCE, position) == position.numbers


@pytest.mark.parametrize("game", tws.GAMES)
def test_a_table_is_written_as_it_was_read(game: str) -> None:
    text = path_of(game).read_text(encoding="ascii")
    assert str(TABLES[game]) == text
    assert len(TABLES[game].positions) > 90


def test_no_number_is_missing() -> None:
    assert not any("?" in line for each in POSITIONS for line in each.numbers.lines())
    assert sum(len(position.numbers) for position in POSITIONS) > 3000
    assert sum(position.numbers.leaves for position in POSITIONS) > 1_000_000


# Coverage of the tables


@pytest.mark.parametrize("game", tws.GAMES)
def test_the_tables_cover_every_value_of_every_option(game: str) -> None:
    for name, option in options_of(tws.GAMES[game].Rules).items():
        # The declared default: some rules replace None by a number.
        default = option_text(attrs.fields_dict(tws.GAMES[game].Rules)[name].default)
        found = {position.options.get(name, default) for position in TABLES[game].positions}
        assert found >= set(option.choices) or not option.choices
        assert len(found) > 1
        assert "none" in found or not option.may_be_none


@pytest.mark.parametrize("game", tws.GAMES)
def test_the_tables_cover_every_phase_and_move_type(game: str) -> None:
    state: Any = tws.GAMES[game].State  # Any: attributes of the game's own class
    phases: set[tws.Phase] = set()
    move_types: set[type[tws.Move]] = set()
    for position in TABLES[game].positions:
        with ExitStack() as stack:
            here = PACKAGE.begin(position, stack)
            phases.add(here.phase)
            move_types |= {type(move) for move in PACKAGE.moves(here)}
    assert phases == set(state._decisions)
    assert move_types == {*state._move_types}


# Faults that the counts find


def _changed(position: Position, **numbers: Any) -> Position:
    return attrs.evolve(position, numbers=attrs.evolve(position.numbers, **numbers))


def test_a_wrong_number_is_found() -> None:
    position = next(each for each in POSITIONS if each.numbers.ends and each.numbers.leaves < FEW)
    ends, counts = position.numbers.ends, position.numbers.counts
    assert ends
    points = (ends.points[0] + 1, *ends.points[1:])
    wrong = [
        _changed(position, counts=(*counts[:-1], counts[-1] + 1)),
        _changed(position, counts=(*counts, 1)),
        _changed(position, ends=attrs.evolve(ends, sequences=ends.sequences - 1)),
        _changed(position, ends=attrs.evolve(ends, points=points)),
        _changed(position, ends=attrs.evolve(ends, digest="0" * 12)),
    ]
    for one in wrong:
        assert counted(PACKAGE, one) != one.numbers
    lead = next(each for each in POSITIONS if each.numbers.lead and each in _within(FEW))
    assert counted(PACKAGE, _changed(lead, lead=1)) == lead.numbers


@pytest.mark.parametrize(
    ("game", "break_rule"),
    [
        pytest.param(game, break_rule, id=name, marks=[pytest.mark.nightly] * (place % 6 > 0))
        for game, breaks in BROKEN.items()
        for place, (name, break_rule) in enumerate(breaks.items())
    ],
)
def test_a_broken_rule_is_found(
    game: str, break_rule: Break, monkeypatch: pytest.MonkeyPatch
) -> None:
    break_rule(monkeypatch)
    assert any(_differs(each) for each in _within(FEW) if each.game == game)


def _differs(position: Position) -> bool:
    try:
        return counted(PACKAGE, position) != position.numbers
    except tws.TwoWayStreetError:
        return True  # the moves to the position are no longer legal


# Reading tables, and the command

A_TABLE = """\
# A heading.

deal a
cards 2C 3C

position here
options target=3
moves deal a; 2C
counts ? 4
end ?
"""


def test_a_table_may_hold_missing_numbers() -> None:
    table = Table.from_text("twos", A_TABLE)
    (position,) = table.positions
    assert position.numbers == Numbers((-1, 4), None, Ends(-1))
    assert list(position.record) == ["deal 2C 3C", "2C"]
    assert str(table) == A_TABLE


@pytest.mark.parametrize(("word", "wrong"), [("end", "ends"), ("position", "place"), ("here", "a")])
def test_a_damaged_table_is_refused(word: str, wrong: str) -> None:
    with pytest.raises(ValueError, match=r"^twos: "):
        Table.from_text("twos", A_TABLE.replace(word, wrong))


def test_the_command_repeats_the_counts(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["--both", "--game", "twos", "--most", "20", "--jobs", "1"]
    assert main(arguments) == 0
    assert capsys.readouterr().out.endswith("0 positions differ from the tables\n")


def test_a_count_is_divided_by_the_first_move() -> None:
    position = next(each for each in POSITIONS if len(each.numbers.counts) > 2)
    found = divided(PACKAGE, position, 2)
    assert found == divided(REFERENCE, position, 2)
    assert (len(found), sum(found.values())) == position.numbers.counts[:2]
