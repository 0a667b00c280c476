"""Pages whose channel leads straight to an engine in the test: no server, and no waiting."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any, Final

import pytest

import twowaystreet as tws
from tests.web import clicks
from tests.web.clicks import Browser, Page, Route, script
from tests.web.wire import TO_SERVER, checked
from twowaystreet._page.engine import Engine, read
from twowaystreet._page.viewers import Viewer, look_of, message_text
from twowaystreet.table import Table

ADDRESS: Final = "http://localhost/"
_PAGE: Final = Path("src/twowaystreet/_page/page")
_TYPES: Final = {".html": "text/html", ".css": "text/css", ".js": "text/javascript"}
_CHANNEL: Final = script("channel.js")


class Watched:
    """A page with everything that it has got."""

    def __init__(self, host: Host, page: Page, token: str) -> None:
        self.host = host
        self.page = page
        self.token = token
        self.viewer = Viewer()

    def take(self, text: str) -> list[str]:
        checked(text, TO_SERVER)
        message = read(text)
        if message and message["do"] == "look":
            look = look_of(message)
            assert look is not None
            self.viewer.change(look)
        else:
            answer = self.host.engine.carry_out(self.token, self.viewer, message)
            if answer is not None:
                return [answer]
            self.host.let_bots_play()
        return self.news()

    def news(self) -> list[str]:
        """Return the message that brings the page up to date."""
        found = self.host.engine.news(self.token, self.viewer)
        texts = [] if found is None else [message_text(found)]
        return [text for text in texts if checked(text)]

    def update(self) -> None:
        if found := self.news():
            self.page.evaluate("texts => takeNews(texts)", found)


class Host:
    """A table in the test with the pages that show it; bots play all seats but the first."""

    # Any: the options of a game, and those of a window.
    def __init__(
        self, browser: Browser, name: str, *, bots: str = "simple", seed: int = 1, **options: Any
    ) -> None:
        guard = pytest.importorskip("twowaystreet.web.limits", reason="the page needs web")
        self._headers: dict[str, str] = guard.HEADERS
        game = tws.GAMES[name]
        rules = game.Rules(**options)
        others = dict.fromkeys(range(1, rules.seats), bots)
        self.browser = browser
        self.table = Table(game, rules, bots=others, dealer=0)
        self.table._chance = random.Random(seed)
        self.table._bots._rng = random.Random(seed)
        self.token = self.table.join("Ann")
        self.engine = Engine(self.table)
        self.pages: list[Watched] = []

    def open(self, token: str = "", *, speed: str = "off", **options: Any) -> Watched:
        page = clicks.window(self.browser, speed=speed, **options)
        watched = Watched(self, page, token or self.token)
        # Playwright gives no types for the function.
        page.expose_function("tellEngine", watched.take)  # pyright: ignore[reportUnknownMemberType]
        page.route(f"{ADDRESS}**", self._answer)
        page.goto(ADDRESS)
        page.wait_for_selector("#table .item", state="attached")
        self.pages.append(watched)
        return watched

    def _answer(self, route: Route) -> None:
        """Give the browser a file of the page, with the headers of the server."""
        name = route.request.url.removeprefix(ADDRESS).partition("#")[0] or "index.html"
        text = _CHANNEL if name == "channel.js" else (_PAGE / name).read_text(encoding="utf-8")
        headers = {**self._headers, "content-type": _TYPES[Path(name).suffix]}
        route.fulfill(body=text, headers=headers)

    def let_bots_play(self) -> None:
        while self.table.bot_is_to_move:
            self.table.advance()

    def play(self, move: str) -> None:
        """Make a move of the person, and those of bots; the pages do not know of it yet."""
        self.table.play(self.token, move, bots=False)
        self.let_bots_play()

    def update(self) -> None:
        for watched in self.pages:
            watched.update()

    def close(self) -> None:
        for watched in self.pages:
            watched.page.context.close()
        self.pages.clear()
