"""Hints: the move that a search recommends, and the estimated value of every move."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from twowaystreet._cli.numbered_moves import number_tag
from twowaystreet._display.display import AnyDisplay
from twowaystreet._display.lines import (
    Column,
    Line,
    Style,
    labelled,
    phrase,
    styled,
    table,
    wrapped,
)
from twowaystreet._engine.moves import Move
from twowaystreet._engine.sides import sides_of
from twowaystreet._views.views import AnyView
from twowaystreet.errors import WorldsError
from twowaystreet.players import Estimate, MonteCarlo, simple
from twowaystreet.players._candidates import reason_unsearched
from twowaystreet.players._simple import rule_for

SEARCH: Final = MonteCarlo(worlds=20, engine="python")
"""The search of the hints; with few worlds, so that a person need not wait long.

The compiled playouts would give the same hints, but the first one after their compilation.
"""
_NO_ADVICE: Final = "none: this game has no rule of thumb, and its hidden cards cannot be sampled"
_ROWS: Final = 12
"""The greatest number of moves in the table."""


def hint_lines(
    display: AnyDisplay, view: AnyView, numbered: Sequence[Move], rng: random.Random
) -> list[Line]:
    """Return a recommended move, and a table of the values of the moves, the best first.

    The hint depends on the view alone, so it cannot reveal hidden cards. The simple player
    recommends a move where a search does not help, and if the game does not declare its hidden
    cards. Without a rule of thumb there is no advice then.

    Args:
        display: the display of the game.
        view: the view of the person who is to move.
        numbered: the moves that the prompt lists with a number.
        rng: the random source of the sampled deals.
    """
    text = display.move_text
    favourite = simple(view, rng)  # of equally good moves, as for the search
    if reason := reason_unsearched(view._state, view.phase):
        return _by_rule_of_thumb(text(favourite), reason)
    try:
        estimates = SEARCH.evaluate(view, rng)
    except WorldsError:
        if rule_for(view) is None:
            return [labelled("Hint", (_NO_ADVICE,))]
        return _by_rule_of_thumb(text(favourite), "the hidden cards of this game cannot be sampled")
    ordered = sorted(estimates, key=lambda move: (-estimates[move].mean, move != favourite))
    best = ordered[0]
    return [
        labelled("Hint", styled(text(best), Style.STRONG)),
        labelled("", (_in_words(view, estimates[best].mean),)),
        *_values(text, estimates, ordered[:_ROWS], numbered),
        *((line,) for line in wrapped(_legend(view, len(ordered)))),
    ]


def _by_rule_of_thumb(move: str, reason: str) -> list[Line]:
    how = f"by rule of thumb, as {reason}"
    return [labelled("Hint", styled(move, Style.STRONG)), labelled("", (how,))]


def _others(view: AnyView) -> str:
    sides = sides_of(view.rules)
    if len(sides) < len(view.scores):
        return "the other side" if len(sides) == 2 else "the other sides' average"
    return "your opponent" if len(sides) == 2 else "the others' average"


def _in_words(view: AnyView, value: float) -> str:
    side = "behind" if value < 0 else "ahead of"
    return f"Expect to be {abs(value):.1f} points {side} {_others(view)} in this hand."


def _signed(value: float) -> str:
    """Return a value with its sign; a zero has no minus.

    >>> _signed(-0.001), _signed(2.5)
    ('+0.00', '+2.50')
    """
    return f"{round(value, 2) + 0.0:+.2f}"


def _values(
    text: Callable[[Move], str],
    estimates: Mapping[Move, Estimate],
    shown: Sequence[Move],
    numbered: Sequence[Move],
) -> list[Line]:
    """Return the table of values."""
    numbers = {move: number_tag(place) for place, move in enumerate(numbered, start=1)}
    tags: list[Line] = [(numbers.get(move, ""),) for move in shown]
    columns = [
        *([Column("", tags)] if numbered else []),
        Column("move", [phrase(text(move)) for move in shown]),
        Column("value", [(_signed(estimates[move].mean),) for move in shown], to_right=True),
        Column("loss", [(f"{estimates[move].loss:.2f}",) for move in shown], to_right=True),
        Column("error", [(f"{estimates[move].loss_error:.2f}",) for move in shown], to_right=True),
    ]
    return [labelled("", line) for line in table(columns)]


def _legend(view: AnyView, compared: int) -> str:
    """Explain the table."""
    legal = len(view.legal_moves or ())
    some = f"{compared} of the {legal} moves were compared. " if compared < legal else ""
    more = f"The table shows the best {_ROWS}. " if compared > _ROWS else ""
    return (
        f"{some}{more}A value is the points of this hand by which you are ahead (+) of "
        f"{_others(view)}, or behind (-): the mean of {SEARCH.worlds} sampled deals, played to the "
        "end by simple players. A loss is the difference to the best value, and its error the "
        "standard error of this difference in the same deals. A move whose loss is less than twice "
        "its error may be as good."
    )
