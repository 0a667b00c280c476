"""The page of the lobby in headless Chromium: names, tables, invitations, clocks and results."""

import re
import signal
from collections.abc import Generator
from pathlib import Path

import pytest

from tests.web import clicks
from tests.web.axe import findings, obstacles
from tests.web.clicks import Browser, Page, Route
from tests.web.serving import club

pytestmark = pytest.mark.usefixtures("windows_are_closed")
WINDOWS = [(360, 640), (820, 1180), (1280, 800), (1920, 1080)]
MENU = ".lobby-menu"


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Generator[str]:
    with club(tmp_path_factory.mktemp("club") / "club.sqlite") as (_, found):
        yield found


def visitor(browser: Browser, address: str, name: str = "", width: int = 1280, **more: str) -> Page:
    viewport = {"width": width, "height": dict(WINDOWS)[width]}
    page = clicks.window(browser, viewport=viewport, **more)
    page.goto(address)
    page.wait_for_selector(".gallery-tile")
    if name:
        page.fill(".lobby-name input", name)
        page.click(".lobby-name button")
        page.wait_for_selector(MENU)
    return page


def tolerant(browser: Browser, address: str) -> Page:
    page = browser.new_page()
    page.set_default_timeout(clicks.WAIT)
    page.goto(address)
    page.wait_for_selector(".gallery-tile")
    return page


def test_a_wrong_address_or_link_leads_home(browser: Browser, address: str) -> None:
    page = tolerant(browser, address)
    for path in ("none", "table/none", "games/none", "table/#none.forged"):
        page.goto(f"{address}{path}")
        page.click("a.way")
        page.wait_for_selector(".gallery-tile")
        assert page.url == address


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (None, "The server does not answer. Try again in a moment."),
        ("<p>Who are you?</p>", "The server does not answer. Try again in a moment."),
        ("{}", "This cannot be shown. Load the page again."),
    ],
)
def test_pages_tell_faults(answer: str | None, words: str, browser: Browser, address: str) -> None:
    page = tolerant(browser, address)
    page.route(
        "**/api/person?*",
        lambda route: route.abort() if answer is None else route.fulfill(body=answer),
    )
    page.goto(f"{address}#person=Ann")
    clicks.expect(page.locator("#person p")).to_have_text(words)
    page.goto(f"{address}#person=%E0%A4%A")
    clicks.expect(page.locator("#person p")).to_have_text(
        "This cannot be shown. Load the page again."
    )


@pytest.mark.nightly
def test_browsers_can_install_a_club(browser: Browser, address: str) -> None:
    page = visitor(browser, address)
    assert not clicks.obstacles_to_install(page)
    kind = page.request.get(f"{address}manifest.webmanifest").headers["content-type"]
    assert kind == "application/manifest+json"


def create(page: Page, game: str, **chosen: str) -> str:
    page.click(f"[data-game={game}] button:text-is('Create a table')")
    page.evaluate(
        "for (const each of document.querySelectorAll('dialog details')) each.open = true"
    )
    for field, value in chosen.items():
        page.click(f"#start-options label:has([name={field}][value='{value}'])")
    page.click("#start-options button[type=submit]")
    page.wait_for_selector("#table .item", state="attached")
    return str(page.evaluate("location.hash.slice(1).split('.')[0]"))


def invitation(page: Page) -> str:
    page.click("#welcome button:text-is('Invite')")
    clicks.expect(page.locator("#invitation img")).to_have_count(0)  # phones do not reach 127.0.0.1
    return page.input_value("#invitation input")


