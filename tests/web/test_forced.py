"""Moves without a choice, and claims, at the page in Chromium."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Final

import pytest

from tests.web import clicks
from tests.web.clicks import click_card, script
from tests.web.direct import Host
from twowaystreet._page.viewers import Viewer
from twowaystreet.players import simple

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = [pytest.mark.usefixtures("windows_are_closed"), pytest.mark.nightly]
IN_PLACE_OF_THE_SENTENCE: Final = script("in_place.js")
MADE_FOR_ME = "localStorage['twowaystreet settings'] = JSON.stringify({ speed: 'off' })"


def shown(host: Host) -> Page:
    watched = host.open()
    page, watched.viewer = watched.page, Viewer()  # which knows that a page loads again
    page.clock.install(time=0)
    page.clock.pause_at(10_000)
    page.evaluate(MADE_FOR_ME)
    page.reload()
    page.clock.run_for(10)
    page.wait_for_selector("#table .item", state="attached")
    return page


def until_forced(host: Host) -> str:
    rng = random.Random(1)
    host.play("deal")
    while not (reason := host.table.facts(host.token)["forced"]):
        host.play(str(simple(host.table.view(host.token), rng)))
    return str(reason)


@pytest.mark.parametrize("name", ["twos", "tien_len"])
def test_the_only_legal_move_is_made_after_half_a_second(browser: Browser, name: str) -> None:
    host = Host(browser, name)
    reason, before = until_forced(host), host.table.last_number
    page = shown(host)
    clicks.expect(page.locator("#turn")).to_have_text(reason)
    page.clock.run_for(450)
    assert host.table.last_number == before
    page.clock.run_for(100)
    clicks.expect(page.locator("#table")).not_to_have_attribute("data-number", str(before))
    # Who takes it back has time to take back more.
    page.click("#undo")
    clicks.expect(page.locator("#log")).to_contain_text("You take back a move")
    page.clock.run_for(2000)
    assert host.table.facts(host.token)["forced"] == ""
    assert host.table.actor == 0


def test_a_click_makes_the_only_move_at_once(browser: Browser) -> None:
    host = Host(browser, "twos")
    until_forced(host)
    before = host.table.last_number
    page = shown(host)
    page.click("#turn")
    clicks.expect(page.locator("#table")).not_to_have_attribute("data-number", str(before))


def test_a_claim_ends_the_hand_when_the_others_agree(browser: Browser) -> None:
    host = Host(browser, "twenty_down", seed=44)
    tokens, rng = [host.token, host.table.replace(1, name="Ben")], random.Random(10)
    host.play("deal")
    while not host.table.claim_for(tokens[host.table.actor or 0]):
        token = tokens[host.table.actor or 0]
        host.table.play(token, str(simple(host.table.view(token), rng)))
    seat = host.table.actor or 0
    small = {"width": 360, "height": 640}
    mine, other = (host.open(tokens[each], viewport=small) for each in (seat, 1 - seat))
    mine.page.click("#claim")
    other.update()
    for card in host.table.view(tokens[seat]).hand or ():
        clicks.expect(other.page.locator(f"#table [data-item^='{card}']")).to_have_count(1)
    clicks.expect(other.page.locator("#asked-words")).to_contain_text("takes all that is left")
    clicks.expect(mine.page.locator("#answers button")).to_have_text(["Play on"])
    clicks.expect(mine.page.locator("#hint")).to_be_hidden()
    clicks.expect(mine.page).to_have_title("Twenty Down")
    clicks.expect(other.page).to_have_title("Your answer: Twenty Down")
    for watched in (mine, other):
        assert watched.page.evaluate(IN_PLACE_OF_THE_SENTENCE)
    other.page.click("#answers button:has-text('Agree')")
    mine.update()
    for watched in (mine, other):
        clicks.expect(watched.page.locator("#result")).to_be_visible()
        clicks.expect(watched.page.locator("#asked")).to_be_hidden()


@pytest.mark.parametrize("people", [1, 2])
def test_the_next_hand_begins_by_itself_against_bots_alone(browser: Browser, people: int) -> None:
    host, rng = Host(browser, "twenty_down"), random.Random(1)
    host.play("deal")
    while not host.table.view(host.token).hand_over:
        host.play(str(simple(host.table.view(host.token), rng)))
    if people > 1:
        host.table.replace(1, name="Ben")
    over = host.table.last_number
    page = shown(host)
    clicks.expect(page.locator("#result")).to_be_visible()
    page.keyboard.press("Shift")
    page.clock.run_for(60_000)
    assert host.table.last_number == over
    page.reload()
    host.pages[-1].viewer = Viewer()
    page.clock.run_for(10)
    clicks.expect(page.locator("#result")).to_be_visible()
    fills = clicks.expect(page.locator("#result .main"))
    fills.to_have_css("animation-duration", "12s" if people == 1 else "0s")
    page.clock.run_for(11_000)
    assert host.table.last_number == over
    page.clock.run_for(1_000)
    if people > 1:
        assert host.table.last_number == over
    else:
        clicks.expect(page.locator("#result")).to_be_hidden()


def test_an_exchange_is_made_by_its_cards_unless_one_is_put_back(browser: Browser) -> None:
    host = Host(browser, "street")
    host.play("deal")
    host.play("high")
    assert host.table.view(host.token).phase == "exchange"
    before = host.table.last_number
    page = shown(host)
    page.click("#choosing button:text-is('Choose for me')")
    page.clock.run_for(1900)
    click_card(page, page.locator(".chosen").first)
    page.clock.run_for(5000)
    assert host.table.last_number == before
    click_card(page, page.locator("#table [data-card][aria-pressed=false]").first)
    page.clock.run_for(1900)
    assert host.table.last_number == before
    page.clock.run_for(200)
    clicks.expect(page.locator("#table")).not_to_have_attribute("data-number", str(before))
