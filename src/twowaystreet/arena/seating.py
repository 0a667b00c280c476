"""The seats of the players in each hand of a deal."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from twowaystreet._util.reader import member_of
from twowaystreet.errors import RulesError

FEWEST: Final = 2
"""The fewest players of a match."""


class Seating(StrEnum):
    """The way in which players take their seats; words such as ``"rotate"`` work too.

    If there are fewer players than seats, they sit down in turn, and each takes several seats: two
    players in four seats sit 0 1 0 1.
    """

    ROTATE = "rotate"
    """Each deal is played once for each player. Every player sits once in every seat."""
    MIRROR = "mirror"
    """Each deal is played twice. Even and odd seats are teams, which swap the cards."""
    FRESH = "fresh"
    """Each deal is played once, and the players move on by one seat from deal to deal."""


def checked_seating(seating: Seating | str, players: int, seats: int) -> Seating:
    """Return the member; refuse one that is impossible with these numbers.

    Raises:
        RulesError: if there is no such seating, or if it does not fit.
    """
    found = member_of(Seating, seating)
    if found is None:
        raise RulesError("seating", seating, f"one of {', '.join(Seating)}")
    if not FEWEST <= players <= seats:
        expected = f"{FEWEST} to {seats} players, as the game has {seats} seats"
        raise RulesError("players", players, expected)
    if found is Seating.MIRROR and (players % 2 or seats % players):
        expected = f"rotate or fresh with {players} players in {seats} seats: mirror needs an even"
        raise RulesError("seating", str(found), f"{expected} number that divides the seats")
    return found


def lineups(seating: Seating, players: int, seats: int, deal: int) -> list[tuple[int, ...]]:
    """Return the player in each seat, for each hand of a deal.

    Args:
        seating: the seating.
        players: the number of players, from 2 to the number of seats.
        seats: the number of seats.
        deal: the number of the deal.

    >>> lineups(Seating.ROTATE, 3, 4, 0)
    [(0, 1, 2, 0), (1, 2, 0, 1), (2, 0, 1, 2)]
    >>> lineups(Seating.MIRROR, 4, 4, 0)
    [(0, 1, 2, 3), (1, 0, 3, 2)]
    >>> lineups(Seating.FRESH, 2, 2, 0), lineups(Seating.FRESH, 2, 2, 1)
    ([(0, 1)], [(1, 0)])
    """
    if seating is Seating.MIRROR:
        return [tuple((seat ^ swap) % players for seat in range(seats)) for swap in (0, 1)]
    turns = range(players) if seating is Seating.ROTATE else [deal % players]
    return [tuple((seat + turn) % players for seat in range(seats)) for turn in turns]
