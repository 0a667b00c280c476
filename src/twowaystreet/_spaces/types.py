"""The bounds and values that the types of a game allow, and what a file fixes of them.

The file lists the names of the numbers for each game. For each of the rules that it covers it lists
the pieces of the arrays with their axes and columns. Both lists only grow. So no reordered class,
and no new move, phase or field, moves a number or a place.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from enum import Enum
from functools import cache, cached_property
from hashlib import sha256
from importlib.resources import files
from itertools import accumulate, chain, product, repeat
from typing import Final, TypeAlias, get_args

import attrs

from twowaystreet._core import plain_data
from twowaystreet._core.cards.cards import CARDS, Card
from twowaystreet._core.cards.masks import Pack
from twowaystreet._core.engine import fields
from twowaystreet._core.engine.game import Game, checked_game
from twowaystreet._core.engine.moves import Move, NumberMove
from twowaystreet._util.values import OfGame, Value
from twowaystreet.errors import RulesError


@attrs.frozen
class Sizes(Value):
    game: Game
    rules: OfGame

    @cached_property
    def seats(self) -> int:
        return int(self.rules.seats)

    @cached_property
    def hands(self) -> int:
        """The number of hands, a multiple of the number of seats."""
        return len(self.game.new_game(self.rules).hand_sizes)

    @cached_property
    def _counts(self) -> tuple[int, ...]:
        """The greatest number of copies of each card, in the order of cards."""
        packs: list[Pack] = [self.rules.pack]
        rules_type: OfGame = self.game.Rules
        for name, option in fields.options_of(rules_type).items():
            for word in option.choices:
                with suppress(RulesError):  # this word may not go with the other options
                    packs.append(attrs.evolve(self.rules, **{name: word}).pack)
        return tuple(map(max, *(pack._counts for pack in packs), (0,) * len(CARDS)))

    @cached_property
    def cards(self) -> tuple[Card, ...]:
        return tuple(card for card, count in zip(CARDS, self._counts, strict=True) if count)

    @cached_property
    def copies(self) -> tuple[Card, ...]:
        """The cards, equal ones repeated, in the order of cards."""
        return tuple(chain.from_iterable(map(repeat, CARDS, self._counts)))

    @cached_property
    def places(self) -> tuple[int, ...]:
        """The place of each card among the different ones, by its index; dicts take thrice."""
        return tuple(accumulate(map(bool, self._counts), initial=0))[:-1]

    @cached_property
    def first_places(self) -> tuple[int, ...]:
        """The place of the first copy of each card among all cards, by the index of the card."""
        return tuple(accumulate(self._counts, initial=0))[:-1]

    @cached_property
    def turn(self) -> int:
        return self.hands // self.seats

    @property
    def key(self) -> str:
        return f"{self.seats} seats, {len(self.copies)} cards"

    def number(self, bound: fields.Bound) -> int:
        return bound if isinstance(bound, int) else bound(self.rules)


def sizes_of(game: str | Game, rules: object) -> Sizes:
    """Return the sizes of a game, by the game or its name; ``None`` for the default rules."""
    found = checked_game(game)
    return Sizes(found, found.new_game(rules).rules)


def notes(annotation: fields.Type) -> tuple[object, ...]:
    return getattr(annotation, "__metadata__", ())


def range_of(annotation: fields.Type, sizes: Sizes) -> range | None:
    for note in notes(annotation):
        if isinstance(note, fields.Between):
            return range(sizes.number(note.least), sizes.number(note.most) + 1)
        if note is fields.SEAT:
            return range(sizes.seats)
        if note is fields.CARD_COUNT:
            return range(len(sizes.copies) + 1)
    return None


def optional(annotation: fields.Type) -> tuple[fields.Type, bool]:
    members = fields.alternatives(annotation)
    others = [each for each in members if each is not type(None)]
    if len(others) == 1 and len(members) == 2:
        return others[0], True
    return annotation, False


def is_enum(annotation: fields.Type) -> bool:
    return isinstance(annotation, type) and issubclass(annotation, Enum)


def has_cards(annotation: fields.Type) -> bool:
    """Return whether a value of a type is a card, or a tuple of such values."""
    inner = fields.bare(annotation)
    if fields.is_tuple(inner):
        return all(has_cards(each) for each in get_args(inner) if each is not Ellipsis)
    return inner is Card


def values_of(
    move_type: type[Move], types: Mapping[str, fields.Type], sizes: Sizes
) -> Iterator[tuple[object, ...]]:
    """Yield the possible values of some fields of a move."""
    where = f"{sizes.game.name}: {move_type.__name__}"
    return product(
        *(_values(f"{where}.{name}", move_type, each, sizes) for name, each in types.items())
    )


def _values(
    where: str, move_type: type[Move], annotation: fields.Type, sizes: Sizes
) -> tuple[object, ...]:
    inner, may_be_none = optional(fields.bare(annotation))
    none = (None,) if may_be_none else ()
    numbers = range_of(annotation, sizes) or range_of(inner, sizes)
    if numbers is None and inner is int and issubclass(move_type, NumberMove):
        return (*none, *move_type.numbers)
    if numbers is not None:
        return (*none, *numbers)
    if is_enum(inner):
        members: OfGame = inner
        return (*none, *members)
    if inner is bool:
        return (*none, False, True)
    raise unbounded(where, annotation)


def unbounded(where: str, annotation: fields.Type) -> RulesError:
    return RulesError(
        where,
        str(annotation),
        "a type with bounds: a bool, an enum, a Card, Seat, PerSeat[...], "
        "Annotated[int, Between(...)] or Annotated[tuple[...], AtMost(...)]",
    )


def natural(name: str) -> list[tuple[int, str]]:
    """Return the key that sorts names by their words, and numbers in them by value.

    >>> sorted(["bid 10", "pass", "bid 2"], key=natural)
    ['bid 2', 'bid 10', 'pass']
    """
    parts = re.split(r"(\d+)", name)
    return [(int(part), "") if part.isdigit() else (-1, part) for part in parts if part]


FILE: Final = files("twowaystreet._spaces").joinpath("frozen.json")


@attrs.frozen
class Shape(Value):
    array: str  # the array, ``hand`` or ``match``
    columns: tuple[str, ...]  # the names of the last axis
    axes: tuple[int, ...]  # the lengths of the axes before


Layout: TypeAlias = Mapping[str, Shape]  # the pieces by name, in the order of their places


@cache
def contents() -> plain_data.Object:
    found: plain_data.Object = json.loads(FILE.read_text(encoding="utf-8"))
    return found


def fixed_numbers(game: str) -> tuple[str, ...]:
    return tuple(contents()["games"].get(game, {}).get("numbers", ()))


def fixed_layout(game: str, key: str) -> Layout:
    columns = contents()["columns"]
    pieces = contents()["games"].get(game, {}).get("layouts", {}).get(key, {}).get("pieces", {})
    return {
        name: Shape(array, tuple(columns[number]), tuple(axes))
        for name, (array, number, *axes) in pieces.items()
    }


def digest_of(names: Iterable[str]) -> str:
    return sha256("\n".join(names).encode()).hexdigest()[:16]


def layout_digest(pieces: Layout) -> str:
    return digest_of(
        f"{name} {each.array} {each.axes} {each.columns}" for name, each in pieces.items()
    )


def in_order(fixed: Sequence[str], derived: Iterable[str]) -> tuple[str, ...]:
    return (*fixed, *(name for name in derived if name not in frozenset(fixed)))
