"""Golden tests: recorded hands and matches that never change."""

from __future__ import annotations

from functools import cache
from importlib import import_module

import pytest

import twowaystreet as tws
from docs._ext.kept_hands import HERE, kept
from tests.cli.helpers import output
from tests.games import OURS
from tests.golden.events import Checks
from tests.reference.pairs import compare, reference_to

CHECKS: dict[str, Checks] = {
    name: import_module(f"tests.golden.{name}_events").CHECKS for name in OURS
}
FILES = [f"{game}/{name}.txt" for game, checks in CHECKS.items() for name in checks]
INDEX = {each.file: each for each in kept()}
PRINTED = ["street/named-either", "duel/markers-high", "spades/renege-called", "twos/two-led"]


def _marked(file: str) -> object:
    rules = INDEX[file].rules if file in INDEX else ()
    return pytest.param(file, marks=pytest.mark.rule(*rules))


every_file = pytest.mark.parametrize("file", [*map(_marked, FILES)])


def text_of(file: str) -> str:
    """Return the content of a file, without any conversion."""
    return (HERE / file).read_bytes().decode()


@cache
def record_of(file: str) -> tws.Record:
    """Load the record in a file."""
    return tws.Record.from_text(text_of(file))


def test_every_file_has_a_check_and_an_entry_in_the_index() -> None:
    kept = [file.relative_to(HERE).as_posix() for file in HERE.glob("*/*.txt")]
    assert sorted(FILES) == sorted(kept)
    assert list(INDEX) == FILES


@every_file
def test_the_record_writes_the_same_text(file: str) -> None:
    record = record_of(file)
    assert record.game.name == file.partition("/")[0]
    assert record.to_text() == text_of(file)
    assert tws.Record.from_json(record.to_json()) == record
    assert record.state.hand_over


@every_file
def test_the_reference_agrees(file: str) -> None:
    record = record_of(file)
    game, reference = record.game.name, reference_to(record)
    for state, move in record:
        compare(game, state, reference)
        reference.play(str(move))
    compare(game, record.state, reference)


@every_file
def test_the_hand_passes_its_checks(file: str) -> None:
    game, _, name = file.removesuffix(".txt").partition("/")
    record = record_of(file)
    for check in CHECKS[game][name]:
        assert check(record), f"{check.__name__}: not in {file}"


@every_file
def test_no_check_passes_for_every_hand(file: str) -> None:
    game, _, name = file.removesuffix(".txt").partition("/")
    others = [record_of(other) for other in FILES if other.startswith(game) and other != file]
    for check in CHECKS[game][name]:
        assert not all(map(check, others)), f"{check.__name__} holds for every hand"


@pytest.mark.parametrize("name", PRINTED)
def test_the_command_prints_the_stored_replay(name: str) -> None:
    shown = output("replay", str(HERE / f"{name}.txt"), "--plain")
    assert shown == (HERE / f"{name}.replay").read_text(encoding="utf-8")
