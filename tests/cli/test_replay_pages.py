"""Replays as pictures: one page to step through a game, also in Chromium, and files."""

import json
import random
import re
import time
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from html import escape
from pathlib import Path
from typing import Any, Final
from unittest.mock import Mock

import pytest

import twowaystreet as tws
from examples import oh_hell
from tests.cli.helpers import CARD, in_file, output, refusal, some_record, typed_record
from tests.helpers import nightly_but_every
from tests.records.playing import played
from tests.web.axe import findings
from tests.web.clicks import Browser, Page, script
from twowaystreet import Card, svg
from twowaystreet._cli.save_files import load, write_new
from twowaystreet._core.display.sentences import steps_of
from twowaystreet._core.display.words import sign_text
from twowaystreet._core.engine import game as registry
from twowaystreet._page import replays as pages
from twowaystreet._page.replays import SIZES
from twowaystreet.games import duel, street, twos
from twowaystreet.table import Table

LETTERS = str.maketrans("♣♦♥♠", "CDHS")


def drawn(record: tws.Record, path: Path, *more: str) -> str:
    saved = in_file(path / "game.txt", record)
    page = path / "page.html"
    assert output("replay", saved, "--html", str(page), *more) == f"Saved in {page}\n"
    return page.read_text(encoding="utf-8")


def data_of(page: str) -> Any:  # Any: all that JSON can hold
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)
    assert found is not None
    return json.loads(found[1])


def scenes(changes: list[Any]) -> Iterator[dict[str, Any]]:
    """Yield the items of each place by their names, from the differences. Any: JSON."""
    items: dict[str, Any] = {}
    for place in changes:
        for change in place:
            items = {} if "new" in change else items
            for name in change.get("gone", ()):
                del items[name]
            for name, values in change.get("set", {}).items():
                items[name] = {**items.get(name, {}), **values}
        yield dict(items)


def cards_in(items: dict[str, Any]) -> set[str]:
    return {name.partition(".")[0] for name in items if CARD.match(name)}


def texts(page: str) -> list[str]:
    return [" ".join(step["text"]) for step in data_of(page)["steps"]]


@pytest.mark.parametrize("name", nightly_but_every(3, tws.GAMES))
def test_a_page_has_a_scene_of_each_position_with_all_cards(name: str, tmp_path: Path) -> None:
    record = some_record(name, 3, 20)
    page = drawn(record, tmp_path)
    states = [state for state, _ in record] + [record.state]
    in_sizes = [[*scenes(changes)] for changes in data_of(page)["scenes"]]
    assert len(in_sizes) == len(SIZES)
    for shown in in_sizes:
        for items, state in zip(shown, states, strict=True):
            assert {str(card) for hand in state.hands for card in hand} <= cards_in(items)
            assert not any(re.match(r"back-|down-(?!.*label)", name) for name in items)
    assert texts(page)[:2] == ["Before the first deal.", "The cards are dealt."]
    assert len(texts(page)) == len(states)
    assert f"<title>{tws.GAMES[name].title}, all cards open</title>" in page


@pytest.mark.parametrize("name", tws.GAMES)
def test_the_page_of_a_seat_tells_no_card_that_it_has_not_seen(name: str, tmp_path: Path) -> None:
    record = some_record(name, 3, 30)
    page = drawn(record, tmp_path, "--seat", "1")
    assert f"<h1>{tws.GAMES[name].title}, as Player 2 saw it</h1>" in page
    data, seen = data_of(page), record.for_seat(1)
    text = re.sub(r' d=\\"[^"]*\\"', "", json.dumps(data, ensure_ascii=False)).translate(LETTERS)
    told = " ".join(texts(page))
    jokers = {card for card in ("R*", "B*") if sign_text(Card.parse(card)) in told}
    assert {*CARD.findall(text), *jokers} <= set(CARD.findall(seen.to_json()))
    views = [seen.start, *(event.view for event in seen)]
    for items, view in zip(scenes(data["scenes"][0]), views, strict=True):
        assert {str(card) for card in view.hand or ()} <= cards_in(items)


