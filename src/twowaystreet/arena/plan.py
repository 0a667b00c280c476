"""The plan of a match, from which every hand follows; workers in other processes get it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import chain, groupby
from operator import itemgetter
from typing import Any, Final, TypeAlias

import attrs

from twowaystreet._core import plain_data
from twowaystreet._core.engine.fields import Type
from twowaystreet._core.engine.game import Game, checked_game, game_named, register
from twowaystreet._core.engine.game_places import game_at
from twowaystreet._core.engine.seats import Sides, sides_of
from twowaystreet._core.engine.state import AnyState, score_class
from twowaystreet._core.engine.verbs import apply, shuffle
from twowaystreet._core.records.records import Record
from twowaystreet._util.modules import is_place
from twowaystreet._util.numbers import is_int
from twowaystreet._util.values import Value
from twowaystreet.arena.entrants import name_of, players_for, refuse_nested
from twowaystreet.arena.hands import (
    GAUNTLET,
    HandLine,
    HandPlayed,
    Seating,
    checked_seating,
    generator,
    lineups,
    pairings,
    play_hand,
)
from twowaystreet.arena.identity import is_same, known_of
from twowaystreet.arena.luck import Baseline
from twowaystreet.arena.played import Entrant, Hand, Verified
from twowaystreet.arena.results import ArenaError
from twowaystreet.errors import RecordError, RulesError, as_tuple, quoted
from twowaystreet.players import Factory, PlayerError, by_name
from twowaystreet.players._names import check_fit
from twowaystreet.players._seated import is_player

_TYPES: Final[dict[str, Type]] = {
    **dict.fromkeys(("game", "seating", "version"), str),
    "rules": plain_data.Object,
    "players": tuple[str, ...],
    "digests": tuple[str | None, ...],
    "adjusted": bool,
    "seed": int,
}
"""The types of the values of a header."""
Players: TypeAlias = Sequence[Entrant] | Mapping[str, Entrant]
"""The players of a match, perhaps with other names."""
_LONGEST: Final = 86_400  # a day
TOGETHER: Final = 4  # the number of deals whose hands are shuffled; an interruption loses as many


@attrs.frozen
class MatchPlan(Value):
    """A match without its length; its game comes first, as other processes need it to read it."""

    game: Game
    rules: Any  # Any: each game has its own class
    names: tuple[str, ...]
    digests: tuple[str | None, ...]
    seating: str
    seed: int
    version: str
    players: tuple[Entrant, ...] = ()
    time_limit: float | None = None
    times: bool = False
    adjusted: bool = False

    @classmethod
    def checked(
        cls,
        game: Game | str,
        players: Players,
        rules: object,
        seed: int,
        seating: Seating | str | None,
        time_limit: float | None,
        times: bool = False,
        adjusted: bool = False,
    ) -> MatchPlan:
        """Return a plan that can be played, that of a gauntlet without a seating."""
        refuse_nested()
        chosen = game_or_place(game)
        start: AnyState = chosen.new_game(rules)
        names, entrants = checked_players(players, start)
        if not is_int(seed):
            raise RulesError("seed", seed, "a whole number")
        for field, given in (("times", times), ("adjusted", adjusted)):
            if type(given) is not bool:
                raise RulesError(field, given, "True or False")
        limit: Any = 1 if time_limit is None else time_limit  # Any: not checked yet
        if type(limit) not in (int, float) or not 0 < limit <= _LONGEST:
            raise RulesError("time_limit", time_limit, f"seconds above 0, up to {_LONGEST}")
        word = checked_seating(seating, len(entrants), sides_of(start.rules))
        digests = tuple(known_of(each, chosen)[0] for each in entrants)
        header = names, digests, word, seed, _version()
        return cls(chosen, start.rules, *header, entrants, time_limit, times, adjusted)

    @classmethod
    def read(cls, header: object, game: Game | None) -> MatchPlan:
        """Return the plan in the first line of a file; see :func:`plan_in`."""
        data = plain_data.values_from_plain(_TYPES, header, (), lacking=("digests", "adjusted"))
        found = game_named(data["game"]) if game is None else game
        if data["game"] != found.name:
            raise RecordError(f"game is {quoted(data['game'])}, expected {found.name!r}")
        rules = found.new_game(plain_data.from_plain(found.Rules, data["rules"], ())).rules
        names, digests = data["players"], data.get("digests", ())
        if digests and len(digests) != len(names):
            raise RecordError(f"digests are {len(digests)}, expected {len(names)}")
        seating = None if data["seating"] == GAUNTLET else data["seating"]
        word = checked_seating(seating, len(names), sides_of(rules))
        header = names, digests, word, data["seed"], data["version"]
        return cls(found, rules, *header, adjusted=data.get("adjusted", False))

    def header(self) -> plain_data.Object:
        """Return the first line of the match as plain data."""
        return {
            "game": self.game.name,
            "rules": plain_data.to_plain(self.rules),
            "players": list(self.names),
            **({"digests": list(self.digests)} if self.digests else {}),
            **({"adjusted": True} if self.adjusted else {}),
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
        """Play some deals, a few of them together; yield the hands of each, in order."""
        start, is_fresh = self.game.new_game(self.rules), self.seating == Seating.FRESH
        luck = Baseline(start, self.seed, first=is_fresh).luck  # in other seatings deals are shared
        with self._table() as play:
            while first < stop:
                # The last deal is not left alone.
                deals = range(first, stop if stop - first <= TOGETHER + 1 else first + TOGETHER)
                lines = dict[tuple[int, int], HandLine]()
                for hand in self._order(deals):
                    line, moves = play(*hand)
                    if self.adjusted:
                        line["luck"] = luck(moves, hand[0])
                    lines[hand[:2]] = line
                for _, places in groupby(sorted(lines), itemgetter(0)):
                    yield [lines[place] for place in places]
                first = deals.stop

    def _order(self, deals: range) -> Iterator[tuple[int, int, tuple[int, ...]]]:
        """Yield the hands of some deals in the order of play, never two of a deal in a row."""
        chance, last = generator(self.seed, deals.start, "order"), None
        ways = [[(deal, *each) for each in enumerate(self.lineups(deal))] for deal in deals]
        for each in ways:
            chance.shuffle(each)
        for hands in zip(*ways, strict=True):
            turn = chance.sample(hands, len(hands))
            if turn[0][0] == last:
                turn.reverse()
            last = turn[-1][0]
            yield from turn

    def with_players(self, players: Players) -> MatchPlan:
        """Return the plan with its players, who are not in files."""
        _, entrants = checked_players(players, self.game.new_game(self.rules))
        if len(entrants) != (count := len(self.names)):
            raise RulesError("players", len(entrants), f"the {count} players of the match")
        # Files of other versions say nothing that this one can compare.
        digests = self.digests if self.version == _version() else ()
        return attrs.evolve(self, players=entrants, digests=digests or (None,) * len(entrants))

    def record(self, deal: int, rotation: int, points: tuple[int, ...]) -> Record:
        """Play one hand again, and return it as a record; refuse other points than before."""
        (found,) = self._again([(deal, rotation)])
        if (again := tuple(found.line["points"])) != points:
            differs = f"differs from the match: expected the points {points}, found {again}"
            must = "players must be the same, and use only their view and their random numbers"
            raise ArenaError(f"deal {deal}, rotation {rotation} {differs}; {must}")
        return Record(self.game.new_game(self.rules), found.moves)

    def verify(self, played: Sequence[Sequence[Hand]], hands: int) -> Verified:
        """Play a hand of some deals again, here after another hand of the deal, and alone."""
        chance = generator(self.seed, "verify")
        deals = sorted(chance.sample(range(len(played)), min(hands, len(played))))
        chosen = [(deal, chance.randrange(len(played[deal]))) for deal in deals]
        both = [((deal, (way + 1) % len(played[deal])), (deal, way)) for deal, way in chosen]
        here, together = self._again(chain.from_iterable(both))[1::2], ""
        try:
            # Each player gets a process for each of its seats, which meets no deal twice.
            alone = attrs.evolve(self, time_limit=self.time_limit or _LONGEST)._again(chosen)
        except ArenaError as error:
            alone, together = here, str(error)
        found = [
            (deal, way, *self._difference(one, other, [*played[deal][way].points]))
            for (deal, way), one, other in zip(chosen, here, alone, strict=True)
        ]
        return Verified(len(chosen), tuple(each for each in found if each[-1]), together)

    def _difference(
        self, here: HandPlayed, alone: HandPlayed, points: list[int]
    ) -> tuple[str | None, str]:
        """Return whose move is the first that differs, and how; no words if nothing does."""
        faults = [each.line["faults"] for each in (here, alone)]
        if faults[0] != faults[1]:
            first = (*faults[0], *faults[1])[0]
            told = "the same hand has other faults: " + first["message"]
            return self.names[here.line["seats"][first["seat"]]], told
        state: AnyState = self.game.new_game(self.rules)
        for one, other in zip(here.moves, alone.moves, strict=False):
            if one != other:
                assert state.actor is not None  # the cards are those of the deal
                name = self.names[here.line["seats"][state.actor]]
                return name, f"{one} after another hand of the deal, {other} alone"
            state = apply(state, one)
        again = alone.line["points"]
        return None, "" if again == points else f"points {again}, not {points}"

    def _again(self, hands: Iterable[tuple[int, int]]) -> list[HandPlayed]:
        with self._table() as play:
            return [play(deal, way, self.lineups(deal)[way]) for deal, way in hands]

    def first_to_speak(self, deal: int) -> int:
        """Return the seat with the first decision after the cards of a deal."""
        state = self.game.new_game(self.rules)
        cards = generator(self.seed, deal)
        while state.needs_deal and not state.hand_over:
            state = apply(state, shuffle(state, cards))
        return 0 if state.actor is None else state.actor

    @contextmanager
    def _table(self) -> Generator[Callable[[int, int, Sequence[int]], HandPlayed]]:
        start = self.game.new_game(self.rules)
        found = [by_name(each) if isinstance(each, str) else each for each in self.players]
        for name, player, digest in zip(self.names, found, self.digests, strict=True):
            if not is_same(player, digest, self.game):
                reason = f"player {quoted(name)} is not as it was in the match"
                raise ArenaError(f"{reason}: its code, its options or its version have changed")
        given = list(zip(self.players, self.digests, strict=True))
        with players_for(self.game, start, given, found, self.time_limit) as maker:

            def play(deal: int, rotation: int, lineup: Sequence[int]) -> HandPlayed:
                makers = [maker(each, lineup[:at].count(each)) for at, each in enumerate(lineup)]
                players = [*zip(lineup, makers, strict=True)]
                return play_hand(start, self.seed, deal, rotation, players, times=self.times)

            yield play

    def sign(self) -> int:
        """Return -1 if fewer points are better in this game, and 1 otherwise."""
        return -1 if score_class(self.game.State).fewer_is_better else 1


def _version() -> str:
    # Nothing below the command line imports the package itself.
    return str(sys.modules[__name__.partition(".")[0]].__version__)


def game_or_place(game: Game | str) -> Game:
    """Return a game, or the one of this name or at this place, which is then registered."""
    if not isinstance(game, str) or not is_place(game):
        return checked_game(game)
    found = game_at(game)
    register(found)
    return found


def checked_players(
    players: Players, start: AnyState
) -> tuple[tuple[str, ...], tuple[Entrant, ...]]:
    """Return the names of players, and the players, which must fit the game that starts so."""
    if isinstance(players, Mapping):
        names, entrants = tuple(map(str, players)), tuple(players.values())
    else:
        entrants = as_tuple("players", players, "players, or a dict of them by name", None)
        names = tuple(map(name_of, entrants))
    for entrant in entrants:
        if not (isinstance(entrant, str | Factory | type) or is_player(entrant)):
            expected = "expected a player, a Factory, a class, or the name of a player"
            raise PlayerError(entrant, expected)
        check_fit(by_name(entrant) if isinstance(entrant, str) else entrant, start)
    return names, entrants
