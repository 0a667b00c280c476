"""Worlds compared with every history that looks the same, and samples played again.

The enumeration knows nothing of constraints: it deals the unknown cards in every way, makes the
visible moves again, makes each hidden move in every way that looks the same, and keeps the
histories that end in the same view. Legality comes from ``apply`` alone.

``nox -s worlds`` runs the same tests with more samples, and with the seed in WORLDS_SEED if given.
"""

import os
import random
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from math import comb, factorial, gcd, prod, sqrt
from statistics import NormalDist
from typing import Any, TypeAlias

import attrs

import twowaystreet as tws
from tests.helpers import AnyState
from twowaystreet._core.engine.verbs import deal_places
from twowaystreet.testing.conformance._views import visible_part

Key: TypeAlias = tuple[tuple[tws.Card, ...], ...]
"""The unseen cards of each place; sorted if their order does not matter."""
Groups: TypeAlias = Sequence[Sequence[int]]
Places: TypeAlias = Callable[[AnyState, int | None], Key]

SEED = os.environ.get("WORLDS_SEED", "0")
DRAWS = int(os.environ.get("WORLDS_DRAWS", "500"))
"""The number of samples of each small position."""
LEAST = 1e-6
"""The least probability of samples that pass."""


def generator(*parts: object) -> random.Random:
    """Return a random generator that depends only on the seed and these parts."""
    return random.Random("/".join(map(str, (SEED, *parts))))


def check_fit(found: Iterable[Any], weights: Mapping[Any, int]) -> None:
    """Check with a chi-square test that samples have the expected shares.

    Rare outcomes share a bin. Neighbours often differ in one hidden choice only, so the outcomes of
    a bin are chosen at random.

    Args:
        found: the result of each sample. Any: any hashable results.
        weights: the weight of every possible result.
    """
    times, total = Counter(found), sum(weights.values())
    assert times.keys() <= weights.keys()
    bins, want, have = list[tuple[float, int]](), 0.0, 0
    outcomes = [*weights]
    random.Random(0).shuffle(outcomes)
    for outcome in outcomes:
        want += times.total() * weights[outcome] / total
        have += times[outcome]
        if want >= max(8, times.total() / 50):
            bins.append((want, have))
            want, have = 0.0, 0
    if bins:  # the last bin may be too small
        more, others = bins.pop()
        bins.append((want + more, have + others))
    free = len(bins) - 1
    if free > 0:
        statistic = sum((have - want) ** 2 / want for want, have in bins)
        # The approximation of Wilson and Hilferty.
        spread = 2 / (9 * free)
        distance = ((statistic / free) ** (1 / 3) - 1 + spread) / sqrt(spread)
        assert NormalDist().cdf(-distance) > LEAST


def sorted_places(key: Iterable[Iterable[tws.Card]]) -> Key:
    return tuple(tuple(sorted(place)) for place in key)


