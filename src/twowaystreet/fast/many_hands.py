"""Playouts of many hands, compiled where tables suffice, and else through ``apply``."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Final

import attrs
import numpy as np
import numpy.typing as npt

from twowaystreet._core.engine.game import Game, checked_game
from twowaystreet._core.engine.moves import Move, Play
from twowaystreet._core.engine.seats import plain_number
from twowaystreet._core.engine.state import AnyState, GameState, not_a_state
from twowaystreet._core.engine.verbs import apply, payoffs, score_hand
from twowaystreet._core.playouts import chance, table_play
from twowaystreet._core.playouts.policies import Policy, check_policy, policy_of
from twowaystreet._core.playouts.policies import moves as policy_moves
from twowaystreet._core.tricks.trick_state import TrickState
from twowaystreet._util.values import Value
from twowaystreet.errors import RulesError
from twowaystreet.fast.arrays import PlayoutStart
from twowaystreet.fast.batches import Part, Place, Workers, batch_of, workers_of
from twowaystreet.fast.bits import AnyArray, Unsigned
from twowaystreet.fast.openings import Choices, Noted, OpeningFinder, Task, Way


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
        choices: what was declared, bid and exchanged; ``None`` unless the call asks for it.
    """

    points: npt.NDArray[np.int64]
    payoffs: npt.NDArray[np.float64]
    tricks: npt.NDArray[np.int32]
    moves: npt.NDArray[np.int32]
    choices: Choices | None = None

    def __attrs_post_init__(self) -> None:
        for array in (self.points, self.payoffs, self.tricks, self.moves):
            array.setflags(write=False)


