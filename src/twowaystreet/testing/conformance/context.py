"""A game under test: its playouts, the moves it has, and one position of a playout to look at."""

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
from twowaystreet._engine.notation import move_types_of
from twowaystreet._engine.state import AnyState
from twowaystreet._engine.verbs import legal_moves
from twowaystreet._tricks.trick_state import TrickState
from twowaystreet._tricks.tricks import Trick
from twowaystreet._views.trick_views import TrickView
from twowaystreet._views.views import AnyView, view
from twowaystreet._views.voids import Void
from twowaystreet.testing.conformance.playouts import Playout, random_playout
from twowaystreet.testing.conformance.snapshots import cards_in

GATHERED: Final = 8
"""From how many playouts the moves of a game are gathered."""
OF_A_TYPE: Final = 30
"""The number of moves kept of each type."""

ALL_PLAYS: Final = tuple(map(Play, CARDS))
"""The plays of all the cards there are, whatever the pack of the game."""


class Fault(Exception):
    """Something that breaks a promise.

    Attributes:
        wrong: what went wrong.
        playout: the playout that shows it, if it is not the one that is looked at.
    """

    def __init__(self, wrong: str, playout: Playout | None = None) -> None:
        super().__init__(wrong)
        self.wrong = wrong
        self.playout = playout


def fail(
    wrong: str, playout: Playout | None = None, *, cause: BaseException | None = None
) -> NoReturn:
    """Say what went wrong.

    Args:
        wrong: the words.
        playout: the playout that shows it, if it is not the one that is looked at.
        cause: the error that the game has raised, if it has.
    """
    raise Fault(wrong, playout) from cause


def require(good: bool, wrong: str | Callable[[], str]) -> None:
    """Say what went wrong, unless it is good.

    Args:
        good: whether it is.
        wrong: the words; or what makes them, where that takes long and it mostly is good.
    """
    if not good:
        raise Fault(wrong if isinstance(wrong, str) else wrong())


@attrs.define
class Context:
    """A game under test.

    Attributes:
        game: the game.
        seed: where chance begins.
        hands: the number of playouts that are looked at for the promise under test.
        memory: what the promises keep from one look to the next, by names of their own.
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
        """A generator that is the same for the same parts, in every process."""
        return random.Random("/".join(map(str, (self.game.name, self.seed, *parts))))

    def playout(self, number: int) -> Playout:
        """The playout of this number."""
        if number not in self._playouts:
            self._playouts[number] = random_playout(self.game, self.rng(number), number)
        return self._playouts[number]

    def declarations(self) -> list[Move]:
        """The moves of the game that are neither deals nor plays, as far as playouts had them."""
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
        """The moves that a player can offer: every play if the game has plays, and the others."""
        plays = ALL_PLAYS if Play in move_types_of(self.game.State) else ()
        return [*plays, *self.declarations()]

    def public(self, state: AnyState) -> frozenset[Card]:
        """The cards that a spectator is shown in a state of one of the playouts."""
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
class Position:
    """A position of a playout, to look at.

    Attributes:
        context: the context.
        playout: the playout.
        moves_made: the number of its moves before the position.
        rng: where chance comes from, the same each time that somebody looks.
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
        """The state before it; ``None`` if this is the first."""
        return self.playout.states[self.moves_made - 1] if self.moves_made else None

    @property
    def move(self) -> Move | None:
        """The move that has led to it; ``None`` if this is the first."""
        return self.playout.moves[self.moves_made - 1] if self.moves_made else None

    @property
    def last_step(self) -> tuple[AnyState, Move] | None:
        """The state before and the move; ``None`` if this is the first position."""
        if not self.moves_made:
            return None
        return self.playout.states[self.moves_made - 1], self.playout.moves[self.moves_made - 1]


def viewers(state: AnyState) -> tuple[int | None, ...]:
    """A spectator, and every seat."""
    return (None, *range(state.rules.seats))


def viewer_name(viewer: int | None) -> str:
    """A viewer in words."""
    return "a spectator" if viewer is None else f"seat {viewer}"


def hands_of_seat(state: AnyState, seat: int) -> tuple[tuple[Card, ...], ...]:
    """The hands of a seat: one hand, or as many as each seat plays."""
    each = len(state.hands) // state.rules.seats
    return state.hands[each * seat : each * (seat + 1)]


def tricks_of(state: AnyState) -> tuple[Trick, ...]:
    """The tricks of the hand and the one on the table; none in a game without tricks."""
    if not isinstance(state, TrickState):
        return ()
    return (*state.tricks, *([state.trick] if state.trick.cards else []))


def voids_shown(seen: AnyView) -> tuple[Void, ...]:
    """The voids that a view shows; none in a game without tricks."""
    return seen.voids if isinstance(seen, TrickView) else ()


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
