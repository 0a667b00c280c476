"""Worlds compared with every history of a small position, and samples played again.

The enumeration knows nothing of constraints: it deals the unknown cards in every way, makes the
visible moves again, makes each hidden move in every way that looks the same, and keeps the
histories that end in the same view. Legality comes from ``apply`` alone.

``nox -s worlds`` runs the same tests with more samples, and with the seed in WORLDS_SEED if given.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from math import comb, factorial, prod
from typing import TypeAlias

import attrs

import twowaystreet as tws
from tests.helpers import AnyState, trick_state
from twowaystreet.testing.conformance.views import visible_part
from twowaystreet.testing.conformance.worlds import probability

Key: TypeAlias = tuple[tuple[tws.Card, ...], ...]
"""The unseen cards of each place, sorted."""
Groups: TypeAlias = Sequence[Sequence[int]]

SEED = os.environ.get("WORLDS_SEED", "0")
DRAWS = int(os.environ.get("WORLDS_DRAWS", "500"))
"""The number of samples of each small position."""
SAMPLES = int(os.environ.get("WORLDS_SAMPLES", "100"))
"""The number of samples in full-size hands of each game."""
LEAST = 1e-6
"""The least probability of samples that pass."""


def generator(*parts: object) -> random.Random:
    """Return a random generator that depends only on the seed and these parts."""
    return random.Random("/".join(map(str, (SEED, *parts))))


def unseen_places(state: AnyState, viewer: int | None) -> Key:
    """Return the other hands and the stock: the unknown places of most games."""
    hands = [hand for number, hand in enumerate(state.hands) if number != viewer]
    return tuple([tuple(sorted(place)) for place in (*hands, state.stock)])


@attrs.frozen(kw_only=True)
class Position:
    """A small position to enumerate.

    Attributes:
        start: the state in which the deal is due.
        moves: the moves, the deal first.
        viewer: the seat; ``None`` for a spectator.
        groups: the places of the pack that are dealt in every way. The order of the cards within a
            group must not matter, so the enumeration ignores it.
        places: a function that returns the unknown places of a state, for this viewer.
        is_complete: true if the enumeration reaches every state that a sample can be; then the
            distribution of the states is checked, too.
    """

    start: AnyState
    moves: tuple[tws.Move, ...]
    viewer: int | None
    groups: Groups
    places: Callable[[AnyState, int | None], Key] = unseen_places
    is_complete: bool = False

    def states(self) -> list[AnyState]:
        """Return every state of the position's own history."""
        states = [self.start]
        for move in self.moves:
            states.append(tws.apply(states[-1], move))
        return states


def deals(cards: Sequence[tws.Card], groups: Groups) -> Counter[tuple[tws.Card, ...]]:
    """Return each deal of the cards at some places, with its number of physical deals."""
    found: Counter[tuple[tws.Card, ...]] = Counter()
    order = [*cards]

    def fill(number: int, left: Sequence[int], weight: int) -> None:
        if number == len(groups):
            found[tuple(order)] += weight
            return
        # Equal choices are counted together.
        values: dict[tuple[tws.Card, ...], list[tuple[int, ...]]] = {}
        for some in combinations(left, len(groups[number])):
            values.setdefault(tuple(sorted(cards[place] for place in some)), []).append(some)
        for value, alike in values.items():
            for place, card in zip(groups[number], value, strict=True):
                order[place] = card
            rest = [place for place in left if place not in alike[0]]
            fill(number + 1, rest, weight * len(alike))

    fill(0, sorted(place for group in groups for place in group), 1)
    return found


def _ways(state: AnyState, move: tws.Move) -> int:
    """Return the number of physical moves: a card named may be any copy that the hand holds."""
    assert state.actor is not None
    each = len(state.hands) // state.rules.seats
    held = Counter(card for hand in state.hands[each * state.actor :][:each] for card in hand)
    return prod(comb(held[card], some) or 1 for card, some in Counter(tws.cards_of(move)).items())


