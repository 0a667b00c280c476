"""Twos: four players, each for themselves, with wild twos that the threes of their suit catch.

Source: *Twos*, the rules of a trick-taking game for four.

Everybody is dealt thirteen cards (TW-1, TW-2) and follows suit, except that a two may be played to
any trick (TW-3, TW-4). The first two in a trick takes it, unless the three of its suit is there
(TW-6). High cards among the tricks count, and so do twos caught in them (TW-8 to TW-10).

Where the source is silent: the player to the dealer's left leads first, whoever takes a trick leads
the next (TW-2), a two is still a card of its suit (TW-5), and a game is four hands (TW-11).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain
from types import MappingProxyType
from typing import Any, ClassVar, Final, Self

import attrs
from typing_extensions import override

from twowaystreet._cards.cards import SUITS, Card, Rank, Suit
from twowaystreet._cards.masks import SUIT, card_types_among, cards_in
from twowaystreet._cards.packs import FRENCH_DECK, Pack
from twowaystreet._engine import phases
from twowaystreet._engine.decisions import Decision
from twowaystreet._engine.game import Game
from twowaystreet._engine.match import HandData
from twowaystreet._engine.moves import Deal
from twowaystreet._engine.options import number
from twowaystreet._engine.seats import rotation
from twowaystreet._engine.setup import begin_match, checked_rules
from twowaystreet._tricks.trick_state import TrickState
from twowaystreet._tricks.tricks import SUIT_LED, Following, Strengths, Trick, ordering
from twowaystreet._util.constructors import fast_constructor
from twowaystreet._util.values import Value
from twowaystreet._views.facts import public_fact
from twowaystreet._views.trick_views import TrickView
from twowaystreet.errors import RulesError
from twowaystreet.games._twos_scoring import (
    HONOURS,
    PLAYERS,
    TWOS,
    Catch,
    HandScore,
    SeatScore,
    catches_in,
    score,
    score_of,
)

__all__ = [
    "GAME",
    "Catch",
    "HandScore",
    "Phase",
    "Rules",
    "SeatScore",
    "State",
    "View",
    "new_game",
    "score",
]


def __dir__() -> list[str]:
    return __all__


PACK: Final = Pack(FRENCH_DECK)
ONE_BY_ONE: Final = (1,) * (len(PACK) // PLAYERS)
"""Thirteen rounds of one card each (TW-2)."""

FOLLOWING: Final[Mapping[Suit | None, Following]] = MappingProxyType(
    {
        None: (),
        **{suit: ((SUIT[suit], SUIT[suit] | TWOS),) for suit in Suit},
    }
)
"""Who holds a card of the suit led, be it its two (TW-5), plays one (TW-3) or any two (TW-4)."""

STRENGTHS: Final[Mapping[tuple[Suit, Suit | None], Strengths]] = MappingProxyType(
    {
        **{(led, None): SUIT_LED[led] for led in Suit},
        **{
            (led, two): ordering(*SUITS[led], cards_in(TWOS), SUITS[two][Rank.THREE.place])
            for led in Suit
            for two in Suit
        },
    }
)
"""The order of the cards by the suit led and by that of the first two in the trick.

