"""Factories, which make players that keep something in memory."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeGuard

import attrs

from twowaystreet._players.protocol import Player
from twowaystreet._util.values import Value
from twowaystreet.errors import TwoWayStreetError, quoted


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
        """Refuse objects that cannot be called."""
        if not callable(self.make):
            raise PlayerError(self.make, "expected a function that makes a player")


# Any: the class of a player says nothing about the arguments of its calls.
def fresh(player: Player | Factory | type[Any]) -> Player:
    """Return a player that has played nothing yet.

    Args:
        player: a factory or a class, which makes a new player; or a player, which is returned as it
            is.

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
    """Return whether an object can be called; classes and factories only make players."""
    return callable(found) and not isinstance(found, (type, Factory))
