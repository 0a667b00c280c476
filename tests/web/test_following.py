"""The program of a host follows tables and sends messages, beside pages at the same tables."""

import asyncio
import json
from contextlib import aclosing
from typing import Any, Final

import pytest

import twowaystreet as tws
from tests.table.test_stores import DictStore
from tests.web.halls import Evening
from tests.web.hosting import Line, Site, settle, steady
from tests.web.wire import TO_SERVER, checked
from twowaystreet.table import LeaseError, Table, TableError, TokenError
from twowaystreet.web import TableHost, application  # hosting skips
from twowaystreet.web.limits import Limits
from twowaystreet.web.server import Server

DUEL: Final = tws.GAMES["duel"]
STREET: Final = tws.GAMES["street"]


class Follower:
    """One who follows a table in a task, and keeps all facts. Any: JSON."""

    def __init__(self, host: TableHost, token: str, **options: Any) -> None:
        self.host, self.token, self.table = host, token, options.get("table")
        self.got: list[dict[str, Any]] = []
        self.task = asyncio.create_task(self._follow(options))

    async def _follow(self, options: dict[str, Any]) -> None:
        async for facts in self.host.follow(self.token, **options):
            checked(json.dumps(facts))
            self.got.append(facts)

    @property
    def last(self) -> dict[str, Any]:
        return self.got[-1]

    @property
    def moves(self) -> list[str]:
        return [each["move"] for offer in self.last["offers"] for each in offer["moves"]]

    async def send(self, **message: Any) -> dict[str, Any] | None:
        checked(json.dumps(message), TO_SERVER)
        refused = await self.host.send(self.token, message, table=self.table)
        if refused is not None:
            checked(json.dumps(refused))
        await settle()
        return refused

    async def play(self, move: str) -> dict[str, Any] | None:
        return await self.send(do="play", move=move, seen=self.last["number"])

    async def leave(self) -> None:
        self.task.cancel()
        await asyncio.wait([self.task])


def street(**options: Any) -> tuple[Table, list[str]]:  # Any: see Table
    rules = STREET.Rules(players=4, max_hands=1)
    table = steady(Table(STREET, rules, bots={3: "simple"}, dealer=1, **options))
    return table, [table.join(name) for name in ("Ann", "Ben", "Cem")]


def page(line: Line) -> dict[str, Any]:
    """Return all that a page knows. Any: JSON."""
    found: dict[str, Any] = {}
    for text in line.texts:
        found |= json.loads(text)
    return found


async def test_two_followers_a_page_and_a_bot_play_a_hand_to_its_end() -> None:
    host, (table, tokens) = TableHost(), street()
    early = Follower(host, tokens[0])  # the table comes to the host later
    with pytest.raises(TokenError):
        await early.task
    name = host.add(table)
    ann = Follower(host, tokens[0])  # before there is an application
    await settle()
    site = Site(application(host, pace=0))
    ben, cem = Follower(host, tokens[1]), await site.connect(name, tokens[2])
    await settle()
    assert ann.last["away"] == ben.last["away"] == page(cem)["away"] == []
    assert (await site.ask("GET", "/health"))[1]["connections"] == 3
    assert (ann.last["you"], ben.last["you"]) == (0, 1) and ann.last["clock"] is None
    assert await ann.play(ann.moves[0]) is None  # the deal
    while not ann.last["result"]:
        actor = table.actor
        assert actor is not None
        if actor == 3:
            await settle(1)
        elif actor == 2:
            view = table.view(tokens[2])
            await cem.make(str(view.legal_moves[0]) if view.legal_moves else "")
        else:
            assert await (mover := (ann, ben)[actor]).play(mover.moves[0]) is None
        assert ann.last["number"] == ben.last["number"] == cem.number == table.last_number
    assert table.is_over and ben.last["result"]["over"] and page(cem)["again"]["can"]
    for each in (ann, ben):  # each event once, and each change at once
        numbers = [event["number"] for facts in each.got for event in facts["events"]]
        assert numbers == [*range(1, table.last_number + 1)]
    await ben.leave()
    await settle()
    assert ann.last["away"] == page(cem)["away"] == [1]


