"""A check of the methods by which a game fills in its rules.

A method that does not take what the library gives it would fail only when it is called, perhaps at
the end of a game. Such methods come from games for earlier versions.
"""

from __future__ import annotations

from inspect import CO_VARARGS, isfunction
from types import FunctionType, MappingProxyType
from typing import Any, Final

_LIBRARY: Final = ("twowaystreet._", "twowaystreet.authoring._")
"""How the modules of the classes begin that call the methods of games, with ``._`` behind."""
BEYOND: Final = MappingProxyType(
    {
        "_strengths": "_wins(self, table, led) if more decides",
        "_next_leader": "_leader_after(self, trick, won) if more decides",
    }
)
"""The hooks for games whose answer needs more than the new form of a hook gives."""
GONE: Final = MappingProxyType(
    {
        "_opening": "COMPILED in a module compiled, or Game(compiled=...)",
        "_avoids_tricks": "score through _score and _tally, which the solver reads",
        "_worth_of": "score through _score and _tally, which the solver reads",
    }
)
"""The hooks of version 0.2.0 that are no more, with what to write now."""


def check_hooks(cls: type[Any]) -> None:
    """Refuse a class of a game with a hook in a form that the library does not call."""
    declared, written = dict[str, object](), dict[str, object]()
    for base in reversed(cls.__mro__):
        (declared if f"{base.__module__}._".startswith(_LIBRARY) else written).update(vars(base))
    for name, given in written.items() if declared else ():
        own, called = _function(given), _function(declared.get(name))
        if name in GONE and name not in declared:
            raise TypeError(f"{cls.__qualname__}.{name} is a hook of 0.2.0: expected {GONE[name]}")
        if own is None or called is None or name.startswith("__"):
            continue
        is_of_class = isinstance(declared[name], classmethod)
        wanted = len(_parameters(called)) - isinstance(given, staticmethod)
        if (is_of_class and own is given) or not _takes(own, wanted):
            raise TypeError(
                f"{cls.__qualname__}.{name}({', '.join(_parameters(own))}): "
                f"expected {name}({', '.join(_parameters(called))})"
                + (", a class method" if is_of_class else "")
                + (f"; or {BEYOND[name]}" if name in BEYOND else "")
            )


def _function(member: object) -> FunctionType | None:
    function = getattr(member, "__func__", member)
    return function if isfunction(function) else None


def _parameters(function: FunctionType) -> tuple[str, ...]:
    return function.__code__.co_varnames[: function.__code__.co_argcount]


def _takes(own: FunctionType, count: int) -> bool:
    code = own.__code__
    least = code.co_argcount - len(own.__defaults__ or ())
    most = count if code.co_flags & CO_VARARGS else code.co_argcount
    return least <= count <= most and code.co_kwonlyargcount == len(own.__kwdefaults__ or ())
