"""The view of one seat in Twenty Down."""

from __future__ import annotations

from collections.abc import Container
from typing import ClassVar

import attrs
from typing_extensions import override

from twowaystreet._cards.cards import Suit
from twowaystreet._engine.bounds import CardCount, CardSet, PerSeat
from twowaystreet._tricks.tricks import Following, Trick
from twowaystreet._views.facts import per_seat_fact, public_fact, to_owner
from twowaystreet._views.trick_views import TrickView
from twowaystreet._worlds.places import Hidden
from twowaystreet.games.twenty_down.moves import Draw
from twowaystreet.games.twenty_down.rules import DECLARE, DRAW, PLAY, Rules
from twowaystreet.games.twenty_down.scoring import HandScore, Status
from twowaystreet.games.twenty_down.state import FOLLOWING, State
from twowaystreet.games.twenty_down.worlds import hidden


def _draw_seen_by(state: State, move: Draw, viewer: int | None) -> str | None:
    """TD-3: others see the number of cards drawn, but not the discards."""
    return None if viewer == state.actor else f"draw {len(move.cards)}"


@attrs.frozen(kw_only=True)
class View(TrickView[Rules, HandScore]):
    """The facts that one seat may know in a game of Twenty Down.

    Attributes:
        rules: the options of the game.
        score: the score of the hand that just ended; ``None`` during a hand.
        trumps: the suit that is trumps; ``None`` until it is named.
        statuses: in or out for each seat; ``None`` until it is known.
        discards: the viewer's own discards; ``None`` for the others.
        discard_sizes: the number of cards that each seat discarded; ``None`` until the seat has
            drawn.
    """

    trumps: Suit | None = public_fact("hand_data.trumps")
    statuses: PerSeat[Status | None] = public_fact("hand_data.statuses")
    discards: PerSeat[CardSet | None] = per_seat_fact("hand_data.discards", to_owner)
    discard_sizes: PerSeat[CardCount | None] = public_fact(
        lambda state: tuple(None if cards is None else len(cards) for cards in state.discards),
        "hand_data.discards",
    )

    redacted_moves: ClassVar = {**TrickView.redacted_moves, Draw: _draw_seen_by}

    @override
    def _hidden(self) -> tuple[Hidden[State], ...]:
        return hidden(self)

    @override
    def _contradiction(self, changed: Container[str]) -> str:
        """TD-2: the draws, the declarations and the play come after the naming of trumps."""
        if self.trumps is None and self.phase in (DRAW, DECLARE, PLAY):
            return f"trumps: expected a suit in the phase {self.phase}"
        return super()._contradiction(changed)

    @override
    def _duty(self, number: int, trick: Trick, place: int) -> tuple[Following, str]:
        assert self.trumps is not None and trick.led is not None
        return FOLLOWING[self.trumps, self.rules.must_trump][trick.led], "TD-7"