def test_one_new_file_for_each_position(tmp_path: Path) -> None:
    record = some_record("duel", 1, 12)
    saved, folder = in_file(tmp_path / "game.txt", record), tmp_path / "new" / "pictures"
    told = output("replay", saved, "--svg", str(folder), "--public")
    assert told == f"Saved 13 pictures in {folder}\n"
    files = sorted(folder.iterdir())
    assert [file.name for file in files] == [f"{number:02}.svg" for number in range(13)]
    last = files[-1].read_text(encoding="utf-8")
    assert last == svg.table(record.for_seat(None).view, names=["Player 1", "Player 2"]) + "\n"
    page = tmp_path / "page.html"
    assert "<h1>Duel, as everybody saw it</h1>" in drawn(record, tmp_path, "--public")
    page.write_text("mine", encoding="utf-8")
    assert "File exists" in refusal("replay", saved, "--html", str(page))
    assert "new or empty folder" in refusal("replay", saved, "--svg", str(tmp_path))
    assert "cannot save to" in refusal("replay", saved, "--svg", str(page / "below"))
    assert page.read_text(encoding="utf-8") == "mine"
    assert {each.name for each in tmp_path.iterdir()} == {"game.txt", "page.html", "new"}


def test_impossible_positions_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, record = tmp_path / "seat.json", some_record("duel", 1, 3)
    path.write_text(record.for_seat(0).to_json(), encoding="utf-8")
    with monkeypatch.context() as patch:
        patch.setattr(pages, "CARDS", 9)
        with pytest.raises(tws.RecordError, match="20 cards: expected at most 9"):
            pages.page(record)
    monkeypatch.setattr(pages, "scene_of", Mock(side_effect=IndexError("no such seat")))
    assert "impossible" in refusal("replay", str(path), "--html", str(tmp_path / "page.html"))
    assert not (tmp_path / "page.html").exists()
    with pytest.raises(IndexError):  # the rules have checked a record: this is a fault of ours
        pages.page(record)


def test_steps_have_headings_and_the_last_one_of_a_hand_has_its_result() -> None:
    page = pages.page(some_record("twos", 3))
    assert len(page.encode()) < 300_000
    found = data_of(page)["steps"]
    assert data_of(page)["hands"] == [0]
    assert [step["hand"] for step in found if "hand" in step] == ["Hand 1"]
    parts = [step["part"] for step in found if "part" in step]
    assert parts == [f"Trick {number}" for number in range(1, 14)]
    assert all("part" in step for step in found[2::4] if step is not found[-1])
    record = some_record("twenty_down", 3)
    *before, last = data_of(pages.page(record))["steps"]
    assert record.state.score is not None and not any("result" in step for step in before)
    told = " ".join(last["result"])
    gained = [f"{points:+}".replace("-", "−") for points in record.state.score.points]
    assert all(points in told for points in gained) and told.startswith("Trumps were ")
    game = tws.Record(twos.new_game(twos.Rules(max_hands=1)))
    *_, last = steps_of(played(game, random.Random(5)), "ABCD")
    assert re.search(r"wins? the game", last.result[-1])


def test_a_deal_that_ends_the_hand_or_is_thrown_in_says_so() -> None:
    dealt = (some_record("brag", seed, 1) for seed in range(100))
    step = [*steps_of(next(each for each in dealt if each.state.hand_over), "ABCD")][1]
    assert (step.hand, step.sentences) == ("Hand 1", ("The cards are dealt.",))
    assert step.result[0].startswith("Four ")
    record = typed_record(duel.new_game(), 3, ["bid 3 high", "bid 3 low"])
    found = [*steps_of(record.play(tws.shuffle(record.state, random.Random(1))), "AB")]
    assert found[-2].result == ("The deal is thrown in.",)
    assert [step.hand for step in found] == ["", "Hand 1", "", "", ""]


def test_a_game_without_words_for_scores_shows_points(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry._games._registered, "oh_hell", oh_hell.GAME)
    *_, last = steps_of(played(tws.Record(oh_hell.GAME.new_game()), random.Random(2)), "ABCD")
    assert last.facts.view.score is not None
    shown = zip("ABCD", last.facts.view.score.points, strict=True)
    assert last.result == (f"{', '.join(f'{name} {each:+}' for name, each in shown)}.",)


