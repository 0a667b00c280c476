"""Golden tests: recorded hands and matches that never change, replayed by both implementations."""

from __future__ import annotations

from typing import Any

import pytest

import twowaystreet as tws
from docs._ext.kept_hands import HERE, Kept, kept
from tests.cli.helpers import output
from tests.helpers import as_in
from tests.reference.pairs import compare, reference_to

FILES: list[Any] = [
    pytest.param(each, id=each.file, marks=pytest.mark.rule(*each.rules)) for each in kept()
]
PRINTED = ["street/named-either", "duel/markers-high", "spades/renege-called", "twos/two-led"]


def test_every_file_has_an_entry_in_the_index() -> None:
    files = {file.relative_to(HERE).as_posix() for file in HERE.glob("*/*.txt")}
    assert files == {each.file for each in kept()}


@pytest.mark.parametrize("each", FILES)
def test_both_implementations_play_the_record(each: Kept) -> None:
    text = (HERE / each.file).read_bytes().decode()
    record = tws.Record.from_text(text)
    assert record.game.name == each.file.partition("/")[0]
    written = as_in(text, record.to_text())  # with winners of tricks, score sheets and totals
    assert written == text and tws.Record.from_json(record.to_json()) == record
    assert record.state.hand_over
    reference = reference_to(record)
    for state, move in record:
        compare(record.game.name, state, reference)
        reference.play(str(move))
    compare(record.game.name, record.state, reference)


def replayed(name: str) -> str:
    return output("replay", str(HERE / f"{name}.txt"), "--plain")


@pytest.mark.parametrize("name", PRINTED)
def test_the_command_prints_the_stored_replay(name: str) -> None:
    assert replayed(name) == (HERE / f"{name}.replay").read_text(encoding="utf-8")
