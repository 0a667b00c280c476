"""The identity of players: all that chooses the moves of one, or nothing.

A digest counts the code of a player as Python has compiled it, that of all functions and classes
that this code names, and constants. A player with parts that change unseen, as files, is unsure.
"""

from __future__ import annotations

import builtins
import dis
import sys
import types
from abc import ABCMeta
from collections.abc import Callable, Iterable, Iterator
from dataclasses import MISSING, is_dataclass, make_dataclass
from enum import Enum, EnumType
from functools import cache, cached_property, partial
from hashlib import blake2b
from itertools import chain
from typing import Any, Final, TypeAlias, cast

import attrs

from twowaystreet._core.engine.game import OURS, Game
from twowaystreet._core.players import rule_of
from twowaystreet._util.faults import message_of
from twowaystreet._util.publishing import homes
from twowaystreet.arena.played import Entrant
from twowaystreet.errors import RulesError
from twowaystreet.players import Factory, MonteCarlo, Network, Player, PlayerError, by_name, fresh
from twowaystreet.players._names import UNKNOWN
from twowaystreet.players._seated import VERSION, Versioned, is_player

_SAME: Final = {
    *("abc", "attr", "attrs", "bisect", "builtins", "cmath", "collections", "contextlib", "copy"),
    *("dataclasses", "decimal", "enum", "fractions", "functools", "heapq", "itertools", "math"),
    *("numbers", "operator", "random", "re", "statistics", "string", "time", "twowaystreet"),
    *("types", "typing", "typing_extensions"),
}
"""The packages that are the same with one Python and one version of this library."""
_READING: Final = ("Network", "__import__", "by_name", "eval", "exec", "globals", "open")
"""What is in them and reads files, or uses what the code does not name."""
_PYTHON: Final = "Python {}.{}".format(*sys.version_info)
_CODE: Final = (
    *("co_code", "co_names", "co_varnames", "co_freevars", "co_cellvars", "co_exceptiontable"),
    *("co_argcount", "co_posonlyargcount", "co_kwonlyargcount", "co_flags"),
)
_PLAIN: Final = (int, float, complex, str, bytes, bool, range, slice, type(None), type(...))
# Any: values of any kind.
_INSIDE: Final[dict[type, Callable[[Any], Iterable[Any]]]] = {
    **dict.fromkeys((staticmethod, classmethod, type(cache(repr))), lambda it: [it.__wrapped__]),
    property: lambda found: [found.fget, found.fset],
    partial: lambda found: [found.func, found.args, *sorted(found.keywords.items())],
    types.MethodType: lambda found: [found.__func__, found.__self__],
    types.CodeType: lambda found: [found.co_consts, *(getattr(found, each) for each in _CODE)],
    type(attrs.Factory(str)): lambda found: [found.factory],
    types.MappingProxyType: lambda found: found.items(),
    frozenset: lambda found: sorted(found, key=repr),
    Network: lambda found: [found._source],
    Versioned: lambda found: [found.version],
    tuple: list,
}
"""What counts of values without code of their own, by their class."""
_OF_MODULES: Final = ("__name__", "__module__", "__qualname__", "__debug__", "__file__", "__doc__")
_NOTHING: Final = (
    *(type(MISSING), types.MemberDescriptorType, types.GetSetDescriptorType),
    *(types.MethodDescriptorType, types.WrapperDescriptorType, types.ClassMethodDescriptorType),
)


class _Unsure(Exception):
    pass


_MADE: Final = {
    *("_abc_impl", "__abstractmethods__", "__orig_bases__", "__parameters__"),
    *chain(*map(vars, (_Unsure, Enum("_", ()), attrs.make_class("_", (), frozen=True)))),
    *vars(make_dataclass("_", (), frozen=True)),
}
"""The names that Python adds to classes."""
_before: Final[dict[tuple[int, str], object]] = {}
"""Functions and classes with their digests, as some count their calls, which is no change."""
_Parts: TypeAlias = Iterator[tuple[str, Any]]
"""Parts of a player, after the words that lead to them."""


