"""Sites that may frame the pages of tables, and whose pages may connect."""

from __future__ import annotations

import json
import logging
import threading
from collections.abc import Generator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from unittest.mock import Mock

import pytest
from typing_extensions import override

from tests.web import clicks
from tests.web.hosting import timeless
from tests.web.serving import served
from tests.web.test_server import Duel, invoked, messages
from twowaystreet.table import TableError
from twowaystreet.web import pages  # test_server skips where the extra is missing
from twowaystreet.web.hosts import TableHost  # as above
from twowaystreet.web.server import application  # as above

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page
    from starlette.types import Message

CLUB: Final = "https://club.example"
PHONES: Final = "http://phones.example:8080"
POLICY: Final = "content-security-policy"
ALLOW: Final = "access-control-allow-origin"


def ancestors_of(policy: str) -> str:
    assert policy.count("frame-ancestors") == 1
    return policy.partition("frame-ancestors ")[2]


# Headers


@timeless
async def test_every_answer_names_the_sites_that_may_frame_it_and_allows_their_programs() -> None:
    site = Duel(embed_in=[f"{CLUB.upper()}/", PHONES, "self"])
    for path in ("/", "/client.js", "/page.css", "/health", "/missing", "/table/"):
        for origin, allowed in ((CLUB, CLUB), (PHONES, PHONES), ("https://evil.example", None)):
            site.more = {"origin": origin}
            headers = (await site.answer("GET", path)).headers
            assert ancestors_of(headers[POLICY]) == f"'self' {PHONES} {CLUB}", path
            assert headers.get(ALLOW) == allowed
            assert "origin" in headers["vary"].lower()
            assert "'none'" in headers[POLICY] and "*" not in headers[POLICY]
    site.more = {}
    assert ALLOW not in (await site.answer("GET", "/client.js")).headers


@timeless
async def test_without_the_option_nobody_may_frame_or_ask() -> None:
    site = Duel()
    site.more = {"origin": CLUB}
    for path in ("/", "/client.js", "/missing"):
        headers = (await site.answer("GET", path)).headers
        assert ancestors_of(headers[POLICY]) == "'none'"
        assert ALLOW not in headers and "origin" not in headers.get("vary", "").lower()


@timeless
async def test_a_page_with_a_policy_of_its_own_can_be_framed_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = pages.packed("<style>a {}</style>", **{POLICY: pages.policy_of("<style>a {}</style>")})
    hand = pages.Hand("friday", ("Ann", "Ben"), 0, 1)
    monkeypatch.setattr(pages, "reviewed_hand", Mock(return_value=(hand, lambda: made)))
    for sites, expected in (([CLUB], CLUB), ([], "'none'")):
        site = Duel(embed_in=sites)
        token = f"token={site.tokens[0]}".encode()
        answer = await site.answer("POST", "/api/tables/friday/review", body=token)
        assert answer.status == 200 and "style-src 'sha256-" in answer.headers[POLICY]
        assert ancestors_of(answer.headers[POLICY]) == expected


# Connections


@timeless
async def test_pages_of_named_sites_connect_and_change_nothing_else() -> None:
    site = Duel(embed_in=[CLUB, "https://cards.example:443"])
    for origin in (CLUB, CLUB.upper(), "https://cards.example", "http://test"):
        site.more = {"origin": origin}
        assert messages(await site.open())[0]["type"] == "table", origin
    for origin in (
        "http://club.example",
        f"{CLUB}:8443",
        "https://evil.club.example",
        "null",
        "'self'",
    ):
        site.more = {"origin": origin}
        line = await site.open()
        assert line.closed is not None and not line.texts, origin
    site.more = {"origin": CLUB}
    for method, path in (("POST", "/review"), ("DELETE", "/missing")):
        assert (await site.ask(method, path, site.tokens[0]))[0] == 403


# The log


