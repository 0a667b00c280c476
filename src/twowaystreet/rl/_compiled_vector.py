"""Compiled batches, over the tables and the scores of the compiled playouts."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any, Final

import numpy as np
import numpy.typing as npt
from typing_extensions import override

from twowaystreet._core.cards.cards import CARDS
from twowaystreet._core.engine.game import own_part_of
from twowaystreet._core.engine.moves import Play, malformed
from twowaystreet._core.engine.verbs import apply, deal_places
from twowaystreet._core.playouts import chance, table_play
from twowaystreet._core.playouts.policies import deal_by
from twowaystreet._core.tricks.play_tables import PlayTables, Tally, TrickPoints
from twowaystreet._core.views.views import view
from twowaystreet._spaces.actions import Actions, Numbers
from twowaystreet._spaces.observation import Observation
from twowaystreet.fast import arrays, dealing, scoring, stepping
from twowaystreet.fast.arrays import NOBODY_PLAYS, State
from twowaystreet.fast.batches import quiet
from twowaystreet.fast.bits import Signed, Unsigned
from twowaystreet.fast.compiling import IS_PLAIN
from twowaystreet.fast.dealing import Records, Shared, StepArrays
from twowaystreet.fast.kernel import RawResults
from twowaystreet.fast.openings import Opening
from twowaystreet.rl._vector import Vector

_PLAYS: Final = tuple([Play(card) for card in CARDS])


class Openings:
    """The openings so far, by the dealer and the code of each."""

    def __init__(self, vector: Vector) -> None:
        self._vector = vector
        self._numbers: dict[int, int] = {}
        self._states: list[State] = []
        self._summaries: list[Tally | TrickPoints] = []
        self._table: list[tuple[int, int]] = []
        self._sets: dict[PlayTables, int] = {}

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self._vector,), (list(self._numbers), self._states)

    def __setstate__(self, kept: tuple[list[int], list[State]]) -> None:
        for key, state in zip(*kept, strict=True):
            self._enter(key, state)

    def add(self, row: int, rec: Records) -> None:
        facts: list[int] = rec.facts[row].tolist()
        seats = self._vector.seats
        dealer = facts[int(dealing.HAND)] % seats
        key = facts[int(dealing.CODE)] * seats + dealer
        if key in self._numbers:
            return
        path = rec.path[row, : facts[int(dealing.PATH)]].tolist()
        state = self._opened(row, facts[int(dealing.HAND)], facts[int(dealing.DEALS)], path)
        self._enter(key, state)

    def _enter(self, key: int, state: State) -> None:
        tables = None if state.hand_over else state._play_tables()
        summary = table_play.summary_of(state)
        assert summary is not None and (tables or state.hand_over)
        self._numbers[key] = len(self._numbers)
        self._states.append(state)
        self._summaries.append(summary)
        place = self._sets.setdefault(tables or NOBODY_PLAYS, len(self._sets))
        self._table.append((place, int(state.hand_over)))

    def _opened(self, row: int, hand: int, deals: int, path: list[int]) -> State:
        actions, seed = self._vector.actions, self._vector.seed
        state: State = actions.game.new_game(actions.rules, dealer=hand % self._vector.seats)
        key = chance.key_of(seed, row, hand)
        state = apply(state, deal_by(state, chance.at(key, deals - 1)))
        begun: Numbers = ()
        for number in path:
            if state.hand_over or state.phase is state._play_phase:
                break
            step = actions.step(view(state, state.actor), begun, number)
            if isinstance(step, tuple):
                begun = step
            else:
                begun, state = (), apply(state, step)
        return state

    def last_state(self, row: int, rec: Records, shown: StepArrays) -> State:
        """Return the last state of the hand that has just ended in a row."""
        hand = int(rec.facts[row, dealing.HAND]) - 1
        state = self._opened(row, hand, int(shown.deals[row]), rec.path[row].tolist())
        cards: Iterator[int] = iter(rec.card[row].tolist())
        names: list[tuple[int, int, int]] = rec.named[row, : shown.named[row]].tolist()
        words = {(trick, seat): stepping.WORDS[suit] for trick, seat, suit in names}
        while not state.hand_over:
            # A player who may name a suit may also play a Joker.
            is_play = state.phase is state._play_phase
            word = None if is_play else words.get((len(state.tricks), state.actor or 0))
            if word is None:
                state = apply(state, _PLAYS[next(cards)])
            else:
                number = self._vector.actions.names.index(word)
                step = self._vector.actions.step(view(state, state.actor), (), number)
                assert not isinstance(step, tuple)
                state = apply(state, step)
        return state

    def put_into(self, shared: Shared) -> Shared:
        if not self._numbers:
            return shared
        points = next((each for each in self._summaries if isinstance(each, TrickPoints)), None)
        size = 1 << (4 * len(self._numbers)).bit_length()
        slots: Unsigned = np.zeros(size, np.uint64)
        for key, entry in self._numbers.items():
            slot = chance.mixed(key) & size - 1
            while slots[slot]:
                slot = slot + 1 & size - 1
            slots[slot] = entry + 1
        return shared._replace(
            key=np.array(list(self._numbers), np.uint64),
            slots=slots,
            table=np.array(self._table, np.uint64),
            tables=arrays.tables_of([(each, points) for each in self._sets]),
        )

    def payoffs(self, ended: Signed, shown: StepArrays) -> npt.NDArray[np.float64]:
        entries: Any = shown.entry[ended]  # Any: numpy's types of indices
        found, which = np.unique(entries, return_inverse=True)
        states = [self._states[entry] for entry in found.tolist()]
        # Any: the kinds decide the types, which type checkers cannot see.
        summaries: list[Any] = [self._summaries[entry] for entry in found.tolist()]
        out = RawResults(
            won=shown.won[ended],
            moves=np.zeros(0, np.int32),
            points=shown.points[ended],
            winners=shown.winners[ended],
            record=np.zeros((0, 0), np.uint8),
        )
        if isinstance(summaries[0], TrickPoints):
            _, payoffs = scoring.by_points([self._vector.actions.game.new_game()], 1, out)
            return payoffs
        score = scoring.Tallied(states, summaries, which, shown.won.shape[1])
        _, payoffs = score(1, out._replace(winners=out.winners[:, : score.watched]))
        return payoffs


MOST_CARDS: Final = 255  # the greatest number of cards of a pack, which bytes can number
MOST_LEFT: Final = 127
"""The greatest number of cards that are not dealt, and of cards that are played."""
MOST_PLAYERS: Final = 11
FEW: Final = 512  # the number of rows that one thread steps faster than two


def opening_of(actions: Actions) -> Opening | None:
    """Return the opening of a game with compiled steps under these rules; ``None`` without."""
    game, rules = actions.game, actions.rules
    found = own_part_of(game.State, "compiled")
    has_steps = isinstance(found, Opening) and found.steps is not None
    if not has_steps or len(rules.pack) > MOST_CARDS or rules.seats > MOST_PLAYERS:
        return None
    state = game.new_game(rules)
    dealt = sum(map(len, deal_places(state)))
    is_small = max(dealt, len(rules.pack) - dealt) <= MOST_LEFT
    return found if is_small and found.options(state) is not None else None


class Compiled(Vector):
    # A batch whose steps are compiled. ``help`` shows the text of the base.
    __doc__ = Vector.__doc__

    compiled = True
    _part = "_openings"

    def __init__(
        self, actions: Actions, observation: Observation, n: int, seed: int, threads: int
    ) -> None:
        super().__init__(actions, observation, n, seed, threads)
        found = opening_of(actions)
        assert found and found.steps
        self._steps = found.steps
        state = actions.game.new_game(actions.rules)
        self._shared = _shared(self, self._steps, found.options(state) or ())
        self._records = _records(self, found, state)
        self._openings = Openings(self)
        # The totals of a match before its first hand are the same for all seats.
        self._out.observation.match[:] = observation.encode(view(state, 0)).match
        hands = len(state.hand_sizes)
        self._shown = StepArrays(
            hand=self._out.observation.hand,
            mask=self._out.mask,
            actor=self._out.actor,
            done=self._out.done,
            legal=np.zeros((n, -(-actions.size // 64)), np.uint64),
            entry=np.zeros(n, np.int64),
            deals=np.zeros(n, np.int64),
            named=np.zeros(n, np.int64),
            won=np.zeros((n, hands), np.int32),
            winners=np.zeros((n, observation.pieces["tricks"].shape[0]), np.uint8),
            points=np.zeros((n, hands if self._steps.has_points else 0), np.int64),
            waits=np.zeros(n, np.uint8),
        )
        self._cuts = [n * part // threads for part in range(threads + 1)]
        self._pool = None if threads == 1 or n < FEW or IS_PLAIN else ThreadPoolExecutor(threads)

    @override
    def _arrays(self) -> list[Any]:
        return [*super()._arrays(), *self._shown, *self._records]

    @override
    def __setstate__(self, kept: tuple[Any, ...]) -> None:
        super().__setstate__(kept)
        self._shared = self._openings.put_into(self._shared)

    @override
    def _last_state(self, row: int) -> State:
        return self._openings.last_state(row, self._records, self._shown)

    @override
    def _begin(self) -> None:
        self._run(np.full(self.n, dealing.RESET, np.int64))
        self._out.done[:] = False

    @override
    def _enter(self, numbers: npt.NDArray[np.int64]) -> None:
        wrong = stepping.first_illegal(numbers, self.actions.size, self._shown.legal)
        if wrong >= 0:
            names = self.actions.names
            legal = ", ".join(
                f"{number} ({names[number]})"
                for number in range(len(names))
                if int(self._shown.legal[wrong, number // 64]) >> number % 64 & 1
            )
            raise malformed(int(numbers[wrong]), f"one of the legal numbers {legal}")
        self._out.rewards[self._out.done] = 0
        self._run(numbers)
        ended = np.flatnonzero(self._out.done)
        if ended.size:
            self._out.rewards[ended] = self._openings.payoffs(ended, self._shown)

    def _run(self, numbers: Signed) -> None:
        """Step all rows; hands that wait for their tables go on when they are known."""
        with quiet():
            while self._run_once(numbers):
                waiting = np.flatnonzero(self._shown.waits)
                for row in waiting.tolist():
                    self._openings.add(row, self._records)
                self._shared = self._openings.put_into(self._shared)
                self._shown.waits[:] = 0
                numbers = np.full(self.n, dealing.SKIP, np.int64)
                numbers[waiting] = dealing.RESUME

    def _run_once(self, numbers: Signed) -> int:
        rest = numbers, self._shared, self._records, self._shown
        if self._pool is None:
            return self._steps.run(0, self.n, *rest)
        parts = [self._pool.submit(self._steps.run, *cut, *rest) for cut in pairwise(self._cuts)]
        return sum([part.result() for part in parts])


def _shared(vector: Vector, found: stepping.Stepping, options: tuple[int, ...]) -> Shared:
    actions, observation, rules = vector.actions, vector.observation, vector.actions.rules
    dealings = [
        arrays.dealing_of(actions.game.new_game(rules, dealer=each)) for each in range(rules.seats)
    ]
    pack, order, hands, _ = dealings[0]
    words = (*stepping.WORDS, *found.words)
    number = {name: place for place, name in enumerate(actions.names)}
    copies = observation.pieces["played"].columns
    different = [str(card) for card in actions.cards]
    names = [str(card) for card in CARDS]
    pieces = observation.pieces
    at = [pieces[name].start if name in pieces else int(stepping.NOWHERE) for name in found.pieces]
    phases = list(map(str, actions.game.State._phases))
    setup = {
        dealing.SEED: chance.mixed(vector.seed),
        dealing.SEATS: rules.seats,
        dealing.HANDS: hands,
        dealing.TURN: hands // rules.seats,
        dealing.PLAY: phases.index("play"),
        dealing.NAME: phases.index("name" if "name" in phases else "play"),
        dealing.DEALT: len(order) if found.dealt is None else hands * found.dealt,
        dealing.TOPS: len(rules.pack),
        dealing.CARDS: len(different),
        dealing.COPIES: len(copies),
    }
    index = {name: place for place, name in enumerate(names)}
    return Shared(
        setup=_numbers(setup[column] for column in sorted(setup)),
        options=_numbers((*options, 0)),
        pack=pack,
        hands=np.array([order for _, order, _, _ in dealings], np.uint64),
        card_of=_numbers(index.get(name, 64) for name in actions.names),
        word_of=_numbers(words.index(n) if n in words else 255 for n in actions.names),
        number_of=_numbers(number.get(name, 255) for name in names),
        number_of_word=_numbers(number.get(word, 255) for word in words),
        column=_numbers(different.index(n) if n in different else 0 for n in names),
        first=_numbers(copies.index(n) if n in copies else 0 for n in names),
        at=_numbers(at),
        key=np.zeros(1, np.uint64),
        slots=np.zeros(2, np.uint64),
        table=np.zeros((1, 2), np.uint64),
        tables=arrays.tables_of([(NOBODY_PLAYS, None)]),
    )


def _numbers(some: Any) -> Unsigned:  # Any: whole numbers of Python and of numpy
    return np.array([int(each) for each in some], np.uint64)


def _records(vector: Vector, found: Opening, state: State) -> Records:
    assert found.steps
    rules, (pack, _, hands, levels) = vector.actions.rules, arrays.dealing_of(state)
    cards = len(pack)
    shapes = {
        "facts": (int(dealing.OWN) + dealing.OWN_COLUMNS,),
        "held": (levels, hands),
        "turned": (hands if found.has_dummies else 0,),
        "next_up": (hands if found.has_dummies else 0,),
        "ring": (hands,),
        "player": (cards,),
        "card": (cards,),
        "taker": (vector.observation.pieces["tricks"].shape[0],),
        "pack": (cards + 2 * rules.seats,),
        "path": (1,),
        "begun": (4,),
        "named": (1, 3),
        "own": (1, 1),
    }
    return dealing.new_records(vector.n, shapes | dict(found.steps.shapes(state)))
