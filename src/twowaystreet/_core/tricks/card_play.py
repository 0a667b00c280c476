"""The card play of a player as a function of a few facts, for programs that play without views.

The compiled playouts of :mod:`twowaystreet.fast` make tables from these functions.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple, TypeAlias

import attrs

from twowaystreet._core.cards.cards import Card, Suit
from twowaystreet._util.values import Value


class Situation(NamedTuple):
    """The facts, besides the card itself, that decide the value of a play.

    Attributes:
        led: the suit led; ``None`` if no suit is known.
        is_lead: True if the card is led.
        takes: True if the card would win the trick so far; a lead does.
        is_last: True if nobody plays after this card.
        is_ahead: True if the player's side wins the trick so far.
        has_enough: True if the player's side needs no more tricks.
        marks: the sum of the marks of the cards on the table.
    """

    led: Suit | None = None
    is_lead: bool = False
    takes: bool = True
    is_last: bool = False
    is_ahead: bool = False
    has_enough: bool = False
    marks: int = 0


CardValue: TypeAlias = Callable[[Card, Situation], tuple[float, ...]]
"""The value of a play; the player makes the play of the greatest value. No two cards are equal."""


@attrs.frozen(eq=False)
class CardPlay(Value):
    """The card play of all hands for the rest of a hand.

    Attributes:
        values: the values of plays, the same in every state of a game; none for random play.
        of_hand: for each hand the number of its function among ``values``; ``None`` for a hand that
            is played at random.
        wanted: for each hand the number of further tricks after which its side has enough; ``None``
            if it never has.
        sides: for each hand the number of its side.
        marks: the mark of each card by its index; none if all are 0.
    """

    values: tuple[CardValue, ...] = ()
    of_hand: tuple[int | None, ...] = ()
    wanted: tuple[int | None, ...] = ()
    sides: tuple[int, ...] = ()
    marks: tuple[int, ...] = ()


RANDOM_PLAY: Final = CardPlay()
"""The card play that chooses each legal move with the same chance."""
