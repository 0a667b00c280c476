"""Facts: the pieces of information in a game, each with its audience; and where the cards lie.

A fact has a function that reads it from the state, an audience, and the stored fields behind it.
Hidden information stays hidden when the hand is over (AL-3).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache
from inspect import isfunction
from itertools import chain
from operator import attrgetter
from typing import Any, Final, TypeAlias, get_args

import attrs

from twowaystreet._core.cards.cards import Card
from twowaystreet._core.engine import fields
from twowaystreet._core.engine.moves import Deal
from twowaystreet._core.engine.state import GameState, hand_data_class
from twowaystreet._core.tricks.trick_state import TrickState
from twowaystreet._core.worlds.worlds import undeclared
from twowaystreet._util.values import OfGame, Value, fast_constructor

FACT: Final = "twowaystreet.fact"  # the key under which a field's metadata holds its `ViewFact`
OWNER: Final = "owner"  # the `held_by` of a fact whose elements lie in the hands of their seats
_SHARED: Final = ("match", "hand_data")  # which the states of a hand share

_Read: TypeAlias = Callable[[OfGame, int | None], OfGame]
"""A function of the state and the viewer's seat (``None`` for a spectator)."""
Source: TypeAlias = Callable[[OfGame], OfGame] | str
"""A function of the state; or the name of a stored field, such as ``hand_data.trumps``; or the
name of a property of the state."""


@attrs.frozen
class ViewFact(Value):
    """The source and the audience of one field of a view."""

    read: _Read  # returns the part that this viewer may know.
    covers: tuple[str, ...]  # the stored fields behind the fact, such as ``match.scores``.
    source: str = ""  # the stored field, property or method; empty for another function.
    # the fact with the seat in whose hand its cards lie until they are played, or ``owner``.
    held_by: str = ""
    or_in: str = ""  # the field of the hand data where this seat may have laid some face down.
    own_only: bool = False  # True if a viewer knows only its own element of one for each seat.
    per_seat: bool = False  # True for one for each seat, of which a viewer may know some.
    is_private: bool = False  # True if only the seat itself knows the fact.
    for_all: Callable[[OfGame], OfGame] | None = None  # reads what everybody knows.


def _field(
    read: _Read, covers: tuple[str, ...], absent: object, source: object = "", **more: OfGame
) -> OfGame:
    """Make a field of a view with a fact, whose type its annotation gives."""
    name = source if isinstance(source, str) else ""
    return attrs.field(metadata={FACT: ViewFact(read, covers, name, **more), fields.ABSENT: absent})


def _source(
    read: Source, covers: tuple[str, ...]
) -> tuple[Callable[[OfGame], OfGame], tuple[str, ...]]:
    """Return the function that reads a source, and the stored fields that it covers."""
    if not isinstance(read, str):
        return read, covers
    is_stored = read.partition(".")[0] in _SHARED
    return attrgetter(f"_{read}" if is_stored else read), covers or (read,)


def public_fact(
    read: Source, *covers: str, held_by: str = "", or_in: str = "", absent: Any = ...
) -> Any:
    """Declare a fact that everybody knows.

    Args:
        read: the name of a stored field of the match or the hand data, such as
            ``hand_data.bids``; or of a property of theirs or of the state, such as ``winners``; or
            a function of the state.
        covers: the stored fields behind the fact; without any, the field of this name.
        held_by: for a card, or a tuple of cards, that lies in the hand of a seat until it is
            played: the name of the fact that is this seat, such as ``dealer``; or ``owner`` for a
            fact with one element for each seat. Worlds leave the card there.
        or_in: the hidden field of the hand data, such as ``hand_data.buried``, where this seat may
            have laid some of these cards.
        absent: for a fact that came later, the value in views that were saved before.
    """
    value, covered = _source(read, covers)

    def for_viewer(state: OfGame, viewer: int | None) -> OfGame:
        return value(state)

    return _field(for_viewer, covered, absent, read, held_by=held_by, or_in=or_in, for_all=value)


