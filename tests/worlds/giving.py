"""Giving, a game in which each player gives cards to the next one, as in Hearts.

Three players have some cards each (GI-1). From the dealer's left each gives two cards to the next
player, face down; all take them up at once (GI-2). Follow suit; each trick is a point (GI-3).
"""

from itertools import combinations
from typing import ClassVar, Self

import attrs
from typing_extensions import override

from twowaystreet import authoring as core

Cards = tuple[core.Card, ...]


@attrs.frozen(kw_only=True)
class Rules:
    seats, pack, max_hands = 3, core.Pack(core.FRENCH_DECK[::5]), 1


class Phase(core.Phase):
    DEAL, GIVE, PLAY = "deal", "give", "play"
    HAND_OVER, GAME_OVER = "hand over", "game over"


@attrs.frozen
class Give(core.Move):
    """Give two cards: ``give 2C 3C``."""

    cards: Cards
    form: ClassVar = "give and two cards"

    @override
    @classmethod
    def read(cls, reader: core.Reader) -> Self | None:
        return cls(core.read_cards(reader)) if reader.accept("give") else None

    @override
    def __str__(self) -> str:
        return f"give {' '.join(map(str, self.cards))}"


@attrs.frozen
class HandData(core.HandData):
    """The cards that each seat has given and not yet seen taken up, and those that it got."""

    given: tuple[Cards | None, ...] = (None,) * 3
    got: tuple[Cards | None, ...] = (None,) * 3


class State(core.TrickState[Rules, HandData, core.Score, "View"]):
    __slots__ = ()
    title: ClassVar = "Giving"
    _phases: ClassVar = Phase

    @override
    def _deal_hands(self, deal: core.Deal) -> Self:
        held, stock = self._deal_packets(deal, self._first_leader(), (3,))
        return self._await_move(HandData(held, stock), Phase.GIVE, self._first_leader())

    def _gifts(self, seat: int) -> tuple[core.Move, ...]:
        return tuple(map(Give, combinations(self.hand_of(seat), 2)))

    def _give(self, seat: int, move: Give) -> Self:
        self._check_offered(move, self._gifts(seat), "GI-2")
        held, data = self._held_without(seat, move), self._hand_data
        data = attrs.evolve(data, held=held, given=core.replace_at(data.given, seat, move.cards))
        if seat != self.dealer:
            return self._await_move(data, Phase.GIVE, (seat + 1) % 3)
        got = data.given[2:] + data.given[:2]
        held = tuple(
            [hand | core.mask_of(cards or ()) for hand, cards in zip(held, got, strict=True)]
        )
        data = HandData(held, data.stock, (None,) * 3, got)
        return self._lead(data, core.rotation(self._first_leader(), 3))

    _decisions: ClassVar = {
        Phase.GIVE: core.Decision("give", "GI-2", _gifts, {Give: _give}),
        Phase.PLAY: core.Decision("a card", "GI-3"),
    }

    @override
    def _score(self, tricks: tuple[core.Trick, ...]) -> core.Score:
        return core.HandScore(tuple(map(core.SeatScore, core.tricks_won(tricks, 3))))


@attrs.frozen(kw_only=True)
class View(core.TrickView[Rules, core.Score, State]):
    """The cards that the viewer gave and got, and those that lie in the hand of the next player."""

    given: core.PerSeat[core.CardSet | None] = core.per_seat_fact("hand_data.given", core.to_owner)
    has_given: core.PerSeat[core.CardCount] = core.public_fact(
        lambda state: tuple([len(cards or ()) for cards in state._hand_data.given]),
        "hand_data.given",
    )
    got: core.PerSeat[core.CardSet | None] = core.per_seat_fact(
        "hand_data.got",
        lambda state, seat, viewer: viewer in (seat, (seat - 1) % 3),
        held_by="owner",
    )
    has_got: core.PerSeat[core.CardCount] = core.public_fact(
        lambda state: tuple([len(cards or ()) for cards in state._hand_data.got]), "hand_data.got"
    )
    redacted_moves: ClassVar = {**core.TrickView.redacted_moves, Give: core.to_actor}


GAME = core.Game(name="giving", Rules=Rules, State=State, View=View)