def test_a_name_is_free_again_when_its_data_are_deleted(browser: Browser, address: str) -> None:
    dora, page = visitor(browser, address, "Dora"), tolerant(browser, address)
    page.fill(".lobby-name input", "DORA")
    page.keyboard.press("Enter")
    page.wait_for_selector(".lobby-name [role=alert]:has-text(\"Somebody has the name 'DORA'\")")
    clicks.expect(page.locator("input:focus")).to_have_value("DORA")
    for answer in ("Cancel", "Delete my data"):
        dora.click(f"{MENU} summary")
        dora.click(f"{MENU} button")
        dora.click(f"dialog button:text-is('{answer}')")
    dora.wait_for_selector(".lobby-name input")  # as for a first visit
    page.keyboard.press("Enter")
    page.wait_for_selector(MENU)


def test_bots_play_at_once_and_take_free_seats(browser: Browser, address: str) -> None:
    page = visitor(browser, address)
    page.click("[data-game=twos] button:text-is('Play bots')")
    page.fill("dialog input", "Nina")
    page.keyboard.press("Enter")
    page.wait_for_selector("#table .item", state="attached")
    clicks.deal(page)
    page.wait_for_selector(clicks.CARDS)
    page.go_back()
    page.wait_for_selector("#own button:text-is('Return')")
    page.wait_for_selector("#own .lobby-live img[src*='/live.svg']")
    clicks.expect(page.locator(MENU)).to_contain_text("Nina")
    create(page, "duel")
    clicks.expect(page.locator("#welcome .free")).to_have_text("Free seat")
    clicks.expect(page.locator("#welcome p")).to_contain_text("Bid in secret")
    page.click("#welcome button:text-is('Fill with bots')")
    clicks.expect(page.locator("#welcome .bot")).to_have_text("Bot 2Medium")
    clicks.expect(page.locator("#welcome .row")).to_be_hidden()
    clicks.deal(page)
    clicks.expect(page.locator("#welcome")).to_be_hidden()
    clicks.expect(page.locator("#log")).to_contain_text("Bot 2 takes the seat of Seat 1.")


def test_two_people_meet_at_a_table_and_play_again(browser: Browser, address: str) -> None:
    ann = visitor(browser, address, "Ann")
    create(ann, "duel", max_hands="1")
    link = invitation(ann)
    ben = visitor(browser, link)
    ben.wait_for_selector("#invited h2:text-is('Ann invites you: Duel')")
    clicks.expect(ben.locator("#invited")).to_contain_text("Counts for ratings, without hints")
    ben.fill(".lobby-name input", "Ben")  # Join takes it
    ben.click("#invited button:text-is('Join')")
    ben.wait_for_selector("#table .item", state="attached")
    clicks.expect(ann.locator("#invitation")).to_have_count(0)  # the seat is taken
    clicks.deal(ann)
    ann.click("#home")
    clicks.expect(ann.locator("dialog[open]")).to_contain_text("comes behind all who stayed")
    ann.click("dialog[open] button:text-is('Cancel')")

    def play() -> bool:
        """Make a move; return whether the game is over for both."""
        for page in (ann, ben):
            if page.locator("body.yours:not(.over)").count():
                clicks.press_a_move(page)
        return clicks.is_over(ann) and clicks.is_over(ben)

    cem = visitor(browser, link, "Cem")
    cem.click("#invited button:text-is('Watch')")
    clicks.until(ann, play)
    ben.click("#result button:text-is('Play again')")
    ann.wait_for_selector("#again:has-text('Ben wants to play again.') .time-left:has-text('0:')")
    ben.wait_for_selector("#again:has-text('Waiting for Ann to agree.')")
    clicks.expect(ben.locator("#result button:text-is('Play again')")).to_have_count(0)
    ann.click("#result button:text-is('Play again')")
    for page in (ann, ben):
        page.wait_for_selector("#result", state="hidden")
    clicks.expect(ann.locator("#log")).to_contain_text("A new game begins.")
    clicks.expect(cem.locator("#result .rows li")).to_have_count(2)  # nobody takes it away
    cem.click("#result button:text-is('To the new game')")
    clicks.expect(cem.locator("#turn")).to_have_text("Waiting for the deal")
    ann.click("#home")
    ann.wait_for_selector("#results a")
    for name in ("Ann", "Ben"):
        ann.wait_for_selector(f"#standings tbody a:text-is('{name}')", state="attached")
    ann.click("#standings a:text-is('Ben')")
    ann.wait_for_selector("#person h2:text-is('Ben')")
    clicks.expect(ann.locator(".person-graph circle")).to_have_count(1)
    review = re.compile(r"^games/[\w-]+/review\?seat=1$")
    clicks.expect(ann.locator("#person .review")).to_have_attribute("href", review)
    assert not obstacles(ann)
    ann.click(".person-home")
    ann.click("#results a")
    ann.wait_for_selector("#table svg .t-m, #table svg text", state="attached")
    ann.keyboard.press("End")
    clicks.expect(ann.locator("#table svg").first).to_have_css("font-size", "12px")
    ann.go_back()
    ann.wait_for_selector("#own button:text-is('Leave')")


