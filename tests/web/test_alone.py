"""The engine for one person: new games, refusals, saved games, and news in short messages."""

import gzip
import json
import random
from collections.abc import Iterator
from typing import Any
from unittest.mock import Mock

import attrs
import pytest

import twowaystreet as tws
from examples import high_card, oh_hell
from tests import shapes
from tests.helpers import made_again
from tests.web.pages import WIDE, FakePage, moves_in
from twowaystreet._page import contents, viewers
from twowaystreet._page.alone import Alone, catalogue
from twowaystreet._page.archive import for_browsers
from twowaystreet._page.bundle import picture_of
from twowaystreet._page.engine import MOST_KEPT, Engine
from twowaystreet._page.viewers import PageLook
from twowaystreet.players._monte_carlo import OFFERS
from twowaystreet.svg.elements import rectangle
from twowaystreet.svg.geometry import Box
from twowaystreet.svg.scene import Item, Parts
from twowaystreet.table import Table, TableError

NEW: dict[str, Any] = {"game": "duel", "options": {}, "bots": "simple", "name": "Ann"}


def begun(**changes: Any) -> Alone:
    alone = Alone()
    assert alone.begin(json.dumps(NEW | changes)) is None
    return alone


def shown(alone: Alone) -> dict[str, Any]:
    for width in (700, 800):  # another size asks for everything again
        alone.receive(json.dumps({"do": "look", "width": width, "height": 600}))
    answer: dict[str, Any] = json.loads(alone.show() or "")
    scene = answer.pop("steps")[-1]["scene"]
    return {**answer, "cards": scene["set"]}


def play(alone: Alone, moves: int) -> None:
    while alone.advance():
        pass
    for _ in range(moves):
        table = shown(alone)
        if table["over"]:
            return
        move, *_ = moves_in(table)
        about = {"do": "play", "move": move, "seen": table["number"]}
        assert alone.receive(json.dumps(about)) is None
        while alone.advance():
            pass


def test_the_gallery_describes_every_game_and_its_form_every_option() -> None:
    found = catalogue(
        [oh_hell.GAME, high_card.GAME, made_again(shapes, "patience", rules=shapes.Patience)]
    )
    *ours, hell, high, patience = found["games"]
    assert [game["name"] for game in ours] == list(tws.GAMES)
    for game in ours:
        assert game["title"] == tws.GAMES[game["name"]].title and game["help"]
        assert game["summary"].endswith(".") and len(game["summary"]) < 130
        for option in game["options"]:
            for value in (option["default"], *option["values"]):
                begun(game=game["name"], options={option["name"]: value})
    assert [game["players"] for game in (*ours, hell)] == [
        *("3 or more players", "2 players", "4 players", "2 players"),
        *("4 players", "4 players", "2 to 8 players", "3 to 7 players"),
    ]
    assert hell["summary"] == f"{hell['help'][0].partition('. ')[0].removesuffix('.')}."
    assert (high["summary"], patience["players"]) == ("", "1 player")
    assert [bot["name"] for bot in found["bots"]] == list(OFFERS) and found["usual"] == "medium"
    brag = {each["name"]: each for each in ours[-1]["options"]}
    assert (brag["players"]["least"], brag["players"]["most"]) == (2, 8)
    assert brag["high_rank"]["least"] is None


@pytest.mark.parametrize("game", list(tws.GAMES))
def test_a_game_begins_with_a_hand_and_goes_on_as_it_was_when_it_is_saved(game: str) -> None:
    alone, again = begun(game=game), Alone()
    play(alone, 0)
    table = shown(alone)
    assert table["hand"].startswith("Hand 1")
    assert table["yours"] or table["panel"]  # some deals end a hand of Brag at once
    assert moves_in(table) != ["deal"]
    play(alone, 2)
    assert again.restore(json.dumps({"saved": alone.saved()})) is None
    assert shown(again) == shown(alone) and again.saved() == alone.saved()
    play(again, 1)
    assert shown(again)["number"] > shown(alone)["number"]


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"game": "chess"}, "there is no game 'chess'"),
        ({"options": {"target": "0"}}, "target=0"),
        ({"options": {"colour": "1"}}, "no option 'colour'"),
        ({"name": " "}, "expected 1 to 40 visible characters"),
        ({"name": "bot 2"}, "a name that nobody else has"),
        ({"bots": "os:system"}, "expected a game, options, bots and a name"),
        ({"options": []}, "expected a game, options, bots and a name"),
    ],
)
def test_an_impossible_game_leaves_the_present_one(changes: dict[str, Any], words: str) -> None:
    alone = begun()
    before = alone.saved()
    assert words in str(alone.begin(json.dumps(NEW | changes))) and alone.saved() == before


