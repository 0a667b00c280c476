"""Game under test: its playouts, its moves, one position of a playout, and faults there."""

from __future__ import annotations

import random
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Final, NoReturn

import attrs

from twowaystreet._core.cards.cards import CARDS, Card
from twowaystreet._core.engine import game as registry
from twowaystreet._core.engine.game import Game
from twowaystreet._core.engine.moves import Deal, Move, Play, move_types_of
from twowaystreet._core.engine.state import AnyState
from twowaystreet._core.engine.verbs import legal_moves
from twowaystreet._core.tricks.trick_state import TrickState
from twowaystreet._core.tricks.tricks import Trick
from twowaystreet._core.views.trick_views import TrickView, Void
from twowaystreet._core.views.views import AnyView, view
from twowaystreet.testing.conformance.snapshots import cards_in
from twowaystreet.testing.playouts import Playout, random_playout

GATHERED: Final = 8
"""The number of playouts from which the moves of a game are collected."""
OF_A_TYPE: Final = 30
"""The number of moves kept of each move type."""

ALL_PLAYS: Final = tuple(map(Play, CARDS))
"""The plays of all cards, also of those outside the pack of the game."""


class Fault(Exception):
    """The violation of a promise.

    Attributes:
        wrong: a description of the fault.
        playout: the playout that shows the fault; ``None`` for the playout under test.
    """

    def __init__(self, wrong: str, playout: Playout | None = None) -> None:
        super().__init__(wrong)
        self.wrong = wrong
        self.playout = playout


def fail(
    wrong: str, playout: Playout | None = None, *, cause: BaseException | None = None
) -> NoReturn:
    """Raise a :class:`Fault`."""
    raise Fault(wrong, playout) from cause


def require(good: bool, wrong: str | Callable[[], str]) -> None:
    """Raise a :class:`Fault` unless a condition holds; a function makes a slow description."""
    if not good:
        raise Fault(wrong if isinstance(wrong, str) else wrong())


@attrs.define
class Context:
    """A game under test.

    Attributes:
        hands: the number of playouts for the promise under test.
        memory: data that checks keep between positions, by keys that they choose.
    """

    game: Game
    seed: int = 0
    hands: int = 1
    memory: dict[object, object] = attrs.field(factory=dict[object, object])
    _playouts: dict[int, Playout] = attrs.field(factory=dict[int, Playout])
    _moves: list[Move] | None = None
    _public: dict[int, frozenset[Card]] = attrs.field(factory=dict[int, frozenset[Card]])
    _kept: list[AnyState] = attrs.field(factory=list[AnyState])

    def rng(self, *parts: object) -> random.Random:
        """Return a random generator that depends only on the game, the seed and these parts."""
        return random.Random("/".join(map(str, (self.game.name, self.seed, *parts))))

    def playout(self, number: int) -> Playout:
        """Return the playout of this number."""
        if number not in self._playouts:
            self._playouts[number] = random_playout(self.game, self.rng(number), number)
        return self._playouts[number]

    def declarations(self) -> list[Move]:
        """Return the moves from the playouts that are neither deals nor plays."""
        if self._moves is None:
            by_type: dict[type[Move], dict[Move, None]] = {}
            for number in range(GATHERED):
                for state in self.playout(number).states:
                    for move in _offered(state):
                        if not isinstance(move, (Deal, Play)):
                            by_type.setdefault(type(move), {})[move] = None
            rng = self.rng("moves")
            of_each = [
                rng.sample(list(each), min(OF_A_TYPE, len(each))) for each in by_type.values()
            ]
            self._moves = [move for moves in of_each for move in moves]
        return self._moves

    def moves(self) -> list[Move]:
        """Return the moves to offer: all plays if the game has plays, and the declarations."""
        plays = ALL_PLAYS if Play in move_types_of(self.game.State) else ()
        return [*plays, *self.declarations()]

    def public(self, state: AnyState) -> frozenset[Card]:
        """Return the cards that a spectator sees in a state of a playout."""
        if id(state) not in self._public:
            self._public[id(state)] = frozenset(cards_in(view(state, None)))
            self._kept.append(state)
        return self._public[id(state)]


def _offered(state: AnyState) -> tuple[Move, ...]:
    try:
        return legal_moves(state)
    except Exception:
        return ()  # another promise checks that moves can be listed


@attrs.frozen
class Position:
    """A position of a playout, for a check.

    Attributes:
        context: the context.
        playout: the playout.
        moves_made: the number of moves before the position.
        rng: a random generator, with the same seed each time the position is checked.
    """

    context: Context
    playout: Playout
    moves_made: int
    rng: random.Random

    @property
    def state(self) -> AnyState:
        """The state at this position."""
        return self.playout.states[self.moves_made]

    @property
    def before(self) -> AnyState | None:
        """The state before this position; ``None`` at the first position."""
        return self.playout.states[self.moves_made - 1] if self.moves_made else None

    @property
    def move(self) -> Move | None:
        """The move that led to this position; ``None`` at the first position."""
        return self.playout.moves[self.moves_made - 1] if self.moves_made else None

    @property
    def last_step(self) -> tuple[AnyState, Move] | None:
        """The previous state and the move after it; ``None`` at the first position."""
        if not self.moves_made:
            return None
        return self.playout.states[self.moves_made - 1], self.playout.moves[self.moves_made - 1]


def viewers(state: AnyState) -> tuple[int | None, ...]:
    """Return all viewers: a spectator (``None``) and every seat."""
    return (None, *range(state.rules.seats))


def viewer_name(viewer: int | None) -> str:
    """Return the name of a viewer."""
    return "a spectator" if viewer is None else f"seat {viewer}"


def hands_of_seat(state: AnyState, seat: int) -> tuple[tuple[Card, ...], ...]:
    """Return the hands of a seat: one, or more in games with several hands for each seat."""
    each = len(state.hands) // state.rules.seats
    return state.hands[each * seat : each * (seat + 1)]


def tricks_of(state: AnyState) -> tuple[Trick, ...]:
    """Return the complete tricks and the present one; none in a game without tricks."""
    if not isinstance(state, TrickState):
        return ()
    return (*state.tricks, *([state.trick] if state.trick.cards else []))


def voids_shown(seen: AnyView) -> tuple[Void, ...]:
    """Return the voids that a view shows; none in a game without tricks."""
    return seen.voids if isinstance(seen, TrickView) else ()


@contextmanager
def registered(game: Game) -> Generator[None, None, None]:
    """Register the game for a while, in place of another game with its name."""
    known = registry._games._registered
    before = dict(known)
    known[game.name] = game
    try:
        yield
    finally:
        known.clear()
        known.update(before)
