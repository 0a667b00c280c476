"""What people do to one another: rematches, leaving, silence, and requests to take back a move."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Coroutine
from contextlib import nullcontext
from typing import Any, Final

import pytest

import twowaystreet as tws
from tests.table.test_stores import DictStore
from tests.web.hosting import Instant, Line, Site, run, settle, steady
from twowaystreet.ratings import rate
from twowaystreet.table import Table, TableError
from twowaystreet.web import server
from twowaystreet.web.clocks import AGREEING, PATIENCE, Clock
from twowaystreet.web.club import Club
from twowaystreet.web.hosts import TableHost
from twowaystreet.web.ledger import FIRST_RATING
from twowaystreet.web.listings import LEAVING
from twowaystreet.web.server import application

DUEL: Final = tws.GAMES["duel"]
SECONDS: Final = 30.0
ASK: Final = '{"do": "undo"}'
AGAIN: Final = '{"do": "rematch"}'


class Evening:
    """A club of two people at one table, whose pages are open.

    Args:
        seconds: the time for a move; 0 for no limit.
        bots: the number of bots in place of the second person.
    """

    def __init__(self, seconds: float = 0, *, bots: int = 0) -> None:
        self.store = DictStore({}, set())
        self.host = TableHost(self.store)
        self.club = Club(self.host)
        self.names = ("Ann",) if bots else ("Ann", "Ben")
        self.keys = [self.club.enrol(name) for name in self.names]
        self.people = [self.club.member(key) for key in self.keys]
        seated = {1: "simple"} if bots else None
        self.table = steady(Table(DUEL, DUEL.Rules(max_hands=1, target=60), bots=seated, dealer=0))
        self.tokens = [self.table.join("Ann", 0)]
        self.name = self.host.add(self.table)
        clock = Clock(seconds=seconds) if seconds else None
        self.club.list_table(
            self.name, maker=self.people[0], options={}, is_public=True, clock=clock
        )
        self.tokens += [self.club.sit(self.name, each) for each in self.people[1:]]
        self.site = Site(application(self.host, lobby=True))
        self.lines: list[Line] = []

    async def open(self) -> None:
        """Open the pages of all."""
        self.lines = [await self.site.connect(self.name, token) for token in self.tokens]

    async def close(self) -> None:
        """Close all pages."""
        for line in self.lines:
            await line.leave()
        self.host.close()

    async def post(self, who: int, verb: str) -> tuple[int, Any]:
        """Send a request about the table. Any: JSON."""
        return await self.site.ask("POST", f"/api/tables/{self.name}/{verb}", self.keys[who], {})

    async def leave(self, who: int, way: str) -> None:
        """Leave the game in one of the ways to be away."""
        if way == "leave":
            assert (await self.post(who, "leave"))[0] == 200
        elif way == "delete":
            assert (await self.site.ask("DELETE", "/api/people", self.keys[who]))[0] == 200
        elif way == "close":
            while self.table.actor != who:
                self.play(1)
            await self.tell()
            await self.lines[who].leave()
            await settle(PATIENCE + 1)
            self.send(1 - who, {"do": "replace", "seat": who})
        else:
            assert way == "clock"
            await self.lines[who].leave()
        await settle()

    async def tell(self) -> None:
        """Let the server know that moves were made."""
        assert (await self.post(0, "join"))[0] == 200
        await settle()

    def send(self, who: int, message: dict[str, Any] | str) -> None:
        """Send a message of a page. Any: JSON."""
        self.lines[who].send(message if isinstance(message, str) else json.dumps(message))

    def play(self, moves: int = 999, *, without: int | None = None) -> None:
        """Make moves for the people as they would themselves, and those of bots."""
        for _ in range(moves):
            seat = self.table.actor
            if self.table.is_over or (seat is not None and seat == without in self.table.people):
                break
            if self.table.advance():
                pass
            elif seat is None:
                self.table.act_for(None)
            else:
                again = Table.from_text(self.table.to_text())
                steady(again).act_for(seat)
                self.table.play(self.token(seat), str(again.record.moves[-1]), bots=False)
            self.club.note(self.name)

    def token(self, seat: int) -> str:
        return self.tokens[seat]

    def ratings(self) -> dict[str, float]:
        """Return the ratings of all who have one."""
        return {each.name: each.rating for each in self.club.standings()}

    def said(self, who: int, key: str) -> list[Any]:
        """Return what a page was told under a key. Any: JSON."""
        found = map(json.loads, self.lines[who].texts)
        return [each[key] for each in found if key in each]


@pytest.fixture(autouse=True)
def _bots_think_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "Thinkers", Instant)


def held(evening: Evening, call: Coroutine[Any, Any, None]) -> None:
    """Run what happens at an evening, and close it."""

    async def whole() -> None:
        await evening.open()
        await call
        await evening.close()

    run(whole())


# Point by point: free seats


def test_a_player_gives_a_free_seat_to_a_bot() -> None:
    evening, fill = Evening(), {"do": "fill"}

    async def happens() -> None:
        evening.send(0, fill)
        await settle()
        assert "no seat for you to fill" in evening.said(0, "text")[-1]
        await evening.leave(1, "leave")
        assert evening.table.free_seats == (1,)
        watcher = await evening.site.connect(evening.name, evening.table.spectate())
        watcher.send(json.dumps(fill))
        await settle()
        assert evening.table.free_seats == (1,)
        evening.send(0, fill)
        await settle()
        assert evening.table.names == ("Ann", "Bot 1")
        await watcher.leave()

    held(evening, happens())


# Point by point: rematches


def test_nobody_plays_a_rematch_alone() -> None:
    evening = Evening()

    async def happens() -> None:
        evening.play()
        before = evening.ratings()
        for message in (AGAIN, AGAIN, {"do": "play", "move": "deal", "seen": 0}):
            evening.send(0, message)
            await settle()
        assert evening.table.is_over and evening.table.again == (0,)
        assert "agreed already" in evening.said(0, "text")[-2]
        assert evening.said(1, "again")[-1] == {"can": True, "text": "Ann wants to play again."}
        assert "Waiting for Ben" in evening.said(0, "again")[-1]["text"]
        evening.send(1, AGAIN)
        await settle()
        assert not evening.table.is_over and evening.table.names == ("Ann", "Ben")
        assert evening.ratings() == before

    held(evening, happens())


def test_a_word_for_a_rematch_is_that_of_the_person_who_sits_there() -> None:
    evening = Evening()

    async def happens() -> None:
        evening.play()
        evening.send(1, AGAIN)
        await settle()
        assert (await evening.post(1, "leave"))[0] == 200
        evening.keys.append(evening.club.enrol("Cem"))
        evening.club.sit(evening.name, evening.club.member(evening.keys[2]))
        evening.send(0, AGAIN)
        await settle()
        assert evening.table.is_over and evening.table.again == (0,)

    held(evening, happens())


def test_bots_replace_those_who_do_not_agree_in_time_and_the_game_does_not_count() -> None:
    evening = Evening()

    async def happens() -> None:
        evening.play()
        before = evening.ratings()
        await evening.lines[1].leave()
        evening.send(0, AGAIN)
        await settle(AGREEING - 2)
        assert evening.table.is_over and evening.said(0, "clock")[-1] == AGREEING
        await settle(3)
        assert not evening.table.is_over and evening.table.names == ("Ann", "Bot 1")
        evening.play()
        await settle(60)
        assert evening.table.is_over and evening.ratings() == before

    held(evening, happens())


def test_a_new_game_begins_at_once_when_the_last_one_who_is_missing_leaves() -> None:
    evening = Evening()

    async def happens() -> None:
        evening.play()
        evening.send(0, AGAIN)
        await settle()
        assert (await evening.post(1, "leave"))[0] == 200
        await settle(2)
        assert not evening.table.is_over and evening.table.free_seats == (1,)

    held(evening, happens())


# Leaving

WAYS: Final = ("leave", "delete", "close", "clock")


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("who", [0, 1])
def test_each_way_to_be_away_costs_the_same(way: str, who: int) -> None:
    evening = Evening(SECONDS if way == "clock" else 0)

    async def happens() -> None:
        evening.play(4)
        await evening.leave(who, way)
        for _ in range(40):
            evening.play(without=who)
            await settle(SECONDS)
        assert evening.table.is_over
        scores = [0, 0]
        scores[who] = -1
        lost = rate([FIRST_RATING] * 2, scores, target=60)
        expected = {name: lost[seat] for seat, name in enumerate(evening.names)}
        if way == "delete":
            del expected[evening.names[who]]
        assert evening.ratings() == expected
        (result,) = evening.club.results()
        assert bool(result.behind[who]) and result.winners == (1 - who,)

    held(evening, happens())


def test_who_leaves_first_comes_behind_who_leaves_later() -> None:
    evening = Evening()

    async def happens() -> None:
        evening.play(4)
        await evening.leave(1, "leave")
        await evening.leave(0, "leave")
        assert evening.ratings()["Ann"] > FIRST_RATING > evening.ratings()["Ben"]
        before = evening.ratings()
        await settle(60)
        assert not evening.table.is_over  # bots play for people who sit or look there
        watcher = await evening.site.connect(evening.name, evening.table.spectate())
        await settle(60)
        assert evening.table.is_over and evening.ratings() == before
        await watcher.leave()

    held(evening, happens())


@pytest.mark.parametrize("way", ["leave", "delete", "close"])
def test_a_game_that_all_but_one_have_left_counts_at_once_and_only_once(way: str) -> None:
    evening = Evening()

    async def happens() -> None:
        evening.play(4)
        await evening.leave(1, way)
        await settle()
        (result,) = evening.club.results()
        assert not evening.table.is_over and result.goes_on
        assert evening.club.record_of(result.key) is None  # it would show cards
        before = evening.ratings()
        assert before["Ann"] > FIRST_RATING
        if way != "delete":  # after a deletion pages ask for everything again
            assert evening.said(0, "stakes")[-1] == ""
            assert before["Ben"] < FIRST_RATING
            status, body = await evening.post(1, "join")
            assert status == 200 and evening.table.names == ("Ann", "Ben")
            evening.tokens[1] = body["token"]
        evening.play()
        await settle(60)
        (after,) = evening.club.results()
        assert evening.ratings() == before and evening.table.is_over
        assert (after.key, after.goes_on) == (result.key, False)
        assert after.scores == result.scores
        assert evening.club.record_of(after.key) == evening.table.record.to_json()

    held(evening, happens())


def test_a_deletion_changes_the_ratings_of_nobody_else() -> None:
    evening = Evening()

    async def happens() -> None:
        evening.play()
        before = evening.ratings()
        assert len(before) == 2 and before["Ann"] != FIRST_RATING
        await evening.leave(1, "delete")
        assert evening.ratings() == {"Ann": before["Ann"]}
        assert not [text for text in evening.store.texts.values() if evening.people[1].key in text]

    held(evening, happens())


def test_a_game_that_bots_began_costs_nobody_anything() -> None:
    evening = Evening(bots=1)

    async def happens() -> None:
        evening.play(4)
        await evening.leave(0, "leave")
        watcher = await evening.site.connect(evening.name, evening.table.spectate())
        await settle(60)
        await watcher.leave()
        assert evening.table.is_over
        assert set(evening.ratings().values()) == {FIRST_RATING}

    held(evening, happens())


def test_the_rule_of_leaving_is_shown_before_one_leaves() -> None:
    for bots in (0, 1):
        evening = Evening(bots=bots)

        async def happens(evening: Evening = evening) -> None:
            bots = len(evening.table.bots)
            assert evening.said(0, "stakes") == ["" if bots else LEAVING]
            status, row = await evening.site.ask("GET", f"/api/tables/{evening.name}")
            assert (status, row["counts"]) == (200, not bots)
            assert not {"people", "former", "began", "left"} & {*row}
            assert (await evening.site.ask("GET", "/api/catalogue"))[1]["leaving"] == LEAVING

        held(evening, happens())


# Seats after the end


@pytest.mark.parametrize("way", ["leave", "delete"])
def test_who_leaves_after_the_end_frees_the_seat(way: str) -> None:
    evening = Evening()

    async def happens() -> None:
        evening.play()
        await evening.leave(1, way)
        entry = evening.club.entry(evening.name)
        assert entry is not None and evening.table.free_seats == entry.free == (1,)
        assert entry.people == {evening.people[0].key: 0} and evening.table.people == (0,)
        evening.keys.append(evening.club.enrol("Cem"))
        assert (await evening.post(2, "join"))[0] == 200
        assert evening.table.names == ("Ann", "Cem")
        (result,) = evening.club.results()
        assert result.names == ("Ann", "Ben" if way == "leave" else "Former player")

    held(evening, happens())


def test_a_person_whose_seat_somebody_else_got_has_no_token_for_it() -> None:
    evening = Evening()

    async def happens() -> None:
        evening.table.replace(1, name="Guest")
        assert (await evening.post(1, "join"))[0] == 400
        entry = evening.club.entry(evening.name)
        assert entry is not None and entry.people == {evening.people[0].key: 0}

    held(evening, happens())


# Requests, silence, and coming back


@pytest.mark.parametrize("bots", [0, 1])
def test_a_request_to_take_back_changes_no_clock(bots: int) -> None:
    evening = Evening(SECONDS, bots=bots)

    async def happens() -> None:
        loop = asyncio.get_running_loop()
        while not evening.table.can_undo(0) or evening.table.actor != 0:
            evening.play(1)
        await evening.tell()
        begun, moves = loop.time(), len(evening.table.record.moves)
        while loop.time() < begun + SECONDS - 5:
            await settle(1)
            evening.send(0, ASK)
        await settle(6)
        late = [line for line in evening.said(0, "steps") if "run out of time" in str(line)]
        assert late and (bots or len(evening.table.record.moves) == moves + 1)

    held(evening, happens())


def test_a_host_switches_take_backs_off() -> None:
    evening = Evening()

    async def happens() -> None:
        body: dict[str, Any] = json.loads(
            '{"game": "duel", "options": {}, "bots": [], "public": true, "seconds": 0}'
        )
        for take_backs in (False, True):
            made = await evening.site.ask(
                "POST", "/api/tables", evening.keys[0], {**body, "take_backs": take_backs}
            )
            table = evening.host.find(made[1]["table"])
            assert table is not None
            evening.club.sit(made[1]["table"], evening.people[1])
            table.act_for(None)
            actor = table.actor
            assert actor is not None
            table.act_for(actor)
            for each in (table, Table.from_text(table.to_text())):
                assert each.can_undo(actor) == take_backs
                token, refuses = each.another_token(actor), pytest.raises(TableError, match="takes")
                with nullcontext() if take_backs else refuses:
                    each.undo(token)
        wrong = {**body, "take_backs": "no"}
        assert (await evening.site.ask("POST", "/api/tables", evening.keys[0], wrong))[0] == 400

    held(evening, happens())


def test_a_silent_player_is_replaced_after_a_time_and_comes_back_with_the_old_link() -> None:
    evening = Evening()

    async def happens() -> None:
        evening.play(1)
        silent = evening.table.actor
        assert silent is not None
        name, other = evening.names[silent], 1 - silent
        await evening.tell()
        await settle(PATIENCE - 10)
        for seat in (silent, other, 7):
            evening.send(other, {"do": "replace", "seat": seat})
            await settle()
        assert name in evening.table.names
        assert any("seconds more" in text for text in evening.said(other, "text"))
        await settle(12)
        evening.send(other, {"do": "replace", "seat": silent})
        await settle(3)
        assert evening.table.names[silent] == "Bot 1" and evening.lines[silent].closed == 4409
        assert name in evening.club.standings()[-1].name  # all but one have left the game
        evening.lines[silent] = await evening.site.connect(evening.name, evening.tokens[silent])
        assert evening.table.names == evening.names
        entry = evening.club.entry(evening.name)
        assert entry is not None and len(entry.people) == 2 and not entry.left

    held(evening, happens())


def test_a_person_who_does_not_come_is_removed_before_the_first_deal() -> None:
    evening = Evening()

    async def happens() -> None:
        await evening.lines[1].leave()
        await settle(PATIENCE + 1)
        evening.send(0, {"do": "replace", "seat": 1})
        await settle()
        assert evening.table.free_seats == (1,) and not evening.club.standings()

    held(evening, happens())


def test_no_time_runs_for_spectators_alone() -> None:
    evening = Evening(SECONDS)

    async def happens() -> None:
        evening.play(3)
        for line in evening.lines:
            await line.leave()
        watcher = await evening.site.connect(evening.name, evening.table.spectate())
        number = evening.table.last_number
        await settle(10 * SECONDS)
        assert evening.table.last_number == number
        await watcher.leave()

    held(evening, happens())
