"""The looks of names: two names that people may take for each other share one.

The looks come from the skeletons of `UTS #39 <https://www.unicode.org/reports/tr39/>`_. The table
``confusables.txt`` has, on each line, some characters and the sign that all of them look like.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import groupby
from typing import Final
from unicodedata import category, normalize

MOST_MARKS: Final = 4
"""The most accents and points of a letter: Hebrew and Vietnamese need up to four (UTS #39, 5.4)."""
UNSEEN: Final = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200c\u200d\u2065\u2800\u3164\uffa0\ufe00-\ufe0f"
    "\ufff0-\ufff8\U00013430-\U0001343f\U00016fe4\U0001d159\U000e0000-\U000e0fff]"
)
"""Characters that show nothing: fillers, joiners, selectors of variants, and their reserves."""
_MARKS: Final = frozenset({"Mn", "Me"})
_ASCII: Final = {ord("0"): "O", ord("1"): "l", ord("I"): "l", ord("m"): "rn", ord("|"): "l"}


def alike(name: str) -> str:
    """Return the same text for names that differ in case, width or unseen characters.

    >>> alike("Ann"), alike("\uff21NN "), alike("A\u200dnn\ufe0f")
    ('ann', 'ann', 'ann')
    """
    folded = normalize("NFKC", normalize("NFKC", name).casefold())
    return " ".join(UNSEEN.sub("", folded).split())


def looks(name: str) -> frozenset[str]:
    """Return the looks of a name, each with a sign for its kind.

    >>> sorted(looks("Ann") & looks("\u0410nn"))  # the second begins with a Cyrillic letter
    ['=Ann', '~ann']
    >>> sorted(looks("Ian") & looks("lan")), looks("Kai") & looks("Kal")
    (['=lan'], frozenset())
    """
    plain = " ".join(UNSEEN.sub("", normalize("NFKC", name)).split())
    latin = "".join(map(_letter, normalize("NFD", plain)))
    small = alike(_skeleton(alike(latin)))
    return frozenset({f"-{alike(name)}", f"~{small}", f"={_skeleton(plain)}"})


def is_like(name: str, others: Iterable[str]) -> bool:
    found = looks(name)
    return not all(found.isdisjoint(looks(other)) for other in others)


def has_piled_marks(name: str) -> bool:
    seen = normalize("NFD", UNSEEN.sub("", name))
    return any(
        is_mark and len([*marks]) > MOST_MARKS
        for is_mark, marks in groupby(seen, lambda char: category(char) in _MARKS)
    )


def _skeleton(text: str) -> str:
    found = normalize("NFD", text)
    signs = _ASCII if found.isascii() else _signs()
    return normalize("NFD", found.translate(signs))


def _letter(char: str) -> str:
    """Return the Latin letter of the same case that a foreign one looks like."""
    if char.isascii():
        return char
    found = _signs().get(ord(char), char)
    return "I" if found == "l" and char.isupper() else found


@cache
def _signs() -> dict[int, str]:
    """Return the signs that characters look like; names in ASCII need no table."""
    from importlib import resources  # noqa: PLC0415  # it makes the start of a page slower

    text = resources.files("twowaystreet.table").joinpath("confusables.txt").read_text("utf-8")
    return _ASCII | dict(_pairs(text))


def _pairs(text: str) -> Iterator[tuple[int, str]]:
    for line in text.splitlines():
        chars, _, sign = line.partition("\t")
        yield from ((ord(char), sign) for char in chars)
