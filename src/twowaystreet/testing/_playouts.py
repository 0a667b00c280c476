"""Playouts: matches between players who choose at random, and the checks of a position in them."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, suppress
from itertools import chain
from math import inf
from typing import Final, NoReturn, TypeVar, cast
from unittest import mock

import attrs
from hypothesis.errors import HypothesisException

import twowaystreet as tws
from twowaystreet._core.engine import game as registry
from twowaystreet._core.engine.fields import option_text, options_of
from twowaystreet._core.engine.match import GameRules
from twowaystreet._core.engine.moves import move_types_of
from twowaystreet._core.engine.setup import match_arguments
from twowaystreet._core.engine.state import OfGame
from twowaystreet._core.records import text_format
from twowaystreet._core.records.records import _build_record
from twowaystreet._util.numbers import GREATEST
from twowaystreet.errors import quoted
from twowaystreet.testing._reports import cards_in, error_report

T = TypeVar("T")

MOODS: Final = 8  # of matches; 0 is without one
MANY: Final = 3  # the greatest distance of tried numbers from the default; from a bound, twice that


@attrs.frozen
class Playout:
    states: tuple[tws.AnyState, ...]
    moves: tuple[tws.Move, ...] = ()
    fault: str = ""  # why the playout could not continue
    endless: bool = False  # a hand had too many moves
    error: Exception | None = attrs.field(default=None, eq=False, repr=False)

    @property
    def start(self) -> tws.AnyState:
        return self.states[0]

    @property
    def state(self) -> tws.AnyState:
        return self.states[-1]

    @property
    def record(self) -> tws.Record:
        return _build_record(self.start, self.moves, self.state)  # without a replay

    def play(self, move: tws.Move) -> Playout:
        return Playout((*self.states, tws.apply(self.state, move)), (*self.moves, move))

    def until(self, place: int) -> Playout:
        return Playout(self.states[: place + 1], self.moves[:place])

    def text(self, game: tws.Game) -> str:
        pairs = zip(self.states, self.moves, strict=False)
        with suppress(Exception):  # the game may have any fault, but the moves help the reader
            return text_format.write(game, self.start, pairs, self.state)
        return "\n".join([f"game {game.name}", "", *map(_text, self.moves)]) + "\n"


def _text(move: tws.Move) -> str:
    with suppress(Exception):
        return str(move)
    return quoted(move)


def settings_of(game: tws.Game) -> dict[str, tuple[object, ...]]:
    """Return test values for each option of a game, by name; the default comes first."""
    found, fields = dict[str, tuple[object, ...]](), attrs.fields_dict(game.Rules)
    for name, option in options_of(game.Rules).items():
        default: OfGame = fields[name].default
        others: Sequence[object] = option.choices
        if others:
            default = option_text(default)
        else:  # numbers near the least
            assert option.at_least is not None and option.at_most is not None
            middle = default if isinstance(default, int) else 0
            least = option.at_least if option.at_least > -GREATEST else middle - MANY
            numbers = range(least, min(option.at_most, least + 2 * MANY) + 1)
            others = [*[None] * option.may_be_none, *numbers]
        found[name] = tuple(dict.fromkeys([default, *others]))
    return found


def rules_or_none(game: tws.Game, settings: dict[str, object]) -> GameRules | None:
    with suppress(tws.RulesError):
        rules: GameRules = game.Rules(**settings)
        return rules
    return None


def least_rules(game: tws.Game) -> GameRules:
    least = dict[str, object]()
    for name, values in settings_of(game).items():
        numbers = [each for each in values if type(each) is int]
        least |= {name: min(numbers)} if numbers else {}
    return rules_or_none(game, least) or game.Rules()


def random_settings(game: tws.Game, rng: random.Random) -> dict[str, object]:
    values = settings_of(game).items()
    return {name: rng.choice(worth) for name, worth in values if rng.random() < 1 / 2}


def random_rules(game: tws.Game, rng: random.Random) -> GameRules:
    for _ in range(50):  # options may contradict one another
        if rules := rules_or_none(game, random_settings(game, rng)):
            return rules
    usual: GameRules = game.Rules()
    return usual


class Chance:
    """Random choices, mostly in a mood: three of four moves are of the type that comes first in it.

    So all seats may pass, for example, and rare decisions come up.
    """

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self.mood = rng.randrange(MOODS)

    def one_of(self, some: Sequence[T]) -> T:
        return self._rng.choice(some)

    def deal(self, state: tws.AnyState) -> tws.Deal:
        return tws.shuffle(state, self._rng)

    def move(self, state: tws.AnyState, among: Sequence[tws.Move] = ()) -> tws.Move | None:
        """Choose a deal if one is due, else one of these or of all legal moves; else ``None``."""
        if state.needs_deal:
            return self.deal(state)
        moves = among or tws.legal_moves(state)
        types = list(dict.fromkeys(map(type, moves)))
        if len(types) > 1 and self.one_of(range(4)):
            types.sort(key=lambda each: random.Random(f"{self.mood} {each.__name__}").random())
            wanted = types[0] if self.mood else self.one_of(types)
            moves = [move for move in moves if type(move) is wanted]
        return self.one_of(moves) if moves else None


def played(
    start: tws.AnyState, chance: Chance, hands: float = inf, most: float = inf, patience: int = 1
) -> Playout:
    """Play some hands at random, or as far as the game works, or at most so many moves."""
    states, moves, deals, since = [start], list[tws.Move](), 0, 0
    fault, found, endless = "", None, False
    while len(moves) < most and not endless:
        state, move = states[-1], None
        try:
            if state.is_over or state.hands_played >= start.hands_played + hands:
                break
            if (move := chance.move(state)) is None:
                fault = "nobody can move"
                break
            after = tws.apply(state, move)
            deals = 0 if after.hand_over else deals + isinstance(move, tws.Deal)
        except HypothesisException:
            raise
        except Exception as error:  # the checks report it
            call = "this" if move is None else f"apply of {quoted(_text(move))}"
            fault, found = f"{call} raises {error_report(error)}", error
            break
        states.append(after)
        moves.append(move)
        since = 0 if isinstance(move, tws.Deal) else since + 1
        endless = since > (200 + 4 * len(start.rules.pack)) * patience or deals > 100 * patience
        fault = f"the hand does not end after {len(moves)} moves" if endless else ""
    return Playout(tuple(states), tuple(moves), fault, endless, found)


def play_hands(start: tws.AnyState, rng: random.Random, hands: int) -> Playout:
    return played(start, Chance(rng), hands)


def figures_of(game: tws.Game, state: tws.AnyState, step: int = 1) -> dict[str, OfGame]:
    """Return the figures of a match for ``new_game``, with another dealer so many seats on."""
    figures: dict[str, OfGame] = {name: getattr(state, name) for name in match_arguments(game)}
    return figures | {"dealer": (state.dealer + step) % state.rules.seats}


class Violation(AssertionError):
    def __init__(self, wrong: str, playout: Playout | None = None) -> None:
        super().__init__(wrong)
        self.wrong, self.playout = wrong, playout


class NotChecked(Exception):
    """The reason why a check could not be made: this machine, and not the game, is at fault."""


def fail(wrong: str, playout: Playout | None = None, *, cause: Exception | None = None) -> NoReturn:
    raise Violation(wrong, playout) from cause


def require(good: bool, wrong: str | Callable[[], str]) -> None:
    """Raise a :class:`Violation` unless a condition holds; a function makes a slow description."""
    if not good:
        raise Violation(wrong if isinstance(wrong, str) else wrong())


@attrs.define
class Context:
    game: tws.Game
    seed: int = 0
    # What checks keep between the positions of one match, by keys that they choose.
    memory: dict[object, object] = attrs.field(factory=dict[object, object])
    matches: list[Playout] = attrs.field(factory=list[Playout])  # for the promise under test
    _moves: list[tws.Move] | None = None

    def rng(self, *parts: object) -> random.Random:
        return random.Random("/".join(map(str, (self.game.name, self.seed, *parts))))

    def begin(self, match: Playout) -> None:
        self.memory = {}
        self.matches.append(match)

    def declarations(self) -> list[tws.Move]:
        """Return moves from some playouts that are neither deals nor plays, a few of each type."""
        if self._moves is None:
            rng, by_type = self.rng("moves"), dict[type[tws.Move], dict[tws.Move, None]]()
            for number in range(8):
                rules = random_rules(self.game, rng) if number else self.game.Rules()
                for state in play_hands(self.game.new_game(rules), rng, 1).states:
                    with suppress(Exception):  # another promise checks that moves can be listed
                        for move in tws.legal_moves(state):
                            if not isinstance(move, (tws.Deal, tws.Play)):
                                by_type.setdefault(type(move), {})[move] = None
            of_each = [rng.sample([*each], min(30, len(each))) for each in by_type.values()]
            self._moves = [*chain(*of_each)]
        return self._moves

    def moves(self) -> list[tws.Move]:
        plays = map(tws.Play, tws.CARDS if tws.Play in move_types_of(self.game.State) else ())
        return [*plays, *self.declarations()]

    def public(self, state: tws.AnyState) -> frozenset[tws.Card]:
        key = "public", id(state)  # the match keeps its states
        if key not in self.memory:
            self.memory[key] = frozenset(cards_in(tws.view(state, None)))
        return cast(frozenset[tws.Card], self.memory[key])


@attrs.frozen
class CheckedPosition:
    context: Context
    playout: Playout
    moves_made: int
    rng: random.Random  # with the same seed each time the position is checked

    @property
    def state(self) -> tws.AnyState:
        return self.playout.states[self.moves_made]

    @property
    def so_far(self) -> Playout:
        return self.playout.until(self.moves_made)

    @property
    def last_step(self) -> tuple[tws.AnyState, tws.Move] | None:
        before = self.moves_made - 1
        return None if before < 0 else (self.playout.states[before], self.playout.moves[before])


def viewers(state: tws.AnyState) -> tuple[int | None, ...]:
    return (None, *range(state.rules.seats))


def viewer_name(viewer: int | None) -> str:
    return "a spectator" if viewer is None else f"seat {viewer}"


def hands_of_seat(state: tws.AnyState, seat: int) -> tuple[tuple[tws.Card, ...], ...]:
    each = len(state.hands) // state.rules.seats
    return state.hands[each * seat : each * (seat + 1)]


def tricks_of(state: tws.AnyState) -> tuple[tws.Trick, ...]:
    if not isinstance(state, tws.TrickState):
        return ()
    return (*state.tricks, *([state.trick] if state.trick.cards else []))


def registered(game: tws.Game) -> AbstractContextManager[object]:
    return mock.patch.dict(registry._games._registered, {game.name: game})
