"""Objects that code can reach from a view, through fields or any other reference."""

from __future__ import annotations

import copy
import gc
import pickle
import random
from collections.abc import Iterator
from enum import Enum
from types import BuiltinFunctionType, FunctionType, ModuleType

import attrs

import twowaystreet as tws
from twowaystreet._core.cards.cards import Card
from twowaystreet._core.engine.match import HandData, Match

CODE = (type, FunctionType, BuiltinFunctionType, ModuleType)
"""Types of code: the search skips them, as they lead to the whole program."""
PLAIN: tuple[type, ...] = (int, str, bytes, float, Enum, type(None))
HOLDERS: tuple[type, ...] = (tuple, list, dict, frozenset, set)
FORBIDDEN: tuple[type, ...] = (tws.GameState, Match, HandData, tws.Record, tws.Deal, random.Random)
"""Types that hold hidden information or create it."""


def reached_from(thing: object) -> Iterator[object]:
    """Yield this object and every object reachable from it, except code."""
    seen, left = set[int](), [thing]
    while left:
        found = left.pop()
        if id(found) in seen or isinstance(found, CODE):
            continue
        seen.add(id(found))
        yield found
        # A member of an enum counts as a plain value; its references are skipped.
        if not isinstance(found, Enum):
            left += gc.get_referents(found)


def check_reach(thing: object) -> int:
    """Check that only plain values are reachable; return their number."""
    count = 0
    for found in reached_from(thing):
        count += 1
        assert not isinstance(found, FORBIDDEN), f"{type(found).__name__} can be reached"
        known = isinstance(found, (*PLAIN, *HOLDERS, Card)) or attrs.has(type(found))
        assert known, f"{type(found).__name__} can be reached, but is not a plain value"
    return count


def check_value(thing: object) -> None:
    """Check that copying, pickling and hashing preserve the value."""
    for same in (copy.copy(thing), copy.deepcopy(thing), pickle.loads(pickle.dumps(thing))):
        assert same == thing and type(same) is type(thing)
        assert hash(same) == hash(thing) and repr(same) == repr(thing)
    assert {thing: 1}[copy.deepcopy(thing)] == 1
