"""What a view shows of the cards of its game, place by place."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property
from itertools import chain
from typing import Any, NamedTuple, TypeAlias, cast

import attrs

from twowaystreet._core.cards.cards import Card
from twowaystreet._core.cards.masks import card_types_among
from twowaystreet._core.engine.seats import rotation
from twowaystreet._core.views.declared import Heap, Plan, piles_of
from twowaystreet._core.views.draws import Drawn, dealt_in_order, drawn_in, seen_in
from twowaystreet._core.views.facts import OWNER
from twowaystreet._core.views.trick_worlds import plays_of, unseen_cards
from twowaystreet._core.worlds.worlds import ADVICE, undeclared
from twowaystreet.errors import WorldsError

# Any: views and states of any game's own classes, here and below.
OfGame: TypeAlias = Any
Cards: TypeAlias = tuple[Card, ...]


def cards_within(value: object) -> Cards:
    """Return the cards in a value of a fact: a card, a tuple, or an object with such fields."""
    kind: Any = value.__class__  # Any: attrs has no type for the classes that it makes
    if kind is Card:
        return (cast(Card, value),)
    if kind is tuple:
        return tuple(chain.from_iterable(map(cards_within, cast("tuple[object, ...]", value))))
    names = _names(kind)
    return cards_within(tuple([getattr(value, name) for name in names])) if names else ()


@cache
def _names(kind: Any) -> tuple[str, ...]:
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
        """Return the value of the heap with these cards."""
        if self.heap.is_one:
            return some[0] if some else None
        is_there = self.number is not None and (self.number or self.heap.counts_none)
        if self.heap.may_be_none and not is_there:
            return None
        return tuple(sorted(some)) if self.heap.is_sorted else some


class Table:
    """The cards of a view by their places; the unseen ones are left over.

    Raises:
        WorldsError: if some cards lie in no place that the game declares.
    """

    def __init__(self, view: OfGame, plan: Plan) -> None:
        self.view, self.plan = view, plan
        self.pack, self.stock_size = view.rules.pack, view.stock_size or 0
        self.plays: Sequence[tuple[int, Card]] = plays_of(view) if plan.is_tricks else ()
        self.shown = {field: getattr(view, fact) for field, fact in plan.shown.items()}
        self.parts = [part for heap in plan.heaps for part in self._parts_of(heap)]
        self._piles = cards_within(tuple([getattr(view, name) for name in piles_of(plan)]))
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
    def has_copies(self) -> bool:
        """True if the pack has equal cards."""
        return not self.pack._is_distinct

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

    # What is hidden

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
        dealt = dealt_in_order(view, self.undealt())
        if dealt.phase is not view.phase:
            raise undeclared(state_type.title, ["which seats have made a hidden move"])
        order = rotation(dealt.actor, seats)
        return order[: order.index(view.actor)]

    # What is known

    @cached_property
    def drawn(self) -> Drawn | None:
        """The cards drawn during the play; ``None`` in games without such draws."""
        return drawn_in(self.view, self.undealt(), self.plan.shown) if self.plan.draws else None

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
        seen = dict(seen_in(self.view, hand_data, {}))
        return {place: seen[card._bit] for place, card in enumerate(some) if card._bit in seen}

    @cached_property
    def unseen(self) -> Cards:
        """The cards whose place the viewer does not know."""
        sure = [*chain(*self.known), *(card for _, card in self.plays), *self.stock.values()]
        sure += cards_within(tuple([part.value for part in self._heaps]))
        return unseen_cards(self.pack, [*self._in_piles(sure), *sure])

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
                f"{self.view._state.title}: {left} cards are neither in hands nor in tricks nor in "
                f"the stock, and public hand data shows {len(shown)} cards. If these lie in a "
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
