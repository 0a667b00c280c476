"""The hand so far of Spades for two: the cards dealt, and the moves that led to a state."""

from __future__ import annotations

import random
from typing import Any, ClassVar, Generic, Self

from typing_extensions import TypeVar, override

from twowaystreet import authoring as core
from twowaystreet.games.spades import rules as spades
from twowaystreet.games.spades.score import HandScore, Trick

# Any: the class of the views builds on this module.
ViewT = TypeVar("ViewT", bound=core.View[Any, Any], covariant=True)


class ToldState(core.TrickState[spades.Rules, spades.HandData, HandScore, ViewT], Generic[ViewT]):
    """A state that tells the moves of its hand."""

    __slots__ = ()
    tricks: tuple[Trick, ...]
    _play_phase: ClassVar = spades.PLAY

    @override
    def _dealt(self, rng: random.Random) -> list[list[core.Card]]:
        """SP-12: the order of a dummy decides which of its cards are turned up."""
        dealt = super()._dealt(rng)
        for player, dummy in enumerate(self._hand_data.dummies):
            dealt[spades.NUMBER[player, spades.DUMMY]] = [*dummy]
        return dealt

    @override
    def _made_in(self, earlier: Self) -> core.Move | None:
        phase = earlier.phase
        if phase in (spades.PLAY, spades.CALL):
            return self._called_in(earlier) or self._played_in(earlier)
        data, before, seat = self._hand_data, earlier._hand_data, earlier.actor
        later = data.auction[len(before.auction) :]
        if (phase, seat, before.stands, ()) == (self.phase, self.actor, data.stands, later):
            return None
        bid = later[0].bid if later and later[0].seat == seat else None
        if phase is spades.LOOKING:
            return bid if bid in (*spades.BEFORE_LOOKING, *spades.BLIND) else spades.LOOK
        return bid or spades.STAND

    def _called_in(self, earlier: Self) -> core.Move | None:
        """SP-14: a call, or none after the last book, when the other player is asked next."""
        seat, known = earlier.actor, len(earlier._hand_data.calls)
        later = self._hand_data.calls[known:]
        place = (seat, len(earlier.tricks), len(earlier._table))
        if later and (later[0].seat, later[0].book, later[0].cards) == place:
            return spades.Renege(later[0].taken)
        is_asked = earlier.phase is spades.CALL and not earlier._legal
        return spades.NO_RENEGE if is_asked and self.actor != seat else None
