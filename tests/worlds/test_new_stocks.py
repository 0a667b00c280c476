"""Worlds after a new stock in the middle of a hand, whose cards the players have seen before."""

import random
from collections import Counter
from itertools import permutations
from typing import ClassVar, Self

import attrs
import pytest
from typing_extensions import override

import twowaystreet as tws
from tests.helpers import AnyState, nightly_but_every
from tests.worlds.harness import check_worlds, unseen_places
from twowaystreet import authoring as core

PLAY = core.PlayPhase.PLAY


@attrs.frozen(kw_only=True)
class Rules:
    """The options."""

    seats, pack, max_hands = 2, core.Pack(core.FRENCH_DECK[:7]), 1


class Put(core.CardMove):
    """Put a card on the heap."""

    word: ClassVar = "put"
    form: ClassVar = "put and a card"


@attrs.frozen
class HandData(core.HandData):
    """The heap, the cards of the stock that was made anew as a mask, and their number by hand."""

    heap: tuple[core.Card, ...] = ()
    anew: int = 0
    numbers: tuple[int, ...] = (0, 0)
    turns: int = 0


Score = core.HandScore[core.SeatScore]


class State(core.GameState[Rules, HandData, Score, "View"]):
    """Draw or put a card; an empty stock is made anew from the heap once."""

    __slots__ = ()
    title: ClassVar = "Anew"
    _phases: ClassVar = core.PlayPhase

    @override
    def _deal_hands(self, deal: core.Deal) -> Self:
        data = self._hand_data
        if data.held and not self.hand_over:
            stock = tuple([card for card in deal.cards if card in data.heap])
            anew = core.mask_of(data.heap)
            data = attrs.evolve(data, stock=stock, heap=(), anew=anew, numbers=(0, 0))
            return self._await_move(data, PLAY, data.turns % 2)
        return self._await_move(HandData(*self._deal_packets(deal, 0, (2,))), PLAY, 0)

    def _moves(self, seat: int) -> tuple[core.Move, ...]:
        return (*[core.Draw()] * bool(self.stock), *map(Put, self.hand_of(seat)))

    def _move(self, seat: int, move: core.Move) -> Self:
        data = attrs.evolve(self._hand_data, turns=self._hand_data.turns + 1)
        number = data.numbers[seat]
        if isinstance(move, Put):
            number -= bool(core.mask_of((move.card,)) & data.anew)
            held, heap = self._held_without(seat, move), (*data.heap, move.card)
            data = attrs.evolve(data, held=held, heap=heap)
        else:
            number += data.anew > 0
            held = self._held_with(seat, data.stock[:1])
            data = attrs.evolve(data, held=held, stock=data.stock[1:])
        data = attrs.evolve(data, numbers=core.replace_at(data.numbers, seat, number))
        if data.turns == 12 or (not data.stock and (data.anew or not data.heap)):
            points = tuple([core.SeatScore(0)] * 2)
            return self._finish_hand(core.HandScore(points), sum(held), hand_data=data)
        if not data.stock:
            return self._await_deal(data)
        return self._await_move(data, PLAY, data.turns % 2)

    _decisions: ClassVar = {PLAY: core.Decision("", "AN-1", _moves, {core.Draw: _move, Put: _move})}


@attrs.frozen(kw_only=True)
class Untold(core.View[Rules, Score, State]):
    """The heap, and what a seat has seen of the stock; but not what this shows of the hands."""

    heap: tuple[core.Card, ...] = core.public_fact("hand_data.heap")
    anew: int = core.public_fact("hand_data.anew")
    numbers: core.PerSeat[int] = core.public_fact("hand_data.numbers")
    turns: int = core.public_fact("hand_data.turns")


@attrs.frozen(kw_only=True)
class View(Untold):
    """The same, with the number of cards in each hand that lay on the heap before."""

    @override
    def _counted(self) -> tuple[core.Counted, ...]:
        return tuple([core.Counted(hand, self.anew, self.numbers[hand]) for hand in range(2)])


def game(view: type[core.View], name: str) -> tws.Game:
    begin = core.new_game_for(Rules, State, HandData(), rule="AN-1")
    return tws.Game(name=name, Rules=Rules, State=State, View=view, new_game=begin)


def histories(start: AnyState, moves: list[tws.Move], viewer: int | None) -> Counter[AnyState]:
    """Return the last states after all deals and all new stocks that look the same."""
    found, seen = Counter[AnyState](), list[object]()
    state = start
    for move in moves:
        state = tws.apply(state, move)
        seen.append(tws.view(state, viewer))

    def follow(state: AnyState, number: int) -> None:
        if number and tws.view(state, viewer) != seen[number - 1]:
            return
        if number == len(moves):
            found[state] += 1
            return
        move = moves[number]
        if not isinstance(move, tws.Deal):
            if move in tws.legal_moves(state):
                follow(tws.apply(state, move), number + 1)
            return
        heap = state._hand_data.heap
        cards = heap or start.rules.pack.cards
        rest = [card for card in start.rules.pack.cards if card not in cards]
        for order in permutations(cards):
            follow(tws.apply(state, tws.Deal((*order, *rest))), number + 1)

    follow(start, 0)
    return found


@pytest.mark.parametrize("seed", nightly_but_every(3, range(9)))
def test_worlds_know_which_cards_lay_on_the_heap_before(seed: int) -> None:
    rng, start = random.Random(seed), game(View, "anew").new_game()
    state, moves = start, list[tws.Move]()
    while not state.hand_over:
        last = rng.choice(tws.legal_moves(state)) if state.actor is not None else None
        moves.append(last or tws.shuffle(state, rng))
        state = tws.apply(state, moves[-1])
    assert sum(isinstance(move, tws.Deal) for move in moves) > 1
    for end in range(len(moves) - 4, len(moves) + 1):
        state = start
        for move in moves[:end]:
            state = tws.apply(state, move)
        viewer = rng.choice((None, 0, 1))
        check_worlds(state, viewer, histories(start, moves[:end], viewer).items(), unseen_places)


def test_a_game_that_makes_stocks_anew_says_what_hands_have_of_them() -> None:
    with pytest.warns(UserWarning, match="Anew does not declare how many cards of a new stock"):
        game(Untold, "untold")
