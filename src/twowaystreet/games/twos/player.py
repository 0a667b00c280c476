"""The rule of thumb of Twos, which takes tricks with points and saves its twos for them."""

from __future__ import annotations

import random
from typing import Final

from typing_extensions import override

from twowaystreet._cards.cards import CARDS, Card, Rank
from twowaystreet._engine.moves import Move
from twowaystreet._players.card_values import best_play, place
from twowaystreet._players.rules_of_thumb import RuleOfThumb
from twowaystreet._tricks.card_play import CardPlay, Situation
from twowaystreet._tricks.tricks import Strengths
from twowaystreet.games.twos.scoring import HONOURS, PLAYERS, PRICE
from twowaystreet.games.twos.state import STRENGTHS, State
from twowaystreet.games.twos.view import View

_KEPT: Final = {Rank.TWO: 2.0}
"""The points that a card brings on average in a later trick; 0 for most cards."""
_SAFE: Final = {Rank.TWO: 0.9, Rank.THREE: 0.9, Rank.ACE: 0.7, Rank.KING: 0.6}
_UNSAFE: Final = 0.3
"""The chance that a card which wins the trick so far still wins after all have played."""
_MARK_OF_TWO: Final = PLAYERS
"""The mark of a two; honours have the mark 1, and there are fewer honours in a trick."""
_MARKS: Final = tuple(
    _MARK_OF_TWO if card.rank is Rank.TWO else int(card._bit & HONOURS != 0) for card in CARDS
)
"""The marks of the cards on the table."""


def promise(card: Card, facts: Situation) -> tuple[float, float]:
    """Return the expected points of playing a card; of equal cards the lowest is better."""
    rank = Rank(card.rank)
    caught, honours = divmod(facts.marks, _MARK_OF_TWO)
    counting = honours + _MARKS[card.index] % _MARK_OF_TWO
    gain = counting + caught * PRICE.get(rank, 0)
    loss = PRICE[Rank.TWO] if rank is Rank.TWO else counting if card._bit & HONOURS else 0
    chance = 0.0
    if facts.takes:
        chance = 1.0 if facts.is_last else _SAFE.get(rank, _UNSAFE)
    points = chance * gain - (1 - chance) * loss - _KEPT.get(rank, 0.0)
    return points, -place(card)


class TwosPlayer(RuleOfThumb[View, State]):
    """Play the card with the greatest expected points; of equal cards the lowest."""

    __slots__ = ()

    @override
    def __call__(self, view: View, rng: random.Random) -> Move:
        trick = view.trick
        first_two = next((card.suit for card in trick.cards if card.rank is Rank.TWO), None)

        def strengths(card: Card) -> Strengths:
            led = trick.led or card.suit
            assert led is not None
            return STRENGTHS[led, first_two or (card.suit if card.rank is Rank.TWO else None)]

        marks = sum(_MARKS[card.index] for card in trick.cards)
        is_last = len(trick.cards) == PLAYERS - 1
        return best_play(view, promise, strengths, is_last=is_last, marks=marks)

    @override
    def card_play(self, state: State) -> CardPlay:
        return _CARD_PLAY


_CARD_PLAY: Final = CardPlay(
    (promise,), (0,) * PLAYERS, (None,) * PLAYERS, tuple(range(PLAYERS)), _MARKS
)
PLAYER: Final = TwosPlayer()
