"""The news of pages: short messages, from parts that most moves leave as they are."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Sequence
from typing import Any, cast

import pytest

import twowaystreet as tws
from tests.web.pages import PHONE, WIDE, FakePage
from twowaystreet._page import viewers
from twowaystreet._page.engine import Engine
from twowaystreet._page.viewers import PageLook
from twowaystreet.games import street, twos
from twowaystreet.svg.elements import rectangle
from twowaystreet.svg.geometry import Box
from twowaystreet.svg.scene import Item, Parts
from twowaystreet.table import Table, TableError

STILL = PageLook(width=800, height=500, steps=False, order="ranks", large=True)
GAMES = (
    *((name, dict[str, Any]()) for name in tws.GAMES),
    ("street", {"players": 9, "decks": 2}),  # with equal cards
)
"""All games, with their options."""


def table_of(name: str, options: dict[str, Any], seed: int = 5) -> tuple[Table, list[str]]:
    """Return a table of people with known cards, and all tokens, the last a spectator's."""
    game = tws.GAMES[name]
    rules = game.Rules(**options)
    table = Table(game, rules, dealer=0)
    table._chance = random.Random(seed)
    tokens = [table.join(f"Player {seat}") for seat in range(rules.seats)]
    return table, [*tokens, table.spectate()]


def go_on(table: Table, tokens: list[str], rng: random.Random) -> bool:
    """Make a move, and sometimes take one back; return ``False`` after the game."""
    if table.view(tokens[-1]).is_over:
        return False
    if table.actor is None:
        table.play(tokens[0], "deal", bots=False)
        return True
    moves = table.view(tokens[table.actor]).legal_moves or ()
    table.play(tokens[table.actor], str(rng.choice(moves)), bots=False)
    if rng.random() < 0.05:
        for token in tokens[:-1]:
            try:
                table.undo(token)
            except TableError:
                return True
    return True


@pytest.mark.nightly
@pytest.mark.parametrize("most", [viewers.MOST_ARTS, 8])
@pytest.mark.parametrize(("name", "options"), GAMES)
def test_a_page_with_all_news_shows_what_a_fresh_page_shows(
    name: str, options: dict[str, Any], most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also if the page gets its arts again and again, and changes its size."""
    monkeypatch.setattr(viewers, "MOST_ARTS", most)
    table, tokens = table_of(name, options)
    engine, rng = Engine(table), random.Random(3)
    looks = (WIDE, PHONE, STILL)
    pages = [FakePage(engine, token, look) for token in tokens[-3:] for look in looks]
    for move in range(24):
        if not go_on(table, tokens, rng):
            break
        for page in pages:
            if rng.random() < 0.7:
                page.update()
        if move == 12:
            pages[0].viewer.change(PHONE)
        if move % 8 == 7:
            for page in pages:
                page.update()
                look = page.viewer.look
                assert look is not None
                assert whole(page) == whole(FakePage(Engine(table), page.token, look))


def whole(page: FakePage) -> list[Any]:
    """Return what a page shows; a value that says nothing counts as none."""
    items = {
        name: {
            key: value
            for key, value in item.items()
            if key not in ("from", "to") and value not in ("", False)
        }
        for name, item in page.items.items()
    }
    return [items, page.facts]


@pytest.mark.nightly
@pytest.mark.parametrize(("name", "options"), GAMES)
def test_other_pages_change_no_message(name: str, options: dict[str, Any]) -> None:
    """The things that an engine keeps for a page never reach another one."""
    table, tokens = table_of(name, options)
    shared, rng = Engine(table), random.Random(4)
    pages = [FakePage(shared, token, look) for token in tokens for look in (WIDE, STILL)]
    alone = [FakePage(Engine(table), page.token, page.viewer.look or WIDE) for page in pages]
    for _ in range(20):
        if not go_on(table, tokens, rng):
            break
        for page, other in zip(pages, alone, strict=True):
            assert json.dumps(page.update()) == json.dumps(other.update())


@pytest.mark.nightly
@pytest.mark.parametrize("game", [street.GAME, twos.GAME])
def test_a_move_leaves_most_parts_of_a_scene_as_they_are(game: tws.Game) -> None:
    table, tokens = table_of(game.name, {})
    engine, rng = Engine(table), random.Random(1)
    pages = [FakePage(engine, token) for token in tokens]
    kept, made = 0, 0
    for _ in range(30):
        before = [parts(page) for page in pages]
        go_on(table, tokens, rng)
        for page, old in zip(pages, before, strict=True):
            page.update()
            kept += sum(number in old for number in parts(page))
            made += len(parts(page))
    assert kept > 0.55 * made


def parts(page: FakePage) -> dict[int, object]:
    """Return the parts of the scene that a page shows, by their identity."""
    scene = page.viewer.scene
    assert scene is not None
    return {id(part): part for part in scene.parts}


def mark(width: float) -> Iterator[Item]:
    """Yield an item."""
    yield Item(name="mark", x=0, y=0, z=0, art=rectangle(Box(0, 0, width, 1), "mark", 0))


def test_a_part_is_made_again_if_what_it_is_made_of_has_changed() -> None:
    first = Parts(())
    first.add(mark, 3.0)
    first.add(mark, 4.0)
    then = Parts(first.made)
    then.add(mark, 3.0)
    then.add(mark, 5.0)
    then.add(mark, 4.0)
    assert [part in first.made for part in then.made] == [True, False, True]
    assert then.made[0] is first.made[0]
    assert 'width="5"' in then.made[1].items[0].art


def test_a_page_gets_each_art_once() -> None:
    table, tokens = table_of("twos", {})
    page, rng = FakePage(Engine(table), tokens[0]), random.Random(1)
    told: list[str] = []
    for _ in range(30):
        go_on(table, tokens, rng)
        for step in (page.update() or {})["steps"]:
            told += step.get("scene", {}).get("arts", {}).values()
    assert len(told) == len(set(told))


@pytest.mark.parametrize("name", list(tws.GAMES))
def test_all_keys_of_messages_are_texts(name: str) -> None:
    """Strict writers of JSON refuse other keys."""
    table, tokens = table_of(name, {})
    engine, rng = Engine(table), random.Random(1)
    viewer = viewers.Viewer()
    viewer.change(WIDE)
    for _ in range(12):
        go_on(table, tokens, rng)
        assert all(isinstance(key, str) for key in keys_in(engine.news(tokens[0], viewer)))


def keys_in(data: object) -> Iterator[object]:
    """Yield the keys of all objects in a message."""
    if isinstance(data, dict):
        for key, value in cast("dict[object, object]", data).items():
            yield key
            yield from keys_in(value)
    elif isinstance(data, list | tuple):
        for value in cast("Sequence[object]", data):
            yield from keys_in(value)
