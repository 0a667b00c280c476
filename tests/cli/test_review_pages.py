"""The page of a review: its words, numbers and pictures, and what it must not show."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import attrs
import pytest

from tests.cli.helpers import in_file, output, refusal
from tests.cli.test_replay_pages import cards_in, data_of, scenes
from tests.games import OURS
from tests.players.test_review import FEW, played, twins
from tests.web.axe import findings
from twowaystreet._page.replay.pages import MOST_VALUES, SIZES, review_page
from twowaystreet.players import Hindsight, MonteCarlo, Review, ReviewedMove, _reasons, review

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

NAMES = ("Ann", "Ben", "Cem", "Dora")


@pytest.fixture(autouse=True)
def _plain_playouts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Play out hands without compilation, and without hindsight."""
    monkeypatch.setattr("twowaystreet.players._searches.compiled", lambda: None)
    monkeypatch.setattr(_reasons, "compiled", lambda: None)


def reviewed(name: str, worlds: int = 12) -> Review:
    """Return the review of a seat."""
    return review(played(name, 4), 0, MonteCarlo(worlds=worlds, engine="python"))


def choices(found: Review) -> list[ReviewedMove]:
    """Return the decisions that a page shows."""
    every = [each for seat in found.seats for each in found.choices(seat)]
    return sorted(every, key=lambda each: each.number)


@pytest.mark.parametrize("name", OURS)
def test_each_game_has_a_page_with_a_scene_of_each_decision(name: str) -> None:
    found = review(played(name), 1, FEW)
    names = NAMES[: len(played(name).start.scores)]
    text = review_page(found, names)
    judged = choices(found)
    data = data_of(text)
    assert [each["part"] for each in data["moves"]] == [each.part for each in judged]
    assert len(data["scenes"]) == len(SIZES)
    for changes in data["scenes"]:
        for items, move in zip(scenes(changes), judged, strict=True):
            assert {str(card) for card in move.view.hand or ()} <= cards_in(items)
    for each in data["moves"]:
        assert each["words"] and len(each["values"]) <= MOST_VALUES + 1
        assert [made for *_, made in each["values"]].count(True) == 1
    assert f"<h1>{found.game}: review of Ben&#x27;s decisions</h1>" in text
    assert "http" not in text.replace("http://www.w3.org/2000/svg", "")


@pytest.mark.parametrize("name", OURS)
def test_deals_that_a_seat_cannot_tell_apart_have_the_same_page(name: str) -> None:
    seat, records = twins(name, 2)
    names = NAMES[: len(records[0].start.scores)]
    one, other = (review_page(review(each, seat, FEW), names) for each in records)
    assert one == other


def test_hindsight_is_not_on_the_page() -> None:
    found = review(played("duel"), 0, FEW)
    late = Hindsight(number=20, seat=0, text="Q", best_texts=("K",), value=1, best_value=2)
    assert review_page(attrs.evolve(found, hindsight=(late,)), NAMES[:2]) == review_page(
        found, NAMES[:2]
    )


def test_the_costliest_decisions_have_their_rank_and_their_sentences() -> None:
    found = reviewed("duel")
    moves = data_of(review_page(found, NAMES[:2]))["moves"]
    ranked = sorted((each for each in moves if each["rank"]), key=lambda each: int(each["rank"]))
    costliest = found.costliest(0)
    assert len(ranked) == len(costliest) > 1
    for shown, real in zip(ranked, costliest, strict=True):
        assert " ".join(shown["words"]).replace("\xa0", " ") == " ".join(real.reasons)
        assert shown["loss"] == pytest.approx(real.loss, abs=1e-4) and shown["verdict"] == "fault"
    kinds = {each["verdict"]: " ".join(each["words"]) for each in moves}
    assert kinds["best"].startswith("No other move was better than ")
    assert "no difference to" in kinds["no difference"]


def test_decisions_that_are_not_judged_say_why() -> None:
    moves = data_of(review_page(reviewed("twenty_down", 2), NAMES))["moves"]
    told = [each["words"] for each in moves if each["verdict"] == "not judged"]
    assert told and all(words[0].startswith("This decision is not judged, as") for words in told)


def test_the_parts_of_the_result_are_those_of_the_review() -> None:
    found = reviewed("duel", 1)  # a single world gives no errors
    data = data_of(review_page(found, NAMES[:2]))
    (luck,) = data["luck"]
    assert luck["deal"] + luck["decisions"] + luck["play"] == pytest.approx(
        luck["result"], abs=1e-3
    )
    assert luck["result"] == found.luck[0].result
    assert data["totals"][0][1] is None


