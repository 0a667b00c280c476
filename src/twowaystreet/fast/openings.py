"""Compiled openings: deals, auctions and exchanges, up to the first card of the play.

The first hand with each code is opened once more through ``apply``, so that the state class gives
the score and the tables.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import lru_cache, partial
from operator import attrgetter
from typing import Any, Final, TypeAlias

import attrs
import numpy as np
import numpy.typing as npt

from twowaystreet._core.cards.cards import Card
from twowaystreet._core.engine.game import own_part_of
from twowaystreet._core.engine.moves import Move, Phase
from twowaystreet._core.engine.verbs import apply, legal_moves
from twowaystreet._core.players import Tables as RuleTables
from twowaystreet._core.playouts import chance, table_play
from twowaystreet._core.playouts.policies import Policy, opening_tables
from twowaystreet._core.playouts.policies import moves as policy_moves
from twowaystreet._core.tricks.play_tables import PlayTables, Tally, TrickPoints, class_of
from twowaystreet._util.values import Value
from twowaystreet.fast import arrays, kernel, scoring
from twowaystreet.fast.arrays import NOBODY_PLAYS, Dealing, State
from twowaystreet.fast.batches import Batch, Place, Workers, quiet
from twowaystreet.fast.bits import Counts, Signed, Unsigned
from twowaystreet.fast.dealing import AT_RANDOM, DEAL, PointFacts, Points, Setup
from twowaystreet.fast.kernel import SAID_CODE, SAID_SEAT, Starts
from twowaystreet.fast.stepping import Stepping

# Any: a compiled function with the arguments that `Opening` lists.
Play: TypeAlias = Callable[..., None]

BLOCK: Final = 32768
"""The number of hands that are opened before they are played, so that they stay in the cache."""
NO_MOVE: Final = -1  # in place of the number of a move or of a seat that is missing


@attrs.frozen(eq=False)
class Choices(Value):
    """The moves between the deal and the play: declarations, bids, exchanges and others.

    The first axes of the arrays, which are read-only, are those of
    :class:`~twowaystreet.fast.Playouts`. The last axis numbers the moves of a hand since its last
    deal. In a game without tricks these are all its moves.

    Attributes:
        moves: the different moves that occur.
        made: the numbers of the moves in ``moves``; -1 after the last.
        seats: the seats that made them; -1 after the last.
    """

    moves: tuple[Move, ...]
    made: npt.NDArray[np.int32]
    seats: npt.NDArray[np.int32]

    def __attrs_post_init__(self) -> None:
        for array in (self.made, self.seats):
            array.setflags(write=False)

    def __getitem__(self, place: Any) -> tuple[tuple[int, Move], ...]:
        """Return the moves of one hand, each with its seat.

        >>> from twowaystreet import fast
        >>> said = fast.hands("duel", 500, seed=1, policy="simple", choices=True).choices
        >>> [f"{seat}: {move}" for seat, move in said[1]]
        ['0: bid 1 high', '1: bid 2 low', '1: exchange QC JS']
        """
        seats: list[int] = self.seats[place].tolist()
        both: Iterable[tuple[int, int]] = zip(seats, self.made[place].tolist(), strict=True)
        return tuple((seat, self.moves[number]) for seat, number in both if number != NO_MOVE)


@attrs.frozen(eq=False)
class Noted:
    shape: tuple[int, int]  # the numbers of states and of playouts
    # the moves that compiled openings noted, with their places and the moves of their codes
    compiled: list[tuple[Place, Unsigned, Callable[[int], Move]]]
    # the state, the playout, and the moves made through ``apply``, each after its seat
    listed: list[tuple[int, int, Sequence[tuple[int, Move]]]]

    def choices(self) -> Choices:
        compiled = [int(said[:, 0, 0].max(initial=0)) for _, said, _ in self.compiled]
        longest = max([*compiled, *(len(moves) for _, _, moves in self.listed)], default=0)
        made: Counts = np.full((*self.shape, longest), NO_MOVE, np.int32)
        seats: Counts = np.full_like(made, NO_MOVE)
        numbers: dict[Move, int] = {}
        for place, said, move in self.compiled:
            rows, counts = said[:, 1 : 1 + longest], said[:, 0, :1].astype(np.int64)
            steps: Signed = np.arange(rows.shape[1], dtype=np.int64)
            is_there: npt.NDArray[np.bool_] = np.less(steps, counts)
            codes, which = np.unique(rows[:, :, SAID_CODE][is_there], return_inverse=True)
            known = [numbers.setdefault(move(code), len(numbers)) for code in codes.tolist()]
            found: Counts = np.full(is_there.shape, NO_MOVE, np.int32)
            found[is_there] = np.array(known, np.int32)[which]
            of_seats = np.where(is_there, rows[:, :, SAID_SEAT].astype(np.int32), NO_MOVE)
            at = (*place, slice(rows.shape[1]))
            made[at] = found.reshape(made[at].shape)
            seats[at] = of_seats.reshape(made[at].shape)
        for number, playout, moves in self.listed:
            for step, (seat, each) in enumerate(moves):
                made[number, playout, step] = numbers.setdefault(each, len(numbers))
                seats[number, playout, step] = seat
        return Choices(tuple(numbers), made, seats)


def _nothing(_: State) -> tuple[int, ...]:
    return (0,)


@attrs.frozen(eq=False)
class Opening:
    """The compiled opening of a game: ``COMPILED`` in ``compiled.py`` beside its state class."""

    #: a function of a state. It returns the numbers that the compiled function needs, or ``None``
    #: if it cannot open this hand. They follow from the match.
    options: Callable[[State], tuple[int, ...] | None]
    #: the compiled function. Its arguments are the first place in the starts and the place after
    #: the last, the number of the hand at place 0, the setup, the points, the tables of the rules
    #: of thumb, the starts and the codes. The hands ``p * n`` to ``p * n + n - 1`` begin at point
    #: ``p``. The code of a hand is a number on which, with ``shared``, score and tables depend.
    play: Play
    phases: tuple[Phase, ...] = ()  #: the phases of the opening after the deal
    #: a function of a state in one of these phases. It returns the code so far, and then the game's
    #: own facts.
    point: Callable[[State], tuple[int, ...]] = _nothing
    columns: int = 0  #: the number of the game's own facts
    #: the numbers of axes of the tables by which rules of thumb choose
    tables: tuple[int, ...] = ()
    #: a function of such a state that returns the cards whose order matters
    cards: Callable[[State], Sequence[Card]] = attrgetter("_hand_data.stock")
    #: a function of a state that returns the facts besides the match that the opening leaves alone,
    #: and on which the score depends
    shared: Callable[[State], Hashable] = _nothing
    has_dummies: bool = False  #: True if hands turn up cards
    #: a function of the code of a noted move that returns the move; ``None`` if the opening notes
    #: none, so that calls that ask for these moves open the hands through ``apply``
    move: Callable[[int], Move] | None = None
    #: a function of a state that returns the greatest number of noted moves
    longest: Callable[[State], int] = lambda state: 0
    #: the compiled steps of batches, to which the options go as well; ``None`` without
    steps: Stepping | None = None


@attrs.frozen(eq=False)
class Way:
    opening: Opening
    policy: Policy
    tables: tuple[RuleTables, ...]  # the tables of each rule of thumb
    rules: tuple[int, ...]  # for each seat the number of its rule, or ``AT_RANDOM``
    shared: Hashable  # the class of the states, and what else they share
    dealing: Dealing


class OpeningFinder:
    def __init__(self, policy: Policy) -> None:
        self._policy: Policy = policy
        self._openings: dict[type, Opening | None] = {}
        # The hash of a match takes longer than all the rest for a state.
        self._by_identity: dict[Hashable, Way | None] = {}
        self._by_value: dict[Hashable, Way | None] = {}

    def of(self, state: State) -> Way | None:
        """Return the way to open a state by compiled code; ``None`` if there is none."""
        kind = class_of(state)
        if kind not in self._openings:
            part = own_part_of(kind, "compiled")
            self._openings[kind] = part if isinstance(part, Opening) else None
        opening = self._openings[kind]
        if opening is None or not (state.needs_deal or state.phase in opening.phases):
            return None
        shared = opening.shared(state)
        key = kind, id(state._match), shared
        if key not in self._by_identity:
            value = kind, state._match, shared
            if value not in self._by_value:
                self._by_value[value] = _way(opening, self._policy, value, state)
            self._by_identity[key] = self._by_value[value]
        return self._by_identity[key]


def _way(opening: Opening, policy: Policy, shared: Hashable, state: State) -> Way | None:
    if opening.options(state) is None or table_play.card_play_of(policy, state) is None:
        return None
    of_seats = opening_tables(policy, state) if opening.phases else ()
    if of_seats is None:
        return None
    numbers = dict[RuleTables, int]()
    rules = [
        int(AT_RANDOM) if each is None else numbers.setdefault(each, len(numbers))
        for each in of_seats
    ]
    if shared not in _dealings:  # a deal takes 60 microseconds
        if len(_dealings) >= MOST_DEALINGS:
            _dealings.clear()
        _dealings[shared] = arrays.dealing_of(state)
    return Way(opening, policy, tuple(numbers), tuple(rules), shared, _dealings[shared])


_dealings: Final[dict[Hashable, Dealing]] = {}
MOST_DEALINGS: Final = 64


@attrs.frozen(eq=False)
class _Opened:
    """The first state of the play after an opening, for everything that its code decides."""

    state: State
    tables: PlayTables | None
    summary: Tally | TrickPoints | None


class Task:
    """The hands to open: ``n`` playouts from each of several states that go the same way.

    The first moves of the playouts may be given. The numbers of the states in the call are greater
    by ``first`` than those of their places in the results.
    """

    def __init__(
        self,
        way: Way,
        states: Sequence[State],
        numbers: Sequence[int],
        first: int,
        n: int,
        seed: int,
        moves: Sequence[Move] = (),
        *,
        is_noted: bool = False,
    ) -> None:
        self._way, self._states, self._numbers, self._first = way, states, numbers, first
        self._n, self._seed, self._moves = n, seed, moves
        self._opening = way.opening
        is_noted = is_noted and way.opening.move is not None
        self._rows = 1 + way.opening.longest(states[0]) if is_noted else 0
        state, dealing = states[0], way.dealing
        legal = {move: number for number, move in enumerate(legal_moves(state) if moves else ())}
        self._setup = Setup(
            np.uint64(chance.mixed(seed)),
            np.uint64(n),
            np.array([legal[move] for move in moves], np.uint64),
            dealing.pack,
            dealing.order,
            np.array(self._opening.options(state), np.uint64),
            np.array(way.rules, np.uint64),
        )
        axes = self._opening.tables  # of tables that nobody reads where there are no rules
        blank = tuple([np.zeros((1,) * (1 + count), np.int64) for count in axes])
        self._tables = _arrays(way.tables) if way.tables else blank
        in_call = [first + number for number in numbers]
        self._points = _points(self._opening, states, in_call, dealing.hands)

    def batches(self, workers: Workers) -> Iterator[tuple[Place, Batch]]:
        count = len(self._states) * self._n
        for first in range(0, count, BLOCK):
            last = min(count, first + BLOCK)
            starts, codes = self._open(first, last, workers)
            yield self._place(first, last), self._batch(first, starts, codes)

    def _open(self, first: int, last: int, workers: Workers) -> tuple[Starts, Unsigned]:
        starts, codes = self._empty(last - first), np.empty(last - first, np.uint64)
        rest = first, self._setup, self._points, self._tables, starts, codes
        workers.share(lambda begin, end: self._opening.play(begin, end, *rest), last - first)
        return starts, codes

    def _place(self, first: int, last: int) -> Place:
        if len(self._states) == 1:
            return self._numbers[0], slice(first, last)
        point, playout = np.divmod(np.arange(first, last), self._n)
        return np.array(self._numbers)[point], playout

    def _empty(self, size: int) -> Starts:
        hands, has_dummies = self._way.dealing.hands, self._opening.has_dummies
        cards = len(self._setup.hands) // hands
        return Starts(
            facts=np.zeros((size, len(kernel.StartFacts._fields)), np.uint64),
            ring=np.empty((size, hands), np.uint64),
            table=np.zeros((size, 1), np.uint64),
            held=np.empty((size, self._way.dealing.levels, hands), np.uint64),
            turned=np.empty((size, hands if has_dummies else 0), np.uint64),
            pile=np.zeros((size, hands, 1 + cards) if has_dummies else (1, 1, 1), np.uint64),
            winners=np.empty((size, 0), np.uint64),
            said=np.zeros((size if self._rows else 1, self._rows, 2), np.uint64),
        )

    def _batch(self, first: int, starts: Starts, codes: Unsigned) -> Batch:
        found, which = np.empty_like(codes), np.empty(len(codes), np.int64)
        examples = np.empty(len(codes), np.int64)
        with quiet():
            count = scoring.numbered(codes, found, which, examples)
        opened = [
            self._opened(code, first + place)
            for code, place in zip(found[:count].tolist(), examples.tolist(), strict=False)
        ]
        state, states = self._states[0], [each.state for each in opened]
        sets = {each.tables: 0 for each in opened if each.tables} or {NOBODY_PLAYS: 0}
        numbers = {tables: place for place, tables in enumerate(sets)}
        of_code = [numbers[each.tables] if each.tables else 0 for each in opened]
        starts.facts[:, int(kernel.TABLES)] = np.array(of_code, np.uint64)[which]
        summaries = [each.summary for each in opened]
        worth = next((each for each in summaries if isinstance(each, TrickPoints)), None)
        tables = arrays.tables_of([(each, worth) for each in sets])
        card_play = table_play.card_play_of(self._way.policy, state)
        assert card_play
        choices = arrays.choices_of([card_play(each) for each in states], [state], which)
        if worth:
            score_points = partial(scoring.by_points, [state])
            return Batch(state, 1, starts, tables, score_points, points=True, choices=choices)
        tallies = [each for each in summaries if isinstance(each, Tally)]
        score = scoring.Tallied(states, tallies, which, starts.held.shape[2])
        winners: Unsigned = np.full((len(codes), score.watched), table_play.NOBODY, np.uint64)
        return Batch(state, 1, starts._replace(winners=winners), tables, score, choices=choices)

    def _opened(self, code: int, hand: int) -> _Opened:
        """Return the first state of the play of a hand with this code, opened through ``apply``."""
        known = _opened_before.setdefault(self._way.shared, {})
        found = known.get(code)
        if found is None:
            point, playout = divmod(hand, self._n)
            last: State = self._states[point]
            key = chance.key_of(self._seed, self._first + self._numbers[point], playout)
            if self._moves:
                last = apply(last, self._moves[playout])
            steps = policy_moves(self._way.policy, last, key)
            while not (last.hand_over or getattr(last, "_order", ())):
                _, last = next(steps)
            tables = None if last.hand_over else last._play_tables()
            found = _Opened(last, tables, table_play.summary_of(last))
            if sum(map(len, _opened_before.values())) >= MOST:
                _opened_before.clear()
            _opened_before.setdefault(self._way.shared, {})[code] = found
        return found


@lru_cache(maxsize=64)
def _arrays(rules: tuple[RuleTables, ...]) -> tuple[Signed, ...]:
    """Return each table of rules of thumb with the rules as its first axis."""
    return tuple([np.array(table, np.int64) for table in zip(*rules, strict=True)])


def _points(
    opening: Opening, states: Sequence[State], numbers: Sequence[int], hands: int
) -> Points:
    stages = {phase: place for place, phase in enumerate(states[0]._phases)}
    undealt = (0,) * (1 + opening.columns)
    begun = [state for state in states if not state.needs_deal]
    held: Unsigned = np.zeros((1, 1, hands), np.uint64)
    cards: Unsigned = np.zeros((1, 1), np.uint64)
    rows, facts = list[list[int]](), list[tuple[int, ...]]()
    for number, state in zip(numbers, states, strict=True):
        if state.needs_deal:
            fact = PointFacts(held=0, state=number, stage=int(DEAL), seat=0, size=0)
            facts.append((*fact, *undealt))
            continue
        some, stage = [card.index for card in opening.cards(state)], stages[state.phase]
        fact = PointFacts(len(rows), number, stage, state.actor, len(some))
        facts.append((*fact, *opening.point(state)))
        rows.append(some)
    if begun:
        held, cards = arrays.held_in(begun), arrays.rows_of(rows)
    return Points(np.array(facts, np.uint64), held, cards)


_opened_before: Final[dict[Hashable, dict[int, _Opened]]] = {}
MOST: Final = 100_000
