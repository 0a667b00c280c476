"""Worlds of a game with draws during the play, against all orders of the unseen cards."""

import random
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations
from typing import Any

import pytest

import twowaystreet as tws
from tests.worlds import german_whist

World = tuple[frozenset[tws.Card], frozenset[tws.Card]]
"""The cards of the other hand, and those of the stock below the card turned up."""


def after(moves: list[tws.Move]) -> Any:
    """Return the state after some moves, the deal first. Any: a state with tricks."""
    state = german_whist.GAME.new_game(german_whist.Rules(cards=len(_cards(moves[0])) // 4))
    for move in moves:
        state = tws.apply(state, move)
    return state


def _cards(deal: tws.Move) -> tuple[tws.Card, ...]:
    assert isinstance(deal, tws.Deal)
    return deal.cards


def unseen_places(moves: list[tws.Move], seat: int) -> list[int]:
    """Return the places in the deal whose cards the seat has not been able to see there."""
    cards, last = _cards(moves[0]), after(moves)
    first, hands = after(moves[:1]), len(cards) // 2
    seen = {cards.index(card) for card in first.hands[seat]}
    seen |= {cards.index(card) for card in last.stock[:1]}
    for number, trick in enumerate(last.tricks[: hands // 2]):
        seen |= {hands + 2 * number}  # turned up
        seen |= {hands + 2 * number + 1} if trick.winner != seat else set()
    return [place for place in range(len(cards)) if place not in seen]


def histories(moves: list[tws.Move], seat: int) -> Iterator[World]:
    """Yield the world of each order of the unseen cards in which the seat sees the same."""
    cards, seen = _cards(moves[0]), tws.view(after(moves), seat)
    places = unseen_places(moves, seat)
    for order in permutations([cards[place] for place in places]):
        other = list(cards)
        for place, card in zip(places, order, strict=True):
            other[place] = card
        try:
            state = after([tws.Deal(other), *moves[1:]])
        except tws.IllegalMove:
            continue
        if tws.view(state, seat) == seen:
            yield world_of(state, seat)


def world_of(state: Any, seat: int) -> World:
    return frozenset(state.hands[1 - seat]), frozenset(state.stock[1:])


def positions(cards: int, seed: int) -> Iterator[list[tws.Move]]:
    rng, state = random.Random(seed), german_whist.GAME.new_game(german_whist.Rules(cards=cards))
    moves: list[tws.Move] = [tws.shuffle(state, rng)]
    while len(moves) < 4 * cards:
        yield [*moves]
        moves.append(rng.choice(tws.legal_moves(after(moves))))


@pytest.mark.parametrize("seed", range(12))
def test_worlds_of_a_game_with_draws_are_all_orders_of_the_unseen_cards(seed: int) -> None:
    rng = random.Random(seed)
    for moves in positions(2, seed):
        for seat in range(2):
            found, state = Counter(histories(moves, seat)), after(moves)
            worlds = tws.worlds(tws.view(state, seat))
            assert world_of(state, seat) in found and worlds.count == len(found)
            for card in state.rules.pack.cards:
                held = sum(times for world, times in found.items() if card in world[0])
                assert worlds.chance(1 - seat, card) == Fraction(held, found.total())
            for _ in range(5):
                sample = worlds.sample(rng)
                assert tws.view(sample, seat) == tws.view(state, seat)
                assert world_of(sample, seat) in found
