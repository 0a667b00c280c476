"""Random playouts of every game, with random options, at every point of a match."""

import random
from collections.abc import Callable, Iterator
from functools import cache

import twowaystreet as tws
from examples import oh_hell
from tests.games import OURS
from tests.helpers import AnyState, some_move, trick_state
from tests.reference.pairs import opening
from twowaystreet.games import spades
from twowaystreet.testing._playouts import Playout

Opening = Callable[[random.Random], AnyState]


def _opening_of(game: str) -> Opening:
    return lambda rng: opening(game, rng)[0]


def _oh_hell(rng: random.Random) -> AnyState:
    rules = oh_hell.Rules(players=rng.randint(3, 7), cards=rng.randint(2, 7))
    state: AnyState = oh_hell.GAME.new_game(rules, dealer=rng.randrange(rules.players))
    return state


OPENINGS: dict[str, Opening] = {game: _opening_of(game) for game in OURS} | {"oh_hell": _oh_hell}
"""A function per game that starts it with random options."""


def playout_of(game: str, seed: int) -> Playout:
    rng = random.Random(f"{game}/{seed}")
    state = OPENINGS[game](rng)
    moves, states = list[tws.Move](), [state]
    late = rng.random() < 0.4
    more = rng.choice([0, 0, 0, 1, 8, 40])
    while not state.is_over and (more or not state.hand_over):
        hands = state.hands_played
        move = _late_jokers(state, rng) if late else some_move(state, rng)
        state = tws.apply(state, move)
        moves.append(move)
        states.append(state)
        if hands > states[0].hands_played:
            more -= 1
            if not more:
                break
    return Playout(tuple(states), tuple(moves))


def _late_jokers(state: AnyState, rng: random.Random) -> tws.Move:
    """Choose a random move, but keep Jokers as long as another card is legal.

    When few cards are left, the other seats cannot know who must name a suit.
    """
    if state.needs_deal or not isinstance(state, tws.TrickState):
        return some_move(state, rng)
    moves = tws.legal_moves(state)
    tricks = trick_state(state)
    led = not tricks.trick.cards and len(tricks.tricks) > 5
    jokers = [move for move in moves if isinstance(move, tws.Play) and move.card.joker]
    others = [move for move in moves if move not in jokers]
    return rng.choice(jokers if led and jokers else others or moves)


def seats_of(state: AnyState) -> Iterator[int | None]:
    yield from (None, *range(len(state.scores)))


@cache
def _other_moves(game: str) -> tuple[tws.Move, ...]:
    """Return a few moves of each kind of move besides plays, to offer at any turn, legal or not."""
    found: dict[type[tws.Move], dict[tws.Move, None]] = {}
    for seed in range(12):
        for move in playout_of(game, seed).moves:
            if not isinstance(move, (tws.Play, tws.Deal)):
                found.setdefault(type(move), {})[move] = None
    return tuple(move for moves in found.values() for move in [*moves][:6])


def offers(game: str) -> Iterator[object]:
    """Yield plays of all cards, other moves, and values that are not moves."""
    yield from map(tws.Play, tws.CARDS)
    yield from _other_moves(game)
    yield from ("QS", None, tws.Deal(()), spades.Look())
