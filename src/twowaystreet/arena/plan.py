"""The plan of a match, from which every hand follows; workers in other processes get it."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from inspect import isfunction
from typing import Any, Final, TypeAlias

import attrs

from twowaystreet._engine.game import GAMES, Game, is_game, register
from twowaystreet._engine.game_places import FORMS, game_at
from twowaystreet._engine.sides import sides_of
from twowaystreet._serial import plain_data
from twowaystreet._serial.type_info import score_class
from twowaystreet._util.modules import is_place
from twowaystreet._util.numbers import is_int
from twowaystreet._util.values import Value
from twowaystreet.arena.hands import HandLine, play_hand
from twowaystreet.arena.limited import Maker, players_for
from twowaystreet.arena.seating import Seating, checked_seating, lineups
from twowaystreet.errors import RulesError, as_tuple
from twowaystreet.players import Factory, Player, PlayerError, by_name
from twowaystreet.players._factories import is_player
from twowaystreet.players._names import check_fit

# Any: classes of players take any arguments.
Entrant: TypeAlias = Player | Factory | type[Any] | str
"""A player of a match, its factory, its class or its name."""

_ADDRESS: Final = re.compile(r"( at)? 0x[0-9a-fA-F]+")
_OURS: Final = "twowaystreet."


@attrs.frozen(kw_only=True)
class Plan(Value):
    """A match without its length.

    A worker in another process gets it pickled, and loads the game from its place there.

    Attributes:
        game: the game, which comes first, as other processes need it to read the rules.
        rules: the options of the game. Any: each game has its own class.
        players: the players.
        names: their names.
        seating: the seating.
        seed: the seed.
        time_limit: the most seconds for a move; ``None`` for no limit.
    """

    game: Game
    rules: Any
    players: tuple[Entrant, ...]
    names: tuple[str, ...]
    seating: Seating
    seed: int
    time_limit: float | None

    @classmethod
    def checked(
        cls,
        game: Game | str,
        players: Sequence[Entrant] | Mapping[str, Entrant],
        rules: Any,
        seed: int,
        seating: Seating | str,
        time_limit: float | None,
    ) -> Plan:
        """Return a plan that can be played.

        Raises:
            RulesError: if an argument has another type or value.
            PlayerError: if a player is none, there is none of this name, or a network is one for
                another game.
        """
        chosen = _checked_game(game)
        rules = chosen.new_game(rules).rules
        if isinstance(players, Mapping):
            names, entrants = tuple(map(str, players)), tuple(players.values())
        else:
            entrants = as_tuple("players", players, "players, or a dict of them by name", None)
            names = tuple(map(name_of, entrants))
        for entrant in entrants:
            _check_entrant(entrant, rules)
        if not is_int(seed):
            raise RulesError("seed", seed, "a whole number")
        if time_limit is not None and not (
            type(time_limit) in (int, float) and 0 < time_limit <= _LONGEST
        ):
            raise RulesError("time_limit", time_limit, f"seconds above 0, up to {_LONGEST}")
        return cls(
            game=chosen,
            rules=rules,
            players=entrants,
            names=names,
            seating=checked_seating(seating, len(entrants), sides_of(rules)),
            seed=seed,
            time_limit=time_limit,
        )

    def header(self) -> dict[str, Any]:
        """Return the first line of the match as plain data. Any: all that JSON can hold."""
        return {
            "game": self.game.name,
            "rules": plain_data.to_plain(self.rules),
            "players": list(self.names),
            "seed": self.seed,
            "seating": str(self.seating),
            # Nothing below the command line imports the package itself.
            "version": sys.modules[_OURS.rstrip(".")].__version__,
        }

    def lineups(self, deal: int) -> list[tuple[int, ...]]:
        """Return the player in each seat, for each hand of a deal."""
        return lineups(self.seating, len(self.players), sides_of(self.rules), deal)

    def play(self, first: int, stop: int) -> Iterator[list[HandLine]]:
        """Play some deals one after the other; yield the hands of each."""
        start = self.game.new_game(self.rules)
        found = [by_name(each) if isinstance(each, str) else each for each in self.players]
        with players_for(self.game, self.players, found, self.time_limit) as maker:
            for deal in range(first, stop):
                yield [
                    play_hand(start, self.seed, deal, rotation, _seated(lineup, maker))
                    for rotation, lineup in enumerate(self.lineups(deal))
                ]

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


def _checked_game(game: object) -> Game:
    if is_game(game):
        return game
    if not isinstance(game, str) or not (is_place(game) or game in GAMES):
        expected = f"a twowaystreet.Game, or one of {', '.join(GAMES)}, {FORMS}"
        raise RulesError("game", game, expected)
    found = game_at(game)
    register(found)
    return found


def _check_entrant(entrant: object, rules: object) -> None:
    if isinstance(entrant, str):
        check_fit(by_name(entrant), rules)
    elif not (isinstance(entrant, Factory | type) or is_player(entrant)):
        raise PlayerError(entrant, "expected a player, a Factory, a class, or the name of a player")
    else:
        check_fit(entrant, rules)


def name_of(entrant: object) -> str:
    """Return the name of a player for tables and headers, the same in every process.

    >>> from twowaystreet.players import Factory, simple
    >>> name_of(simple), name_of("montecarlo:worlds=50"), name_of(Factory(dict))
    ('simple', 'montecarlo:worlds=50', 'builtins.dict')
    """
    if isinstance(entrant, str):
        return entrant
    if isinstance(entrant, Factory):
        return name_of(entrant.make)
    if isfunction(entrant) or isinstance(entrant, type):
        named: Any = entrant  # Any: a function or a class
        module: str = named.__module__
        is_known = module == "__main__" or module.startswith(_OURS)
        return named.__qualname__ if is_known else f"{module}.{named.__qualname__}"
    try:
        text = repr(entrant)
    except Exception:  # the text of a foreign object may raise anything
        text = object.__repr__(entrant)
    return _ADDRESS.sub("", text)
