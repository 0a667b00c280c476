"""The page without a server in Chromium, its gallery, and the home page of the documentation."""

import json
from collections.abc import Generator
from pathlib import Path
from typing import Literal

import pytest

import twowaystreet as tws
from docs._ext.pictures import drawn
from tests.web import clicks, static
from tests.web.axe import obstacles
from tests.web.clicks import CARDS, Browser, BrowserContext, Page, until, wait_for_turn
from tests.web.static import GALLERY, GO_ON, SAVED, begin, tile, wait_for_table
from tests.web.test_browser import HOSTILE, hand, log_of
from twowaystreet._page.bundle import write_page
from twowaystreet._page.pyodide import FILES

WINDOWS = [(360, 640), (844, 390), (1280, 800), (1920, 1080)]


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Generator[str]:
    place = tmp_path_factory.mktemp("page") / "play"
    static.write(place)
    with static.published(place) as found:
        yield found


@pytest.fixture(scope="module")
def shared(browser: Browser) -> Generator[BrowserContext]:
    """Share the cache between the tests, as people who come back do."""
    made = browser.new_context(reduced_motion="reduce")
    yield made
    made.close()


@pytest.fixture
def page(shared: BrowserContext, address: str) -> Generator[Page]:
    """Open the page without a saved game; an error of a script ends the test."""
    opened = clicks.watched(shared.new_page())
    static.forget_first(opened)
    opened.goto(address)
    yield opened
    opened.close()


@pytest.mark.smoke
def test_a_game_goes_on_after_a_reload_in_mid_hand(page: Page) -> None:
    page.on("dialog", lambda dialog: pytest.fail("the name ran as a script"))
    begin(page, "twos", bots="strongest", name=HOSTILE)
    for _ in range(3):
        wait_for_turn(page)
        clicks.click_a_move(page)
    page.wait_for_selector(CARDS)
    clicks.expect(page.locator("#table img, #drawer img, #bar img")).to_have_count(0)
    before = (hand(page), log_of(page))
    assert before[0] and "You join" in before[1]
    page.reload()
    page.wait_for_selector(CARDS)
    until(page, lambda: (hand(page), log_of(page)) == before)
    clicks.click_a_move(page)


def test_the_panel_offers_the_same_game_again_and_another_one(page: Page) -> None:
    page.wait_for_selector(GALLERY)
    page.click(f"{tile('duel')} button:text-is('Options')")
    page.click("#start-options summary >> nth=0")
    page.check("#start-options [name=max_hands][value='1']", force=True)  # its words cover it
    page.click("#start-options button:text-is('Play')")
    wait_for_table(page)
    while not clicks.is_over(page):
        wait_for_turn(page)
        clicks.click_a_move(page)
    clicks.expect(page.locator("#result .rows > li")).to_have_count(2)
    page.click("#result button:text-is('Play again')")
    page.wait_for_selector("#result", state="hidden")
    wait_for_turn(page)
    clicks.expect(page.locator("#title")).to_have_text("Duel")
    clicks.expect(page.locator("body.over")).to_have_count(0)
    page.click("#start-home")
    page.click(f"{GALLERY} #start-go-on")
    wait_for_table(page)


def test_a_damaged_game_leads_to_a_new_one(page: Page) -> None:
    begin(page, "duel")
    page.wait_for_function("key => localStorage.getItem(key)", arg=SAVED)
    found = json.loads(page.evaluate("key => localStorage.getItem(key)", SAVED))
    table = json.loads(found["table"]) | {"bots": [[1, "js:document"]]}
    text = json.dumps({**found, "table": json.dumps(table)})
    page.evaluate("([key, text]) => localStorage.setItem(key, text)", [SAVED, text])
    page.reload()
    page.wait_for_selector("#start-refusal:has-text('The saved game cannot be read')")
    begin(page, "twos")
    page.wait_for_selector(CARDS)


def test_the_next_start_is_faster(page: Page, shared: BrowserContext, address: str) -> None:
    begin(page, "twos")
    static.wait_until_kept(page)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.evaluate("sessionStorage.clear()")
    page.reload()
    begin(page, "brag")  # its modules are not among the compiled ones
    assert not [url for url in asked if "python.json" in url or "python_stdlib.zip" in url]
    static.wait_until_kept(page, damage=True)
    page.close()
    again = shared.new_page()  # its console shows the damage
    static.forget_first(again)
    again.set_default_timeout(clicks.WAIT)
    again.on("request", lambda request: asked.append(request.url))
    again.goto(address)
    begin(again, "brag")
    assert [url for url in asked if "python.json" in url]
    again.close()


def test_the_second_visit_needs_no_connection(page: Page, shared: BrowserContext) -> None:
    begin(page, "twos")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")  # all files are kept
    page.click("#start-home")
    page.close()
    shared.set_offline(True)
    try:
        again = clicks.watched(shared.new_page())
        static.forget_first(again)
        again.goto(page.url)
        begin(again, "duel")
        wait_for_turn(again)
        clicks.click_a_move(again)
    finally:
        shared.set_offline(False)


