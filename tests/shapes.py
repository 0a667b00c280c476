"""Shapes, a game of all shapes that our own games do not have.

One to three players have hands of one card or of none, from one deck or two, without tricks. They
draw from the stock, lay cards open before them, or put them on one of two heaps. An empty stock
is made anew from the heaps, which are shuffled within the hand. ``Patience`` are the rules of the
same game for one player, without options.
"""

from collections import Counter
from typing import Annotated, Any, ClassVar, Self

import attrs
from typing_extensions import override

from twowaystreet import authoring as core

NAMES = {str(card): card for card in core.FRENCH_DECK}
TURNS = 15


class Phase(core.Phase):
    DEAL = "deal"
    TURN = "turn"
    HAND_OVER = "hand over"
    GAME_OVER = "game over"


@attrs.frozen(kw_only=True)
class Rules:
    players: int = core.number(2, at_least=1, at_most=3, rule="SH-1")
    cards: int = core.number(1, at_least=0, at_most=1, rule="SH-1")
    decks: int = core.number(1, at_least=1, at_most=2, rule="SH-1")
    max_hands: int | None = core.number(2, at_least=1, rule="SH-1")

    @property
    def seats(self) -> int:
        return self.players

    @property
    def pack(self) -> core.Pack:
        return core.Pack(core.FRENCH_DECK[:4], decks=self.decks)


@attrs.frozen(kw_only=True)
class Patience:
    max_hands: int | None = core.number(2, at_least=1, rule="SH-1")
    seats, cards, pack = 1, 0, core.Pack(core.FRENCH_DECK[:4])


@attrs.frozen
class Draw(core.WordMove):
    form: ClassVar = "draw"


@attrs.frozen
class Put(core.Move):
    card: core.Card
    word: ClassVar[str] = "put"
    form: ClassVar = "put and a card"

    @override
    @classmethod
    def read(cls, reader: core.Reader) -> Self | None:
        return cls(reader.take(NAMES, "a card")) if reader.accept(cls.word) else None

    @override
    def __str__(self) -> str:
        return f"{self.word} {self.card}"


@attrs.frozen
class Lay(Put):
    word: ClassVar[str] = "lay"
    form: ClassVar = "lay and a card"


Cards = tuple[core.Card, ...]


@attrs.frozen
class HandData(core.HandData):
    laid: tuple[tuple[Cards, ...], ...] = ()
    heaps: tuple[Cards, ...] = ((), ())
    turns: int = 0
    last: int | None = None
    waits: bool = False


Score = core.HandScore[core.SeatScore]


class State(core.GameState[Rules, HandData, Score, "View"]):
    __slots__ = ()
    title: ClassVar = "Shapes"
    _phases: ClassVar = Phase

    @override
    def _deal_hands(self, deal: core.Deal) -> Self:
        data, seats, last = self._hand_data, self.rules.seats, self._hand_data.last
        if data.waits and last is not None:
            left = Counter(card for heap in data.heaps for card in heap)
            anew = list[core.Card]()
            for card in deal.cards:
                anew += [card] * (left[card] > 0)
                left[card] -= 1
            data = attrs.evolve(data, stock=tuple(anew), heaps=((), ()), waits=False)
            return self._await_move(data, Phase.TURN, (last + 1) % seats, sum(data.held))
        first = (self.dealer + 1) % seats
        held, stock = self._deal_packets(deal, first, (1,) * self.rules.cards)
        return self._await_move(HandData(held, stock, ((),) * seats), Phase.TURN, first)

    def _moves(self, seat: int) -> tuple[core.Move, ...]:
        cards = dict.fromkeys(self.hand_of(seat))
        return (*[Draw()] * bool(self.stock), *map(Put, cards), *map(Lay, cards))

    def _move(self, seat: int, move: Draw | Put) -> Self:
        self._check_offered(move, self._moves(seat), "SH-1")
        data, hands = self._hand_data, [[*hand] for hand in self.hands]
        if isinstance(move, Draw):
            hands[seat] += data.stock[:1]
            data = attrs.evolve(data, stock=data.stock[1:])
        else:
            hands[seat].remove(move.card)
            if isinstance(move, Lay):
                laid = (*data.laid[seat], (move.card,))
                data = attrs.evolve(data, laid=core.replace_at(data.laid, seat, laid))
            else:
                heap = data.turns % 2
                heaps = core.replace_at(data.heaps, heap, (*data.heaps[heap], move.card))
                data = attrs.evolve(data, heaps=heaps)
        held: list[int] = []
        for hand in hands:
            held.append(core.mask_of(hand, sum(held)))
        return self._next(attrs.evolve(data, held=tuple(held), turns=data.turns + 1, last=seat))

    def _next(self, data: HandData) -> Self:
        assert data.last is not None
        after = (data.last + 1) % self.rules.seats
        if data.turns == TURNS or not (data.stock or any(data.heaps) or data.held[after]):
            points = [core.SeatScore(len(laid)) for laid in data.laid]
            return self._finish_hand(Score(tuple(points)), sum(data.held), hand_data=data)
        if data.stock or not any(data.heaps):
            return self._await_move(data, Phase.TURN, after)
        nobody: Any = None  # Any: it takes a seat
        return self._await_move(attrs.evolve(data, waits=True), Phase.DEAL, nobody)

    _decisions: ClassVar = {
        Phase.TURN: core.Decision("a turn", "SH-1", _moves, {Draw: _move, Put: _move, Lay: _move})
    }


@attrs.frozen(kw_only=True)
class View(core.View[Rules, Score, State]):
    no_worlds = "the drawn cards are not declared"
    laid: core.PerSeat[Annotated[tuple[Cards, ...], core.AtMost(8)]] = core.public_fact(
        "hand_data.laid"
    )
    heaps: tuple[Cards, ...] = core.public_fact("hand_data.heaps")
    turns: Annotated[int, core.Between(0, TURNS)] = core.public_fact("hand_data.turns")
    last: core.Seat | None = core.public_fact("hand_data.last")
    waits: bool = core.public_fact("hand_data.waits")


MOVES = "deal 2C 3C 4C 5C", "lay 2C", "put 3C", "draw", "draw", "deal 2C 3C 4C 5C"
"""Two players lay a card, and put one on a heap. Then the stock is empty, and is made anew."""
GAME = core.Game(
    name="shapes",
    Rules=Rules,
    State=State,
    View=View,
    new_game=core.new_game_for(Rules, State, HandData(), rule="SH-1"),
)


class StateOfOne(State):
    __slots__ = ()


@attrs.frozen(kw_only=True)
class ViewOfOne(View):
    rules: Patience = core.public_fact("match.rules")  # type: ignore[assignment]  # other rules


PATIENCE = core.Game(
    name="patience",
    Rules=Patience,
    State=StateOfOne,
    View=ViewOfOne,
    new_game=core.new_game_for(Patience, StateOfOne, HandData(), rule="SH-1"),
)
