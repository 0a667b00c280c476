"""Moves times worlds: the payoff of each move in each world, with one playout for each pair."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Any

import attrs
import numpy as np
import numpy.typing as npt

from twowaystreet._core.engine.moves import Play
from twowaystreet._core.engine.state import AnyState
from twowaystreet._core.engine.verbs import apply, legal_moves, payoffs
from twowaystreet._core.players import own_rule_of
from twowaystreet._core.playouts.policies import rules_of
from twowaystreet._core.playouts.trials import Rows, Trials
from twowaystreet._core.tricks.play_tables import class_of, is_open
from twowaystreet.fast import arrays
from twowaystreet.fast.arrays import PlayoutStart
from twowaystreet.fast.batches import Batch, Workers, batch_of, workers_of
from twowaystreet.fast.bits import Unsigned
from twowaystreet.fast.many_hands import begun, divided, position_of
from twowaystreet.fast.openings import OpeningFinder, Task, Way
from twowaystreet.fast.sampling import Sampler, sampler_of


class Matrix:
    """Compiled trials of moves in worlds.

    In the play of cards each world is encoded once, and the kernel makes the first card of its
    playout number ``k`` the move number ``k``. Where the hands are all that differs between the
    worlds of a view, they are sampled as masks, and no state is built. Before the play the compiled
    opening makes the move number ``k`` in the same way. Other moves go through ``apply``, and the
    kernel finishes the hands.
    """

    def __init__(self, trials: Trials, threads: int) -> None:
        self._trials, self._threads = trials, threads

    def rows(self, first: int, count: int) -> Rows:
        """Try all moves in some worlds."""
        with workers_of(self._threads) as workers:
            return self._rows(first, count, workers)

    def _rows(self, first: int, count: int, workers: Workers) -> Rows:
        trials = self._trials
        seat, moves = trials.view.seat, trials.moves
        found: npt.NDArray[np.float64] = np.empty((len(moves), count), np.float64)
        if self._cards is not None and self.begin:
            for places, batch in self._batches(found, first, workers):
                _, worth, _, _ = batch.run(trials.of_playouts, workers)
                found[:, places] = worth[:, seat].reshape(-1, len(moves)).T
        elif self._way:
            self._through_opening(self._way, found, first, workers)
        else:
            worlds = enumerate(trials.sample(first, count), start=first)
            self._through_apply(found, worlds, first, workers)
        rows: Rows = found.tolist()
        return rows

    @cached_property
    def _cards(self) -> Unsigned | None:
        """The cards of the moves; ``None`` if some move is not the play of a card."""
        moves = self._trials.moves
        cards = [move.card.index for move in moves if type(move) is Play]
        return np.array(cards, np.uint64) if len(cards) == len(moves) else None

    @cached_property
    def begin(self) -> PlayoutStart | None:
        """The first world, if the kernel can play from there."""
        return position_of(self._trials.first_world, self._trials.policy, 0)

    @cached_property
    def _way(self) -> Way | None:
        """The way to open the first world, and with it all worlds, by compiled code."""
        return OpeningFinder(self._trials.policy).of(self._trials.first_world)

    @cached_property
    def open_batch(self) -> Batch | None:
        """The batch of the first world, if all worlds have the same rules of play and score."""
        if self.begin is None or not is_open(self.begin.state):
            return None
        own = own_rule_of(class_of(self.begin.state))
        rules = rules_of(self._trials.policy, self.begin.state)
        if any(rule is not None and type(rule) is not type(own) for rule in rules):
            return None  # another rule of thumb may read hidden facts
        batch = batch_of([self.begin], len(self._trials.moves))
        return None if batch.longest else batch

    @cached_property
    def sampler(self) -> Sampler | None:
        """The compiled samples; ``None`` if the worlds differ in more than their hands."""
        assert self.begin
        state, dummies = self.begin.state, self.begin.tables.dummies
        hands = len(state._hand_data.held)
        turning = dummies.hands if dummies else ()
        return sampler_of(self._trials.of_view, hands, state.rules.pack, turning)

    def _batches(
        self, found: npt.NDArray[np.float64], first: int, workers: Workers
    ) -> Iterator[tuple[Any, Batch]]:
        """Yield worlds in the play as batches; finish those here that the kernel cannot play.

        Any: the numbers of the worlds of a batch, from 0, as an index of arrays.
        """
        trials, batch, count = self._trials, self.open_batch, found.shape[1]
        assert self.begin and self._cards is not None
        if batch and self.sampler:
            held, piles = self.sampler.draw(trials.of_worlds, first, count, workers)
            yield slice(None), batch.in_worlds(held, first, self._cards, piles)
            return
        worlds = trials.sample(first, count)
        if batch:
            held = arrays.held_in(worlds)
            known = [(world, self.begin.tables) for world in worlds]
            _, piles = arrays.dummies_in(known, held.shape[2])
            yield slice(None), batch.in_worlds(held, first, self._cards, piles)
            return
        in_play, rest = list[PlayoutStart](), list[tuple[int, AnyState]]()
        for number, world in enumerate(worlds, start=first):
            position = position_of(world, trials.policy, number)
            if position:
                in_play.append(position)
            else:
                rest.append((number, world))
        self._through_apply(found, rest, first, workers)
        for some in divided(in_play):
            places = [each.number - first for each in some]
            yield places, attrs.evolve(batch_of(some, len(trials.moves)), forced=self._cards)

    def _through_opening(
        self, way: Way, found: npt.NDArray[np.float64], first: int, workers: Workers
    ) -> None:
        """Make each move in each world in the compiled opening, and finish the hands from there."""
        trials, count = self._trials, found.shape[1]
        seed, seat = trials.of_playouts, trials.view.seat
        legal = {move: number for number, move in enumerate(legal_moves(trials.view))}
        moves = {move: legal[move] for move in trials.moves}
        numbers = range(first, first + count)
        task = Task(way, trials.sample(first, count), numbers, len(moves), seed, moves)
        for (worlds, places), batch in task.batches(workers):
            _, worth, _, _ = batch.run(seed, workers)
            found[places, worlds - first] = worth[:, seat]

    def _through_apply(
        self,
        found: npt.NDArray[np.float64],
        worlds: Iterable[tuple[int, AnyState]],
        first: int,
        workers: Workers,
    ) -> None:
        """Make each move in some worlds through ``apply``, and finish the hands from there."""
        trials, in_play = self._trials, list[PlayoutStart]()
        seed, policy, seat = trials.of_playouts, trials.policy, trials.view.seat
        for number, world in worlds:
            for place, move in enumerate(trials.moves):
                after = begun(apply(world, move), number, place, seed, policy)
                if isinstance(after, PlayoutStart):
                    in_play.append(after)
                else:
                    assert seat is not None
                    found[place, number - first] = payoffs(after[0])[seat]
        for batch in divided(in_play):
            _, worth, _, _ = batch_of(batch, 1).run(seed, workers)
            rows = [each.playout for each in batch]
            found[rows, [each.number - first for each in batch]] = worth[:, seat]
