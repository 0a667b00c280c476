"""The page in Chromium: people, choosing, motion, results, looking back, forced moves, claims."""

import random
import re
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import pytest

from tests.web import clicks
from tests.web.clicks import Browser, Page, click_card, deal, opened, script, until, wait_for_turn
from tests.web.direct import Host, Watched
from tests.web.serving import served
from twowaystreet._page.viewers import Viewer
from twowaystreet.players import simple

pytestmark = pytest.mark.usefixtures("windows_are_closed")
HOSTILE = '<img src=x onerror="alert(1)">&amp;'


def hand(page: Page) -> list[str]:
    cards = page.locator("#table > svg [data-card]").all()
    return [str(card.get_attribute("data-card")) for card in cards]


def log_of(page: Page) -> str:
    return str(page.text_content("#log"))


@pytest.mark.rule("TW-3")
def test_a_card_that_may_not_be_played_says_why(browser: Browser) -> None:
    host = Host(browser, "twos")
    page = host.open().page
    deal(page)
    idle = page.locator("#table [data-card][role=img]")
    while not idle.count():
        clicks.click_a_move(page)
    before = clicks.state_of(page)
    clicks.click_card(page, idle.first)
    page.wait_for_selector("#refusal[title^='Rule TW-']:has-text('were led: play ')")
    clicks.expect(page.locator("#table")).to_have_attribute("data-number", str(before))


def turn_of(*pages: Page) -> tuple[Page, Page]:
    """Wait until one of two pages says that it has the turn; return it, and the other one."""

    def asked() -> list[Page]:
        return [page for page in pages if "Your turn" in page.title()]

    until(pages[0], lambda: len(asked()) == 1)
    first = asked()[0]
    return first, pages[first is pages[0]]


def test_the_focus_comes_back_after_the_moves_of_bots(browser: Browser, tmp_path: Path) -> None:
    options = ("--bots", "3", "--pace", "0.1")
    with served(tmp_path / "table.json", "twos", *options) as server:
        page = opened(browser, server.links["Player 1"])
        page.focus("#buttons button")
        for _ in range(3):
            before = clicks.state_of(page)
            page.keyboard.press("Enter")
            clicks.wait_for_news(page, before)
            page.wait_for_selector(".yours")
            clicks.expect(page.locator("#table [role=button]:focus")).to_have_count(1)


@pytest.mark.smoke
def test_two_browsers_play_on_one_server(browser: Browser, tmp_path: Path) -> None:
    with served(tmp_path / "table.json", "duel", "--names", f"Ann,{HOSTILE}") as server:
        ann = opened(browser, server.links["Ann"])
        ann.on("dialog", lambda dialog: pytest.fail("the name ran as a script"))
        clicks.expect(ann.locator("#turn")).to_have_text(f"{HOSTILE} has not come yet")
        ben = opened(browser, server.links[HOSTILE])
        clicks.expect(ann.locator("#turn")).to_have_text("Everybody is here")
        watcher = opened(browser, server.links["Spectators"])
        deal(ann)
        page, other = turn_of(ann, ben)
        first = "Ann" if page is ann else HOSTILE
        clicks.expect(other.locator("#turn")).to_contain_text(first)
        clicks.click_card(other, other.locator("#table [data-card]").first)
        words = f"It is the turn of {first}."
        clicks.expect(other.locator("#refusal")).to_contain_text(words)
        for _ in range(6):
            page, other = turn_of(ann, ben)
            clicks.press_a_move(page)
            number = str(clicks.state_of(page))
            clicks.expect(other.locator("#table")).to_have_attribute("data-number", number)
        number = str(clicks.state_of(ann))
        clicks.expect(watcher.locator("#table")).to_have_attribute("data-number", number)
        for none in ("#table [data-card]", "#prompt button, #options button", "img"):
            clicks.expect(watcher.locator(none)).to_have_count(0)
        for place in ("#log", "#scores"):
            clicks.expect(watcher.locator(place)).to_contain_text(HOSTILE)


