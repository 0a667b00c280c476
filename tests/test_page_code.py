"""Type checkers accept the code on the pages, and its bot counts unseen cards correctly."""

from __future__ import annotations

import ast
import random
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import chain
from typing import Any, cast

import attrs
import pytest

import twowaystreet as tws
from tests import page_code
from tests.helpers import AnyView

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
    assert {"README", "docs_write_a_bot", "docs_games_street", "docs_write_your_own"} <= set(names)
    assert len(names) == len(set(names)) > 12


def test_type_checkers_accept_the_code_of_all_pages() -> None:
    """Run both checkers once; they must find the errors of a wrong module, and no others."""
    missing = page_code.missing()
    if missing:
        pytest.skip(f"not installed: {', '.join(missing)}")
    code = dict(page_code.modules())
    found = page_code.complaints(code | {"loops": LOOPS, "wrong": WRONG})
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


def _fields(thing: object) -> dict[str, object]:
    thing_type: Any = type(thing)  # Any: an attrs class
    return {field.name: getattr(thing, field.name) for field in attrs.fields(thing_type)}


def _cards_in(thing: object) -> Iterator[tws.Card]:
    """Yield every card at any depth in a value of a view."""
    if isinstance(thing, tws.Card):
        yield thing
    elif type(thing) is tuple:
        yield from chain.from_iterable(map(_cards_in, cast("tuple[object, ...]", thing)))
    elif attrs.has(type(thing)):
        yield from chain.from_iterable(map(_cards_in, _fields(thing).values()))


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("street", {}),
        ("duel", {}),
        ("duel", {"bid_markers": "cards"}),
        ("twos", {}),
        ("spades", {}),
        ("twenty_down", {}),
    ],
)
def test_a_bot_counts_only_cards_outside_its_view_as_unseen(
    game: str, options: dict[str, str]
) -> None:
    """Check games whose packs have each card once, so that a card in a view is seen."""
    unseen: Callable[[AnyView], list[tws.Card]]
    unseen = _defined("docs_write_a_bot", "unseen", "known")["unseen"]
    found = tws.GAMES[game]
    put_away: Counter[str] = Counter()
    for seed in range(10):
        rng = random.Random(seed)
        start = found.new_game(found.Rules(**options))
        state = tws.apply(start, tws.shuffle(start, rng))
        while state.actor is not None:
            for seat in range(len(state.scores)):
                view = tws.view(state, seat)
                shown = {
                    name: set(_cards_in(value))
                    for name, value in _fields(view).items()
                    if name not in ("rules", "legal_moves", "score")
                }
                seen = set(chain.from_iterable(shown.values()))
                assert set(unseen(view)) == set(view.rules.pack.cards) - seen
                put_away.update(name for name, cards in shown.items() if cards)
            state = tws.apply(state, rng.choice(tws.legal_moves(state)))
    expected = {
        "street": {"exchanged", "stock"},
        "duel": {"exchanged", "stock", "captured"},
        "twenty_down": {"discards"},
        "spades": {"face_up"},
    }
    assert expected.get(game, set()) <= set(put_away)
    assert ("markers" in put_away) == bool(options)
