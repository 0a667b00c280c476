"""Players as they play: how one is made, its faults, and its seat for a hand."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from enum import StrEnum
from typing import Any, Final, TypeAlias, TypeGuard

import attrs

from twowaystreet._core.engine.moves import Move
from twowaystreet._core.engine.state import AnyState
from twowaystreet._core.engine.verbs import apply, legal_moves
from twowaystreet._core.players import Player, at_random
from twowaystreet._core.views.views import AnyView, view
from twowaystreet._util.faults import ends_program, message_of, without_addresses
from twowaystreet._util.values import Value
from twowaystreet.errors import IllegalMove, TwoWayStreetError, quoted


class PlayerError(TwoWayStreetError):
    """An object or a name that gives no player.

    Attributes:
        player: the object, or the name.
        expected: the fault and the possible values, in words.
    """

    def __init__(self, player: object, expected: str) -> None:
        super().__init__(player, expected)
        self.player = player
        self.expected = expected

    def __str__(self) -> str:
        return f"player {quoted(self.player)}: {self.expected}"


@attrs.frozen
class Factory(Value):
    """A player that keeps something in memory, and so is made anew for each seat and deal.

    A class whose instances are players needs no factory: it is treated as one.

    Args:
        make: a function without arguments that returns a player.

    Raises:
        PlayerError: if ``make`` cannot be called.

    >>> import random
    >>> import twowaystreet as tws
    >>> class Counting:
    ...     def __init__(self, first: int = 0) -> None:
    ...         self.moves = first
    ...
    ...     def __call__(self, view: tws.View, rng: random.Random) -> tws.Move:
    ...         self.moves += 1
    ...         return tws.legal_moves(view)[0]
    >>> fresh(Factory(lambda: Counting(5))).moves, fresh(Counting).moves
    (5, 0)
    """

    make: Callable[[], Player] = attrs.field()

    def __attrs_post_init__(self) -> None:
        if not callable(self.make):
            raise PlayerError(self.make, "expected a function that makes a player")


VERSION: Final = re.compile(r"((?:.*:)?\w+)@([\w.+-]+)")
"""A name with a version; the options of a name may have the sign, too."""


@attrs.frozen
class Versioned(Factory):
    version: str


Made: TypeAlias = Player | Factory | type[Any]
"""A player, or what makes one. Any: the class of a player says nothing about its arguments."""


def fresh(player: Player | Factory | type[Any]) -> Player:  # Any: as above
    """Return a player that has played nothing yet: a new one, or the given player itself.

    Raises:
        PlayerError: if the object, or the result of the factory, is not a player.
    """
    found: object = player
    if isinstance(player, Factory):
        found = player.make()
    elif isinstance(player, type):
        found = player()
    if not is_player(found):
        raise PlayerError(found, "expected a player, that is a function of a view and an rng")
    return found


def is_player(found: object) -> TypeGuard[Player]:
    return callable(found) and not isinstance(found, (type, Factory))


class Fault(StrEnum):
    """The kinds of faults."""

    EXCEPTION = "exception"
    """The player raised an exception, or its process ended."""
    ILLEGAL = "illegal"
    """The move is not legal."""
    NOT_A_MOVE = "not a move"
    """The player returned something other than a move."""
    SLOW = "slow"
    """The move took longer than the time limit."""


class Faulty(Exception):
    """A fault of a player; the message may name hidden cards, but everybody may see ``shown``."""

    def __init__(self, fault: Fault, message: str, shown: str | None = None) -> None:
        super().__init__(fault, message, shown)
        self.fault, self.message = fault, message
        # The message of an exception begins with its class.
        named = message if fault is Fault.EXCEPTION else f"{fault}: {message}"
        self.shown = named if shown is None else shown


def move_from(player: Player, view: AnyView, rng: random.Random) -> Move:
    try:
        found = player(view, rng)
    except Faulty:
        raise
    except BaseException as error:  # a player may call sys.exit
        if ends_program(error):
            raise
        raise Faulty(Fault.EXCEPTION, message_of(error)) from None
    if not issubclass(type(found), Move):  # its own __class__ may raise anything
        raise Faulty(Fault.NOT_A_MOVE, without_addresses(quoted(found)))
    return found


class Seated:
    """A player in a seat for one hand; after a fault a substitute takes it, by its ``spare``."""

    __slots__ = ("_make", "_player", "_rng", "_spare", "_substitute")

    def __init__(
        self,
        make: Callable[[], Player],
        rng: random.Random,
        substitute: Player = at_random,
        spare: Callable[[], random.Random] | None = None,
    ) -> None:
        self._make = make
        self._player: Player | None = self._first_move
        self._rng, self._spare = rng, spare
        self._substitute = substitute

    def _first_move(self, seen: AnyView, rng: random.Random) -> Move:
        """Make the player and ask it; here, because making it may be a fault as well."""
        self._player = player = self._make()
        return player(seen, rng)

    def play(self, state: AnyState) -> tuple[Move, AnyState, Faulty | None]:
        """Return a move, the state after it, and a new fault of the player."""
        fault = None
        if self._player is not None:
            try:
                move = move_from(self._player, view(state, state.actor), self._rng)
                return move, _after(state, move), None
            except IllegalMove as error:
                fault = Faulty(Fault.ILLEGAL, str(error), f"illegal move {quoted(error.move)}")
            except Faulty as error:
                fault = error.with_traceback(None)
            self._player = None
            self._rng = self._spare() if self._spare else self._rng
        # A view of its own, as the player may have changed the one that it got.
        move = self._substitute(view(state, state.actor), self._rng)
        return move, apply(state, move), fault


def _after(state: AnyState, move: Move) -> AnyState:
    try:
        return apply(state, move)
    except IllegalMove:
        raise
    except Exception as error:
        if _is_legal(state, move):
            raise  # an error of the game
        raise Faulty(Fault.NOT_A_MOVE, message_of(error)) from None


def _is_legal(state: AnyState, move: Move) -> bool:
    try:
        return move in legal_moves(state)
    except Exception:  # the comparison of a foreign object may raise anything
        return False
