"""Playouts: the moves and states of matches, and hands between players who choose at random."""

from __future__ import annotations

import random
from contextlib import suppress
from itertools import accumulate
from typing import Any, Final

import attrs

from twowaystreet._core.engine.fields import RuleOption, option_text, options_of
from twowaystreet._core.engine.game import Game
from twowaystreet._core.engine.moves import Deal, Move
from twowaystreet._core.engine.setup import match_arguments
from twowaystreet._core.engine.state import AnyState
from twowaystreet._core.engine.verbs import apply, legal_moves, shuffle
from twowaystreet._core.records import text_format
from twowaystreet._core.records.records import Record, _build_record
from twowaystreet._util.numbers import GREATEST
from twowaystreet.errors import RulesError, quoted
from twowaystreet.testing.failures import error_report

TRIES: Final = 50
"""The number of attempts to draw options that do not contradict one another."""
MOST_MOVES: Final = 200
"""The greatest number of moves after a deal, besides four for each card of the pack."""
MOST_DEALS: Final = 100
"""The greatest number of deals without a finished hand."""
KEPT_MOVES: Final = 60
"""The number of moves kept of an endless playout."""


@attrs.frozen
class Playout:
    """The states and moves of a random game.

    Attributes:
        states: every state, the first one before the first move.
        moves: every move, deals included.
        fault: the reason why the playout could not continue; empty if it could.
        error: the error that the game raised, if any.
        endless: true if a hand had too many moves and the playout was stopped.
    """

    states: tuple[AnyState, ...]
    moves: tuple[Move, ...] = ()
    fault: str = ""
    endless: bool = False
    error: Exception | None = attrs.field(default=None, eq=False, repr=False)

    @property
    def start(self) -> AnyState:
        """The state before the first move."""
        return self.states[0]

    @property
    def state(self) -> AnyState:
        """The state after the last move."""
        return self.states[-1]

    @property
    def record(self) -> Record:
        """The record of the moves, for a registered game."""
        # Every move was legal when it was made: no replay is needed.
        return _build_record(self.start, self.moves, self.state)

    @property
    def length(self) -> str:
        """The number of moves, in words."""
        made = len(self.moves)
        return f"{made} move{'' if made == 1 else 's'}"

    def play(self, move: Move) -> Playout:
        """Return the playout with one more move."""
        return Playout((*self.states, apply(self.state, move)), (*self.moves, move))

    def until(self, place: int) -> Playout:
        """Return the playout up to this number of moves."""
        return Playout(self.states[: place + 1], self.moves[:place])

    def text(self, game: Game) -> str:
        """Return the text of the record, or a plain list of moves if the game cannot write it."""
        pairs = zip(self.states, self.moves, strict=False)
        try:
            return text_format.write(game, self.start, pairs, self.states[-1])
        except Exception:
            # The game may have any fault. The moves still help the reader.
            return "\n".join([f"game {game.name}", "", *map(_text, self.moves)]) + "\n"


def _text(move: Move) -> str:
    try:
        return str(move)
    except Exception:
        return quoted(move)


def replay(start: AnyState, moves: tuple[Move, ...]) -> Playout:
    """Return the playout of these moves, which must all be legal."""
    return Playout(tuple(accumulate(moves, apply, initial=start)), moves)


MANY: Final = 3
"""The greatest distance from the default at which a number is tried; from a bound, twice that."""


def values_of(option: RuleOption, default: object) -> tuple[object, ...]:
    """Return test values for an option, the default first.

    For words these are all the choices, for numbers those near the least possible number.
    """
    if option.choices:
        return tuple(dict.fromkeys([option_text(default), *option.choices]))
    middle = default if isinstance(default, int) else 0
    assert option.at_least is not None and option.at_most is not None  # the option is a number
    has_bound = option.at_least > -GREATEST
    least = option.at_least if has_bound else middle - MANY
    most = min(option.at_most, least + 2 * MANY)
    none = [None] if option.may_be_none else []
    return tuple(dict.fromkeys([default, *none, *range(least, most + 1)]))


