"""Put Away, a game with hidden moves that has worlds, in one module.

Each of two players gets four cards. From the dealer's left, each puts a card away, face down. Then
they show a card each. The higher rank wins the hand, and of equal ranks the card shown first.

Run it:  python examples/put_away.py play put_away
"""

from __future__ import annotations

import random
from typing import ClassVar, Self

import attrs
from typing_extensions import override

from twowaystreet import authoring as core

PLAYERS = 2
PACK = core.Pack(core.FRENCH_DECK)
NAMES = {str(card): card for card in core.FRENCH_DECK}


class Phase(core.Phase):
    """The phases of a hand."""

    DEAL = "deal"
    PUT = "put"
    SHOW = "show"
    HAND_OVER = "hand over"
    GAME_OVER = "game over"


@attrs.frozen(kw_only=True)
class Rules:
    """The options."""

    max_hands: int | None = core.number(3, at_least=1, rule="AL-2")

    @property
    def seats(self) -> int:
        """The number of players."""
        return PLAYERS

    @property
    def pack(self) -> core.Pack:
        """The 52 cards."""
        return PACK


@attrs.frozen
class CardMove(core.Move):
    """A move with a word and a card."""

    card: core.Card
    word: ClassVar[str]

    @override
    @classmethod
    def read(cls, reader: core.Reader) -> Self | None:
        return cls(reader.take(NAMES, "a card")) if reader.accept(cls.word) else None

    @override
    def __str__(self) -> str:
        return f"{self.word} {self.card}"


@attrs.frozen
class Put(CardMove):
    """Put a card away, face down."""

    word: ClassVar = "put"
    form: ClassVar = "put and a card"


@attrs.frozen
class Show(CardMove):
    """Show a card."""

    word: ClassVar = "show"
    form: ClassVar = "show and a card"


@attrs.frozen
class HandData(core.HandData):
    """Hand data with the card that each seat has put away, and the cards shown in order."""

    away: tuple[core.Card | None, ...] = (None,) * PLAYERS
    shown: tuple[core.Card, ...] = ()


Score = core.HandScore[core.SeatScore]


class State(core.GameState[Rules, HandData, Score, "View"]):
    """State of Put Away."""

    __slots__ = ()
    title: ClassVar = "Put Away"
    _phases: ClassVar = Phase

    @override
    def _deal_hands(self, deal: core.Deal) -> Self:
        first = (self.dealer + 1) % PLAYERS
        held, stock = self._deal_packets(deal, first, (4,))
        return self._await_move(HandData(held, stock), Phase.PUT, first)

    def _puts(self, seat: int) -> tuple[core.Move, ...]:
        return tuple(map(Put, self.hand_of(seat)))

    def _shows(self, seat: int) -> tuple[core.Move, ...]:
        return tuple(map(Show, self.hand_of(seat)))

    def _without(self, seat: int, move: CardMove) -> int:
        """Return the cards left in both hands after a move, as a mask."""
        if move.card not in self.hand_of(seat):
            raise core.IllegalMove(move, core.reasons.NotHeld("PA-1", self.hand_of(seat)))
        return self._remaining ^ core.mask_of((move.card,))

    def _put(self, seat: int, move: Put) -> Self:
        left = self._without(seat, move)
        away = core.replace_at(self._hand_data.away, seat, move.card)
        phase = Phase.SHOW if seat == self.dealer else Phase.PUT
        hand_data = attrs.evolve(self._hand_data, away=away)
        return self._await_move(hand_data, phase, 1 - seat, left)

    def _show(self, seat: int, move: Show) -> Self:
        left = self._without(seat, move)
        shown = (*self._hand_data.shown, move.card)
        hand_data = attrs.evolve(self._hand_data, shown=shown)
        if seat != self.dealer:
            return self._await_move(hand_data, Phase.SHOW, self.dealer, left)
        ranks = [card.rank.place for card in shown]
        winner = (self.dealer + 1 + ranks.index(max(ranks))) % PLAYERS
        points = [core.SeatScore(int(player == winner)) for player in range(PLAYERS)]
        return self._finish_hand(core.HandScore(tuple(points)), left, hand_data=hand_data)

    _decisions: ClassVar = {
        Phase.PUT: core.Decision(Put.form, "PA-1", _puts, {Put: _put}),
        Phase.SHOW: core.Decision(Show.form, "PA-2", _shows, {Show: _show}),
    }


@attrs.frozen(kw_only=True)
class View(core.View[Rules, Score, State]):
    """View of Put Away: the cards shown, and the card that the viewer has put away."""

    shown: tuple[core.Card, ...] = core.public_fact("hand_data.shown")
    away: core.PerSeat[core.Card | None] = core.per_seat_fact("hand_data.away", core.to_owner)
    has_put: core.PerSeat[bool] = core.public_fact(
        lambda state: tuple([card is not None for card in state._hand_data.away]), "hand_data.away"
    )
    redacted_moves: ClassVar = {
        **core.View.redacted_moves,
        Put: lambda state, move, viewer: None if viewer == state.actor else "put",
    }

    @override
    def _hidden(self) -> tuple[core.Hidden[State], ...]:
        """Return one case: for each other seat its hand and the card away, then the stock."""
        order = [(self.dealer + 1) % PLAYERS, self.dealer]
        shown: list[tuple[core.Card, ...]] = [()] * PLAYERS
        for seat, card in zip(order, self.shown, strict=False):
            shown[seat] = (card,)
        known = list(shown)
        if self.seat is not None:
            known[self.seat] += (*(self.hand or ()), *filter(None, self.away))
        seen = [card for some in known for card in some]
        unseen = core.unseen_cards(PACK, seen) if self.stock_size else ()
        others = [seat for seat in range(PLAYERS) if seat != self.seat]
        places = [core.Place(self.hand_sizes[seat]) for seat in others]
        places += [core.Place(int(self.has_put[seat])) for seat in others]
        holdings = [core.Holding(place=place) for place in range(len(others))]
        if self.seat is not None:
            holdings.insert(self.seat, core.Holding(self.hand or ()))
        match = core.match_of(self)

        def build(division: core.Division, rng: random.Random) -> State:
            away, hands = list(self.away), [self.hand or ()] * PLAYERS
            for number, seat in enumerate(others):
                hands[seat] = division[number]
                away[seat] = next(iter(division[len(others) + number]), None)
            parts = [
                (*hand, *filter(None, [put]), *some)
                for hand, put, some in zip(hands, away, shown, strict=True)
            ]
            held = tuple([core.mask_of(part) for part in parts]) if unseen else ()
            hand_data = HandData(held, division[-1], tuple(away), self.shown)
            left = sum([core.mask_of(hand) for hand in hands])
            state: State = State._build(match, hand_data, self.phase, self.actor, left)
            return state

        stock = core.Place(self.stock_size or 0)
        return (core.Hidden(unseen, (*places, stock), tuple(holdings), build),)


GAME = core.Game(
    name="put_away",
    Rules=Rules,
    State=State,
    View=View,
    new_game=core.new_game_for(Rules, State, HandData(), rule="AL-2"),
)

if __name__ == "__main__":  # python examples/put_away.py play put_away
    from twowaystreet.__main__ import main

    core.register(GAME)
    main()