def histories(position: Position) -> Iterator[tuple[AnyState, int]]:
    """Yield the last state of every history that looks the same, with its physical number."""
    viewer, states = position.viewer, position.states()
    views = [tws.view(state, viewer) for state in states]
    pairs = zip(states[1:-1], position.moves[1:], strict=True)
    visible = [visible_part(state, move, viewer) for state, move in pairs]

    def follow(state: AnyState, number: int, weight: int) -> Iterator[tuple[AnyState, int]]:
        if number == len(position.moves):
            if tws.view(state, viewer) == views[-1]:
                yield state, weight
            return
        move, part = position.moves[number], visible[number - 1]
        is_hidden = part != str(move)
        options: tuple[tws.Move, ...] = (move,)
        if is_hidden:
            options = tuple(
                each for each in tws.legal_moves(state) if visible_part(state, each, viewer) == part
            )
        for each in options:
            try:
                after = tws.apply(state, each)
            except tws.IllegalMove:
                continue
            if not is_hidden or tws.view(after, viewer) == views[number + 1]:
                yield from follow(after, number + 1, weight * _ways(state, each))

    deal = position.moves[0]
    assert isinstance(deal, tws.Deal)
    for cards, weight in deals(deal.cards, position.groups).items():
        yield from follow(tws.apply(position.start, tws.Deal(cards)), 1, weight)


def divisions_of(key: Key) -> int:
    """Return the number of physical divisions that these places stand for."""
    counts = [Counter(place) for place in key]
    copies = sum(counts, Counter[tws.Card]())
    within = prod(factorial(number) for count in counts for number in count.values())
    return prod(map(factorial, copies.values())) // within


def check_position(position: Position, draws: int = DRAWS) -> int:
    """Compare the worlds of a position with its histories; return the number of worlds."""
    viewer, rng = position.viewer, generator("draws")
    weights: Counter[Key] = Counter()
    states: Counter[AnyState] = Counter()
    held: Counter[tuple[int, tws.Card]] = Counter()
    for state, weight in histories(position):
        key = position.places(state, viewer)
        weights[key] += weight
        states[state] += weight
        for seat in range(state.rules.seats):
            held.update(dict.fromkeys([(seat, card) for card in hand_of(state, seat)], weight))
    seen = tws.view(position.states()[-1], viewer)
    worlds = tws.worlds(seen)
    assert worlds.count == sum(map(divisions_of, weights))
    total = weights.total()
    for seat in range(position.start.rules.seats):
        for card in dict.fromkeys(position.start.rules.pack.cards):
            share = Fraction(held[seat, card], total)
            assert worlds.chance(seat, card) == share, (seat, str(card))

    def check(sample: AnyState) -> Key:
        key = position.places(sample, viewer)
        assert tws.view(sample, viewer) == seen
        assert key in weights, f"an impossible world: {key}"
        assert not position.is_complete or sample in states
        return key

    if worlds.count <= draws:
        every = Counter(map(check, worlds.all()))
        assert every == {key: divisions_of(key) for key in weights}
    drawn = Counter(worlds.sample(rng) for _ in range(draws))
    found: Counter[Key] = Counter()
    for sample, number in drawn.items():
        found[check(sample)] += number
    assert probability(weights, found) > LEAST
    assert not position.is_complete or probability(states, drawn) > LEAST
    return worlds.count


def hand_of(state: AnyState, seat: int) -> tuple[tws.Card, ...]:
    """Return the cards that a seat holds now: its actual hand in games with several."""
    each = len(state.hands) // len(state.scores)
    number: int = each * seat + each - 1
    return state.hands[number]


def played_by(state: AnyState, seat: int) -> tuple[tws.Card, ...]:
    """Return the cards that a seat has played in this hand."""
    tricks = (*trick_state(state).tricks, trick_state(state).trick)
    return tuple(
        card
        for trick in tricks
        for player, card in zip(trick.seats, trick.cards, strict=True)
        if player == seat
    )
