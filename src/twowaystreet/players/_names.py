"""Players by name: those of this package, of other packages, and of files."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from inspect import Parameter, signature
from typing import Any, Final, TypeAlias

from twowaystreet._players.protocol import Player, at_random
from twowaystreet._util.modules import NotLoaded, is_in_file, is_place, object_at
from twowaystreet.players._factories import Factory, PlayerError, is_player
from twowaystreet.players._monte_carlo import MonteCarlo
from twowaystreet.players._network import Network
from twowaystreet.players._simple import simple
from twowaystreet.players._tree_search import TreeSearch

ENTRY_POINTS: Final = "twowaystreet.players"
"""The group of entry points under which other packages offer their players."""

_OURS: Final[Mapping[str, Any]] = {
    "simple": simple,
    "at_random": at_random,
    "montecarlo": MonteCarlo,
    "treesearch": TreeSearch,
    "network": Network,
}
"""The players of this package. Any: players, and classes of players with options."""

_READ_FILES: Final = frozenset({"network"})
"""Those of them whose options name a file."""

_EARLIER: Final[Mapping[str, str]] = {"random": "at_random"}
"""The names of players in earlier versions, with those of today."""

Named: TypeAlias = Player | Factory


def by_name(text: str) -> Named:
    """Return the player with a name.

    These are names of players:

    - ``simple`` and ``at_random``, for the functions; 0.2.0 called the second one ``random``, which
      still works;
    - ``montecarlo`` and ``treesearch``, for :class:`MonteCarlo` and :class:`TreeSearch`, with
      options such as ``montecarlo:worlds=200,playouts=random``;
    - ``network:path=twos.npz``, for the :class:`Network` of a file;
    - a name that another package registers as an entry point of the group
      ``twowaystreet.players``;
    - ``mybot.py:bot``, a file and the name of an object in it. The module can import its
      neighbours, the modules in the same folder;
    - ``package.module:bot``, a module and the name of an object in it. The module is installed, or
      lies in the current folder.

    The object is a player, a :class:`Factory` or a class. A registered name of a class can have
    options, too. They are arguments of the class.

    Args:
        text: the name. In another process the same text gives the same player.

    Raises:
        PlayerError: if there is no such player, its module cannot be loaded, or an option is wrong.

    >>> by_name("at_random") is at_random, by_name("montecarlo:worlds=200")
    (True, MonteCarlo(worlds=200, playouts='simple', endgame=0, engine='auto'))
    >>> by_name("simpel")
    Traceback (most recent call last):
    ...
    twowaystreet.players.PlayerError: player 'simpel': expected simple, at_random, ...
    """
    if not isinstance(text, str):
        raise PlayerError(text, "expected the name of a player")
    if is_in_file(text):
        return _found(text)
    head, _, options = text.partition(":")
    head = _EARLIER.get(head, head)
    if head in _OURS:
        return _with_options(text, _OURS[head], options, keep=False)
    registered = _registered()
    if head in registered:
        return _with_options(text, _loaded(text, registered[head]), options, keep=True)
    if is_place(text):
        return _found(text)
    known = ", ".join((*_OURS, *registered))
    raise PlayerError(text, f"expected {known}, mybot.py:bot or package.module:bot")


def is_installed(text: str) -> bool:
    """Return whether a name stands for a player of this package, or of an installed one.

    Every other name makes :func:`by_name` open a file, or run a file or a module.

    >>> [is_installed(text) for text in ("montecarlo:worlds=9", "mybot.py:bot", "os:getcwd")]
    [True, False, False]
    >>> is_installed("network:path=twos.npz")
    False
    """
    head = text.partition(":")[0]
    head = _EARLIER.get(head, head)
    if is_in_file(text) or head in _READ_FILES:
        return False
    return head in _OURS or head in _registered()


def _registered() -> dict[str, Callable[[], object]]:
    """Return the functions that load the players of other packages, by name."""
    # A late import: it takes a quarter of the import time of the library.
    from importlib.metadata import entry_points  # noqa: PLC0415  # see above

    return {point.name: point.load for point in entry_points(group=ENTRY_POINTS)}


def _found(text: str) -> Named:
    """Return the player at a place."""
    try:
        return _checked(text, object_at(text, "a player"))
    except NotLoaded as error:
        raise PlayerError(text, str(error)) from error.__cause__


def _loaded(text: str, load: Callable[[], object]) -> object:
    """Load the player of another package, which may raise anything."""
    try:
        return load()
    except (Exception, SystemExit) as error:
        raise PlayerError(text, f"cannot be loaded: {type(error).__name__}: {error}") from error


def _checked(text: str, found: object) -> Named:
    """Return a player or a factory; a class becomes a factory."""
    if isinstance(found, Factory):
        return found
    if isinstance(found, type):
        return Factory(checked_class(text, found))
    if not is_player(found):
        raise PlayerError(text, "expected a function of a view and an rng, a Factory or a class")
    return found


def _with_options(text: str, found: object, options: str, *, keep: bool) -> Named:
    """Return a player of a class with options, or a player without options.

    Args:
        text: the whole name.
        found: the player, the factory or the class.
        options: the options as text; empty for none.
        keep: True to return a factory for a class; False to return a player, for a class whose
            players keep nothing in memory.
    """
    if not isinstance(found, type):
        if options:
            raise PlayerError(text, "expected no options, as only classes of players have some")
        return _checked(text, found)
    cls: Callable[..., Player] = checked_class(text, found)
    make = partial(cls, **_options(text, found, options))
    player = _safely_made(text, make)
    return Factory(make) if keep else player


def _safely_made(text: str, make: Callable[[], Player]) -> Player:
    try:
        return make()
    except PlayerError:
        raise
    except (ImportError, TypeError, ValueError) as error:
        raise PlayerError(text, str(error)) from error


def checked_class(text: object, found: type[Any]) -> type[Any]:  # Any: a class of any players
    """Refuse a class whose instances cannot be called."""
    if not any("__call__" in vars(base) for base in found.__mro__):
        raise PlayerError(text, "expected a class whose instances are players")
    return found


def _options(text: str, cls: type[Any], options: str) -> dict[str, object]:
    """Return the options of a class from text. Any: the class of a player."""
    known = signature(cls).parameters
    found: dict[str, object] = {}
    for option in filter(None, options.split(",")):
        key, equals, value = option.partition("=")
        if not equals or key not in known or key in found:
            expected = ", ".join(f"{name}=..." for name in known) or "no options"
            raise PlayerError(text, f"unknown option {option!r}: expected {expected}, each once")
        found[key] = _read(text, known[key], value)
    return found


_READERS: Final[Mapping[type, tuple[str, Callable[[str], object]]]] = {
    bool: ("true or false", {"true": True, "false": False}.__getitem__),
    int: ("a whole number", int),
    float: ("a number", float),
}
"""The values of options in words, and the functions that read them, by the type of the default."""


def _read(text: str, option: Parameter, value: str) -> object:
    """Read the value of an option by the type of its default; other defaults mean text."""
    default: object = option.default
    words, read = _READERS.get(type(default), ("", str))
    try:
        return read(value)
    except (KeyError, ValueError):
        raise PlayerError(text, f"{option.name}={value}: expected {words}") from None
