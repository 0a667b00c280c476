"""What the public names offer, as one text: signatures, fields, members, attributes.

It is made by looking at the objects, not at their source: the constructor that attrs writes for a
class is what users call, and it stands in no source. Everything is told once, under the first name
that it has; what a class has from a base without a public name is told of the class.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Collection, Iterator
from difflib import unified_diff
from enum import Enum
from functools import cache, cached_property
from importlib import import_module
from pathlib import Path
from typing import Any, Final, TypeAlias, get_origin, get_overloads

import attrs

from tests.public_api.names import PACKAGE, PUBLIC, ROOT, Name, public_names
from twowaystreet._engine.state import GameState
from twowaystreet._views.views import View

FILE: Final = Path(__file__).resolve().parent / "public.txt"
COMMAND: Final = "python -m tests.public_api"

_OPERATORS: Final = frozenset(
    f"__{name}__" for name in ("bool", "call", "contains", "getitem", "iter", "len", "lt", "str")
)
_HOOK: Final = re.compile(r"\b_[a-z]\w*")
_GUIDE: Final = ("docs/write-your-own.md", "examples/oh_hell.py")
_MODULES: Final = re.compile(r"\b(?:\w+\.)+(?=\w)")

# What is looked at is whatever users import.
Thing: TypeAlias = Any


class _Text(str):
    """An annotation that shows itself without quotes in a signature."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)


@cache
def hooks() -> frozenset[str]:
    """What games of one's own fill in or call under a name with an underscore: all in the guide."""
    used = {
        name for file in _GUIDE for name in _HOOK.findall((ROOT / file).read_text(encoding="utf-8"))
    }
    known = {name for cls in (GameState, View) for name in _names_in(cls)}
    return frozenset(used & known)


def difference(written: str, found: str) -> str:
    """How the face differs from what is written down, as a diff; empty if it does not."""
    lines = unified_diff(
        written.splitlines(), found.splitlines(), "written down", "found", n=2, lineterm=""
    )
    return "\n".join(lines)


def listing() -> str:
    """The whole public face."""
    names = [name for module in PUBLIC for name in public_names(module)]
    first: dict[str, Name] = {}
    for name in names:
        first.setdefault(name.defined_as, name)
    classes = {thing for thing in map(thing_of, first.values()) if isinstance(thing, type)}
    lines = [f"# The public face, as `{COMMAND}` writes it down."]
    for module in PUBLIC:
        lines += ["", "", module]
        for name in public_names(module):
            if name.is_module:
                lines += [f"    {name.name}: the module {name.home}"]
            elif first[name.defined_as] == name:
                lines += [f"    {line}" for line in describe(name.name, thing_of(name), classes)]
            else:
                lines += [f"    {name.name}: {first[name.defined_as]}"]
    return "\n".join([*lines, ""])


def thing_of(name: Name) -> Thing:
    """What a name stands for."""
    found: Thing = getattr(import_module(name.module), name.name)
    return found


def describe(name: str, thing: Thing, public: Collection[Thing]) -> Iterator[str]:
    """A thing by its name, and if it is a class, all that it has and its public bases have not."""
    if inspect.isclass(thing):
        yield from _class(name, thing, public)
    elif inspect.isfunction(inspect.unwrap(thing)):
        yield from _function(name, inspect.unwrap(thing))  # below a cache, say
    else:
        yield _value(name, thing)


def _class(name: str, cls: type[Any], public: Collection[Thing]) -> Iterator[str]:
    yield f"class {name}({', '.join(dict.fromkeys(_bases(cls, public)))})"
    own = list(_own_classes(cls, public))
    words = [each for each in cls if isinstance(each, Enum)] if issubclass(cls, Enum) else []
    yield from (f"    {word.name} = {word.value!r}" for word in words)
    fields = dict(_fields(cls, own))
    yield from (f"    {line}" for line in fields.values())
    told = {*fields, *(word.name for word in words)}
    for member, holder in sorted(_members(own).items()):
        if member not in told:
            yield from (f"    {line}" for line in _member(member, holder))


def _is_ours(cls: type[Any]) -> bool:
    return cls.__module__.partition(".")[0] == PACKAGE


