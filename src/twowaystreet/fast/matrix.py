"""Trials of moves in worlds: the payoff of each move in each world, one playout for each pair.

The worlds are those of :meth:`twowaystreet.Worlds.sample` with the same random numbers. Worlds
decides the classes of the cards of each place, and compiled code shuffles the cards of the classes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import chain
from operator import length_hint
from typing import Final

import attrs
import numpy as np
from typing_extensions import override

from twowaystreet._core.cards.masks import Pack
from twowaystreet._core.engine.moves import Play
from twowaystreet._core.engine.state import AnyState
from twowaystreet._core.players import own_rule_of
from twowaystreet._core.playouts import chance
from twowaystreet._core.playouts.policies import rules_of
from twowaystreet._core.playouts.trials import Rows, Trials
from twowaystreet._core.tricks.play_tables import class_of, is_open
from twowaystreet._core.worlds.ways import Ways
from twowaystreet._core.worlds.worlds import Hidden, Holding, Worlds
from twowaystreet.fast import arrays, kernel
from twowaystreet.fast.batches import Batch, Workers, batch_of, quiet, workers_of
from twowaystreet.fast.bits import ONE, STEP, ZERO, Number, U, Unsigned, key_of, mixed
from twowaystreet.fast.compiling import compiled
from twowaystreet.fast.dealing import give
from twowaystreet.fast.many_hands import play, position_of

NOWHERE: Final[Number] = U(255)  # instead of a number: no class, or no hand
HAND, SIZE, TURNS_UP = U(0), U(1), U(2)  # the columns of the places of a group
_SHARP: Final[Number] = U(11)
_PLACES: Final[Number] = U(6)
_PLACE: Final[Number] = U(63)
ROOM: Final = 64  # the room for cards; the most unseen cards of compiled samples


@compiled
def keys_of(seed: Number, first: Number, count: int) -> Unsigned:
    found = np.empty(count, np.uint64)
    for world in range(count):
        found[world] = key_of(seed, first + U(world), ZERO)
    return found


@compiled
def _words(keys: Unsigned) -> Unsigned:
    found = np.empty((len(keys), ROOM), np.uint64)
    for world in range(len(keys)):
        for place in range(ROOM):
            found[world, place] = mixed(keys[world] + STEP * U(place + 1))
    return found


class Ready(chance.Numbers):
    """Numbers of which the first ones are worked out: plain Python takes half of a world for it."""

    def begin(self, key: int, words: Sequence[int], floats: Sequence[float]) -> None:
        self.last = key + chance.STEP * len(words) & chance.BITS
        self._words, self._left = words, iter(floats)
        rest = iter(super().random, None)  # it has no end
        self.random = chain(self._left, rest).__next__  # type: ignore[method-assign]  # no call of Python

    @override
    def _word(self) -> int:
        left = length_hint(self._left)
        if not left:
            return super()._word()
        next(self._left)
        return self._words[-left]


def streams(seed: int, first: int, count: int) -> Iterator[Ready]:
    """Yield the random sources of some worlds, as ``streams`` of plain Python does."""
    with quiet():
        keys = keys_of(U(chance.mixed(seed)), U(first), count)
        words = _words(keys)
    floats = (words >> _SHARP) * 2.0**-53
    rng = Ready()
    for start in zip(keys.tolist(), words.tolist(), floats.tolist(), strict=True):
        rng.begin(*start)
        yield rng


@compiled
def sort(cards: Unsigned, order: Unsigned, size: Number, last: Number) -> Number:
    """Sort cards by random numbers, as ``sorted(cards, key=rng.random)`` does."""
    for place in range(size):
        last += STEP
        # A float has the upper 53 bits. Equal ones stay in their order.
        found = ((mixed(last) >> _SHARP) << _PLACES) | (cards[place] & _PLACE)
        at = place
        while at > ZERO and (order[at - ONE] >> _PLACES) > (found >> _PLACES):
            order[at] = order[at - ONE]
            at -= ONE
        order[at] = found
    for place in range(size):
        cards[place] = order[place] & _PLACE
    return last


@compiled
def draw(
    first: int,  # the number of the first world
    last: int,  # the number after the last world
    # by world the random numbers before the first shuffle, and before those after a group
    keys: Unsigned,
    lefts: Unsigned,  # by world, group and class the cards that the group leaves
    decks: Unsigned,  # the cards of each class
    sizes: Unsigned,  # the number of cards of each class
    joins: Unsigned,  # by group and class the class of the rest for the next group, or ``NOWHERE``
    # by group the hand and the size of each place, and 1 if the hand turns its cards up
    places: Unsigned,
    known: Unsigned,  # by multiplicity and hand the cards that the viewer knows
    held: Unsigned,  # the hands, which the function fills in
    # by world and hand the cards in the order in which they are turned up, at the end of the row;
    # the function fills them in
    piles: Unsigned,
) -> None:
    """Draw worlds, as :meth:`twowaystreet._core.worlds.ways.Ways.draw` does."""
    classes, groups = U(decks.shape[0]), U(joins.shape[0])
    deck, rest = np.empty((classes, ROOM), np.uint64), np.empty((classes, ROOM), np.uint64)
    some, order = np.empty(ROOM, np.uint64), np.empty(ROOM, np.uint64)
    count, left = np.empty(classes, np.uint64), np.empty(classes, np.uint64)
    for world in range(first, last):
        w = U(world)
        for level in range(U(held.shape[1])):
            for hand in range(U(held.shape[2])):
                held[w, level, hand] = known[level, hand]
        number = keys[w, ZERO]
        for one in range(classes):
            count[one] = sizes[one]
            for place in range(count[one]):
                deck[one, place] = decks[one, place]
            number = sort(deck[one], order, count[one], number)
        for group in range(groups):
            number = keys[w, group + ONE]
            size, parts = ZERO, ZERO
            for one in range(classes):
                left[one] = min(lefts[w, group, one], count[one])
                if left[one] < count[one]:
                    parts += ONE
                for place in range(left[one], count[one]):
                    some[size] = deck[one, place]
                    size += ONE
            if parts > ONE:
                number = sort(some, order, size, number)
            at = ZERO
            for place in range(U(places.shape[1])):
                hand = places[group, place, HAND]
                wide = places[group, place, SIZE]
                for back in range(wide):
                    if hand != NOWHERE:
                        give(held, w, hand, some[at])
                    if places[group, place, TURNS_UP] != ZERO:
                        piles[w, hand, U(piles.shape[2]) + back - wide] = some[at]
                    at += ONE
            for to in range(classes):
                size, parts = ZERO, ZERO
                for one in range(classes):
                    if joins[group, one] == to and left[one] > ZERO:
                        parts += ONE
                        for place in range(left[one]):
                            rest[to, size] = deck[one, place]
                            size += ONE
                if parts > ONE:
                    number = sort(rest[to], order, size, number)
                count[to] = size
            for to in range(classes):
                for place in range(count[to]):
                    deck[to, place] = rest[to, place]


class Draws:
    def __init__(
        self, case: Hidden[AnyState], ways: Ways, levels: int, dummies: Sequence[int]
    ) -> None:
        self._ways = ways
        hands = hands_of(case)
        hand_of = {each.place: hand for hand, each in enumerate(hands)}
        sizes = [place.size for place in case.places]
        self._is_free = ways._is_free
        groups: Sequence[Sequence[int]]
        if self._is_free:
            layout, groups = [case.unseen], [range(len(sizes))]
            joins = [[int(NOWHERE)]]
        else:
            layout = [each.cards for each in ways._layouts[0]]
            groups = [each.places for each in ways._groups]
            joins = [_joins(stage.joined) for stage in ways._walk]
        self._classes = max(len(layout), *map(len, joins))
        self._lefts: dict[tuple[int, int, int], tuple[list[int], int, int]] = {}
        indices = [[card.index for card in deck] for deck in layout]
        known: Unsigned = np.zeros((1, levels, len(hands)), np.uint64)
        for hand, each in enumerate(hands):
            for card in each.known:
                give(known, U(0), U(hand), U(card.index))
        self._rest = (
            _padded(indices, self._classes, ROOM),
            _padded([[len(deck) for deck in layout]], 1, self._classes)[0],
            _padded(joins, len(groups), self._classes, int(NOWHERE)),
            _places(groups, sizes, hand_of, dummies),
            known[0],
        )
        self.downs = [sizes[place] for hand in dummies if (place := hands[hand].place) is not None]

    def _starts(self, keys: Unsigned) -> tuple[Unsigned, Unsigned]:
        """Choose the classes of the cards in all places, and the numbers before each group."""
        if self._is_free:
            return np.stack((keys, keys), axis=1), np.zeros((len(keys), 1, 1), np.uint64)
        ways, known, rng = self._ways, self._lefts, chance.Numbers()
        groups, cards = range(len(ways._walk)), len(ways.unseen)
        found, lefts = list[list[int]](), list[list[int]]()
        for key in keys.tolist():
            row = [key]
            rng.last = key
            rng.skip(cards)
            state = ways._start
            for number in groups:
                after = ways._next(number, state, rng)
                step = known.get((number, state, after))
                if step is None:
                    step = known[number, state, after] = self._after(number, state, after)
                row.append(rng.last)
                left, drawn, state = step
                lefts.append(left)
                if drawn:
                    rng.skip(drawn)
            found.append(row)
        shape = len(found), len(groups), self._classes
        return np.array(found, np.uint64), np.array(lefts, np.uint64).reshape(shape)

    def _after(self, number: int, state: int, after: int) -> tuple[list[int], int, int]:
        """Return the cards left after a group, the random numbers drawn, and the next state."""
        ways = self._ways
        stage, classes = ways._walk[number], ways._layouts[number]
        left = [each.left(after) for each in classes]
        taken = [each.left(state) - rest for each, rest in zip(classes, left, strict=True)]
        drawn = _shuffled(taken)
        for each in stage.joined:
            drawn += _shuffled([left[one] for one in each])
        padded = left + [0] * (self._classes - len(left))
        return padded, drawn, stage.joins[after][0]

    def fill(self, keys: Unsigned, held: Unsigned, piles: Unsigned, workers: Workers) -> None:
        rest = *self._starts(keys), *self._rest, held, piles
        workers.share(lambda first, last: draw(first, last, *rest), len(keys))


def _shuffled(sizes: Sequence[int]) -> int:
    """Return the random numbers that a shuffle of parts takes; a single part needs none."""
    return sum(sizes) if sum(map(bool, sizes)) > 1 else 0


def _joins(joined: Sequence[Sequence[int]]) -> list[int]:
    found = {one: to for to, each in enumerate(joined) for one in each}
    return [found.get(one, int(NOWHERE)) for one in range(1 + max(found, default=0))]


def _padded(rows: Sequence[Sequence[int]], count: int, width: int, fill: int = 0) -> Unsigned:
    found: Unsigned = np.full((count, width), fill, np.uint64)
    for number, row in enumerate(rows):
        found[number, : len(row)] = row
    return found


def _places(
    groups: Sequence[Sequence[int]],
    sizes: Sequence[int],
    hand_of: dict[int | None, int],
    dummies: Sequence[int],
) -> Unsigned:
    """Return the hand and the size of each place by group, and whether cards are turned up."""
    found: Unsigned = np.zeros((len(groups), max(map(len, groups), default=0), 3), np.uint64)
    for number, group in enumerate(groups):
        for at, place in enumerate(group):
            hand = hand_of.get(place, int(NOWHERE))
            found[number, at] = hand, sizes[place], hand in dummies
    return found


@attrs.frozen(eq=False)
class Sampler:
    of_view: Worlds[AnyState]
    draws: tuple[Draws, ...]  # the samples of each case
    levels: int  # the greatest number of equal cards in a hand
    hands: int
    dummies: tuple[int, ...]  # the hands that turn up cards

    def draw(
        self, seed: int, first: int, count: int, workers: Workers
    ) -> tuple[Unsigned, Unsigned | None]:
        """Return the hands of worlds by world, multiplicity and hand, and the piles of dummies."""
        held: Unsigned = np.empty((count, self.levels, self.hands), np.uint64)
        sizes = self.draws[0].downs
        width = 1 + max(sizes, default=0)
        piles: Unsigned = np.zeros((count, self.hands, width), np.uint64)
        for hand, size in zip(self.dummies, sizes, strict=True):
            piles[:, hand, kernel.NEXT_UP] = width - size
        with quiet():
            keys = keys_of(U(chance.mixed(seed)), U(first), count)
        if len(self.draws) == 1:
            self.draws[0].fill(keys, held, piles, workers)
            return held, piles if self.dummies else None
        rng, of_case = chance.Numbers(), dict[int, list[int]]()
        for place, key in enumerate(keys.tolist()):
            rng.last = key
            of_case.setdefault(self.of_view._case(rng), []).append(place)
            keys[place] = rng.last
        for number, places in of_case.items():
            part, downs = held[places], piles[places]
            self.draws[number].fill(keys[places], part, downs, workers)
            held[places], piles[places] = part, downs
        return held, piles if self.dummies else None


def hands_of(case: Hidden[AnyState]) -> tuple[Holding, ...]:
    return case.holdings if case.hands is None else case.hands


def sampler_of(
    of_view: Worlds[AnyState], hands: int, pack: Pack, dummies: tuple[int, ...]
) -> Sampler | None:
    """Return the compiled samples of a view; ``None`` if only states show the hands."""
    levels = max(Counter(pack.cards).values())
    draws = list[Draws]()
    for case, ways in zip(of_view._cases, of_view._ways, strict=True):
        whole = [each.share == 1 for each in hands_of(case)]
        if type(ways) is not Ways or len(whole) != hands or not all(whole):
            return None
        if len(case.unseen) >= ROOM:
            return None
        draws.append(Draws(case, ways, levels, dummies))
    return Sampler(of_view, tuple(draws), levels, hands, dummies)


class Matrix:
    """Compiled trials of moves in worlds: move number ``k`` begins the playout number ``k``."""

    def __init__(self, trials: Trials, threads: int) -> None:
        self._trials, self._threads = trials, threads

    def rows(self, first: int, count: int) -> Rows:
        with workers_of(self._threads) as workers:
            return self._rows(first, count, workers)

    def _rows(self, first: int, count: int, workers: Workers) -> Rows:
        trials, moves, cards = self._trials, self._trials.moves, self._cards
        seed, policy, seat = trials.of_playouts, trials.policy, trials.view.seat
        if cards is not None and self.open_batch:
            held, piles = self._hands(first, count, workers)
            batch = self.open_batch.in_worlds(held, first, cards, piles)
            worth = batch.run(seed, workers)[1].reshape(count, len(moves), -1)
        else:
            worlds = trials.sample(first, count)
            worth = play(worlds, len(moves), seed, policy, workers, moves=moves, first=first)[1]
        rows: Rows = worth[:, :, seat].T.tolist()
        return rows

    @cached_property
    def _cards(self) -> Unsigned | None:
        moves = self._trials.moves
        cards = [move.card.index for move in moves if type(move) is Play]
        return np.array(cards, np.uint64) if len(cards) == len(moves) else None

    @cached_property
    def begin(self) -> arrays.PlayoutStart | None:
        """The first world, if the kernel can play from there."""
        return position_of(self._trials.first_world, self._trials.policy, 0)

    @cached_property
    def open_batch(self) -> Batch | None:
        """The batch of the first world, if all worlds have the same rules of play and score."""
        if self.begin is None or not is_open(self.begin.state):
            return None
        own = own_rule_of(class_of(self.begin.state))
        rules = rules_of(self._trials.policy, self.begin.state)
        if any(rule is not None and type(rule) is not type(own) for rule in rules):
            return None  # another rule of thumb may read hidden facts
        batch = batch_of([self.begin], len(self._trials.moves))
        return None if batch.longest else batch

    @cached_property
    def sampler(self) -> Sampler | None:
        assert self.begin
        state, dummies = self.begin.state, self.begin.tables.dummies
        hands = len(state._hand_data.held)
        turning = dummies.hands if dummies else ()
        return sampler_of(self._trials.of_view, hands, state.rules.pack, turning)

    def _hands(self, first: int, count: int, workers: Workers) -> tuple[Unsigned, Unsigned | None]:
        """Return the hands of worlds, and the piles of dummies."""
        if self.sampler:
            return self.sampler.draw(self._trials.of_worlds, first, count, workers)
        assert self.begin
        worlds = self._trials.sample(first, count)
        held = arrays.held_in(worlds)
        known = [(world, self.begin.tables) for world in worlds]
        return held, arrays.dummies_in(known, held.shape[2])[1]
