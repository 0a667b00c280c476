"""What people say to each other: everybody at the table hears it, and nothing keeps it."""

import json
from typing import Any

import pytest

from tests.web.halls import Evening
from tests.web.hosting import Line, Site, settle
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
    line.send(json.dumps({"do": "say", "phrase": phrase}))
    await settle()


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


async def test_whoever_makes_a_table_of_a_club_can_switch_phrases_off() -> None:
    async with Evening() as evening:
        for asked, status in ((True, 200), (False, 200), ("no", 400)):
            found, made = await evening.make(evening.keys[0], phrases=asked)
            assert found == status
            assert status == 400 or evening.table(made["table"]).phrases is asked