def test_the_file_of_a_table_gives_the_names_which_end_no_script(tmp_path: Path) -> None:
    path, ann = tmp_path / "evening.json", "</script><b>"
    table = Table(duel.GAME, bots={1: "simple"}, dealer=0, path=path)
    token = table.join(ann)
    for move in ("deal", "bid 2 high"):
        table.play(token, move)
    page, own = tmp_path / "page.html", tmp_path / "own.html"
    output("replay", str(path), "--html", str(page))
    text = page.read_text(encoding="utf-8")
    assert text.count("</script>") == 2 and "Bot 1: 0 points" in text
    assert f"{ann} bids 2 high." in texts(text)[2]
    assert next(scenes(data_of(text)["scenes"][0]))["plate-0"]["label"].startswith(f"{ann}:")
    output("replay", str(path), "--html", str(own), "--seat", "0")
    assert f"<h1>Duel, as {escape(ann)} saw it</h1>" in own.read_text(encoding="utf-8")
    output("replay", str(path), "--svg", str(tmp_path / "pictures"))
    assert "Bot 1" in (tmp_path / "pictures" / "0.svg").read_text(encoding="utf-8")
    path.unlink()
    Table(street.GAME, bots={1: "simple"}, path=path).join("Ann")
    assert load(path).names == ("Ann", "Bot 1", "Player 3", "Player 4")  # seats that are free


# In Chromium


SMALL: Final = script("small_texts.js")
"""The texts of the page that are smaller than 12 pixels."""
CARDS: Final = script("widths_of_cards.js")
"""The least widths of the cards of a trick, and of those of hands; 0 without any in a hand."""


@contextmanager
def opened(
    browser: Browser, path: Path, game: str = "street", moves: int = 20, **window: Any
) -> Generator[Page]:
    """Open the page of a game, which loads nothing. Any: the options of a window."""
    record, file, faults = some_record(game, 3, moves), path / "page.html", list[str]()
    names = ("Ann", "Ben", "Cem", "Dora")[: len(record.state.scores)]
    write_new(file, pages.page(record, names))
    window.setdefault("viewport", {"width": 1000, "height": 740})
    page = browser.new_page(**window)
    page.on("console", lambda message: faults.append(message.text))
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("request", lambda request: faults.append(request.url))
    page.clock.install()
    page.goto(file.as_uri())
    yield page
    page.close()
    assert {fault for fault in faults if fault != file.as_uri()} == set()


def test_keys_buttons_list_and_address_step_through(browser: Browser, tmp_path: Path) -> None:
    with opened(browser, tmp_path, moves=22) as page:
        for key, place in (
            *(("ArrowRight", 1), ("PageDown", 11), ("End", 22), ("ArrowRight", 22), ("Home", 0)),
            *(("ArrowLeft", 0), ("Alt+ArrowRight", 0)),
        ):
            page.keyboard.press(key)
            count, address = page.inner_text("#count"), page.url.partition("#")[2]
            assert (count, address) == (f"{place} of 22", str(place)), key
        assert page.get_attribute("#back", "aria-disabled") == "true"
        assert page.get_attribute("#next", "aria-disabled") == "false"
        page.focus("#next")
        page.keyboard.press("Enter")
        page.click("#next")
        page.focus("#place")
        page.keyboard.press("ArrowRight")
        assert page.inner_text("#count") == "3 of 22"
        page.reload()
        assert page.inner_text("#count") == "3 of 22"
        page.keyboard.press("Home")
        seen: list[str] = []
        for key in ("Down", "Down", "Down", "Down", "Down", "Up", "Up"):
            page.keyboard.press(f"Arrow{key}")
            seen.append(page.inner_text("#caption"))
        # The deal with the declarations, then the tricks; a trick is shown complete.
        assert seen[0] == page.evaluate("steps[9].text.join(' ')")
        assert seen[1].endswith("takes the trick.") and seen[2].endswith("takes the trick.")
        assert seen[5:] == [seen[3], seen[2]]
        page.click("#trick-next")
        page.click("#trick-back")
        assert page.inner_text("#caption") == seen[2]
        assert page.locator("#list h2").all_inner_texts() == ["Hand 1"]
        assert page.locator("#list h3").all_inner_texts()[:2] == ["Trick 1", "Trick 2"]
        page.click("#list button >> nth=12")
        assert page.inner_text("#count") == "12 of 22"
        current = page.locator("#list [aria-current=step]")
        assert current.all_inner_texts() == [page.inner_text("#caption")]
        for key in ("End", "Home", "PageDown", "End"):
            page.keyboard.press(key)
            box, around = current.bounding_box(), page.locator("#list").bounding_box()
            assert box and around
            assert around["y"] <= box["y"] < around["y"] + around["height"] - 20
        shown = "document.querySelector('#table svg > g').style.getPropertyValue('--time')"
        wishes: Any = {"no-preference": "280ms", "reduce": "0ms"}  # Any: literals of Playwright
        for wish, time_of_moves in wishes.items():
            page.emulate_media(reduced_motion=wish)
            page.keyboard.press("Home")
            page.keyboard.press("ArrowRight")
            assert page.evaluate(shown) == time_of_moves


