"""A game of five cards for two that is small enough to be solved.

Each player gets one of the cards from two to six of clubs. In turn they check or raise. A player
who checks after a raise gives up, and one who raises after it wants to see the cards. After two
checks or two raises the higher card wins. The winner gets a point, and two after two raises.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, ClassVar, Self

import attrs

from twowaystreet import authoring as core

PACK = core.Pack(core.cards("2C 3C 4C 5C 6C"))


class Phase(core.Phase):
    DEAL = "deal"
    SAY = "say"
    HAND_OVER = "hand over"
    GAME_OVER = "game over"


class Word(StrEnum):
    CHECK = "check"
    RAISE = "raise"


@attrs.frozen
class Say(core.Move):
    word: Word
    form: ClassVar = "check or raise"

    @classmethod
    def read(cls, reader: core.Reader) -> Self | None:
        return next((cls(word) for word in Word if reader.accept(word.value)), None)

    def __str__(self) -> str:
        return self.word.value


CHECK, RAISE = map(Say, Word)


@attrs.frozen(kw_only=True)
class Rules:
    max_hands: int | None = core.number(1, at_least=1, or_none=True, rule="AL-2")

    @property
    def seats(self) -> int:
        return 2

    @property
    def pack(self) -> core.Pack:
        return PACK


@attrs.frozen
class HandData(core.HandData):
    said: tuple[Word, ...] = ()


Score = core.HandScore[core.SeatScore]


class State(core.GameState[Rules, HandData, Score, "View"]):
    title: ClassVar = "Five Cards"
    _phases: ClassVar = Phase
    _first_points: ClassVar = core.Between(0, 2)

    def _deal_hands(self, deal: core.Deal) -> Self:
        first = (self.dealer + 1) % 2
        cards = deal.cards[:2] if first == 0 else deal.cards[1::-1]
        held = tuple(core.mask_of((card,)) for card in cards)
        return self._await_move(HandData(held, deal.cards[2:]), Phase.SAY, first)

    def _words(self, seat: int) -> tuple[Say, ...]:
        return CHECK, RAISE

    def _say(self, seat: int, move: Say) -> Self:
        said = (*self._hand_data.said, move.word)
        hand_data = attrs.evolve(self._hand_data, said=said)
        match said:
            case (Word.CHECK, Word.CHECK):
                return self._won(self._higher(), 1, hand_data)
            case (*_, Word.RAISE, Word.RAISE):
                return self._won(self._higher(), 2, hand_data)
            case (*_, Word.RAISE, Word.CHECK):
                return self._won(1 - seat, 1, hand_data)
            case _:
                return self._await_move(hand_data, Phase.SAY, 1 - seat)

    def _higher(self) -> int:
        return int(self.hands[1] > self.hands[0])

    def _won(self, winner: int, points: int, hand_data: HandData) -> Self:
        seats = [core.SeatScore(points * (seat == winner)) for seat in range(2)]
        return self._finish_hand(core.HandScore(tuple(seats)), self._remaining, hand_data=hand_data)

    _decisions: ClassVar = {Phase.SAY: core.Decision(Say.form, "FC-1", _words, {Say: _say})}


@attrs.frozen(kw_only=True)
class View(core.View[Rules, Score, State]):
    said: Annotated[tuple[Word, ...], core.AtMost(3)] = core.public_fact("hand_data.said")


GAME = core.Game(
    name="five_cards",
    Rules=Rules,
    State=State,
    View=View,
    new_game=core.new_game_for(Rules, State, HandData(), rule="AL-2"),
)
