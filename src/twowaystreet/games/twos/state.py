"""The states of Twos: the deal, following suit with wild twos, and the score of a hand."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain
from types import MappingProxyType
from typing import ClassVar, Final, Self

import attrs
from typing_extensions import override

from twowaystreet import authoring as core
from twowaystreet.games.twos import rules as twos
from twowaystreet.games.twos.rules import HONOURS, HandScore, Phase, Rules

ONE_BY_ONE: Final = (1,) * (len(twos.PACK) // twos.PLAYERS)
"""Thirteen rounds of one card each (TW-2)."""


FOLLOWING: Final[Mapping[core.Suit | None, core.Following]] = MappingProxyType(
    {None: (), **{suit: ((core.SUIT[suit], core.SUIT[suit] | twos.TWOS),) for suit in core.Suit}}
)
"""The cards that follow, by the suit led.

A player with a card of the suit led must play one (TW-3) or any two (TW-4). The two of the suit
led is such a card (TW-5).
"""

STRENGTHS: Final[Mapping[tuple[core.Suit, core.Suit | None], core.Strengths]] = MappingProxyType(
    {
        **{(led, None): core.SUIT_LED[led] for led in core.Suit},
        **{
            (led, two): core.ordering(
                *core.SUITS[led], core.cards_in(twos.TWOS), core.SUITS[two][core.Rank.THREE.place]
            )
            for led in core.Suit
            for two in core.Suit
        },
    }
)
"""The order of the cards, by the suit led and by the suit of the first two in the trick.

From the lowest: the suit led up to its ace (TW-7), all twos with equal strength, the three of the
first two's suit (TW-6). Of equal cards the first one takes the trick.
"""

TRICK_POINTS: Final = core.TrickPoints(
    worth=tuple(int(card._bit & HONOURS != 0) for card in core.CARDS),
    caught=twos.TWOS,
    price=tuple(twos.PRICE.get(card.rank, 0) for card in core.CARDS),
)
"""The points of the cards in a trick: honours (TW-8), and the twos that a card catches (TW-9)."""

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
    _first_points: ClassVar = core.Between(
        -twos.MOST_CAUGHT, HONOURS.bit_count() + twos.MOST_CAUGHT
    )

    @property
    def catches(self) -> tuple[twos.Catch, ...]:
        """The twos caught in this hand, in order of time."""
        return tuple(chain.from_iterable(map(twos.catches_in, self.tricks)))

    @override
    def _deal_hands(self, deal: core.Deal) -> Self:
        """TW-1, TW-2: deal thirteen cards each; the player to the dealer's left leads."""
        first = self._first_leader()
        held, stock = self._deal_packets(deal, first, ONE_BY_ONE)
        return self._lead(_new_hand_data(held, stock), core.rotation(first, twos.PLAYERS))

    @override
    @classmethod
    def _strengths(
        cls, rules: Rules, trumps: None, led: core.Suit | None, decider: core.Card | None
    ) -> core.Strengths:
        assert led is not None
        return STRENGTHS[led, decider.suit if decider else None]

    @override
    def _score(self, tricks: tuple[core.Trick, ...]) -> HandScore:
        honours = [0] * twos.PLAYERS
        catches: list[twos.Catch] = []
        for trick in tricks:
            winner = trick.winner
            assert winner is not None
            honours[winner] += (core.card_types_among(trick.cards) & HONOURS).bit_count()
            catches += twos.catches_in(trick)
        return twos.score_of(honours, tuple(catches))

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

    catches: tuple[twos.Catch, ...] = core.public_fact("catches", "tricks")

    left_out: ClassVar = {**core.TrickView.left_out, "catches": "they follow from the tricks"}


new_game: Final = core.new_game_for(Rules, State, core.HandData(), rule="TW-11")
"""Begin a game of Twos, or continue one that began elsewhere; its ``help`` says more."""
