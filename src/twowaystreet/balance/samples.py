"""What needs more than compiled hands, from smaller samples: matches, information and skill.

Luck and skill are measured as by M. Dreef, P. Borm and B. van der Genugten, *Measuring Skill in
Games: Several Approaches Discussed* (2004): the gain that a player can learn, as a part of that and
of what only one who sees all cards can gain.
"""

from __future__ import annotations

import math
from collections import defaultdict
from itertools import pairwise
from typing import Final

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


def match(table: Table, number: int) -> Columns:
    """Play a match, and count its hands, moves, decisions and changes of the lead."""
    state, cards = table.start(), generator(table.seed, "match", number)
    players, sides = table.sit("match", number), sides_of(state.rules)
    sign = -1 if score_class(table.game.State).fewer_is_better else 1
    hands, leaders, moves = 0, list[set[int]](), defaultdict[str, list[int]](list)
    while not state.is_over and hands < LONGEST:
        for before, _, after in steps(state, cards, players):
            state = after
            if before.actor is not None:
                for where in ("all", str(before.phase)):
                    moves[where].append(len(legal_moves(before)))
        if not state.hand_over:
            break
        hands += 1
        ahead = [sign * each for each in leads(state.scores, sides)[0]]
        first = {seat for seat, lead in enumerate(ahead) if lead == max(ahead)}
        leaders += [first] if first in map(set, sides) else []
    changes = sum(before != after for before, after in pairwise(leaders))
    of = "matches", "one", "matches"
    found: dict[Named | str, npt.ArrayLike] = {
        "one": 1,
        Named("match.hands", "hands in a match", *of): hands,
        Named("match.ended", f"share of matches over in {LONGEST} hands", *of): state.is_over,
        Named("match.changes", "changes of the lead in a match", *of): changes,
    }
    for where, numbers in moves.items():
        at, below = "" if where == "all" else f" in the phase {where}", f"moves {where}"
        of = "moves", below, "matches"
        found[below] = len(numbers)
        found[Named(f"legal.{where}", f"legal moves{at}", *of)] = sum(numbers)
        found[Named(f"forced.{where}", f"share of forced moves{at}", *of)] = numbers.count(1)
    return found


def information(table: Table, number: int) -> Columns:
    """Play a hand, and take the logarithm of the worlds of the seat to move in each tenth."""
    cards = generator(table.seed, "information", number)
    played = steps(table.start(), cards, table.sit("known", number))
    states = [before for before, _, _ in played if before.actor is not None]
    found: dict[Named | str, npt.ArrayLike] = {"one": 1}
    for tenth in range(TENTHS if states and table.has_worlds else 0):
        state = states[(tenth * len(states)) // TENTHS]
        words = f"bits unknown after {10 * tenth} % of a hand"
        bits = Named(f"information.{tenth}", words, "information", "one")
        found[bits] = math.log2(worlds(view(state, state.actor)).count)
    return found


def skill(table: Table, number: int) -> Columns:
    """Play a deal with each player of the ladder in one seat, and the report's in all others."""
    found: dict[Named | str, npt.ArrayLike] = {"one": 1}
    gains, seat = list[float](), number % len(table.start().scores)
    searching = [f"montecarlo:worlds={each}" for each in WORLDS if table.has_worlds]
    for name in ("at_random", "simple", *searching, "all cards"):
        players, rng = table.sit("skill", number), generator(table.seed, "skill", number, name)
        sees_all = name == "all cards"
        players[seat] = _sees_all(number) if sees_all else seat_of(by_name(name), rng)
        *_, (_, _, last) = steps(table.start(), generator(table.seed, "skill", number), players)
        gains.append(payoffs(last)[seat] if last.hand_over else 0)
        words = f"gain of {name} over the others"
        found[Named(f"gain.{name}", words, "skill", "one", "deals")] = gains[-1]
    *_, best, found["possible"] = [gain - gains[0] for gain in gains]
    words = "skill: the best player's gain as a part of the gain with all cards open"
    return found | {Named("skill", words, "skill", "possible", "deals"): best}


def _sees_all(seed: int) -> Decider:
    """Return a player who tries each legal move in playouts of the true cards."""

    def choose(state: AnyState) -> tuple[Move, AnyState, None]:
        moves, seat = legal_moves(state), state.actor
        assert seat is not None
        after = [apply(state, move) for move in moves]
        going = [each for each in after if not each.hand_over]
        played = fast.playouts(going, _GLIMPSES, seed=seed, policy="simple") if going else None
        means = iter(played.payoffs.mean(axis=1).tolist() if played else ())
        worth = [(payoffs(each) if each.hand_over else next(means))[seat] for each in after]
        best = worth.index(max(worth))
        return moves[best], after[best], None

    return choose


OBSERVED: Final = {"matches": match, "information": information, "skill": skill}  # of each sample
