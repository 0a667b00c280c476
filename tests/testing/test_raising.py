"""Tests of the reports about errors that a game raises."""

from __future__ import annotations

import traceback
from pathlib import Path
from typing import Any

import attrs
import pytest
from typing_extensions import override

from examples import oh_hell
from tests.testing.broken import bidding, hell
from twowaystreet import authoring as core
from twowaystreet.testing import conformance
from twowaystreet.testing.conformance import PROMISES, Broken
from twowaystreet.testing.playouts import play_hands
from twowaystreet.testing.reports import MAX_TEXT, error_report

DIVIDED = "ZeroDivisionError: integer division or modulo by zero"


class Score(oh_hell.State):
    """States whose scoring raises an error."""

    __slots__ = ()

    @override
    def _score(self, tricks: Any) -> Any:
        return 1 // len(tricks[0].cards[:0])


class Later(oh_hell.State):
    """States whose scoring raises an error in the second hand."""

    __slots__ = ()

    @override
    def _score(self, tricks: Any) -> Any:
        return 1 // 0 if self.hands_played == 1 else super()._score(tricks)


class Begin(oh_hell.State):
    """States in which every deal raises an error."""

    __slots__ = ()

    @override
    def _deal_hands(self, deal: core.Deal) -> Any:
        return deal.cards[1 // 0]


class Refuse(oh_hell.State):
    """States in which every refusal raises an error."""

    __slots__ = ()

    @override
    def _refuse(self, move: core.Move) -> core.IllegalMove:
        raise ZeroDivisionError("integer division or modulo by zero")


class Win(oh_hell.State):
    """States whose ``is_over`` raises an error after a hand."""

    __slots__ = ()

    @property
    @override
    def is_over(self) -> bool:
        return bool(self.hands_played and 1 // 0)


class Strict(oh_hell.State):
    """States that refuse every deal."""

    __slots__ = ()

    @override
    def _deal_hands(self, deal: core.Deal) -> Any:
        raise core.IllegalMove(deal, core.reasons.NotOffered("OH-1", "no deal"))


@attrs.frozen(kw_only=True)
class Rules(oh_hell.Rules):
    """Rules that raise an error for one option."""

    def __attrs_post_init__(self) -> None:
        if self.cards == 5:
            raise ZeroDivisionError("integer division or modulo by zero")


@attrs.frozen
class Bid(oh_hell.Bid):
    """A bid that raises an error for a wrong number of tricks."""

    def __attrs_pre_init__(self, number: object) -> None:
        if not isinstance(number, int):
            raise ZeroDivisionError("integer division or modulo by zero")


class Bids(oh_hell.State):
    """States with such bids."""

    __slots__ = ()

    def _offer(self, seat: int) -> tuple[core.Move, ...]:
        return tuple(Bid(bid.number) for bid in self._bids(seat))

    _decisions = bidding(_offer, move_type=Bid)


SCORE, LATER, BEGIN, REFUSE, WIN, STRICT, RULES, BIDS = (
    hell("raising_score", Score),
    hell("raising_later", Later),
    hell("raising_begin", Begin),
    hell("raising_refuse", Refuse),
    hell("raising_win", Win),
    hell("strict_begin", Strict),
    hell("raising_rules", rules=Rules),
    hell("raising_bids", Bids),
)


def broken(game: Any, promise: str) -> Broken:
    """Check a promise that the game breaks, and return the exception."""
    with pytest.raises(Broken) as caught:
        conformance.check(game, promises=[promise])
    return caught.value


@pytest.mark.parametrize(
    ("game", "promise", "function"),
    [
        *((SCORE, promise, "_score") for promise in ("legal_moves", "ending", "purity", "values")),
        *((SCORE, promise, "_score") for promise in ("scores", "carrying_on")),
        *(
            (BEGIN, promise, "_deal_hands")
            for promise in ("legal_moves", "ending", "secrets", "voids")
        ),
        (LATER, "ending", "_score"),
        (REFUSE, "legal_moves", "_refuse"),
        (WIN, "scores", "is_over"),
        (RULES, "opening", "__attrs_post_init__"),
        (BIDS, "errors", "__attrs_pre_init__"),
    ],
    ids=lambda part: str(getattr(part, "name", part)),
)
def test_an_error_of_the_game_is_reported_with_its_line_and_as_the_cause(
    game: Any, promise: str, function: str
) -> None:
    error = broken(game, promise)
    cause = error.__cause__
    assert isinstance(cause, ZeroDivisionError)
    (line,) = (
        frame.lineno
        for frame in traceback.extract_tb(cause.__traceback__)
        if (Path(frame.filename), frame.name) == (Path(__file__), function)
    )
    place = f"(test_raising.py, line {line}, in {function})"
    assert place in error.wrong and place in str(error)
    assert error.wrong.count("ZeroDivisionError") == 1
    assert "integer division or modulo by zero " in error.wrong


@pytest.mark.parametrize("promise", ["scores", "carrying_on"])
def test_the_report_of_a_check_without_positions_names_the_error(promise: str) -> None:
    error = broken(SCORE, promise)
    assert error.wrong.startswith("there was nothing to check, so the result is unknown; ")
    assert "the playout ends early: apply of '" in error.wrong
    assert f"raises {DIVIDED} (test_raising.py, line " in error.wrong
    assert len(error.transcript.split("\n")) > 8


def test_a_refused_legal_move_leaves_nothing_to_check() -> None:
    error = broken(STRICT, "ending")
    assert "there was nothing to check" in error.wrong and "raises IllegalMove: " in error.wrong
    assert isinstance(error.__cause__, core.IllegalMove)
    assert isinstance(broken(STRICT, "legal_moves").__cause__, core.IllegalMove)


def test_a_scoring_error_does_not_break_other_promises() -> None:
    names = ["opening", "cards", "turns", "notation", "views"]
    assert list(conformance.check(SCORE, promises=names, hands=2)) == names
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
