"""Checks of worlds: samples, counts and chances agree with the rules and with one another.

The checks do not trust the constraints that a game declares. They play each sample again through
``apply``. If only the deal is hidden and few cards are unseen, they deal these cards in every way.
Then they compare the worlds with the deals after which the same moves lead to the same view.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from fractions import Fraction
from functools import cached_property
from itertools import chain, islice
from math import factorial, prod, sqrt
from statistics import NormalDist
from typing import Any, Final, cast

import attrs

from twowaystreet._core.cards.cards import Card, text_of
from twowaystreet._core.cards.masks import cards_in as cards_of_mask
from twowaystreet._core.engine.game import Game
from twowaystreet._core.engine.moves import Deal, Move
from twowaystreet._core.engine.state import AnyState
from twowaystreet._core.engine.verbs import apply, begins_hand, legal_moves, parse_move
from twowaystreet._core.views.facts import facts_of
from twowaystreet._core.views.views import AnyView, view
from twowaystreet._core.worlds.ways import parted
from twowaystreet._core.worlds.worlds import Worlds, why_no_worlds, worlds
from twowaystreet.errors import IllegalMove, TwoWayStreetError, quoted
from twowaystreet.testing import playouts
from twowaystreet.testing.conformance.views import Redeal, swapped, visible_part
from twowaystreet.testing.reports import cards_in, named_in

REPLAYED: Final = 3
"""The number of samples that are played again."""
SAMPLES: Final = 200
"""The number of samples whose frequencies are compared."""
FEW_WORLDS: Final = 100
"""The greatest number of worlds that are listed one by one."""
FEW_DEALS: Final = 400
"""The greatest number of deals that are played one by one."""
ATTEMPTS: Final = 500
"""The number of ways in which a sample is played again before it counts as impossible."""
WIDTH: Final = 6.0
"""The greatest distance of a frequency from its mean, in standard deviations."""
LEAST: Final = 1e-7
"""The least probability of samples that pass."""


def late_positions(playout: playouts.Playout, rng: random.Random) -> Iterable[int]:
    """Choose positions near the end of each hand, where few cards are unseen, and some others."""
    ends = [at for at, state in enumerate(playout.states) if state.hand_over]
    back = [(0, rng.randint(1, 4), rng.randint(1, 9)) for _ in ends]
    near = [max(0, end - each) for end, some in zip(ends, back, strict=True) for each in some]
    return sorted({*near, *(rng.randint(0, len(playout.moves)) for _ in range(3))})


def without_worlds(game: Game) -> str:
    """Return the reason why a game has no worlds; an empty text if it has."""
    try:
        return why_no_worlds(game.new_game())
    except Exception:
        return ""  # a fault, which the checks report


def worlds_agree(position: playouts.CheckedPosition) -> int:
    """Check the worlds of the seat to move, and of another viewer."""
    state = position.state
    others = [seat for seat in (None, *range(state.rules.seats)) if seat != state.actor]
    chosen = dict.fromkeys((state.actor, position.rng.choice(others)))
    for viewer in chosen:
        _Check(position, viewer, worlds(view(state, viewer))).run()
    return len(chosen)


@attrs.define(eq=False, slots=False)
class _Check:
    position: playouts.CheckedPosition
    viewer: int | None
    worlds: Worlds[AnyState]

    def run(self) -> None:
        count = self.worlds.count
        self._require(type(count) is int and count >= 1, f"count is {count!r}, expected 1 or more")
        for seed in range(REPLAYED):
            self._sample(seed)
        for state in (self.state, *self._others):
            self._possible(state)
        self._frequencies()
        if count <= FEW_WORLDS:
            self._every_world(count)
        self._every_deal(count)

    def _require(self, good: bool, wrong: str) -> None:
        playouts.require(good, f"the worlds of {playouts.viewer_name(self.viewer)}: {wrong}")

    @property
    def state(self) -> AnyState:
        return self.position.state

    @cached_property
    def _seen(self) -> AnyView:
        return view(self.state, self.viewer)

    @cached_property
    def _playout(self) -> playouts.Playout:
        return self.position.so_far

    @cached_property
    def _deal(self) -> int | None:
        states = self._playout.states
        due = [at for at, state in enumerate(states[:-1]) if state.needs_deal]
        return max([at for at in due if not at or begins_hand(states[at])], default=None)

    @cached_property
    def _known(self) -> set[Card]:
        """The cards whose places in the deal the viewer has seen."""
        found = set[Card]()
        for state in self._playout.states[(self._deal or 0) + 1 :]:
            seen = view(state, self.viewer)
            shown = {*cards_in(seen)}
            # A card played may have been dealt or drawn.
            found |= shown & {*state.stock, *(seen.hand or ())} if self.state._draws else shown
        return found

    @cached_property
    def _has_copies(self) -> bool:
        cards = self.state.rules.pack.cards
        return len(set(cards)) < len(cards)

    @cached_property
    def _hides_only_deals(self) -> bool:
        return set(self.state.View.redacted_moves) <= {Deal}

    @cached_property
    def _others(self) -> list[AnyState]:
        """Other states that the rules reach with the same information, after hidden moves."""
        if self._hides_only_deals:
            return []
        redeal = Redeal.of(self.position.context, self._playout, self.viewer, self.position.rng)
        found = islice(redeal.alternatives(self.position.rng), 2) if redeal else ()
        return [other.states[-1] for other in found]

    # SeatChances

    @cached_property
    def _chances(self) -> Mapping[tuple[int, Card], Fraction]:
        cards = dict.fromkeys(self.state.rules.pack.cards)
        seats = range(self.state.rules.seats)
        return {(seat, card): self.worlds.chance(seat, card) for seat in seats for card in cards}

    def _possible(self, state: AnyState) -> None:
        held = _held(state)
        for (seat, card), chance in self._chances.items():
            possible = 0 < chance <= 1 if (seat, card) in held else 0 <= chance < 1
            holds = "may hold" if (seat, card) in held else "need not hold"
            self._require(possible, f"seat {seat} {holds} {card}, but the chance is {chance}")

    def _frequencies(self) -> None:
        rng = self.position.rng
        found = Counter(chain.from_iterable(_held(self.worlds.sample(rng)) for _ in range(SAMPLES)))
        for (seat, card), chance in self._chances.items():
            mean, times = float(SAMPLES * chance), found[seat, card]
            width = WIDTH * (1 + sqrt(mean * float(1 - chance))) if 0 < chance < 1 else 0
            found_in = f"seat {seat} holds {card} in {times} of {SAMPLES} samples"
            self._require(abs(times - mean) <= width, f"{found_in}, but the chance is {chance}")

    # Samples

    def _sample(self, seed: int) -> None:
        """Check that a sample looks the same, and that play can reach it and go on from it."""
        sample, again = (self.worlds.sample(random.Random(seed)) for _ in range(2))
        self._require(type(sample) is type(self.state), f"a sample is a {type(sample).__name__}")
        self._require(sample == again, "two samples with the same seed differ")
        self._require(view(sample, self.viewer) == self._seen, "a sample has another view")
        for move in islice(legal_moves(sample), 3):
            apply(sample, move)
        # Of hidden moves the attempts try only those that correspond to the moves that were made.
        # So a game with hidden moves is checked only where this is enough for other known states.
        of_cards = all(is_seen or named_in(str(move)) for move, is_seen in self._moves)
        if of_cards and (self._hides_only_deals or not all(map(self._obstacle, self._others))):
            obstacle, hands = self._obstacle(sample), ", ".join(map(text_of, sample.hands))
            wrong = "after no deal do the moves of this hand lead to a sample, in which the hands"
            self._require(not obstacle, f"{wrong} are {hands}: {obstacle}")

    def _obstacle(self, sample: AnyState) -> str:
        """Return why the moves of this hand lead to a state after no deal; empty if they do."""
        if self._deal is None or self._has_copies:  # equal cards have no places of their own
            return differing_part(sample, self.state) if self._deal is None else ""
        try:
            swaps = _swaps(self.state, sample)
        except ValueError as error:
            return str(error)
        made, why = self._played_again(sample, swaps)
        first, rng, held = why, random.Random(0), self.state._hand_data.held
        hands = [sorted({*cards} - self._known) for cards in map(cards_of_mask, held)]
        pairs = [(one, hand) for hand in hands for one in hand]
        # It can matter which card of a hand came when. So cards in the way change places.
        for _ in range(ATTEMPTS if pairs else 0):
            if not why:
                return ""
            named = {*named_in(why)}
            one, hand = rng.choice([each for each in pairs if swaps[each[0]] in named] or pairs)
            two = rng.choice(hand)
            other = swaps | {one: swaps[two], two: swaps[one]}
            found = self._played_again(sample, other)
            if found[0] >= made:
                (made, why), swaps = found, other
        return why and first

    def _played_again(self, sample: AnyState, swaps: Mapping[Card, Card]) -> tuple[int, str]:
        """Return how many moves lead towards a sample, and why they do not lead to it."""
        states = list[AnyState]()
        try:
            states.extend(self._states(swaps))
        except IllegalMove as error:
            return len(states), f"the move {error.move} is refused, {error.reason}"
        except (TwoWayStreetError, LookupError, ValueError) as error:
            return len(states), str(error)
        return len(states), differing_part(sample, states[-1])

    @cached_property
    def _moves(self) -> list[tuple[Move, bool]]:
        """The moves from the deal on, each with whether the viewer sees all of it."""
        pairs = [*zip(self._playout.states, self._playout.moves, strict=False)][self._deal :]
        return [(move, visible_part(now, move, self.viewer) == str(move)) for now, move in pairs]

    def _states(self, swaps: Mapping[Card, Card]) -> Iterator[AnyState]:
        """Yield the states after the moves of this hand, with other cards in hidden places."""
        now = self._playout.states[self._deal or 0]
        for move, is_seen in self._moves:
            now = apply(now, move if is_seen else parse_move(now, swapped(str(move), swaps)))
            yield now

    # All worlds, and all deals

    def _every_world(self, count: int) -> None:
        every = [*islice(self.worlds.all(), count + 1)]
        number = len(every)
        self._require(number == count, f"all() yields {number} states, but count is {count}")
        for state in every:
            self._require(view(state, self.viewer) == self._seen, "a world has another view")
        distinct = Counter(map(_division, every))
        if not self._has_copies:
            self._require(len(distinct) == count, f"{len(distinct)} of {count} worlds differ")
        # Hidden moves and draws can give divisions different weights.
        if self._hides_only_deals and not self.state._draws:
            self._weights(distinct, "all worlds")

    def _weights(self, weights: Counter[tuple[frozenset[Card], ...]], of: str) -> None:
        rng = self.position.rng
        drawn = Counter(_division(self.worlds.sample(rng)) for _ in range(SAMPLES))
        good = probability(weights, drawn) >= LEAST
        self._require(good, f"samples do not have the same weights as {of}")

    def _every_deal(self, count: int) -> None:
        """Compare count and chances with all deals, if the deal is the only hidden move."""
        if self._deal is None or self._has_copies or not self._hides_only_deals:
            return
        groups = self._unseen_groups()
        sizes = [*map(len, groups)]
        if factorial(sum(sizes)) // prod(map(factorial, sizes)) > FEW_DEALS:
            return
        found = [*self._dealt(groups)]
        weights = Counter(map(_division, found))
        number = len(weights)
        self._require(number == count, f"{number} deals look the same, but count is {count}")
        held = Counter(chain.from_iterable(map(_held, found)))
        for (seat, card), chance in self._chances.items():
            times = held[seat, card]
            good = Fraction(times, len(found)) == chance
            dealt = f"seat {seat} holds {card} after {times} of {len(found)} deals"
            self._require(good, f"{dealt}, but the chance is {chance}")
        self._weights(weights, "all deals")

    def _unseen_groups(self) -> list[list[Card]]:
        """Return the unseen cards, those together that came to the same hand at the same time."""
        groups, first = defaultdict[object, list[Card]](list), (self._deal or 0) + 1
        stocks = [frozenset(state.stock) for state in self._playout.states[first:]]
        for card in sorted({*self.state.rules.pack.cards} - self._known):
            at = next((at for at, stock in enumerate(stocks) if card not in stock), None)
            hands = () if at is None else self._playout.states[first + at].hands
            hand = next((hand for hand, cards in enumerate(hands) if card in cards), card)
            groups[at if at is None else (at, hand)].append(card)
        return [*groups.values()]

    def _dealt(self, groups: list[list[Card]]) -> Iterator[AnyState]:
        """Yield the state after each deal of the unseen cards that looks the same."""
        unseen = tuple(chain.from_iterable(groups))
        same = {card: card for card in self.state.rules.pack.cards}
        for parts in parted(unseen, [*map(len, groups)]):
            other = zip(unseen, chain.from_iterable(parts), strict=True)
            with suppress(TwoWayStreetError):
                *_, last = self._states(same | dict(other))
                if view(last, self.viewer) == self._seen:
                    yield last


def _held(state: AnyState) -> set[tuple[int, Card]]:
    seats = range(state.rules.seats)
    return {(seat, card) for seat in seats for card in playouts.hands_of_seat(state, seat)[-1]}


def _division(state: AnyState) -> tuple[frozenset[Card], ...]:
    return tuple(map(frozenset, _parts(state).values()))


def _parts(state: AnyState) -> dict[str, list[Card]]:
    """Return the cards of the stock, of the other hand data in order, and of the hands, by name."""
    hand_data: Any = state._hand_data  # Any: each game has its own class
    names = [field.name for field in attrs.fields(hand_data.__class__)][1:]
    parts = {f"hand_data.{name}": cards_in(getattr(hand_data, name)) for name in names}
    hands = enumerate(map(cards_of_mask, hand_data.held))
    return parts | {f"hand {at} of hand_data.held": [*cards] for at, cards in hands}


def _swaps(state: AnyState, sample: AnyState) -> dict[Card, Card]:
    """Return for each card of a state the card in its place in a sample, if both have as many."""
    swaps, there = dict[Card, Card](), _parts(sample)
    for name, cards in _parts(state).items():
        others, taken = there[name], {*swaps.values()}
        if len(cards) != len(others):
            number = f"the number of cards in {name}"
            raise ValueError(disagreement(number, len(others), len(cards)))
        # The cards of a hand have no order.
        both = {*(cards if name.startswith("hand ") else ())} & {*others} - swaps.keys() - taken
        swaps.update((card, card) for card in both)
        one = [card for card in cards if card not in swaps]
        two = [card for card in others if card not in taken | both]
        swaps.update(zip(one, two, strict=True))
    rest = [card for card in state.rules.pack.cards if card not in swaps]
    lost = {*state.rules.pack.cards}.difference(swaps.values())
    return swaps | dict(zip(rest, sorted(lost), strict=True))


def differing_part(sample: AnyState, played: AnyState) -> str:
    """Return a fact or a stored field in which two states differ; empty if they are equal."""
    if sample == played and hash(sample) == hash(played):
        return ""
    for viewer in playouts.viewers(sample):
        seen, other = view(sample, viewer), view(played, viewer)
        for name in facts_of(type(seen)):
            one, two = getattr(seen, name), getattr(other, name)
            if one != two:
                return disagreement(f"{name}, as {playouts.viewer_name(viewer)} sees it,", one, two)
    fields, others = map(_stored, (sample, played))
    for name, value in fields.items():
        if value != others[name]:
            return disagreement(f"the stored field {name}", value, others[name])
    return f"the sample is equal to {played!r}, but has another hash"


def disagreement(name: str, sampled: object, played: object) -> str:
    """Return the words about something that differs."""
    return f"{name} is {_said(sampled)} in the sample, and {_said(played)} after the moves"


def _said(value: object) -> str:
    items = cast("tuple[object, ...]", value if issubclass(type(value), tuple) else (value,))
    are_cards = items and all(isinstance(item, Card) for item in items)
    return " ".join(map(str, items)) if are_cards else quoted(value)


def _stored(state: AnyState) -> Mapping[str, object]:
    """Return the stored fields of a state that decide whether it is equal to another one."""
    parts: dict[str, Any]  # Any: each game has its own classes
    parts = {"hand_data.": state._hand_data, "match.": state._match, "": state}
    held = tuple(map(text_of, map(cards_of_mask, state._hand_data.held)))
    return {"hand_data.held": held} | {
        prefix + field.name.lstrip("_"): getattr(part, field.name)
        for prefix, part in parts.items()
        for field in attrs.fields(part.__class__)
        if field.eq and field.name != "held"
    }


BINS: Final = 50
LEAST_IN_A_BIN: Final = 8.0


def probability(weights: Mapping[Any, float], found: Counter[Any]) -> float:  # Any: any outcomes
    """Return the probability that samples differ at least as much from their weights (chi-square).

    Rare outcomes share a bin. Neighbours often differ in one hidden choice only, so the outcomes of
    a bin are chosen at random. The result is 0 if an outcome without weight was found.
    """
    if found.keys() - weights.keys():
        return 0.0
    samples, total = found.total(), sum(weights.values())
    bins, want, have = list[tuple[float, int]](), 0.0, 0
    outcomes = list(weights)
    random.Random(0).shuffle(outcomes)
    for outcome in outcomes:
        want += samples * weights[outcome] / total
        have += found[outcome]
        if want >= max(LEAST_IN_A_BIN, samples / BINS):
            bins.append((want, have))
            want, have = 0.0, 0
    bins.append((want, have))
    if want < LEAST_IN_A_BIN and len(bins) > 1:
        (want, have), (more, others) = bins.pop(), bins.pop()
        bins.append((want + more, have + others))
    free = len(bins) - 1
    if not free:
        return 1.0
    statistic = sum((have - want) ** 2 / want for want, have in bins)
    # The approximation of Wilson and Hilferty.
    spread = 2 / (9 * free)
    return 1 - NormalDist().cdf(((statistic / free) ** (1 / 3) - 1 + spread) / sqrt(spread))
