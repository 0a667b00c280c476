"""The choices that the engine offers, in cases that our games do not have."""

from __future__ import annotations

import pytest

import twowaystreet as tws
from tests.web.pages import PHONE, WIDE, FakePage
from twowaystreet._page import contents, pictures
from twowaystreet._page.archive import for_browsers
from twowaystreet._page.engine import MOST_KEPT, Engine
from twowaystreet._page.viewers import PageLook, Viewer
from twowaystreet.games import brag, duel
from twowaystreet.table import Table


def begun(game: tws.Game) -> FakePage:
    seats = range(1, game.Rules().seats)
    table = Table(game, bots=dict.fromkeys(seats, "simple"), dealer=0)
    return FakePage(Engine(table), table.join("Ann"))


def test_a_game_without_a_rule_of_thumb_arranges_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(contents, "rule_for", _nothing)
    page = begun(brag.GAME)
    page.send("deal")
    while page.table.bot_is_to_move:
        page.table.advance()
    page.update()
    assert "arranged" not in page.facts["form"]


def test_a_table_keeps_few_scenes() -> None:
    page = begun(duel.GAME)
    for width in range(400, 520):
        viewer = Viewer()
        viewer.change(PageLook(width=width))
        page.engine.news(page.token, viewer)
    assert len(page.engine._scenes) <= MOST_KEPT


def test_the_same_look_again_keeps_the_scene() -> None:
    page = begun(duel.GAME)
    page.viewer.change(WIDE)
    assert page.update() is None
    page.viewer.change(PHONE)
    assert page.update() is not None


def test_a_picture_of_a_game_whose_cards_come_late(monkeypatch: pytest.MonkeyPatch) -> None:
    assert len(pictures._sample(tws.GAMES["spades"])) > 1  # players look at their cards first
    monkeypatch.setattr(pictures, "_MOVES", 0)
    assert len(pictures._sample(tws.GAMES["spades"])) == 4


def test_modules_for_browsers_have_no_types() -> None:
    source = b"async def play(card: Card) -> int:\n    rank: int\n    return 1"
    assert for_browsers(source, types=False) == b"async def play(card):\n return 1"


def _nothing(*_: object) -> None:
    """Return nothing."""
