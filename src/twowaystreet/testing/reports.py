"""What checks report: broken promises, errors of a game, and the whole content of objects."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Set
from enum import Enum
from functools import cache, cached_property
from inspect import signature
from itertools import islice
from pathlib import PurePath
from traceback import walk_tb
from types import BuiltinFunctionType, FrameType, FunctionType, MethodType, ModuleType
from typing import Any, Final, TypeGuard, cast

import attrs

from twowaystreet._core.cards.cards import CARDS, Card
from twowaystreet._core.views.facts import facts_of

MOST_LINES: Final = 40
"""The greatest number of lines of a transcript in a message, without lines from the middle."""
INDENT: Final = "    "


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

    def __init__(
        self, promise: str, game: str, wrong: str, transcript: str, says: str = "", again: str = ""
    ) -> None:
        super().__init__(promise, game, wrong, transcript, says, again)
        self.promise = promise
        self.game = game
        self.wrong = wrong
        self.transcript = transcript
        self.says = says
        self.again = again

    def __str__(self) -> str:
        lines = [f"{self.game} breaks its promise {self.promise!r}: {self.says}", "", self.wrong]
        if self.transcript:
            title = "The fault is at the end of this record:"
            lines += ["", title, "", *_shortened(self.transcript)]
        if self.again:
            lines += ["", f"To repeat: {self.again}"]
        return "\n".join(lines)


def _shortened(transcript: str) -> list[str]:
    lines = transcript.rstrip("\n").split("\n")
    left_out = len(lines) - MOST_LINES
    if left_out > 1:
        half = MOST_LINES // 2
        lines = [*lines[:half], f"... ({left_out} lines left out)", *lines[-half:]]
    return [INDENT + line if line else "" for line in lines]


BEFORE, AFTER = 60, 140
"""The numbers of characters shown of a long text, before and after its first difference."""


def around_difference(one: object, two: object) -> tuple[str, str]:
    """Return two texts, or the texts of two objects, around their first difference."""
    texts = [each if isinstance(each, str) else repr(each) for each in (one, two)]
    shorter = min(map(len, texts)) if texts[0] != texts[1] else 0
    pairs = enumerate(zip(*texts, strict=False))
    at = next((place for place, (here, there) in pairs if here != there), shorter)
    first, last = max(0, at - BEFORE), at + AFTER
    here, there = (
        "..." * bool(first) + text[first:last] + "..." * (last < len(text)) for text in texts
    )
    return here, there


MAX_TEXT: Final = 200
NEEDED: Final = frozenset({"attr", "attrs", "cattrs", "typing_extensions"})
"""The packages that every game needs, besides the standard library."""
LIBRARY: Final = "twowaystreet"
GENERATED: Final = "<attrs generated"
"""The start of the file names that attrs gives to generated methods."""


def error_report(error: BaseException, instead_of: type[Exception] | None = None) -> str:
    """Describe an error, with the innermost line of game code in its traceback.

    Without game code in the traceback, the line is the one that raised the error.

    >>> try:
    ...     1 // 0
    ... except ZeroDivisionError as error:
    ...     error_report(error, ValueError)
    'ZeroDivisionError, not ValueError: integer division or modulo by zero (..., line 2, in ...)'
    """
    name = type(error).__name__ + (f", not {instead_of.__name__}" if instead_of else "")
    words = _text(error)
    return (f"{name}: {words}" if words else name) + _place(error)


def _text(error: BaseException) -> str:
    try:
        text = " ".join(str(error).split())
    except Exception:
        return ""  # a foreign error may raise another one in __str__
    return text if len(text) <= MAX_TEXT else text[: MAX_TEXT - 3] + "..."


def _place(error: BaseException) -> str:
    frames = list(walk_tb(error.__traceback__))
    for frame, line in [*_of_the_game(frames), *frames[-1:]]:
        code = frame.f_code
        return f" ({PurePath(code.co_filename).name}, line {line}, in {code.co_name})"
    return ""


def _of_the_game(frames: list[tuple[FrameType, int]]) -> Iterator[tuple[FrameType, int]]:
    """Yield the frames outside the library and the packages that it needs."""
    for frame, line in reversed(frames):
        package, _, part = str(frame.f_globals.get("__name__", "")).partition(".")
        # The games of the library count as game code, like other games.
        library = package == LIBRARY and part.partition(".")[0] != "games"
        needed = package in NEEDED or (package in sys.stdlib_module_names and package != "__main__")
        if not (library or needed or frame.f_code.co_filename.startswith(GENERATED)):
            yield frame, line


WORDS: Final = (str, bytes, int, float, complex, type(None), Enum, Card)
"""Types of values without parts."""
CODE: Final = (type, FunctionType, BuiltinFunctionType, MethodType, ModuleType)
"""Types of program parts, which refer to the whole program."""


def snapshot(thing: object) -> str:
    """Return the whole content of an object as text, without values of ``cached_property``.

    >>> snapshot((1, ["a"], {"b": None}))
    "tuple(1, list('a', ), dict('b': None, ), )"
    """
    written: list[str] = []
    _write(thing, written.append, ())
    return "".join(written)


# Any: a game may store any objects.
def _write(thing: Any, write: Callable[[str], None], above: tuple[int, ...]) -> None:
    if isinstance(thing, WORDS):
        write(repr(thing))
    elif isinstance(thing, CODE):
        write(f"<code {id(thing)}>")
    elif id(thing) in above:
        write("<itself>")
    else:
        inside = (*above, id(thing))
        write(f"{type(thing).__name__}(")
        for name, part in parts_of(thing):
            write(name)
            _write(part, write, inside)
            write(", ")
        write(")")


def parts_of(thing: Any) -> Iterator[tuple[str, Any]]:
    """Yield the parts of an object, each after its label. Any: parts of any types."""
    if isinstance(thing, (tuple, list)):
        for each in cast("tuple[object, ...]", thing):
            yield "", each
    elif isinstance(thing, Mapping):
        for key, value in cast(Mapping[object, object], thing).items():
            yield f"{snapshot(key)}: ", value
    elif isinstance(thing, Set):
        # Sorted by snapshots: the repr of a set within a set differs between processes.
        for each in sorted(cast(Set[object], thing), key=snapshot):
            yield "", each
    whole = cast(Any, thing)  # Any: an object may also have attributes of any types
    object_type: Any = whole.__class__
    names, cached = _stored(object_type)
    for name in names:
        if hasattr(whole, name):
            yield f"{name}=", getattr(whole, name)
    for name, value in getattr(whole, "__dict__", {}).items():
        if name not in cached and name not in names:
            yield f"{name}=", value


@cache
def _stored(object_type: type[Any]) -> tuple[tuple[str, ...], frozenset[str]]:
    places = [(name, value) for cls in object_type.__mro__ for name, value in vars(cls).items()]
    cached = frozenset(name for name, value in places if isinstance(value, cached_property))
    if attrs.has(object_type):
        return tuple(field.name for field in attrs.fields(object_type)), cached
    slots: list[str] = []
    for cls in object_type.__mro__:
        declared = vars(cls).get("__slots__", ())
        slots += (declared,) if isinstance(declared, str) else declared
    return tuple(name for name in slots if not name.startswith("__")), cached


WRITTEN: Final = frozenset({"to_dict", "to_json"})
"""The methods whose results checks compare under names of their own."""
MOST_ITEMS: Final = 1000
"""The greatest number of items taken from an iterator."""


def public_values(thing: object) -> Iterator[tuple[str, str]]:
    """Yield what an object shows besides its facts, by name, with snapshots.

    These are its public attributes and properties, and the results of its public methods that need
    no arguments. An error is described in place of its value.

    >>> from twowaystreet._core.engine.match import HandScore, SeatScore
    >>> dict(public_values(HandScore((SeatScore(1), SeatScore(0)))))["points"]
    'tuple(1, 0, )'
    """
    cls: Any = type(thing)  # Any: a class of the game
    facts = facts_of(cls) if attrs.has(cls) else {}
    for name in dir(thing):
        if name.startswith("_") or name in facts or name in WRITTEN:
            continue
        label = name
        try:
            value: object = getattr(thing, name)
            if callable(value):
                if not _needs_nothing(value):
                    continue
                label = f"{name}()"
                value = value()
            if isinstance(value, Iterator):
                value = tuple(islice(cast("Iterator[object]", value), MOST_ITEMS))
        except Exception as error:
            yield label, error_report(error)
        else:
            yield label, snapshot(value)


def _needs_nothing(value: object) -> TypeGuard[Callable[[], object]]:
    if not isinstance(value, (FunctionType, MethodType)):
        return False
    try:
        signature(value).bind()
    except (TypeError, ValueError):
        return False
    return True


def cards_in(thing: Any) -> list[Card]:
    """Return every card in an object, in order, also from texts in it. Any: as above."""
    found: list[Card] = []
    left: list[Any] = [thing]
    seen = set[int]()
    while left:
        each = left.pop()
        if isinstance(each, Card):
            found.append(each)
        elif isinstance(each, WORDS):
            if type(each) is str:
                found += named_in(each)
        elif not isinstance(each, CODE) and id(each) not in seen:
            seen.add(id(each))
            left += reversed([part for _, part in parts_of(each)])
    return found


def named_in(text: str) -> list[Card]:
    """Return the cards that a text names.

    >>> named_in("exchange 9S, 10S")
    [Card.parse('9S'), Card.parse('10S')]
    """
    return [_BY_TEXT[word] for word in text.replace(",", " ").split() if word in _BY_TEXT]


_BY_TEXT: Final = {str(card): card for card in CARDS}
