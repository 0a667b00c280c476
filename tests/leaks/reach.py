"""What can be got at from a view: by any way that an object holds another, fields or none."""

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
from twowaystreet._cards.cards import Card
from twowaystreet._engine.match import HandData, Match

CODE = (type, FunctionType, BuiltinFunctionType, ModuleType)
"""What is the same for everybody, and leads to the whole program."""
PLAIN: tuple[type, ...] = (int, str, bytes, float, Enum, type(None))
HOLDERS: tuple[type, ...] = (tuple, list, dict, frozenset, set)
FORBIDDEN: tuple[type, ...] = (tws.GameState, Match, HandData, tws.Record, tws.Deal, random.Random)
"""What knows more than a seat does, or makes it."""


def reached_from(thing: object) -> Iterator[object]:
    """Every object that can be reached from this one, code left out; it is the first itself."""
    seen, left = set[int](), [thing]
    while left:
        found = left.pop()
        if id(found) in seen or isinstance(found, CODE):
            continue
        seen.add(id(found))
        yield found
        # A suit or a phase is a word, whatever Python keeps with it.
        if not isinstance(found, Enum):
            left += gc.get_referents(found)


def check_reach(thing: object) -> int:
    """See that only plain values are reached, and nothing that knows more; how many there are."""
    count = 0
    for found in reached_from(thing):
        count += 1
        assert not isinstance(found, FORBIDDEN), f"{type(found).__name__} can be reached"
        known = isinstance(found, (*PLAIN, *HOLDERS, Card)) or attrs.has(type(found))
        assert known, f"{type(found).__name__} can be reached, which is no plain value"
    return count


def check_value(thing: object) -> None:
    """See that it is a value: copied, pickled and put in a set it is the same."""
    for same in (copy.copy(thing), copy.deepcopy(thing), pickle.loads(pickle.dumps(thing))):
        assert same == thing and type(same) is type(thing)
        assert hash(same) == hash(thing) and repr(same) == repr(thing)
    assert {thing: 1}[copy.deepcopy(thing)] == 1
