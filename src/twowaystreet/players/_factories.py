"""Factories, which make players that keep something in memory, and options of players."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, TypeGuard

import attrs

from twowaystreet._core.players.protocol import Player
from twowaystreet._core.playouts.policies import Policy, policy_of
from twowaystreet._util.numbers import GREATEST, is_int
from twowaystreet._util.values import Value
from twowaystreet.errors import RulesError, TwoWayStreetError, quoted


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


MOST_THREADS: Final = 256
LONGEST: Final = 86400
"""The greatest number of seconds: a day."""
READS: Final = "reads"
"""The key of the metadata of an option with the type by which its text is read."""


def number(default: int | None, *, at_least: int, at_most: int = GREATEST) -> int:
    """Declare an option with whole numbers as values.

    ``default``: the default; ``None`` if the player works it out from other options.
    """

    def check(_: object, field: attrs.Attribute[Any], value: object) -> None:
        if value is None is default:
            return
        if not is_int(value) or not at_least <= value <= at_most:
            expected = f"a whole number, {at_least} to {at_most}"
            raise RulesError(field.name, value, expected)

    made: int = attrs.field(default=default, validator=check, metadata={READS: int})
    return made


def seconds() -> float | None:
    """Declare an option with a time in seconds; ``None`` stands for no limit."""

    def check(_: object, field: attrs.Attribute[Any], value: object) -> None:
        if value is not None and not (type(value) in (int, float) and 0 < value <= LONGEST):  # type: ignore[operator]  # a number
            raise RulesError(field.name, value, f"a number of seconds above 0, up to {LONGEST}")

    made: float | None = attrs.field(default=None, validator=check, metadata={READS: float})
    return made


def phases() -> str | tuple[str, ...] | None:
    """Declare an option with the names of phases, as a tuple or as a text with plus signs."""

    def check(_: object, field: attrs.Attribute[Any], value: object) -> None:
        names = value.split("+") if isinstance(value, str) else value
        if value is not None and not _are_names(names):
            raise RulesError(field.name, value, "names of phases, such as 'declare+play', or 'all'")

    def convert(value: Any) -> Any:  # Any: not checked yet
        return tuple(value) if issubclass(type(value), list) else value

    made: str | tuple[str, ...] | None = attrs.field(
        default=None, converter=convert, validator=check
    )
    return made


def _are_names(found: Any) -> bool:  # Any: not checked yet
    """Return whether this is a list of texts."""
    if type(found) not in (list, tuple) or not found:
        return False
    return all(isinstance(each, str) and each for each in found)


def word(default: str, words: Sequence[str]) -> Any:  # Any: a literal type, which the field names
    """Declare an option with some words as values."""

    def check(_: object, field: attrs.Attribute[Any], value: object) -> None:
        if not isinstance(value, str) or value not in words:
            raise RulesError(field.name, value, ", ".join(words))

    return attrs.field(default=default, validator=check)


def policy(default: Policy) -> Policy:
    """Declare an option with a policy of playouts as value; a list becomes a tuple."""

    def convert(value: object, field: attrs.Attribute[Any]) -> Policy:
        return policy_of(field.name, value)

    made: Policy = attrs.field(
        default=default, converter=attrs.Converter(convert, takes_field=True)
    )
    return made