def test_a_replay_plays_by_itself_until_its_end(browser: Browser, tmp_path: Path) -> None:
    with opened(browser, tmp_path, moves=8) as page:
        page.clock.pause_at(time.time() + 60)

        def shows(place: int, button: str) -> None:
            assert page.inner_text("#count") == f"{place} of 8"
            assert page.get_attribute("#play", "aria-label") == button

        page.keyboard.press(" ")
        shows(1, "Pause")
        page.clock.run_for(1150)
        shows(2, "Pause")
        page.click("#play")
        page.clock.run_for(60_000)
        shows(2, "Play")
        page.select_option("#controls select", label="4×")
        page.click("#play")
        page.clock.run_for(300)
        shows(4, "Pause")
        page.clock.run_for(60_000)
        shows(8, "Play")
        page.click("#play")  # from the first position again
        shows(0, "Pause")
        page.focus("#place")
        page.keyboard.press("End")  # who goes somewhere stops it
        shows(8, "Play")


@pytest.mark.parametrize(
    ("size", "scheme"),
    [
        *(((1280, 800), "dark"), ((1024, 768), "light"), ((844, 390), "dark")),
        *(((390, 844), "light"), ((360, 640), "dark")),
    ],
)
@pytest.mark.parametrize("game", ["street", "spades", "tien_len", "brag"])
def test_a_replay_fits_its_window_and_is_for_everybody(
    browser: Browser, tmp_path: Path, game: str, size: tuple[int, int], scheme: str
) -> None:
    viewport: Any = {"width": size[0], "height": size[1]}
    looks: Any = {"viewport": viewport, "color_scheme": scheme, "reduced_motion": "reduce"}
    with opened(browser, tmp_path, game, 1000, **looks) as page:
        for key in ("ArrowDown", "ArrowDown", "ArrowRight", "End"):
            page.keyboard.press(key)
            root = "document.documentElement"
            wide, high = page.evaluate(f"[{root}.scrollWidth, {root}.scrollHeight]")
            assert wide <= size[0] and high <= size[1]
            for name in ("#table svg", "#caption", "#controls", "#list"):
                box = page.locator(name).bounding_box()
                assert box and box["height"] >= 20
                assert box["x"] >= -1 and box["x"] + box["width"] <= size[0] + 1
                assert box["y"] >= -1 and box["y"] + box["height"] <= size[1] + 1
            assert page.evaluate(SMALL) == []
            if game == "street":
                trick, hand = page.evaluate(CARDS)
                assert trick >= max(26, 0.6 * hand)  # a card of the hand is wider if it is turned
        assert findings(page) == []
        for button in page.locator("#controls button").all():
            box = button.bounding_box()
            assert box and min(box["width"], box["height"]) >= 40
