"""Views as arrays."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from itertools import chain
from math import prod
from types import MappingProxyType
from typing import Final, NamedTuple, TypeAlias, get_args

import attrs
import numpy as np
import numpy.typing as npt

from twowaystreet._core.cards.cards import Card, Suit
from twowaystreet._core.engine.fields import AtMost, Type, bare, is_tuple
from twowaystreet._core.engine.game import Game
from twowaystreet._core.engine.setup import match_arguments
from twowaystreet._core.tricks.tricks import Trick
from twowaystreet._core.views.facts import facts_of
from twowaystreet._core.views.views import AnyView, view_types
from twowaystreet._spaces import codes
from twowaystreet._spaces import types as of_game
from twowaystreet._spaces.actions import DONE, Actions
from twowaystreet._spaces.codes import MOST_IN_BYTE, Code, Given, Out, code_of, counts
from twowaystreet._spaces.types import Sizes, notes, optional, sizes_of
from twowaystreet._util.values import OfGame, Value
from twowaystreet.errors import RulesError, quoted


def is_trick(annotation: Type) -> bool:
    """Return whether a type is that of tricks."""
    return isinstance(annotation, type) and hasattr(annotation, "_plays")


def are_tricks(annotation: Type) -> bool:
    inner = bare(annotation)
    return is_tuple(inner) and is_trick(get_args(inner)[0])


def is_single(annotation: Type) -> bool:
    inner = bare(annotation)
    return issubclass(get_args(inner)[0] if is_tuple(inner) else inner, Trick)


def played(sizes: Sizes, *, single: bool) -> Code:
    """Return the code of all tricks: for each hand and card the number of the play, from 1."""
    first, size, hands, turn = sizes.first_places, len(sizes.copies), sizes.hands, sizes.turn

    def rows(at: int, viewer: int) -> list[int]:
        shift = viewer * turn
        return [at + (hand - shift) % hands * size for hand in range(hands)]

    def write(value: Iterable[Given], out: Out, at: int, viewer: int) -> None:
        number, row = 0, rows(at, viewer)
        for hand, cards in chain.from_iterable(trick._plays for trick in value):
            if cards:
                number += number < MOST_IN_BYTE
            for card in cards:
                out[row[hand] + first[card.index]] = number

    # Half of the time of an observation of Twos would be spent here with a tuple for each card:
    # 13 against 5 microseconds, measured on CPython 3.11.
    def flat(value: Iterable[Given]) -> Iterable[tuple[int, Card]]:
        hands_of, cards = list[int](), list[Card]()
        for trick in value:
            hands_of += trick._hands
            cards += trick.cards
        return zip(hands_of, cards, strict=True)

    def write_single(value: Iterable[Given], out: Out, at: int, viewer: int) -> None:
        row = rows(at, viewer)
        for number, (hand, card) in enumerate(flat(value), start=1):
            out[row[hand] + first[card.index]] = number

    def write_copies(value: Iterable[Given], out: Out, at: int, viewer: int) -> None:
        row, number = rows(at, viewer), 0
        for hand, card in flat(value):
            number += number < MOST_IN_BYTE
            place = row[hand] + first[card.index]
            while out[place]:  # another copy has come before
                place += 1
            out[place] = number

    most = min(size, MOST_IN_BYTE)
    of_one = write_single if size == len(sizes.cards) <= MOST_IN_BYTE else write_copies
    chosen = of_one if single else write
    return attrs.evolve(counts(sizes.copies, most, chosen), axes=(hands,))


def taken(annotation: Type, sizes: Sizes) -> Code | None:
    """Return the code of the hands that took the complete tricks; ``None`` without such a fact."""
    if not is_single(annotation):
        return None
    hands, turn = sizes.hands, sizes.turn
    lengths = [note.length for note in notes(annotation) if isinstance(note, AtMost)]
    length = sizes.number(lengths[0]) if lengths else len(sizes.copies) // hands

    def write(value: Sequence[Given], out: Out, at: int, viewer: int) -> None:
        shift = viewer * turn
        for trick in value:
            out[at + (trick._taker - shift) % hands] = 1
            at += hands

    code = counts(codes.hand_columns(sizes.seats, hands), 1, write)
    return attrs.evolve(code, axes=(length,))


def on_table(sizes: Sizes) -> Code:
    """Return the code of the open trick: for each hand the number of copies of each card."""
    places, size, hands, turn = sizes.places, len(sizes.cards), sizes.hands, sizes.turn

    def write(value: Given, out: Out, at: int, viewer: int) -> None:
        for hand, cards in value._plays:
            base = at + (hand - viewer * turn) % hands * size
            for card in cards:
                out[base + places[card.index]] += 1

    code = counts(sizes.cards, [*map(sizes.copies.count, sizes.cards)], write)
    return attrs.evolve(code, axes=(hands,))


def led(annotation: Type) -> Code | None:
    """Return the code of the suit led to the open trick; ``None`` for tricks without suits."""
    if not is_single(annotation):
        return None
    place = {suit: number for number, suit in enumerate(Suit)}

    def write(value: Given, out: Out, at: int, viewer: int) -> None:
        if value.led is not None:
            out[at + place[value.led]] = 1

    return counts(Suit, 1, write)


Hand: TypeAlias = npt.NDArray[np.int8]
Match: TypeAlias = npt.NDArray[np.int32]
Inputs: TypeAlias = npt.NDArray[np.float32]

LEAST: Final = -(2**31)
GREATEST: Final = 2**31 - 1  # the bounds of an int32


class Arrays(NamedTuple):
    """A view as arrays.

    Attributes:
        hand: the numbers of the hand in play, int8.
        match: the totals of the match, int32.
    """

    hand: Hand
    match: Match


@attrs.frozen
class Piece(Value):
    """A named part of an array.

    Attributes:
        name: the name: that of the field of the view, or ``begun``, ``played``, ``led``.
        array: the array, ``hand`` or ``match``.
        start: the place of the first number.
        shape: the lengths of the axes, in C order.
        columns: the names along the last axis.
        low: the least number of each column.
        high: the greatest number of each column.
    """

    name: str
    array: str
    start: int
    shape: tuple[int, ...]
    columns: tuple[str, ...]
    low: tuple[int, ...]
    high: tuple[int, ...]

    @property
    def size(self) -> int:
        """The number of numbers."""
        return prod(self.shape)

    @property
    def stop(self) -> int:
        """The place after the last number."""
        return self.start + self.size


_Source: TypeAlias = Callable[[Given, Sequence[int]], Given]
"""A function of a view and of the numbers begun that returns a value."""


class _Unplaced(NamedTuple):
    code: Code
    read: _Source
    array: str = "hand"


class Observation:
    """The layout of views as two arrays.

    Each field of the view is a piece of an array, or ``left_out`` says why not. Seats are relative
    to the viewer, who comes first; a spectator sees as seat 0 without cards. The array of the hand
    is int8, that of the totals of the match int32.

    The layout follows from the types of the fields. For the games of this library a file of the
    package fixes it for usual rules; a later version only adds pieces at the end.

    Args:
        game: a game, or its name.
        rules: the options; ``None`` for all the defaults.

    Attributes:
        game: the game.
        rules: the options.
        pieces: the pieces by name, in the order of their places.
        sizes: the lengths of the two arrays.
        left_out: the fields, or parts of them, that are in no array, each with the reason.
        digest: 16 hexadecimal digits that tell this layout from all others.
        is_frozen: True if the file of the package fixes the whole layout: for Two Way Street with
            3 to 11 players and the fewest packs, or 3 to 5 players and two packs; for Brag with any
            rules; and for all rules of the other games of this library.

    Raises:
        RulesError: if there is no such game, these are not its rules, or the type of a field has no
            bounds.

    >>> import random, twowaystreet as tws
    >>> from twowaystreet.games import twos
    >>> observation = Observation("twos")
    >>> state = twos.new_game()
    >>> state = tws.apply(state, tws.shuffle(state, random.Random(7)))
    >>> found = observation.encode(tws.view(state, 1))
    >>> hand = observation.pieces["hand"]
    >>> int(found.hand[hand.start : hand.stop].sum()), found.match.tolist()
    (14, [0, 0, 0, 0, 0])
    >>> hand.columns[:3]
    ('known', '2C', '3C')
    """

    def __init__(self, game: str | Game, rules: object = None) -> None:
        sizes = sizes_of(game, rules)
        self.game: Game = sizes.game
        self.rules: OfGame = sizes.rules
        view: OfGame = self.game.View
        left_out = dict[str, str](view.left_out)
        parts = _parts(sizes, left_out, Actions(self.game, self.rules))
        fixed = of_game.fixed_layout(self.game.name, sizes.key)
        arranged = codes.arranged({name: part.code for name, part in parts.items()}, fixed)
        parts = {name: parts[each]._replace(code=code) for name, (each, code) in arranged.items()}
        self.pieces: Mapping[str, Piece] = MappingProxyType(_placed(parts))
        layout = {
            name: of_game.Shape(each.array, each.columns, each.shape[:-1])
            for name, each in self.pieces.items()
        }
        self.digest = of_game.layout_digest(layout)
        self.is_frozen = list(layout.items()) == list(fixed.items())
        of_hand = [piece for piece in self.pieces.values() if piece.array == "hand"]
        hand = sum(piece.size for piece in of_hand)
        whole = sum(piece.size for piece in self.pieces.values())
        self.sizes: tuple[int, int] = hand, whole - hand
        capped = [piece.name for piece in of_hand if MOST_IN_BYTE in piece.high]
        if capped:
            left_out["numbers above 127"] = f"they count as 127 in {', '.join(capped)}"
        self._rules_seen = self.rules
        self.left_out: Mapping[str, str] = MappingProxyType(left_out)
        self._hand, self._match = (
            [
                (parts[name].read, parts[name].code.write, piece.start)
                for name, piece in self.pieces.items()
                if piece.array == array
            ]
            for array in ("hand", "match")
        )

    def __repr__(self) -> str:
        return f"Observation({self.game.name!r}, {self.rules!r})"

    def __reduce__(self) -> tuple[type[Observation], tuple[Game, OfGame]]:
        return Observation, (self.game, self.rules)

    @property
    def bounds(self) -> tuple[Arrays, Arrays]:
        """The least and the greatest number of each place, as arrays of their types."""
        low, high = self.zeros(), self.zeros()
        for piece in self.pieces.values():
            for bounds, numbers in ((low, piece.low), (high, piece.high)):
                array = getattr(bounds, piece.array)
                array[piece.start : piece.stop] = numbers * (piece.size // len(numbers))
        return low, high

    @cached_property
    def scale(self) -> Inputs:
        """The factors of :meth:`scaled`, float32: one divided by the greatest bound without sign.

        :meth:`twowaystreet.players.Network.save` takes them.
        """
        low, high = (np.concatenate(each).astype(np.float64) for each in self.bounds)
        found: Inputs = (1 / np.maximum(np.maximum(-low, high), 1)).astype(np.float32)
        found.flags.writeable = False
        return found

    def scaled(self, arrays: Arrays) -> Inputs:
        """Return the input of a network: both arrays in one, with numbers from -1 to 1.

        Args:
            arrays: the arrays of a view, or of several with axes before.

        Returns:
            A float32 array, whose last axis has the hand and then the match, each number times its
            :attr:`scale`. Flags, such as those of suits, seats and words, stay 0 and 1. Totals have
            the bounds of an int32, so that they nearly vanish.

        >>> observation = Observation("twos")
        >>> inputs = observation.scaled(observation.zeros(3))
        >>> inputs.shape, inputs.dtype
        ((3, 553), dtype('float32'))
        """
        found: Inputs = np.concatenate(arrays, axis=-1, dtype=np.float32)
        found *= self.scale
        return found

    def zeros(self, *counts: int) -> Arrays:
        """Return arrays of zeros for one view, or with axes before for several."""
        hand, match = self.sizes
        return Arrays(np.zeros((*counts, hand), np.int8), np.zeros((*counts, match), np.int32))

    def encode(self, view: AnyView, begun: Sequence[int] = (), out: Arrays | None = None) -> Arrays:
        """Return the arrays of a view.

        Args:
            view: the view, of this game under these rules.
            begun: the numbers of the move that are entered already.
            out: the arrays to write to; by default new ones.

        Raises:
            TypeError: if ``view`` is not a view of this game.
            RulesError: if it is a view under rules with another layout.
        """
        if type(view) is not self.game.View:
            raise TypeError(f"expected a view of {self.game.title}, not {quoted(view)}")
        if view.rules is not self._rules_seen:
            self._check(view.rules)
        viewer = view.seat or 0
        hand = bytearray(self.sizes[0])
        for read, write, start in self._hand:
            write(read(view, begun), hand, start, viewer)
        match = [0] * self.sizes[1]
        for read, write, start in self._match:
            write(read(view, begun), match, start, viewer)
        found = Arrays(np.frombuffer(hand, np.int8), _totals(match))
        if out is None:
            return found
        out.hand[:], out.match[:] = found
        return out

    def _check(self, rules: OfGame) -> None:
        if rules != self.rules and Observation(self.game, rules).digest != self.digest:
            raise RulesError("rules", rules, f"rules with the layout of {self.rules}")
        self._rules_seen = rules


def _totals(match: Sequence[int]) -> Match:
    try:
        found = array("i", match)  # here NumPy 1.26 would make other numbers of those beyond
    except OverflowError:
        found = array("i", [max(LEAST, min(each, GREATEST)) for each in match])
    return np.frombuffer(found, np.int32)


def _placed(parts: Mapping[str, _Unplaced]) -> dict[str, Piece]:
    starts = {"hand": 0, "match": 0}
    found: dict[str, Piece] = {}
    for name, (code, _, where) in parts.items():
        found[name] = Piece(
            name, where, starts[where], code.shape, code.columns, code.low, code.high
        )
        starts[where] += code.size
    return found


def _parts(sizes: Sizes, left_out: dict[str, str], actions: Actions) -> dict[str, _Unplaced]:
    game = sizes.game
    facts = facts_of(game.View)
    totals = match_arguments(game).keys() - {"dealer"}
    types = view_types(game)
    parts: dict[str, _Unplaced] = {}
    for name, annotation in types.items():
        where = f"{game.name}: View.{name}"
        if name in left_out:
            continue
        if name in totals:
            parts[name] = _Unplaced(_total(annotation, sizes.seats), _reader(name), "match")
        elif are_tricks(annotation):
            left_out[f"the suit led to complete {name}"] = "it follows from their cards"
            if code := taken(annotation, sizes):
                parts[name] = _Unplaced(code, _reader(name))
        elif is_trick(annotation):
            left_out[f"the leader of the {name}"] = "it is the first hand to play, or the actor"
            parts[name] = _Unplaced(on_table(sizes), _reader(name))
            if code := led(annotation):
                parts["led"] = _Unplaced(code, _reader(name))
        elif name in facts and facts[name].own_only:
            element, _ = optional(get_args(bare(annotation))[0])
            parts[name] = _Unplaced(codes.or_none(element, sizes, where), _own_reader(name))
        else:
            parts[name] = _Unplaced(code_of(annotation, sizes, where), _reader(name))
    tricks = [name for name in types if are_tricks(types[name])]
    open_ones = [name for name in types if is_trick(types[name])]
    if tricks or open_ones:
        single = all(map(is_single, (types[name] for name in (*tricks, *open_ones))))
        parts["played"] = _Unplaced(played(sizes, single=single), _plays_reader(tricks, open_ones))
    if DONE in actions.names:
        parts["begun"] = _Unplaced(_begun(actions, len(sizes.copies)), _read_begun)
    return parts


def _reader(name: str) -> _Source:
    return lambda view, begun: getattr(view, name)


def _read_begun(view: Given, begun: Sequence[int]) -> Given:
    return begun


def _own_reader(name: str) -> _Source:
    return lambda view, begun: None if view.seat is None else getattr(view, name)[view.seat]


def _plays_reader(tricks: Sequence[str], open_ones: Sequence[str]) -> _Source:
    def read(view: Given, begun: Sequence[int]) -> Given:
        found: list[Given] = []
        for name in tricks:
            found += getattr(view, name)
        found += [getattr(view, name) for name in open_ones]
        return found

    return read


def _total(annotation: Type, seats: int) -> Code:
    """Return the code of totals of the match: a number, or one for each seat."""
    code = Code(("number",), (LEAST,), (GREATEST,), codes.write_plain, is_plain=True)
    return codes.per_seat(code, seats, seats) if is_tuple(bare(annotation)) else code


def _begun(actions: Actions, cards: int) -> Code:
    """Return the code of the numbers entered so far: for each its place in the move, from 1."""

    def write(value: Sequence[int], out: Out, at: int, viewer: int) -> None:
        for place, number in enumerate(value, start=1):
            out[at + number] = min(place, most)

    most = min(cards, MOST_IN_BYTE)
    return counts(actions.names, most, write)
