"""The states of Twos: the deal, following suit with wild twos, and the score of a hand."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain
from types import MappingProxyType
from typing import ClassVar, Final, Self

import attrs
from typing_extensions import override

from twowaystreet._core.cards.cards import CARDS, SUITS, Card, Rank, Suit
from twowaystreet._core.cards.masks import SUIT, card_types_among, cards_in
from twowaystreet._core.engine.fields import Between
from twowaystreet._core.engine.match import HandData
from twowaystreet._core.engine.moves import Deal, Decision
from twowaystreet._core.engine.seats import rotation
from twowaystreet._core.engine.setup import new_game_for
from twowaystreet._core.tricks.play_tables import TrickPoints
from twowaystreet._core.tricks.trick_state import TrickState
from twowaystreet._core.tricks.tricks import SUIT_LED, Following, Strengths, Trick, ordering
from twowaystreet._core.views.facts import public_fact
from twowaystreet._core.views.trick_views import TrickView
from twowaystreet._util.values import fast_constructor
from twowaystreet.games.twos import rules as twos
from twowaystreet.games.twos.rules import HONOURS, HandScore, Phase, Rules

ONE_BY_ONE: Final = (1,) * (len(twos.PACK) // twos.PLAYERS)
"""Thirteen rounds of one card each (TW-2)."""


FOLLOWING: Final[Mapping[Suit | None, Following]] = MappingProxyType(
    {None: (), **{suit: ((SUIT[suit], SUIT[suit] | twos.TWOS),) for suit in Suit}}
)
"""The cards that follow, by the suit led.

A player with a card of the suit led must play one (TW-3) or any two (TW-4). The two of the suit
led is such a card (TW-5).
"""

STRENGTHS: Final[Mapping[tuple[Suit, Suit | None], Strengths]] = MappingProxyType(
    {
        **{(led, None): SUIT_LED[led] for led in Suit},
        **{
            (led, two): ordering(*SUITS[led], cards_in(twos.TWOS), SUITS[two][Rank.THREE.place])
            for led in Suit
            for two in Suit
        },
    }
)
"""The order of the cards, by the suit led and by the suit of the first two in the trick.

From the lowest: the suit led up to its ace (TW-7), all twos with equal strength, the three of the
first two's suit (TW-6). Of equal cards the first one takes the trick.
"""

TRICK_POINTS: Final = TrickPoints(
    worth=tuple(int(card._bit & HONOURS != 0) for card in CARDS),
    caught=twos.TWOS,
    price=tuple(twos.PRICE.get(card.rank, 0) for card in CARDS),
)
"""The points of the cards in a trick: honours (TW-8), and the twos that a card catches (TW-9)."""

_new_hand_data: Final = fast_constructor(HandData)


class State(TrickState[Rules, HandData, HandScore, "View"]):
    """A game of Twos at one moment; made by :func:`new_game` and ``apply``."""

    __slots__ = ()
    _phases: ClassVar = Phase
    _is_open: ClassVar = True
    title: ClassVar = "Twos"
    _decisions: ClassVar = {twos.PLAY: Decision("a card", "TW-3")}
    _following: ClassVar = FOLLOWING
    _deciders: ClassVar = twos.TWOS  # TW-6
    _dealing_rule: ClassVar = "TW-1"
    # TW-8, TW-9: all honours, and all twos caught.
    _first_points: ClassVar = Between(-twos.MOST_CAUGHT, HONOURS.bit_count() + twos.MOST_CAUGHT)

    @property
    def catches(self) -> tuple[twos.Catch, ...]:
        """The twos caught in this hand, in order of time."""
        return tuple(chain.from_iterable(map(twos.catches_in, self.tricks)))

    @override
    def _deal_hands(self, deal: Deal) -> Self:
        """TW-1, TW-2: deal thirteen cards each; the player to the dealer's left leads."""
        first = self._first_leader()
        held, stock = self._deal_packets(deal, first, ONE_BY_ONE)
        return self._lead(_new_hand_data(held, stock), rotation(first, twos.PLAYERS))

    @override
    @classmethod
    def _strengths(
        cls, rules: Rules, trumps: None, led: Suit | None, decider: Card | None
    ) -> Strengths:
        assert led is not None
        return STRENGTHS[led, decider.suit if decider else None]

    @override
    def _score(self, tricks: tuple[Trick, ...]) -> HandScore:
        honours = [0] * twos.PLAYERS
        catches: list[twos.Catch] = []
        for trick in tricks:
            winner = trick.winner
            assert winner is not None
            honours[winner] += (card_types_among(trick.cards) & HONOURS).bit_count()
            catches += twos.catches_in(trick)
        return twos.score_of(honours, tuple(catches))

    @override
    def _tally(self) -> TrickPoints | None:
        """Return the points; of equal cards in a trick only one counts, so not with other packs."""
        return TRICK_POINTS if self._match.rules.pack is twos.PACK else None

    @override
    def _ends_game(self, scores: tuple[int, ...]) -> bool:
        """TW-11: a player has reached the target, if there is one."""
        target = self.rules.target
        return target is not None and max(scores) >= target


@attrs.frozen(kw_only=True)
class View(TrickView[Rules, HandScore, State]):
    """The facts that one seat may know in a game of Twos.

    Attributes:
        score: the score of the hand that just ended; ``None`` during a hand.
        rules: the options of the game.
        catches: the twos caught in this hand, in order of time.
    """

    catches: tuple[twos.Catch, ...] = public_fact("catches", "tricks")

    left_out: ClassVar = {**TrickView.left_out, "catches": "they follow from the tricks"}


new_game: Final = new_game_for(Rules, State, HandData(), rule="TW-11")
"""Begin a game of Twos, or continue one that began elsewhere; its ``help`` says more."""
