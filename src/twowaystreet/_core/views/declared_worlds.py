"""The worlds of a game from its declared places: cases of its unseen cards, and states."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from itertools import chain, product
from math import prod
from operator import add
from typing import Any, Final, TypeAlias

import attrs

from twowaystreet._core.cards.cards import Card
from twowaystreet._core.cards.masks import card_types_among, cards_in, mask_of
from twowaystreet._core.engine.seats import replace_at
from twowaystreet._core.views.declared import plan_of
from twowaystreet._core.views.draws import ALL, Alternative, alternatives
from twowaystreet._core.views.table import Cards, HiddenHeap, Table
from twowaystreet._core.views.trick_worlds import (
    Limits,
    before_deal,
    builder_of,
    dealer_of,
    limits_of,
    match_of,
    order_of,
    remaining_after,
)
from twowaystreet._core.worlds.ways import Division, Place
from twowaystreet._core.worlds.worlds import Counted, Hidden, Holding, undeclared
from twowaystreet.errors import WorldsError

# Any: views, states and hand data of any game's own classes, here and below.
OfGame: TypeAlias = Any

MOST_CASES: Final = 10_000
"""The greatest number of cases that are told apart."""


def hidden_by_facts(view: OfGame) -> tuple[Hidden[OfGame], ...]:
    """Return the places of the unseen cards of a view, from the facts of its game.

    Raises:
        WorldsError: if the facts do not declare the places, if some cards lie in none of them, or
            if the plays leave too many cases.
    """
    table = Table(view, plan_of(view.__class__))
    if not table.is_dealt:
        return before_deal(view, table.plan.make((), (), *_further(table)))
    ways = _alternatives(table)
    if prod(map(len, ways)) > MOST_CASES:
        raise WorldsError(f"the plays leave more than {MOST_CASES} cases: expected a later moment")
    build = _builder(table)
    return tuple([_case(table, chosen, build) for chosen in product(*ways)])


# Cases


def _alternatives(table: Table) -> list[Sequence[Alternative]]:
    """Return for each hand the places of its unseen cards, in cases that exclude one another."""
    view, drawn = table.view, table.drawn
    is_tricks = table.plan.is_tricks and not drawn
    limits = limits_of(view) if is_tricks else [[(0, ())]] * len(table.known)
    found = list[Sequence[Alternative]]()
    for hand, known in enumerate(table.known):
        size = view.hand_sizes[hand] - len(known)
        if hand == view.seat:
            agree = [each for each in limits[hand] if _agrees(known, each, is_whole=True)]
            found.append([(1, ())] * len(agree))
        elif drawn:
            came = drawn.came[hand]
            found.append([*alternatives(view, hand, size, drawn.hands[hand], came)])
        else:
            some = limits[hand]
            if known:
                some = [_rest_of(known, each) for each in some if _agrees(known, each)]
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


def _agrees(known: Cards, limits: Limits, *, is_whole: bool = False) -> bool:
    types, (barred, needs) = card_types_among(known), limits
    return not types & barred and (not is_whole or all(types & need for need in needs))


def _rest_of(known: Cards, limits: Limits) -> Limits:
    """Return the limits of the unseen cards of a hand beside its known ones."""
    types, (barred, needs) = card_types_among(known), limits
    return barred, tuple([need for need in needs if not types & need])


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
    apart = [Place(number, lacking | ALL & ~cards) for cards, number in some.items()]
    return (Place(place.size - sum(some.values()), rest, place.needs), *apart)


def _case(table: Table, chosen: Sequence[Alternative], build: Callable[..., OfGame]) -> Hidden[Any]:
    """Return the case in which the hands have these places."""
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


# States


def _further(table: Table) -> list[OfGame]:
    """Return the further fields of the hand data, with hidden heaps and secrets left out."""
    values: dict[str, Any] = {**table.shown}  # Any: fields of the game's own types
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
    """Return the function that makes the state of a division, from the owners of its places."""
    view, plan = table.view, table.plan
    names, make = [*plan.further], plan.make
    heaps = [(names.index(part.heap.field), part) for part, _ in table.hidden_parts]
    hidden = [part for part in table.parts if part.is_hidden]
    sealed = [part for part in hidden if not part.heap.is_cards]
    given = [(names.index(part.heap.field), part) for part in hidden if part.heap.in_hand]
    known = _further(table)
    fields = tuple([getattr(view, name) for name in plan.of_state])
    order = order_of(view) if plan.is_tricks else ()
    finished = builder_of(view, order, hand_data=make((), (), *known), fields=fields)
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
        if table.stock:
            stock = _stock_with(stock, table.stock)
        hand_data = make(held, stock, *further)
        return finished(
            _with_secrets(view, sealed, hand_data, rng) if sealed else hand_data, remaining
        )

    return build


def _hands(table: Table) -> Callable[[Sequence[int], Division], tuple[tuple[int, ...], int]]:
    """Return the function that makes the masks of the hands, and of the cards left in them."""
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
    deal = dealer_of(table.view, table.undealt())

    def by_dealing(owners: Sequence[int], division: Division) -> tuple[tuple[int, ...], int]:
        some = hands(owners, division)
        held = deal(some, table.pack.missing([*chain(*some)]))._hand_data.held
        return held, remaining_after(held, plays)

    return by_dealing


def _stock_with(unseen: Cards, known: Mapping[int, Card]) -> Cards:
    """Return the stock with the known cards in their places."""
    rest, size = iter(unseen), len(unseen) + len(known)
    return tuple([known[place] if place in known else next(rest) for place in range(size)])


def _with_secrets(
    view: OfGame, sealed: Sequence[HiddenHeap], hand_data: OfGame, rng: random.Random
) -> OfGame:
    """Return hand data with random legal moves for those that the viewer has not seen."""
    match, state_type = match_of(view), view._state
    change: Any = attrs.evolve  # Any: fields by name
    for part in sealed:
        name, seat = part.heap.field, part.seat or 0
        for phase, decision in state_type._decisions.items():
            before = state_type._build(match, hand_data, phase, seat, sum(hand_data.held))
            if not any(each in view.redacted_moves for each in decision.handlers):
                continue
            moves = [
                move for move in decision.moves(before, seat) if type(move) in view.redacted_moves
            ]
            move = rng.choice(moves)
            after = decision.handlers[type(move)](before, seat, move)._hand_data
            secret = getattr(after, name)[seat]
            if secret is not None:
                values = replace_at(getattr(hand_data, name), seat, secret)
                hand_data = change(hand_data, **{name: values})
                break
    return hand_data
