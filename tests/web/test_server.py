"""The server: its answers, connections, messages, limits and numbers, and its command."""

import json
import math
import random
import re
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any, Final

import attrs
import pytest
from click.testing import CliRunner
from jsonschema import Draft202012Validator

import twowaystreet as tws
from tests.processes import PATIENCE as WAIT
from tests.processes import until
from tests.web.hosting import LOOK, Line, Site, settle
from tests.web.serving import served
from twowaystreet._cli.commands import command
from twowaystreet.errors import RulesError
from twowaystreet.schemas import wire
from twowaystreet.table import SQLiteStore, Table, TableError
from twowaystreet.web.counts import WORDS, Counts, metrics_text
from twowaystreet.web.hosts import TableHost
from twowaystreet.web.limits import Limits
from twowaystreet.web.server import application

DUEL: Final = tws.GAMES["duel"]
UNKNOWN, TOO_FAST = 4401, 1008


class Duel(Site):
    """A site with one table of two people. Any: options of the application."""

    def __init__(self, limits: Limits | None = None, **options: Any) -> None:
        self.table = Table(DUEL, dealer=0)
        self.tokens = [self.table.join("Ann"), self.table.join("Ben")]
        host = TableHost()
        host.add(self.table, "friday")
        super().__init__(application(host, limits=limits, **options))

    async def open(self, who: int = 0, since: object = 0) -> Line:
        return await self.connect("friday", self.tokens[who], since)


REFUSED: dict[str, object] = {"type": "refused", "rule": None, "reason": "", "cards": []}


def messages(line: Line) -> list[dict[str, Any]]:
    """Return the messages of a page. Any: JSON."""
    return [json.loads(text) for text in line.texts]


def logged(message: dict[str, Any]) -> list[str]:
    return [line for step in message["steps"] for line in step.get("log", [])]


# Answers


async def test_every_answer_has_a_strict_policy_and_only_the_files_of_the_page_are_served() -> None:
    site = Duel()
    for path, status in {
        **dict.fromkeys(("/", "/page.js", "/page.css", "/health"), 200),
        **dict.fromkeys(("/client.js", "/client.d.ts", "/twowaystreet.d.ts"), 200),
        **dict.fromkeys(("/missing", "/../engine.py", "/..%2fserver.py"), 404),
    }.items():
        answer = await site.answer("GET", path)
        assert answer.status == status, path
        assert status == 200 or answer.text == "There is no page at this address."
        policy = answer.headers["content-security-policy"]
        assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self'")
        assert "unsafe" not in policy and answer.headers["x-content-type-options"] == "nosniff"
        assert not path.endswith(".ts") or answer.headers["content-type"].startswith("text/plain")
        assert answer.headers["referrer-policy"] == "no-referrer"
    for path in ("/", "/health"):
        assert (await site.answer("POST", path, body=b"x")).status == 405
    site.more = {"accept": "text/html,*/*"}
    lost = await site.answer("GET", "/missing")
    assert (lost.status, lost.headers["content-type"][:9]) == (404, "text/html")
    assert '<h1>There is no page at this address.</h1><p><a class="way" href="/">' in lost.text


OWN = {
    "http://test": "test",
    "http://cards.example": "cards.example:80",
    "https://cards.example": "CARDS.example:443",
    "http://[::1]:8000": "[::1]:8000",
}
"""Origins of pages of this server, with the host that a browser or a proxy names."""


async def test_a_page_of_another_origin_and_a_forged_token_get_nothing() -> None:
    site = Duel()
    evil = ["http://elsewhere.example", "null", "http://[x", "http://tes", "http://test@evil"]
    evil += ["http://test:443", "https://test:80", "ftp://test", "test", "http://"]
    for origin in evil:
        site.more = {"origin": origin}
        line = await site.open()
        assert line.closed is not None and not line.texts, origin
        for method, path in (("POST", "/review"), ("POST", "/"), ("DELETE", "/missing")):
            assert (await site.ask(method, path, site.tokens[0]))[0] == 403, (origin, path)
    for origin, host in OWN.items():
        site.more = {"origin": origin, "host": host}
        assert messages(await site.open())[0]["type"] == "table"
        assert (await site.ask("POST", "/review"))[0] == 404
    site.more = {}
    for token in ("", "x", "A" * 22, "%00", "é"):
        line = await site.connect("friday", token)
        assert (line.closed, line.texts) == (UNKNOWN, [])


