"""The engine for one person: new games, refusals, and saved games."""

import gzip
import json
from typing import Any
from unittest.mock import Mock

import attrs
import pytest

import twowaystreet as tws
from examples import high_card, oh_hell
from tests import shapes
from tests.helpers import made_again
from tests.web.pages import moves_in
from twowaystreet._page.alone import Alone, catalogue
from twowaystreet._page.bundle import picture_of
from twowaystreet._page.engine import Engine
from twowaystreet.players._monte_carlo import OFFERS
from twowaystreet.table import TableError

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
    assert words in str(alone.begin(json.dumps(NEW | changes)))
    assert alone.saved() == before


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
    assert words == "the game cannot be shown: KeyError"
    assert alone.saved() == before


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
        assert after["bots"] == before["bots"]
        assert '"Ann"' in each.saved().replace("\\", "")
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