def _bases(cls: type[Any], public: Collection[Thing]) -> Iterator[str]:
    """The nearest bases that are public, or from outside the library."""
    for base in cls.__bases__:
        if _is_ours(base) and base not in public:
            yield from _bases(base, public)
        elif base is not object:
            yield _MODULES.sub("", base.__qualname__)


def _own_classes(cls: type[Any], public: Collection[Thing]) -> Iterator[type[Any]]:
    """The class, and those of its bases that nothing else tells of."""
    yield cls
    yield from (base for base in cls.__mro__[1:] if _is_ours(base) and base not in public)


def _names_in(cls: type[Any]) -> list[str]:
    """What a class itself has, set or only announced."""
    return [*inspect.get_annotations(cls), *vars(cls)]


def _members(own: list[type[Any]]) -> dict[str, type[Any]]:
    """The public members by name, each with the class that has it."""
    found: dict[str, type[Any]] = {}
    for cls in own:
        for name in _names_in(cls):
            if _is_promised(name, cls):
                found.setdefault(name, cls)
    return found


def _is_promised(name: str, cls: type[Any]) -> bool:
    written = inspect.isfunction(vars(cls).get(name))
    if name == "__init__":
        return written and not attrs.has(cls)
    if name.startswith("__"):
        return written and name in _OPERATORS
    return not name.startswith("_") or (cls in (GameState, View) and name in hooks())


def _fields(cls: type[Any], own: list[type[Any]]) -> Iterator[tuple[str, str]]:
    """The fields, in the order in which the constructor takes them."""
    if not attrs.has(cls):
        return
    # As they are written: what attrs keeps changes when somebody resolves the types.
    here = dict(item for each in reversed(own) for item in inspect.get_annotations(each).items())
    for field in attrs.fields(cls):
        if field.name in here and not field.name.startswith("_"):
            default = "" if field.default is attrs.NOTHING else f" = {_default(field.default)}"
            how = "" if not field.kw_only else ", by keyword"
            how = how if field.init else ", not given"
            yield field.name, f"{field.name}: {_type(here[field.name])}{default}{how}"


def _default(value: Thing) -> str:
    return "..." if callable(value) or type(value).__name__ == "Factory" else repr(value)


def _type(annotation: Thing) -> str:
    return annotation if isinstance(annotation, str) else inspect.formatannotation(annotation)


def _member(name: str, cls: type[Any]) -> Iterator[str]:
    member: Thing = vars(cls).get(name)
    if isinstance(member, property | cached_property):
        getter: Thing = member.fget if isinstance(member, property) else member.func
        yield f"{name} -> {_type(getter.__annotations__['return'])}, a property"
    elif type(member) in (classmethod, staticmethod):
        yield from _function(f"{type(member).__name__} {name}", member.__func__)
    elif inspect.isfunction(member):
        yield from _function(name, member)
    else:
        annotation = inspect.get_annotations(cls).get(name)
        yield _value(name, member, "" if annotation is None else _type(annotation))


def _function(name: str, function: Callable[..., Any]) -> Iterator[str]:
    for each in get_overloads(function) or (function,):
        yield f"{name}{_signature(each)}"


def _signature(function: Callable[..., Any]) -> inspect.Signature:
    found = inspect.signature(function)
    parameters = [
        each.replace(annotation=_shown(each.annotation)) for each in found.parameters.values()
    ]
    return found.replace(parameters=parameters, return_annotation=_shown(found.return_annotation))


def _shown(annotation: Thing) -> Thing:
    return _Text(annotation) if isinstance(annotation, str) else annotation


def _value(name: str, value: Thing, annotation: str = "") -> str:
    """A value: itself if it is a number, a text or a type; else what it is an instance of."""
    if annotation and value is None:
        return f"{name}: {annotation}"
    if isinstance(value, int | str | float):
        return f"{name}{': ' * bool(annotation)}{annotation} = {value!r}"
    if isinstance(value, type):
        return f"{name}: the class {value.__qualname__}"
    if get_origin(value) is not None:
        return f"{name} = {_MODULES.sub('', repr(value))}"
    return f"{name}: {annotation or f'an instance of {type(value).__name__}'}"
