"""The bots at a table; a bot that fails is replaced until the next deal, as in the arena."""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import partial
from typing import Any, TypeAlias

import attrs

from twowaystreet._engine.moves import Move
from twowaystreet._engine.seats import checked_seat
from twowaystreet._engine.state import AnyState
from twowaystreet.errors import quoted
from twowaystreet.players import Factory, Player, PlayerError, by_name, fresh
from twowaystreet.players._factories import is_player
from twowaystreet.players._names import checked_class, is_installed
from twowaystreet.players._seated import Seated
from twowaystreet.table._errors import TableError
from twowaystreet.table._people import plain_text

# Any: the class of a player says nothing about the arguments of its calls.
Bot: TypeAlias = str | Player | Factory | type[Any]
"""A bot: the name of a player, a player, a factory or a class of players."""


def _maker(bot: Bot) -> Player | Factory | type[Any]:
    """Return a player, or an object that makes one.

    Raises:
        PlayerError: if there is no player with the name, or the object is no player.
    """
    # The type decides, as the __class__ of an object may raise anything.
    if not (issubclass(type(bot), (str, type, Factory)) or is_player(bot)):
        raise PlayerError(bot, "expected a name, a player, a Factory or a class of players")
    if isinstance(bot, type):
        checked_class(bot, bot)
    return by_name(bot) if isinstance(bot, str) else bot


@attrs.frozen(eq=False)
class Thought:
    """The choice of a bot, from :meth:`Table.think`.

    Attributes:
        state: the whole state, with all cards.
        move: the move.
        fault: the reason in words why a random player chose it; empty without a fault.
    """

    state: AnyState = attrs.field(repr=False)
    move: Move
    fault: str = ""


def thought_of(value: Thought) -> Thought:
    """Return a thought.

    Raises:
        TableError: if the value is something else.
    """
    if type(value) is not Thought:
        raise TableError(f"thought={quoted(value)}: expected a thought from Table.think")
    return value


class Bots:
    """The bots by seat.

    Args:
        given: the bots by seat.
        seats: the number of seats.

    Attributes:
        given: the bots by seat, in order of seats.
        names: the names of bots that a file may contain. ``None`` stands for an object, and for a
            name that runs a file or a module: the file of a table must not run code.

    Raises:
        TableError: if ``given`` is not a dictionary.
        PlayerError: if there is no player with a name, or a bot is no player.
        SeatError: if a seat does not exist.
    """

    def __init__(self, given: Mapping[int, Bot], seats: int) -> None:
        if not issubclass(type(given), Mapping):
            raise TableError(f"bots={quoted(given)}: expected the bots by seat")
        places = sorted(checked_seat(seat, seats) for seat in given)
        self.given: dict[int, Bot] = {
            seat: plain_text(given[seat]) or given[seat] for seat in places
        }
        self.names: dict[int, str | None] = {
            seat: bot if type(bot) is str and is_installed(bot) else None
            for seat, bot in self.given.items()
        }
        self._makers = {seat: _maker(bot) for seat, bot in self.given.items()}
        self._seats: dict[int, Seated] = {}
        self._rng = random.Random(random.SystemRandom().getrandbits(128))

    def begin_hand(self) -> None:
        """Make all bots anew, for a new hand or after an undo."""
        self._seats.clear()

    def thought(self, state: AnyState) -> Thought:
        """Let the bot at the seat to move choose a move."""
        seat = state.actor
        assert seat is not None
        bot = self._seats.get(seat)  # an undo may clear them while this bot thinks
        if bot is None:
            bot = self._seats[seat] = Seated(partial(fresh, self._makers[seat]), self._rng)
        move, _, fault = bot.play(state)
        return Thought(state, move, fault.message if fault else "")
