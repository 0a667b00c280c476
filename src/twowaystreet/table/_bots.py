"""The bots at a table; a bot that fails is replaced until the next deal, as in the arena."""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import partial
from itertools import count
from typing import Any, Final, TypeAlias

import attrs

from twowaystreet._core.engine.moves import Move
from twowaystreet._core.engine.seats import checked_seat
from twowaystreet._core.engine.state import AnyState
from twowaystreet._core.engine.verbs import legal_moves
from twowaystreet._util.numbers import as_int, is_int
from twowaystreet.errors import quoted
from twowaystreet.players import Factory, Player, PlayerError, at_random, by_name, fresh, simple
from twowaystreet.players._names import check_fit, checked_class, is_installed
from twowaystreet.players._seated import Seated, is_player
from twowaystreet.table._errors import TableError
from twowaystreet.table._looks import is_like
from twowaystreet.table._people import BotSeat, bot_label, checked_name, free_name, plain_text
from twowaystreet.table._sittings import Happened, Sitting

# Any: the class of a player says nothing about the arguments of its calls.
Bot: TypeAlias = str | Player | Factory | type[Any]
"""A bot: the name of a player, a player, a factory or a class of players."""

LARGEST_OPTION: Final = 10_000  # the greatest number in the name of a bot that a file may contain
_LARGEST: Final[Mapping[str, int]] = {"seconds": 10, "threads": 8}


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


class Bots:
    """The players of the bots by seat; ``given`` are they as the host gave them."""

    def __init__(self, given: Mapping[int, Bot] | None, start: AnyState) -> None:
        if given is not None and not issubclass(type(given), Mapping):
            raise TableError(f"bots={quoted(given)}: expected the bots by seat")
        bots: Mapping[int, Bot] = {} if given is None else given
        places = sorted(checked_seat(seat, start.rules.seats) for seat in bots)
        self.given: dict[int, Bot] = {seat: plain_text(bots[seat]) or bots[seat] for seat in places}
        self._start = start
        self._makers = {seat: _maker(bot) for seat, bot in self.given.items()}
        for maker in self._makers.values():
            check_fit(maker, start)
        self._seats: dict[int, Seated] = {}
        self._rng = random.Random(random.SystemRandom().getrandbits(128))

    def having(self, seat: int, bot: Bot | None) -> Bots:
        others = {each: one for each, one in self.given.items() if each != seat}
        return Bots(others if bot is None else {**others, seat: bot}, self._start)

    def begin_hand(self) -> None:
        """Make all bots anew, for a new hand or after an undo."""
        self._seats.clear()

    def thought(self, state: AnyState) -> Thought:
        seat = state.actor
        assert seat is not None
        bot = self._seats.get(seat)  # an undo may clear them while this bot thinks
        if bot is None:
            bot = self._seats[seat] = self._seated(self._makers[seat])
        move, _, fault = bot.play(state)
        return Thought(state, move, fault.message if fault else "")

    def random_thought(self, state: AnyState, fault: str) -> Thought:
        """Let a random player choose a move, and the next ones until the next deal."""
        assert state.actor is not None
        # The bot may still think in another thread.
        self._seats[state.actor] = self._seated(at_random)
        return attrs.evolve(self.thought(state), fault=fault)

    def _seated(self, maker: Player | Factory | type[Any]) -> Seated:
        return Seated(partial(fresh, maker), self._rng)

    def gone_on(
        self, sitting: Sitting, most: float, thought: Thought | None = None
    ) -> tuple[Sitting, list[tuple[int, str]]]:
        """Make up to a number of moves that need no person, the first by the thought if it has one.

        The seats and faults of bots come second.
        """
        faults: list[tuple[int, str]] = []
        while most > 0 and (sitting.state.actor in self.given or sitting.is_forced):
            seat = sitting.state.actor
            assert seat is not None
            if seat in self.given:
                chosen = thought or self.thought(sitting.state)
                if chosen.fault:
                    sitting = sitting.noted(Happened.FAULT, seat)
                    faults.append((seat, chosen.fault))
                move = chosen.move
            else:
                (move,) = legal_moves(sitting.state)
            sitting = sitting.moved(move)
            most, thought = most - 1, None
        return sitting, faults