async def test_messages_that_are_too_long_or_too_many_end_the_connection() -> None:
    site = Duel()
    for texts in (["x" * 2001], ["{}"] * 100):
        line = await site.open()
        for text in texts:
            line.send(text)
        await settle()
        assert line.closed == TOO_FAST


async def test_moves_reach_everybody_and_a_reconnection_gets_only_news() -> None:
    site = Duel()
    for since in ("x", "-1", "9" * 30):  # strange numbers give the whole log
        assert messages(await site.open(since=since))[0]["steps"][0]["number"] == 1
    ann, ben = [await site.open(who) for who in (0, 1)]
    (first, *_), seen = messages(ann), ben.number
    assert first["steps"][-1]["scene"]["width"] == 800
    await ann.tell(LOOK.replace("800", "500"))
    wide = messages(ann)[-1]
    assert wide["steps"][-1]["scene"]["width"] == 500
    assert wide["number"] == first["number"] and not logged(wide)
    await ann.make("deal")
    after = messages(ann)[-1]
    assert logged(after) == logged(messages(ben)[-1]) == ["New deal."]
    assert after["number"] == messages(ben)[-1]["number"] == seen + 1
    await ben.tell(json.dumps({"do": "play", "move": "deal", "seen": seen}))
    text = "The game has gone on meanwhile."
    assert messages(ben)[-1] == {**REFUSED, "text": text}
    await ann.leave()
    back = messages(await site.open(since=after["number"]))[0]
    assert not logged(back) and back["task"] == after["task"]


# Limits and numbers

NAMES: Final = tuple(field.name for field in attrs.fields(Limits))


@pytest.mark.parametrize("name", NAMES)
def test_a_limit_is_a_positive_number_and_only_a_rate_may_be_a_fraction(name: str) -> None:
    wrong: list[Any] = [0, -1, 0.0, math.nan, math.inf, True, "5", None, 10**10]  # of wrong types
    for value in wrong + ([] if "rate" in name else [0.25]):
        with pytest.raises(RulesError, match=rf"^{name}={value!r}: expected a (whole )?number"):
            Limits(**{name: value})
    right: list[Any] = [3, 0.25] if "rate" in name else [3]
    for value in right:
        assert getattr(Limits(**{name: value}), name) == value


def test_only_an_application_with_a_store_has_a_lobby() -> None:
    with pytest.raises(TableError, match="give one to the host"):
        application(TableHost(), lobby=True)
    wrong: list[Any] = [-1, 61, "1", None]
    for pace in wrong:
        with pytest.raises(TableError, match="0 to 60 seconds"):
            application(TableHost(), pace=pace)


def values(text: str) -> dict[str, float]:
    found = re.findall(r"^twowaystreet_(\w+) (\S+)$", text, re.MULTILINE)
    return {name: float(value) for name, value in found}


def test_every_count_has_words_and_a_number_of_its_own() -> None:
    names = [field.name for field in attrs.fields(Counts)]
    assert [*WORDS] == names
    counts = Counts(**{name: number for number, name in enumerate(names, start=3)})
    text, kind = metrics_text(counts, 1, 2)
    assert kind.startswith("text/plain")
    expected = {f"{name}_total": float(number) for number, name in enumerate(names, start=3)}
    assert values(text) == {"tables": 1.0, "connections": 2.0, **expected}
    assert all(f"# HELP twowaystreet_{name}_total {WORDS[name]}" in text for name in names)


async def test_the_numbers_name_nobody_and_follow_the_connections() -> None:
    site = Duel()
    line = await site.open()
    _, text = await site.ask("GET", "/metrics")
    assert (values(text)["tables"], values(text)["connections"]) == (1.0, 1.0)
    assert not any(secret in text for secret in ("Ann", site.tokens[0], "friday"))
    health = {"status": "ok", "tables": 1, "connections": 1}
    assert (await site.ask("GET", "/health"))[1] == health
    await line.leave()
    assert values((await site.ask("GET", "/metrics"))[1])["connections"] == 0.0


# The command


def invoked(*arguments: str) -> str:
    result = CliRunner().invoke(command, ["serve", "--port", "0", *arguments])
    assert result.exit_code != 0
    return result.output


LONG_BOT: Final = """
import pathlib, time
def bot(view, rng):
    pathlib.Path(__file__).with_name("begun").touch()
    time.sleep(600)
"""


