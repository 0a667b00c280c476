"""What checks report: broken promises, errors of a game, and the whole content of objects."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Mapping, Set
from contextlib import suppress
from enum import Enum
from functools import cache, cached_property
from inspect import signature
from itertools import islice, zip_longest
from pathlib import PurePath
from traceback import walk_tb
from types import BuiltinFunctionType, FrameType, FunctionType, MethodType, ModuleType
from typing import Final, cast

import attrs

import twowaystreet as tws
from twowaystreet._core.engine.state import OfGame
from twowaystreet._core.views.facts import facts_of

MOST_LINES: Final = 40  # of a transcript in a message; more are left out in the middle
MAX_TEXT: Final = 200  # of the words of an error
MOST_ITEMS: Final = 1000  # taken from an iterator
# The packages that every game needs.
NEEDED: Final = {*sys.stdlib_module_names, "attr", "attrs", "cattrs", "typing_extensions"}
WORDS: Final = (str, bytes, int, float, complex, type(None), Enum, tws.Card)  # they have no parts
# They refer to the whole program.
CODE: Final = (type, FunctionType, BuiltinFunctionType, MethodType, ModuleType)
_BY_TEXT: Final = {str(card): card for card in tws.CARDS}


@attrs.define(slots=False, repr=False)
class Broken(AssertionError):
    """A game breaks a promise.

    Attributes:
        promise: the name of the promise.
        game: the name of the game.
        wrong: a description of the fault.
        transcript: the text of a record that ends with the fault; empty if no game can begin.
        says: the promise in one sentence.
        again: the call that repeats the check.
    """

    promise: str
    game: str
    wrong: str
    transcript: str
    says: str = ""
    again: str = ""

    def __str__(self) -> str:
        lines = [f"{self.game} breaks its promise {self.promise!r}: {self.says}", "", self.wrong]
        if self.transcript:
            record = self.transcript.rstrip("\n").split("\n")
            left_out, half = len(record) - MOST_LINES, MOST_LINES // 2
            if left_out > 1:
                record[half:-half] = [f"... ({left_out} lines left out)"]
            lines += ["", "The fault is at the end of this record:", ""]
            lines += [f"    {line}".rstrip() for line in record]
        if self.again:
            lines += ["", f"To repeat: {self.again}"]
        return "\n".join(lines)


def around_difference(one: object, two: object) -> tuple[str, str]:
    texts = [each if isinstance(each, str) else repr(each) for each in (one, two)]
    at = next((at for at, (here, there) in enumerate(zip_longest(*texts)) if here != there), 0)
    first, last = max(0, at - 60), at + 140
    cut = ["..." * bool(first) + text[first:last] + "..." * (last < len(text)) for text in texts]
    return cut[0], cut[1]


def error_report(error: BaseException, instead_of: type[Exception] | None = None) -> str:
    """Describe an error, with the innermost line of game code, or else the line that raised it."""
    name = type(error).__name__ + (f", not {instead_of.__name__}" if instead_of else "")
    words = place = ""
    with suppress(Exception):  # a foreign error may raise another one in __str__
        words = " ".join(str(error).split())
    if len(words) > MAX_TEXT:
        words = words[: MAX_TEXT - 3] + "..."
    frames = list(walk_tb(error.__traceback__))
    for frame, line in ([one for one in frames if _is_of_the_game(one[0])] or frames)[-1:]:
        code = frame.f_code
        place = f" ({PurePath(code.co_filename).name}, line {line}, in {code.co_name})"
    return (f"{name}: {words}" if words else name) + place


def _is_of_the_game(frame: FrameType) -> bool:
    package, _, part = str(frame.f_globals.get("__name__", "")).partition(".")
    # The games of the library count as game code, like other games.
    library = package == "twowaystreet" and part.partition(".")[0] != "games"
    needed = package in NEEDED and package != "__main__"
    return not (library or needed or frame.f_code.co_filename.startswith("<attrs generated"))


def snapshot(thing: object, above: tuple[int, ...] = ()) -> str:
    """Return the whole content of an object as text, without values of ``cached_property``.

    >>> snapshot((1, ["a"], {"b": None}))
    "tuple(1, list('a', ), dict('b': None, ), )"
    """
    if isinstance(thing, WORDS):
        return repr(thing)
    if isinstance(thing, CODE):
        return f"<code {id(thing)}>"
    if id(thing) in above:
        return "<itself>"
    inside = (*above, id(thing))
    parts = [f"{name}{snapshot(part, inside)}, " for name, part in parts_of(thing)]
    return f"{type(thing).__name__}({''.join(parts)})"


def parts_of(thing: OfGame) -> Iterator[tuple[str, OfGame]]:
    cls = thing.__class__
    if issubclass(cls, Mapping):
        yield from ((f"{snapshot(key)}: ", value) for key, value in thing.items())
    elif issubclass(cls, Set):  # the repr of a set within a set differs between processes
        yield from (("", each) for each in sorted(thing, key=snapshot))
    elif issubclass(cls, (tuple, list)):
        yield from (("", each) for each in thing)
    names, cached = _stored(thing.__class__)
    stored = {name: getattr(thing, name) for name in names if hasattr(thing, name)}
    more: dict[str, OfGame] = getattr(thing, "__dict__", {})
    stored |= {name: value for name, value in more.items() if name not in cached}
    yield from ((f"{name}=", value) for name, value in stored.items())


@cache
def _stored(cls: OfGame) -> tuple[tuple[str, ...], frozenset[str]]:
    bodies: list[Mapping[str, OfGame]] = [vars(each) for each in cls.__mro__]
    members = [member for body in bodies for member in body.items()]
    cached = frozenset(name for name, value in members if isinstance(value, cached_property))
    if attrs.has(cls):
        return tuple(field.name for field in attrs.fields(cls)), cached
    slots = [body.get("__slots__", ()) for body in bodies]
    names = [name for each in slots for name in ([each] if isinstance(each, str) else each)]
    return tuple(name for name in names if not name.startswith("__")), cached


def public_values(thing: object) -> Iterator[tuple[str, str]]:
    """Yield snapshots, or errors, of public attributes and results of methods besides facts."""
    cls: OfGame = type(thing)
    known = {"to_dict", "to_json", "to_text", *(facts_of(cls) if attrs.has(cls) else ())}
    for name in [one for one in dir(thing) if not one.startswith("_") and one not in known]:
        label = name
        try:
            value: object = getattr(thing, name)
            if callable(value):
                if not _needs_nothing(value):
                    continue
                label, value = f"{name}()", value()
            if isinstance(value, Iterator):
                value = tuple(islice(cast("Iterator[object]", value), MOST_ITEMS))
            found = snapshot(value)
        except Exception as error:
            found = error_report(error)
        yield label, without_addresses(found)


def without_addresses(text: str) -> str:
    return re.sub(r"(?<=<code )\d+| at 0x[0-9a-fA-F]+", "", text)


def _needs_nothing(value: Callable[..., object]) -> bool:
    with suppress(TypeError, ValueError):
        signature(value).bind()
        return isinstance(value, (FunctionType, MethodType))
    return False


def cards_in(thing: OfGame) -> list[tws.Card]:
    found, left, seen = list[tws.Card](), [thing], set[int]()
    while left:
        each = left.pop()
        if isinstance(each, WORDS):
            of_text = named_in(each) if type(each) is str else []
            found += [each] if isinstance(each, tws.Card) else of_text
        elif not isinstance(each, CODE) and id(each) not in seen:
            seen.add(id(each))
            left += reversed([part for _, part in parts_of(each)])
    return found


def named_in(text: str) -> list[tws.Card]:
    """Return the cards that a text names.

    >>> named_in("exchange 9S, 10S")
    [Card.parse('9S'), Card.parse('10S')]
    """
    return [_BY_TEXT[word] for word in text.replace(",", " ").split() if word in _BY_TEXT]
