"""A game on trial: its courses, the moves it has, and one moment of a course to look at."""

from __future__ import annotations

import random
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Final, NoReturn

import attrs

from twowaystreet._cards.cards import CARDS, Card
from twowaystreet._engine import game as registry
from twowaystreet._engine.game import Game
from twowaystreet._engine.moves import Deal, Move, Play
from twowaystreet._engine.state import AnyState
from twowaystreet._engine.verbs import legal_moves
from twowaystreet._views.views import view
from twowaystreet.testing.conformance.courses import Course, some_course
from twowaystreet.testing.conformance.pictures import cards_in

GATHERED: Final = 8
"""From how many courses the moves of a game are gathered."""
OF_A_KIND: Final = 30
"""How many moves of one kind are kept."""

ALL_PLAYS: Final = tuple(map(Play, CARDS))
"""The plays of all the cards there are, whatever the pack of the game."""


class Fault(Exception):
    """Something that breaks a promise.

    Attributes:
        wrong: what went wrong.
        course: the course that shows it, if it is not the one that is looked at.
    """

    def __init__(self, wrong: str, course: Course | None = None) -> None:
        super().__init__(wrong)
        self.wrong = wrong
        self.course = course


def fail(
    wrong: str, course: Course | None = None, *, cause: BaseException | None = None
) -> NoReturn:
    """Say what went wrong.

    Args:
        wrong: the words.
        course: the course that shows it, if it is not the one that is looked at.
        cause: the error that the game has raised, if it has.
    """
    raise Fault(wrong, course) from cause


def see(good: bool, wrong: str | Callable[[], str]) -> None:
    """Say what went wrong, unless it is good.

    Args:
        good: whether it is.
        wrong: the words; or what makes them, where that takes long and it mostly is good.
    """
    if not good:
        raise Fault(wrong if isinstance(wrong, str) else wrong())


@attrs.define
class Trial:
    """A game on trial.

    Attributes:
        game: the game.
        seed: where chance begins.
        hands: the number of courses that are looked at for the promise on trial.
        memory: what the promises keep from one look to the next, by names of their own.
    """

    game: Game
    seed: int = 0
    hands: int = 1
    memory: dict[object, object] = attrs.field(factory=dict[object, object])
    _courses: dict[int, Course] = attrs.field(factory=dict[int, Course])
    _moves: list[Move] | None = None
    _public: dict[int, frozenset[Card]] = attrs.field(factory=dict[int, frozenset[Card]])
    _kept: list[AnyState] = attrs.field(factory=list[AnyState])

    def rng(self, *parts: object) -> random.Random:
        """A generator that is the same for the same parts, in every process."""
        return random.Random("/".join(map(str, (self.game.name, self.seed, *parts))))

    def course(self, number: int) -> Course:
        """The course of this number."""
        if number not in self._courses:
            self._courses[number] = some_course(self.game, self.rng(number), number)
        return self._courses[number]

    def said(self) -> list[Move]:
        """The moves of the game that are neither deals nor plays, as far as courses had them."""
        if self._moves is None:
            kinds: dict[type[Move], dict[Move, None]] = {}
            for number in range(GATHERED):
                for state in self.course(number).states:
                    for move in _offered(state):
                        if not isinstance(move, (Deal, Play)):
                            kinds.setdefault(type(move), {})[move] = None
            rng = self.rng("moves")
            of_each = [rng.sample(list(each), min(OF_A_KIND, len(each))) for each in kinds.values()]
            self._moves = [move for moves in of_each for move in moves]
        return self._moves

    def moves(self) -> list[Move]:
        """The moves of the game that can be offered: all plays there are, and what is said."""
        return [*ALL_PLAYS, *self.said()]

    def public(self, state: AnyState) -> frozenset[Card]:
        """The cards that a spectator is shown in a state of one of the courses."""
        if id(state) not in self._public:
            self._public[id(state)] = frozenset(cards_in(view(state, None)))
            self._kept.append(state)
        return self._public[id(state)]


def _offered(state: AnyState) -> tuple[Move, ...]:
    try:
        return legal_moves(state)
    except Exception:
        return ()  # that they cannot be listed, a promise of its own finds out


@attrs.frozen
class Moment:
    """A moment of a course, to look at.

    Attributes:
        trial: the trial.
        course: the course.
        place: after how many of its moves it is.
        rng: where chance comes from, the same each time that somebody looks.
    """

    trial: Trial
    course: Course
    place: int
    rng: random.Random

    @property
    def state(self) -> AnyState:
        """The state at this moment."""
        return self.course.states[self.place]

    @property
    def before(self) -> AnyState | None:
        """The state before it; ``None`` if this is the first."""
        return self.course.states[self.place - 1] if self.place else None

    @property
    def move(self) -> Move | None:
        """The move that has led to it; ``None`` if this is the first."""
        return self.course.moves[self.place - 1] if self.place else None

    @property
    def last_step(self) -> tuple[AnyState, Move] | None:
        """The state before and the move; ``None`` if this is the first moment."""
        if not self.place:
            return None
        return self.course.states[self.place - 1], self.course.moves[self.place - 1]


def viewers(state: AnyState) -> tuple[int | None, ...]:
    """A spectator, and every seat."""
    return (None, *range(state.rules.seats))


def whose(viewer: int | None) -> str:
    """A viewer in words."""
    return "a spectator" if viewer is None else f"seat {viewer}"


@contextmanager
def registered(game: Game) -> Generator[None, None, None]:
    """Have the game in the register for a while, in place of another one of its name."""
    known = registry._games._registered
    before = dict(known)
    known[game.name] = game
    try:
        yield
    finally:
        known.clear()
        known.update(before)