@pytest.mark.nightly
def test_a_server_with_a_bot_of_a_file_ends_while_it_thinks(tmp_path: Path) -> None:
    from websockets.sync.client import connect  # noqa: PLC0415  # optional package

    bot, path = tmp_path / "bot.py", tmp_path / "table.json"
    bot.write_text(LONG_BOT, "utf-8")
    options = ("--bots", "2", "--opponents", f"{bot}:bot")
    for _ in range(2):  # the second one names the bot again
        with served(path, "duel", *options) as server:
            link = server.links["Spectators"].replace("http", "ws").replace("#", "ws?token=")
            with connect(link, open_timeout=WAIT):
                until((tmp_path / "begun").exists)
            assert "another program uses" in invoked("duel", "--save", str(path), *options)
            server.process.terminate()
            server.process.wait(WAIT)
    assert "does not name the bot of seat" in invoked("duel", "--save", str(path))


def test_the_command_refuses_impossible_tables_and_files_of_others(tmp_path: Path) -> None:
    path, mine, club = (tmp_path / name for name in ("table.json", "mine.json", "club.sqlite"))
    for arguments, words in (
        *((("chess",), "there is no game"), (("duel", "--bots", "3"), "expected at most 2")),
        (("duel", "--bots", "1", "--opponents", "nobody"), "player 'nobody'"),
        (("duel", "--names", "a,b,c"), "3 names"),
        (("duel", "--names", "a,A"), "a name that nobody else has"),
        (("duel", "--set", "target=0"), "target=0"),
    ):
        assert words in invoked(*arguments, "--save", str(path)) and not path.exists()
    mine.write_text("mine", encoding="utf-8")
    assert "cannot load" in invoked("duel", "--save", str(mine))
    assert mine.read_text(encoding="utf-8") == "mine"
    Table(DUEL, bots={1: lambda view, _: tws.legal_moves(view)[0]}, path=path)
    assert "does not name the bot of seat 1" in invoked("duel", "--save", str(path))
    Table(tws.GAMES["twos"], path=(twos := tmp_path / "twos.json"))
    assert "is a game of Twos" in invoked("duel", "--save", str(twos))
    with closing(SQLiteStore(club)):
        assert "another program uses 'club.sqlite'" in invoked("--save", str(club))


# Messages

V1: Final = "twowaystreet.v1"
MANY: Final = 10**9
AS_FACTS: Final = '{"do": "look", "as": "facts"}'


def facts_in(line: Line) -> list[dict[str, Any]]:
    """Return the facts that a client has got. Any: JSON."""
    return [each for each in messages(line) if each["type"] == "facts"]


class Clients(Duel):
    """A table whose clients draw for themselves, and may come as often as they like."""

    def __init__(self) -> None:
        super().__init__(Limits(openings=MANY, burst=MANY, per_address=MANY))

    async def client(self, who: int = 0, since: object = 0) -> Line:
        return await self.connect("friday", self.tokens[who], since, look=AS_FACTS)


# Versions


async def test_version_1_and_no_version_are_served_with_a_token_in_a_header_or_address() -> None:
    site = Clients()
    for offered, in_address, chosen in (
        *(([], True, None), ([V1], True, V1), ([V1, f"token.{site.tokens[0]}"], False, V1)),
        ([f"token.{site.tokens[0]}", V1], False, V1),
        ([f"{V1}, token.{site.tokens[0]}"], False, V1),  # as older versions of uvicorn give it
        *((["twowaystreet.v2", V1], True, V1), ([f"token.{site.tokens[0]}"], False, None)),
    ):
        site.protocols = [*offered]
        line = await site.connect("friday", site.tokens[0] if in_address else "", look=AS_FACTS)
        assert (line.closed, line.protocol) == (None, chosen), offered
        assert facts_in(line)[0]["you"] == 0
        await line.leave()
    site.protocols = [V1, "token.forged"]
    assert (await site.connect("friday", "", look=AS_FACTS)).closed == 4401


async def test_an_unknown_version_ends_the_connection_and_hears_the_known_one() -> None:
    site = Clients()
    for offered in (
        *(["twowaystreet.v2"], ["twowaystreet"], ["chat", "token.x"], ["TWOWAYSTREET.V1"]),
    ):
        for token in (site.tokens[0], "forged"):
            site.protocols = offered
            line = await site.connect("friday", token, look=AS_FACTS)
            assert (line.closed, line.texts) == (4406, []), offered
            assert line.reason == f"this version is unknown: expected {V1}; load the page again"
            assert line.protocol == offered[0]  # a browser takes no other one


