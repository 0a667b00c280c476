"""The players that the program plays, and the dealer."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from functools import partial
from itertools import cycle
from typing import TypeAlias

import attrs

from twowaystreet._display.names import order_of_others
from twowaystreet._engine.moves import Move
from twowaystreet._engine.state import AnyState
from twowaystreet._engine.verbs import shuffle
from twowaystreet.players import Factory, Player, by_name, fresh, simple
from twowaystreet.players._faults import Faulty
from twowaystreet.players._names import check_fit
from twowaystreet.players._seated import Seated

Named: TypeAlias = Player | Factory


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
    _seats: dict[int, Seated] = attrs.field(init=False, factory=dict[int, Seated])

    def next_move(self, state: AnyState) -> tuple[Move, Faulty | None]:
        """Choose the next move of a game that is not over: a deal or a player's move.

        Returns:
            The move, and the fault of the player if a simple player makes it from now on.
        """
        seat = state.actor
        if seat is None:
            self._seats.clear()
            return shuffle(state, self.deals), None
        if seat not in self._seats:
            make = partial(fresh, self.by_seat.get(seat, simple))
            self._seats[seat] = Seated(make, self.rng, substitute=simple)
        move, _, fault = self._seats[seat].play(state)
        return move, fault


def seated(text: str, seats: int, human: int | None) -> dict[int, str]:
    """Return the names of the players of the program by seat, from names separated by commas.

    The first one sits at the person's left. Too few names begin again with the first.

    >>> seated("simple,random", 4, 0)
    {1: 'simple', 2: 'random', 3: 'simple'}
    """
    return dict(zip(order_of_others(seats, human), cycle(_split(text)), strict=False))


def load_players(names: Mapping[int, str], rules: object) -> dict[int, Named]:
    """Return the players with these names by seat.

    Args:
        names: the names by seat.
        rules: the rules of the game.

    Raises:
        PlayerError: if there is no such player, or a network is one for another game.
    """
    players = {name: by_name(name) for name in dict.fromkeys(names.values())}
    for player in players.values():
        check_fit(player, rules)
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
