"""The states of Twos, and the views of a seat."""

from __future__ import annotations

from itertools import chain
from typing import ClassVar, Final, Self

import attrs
from typing_extensions import override

from twowaystreet import authoring as core
from twowaystreet.games.twos import rules as twos
from twowaystreet.games.twos.rules import FOLLOWING, PLAYERS, STRENGTHS, Phase, Rules
from twowaystreet.games.twos.score import POINTS, TRICK_POINTS, Catch, HandScore, catches_in, scored

_new_hand_data: Final = core.fast_constructor(core.HandData)


class State(core.TrickState[Rules, core.HandData, HandScore, "View"]):
    """A game of Twos at one moment; made by :func:`new_game` and ``apply``."""

    __slots__ = ()
    _phases: ClassVar = Phase
    _is_open: ClassVar = True
    title: ClassVar = "Twos"
    _decisions: ClassVar = {twos.PLAY: core.Decision("a card", "TW-3")}
    _following: ClassVar = FOLLOWING
    _deciders: ClassVar = twos.TWOS  # TW-6
    _dealing_rule: ClassVar = "TW-1"
    # TW-8, TW-9: all honours, and all twos caught.
    _first_points: ClassVar = POINTS

    @property
    def catches(self) -> tuple[Catch, ...]:
        """The twos caught in this hand, in order of time."""
        return tuple(chain.from_iterable(map(catches_in, self.tricks)))

    @override
    def _deal_hands(self, deal: core.Deal) -> Self:
        """TW-1, TW-2: deal thirteen cards each; the player to the dealer's left leads."""
        first = self._first_leader()
        held, stock = self._deal_packets(deal, first, twos.ONE_BY_ONE)
        return self._lead(_new_hand_data(held, stock), core.rotation(first, PLAYERS))

    @override
    @classmethod
    def _strengths(
        cls, rules: Rules, trumps: None, led: core.Suit | None, decider: core.Card | None
    ) -> core.Strengths:
        assert led is not None
        return STRENGTHS[led, decider.suit if decider else None]

    @override
    def _score(self, tricks: tuple[core.Trick, ...]) -> HandScore:
        return scored(tricks)

    @override
    def _tally(self) -> core.TrickPoints | None:
        """Return the points; of equal cards in a trick only one counts, so not with other packs."""
        return TRICK_POINTS if self._match.rules.pack is twos.PACK else None

    @override
    def _ends_game(self, scores: tuple[int, ...]) -> bool:
        """TW-11: a player has reached the target, if there is one."""
        target = self.rules.target
        return target is not None and max(scores) >= target


@attrs.frozen(kw_only=True)
class View(core.TrickView[Rules, HandScore, State]):
    """The facts that one seat may know in a game of Twos.

    Attributes:
        score: the score of the hand that just ended; ``None`` during a hand.
        rules: the options of the game.
        catches: the twos caught in this hand, in order of time.
    """

    catches: tuple[Catch, ...] = core.public_fact("catches", "tricks")

    left_out: ClassVar = {**core.TrickView.left_out, "catches": "they follow from the tricks"}


new_game: Final = core.new_game_for(Rules, State, core.HandData(), rule="TW-11")
"""Begin a game of Twos, or continue one that began elsewhere; its ``help`` says more."""