def test_an_undo_needs_the_other_person(browser: Browser, tmp_path: Path) -> None:
    with served(tmp_path / "table.json", "duel", "--names", "Ann,Ben") as server:
        pages = [opened(browser, server.links[name]) for name in ("Ann", "Ben")]
        deal(pages[0])
        first, other = turn_of(*pages)
        clicks.expect(first.locator("#undo")).to_be_hidden()
        clicks.press_a_move(first)
        first.click("#undo")
        clicks.expect(first.locator("#asked-words")).to_contain_text("Waiting for ")
        clicks.expect(first.locator("#asked button")).to_have_count(0)
        other.click("#asked button:text-is('No')")
        first.wait_for_selector("#log li:has-text('declines to take back')", state="attached")
        clicks.expect(first.locator("#asked")).to_be_hidden()
        clicks.expect(first.locator("#undo")).to_be_hidden()
        clicks.press_a_move(other)
        other.click("#undo")
        first.click("#asked button:text-is('Yes')")
        other.wait_for_selector("#log li:has-text('take back a move')", state="attached")
        other.wait_for_function("() => document.title.startsWith('Your turn')")
        other.wait_for_selector("#undo", state="hidden")


def test_no_game_is_lost_by_a_reload_or_a_killed_server(browser: Browser, tmp_path: Path) -> None:
    path = tmp_path / "table.json"
    with served(path, "twos", "--bots", "3") as server:
        port, link = server.port, server.links["Player 1"]
        page = opened(browser, link)
        deal(page)
        for _ in range(3):
            wait_for_turn(page)
            clicks.click_a_move(page)
        before = (hand(page), log_of(page), page.inner_text("#turn"))
        page.reload()
        until(page, lambda: (hand(page), log_of(page), page.inner_text("#turn")) == before)
        page.set_viewport_size({"width": 360, "height": 640})
        page.wait_for_selector("#table > svg[viewBox^='0 0 360 ']")
        server.process.kill()
        page.wait_for_selector("#connection.lost")
    with served(path, "twos", "--port", port) as server:
        page.wait_for_selector("#connection.open", state="attached")
        # The old links work, and so do the new ones.
        for each in (page, opened(browser, link), opened(browser, server.links["Player 1"])):
            cards = each.locator("#table > svg [data-card]")
            clicks.expect(cards).to_have_count(len(before[0]))
            assert hand(each) == before[0]


def test_people_unfold_the_result_at_the_lower_edge_and_close_it(browser: Browser) -> None:
    host = Host(browser, "brag", max_hands=2)
    page = host.open(viewport={"width": 844, "height": 390}).page
    show, panel, title = (page.locator(each) for each in ("#show", "#result", "#result h2"))
    clicks.expect(show).to_be_hidden()
    clicks.play_a_hand(page)
    clicks.expect(show).to_have_attribute("aria-expanded", "true")
    words = page.locator("#result .why").first
    clicks.expect(words).to_be_hidden()
    page.click("#result button:text-is('Details')")
    clicks.expect(words).to_be_visible()
    clicks.expect(page.locator("#result button:text-is('Next hand')")).to_be_in_viewport()
    page.click("#result button:text-is('Less')")
    clicks.expect(words).to_be_hidden()
    plate = page.locator("#table [data-item=plate-0]").bounding_box()
    covered = panel.bounding_box()
    assert plate and covered and covered["x"] >= plate["x"] + plate["width"]
    page.click("#result button[aria-label=Close]")
    clicks.expect(panel).to_be_hidden()
    clicks.expect(show).to_be_focused()
    clicks.expect(page.locator("#buttons button:text-is('Next hand')")).to_be_visible()
    page.keyboard.press("Enter")
    clicks.expect(panel).to_be_focused()
    clicks.expect(title).to_be_visible()
    page.click("#menu")
    page.keyboard.press("Escape")
    clicks.expect(page.locator("#drawer")).to_be_hidden()
    clicks.expect(page.locator("#menu")).to_be_focused()


