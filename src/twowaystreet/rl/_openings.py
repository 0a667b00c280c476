"""The openings of the hands of a compiled batch: their tables, and the scores that follow them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from twowaystreet._core.cards.cards import CARDS
from twowaystreet._core.engine.moves import Play
from twowaystreet._core.engine.verbs import apply
from twowaystreet._core.playouts import chance, scores
from twowaystreet._core.playouts.moves import deal_by
from twowaystreet._core.tricks.play_tables import PlayTables, Tally, TrickPoints
from twowaystreet._core.views.views import view
from twowaystreet._spaces.actions import Numbers
from twowaystreet.fast import arrays, records, scoring
from twowaystreet.fast.arrays import State
from twowaystreet.fast.bits import Signed, Unsigned
from twowaystreet.fast.kernel import Results
from twowaystreet.fast.openings import NOBODY_PLAYS
from twowaystreet.fast.records import Records, Shown, World
from twowaystreet.fast.stepping import WORDS
from twowaystreet.rl._vector import Vector

_PLAYS: Final = tuple([Play(card) for card in CARDS])


class Openings:
    """The openings so far, by the dealer and the code of each.

    The first hand with each code is opened once more through ``apply``, so that the state class
    gives the tables and the score.

    Args:
        vector: the batch.
    """

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
        """Add the opening of the hand in a row."""
        facts: list[int] = rec.facts[row].tolist()
        seats = self._vector.seats
        dealer = facts[int(records.HAND)] % seats
        key = facts[int(records.CODE)] * seats + dealer
        if key in self._numbers:
            return
        path = rec.path[row, : facts[int(records.PATH)]].tolist()
        state = self._opened(row, facts[int(records.HAND)], facts[int(records.DEALS)], path)
        self._enter(key, state)

    def _enter(self, key: int, state: State) -> None:
        """Keep the state after an opening, with what follows from it."""
        tables = None if state.hand_over else state._play_tables()
        summary = scores.summary_of(state)
        assert summary is not None and (tables or state.hand_over)
        self._numbers[key] = len(self._numbers)
        self._states.append(state)
        self._summaries.append(summary)
        place = self._sets.setdefault(tables or NOBODY_PLAYS, len(self._sets))
        self._table.append((place, int(state.hand_over)))

    def _opened(self, row: int, hand: int, deals: int, path: list[int]) -> State:
        """Return the state after the opening of a hand.

        Args:
            row: the row.
            hand: the number of the hand.
            deals: the number of its deals.
            path: the numbers entered since the last deal; others may follow.
        """
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

    def last_state(self, row: int, rec: Records, shown: Shown) -> State:
        """Return the last state of the hand that has just ended in a row.

        Its plays and names are still in the records, which only the next plays replace.
        """
        hand = int(rec.facts[row, records.HAND]) - 1
        state = self._opened(row, hand, int(shown.deals[row]), rec.path[row].tolist())
        cards: Iterator[int] = iter(rec.card[row].tolist())
        names: list[tuple[int, int, int]] = rec.named[row, : shown.named[row]].tolist()
        words = {(trick, seat): WORDS[suit] for trick, seat, suit in names}
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

    def put_into(self, world: World) -> World:
        """Return what the hands share, with the openings so far."""
        if not self._numbers:
            return world
        points = next((each for each in self._summaries if isinstance(each, TrickPoints)), None)
        size = 1 << (4 * len(self._numbers)).bit_length()
        slots: Unsigned = np.zeros(size, np.uint64)
        for key, entry in self._numbers.items():
            slot = chance.mixed(key) & size - 1
            while slots[slot]:
                slot = slot + 1 & size - 1
            slots[slot] = entry + 1
        return world._replace(
            key=np.array(list(self._numbers), np.uint64),
            slots=slots,
            table=np.array(self._table, np.uint64),
            tables=arrays.tables_of([(each, points) for each in self._sets]),
        )

    def payoffs(self, ended: Signed, shown: Shown) -> npt.NDArray[np.float64]:
        """Return the payoffs of the hands that have just ended in some rows."""
        entries: Any = shown.entry[ended]  # Any: numpy's types of indices
        found, which = np.unique(entries, return_inverse=True)
        states = [self._states[entry] for entry in found.tolist()]
        # Any: the kinds decide the types, which type checkers cannot see.
        summaries: list[Any] = [self._summaries[entry] for entry in found.tolist()]
        out = Results(
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
