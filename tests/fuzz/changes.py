"""Random changes to inputs, also with parts of other inputs."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence
from typing import Any, Final, TypeAlias, TypeGuard

from tests.mutator import BROKEN, HERE, LETTERS, edits, other_keys
from tests.mutator import VALUES as RAW
from twowaystreet._core.cards.cards import CARDS

LONGEST: Final = 60_000
"""Greatest length of an input."""
DEEPER: Final = 0.8
"""Probability of going one level deeper into JSON."""

# Any: plain data holds JSON values.
Plain: TypeAlias = Any

TOKENS: Final = (
    *map(str, CARDS),
    *("10♣", "t♦", "Q♥", "as", "r*", "1C", "11S", "*", "X"),
    *("deal", "high", "low", "exchange", "keep", "name", "H", "c", "no", "bid", "no bid"),
    *("bid 3 high", "blind 6", "nil", "double nil", "naught", "big bemo", "look", "stand"),
    *("renege 1", "no renege", "trump", "draw", "in", "out", "none", "None", "true", "false"),
    *("game street", "game duel", "rules ", "dealer 0", "scores 0 0 0 0", "hands_played 1"),
    *("twowaystreet record 1", "twowaystreet record", "twowaystreet seat record"),
    *("0", "1", "-1", "4", "13", "1000", "1001", "1e3", "0x1", "1_0", "٣", "²", "9" * 641),
    *("#", ";", ",", "=", "\n", "\r\n", "\n\n", "\t", "\x00", "\u2028", "\xa0", "\ufeff", "\ud800"),
    *("players=3", "decks=2", "jokers=none", "target=1", "max_hands=none", "named_suit=held"),
    *("help", "undo", "quit", "?", "--set", "--seat", "--auto", "--hands", "-h", "--", "%s", "{}"),
)
"""Words of the notation, and similar wrong words."""


def text_changed(text: str, others: Sequence[str], rng: random.Random) -> str:
    """Make one to four changes to a text."""
    for _ in range(rng.choice((1, 1, 1, 2, 2, 3, 4))):
        text = rng.choice(_TEXT_CHANGES)(text, others, rng)
    return text[:LONGEST]


def json_changed(text: str, others: Sequence[str], rng: random.Random) -> str:
    """Change one to three parts of a JSON text, or sometimes its characters."""
    if rng.random() < 0.08:
        return text_changed(text, others, rng)
    try:
        data, other = json.loads(text), json.loads(rng.choice(others))
    except (ValueError, RecursionError):
        return text_changed(text, others, rng)
    raws: list[str] = []
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        data = _part_changed(data, other, rng, raws)
    try:
        found = json.dumps(data)
    except (ValueError, RecursionError):
        return text
    for raw in raws:
        found = found.replace(json.dumps(HERE), raw, 1)
    return found[:LONGEST]


def is_list(data: object) -> TypeGuard[list[Any]]:
    """Return True for a list."""
    return isinstance(data, list)


def is_dict(data: object) -> TypeGuard[dict[str, Any]]:
    """Return True for a JSON object."""
    return isinstance(data, dict)


def _span(text: str, rng: random.Random) -> tuple[int, int]:
    start = rng.randrange(len(text) + 1)
    return start, min(len(text), start + rng.choice((0, 1, 1, 2, 3, 5, 8, 20)))


def _edited(text: str, others: Sequence[str], rng: random.Random) -> str:
    """Change a span, a word, a line or a move of a text."""
    separator = rng.choice(("", "", " ", " ", "\n", ";"))
    if separator:
        parts = text.split(separator)
        place = rng.randrange(len(parts))
    else:
        start, stop = _span(text, rng)
        parts, place = [text[:start], text[start:stop], text[stop:]], 1
    known = rng.choice(others).split(separator or None) or [""]
    another = rng.choice((rng.choice(LETTERS), rng.choice(TOKENS), rng.choice(known)))
    return separator.join(rng.choice([*edits(parts, place, another)]))


def _doubled(text: str, others: Sequence[str], rng: random.Random) -> str:
    start, stop = _span(text, rng)
    return text[:stop] + text[start:stop] * rng.choice((1, 1, 2, 50)) + text[stop:]


def _number_changed(text: str, others: Sequence[str], rng: random.Random) -> str:
    digits = [place for place, letter in enumerate(text) if letter.isdigit()]
    if not digits:
        return text
    place = rng.choice(digits)
    return text[:place] + rng.choice(("0", "1", "2", "-1", "99", "9" * 640)) + text[place + 1 :]


def _crossed(text: str, others: Sequence[str], rng: random.Random) -> str:
    other = rng.choice(others)
    return text[: rng.randrange(len(text) + 1)] + other[rng.randrange(len(other) + 1) :]


def _recased(text: str, others: Sequence[str], rng: random.Random) -> str:
    start, stop = _span(text, rng)
    return text[:start] + text[start:stop].swapcase() + text[stop:]


_TEXT_CHANGES: Final[tuple[Callable[[str, Sequence[str], random.Random], str], ...]] = (
    *(_edited,) * 6,
    *(_doubled, _number_changed, _crossed, _recased),
)

_EMPTY: Final[tuple[Plain, ...]] = (None, 0, "", [], {}, [[]])


def _value(old: Plain, other: Plain, rng: random.Random, raws: list[str]) -> Plain:
    """Choose a replacement for a value."""
    match rng.randrange(7):
        case 0:
            raws.append(rng.choice((*RAW, *RAW, *BROKEN)))
            return HERE
        case 1:
            return _some_part(other, rng)
        case 2:
            return rng.choice(TOKENS)
        case 3:
            return rng.choice((None, True, False, 0, 1, -1, 1.0, ""))
        case _:
            pass
    match old:
        case bool() | None:
            return rng.choice((True, False, None, 0, 1))
        case float():
            return old * rng.choice((0.5, -1, 1e300))
        case str():
            return text_changed(old, (old,), rng)
        case list() | dict():
            return _EMPTY[rng.randrange(len(_EMPTY))]
        case int():
            return old + rng.choice((-1, 1, 2, 10, -100))
        case _:
            return None


def _some_part(data: Plain, rng: random.Random) -> Plain:
    while (is_dict(data) or is_list(data)) and data and rng.random() < DEEPER:
        data = rng.choice(list(data.values() if is_dict(data) else data))
    return data


def _part_changed(data: Plain, other: Plain, rng: random.Random, raws: list[str]) -> Plain:
    """Change the data at one place; the result shares the unchanged parts."""
    if is_dict(data) and data:
        if rng.random() < DEEPER:
            key = rng.choice(list(data))
            return {**data, key: _part_changed(data[key], other, rng, raws)}
        return _keys_changed(data, other, rng)
    if is_list(data) and data and rng.random() < 0.9:
        place = rng.randrange(len(data))
        if rng.random() < DEEPER:
            part = _part_changed(data[place], other, rng, raws)
            return [*data[:place], part, *data[place + 1 :]]
        return _items_changed(data, place, rng)
    return _value(data, other, rng, raws)


def _keys_changed(data: dict[str, Plain], other: Plain, rng: random.Random) -> Plain:
    key = rng.choice(list(data))
    match rng.randrange(5):
        case 0:
            return {**data, key: data[rng.choice(list(data))]}
        case 1 if is_dict(other) and other:
            begun = other.get("start")
            source = begun if is_dict(begun) and begun and rng.random() < DEEPER else other
            key = rng.choice(list(source))
            return {**data, key: source[key]}
        case _:
            return rng.choice([*other_keys(data, ())]).data


def _items_changed(data: list[Plain], place: int, rng: random.Random) -> list[Plain]:
    longer = [*data[:place], *[data[place]] * 40, *data[place + 1 :]]
    return rng.choice([data[:place], longer, *edits(data, place)])