def settings_of(game: Game) -> dict[str, tuple[object, ...]]:
    """Return test values for each option of a game, by name."""
    defaults: dict[str, object] = {field.name: field.default for field in attrs.fields(game.Rules)}
    return {
        name: values_of(option, defaults[name]) for name, option in options_of(game.Rules).items()
    }


def rules_or_none(game: Game, settings: dict[str, object]) -> Any:
    """Return the rules with these settings; ``None`` if the settings contradict one another.

    Any: each game has its own class of rules.
    """
    try:
        return game.Rules(**settings)
    except RulesError:
        return None


# Any: each game has its own class of rules.
def random_rules(game: Game, rng: random.Random) -> Any:
    """Return random rules; each option has its default in half of the cases."""
    values = settings_of(game)
    for _ in range(TRIES):
        chosen = {name: rng.choice(worth) for name, worth in values.items() if rng.random() < 1 / 2}
        rules = rules_or_none(game, chosen)
        if rules is not None:
            return rules
    return game.Rules()


def random_move(state: AnyState, rng: random.Random) -> Move | None:
    """Return a random legal move, or a deal if one is due; ``None`` without legal moves.

    In half of the cases the move type is chosen first. So rare types come up, too.
    """
    if state.needs_deal:
        return shuffle(state, rng)
    moves = legal_moves(state)
    if len(moves) > 1 and rng.random() < 1 / 2:
        move_type = rng.choice(list(dict.fromkeys(map(type, moves))))
        moves = tuple(move for move in moves if type(move) is move_type)
    return rng.choice(moves) if moves else None


def max_moves(state: AnyState) -> int:
    """Return the greatest number of moves after a deal."""
    return MOST_MOVES + 4 * len(state.rules.pack)


def play_hands(start: AnyState, rng: random.Random, hands: int) -> Playout:
    """Play some hands at random, or as far as the game works."""
    states, moves = [start], list[Move]()
    deals = since = 0
    goal = start.hands_played + hands
    while True:
        state, move = states[-1], None
        try:
            if state.is_over or state.hands_played >= goal:
                return Playout(tuple(states), tuple(moves))
            move = random_move(state, rng)
            if move is None:
                return Playout(tuple(states), tuple(moves), "nobody can move")
            after = apply(state, move)
        except Exception as error:
            # The checks report the error. The playout ends before it.
            call = "this" if move is None else f"apply of {quoted(_text(move))}"
            fault = f"{call} raises {error_report(error)}"
            return Playout(tuple(states), tuple(moves), fault, error=error)
        deals = deals + 1 if isinstance(move, Deal) else deals
        since = 0 if isinstance(move, Deal) else since + 1
        deals = 0 if after.hand_over else deals
        states.append(after)
        moves.append(move)
        if since > max_moves(start) or deals > MOST_DEALS:
            kept = Playout(tuple(states), tuple(moves)).until(KEPT_MOVES)
            fault = f"the hand does not end after {len(moves)} moves"
            return attrs.evolve(kept, fault=fault, endless=True)


def random_playout(game: Game, rng: random.Random, number: int) -> Playout:
    """Play one or two random hands; playout 0 has the default rules.

    Some playouts begin in the middle of a match.
    """
    rules = random_rules(game, rng) if number else game.Rules()
    start: AnyState = game.new_game(rules, dealer=rng.randrange(rules.seats))
    hands = rng.choice([0, 0, 0, 1, 2, 5, 10]) if number else 0
    last = play_hands(start, rng, hands).states[-1] if hands else start
    if last.hand_over and not last.is_over:
        with suppress(Exception):  # the promise "carrying_on" reports the error
            start = continued_match(game, last)
    return play_hands(start, rng, 2 if number % 3 == 2 else 1)


def continued_match(game: Game, state: AnyState) -> AnyState:
    """Begin a match with the dealer, scores and other figures after a hand."""
    arguments = {name: getattr(state, name) for name in match_arguments(game)}
    arguments["dealer"] = (state.dealer + 1) % state.rules.seats
    begun: AnyState = game.new_game(state.rules, **arguments)
    return begun
