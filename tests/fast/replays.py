"""Playouts of the kernel, replayed through ``apply``: moves, takers of tricks, points."""

import random
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import Any, Final, TypeAlias

import attrs
import numpy as np
import pytest

import twowaystreet as tws
from examples import oh_hell
from tests.fast import odd_game
from tests.helpers import start_of
from twowaystreet import fast
from twowaystreet._core.playouts import chance, table_play
from twowaystreet._core.playouts.policies import Policy
from twowaystreet._core.playouts.policies import moves as policy_moves
from twowaystreet.fast.arrays import PlayoutStart
from twowaystreet.fast.batches import ALONE, Batch, batch_of
from twowaystreet.fast.compiling import IS_PLAIN
from twowaystreet.fast.kernel import NAMED
from twowaystreet.games import street, twenty_down, twos

# Any: the states of any trick-taking game.
State: TypeAlias = Any

_BEHIND: Final[Any] = {"scores": [0, 250], "overbooks": [9, 18], "perfect_bids": [2, 2]}
OPTIONS: Final[dict[str, Callable[[], State]]] = {
    **{
        name: partial(start_of, name.partition(",")[0], settings)
        for name, settings in {
            "street": "",
            "street, 3 players": "players=3",
            "street, 6 players": "players=6",
            "street, 20 players": "players=20",
            "street, 2 decks": "decks=2",
            "street, 5 decks": "players=5 decks=5",
            "street, 5 decks, two alike": "decks=5 jokers=two_alike",
            "street, two alike": "jokers=two_alike",
            "street, one Joker": "jokers=one",
            "street, no Joker": "jokers=none",
            "street, held suits": "named_suit=held players=5 decks=5",
            "street, optional": "exchange=optional",
            "duel": "",
            "duel, two alike": "jokers=two_alike",
            "duel, held suits": "named_suit=held",
            "duel, low bids": "max_strength=1",
            "twos": "",
            "spades": "",
            "twenty_down": "",
            "twenty_down, any card": "must_trump=false",
        }.items()
    },
    "duel, cards as markers": partial(start_of, "duel", "bid_markers=cards", dealer=1),
    "twos, dealer 2": partial(twos.new_game, dealer=2, scores=[3, -4, 0, 9]),
    "spades, blind bids": partial(start_of, "spades", "boston_failed=-500", dealer=1, **_BEHIND),
    "twenty_down, late": partial(twenty_down.new_game, hands_played=8),
    "oh_hell": oh_hell.GAME.new_game,
    "oh_hell, 7 players": lambda: oh_hell.GAME.new_game(oh_hell.Rules(players=7, cards=5)),
    "odd game": odd_game.new_game,
}
"""The option sets, as functions that begin a game."""
SLOW: Final = pytest.mark.skipif(IS_PLAIN, reason="a minute in plain Python, seconds compiled")
"""The mark of tests that take long where nothing is compiled."""
SEARCHED: Final = [name for name in OPTIONS if not (IS_PLAIN and "," in name)]
"""The option sets for slow comparisons: in plain Python one of each game."""


def plays(name: str, rng: random.Random) -> Iterator[State]:
    """Yield endlessly states in the play of random hands, also in the middle of a trick."""
    while True:
        skip = rng.choice((0, 0, rng.randrange(12), rng.randrange(40)))
        yield from islice(_play_states(OPTIONS[name](), rng), skip, skip + 1)


def plays_of(new_game: Callable[[], State], seed: int) -> Iterator[State]:
    return _play_states(new_game(), random.Random(seed))


def _play_states(state: State, rng: random.Random) -> Iterator[State]:
    while not state.hand_over:
        if state._order:
            yield state
        deal = state.needs_deal
        move = tws.shuffle(state, rng) if deal else rng.choice(tws.legal_moves(state))
        state = tws.apply(state, move)


