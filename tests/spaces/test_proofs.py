"""Numbers and arrays keep their promises in random positions of each game, with all options."""

from __future__ import annotations

import copy
import pickle
import random
from collections import Counter
from itertools import pairwise
from typing import Final

import pytest

import twowaystreet as tws
from tests.games import game_of
from tests.leaks.playouts import OPENINGS, seats_of
from tests.spaces.checks import (
    arrays_of,
    check_bounds,
    check_differences,
    check_numbers,
    check_relative,
    check_worlds,
    facts,
    positions,
    spaces_of,
)

OURS: Final = tuple(name for name in OPENINGS if name in tws.GAMES)
PARTS: Final = 5
NIGHTLY: Final = 5_000
"""The parts of the long proof of a game, and the number of positions of each."""
MOST_NUMBERS: Final = {"brag": 5.2}
"""The greatest average number of entries of a move."""


def check_positions(game: str, most: int, part: int = 0) -> None:
    """Check the promises in this number of positions; each part has other ones."""
    rng, entries, known = random.Random(f"{game} {part}"), Counter[str](), dict[object, object]()
    seen, seed = 0, part * 1_000_000
    while seen < most:
        states = list(positions(game, [seed]))
        seed += 1
        for before, state in pairwise(states):
            actions, observation = spaces_of(game_of(game), state.rules)
            entries += check_numbers(actions, state, rng)
            check_bounds(observation, state)
            check_relative(observation, state)
            for seat in seats_of(state):
                view = tws.view(state, seat)
                check_differences(observation, view, tws.view(before, seat))
                key = observation.digest, str(state.rules), seat, arrays_of(observation, view)
                digest = hash(str(facts(observation, view)))
                assert known.setdefault(hash(key), digest) == digest
            seen += 1
    assert entries["numbers"] / entries["moves"] <= MOST_NUMBERS.get(game, 4)


@pytest.mark.parametrize("game", OURS)
def test_numbers_and_arrays_keep_their_promises(game: str) -> None:
    check_positions(game, 8 if game == "brag" else 40)


@pytest.mark.nightly
@pytest.mark.parametrize("game", OURS)
@pytest.mark.parametrize("part", range(1, PARTS + 1))
def test_numbers_and_arrays_keep_their_promises_in_long_runs(game: str, part: int) -> None:
    check_positions(game, NIGHTLY, part)


@pytest.mark.parametrize("game", OURS)
def test_worlds_of_a_view_have_equal_arrays_and_masks(game: str) -> None:
    rng, count = random.Random(game), 0
    for state in positions(game, range(2)):
        if rng.random() < 0.3:
            count += check_worlds(*spaces_of(game_of(game), state.rules), state, rng)
    assert count


@pytest.mark.parametrize("game", OURS)
def test_average_numbers_of_the_moves_of_random_hands(game: str) -> None:
    rng, numbers, moves = random.Random(3), 0, 0
    while moves < (4 if game == "brag" else 150):
        state = tws.GAMES[game].new_game()
        actions, _ = spaces_of(tws.GAMES[game], state.rules)
        while not state.hand_over:
            if state.needs_deal:
                state = tws.apply(state, tws.shuffle(state, rng))
                continue
            view = tws.view(state, state.actor)
            chosen = rng.choice(tws.legal_moves(state))
            begun: object = ()
            while isinstance(begun, tuple):
                begun = actions.step(view, begun, actions.path(chosen)[len(begun)])
                numbers += 1
            assert begun == chosen
            moves += 1
            state = tws.apply(state, chosen)
    most = {"brag": 6.0, "tien_len": 2.0}.get(game, 1.4)
    assert 1 <= numbers / moves <= most


@pytest.mark.parametrize("game", OURS)
def test_pickles_and_copies(game: str) -> None:
    actions, observation = spaces_of(tws.GAMES[game], tws.GAMES[game].new_game().rules)
    for each in (actions, observation):
        again = pickle.loads(pickle.dumps(each))
        assert again.digest == each.digest and repr(again) == repr(each)
    state = tws.GAMES[game].new_game()
    deal = tws.shuffle(state, random.Random(1))
    dealt = tws.apply(state, deal)
    assert copy.deepcopy([dealt, deal])[0] is dealt
    for move in (deal, *tws.legal_moves(dealt)[:5]):
        assert copy.deepcopy(move) is move
