"""What a game promises, by name: a sentence, and the function that looks whether it is kept."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from typing import Final, TypeAlias

import attrs

from twowaystreet.testing.conformance.courses import Course
from twowaystreet.testing.conformance.looks_at_cards import cards
from twowaystreet.testing.conformance.looks_at_ends import ending
from twowaystreet.testing.conformance.looks_at_errors import errors
from twowaystreet.testing.conformance.looks_at_moves import legal, notation
from twowaystreet.testing.conformance.looks_at_openings import opening
from twowaystreet.testing.conformance.looks_at_records import written
from twowaystreet.testing.conformance.looks_at_scores import carrying_on, scores
from twowaystreet.testing.conformance.looks_at_secrets import kept, nothing_hidden
from twowaystreet.testing.conformance.looks_at_turns import turns
from twowaystreet.testing.conformance.looks_at_values import determined, pure, values
from twowaystreet.testing.conformance.looks_at_views import true
from twowaystreet.testing.conformance.looks_at_voids import voids
from twowaystreet.testing.conformance.trial import Moment, Trial

Places: TypeAlias = Callable[[Course, random.Random], Iterable[int]]
"""Chooses the moments of a course that are looked at, each by how many moves precede it."""


def first(course: Course, rng: random.Random) -> Iterable[int]:
    """The first moment alone."""
    return (0,)


def every(course: Course, rng: random.Random) -> Iterable[int]:
    """Every moment."""
    return range(len(course.states))


def some(count: int) -> Places:
    """The last moment, and so many others, more of them early on."""

    def chosen(course: Course, rng: random.Random) -> Iterable[int]:
        last = len(course.moves)
        early = {rng.randint(0, min(8, last)) for _ in range(count // 2)}
        return sorted({last, *early, *(rng.randint(0, last) for _ in range(count - count // 2))})

    return chosen


def ends(course: Course, rng: random.Random) -> Iterable[int]:
    """The ends of hands."""
    return (at for at, state in enumerate(course.states) if state.hand_over)


def never(trial: Trial) -> bool:
    """It is to be looked at in every game."""
    return False


def always(trial: Trial) -> bool:
    """There may be nothing of the kind in a game."""
    return True


@attrs.frozen
class Promise:
    """Something that every game promises.

    Attributes:
        name: its name.
        says: what it says, in one sentence.
        look: looks at one moment whether it is kept, raises a ``Fault`` if it is not, and says
            how many things it has looked at.
        places: which moments of a course are looked at.
        hands: how many courses are looked at unless somebody says how many.
        may_be_idle: whether a game may have nothing to look at.
    """

    name: str
    says: str
    look: Callable[[Moment], int] = attrs.field(repr=False)
    places: Places = attrs.field(default=every, repr=False)
    hands: int = 6
    may_be_idle: Callable[[Trial], bool] = attrs.field(default=never, repr=False)


_ALL: Final = (
    Promise(
        "opening",
        "a game begins with whatever its options allow, waits for a deal, and its parts belong "
        "together.",
        opening,
        first,
        20,
    ),
    Promise(
        "cards",
        "no card is doubled, lost or changed: a play brings one card to the trick, and no other "
        "comes or goes.",
        cards,
        hands=4,
    ),
    Promise(
        "legal_moves",
        "the legal moves are exactly the moves that apply takes, each listed once and in a fixed "
        "order, and every other is refused with a reason and a rule.",
        legal,
        hands=3,
    ),
    Promise(
        "turns",
        "somebody is to move exactly while a hand is in play, plays from the own hand, and tricks "
        "go round in one order.",
        turns,
        hands=8,
    ),
    Promise(
        "ending",
        "a hand ends, a match ends when max_hands says so, and then nothing can be done and "
        "somebody has won.",
        ending,
        first,
        12,
    ),
    Promise(
        "notation",
        "every move is read back from its text, and no two moves have the same.",
        notation,
        some(8),
    ),
    Promise(
        "purity",
        "no operation changes a state, a view, a move or the rules.",
        pure,
        some(8),
        3,
    ),
    Promise(
        "determinism",
        "the same moves lead to the same states, and the same seed to the same deal, in this "
        "process and in another one.",
        determined,
        some(1),
        4,
    ),
    Promise(
        "values",
        "states, views, moves and rules are frozen values: copied and pickled they are equal, with "
        "equal hashes, and those that differ are not.",
        values,
        some(4),
        3,
    ),
    Promise(
        "scores",
        "a hand is scored once it is over and not before, the scores grow by its points, and the "
        "same moves score the same.",
        scores,
        every,
        8,
    ),
    Promise(
        "carrying_on",
        "a match goes on the same when it is begun anew with the figures that it has come to.",
        carrying_on,
        ends,
        12,
        always,
    ),
    Promise(
        "views",
        "views tell the truth, each seat its own hand and its own moves, and no fact tells of "
        "cards that it does not declare to tell of.",
        true,
        some(8),
        4,
    ),
    Promise(
        "voids",
        "a seat that is said to have none of a suit has none, and a card has shown it.",
        voids,
        some(12),
        4,
        always,
    ),
    Promise(
        "secrets",
        "whoever knows the same is shown the same: views, legal moves, refusals and records do not "
        "depend on what is hidden from a seat.",
        kept,
        some(6),
        6,
        nothing_hidden,
    ),
    Promise(
        "records",
        "records, views and the records of seats come back the same from text and from JSON.",
        written,
        some(2),
        2,
    ),
    Promise(
        "errors",
        "whatever is given, errors are those of this library, quote it, and change nothing.",
        errors,
        some(2),
        2,
    ),
)

PROMISES: Final = {promise.name: promise for promise in _ALL}
"""Every promise by name, in the order in which they are looked at."""