def recording(state: State, n: int, number: int = 0, policy: Policy = "random") -> Batch | None:
    """Return the batch of a state's playouts that records all moves and takers of tricks."""
    tables, card_play = state._play_tables(), table_play.card_play_of(policy, state)
    if tables is None or card_play is None:
        return None
    batch = batch_of([PlayoutStart(state, tables, number, card_play=card_play(state))], n)
    longest = 2 * state._remaining.bit_count()
    watched = len(state.tricks) + longest
    winners = np.full((1, watched), table_play.NOBODY, np.uint64)
    winners[0, : len(state.tricks)] = [state._taker(trick) for trick in state.tricks]
    return attrs.evolve(batch, longest=longest, starts=batch.starts._replace(winners=winners))


def _code_of(move: tws.Move) -> int:
    """Return the code of a play, or of naming a suit, in the record of the kernel."""
    if isinstance(move, tws.Play):
        return move.card.index
    assert isinstance(move, street.NameSuit)
    return int(NAMED) + move.suit.place


def differences(
    state: State, n: int, seed: int, number: int = 0, policy: Policy = "random"
) -> Iterator[str]:
    """Yield the differences between compiled playouts and the same ones through ``apply``."""
    batch = recording(state, n, number, policy)
    if batch is None:
        yield "the state is not compiled"
        return
    try:
        out = batch.play(seed, ALONE)
        found = batch.run(seed, ALONE)
    except Exception as error:
        yield repr(error)
        return
    for playout in range(n):
        codes: list[int] = []
        last: State = state
        for move, after in policy_moves(policy, state, chance.key_of(seed, number, playout)):
            codes.append(_code_of(move))
            last = after
        if out.record[playout, : len(codes)].tolist() != codes or out.moves[playout] != len(codes):
            yield f"playout {playout}: other moves"
            continue
        new = last.tricks[len(state.tricks) :]
        takers = [state._taker(trick) for trick in new]
        first = len(state.tricks)
        if out.winners[playout, first : first + len(new)].tolist() != takers:
            yield f"playout {playout}: other takers"
        score = tws.score_hand(last)
        tricks = [0] * len(score.points)
        for trick in new:
            tricks[trick.winner] += 1
        expected = score.points, score.payoffs, tuple(tricks), len(codes)
        results = [part[playout].tolist() for part in found]
        if (*map(tuple, results[:3]), results[3]) != expected:
            yield f"playout {playout}: {results}, expected {expected}"


def whole_differences(name: str, n: int, seed: int, policy: Policy = "random") -> Iterator[str]:
    """Yield the differences between whole hands from the deal on and those through ``apply``."""
    return result_differences([OPTIONS[name]()], n, seed, policy)


def result_differences(
    states: Sequence[State], n: int, seed: int, policy: Policy = "random"
) -> Iterator[str]:
    """Yield the differences between results of compiled playouts and those through ``apply``."""
    found = fast.playouts(states, n, seed=seed, policy=policy)
    for number, state in enumerate(states):
        for playout in range(n):
            moves = list(policy_moves(policy, state, chance.key_of(seed, number, playout)))
            last: State = moves[-1][1]
            score = tws.score_hand(last)
            tricks = [0] * len(score.points)
            for trick in last.tricks:
                tricks[trick.winner] += 1
            expected = score.points, score.payoffs, tuple(tricks), len(moves)
            place = number, playout
            arrays = found.points, found.payoffs, found.tricks
            results = (*(tuple(each[place].tolist()) for each in arrays), found.moves[place])
            if results != expected:
                yield f"{state}, playout {playout}: {results}, expected {expected}"


def opening_states(name: str, count: int, seed: int = 0) -> list[State]:
    """Return states between the deal and the play, from random hands, and one before the deal.

    Games without moves between these have states before the deal alone.
    """
    rng, found = random.Random(f"opening {name} {seed}"), [OPTIONS[name]()]
    while len(found) < count:
        state, some = OPTIONS[name](), list[State]()
        while not (state.hand_over or state._order):
            deal = state.needs_deal
            move = tws.shuffle(state, rng) if deal else rng.choice(tws.legal_moves(state))
            some += [] if deal else [state]
            state = tws.apply(state, move)
        found += rng.sample(some, min(2, len(some))) or [OPTIONS[name]()]
    return found[:count]