# The gallery, which needs no Python


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Generator[str]:
    place = tmp_path_factory.mktemp("gallery")
    (place / "node").mkdir()
    for name in FILES:
        (place / "node" / name).write_text(f'"{name}"', encoding="utf-8")
    write_page(place / "play", str(place / "node"))
    with static.published(place / "play") as found:
        yield found


@pytest.fixture
def gallery(browser: Browser, place: str) -> Generator[Page]:
    """Open the page, in which Python never comes."""
    context = browser.new_context(reduced_motion="reduce")
    opened = clicks.watched(context.new_page())
    opened.route("**/pyodide/*", lambda route: None)  # no answer
    opened.goto(place)
    opened.wait_for_selector(GALLERY)
    yield opened
    context.close()


def test_the_gallery_appears_before_python_and_a_game_that_waits_is_given_up(gallery: Page) -> None:
    titles = [game.title for game in tws.GAMES.values()]
    clicks.expect(gallery.locator("#gallery h2")).to_have_text(titles)
    gallery.wait_for_function(
        "() => [...document.querySelectorAll('#gallery img')].every((each) => each.naturalWidth)"
    )
    for hidden in ("#bar", "#start-saved"):
        clicks.expect(gallery.locator(hidden)).to_be_hidden()
    clicks.expect(gallery.locator("#start-loading progress")).to_be_visible()
    clicks.expect(gallery.locator("#start-loading")).to_contain_text(" of ")
    gallery.click(f"{tile('brag')} button:text-is('Play')")
    gallery.wait_for_selector("#start-wait:has-text('Brag begins in a moment')")
    clicks.expect(gallery.locator("#start-wait progress")).to_be_visible()
    clicks.expect(gallery.locator("#start-wait")).to_contain_text("prial")
    gallery.keyboard.press("Escape")
    gallery.wait_for_selector("#start-wait", state="hidden")
    gallery.click(f"{tile('twos')} button:text-is('Play')")
    gallery.wait_for_selector("#start-wait:has-text('Twos begins in a moment')")


@pytest.mark.nightly
def test_browsers_can_install_the_page(gallery: Page) -> None:
    assert not clicks.obstacles_to_install(gallery)


def test_options_are_words(gallery: Page) -> None:
    gallery.click(f"{tile('street')} button:text-is('Options')")
    options = gallery.locator("#start-options")
    clicks.expect(options).to_contain_text("Short, to 10")
    clicks.expect(options).not_to_contain_text("_")
    clicks.expect(options.locator("[name=target][value='20']")).to_be_checked()
    gallery.click("#start-options label:has-text('Another number') >> nth=0")
    number = gallery.locator("#start-options input[type=number]:enabled")
    number.fill("2")
    gallery.click("#start-options button:text-is('Play')")
    clicks.expect(gallery.locator("#start-options input[type=number]:invalid")).to_be_visible()
    clicks.expect(options.locator("[role=alert]")).to_have_text("Players: a number, 3 or more.")
    gallery.click("#start-options [aria-label='Players: more']")
    clicks.expect(number).to_have_value("3")
    gallery.click("#start-options button:text-is('Play')")
    gallery.wait_for_selector("#start-wait:has-text('Two Way Street begins')")


def test_the_page_remembers_name_opponents_and_game_but_nothing_damaged(gallery: Page) -> None:
    name = gallery.locator("#start-name")
    name.fill("Ann")
    gallery.click("#start label:has-text('Hard')")
    gallery.reload()
    clicks.expect(name).to_have_value("Ann")
    clicks.expect(gallery.locator("#start [name=bots][value=hard]")).to_be_checked()
    for kept in ("[", '{"name": 3, "bots": "other"}', "null"):
        gallery.evaluate("text => localStorage.setItem('twowaystreet start', text)", kept)
        gallery.reload()
        clicks.expect(name).to_have_value("Player")
        clicks.expect(gallery.locator("#start [name=bots][value=medium]")).to_be_checked()
    saved = json.dumps({"token": "", "table": json.dumps({"game": "spades"})})
    gallery.evaluate("([key, text]) => localStorage.setItem(key, text)", [SAVED, saved])
    gallery.reload()
    gallery.wait_for_selector("#start-saved:has-text('Go on with your game')")
    clicks.expect(gallery.locator("#start-saved")).to_contain_text("Spades for two")
    clicks.expect(gallery.locator("#start button").first).to_have_id(GO_ON.removeprefix("#"))
    gallery.click(GO_ON)
    gallery.wait_for_selector("#start-wait:has-text('Spades for two goes on')")


