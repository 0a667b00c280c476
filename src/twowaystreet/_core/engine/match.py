"""The match and the hand data, which all states of a hand share.

A state refers to both, so playing a card copies neither.
"""

from __future__ import annotations

from typing import Generic, Protocol

import attrs
from typing_extensions import TypeVar

from twowaystreet._core.cards.cards import Card
from twowaystreet._core.cards.packs import Pack
from twowaystreet._core.engine.scores import HandScore, SeatScore
from twowaystreet._util.constructors import fast_constructor
from twowaystreet._util.values import Value


class GameRules(Protocol):
    """The members that the core needs of every game's rules."""

    @property
    def max_hands(self) -> int | None:
        """The number of hands after which a game ends; ``None`` for no limit (AL-2)."""
        ...

    @property
    def seats(self) -> int:
        """The number of players."""
        ...

    @property
    def pack(self) -> Pack:
        """The cards of the game."""
        ...


RulesT = TypeVar("RulesT", bound=GameRules, default=GameRules, covariant=True)


@attrs.frozen
class Match(Value, Generic[RulesT]):
    """The part of a game that changes only between hands.

    Attributes:
        rules: the options of the game.
        dealer: the seat that deals, or declares first.
        scores: every seat's total; the hand in play counts once it is over.
        hands_played: the number of finished hands.
        score: the score of the hand just finished; ``None`` during a hand.
        game_over: ``True`` if that hand was the last.
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
    """The data of a hand that most plays leave unchanged; games add fields.

    Attributes:
        held: the cards of each hand as masks, played cards included.
        stock: the cards that nobody was dealt, from the top.
    """

    held: tuple[int, ...] = ()
    stock: tuple[Card, ...] = ()


HandDataT = TypeVar("HandDataT", bound=HandData, default=HandData, covariant=True)