def private_fact(read: Callable[[Any, int], Any] | str, *covers: str, absent: Any = ...) -> Any:
    """Declare a fact about each seat that only the seat itself knows.

    Args:
        read: a function of the state and the seat; or the name of a method of the state that takes
            the seat.
        covers: the stored fields behind the fact.
        absent: as for :func:`public_fact`.
    """
    if isinstance(read, str):  # written out, as the views of all games read two such facts

        def own(state: OfGame, viewer: int | None) -> OfGame:
            return None if viewer is None else getattr(state, read)(viewer)

    else:

        def own(state: OfGame, viewer: int | None) -> OfGame:
            return None if viewer is None else read(state, viewer)

    return _field(own, covers, absent, read, is_private=True)


def viewer_fact(read: _Read | str, *covers: str, absent: Any = ...) -> Any:
    """Declare a fact that differs from viewer to viewer.

    Args:
        read: a function of the state and the viewer; or the name of a method of the state that
            takes the viewer.
        covers: the stored fields behind the fact.
        absent: as for :func:`public_fact`.
    """
    if isinstance(read, str):
        return _field(lambda state, viewer: getattr(state, read)(viewer), covers, absent, read)
    return _field(read, covers, absent)


def conditional_fact(
    read: Source, known: Callable[[Any, int | None], bool], *covers: str, absent: Any = ...
) -> Any:
    """Declare a fact that some viewers know and others do not.

    Args:
        read: a source, as for :func:`public_fact`.
        known: a function of the state and the viewer; ``True`` if the viewer knows the fact.
        covers: the stored fields behind the fact.
        absent: as for :func:`public_fact`.
    """
    value, covered = _source(read, covers)

    def if_known(state: OfGame, viewer: int | None) -> OfGame:
        return value(state) if known(state, viewer) else None

    return _field(if_known, covered, absent, read)


def per_seat_fact(
    read: Callable[[Any, int], Any] | str,
    known: Callable[[Any, int, int | None], bool],
    *covers: str,
    held_by: str = "",
    absent: Any = ...,
) -> Any:
    """Declare a tuple with a fact about each seat; unknown elements are ``None``.

    Args:
        read: the name of a stored field or a property, as for :func:`public_fact`, with one value
            for each seat; or a function of the state and the seat.
        known: a function of the state, the seat and the viewer; ``True`` if the viewer knows it.
        covers: the stored fields behind the fact.
        held_by: ``owner`` for cards that lie in the hand of their seat until they are played, such
            as those that a neighbour has given it.
        absent: as for :func:`public_fact`; here ``()`` stands for nothing about any seat.
    """
    own_only = known is to_owner
    if not isinstance(read, str):

        def elements(state: OfGame, viewer: int | None) -> tuple[OfGame, ...]:
            seats = range(state.rules.seats)
            return tuple(
                [read(state, seat) if known(state, seat, viewer) else None for seat in seats]
            )

    else:
        values, covers = _source(read, covers)

        def elements(state: OfGame, viewer: int | None) -> tuple[OfGame, ...]:
            each = enumerate(values(state))
            if own_only:  # written out, as every view of some games has such a fact
                return tuple([one if seat == viewer else None for seat, one in each])
            return tuple([one if known(state, seat, viewer) else None for seat, one in each])

    return _field(elements, covers, absent, read, held_by=held_by, own_only=own_only, per_seat=True)


def to_owner(state: object, owner: int, viewer: int | None) -> bool:
    """Return whether the viewer is the owner: the audience of a private element."""
    return owner == viewer


def facts_of(view: type) -> dict[str, ViewFact]:
    return {each.name: each.metadata[FACT] for each in attrs.fields(view) if FACT in each.metadata}


# Where the cards lie: the hands are ``held`` of the hand data, and the stock is ``stock``. A field
# that everybody sees is a pile in the open, unless its cards lie in a hand (``held_by``). One of
# cards that some do not see is a face-down heap, or one for each seat; a public fact that covers
# just this field tells their number. One without cards is sealed, such as a secret bid.

