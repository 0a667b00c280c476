"""Playouts of many hands, compiled where tables suffice, and else through ``apply``."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from typing import Any, Final, Literal

import attrs
import numpy as np
import numpy.typing as npt

from twowaystreet._engine.game import GAMES, Game
from twowaystreet._engine.moves import Move
from twowaystreet._engine.state import AnyState, GameState, not_a_state
from twowaystreet._tricks.play_tables import PlayTables, Tally, TrickPoints
from twowaystreet._tricks.trick_state import TrickState
from twowaystreet._util.numbers import is_int
from twowaystreet._util.values import Value
from twowaystreet.errors import RulesError
from twowaystreet.fast import arrays, chance, kernel, object_level, scoring
from twowaystreet.fast.arrays import Position
from twowaystreet.fast.compiling import IS_PLAIN
from twowaystreet.fast.kernel import Results


@attrs.frozen(eq=False)
class Playouts(Value):
    """The results of playouts, as read-only arrays.

    The first axes number the states and the playouts of each (in :func:`hands` only the hands), the
    last axis of the first three arrays numbers the seats.

    Attributes:
        points: the change of each seat's total.
        payoffs: the worth of the hand to each seat, as :func:`~twowaystreet.payoffs` returns it.
        tricks: the tricks that each seat took in the playout; in Spades for two both hands of a
            player together.
        moves: the number of moves, deals and named suits included.
    """

    points: npt.NDArray[np.int64]
    payoffs: npt.NDArray[np.float64]
    tricks: npt.NDArray[np.int32]
    moves: npt.NDArray[np.int32]

    def __attrs_post_init__(self) -> None:
        """Make the arrays read-only."""
        for array in (self.points, self.payoffs, self.tricks, self.moves):
            array.flags.writeable = False


def playouts(
    state_or_states: AnyState | Iterable[AnyState],
    n: int,
    *,
    seed: int,
    policy: Literal["random"] = "random",
    threads: int = 1,
) -> Playouts:
    """Finish a hand many times, from one state or from each of several.

    The random numbers depend on the seed, the number of the state in the call and the number of the
    playout alone. So neither the other states, nor ``n``, nor ``threads`` change a playout.
    :func:`playout_moves` returns its moves.

    Args:
        state_or_states: states of hands that are not over, of games with equally many seats.
        n: the number of playouts of each state, at least 1.
        seed: a whole number, 0 to 2**64 - 1.
        policy: ``random`` chooses each legal move with the same probability.
        threads: the number of threads, at least 1.

    Returns:
        The results; the arrays have the shapes ``(states, n, seats)`` and ``(states, n)``.

    Raises:
        RulesError: if a hand is over, there are no states, or an argument is out of bounds.
        TypeError: if something is not a state.

    >>> import random, twowaystreet as tws
    >>> from twowaystreet.games import twos
    >>> state = twos.new_game()
    >>> state = tws.apply(state, tws.shuffle(state, random.Random(7)))
    >>> found = playouts(state, 1000, seed=1)
    >>> found.points.shape, int(found.moves.min()), int(found.tricks[0, 0].sum())
    ((1, 1000, 4), 52, 13)
    """
    states = _checked_states(state_or_states)
    _check_number("n", n, 1)
    _check_number("seed", seed, 0, chance.BITS)
    _check_number("threads", threads, 1)
    if policy != "random":
        raise RulesError("policy", policy, "random")
    return _play(states, n, seed, threads)


def hands(game: str | Game, rules: object, n: int, *, seed: int, threads: int = 1) -> Playouts:
    """Play whole random hands, with deals, auctions and exchanges; seat 0 deals.

    The hands are the playouts of ``new_game(rules)``, so :func:`playout_moves` of this state returns
    their moves.

    Args:
        game: a game, or its name.
        rules: the options; ``None`` for all the defaults.
        n: the number of hands, at least 1.
        seed: a whole number, 0 to 2**64 - 1.
        threads: the number of threads, at least 1.

    Returns:
        The results; the arrays have the shapes ``(n, seats)`` and ``(n,)``.

    Raises:
        RulesError: if there is no such game, or an argument is out of bounds.

    >>> found = hands("twenty_down", None, 500, seed=1)
    >>> found.points.shape, found.moves.shape
    ((500, 4), (500,))
    """
    if isinstance(game, str):
        if game not in GAMES:
            raise RulesError("game", game, ", ".join(GAMES))
        game = GAMES[game]
    elif not isinstance(game, Game):
        raise RulesError("game", game, "a twowaystreet.Game, or its name")
    found = playouts(game.new_game(rules), n, seed=seed, threads=threads)
    return Playouts(found.points[0], found.payoffs[0], found.tricks[0], found.moves[0])


def playout_moves(state: AnyState, playout: int, *, seed: int, number: int = 0) -> tuple[Move, ...]:
    """Return the moves of one playout, made through ``apply``.

    Args:
        state: the state.
        playout: the number of the playout, from 0.
        seed: the seed of the call.
        number: the number of the state in the call, from 0.

    >>> from twowaystreet.games import twos
    >>> moves = playout_moves(twos.new_game(), 3, seed=1)
    >>> len(moves) == hands("twos", None, 4, seed=1).moves[3]
    True
    """
    (state,) = _checked_states(state)
    _check_number("playout", playout, 0)
    _check_number("seed", seed, 0, chance.BITS)
    _check_number("number", number, 0)
    key = chance.key_of(seed, number, playout)
    return tuple(move for move, _ in object_level.random_moves(state, key))


def _check_number(field: str, value: int, least: int, most: int = 2**62) -> None:
    if not is_int(value) or not least <= value <= most:
        raise RulesError(field, value, f"a whole number, {least} to {most}")


def _checked_states(given: AnyState | Iterable[AnyState]) -> Sequence[AnyState]:
    """Return the states as a sequence; refuse hands that are over."""
    states = (given,) if isinstance(given, GameState) else tuple(given)
    if not states:
        raise RulesError("state_or_states", states, "at least one state")
    for number, state in enumerate(states):
        if not isinstance(state, GameState):
            raise not_a_state(state)
        if state.hand_over:
            raise RulesError(f"states[{number}]", state, "a hand that is not over")
    if len({len(state.scores) for state in states}) > 1:
        raise RulesError("state_or_states", states, "states with equally many seats")
    return states


_IN_THREADS: Final = 4
"""The number of parts for each thread, as some playouts take longer."""


def _tables_of(state: AnyState) -> PlayTables | None:
    """Return the tables of a state in the play, if tables suffice for the rest of its hand."""
    if isinstance(state, TrickState) and state._order:
        return state._play_tables()
    return None


def _play(states: Sequence[AnyState], n: int, seed: int, threads: int) -> Playouts:
    together: list[Position] = []
    alone: list[AnyState] = []
    numbers: list[int] = []
    for number, state in enumerate(states):
        tables = _tables_of(state)
        if tables is None:
            alone.append(state)
            numbers.append(number)
        else:
            together.append(Position(state, tables, number))
    batches = _batches(together)
    if len(batches) == 1 and not alone:
        points, payoffs, tricks, moves = _run(batches[0], n, seed, threads)
        shape = (len(states), n)
        return Playouts(
            points.reshape(*shape, -1),
            payoffs.reshape(*shape, -1),
            tricks.reshape(*shape, -1),
            moves.reshape(shape),
        )
    shape, seats = (len(states), n), len(states[0].scores)
    out = Playouts.__new__(Playouts)
    points = np.zeros((*shape, seats), np.int64)
    payoffs = np.zeros((*shape, seats), np.float64)
    tricks = np.zeros((*shape, seats), np.int32)
    moves = np.zeros(shape, np.int32)
    del out
    for batch in batches:
        places = [each.number for each in batch]
        each_result = _run(batch, n, seed, threads)
        for whole, part in zip((points, payoffs, tricks, moves), each_result, strict=True):
            whole[places] = part.reshape(len(places), n, *whole.shape[2:])
    opened: list[Position] = []
    for number, state in zip(numbers, alone, strict=True):
        for playout in range(n):
            made = 0
            key = chance.key_of(seed, number, playout)
            asked = False
            last = state
            for _, last in object_level.random_moves(state, key):
                made += 1
                if not asked and getattr(last, "_order", ()):
                    asked = True
                    tables = _tables_of(last)
                    if tables is not None:
                        opened.append(Position(last, tables, number, playout, made))
                        break
            else:
                place = number, playout
                score = last.score
                assert score is not None
                points[place], payoffs[place], moves[place] = score.points, score.payoffs, made
                for trick in getattr(last, "tricks", ())[len(getattr(state, "tricks", ())) :]:
                    tricks[(*place, trick.winner)] += 1
    for batch in _batches(opened):
        rows = [each.number for each in batch]
        columns = [each.playout for each in batch]
        each_result = _run(batch, 1, seed, threads)
        made_before = np.array([each.made for each in batch])
        for whole, part in zip((points, payoffs, tricks, moves), each_result, strict=True):
            whole[rows, columns] = part
        moves[rows, columns] += made_before
    return Playouts(points, payoffs, tricks, moves)


def _batches(positions: Iterable[Position]) -> list[list[Position]]:
    """Divide positions into those that the kernel can play in one call."""
    found: dict[Any, list[Position]] = defaultdict(list)  # Any: a class and two more facts
    for each in positions:
        state = each.state
        found[type(state), len(state._hand_data.held), each.tables.deciders].append(each)
    return list(found.values())


def _run(
    positions: Sequence[Position], n: int, seed: int, threads: int
) -> tuple[Any, Any, Any, Any]:
    """Play from some positions; return points, payoffs, tricks and moves. Any: arrays."""
    playouts_in_all = len(positions) * n
    summaries = [scoring.summary_of(each.state) for each in positions]
    tallies = [each for each in summaries if isinstance(each, Tally)]
    counted = [each for each in summaries if isinstance(each, TrickPoints)]
    by_cards = len(tallies) + len(counted) < len(summaries)
    first = max((tally.first for tally in tallies), default=0)
    points_of = counted[0] if counted else None
    sets: dict[PlayTables, int] = {}
    for each in positions:
        sets.setdefault(each.tables, len(sets))
    tables = arrays.tables_of([(each, points_of) for each in sets])
    starts = arrays.starts_of(positions, sets, first)
    hands = starts.held.shape[2]
    longest = 0
    if by_cards:
        longest = max(each.state._remaining.bit_count() for each in positions) * 2
    out = Results(
        won=np.empty((playouts_in_all, hands), np.int32),
        moves=np.empty(playouts_in_all, np.int32),
        points=np.empty((playouts_in_all, hands if counted else 0), np.int64),
        winners=np.empty((playouts_in_all, first), np.uint8),
        record=np.empty((playouts_in_all, longest), np.uint8),
    )
    _call_kernel(playouts_in_all, n, seed, threads, starts, tables, out)
    if by_cards:
        points, payoffs = scoring.by_tricks(positions, n, out)
    elif counted:
        points, payoffs = scoring.by_points(positions, n, out)
    else:
        points, payoffs = scoring.by_tally(positions, tallies, n, out)
    return points, payoffs, _by_seat(positions[0].state, out.won), out.moves


def _call_kernel(
    last: int,
    n: int,
    seed: int,
    threads: int,
    starts: kernel.Starts,
    tables: kernel.Tables,
    out: Results,
) -> None:
    mixed = np.uint64(chance.mixed(seed))
    # Plain Python warns about the overflow that the random numbers need.
    with np.errstate(over="ignore") if IS_PLAIN else nullcontext():
        if threads == 1 or last == 1:
            kernel.play(0, last, n, mixed, starts, tables, out)
            return
        parts = min(last, threads * _IN_THREADS)
        cuts = [last * part // parts for part in range(parts + 1)]
        with ThreadPoolExecutor(threads) as pool:
            done = [
                pool.submit(kernel.play, begin, end, n, mixed, starts, tables, out)
                for begin, end in zip(cuts, cuts[1:], strict=False)
            ]
            for each in done:
                each.result()


def _by_seat(state: Any, won: kernel.Counts) -> kernel.Counts:  # Any: a state with tricks
    """Return the tricks of each seat from those of each hand."""
    seats = len(state.scores)
    hands = won.shape[1]
    if hands == seats:
        return won
    found: kernel.Counts = np.zeros((len(won), seats), np.int32)
    for hand in range(hands):
        found[:, state._taken_by(hand).winner] += won[:, hand]
    return found