def test_a_damaged_game_is_refused_in_words_and_leaves_the_present_one() -> None:
    alone = begun()
    play(alone, 4)
    saved = json.loads(alone.saved())
    table = json.loads(saved["table"])
    tables: list[dict[str, Any]] = [
        *({"version": 99}, {"game": "chess"}, {"log": []}, {"people": []}),
        *({"bots": [[1, "js:document"]]}, {"bots": [[1, None]]}, {"bots": []}),
        {"bots": [bot | {"name": "at_random"} for bot in table["bots"]]},
    ]
    damaged: list[Any] = [
        *(None, 1, "", "{", "[]", "null", "[" * 100_000),
        *({"saved": text} for text in (None, 1, "", "{", "[]", "null", "{}", "[" * 100_000)),
        *(
            {"saved": json.dumps(saved | part)}
            for part in (
                *({"token": "forged"}, {"token": None}, {"table": 1}, {"table": "{"}),
                {"bots": [1]},
            )
        ),
        *({"saved": json.dumps(saved | {"table": json.dumps(table | each)})} for each in tables),
    ]
    for each in damaged:
        text = each if isinstance(each, str) else json.dumps(each)
        assert alone.restore(text), text[:80]
        assert alone.saved() == json.dumps(saved)


def test_a_game_that_cannot_be_shown_is_not_restored(monkeypatch: pytest.MonkeyPatch) -> None:
    alone, other = begun(), begun(game="twos")
    before = alone.saved()
    with monkeypatch.context() as patch:
        patch.setattr(Engine, "news", Mock(side_effect=KeyError("a field of another version")))
        words = alone.restore(json.dumps({"do": "restore", "saved": other.saved()}))
    assert words == "the game cannot be shown: KeyError" and alone.saved() == before


def test_without_a_game_there_is_nothing_to_show() -> None:
    alone = Alone()
    assert not alone.bot_is_to_move() and alone.show() is None
    for call in (alone.saved, alone.again):
        with pytest.raises(TableError, match="there is no game yet"):
            call()


def test_the_next_game_has_the_same_rules_bots_and_name() -> None:
    alone = begun(game="street", options={"players": "3"}, bots="easy")
    play(alone, 2)
    restored = Alone()
    assert restored.restore(json.dumps({"saved": alone.saved()})) is None
    for each in (alone, restored):
        before = json.loads(json.loads(each.saved())["table"])
        each.again()
        after = json.loads(json.loads(each.saved())["table"])
        assert after["bots"] == before["bots"] and '"Ann"' in each.saved().replace("\\", "")
        assert {bot["name"] for bot in after["bots"]} == {"easy"}
        table = shown(each)
        assert table["names"] == ["You", "Bot 2", "Bot 3"]
        assert table["scores"] == [0, 0, 0] and table["number"] == 2


@pytest.mark.parametrize("game", [*tws.GAMES.values(), oh_hell.GAME, high_card.GAME])
def test_every_game_has_a_small_picture_that_stays_the_same(game: tws.Game) -> None:
    drawn = picture_of(game)
    assert drawn == picture_of(game) and len(gzip.compress(drawn.encode())) < 8000
    assert 2 <= int(drawn.partition('aria-label="')[2].partition(" ")[0]) <= 6


def test_a_game_without_cards_to_show_has_any_cards() -> None:
    refuse = Mock(side_effect=TableError("this game needs more than its rules"))
    game = attrs.evolve(high_card.GAME, name="late_card", new_game=refuse)
    assert "A♠ K♥ Q♦ J♣" in picture_of(game)
    assert "1 card: 5♣" in picture_of(shapes.GAME)  # the only one that its first seat sees


# News

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
    assert then.made[0] is first.made[0] and 'width="5"' in then.made[1].items[0].art


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
    table = Table(tws.GAMES["brag"], bots=dict.fromkeys((1, 2, 3), "simple"), dealer=0)
    page = FakePage(Engine(table), table.join("Ann"))
    page.send("deal")
    while table.bot_is_to_move:
        table.advance()
    page.update()
    assert page.facts["form"]["slots"] and "arranged" not in page.facts["form"]


def test_a_table_keeps_few_scenes() -> None:
    played = Played("duel")
    for width in range(400, 520):
        FakePage(played.engine, played.tokens[0], PageLook(width=width))
    assert len(played.engine._scenes) <= MOST_KEPT


def test_modules_for_browsers_have_no_types_and_no_assertions() -> None:
    source = b"async def play(card: Card) -> int:\n    rank: int\n    assert card\n    return 1"
    assert for_browsers(source) == b"async def play(card):\n return 1"