The suit led, ace high (TW-7); above it the twos, all alike, so that the first one played takes the
trick; above them the three of that one's suit (TW-6).
"""


class Phase(phases.Phase):
    """The phases of Twos."""

    DEAL = "deal"
    PLAY = "play"
    HAND_OVER = "hand over"
    GAME_OVER = "game over"


# Names of their own: Python 3.11 takes 60 to 130 ns to find a member through its enum.
PLAY: Final = Phase.PLAY


@attrs.frozen(kw_only=True)
class Rules(Value):
    """The options of Twos; at least one of them bounds a game (TW-11).

    Args:
        target: how many points end a game, 1 to a billion; ``None`` for no such end.
        max_hands: after how many hands it ends at the latest; ``None`` for no such bound.

    Raises:
        RulesError: if an option has an impossible value, or both are ``None``.

    >>> Rules(target=30, max_hands=None)
    Rules(target=30, max_hands=None)
    """

    target: int | None = number(None, at_least=1, rule="TW-11")
    max_hands: int | None = number(4, at_least=1, or_none=True, rule="TW-11")

    def __attrs_post_init__(self) -> None:
        """See that a game ends at all."""
        if self.target is None and self.max_hands is None:
            raise RulesError("max_hands", None, "a whole number if there is no target", "TW-11")

    @property
    def seats(self) -> int:
        """How many play, which is four (TW-1)."""
        return PLAYERS

    @property
    def pack(self) -> Pack:
        """The 52 cards without a Joker (TW-1)."""
        return PACK


_new_hand_data: Final = fast_constructor(HandData)
_UNDEALT: Final = HandData()


class State(TrickState[Rules, HandData, HandScore, "View"]):
    """A game of Twos at one moment; made by :func:`new_game` and ``apply``."""

    __slots__ = ()
    _phases: ClassVar = Phase
    title: ClassVar = "Twos"
    _decisions: ClassVar = {PLAY: Decision("a card", "TW-3")}
    _following: ClassVar = FOLLOWING
    _following_rule: ClassVar = "TW-3"
    _dealing_rule: ClassVar = "TW-1"

    @property
    def catches(self) -> tuple[Catch, ...]:
        """The twos that have been caught in this hand, in the order it happened."""
        return tuple(chain.from_iterable(map(catches_in, self.tricks)))

    @override
    def _deal_hands(self, deal: Deal) -> Self:
        """TW-1, TW-2: thirteen cards each, and the first lead, from the dealer's left."""
        first = self._first_leader()
        held, stock = self._deal_packets(deal, first, ONE_BY_ONE)
        return self._lead(_new_hand_data(held, stock), rotation(first, PLAYERS))

    @override
    def _strengths(self, table: tuple[Card, ...], led: Suit | None) -> Strengths:
        assert led is not None
        for card in table:
            if card._bit & TWOS:
                return STRENGTHS[led, card.suit]
        return STRENGTHS[led, None]

    @override
    def _score(self, tricks: tuple[Trick, ...]) -> HandScore:
        honours = [0] * PLAYERS
        catches: list[Catch] = []
        for trick in tricks:
            winner: Any = trick.winner  # Any: a seat, as the trick is complete
            honours[winner] += (card_types_among(trick.cards) & HONOURS).bit_count()
            catches += catches_in(trick)
        return score_of(honours, tuple(catches))

    @override
    def _ends_game(self, scores: tuple[int, ...]) -> bool:
        """TW-11: somebody has reached the target, if there is one."""
        target = self.rules.target
        return target is not None and max(scores) >= target


def new_game(
    rules: Rules | None = None,
    *,
    dealer: int = 0,
    scores: Sequence[int] | None = None,
    hands_played: int = 0,
) -> State:
    """Begin a game of Twos, or go on with one that was begun elsewhere.

    Args:
        rules: the options; ``None`` for all the defaults.
        dealer: the seat that deals first, 0 to 3.
        scores: every seat's points so far, less than the target each, negative ones too; ``None``
            for none.
        hands_played: how many hands have been played so far; counts against ``max_hands``.

    Returns:
        A state that waits for its deal.

    Raises:
        SeatError: if the dealer is no seat.
        RulesError: if the scores or the number of hands cannot be.

    >>> new_game(dealer=3)
    <Twos: deal, scores 0 0 0 0>
    """
    rules = checked_rules(Rules, rules)
    return begin_match(State, _UNDEALT, rules, dealer, scores, hands_played, rule="TW-11")


@attrs.frozen(kw_only=True)
class View(TrickView[Rules, HandScore]):
    """What one seat may know of a state of Twos.

    Attributes:
        score: the score of the hand just finished, ``None`` until then.
        rules: the options the game is played with.
        catches: the twos that have been caught in this hand.
    """

    catches: tuple[Catch, ...] = public_fact(lambda state: state.catches, "tricks")


GAME: Final = Game(
    name="twos",
    title=State.title,
    Rules=Rules,
    State=State,
    View=View,
    new_game=new_game,
)
"""Twos and its classes."""
