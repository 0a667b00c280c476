"""Tables in pages and programs of others: the example in TypeScript, the guide, and Node."""

import random
import re
import shutil
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest

import twowaystreet as tws
from tests import node
from tests.games import OURS
from tests.processes import PATIENCE, killed_at_end
from tests.web import clicks, static
from tests.web.axe import findings
from tests.web.clicks import Browser, Page, script
from tests.web.serving import Served, served
from tests.web.wire import FROM_SERVER, TO_SERVER
from twowaystreet import _page
from twowaystreet.schemas import typescript, wire

pytest.importorskip("uvicorn", reason="the server needs the extra web")

from twowaystreet.web import server  # optional packages
from twowaystreet.web.rooms import MOVED, REPLACED

ROOT: Final = Path(__file__).parents[2]
OWN: Final = ROOT / "examples/own_client"
CLIENT: Final = Path(_page.__file__).with_name("page_server")
IN_INDEX: Final = "http://127.0.0.1:8000"
MOVES: Final = "#offers fieldset button"
GAMES: Final = [*OURS, "examples/oh_hell.py:GAME"]

VIEWS: Final = script("views.ts")


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the example, which the strict compiler has accepted."""
    folder = tmp_path_factory.mktemp("own") / "client"
    shutil.copytree(OWN, folder)
    (folder / "types").mkdir()
    shutil.copy(CLIENT / "client.d.ts", folder / "types")
    (folder / "types/twowaystreet.d.ts").write_text(typescript(), "utf-8")
    node.npx("typescript", "tsc", "--project", ".", folder=folder)
    return folder


@pytest.fixture(scope="module")
def site(compiled: Path) -> Generator[str]:
    """Serve the example at a port of its own."""
    with static.published(compiled) as address:
        yield address.rstrip("/")


def opened(browser: Browser, folder: Path, site: str, link: str) -> Page:
    server, _, token = link.partition("/#")
    name = f"{server.rpartition(':')[2]}.html"
    index = (folder / "index.html").read_text("utf-8")
    assert IN_INDEX in index
    (folder / name).write_text(index.replace(IN_INDEX, server), "utf-8")
    page = clicks.window(browser)
    page.goto(f"{site}/{name}#{token}")
    return page


def move(page: Page, rng: random.Random) -> None:
    """Make any move, and wait for what the person can do next."""
    before = page.locator("#log p").count()
    buttons = page.locator(MOVES)
    buttons.nth(rng.randrange(buttons.count())).click()
    page.wait_for_function(
        f"""before => document.querySelectorAll("#log p").length > before
            && document.querySelector("{MOVES}, #result table")""",
        arg=before,
    )


@pytest.mark.nightly
@pytest.mark.usefixtures("windows_are_closed")
@pytest.mark.parametrize("name", GAMES)
def test_a_client_without_games_plays_a_hand_over_a_lost_connection(
    name: str, browser: Browser, compiled: Path, site: str, tmp_path: Path
) -> None:
    seats = 4 if name not in OURS else len(tws.GAMES[name].new_game().scores)
    game = (str(ROOT / name) if ":" in name else name, "--bots", str(seats - 1))
    rng, arguments = random.Random(5), (*game, "--embed-in", site)
    with served(tmp_path / "table.json", *arguments) as (process, links):
        link = next(iter(links.values()))
        page = opened(browser, compiled, site, link)
        page.wait_for_selector(MOVES)
        assert findings(page) == []
        clicks.expect(page.locator("#people li")).to_have_count(seats)
        page.evaluate("""globalThis.old = document.querySelector("#offers button")""")  # the deal
        for _ in range(3):
            move(page, rng)
        before = page.locator("#log p").all_text_contents()
        if page.locator(MOVES).count() and name != "spades":  # with bids before the cards
            clicks.expect(page.locator("#hand")).to_contain_text("You hold ")
        if not page.locator("#result table").count():
            page.evaluate("old.click()")
            clicks.expect(page.locator("#refused")).not_to_be_empty()
            assert findings(page) == []
        process.kill()
        process.wait(PATIENCE)
    clicks.expect(page.locator("#state")).to_have_text("The connection is lost. Trying again.")
    port = link.rpartition("/")[0].rpartition(":")[2]
    with served(tmp_path / "table.json", *arguments, "--port", port):
        clicks.expect(page.locator("#state")).to_be_empty()
        assert page.locator("#log p").all_text_contents() == before
        while not page.locator("#result table").count():
            move(page, rng)
        assert page.locator("#log p").all_text_contents()[: len(before)] == before
        clicks.expect(page.locator("#result tbody tr")).to_have_count(seats)
        assert findings(page) == []
        page.context.close()


@pytest.mark.nightly
def test_the_types_know_the_views_of_our_games_and_each_message(compiled: Path) -> None:
    (compiled / "views.ts").write_text(VIEWS, "utf-8")
    settings = (compiled / "tsconfig.json").read_text("utf-8")
    (compiled / "views.json").write_text(settings.replace("client.ts", "views.ts"), "utf-8")
    node.npx("typescript", "tsc", "--project", "views.json", "--noEmit", folder=compiled)


def test_the_example_is_short() -> None:
    lines = [len(each.read_text("utf-8").splitlines()) for each in OWN.iterdir() if each.is_file()]
    assert sum(lines) <= 150 and len((CLIENT / "client.js").read_text("utf-8").splitlines()) <= 200
    code = re.sub(r"^//.*", "", (OWN / "client.ts").read_text("utf-8"), flags=re.MULTILINE)
    assert not [name for name in OURS if re.search(rf"\b{name}\b", code)]


def test_without_a_socket_of_its_own_node_is_told_what_is_missing(tmp_path: Path) -> None:
    shutil.copy(CLIENT / "client.js", tmp_path / "client.mjs")
    text = 'delete globalThis.WebSocket; const { connect } = await import("./client.mjs");'
    (tmp_path / "bot.mjs").write_text(f'{text} connect("ws://x", {{ token: "T" }});', "utf-8")
    done = node.run(node.node(), "bot.mjs", folder=tmp_path)
    assert "no WebSocket here: give the option WebSocket" in done.stderr


LATE: Final = script("late.mjs")


def test_a_connection_that_has_ended_is_heard_no_more(tmp_path: Path) -> None:
    shutil.copy(CLIENT / "client.js", tmp_path / "client.mjs")
    (tmp_path / "late.mjs").write_text(LATE, "utf-8")
    done = node.run(node.node(), "late.mjs", folder=tmp_path)
    offered, play = "twowaystreet.v1,token.", '{"do":"play","move":"QS","seen":3}'
    assert done.stdout.splitlines() == [offered, "1", offered, "3", play], done.stderr


# The programs of the guide


ICON: Final = ("<title>", '<link rel="icon" href="data:,"><title>')
"""What keeps Chromium from asking a site for an icon."""


def programs(kind: str) -> list[str]:
    text = (ROOT / "docs/embed.md").read_text("utf-8")
    return re.findall(rf"^```{kind}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


@contextmanager
def guide(folder: Path) -> Generator[tuple[Served, str]]:
    """Serve a Duel and, at another port, both pages of the guide: ``0.html`` and ``1.html``."""
    (folder / "site").mkdir()
    arguments = ("duel", "--bots", "1", "--embed-in")
    with (
        static.published(folder / "site") as address,
        served(folder / "table.json", *arguments, address) as running,
    ):
        for number, text in enumerate(programs("html")):
            assert IN_INDEX in text
            here = text.replace(IN_INDEX, f"http://127.0.0.1:{running.port}")
            (folder / f"site/{number}.html").write_text(here.replace(*ICON), "utf-8")
        yield running, address.rstrip("/")


TOLD: Final = {*("source", "height", "seat", "yours", "handOver", "gameOver", "attention")}
"""The keys of a message to the page around a frame: no token is among them."""


@pytest.mark.nightly
@pytest.mark.usefixtures("windows_are_closed")
def test_the_frame_of_the_guide_says_whose_turn_it_is(browser: Browser, tmp_path: Path) -> None:
    with guide(tmp_path) as (running, address):
        page = clicks.window(browser)
        page.add_init_script("heard = []; onmessage = ({ data }) => heard.push(data)")
        page.goto(f"{address}/0.html#{next(iter(running.links.values())).partition('#')[2]}")
        frame = page.frame_locator("iframe")
        clicks.expect(frame.locator("#bar")).to_be_hidden()
        frame.locator("#buttons button:text-is('Deal the cards')").click()
        clicks.expect(page.locator("#turn")).to_have_text("It is your turn.")
        assert page.evaluate("document.querySelector('iframe').offsetHeight") >= 360
        told = page.evaluate("heard.at(-1)")
        assert {*told} == TOLD and told["source"] == "twowaystreet" and told["yours"]
        assert findings(page) == []
        page.context.close()


@pytest.mark.nightly
@pytest.mark.usefixtures("windows_are_closed")
def test_the_client_of_the_guide_plays_a_hand(browser: Browser, tmp_path: Path) -> None:
    with guide(tmp_path) as (running, address):
        page = clicks.window(browser)
        page.goto(f"{address}/1.html#{next(iter(running.links.values())).partition('#')[2]}")
        texts = "() => document.querySelector('#log').childNodes.length"
        page.set_default_timeout(20_000)
        for _ in range(40):
            page.wait_for_selector("#moves button")
            if "the hand" in str(page.text_content("#task")):
                break
            before = page.evaluate(texts)
            page.locator("#moves button").first.click()
            page.wait_for_function(f"before => ({texts})() > before", arg=before)
            page.wait_for_selector("#moves button")  # also for the next deal
        assert page.text_content("#note") == ""
        assert findings(page) == []
        page.context.close()


@pytest.mark.nightly
def test_the_program_of_the_guide_plays_a_hand_in_node(tmp_path: Path) -> None:
    program, [text] = node.node(), programs("js")
    options: list[str] = []
    if node.run(program, "--eval", "new WebSocket('ws://x')").returncode:
        options = ["--experimental-websocket"]  # before Node 22
    shutil.copy(CLIENT / "client.js", tmp_path / "client.mjs")
    with guide(tmp_path) as (running, _):
        (tmp_path / "bot.mjs").write_text(text.replace(":8000", f":{running.port}"), "utf-8")
        token = next(iter(running.links.values())).partition("#")[2]
        done = node.run(program, *options, "bot.mjs", token, folder=tmp_path)
    assert done.returncode == 0 and "deal" in done.stdout.splitlines()[1], done


@pytest.mark.nightly
@pytest.mark.usefixtures("windows_are_closed")
def test_the_server_of_the_guide_gives_each_visitor_a_table(browser: Browser) -> None:
    text, _ = programs("py")
    command = [sys.executable, "-c", text.replace("port=8000", "port=0").replace(*ICON)]
    with (
        subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process,
        killed_at_end(process, PATIENCE),
    ):
        assert process.stderr
        lines = iter(process.stderr.readline, "")
        found = next(filter(None, (re.search(r"http://127.0.0.1:\d+", line) for line in lines)))
        for _ in range(2):
            page = clicks.window(browser)
            page.goto(found[0])
            frame = page.frame_locator("iframe")
            frame.locator("#buttons button:text-is('Deal the cards')").click()
            frame.locator("#table [data-card]").first.wait_for()
            page.context.close()


@pytest.mark.nightly
def test_the_chat_of_the_guide_plays_a_hand() -> None:
    _, text = programs("py")
    with (
        subprocess.Popen(
            [sys.executable, "-u", "-c", text],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
        ) as process,
        killed_at_end(process, PATIENCE),
    ):
        assert process.stdin and process.stdout
        said, answers = "", iter(["nonsense", "deal"])
        while new := process.stdout.read(1):
            said += new
            if said.endswith("\n> "):
                move = said.splitlines()[-2].partition(": ")[0]
                print(next(answers, move), file=process.stdin, flush=True)
    assert process.returncode == 0
    assert "A deal is due" in said and "your last card" in said


def test_the_guide_is_short_and_the_page_of_messages_has_all_of_them() -> None:
    guide = (ROOT / "docs/embed.md").read_text("utf-8")
    prose = re.sub(r"^```.*?^```$", "", guide, flags=re.MULTILINE | re.DOTALL)
    assert 500 < len(prose.split()) <= 1000
    text = (ROOT / "docs/messages.md").read_text("utf-8")
    told = re.findall(r"^```\{message\} (\w+)$", text, re.MULTILINE)
    kinds = wire()["$defs"]
    named = {
        each["$ref"].rpartition("/")[2]
        for way in (TO_SERVER, FROM_SERVER)
        for each in kinds[way]["anyOf"]
    }
    assert sorted(told) == sorted(named | {"Offer", "Move", "Event", "Result", "Row"})
    codes = {server.UNKNOWN, server.VERSION, server.BUSY, server.FAILED, server.TOO_FAST}
    codes |= {MOVED[0], REPLACED[0], 1009}  # the last one comes from the reader of frames
    assert {int(each) for each in re.findall(r"^\| (\d{4}) \|", text, re.MULTILINE)} == codes
    ended = re.search(r"ENDED = .*", (CLIENT / "client.js").read_text("utf-8"))
    assert ended and {*re.findall(r"\d{4}", ended[0])} <= {*map(str, codes)}
