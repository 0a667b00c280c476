"""What another process is told of a course, and what becomes of it if it is told something else."""

from __future__ import annotations

import io
import json
import random
import subprocess
import sys
from types import ModuleType

import pytest

import twowaystreet as tws
from examples import oh_hell
from tests.testing.broken import hell
from twowaystreet.testing.conformance.courses import Course, played
from twowaystreet.testing.conformance.elsewhere import main, told_elsewhere, told_here
from twowaystreet.testing.conformance.trial import Fault, registered


def some_hand(start: tws.AnyState) -> Course:
    """The beginning of a hand."""
    return played(start, random.Random(5), 1).until(6)


def answer(where: str, text: str, monkeypatch: pytest.MonkeyPatch) -> object:
    """What the other process would write."""
    out = io.StringIO()
    monkeypatch.setattr(sys, "stdin", io.StringIO(json.dumps([where, text])))
    monkeypatch.setattr(sys, "stdout", out)
    main()
    found: object = json.loads(out.getvalue())
    return found


def test_another_process_is_told_the_same() -> None:
    game = tws.GAMES["duel"]
    course = some_hand(game.new_game())
    told = told_elsewhere(game, course)
    assert told == told_here(course)
    assert told is not None and len(told) == 7


def test_what_it_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    course = some_hand(oh_hell.new_game())
    with registered(oh_hell.GAME):
        text = tws.Record(course.start, course.moves).to_text()
        here = told_here(course)
    assert answer("examples.oh_hell:GAME", text, monkeypatch) == here
    damaged = text.replace("bid", "bet")
    assert "found 'bet'" in str(answer("examples.oh_hell:GAME", damaged, monkeypatch))


def test_a_game_that_cannot_be_found_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    game = hell("nowhere")
    course = some_hand(game.new_game())
    with registered(game):
        assert told_elsewhere(game, course) is None  # no module has it
        module = ModuleType("only_here")
        vars(module)["GAME"] = game
        monkeypatch.setitem(sys.modules, "only_here", module)
        assert told_elsewhere(game, course) is None  # which cannot be imported there


def test_moves_that_are_illegal_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    def other(*given: object, **named: object) -> subprocess.CompletedProcess[str]:
        return subprocess.CompletedProcess([], 0, json.dumps("move 3: not held"), "")

    monkeypatch.setattr(subprocess, "run", other)
    game = tws.GAMES["duel"]
    with pytest.raises(Fault, match="with other hashes: move 3: not held"):
        told_elsewhere(game, some_hand(game.new_game()))