def told(caplog: pytest.LogCaptureFixture) -> list[str]:
    found = [each.getMessage() for each in caplog.records if "--embed-in" in each.getMessage()]
    caplog.clear()
    return found


@timeless
async def test_the_log_says_once_which_site_asked_and_what_would_allow_it(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.WARNING, "uvicorn.error")
    site = Duel(embed_in=[CLUB])
    line = f"a page of {PHONES} asked: --embed-in {PHONES} would allow it"
    site.more = {"origin": PHONES}
    for _ in range(3):
        await site.open()
    assert told(caplog) == [line]
    other = Duel()
    other.more = {"sec-fetch-dest": "iframe", "referer": f"{PHONES}/page?token=x#y"}
    for _ in range(3):
        await other.answer("GET", "/")
    assert told(caplog) == [line]
    third = Duel()
    third.more = {"origin": PHONES}  # loads client.js, which its browser refuses
    await third.answer("GET", "/client.js")
    assert told(caplog) == [line]
    for more in (
        {"origin": CLUB},
        {"sec-fetch-dest": "iframe", "referer": f"{CLUB}/games"},
        {"sec-fetch-dest": "document", "referer": f"{PHONES}x/"},
        {"sec-fetch-dest": "iframe"},
        {"sec-fetch-dest": "iframe", "referer": "https://x\n--embed-in evil"},
        {"sec-fetch-dest": "iframe", "referer": "javascript:alert(1)"},
        {"origin": "null"},
        {"origin": f"https://{'a' * 10_000}"},
    ):
        site.more = more
        await site.answer("GET", "/")
        await site.open()
        assert told(caplog) == [], more


@timeless
async def test_the_own_site_is_named_only_where_it_may_not_frame(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.WARNING, "uvicorn.error")
    for sites, lines in ((["self"], 0), ([], 1)):
        site = Duel(embed_in=sites)
        site.more = {"sec-fetch-dest": "iframe", "referer": "http://test/around"}
        await site.answer("GET", "/")
        assert len(told(caplog)) == lines


@timeless
async def test_a_crowd_of_sites_does_not_fill_the_log(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.WARNING, "uvicorn.error")
    site = Duel()
    for number in range(300):
        site.more = {"sec-fetch-dest": "iframe", "referer": f"https://site{number}.example/"}
        await site.answer("GET", "/health")
    assert len(told(caplog)) == 100


# Bad sites

BAD: Final = (
    *("", "club.example", "https://", "*", "https://*.club.example", "ftp://club.example"),
    *("https://club.example/games", "https://club.example; script-src *", "null", "https://a b"),
    *("https://club.example:port", "https://user@club.example", "https://club.example\n", "'none'"),
    "https://club.example:0443",
)


@pytest.mark.parametrize("bad", [*BAD, None, 5, b"https://club.example"])
def test_a_text_that_is_no_site_is_named_in_the_error(bad: Any) -> None:
    with pytest.raises(TableError, match=r"^embed_in: .*expected a site such as https") as caught:
        application(TableHost(), embed_in=[CLUB, bad])
    assert repr(bad) in str(caught.value)


@pytest.mark.parametrize("bad", [CLUB, None, 5])
def test_sites_are_a_list(bad: Any) -> None:
    with pytest.raises(TableError, match=r"^embed_in=.*: expected a list of sites$"):
        application(TableHost(), embed_in=bad)


@timeless
async def test_other_servers_tell_an_application_that_they_start_and_stop() -> None:
    got: list[Message] = []
    said = iter(["lifespan.startup", "lifespan.shutdown"])

    async def receive() -> Message:
        return {"type": next(said)}

    async def send(message: Message) -> None:
        got.append(message)

    await application(TableHost())({"type": "lifespan"}, receive, send)
    assert [each["type"] for each in got] == [
        "lifespan.startup.complete",
        "lifespan.shutdown.complete",
    ]


