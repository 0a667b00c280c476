"""Checks of worlds: samples, counts and chances agree with the rules and with one another.

Samples are played again through ``apply``, and few worlds are compared with all deals.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from fractions import Fraction
from itertools import chain, islice, product
from math import factorial, prod, sqrt
from typing import Final, TypeAlias, cast

import attrs

import twowaystreet as tws
from twowaystreet._core.cards.cards import text_of
from twowaystreet._core.cards.masks import cards_in as cards_of_mask
from twowaystreet._core.engine.verbs import begins_hand
from twowaystreet._core.views.facts import facts_of
from twowaystreet._core.worlds.ways import parted
from twowaystreet._util.values import OfGame
from twowaystreet.errors import quoted
from twowaystreet.testing import _playouts as playouts
from twowaystreet.testing._playouts import cards_in, named_in
from twowaystreet.testing.conformance._views import Swaps, same_for, swapped, visible_part

SAMPLES: Final = 150  # samples whose frequencies are compared
WIDTH: Final = 6.0  # the most standard deviations between a frequency and its mean
CURE: Final = (
    "The view allows more deals than the moves, or fewer: correct its facts, _duty, _counted or "
    "_hidden, as Worlds in the guide Your game describes them"
)
Parts: TypeAlias = dict[str, list[tws.Card]]  # the cards of each place


def late_positions(playout: playouts.Playout, length: int, rng: random.Random) -> Iterable[int]:
    """Choose the start, the ends of hands, where few cards are unseen, and some others."""
    ends = [at for at, state in enumerate(playout.states) if state.hand_over]
    near = [max(0, end - rng.randint(*back)) for end in ends for back in ((0, 0), (1, 4), (1, 9))]
    return [0, *near, *(rng.randint(0, length) for _ in range(3))]


def without_worlds(game: tws.Game) -> str:
    """Return the reason why a game has no worlds; an empty text if it has, or if it has a fault."""
    try:
        tws.worlds(tws.view(game.new_game(), None))
    except Exception as error:  # the checks report a fault, which has a cause or another class
        return str(error) if isinstance(error, tws.WorldsError) and not error.__cause__ else ""
    return ""


def worlds_agree(position: playouts.CheckedPosition) -> int:
    """Worlds of a view are the states that look the same, with true chances."""
    checked = 0
    for one in (position, *(() if position.moves_made else _small_hands(position))):
        viewers, actor = playouts.viewers(one.state), one.state.actor
        other = position.rng.choice([viewer for viewer in viewers if viewer != actor])
        for viewer in dict.fromkeys((actor, other)):
            _Check(one, viewer).run()
            checked += 1
    return checked


def _small_hands(position: playouts.CheckedPosition) -> Iterator[playouts.CheckedPosition]:
    game, rules = position.context.game, playouts.least_rules(position.context.game)
    is_small = len(rules.pack) < len(position.state.rules.pack)
    if is_small and {*game.View.redacted_moves} <= {tws.Deal}:  # else no deals are compared
        for _ in range(3):
            hand = playouts.play_hands(game.new_game(rules), position.rng, 1)
            for at in range(1, len(hand.states)):
                yield attrs.evolve(position, playout=hand, moves_made=at)


class _Check:
    def __init__(self, position: playouts.CheckedPosition, viewer: int | None) -> None:
        self.context, self.rng, self.viewer = position.context, position.rng, viewer
        self.state, self.playout = position.state, position.so_far
        self.seen = tws.view(self.state, viewer)
        states, pack = self.playout.states, self.state.rules.pack.cards
        due = [at for at, state in enumerate(states[:-1]) if state.needs_deal]
        self.deal = max([at for at in due if not at or begins_hand(states[at])], default=None)
        pairs = [*zip(states, self.playout.moves, strict=False)][self.deal :]
        # The moves from the deal on, each with whether the viewer sees all of it.
        self.moves = [(move, visible_part(one, move, viewer) == str(move)) for one, move in pairs]
        # The cards whose places in the deal the viewer has seen; one played may have been drawn.
        self.known = set[tws.Card]()
        for state in states[(self.deal or 0) + 1 :]:
            seen = tws.view(state, viewer)
            places = {*state.stock, *(seen.hand or ())} if state._draws else {*pack}
            self.known |= places.intersection(cards_in(seen))
        self.has_copies = len({*pack}) < len(pack)
        self.hides_only_deals = {*self.state.View.redacted_moves} <= {tws.Deal}

    def run(self) -> None:
        self.worlds = tws.worlds(self.seen)
        count, pack = self.worlds.count, dict.fromkeys(self.state.rules.pack.cards)
        self._require(type(count) is int and count >= 1, f"count is {count!r}, expected 1 or more")
        # Other states that the rules reach with the same information.
        found = same_for(self.context, self.playout, self.viewer, self.rng)
        others = [] if self.hides_only_deals else [other.state for other in islice(found, 2)]
        # Of hidden moves the attempts try only those that correspond to the moves that were made.
        # So a game with hidden moves is checked only where this is enough for other known states.
        is_replayed = all(is_seen or named_in(str(move)) for move, is_seen in self.moves) and (
            self.hides_only_deals or not all(map(self._obstacle, others))
        )
        for seed in range(3):
            self._sample(seed, is_replayed=is_replayed)
        places, chance_of = product(range(self.state.rules.seats), pack), self.worlds.chance
        self.chances = {f"seat {seat} holds {one}": chance_of(seat, one) for seat, one in places}
        for held in map(_held, (self.state, *others)):
            for each, chance in self.chances.items():
                good = 0 < chance <= 1 if each in held else 0 <= chance < 1
                where = f"{'' if each in held else 'not '}in a position that looks the same"
                self._require(good, f"{each} {where}, but the chance is {chance}")
        self.samples = [self.worlds.sample(self.rng) for _ in range(SAMPLES if count > 1 else 1)]
        self._frequencies(self.chances, _held)
        if count <= 100:  # then they are listed one by one
            every = [*islice(self.worlds.all(), count + 1)]
            alike = all(tws.view(state, self.viewer) == self.seen for state in every)
            self._require(alike, "a world has another view")
            # Hidden moves and draws can give worlds different weights.
            is_even = self.hides_only_deals and not self.state._draws
            self._compare(every, "worlds", is_even=is_even)
        if dealt := self._dealt():
            self._compare(dealt, "deals", is_even=True)

    def _require(self, good: bool, wrong: str) -> None:
        if not good:
            who = playouts.viewer_name(self.viewer)
            playouts.fail(f"the worlds of {who}: {wrong}. {CURE}", self.playout)

    def _compare(self, states: list[tws.AnyState], of: str, *, is_even: bool) -> None:
        count, total = self.worlds.count, len(states)
        shares, held = (Counter(chain.from_iterable(map(lies, states))) for lies in (_table, _held))
        number = total if self.has_copies else len(shares)
        self._require(number == count, f"{number} {of} differ, but count is {count}")
        for each, chance in self.chances.items() if is_even else ():
            often = f"{each} in {held[each]} of {total} {of}, but the chance is {chance}"
            self._require(chance == Fraction(held[each], total), often)
        if is_even:
            self._frequencies({one: Fraction(shares[one], total) for one in shares}, _table)

    def _frequencies(
        self, chances: dict[str, Fraction], told: Callable[[tws.AnyState], set[str]]
    ) -> None:
        found, number = Counter(chain.from_iterable(map(told, self.samples))), len(self.samples)
        for each in {**chances, **found}:
            chance, times = chances.get(each, Fraction(0)), found[each]
            mean = float(number * chance)
            width = WIDTH * (1 + sqrt(mean * float(1 - chance))) if 0 < chance < 1 else 0
            often = f"{each} in {times} of {number} samples, but the chance is {chance}"
            self._require(abs(times - mean) <= width, often)

    def _sample(self, seed: int, *, is_replayed: bool) -> None:
        """Check that a sample looks the same, and that play can reach it and go on from it."""
        sample, again = (self.worlds.sample(random.Random(seed)) for _ in range(2))
        self._require(type(sample) is type(self.state), f"a sample is a {type(sample).__name__}")
        self._require(sample == again, "two samples with the same seed differ")
        self._require(tws.view(sample, self.viewer) == self.seen, "a sample has another view")
        for move in islice(tws.legal_moves(sample), 3):
            tws.apply(sample, move)
        if is_replayed:
            obstacle, hands = self._obstacle(sample), ", ".join(map(text_of, sample.hands))
            wrong = "after no deal do the moves of this hand lead to a sample, in which the hands"
            self._require(not obstacle, f"{wrong} are {hands}: {obstacle}")

    def _obstacle(self, sample: tws.AnyState) -> str:
        """Return why the moves of this hand lead to a state after no deal; empty if they do."""
        if self.deal is None or self.has_copies:  # equal cards have no places of their own
            return differing_part(sample, self.state) if self.deal is None else ""
        here, there = _parts(self.state), _parts(sample)
        for name in [name for name in here if len(here[name]) != len(there.get(name, ()))]:
            return f"the number of cards in {name} is {len(there[name])}, not {len(here[name])}"
        try:
            swaps = _swaps(here, there, self.state.rules.pack.cards)
        except ValueError:  # a card lies in two places, as if one that all saw was laid away
            return "a card lies in two places" if self.hides_only_deals else ""
        made, why = self._played_again(sample, swaps)
        first, rng = why, random.Random(0)
        hands = [sorted({*here[name]} - self.known) for name in here if name.startswith("hand ")]
        pairs = [(one, hand) for hand in hands for one in hand]
        # It can matter which card of a hand came when. So cards in the way change places.
        for _ in range(500 if pairs else 0):
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

    def _played_again(self, sample: tws.AnyState, swaps: Swaps) -> tuple[int, str]:
        """Return how many moves lead towards a sample, and why they do not lead to it."""
        states = list[tws.AnyState]()
        try:
            states.extend(self._states(swaps))
        except (tws.TwoWayStreetError, LookupError, ValueError) as error:
            return len(states), str(error).replace(":", ",")  # so that its cards count as named
        return len(states), differing_part(sample, states[-1])

    def _states(self, swaps: Swaps) -> Iterator[tws.AnyState]:
        now = self.playout.states[self.deal or 0]
        for move, is_seen in self.moves:
            now = tws.apply(now, move) if is_seen else _moved(now, swapped(str(move), swaps))
            yield now

    def _dealt(self) -> list[tws.AnyState]:
        """Return the states after all deals that look the same; none if there are many deals."""
        if self.deal is None or self.has_copies or not self.hides_only_deals:
            return []
        # Unseen cards that came to the same hand at the same time belong together.
        groups = defaultdict[object, list[tws.Card]](list)
        states = self.playout.states[self.deal + 1 :]
        stocks = [frozenset(state.stock) for state in states]
        for card in sorted({*self.state.rules.pack.cards} - self.known):
            at = next((at for at, stock in enumerate(stocks) if card not in stock), None)
            hands = () if at is None else states[at].hands
            hand = next((hand for hand, cards in enumerate(hands) if card in cards), card)
            groups[at if at is None else (at, hand)].append(card)
        unseen, sizes = [*chain(*groups.values())], [*map(len, groups.values())]
        if factorial(len(unseen)) // prod(map(factorial, sizes)) > 400:  # too many to play
            return []
        found, same = list[tws.AnyState](), {card: card for card in self.state.rules.pack.cards}
        for parts in parted(tuple(unseen), sizes):
            with suppress(tws.TwoWayStreetError):
                *_, last = self._states(same | dict(zip(unseen, chain(*parts), strict=True)))
                found += [last] if tws.view(last, self.viewer) == self.seen else []
        return found


def _held(state: tws.AnyState) -> set[str]:
    each = len(state.hands) // state.rules.seats
    last = enumerate(state.hands[each - 1 :: each])
    return {f"seat {seat} holds {card}" for seat, cards in last for card in cards}


def _parts(state: tws.AnyState) -> Parts:
    """Return the cards of the stock, of the other hand data in order, and of the hands, by name."""
    hand_data: OfGame = state._hand_data
    parts = Parts()
    for name in [field.name for field in attrs.fields(hand_data.__class__)][1:]:
        value: OfGame = getattr(hand_data, name)  # a heap, or one for each seat
        is_heap = value.__class__ is not tuple or all(isinstance(one, tws.Card) for one in value)
        for at, heap in enumerate([value] if is_heap else value):
            parts[f"hand_data.{name}{'' if is_heap else [at]}"] = cards_in(heap)
    hands = enumerate(map(cards_of_mask, hand_data.held))
    return parts | {f"hand {at} of hand_data.held": [*cards] for at, cards in hands}


def _table(state: tws.AnyState) -> set[str]:
    cards = [" ".join(sorted({*map(str, cards)})) for cards in _parts(state).values()]
    return {f"the table holds {', '.join(cards)}"}


def _swaps(here: Parts, there: Parts, pack: Iterable[tws.Card]) -> dict[tws.Card, tws.Card]:
    swaps = dict[tws.Card, tws.Card]()
    for name, cards in here.items():
        one = [card for card in cards if card not in swaps]
        two = [card for card in there[name] if card not in swaps.values()]
        if name.startswith("hand "):  # its cards have no order, so those in both come first
            both = [card for card in one if card in two]
            one, two = ([*dict.fromkeys([*both, *some])] for some in (one, two))
        swaps.update(zip(one, two, strict=True))
    rest, lost = ({*pack}.difference(some) for some in (swaps, swaps.values()))
    return swaps | dict(zip(sorted(rest), sorted(lost), strict=True))


def _moved(state: tws.AnyState, text: str) -> tws.AnyState:
    with suppress(tws.IllegalMove):
        return tws.apply(state, tws.parse_move(state, text))
    cards, words = iter(sorted(named_in(text))), text.split()
    in_order = [str(next(cards)) if named_in(word) else word for word in words]
    return tws.apply(state, tws.parse_move(state, " ".join(in_order)))


def differing_part(sample: tws.AnyState, played: tws.AnyState) -> str:
    """Return a fact or a stored field in which two states differ; empty if they are equal."""
    if sample == played and hash(sample) == hash(played):
        return ""
    for (name, one), (_, two) in zip(_told(sample), _told(played), strict=True):
        if one != two:
            return f"{name} is {_said(one)} in the sample, and {_said(two)} after the moves"
    return f"the sample is equal to {played!r}, but has another hash"


def _told(state: tws.AnyState) -> Iterator[tuple[str, object]]:
    """Yield the facts of a state, and the stored fields that decide whether it equals another."""
    for viewer in playouts.viewers(state):
        seen, name = tws.view(state, viewer), playouts.viewer_name(viewer)
        for fact in facts_of(type(seen)):
            yield f"{fact}, as {name} sees it,", getattr(seen, fact)
    hand_data: OfGame = state._hand_data
    yield "the stored field hand_data.held", tuple(map(text_of, map(cards_of_mask, hand_data.held)))
    for prefix, part in (("hand_data.", hand_data), ("match.", state._match), ("", state)):
        for field in attrs.fields(part.__class__):
            if field.eq and field.name != "held":
                name = f"the stored field {prefix}{field.name.lstrip('_')}"
                yield name, getattr(part, field.name)


def _said(value: object) -> str:
    items = cast("tuple[object, ...]", value if issubclass(type(value), tuple) else (value,))
    cards = [item for item in items if isinstance(item, tws.Card)]
    return text_of(cards) if cards and len(cards) == len(items) else quoted(value)