async def test_a_message_that_changes_nothing_returns_the_reason_for_its_sender_alone() -> None:
    host, (table, tokens) = TableHost(), street()
    host.add(table)
    ann, ben = (Follower(host, token) for token in tokens[:2])
    await settle()
    assert await ann.play("deal") is None
    before = len(ann.got), len(ben.got), table.last_number
    mover = (ann, ben)[table.actor or 0]
    wrong: dict[str, Any] = await mover.play("2C" if "2C" not in mover.moves else "3C") or {}
    assert (wrong["type"], bool(wrong["text"])) == ("refused", True)
    late = await mover.send(do="play", move=mover.moves[0], seen=1)
    assert late and late["text"] == "The game has gone on meanwhile."
    assert await mover.send(do="past") and await mover.send(do="replace", seat=2)
    recursive: list[object] = []
    recursive.append(recursive)
    unfit: tuple[object, ...] = ({}, [], None, "deal", {"do": "jump"}, {1, 2}, recursive, 1e999)
    for message in (*unfit, {"do": "play", "move": 7, "seen": 2}, {"do": "x" * 2000}):
        refused = await host.send(mover.token, message)
        assert refused and refused["text"].startswith("Expected a message such as"), message
        checked(json.dumps(refused))
    assert (len(ann.got), len(ben.got), table.last_number) == before


async def test_a_flood_of_messages_is_refused() -> None:
    host, (table, tokens) = TableHost(), street()
    host.add(table)
    application(host, limits=Limits(burst=3, rate=0.001))
    found = [await host.send(tokens[0], {"do": "look", "as": "facts"}) for _ in range(4)]
    assert found[:3] == [None] * 3 and found[3]
    assert found[3]["text"] == "Too many messages: try again in a moment."
    assert await host.send(tokens[1], {"do": "look", "as": "facts"}) is None


async def test_an_unknown_token_and_one_that_has_ended_are_told() -> None:
    host, (table, tokens) = TableHost(), street()
    name = host.add(table)
    for token in ("", "x", "é"):
        for named in (None, name, "another"):
            with pytest.raises(TokenError):
                await anext(host.follow(token, table=named))
            with pytest.raises(TokenError):
                await host.send(token, {"do": "undo"}, table=named)
    wrong: Any = "x"  # of a wrong type
    with pytest.raises(TableError, match="since='x'"):
        await anext(host.follow(tokens[0], seen=wrong))
    ann, ben = (Follower(host, token) for token in tokens[:2])
    await settle()
    table.revoke(tokens[0])
    assert await ben.play("deal") is None
    with pytest.raises(TokenError, match="nobody at this table"):
        await ann.task
    assert not ben.task.done() and ben.last["number"] == table.last_number


async def test_somebody_who_was_replaced_comes_back_by_following_again() -> None:
    host, (table, tokens) = TableHost(), street()
    name = host.add(table)
    ann, ben = (Follower(host, token) for token in tokens[:2])
    await settle()
    assert await ann.play("deal") is None
    refused = await ann.send(do="replace", seat=1)
    assert table.actor == 1 and refused and "seconds more" in refused["text"]
    await settle(400)
    assert await ann.send(do="replace", seat=1) is None
    with pytest.raises(TokenError, match="a bot plays for you"):
        await ben.task
    with pytest.raises(TokenError):
        await host.send(ben.token, {"do": "undo"}, table=name)
    again = Follower(host, ben.token, table=name)
    await settle()
    assert again.last["you"] == 1 and 1 in again.last["people"]