# Any: the class of a player may have any arguments.
def versioned(player: Player | Factory | type[Any], version: str) -> Factory:
    """Return a player with a version, by which a match in a file knows it again.

    The file goes on only with the same players. A match knows names of the library, functions and
    classes whose code uses only constants and other code, and frozen values of such classes. To any
    other, such as a player that reads a file or a dict, the author gives a version. In a name it
    stands at the end, as in ``mybot.py:bot@3``.

    Args:
        player: a function, a factory or a class.
        version: letters, digits and ``. + - _``: another text after each change of the player.

    Raises:
        RulesError: if the version is no such text.
        PlayerError: if the player is none.

    >>> from twowaystreet.arena import play
    >>> place = {"twos": 0}
    >>> def bot(view, rng):
    ...     return view.legal_moves[place["twos"]]
    >>> play("twos", [versioned(bot, "1"), "simple"], deals=1).digests[0]
    'version 1'
    """
    if not isinstance(version, str) or not VERSION.fullmatch(f"bot@{version}"):
        raise RulesError("version", version, "letters, digits and . + - _")
    if not isinstance(player, Factory | type) and not is_player(player):
        expected = "expected a player, a Factory or a class; a name has its version at its end"
        raise PlayerError(player, f"{expected}, as in mybot.py:bot@3")
    return Versioned(partial(fresh, player), version)


def known_of(entrant: Entrant, game: Game) -> tuple[str | None, str]:
    """Return the version or digest of a player, the same in every process, or what is unsure."""
    found = by_name(entrant) if isinstance(entrant, str) else entrant
    if isinstance(found, Versioned):
        return f"version {found.version}", ""
    seen: dict[int, object] = {}
    try:
        given: list[object] = [found]
        if game.name not in OURS:
            given += [game.State, game.player or rule_of(game.State), game.worlds]
        parts = [part for each in given for part in _parts("", each, seen)]
    except _Unsure as unsure:
        return None, str(unsure)
    except Exception as error:  # foreign objects may raise anything
        return None, f"it cannot be read: {message_of(error)}"
    digest = blake2b(repr(parts).encode(), digest_size=8).hexdigest()
    digest = f"{_PYTHON}: {digest}" if seen else digest
    code = found.make if isinstance(found, Factory) else found
    if isinstance(code, types.FunctionType | type):
        _before[id(code), digest] = code
    return digest, ""


def is_same(found: Entrant, digest: str | None, game: Game) -> bool:
    """Return whether a player is the one with this digest, or was it before it played here."""
    code = found.make if isinstance(found, Factory) else found
    return digest is None or (id(code), digest) in _before or known_of(found, game)[0] == digest


def _parts(words: str, found: Any, seen: dict[int, object]) -> Iterator[object]:
    given: object = found
    cls: type[Any] = type(given)
    is_code, is_module = cls is types.FunctionType or issubclass(cls, type), cls is types.ModuleType
    named = found.__name__ if is_module else getattr(found, "__module__", None)
    if cls is types.FunctionType:  # functools.wraps copies the name of a module
        named = found.__globals__.get("__name__")
    module = str(homes.get(found, named) if is_code else named)
    package = module.partition(".")[0]
    is_standard = is_code and package in _SAME | sys.stdlib_module_names
    if cls in _PLAIN:
        yield found
    elif id(found) in seen:
        yield [*seen].index(id(found))
    elif is_module or is_standard or cls is types.BuiltinFunctionType:
        name = "" if is_module else found.__qualname__
        if package.removeprefix("_") not in _SAME or name in _READING:
            raise _Unsure(f"{words}{name or module} is not read")
        yield f"{module}.{name}"
    else:
        if is_code:
            seen[id(found)] = found  # which keeps the address
        of_code = _of_function if cls is types.FunctionType else _of_class
        inner = [*(of_code(found) if is_code else _inside(words, found, cls))]
        yield cls.__qualname__, len(inner)
        for each, part in inner:
            yield from _parts(each, part, seen)


