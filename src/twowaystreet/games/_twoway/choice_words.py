"""The choices of a player in words, as far as Two Way Street and the Duel have them in common."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from twowaystreet._cards.cards import Joker
from twowaystreet._display.choices import Option, held_text, suit_text
from twowaystreet._display.signs import sign_text
from twowaystreet._display.tasks import play_task
from twowaystreet._engine.moves import Move
from twowaystreet.games._twoway.moves import Exchange, NameSuit
from twowaystreet.games._twoway.state import TwoWayView

EXCHANGE_TASK: Final = "Choose two cards to exchange with the stock"


# Any: the rules and the scores of each game, here and below.
def name_task(view: TwoWayView[Any, Any]) -> str:
    """Return the task of a player who names the suit led (ST-16, ST-18)."""
    joker = view.trick.cards[0]
    if any(not isinstance(move, NameSuit) for move in view.legal_moves or ()):
        return "Name the suit led, or play another Joker"
    the = "Joker" if joker.joker is Joker.PLAIN else sign_text(joker)
    return f"Name the suit that the {the} stands for"


def twoway_play_task(view: TwoWayView[Any, Any], first: str, later: str) -> str:
    """Return the task of a player who plays a card.

    Args:
        view: the view of the player.
        first: the reason for the lead to the first trick.
        later: the reason for the lead to a later one.
    """
    number = len(view.tricks) + 1
    lead = f"{first}, so you lead: play any card" if number == 1 else f"You lead trick {number}"
    return play_task(view, lead=lead if number == 1 else f"{lead}; {later}")


def named_suits(view: TwoWayView[Any, Any]) -> Iterator[Option]:
    """Yield the suits that the player may name."""
    for move in view.legal_moves or ():
        if isinstance(move, NameSuit):
            note = held_text(view.hand or (), move.suit)
            yield Option(move, suit_text(move.suit), note=note)


def exchange_slots(moves: Sequence[Move] | None) -> tuple[int, ...]:
    """Return the places for the cards of an exchange; ``()`` if none is due."""
    return (2,) if any(isinstance(move, Exchange) for move in moves or ()) else ()