OF_CARDS: Final = frozenset(("hand_data.held", "remaining", "hand_data.stock"))
"""The stored fields with the cards of the hands and the stock."""
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
    hand_data: type[OfGame]  # the class of the hand data.
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
    """Return the places of the cards of a game; its facts must declare them all."""
    state_type = view_type._state
    hand_data = hand_data_class(state_type)
    if hand_data is None:
        raise undeclared(state_type.title, ["hand data of an unknown class"])
    facts, empty = facts_of(view_type), None
    with suppress(TypeError):  # further fields need no defaults
        empty = hand_data()
    names = [field.name for field in attrs.fields(hand_data)[2:]]
    further = {name: getattr(empty, name, attrs.NOTHING) for name in names}
    is_tricks = issubclass(state_type, TrickState)
    given = {fact.source: name for name, fact in facts.items() if fact.for_all}
    shown = {name: given[f"hand_data.{name}"] for name in further if f"hand_data.{name}" in given}
    heaps = tuple([_heap_of(view_type, hand_data, name) for name in further if name not in shown])
    base = attrs.fields(TrickState if is_tricks else GameState)
    stored = [field.name for field in attrs.fields(state_type)[len(base) :]]
    of_state = tuple([given[name] for name in stored if name in given])
    common = dict[str, ViewFact]()  # of the views of every game, or of every game with tricks
    for base in view_type.__mro__:
        if f"{base.__module__}._core.views".startswith(_INSIDE) and attrs.has(base):
            common |= facts_of(base)
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
        *(f"the field {name} of its states" for name in stored if is_tricks or name not in given),
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


def _hooks(view_type: OfGame) -> list[str]:
    """Return the hooks that decide more than the library knows of a play."""
    state_type = view_type._state
    own = [name for name in HOOKS if getattr(state_type, name) is not getattr(TrickState, name)]
    if view_type._duty.__module__.startswith(_INSIDE):
        return [*own, *["_following"] * (None in state_type._following.values())]
    return [name for name in own if name != "_may_play"]  # the view says what plays show


def _calls(state_type: OfGame, name: str) -> bool:
    classes: tuple[type, ...] = state_type.__mro__
    members: list[object] = [member for cls in classes for member in vars(cls).values()]
    return any(name in member.__code__.co_names for member in members if isfunction(member))


def _heap_of(view_type: OfGame, hand_data: type, name: str) -> Heap:
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
    per_seat = fields.PER_SEAT in roles or (bool(shows) and facts[shows].per_seat)
    kind = of_data.get(name, tuple[Card, ...])
    kinds = [kind, of_view.get(shows, Card)]
    if per_seat:
        kinds = [next(iter(get_args(fields.bare(each))), Card) for each in kinds]
    parts, seen = [fields.alternatives(fields.bare(each)) or (each,) for each in kinds]
    roles += chain.from_iterable(map(_roles_in, (*parts, *seen)))
    kind = next((part for part in parts if part is not type(None)), Card)
    return Heap(
        field=name,
        fact=shows,
        sizes=sizes,
        per_seat=per_seat,
        is_cards=Card in _classes_in(kind),
        is_one=fields.bare(kind) is Card,
        may_be_none=type(None) in parts,
        counts_none=type(None) in _classes_in(of_view.get(sizes, Card)),
        is_sorted=fields.CARD_SET in roles,
        in_hand=bool(shows) and facts[shows].held_by == OWNER,
    )


def _types_in(cls: OfGame) -> Mapping[str, fields.Type]:
    """Return the types of the fields of a class; none if it names types that are not there."""
    try:
        return fields.field_types(cls, annotated=True)
    except NameError:
        return {}


def _roles_in(annotation: fields.Type) -> tuple[object, ...]:
    return getattr(annotation, "__metadata__", ())


def _classes_in(annotation: fields.Type) -> set[fields.Type]:
    """Return the classes in an annotation, also those of the fields of a class."""
    kind = fields.bare(annotation)
    parts = [each for each in get_args(kind) if each is not ...]
    if fields.has_fields(kind) and kind is not Card:
        parts = [*fields.field_types(kind).values()]
    return set[fields.Type]().union(*map(_classes_in, parts)) if parts else {kind}


def _is_size(annotation: fields.Type) -> bool:
    return _classes_in(annotation) <= {int, bool, type(None)}
