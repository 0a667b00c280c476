"""Changes to serialized input: letters, words and lines of texts, and parts of JSON.

A normal test run tries a fixed part of all changes. The environment variable ``FUZZ`` multiplies
this part.
"""

import json
import os
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import takewhile
from typing import Any, TypeAlias, TypeVar, cast

import attrs

from twowaystreet import RecordError

# Any: plain data can be any JSON value.
Plain: TypeAlias = Any
T = TypeVar("T")
Step: TypeAlias = str | int
Path: TypeAlias = tuple[Step, ...]

VALUES = (
    *("null", "true", "false", "0", "1", "-1", "1.5", "1.0", "-0.0", "1e400", "1e2"),
    *('""', '"1"', '"true"', '"none"', '"QS"', '"\\ud800"', '"é\\u0000"'),
    *("[]", "[[]]", "[0]", "{}", '{"seat": 0}'),
    *(
        "9" * 30,
        "9" * 700,
        "-" + "9" * 5000,
        "[" * 700 + "]" * 700,
        '{"a":' * 700 + "0" + "}" * 700,
    ),
)
"""Replacements for values, as JSON."""
BROKEN = ("NaN", "-Infinity", "", "01", "'x'", "[" * 100_000, '"\\ud8"', "tru", "1 2")
"""Texts that are not JSON."""
HERE = "here it is put"
"""The placeholder for raw JSON."""
LETTERS = "0123456789AKQJCDHSRBX*-;=# \n\r\tabehioé²٣"
MORE = int(os.environ.get("FUZZ", "1"))
"""Factor of the number of changes."""


def some_of(damaged: Iterable[T], most: int) -> list[T]:
    """Choose at most this number of changes, multiplied by ``FUZZ``."""
    found = list(damaged)
    most *= MORE
    return random.Random(most).sample(found, min(most, len(found)))


def outcome(load: Callable[[Any], T], damaged: object) -> T | RecordError:
    try:
        return load(damaged)
    except RecordError as error:
        return error


def exact(data: Plain) -> str:
    """Return a text that differs for different plain data, also for 1, true and 1.0."""
    return json.dumps(data, sort_keys=True)


def _steps(data: Plain) -> Sequence[Step]:
    if isinstance(data, dict):
        return tuple(cast("dict[str, Plain]", data))
    return range(len(cast("Sequence[Plain]", data))) if isinstance(data, list) else ()


def paths(data: Plain, path: Path = ()) -> Iterator[Path]:
    for step in _steps(data):
        yield (*path, step)
        yield from paths(data[step], (*path, step))


def at(data: Plain, path: Path) -> Plain:
    for step in path:
        data = data[step]
    return data


def replaced(data: Plain, path: Path, value: Plain) -> Plain:
    """Return the data with another value at one path; the rest is shared."""
    if not path:
        return value
    changed = data.copy()
    changed[path[0]] = replaced(data[path[0]], path[1:], value)
    return changed


@attrs.frozen(eq=False)
class Damaged:
    """Damaged plain data, whose text is made on demand.

    Attributes:
        data: the data.
        path: the path to the replaced value.
        raw: the JSON that replaces the value.
    """

    data: Plain
    path: Path = ()
    raw: str | None = None

    def __str__(self) -> str:
        if self.raw is None:
            return json.dumps(self.data)
        marked = json.dumps(replaced(self.data, self.path, HERE))
        return marked.replace(json.dumps(HERE), self.raw, 1)


def other_values(data: Plain, path: Path, values: Sequence[str] = VALUES) -> Iterator[Damaged]:
    yield from (Damaged(data, path, raw) for raw in values)


def without(data: Plain, path: Path) -> Plain:
    """Return the data without one key of an object."""
    return replaced(
        data, path[:-1], {key: one for key, one in at(data, path[:-1]).items() if key != path[-1]}
    )


def other_keys(data: Plain, path: Path) -> Iterator[Damaged]:
    """Yield the data with keys of one object removed, renamed or added."""
    found = at(data, path)
    for key in found:
        rest = without(data, (*path, key))
        yield Damaged(rest)
        for name in (f"{key}s", key.upper(), ""):
            yield Damaged(replaced(rest, path, {**at(rest, path), name: found[key]}))
    yield Damaged(replaced(data, path, {**found, "more": None}))
    yield Damaged(replaced(data, path, {**found, "1": {}}))


def edits(items: Sequence[T], place: int, *others: T) -> Iterator[list[T]]:
    """Yield the items with one item removed, doubled, swapped, moved or replaced."""
    before, item, after = items[:place], items[place], items[place + 1 :]
    yield [*before, *after]
    yield [*before, item, item, *after]
    yield [*before, *after[:1], item, *after[1:]]
    yield [item, *before, *after]
    yield [*before, *after, item]
    for other in others:
        yield [*before, other, *after]
        yield [*before, other, item, *after]


def other_items(data: Plain, path: Path) -> Iterator[tuple[int, Damaged]]:
    """Yield changes of one list, each with the first index that differs."""
    found = at(data, path)
    for place in range(len(found)):
        for changed in edits(found, place):
            if changed != found:
                same = takewhile(lambda pair: pair[0] == pair[1], zip(found, changed, strict=False))
                yield len(list(same)), Damaged(replaced(data, path, changed))


def objects(data: Plain) -> Iterator[Path]:
    """Yield the path to every object inside plain data, the whole first."""
    yield from (path for path in ((), *paths(data)) if isinstance(at(data, path), dict))


def lists(data: Plain) -> Iterator[Path]:
    yield from (path for path in paths(data) if isinstance(at(data, path), list))


def everything(data: Plain) -> Iterator[Damaged]:
    for path in ((), *paths(data)):
        yield from other_values(data, path)
    for path in objects(data):
        yield from other_keys(data, path)
    for path in lists(data):
        yield from (damaged for _, damaged in other_items(data, path))
