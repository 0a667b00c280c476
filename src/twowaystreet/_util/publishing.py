"""The modules in which public names say that they live."""

import sys
from functools import cache
from inspect import get_annotations
from types import FunctionType
from typing import Any, Final, ForwardRef

from twowaystreet._util.values import OfGame

homes: Final[dict[OfGame, str]] = {}  # the modules with the source of published things
_PUBLISHED: Final = (type, FunctionType, type(cache(len)))
_forward: Final = cache(ForwardRef)  # which compiles its text


def publish(place: str, *things: Any) -> None:
    """Let things say that they live in a public module: by default all that the module exports.

    A package of a game calls ``publish(__name__)`` at its end. A thing stays where it was published
    first, but a package takes it from a module below. Annotations keep the module of the source.

    Args:
        place: the full name of the public module; without things, it has an ``__all__``.
        things: classes and functions; others stay as they are.

    >>> class Score: ...
    >>> publish("whist", Score)
    >>> Score
    <class 'whist.Score'>
    """
    root = "" if things else place.partition(".")[0]  # what other packages made stays theirs
    if not things:
        contents = vars(sys.modules[place])
        contents["__dir__"] = contents["__all__"].copy
        things = tuple(map(contents.get, contents["__all__"]))  # some are loaded on first use
    for each in things:
        is_published = isinstance(each, _PUBLISHED) or hasattr(each, "py_func")  # as numba makes
        if (is_published and each.__module__.startswith(root)) and (
            each not in homes or each.__module__.startswith(f"{place}.")
        ):
            home = homes.setdefault(each, each.__module__)
            hints = get_annotations(each) if isinstance(each, type) else {}
            for name, hint in hints.items():
                text = getattr(hint, "__forward_arg__", hint)  # as tuples with names have it
                if isinstance(text, str):
                    kept = _forward(text, is_argument=False, module=home, is_class=True)
                    each.__annotations__[name] = kept
            each.__module__ = place
