"""The example table_site.py: a frame and a panel of a site show the same table."""

import json
import re
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

from tests.processes import killed_at_end
from tests.test_examples import EXAMPLES
from tests.web.hosting import Line, Site, settle, timeless
from twowaystreet.table import Table

pytest.importorskip("fastapi", reason="the example table_site.py needs FastAPI")

from examples import table_site  # after the skip
from tests.web.axe import findings
from tests.web.clicks import WAIT, expect

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


def panel(site: Site, table: str, token: str) -> Line:
    """Open the WebSocket of the site like its page."""
    line = Line(site.app, site._scope("websocket", f"/panel/{table}", ""))
    line.send(token)
    return line


@timeless
async def test_a_panel_and_our_page_play_at_the_same_table() -> None:
    site = Site(table_site.app)
    asked = await site.answer("POST", "/seats", query="name=Ann")
    table, ann = asked.json["table"], asked.json["token"]
    asked = await site.answer("POST", "/seats", query=f"name=Ben&table={table}")
    ben = asked.json["token"]
    for query, status in ((f"name=Cem&table={table}", 409), ("name=Cem&table=x", 404)):
        assert (await site.answer("POST", "/seats", query=query)).status == status
    drawn, line = panel(site, table, ann), panel(site, table, ben)
    page = Line(site.app, site._scope("websocket", "/cards/ws", f"table={table}&token={ben}"))
    page.send('{"do": "look"}')
    await settle()
    drawn.play("deal")
    await settle(10)
    found = table_site.host.find(table)
    assert isinstance(found, Table) and found.record.moves
    assert drawn.number == line.number == page.number == found.last_number > 3
    drawn.play("deal")
    await settle()
    assert json.loads(drawn.texts[-1])["type"] == "refused"
    drawn.send("no JSON")
    await settle()
    assert json.loads(line.texts[-1])["away"] == [found.seat(ann)]
    stranger = panel(site, table, "x")
    await settle()
    assert (stranger.closed, stranger.texts) == (4401, [])
    frame = await site.answer("GET", "/cards/table/")
    assert "frame-ancestors 'self'" in frame.headers["content-security-policy"]


@contextmanager
def served() -> Generator[str]:
    """Serve the example; give its address."""
    command = [sys.executable, "-X", "utf8", str(EXAMPLES / "table_site.py"), "--port", "0"]
    with (
        subprocess.Popen(command, stderr=subprocess.PIPE, encoding="utf-8") as process,
        killed_at_end(process),
    ):
        assert process.stderr is not None
        lines = iter(process.stderr.readline, "")  # it has no more lines when it has ended
        yield next(found[0] for line in lines if (found := re.search(r"http://[\d.]+:\d+", line)))


def sit_down(browser: "Browser", address: str, name: str) -> "Page":
    page = browser.new_context(reduced_motion="reduce").new_page()
    page.set_default_timeout(WAIT)
    page.goto(address)
    assert findings(page) == []
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Sit down").click()
    return page


def test_people_click_in_the_panel_and_in_the_frame(browser: "Browser") -> None:
    assert len((EXAMPLES / "table_site.py").read_text(encoding="utf-8").splitlines()) <= 150
    with served() as address:
        ann = sit_down(browser, address, "Ann")
        invitation = ann.get_by_role(
            "link", name="A link for a friend"
        )  # a link once it has a href
        ben = sit_down(browser, f"{address}{invitation.get_attribute('href')}", "Ben")
        deal = ben.frame_locator("iframe").get_by_role("button", name="Deal")
        expect(deal).to_be_visible()
        ann.get_by_role("button", name="Deal the cards").click()
        for page in (ann, ben):
            expect(page.locator("#log")).to_contain_text("New deal.")
        expect(deal).to_be_hidden()
        assert findings(ann) == []
