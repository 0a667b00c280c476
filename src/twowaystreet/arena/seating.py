"""The seats of the players in each hand of a deal."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from itertools import combinations
from typing import Final

from twowaystreet._core.cards.cards import member_of
from twowaystreet._core.engine.seats import Sides, patterns, places_of
from twowaystreet.errors import RulesError

FEWEST: Final = 2
"""The fewest players of a match or a gauntlet."""
MOST: Final = 64
"""The most players of a gauntlet: with four seats, 20 160 hands of each deal."""
GAUNTLET: Final = "gauntlet"
"""The word for a gauntlet in the place of a seating."""


class Seating(StrEnum):
    """The way in which players take their seats; words such as ``"rotate"`` work too.

    If there are fewer players than seats, they sit down in turn, and each takes several seats: two
    players in four seats sit 0 1 0 1. In games with partners each player takes all seats of a side,
    and what is said here of seats holds for sides.
    """

    ROTATE = "rotate"
    """Each deal is played once for each player. Every player sits once in every seat."""
    MIRROR = "mirror"
    """Each deal is played twice. Even and odd seats are teams, which swap the cards."""
    FRESH = "fresh"
    """Each deal is played once, and the players move on by one seat from deal to deal."""


def checked_seating(seating: Seating | str, players: int, sides: Sides) -> Seating:
    """Return the member; refuse one that is impossible with these numbers."""
    found = member_of(Seating, seating)
    if found is None:
        raise RulesError("seating", seating, f"one of {', '.join(Seating)}")
    seats, together = len(sides), len(sides[0]) > 1
    place = "sides" if together else "seats"
    if not FEWEST <= players <= seats:
        expected = f"{FEWEST} to {seats} players, as the game has {seats} {place}"
        raise RulesError("players", players, expected)
    if found is Seating.MIRROR and (players % 2 or seats % players):
        expected = (
            f"rotate or fresh with {players} players in {seats} {place}: mirror needs an even"
        )
        raise RulesError("seating", str(found), f"{expected} number that divides the {place}")
    return found


def lineups(seating: Seating, players: int, sides: Sides, deal: int) -> list[tuple[int, ...]]:
    """Return the player in each seat, for each hand of a deal.

    >>> from twowaystreet._core.engine.seats import alone
    >>> lineups(Seating.ROTATE, 3, alone(4), 0)
    [(0, 1, 2, 0), (1, 2, 0, 1), (2, 0, 1, 2)]
    >>> lineups(Seating.MIRROR, 4, alone(4), 0)
    [(0, 1, 2, 3), (1, 0, 3, 2)]
    >>> lineups(Seating.FRESH, 2, alone(2), 0), lineups(Seating.FRESH, 2, alone(2), 1)
    ([(0, 1)], [(1, 0)])
    >>> lineups(Seating.ROTATE, 2, ((0, 2), (1, 3)), 0)
    [(0, 1, 0, 1), (1, 0, 1, 0)]
    """
    places = places_of(sides)
    if seating is Seating.MIRROR:
        return [tuple((place ^ swap) % players for place in places) for swap in (0, 1)]
    turns = range(players) if seating is Seating.ROTATE else [deal % players]
    return [tuple((place + turn) % players for place in places) for turn in turns]


def checked_gauntlet(players: int, sides: Sides) -> str:
    """Return the word for a gauntlet; refuse an impossible number of players."""
    if not FEWEST <= players <= MOST:
        raise RulesError("players", players, f"{FEWEST} to {MOST} players")
    if len(sides) < FEWEST:
        raise RulesError("players", players, "a game with two seats or more")
    return GAUNTLET


def pairings(players: int, sides: Sides) -> Iterator[tuple[int, int, str, list[tuple[int, ...]]]]:
    """Yield two players, their seating, and the player in each seat, for each pair in each seating.

    Every pair plays every deal, in each way to seat the two: ``1:3`` is the first player in each
    seat in turn, and ``2:2`` takes every other seat and then the rest.

    >>> from twowaystreet._core.engine.seats import alone
    >>> for first, second, seating, hands in pairings(2, alone(3)):
    ...     print(first, second, seating, hands)
    0 1 1:2 [(0, 1, 1), (1, 0, 1), (1, 1, 0)]
    0 1 2:1 [(1, 0, 0), (0, 1, 0), (0, 0, 1)]
    >>> [hands for *_, hands in pairings(2, ((0, 2), (1, 3)))]
    [[(0, 1, 0, 1), (1, 0, 1, 0)]]
    """
    places = places_of(sides)
    for pair in combinations(range(players), 2):
        for seating, ways in patterns(len(sides)).items():
            hands = [tuple([pair[way[place]] for place in places]) for way in ways]
            yield *pair, seating, hands
