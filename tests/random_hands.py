"""Very many random hands, each checked move by move: ``python -m tests.random_hands --help``.

Each hand has random options, a random point of a match to begin at, and random moves. After every
move all cards are still there, the move's text reads back, and the naive implementation agrees;
after the hand the tricks and the points add up.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import chain
from operator import attrgetter

import twowaystreet as tws
from tests.beside import PAIRS
from tests.beside.common import State, compare, winners_of
from tests.helpers import some_move

REPORT_EVERY = 2.0
CHUNK = 20


def cards_of(game: str, state: State) -> list[tws.Card]:
    """Every card of the game, wherever it is, in the order of cards."""
    found = [*chain(*state.hands), *state.trick.cards, *state.stock]
    for trick in state.tricks:
        found += trick.cards
    found += PAIRS[game].elsewhere(state)
    return sorted(found, key=attrgetter("index"))


def check_score(game: str, before: tuple[int, ...], state: State) -> None:
    """The finished hand: all tricks, and the points that its plain facts are worth."""
    taken = winners_of(state.tricks, len(state.scores))
    assert len(state.tricks) == sum(taken) == PAIRS[game].tricks(state)
    score = tws.score_hand(state)
    assert state.scores == tuple(map(sum, zip(before, score.points, strict=True)))
    assert score == PAIRS[game].score_again(state)


def check_hand(game: str, seed: int, number: int) -> None:
    """Play one random hand and check everything on the way."""
    rng = random.Random(f"{seed}/{game}/{number}")
    pair = PAIRS[game]
    state, naive = pair.opening(rng)
    pack = list(state.rules.pack.cards)
    before = state.scores
    twin = state
    compare(pair, state, naive)
    while not state.hand_over:
        move = some_move(state, rng)
        read = tws.parse_move(state, str(move))
        assert read == move
        state, twin = tws.apply(state, move), tws.apply(twin, read)
        naive.play(str(move))
        assert state == twin
        compare(pair, state, naive)
        if not state.needs_deal or state.hand_over:
            assert cards_of(game, state) == pack
    assert hash(state) == hash(twin)
    check_score(game, before, state)
    if not state.is_over:
        deal = tws.shuffle(state, rng)
        naive.play(str(deal))
        compare(pair, tws.apply(state, deal), naive)


def check_or_tell(seed: int, hand: tuple[str, int]) -> str:
    """Check one hand; what went wrong, or nothing."""
    game, number = hand
    try:
        check_hand(game, seed, number)
    except Exception as error:
        again = f"check_hand({game!r}, {seed}, {number})"
        return f"{again}: {type(error).__name__}: {error}"
    return ""


def main(arguments: Sequence[str] | None = None) -> int:
    """Check as many hands as are asked for; the exit status tells whether all were good."""
    parser = argparse.ArgumentParser(prog="python -m tests.random_hands", description=__doc__)
    parser.add_argument("--hands", type=int, default=1000, help="how many hands (1000)")
    parser.add_argument("--seed", type=int, default=0, help="where chance begins (0)")
    parser.add_argument("--game", choices=[*PAIRS, "all"], default="all", help="which game (all)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="how many processes")
    options = parser.parse_args(arguments)
    games = list(PAIRS) if options.game == "all" else [options.game]
    hands = [(games[number % len(games)], number) for number in range(options.hands)]

    began = reported = time.monotonic()
    done, faults = 0, 0
    check = partial(check_or_tell, options.seed)
    with ProcessPoolExecutor(options.jobs) as pool:
        results = pool.map(check, hands, chunksize=CHUNK) if options.jobs > 1 else map(check, hands)
        for fault in results:
            done += 1
            if fault:
                faults += 1
                print(fault, flush=True)
            if time.monotonic() - reported > REPORT_EVERY:
                reported = time.monotonic()
                print(f"{done} of {len(hands)} hands", flush=True)
    seconds = time.monotonic() - began
    names = ", ".join(games)
    print(f"{done} hands of {names}, seed {options.seed}: {faults} faults, {seconds:.1f} s")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
