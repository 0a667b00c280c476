"""Where the cards of a game lie, as its facts say.

A game declares its places with the facts of its view. From these the library makes its worlds.

- The hands are ``held`` of the hand data, and the stock is ``stock``.
- A field that everybody sees is a pile in the open, unless its cards lie in a hand (``held_by``).
- A field of cards that some viewers do not see is a face-down heap, or one for each seat. A public
  fact that covers just this field tells the number of its cards.
- A field that some do not see and that has no cards is sealed, such as a secret bid.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache
from inspect import isfunction
from itertools import chain
from typing import Any, Final, TypeAlias, get_args

import attrs

from twowaystreet._core.cards.cards import Card
from twowaystreet._core.engine.fields import (
    CARD_SET,
    PER_SEAT,
    Type,
    alternatives,
    bare,
    field_types,
    has_fields,
)
from twowaystreet._core.engine.moves import Deal
from twowaystreet._core.engine.state import GameState, hand_data_class
from twowaystreet._core.tricks.trick_state import TrickState
from twowaystreet._core.views.facts import OWNER, ViewFact, facts_of
from twowaystreet._core.worlds.worlds import undeclared
from twowaystreet._util.values import Value, fast_constructor

# Any: views and states of any game's own classes, here and below.
OfGame: TypeAlias = Any

IN_HANDS: Final = frozenset(("hand_data.held", "remaining"))
"""The stored fields with the cards of the hands."""
OF_CARDS: Final = IN_HANDS | {"hand_data.stock"}
_INSIDE: Final = __name__.rpartition(".")[0]
"""How the names of the modules begin that have the views of every game."""
HOOKS: Final = ("_may_play", "_next_decision", "_await_play", "_finish_hand")
"""The hooks of a trick-taking state that the library cannot follow if a game has its own."""


@attrs.frozen
class Heap(Value):
    """A field of the hand data that some viewers do not see."""

    field: str  # its name in the hand data.
    fact: str  # the fact that shows it to some viewers; empty if nobody sees it.
    sizes: str  # the public fact with the number of its cards; empty without one.
    per_seat: bool  # True if it has a heap for each seat.
    is_cards: bool  # False if it is sealed, and has no cards.
    is_one: bool  # True if a heap is a card or ``None``, and not a tuple.
    may_be_none: bool  # True if ``None`` stands for a heap that is not there yet.
    counts_none: bool  # True if the number of cards of such a heap is ``None`` too, and not 0.
    is_sorted: bool  # True if the cards lie in the order of cards.
    in_hand: bool  # True if the cards lie in the hand of the seat until they are played.


@attrs.frozen(eq=False)
class Plan(Value):
    """The places of the cards of a game."""

    hand_data: type[Any]  # the class of the hand data.
    make: Callable[..., OfGame]  # their constructor.
    # its fields besides the hands and the stock, with what they are before a deal.
    further: Mapping[str, OfGame]
    shown: Mapping[str, str]  # for each field that everybody sees, the name of the fact.
    heaps: tuple[Heap, ...]  # the other fields.
    # the facts with cards that lie in hands, each with ``held_by`` and ``or_in``.
    in_hands: Mapping[str, tuple[str, str]]
    of_stock: tuple[str, ...]  # the facts that show cards of the stock.
    of_state: tuple[str, ...]  # the facts that are further fields of the state, in their order.
    is_tricks: bool  # True for a trick-taking game.
    draws: bool  # True if its players draw cards between tricks.


@cache
def plan_of(view_type: OfGame) -> Plan:
    """Return the places of the cards of a game, from the class of its views.

    Raises:
        WorldsError: if the facts do not declare them all.
    """
    state_type = view_type._state
    hand_data = hand_data_class(state_type)
    if hand_data is None:
        raise undeclared(state_type.title, ["hand data of an unknown class"])
    facts, common = facts_of(view_type), _common(view_type)
    empty = None
    with suppress(TypeError):  # further fields need no defaults
        empty = hand_data()
    names = [field.name for field in attrs.fields(hand_data)[2:]]
    further = {name: getattr(empty, name, attrs.NOTHING) for name in names}
    is_tricks = issubclass(state_type, TrickState)
    given = {fact.source: name for name, fact in facts.items() if fact.for_all}
    shown = {name: given[f"hand_data.{name}"] for name in further if f"hand_data.{name}" in given}
    heaps = tuple([_heap_of(view_type, hand_data, name) for name in further if name not in shown])
    base = attrs.fields(TrickState if is_tricks else GameState)
    fields = [field.name for field in attrs.fields(state_type)[len(base) :]]
    of_state = tuple([given[name] for name in fields if name in given])
    own = {name: fact for name, fact in facts.items() if common.get(name) is not fact}
    of_stock = tuple([name for name, fact in own.items() if fact.covers == ("hand_data.stock",)])
    hidden = [each for each in view_type.redacted_moves if each is not Deal and not heaps]
    unsized = [each for each in heaps if each.is_cards and not (each.per_seat or each.sizes)]
    held = [each for each in heaps if each.in_hand and not (is_tricks and each.sizes)]
    of_seats = [each for each in heaps if each.per_seat and each.is_cards and not each.is_one]
    held += [each for each in of_seats if not each.sizes]
    beside = [
        name
        for heap in heaps
        for name, fact in own.items()
        if f"hand_data.{heap.field}" in fact.covers and name != heap.fact
        if not _is_size(_types_in(view_type).get(name, Card))
    ]
    reasons = [
        *(f"the move {each.__name__}" for each in hidden),
        *(f"the fact {name}" for name in beside),
        *(f"hand_data.{heap.field}" for heap in heaps if not (heap.per_seat or heap.is_cards)),
        *(f"the number of cards in hand_data.{heap.field}" for heap in (*unsized[1:], *held)),
        *(
            f"the fact {name}"
            for name, fact in own.items()
            if OF_CARDS & {*fact.covers} and name not in of_stock and not fact.is_private
        ),
        *(f"the field {name} of its states" for name in fields if is_tricks or name not in given),
        *(f"the hook {name}" for name in (_hooks(view_type) if is_tricks else ())),
        *["how many cards of a new stock each hand has, in View._counted"]
        * (view_type._counted.__module__.startswith(_INSIDE) and _calls(state_type, "_await_deal")),
    ]
    if reasons:
        raise undeclared(state_type.title, reasons)
    return Plan(
        hand_data=hand_data,
        make=fast_constructor(hand_data),
        further=further,
        shown=shown,
        heaps=heaps,
        in_hands={
            name: (fact.held_by, fact.or_in.removeprefix("hand_data."))
            for name, fact in facts.items()
            if fact.for_all and fact.held_by
        },
        of_stock=of_stock,
        of_state=of_state,
        is_tricks=is_tricks,
        draws=is_tricks and state_type._draws,
    )


@cache
def piles_of(plan: Plan) -> tuple[str, ...]:
    """Return the facts that may show cards in the open: piles, and fields of the state."""
    types = _types_in(plan.hand_data)
    shown = [
        fact
        for field, fact in plan.shown.items()
        if fact not in plan.in_hands and Card in _classes_in(types.get(field, Card))
    ]
    return (*shown, *plan.of_state)


def _common(view_type: OfGame) -> dict[str, ViewFact]:
    """Return the facts of the views of every game, and of every game with tricks."""
    found = dict[str, ViewFact]()
    for base in view_type.__mro__:
        if f"{base.__module__}._core.views".startswith(_INSIDE) and attrs.has(base):
            found |= facts_of(base)
    return found


def _hooks(view_type: OfGame) -> list[str]:
    """Return the hooks of the states that decide more than the library knows of a play."""
    state_type = view_type._state
    own = [name for name in HOOKS if getattr(state_type, name) is not getattr(TrickState, name)]
    if view_type._duty.__module__.startswith(_INSIDE):
        return [*own, *["_following"] * (None in state_type._following.values())]
    return [name for name in own if name != "_may_play"]  # the view says what plays show


def _calls(state_type: OfGame, name: str) -> bool:
    classes: tuple[type[Any], ...] = state_type.__mro__
    members: list[object] = [member for cls in classes for member in vars(cls).values()]
    return any(name in member.__code__.co_names for member in members if isfunction(member))


def _heap_of(view_type: OfGame, hand_data: type[Any], name: str) -> Heap:
    """Describe a field that not everybody sees."""
    field, facts = f"hand_data.{name}", facts_of(view_type)
    of_view, of_data = _types_in(view_type), _types_in(hand_data)
    shows = next((one for one, fact in facts.items() if fact.source == field), "")
    counts = [
        one
        for one, fact in facts.items()
        if fact.for_all and fact.covers == (field,) and _is_size(of_view.get(one, Card))
    ]
    # A number of cards tells more than a flag.
    counts.sort(key=lambda one: bool in _classes_in(of_view[one]))
    sizes = next(iter(counts), "")
    roles = [
        *_roles_in(of_view.get(shows)),
        *_roles_in(of_view.get(sizes)),
        *_roles_in(of_data.get(name)),
    ]
    per_seat = PER_SEAT in roles or (bool(shows) and facts[shows].per_seat)
    kind = of_data.get(name, tuple[Card, ...])
    parts, seen = [
        _unions_in(next(iter(get_args(bare(each))), Card) if per_seat else each)
        for each in (kind, of_view.get(shows, Card))
    ]
    roles += chain.from_iterable(map(_roles_in, (*parts, *seen)))
    kind = next((part for part in parts if part is not type(None)), Card)
    return Heap(
        field=name,
        fact=shows,
        sizes=sizes,
        per_seat=per_seat,
        is_cards=Card in _classes_in(kind),
        is_one=bare(kind) is Card,
        may_be_none=type(None) in parts,
        counts_none=type(None) in _classes_in(of_view.get(sizes, Card)),
        is_sorted=CARD_SET in roles,
        in_hand=bool(shows) and facts[shows].held_by == OWNER,
    )


def _types_in(cls: OfGame) -> Mapping[str, Type]:
    """Return the types of the fields of a class; none if it names types that are not there."""
    try:
        return field_types(cls, annotated=True)
    except NameError:
        return {}


def _roles_in(annotation: Type) -> tuple[object, ...]:
    return getattr(annotation, "__metadata__", ())


def _unions_in(annotation: Type) -> tuple[Type, ...]:
    return alternatives(bare(annotation)) or (annotation,)


def _classes_in(annotation: Type) -> set[Type]:
    """Return the classes in an annotation, also those of the fields of a class."""
    kind = bare(annotation)
    parts = [each for each in get_args(kind) if each is not ...]
    if has_fields(kind) and kind is not Card:
        parts = [*field_types(kind).values()]
    return set[Type]().union(*map(_classes_in, parts)) if parts else {kind}


def _is_size(annotation: Type) -> bool:
    return _classes_in(annotation) <= {int, bool, type(None)}
