"""Players by name: those of this package, of other packages, and of files."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from functools import partial
from inspect import Parameter, signature
from typing import Any, Final, TypeAlias, cast

import attrs

from twowaystreet._core.engine.state import AnyState
from twowaystreet._core.engine.verbs import apply, shuffle
from twowaystreet._core.players import Player, at_random
from twowaystreet._core.worlds.weighted import why_untold
from twowaystreet._core.worlds.worlds import why_no_worlds
from twowaystreet._util.modules import NotLoaded, is_in_file, is_place, not_loaded, object_at
from twowaystreet.errors import RulesError
from twowaystreet.players._learned import FILES
from twowaystreet.players._monte_carlo import Level, MonteCarlo, level_named
from twowaystreet.players._network import Network
from twowaystreet.players._searches import READS, Search
from twowaystreet.players._seated import VERSION, Factory, PlayerError, Versioned, fresh, is_player
from twowaystreet.players._simple import Changed, changed, simple
from twowaystreet.players._tree_search import TreeSearch

ENTRY_POINTS: Final = "twowaystreet.players"
_OURS: Final[Mapping[str, Player | type[Any]]] = {
    "simple": simple,
    "at_random": at_random,
    "montecarlo": MonteCarlo,
    "treesearch": TreeSearch,
    "level": Level,
    "network": Network,
}
"""The players of this package. Any: classes of players have any options, here and below."""
UNKNOWN: Final = "unknown"  # a model that makes each legal move equally often
_READ_FILES: Final = frozenset({"network"})  # those of them that are in a file
_EARLIER: Final[Mapping[str, str]] = {"random": "at_random"}
"""The names of players in earlier versions, with those of today."""
Named: TypeAlias = Player | Factory


def by_name(text: str) -> Named:
    """Return the player with a name.

    These are names of players:

    - ``simple`` and ``at_random``, or ``random`` as in 0.2.0, for the functions;
    - ``simple:preset=0.2.0`` and ``simple:kept_two=1.5``, for :func:`simple` with the constants of
      an earlier version, or other ones; see :meth:`twowaystreet.authoring.RuleOfThumb.constants`;
    - ``montecarlo`` and ``treesearch``, for :class:`MonteCarlo` and :class:`TreeSearch`, with
      options such as ``montecarlo:worlds=200,playouts=random`` or
      ``montecarlo:seconds=0.05,searched=declare+play``; ``montecarlo:value=twos.npz`` and
      ``treesearch:value=twos.npz,prior=twos.npz`` take the :class:`Network` of a file;
    - ``level:3``, or a word for people, one of ``beginner``, ``easy``, ``medium``, ``hard`` and
      ``strongest``, for a :class:`Level`;
    - ``network:path=twos.npz``, for the :class:`Network` of a file;
    - an entry point of the group ``twowaystreet.players``, which another package registers;
    - ``mybot.py:bot``, an object of a file, which can import the modules in the same folder;
    - ``package.module:bot``, an object of a module that is installed, or in the current folder;
    - a name without options and a version, as in ``mybot.py:bot@3``; see
      :func:`twowaystreet.arena.versioned`.

    The object is a player, a :class:`Factory` or a class. A registered name of a class can have
    options, too, the arguments of the class. The same text gives the same player in any process.

    Raises:
        PlayerError: if there is no such player, its module cannot be loaded, or an option is wrong.

    >>> by_name("at_random") is at_random, by_name("montecarlo:worlds=200").worlds
    (True, 200)
    >>> by_name("simpel")
    Traceback (most recent call last):
    ...
    twowaystreet.players.PlayerError: player 'simpel': expected simple, at_random, ...
    """
    if not isinstance(text, str):
        raise PlayerError(text, "expected the name of a player")
    if level := level_named(text):
        return level
    if found := VERSION.fullmatch(text):
        return Versioned(partial(fresh, by_name(found[1])), found[2])
    if is_in_file(text):
        return _found(text)
    head, _, options = text.partition(":")
    head = _EARLIER.get(head, head)
    if head == "simple" and options:
        return _simple_with(text, options)
    if head == "level" and options and "=" not in options:
        options = f"number={options}"
    if head in _OURS:
        return _with_options(text, _OURS[head], options, keep=False)
    registered = _registered()
    if head in registered:
        try:
            loaded = registered[head]()
        except BaseException as error:
            raise PlayerError(text, not_loaded(error)) from error
        return _with_options(text, loaded, options, keep=True)
    if is_place(text):
        return _found(text)
    known = ", ".join((*_OURS, *registered))
    raise PlayerError(text, f"expected {known}, mybot.py:bot or package.module:bot")


def is_installed(text: str) -> bool:
    """Return whether a name makes :func:`by_name` open or run no file, and no other module."""
    head, _, options = text.partition(":")
    head = _EARLIER.get(head, head)
    if is_in_file(text) or head in _READ_FILES:
        return False
    for option in options.split(","):
        name, _, value = (part.strip() for part in option.partition("="))
        if name in FILES or (name == "model" and value != UNKNOWN and not is_installed(value)):
            return False
    return head in _OURS or bool(level_named(text)) or head in _registered()


def check_fit(player: object, start: AnyState) -> None:
    options = (*FILES, "model") if isinstance(player, Search) else ()
    learned = [getattr(player, name, None) for name in options]
    for part in (player, *learned):
        if isinstance(part, Changed | Network):
            part.check(start.rules)
    kind = cast(type[object], player) if isinstance(player, type) else type(player)
    reason = _why_no_worlds(start) if issubclass(kind, Search) else ""
    if isinstance(player, MonteCarlo) and player.model is not None:
        reason = reason or why_untold(start)
    if reason:
        raise PlayerError(player, f"needs the worlds of the game, but {reason}")


def _why_no_worlds(start: AnyState) -> str:
    reason = why_no_worlds(start)
    with suppress(Exception):  # a fault of the game
        reason = reason or why_no_worlds(apply(start, shuffle(start, random.Random(0))))
    return reason


def _registered() -> dict[str, Callable[[], object]]:
    # A late import: it takes a quarter of the import time of the library.
    from importlib.metadata import entry_points  # noqa: PLC0415  # see above

    return {point.name: point.load for point in entry_points(group=ENTRY_POINTS)}


def _found(text: str) -> Named:
    try:
        return _checked(text, object_at(text, "a player"))
    except NotLoaded as error:
        raise PlayerError(text, str(error)) from error.__cause__


def _checked(text: str, found: object) -> Named:
    if isinstance(found, Factory):
        return found
    if isinstance(found, type):
        return Factory(checked_class(text, found))
    if not is_player(found):
        raise PlayerError(text, "expected a function of a view and an rng, a Factory or a class")
    return found


def _with_options(text: str, found: object, options: str, *, keep: bool) -> Named:
    if not isinstance(found, type):
        if options:
            raise PlayerError(text, "expected no options, as only classes of players have some")
        return _checked(text, found)
    cls: Callable[..., Player] = checked_class(text, found)
    make = partial(cls, **_options(text, found, options))
    try:
        player = make()
    except PlayerError:
        raise
    except (ImportError, TypeError, ValueError) as error:
        raise PlayerError(text, str(error)) from error
    return Factory(make) if keep else player


def checked_class(text: object, found: type[Any]) -> type[Any]:
    if not any("__call__" in vars(base) for base in found.__mro__):
        raise PlayerError(text, "expected a class whose instances are players")
    return found


def _simple_with(text: str, options: str) -> Changed:
    preset: str | None = None
    constants: dict[str, float] = {}
    for name, value in _pairs(text, options, None):
        if name == "preset":
            preset = value
            continue
        number = _number(value)
        if number is None:
            raise PlayerError(text, f"{name}={value}: expected a number")
        constants[name] = number
    try:
        return changed(preset, tuple(constants.items()))
    except RulesError as error:
        raise PlayerError(text, str(error)) from error


def _number(text: str) -> float | None:
    for read in (int, float):
        with suppress(ValueError):
            return read(text)
    return None


def _options(text: str, cls: type[Any], options: str) -> dict[str, object]:
    fields: tuple[attrs.Attribute[Any], ...] = attrs.fields(cls) if attrs.has(cls) else ()
    known = signature(cls).parameters
    reads = {each.name: each.metadata.get(READS) for each in fields}
    pairs = _pairs(text, options, known)
    return {name: _read(text, known[name], reads.get(name), value) for name, value in pairs}


def _pairs(text: str, options: str, known: Iterable[str] | None) -> Iterable[tuple[str, str]]:
    found: dict[str, str] = {}
    for option in filter(None, options.split(",")):
        name, equals, value = option.partition("=")
        if not equals or name in found or (known is not None and name not in known):
            names = ("preset", "constant") if known is None else known
            expected = ", ".join(f"{each}=..." for each in names) or "no options"
            raise PlayerError(text, f"unknown option {option!r}: expected {expected}, each once")
        found[name] = value
    return found.items()


_READERS: Final[Mapping[type, tuple[str, Callable[[str], object]]]] = {
    bool: ("true or false", {"true": True, "false": False}.__getitem__),
    int: ("a whole number", int),
    float: ("a number", float),
}
"""The values of options in words, and their readers, by type."""


def _read(text: str, option: Parameter, declared: type | None, value: str) -> object:
    default: object = option.default
    words, read = _READERS.get(declared or type(default), ("", str))
    try:
        return read(value)
    except (KeyError, ValueError):
        raise PlayerError(text, f"{option.name}={value}: expected {words}") from None