def test_words_say_that_python_cannot_be_loaded(browser: Browser, place: str) -> None:
    with browser.new_page() as page:
        page.route("**/pyodide.mjs", lambda route: route.abort())
        page.goto(place)
        words = page.locator("#start-loading[role=alert]")
        found = "Python cannot be loaded. Check the connection, and load the page again."
        clicks.expect(words.locator("p")).to_have_text(found)
        for size in WINDOWS:
            page.set_viewport_size({"width": size[0], "height": size[1]})
            last = page.locator("#gallery .main").last
            last.scroll_into_view_if_needed()
            last.click()
            clicks.expect(words.get_by_role("button")).to_be_focused()
            clicks.expect(words).to_be_in_viewport(ratio=1)
            assert words.evaluate("each => each.scrollHeight <= each.clientHeight")


@pytest.mark.parametrize(("window", "scheme"), [*zip(WINDOWS, ("light", "dark") * 2, strict=True)])
def test_the_gallery_suits_every_window(
    window: tuple[int, int], scheme: Literal["light", "dark"], gallery: Page
) -> None:
    gallery.set_viewport_size({"width": window[0], "height": window[1]})
    gallery.emulate_media(color_scheme=scheme)
    assert not obstacles(gallery)
    gallery.click(f"{tile('street')} button:text-is('Options')")
    gallery.click("#start-options summary >> nth=0")
    gallery.click("#start-options label:has-text('Another number') >> nth=0")
    gallery.wait_for_selector("#start-options input[type=number]:enabled")
    assert not obstacles(gallery)
    gallery.keyboard.press("Escape")
    gallery.click(f"{tile('street')} button:text-is('Play')")
    gallery.wait_for_selector("#start-wait[open]")
    assert not obstacles(gallery)


def test_keys_lead_through_gallery_and_options(gallery: Page) -> None:
    clicks.tab_to(gallery, "document.activeElement.textContent === 'Options'")
    gallery.keyboard.press("Enter")
    gallery.wait_for_selector("#start-options[open]")
    clicks.tab_to(gallery, "document.activeElement.name === 'players'")
    gallery.keyboard.press("ArrowRight")
    clicks.expect(gallery.locator("#start-options [name=players][value='5']")).to_be_checked()
    gallery.keyboard.press("Enter")
    gallery.wait_for_selector("#start-wait:has-text('Two Way Street')")
    for dialog in ("#start-wait", "#start-options"):
        gallery.keyboard.press("Escape")
        clicks.expect(gallery.locator(dialog)).to_be_hidden()
    clicks.expect(gallery.locator("#start button:focus")).to_have_text("Options")


# The home page of the documentation

HOME = "```{table-to-play}\n:game: street\n:names: Ann, Ben, Cem, Dot\n:tricks: 1\n```\n"
STYLE = Path(__file__).parents[2] / "docs" / "_static" / "pages.css"
MOVES = "document.getAnimations().filter(each => each.playState === 'running').length"
SEEN = """[...document.querySelectorAll(".wide g:not([opacity='0'])")]
    .map(each => each.textContent).filter(words => words.endsWith("."))"""
"""The sentences in sight."""


def test_the_moving_picture_gives_its_place_to_the_games(browser: Browser, tmp_path: Path) -> None:
    inside = drawn(HOME).removeprefix("```{raw} html\n").removesuffix("```\n")
    style = f"<style>{STYLE.read_text('utf-8')}</style>"
    (tmp_path / "index.html").write_text(f"<!doctype html>{style}{inside}", "utf-8")
    (tmp_path / "play").mkdir()
    (tmp_path / "play" / "index.html").write_text("<!doctype html><h1>Games</h1>", "utf-8")
    asked: list[str] = []
    with static.published(tmp_path) as home:
        with browser.new_page() as page:
            page.on("request", lambda request: asked.append(request.url))
            page.goto(home)
            assert page.evaluate(MOVES) > 0 and not [url for url in asked if "play" in url]
            page.get_by_role("link", name="Play now").click()
            page.frame_locator("iframe").get_by_role("heading", name="Games").wait_for()
            clicks.expect(page.locator("svg")).to_have_count(0)
            page.get_by_role("link", name="Play in the whole window").click()
            page.wait_for_url("**/play/index.html")
            page.set_viewport_size({"width": 390, "height": 844})  # phones do that at once
            page.goto(home)
            clicks.expect(page.locator("svg:visible")).to_have_count(1)
            page.get_by_role("link", name="Play now").click()
            page.wait_for_url("**/play/index.html")
        for scripts in (False, True):  # without Python
            with browser.new_page(java_script_enabled=scripts) as page:
                page.add_init_script("delete window.WebAssembly")
                page.goto(home)
                page.get_by_text("Stop the picture").wait_for()
                clicks.expect(page.locator("svg:visible")).to_have_count(1)
                clicks.expect(page.get_by_text("Play now")).to_be_hidden()
                page.get_by_label("Stop the picture").check()
                if scripts:
                    page.wait_for_function(f"!{MOVES}")
        with browser.new_page(reduced_motion="reduce") as page:
            page.goto(home)
            assert page.evaluate("document.getAnimations().length") == 0
            assert page.evaluate(SEEN) == ["Ann takes the trick."]
            clicks.expect(page.get_by_text("Stop the picture")).to_be_hidden()