def test_people_look_back_by_keys_slider_and_clock_and_the_log_follows(browser: Browser) -> None:
    host = Host(browser, "twenty_down", max_hands=2)
    page = host.open(viewport={"width": 1280, "height": 800}).page
    clicks.play_a_hand(page)
    page.click("#menu")
    page.click("#result button:text-is('Look back')")
    line, slider = page.locator("#past-line p"), page.locator("#past-line input")
    marked = page.locator("#log [aria-current]")
    last = len(host.table.record.moves)
    clicks.expect(line).to_have_text(f"1 of {last}. New deal.")
    for key, place in (("End", last), ("Home", 1), ("ArrowLeft", 1), ("ArrowRight", 2)):
        page.keyboard.press(key)
        clicks.expect(line).to_have_text(re.compile(rf"^{place} of {last}\. "))
        # A button that has the focus may be disabled now, and loses it with the next frame.
        page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
    slider.fill(str(last - 1))
    clicks.expect(line).to_have_text(re.compile(rf"^{last} of {last}\. "))
    clicks.expect(marked.first).to_be_in_viewport()
    told = line.inner_text().partition(". ")[2]
    assert " ".join(marked.all_inner_texts()) == told
    slider.fill("0")
    clicks.expect(line).to_have_text(f"1 of {last}. New deal.")
    clicks.expect(marked).to_have_text(["New deal."])
    clicks.expect(page.locator("#past [data-item^=back]")).to_have_count(0)
    page.clock.install()
    page.click("#past-line button[aria-label=Play]")
    clicks.expect(line).to_have_text(re.compile("^2 of "))
    page.clock.run_for(120_000)
    clicks.expect(line).to_have_text(re.compile(rf"^{last} of "))
    clicks.expect(page.locator("#past-line button[aria-label=Play]")).to_be_visible()
    page.keyboard.press("Escape")
    clicks.expect(marked).to_have_count(0)
    clicks.expect(page.locator("#past")).to_be_hidden()
    page.click("#result button.main")
    page.wait_for_selector("#result", state="hidden")
    clicks.expect(page.locator("#show")).to_be_hidden()


def test_a_card_taken_out_of_a_full_place_leaves_the_other_places(browser: Browser) -> None:
    host = Host(browser, "brag", seed=1)
    host.play("deal")
    page = host.open().page
    hand = [str(card) for card in host.table.view(host.token).hand or ()]

    def pick(*cards: str, held: Sequence[str]) -> None:
        """Click cards, wherever they lie; wait until these and no others fill places."""
        for card in cards:
            page.locator(f"#table [data-card='{card}']").dispatch_event("click", {"detail": 1})
        clicks.expect(page.locator("#table .held")).to_have_count(len(held))
        for card in held:
            clicks.expect(page.locator(f"#table .held[data-card='{card}']")).to_have_count(1)

    pick(*hand[:6], held=hand[:6])
    pick(hand[1], held=[hand[0], *hand[2:6]])
    pick(hand[1], *hand[6:], held=hand)
    clicks.expect(page.locator(clicks.CONFIRM)).to_be_enabled()
    pick(hand[0], held=hand[1:])
    page.click("#choosing button:text-is('Arrange for me')")
    pick(held=hand)
    pick(hand[0], hand[0], held=hand)
    clicks.expect(page.locator(clicks.CONFIRM)).to_be_enabled()
    clicks.press_a_move(page)
    assert host.table.view(host.token).actor != 0


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


LEAST: Final = 1200  # the milliseconds for which a complete trick stays
TICK: Final = 20  # the milliseconds between two looks at a page, whose time the test makes pass

_LOOK: Final = """() => {
    const place = "#table > svg .item[aria-label*='played by']:not(.leaving)";
    return [document.querySelectorAll(place).length, document.getAnimations().length];
}"""
"""Gives the number of cards of the trick on the table, and of the parts that move."""


def after_a_play(browser: Browser, speed: str, motion: str = "no-preference") -> Watched:
    """Return a page that does not know yet that the person's play led to a whole trick."""
    host = Host(browser, "twos", seed=3)
    watched = host.open(speed=speed, reduced_motion=motion)
    host.play("deal")
    watched.update()
    watched.page.wait_for_selector(".yours")
    watched.page.clock.install()
    watched.page.clock.pause_at(time.time() + 60)
    host.play(str(simple(host.table.view(host.token), random.Random(3))))
    return watched


