"""The code of the pages works, and the pictures on the pages show what a seat sees."""

import ast
import random
import re
from collections.abc import Callable
from typing import Any

import pytest

import twowaystreet as tws
from docs._ext import pictures
from tests import page_code
from tests.helpers import AnyView
from twowaystreet.games import street

Bot = Callable[[street.View, random.Random], tws.Move]


def to_the_end(bot: Bot, rng: random.Random) -> street.State:
    """Return the end of a hand, in a loop as on the pages, which type checkers accept."""
    state = street.new_game()
    while not state.hand_over:
        if state.actor is None:
            state = tws.apply(state, tws.shuffle(state, rng))
            continue
        seen = tws.view(state, state.actor)
        try:
            state = tws.apply(state, bot(seen, rng))
        except tws.IllegalMove:
            state = tws.apply(state, tws.legal_moves(state)[0])
    return state


def test_a_bot_may_try_again() -> None:
    moves = iter([tws.Deal(())])
    state = to_the_end(lambda seen, rng: next(moves, tws.legal_moves(seen)[0]), random.Random(1))
    assert state.hand_over


def _defined(page: str, *names: str) -> dict[str, Any]:  # Any: functions of any type
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


def test_blocks_are_sessions_or_run_alone_and_become_pictures() -> None:
    pages = [page_code.ROOT / "README.md", *(page_code.ROOT / "docs").rglob("*.md")]
    found = [block for page in pages for block in page_code.other_blocks(page.read_text("utf-8"))]
    blocks = [block[2] for block in found]
    for block in blocks:
        exec(compile(block, "page", "exec"), {"__name__": "page"})
    assert len(blocks) < 5 and not page_code.is_piece("moves = 1\n")
    drawn = pictures.drawn(A_PAGE)
    assert drawn.startswith('Before.\n\n```{raw} html\n<div class="both"><div class="wide"><svg ')
    assert re.findall(r'class="(wide|narrow)"><svg .*? width="(\d+)"', drawn) == [
        ("wide", "720"),
        ("narrow", "360"),
    ]
    assert drawn.endswith("</svg></div></div>\n```\n")
    identifiers = re.findall(r' id="(.*?)"', drawn)
    assert len(set(identifiers)) == len(identifiers) > 4
    assert "\n\n" not in drawn.partition("<svg")[2].partition("</svg>")[0]
    drawn = pictures.drawn(STEPS)
    assert re.findall("<li><p>(.*?)</p><svg ", drawn) == ["Ben has led.", "Cem &amp; Dot play."]
    assert [step.count("played by") for step in drawn.split("<li>")[1:]] == [1, 3]
    with pytest.raises(tws.TwoWayStreetError):
        pictures.drawn(STEPS.replace("2C: ", "3D: "))


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


A_PAGE = """Before.

```{position}
:names: Ann, Ben, Cem
:seat: 1
:seed: 7

high; exchange 3D 2H
```
"""


STEPS = """```{steps}
:game: twos
:names: Ann, Ben, Cem, Dot
:seat: 0
:seed: 7
:before: 4C

: Ben has led.
QC; 2C: Cem & Dot play.
```
"""


def test_the_table_to_play_moves_only_for_readers_who_like_motion() -> None:
    drawn = pictures.drawn(
        "```{table-to-play}\n:game: street\n:names: Ann, Ben, Cem, Dot\n:tricks: 1\n```\n"
    )
    assert 'href="play/index.html" hidden' in drawn
    assert "<iframe" not in drawn  # a script puts it there on demand
    for picture in drawn.split("<svg ")[1:]:
        still, motion = re.sub("<style>@media.*?</style>", "", picture), picture
        assert "prefers-reduced-motion:no-preference" in motion
        assert "animation" not in still
        assert "@keyframes" not in still
        seen = re.sub(r'<g[^>]* opacity="0">.*?\n', "", still)
        assert "Ann takes the trick." in seen.partition("</desc>")[2]
        assert "The cards are dealt." not in seen.partition("</desc>")[2]


@pytest.mark.parametrize(
    ("part", "wrong"), [("exchange 3D 2H", "exchange 3D 2C"), ("seat: 1", "seat: 3")]
)
def test_impossible_positions_are_not_drawn(part: str, wrong: str) -> None:
    with pytest.raises(tws.TwoWayStreetError):
        pictures.drawn(A_PAGE.replace(part, wrong))