def test_no_name_ends_the_script() -> None:
    names = ("</script><b>", "<!--", "$data", "Ann & Ben")
    text = review_page(review(played("twos"), 0, FEW), names)
    assert text.count("</script>") == 2 and "<!--" not in text
    assert data_of(text)["names"] == list(names)


def test_the_command_writes_a_page_to_a_new_file(tmp_path: Path) -> None:
    saved, file = in_file(tmp_path / "game.txt", played("duel")), tmp_path / "review.html"
    command = ("review", saved, "--worlds", "2", "--html", str(file))
    assert output(*command) == f"Saved in {file}\n"
    assert data_of(file.read_text("utf-8"))["seats"] == [0, 1]
    assert "File exists" in refusal(*command)


# In a browser.


def shown(
    browser: Browser, path: Path, text: str, width: int = 1280, scheme: str = "light"
) -> Page:
    """Open a page; a fault of its script ends the test."""
    (path / "review.html").write_text(text, "utf-8")
    window = browser.new_page(viewport={"width": width, "height": 800})
    window.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    window.on("pageerror", _fail)
    window.goto((path / "review.html").as_uri())
    return window


def _fail(error: object) -> None:
    raise AssertionError(f"the page reports {error}")


def test_keys_clicks_and_the_graph_step_through_the_decisions(
    browser: Browser, tmp_path: Path
) -> None:
    found = reviewed("duel")
    judged = choices(found)
    window = shown(browser, tmp_path, review_page(found, NAMES[:2]))
    every, worst = len(judged), judged.index(found.costliest(0)[0])
    faults = [place for place, each in enumerate(judged) if each.is_fault]

    def place() -> int:
        number, _, most = window.inner_text("#count").partition(" of ")
        assert int(most) == every
        assert judged[int(number) - 1].part in window.inner_text("#decision h2")
        return int(number) - 1

    assert place() == worst
    assert "Your costliest decision" in window.inner_text("#decision")
    expected = {"Home": 0, "ArrowRight": 1, "ArrowLeft": 0, "End": every - 1, "ArrowUp": faults[-1]}
    for key, at in expected.items():
        before = window.inner_html("#table")
        window.keyboard.press(key)
        assert place() == at, key
        assert window.inner_html("#table") != before
    window.click("#list button >> nth=0")
    assert place() == 0
    window.keyboard.press("ArrowDown")
    assert place() == next(each for each in faults if each)
    window.click("#back")
    hits = window.locator("#graph .hit")
    assert hits.count() == every
    hits.nth(every - 1).hover()
    assert judged[-1].part in (window.text_content("#graph .said") or "")
    assert place() != every - 1
    hits.nth(every - 1).click()
    assert place() == every - 1 and window.is_disabled("#next")
    window.close()


def test_each_player_of_a_whole_game_can_be_chosen(browser: Browser, tmp_path: Path) -> None:
    found = review(played("duel"), player=FEW)
    window = shown(browser, tmp_path, review_page(found, NAMES[:2]))
    window.click("#seats button:text-is('Ben')")
    assert window.inner_text("#sum").startswith("Ben lost ")
    own = len(found.choices(1))
    assert window.locator("#list button").count() == own
    window.close()


def test_a_hand_without_a_decision_says_so(browser: Browser, tmp_path: Path) -> None:
    record = played("twos")
    empty = attrs.evolve(review(record, 0, FEW), moves=())
    window = shown(browser, tmp_path, review_page(empty, NAMES))
    assert window.inner_text("#sum") == "Ann had no decision to make."
    assert window.is_hidden("#controls") and findings(window) == []
    window.close()


@pytest.mark.parametrize(
    ("name", "width", "scheme"),
    [("duel", 1280, "light"), ("brag", 390, "dark"), ("spades", 390, "light")],
)
def test_a_review_fits_its_window_and_is_accessible(
    browser: Browser, tmp_path: Path, name: str, width: int, scheme: str
) -> None:
    found = reviewed(name, 4)
    names = NAMES[: len(played(name).start.scores)]
    window = shown(browser, tmp_path, review_page(found, names), width, scheme)
    for key in ("Home", "End"):
        window.keyboard.press(key)
        assert window.evaluate("document.documentElement.scrollWidth") <= width
        assert window.is_visible("#table svg") and window.is_visible("#controls")
        assert findings(window) == []
    for button in window.locator("button:visible").all():
        box = button.bounding_box()
        assert box and box["height"] >= (28 if width > 900 else 40)
    window.close()
