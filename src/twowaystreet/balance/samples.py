"""What needs more than compiled hands, from smaller samples: matches, information and skill.

Luck and skill are measured as by M. Dreef, P. Borm and B. van der Genugten, *Measuring Skill in
Games: Several Approaches Discussed* (2004): the gain that a player can learn, as a part of that and
of what only one who sees all cards can gain.
"""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Final

import numpy as np
import numpy.typing as npt

from twowaystreet import fast
from twowaystreet._core.engine.moves import Move
from twowaystreet._core.engine.seats import leads, sides_of
from twowaystreet._core.engine.state import AnyState, score_class
from twowaystreet._core.engine.verbs import apply, legal_moves, payoffs
from twowaystreet._core.views.views import view
from twowaystreet._core.worlds.worlds import worlds
from twowaystreet.arena.hands import generator
from twowaystreet.balance.hands import Decider, Table, seat_of, steps
from twowaystreet.balance.sums import Columns, Named
from twowaystreet.players import by_name

LONGEST: Final = 200  # hands of a match, after which it counts as one without an end
TENTHS: Final = 10  # the parts of a hand for which information is told
WORLDS: Final = (1, 2, 4, 8, 16, 32, 64)  # of the ladder
_GLIMPSES: Final = 16  # playouts of each move of the player who sees all cards
_BEGINNER, _SEER = "at_random", "all cards"


def match(table: Table, number: int) -> Columns:
    """Play a match, and count its hands, moves, decisions and changes of the lead."""
    state, cards = table.start(), generator(table.seed, "match", number)
    players, sides = table.sit(f"match {number}"), sides_of(table.start().rules)
    sign = -1 if score_class(table.game.State).fewer_is_better else 1
    hands, leaders, moves = 0, list[set[int]](), dict[str, list[int]]()
    while not state.is_over and hands < LONGEST:
        for before, _, after in steps(state, cards, players):
            state = after
            if before.actor is not None:
                for where in ("all", str(before.phase)):
                    moves.setdefault(where, []).append(len(legal_moves(before)))
        if not state.hand_over:
            break
        hands += 1
        ahead = [sign * each for each in leads(state.scores, sides)[0]]
        first = {seat for seat, lead in enumerate(ahead) if lead == max(ahead)}
        if first in map(set, sides):
            leaders.append(first)
    found: dict[Named | str, npt.ArrayLike] = {"one": 1}
    for name, words, value in (
        ("hands", "hands in a match", hands),
        ("ended", f"share of matches within {LONGEST} hands", state.is_over),
        ("changes", "changes of the lead in a match", sum(a != b for a, b in pairwise(leaders))),
    ):
        found[Named(f"match.{name}", words, "matches", "one", "matches")] = value
    for where, numbers in moves.items():
        below, at = f"moves {where}", "" if where == "all" else f" in the phase {where}"
        found[below] = len(numbers)
        legal = Named(f"legal.{where}", f"legal moves{at}", "moves", below, "matches")
        words = f"share of forced moves{at}"
        forced = Named(f"forced.{where}", words, "moves", below, "matches")
        found |= {legal: sum(numbers), forced: numbers.count(1)}
    return found


def information(table: Table, number: int) -> Columns:
    """Play a hand, and take the logarithm of the worlds of the seat to move in each tenth."""
    cards = generator(table.seed, "information", number)
    states = [each for each, _, _ in steps(table.start(), cards, table.sit(f"known {number}"))]
    states = [each for each in states if each.actor is not None]
    found: dict[Named | str, npt.ArrayLike] = {"one": 1}
    for tenth in range(TENTHS if states and table.has_worlds else 0):
        state = states[(tenth * len(states)) // TENTHS]
        words = f"bits unknown after {10 * tenth} % of a hand"
        bits = Named(f"information.{tenth}", words, "information", "one")
        found[bits] = math.log2(worlds(view(state, state.actor)).count)
    return found


def skill(table: Table, number: int) -> Columns:
    """Play a deal with each player of the ladder in one seat, and the report's in all others."""
    gains: dict[str, float] = {}
    seat = number % table.seats
    names = [f"montecarlo:worlds={each}" for each in WORLDS if table.has_worlds]
    for name in (_BEGINNER, "simple", *names, _SEER):
        players = table.sit(f"skill {number}")
        rng = generator(table.seed, "skill", number, name)
        players[seat] = _sees_all(number) if name == _SEER else seat_of(by_name(name), rng)
        deal = generator(table.seed, "skill", number)
        *_, (_, _, last) = steps(table.start(), deal, players)
        gains[name] = payoffs(last)[seat] if last.hand_over else 0
    found: dict[Named | str, npt.ArrayLike] = {
        Named(f"gain.{name}", f"gain of {name} over the others", "skill", "one", "deals"): gain
        for name, gain in gains.items()
    }
    words = "skill: the best player's gain as a part of the gain with all cards open"
    learned = gains[names[-1] if names else "simple"] - gains[_BEGINNER]
    found |= {"one": 1, "possible": gains[_SEER] - gains[_BEGINNER]}
    return found | {Named("skill", words, "skill", "possible", "deals"): learned}


def _sees_all(seed: int) -> Decider:
    """Return a player who tries each legal move in playouts of the true cards."""

    def choose(state: AnyState) -> Move:
        moves = legal_moves(state)
        if len(moves) == 1:
            return moves[0]
        after = [apply(state, move) for move in moves]
        ended = [payoffs(each)[_actor(state)] if each.hand_over else 0 for each in after]
        worth = np.array(ended, np.float64)
        goes_on = [at for at, each in enumerate(after) if not each.hand_over]
        if goes_on:
            some = [after[at] for at in goes_on]
            found = fast.playouts(some, _GLIMPSES, seed=seed, policy="simple").payoffs
            worth[goes_on] = found.mean(axis=1)[:, _actor(state)]
        return moves[int(worth.argmax())]

    return choose


def _actor(state: AnyState) -> int:
    assert state.actor is not None
    return state.actor


OBSERVED: Final = {"matches": match, "information": information, "skill": skill}
"""What plays an observation of each sample."""
