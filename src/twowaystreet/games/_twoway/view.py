"""The view of one seat, as Two Way Street and its Duel share it."""

from __future__ import annotations

from collections.abc import Container
from typing import ClassVar, Generic

import attrs
from typing_extensions import override

from twowaystreet._cards.cards import Joker
from twowaystreet._cards.masks import JOKER
from twowaystreet._engine.phases import Phase
from twowaystreet._engine.state import ScoreT
from twowaystreet._tricks.tricks import Following, Trick
from twowaystreet._views.facts import per_seat_fact, public_fact, to_owner, viewer_fact
from twowaystreet._views.trick_views import TrickView
from twowaystreet.games._twoway.cards import DUTY, FOLLOWING, TRICKS
from twowaystreet.games._twoway.moves import Exchange
from twowaystreet.games._twoway.rules import TwoWayRulesT
from twowaystreet.games._twoway.state import Exchanged, Naming


@attrs.frozen(kw_only=True)
class TwoWayView(TrickView[TwoWayRulesT, ScoreT], Generic[TwoWayRulesT, ScoreT]):
    """What one seat may know of a state of either game.

    Attributes:
        phase: what is to be done next, as far as can be seen: that somebody has to name a suit
            before playing, others see only when it is done (ST-16, ST-18).
        exchanged: what the seat itself exchanged; ``None`` for the others.
        named: who named which suit after a Joker led, in this hand.
    """

    phase: Phase = viewer_fact(
        # Who waits does not know yet whether the suit led will have to be named.
        lambda state, viewer: (
            state._play_phase
            if state.phase is state._name_phase and viewer != state.actor
            else state.phase
        ),
        "phase",
    )
    exchanged: tuple[Exchanged | None, ...] = per_seat_fact(
        lambda state, seat: state.exchanged[seat], to_owner, "hand_data.exchanged"
    )
    named: tuple[Naming, ...] = public_fact(lambda state: state.named, "hand_data.named")

    redacted_moves: ClassVar = {
        **TrickView.redacted_moves,
        # ST-11: others see that an exchange is made.
        Exchange: lambda state, move, viewer: None if viewer == state.actor else "exchange",
    }

    _lasting: ClassVar = ("tricks", "named")

    @override
    def _contradiction(self, changed: Container[str]) -> str:
        """ST-5: ten tricks at the most. ST-16 to ST-18: in each a suit is named once."""
        if general := super()._contradiction(changed):
            return general
        tricks = len(self.tricks)
        if tricks > TRICKS or len(self.named) > tricks + 1:
            return f"tricks, named: expected {TRICKS} tricks, a suit named in each, at the most"
        return ""

    @override
    def _duty(self, number: int, trick: Trick, place: int) -> tuple[Following, str]:
        joker = trick.cards[0].joker
        if joker is not None:
            namers = [naming.seat for naming in self.named if naming.trick == number]
            if not set(namers) & set(trick.seats[: place + 1]):
                # Who must name the suit plays nothing before, but for a plain Joker on another.
                plain = joker is Joker.PLAIN
                allowed = JOKER[joker] if plain else 0
                return ((DUTY[joker], allowed),), "ST-18" if plain else "ST-16"
        return FOLLOWING[trick.led] or (), "ST-13"
