"""The bots at a table; a bot that fails is replaced until the next deal, as in the arena."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any, TypeAlias

from twowaystreet._engine.moves import Move
from twowaystreet._engine.seats import checked_seat
from twowaystreet._engine.state import AnyState
from twowaystreet._engine.verbs import legal_moves
from twowaystreet._views.views import view
from twowaystreet.errors import quoted
from twowaystreet.players import Factory, Player, at_random, by_name, fresh
from twowaystreet.players._faults import Fault, Faulty, message_of, move_from

# Any: the class of a player says nothing about the arguments of its calls.
Bot: TypeAlias = str | Player | Factory | type[Any]
"""A bot: the name of a player, a player, a factory or a class of players."""


class Bots:
    """The bots by seat.

    Args:
        given: the bots by seat.
        seats: the number of seats.

    Raises:
        PlayerError: if there is no player with a name.
        SeatError: if a seat does not exist.
    """

    def __init__(self, given: Mapping[int, Bot], seats: int) -> None:
        self.given: dict[int, Bot] = {
            checked_seat(seat, seats): given[seat] for seat in sorted(given)
        }
        self._makers: dict[int, Player | Factory | type[Any]] = {
            seat: by_name(bot) if isinstance(bot, str) else bot for seat, bot in self.given.items()
        }
        self._playing: dict[int, Player] = {}
        self._rng = random.Random(random.SystemRandom().getrandbits(128))

    def begin_hand(self) -> None:
        """Make all bots anew, for a new hand or after an undo."""
        self._playing.clear()

    def move(self, state: AnyState) -> tuple[Move, str]:
        """Let the bot at the seat to move choose a move.

        Returns:
            The move, and the fault of the bot in words; an empty text without a fault.
        """
        seat = state.actor
        assert seat is not None
        try:
            return self._chosen(state, seat), ""
        except Faulty as fault:
            self._playing[seat] = at_random
            return at_random(view(state, seat), self._rng), fault.message

    def _chosen(self, state: AnyState, seat: int) -> Move:
        """Return the move of a bot.

        Raises:
            Faulty: if it cannot be made, or chooses no legal move.
        """
        if seat not in self._playing:
            try:
                self._playing[seat] = fresh(self._makers[seat])
            except KeyboardInterrupt:
                raise
            except BaseException as error:  # a player may call sys.exit
                raise Faulty(Fault.EXCEPTION, message_of(error)) from None
        move = move_from(self._playing[seat], view(state, seat), self._rng)
        if move not in legal_moves(state):
            raise Faulty(Fault.ILLEGAL, f"{quoted(move)} is not legal")
        return move