def unseen_places(state: AnyState, viewer: int | None) -> Key:
    """Return the other hands and the stock: the unknown places of most games."""
    hands = [hand for number, hand in enumerate(state.hands) if number != viewer]
    return sorted_places((*hands, state.stock))


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
        has_copies: true if the viewer does not know which of two equal cards was played. Worlds
            with different played copies are different worlds, even if they look alike.
    """

    start: AnyState
    moves: tuple[tws.Move, ...]
    viewer: int | None
    groups: Groups
    places: Places = unseen_places
    is_complete: bool = False
    has_copies: bool = False

    def states(self) -> list[AnyState]:
        states = [self.start]
        for move in self.moves:
            states.append(tws.apply(states[-1], move))
        return states


def played(
    start: AnyState, rng: random.Random, left: int = 99, more: int = 0
) -> tuple[tws.Move, ...]:
    """Return random moves until each hand has at most some cards left, and some moves more."""
    state, moves = start, list[tws.Move]()
    while state.needs_deal or max(state.hand_sizes) > left or (more := more - 1) >= 0:
        if moves and state.hand_over:
            break
        moves.append(
            tws.shuffle(state, rng) if state.needs_deal else rng.choice(tws.legal_moves(state))
        )
        state = tws.apply(state, moves[-1])
    return tuple(moves)


def position_of(
    start: AnyState,
    moves: Sequence[tws.Move],
    viewer: int | None,
    known: Iterable[tws.Card] | None = None,
    places: Places = unseen_places,
) -> Position:
    """Return the position after some moves, the deal first.

    The pack must not hold equal cards. The viewer knows the places of all cards but those in other
    hands and in the stock, or of the known ones.
    """
    position = Position(start=start, moves=tuple(moves), viewer=viewer, groups=(), places=places)
    state, deal = position.states()[-1], moves[0]
    assert isinstance(deal, tws.Deal)
    hidden = {*start.rules.pack.cards}.difference(known or ())
    if known is None:
        hands = [hand for seat, hand in enumerate(state.hands) if seat != viewer]
        hidden = {card for place in (*hands, state.stock) for card in place}
    unknown = {place for place, card in enumerate(deal.cards) if card in hidden}
    groups = [sorted(unknown & {*each}) for each in deal_places(start)]
    return attrs.evolve(position, groups=[*groups, sorted(unknown.difference(*groups))])


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


def hand_of(state: AnyState, seat: int) -> tuple[tws.Card, ...]:
    """Return the cards that a seat holds now: its actual hand in games with several."""
    each = len(state.hands) // len(state.scores)
    number: int = each * seat + each - 1
    return state.hands[number]


def check_position(position: Position, draws: int = DRAWS) -> int:
    """Compare the worlds of a position with its histories; return the number of worlds."""
    return check_worlds(
        position.states()[-1],
        position.viewer,
        histories(position),
        position.places,
        is_complete=position.is_complete,
        has_copies=position.has_copies,
        draws=draws,
    )


def check_worlds(
    real: AnyState,
    viewer: int | None,
    found: Iterable[tuple[AnyState, int]],
    places: Places,
    *,
    is_complete: bool = False,
    has_copies: bool = False,
    draws: int = DRAWS,
) -> int:
    """Compare the worlds of a view with the last states of all histories; return the count."""
    weights: Counter[Key] = Counter()
    states: Counter[Hashable] = Counter()
    held: Counter[tuple[int, tws.Card]] = Counter()
    for state, weight in found:
        weights[places(state, viewer)] += weight
        if is_complete:
            states[state] += weight
        for seat in range(state.rules.seats):
            held.update(dict.fromkeys([(seat, card) for card in hand_of(state, seat)], weight))
    assert weights[places(real, viewer)]
    seen = tws.view(real, viewer)
    worlds, total = tws.worlds(seen), weights.total()
    divisions = {key: divisions_of(key) for key in map(sorted_places, weights)}
    count = total // gcd(*weights.values()) if has_copies else sum(divisions.values())
    assert worlds.count == count
    for seat in range(real.rules.seats):
        for card in dict.fromkeys(real.rules.pack.cards):
            assert worlds.chance(seat, card) == Fraction(held[seat, card], total), (seat, str(card))

    def check(sample: AnyState) -> Key:
        key = places(sample, viewer)
        assert tws.view(sample, viewer) == seen
        assert key in weights, f"an impossible world: {key}"
        assert not is_complete or sample in states
        return key

    if count <= draws and not has_copies:
        assert Counter(map(sorted_places, map(check, worlds.all()))) == divisions
    rng = generator("draws")
    drawn = Counter(worlds.sample(rng) for _ in range(draws))
    keys = [key for sample, number in drawn.items() for key in [check(sample)] * number]
    check_fit(keys, weights)
    for place in range(len(keys[0])):
        # One place has fewer results than all together, so that small faults show.
        of_place: Counter[tuple[tws.Card, ...]] = Counter()
        for key, weight in weights.items():
            of_place[key[place]] += weight
        check_fit([key[place] for key in keys], of_place)
    if is_complete:
        check_fit(drawn.elements(), states)
    return worlds.count
