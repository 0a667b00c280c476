"""The view of one seat in Two Way Street."""

from __future__ import annotations

import attrs

from twowaystreet._cards.cards import Card
from twowaystreet._views.facts import public_fact, viewer_fact
from twowaystreet.games._twoway.view import TwoWayView
from twowaystreet.games.street.rules import Rules
from twowaystreet.games.street.scoring import Declaration, HandScore


@attrs.frozen(kw_only=True)
class View(TwoWayView[Rules, HandScore]):
    """What one seat may know of a state of Two Way Street.

    Attributes:
        rules: the options the game is played with.
        score: the score of the hand just finished, ``None`` until then.
        declarations: what each seat declared, or was forced to.
        exchanged: what the seat itself exchanged; ``None`` for the others.
        has_exchanged: whether each seat has exchanged, or kept all ten; ``None`` until it does.
        stock: the stock from the top, with the cards that the seat itself has put there; ``None``
            for each of the others.
        named: who named which suit after a Joker led, in this hand.
    """

    declarations: tuple[Declaration | None, ...] = public_fact(
        lambda state: state.declarations, "hand_data.declarations"
    )
    has_exchanged: tuple[bool | None, ...] = public_fact(
        lambda state: tuple(one and bool(one.given) for one in state.exchanged),
        "hand_data.exchanged",
    )
    stock: tuple[Card | None, ...] = viewer_fact(
        lambda state, seat: state._stock_seen_by(seat), "hand_data.stock"
    )