async def test_who_goes_away_in_any_way_is_away_for_the_others() -> None:
    host, (table, tokens) = TableHost(), street()
    host.add(table)
    ann = Follower(host, tokens[0], seen=table.last_number)
    await settle()
    assert ann.last["events"] == [] and ann.last["away"] == [1, 2]
    async with aclosing(host.follow(tokens[1])) as found:
        assert (await anext(found))["you"] == 1
        await settle()
        assert ann.last["away"] == [2]
    async for facts in host.follow(tokens[2]):
        assert facts["away"] == [1]
        break
    await settle()
    assert ann.last["away"] == [1, 2]
    ben = Follower(host, tokens[1])
    await settle()
    await ben.leave()
    assert ben.task.cancelled()
    await settle()
    assert ann.last["away"] == [1, 2] and not ann.task.done()


async def test_a_table_that_nobody_follows_leaves_the_memory_and_comes_back_by_its_name() -> None:
    host, (table, tokens) = TableHost(store := DictStore({}, set()), idle=2.0), street()
    name = host.add(table)
    ann = Follower(host, tokens[0], table=name)
    await settle(60)
    assert [*host] == [name] and await ann.play("deal") is None
    await ann.leave()
    await settle(60)
    assert [*host] == [] and not store.leased
    with pytest.raises(TokenError):
        await anext(host.follow(tokens[0]))
    again = Follower(host, tokens[0], table=name, seen=ann.last["number"])
    await settle()
    assert again.last["number"] >= ann.last["number"] and not again.last["all"]
    other = TableHost(DictStore(store.texts, store.leased))
    with pytest.raises(LeaseError):
        await anext(other.follow(tokens[0], table=name))
    with pytest.raises(LeaseError):
        await other.send(tokens[0], {"do": "undo"}, table=name)
    store.need().clear()  # the lease is lost
    await settle(60)
    assert again.task.done() and again.task.exception() is None
    host.close()


async def test_bots_move_for_a_program_that_only_sends() -> None:
    host, table = TableHost(), steady(Table(DUEL, bots={1: "simple"}, dealer=1))
    ann = table.join("Ann")
    host.add(table)
    table.play(ann, "deal", bots=False)
    assert table.bot_is_to_move
    early = await host.send(ann, {"do": "play", "move": "no bid", "seen": table.last_number})
    assert early and "turn of Bot 1" in early["text"]
    await settle(10)
    assert table.actor == 0


async def test_a_follower_takes_no_place_of_a_page_and_no_page_takes_its_place() -> None:
    host, (table, tokens) = TableHost(), street()
    name, watcher = host.add(table), table.spectate()
    limits = Limits(per_player=1, watchers=1, connections=2)
    site = Site(application(host, limits=limits))
    followers = [Follower(host, token) for token in (tokens[0], watcher, watcher)]
    await settle()
    lines = [await site.connect(name, token) for token in (tokens[0], watcher, tokens[1])]
    assert [line.closed for line in lines] == [None, 1013, None]  # a player came
    assert not any(each.task.done() for each in followers)


async def test_a_follower_at_a_club_gets_all_events_again_when_a_person_is_forgotten() -> None:
    evening = Evening()
    application(evening.host)  # one more, without a lobby, which the club survives
    async with evening:
        ben = Follower(evening.host, evening.tokens[1], table=evening.name)
        await settle()
        server = evening.host._doors
        assert isinstance(server, Server)
        server.tell(evening.name, anew=True)
        await settle()
        assert ben.last["all"] and len(ben.got) == 2
        await evening.lines[1].make("deal")
        assert ben.last["stakes"] == page(evening.lines[1])["stakes"] != ""
        before = [each for facts in ben.got[1:] for each in facts["events"]]
        await evening.leave(0, "delete")
        await settle()
        told = next(facts for facts in ben.got[3:] if facts["all"])
        assert [each["number"] for each in told["events"]][: len(before)] == [1, 2, 3]
        assert "Ann" in str(before) and "Ann" not in str(told["events"])
