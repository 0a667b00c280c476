"""Playouts: matches between players who choose at random, and the checks of a position in them."""

from __future__ import annotations

import random
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from itertools import accumulate
from typing import Any, Final, NoReturn

import attrs

from twowaystreet._core.cards.cards import CARDS, Card
from twowaystreet._core.engine import game as registry
from twowaystreet._core.engine.fields import RuleOption, option_text, options_of
from twowaystreet._core.engine.game import Game
from twowaystreet._core.engine.moves import Deal, Move, Play, move_types_of
from twowaystreet._core.engine.setup import match_arguments
from twowaystreet._core.engine.state import AnyState
from twowaystreet._core.engine.verbs import apply, legal_moves, shuffle
from twowaystreet._core.records import text_format
from twowaystreet._core.records.records import Record, _build_record
from twowaystreet._core.records.seat_records import moves_text
from twowaystreet._core.tricks.trick_state import TrickState
from twowaystreet._core.tricks.tricks import Trick
from twowaystreet._core.views.trick_views import TrickView, Void
from twowaystreet._core.views.views import AnyView, view
from twowaystreet._util.numbers import GREATEST
from twowaystreet.errors import RulesError, quoted
from twowaystreet.testing.reports import cards_in, error_report

TRIES: Final = 50
"""The number of attempts to draw options that do not contradict one another."""
MOST_MOVES: Final = 200
"""The greatest number of moves after a deal, besides four for each card of the pack."""
MOST_DEALS: Final = 100
"""The greatest number of deals without a finished hand."""
KEPT_MOVES: Final = 60


@attrs.frozen
class Playout:
    """The states and moves of a random game, deals included."""

    states: tuple[AnyState, ...]
    moves: tuple[Move, ...] = ()
    fault: str = ""
    """The reason why the playout could not continue; empty if it could."""
    endless: bool = False
    """True if a hand had too many moves and the playout was stopped."""
    error: Exception | None = attrs.field(default=None, eq=False, repr=False)

    @property
    def start(self) -> AnyState:
        """The state before the first move."""
        return self.states[0]

    @property
    def state(self) -> AnyState:
        """The state after the last move."""
        return self.states[-1]

    @property
    def record(self) -> Record:
        """The record of the moves, for a registered game."""
        # Every move was legal when it was made: no replay is needed.
        return _build_record(self.start, self.moves, self.state)

    @property
    def length(self) -> str:
        """The number of moves, in words."""
        return moves_text(self.moves)

    def play(self, move: Move) -> Playout:
        """Return the playout with one more move."""
        return Playout((*self.states, apply(self.state, move)), (*self.moves, move))

    def until(self, place: int) -> Playout:
        """Return the playout up to this number of moves."""
        return Playout(self.states[: place + 1], self.moves[:place])

    def text(self, game: Game) -> str:
        """Return the text of the record, or a plain list of moves if the game cannot write it."""
        pairs = zip(self.states, self.moves, strict=False)
        try:
            return text_format.write(game, self.start, pairs, self.states[-1])
        except Exception:
            # The game may have any fault. The moves still help the reader.
            return "\n".join([f"game {game.name}", "", *map(_text, self.moves)]) + "\n"


def _text(move: Move) -> str:
    try:
        return str(move)
    except Exception:
        return quoted(move)


def replay(start: AnyState, moves: tuple[Move, ...]) -> Playout:
    """Return the playout of these moves, which must all be legal."""
    return Playout(tuple(accumulate(moves, apply, initial=start)), moves)


MANY: Final = 3
"""The greatest distance from the default at which a number is tried; from a bound, twice that."""


def values_of(option: RuleOption, default: object) -> tuple[object, ...]:
    """Return test values for an option, the default first: all words, or numbers near the least."""
    if option.choices:
        return tuple(dict.fromkeys([option_text(default), *option.choices]))
    middle = default if isinstance(default, int) else 0
    assert option.at_least is not None and option.at_most is not None  # the option is a number
    has_bound = option.at_least > -GREATEST
    least = option.at_least if has_bound else middle - MANY
    most = min(option.at_most, least + 2 * MANY)
    none = [None] if option.may_be_none else []
    return tuple(dict.fromkeys([default, *none, *range(least, most + 1)]))


def settings_of(game: Game) -> dict[str, tuple[object, ...]]:
    """Return test values for each option of a game, by name."""
    defaults: dict[str, object] = {field.name: field.default for field in attrs.fields(game.Rules)}
    return {
        name: values_of(option, defaults[name]) for name, option in options_of(game.Rules).items()
    }


# Any: each game has its own class of rules, here and below.
def rules_or_none(game: Game, settings: dict[str, object]) -> Any:
    """Return the rules with these settings; ``None`` if the settings contradict one another."""
    try:
        return game.Rules(**settings)
    except RulesError:
        return None


