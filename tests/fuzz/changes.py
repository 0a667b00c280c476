"""Random changes to inputs, also with parts of other inputs."""

# Plain data is any JSON.
# pyright: reportUnknownArgumentType=false, reportUnknownVariableType=false
# pyright: reportUnknownMemberType=false

import json
import random
from collections.abc import Callable, Sequence
from typing import Any, Final

from tests.mutator import BROKEN, HERE, LETTERS, Path, at, edits, other_keys, replaced
from tests.mutator import VALUES as RAW
from twowaystreet._core.cards.cards import CARDS

LONGEST: Final = 60_000
"""Greatest length of an input."""
DEEPER: Final = 0.8
"""Probability of going one level deeper into JSON."""

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


def _crossed(text: str, others: Sequence[str], rng: random.Random) -> str:
    other = rng.choice(others)
    return text[: rng.randrange(len(text) + 1)] + other[rng.randrange(len(other) + 1) :]


_TEXT_CHANGES: Final[tuple[Callable[[str, Sequence[str], random.Random], str], ...]] = (
    *(_edited,) * 6,
    *(_doubled, _crossed),
)


def json_changed(text: str, others: Sequence[str], rng: random.Random) -> str:
    """Change one to three parts of a JSON text, or sometimes its characters."""
    if rng.random() < 0.08:
        return text_changed(text, others, rng)
    raws: list[str] = []
    try:
        data, other = json.loads(text), json.loads(rng.choice(others))
        for _ in range(rng.choice((1, 1, 1, 2, 3))):
            path = _path(data, rng)
            data = replaced(data, path, _another(at(data, path), other, rng, raws))
        found = json.dumps(data)
    except (ValueError, RecursionError):
        return text_changed(text, others, rng)
    for raw in raws:
        found = found.replace(json.dumps(HERE), raw, 1)
    return found[:LONGEST]


# Any: plain data is any JSON.
def _path(data: Any, rng: random.Random) -> Path:
    """Choose a place in plain data, more often a deep one."""
    path: Path = ()
    while isinstance(data, (dict, list)) and data and rng.random() < DEEPER:
        step = rng.choice([*data] if isinstance(data, dict) else range(len(data)))
        path, data = (*path, step), data[step]
    return path


def _another(old: Any, other: Any, rng: random.Random, raws: list[str]) -> Any:
    """Choose a replacement for a value; a part of other data, or raw JSON, may be one."""
    if rng.random() < 0.2:
        raws.append(rng.choice((*RAW, *RAW, *BROKEN)))
        return HERE
    found: list[Any] = [
        at(other, _path(other, rng)),
        rng.choice(TOKENS),
        None,
        True,
        0,
        -1,
        1.0,
        "",
    ]
    if isinstance(old, (bool, int, float)):
        found += [old + rng.choice((-1, 1, 2, 10, -100)), old * 0.5] * 3
    elif isinstance(old, str):
        found += [text_changed(old, (old,), rng)] * 5
    elif isinstance(old, dict) and old:
        one, two = rng.choice([*old]), rng.choice([*old])
        found += [{**old, one: old[two]}, rng.choice([*other_keys(old, ())]).data, {}] * 3
        source = other.get("start", other) if isinstance(other, dict) else {}
        if isinstance(source, dict) and source:
            key = rng.choice([*source])
            found += [{**old, key: source[key]}] * 3
    elif isinstance(old, list) and old:
        place = rng.randrange(len(old))
        longer = [*old[:place], *[old[place]] * 40, *old[place + 1 :]]
        found += [old[:place], longer, rng.choice([*edits(old, place)]), []] * 3
    return rng.choice(found)
