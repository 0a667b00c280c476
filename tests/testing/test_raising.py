"""Tests of the reports about errors that a game raises."""

from __future__ import annotations

import traceback
from pathlib import Path
from typing import Any

import pytest

from tests.testing import faults
from tests.testing.faults import FAULTS
from twowaystreet import authoring as core
from twowaystreet.testing import conformance
from twowaystreet.testing.conformance import PROMISES, Broken
from twowaystreet.testing.playouts import play_hands
from twowaystreet.testing.reports import MAX_TEXT, error_report

DIVIDED = "ZeroDivisionError: integer division or modulo by zero"


def broken(name: str, promise: str) -> Broken:
    """Check a promise that the game breaks, and return the exception."""
    with pytest.raises(Broken) as caught:
        conformance.check(FAULTS[name].game, promises=[promise])
    return caught.value


@pytest.mark.parametrize(
    ("name", "promise", "function"),
    [
        *(
            ("raising_score", promise, "_score")
            for promise in ("legal_moves", "ending", "purity", "values", "scores", "carrying_on")
        ),
        *(
            ("raising_begin", promise, "_deal_hands")
            for promise in ("legal_moves", "ending", "secrets", "voids")
        ),
        ("raising_later", "ending", "_score"),
        ("raising_refuse", "legal_moves", "_refuse"),
        ("raising_win", "scores", "is_over"),
    ],
)
def test_an_error_of_the_game_is_reported_with_its_line_and_as_the_cause(
    name: str, promise: str, function: str
) -> None:
    error = broken(name, promise)
    cause = error.__cause__
    assert isinstance(cause, ZeroDivisionError)
    (line,) = (
        frame.lineno
        for frame in traceback.extract_tb(cause.__traceback__)
        if (Path(frame.filename), frame.name) == (Path(faults.__file__), function)
    )
    place = f"(faults.py, line {line}, in {function})"
    assert place in error.wrong and place in str(error)
    assert error.wrong.count("ZeroDivisionError") == 1
    assert "integer division or modulo by zero " in error.wrong


@pytest.mark.parametrize("promise", ["scores", "carrying_on"])
def test_the_report_of_a_check_without_positions_names_the_error(promise: str) -> None:
    error = broken("raising_score", promise)
    assert error.wrong.startswith("there was nothing to check, so the result is unknown; ")
    assert "the playout ends early: apply of '" in error.wrong
    assert f"raises {DIVIDED} (faults.py, line " in error.wrong
    assert len(error.transcript.split("\n")) > 8


def test_a_refused_legal_move_leaves_nothing_to_check() -> None:
    error = broken("refusing_begin", "ending")
    assert "there was nothing to check" in error.wrong and "raises IllegalMove: " in error.wrong
    assert isinstance(error.__cause__, core.IllegalMove)
    assert isinstance(broken("refusing_begin", "legal_moves").__cause__, core.IllegalMove)


def test_a_scoring_error_does_not_break_other_promises() -> None:
    names = ["opening", "cards", "turns", "notation", "views"]
    assert list(conformance.check(FAULTS["raising_score"].game, promises=names, hands=2)) == names
    assert set(names) < set(PROMISES)


# Descriptions of errors.


def caught(work: Any, *given: object) -> Exception:
    """Return the error that a call raises."""
    try:
        work(*given)
    except Exception as error:
        return error
    raise AssertionError("nothing was raised")


def test_a_report_has_the_line_in_the_game_code() -> None:
    def game() -> None:
        run: Any = play_hands
        run(0, 0, 0)  # 0 is not a game, so the library raises an error

    report = error_report(caught(game))
    assert report.startswith("AttributeError: ") and "(test_raising.py, line " in report
    assert report.endswith(", in game)")


def test_a_report_without_game_code_has_the_line_of_the_error() -> None:
    error = caught(play_hands, 0, 0, 0)
    error.with_traceback(error.__traceback__ and error.__traceback__.tb_next)
    assert "(playouts.py, line " in error_report(error)


def test_reports_of_errors_with_unusual_texts() -> None:
    class Mute(Exception):
        def __str__(self) -> str:
            raise KeyError("no text")

    assert error_report(Mute()) == "Mute"
    assert error_report(ValueError()) == "ValueError"
    assert error_report(ValueError("one\n  two")) == "ValueError: one two"
    assert error_report(KeyError(1), LookupError) == "KeyError, not LookupError: 1"
    long = error_report(ValueError("x" * 1000))
    assert len(long) == len("ValueError: ") + MAX_TEXT and long.endswith("x...")