@pytest.mark.parametrize(
    ("speed", "motion", "skip", "least", "most"),
    [
        ("normal", "no-preference", "", LEAST, 1.5 * LEAST - 1),
        ("slow", "no-preference", "", 1.5 * LEAST, 10 * LEAST),
        ("normal", "reduce", "", LEAST, 10 * LEAST),
        ("normal", "no-preference", "click", TICK, TICK),
        *(("normal", "no-preference", "key", TICK, TICK), ("off", "no-preference", "", 0, 0)),
    ],
)
def test_a_complete_trick_stays_and_then_moves_to_its_taker_unless_people_skip_it(
    speed: str, motion: str, skip: str, least: float, most: float, browser: Browser
) -> None:
    watched = after_a_play(browser, speed, motion)
    page, stayed, moving = watched.page, 0, 0
    number = watched.host.table.last_number
    watched.update()
    if speed == "off":  # the next decision is there at once
        clicks.expect(page.locator(".yours [data-card][role=button]")).not_to_have_count(0)
        assert page.evaluate(_LOOK)[1] == 0
        return
    for _ in range(10 * LEAST // TICK):
        cards, parts = page.evaluate(_LOOK)
        moving += parts
        if stayed and cards < 4:
            break
        if cards == 4:
            if skip == "key" and not stayed:
                page.keyboard.press("ArrowDown")
            if skip == "click" and not stayed:
                card = page.locator("#table [data-card]").first
                card.click(position={"x": 6, "y": 30}, force=True)
            stayed += TICK
        page.clock.run_for(TICK)
    assert least <= stayed <= most and bool(moving) is (motion == "no-preference")
    # This comes after all that a click has sent.
    page.evaluate("tellEngine(JSON.stringify({ do: 'past' })).then(() => null)")
    assert watched.host.table.last_number == number


@pytest.mark.nightly
def test_a_guest_joins_by_the_invitation_to_one_game(browser: Browser, tmp_path: Path) -> None:
    phone = {"width": 360, "height": 640}
    with served(tmp_path / "table.json", "street", "--players", "3") as server:
        # For the page this is no address of its own computer alone.
        link = server.links["Player 1"].replace("127.0.0.1", "cards.localhost")
        host = clicks.opened(browser, link, viewport=phone)
        clicks.expect(host.locator("#welcome .row button:visible")).to_have_count(2)
        host.click("#welcome button:text-is('Invite')")
        host.wait_for_function("() => document.querySelector('#invitation img')?.naturalWidth > 99")
        link = host.input_value("#invitation input")
        host.click("#invitation button:text-is('Close')")
        guest = clicks.opened(browser, link, viewport=phone)
        guest.fill("#welcome input", "Ben")
        guest.click("#welcome button:text-is('Join')")
        clicks.expect(host.locator("#welcome li").nth(1)).to_have_text("Ben")
        again = guest.context.new_page()
        again.goto(link)
        again.click("#welcome button:text-is('Go to your seat')")
        again.click("#welcome button:text-is('Fill with bots')")
        clicks.expect(host.locator("#welcome li").nth(2)).to_have_text("Bot 3Medium")
        clicks.expect(host.locator("#welcome .row")).to_be_hidden()
        clicks.deal(guest)


# Moves without a choice, and claims


IN_PLACE_OF_THE_SENTENCE: Final = script("in_place.js")
MADE_FOR_ME = "localStorage['twowaystreet settings'] = JSON.stringify({ speed: 'off' })"


def at_rest(host: Host) -> Page:
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


@pytest.mark.nightly
@pytest.mark.parametrize("name", ["twos", "tien_len"])
def test_the_only_legal_move_is_made_after_half_a_second(browser: Browser, name: str) -> None:
    host = Host(browser, name)
    reason, before = until_forced(host), host.table.last_number
    page = at_rest(host)
    clicks.expect(page.locator("#turn")).to_have_text(reason)
    page.clock.run_for(450)
    assert host.table.last_number == before
    page.clock.run_for(100)
    clicks.expect(page.locator("#table")).not_to_have_attribute("data-number", str(before))
    # Who takes it back has time to take back more.
    page.click("#undo")
    clicks.expect(page.locator("#log")).to_contain_text("You take back a move")
    page.clock.run_for(2000)
    assert host.table.facts(host.token)["forced"] == "" and host.table.actor == 0


@pytest.mark.nightly
def test_a_click_makes_the_only_move_at_once(browser: Browser) -> None:
    host = Host(browser, "twos")
    until_forced(host)
    before = host.table.last_number
    page = at_rest(host)
    page.click("#turn")
    clicks.expect(page.locator("#table")).not_to_have_attribute("data-number", str(before))


@pytest.mark.nightly
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


@pytest.mark.nightly
@pytest.mark.parametrize("people", [1, 2])
def test_the_next_hand_begins_by_itself_against_bots_alone(browser: Browser, people: int) -> None:
    host, rng = Host(browser, "twenty_down"), random.Random(1)
    host.play("deal")
    while not host.table.view(host.token).hand_over:
        host.play(str(simple(host.table.view(host.token), rng)))
    if people > 1:
        host.table.replace(1, name="Ben")
    over = host.table.last_number
    page = at_rest(host)
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


@pytest.mark.nightly
def test_an_exchange_is_made_by_its_cards_unless_one_is_put_back(browser: Browser) -> None:
    host = Host(browser, "street")
    host.play("deal")
    host.play("high")
    assert host.table.view(host.token).phase == "exchange"
    before = host.table.last_number
    page = at_rest(host)
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
