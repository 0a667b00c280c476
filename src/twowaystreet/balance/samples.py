"""What needs more than compiled hands, from smaller samples: matches, information and skill.

Luck and skill are measured as by M. Dreef, P. Borm and B. van der Genugten, *Measuring Skill in
Games: Several Approaches Discussed* (2004): the gain that a player can learn, as a part of that and
of what only one who sees all cards can gain.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any, Final, TypeAlias

import attrs
import numpy as np
import numpy.typing as npt

from twowaystreet import fast
from twowaystreet._core.engine.moves import Move
from twowaystreet._core.engine.seats import leads, sides_of
from twowaystreet._core.engine.state import AnyState, score_class
from twowaystreet._core.engine.verbs import apply, legal_moves, payoffs, shuffle
from twowaystreet._core.views.views import view
from twowaystreet._core.worlds.worlds import why_no_worlds, worlds
from twowaystreet.arena.hands import generator
from twowaystreet.balance.hands import Decider, Table, seat_of, steps
from twowaystreet.balance.measures import Definition
from twowaystreet.balance.sums import Key, Ratio, Sums
from twowaystreet.players import by_name

LONGEST: Final = 200  # hands of a match, after which it counts as one without an end
TENTHS: Final = 10  # the parts of a hand for which information is told
WORLDS: Final = (1, 2, 4, 8, 16, 32, 64)  # of the ladder
ONE: Final = ("one", "")
_GLIMPSES: Final = 16  # playouts of each move of the player who sees all cards
_BEGINNER, _SEER = "at_random", "all cards"
Numbers: TypeAlias = dict[tuple[str, str], float]
"""What an observation adds to the sums."""


@attrs.frozen
class Sample:
    """Observations of one kind, with each rules, which follow from the seed and the number."""

    kind: str
    tables: tuple[Table, ...]

    time_limit: None = None

    def play(self, first: int, stop: int) -> Iterator[list[Numbers]]:
        """Yield some observations, with each rules."""
        observe = {"matches": _match, "information": _information, "skill": _skill}[self.kind]
        for number in range(first, stop):
            yield [observe(table, number) for table in self.tables]


def _match(table: Table, number: int) -> Numbers:
    """Play a match, and count its hands, moves, decisions and changes of the lead."""
    state, cards = table.start(), generator(table.seed, "match", number)
    players, sides = table.sit(f"match {number}"), sides_of(table.start().rules)
    sign = -1 if score_class(table.game.State).fewer_is_better else 1
    hands, changes = 0, 0
    found: Numbers = {}
    leader: object = None
    while not state.is_over and hands < LONGEST:
        for before, _, after in steps(state, cards, players):
            state = after
            if before.actor is not None:
                phase, legal = str(before.phase), len(legal_moves(before))
                counts = {"decisions": 1, "legal": legal, "forced": legal == 1}
                for key in [(what, where) for what in counts for where in ("all", phase)]:
                    found[key] = found.get(key, 0) + counts[key[0]]
        if not state.hand_over:
            break
        hands += 1
        ahead = [sign * each for each in leads(state.scores, sides)[0]]
        first = {seat for seat, lead in enumerate(ahead) if lead == max(ahead)}
        if first in [set(side) for side in sides]:
            changes += leader is not None and leader != first
            leader = first
    totals = {"one": 1, "hands": hands, "changes": changes, "ended": state.is_over}
    return found | {(what, ""): float(each) for what, each in totals.items()}


def _information(table: Table, number: int) -> Numbers:
    """Play a hand, and take the logarithm of the worlds of the seat to move in each tenth."""
    cards = generator(table.seed, "information", number)
    states = [each for each, _, _ in steps(table.start(), cards, table.sit(f"known {number}"))]
    states = [each for each in states if each.actor is not None]
    found: Numbers = {ONE: 1}
    states = states if has_worlds(table) else []
    for tenth in range(TENTHS if states else 0):
        state = states[(tenth * len(states)) // TENTHS]
        found["bits", str(tenth)] = math.log2(worlds(view(state, state.actor)).count)
        found["views", str(tenth)] = 1
    return found


def _skill(table: Table, number: int) -> Numbers:
    """Play a deal with each player of the ladder in one seat, and the report's in all others."""
    found: Numbers = {ONE: 1}
    seat = number % table.seats
    names = [f"montecarlo:worlds={each}" for each in WORLDS if has_worlds(table)]
    for name in (_BEGINNER, "simple", *names, _SEER):
        players = table.sit(f"skill {number}")
        rng = generator(table.seed, "skill", number, name)
        players[seat] = _sees_all(number) if name == _SEER else seat_of(by_name(name), rng)
        deal = generator(table.seed, "skill", number)
        *_, (_, _, last) = steps(table.start(), deal, players)
        found["gain", name] = payoffs(last)[seat] if last.hand_over else 0
    beginner, best = found["gain", _BEGINNER], found["gain", names[-1] if names else "simple"]
    possible = found["gain", _SEER] - beginner
    return found | {("learned", ""): best - beginner, ("possible", ""): possible}


def has_worlds(table: Table) -> bool:
    """Tell whether views of the game have worlds."""
    start = table.start()
    dealt = apply(start, shuffle(start, generator(table.seed))) if start.needs_deal else start
    return not why_no_worlds(dealt)


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


def sums_of(observed: Sequence[Sequence[Numbers]]) -> Sums:
    """Return the sums of observations of one or several rules, whose number goes before a key."""
    sums = Sums()
    for together in observed:
        numbers: dict[Key, npt.NDArray[np.generic]] = {
            (rules, *key): np.array([float(each)])
            for rules, of_rules in enumerate(together)
            for key, each in of_rules.items()
        }
        sums.add(1, numbers)
    return sums


def definitions(kind: str, of: str, sums: Sums, rules: int) -> Iterator[Definition]:
    """Yield the measures of a sample that have a value."""
    keys: Any = sums.places  # Any: those of sums_of
    known: list[tuple[int, str, str]] = [key for key in keys if key[0] == rules]

    def defined(name: str, words: str, what: str, which: str, below: str = "one") -> Definition:
        group = {"matches": "matches", "information": "information"}.get(kind, "skill")
        where = "" if below in ("one", "possible") else which
        ratio = Ratio((rules, what, which), (rules, below, where))
        return Definition(name, words, "moves" if below == "decisions" else group, ratio, of=of)

    if kind == "matches":
        yield defined("match.hands", "hands in a match", "hands", "")
        yield defined("match.ended", f"share of matches within {LONGEST} hands", "ended", "")
        yield defined("match.changes", "changes of the lead in a match", "changes", "")
    for _, what, which in known:
        where = "" if which == "all" else f" in the phase {which}"
        if what in ("legal", "forced"):
            words = "legal moves" if what == "legal" else "share of forced moves"
            yield defined(f"{what}.{which}", f"{words}{where}", what, which, "decisions")
        elif what == "bits":
            words = f"bits unknown after {10 * int(which)} % of a hand"
            yield defined(f"information.{which}", words, what, which, "views")
        elif what == "gain":
            yield defined(f"gain.{which}", f"gain of {which} over the others", what, which)
    if sums.total((rules, "possible", "")) > 0:
        words = "skill: the best player's gain as a part of the gain with all cards open"
        yield defined("skill", words, "learned", "", "possible")
