"""The guide says correctly which playouts are compiled and which go through ``apply``."""

from __future__ import annotations

import random
import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final, TypeAlias

import pytest

import twowaystreet as tws
from examples import oh_hell
from twowaystreet import fast
from twowaystreet._core.playouts import policies
from twowaystreet._core.playouts.policies import POLICIES, Policy
from twowaystreet.fast import many_hands
from twowaystreet.games import brag, duel, spades, street, tien_len, twenty_down, twos

# Any: the states of any game.
State: TypeAlias = Any

PAGE: Final = Path(__file__).parents[2] / "docs" / "compiled-playouts.md"
ROW: Final = re.compile(r"^\|([^|]+)\|([^|]+)\|([^|]+)\|([^|]+)\|$", re.MULTILINE)
NEW_GAMES: Final[dict[str, Callable[[], State]]] = {
    "Two Way Street, up to 31 players": lambda: street.new_game(street.Rules(players=31)),
    "Two Way Street, 32 or more players": lambda: street.new_game(street.Rules(players=32)),
    "the Duel": lambda: duel.new_game(duel.Rules(max_strength=1)),  # so that nobody bids at times
    "Twos": twos.new_game,
    "Spades for two": spades.new_game,
    "Spades for two, `renege=penalised`": lambda: spades.new_game(
        spades.Rules(renege=spades.RenegeRule.PENALISED)
    ),
    "Twenty Down": twenty_down.new_game,
    "Tien Len": tien_len.new_game,
    "Brag": brag.new_game,
    "Oh Hell, a game of your own": oh_hell.new_game,
}
"""A function that begins each game of the table."""
HANDS: Final = 30


def _rows() -> Iterator[tuple[str, str, str, str]]:
    """Yield the game, a phase, and the ways of random and of simple players."""
    game = ""
    table = PAGE.read_text(encoding="utf-8").partition("## What runs compiled")[2]
    for row in ROW.finditer(table.partition("\n\n\n")[0]):
        title, phases, *ways = (cell.strip() for cell in row.groups())
        game = title or game
        if game in NEW_GAMES:
            for phase in phases.split(", "):
                yield game, phase, ways[0], ways[1]


ROWS: Final = tuple(_rows())


@cache
def _states(game: str) -> dict[str, list[State]]:
    """Return states of each phase that random hands reach, the last one of each hand."""
    rng, found = random.Random(1), defaultdict[str, list[State]](list)
    for _ in range(HANDS):
        state, last = NEW_GAMES[game](), dict[str, State]()
        while not state.hand_over:
            last[str(state.phase)] = state
            deal = state.needs_deal
            move = tws.shuffle(state, rng) if deal else rng.choice(tws.legal_moves(state))
            state = tws.apply(state, move)
        for phase, each in last.items():
            found[phase].append(each)
    return found


def test_the_table_has_every_game_and_phase() -> None:
    assert {game for game, *_ in ROWS} == set(NEW_GAMES)
    for game in NEW_GAMES:
        assert set(_states(game)) == {phase for title, phase, *_ in ROWS if title == game}


@pytest.mark.parametrize(("game", "phase", "at_random", "simple"), ROWS)
def test_playouts_take_the_way_of_the_table(
    game: str, phase: str, at_random: str, simple: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    applied = 0

    def counted(policy: Policy, state: State, key: int) -> Iterator[tuple[tws.Move, State]]:
        nonlocal applied
        for each in policies.moves(policy, state, key):
            applied += 1
            yield each

    monkeypatch.setattr(many_hands, "policy_moves", counted)
    for policy, way in zip(POLICIES, (at_random, simple), strict=True):
        applied = 0
        made = fast.playouts(_states(game)[phase], 1, seed=1, policy=policy).moves.sum()
        if way == "`apply`":
            assert applied == made
        elif way == "`apply`, then kernel":
            assert 0 < applied < made
        else:
            assert applied == 0
            in_play = {bool(state._order) for state in _states(game)[phase]}
            assert in_play == {way == "kernel"}
            assert way in {"kernel", "function, then kernel"}
