"""The plan of a match, from which every hand follows; workers in other processes get it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Final

import attrs

from twowaystreet._core.engine.game import Game, checked_game, game_named, register
from twowaystreet._core.engine.game_places import game_at
from twowaystreet._core.engine.seats import Sides, sides_of
from twowaystreet._core.engine.state import score_class
from twowaystreet._core.serial import plain_data
from twowaystreet._util.modules import is_place
from twowaystreet._util.numbers import is_int
from twowaystreet._util.values import Value
from twowaystreet.arena.faults import ArenaError
from twowaystreet.arena.hands import HandLine, HandPlayed, play_hand
from twowaystreet.arena.identity import Entrant, digest_of_player, name_of
from twowaystreet.arena.limited import Maker, players_for
from twowaystreet.arena.seating import (
    GAUNTLET,
    Seating,
    checked_gauntlet,
    checked_seating,
    lineups,
    pairings,
)
from twowaystreet.errors import RecordError, RulesError, as_tuple, quoted
from twowaystreet.players import Factory, PlayerError, by_name
from twowaystreet.players._names import check_fit
from twowaystreet.players._seated import is_player

_KEYS: Final = ("game", "rules", "players", "digests", "seed", "seating", "version")
"""The keys of a header. Files of version 0.2.0 have no digests."""


@attrs.frozen(kw_only=True)
class Plan(Value):
    """A match without its length.

    A worker in another process gets it pickled, and loads the game from its place there.

    Attributes:
        game: the game, which comes first, as other processes need it to read the rules.
        rules: the options of the game. Any: each game has its own class.
        names: the names of the players.
        digests: the digest of the source or the network of each player; ``None`` for one without,
            and no digests in files of version 0.2.0.
        seating: the seating, or the word for a gauntlet.
        seed: the seed.
        version: the version of the library.
        players: the players; none in a plan that is read from a file.
        time_limit: the most seconds for a move; ``None`` for no limit.
        times: True to measure the time of each decision.
    """

    game: Game
    rules: Any
    names: tuple[str, ...]
    digests: tuple[str | None, ...]
    seating: str
    seed: int
    version: str
    players: tuple[Entrant, ...] = ()
    time_limit: float | None = None
    times: bool = False

    @classmethod
    def checked(
        cls,
        game: Game | str,
        players: Sequence[Entrant] | Mapping[str, Entrant],
        rules: Any,
        seed: int,
        seating: Seating | str | None,
        time_limit: float | None,
        times: bool = False,
    ) -> Plan:
        """Return a plan that can be played, that of a gauntlet without a seating.

        Raises:
            RulesError: if an argument has another type or value.
            PlayerError: if a player is none, there is none of this name, or a network is one for
                another game.
        """
        chosen = game_or_place(game)
        rules = chosen.new_game(rules).rules
        names, entrants = checked_players(players, rules)
        if not is_int(seed):
            raise RulesError("seed", seed, "a whole number")
        if type(times) is not bool:
            raise RulesError("times", times, "True or False")
        if time_limit is not None and not (
            type(time_limit) in (int, float) and 0 < time_limit <= _LONGEST
        ):
            raise RulesError("time_limit", time_limit, f"seconds above 0, up to {_LONGEST}")
        return cls(
            game=chosen,
            rules=rules,
            names=names,
            seating=_checked(seating, len(entrants), sides_of(rules)),
            digests=tuple(digest_of_player(each, chosen) for each in entrants),
            seed=seed,
            # Nothing below the command line imports the package itself.
            version=sys.modules[__name__.partition(".")[0]].__version__,
            players=entrants,
            time_limit=time_limit,
            times=times,
        )

    @classmethod
    def read(cls, header: object, game: Game | None) -> Plan:
        """Return the plan in the first line of a file.

        ``game``: the game; ``None`` for the one of this name in ``GAMES``.

        Raises:
            RecordError: if the line is no header.
            RulesError: if the rules, the players or the seating are impossible.
        """
        data: plain_data.Object = plain_data.from_plain(plain_data.Object, header, ())
        if tuple(data) not in (_KEYS, tuple(key for key in _KEYS if key != "digests")):
            raise RecordError(f"expected the keys {', '.join(_KEYS)}, found {quoted([*data])}")

        def read(kind: Any, key: str) -> Any:  # Any: a type, and a value of it
            return plain_data.from_plain(kind, data[key], ())

        name = read(str, "game")
        found = game_named(name) if game is None else game
        if name != found.name:
            raise RecordError(f"game is {quoted(name)}, expected {found.name!r}")
        rules = found.new_game(read(found.Rules, "rules")).rules
        names = read(tuple[str, ...], "players")
        digests = read(tuple[str | None, ...], "digests") if "digests" in data else ()
        if digests and len(digests) != len(names):
            raise RecordError(f"digests are {len(digests)}, expected {len(names)}")
        seating = None if data["seating"] == GAUNTLET else read(str, "seating")
        return cls(
            game=found,
            rules=rules,
            names=names,
            digests=digests,
            seating=_checked(seating, len(names), sides_of(rules)),
            seed=read(int, "seed"),
            version=read(str, "version"),
        )

    def header(self) -> dict[str, Any]:
        """Return the first line of the match as plain data. Any: all that JSON can hold."""
        return {
            "game": self.game.name,
            "rules": plain_data.to_plain(self.rules),
            "players": list(self.names),
            **({"digests": list(self.digests)} if self.digests else {}),
            "seed": self.seed,
            "seating": str(self.seating),
            "version": self.version,
        }

    @property
    def is_gauntlet(self) -> bool:
        """``True`` for a gauntlet, and ``False`` for a match."""
        return self.seating == GAUNTLET

    @property
    def sides(self) -> Sides:
        """The seats of each side."""
        return sides_of(self.rules)

    def lineups(self, deal: int) -> list[tuple[int, ...]]:
        """Return the player in each seat, for each hand of a deal."""
        if self.is_gauntlet:
            return [hand for *_, hands in pairings(len(self.names), self.sides) for hand in hands]
        return lineups(Seating(self.seating), len(self.names), self.sides, deal)

    def play(self, first: int, stop: int) -> Iterator[list[HandLine]]:
        """Play some deals one after the other; yield the hands of each.

        Raises:
            ArenaError: if the source of a player has changed since the match began.
        """
        with self._table() as play:
            for deal in range(first, stop):
                yield [
                    play(deal, rotation, lineup).line
                    for rotation, lineup in enumerate(self.lineups(deal))
                ]

    def play_one(self, deal: int, rotation: int) -> HandPlayed:
        """Play one hand of a deal."""
        with self._table() as play:
            return play(deal, rotation, self.lineups(deal)[rotation])

    @contextmanager
    def _table(self) -> Generator[Callable[[int, int, Sequence[int]], HandPlayed]]:
        """Yield the function that plays a hand: its deal, its rotation, the player in each seat."""
        start = self.game.new_game(self.rules)
        found = [by_name(each) if isinstance(each, str) else each for each in self.players]
        self.check_players(found)
        given = list(zip(self.players, self.digests, strict=True))
        with players_for(self.game, given, found, self.time_limit) as maker:

            def play(deal: int, rotation: int, lineup: Sequence[int]) -> HandPlayed:
                players = _seated(lineup, maker)
                return play_hand(start, self.seed, deal, rotation, players, times=self.times)

            yield play

    def check_players(self, found: Sequence[Entrant]) -> None:
        """Refuse players that are not those of the match, such as one whose source has changed."""
        for name, player, digest in zip(self.names, found, self.digests, strict=True):
            if digest_of_player(player, self.game) != digest:
                reason = f"player {quoted(name)} is not as it was in the match"
                raise ArenaError(f"{reason}: its source or its options have changed")

    def sign(self) -> int:
        """Return -1 if fewer points are better in this game, and 1 otherwise."""
        return -1 if score_class(self.game.State).fewer_is_better else 1


_LONGEST: Final = 86_400
"""The longest time limit: a day."""


def _seated(lineup: Sequence[int], maker: Callable[[int, int], Maker]) -> list[tuple[int, Maker]]:
    """Return for each seat the player's number, and a function that makes the player."""
    return [
        (player, maker(player, lineup[:seat].count(player))) for seat, player in enumerate(lineup)
    ]


