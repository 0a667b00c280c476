"""The players that the program plays, and the dealer."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from itertools import cycle
from typing import TypeAlias

import attrs

from twowaystreet._engine.moves import Move
from twowaystreet._engine.state import AnyState
from twowaystreet._engine.verbs import legal_moves, shuffle
from twowaystreet._text.names import order_of_others
from twowaystreet._views.views import view
from twowaystreet.errors import quoted
from twowaystreet.players import Factory, Player, by_name, fresh, simple

Named: TypeAlias = Player | Factory


class PlayerFault(Exception):
    """A player that fails to make a legal move; the message is a single line.

    Attributes:
        seat: the seat of the player.
    """

    def __init__(self, seat: int, fault: str) -> None:
        super().__init__(fault)
        self.seat = seat


@attrs.define
class Opponents:
    """The dealer of random cards, and the players at the seats.

    Deals and players have separate random sources. So a seed gives the same deals with any moves
    of the players.

    Attributes:
        deals: the random source of the deals.
        rng: the random source of the players.
        by_seat: the players by seat; a simple player takes each other seat. A factory makes its
            player anew for each deal.
    """

    deals: random.Random
    rng: random.Random
    by_seat: dict[int, Named] = attrs.field(factory=dict[int, Named])
    _playing: dict[int, Player] = attrs.field(init=False, factory=dict[int, Player])

    def next_move(self, state: AnyState) -> Move:
        """Choose the next move of a game that is not over: a deal or a player's move.

        Raises:
            PlayerFault: if the player raises an error, or chooses an illegal move.
        """
        seat = state.actor
        if seat is None:
            self._playing.clear()
            return shuffle(state, self.deals)
        try:
            if seat not in self._playing:
                self._playing[seat] = fresh(self.by_seat.get(seat, simple))
            move = self._playing[seat](view(state, seat), self.rng)
        except Exception as error:  # a player can raise anything
            raise PlayerFault(seat, quoted(error)) from error
        if move not in legal_moves(state):
            raise PlayerFault(seat, f"illegal move {quoted(move)}")
        return move

    def substitute(self, seat: int) -> None:
        """Let the simple player move for a seat until the next deal."""
        self._playing[seat] = simple


def seated(text: str, seats: int, human: int | None) -> dict[int, str]:
    """Return the names of the players of the program by seat, from names separated by commas.

    The first one sits at the person's left. Too few names begin again with the first.

    >>> seated("simple,random", 4, 0)
    {1: 'simple', 2: 'random', 3: 'simple'}
    """
    return dict(zip(order_of_others(seats, human), cycle(_split(text)), strict=False))


def load_players(names: Mapping[int, str]) -> dict[int, Named]:
    """Return the players with these names by seat.

    Raises:
        PlayerError: if there is no such player.
    """
    players = {name: by_name(name) for name in dict.fromkeys(names.values())}
    return {seat: players[name] for seat, name in names.items()}


def _split(text: str) -> Sequence[str]:
    """Split a list of players at the commas that do not separate the options of one player.

    >>> _split("simple, montecarlo:worlds=50,playouts=random,mybot.py:bot")
    ['simple', 'montecarlo:worlds=50,playouts=random', 'mybot.py:bot']
    """
    names: list[str] = []
    for part in map(str.strip, text.split(",")):
        if names and "=" in part and ":" not in part.partition("=")[0]:
            names[-1] += f",{part}"
        else:
            names.append(part)
    return names
