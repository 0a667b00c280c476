"""What a view shows of the cards, place by place; cases of its unseen cards; and their states."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from itertools import chain, product
from math import prod
from operator import add
from typing import Final, NamedTuple, TypeAlias, cast

import attrs

from twowaystreet._core.cards.cards import Card
from twowaystreet._core.cards.masks import card_types_among, cards_in, mask_of
from twowaystreet._core.engine.seats import replace_at, rotation
from twowaystreet._core.views import trick_worlds
from twowaystreet._core.views.facts import OWNER, Heap, Plan, piles_of, plan_of
from twowaystreet._core.worlds.ways import Division, Place
from twowaystreet._core.worlds.worlds import ADVICE, Counted, Hidden, Holding, undeclared
from twowaystreet._util.values import OfGame
from twowaystreet.errors import WorldsError

Cards: TypeAlias = tuple[Card, ...]


def cards_within(value: object) -> Cards:
    """Return the cards in a value of a fact: a card, a tuple, or an object with such fields."""
    kind: OfGame = value.__class__
    if kind is Card:
        return (cast(Card, value),)
    if kind is tuple:
        return tuple(chain.from_iterable(map(cards_within, cast("tuple[object, ...]", value))))
    names = _names(kind)
    return cards_within(tuple([getattr(value, name) for name in names])) if names else ()


@cache
def _names(kind: OfGame) -> tuple[str, ...]:
    return tuple([field.name for field in attrs.fields(kind)]) if attrs.has(kind) else ()


class HiddenHeap(NamedTuple):
    """A heap that not everybody sees, or that of one seat."""

    heap: Heap  # the field.
    seat: int | None  # the seat; ``None`` for a single heap.
    value: object  # what the view shows of it, or ``None``.
    # what everybody knows of the number of its cards, or of whether it is there; ``None`` if it is
    # not there.
    number: int | None
    size: int  # the number of its cards; -1 for all that have no other place.

    @property
    def is_hidden(self) -> bool:
        """True if the viewer does not know what is there."""
        return self.size != 0 and self.value in (None, ())

    def holding(self, some: Cards) -> object:
        if self.heap.is_one:
            return some[0] if some else None
        is_there = self.number is not None and (self.number or self.heap.counts_none)
        if self.heap.may_be_none and not is_there:
            return None
        return tuple(sorted(some)) if self.heap.is_sorted else some


class Table:
    """The cards of a view by their places; each lies in one that the game declares, or in none."""

    def __init__(self, view: OfGame, plan: Plan) -> None:
        self.view, self.plan = view, plan
        self.pack, self.stock_size = view.rules.pack, view.stock_size or 0
        self.plays = trick_worlds.plays_of(view) if plan.is_tricks else list[tuple[int, Card]]()
        self.shown = {field: getattr(view, fact) for field, fact in plan.shown.items()}
        self.parts = [part for heap in plan.heaps for part in self._parts_of(heap)]
        self._piles = cards_within(tuple([getattr(view, name) for name in piles_of(plan)]))
        self.has_copies = not self.pack._is_distinct
        if self.has_copies:
            beside = [f"the fact {name}" for name in (*plan.in_hands, *plan.of_stock)]
            if plan.is_tricks:
                beside += [f"hand_data.{heap.field}" for heap in plan.heaps]
                beside += ["draws during the play"] * plan.draws
            for name in beside:
                raise undeclared(view._state.title, [f"equal cards beside {name}"])

    @property
    def _heaps(self) -> list[HiddenHeap]:
        """The heaps that are places of cards."""
        return [part for part in self.parts if part.heap.is_cards and not part.heap.in_hand]

    @property
    def is_dealt(self) -> bool:
        """False before the first deal."""
        places = (*self.view.hand_sizes, self.stock_size, *self.plays, *self._piles)
        has_begun = self.view.actor is not None or self.view.hand_over
        return any(places) or any(part.size > 0 or (part.size and has_begun) for part in self.parts)

    def undealt(self) -> OfGame:
        """Return hand data without cards, with what the view shows where nothing else is usual."""
        further = [
            self.shown.get(name) if usual is attrs.NOTHING else usual
            for name, usual in self.plan.further.items()
        ]
        return self.plan.make((), (), *further)

    def _parts_of(self, heap: Heap) -> Iterator[HiddenHeap]:
        view = self.view
        value = getattr(view, heap.fact) if heap.fact else None
        number = getattr(view, heap.sizes) if heap.sizes else None
        if not heap.per_seat:
            size = int(number or 0) if heap.sizes else len(cards_within(value)) or -1
            yield HiddenHeap(heap, None, value, number, size)
            return
        acted = () if heap.sizes else self._acted
        for seat in range(view.rules.seats):
            one = value[seat] if value else None
            many = (number[seat] if number else None) if heap.sizes else (seat in acted) or None
            yield HiddenHeap(heap, seat, one, many, int(many or 0))

    @cached_property
    def _acted(self) -> tuple[int, ...]:
        """The seats that have made their hidden move, once around from the first player."""
        view, state_type, seats = self.view, self.view._state, self.view.rules.seats
        phases = [*state_type._phases]
        hidden = [
            phases.index(phase)
            for phase, decision in state_type._decisions.items()
            if any(each in view.redacted_moves for each in decision.handlers)
        ]
        at = phases.index(view.phase)
        if at not in hidden:
            return tuple(range(seats)) if at > max(hidden, default=0) else ()
        dealt = trick_worlds.dealt_in_order(view, self.undealt())
        if dealt.phase is not view.phase:
            raise undeclared(state_type.title, ["which seats have made a hidden move"])
        order = rotation(dealt.actor, seats)
        return order[: order.index(view.actor)]

    @cached_property
    def drawn(self) -> trick_worlds.Drawn | None:
        """The cards drawn during the play; ``None`` in games without such draws."""
        if not self.plan.draws:
            return None
        return trick_worlds.drawn_in(self.view, self.undealt(), self.plan.shown)

    @cached_property
    def loose(self) -> list[tuple[int, str, int]]:
        """The cards that lie in a hand or in a hidden heap, as hand, field and mask."""
        some = [(hand, or_in, cards) for hand, or_in, cards in self._shown_in_hands if or_in]
        return [(hand, or_in, card_types_among(cards)) for hand, or_in, cards in some]

    @cached_property
    def known(self) -> list[Cards]:
        """The known cards of each hand."""
        found: list[list[Card]] = [[] for _ in self.view.hand_sizes]
        if self.drawn:
            found = [[*some] for some in self.drawn.hands]
        for part in self.parts:
            if part.heap.in_hand:
                found[part.seat or 0] += cards_within(part.value)
        for hand, or_in, some in self._shown_in_hands:
            found[hand] += () if or_in else some
        known = [self._left_in(hand, some) for hand, some in enumerate(found)]
        if self.view.seat is not None:
            known[self.view.seat] = self.view.hand
        return known

    @cached_property
    def _shown_in_hands(self) -> list[tuple[int, str, Cards]]:
        """The cards that facts show in each hand, with the hidden field where they may lie too."""
        if self.drawn:
            return []
        found: list[tuple[int, str, Cards]] = []
        hidden = {part.heap.field for part in self.parts if part.is_hidden}
        for name, (by, or_in) in self.plan.in_hands.items():
            value = getattr(self.view, name)
            parts = enumerate(value) if by == OWNER else ((getattr(self.view, by), value),)
            for hand, some in parts:
                cards = self._left_in(hand, cards_within(some))
                if cards:  # there may be no such seat yet
                    found.append((hand, or_in if or_in in hidden else "", cards))
        return found

    def _left_in(self, hand: int, some: Iterable[Card]) -> Cards:
        """Return the cards that the hand has not played, nor laid open."""
        out = {*self.plays} if self.plan.is_tricks else {*self._piles}
        return tuple([card for card in some if (hand, card) not in out and card not in out])

    @cached_property
    def stock(self) -> Mapping[int, Card]:
        """The known cards of the stock, by their place from the top."""
        if self.drawn or not self.plan.of_stock:
            return self.drawn.stock if self.drawn else {}
        some = self.pack.cards[: self.stock_size]
        hand_data = attrs.evolve(self.undealt(), stock=some, **self.shown)
        seen = dict(trick_worlds.seen_in(self.view, hand_data, {}))
        return {place: seen[card._bit] for place, card in enumerate(some) if card._bit in seen}

    @cached_property
    def unseen(self) -> Cards:
        """The cards whose place the viewer does not know."""
        sure = [*chain(*self.known), *(card for _, card in self.plays), *self.stock.values()]
        sure += cards_within(tuple([part.value for part in self._heaps]))
        return trick_worlds.unseen_cards(self.pack, [*self._in_piles(sure), *sure])

    def _in_piles(self, sure: Sequence[Card]) -> Sequence[Card]:
        """Return the cards that lie in the open, besides hands, tricks and the stock."""
        shown, elsewhere = self._piles, {*sure} if self._piles else ()
        if shown and not self.has_copies:
            shown = tuple(dict.fromkeys([card for card in shown if card not in elsewhere]))
        sizes = [part.size for part in self._heaps]
        known = sum(self.view.hand_sizes) + self.stock_size + len(self.plays) + sum(sizes)
        left = len(self.pack) - known
        if min(sizes, default=0) < 0 or (not left and {*shown} <= {*elsewhere}):
            return shown if left else ()
        if left != len(shown):
            raise WorldsError(
                f"{self.view._state.title}: neither hands, tricks nor the stock hold {left} of the "
                f"cards, and public hand data shows {len(shown)} of them. If these lie in a "
                f"hand, name its seat, as in public_fact(..., held_by='dealer'); otherwise {ADVICE}"
            )
        return shown

    @cached_property
    def hidden_parts(self) -> list[tuple[HiddenHeap, int]]:
        """The heaps with unseen cards, each with their number."""
        some = [part for part in self._heaps if part.is_hidden]
        others = sum(self.view.hand_sizes) - sum(map(len, self.known))
        others += self.stock_size - len(self.stock) + sum([max(part.size, 0) for part in some])
        left = len(self.unseen) - others
        return [(part, left if part.size < 0 else part.size) for part in some]


MOST_CASES: Final = 10_000


def hidden_by_facts(view: OfGame) -> tuple[Hidden[OfGame], ...]:
    """Return the places of the unseen cards of a view, from the facts of its game."""
    table = Table(view, plan_of(view.__class__))
    if not table.is_dealt:
        return trick_worlds.before_deal(view, table.plan.make((), (), *_further(table)))
    ways = _alternatives(table)
    if prod(map(len, ways)) > MOST_CASES:
        raise WorldsError(f"the plays leave more than {MOST_CASES} cases: expected a later moment")
    build = _builder(table)
    return tuple([_case(table, chosen, build) for chosen in product(*ways)])


def _alternatives(table: Table) -> list[Sequence[trick_worlds.Alternative]]:
    """Return for each hand the places of its unseen cards, in cases that exclude one another."""
    view, drawn = table.view, table.drawn
    is_tricks = table.plan.is_tricks and not drawn
    limits = trick_worlds.limits_of(view) if is_tricks else [[(0, ())]] * len(table.known)
    found = list[Sequence[trick_worlds.Alternative]]()
    for hand, known in enumerate(table.known):
        size = view.hand_sizes[hand] - len(known)
        if hand == view.seat:
            agree = [each for each in limits[hand] if _agrees(known, each)]
            found.append([(1, ())] * len(agree))
        elif drawn:
            came = drawn.came[hand]
            found.append([*trick_worlds.alternatives(view, hand, size, drawn.hands[hand], came)])
        else:
            types, some = card_types_among(known), limits[hand]
            if known:  # the limits of the unseen cards beside these
                some = [
                    (barred, tuple([need for need in needs if not types & need]))
                    for barred, needs in some
                    if not types & barred
                ]
            found.append([(1, (Place(size, *each),)) for each in some])
    counted: Sequence[Counted] = view._counted()
    if not counted:
        return found
    if drawn:
        raise undeclared(view._state.title, ["View._counted beside draws during the play"])
    return [
        [(weight, _counted_apart(places, counted, hand, known)) for weight, places in each]
        for hand, (each, known) in enumerate(zip(found, table.known, strict=True))
    ]


def _agrees(whole: Cards, limits: trick_worlds.Limits) -> bool:
    """Return whether a hand with exactly these cards keeps the limits."""
    types, (barred, needs) = card_types_among(whole), limits
    return not types & barred and all(types & need for need in needs)


def _counted_apart(
    places: tuple[Place, ...], counted: Sequence[Counted], hand: int, known: Cards
) -> tuple[Place, ...]:
    """Return the places of a hand, with a place of its own for each number of counted cards."""
    if not places:
        return ()
    (place,) = places
    numbers = dict[int, int]()  # by the mask of the cards
    for each in [each for each in counted if each.hand == hand]:
        held = sum([bool(card._bit & each.cards) for card in known])
        numbers[each.cards] = each.number - held
    lacking = place.barred
    for cards, number in numbers.items():
        lacking |= 0 if number else cards
    some = {cards: number for cards, number in numbers.items() if number}
    rest = lacking
    for cards in some:
        if rest & ~lacking & cards:
            raise WorldsError(f"hand {hand}: _counted counts a card twice: expected other cards")
        rest |= cards
    apart = [Place(number, lacking | trick_worlds.ALL & ~cards) for cards, number in some.items()]
    return (Place(place.size - sum(some.values()), rest, place.needs), *apart)


def _case(
    table: Table, chosen: Sequence[trick_worlds.Alternative], build: Callable[..., OfGame]
) -> Hidden[OfGame]:
    # Not list[Place](), which takes a microsecond.
    places: list[Place] = []
    owners: list[int] = []
    holdings: list[Holding] = []
    for hand, (known, (_, parts)) in enumerate(zip(table.known, chosen, strict=True)):
        first, *more = range(len(places), len(places) + len(parts)) or (None,)
        holdings.append(Holding(known, first, more=tuple(more)))
        places += parts
        owners += [hand] * len(parts)
    places += [Place(size) for _, size in table.hidden_parts]
    places.append(Place(table.stock_size - len(table.stock)))
    fields = [part.heap.field for part, _ in table.hidden_parts]
    for hand, field, mask in table.loose:
        here = [each == hand for each in owners] + [each == field for each in fields] + [False]
        for number in [number for number, may_be in enumerate(here) if not may_be]:
            barred = places[number].barred | mask
            places[number] = attrs.evolve(places[number], barred=barred)
    return Hidden(
        table.unseen,
        tuple(places),
        tuple(holdings),
        lambda division, rng: build(owners, division, rng),
        weight=prod([weight for weight, _ in chosen]),
    )


def _further(table: Table) -> list[OfGame]:
    """Return the further fields of the hand data, with hidden heaps and secrets left out."""
    values = table.shown.copy()
    for part in table.parts:
        is_own = part.seat is not None and part.seat == table.view.seat
        is_there = part.value is not None or is_own or not part.heap.is_cards
        value = part.value if is_there else part.holding(())
        if part.seat is not None:
            value = (*values.get(part.heap.field, ()), value)
        values[part.heap.field] = value
    if not table.is_dealt:
        usual = {each.heap.field: table.plan.further[each.heap.field] for each in table.parts}
        values |= {name: value for name, value in usual.items() if value is not attrs.NOTHING}
    return [values[name] for name in table.plan.further]


def _builder(table: Table) -> Callable[[Sequence[int], Division, random.Random], OfGame]:
    view, plan = table.view, table.plan
    names, make = [*plan.further], plan.make
    heaps = [(names.index(part.heap.field), part) for part, _ in table.hidden_parts]
    hidden = [part for part in table.parts if part.is_hidden]
    sealed = [part for part in hidden if not part.heap.is_cards]
    given = [(names.index(part.heap.field), part) for part in hidden if part.heap.in_hand]
    known = _further(table)
    fields = tuple([getattr(view, name) for name in plan.of_state])
    order = trick_worlds.order_of(view) if plan.is_tricks else ()
    finished = trick_worlds.builder_of(view, order, hand_data=make((), (), *known), fields=fields)
    hands_of = _hands(table)

    def build(owners: Sequence[int], division: Division, rng: random.Random) -> OfGame:
        held, remaining = hands_of(owners, division)
        further, stock = known, division[-1]
        if heaps or given:
            further = known.copy()
            for (at, part), cards in zip(heaps, division[len(owners) : -1], strict=True):
                one = part.holding(cards)
                further[at] = one if part.seat is None else replace_at(further[at], part.seat, one)
            for at, part in given:  # each choice of cards that the seat got is a history
                some = rng.sample(cards_in(held[part.seat or 0]), part.size)
                further[at] = replace_at(further[at], part.seat or 0, part.holding(tuple(some)))
        if table.stock:  # the known cards lie in their places
            rest, places = iter(stock), range(len(stock) + len(table.stock))
            stock = tuple([table.stock.get(place) or next(rest) for place in places])
        hand_data = make(held, stock, *further)
        return finished(
            _with_secrets(view, sealed, hand_data, rng) if sealed else hand_data, remaining
        )

    return build


def _hands(table: Table) -> Callable[[Sequence[int], Division], tuple[tuple[int, ...], int]]:
    plays, known = table.plays, table.known
    in_hands = [card_types_among(cards) for cards in known]
    played = [0] * len(known)
    for hand, card in plays:
        played[hand] += card._bit

    sure, left = [*map(add, in_hands, played)], sum(in_hands)

    def distinct(owners: Sequence[int], division: Division) -> tuple[tuple[int, ...], int]:
        held, remaining = sure.copy(), left
        for hand, cards in zip(owners, division, strict=False):
            mask = sum([card._bit for card in cards])
            held[hand] += mask
            remaining += mask
        return tuple(held), remaining

    def hands(owners: Sequence[int], division: Division) -> list[list[Card]]:
        now = [
            [*(card for hand, card in plays if hand == at), *some] for at, some in enumerate(known)
        ]
        for hand, cards in zip(owners, division, strict=False):
            now[hand] += cards
        return now

    def in_lanes(owners: Sequence[int], division: Division) -> tuple[tuple[int, ...], int]:
        held, used = list[int](), 0
        for cards in hands(owners, division):
            held.append(mask_of(sorted(cards), used))
            used |= held[-1]
        return tuple(held), used

    if not table.has_copies:
        return distinct
    if not table.plan.is_tricks:
        return in_lanes
    deal = trick_worlds.dealer_of(table.view, table.undealt())

    def by_dealing(owners: Sequence[int], division: Division) -> tuple[tuple[int, ...], int]:
        some = hands(owners, division)
        held = deal(some, table.pack.missing([*chain(*some)]))._hand_data.held
        return held, trick_worlds.remaining_after(held, plays)

    return by_dealing


def _with_secrets(
    view: OfGame, sealed: Sequence[HiddenHeap], hand_data: OfGame, rng: random.Random
) -> OfGame:
    """Return hand data with random legal moves for those that the viewer has not seen."""
    match, state_type = trick_worlds.match_of(view), view._state
    decisions, redacted = state_type._decisions.items(), view.redacted_moves.keys()
    hidden = [each for each in decisions if redacted & each[1].handlers.keys()]

    def after(seat: int, phase: OfGame, decision: OfGame) -> OfGame:
        before = state_type._build(match, hand_data, phase, seat, sum(hand_data.held))
        move = rng.choice([each for each in decision.moves(before, seat) if type(each) in redacted])
        return decision.handlers[type(move)](before, seat, move)._hand_data

    for name, seat in [(part.heap.field, part.seat or 0) for part in sealed]:
        secrets = (getattr(after(seat, *each), name)[seat] for each in hidden)
        secret = next((each for each in secrets if each is not None), None)
        changed = replace_at(getattr(hand_data, name), seat, secret)
        hand_data = attrs.evolve(hand_data, **{name: changed})
    return hand_data