def _inside(words: str, found: Any, cls: Any) -> _Parts:
    hashing: object = cls.__hash__
    if cls in _INSIDE:
        yield from ((words, each) for each in _INSIDE[cls](found))
    elif issubclass(cls, Enum):
        yield words, (cls, found.name)
    elif hashing in (None, object.__hash__) or not (attrs.has(cls) or is_dataclass(cls)):
        raise _Unsure(f"{words}its class {cls.__qualname__} is no frozen value")
    else:
        names = [each.name for each in _fields_of(cls)]
        members = chain(*(vars(each).items() for each in type(found).mro()))
        cached = {name for name, value in members if isinstance(value, cached_property)}
        kept = {*getattr(found, "__dict__", ())}
        for other in kept - {*names, "_attrs_cached_hash"} - cached:
            raise _Unsure(f"{words}its class {type(found).__name__} keeps {other}, no field")
        yield words, cls
        for name in names:
            part = getattr(found, name)
            is_model = name == "model" and cls is MonteCarlo
            yield f"its {name}: ", _model(part) if is_model else part


def _model(found: Any) -> Any:
    """Return the players of a model, which may be names."""
    if isinstance(found, dict):
        shares = cast(dict[Any, float], found)
        return tuple([(_model(each), share) for each, share in shares.items()])
    return by_name(found) if isinstance(found, str) and found != UNKNOWN else found


def _fields_of(cls: Any) -> Iterable[Any]:
    fields: Iterable[Any] = getattr(cls, "__attrs_attrs__", ())
    return fields or getattr(cls, "__dataclass_fields__", {}).values()


def _of_function(found: types.FunctionType) -> _Parts:
    name = found.__qualname__
    for kept in (*found.__code__.co_freevars, *vars(found)):
        if not kept.startswith("__"):  # as __class__ does, for super()
            raise _Unsure(f"{name} keeps {kept}, in a closure or as an attribute")
    defaults = found.__defaults__, *(found.__kwdefaults__ or {}).items()
    codes = [found.__code__]
    yield f"a default of {name}: ", (name, defaults, *codes)
    for code in codes:  # which grows
        codes += (each for each in code.co_consts if isinstance(each, types.CodeType))
        for each in dis.get_instructions(code):
            used, op = str(each.argval), each.opname
            words = f"{name} uses {used}: "
            if op == "IMPORT_NAME":
                yield words, types.ModuleType(used)
            elif op in ("LOAD_ATTR", "LOAD_METHOD", "IMPORT_FROM") and used in _READING:
                raise _Unsure(f"{words}{used} is not read")
            elif op in ("STORE_GLOBAL", "DELETE_GLOBAL"):
                raise _Unsure(f"{name} changes {used}")
            elif ("GLOBAL" in op or op == "LOAD_NAME") and used not in _OF_MODULES:
                yield words, found.__globals__.get(used, getattr(builtins, used, None))


def _of_class(found: Any) -> _Parts:
    name: str = found.__qualname__
    yield name, (name, found.__bases__)
    if type(found) not in (type, ABCMeta, EnumType):
        yield f"the class of {name}: ", type(found)
    if issubclass(found, Enum):
        yield name, tuple((each.name, each.value) for each in found)
    for field in _fields_of(found):
        for key in ("default", "default_factory", "converter"):
            value = getattr(field, key, None)
            yield f"{name}.{field.name}: ", None if isinstance(value, _NOTHING) else value
    is_made = attrs.has(found) or is_dataclass(found)
    for key, value in sorted(vars(found).items()):
        is_code = isinstance(value, types.FunctionType) and not key.startswith("__annotat")
        if is_code and is_made:  # functions that Python made have other names
            is_code = value.__code__.co_qualname == f"{name}.{key}"
        is_given = is_code or not (key.startswith("__annotat") or key in _MADE)
        if is_given and not isinstance(value, _NOTHING):
            yield f"{name}.{key}: ", (key, value)