def random_rules(game: Game, rng: random.Random) -> Any:
    """Return random rules; each option has its default in half of the cases."""
    values = settings_of(game)
    for _ in range(TRIES):
        chosen = {name: rng.choice(worth) for name, worth in values.items() if rng.random() < 1 / 2}
        rules = rules_or_none(game, chosen)
        if rules is not None:
            return rules
    return game.Rules()


def random_move(state: AnyState, rng: random.Random) -> Move | None:
    """Return a random legal move, or a deal if one is due; ``None`` without legal moves.

    In half of the cases the move type is chosen first. So rare types come up, too.
    """
    if state.needs_deal:
        return shuffle(state, rng)
    moves = legal_moves(state)
    if len(moves) > 1 and rng.random() < 1 / 2:
        move_type = rng.choice(list(dict.fromkeys(map(type, moves))))
        moves = tuple(move for move in moves if type(move) is move_type)
    return rng.choice(moves) if moves else None


def play_hands(start: AnyState, rng: random.Random, hands: int) -> Playout:
    """Play some hands at random, or as far as the game works."""
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
            # The checks report the error. The playout ends before it.
            call = "this" if move is None else f"apply of {quoted(_text(move))}"
            fault = f"{call} raises {error_report(error)}"
            return Playout(tuple(states), tuple(moves), fault, error=error)
        deals = deals + 1 if isinstance(move, Deal) else deals
        since = 0 if isinstance(move, Deal) else since + 1
        deals = 0 if after.hand_over else deals
        states.append(after)
        moves.append(move)
        if since > MOST_MOVES + 4 * len(start.rules.pack) or deals > MOST_DEALS:
            kept = Playout(tuple(states), tuple(moves)).until(KEPT_MOVES)
            fault = f"the hand does not end after {len(moves)} moves"
            return attrs.evolve(kept, fault=fault, endless=True)


def random_playout(game: Game, rng: random.Random, number: int) -> Playout:
    """Play one or two random hands, some in mid match; playout 0 has the default rules."""
    rules = random_rules(game, rng) if number else game.Rules()
    start: AnyState = game.new_game(rules, dealer=rng.randrange(rules.seats))
    hands = rng.choice([0, 0, 0, 1, 2, 5, 10]) if number else 0
    last = play_hands(start, rng, hands).states[-1] if hands else start
    if last.hand_over and not last.is_over:
        with suppress(Exception):  # the promise "carrying_on" reports the error
            start = continued_match(game, last)
    return play_hands(start, rng, 2 if number % 3 == 2 else 1)


def continued_match(game: Game, state: AnyState) -> AnyState:
    """Begin a match with the dealer, scores and other figures after a hand."""
    arguments = {name: getattr(state, name) for name in match_arguments(game)}
    arguments["dealer"] = (state.dealer + 1) % state.rules.seats
    begun: AnyState = game.new_game(state.rules, **arguments)
    return begun


GATHERED: Final = 8
"""The number of playouts from which the moves of a game are collected."""
OF_A_TYPE: Final = 30
"""The number of moves kept of each move type."""

ALL_PLAYS: Final = tuple(map(Play, CARDS))
"""The plays of all cards, also of those outside the pack of the game."""


class Violation(Exception):
    """The violation of a promise, with the playout that shows it, if not the one under test."""

    def __init__(self, wrong: str, playout: Playout | None = None) -> None:
        super().__init__(wrong)
        self.wrong = wrong
        self.playout = playout


def fail(
    wrong: str, playout: Playout | None = None, *, cause: BaseException | None = None
) -> NoReturn:
    """Raise a :class:`Violation`."""
    raise Violation(wrong, playout) from cause


def require(good: bool, wrong: str | Callable[[], str]) -> None:
    """Raise a :class:`Violation` unless a condition holds; a function makes a slow description."""
    if not good:
        raise Violation(wrong if isinstance(wrong, str) else wrong())


@attrs.define
class Context:
    """A game under test."""

    game: Game
    seed: int = 0
    hands: int = 1
    """The number of playouts for the promise under test."""
    memory: dict[object, object] = attrs.field(factory=dict[object, object])
    """Data that checks keep between positions, by keys that they choose."""
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
class CheckedPosition:
    """A position of a playout, for a check."""

    context: Context
    playout: Playout
    moves_made: int
    rng: random.Random
    """A random generator, with the same seed each time the position is checked."""

    @property
    def state(self) -> AnyState:
        """The state at this position."""
        return self.playout.states[self.moves_made]

    @property
    def so_far(self) -> Playout:
        """The playout up to this position."""
        return self.playout.until(self.moves_made)

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
