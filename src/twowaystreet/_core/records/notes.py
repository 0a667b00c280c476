"""Headers and comments of records, such as the names of the seats."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any, Final, TypeAlias, TypeVar

from twowaystreet._core.engine.score_sheet import breaks_line
from twowaystreet._core.engine.type_info import Type
from twowaystreet._util.numbers import is_int, read_int
from twowaystreet.errors import RecordError, quoted

K = TypeVar("K", str, int)
Headers: TypeAlias = tuple[tuple[str, str], ...]
Comments: TypeAlias = tuple[tuple[int, str], ...]

TYPES: Final[Mapping[str, Type]] = MappingProxyType({"headers": Headers, "comments": Comments})
"""The types of the values that a record in JSON can lack, by key."""
_OTHER: Final = "Note"
"""The header for comments of a text on moves that do not exist."""
_HEADER: Final = re.compile(r"[A-Za-z]([A-Za-z0-9 ]*[A-Za-z0-9])?")
_LINE: Final = re.compile(r"([0-9]+ *|[A-Za-z][A-Za-z0-9 ]*):(.*)")


# Any: not checked yet, here and below.
def as_headers(headers: Any) -> Headers:
    """Return headers, a mapping or pairs, as pairs.

    Raises:
        RecordError: if a name or a text is none that a record can keep.
    """
    expected = "names of letters, figures and blanks"
    return _as_notes("headers", headers, _is_header, expected)


def as_comments(comments: Any) -> Comments:
    """Return comments, a mapping or pairs, as pairs in the order of moves.

    Raises:
        RecordError: if a number or a text is none that a record can keep.
    """
    return tuple(sorted(_as_notes("comments", comments, is_int, "numbers of moves")))


def _as_notes(
    kind: str, notes: Any, is_key: Callable[[Any], bool], keys: str
) -> tuple[tuple[Any, str], ...]:
    try:
        pairs = notes.items() if issubclass(type(notes), Mapping) else notes
        found = tuple([(key, text) for key, text in pairs])
    except Exception as error:
        # A foreign mapping may raise any exception.
        raise RecordError(f"{kind}: expected a mapping, not {quoted(notes)}") from error
    seen = set[Any]()
    for key, text in found:
        shown = f"{quoted(key)}: {quoted(text)}"
        if not is_key(key) or not _is_note(text):
            raise RecordError(f"{kind}: expected {keys}, each with a line of text, found {shown}")
        if key in seen:
            raise RecordError(f"{kind}: found {quoted(key)} twice, the second time with {shown}")
        seen.add(key)
    return found


def _is_header(name: object) -> bool:
    return type(name) is str and _HEADER.fullmatch(name) is not None


def _is_note(text: object) -> bool:
    """Return whether a text is one line, without blanks at its ends."""
    is_text = type(text) is str and text != "" and text == text.strip()
    return is_text and not any(map(breaks_line, str(text)))


def read(lines: Iterable[str], moves: int) -> tuple[list[tuple[str, str]], list[tuple[int, str]]]:
    """Return the headers and the comments of a record's text; any other comment is free.

    Earlier versions passed over all comments, so that their texts may hold anything. Notes of the
    same key become one, and comments on moves that do not exist a header. Blanks around a note and
    its colon, and zeros before a number, have no meaning, and control characters become blanks.
    """
    headers, comments = dict[str, list[str]](), dict[int, list[str]]()
    for line in lines:
        found = _LINE.fullmatch(line.partition("#")[2])
        text = "".join(" " if breaks_line(char) else char for char in found[2]) if found else ""
        if found is None or not text.strip():
            continue
        key, text = found[1].rstrip(), text.strip()
        number = read_int(key)
        if number is not None and 1 <= number <= moves:
            comments.setdefault(number, []).append(text)
        elif key.isdigit():
            headers.setdefault(_OTHER, []).append(f"{key}: {text}")
        else:
            headers.setdefault(key, []).append(text)
    return _joined(headers), _joined(comments)


def _joined(notes: Mapping[K, list[str]]) -> list[tuple[K, str]]:
    return [(key, "; ".join(texts)) for key, texts in notes.items()]


def names_in(headers: Mapping[str, str], seats: int) -> tuple[str, ...]:
    """Return the names of the seats; ``()`` if the headers name no seat."""
    usual = [f"Seat {seat}" for seat in range(seats)]
    return tuple([headers.get(seat, seat) for seat in usual]) if {*usual} & {*headers} else ()
