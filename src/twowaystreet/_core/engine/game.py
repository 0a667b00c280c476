"""Games by name: those of this library, and those that other packages register; and their parts."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib import import_module
from importlib.machinery import ModuleSpec
from importlib.util import find_spec
from inspect import CO_VARARGS, isfunction
from pkgutil import resolve_name
from types import FunctionType, MappingProxyType
from typing import Any, ClassVar, Final, Generic
from weakref import WeakKeyDictionary, WeakSet

import attrs
from typing_extensions import TypeIs, TypeVar, override

from twowaystreet._core.engine.match import HandData
from twowaystreet._core.engine.moves import Move, move_types_of
from twowaystreet._core.engine.setup import new_game_for
from twowaystreet._core.engine.state import HasLegalMoves, hand_data_class, score_class
from twowaystreet._util.faults import is_outdated
from twowaystreet._util.values import OfGame, Value
from twowaystreet.errors import RecordError, RulesError, quoted

# Any, here and below: views and parts build on this module; importers of a game know its classes.
ViewT_co = TypeVar("ViewT_co", bound=HasLegalMoves, covariant=True, default=Any)

ENTRY_POINTS: Final = "twowaystreet.games"  # under which other packages offer their games
OURS: Final[dict[str, str]] = {}
"""The games of this library, each with the place where it is, which the package itself sets."""


_TYPED: Final = re.compile("[A-Za-z0-9_]([A-Za-z0-9_-]*[A-Za-z0-9_])?")
_NAME: Final = "a word for the terminal, of letters from a to z, digits, _ and -, such as oh_hell"
_PHASES: Final = ("DEAL", "HAND_OVER", "GAME_OVER")  # those that every game has


def _title_of(game: Game) -> str:
    return getattr(game.State, "title", game.name)


def _usual_new_game(game: Game) -> Callable[..., Any]:
    try:
        hand_data = (hand_data_class(game.State) or HandData)()
    except TypeError as error:
        expected = "expected Game(new_game=new_game_for(...)) with hand data before a deal"
        raise TypeError(f"{_title_of(game)} does not say how it begins: {expected}") from error
    return new_game_for(game.Rules, game.State, hand_data, rule="AL-2")


def _paragraphs(text: str | Iterable[str] | None) -> tuple[str, ...]:
    """Return the paragraphs of a text, which empty lines separate, each as one line."""
    parts = text.split("\n\n") if isinstance(text, str) else text or ()
    return tuple(" ".join(part.split()) for part in parts if part.strip())


@attrs.frozen(kw_only=True)
class Game(Value, Generic[ViewT_co]):
    """A game: its classes under one name.

    A game is pickled as the place of its name in a module. Another process loads the module there,
    and adds the game to :data:`GAMES` if it is registered here.

    Attributes:
        name: the name in programs and on the command line, such as ``street``: letters from a to
            z, digits, ``_`` and ``-``, which comes neither first nor last.
        Rules: the frozen class of the options, below ``@attrs.frozen(kw_only=True)``, as ``View``.
        State: the class of the states.
        View: the class of the views.
        new_game: the function that makes the first state: ``new_game(rules, dealer=0, ...)``; by
            default from hand data without arguments, with the rule AL-2.
        title: the name for people; by default ``State.title``.
        display: the words and facts of the game, for text and pictures. This and the next two parts
            may also be modules ``display``, ``player`` and ``compiled`` beside the module of
            ``State``, or a text such as ``"my_game.display:DISPLAY"``. Without a display or a
            player, those of the bases of ``State`` count.
        player: the rule of thumb by which :func:`twowaystreet.players.simple` plays the game.
        compiled: the compiled deal and auction, or in a game without tricks the rule of thumb with
            compiled ``payoffs``; ``State`` alone has it, not a class derived from it, which may
            change the rules and needs a package of its own.
        worlds: the function of a view that returns its unseen cards and where they may lie, for
            :func:`twowaystreet.worlds`; ``None`` for the method ``_hidden`` of ``View``.
        how_to_play: the rules on one screen, for the command ``rules``: paragraphs of text.

    Raises:
        RulesError: if the name cannot be typed at the terminal.
        TypeError: if a class lacks a member that every game needs, or ``@attrs.frozen``; if a
            method does not take what the library gives it; or if a name is misspelt.
    """

    name: str
    Rules: type[Any]
    State: type[Any]
    View: type[ViewT_co]
    new_game: Callable[..., Any] = attrs.Factory(_usual_new_game, takes_self=True)
    title: str = attrs.field(default=attrs.Factory(_title_of, takes_self=True))
    display: Any = None
    player: Any = None
    compiled: Any = None
    worlds: Callable[[Any], tuple[Any, ...]] | None = None
    how_to_play: tuple[str, ...] = attrs.field(default=(), converter=_paragraphs)

    _send: ClassVar[Callable[[Any], tuple[Callable[..., Any], tuple[object, ...]]]]

    def __attrs_post_init__(self) -> None:
        """Refuse an incomplete game, which would fail only in the middle of a hand."""
        members = {name: getattr(self.State, name, None) for name in dir(self.State)}
        missing = [
            name
            for name, member in members.items()
            if getattr(member, "__isabstractmethod__", False) is True
        ]
        missing += [name for name in self.State._required if not hasattr(self.State, name)]
        if "_phases" not in missing:
            phases = self.State._phases.__members__
            missing += [f"Phase.{name}" for name in _PHASES if name not in phases]
            known = {*getattr(self.State, "_decisions", phases.values()), *map(phases.get, _PHASES)}
            undecided = [each.name for each in self.State._phases if each not in known]
            missing += [f"a decision for Phase.{name}" for name in undecided]
        missing += [name for name in ("seats", "pack", "max_hands") if not _has(self.Rules, name)]
        if missing:
            raise TypeError(f"{self.title} is not complete: it needs {', '.join(missing)}")
        if type(self.name) is not str or not _TYPED.fullmatch(self.name):
            raise RulesError("name", self.name, _NAME)
        for cls in (self.Rules, self.View):
            if "__attrs_attrs__" not in vars(cls) or cls.__setattr__ is not Game.__setattr__:
                raise TypeError(
                    f"{cls.__qualname__} of {self.title} is not frozen: "
                    f"write @attrs.frozen(kw_only=True) above class {cls.__name__}"
                )
            check_hooks(cls)
        check_hooks(self.State)
        # States and views know each other, so that `view` finds the class and voids find the rules.
        if "View" not in vars(self.State):
            self.State.View = self.View
        view: OfGame = self.View
        if self.worlds and "_hidden" not in vars(view):
            view._hidden = self.worlds
        view._link(self.State)
        kinds = ("display", "player", "compiled", "how_to_play")
        give_parts(self.State, {kind: getattr(self, kind) for kind in kinds if getattr(self, kind)})

    @property
    def fewer_is_better(self) -> bool:
        """``True`` if few points are good, as in a game that counts down.

        >>> from twowaystreet import GAMES
        >>> [name for name, game in GAMES.items() if game.fewer_is_better]
        ['twenty_down']
        """
        found: bool = score_class(self.State).fewer_is_better
        return found

    def __reduce__(self) -> tuple[Callable[..., Game], tuple[object, ...]]:
        return Game._send(self)


def is_game(thing: object) -> TypeIs[Game]:
    return issubclass(type(thing), Game)  # its own __class__ may raise anything


def _has(cls: type[Any], name: str) -> bool:
    fields = (name in vars(base).get("__annotations__", {}) for base in cls.__mro__)
    return hasattr(cls, name) or any(fields)


class _Games(Mapping[str, Game]):
    """The games by name, each loaded on first use."""

    def __init__(self) -> None:
        self._registered: dict[str, Game] = {}
        self._replaced: list[Game] = []  # whose states and records stay in use
        # Classes without a game. A game that is registered later is found before this.
        self._foreign: WeakSet[type[Any]] = WeakSet()

    @override
    def __repr__(self) -> str:
        return f"GAMES({', '.join(self)})"

    def _offered(self) -> dict[str, Callable[[], Game]]:
        """Return for each game of an installed package the function that loads it."""
        # A late import: it takes a quarter of the import time of the library.
        from importlib.metadata import entry_points  # noqa: PLC0415  # see above

        return {point.name: point.load for point in entry_points(group=ENTRY_POINTS)}

    def register(self, game: Game) -> None:
        before = self.get(game.name, game)
        self._registered[game.name] = game
        if before is not game:
            self._replaced.insert(0, before)

    def having(self, cls: type[Any]) -> Game | None:
        """Return the game with this class, loaded games first, because loading is slow."""
        loaded = self._registered.values()
        for games in (loaded, self._replaced, () if cls in self._foreign else self.values()):
            for game in games:
                if cls is game.State or cls is game.View:
                    return game
        self._foreign.add(cls)
        return None

    @override
    def __getitem__(self, name: str) -> Game:
        if name not in self._registered:
            # The entry points are read only if they are needed, as that is slow.
            ours = OURS.get(name)
            self._registered[name] = resolve_name(ours) if ours else self._offered()[name]()
        return self._registered[name]

    @override
    def __iter__(self) -> Iterator[str]:
        return iter(dict.fromkeys((*OURS, *self._offered(), *self._registered)))

    @override
    def __len__(self) -> int:
        return sum(1 for _ in self)


_games: Final = _Games()
GAMES: Final[Mapping[str, Game]] = _games
"""All games by name, those of this library first, then those of other packages."""


class UnknownGame(RecordError):
    """A record of a game that is not in :data:`GAMES`."""


def game_named(name: object) -> Game:
    try:
        if type(name) is str:  # a subclass may raise anything
            return GAMES[name]
    except KeyError:
        pass
    raise UnknownGame(f"there is no game {quoted(name)}: expected {', '.join(GAMES)}")


def game_of(cls: type[Any]) -> Game | None:
    return _games.having(cls)


def registered_game(cls: type[Any]) -> Game:
    found = game_of(cls)
    if found is None:
        title = getattr(getattr(cls, "_state", cls), "title", cls.__name__)
        raise RecordError(f"{title} is not registered: call twowaystreet.register(game) first")
    return found


def checked_game(game: str | Game) -> Game:
    if isinstance(game, str) and game in GAMES:
        return GAMES[game]
    if not isinstance(game, Game):
        raise RulesError("game", game, f"a twowaystreet.Game, or one of {', '.join(GAMES)}")
    return game


def move_types(game: Game) -> tuple[type[Move], ...]:
    """Return the move types of a game, deals first.

    >>> from twowaystreet.games import twos
    >>> [each.__name__ for each in move_types(twos.GAME)]
    ['Deal', 'Play']
    """
    return move_types_of(game.State)


def register(game: Game, *, replace: bool = False) -> None:
    """Add a game to :data:`GAMES` for this process.

    An installed package names its games in entry points of the group ``twowaystreet.games``.

    Args:
        game: the game.
        replace: True to replace another game of its name, such as the same one before a cell of a
            notebook ran again, or before its module was reloaded. Records of the earlier game still
            load, as the text or JSON of the new one.

    Raises:
        RulesError: if ``game`` is not a :class:`Game`, or another game has its name.
    """
    if not isinstance(game, Game):
        raise RulesError("game", game, "a twowaystreet.Game")
    known = game if replace else GAMES.get(game.name, game)
    if known is not game and not is_outdated(known.State):
        expected = "a name that no other game has, or register(game, replace=True)"
        raise RulesError("name", game.name, expected)
    _games.register(game)


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


_parts: Final[WeakKeyDictionary[type, dict[str, OfGame]]] = WeakKeyDictionary()
"""The parts of each class itself, by kind: those that games have passed, and those found before."""


def give_parts(state: type, parts: Mapping[str, object]) -> None:
    """Add the parts that a game passes; they come before modules beside its state class."""
    _parts.setdefault(state, {}).update(parts)


def part_of(state: type, kind: str) -> OfGame:
    """Return the part of a game from its state class, or from the nearest base that has one."""
    parts = (own_part_of(cls, kind) for cls in state.__mro__)
    return next((part for part in parts if part is not None), None)


def own_part_of(state: type, kind: str) -> OfGame:
    """Return the part of this class itself, as compiled code is; a text is imported now."""
    kept = _parts.setdefault(state, {})
    if kind not in kept:
        beside = f"{package_of(state)}.{kind}"
        exists = not beside.startswith(".") and spec_of(beside)
        found = getattr(import_module(beside), kind.upper(), None) if exists else None
        return kept.setdefault(kind, found)
    if isinstance(kept[kind], str):
        kept[kind] = resolve_name(kept[kind])
    return kept[kind]


def spec_of(module: str) -> ModuleSpec | None:
    try:
        return find_spec(module)
    except ModuleNotFoundError:  # its package does not exist
        return None


def package_of(cls: type) -> str:
    """Return the package with the module of a class; an empty text for a module in no package."""
    module = cls.__module__
    is_package = hasattr(sys.modules.get(module), "__path__")
    return module if is_package else module.rpartition(".")[0]