def _checked(seating: Seating | str | None, players: int, sides: Sides) -> str:
    """Return a seating, or the word for a gauntlet without one, that fits the players."""
    if seating is None:
        return checked_gauntlet(players, sides)
    return checked_seating(seating, players, sides)


def game_or_place(game: Game | str) -> Game:
    """Return a game, or the one of this name or at this place, which is then registered.

    Raises:
        RulesError: if there is none.
    """
    if not isinstance(game, str) or not is_place(game):
        return checked_game(game)
    found = game_at(game)
    register(found)
    return found


def checked_players(
    players: Sequence[Entrant] | Mapping[str, Entrant],
    rules: Any,  # Any: each game has its own class
) -> tuple[tuple[str, ...], tuple[Entrant, ...]]:
    """Return the names of players, and the players.

    Raises:
        RulesError: if they are no sequence and no dict.
        PlayerError: if one is no player, or does not fit the rules.
    """
    if isinstance(players, Mapping):
        names, entrants = tuple(map(str, players)), tuple(players.values())
    else:
        entrants = as_tuple("players", players, "players, or a dict of them by name", None)
        names = tuple(map(name_of, entrants))
    for entrant in entrants:
        if isinstance(entrant, str):
            check_fit(by_name(entrant), rules)
        elif not (isinstance(entrant, Factory | type) or is_player(entrant)):
            expected = "expected a player, a Factory, a class, or the name of a player"
            raise PlayerError(entrant, expected)
        else:
            check_fit(entrant, rules)
    return names, entrants
