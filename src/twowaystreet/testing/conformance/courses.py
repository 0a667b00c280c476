"""Courses: how a game went, by players who choose at random, from one seed."""

from __future__ import annotations

import random
from contextlib import suppress
from typing import Any, Final

import attrs

from twowaystreet._engine.game import Game
from twowaystreet._engine.moves import Deal, Move
from twowaystreet._engine.setup import match_arguments
from twowaystreet._engine.state import AnyState
from twowaystreet._engine.verbs import apply, legal_moves, shuffle
from twowaystreet._records import text_format
from twowaystreet.errors import quoted
from twowaystreet.testing.conformance.raised import raised
from twowaystreet.testing.settings import rules_or_none, settings_of

TRIES: Final = 50
"""How often options are drawn that can stand together, before the defaults are taken."""
MOST_MOVES: Final = 200
"""More moves than any deal is played with, with four for each card of the pack on top."""
MOST_DEALS: Final = 100
"""More deals than are thrown in one after the other."""
KEPT: Final = 60
"""How many moves are kept of a course that does not come to an end."""


@attrs.frozen
class Course:
    """How a game went.

    Attributes:
        states: every state, the first one before the first move.
        moves: every move, deals included.
        fault: why it could not go on, if it could not; else empty.
        error: what the game has raised, if that is why.
        endless: whether it was broken off, as there was no end of a hand.
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

    def until(self, place: int) -> Course:
        """The course as far as so many moves."""
        return Course(self.states[: place + 1], self.moves[:place])

    def text(self, game: Game) -> str:
        """The moves in the notation of records, even if the game does not write them well."""
        pairs = zip(self.states, self.moves, strict=False)
        try:
            return text_format.write(game, self.start, pairs, self.states[-1])
        except Exception:
            # The game may be broken in any way; its moves are worth showing all the same.
            return "\n".join([f"game {game.name}", "", *map(_text, self.moves)]) + "\n"


def _text(move: Move) -> str:
    try:
        return str(move)
    except Exception:
        return quoted(move)


def replayed(start: AnyState, moves: tuple[Move, ...]) -> Course:
    """The course of these moves, which must all be legal."""
    states = [start]
    for move in moves:
        states.append(apply(states[-1], move))
    return Course(tuple(states), moves)


# Any: each game has a class of its own for rules.
def some_rules(game: Game, rng: random.Random) -> Any:
    """Rules at random: each option is at its default in half of the cases."""
    values = settings_of(game)
    for _ in range(TRIES):
        chosen = {name: rng.choice(worth) for name, worth in values.items() if rng.random() < 1 / 2}
        rules = rules_or_none(game, chosen)
        if rules is not None:
            return rules
    return game.Rules()


def some_move(state: AnyState, rng: random.Random) -> Move | None:
    """Any legal move, or a deal if one is due; ``None`` if there is none.

    In half of the cases a kind of moves is chosen first, so that rare kinds are made, too.
    """
    if state.needs_deal:
        return shuffle(state, rng)
    moves = legal_moves(state)
    if len(moves) > 1 and rng.random() < 1 / 2:
        kind = rng.choice(list(dict.fromkeys(map(type, moves))))
        moves = tuple(move for move in moves if type(move) is kind)
    return rng.choice(moves) if moves else None


def bound(state: AnyState) -> int:
    """How many moves there are after a deal at the most."""
    return MOST_MOVES + 4 * len(state.rules.pack)


def played(start: AnyState, rng: random.Random, hands: int) -> Course:
    """Play some hands at random, or as far as the game lets one."""
    states, moves = [start], list[Move]()
    deals = since = 0
    goal = start.hands_played + hands
    while True:
        state, move = states[-1], None
        try:
            if state.is_over or state.hands_played >= goal:
                return Course(tuple(states), tuple(moves))
            move = some_move(state, rng)
            if move is None:
                return Course(tuple(states), tuple(moves), "nobody can move")
            after = apply(state, move)
        except Exception as error:
            # Whatever it is, it is for the promises to find out: the course ends before it.
            what = "this" if move is None else f"apply of {quoted(_text(move))}"
            fault = f"{what} raises {raised(error)}"
            return Course(tuple(states), tuple(moves), fault, error=error)
        deals = deals + 1 if isinstance(move, Deal) else deals
        since = 0 if isinstance(move, Deal) else since + 1
        deals = 0 if after.hand_over else deals
        states.append(after)
        moves.append(move)
        if since > bound(start) or deals > MOST_DEALS:
            kept = Course(tuple(states), tuple(moves)).until(KEPT)
            fault = f"there is no end of the hand after {len(moves)} moves"
            return attrs.evolve(kept, fault=fault, endless=True)


def some_course(game: Game, rng: random.Random, number: int) -> Course:
    """A hand at random, or two; the first course of all has the rules as they are by default.

    Some courses are in the middle of a match, whose beginning is left out.
    """
    rules = some_rules(game, rng) if number else game.Rules()
    start: AnyState = game.new_game(rules, dealer=rng.randrange(rules.seats))
    hands = rng.choice([0, 0, 0, 1, 2, 5, 10]) if number else 0
    last = played(start, rng, hands).states[-1] if hands else start
    if last.hand_over and not last.is_over:
        with suppress(Exception):  # if it cannot be carried on, a promise of its own finds out
            start = carried_on(game, last)
    return played(start, rng, 2 if number % 3 == 2 else 1)


def carried_on(game: Game, state: AnyState) -> AnyState:
    """The match as it is begun anew after a hand, from the figures that are written down.

    Args:
        game: the game.
        state: the state after a hand.
    """
    facts = {name: getattr(state, name) for name in match_arguments(game)}
    facts["dealer"] = (state.dealer + 1) % state.rules.seats
    begun: AnyState = game.new_game(state.rules, **facts)
    return begun
