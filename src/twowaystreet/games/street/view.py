"""The view of one seat in Two Way Street."""

from __future__ import annotations

from typing import Annotated

import attrs
from typing_extensions import override

from twowaystreet._cards.cards import Card
from twowaystreet._engine.bounds import AtMost, PerSeat
from twowaystreet._views.facts import public_fact, viewer_fact
from twowaystreet._worlds.places import Hidden
from twowaystreet.games._twoway.cards import most_left
from twowaystreet.games._twoway.view import TwoWayView
from twowaystreet.games.street.rules import Rules
from twowaystreet.games.street.scoring import Declaration, HandScore
from twowaystreet.games.street.state import State
from twowaystreet.games.street.worlds import hidden


@attrs.frozen(kw_only=True)
class View(TwoWayView[Rules, HandScore]):
    """The facts that one seat may know in a game of Two Way Street.

    Attributes:
        rules: the options of the game.
        score: the score of the hand that just ended; ``None`` during a hand.
        declarations: the declaration of each seat, forced or not; ``None`` until it is known.
        exchanged: the viewer's own exchange; ``None`` for the others.
        has_exchanged: for each seat True if it exchanged, False if it kept all ten cards;
            ``None`` until then.
        stock: the stock from the top; the cards that the viewer put there are shown, and ``None``
            stands for each other card.
        named: the suits named in this hand after a Joker was led, and the seats that named them.
    """

    declarations: PerSeat[Declaration | None] = public_fact(
        "declarations", "hand_data.declarations"
    )
    has_exchanged: PerSeat[bool | None] = public_fact(
        lambda state: tuple(one and bool(one.given) for one in state.exchanged),
        "hand_data.exchanged",
    )
    stock: Annotated[tuple[Card | None, ...], AtMost(most_left)] = viewer_fact(
        "_stock_seen_by", "hand_data.stock"
    )

    @override
    def _hidden(self) -> tuple[Hidden[State], ...]:
        return hidden(self)
