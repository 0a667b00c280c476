"""A check of the names that a game gives: a misspelt hook, for example, would never be called."""

from __future__ import annotations

import gc
import re
from collections.abc import Iterable
from inspect import isfunction
from types import CodeType, FunctionType, MemberDescriptorType
from typing import Final

import attrs

from twowaystreet._core.engine.match import HandData, Match
from twowaystreet._core.engine.moves import move_types_of
from twowaystreet._core.engine.state import hand_data_class
from twowaystreet._core.views.facts import OWNER, facts_of
from twowaystreet._util.numbers import listed
from twowaystreet._util.values import OfGame

_OURS: Final = ("twowaystreet.", "typing")  # how the modules of no author begin


def check_names(view: OfGame, state: OfGame) -> None:
    """Refuse a name in the classes of a game that stands for nothing."""
    _check_facts(view, state)
    moves, phases = move_types_of(state), [*state._phases]
    inherited = [getattr(base, "redacted_moves", ()) for base in view.__mro__[1:]]
    for move in view.redacted_moves:
        if move not in {*moves}.union(*inherited):
            name, names = getattr(move, "__name__", str(move)), [each.__name__ for each in moves]
            raise _misspelt(f"{view.__qualname__}.redacted_moves", "move", name, names)
    for phase in state._decisions:
        if phase not in phases:
            raise _misspelt(f"{state.__qualname__}._decisions", "phase", str(phase), phases)
    for cls in (state, view):
        _check_hooks(cls, view, state)


def _misspelt(place: str, kind: str, name: str, names: Iterable[str], *others: str) -> TypeError:
    """Return the error for a name, with those that exist, the nearest first."""
    expected = listed(dict.fromkeys([*_near(name, [*names, *others]), *names]), "or")
    return TypeError(f"{place}: there is no {kind} {name!r}: expected {expected}")


def _near(name: str, names: list[str], cutoff: float = 0.6) -> list[str]:
    # A late import: it takes a hundredth of the import time of the library.
    from difflib import get_close_matches  # noqa: PLC0415  # see above

    return get_close_matches(name, names, cutoff=cutoff)


def _check_facts(view: OfGame, state: OfGame) -> None:
    below = [hand_data_class(state) or HandData]
    for cls in below:  # a state may have hand data of a class below the declared one
        below += [each for each in cls.__subclasses__() if not each.__module__.startswith(_OURS)]
    parts: dict[str, list[type[OfGame]]] = {"match": [Match], "hand_data": below}
    members = [name for name in dir(state) if not name.startswith("__")]
    known = {*parts, *members, *(name.lstrip("_") for name in members)}
    stored = [field.name.lstrip("_") for field in attrs.fields(state)[len(parts) :]]
    for owner, some in parts.items():
        stored += [f"{owner}.{field.name}" for cls in some for field in attrs.fields(cls)]
        known.update(stored, (f"{owner}.{name}" for cls in some for name in dir(cls)))
    facts, title = facts_of(view), view.__qualname__
    for name, fact in facts.items():
        if fact.source.partition(".")[0] not in ("", *parts, *members):
            names = [each for each in members if each[0].islower()], *members, *stored
            raise _misspelt(f"{title}.{name}", "property or method", fact.source, *names)
        if fact.held_by not in ("", OWNER) and not hasattr(view, fact.held_by):
            raise _misspelt(f"{title}.{name}, held_by", "fact", fact.held_by, facts)
    covers = {name: [*fact.covers] for name, fact in facts.items()}
    for name, fact in facts.items():
        covers[name] += [each for each in (fact.source, fact.or_in) if "." in each]
    for place, covered in {**covers, "hidden_fields": [*view.hidden_fields]}.items():
        for name in covered:
            first, *more = name.split(".")
            if ".".join([first, *more[: first in parts]]) not in known:
                raise _misspelt(f"{title}.{place}", "stored field", name, stored)


def _check_hooks(cls: type, view: OfGame, state: OfGame) -> None:
    """Refuse a private method or table of nearly the name of a hook that nothing uses."""
    hooks, own = dict[str, bool](), dict[str, bool]()
    for base in reversed(cls.__mro__):
        members: dict[str, object] = {**vars(base).get("__annotations__", {}), **vars(base)}
        (hooks if f"{base.__module__}.".startswith(_OURS) else own).update(
            (name, isfunction(getattr(member, "__func__", member)))
            for name, member in members.items()
            if name[:1] == "_" != name[1:2] and not isinstance(member, MemberDescriptorType)
        )
    for name in [name for name in own if name not in hooks]:
        near = _near(name, [hook for hook in hooks if hooks[hook] is own[name]], 0.85)
        if near and not _is_used(name, view, state):
            raise TypeError(
                f"{cls.__qualname__}.{name} is no hook, and nothing uses it: "
                f"expected {listed(near, 'or')}, or a name less like it"
            )


def _is_used(name: str, view: OfGame, state: OfGame) -> bool:
    """Return whether a name stands in a fact, a decision, or the code of the same package."""
    used = {fact.source for fact in facts_of(view).values()}
    used.update(re.findall(r"\w+", repr([*state._decisions.values()])))  # names of functions
    tops = {cls.__module__.partition(".")[0] for cls in (view, state)}
    functions = [each for each in gc.get_objects() if type(each) is FunctionType]
    codes = [one.__code__ for one in functions if str(one.__module__).partition(".")[0] in tops]
    for code in codes:
        codes += [each for each in code.co_consts if type(each) is CodeType]
        used.update(code.co_names, (each for each in code.co_consts if type(each) is str))
    return name in used