def _maker(bot: Bot) -> Player | Factory | type[Any]:
    # The type decides, as the __class__ of an object may raise anything.
    if not (issubclass(type(bot), (str, type, Factory)) or is_player(bot)):
        raise PlayerError(bot, "expected a name, a player, a Factory or a class of players")
    if isinstance(bot, type):
        checked_class(bot, bot)
    return by_name(bot) if isinstance(bot, str) else bot


def choice_for(state: AnyState, rng: random.Random) -> Move:
    """Return a move for a person whose time is up: by the rule of thumb, or a random one."""
    return Seated(lambda: simple, rng).play(state)[0]


def name_in_file(bot: Bot | None) -> str | None:
    """Return the name of a bot if a file may contain it, and ``None`` otherwise.

    The file of a table runs no code, opens no other file, and keeps the program busy for no hours.
    """
    if type(bot) is not str or not is_installed(bot):
        return None
    options = bot.partition(":")[2].split(",")
    return bot if all(_is_modest(*option.partition("=")[::2]) for option in options) else None


def _is_modest(name: str, value: str) -> bool:
    try:
        # float reads all digits that int reads
        return abs(float(value)) <= _LARGEST.get(name.strip(), LARGEST_OPTION)
    except ValueError:
        return True


def first_seats(bots: Bots, labels: Mapping[int, str] | None, seats: int) -> tuple[BotSeat, ...]:
    """Return the seats of bots at a new table, with the names that the host gave, or usual ones."""
    if labels is not None and not issubclass(type(labels), Mapping):
        raise TableError(f"bot_names={quoted(labels)}: expected the names by seat")
    names = {seat: bot_label(number) for number, seat in enumerate(bots.given, start=1)}
    for seat, name in () if labels is None else labels.items():
        found = as_int(seat)
        if not is_int(found) or found not in names:
            raise TableError(f"bot_names: seat {quoted(seat)}: expected one of {[*bots.given]}")
        names[found] = name
    taken = list(map(free_name, range(seats)))
    for seat, name in names.items():
        names[seat] = checked_name(name, taken[:seat] + taken[seat + 1 :])
        taken.append(names[seat])
    return tuple(BotSeat(seat, names[seat], name_in_file(bot)) for seat, bot in bots.given.items())


def taking_over(bots: Bots, seat: int, name: str | None, others: list[str]) -> BotSeat:
    """Return the seat of a bot that takes it over, with a name or the first free number."""
    usual = next(label for label in map(bot_label, count(1)) if not is_like(label, others))
    label = usual if name is None else checked_name(name, others)
    return BotSeat(seat, label, name_in_file(bots.given[seat]))


def continued(sitting: Sitting, given: Mapping[int, Bot] | None) -> tuple[Sitting, Bots]:
    """Return a sitting from a file with its bots: the given ones, or those that it names."""
    start = sitting.record.start
    bots: dict[int, Bot] = Bots(given, start).given
    if not bots.keys() <= sitting.bot_seats:
        seats = [bot.seat for bot in sitting.bots]
        raise TableError(f"bots at the seats {[*bots]}: expected the seats {seats}")
    for bot in sitting.bots:
        if bot.seat not in bots:
            if bot.name is None:
                raise TableError(
                    f"the file does not name the bot of seat {bot.seat}: give it in bots"
                )
            bots[bot.seat] = bot.name
    seated = (attrs.evolve(bot, name=name_in_file(bots[bot.seat])) for bot in sitting.bots)
    return attrs.evolve(sitting, bots=tuple(seated)), Bots(bots, start)
