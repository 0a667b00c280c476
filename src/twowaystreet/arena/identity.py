"""The names of players, and digests of their sources and networks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from hashlib import blake2b
from inspect import isfunction, ismethod
from types import FunctionType
from typing import Any, Final, TypeAlias

import attrs

from twowaystreet._core.engine.game import OURS, Game
from twowaystreet._util.modules import digest_of, is_plain
from twowaystreet.players import Factory, Network, Player, by_name

# Any: classes of players take any arguments.
Entrant: TypeAlias = Player | Factory | type[Any] | str
"""A player of a match, its factory, its class or its name."""

_ADDRESS: Final = re.compile(r"( at)? 0x[0-9a-fA-F]+")
_OURS: Final = "twowaystreet."


def name_of(entrant: object) -> str:
    """Return the name of a player for tables and headers, the same in every process.

    >>> from twowaystreet.players import Factory, simple
    >>> name_of(simple), name_of("montecarlo:worlds=50"), name_of(Factory(dict))
    ('simple', 'montecarlo:worlds=50', 'builtins.dict')
    """
    if isinstance(entrant, str):
        return entrant
    if isinstance(entrant, Factory):
        return name_of(entrant.make)
    if isfunction(entrant) or isinstance(entrant, type):
        named: Any = entrant  # Any: a function or a class
        module: str = named.__module__
        is_known = module == "__main__" or module.startswith(_OURS)
        return named.__qualname__ if is_known else f"{module}.{named.__qualname__}"
    try:
        text = repr(entrant)
    except Exception:  # the text of a foreign object may raise anything
        text = object.__repr__(entrant)
    return _ADDRESS.sub("", text)


def digest_of_player(entrant: Entrant, game: Game | None = None) -> str | None:
    """Return a digest of the source and the options of a player, and of its network.

    ``game``: the game; the source of one from outside the library counts, too, as it chooses the
    moves of ``simple``.

    Returns:
        The digest, the same in every process; ``None`` if no source is known.

    Raises:
        PlayerError: if there is no player of this name.

    >>> digest_of_player("simple") == digest_of_player("simple:preset=0.2.0")
    False
    >>> digest_of_player(lambda view, rng: view.legal_moves[0]) is None
    False
    """
    found = by_name(entrant) if isinstance(entrant, str) else entrant
    seen: dict[int, object] = {}
    parts = list(_parts(found, seen))
    parts += [("game", digest_of(game.State))] if game and game.name not in OURS else []
    if not any(digest for _, digest in parts):
        return None
    return blake2b(repr(parts).encode(), digest_size=8).hexdigest()


Part: TypeAlias = tuple[str, str | None]
"""A text that names a part of a player, and the digest of its source."""


def _parts(part: Any, seen: dict[int, object]) -> Iterator[Part]:  # Any: a player of any kind
    """Yield what chooses the moves of a player: functions, classes, options and networks.

    The memory of a player does not count: it changes from hand to hand.
    """
    if is_plain(part):
        yield repr(part), None
        return
    if id(part) in seen:
        return
    seen[id(part)] = part  # which keeps the address
    inner: list[Any] = [getattr(part, "__wrapped__", None)]
    if isinstance(part, Network):
        yield "network", part._source
    elif isinstance(part, Factory):
        inner += [part.make]
    elif isinstance(part, partial):
        inner += [part.func, *part.args, *part.keywords, *part.keywords.values()]
    elif ismethod(part):
        yield part.__name__, None
        inner += [part.__self__]
    elif isfunction(part):
        yield part.__qualname__, digest_of(part)
        inner += [*(part.__defaults__ or ()), *filter(callable, _nonlocals(part))]
    elif isinstance(part, type):
        yield part.__qualname__, digest_of(part)
    elif isinstance(part, tuple | list):
        inner += part
    elif isinstance(part, dict):
        inner += [*part, *part.values()]
    else:
        found: object = part
        cls: type[Any] = type(found)  # Any: it may be an attrs class
        yield f"{cls.__qualname__}()", digest_of(cls) if callable(part) else None
        names = [field.name for field in attrs.fields(cls)] if attrs.has(cls) else []
        values = [getattr(part, name, None) for name in names or _names_in(part)]
        hashing: object = cls.__hash__
        is_value = hashing is not None and hashing is not object.__hash__
        inner += values if is_value else filter(callable, values)
    for each in inner:
        if each is not None:
            yield from _parts(each, seen)


def _nonlocals(function: FunctionType) -> Iterator[object]:
    for cell in function.__closure__ or ():
        with suppress(ValueError):  # an empty one
            yield cell.cell_contents


def _names_in(thing: object) -> list[str]:
    """Return the names of the variables of an object, also if it has none."""
    return list(getattr(thing, "__dict__", {}))
