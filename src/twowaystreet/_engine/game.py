"""Games by name: the five of this library, and those that others register."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from importlib import import_module
from typing import Any, Final
from weakref import WeakSet

import attrs
from typing_extensions import override

from twowaystreet._util.values import Value
from twowaystreet.errors import RecordError, RulesError, quoted

ENTRY_POINTS: Final = "twowaystreet.games"
"""The group of entry points under which other packages offer games of theirs."""

_OURS: Final = {
    "street": "twowaystreet.games.street:GAME",
    "duel": "twowaystreet.games.duel:GAME",
    "twos": "twowaystreet.games.twos:GAME",
    "spades": "twowaystreet.games.spades:GAME",
    "twenty_down": "twowaystreet.games.twenty_down:GAME",
}


@attrs.frozen(kw_only=True)
class Game(Value):
    """A game: what belongs together under one name.

    Attributes:
        name: how it is called in programs and on the command line, such as ``street``.
        title: its name for people.
        Rules: the frozen class of its options.
        State: the class of its states.
        View: the class of what one seat may know of a state.
        new_game: makes the first state: ``new_game(rules, dealer=0, scores=None, ...)``.

    Raises:
        TypeError: if the states lack a method or a view, or the rules what every game has.
    """

    # Any: what a game is made of is known only to who imports the game itself.
    name: str
    title: str
    Rules: type[Any]
    State: type[Any]
    View: type[Any]
    new_game: Callable[..., Any]

    def __attrs_post_init__(self) -> None:
        """See that nothing is missing, which would show only in the middle of a hand."""
        missing = [name for name in dir(self.State) if _is_abstract(self.State, name)]
        missing += [name for name in _OF_RULES if not _is_said(self.Rules, name)]
        if missing:
            raise TypeError(f"{self.title} is not complete: it needs {', '.join(missing)}")
        # States and views know each other, so that `view` finds the class and voids find the rules.
        if "View" not in vars(self.State):
            self.State.View = self.View
        self.View._link(self.State)


_OF_RULES: Final = ("seats", "pack", "max_hands")
"""What the rules of every game say."""


def _is_said(kind: type[Any], name: str) -> bool:
    """Whether a class has a property or a field of that name."""
    fields = (name in vars(base).get("__annotations__", {}) for base in kind.__mro__)
    return hasattr(kind, name) or any(fields)


def _is_abstract(kind: type[Any], name: str) -> bool:
    """Whether a method is still to be written."""
    return getattr(getattr(kind, name, None), "__isabstractmethod__", False) is True


class _Games(Mapping[str, Game]):
    """The games, each loaded when it is first asked for."""

    def __init__(self) -> None:
        self._registered: dict[str, Game] = {}
        self._foreign: WeakSet[type[Any]] = WeakSet()
        """Classes that were looked for in vain; if registered since then, they are found first."""

    @override
    def __repr__(self) -> str:
        return f"GAMES({', '.join(self)})"

    def _offered(self) -> dict[str, Callable[[], Game]]:
        """How to load each game that is not registered by hand."""
        # Late: it would be a quarter of the time that the whole library takes.
        from importlib.metadata import entry_points  # noqa: PLC0415  # see above

        offered: dict[str, Callable[[], Game]] = {
            point.name: point.load for point in entry_points(group=ENTRY_POINTS)
        }
        return offered | {name: partial(_load, where) for name, where in _OURS.items()}

    def register(self, game: Game) -> None:
        """Add a game under its name."""
        self._registered[game.name] = game

    def having(self, part: str, kind: type[Any]) -> Game | None:
        """The game with this class; looks first at those loaded, as finding others is slow."""
        loaded = self._registered.values()
        for games in (loaded, () if kind in self._foreign else self.values()):
            for game in games:
                if getattr(game, part) is kind:
                    return game
        self._foreign.add(kind)
        return None

    @override
    def __getitem__(self, name: str) -> Game:
        if name not in self._registered:
            offered = self._offered()
            if name not in offered:
                raise KeyError(name)
            self._registered[name] = offered[name]()
        return self._registered[name]

    @override
    def __iter__(self) -> Iterator[str]:
        return iter(dict.fromkeys((*_OURS, *self._offered(), *self._registered)))

    @override
    def __len__(self) -> int:
        return sum(1 for _ in self)


def _load(where: str) -> Game:
    module, _, name = where.partition(":")
    game: Game = getattr(import_module(module), name)
    return game


_games: Final = _Games()
GAMES: Final[Mapping[str, Game]] = _games
"""Every game by name, first those of this library, then those of others."""


def game_named(name: object) -> Game:
    """The game that a record or a file says it is of.

    Raises:
        RecordError: if there is none of that name.
    """
    try:
        if type(name) is str:  # a class built on it may raise anything
            return GAMES[name]
    except KeyError:
        pass
    raise RecordError(f"there is no game {quoted(name)}: expected {', '.join(GAMES)}")


def game_of(state: type[Any]) -> Game | None:
    """The game whose states are of this class; ``None`` if it is not among :data:`GAMES`."""
    return _games.having("State", state)


def game_with_view(view: type[Any]) -> Game | None:
    """The game whose views are of this class; ``None`` if it is not among :data:`GAMES`."""
    return _games.having("View", view)


def register(game: Game) -> None:
    """Add a game of one's own to :data:`GAMES`, for this process.

    A package that is installed can do the same for good with an entry point of the group
    ``twowaystreet.games`` that names its :class:`Game`.

    Raises:
        RulesError: if it is no :class:`Game`, or another game has its name.
    """
    if not isinstance(game, Game):
        raise RulesError("game", game, "a twowaystreet.Game")
    if game.name in GAMES and GAMES[game.name] is not game:
        raise RulesError("name", game.name, "a name that no other game has")
    _games.register(game)