# What does not fit

STRANGE: Final[tuple[object, ...]] = (
    *(None, True, -1, 1.5, 10**30, "", "QS", "\0", [], [1], {}, {"do": "play"}),
)


def near_misses(rng: random.Random) -> Iterator[str]:
    """Yield each message of clients with parts changed, left out, added or doubled."""
    kinds = wire()["$defs"]
    names = [each["$ref"].rpartition("/")[2] for each in kinds["ToServer"]["anyOf"]]
    for message in (example for name in names for example in kinds[name]["examples"]):
        text = json.dumps(message)
        yield from (text[:-1], f"[{text}]", f"{text}{text}", text.replace('"', "'"), text.upper())
        for key in message:
            yield json.dumps({name: value for name, value in message.items() if name != key})
            yield json.dumps(
                {f"{name}s" if name == key else name: message[name] for name in message}
            )
            yield from (json.dumps({**message, key: value}) for value in STRANGE)
        for key in ("as", "seen", "seat", "move", "card", "width"):
            yield json.dumps({**message, key: rng.choice(STRANGE)})
    yield from (json.dumps(value) for value in STRANGE)
    yield from ("", "{", "NaN", '{"do": NaN}', '{"do": "play", "do": 5}', "\ud7ff", "9" * 1900)
    yield from ("[" * 1900, "\0")
    for move, seen in (("x", "9" * 1900), ("x", "1e999"), ("\\ud800", "2"), ("Q" * 1100, "2")):
        yield f'{{"do": "play", "move": "{move}", "seen": {seen}}}'


def fits(text: str) -> bool:
    """Return whether a text is a message of clients, with any more keys."""
    try:
        return bool(VALIDATOR.is_valid(json.loads(text)))
    except (ValueError, RecursionError):
        return False


# Any: the types of jsonschema are unknown in part.
VALIDATOR: Final[Any] = Draft202012Validator({"$defs": wire()["$defs"], "$ref": "#/$defs/ToServer"})


async def test_what_does_not_fit_is_refused_with_what_was_expected_and_harms_nobody() -> None:
    site = Clients()
    line, ben, refusals = await site.client(), await site.client(1), 0
    before = site.table.to_text()
    for text in near_misses(random.Random(5)):
        if fits(text):
            continue
        got = len(line.texts)
        await line.tell(text)
        answer = json.loads(line.texts[-1])
        assert line.closed is None and len(line.texts) == got + 1 and answer["type"] == "refused", (
            text
        )
        assert "xpected " in answer["text"], (text, answer)
        assert answer["rule"] is None and answer["cards"] == []
        assert site.table.to_text() == before
        refusals += 1
    assert refusals > 100 and ben.closed is None
    await ben.make("deal")
    assert facts_in(ben)[-1]["events"][-1]["sentences"] == ["New deal."]


async def test_messages_that_fit_are_answered_and_never_end_a_connection() -> None:
    site = Clients()
    for text in filter(fits, near_misses(random.Random(7))):
        line = await site.client()
        await line.tell(text)
        assert line.closed is None and {each["type"] for each in messages(line)} <= KNOWN, text
        await line.leave()
    line = await site.client()
    await line.make("deal")
    assert facts_in(line)[-1]["events"][-1]["sentences"] == ["New deal."]


KNOWN: Final = {"facts", "refused", "said", "table"}


async def test_a_card_against_the_rules_is_refused_with_its_rule_and_the_cards_that_may() -> None:
    site = Clients()
    ann, ben = [await site.client(who) for who in (0, 1)]
    await ann.make("deal")
    for _ in range(40):
        mover = ann if facts_in(ann)[-1]["offers"] else ben
        legal = [one["move"] for each in facts_in(mover)[-1]["offers"] for one in each["moves"]]
        others = {*map(str, facts_in(mover)[-1]["view"]["hand"])} - {*legal}
        if others and {*legal} <= {*map(str, facts_in(mover)[-1]["view"]["hand"])}:
            await mover.make(min(others))
            answer = messages(mover)[-1]
            assert (answer["type"], answer["reason"]) == ("refused", "MustFollow")
            assert {*answer["cards"]} == {*legal} and answer["rule"] == "ST-13"
            break
        await mover.make(legal[0])
    else:
        pytest.fail("every card was legal")


# Connections that return
