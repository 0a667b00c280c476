"""The bots at a table; a bot that fails is replaced until the next deal, as in the arena."""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import partial
from typing import Any, Final, TypeAlias

import attrs

from twowaystreet._core.engine.match import GameRules
from twowaystreet._core.engine.moves import Move
from twowaystreet._core.engine.seats import checked_seat
from twowaystreet._core.engine.state import AnyState
from twowaystreet.errors import quoted
from twowaystreet.players import (
    Factory,
    Player,
    PlayerError,
    at_random,
    by_name,
    fresh,
    simple,
)
from twowaystreet.players._names import check_fit, checked_class, is_installed
from twowaystreet.players._seated import Seated, is_player
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


LARGEST_OPTION: Final = 10_000
"""The greatest number in the name of a bot that a file may contain."""
_LARGEST: Final[Mapping[str, int]] = {"seconds": 10, "threads": 8}
"""The greatest numbers of some options."""


def name_in_file(bot: Bot | None) -> str | None:
    """Return the name of a bot if a file may contain it, and ``None`` otherwise.

    Reading the file of a table runs no code and opens no other file, so names of files and modules
    stay outside. The file must not keep the program busy for hours.

    >>> name_in_file("montecarlo:worlds=50"), name_in_file("mybot.py:bot")
    ('montecarlo:worlds=50', None)
    >>> name_in_file("montecarlo:worlds=1_000_000_000") is name_in_file("montecarlo:seconds=60")
    True
    """
    if type(bot) is not str or not is_installed(bot):
        return None
    options = bot.partition(":")[2].split(",")
    return bot if all(_is_modest(*option.partition("=")[::2]) for option in options) else None


def _is_modest(name: str, value: str) -> bool:
    """Return whether the value of an option is a text or a small number."""
    try:
        # float reads all digits that int reads
        return abs(float(value)) <= _LARGEST.get(name.strip(), LARGEST_OPTION)
    except ValueError:
        return True


class Bots:
    """The bots by seat.

    Args:
        given: the bots by seat.
        rules: the rules of the game.

    Attributes:
        given: the bots by seat, in order of seats.

    Raises:
        TableError: if ``given`` is not a dictionary.
        PlayerError: if there is no player with a name, a bot is no player, or a network or a
            constant of ``simple`` is one for another game.
        SeatError: if a seat does not exist.
    """

    def __init__(self, given: Mapping[int, Bot], rules: GameRules) -> None:
        if not issubclass(type(given), Mapping):
            raise TableError(f"bots={quoted(given)}: expected the bots by seat")
        places = sorted(checked_seat(seat, rules.seats) for seat in given)
        self.given: dict[int, Bot] = {
            seat: plain_text(given[seat]) or given[seat] for seat in places
        }
        self._rules = rules
        self._makers = {seat: _maker(bot) for seat, bot in self.given.items()}
        for maker in self._makers.values():
            check_fit(maker, rules)
        self._seats: dict[int, Seated] = {}
        self._rng = random.Random(random.SystemRandom().getrandbits(128))

    def having(self, seat: int, bot: Bot | None) -> Bots:
        """Return the bots with another one in a seat, or with none."""
        others = {each: one for each, one in self.given.items() if each != seat}
        return Bots(others if bot is None else {**others, seat: bot}, self._rules)

    def begin_hand(self) -> None:
        """Make all bots anew, for a new hand or after an undo."""
        self._seats.clear()

    def thought(self, state: AnyState) -> Thought:
        """Let the bot at the seat to move choose a move."""
        seat = state.actor
        assert seat is not None
        bot = self._seats.get(seat)  # an undo may clear them while this bot thinks
        if bot is None:
            bot = self._seats[seat] = self._seated(self._makers[seat])
        move, _, fault = bot.play(state)
        return Thought(state, move, fault.message if fault else "")

    def random_thought(self, state: AnyState, fault: str) -> Thought:
        """Let a random player choose a move, and the next ones until the next deal."""
        seat = state.actor
        assert seat is not None
        self._seats[seat] = self._seated(at_random)  # the bot may still think in another thread
        return attrs.evolve(self.thought(state), fault=fault)

    def _seated(self, maker: Player | Factory | type[Any]) -> Seated:
        return Seated(partial(fresh, maker), self._rng)


def choice_for(state: AnyState, rng: random.Random) -> Move:
    """Return a move for a person whose time is up: by the rule of thumb, or a random one."""
    return Seated(lambda: simple, rng).play(state)[0]
