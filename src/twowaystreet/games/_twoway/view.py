"""The common part of a seat's view in Two Way Street and the Duel."""

from __future__ import annotations

from collections.abc import Container
from typing import Annotated, ClassVar, Generic

import attrs
from typing_extensions import override

from twowaystreet._cards.cards import Joker
from twowaystreet._cards.masks import JOKER
from twowaystreet._engine.bounds import AtMost, PerSeat
from twowaystreet._engine.phases import Phase
from twowaystreet._engine.state import ScoreT
from twowaystreet._tricks.tricks import Following, Trick
from twowaystreet._views.facts import per_seat_fact, public_fact, to_owner, viewer_fact
from twowaystreet._views.trick_views import TrickView
from twowaystreet.games._twoway.cards import DUTY, FOLLOWING, TRICKS, most_jokers
from twowaystreet.games._twoway.moves import Exchange
from twowaystreet.games._twoway.rules import TwoWayRulesT
from twowaystreet.games._twoway.state import Exchanged, Naming


@attrs.frozen(kw_only=True)
class TwoWayView(TrickView[TwoWayRulesT, ScoreT], Generic[TwoWayRulesT, ScoreT]):
    """The facts that one seat may know in either game.

    Attributes:
        phase: the phase as the viewer sees it. While a player must name a suit, the others see
            the phase of play, because the duty to name is hidden information (ST-16, ST-18).
        exchanged: the viewer's own exchange; ``None`` for the others.
        named: the suits named in this hand after a Joker was led, and the seats that named them.
    """

    tricks: Annotated[tuple[Trick, ...], AtMost(TRICKS)] = public_fact("tricks")
    # Declared again after `tricks`, so that the fields keep their order in files.
    trick: Trick = public_fact("trick", "table", "led", "order")
    phase: Phase = viewer_fact("_phase_seen_by", "phase")
    exchanged: PerSeat[Exchanged | None] = per_seat_fact(
        "exchanged", to_owner, "hand_data.exchanged"
    )
    named: Annotated[tuple[Naming, ...], AtMost(most_jokers)] = public_fact("hand_data.named")

    redacted_moves: ClassVar = {
        **TrickView.redacted_moves,
        # ST-11: others see an exchange, but not its cards.
        Exchange: lambda state, move, viewer: None if viewer == state.actor else "exchange",
    }

    _lasting: ClassVar = ("tricks", "named")

    @override
    def _contradiction(self, changed: Container[str]) -> str:
        """ST-5: at most ten tricks. ST-16 to ST-18: at most one named suit in each trick."""
        if general := super()._contradiction(changed):
            return general
        tricks = len(self.tricks)
        if tricks > TRICKS or len(self.named) > tricks + 1:
            return (
                f"tricks, named: expected at most {TRICKS} tricks, at most one named suit in each"
            )
        return ""

    @override
    def _duty(self, number: int, trick: Trick, place: int) -> tuple[Following, str]:
        joker = trick.cards[0].joker
        if joker is not None:
            namers = [naming.seat for naming in self.named if naming.trick == number]
            if not set(namers) & set(trick.seats[: place + 1]):
                # A player who must name the suit cannot play before, except a plain Joker
                # on another plain Joker.
                plain = joker is Joker.PLAIN
                allowed = JOKER[joker] if plain else 0
                return ((DUTY[joker], allowed),), "ST-18" if plain else "ST-16"
        return FOLLOWING[trick.led] or (), "ST-13"
