"""Playouts: how a game went, by players who choose at random, from one seed."""

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
from twowaystreet.testing.conformance.reports import error_report
from twowaystreet.testing.settings import rules_or_none, settings_of

TRIES: Final = 50
"""How often options are drawn that can stand together, before the defaults are taken."""
MOST_MOVES: Final = 200
"""More moves than any deal is played with, with four for each card of the pack on top."""
MOST_DEALS: Final = 100
"""More deals than are thrown in one after the other."""
KEPT_MOVES: Final = 60
"""The number of moves kept of a playout that comes to no end."""


@attrs.frozen
class Playout:
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

    def until(self, place: int) -> Playout:
        """The playout as far as so many moves."""
        return Playout(self.states[: place + 1], self.moves[:place])

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


def replay(start: AnyState, moves: tuple[Move, ...]) -> Playout:
    """The playout of these moves, which must all be legal."""
    states = [start]
    for move in moves:
        states.append(apply(states[-1], move))
    return Playout(tuple(states), moves)


# Any: each game has a class of its own for rules.
def random_rules(game: Game, rng: random.Random) -> Any:
    """Rules at random: each option is at its default in half of the cases."""
    values = settings_of(game)
    for _ in range(TRIES):
        chosen = {name: rng.choice(worth) for name, worth in values.items() if rng.random() < 1 / 2}
        rules = rules_or_none(game, chosen)
        if rules is not None:
            return rules
    return game.Rules()


def random_move(state: AnyState, rng: random.Random) -> Move | None:
    """Any legal move, or a deal if one is due; ``None`` if there is none.

    In half of the cases a move type is chosen first, so that rare types are made, too.
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
    """Play some hands at random, or as far as the game lets one."""
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
            # Whatever it is, it is for the promises to find out: the playout ends before it.
            what = "this" if move is None else f"apply of {quoted(_text(move))}"
            fault = f"{what} raises {error_report(error)}"
            return Playout(tuple(states), tuple(moves), fault, error=error)
        deals = deals + 1 if isinstance(move, Deal) else deals
        since = 0 if isinstance(move, Deal) else since + 1
        deals = 0 if after.hand_over else deals
        states.append(after)
        moves.append(move)
        if since > max_moves(start) or deals > MOST_DEALS:
            kept = Playout(tuple(states), tuple(moves)).until(KEPT_MOVES)
            fault = f"there is no end of the hand after {len(moves)} moves"
            return attrs.evolve(kept, fault=fault, endless=True)


def random_playout(game: Game, rng: random.Random, number: int) -> Playout:
    """A hand at random, or two; the first playout of all has the rules as they are by default.

    Some playouts are in the middle of a match, viewer_name beginning is left out.
    """
    rules = random_rules(game, rng) if number else game.Rules()
    start: AnyState = game.new_game(rules, dealer=rng.randrange(rules.seats))
    hands = rng.choice([0, 0, 0, 1, 2, 5, 10]) if number else 0
    last = play_hands(start, rng, hands).states[-1] if hands else start
    if last.hand_over and not last.is_over:
        with suppress(Exception):  # if it cannot be carried on, a promise of its own finds out
            start = continued_match(game, last)
    return play_hands(start, rng, 2 if number % 3 == 2 else 1)


def continued_match(game: Game, state: AnyState) -> AnyState:
    """The match as it is begun anew after a hand, from the figures that are written down.

    Args:
        game: the game.
        state: the state after a hand.
    """
    facts = {name: getattr(state, name) for name in match_arguments(game)}
    facts["dealer"] = (state.dealer + 1) % state.rules.seats
    begun: AnyState = game.new_game(state.rules, **facts)
    return begun
