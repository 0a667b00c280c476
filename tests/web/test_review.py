"""The review on a server: who gets one and when, how it is made, and the button that asks."""

from __future__ import annotations

import asyncio
import re
import threading
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest

from tests.cli.test_replay_pages import data_of
from tests.web import clicks
from tests.web.asking import Answer, Asker
from tests.web.axe import findings
from tests.web.serving import served

application = pytest.importorskip("twowaystreet.web.server", reason="it needs web").application

from twowaystreet.games import duel  # noqa: E402  # after the skip
from twowaystreet.players import MonteCarlo  # noqa: E402  # after the skip
from twowaystreet.table import Table, TableError, TokenError  # noqa: E402  # after the skip
from twowaystreet.web import pages  # noqa: E402  # optional packages
from twowaystreet.web.hosts import TableHost  # noqa: E402  # optional packages
from twowaystreet.web.limits import Allowances  # noqa: E402  # optional packages
from twowaystreet.web.pages import Reviews, reviewed_hand  # noqa: E402  # optional packages
from twowaystreet.web.work import Thinkers  # noqa: E402  # optional packages

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser


@pytest.fixture(autouse=True)
def _short_reviews(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a review take few worlds."""
    monkeypatch.setattr(pages, "PLAYER", MonteCarlo(3, engine="python"))


def play_a_hand(table: Table) -> None:
    """Play a hand by the rule of thumb."""
    hands = len(table.hand_scores)
    while len(table.hand_scores) == hands:
        table.act_for(table.actor)


def test_a_hand_is_reviewed_when_it_is_over_and_for_players_alone() -> None:
    table = Table(duel.GAME, bots={1: "simple"}, dealer=0)
    ann, watcher = table.join("Ann"), table.spectate()
    for _ in range(2):  # before the deal, and in the hand
        with pytest.raises(TableError, match="when it is over"):
            reviewed_hand("t", table, ann)
        table.act_for(table.actor)
    play_a_hand(table)
    play_a_hand(table)
    (name, seat, _), record = reviewed_hand("t", table, ann)
    assert (name, seat, record.seat, record.start.hands_played) == ("t", 0, 0, 1)
    assert [event.seat for event in record].count(None) == 1
    assert record.view == table.view(ann)
    with pytest.raises(TableError, match="watch"):
        reviewed_hand("t", table, watcher)
    with pytest.raises(TokenError):
        reviewed_hand("t", table, "forged")


def test_the_server_answers_with_a_page_or_the_reason_of_a_refusal() -> None:
    table = Table(duel.GAME, bots={1: "simple"}, dealer=0)
    ann, host = table.join("Ann"), TableHost()
    asker, name = Asker(application(host)), host.add(table)

    def ask(path: str, token: str) -> Answer:
        return asker.ask("POST", path, f"token={token}".encode())

    path = f"/api/tables/{name}/review"
    assert (early := ask(path, ann)).status == 400
    assert early.text == "There is no review: people review a hand when it is over."
    play_a_hand(table)
    found = ask(path, ann)
    assert found.status == 200 and found.headers["content-type"].startswith("text/html")
    assert found.headers["content-security-policy"].startswith(
        "default-src 'none'; script-src 'sha"
    )
    assert "<h1>Duel: review of Ann&#x27;s decisions</h1>" in found.text
    assert {each["seat"] for each in data_of(found.text)["moves"]} == {0}
    assert ask("/review", ann).text == found.text
    assert ask(path, "forged").status == 400 and ask(path, "x" * 5000).status == 400
    assert ask("/review", "forged").status == ask("/api/tables/none/review", ann).status == 404
    assert asker.ask("GET", path).status in (404, 405)


def ask_for(kept: Reviews, number: int) -> Any:  # Any: a coroutine
    """Ask for the page of a hand."""
    nothing: Any = None  # Any: the tests below make no page from a record
    return kept.page(("t", 0, number), nothing, (), "Ann")


def test_the_server_makes_one_review_at_a_time_and_keeps_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    running, made = list[int](), list[int]()

    def make(*_: object) -> str:
        running.append(1)
        made.append(len(running))
        running.pop()
        return f"page {len(made)}"

    async def ask() -> list[str]:
        kept = Reviews(Thinkers())
        return list(await asyncio.gather(*map(partial(ask_for, kept), (1, 2, 1, 2))))

    monkeypatch.setattr(pages, "_reviewed", make)
    assert asyncio.run(ask()) == ["page 1", "page 2", "page 1", "page 2"]
    assert made == [1, 1]


def test_the_server_answers_while_it_makes_a_review_and_lets_few_wait(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    goes_on = threading.Event()

    def make(*_: object) -> str:
        goes_on.wait()
        return "page"

    async def ask() -> list[str]:
        kept = Reviews(Thinkers())
        waiting = [asyncio.create_task(ask_for(kept, number)) for number in (1, 2)]
        await asyncio.sleep(0)  # both wait now, and the event loop goes on
        with pytest.raises(TableError, match="try again"):
            await ask_for(kept, 3)
        goes_on.set()
        return list(await asyncio.gather(*waiting))

    monkeypatch.setattr(pages, "_reviewed", make)
    monkeypatch.setattr(pages, "REVIEWS_WAITING", 2)
    assert asyncio.run(ask()) == ["page", "page"]


def test_few_pages_are_kept_and_a_review_that_takes_too_long_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    goes_on = threading.Event()
    kept = Reviews(Thinkers())

    def never(*_: object) -> str:
        goes_on.wait()
        return ""

    def at_once(*_: object) -> str:
        return "page"

    async def ask() -> None:
        for number in range(3):
            await ask_for(kept, number)
        monkeypatch.setattr(pages, "_reviewed", never)
        monkeypatch.setattr(pages, "PATIENCE", 0.01)
        with pytest.raises(TableError, match="too long"):
            await ask_for(kept, 9)
        goes_on.set()

    monkeypatch.setattr(pages, "_reviewed", at_once)
    monkeypatch.setattr(pages, "REVIEWS_KEPT", 2)
    monkeypatch.setattr(kept, "_asked", Allowances(4, 1.0))
    asyncio.run(ask())
    assert [*kept._pages] == [("t", 0, 1), ("t", 0, 2)]


_TOLD = """() => document.querySelector("#review").addEventListener("submit", ({ target }) => {
    globalThis.told = window.open("", target.target).document.body.textContent;
})"""
"""Keeps what the new page tells until the server answers."""


@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (390, "dark")])
def test_the_look_back_opens_the_review(
    browser: Browser, tmp_path: Path, width: int, scheme: str
) -> None:
    with served(tmp_path / "table.json", "duel", "--bots", "1") as server:
        options: Any = {"viewport": {"width": width, "height": 800}, "color_scheme": scheme}
        page = clicks.opened(browser, server.links["Player 1"], **options)
        clicks.play_a_hand(page)
        page.click("#result button:text-is('Look back')")
        page.evaluate(_TOLD)
        with page.expect_popup() as opening:
            page.click("#past-line button:text-is('Review')")
        clicks.expect(page.locator("#past-line p")).to_have_text(re.compile("^The review opens"))
        review = clicks.watched(opening.value)
        assert page.evaluate("told") == "The review is being made."
        review.wait_for_selector("#table svg")
        assert review.inner_text("h1") == "Duel: review of Player 1's decisions"
        assert "token" not in review.url
        review.keyboard.press("Home")
        assert review.inner_text("#count").startswith("1 of ")
        assert findings(page) == [] and page.is_visible("#past-line")
        watching = clicks.opened(browser, server.links["Spectators"])
        watching.click("#result button:text-is('Look back')")
        watching.wait_for_selector("#past-line p:has-text('1 of ')")
        assert watching.is_hidden("#past-line button:text-is('Review')")
        for window in (page, watching):
            window.context.close()