def test_the_command_refuses_a_site_before_it_makes_a_table(tmp_path: Path) -> None:
    path = tmp_path / "table.json"
    said = invoked("duel", "--embed-in", CLUB, "--embed-in", "club", "--save", str(path))
    assert "embed_in: 'club': expected a site such as https://club.example" in said
    assert not path.exists()


# In a browser

AROUND: Final = """<!doctype html><title>A club</title><iframe width=900 height=700></iframe>
<script>
  const heard = [];
  addEventListener("message", ({ data, origin }) => heard.push({ ...data, origin }));
  document.querySelector("iframe").src = decodeURIComponent(location.search.slice(1));
</script>"""


class _Quiet(SimpleHTTPRequestHandler):
    @override
    def log_message(self, format: str, *args: object) -> None:  # as it is there
        """Say nothing."""


@contextmanager
def around(folder: Path) -> Generator[str]:
    """Serve a page that frames the address in its own, at another port."""
    (folder / "index.html").write_text(AROUND, encoding="utf-8")
    handler = partial(_Quiet, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}"
        finally:
            server.shutdown()


def framing(browser: Browser, site: str, link: str) -> Page:
    page = browser.new_page(viewport={"width": 1000, "height": 800})
    page.set_default_timeout(clicks.WAIT)
    page.goto(f"{site}/?{link.replace('#', '%23')}")
    return page


@pytest.mark.nightly
@pytest.mark.usefixtures("windows_are_closed")
def test_a_page_of_another_origin_frames_a_table_and_hears_it(
    browser: Browser, tmp_path: Path
) -> None:
    with (
        around(tmp_path) as site,
        served(tmp_path / "a.json", "duel", "--bots", "1", "--embed-in", site) as server,
    ):
        place = f"http://127.0.0.1:{server.port}"
        player = framing(browser, site, server.links["Player 1"])
        frame = player.frame_locator("iframe")
        clicks.expect(frame.locator("#buttons button").first).to_be_visible()
        clicks.expect(frame.locator("#bar")).to_be_visible()
        player.wait_for_function("heard.length > 0")
        first = player.evaluate("heard[0]")
        assert (first["source"], first["origin"]) == ("twowaystreet", place)
        assert 360 <= first["height"] <= 900
        assert {*first} == KEYS
        assert not player.evaluate("heard.some((each) => JSON.stringify(each).includes('token'))")
        frame.locator("#buttons button").first.click()
        player.wait_for_function("heard.some((each) => each.yours)")
        compact = framing(browser, site, f"{server.links['Player 1']}#compact")
        inside = compact.frame_locator("iframe")
        clicks.expect(inside.locator("#table svg").first).to_be_visible()
        clicks.expect(inside.locator("#bar")).to_be_hidden()
        watcher = framing(browser, site, f"{server.links['Spectators']}#compact")
        clicks.expect(watcher.frame_locator("iframe").locator("#table svg").first).to_be_visible()
        watcher.wait_for_function("heard.length > 0")
        assert not watcher.evaluate("heard.some((each) => each.yours || each.attention)")


KEYS: Final = {
    *("source", "origin", "height", "seat", "yours"),
    *("handOver", "gameOver", "attention"),
}
"""The keys of a message to the page around, with the origin."""


@pytest.mark.nightly
@pytest.mark.usefixtures("windows_are_closed")
def test_without_the_option_the_frame_stays_empty(browser: Browser, tmp_path: Path) -> None:
    with (
        around(tmp_path) as site,
        served(tmp_path / "a.json", "duel", "--bots", "1") as server,
    ):
        refused = list[str]()
        page = browser.new_page()
        page.on("console", lambda message: refused.append(message.text))
        page.goto(f"{site}/?{server.links['Player 1'].replace('#', '%23')}")
        clicks.until(page, lambda: any("frame-ancestors" in text for text in refused))
        assert page.frame_locator("iframe").locator("#table").count() == 0
        assert json.dumps(page.evaluate("heard")) == "[]"