def playouts(
    state_or_states: AnyState | Iterable[AnyState],
    n: int,
    *,
    seed: int,
    policy: Policy = "random",
    threads: int = 1,
    choices: bool = False,
) -> Playouts:
    """Finish a hand many times, from one state or from each of several.

    The random numbers depend on the seed, the number of the state in the call and the number of the
    playout alone. So neither the other states, nor ``n``, nor ``threads`` change a playout.
    :func:`playout_moves` returns its moves.

    Args:
        state_or_states: states of hands that are not over, of games with equally many seats.
        n: the number of playouts of each state, 1 to 2**40.
        seed: a whole number, 0 to 2**64 - 1.
        policy: the policy of all seats, or a list with that of each seat. ``random`` chooses each
            legal move with the same probability. ``simple`` chooses as
            :func:`twowaystreet.players.simple`, which draws random numbers only to name a suit and
            in games without a rule of thumb. A :class:`~twowaystreet.authoring.RuleOfThumb` chooses
            by its own constants.
        threads: the number of threads, at least 1.
        choices: True to return the moves before the play, too.

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
    n = plain_number("n", n, 1, MOST_PLAYOUTS)
    seed = plain_number("seed", seed, 0, chance.BITS)
    threads = plain_number("threads", threads, 1)
    policy = _checked_policy(policy, states)
    noted = Noted((len(states), n), [], []) if choices else None
    with workers_of(threads) as workers:
        found = play(states, n, seed, policy, workers, noted=noted)
    return Playouts(*found, noted.choices() if noted else None)


def hands(
    game: str | Game,
    n: int,
    *,
    rules: object = None,
    seed: int,
    policy: Policy = "random",
    threads: int = 1,
    choices: bool = False,
) -> Playouts:
    """Play whole hands, with deals, auctions and exchanges; seat 0 deals.

    The hands are the playouts of ``new_game(rules)``. So :func:`playout_moves` of this state
    returns their moves.

    Args:
        game: a game, or its name.
        n: the number of hands, 1 to 2**40.
        rules: the options; ``None`` for all the defaults.
        seed: a whole number, 0 to 2**64 - 1.
        policy: the policy of all seats, or a list with that of each seat, as for :func:`playouts`.
        threads: the number of threads, at least 1.
        choices: True to return what was declared, bid and exchanged, too.

    Returns:
        The results; the arrays have the shapes ``(n, seats)`` and ``(n,)``.

    Raises:
        RulesError: if there is no such game, or an argument is out of bounds.

    >>> found = hands("twenty_down", 500, seed=1)
    >>> found.points.shape, found.moves.shape
    ((500, 4), (500,))
    >>> found = hands("twos", 500, seed=1, policy=["simple", "random", "random", "random"])
    >>> int(found.payoffs.mean(axis=0).argmax())
    0
    >>> from twowaystreet.games import street
    >>> found = hands("street", 500, rules=street.Rules(players=3), seed=1, choices=True)
    >>> [f"{seat}: {move}" for seat, move in found.choices[0]]
    ['0: low', '0: exchange 6D 3H', '1: high', '1: exchange AH KS', '2: low', '2: exchange 8C 10H']
    """
    start = checked_game(game).new_game(rules)
    found = playouts(start, n, seed=seed, policy=policy, threads=threads, choices=choices)
    if said := found.choices:
        said = Choices(said.moves, said.made[0], said.seats[0])
    return Playouts(found.points[0], found.payoffs[0], found.tricks[0], found.moves[0], said)


def playout_moves(
    state: AnyState, playout: int, *, seed: int, number: int = 0, policy: Policy = "random"
) -> tuple[Move, ...]:
    """Return the moves of one playout, made through ``apply``.

    Args:
        state: the state.
        playout: the number of the playout, from 0.
        seed: the seed of the call.
        number: the number of the state in the call, from 0.
        policy: the policy of the call.

    Raises:
        RulesError: if an argument is out of bounds.
        TypeError: if ``state`` is not a state.

    >>> from twowaystreet.games import twos
    >>> moves = playout_moves(twos.new_game(), 3, seed=1)
    >>> len(moves), int(hands("twos", 4, seed=1).moves[3])
    (53, 53)
    """
    if not isinstance(state, GameState):
        raise not_a_state(state)
    states = _checked_states(state)
    playout = plain_number("playout", playout, 0)
    seed = plain_number("seed", seed, 0, chance.BITS)
    number = plain_number("number", number, 0)
    policy = _checked_policy(policy, states)
    key = chance.key_of(seed, number, playout)
    return tuple(move for move, _ in policy_moves(policy, state, key))


MOST_PLAYOUTS: Final = 2**40
"""The greatest number of playouts of a state: arrays of more are too large for any machine."""


def _checked_states(given: AnyState | Iterable[AnyState]) -> Sequence[AnyState]:
    if not isinstance(given, GameState | Iterable):
        raise not_a_state(given)
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


def _checked_policy(given: object, states: Sequence[AnyState]) -> Policy:
    policy = policy_of("policy", given)
    for state in {type(each): each for each in states}.values():
        check_policy("policy", policy, type(state), len(state.scores))
    return policy


def position_of(
    state: AnyState, policy: Policy, number: int, playout: int = 0, made: int = 0
) -> PlayoutStart | None:
    """Return the position of a state in the play, if tables suffice for the rest of its hand."""
    if not isinstance(state, TrickState) or not state._order:
        return None
    card_play = table_play.card_play_of(policy, state)
    tables = table_play.tables_of(state) if card_play else None
    if card_play is None or tables is None:
        return None
    return PlayoutStart(state, tables, number, playout, made, card_play(state))


def _put(whole: Sequence[AnyArray], place: Place, part: Sequence[AnyArray]) -> None:
    for array, found in zip(whole, part, strict=True):
        array[place] = found.reshape(array[place].shape)


def play(
    states: Sequence[AnyState],
    n: int,
    seed: int,
    policy: Policy,
    workers: Workers,
    *,
    noted: Noted | None = None,
    moves: Sequence[Move] = (),
    first: int = 0,
) -> Part:
    """Play out some states, whose numbers in the call begin with ``first``.

    The moves, if there are any, are the first ones of the ``n`` playouts of each state.
    """
    cards = [move.card.index for move in moves if type(move) is Play]
    of_cards = len(cards) == len(moves)
    forced: Unsigned = np.array(cards, np.uint64)
    positions = [
        position_of(state, policy, number) if of_cards else None
        for number, state in enumerate(states, start=first)
    ]
    in_play = [each for each in positions if each]
    batches = divided(in_play)
    shape = len(states), n, len(states[0].scores)
    if len(batches) == 1 and len(in_play) == len(states):  # no copies
        points, worth, tricks, made = batch_of(in_play, n, forced).run(seed, workers)
        arrays = points.reshape(shape), worth.reshape(shape), tricks.reshape(shape)
        return *arrays, made.reshape(shape[:2])
    whole = (
        *(np.zeros(shape, np.int64), np.zeros(shape, np.float64)),
        *(np.zeros(shape, np.int32), np.zeros(shape[:2], np.int32)),
    )
    for batch in batches:
        place = [each.number - first for each in batch]
        _put(whole, place, batch_of(batch, n, forced).run(seed, workers))
    in_play = list[PlayoutStart]()
    ways, together = OpeningFinder(policy), defaultdict[Way, list[int]](list)
    for number, state in enumerate(states):
        if positions[number]:
            continue
        way = ways.of(state)
        if way and (noted is None or way.opening.move or not way.opening.phases):
            together[way].append(number)
            continue
        for playout in range(n):
            start = apply(state, moves[playout]) if moves else state
            found = begun(start, first + number, playout, seed, policy, noted)
            if isinstance(found, PlayoutStart):
                in_play.append(found)
            else:
                _put_end(whole, (number, playout), state, *found)
    for way, numbers in together.items():
        some, is_noted = [states[number] for number in numbers], noted is not None
        task = Task(way, some, numbers, first, n, seed, moves, is_noted=is_noted)
        for at, opened in task.batches(workers):
            if noted and way.opening.move:
                noted.compiled.append((at, opened.starts.said, way.opening.move))
            _put(whole, at, opened.run(seed, workers))
    for batch in divided(in_play):
        at = [each.number - first for each in batch], [each.playout for each in batch]
        _put(whole, at, batch_of(batch, 1).run(seed, workers))
    return whole


def divided(positions: Iterable[PlayoutStart]) -> list[list[PlayoutStart]]:
    """Divide positions into those that the kernel can play in one call."""
    found = defaultdict[tuple[type, int, int], list[PlayoutStart]](list)
    for each in positions:
        state = each.state
        found[type(state), len(state._hand_data.held), each.tables.deciders].append(each)
    return list(found.values())


def begun(
    state: AnyState,
    number: int,
    playout: int,
    seed: int,
    policy: Policy,
    noted: Noted | None = None,
) -> PlayoutStart | tuple[AnyState, int]:
    """Begin a playout through ``apply``; return where the kernel goes on, or the last state.

    The last state comes with the number of moves. The moves before the play are noted.
    """
    if position := position_of(state, policy, number, playout):
        return position
    last, made, is_play = state, 0, isinstance(state, TrickState) and bool(state._order)
    said: list[tuple[int, Move]] = []
    moves = policy_moves(policy, state, chance.key_of(seed, number, playout))
    for made, (move, after) in enumerate(moves, start=1):
        if last.actor is None:
            said.clear()
        elif not is_play:
            said.append((last.actor, move))
        last = after
        if not is_play and isinstance(last, TrickState) and last._order:
            is_play = True
            if position := position_of(last, policy, number, playout, made):
                break
    if noted:
        noted.listed.append((number, playout, said))
    return position or (last, made)


def _put_end(
    whole: Sequence[AnyArray], place: tuple[int, int], state: AnyState, last: AnyState, made: int
) -> None:
    points, worth, tricks, moves = whole
    points[place], worth[place], moves[place] = score_hand(last).points, payoffs(last), made
    for trick in getattr(last, "tricks", ())[len(getattr(state, "tricks", ())) :]:
        tricks[(*place, trick.winner)] += 1
