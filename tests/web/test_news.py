"""The news of pages: short messages, from parts that most moves leave as they are."""

import json
import random
from collections.abc import Iterator
from typing import Any
from unittest.mock import Mock

import pytest

import twowaystreet as tws
from tests.web.pages import WIDE, FakePage
from twowaystreet._page import contents, viewers
from twowaystreet._page.archive import for_browsers
from twowaystreet._page.engine import MOST_KEPT, Engine
from twowaystreet._page.viewers import PageLook
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


class Played:
    """A table of people with known cards, whose moves come by chance."""

    def __init__(self, name: str, **options: Any) -> None:
        rules = tws.GAMES[name].Rules(**options)
        self.table = table = Table(tws.GAMES[name], rules, dealer=0)
        table._chance = random.Random(5)
        self.people = [table.join(f"Player {seat}") for seat in range(rules.seats)]
        self.tokens = [*self.people, table.spectate()]
        self.engine, self.rng = Engine(table), random.Random(3)

    def goes_on(self) -> bool:
        """Make a move, and sometimes take one back; return ``False`` after the game."""
        table = self.table
        if table.is_over:
            return False
        token, moves = self.tokens[table.actor or 0], list[Any](["deal"])
        if table.actor is not None:
            moves = [*(table.view(token).legal_moves or ())]
        table.play(token, str(self.rng.choice(moves)), bots=False)
        if self.rng.random() < 0.05:
            for each in self.people:
                try:
                    table.undo(each)
                except TableError:
                    break
        return True


@pytest.mark.nightly
@pytest.mark.parametrize("most", [viewers.MOST_ARTS, 8])
@pytest.mark.parametrize(("name", "options"), GAMES)
def test_other_pages_change_no_message(
    name: str, options: dict[str, Any], most: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What an engine keeps for a page reaches no other one, also if arts are told again."""
    monkeypatch.setattr(viewers, "MOST_ARTS", most)
    played = Played(name, **options)
    each = [(token, look) for token in played.tokens for look in (WIDE, STILL)]
    pages = [FakePage(played.engine, *one) for one in each]
    pages += [FakePage(Engine(played.table), *one) for one in each]
    for _ in range(20):
        if not played.goes_on():
            break
        told = [json.dumps(page.update()) for page in pages]
        assert told[: len(told) // 2] == told[len(told) // 2 :]


def mark(width: float) -> Iterator[Item]:
    yield Item(name="mark", x=0, y=0, z=0, art=rectangle(Box(0, 0, width, 1), "mark", 0))


def test_a_part_is_made_again_if_what_it_is_made_of_has_changed() -> None:
    first = Parts(())
    first.add(mark, 3.0)
    first.add(mark, 4.0)
    then = Parts(first.made)
    for width in (3.0, 5.0, 4.0):
        then.add(mark, width)
    assert [part in first.made for part in then.made] == [True, False, True]
    assert then.made[0] is first.made[0]
    assert 'width="5"' in then.made[1].items[0].art


@pytest.mark.parametrize("name", list(tws.GAMES))
def test_a_page_gets_each_art_once(name: str) -> None:
    played, viewer, told = Played(name), viewers.Viewer(), list[str]()
    viewer.change(WIDE)
    for _ in range(12):
        played.goes_on()
        message = played.engine.news(played.tokens[0], viewer) or {}
        for step in json.loads(viewers.message_text(message))["steps"]:
            told += step.get("scene", {}).get("arts", {}).values()
    assert told and len(told) == len({*told})


# Cases that our games do not have


def test_a_game_without_a_rule_of_thumb_arranges_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(contents, "rule_for", Mock(return_value=None))
    table = Table(tws.GAMES["brag"], bots={1: "simple", 2: "simple"}, dealer=0)
    page = FakePage(Engine(table), table.join("Ann"))
    page.send("deal")
    while table.bot_is_to_move:
        table.advance()
    page.update()
    assert "arranged" not in page.facts["form"]


def test_a_table_keeps_few_scenes() -> None:
    played = Played("duel")
    for width in range(400, 520):
        FakePage(played.engine, played.tokens[0], PageLook(width=width))
    assert len(played.engine._scenes) <= MOST_KEPT


def test_modules_for_browsers_have_no_types() -> None:
    source = b"async def play(card: Card) -> int:\n    rank: int\n    return 1"
    assert for_browsers(source) == b"async def play(card):\n return 1"
