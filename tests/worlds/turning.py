"""Turning, a game in which the dealer takes a card that all have seen, as in Euchre.

Three players have two cards each, and the next one is turned up (TU-1). The dealer takes it up and
lays a card away, face down (TU-2). Follow suit; each trick is a point (TU-3).
"""

from typing import ClassVar, Self

import attrs
from typing_extensions import override

from tests.worlds.giving import Rules
from twowaystreet import authoring as core


class Phase(core.Phase):
    DEAL, LAY, PLAY = "deal", "lay", "play"
    HAND_OVER, GAME_OVER = "hand over", "game over"


class Lay(core.CardMove):
    """Lay a card away: ``lay 2C``."""


@attrs.frozen
class HandData(core.HandData):
    """The card turned up, and the card that the dealer has laid away."""

    up: core.Card | None = None
    buried: core.Card | None = None


class State(core.TrickState[Rules, HandData, core.Score, "View"]):
    __slots__ = ()
    title: ClassVar = "Turning"
    _phases: ClassVar = Phase

    @override
    def _deal_hands(self, deal: core.Deal) -> Self:
        held, (up, *stock) = self._deal_packets(deal, self._first_leader(), (1, 1))
        hands = core.replace_at(held, self.dealer, held[self.dealer] | core.mask_of((up,)))
        return self._await_move(HandData(hands, tuple(stock), up), Phase.LAY, self.dealer)

    def _lay(self, seat: int, move: Lay) -> Self:
        held = self._held_without(seat, move)
        data = attrs.evolve(self._hand_data, held=held, buried=move.card)
        return self._lead(data, core.rotation(self._first_leader(), 3))

    _decisions: ClassVar = {
        Phase.LAY: core.Decision("lay", "TU-2", Lay.of_hand, {Lay: _lay}),
        Phase.PLAY: core.Decision("a card", "TU-3"),
    }

    @override
    def _score(self, tricks: tuple[core.Trick, ...]) -> core.Score:
        return core.HandScore(tuple(map(core.SeatScore, core.tricks_won(tricks, 3))))


@attrs.frozen(kw_only=True)
class View(core.TrickView[Rules, core.Score, State]):
    """The card turned up lies in the dealer's hand, or is the one laid away."""

    up: core.Card | None = core.public_fact(
        "hand_data.up", held_by="dealer", or_in="hand_data.buried"
    )
    buried: core.Card | None = core.conditional_fact(
        "hand_data.buried", lambda state, viewer: viewer == state.dealer
    )
    has_laid: bool = core.public_fact(
        lambda state: state._hand_data.buried is not None, "hand_data.buried"
    )
    redacted_moves: ClassVar = {**core.TrickView.redacted_moves, Lay: core.to_actor}


GAME = core.Game(name="turning", Rules=Rules, State=State, View=View)
