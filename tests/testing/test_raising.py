"""What the author of a game is told of the errors that the game raises by itself."""

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
from twowaystreet.testing.conformance.playouts import play_hands
from twowaystreet.testing.conformance.reports import MAX_TEXT, error_report

DIVIDED = "ZeroDivisionError: integer division or modulo by zero"


class Score(oh_hell.State):
    """The score cannot be worked out."""

    __slots__ = ()

    @override
    def _score(self, tricks: Any) -> Any:
        return 1 // len(tricks[0].cards[:0])


class Later(oh_hell.State):
    """The score of the second hand cannot be worked out, that of the first one can."""

    __slots__ = ()

    @override
    def _score(self, tricks: Any) -> Any:
        return 1 // 0 if self.hands_played == 1 else super()._score(tricks)


class Begin(oh_hell.State):
    """No deal can be made."""

    __slots__ = ()

    @override
    def _deal_hands(self, deal: core.Deal) -> Any:
        return deal.cards[1 // 0]


class Refuse(oh_hell.State):
    """Refusals cannot be made."""

    __slots__ = ()

    @override
    def _refuse(self, move: core.Move) -> core.IllegalMove:
        raise ZeroDivisionError("integer division or modulo by zero")


class Win(oh_hell.State):
    """Who has won cannot be told."""

    __slots__ = ()

    @property
    @override
    def is_over(self) -> bool:
        return bool(self.hands_played and 1 // 0)


class Strict(oh_hell.State):
    """A deal that is due is refused."""

    __slots__ = ()

    @override
    def _deal_hands(self, deal: core.Deal) -> Any:
        raise core.IllegalMove(deal, core.reasons.NotOffered("OH-1", "no deal"))


@attrs.frozen(kw_only=True)
class Rules(oh_hell.Rules):
    """An option that cannot be used."""

    def __attrs_post_init__(self) -> None:
        if self.cards == 5:
            raise ZeroDivisionError("integer division or modulo by zero")


@attrs.frozen
class Bid(oh_hell.Bid):
    """A bid that cannot be made of just anything."""

    def __attrs_post_init__(self) -> None:
        if not isinstance(self.tricks, int):
            raise ZeroDivisionError("integer division or modulo by zero")


class Bids(oh_hell.State):
    """Whose bids are such ones."""

    __slots__ = ()

    def _offer(self, seat: int) -> tuple[core.Move, ...]:
        return tuple(Bid(bid.tricks) for bid in self._bids(seat))

    _decisions = bidding(_offer, kind=Bid)


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
    """How a game breaks a promise."""
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
        (REFUSE, "errors", "_refuse"),
        (WIN, "scores", "is_over"),
        (RULES, "opening", "__attrs_post_init__"),
        (BIDS, "errors", "__attrs_post_init__"),
    ],
    ids=lambda part: str(getattr(part, "name", part)),
)
def test_what_is_raised_is_said_with_its_place_and_is_the_cause(
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
def test_where_nothing_could_be_looked_at_it_is_said_what_was_in_the_way(promise: str) -> None:
    error = broken(SCORE, promise)
    assert error.wrong.startswith("there was nothing to check, so the result is unknown; ")
    assert "the playout ends early: apply of '" in error.wrong
    assert f"raises {DIVIDED} (test_raising.py, line " in error.wrong
    assert len(error.transcript.split("\n")) > 8


def test_a_move_that_is_offered_and_refused_leaves_nothing_to_look_at() -> None:
    error = broken(STRICT, "ending")
    assert "there was nothing to check" in error.wrong and "raises IllegalMove: " in error.wrong
    assert isinstance(error.__cause__, core.IllegalMove)
    assert isinstance(broken(STRICT, "legal_moves").__cause__, core.IllegalMove)


def test_promises_that_have_nothing_to_do_with_it_are_kept() -> None:
    names = ["opening", "cards", "turns", "notation", "views"]
    assert list(conformance.check(SCORE, promises=names, hands=2)) == names
    assert set(names) < set(PROMISES)


# The words for an error.


def caught(work: Any, *given: object) -> Exception:
    """What something raises."""
    try:
        work(*given)
    except Exception as error:
        return error
    raise AssertionError("nothing was raised")


def test_the_place_is_in_the_code_of_the_game() -> None:
    def game() -> None:
        run: Any = play_hands
        run(0, 0, 0)  # which is no game, so that the library raises

    told = error_report(caught(game))
    assert told.startswith("AttributeError: ") and "(test_raising.py, line " in told
    assert told.endswith(", in game)")


def test_if_no_code_of_the_game_is_there_it_is_where_it_was_raised() -> None:
    error = caught(play_hands, 0, 0, 0)
    error.with_traceback(error.__traceback__ and error.__traceback__.tb_next)
    assert "(playouts.py, line " in error_report(error)


def test_errors_with_odd_texts() -> None:
    class Mute(Exception):
        def __str__(self) -> str:
            raise KeyError("no text")

    assert error_report(Mute()) == "Mute"
    assert error_report(ValueError()) == "ValueError"
    assert error_report(ValueError("one\n  two")) == "ValueError: one two"
    assert error_report(KeyError(1), LookupError) == "KeyError, not LookupError: 1"
    long = error_report(ValueError("x" * 1000))
    assert len(long) == len("ValueError: ") + MAX_TEXT and long.endswith("x...")
