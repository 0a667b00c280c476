"""Type checkers accept the code on the pages, and its bot finds the cards of other hands."""

from __future__ import annotations

import ast
import random
from collections.abc import Callable
from typing import Any

import pytest

import twowaystreet as tws
from tests import page_code
from tests.helpers import AnyView
from twowaystreet._core.engine.fields import options_of

LOOPS = """
import random
from collections.abc import Callable
import twowaystreet as tws
from twowaystreet.games import street
Bot = Callable[[street.View, random.Random], tws.Move]

def to_the_end(bot: Bot, rng: random.Random) -> street.State:
    state = street.new_game()
    while not state.hand_over:
        if state.actor is None:
            state = tws.apply(state, tws.shuffle(state, rng))
        else:
            view = tws.view(state, state.actor)
            state = tws.apply(state, bot(view, rng))
    return state

def with_a_second_try(bot: Bot, rng: random.Random) -> street.State:
    state = street.new_game()
    while state.actor is not None:
        seen = tws.view(state, state.actor)
        try:
            state = tws.apply(state, bot(seen, rng))
        except tws.IllegalMove:
            state = tws.apply(state, tws.legal_moves(state)[0])
    return state

def all_views(moves: list[tws.Move]) -> list[street.View]:
    state = street.new_game()
    views: list[street.View] = []
    for move in moves:
        views.append(tws.view(state, state.actor))
        state = tws.apply(state, move)
    return views
"""
WORDS = "".join(
    f"from twowaystreet.games import {name}\n{name}.Rules({option}={word!r})\n"
    for name, game in tws.GAMES.items()
    for option, each in options_of(game.Rules).items()
    for word in each.choices
)
"""Rules with each word of each option of each game."""
WRONG = "def wrong(some: list) -> int:\n    return some[0]\n"


def test_code_keeps_its_line_numbers() -> None:
    page = "One:\n\n```python\n>>> value = 1\n>>> value\n1\n\n```\n\n```python\nmore = 2\n```\n"
    lines = page_code.code_of(page).splitlines()
    assert {number: line for number, line in enumerate(lines, 1) if line} == {
        4: "value = 1",
        5: "print(value)",
        11: "more = 2",
    }
    assert lines.index("value = 1") == page.splitlines().index(">>> value = 1")


def test_most_pages_have_code() -> None:
    names = [name for name, _ in page_code.modules()]
    assert {"README", "docs_write_a_bot", "docs_games_street", "docs_your_game"} <= set(names)
    assert len(names) == len(set(names)) > 12


def test_blocks_are_sessions_or_pieces_of_examples_or_run_alone() -> None:
    pages = [page_code.ROOT / "README.md", *(page_code.ROOT / "docs").rglob("*.md")]
    blocks = [block for page in pages for block in page_code.other_blocks(page.read_text("utf-8"))]
    for block in blocks:
        exec(compile(block, "page", "exec"), {"__name__": "page"})
    pieces = "\n".join(page_code.EXAMPLES[:1])
    assert len(blocks) < 5 and page_code.is_piece(pieces) and not page_code.is_piece("1 +\n")


def test_type_checkers_accept_the_code_of_all_pages() -> None:
    """Run both checkers once; they must find the errors of a wrong module, and no others."""
    missing = page_code.missing()
    if missing:
        pytest.skip(f"not installed: {', '.join(missing)}")
    code = dict(page_code.modules())
    found = page_code.complaints(code | {"loops": LOOPS, "words": WORDS, "wrong": WRONG})
    for checker in page_code.CHECKERS:
        lines = [line for line in found[checker].splitlines() if "error: " in line]
        assert lines, found[checker]
        assert [line for line in lines if "wrong.py" not in line] == []


def _defined(page: str, *names: str) -> dict[str, Any]:  # Any: functions of any type
    """Return functions that a page defines, with its imports."""
    code = dict(page_code.modules())[page]
    kept: list[ast.stmt] = [
        node
        for node in ast.parse(code).body
        if isinstance(node, ast.Import | ast.ImportFrom)
        or (isinstance(node, ast.FunctionDef) and node.name in names)
    ]
    found: dict[str, Any] = {}  # Any: as above
    exec(compile(ast.Module(kept, []), page, "exec"), found)
    return found


@pytest.mark.parametrize("game", ["street", "duel", "twos", "twenty_down"])
def test_a_bot_finds_every_card_of_another_hand_and_none_that_it_sees(game: str) -> None:
    may_hold: Callable[[AnyView, int], dict[str, str]]
    may_hold = _defined("docs_write_a_bot", "may_hold")["may_hold"]
    rng, found = random.Random(1), tws.GAMES[game]
    state = found.new_game()
    state = tws.apply(state, tws.shuffle(state, rng))
    while state.actor is not None:
        seat = state.actor
        other = (seat + 1) % len(state.scores)
        cards = set(may_hold(tws.view(state, seat), other))
        assert set(map(str, state.hand_of(other))) <= cards
        assert not cards & set(map(str, state.hand_of(seat)))
        state = tws.apply(state, rng.choice(tws.legal_moves(state)))
