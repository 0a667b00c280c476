"""Random playouts of every game, with random options, at every point of a match."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import twowaystreet as tws
from examples import oh_hell
from tests.games import OURS
from tests.helpers import AnyState, some_move, trick_state
from tests.reference.pairs import opening
from twowaystreet.games import spades
from twowaystreet.testing.playouts import Playout

Opening = Callable[[random.Random], AnyState]


def _opening_of(game: str) -> Opening:
    return lambda rng: opening(game, rng)[0]


def _oh_hell(rng: random.Random) -> AnyState:
    rules = oh_hell.Rules(players=rng.randint(3, 7), cards=rng.randint(2, 7))
    return oh_hell.new_game(rules, dealer=rng.randrange(rules.players))


OPENINGS: dict[str, Opening] = {game: _opening_of(game) for game in OURS} | {"oh_hell": _oh_hell}
"""A function per game that starts it with random options."""


def playout_of(game: str, seed: int) -> Playout:
    """Play a random hand, and sometimes the first moves of the next one."""
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
    """Yield the spectator, then every seat."""
    yield from (None, *range(len(state.scores)))


@cache
def _other_moves(game: str) -> tuple[tws.Move, ...]:
    """Moves other than plays to offer at any turn, legal or not."""
    move_types: Any = tws.GAMES[game].State._move_types if game in tws.GAMES else ()
    texts = {
        "Declare": ["high", "low"] if game != "twenty_down" else ["in", "out"],
        "Exchange": ["exchange 2C 3C", "exchange AS R*", "exchange 9H 9H", "exchange 7D 10S"],
        "Keep": ["keep"],
        "NameSuit": [f"name {suit}" for suit in tws.Suit],
        "Trump": [f"trump {suit}" for suit in tws.Suit],
        "Draw": ["draw", "draw 7C", "draw 8D KS", "draw 7C 10H AS", "draw JD JH JS"],
        "PlayCards": ["3S", "2H", "4C 4S", "9D 9H 9S", "3C 4D 5S", "10C JC QC KC AC 2C"],
        "Pass": ["pass"],
        "Lay": ["lay 2C 3C 4C / 5C 6C 7C", "lay 2D 3D 4D / 5D 6D 7D / 8D 9D 10D"],
        "Look": ["look"],
        "Stand": ["stand"],
        "Renege": ["renege 1", "renege 3", "no renege"],
    }
    bids = {
        "duel": ["no bid", "bid 1 low", "bid 8 high", "bid 9 low", "bid 10 high"],
        "spades": ["bid 4", "bid 13", "blind 9", "nil", "double nil", "bemo", "big bemo", "naught"],
    }
    found: list[str] = []
    for move_type in (each for each in move_types if each is not tws.Play):
        found += bids[game] if move_type.__name__ == "Bid" else texts[move_type.__name__]
    start = tws.GAMES[game].new_game() if game in tws.GAMES else oh_hell.new_game()
    own = [oh_hell.Bid(number) for number in oh_hell.Bid.numbers] if game == "oh_hell" else []
    return (*(tws.parse_move(start, text) for text in found), *own)


def offers(game: str) -> Iterator[object]:
    """Yield plays of all cards, other moves, and values that are not moves."""
    yield from map(tws.Play, tws.CARDS)
    yield from _other_moves(game)
    yield from ("QS", None, tws.Deal(()), spades.Look())