def test_the_list_of_tables_shows_news_by_itself(browser: Browser, address: str) -> None:
    watcher = visitor(browser, address, "Wanda")
    maker = visitor(browser, address, "Max")
    name = create(maker, "twos", count="1", seconds="30")
    row = watcher.locator(f"#tables [data-table='{name}']")
    for words in ("Twos", "Max", "2 free seats", "30 seconds", "Bot 4"):
        clicks.expect(row).to_contain_text(words)
    watcher.click(f"[data-table='{name}'] button:text-is('Watch')")
    watcher.wait_for_selector("#table .item", state="attached")
    clicks.expect(watcher.locator("#welcome .row")).to_be_hidden()
    maker.click("#home")
    maker.click("#own button:text-is('Leave')")
    maker.wait_for_selector("#own", state="hidden")


def test_somebody_plays_for_the_late_after_the_countdown(browser: Browser, address: str) -> None:
    page = visitor(browser, address, "Lena")

    def hasten(route: Route) -> None:
        data = route.request.post_data
        assert data is None or '"seconds":15' in data
        route.continue_(post_data=data and data.replace('"seconds":15', '"seconds":2'))

    page.route("**/api/tables", hasten)
    create(page, "twos", count="3", seconds="15")
    page.wait_for_selector("#clock.soon:has-text('0:0')")
    page.wait_for_selector("#log:has-text('You run out of time.')", state="attached")


def test_the_page_waits_for_a_server_that_ends(browser: Browser, tmp_path: Path) -> None:
    path = tmp_path / "club.sqlite"
    with club(path) as (process, address):
        page = tolerant(browser, address)
        port = address.rstrip("/").rpartition(":")[2]
        process.send_signal(signal.SIGTERM)
        process.wait()
        page.wait_for_selector("#lobby-lost:not(:empty)")
    with club(path, "--port", port):
        page.wait_for_selector("#lobby-lost:empty", state="attached")


@pytest.mark.parametrize(
    ("width", "scheme"), [(360, "light"), (820, "dark"), (1280, "light"), (1920, "dark")]
)
def test_all_can_use_the_lobby(width: int, scheme: str, browser: Browser, address: str) -> None:
    page = visitor(browser, address, width=width, color_scheme=scheme)
    found = obstacles(page)
    page = visitor(browser, address, f"Guest {width} {scheme}", width=width, color_scheme=scheme)
    create(page, "brag", count="1", seconds="86400")
    found += findings(page)
    invitation(page)
    found += findings(page)
    page.keyboard.press("Escape")
    page.click("#home")
    page.wait_for_selector("#own .lobby-table", state="attached")
    for tab in page.locator(".lobby-tabs button:visible").all() or [page.locator("#start")]:
        tab.click(position={"x": 3, "y": 3})
        found += obstacles(page)
    page.evaluate("document.querySelector('[data-game=brag] .main').click()")
    clicks.expect(page.locator("#start-options")).to_be_visible()
    clicks.expect(page.locator("#start")).to_have_attribute("data-tab", re.compile("."))
    found += obstacles(page)
    assert not found
