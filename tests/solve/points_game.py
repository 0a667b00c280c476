"""Twos with other points: hearts cost points, and fewer points or partners may count."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import attrs

from twowaystreet import authoring as core
from twowaystreet._core.tricks.play_tables import TrickPoints
from twowaystreet.games import twos

PRICE: Mapping[object, int] = {core.Rank.TWO: 1, core.Rank.THREE: 4}
POINTS = TrickPoints(
    worth=tuple(
        (card.rank is core.Rank.ACE) * 2 - (card.suit is core.Suit.HEARTS) for card in core.CARDS
    ),
    caught=core.RANK[core.Rank.TWO],
    price=tuple(PRICE.get(card.rank, 0) for card in core.CARDS),
)


@attrs.frozen(kw_only=True)
class Rules(twos.Rules):
    """The options.

    Attributes:
        partners: True if seats that face each other are partners.
    """

    partners: bool = core.flag(False, rule="TW-11")

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """The seats of each side."""
        return ((0, 2), (1, 3)) if self.partners else ((0,), (1,), (2,), (3,))


class Score(core.HandScore[core.SeatScore]):
    """A score in which more points are better."""


class FewScore(Score):
    """A score in which fewer points are better."""

    fewer_is_better: ClassVar = True


class State(twos.State):
    """A game at one moment."""

    __slots__ = ()

    def _score(self, tricks: tuple[core.Trick, ...]) -> Any:  # Any: another class than in Twos
        points = [0] * 4
        for trick in tricks:
            winner = trick.winner
            assert winner is not None
            price = POINTS.price[trick.cards[trick.seats.index(winner)].index]
            for card, seat in zip(trick.cards, trick.seats, strict=True):
                points[winner] += POINTS.worth[card.index]
                if card.rank is core.Rank.TWO and seat != winner:
                    points[winner] += price
                    points[seat] -= price
        kind = FewScore if isinstance(self, FewState) else Score
        return kind(tuple(map(core.SeatScore, points)))

    def _tally(self) -> TrickPoints:
        return POINTS


class FewState(State):
    """A game in which fewer points are better."""

    __slots__ = ()
    # This declares the class of scores. A new game does so in the brackets of its base.
    __orig_bases__ = (core.TrickState[Rules, core.HandData, FewScore, twos.View],)


few_points = core.new_game_for(Rules, FewState, core.HandData(), rule="TW-11")
new_game = core.new_game_for(Rules, State, core.HandData(), rule="TW-11")
