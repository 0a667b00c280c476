"""What the states of a hand share: the match that the hand is part of, and what is settled in it.

A state points to both, so that a card that is played copies neither.
"""

from __future__ import annotations

from typing import Generic, Protocol, TypeVar

import attrs

from twowaystreet._cards.cards import Card
from twowaystreet._cards.packs import Pack
from twowaystreet._engine.scores import HandScore, SeatScore
from twowaystreet._util.constructors import fast_constructor
from twowaystreet._util.values import Value


class GameRules(Protocol):
    """What the core asks of any game's rules."""

    @property
    def max_hands(self) -> int | None:
        """After how many hands a game ends at the latest (AL-2)."""
        ...

    @property
    def seats(self) -> int:
        """How many players there are."""
        ...

    @property
    def pack(self) -> Pack:
        """The cards the game is played with."""
        ...


RulesT = TypeVar("RulesT", bound=GameRules, covariant=True)


@attrs.frozen
class Match(Value, Generic[RulesT]):
    """What stays the same for a whole hand, or changes only when it is over.

    Attributes:
        rules: the options the game is played with.
        dealer: the seat that deals, or declares first.
        scores: every seat's total; the hand in play counts once it is over.
        hands_played: how many hands have been finished.
        score: the score of the hand that has just been finished.
        game_over: whether that hand was the last.
    """

    rules: RulesT
    dealer: int
    scores: tuple[int, ...]
    hands_played: int = 0
    score: HandScore[SeatScore] | None = None
    game_over: bool = False


build_match = fast_constructor(Match)


@attrs.frozen
class HandData(Value):
    """What a card that is played leaves as it is, but for the few that uncover or name something.

    Attributes:
        held: the cards of each hand as masks, played ones included.
        stock: the cards that were not dealt, from the top.
    """

    held: tuple[int, ...] = ()
    stock: tuple[Card, ...] = ()


HandDataT = TypeVar("HandDataT", bound=HandData, covariant=True)
