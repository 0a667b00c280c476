"""Choosing cards on the page: places that cards fill, cards put back, and stale clicks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.web import clicks
from tests.web.direct import Host

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


def pick(page: Page, card: str) -> None:
    """Click a card, wherever its picture lies."""
    page.locator(f"#table [data-card='{card}']").dispatch_event("click", {"detail": 1})


def wait_until_held(page: Page, *cards: str) -> None:
    """Wait until these cards and no others fill places."""
    held = page.locator("#table .held")
    clicks.expect(held).to_have_count(len(cards))
    for card in cards:
        clicks.expect(page.locator(f"#table .held[data-card='{card}']")).to_have_count(1)


def test_a_card_taken_out_of_a_full_place_leaves_the_other_places(browser: Browser) -> None:
    host = Host(browser, "brag", seed=1)
    host.play("deal")
    page = host.open().page
    hand = [str(card) for card in host.table.view(host.token).hand or ()]
    for card in hand[:6]:
        pick(page, card)
    wait_until_held(page, *hand[:6])
    pick(page, hand[1])
    wait_until_held(page, hand[0], *hand[2:6])
    for card in (hand[1], *hand[6:]):
        pick(page, card)
    clicks.expect(page.locator(clicks.CONFIRM)).to_be_enabled()
    pick(page, hand[0])
    wait_until_held(page, *hand[1:])
    page.click("#choosing button:text-is('Arrange for me')")
    wait_until_held(page, *hand)
    pick(page, hand[0])
    pick(page, hand[0])
    clicks.expect(page.locator(clicks.CONFIRM)).to_be_enabled()
    clicks.press_a_move(page)
    assert host.table.view(host.token).actor != 0
    host.close()


def test_a_click_that_ends_a_pause_plays_no_card(browser: Browser) -> None:
    host = Host(browser, "twos", seed=3)
    host.play("deal")
    watched = host.open(speed="normal")
    before = host.table.last_number
    moves = host.table.view(host.token).legal_moves
    assert moves
    host.play(str(moves[0]))
    watched.update()
    page = watched.page
    page.wait_for_selector("#table .item[data-item=best]", state="attached")
    number = host.table.last_number
    page.locator("#table [data-card]").first.click(position={"x": 6, "y": 30})
    page.evaluate("tellEngine('{}').then(() => null)")  # comes after all that the click has sent
    assert before < number == host.table.last_number
    host.close()


def test_the_sentence_follows_the_people_who_come(browser: Browser) -> None:
    host = Host(browser, "twos", seed=3)
    watched = host.open()
    page = watched.page
    for away, words in (((1,), "has not come yet"), ((), "Everybody is here")):
        news = host.engine.news(host.token, watched.viewer, away)
        assert news is not None
        page.evaluate("news => takeNews([JSON.stringify(news)])", news)
        page.wait_for_selector(f"#turn:has-text('{words}')")
    host.close()


def test_a_button_of_bids_that_ends_gives_the_focus_to_the_other(browser: Browser) -> None:
    host = Host(browser, "duel", seed=1)
    host.play("deal")
    page = host.open().page
    less, more = (page.get_by_role("button", name=name) for name in ("Less", "More"))
    while host.table.view(host.token).actor != 0:
        host.play("bid 1 high")
    for _ in range(30):
        more.press("Enter")
        if not more.is_enabled():
            break
    clicks.expect(less).to_be_focused()
    host.close()
