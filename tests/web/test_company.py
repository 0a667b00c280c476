"""What people say to each other, which nothing keeps; bubbles, avatars, and whose turn it is."""

import json
from pathlib import Path
from typing import Any, Final

import pytest

from tests import node
from tests.web import clicks
from tests.web.axe import findings
from tests.web.clicks import Browser, deal, opened, script, until
from tests.web.direct import Host
from tests.web.hosting import Line, Site, settle
from tests.web.serving import served
from tests.web.test_server import Duel, messages
from twowaystreet.games import duel
from twowaystreet.table import Table
from twowaystreet.web import TableHost, application  # hosting skips
from twowaystreet.web.company import AT_ONCE, PHRASES, RATE, REACTIONS

FACTS = '{"do": "look", "as": "facts"}'


def heard(line: Line) -> list[tuple[int, str]]:
    return [(each["seat"], each["phrase"]) for each in messages(line) if each["type"] == "said"]


def refusals(line: Line) -> list[str]:
    return [each["text"] for each in messages(line) if each["type"] == "refused"]


async def say(line: Line, phrase: str) -> None:
    await line.tell(json.dumps({"do": "say", "phrase": phrase}))


def offered(line: Line) -> Any:  # Any: JSON
    return next(each["phrases"] for each in messages(line) if "phrases" in each)


async def test_pages_clients_and_spectators_hear_a_phrase_and_the_table_does_not_keep_it() -> None:
    site = Duel()
    page = await site.open()
    client = await site.connect("friday", site.tokens[1], look=FACTS)
    watcher = await site.connect("friday", site.table.spectate())
    before = site.table.to_text()
    assert offered(page) == offered(client) == [*PHRASES, *REACTIONS] and offered(watcher) == []
    await say(page, "Well played")
    await say(client, "heart")
    await say(watcher, "Hello")
    for line in (page, client, watcher):
        assert heard(line) == [(0, "Well played"), (1, "heart")]
    assert refusals(watcher) == ["People who watch say nothing."]
    late = await site.open()
    assert not heard(late) and site.table.to_text() == before


async def test_nobody_says_anything_else_or_much_at_once() -> None:
    site = Duel()
    page, other = await site.open(), await site.open(1)
    for phrase in ("hello", "Buy this", "", "Hello\n"):
        await say(page, phrase)
    assert {*refusals(page)} == {"Nobody says this here."} and not heard(other)
    for _ in range(AT_ONCE + 2):
        await say(page, "Hello")
    again = await site.open()  # another page of the same person
    await say(again, "Hello")
    assert heard(other) == [(0, "Hello")] * AT_ONCE
    assert refusals(again) == ["Wait a moment before you say more."]
    await settle(1 / RATE)
    await say(again, "Hello")
    assert len(heard(other)) == AT_ONCE + 1


@pytest.mark.parametrize("by_table", [False, True])
async def test_a_table_and_a_host_switch_phrases_off(by_table: bool) -> None:
    table = Table.from_text(Table(duel.GAME, phrases=not by_table).to_text())
    host, token = TableHost(phrases=by_table), table.join("Ann")
    host.add(table, "friday")
    page = await Site(application(host)).connect("friday", token)
    assert offered(page) == []
    await say(page, "Hello")
    assert refusals(page) == ["Nobody says this here."] and not heard(page)


# In Chromium

NIGHTLY: Final = pytest.mark.nightly
CLOSED: Final = pytest.mark.usefixtures("windows_are_closed")
ICON = "document.querySelector('link[rel=icon]').href"
NOTICES: Final = script("notices.js")


@NIGHTLY
@CLOSED
@pytest.mark.parametrize("size", [(1280, 800), (844, 390), (360, 640)])
def test_others_see_phrases(size: tuple[int, int], browser: Browser, tmp_path: Path) -> None:
    window = {"width": size[0], "height": size[1]}
    game = ("street", "--bots", "1", "--names", "Ann,Ben,Cem")
    with served(tmp_path / "table.json", *game) as (_, links):
        ann, ben, watcher = (
            opened(browser, links[name], viewport=window) for name in ("Ann", "Ben", "Spectators")
        )
        deal(ann)
        clicks.expect(watcher.locator("#say")).to_be_hidden()
        ann.click("#say")
        assert findings(ann) == []
        room = ann.evaluate("""() => {
            const [box, table] = ["phrases", "table"].map((name) =>
                document.getElementById(name).getBoundingClientRect());
            return box.left >= table.left && box.right <= table.right && box.top >= table.top;
        }""")
        assert room
        ann.click("#phrases button:text-is('Well played')")
        clicks.expect(ann.locator("#phrases")).to_be_hidden()
        for page, name in ((ann, "You"), (ben, "Ann"), (watcher, "Ann")):
            clicks.expect(page.locator("#said p")).to_have_text(f"{name}: Well played")
        ben.focus("#say")
        ben.keyboard.press("Enter")
        ben.keyboard.press("Enter")  # the first reaction
        clicks.expect(ann.locator("#said [aria-label=smile]")).to_be_visible()
        assert findings(ann) == []
        for _ in range(3):
            ben.click("#say")
            ben.click("#phrases button:text-is('Hello')")
        clicks.expect(ben.locator("#refusal")).to_have_text("Wait a moment before you say more.")
        until(ann, lambda: ann.locator("#said p").count() == 0)


@NIGHTLY
def test_an_avatar_belongs_to_its_name(tmp_path: Path) -> None:
    folder = Path("src/twowaystreet/_page/page")
    for name in ("avatar", "elements"):
        code = (folder / f"{name}.js").read_text("utf-8").replace("./elements.js", "./elements.mjs")
        (tmp_path / f"{name}.mjs").write_text(code, "utf-8")
    names = [
        *("Ann", "Ben", "Bot 1", "Bot 2", "Zo\u00eb", "<b>&", "\U0001f600"),
        *map(str, range(200)),
    ]
    program = f"""import {{ avatarArt }} from "./avatar.mjs";
        const names = {json.dumps(names)};
        console.log(JSON.stringify([names, names].map((all) => all.map(avatarArt))));"""
    (tmp_path / "run.mjs").write_text(program, "utf-8")
    first, again = json.loads(node.run(node.node(), "run.mjs", folder=tmp_path).stdout)
    assert first == again and len({*first}) > len(names) - 5
    assert not any("undefined" in art or "<b>" in art for art in first)


@NIGHTLY
@CLOSED
def test_title_icon_and_notification_tell_whose_turn_it_is(browser: Browser) -> None:
    host = Host(browser, "street")
    page = host.open().page
    page.evaluate(NOTICES)
    usual = page.evaluate(ICON)
    deal(page)
    clicks.expect(page).to_have_title("Your turn: Two Way Street")
    assert page.evaluate(ICON) != usual
    page.click("#menu")
    page.click("[data-tab=settings]")
    page.evaluate("answer = 'denied'")
    page.select_option("[name=notify]", "on")
    clicks.expect(page.locator("[name=notify]")).to_have_value("off")
    page.evaluate("answer = 'granted'")
    page.select_option("[name=notify]", "on")
    page.evaluate("""Object.defineProperty(document, "hidden", { get: () => true })""")
    host.play(str(next(iter(host.table.view(host.token).legal_moves or ()))))
    host.update()
    until(page, lambda: page.evaluate("notices") == ["Your turn: Two Way Street"])
