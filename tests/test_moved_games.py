"""Folders of our games, copied out of the package under other names, are games of an author."""

from __future__ import annotations

import json
import random
import re
import shutil
import sys
from collections.abc import Iterator
from importlib import import_module, util
from pathlib import Path
from typing import Any

import pytest

import twowaystreet as tws
from twowaystreet import arena, games, svg
from twowaystreet._core.engine import game as registry
from twowaystreet._page.alone import Alone
from twowaystreet.testing import conformance

OURS = Path(games.__path__[0])
MOVED = ("twos", "street", "spades")
SHARED = "_twoway"  # what Two Way Street has in common with the Duel
OLD = rf"\btwowaystreet\.games\.({'|'.join((*MOVED, SHARED))})\b"


@pytest.fixture(scope="module")
def moved(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Any]]:
    """Copy the folders, with nothing but their names changed; return the modules by old name."""
    folder = tmp_path_factory.mktemp("moved")
    for name in (*MOVED, SHARED):
        found = shutil.copytree(OURS / name, folder / f"my_{name}")
        for path in found.rglob("*.py"):
            text = re.sub(OLD, r"my_\1", path.read_text("utf-8"))
            text = text.replace(f"from twowaystreet.games import {SHARED}", f"import my_{SHARED}")
            text = text.replace(f'name="{name}"', f'name="my_{name}"')
            path.write_text(text, "utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(registry._games, "_registered", {**registry._games._registered})
        patch.setattr(sys, "path", [str(folder), *sys.path])
        known = set(sys.modules)
        found_modules = {name: import_module(f"my_{name}") for name in MOVED}
        for module in found_modules.values():
            tws.register(module.GAME)
        yield found_modules
        for name in set(sys.modules) - known:
            if name.startswith("my_"):
                del sys.modules[name]


def positions(start: Any, seed: int) -> Iterator[Any]:
    """Yield the states of a random hand. Any: of one game or the other, with equal moves."""
    rng, state = random.Random(seed), start
    while not state.hand_over:
        dealt = state.needs_deal
        move = tws.shuffle(state, rng) if dealt else rng.choice(tws.legal_moves(state))
        state = tws.apply(state, move)
        yield state


@pytest.mark.parametrize("name", MOVED)
def test_a_moved_game_plays_shows_and_counts_as_before(name: str, moved: dict[str, Any]) -> None:
    ours, there = tws.GAMES[name], moved[name].GAME
    both = zip(positions(ours.new_game(), 1), positions(there.new_game(), 1), strict=True)
    for number, (one, two) in enumerate(both):
        for seat in (None, *range(one.rules.seats)):
            views = tws.view(one, seat), tws.view(two, seat)
            texts = [str(view) for view in views]
            assert texts[0] == texts[1]
            if number % 8 == 0:
                assert svg.table(views[0]) == svg.table(views[1])
        if number % 8 == 0 and one.actor is not None:
            views = tws.view(one, one.actor), tws.view(two, one.actor)
            counts = [tws.worlds(view).count for view in views]
            assert counts[0] == counts[1]


@pytest.mark.parametrize("name", MOVED)
def test_a_moved_game_has_records_matches_and_a_page(name: str, moved: dict[str, Any]) -> None:
    there = f"my_{name}"
    rng, match = random.Random(2), [moved[name].new_game()]
    moves = list[tws.Move]()
    while not match[-1].hand_over:
        state = match[-1]
        moves.append(tws.shuffle(state, rng) if state.needs_deal else tws.legal_moves(state)[0])
        match.append(tws.apply(state, moves[-1]))
    record = tws.Record(match[0], moves)
    assert tws.Record.from_text(record.to_text()).state == match[-1]
    assert tws.Record.from_json(record.to_json()).state == match[-1]
    results = [arena.play(game, ["simple", "random"], deals=3) for game in (name, there)]
    assert str(results[0]).split("\n")[1:] == str(results[1]).split("\n")[1:]
    alone = Alone()
    about = {"game": there, "options": {"max_hands": "1"}, "bots": "simple", "name": "Ann"}
    assert alone.begin(json.dumps(about)) is None
    while alone.advance():
        pass
    assert json.loads(alone.show() or "")["task"]


@pytest.mark.nightly
@pytest.mark.skipif(util.find_spec("numba") is None, reason="numba is missing")
@pytest.mark.parametrize("name", MOVED)
def test_compiled_hands_and_playouts_are_the_same(name: str, moved: dict[str, Any]) -> None:
    from twowaystreet import fast  # noqa: PLC0415  # numba is an extra

    both = tws.GAMES[name], moved[name].GAME
    for policy in ("random", "simple"):
        hands = [fast.hands(game, 50, seed=3, policy=policy).points.tolist() for game in both]
        assert hands[0] == hands[1]
    states = [list(positions(game.new_game(), 4))[-9] for game in both]
    ends = [fast.playouts(state, 50, seed=5).points.tolist() for state in states]
    assert ends[0] == ends[1]


@pytest.mark.nightly
@pytest.mark.parametrize("name", MOVED)
def test_a_moved_game_keeps_its_promises(name: str, moved: dict[str, Any]) -> None:
    assert all(conformance.check(moved[name].GAME, hands=2).values())
