"""What people do to one another: rematches, leaving, silence, requests, clocks, and guests."""

import asyncio
import json
import math
from typing import Any, Final

import pytest

from tests.web.halls import DUEL, Evening
from tests.web.hosting import LOOK, Line, Site, settle
from twowaystreet.games import street
from twowaystreet.ratings import rate
from twowaystreet.table import Table, TableError
from twowaystreet.web.arrivals import Arrivals
from twowaystreet.web.clocks import AGREEING, PATIENCE, Clock, TurnTimer
from twowaystreet.web.club import FORMER
from twowaystreet.web.hosts import TableHost
from twowaystreet.web.ledger import FIRST_RATING
from twowaystreet.web.server import application

PACE: Final = 0.5
DEAL: Final = '{"do": "play", "move": "deal", "seen": 2}'
SECONDS: Final = 30.0
AGAIN: Final = '{"do": "rematch"}'


# Free seats and rematches


async def test_a_player_gives_a_free_seat_to_a_bot() -> None:
    fill = {"do": "fill"}
    async with Evening() as evening:
        await evening.say(0, fill)
        assert "no seat for you to fill" in evening.said(0, "text")[-1]
        await evening.leave(1, "leave")
        assert evening.duel.free_seats == (1,)
        watcher = await evening.connect(evening.name, evening.duel.spectate())
        await watcher.tell(json.dumps(fill))
        assert evening.duel.free_seats == (1,)
        await evening.say(0, fill)
        assert evening.duel.names == ("Ann", "Bot 2")


async def test_nobody_plays_a_rematch_alone() -> None:
    async with Evening() as evening:
        evening.move()
        before = evening.ratings()
        for message in (AGAIN, AGAIN, {"do": "play", "move": "deal", "seen": 0}):
            await evening.say(0, message)
        assert evening.duel.is_over and evening.duel.again == (0,)
        assert "agreed already" in evening.said(0, "text")[-2]
        assert evening.said(1, "again")[-1] == {"can": True, "text": "Ann wants to play again."}
        assert "Waiting for Ben" in evening.said(0, "again")[-1]["text"]
        await evening.say(1, AGAIN)
        assert not evening.duel.is_over and evening.duel.names == ("Ann", "Ben")
        assert evening.ratings() == before


@pytest.mark.parametrize("who", [0, 1])
async def test_a_word_for_a_rematch_is_that_of_the_person_who_sits_there(who: int) -> None:
    """A new game begins at once when the last one who is missing leaves."""
    async with Evening() as evening:
        evening.move()
        await evening.say(who, AGAIN)
        assert (await evening.post(1, "leave"))[0] == 200
        await settle(2)
        assert evening.duel.is_over is bool(who) and evening.duel.free_seats == (1,)
        if who:
            evening.keys.append(evening.club.enrol("Cem"))
            evening.club.sit(evening.name, evening.club.member(evening.keys[2]))
            await evening.say(0, AGAIN)
            assert evening.duel.is_over and evening.duel.again == (0,)


async def test_bots_replace_those_who_do_not_agree_in_time_and_the_game_does_not_count() -> None:
    async with Evening() as evening:
        evening.move()
        before = evening.ratings()
        await evening.lines[1].leave()
        evening.send(0, AGAIN)
        await settle(AGREEING - 2)
        assert evening.duel.is_over and evening.said(0, "clock")[-1] == AGREEING
        await settle(3)
        assert not evening.duel.is_over and evening.duel.names == ("Ann", "Bot 1")
        evening.move()
        await settle(60)
        assert evening.duel.is_over and evening.ratings() == before


# Leaving

WAYS: Final = ("leave", "delete", "close", "clock")


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("who", [0, 1])
async def test_each_way_to_be_away_costs_the_same(way: str, who: int) -> None:
    async with Evening(SECONDS if way == "clock" else 0) as evening:
        evening.move(4)
        await evening.leave(who, way)
        if way == "delete":
            assert [line.closed for line in evening.lines][who] == 4401
        for _ in range(40):
            evening.move(without=who)
            await settle(SECONDS)
        assert evening.duel.is_over
        scores = [0, 0]
        scores[who] = -1
        lost = rate([FIRST_RATING] * 2, scores, target=60)
        expected = {name: lost[seat] for seat, name in enumerate(evening.names)}
        if way == "delete":
            del expected[evening.names[who]]
            assert evening.club.profile(evening.names[who]) is evening.club.profile(FORMER) is None
        assert evening.ratings() == expected
        other = evening.club.profile(evening.names[1 - who])
        assert other is not None and len(other.ratings) == len(other.results) == 1
        (result,) = evening.club.ledger.results()
        assert bool(result.behind[who]) and result.winners == (1 - who,)


async def test_who_leaves_first_comes_behind_who_leaves_later() -> None:
    async with Evening() as evening:
        evening.move(4)
        await evening.leave(1, "leave")
        await evening.leave(0, "leave")
        assert evening.ratings()["Ann"] > FIRST_RATING > evening.ratings()["Ben"]
        before = evening.ratings()
        await settle(60)
        assert not evening.duel.is_over  # bots play for people who sit or look there
        await evening.connect(evening.name, evening.duel.spectate())
        await settle(60)
        assert evening.duel.is_over and evening.ratings() == before


@pytest.mark.parametrize("way", ["leave", "delete", "close"])
async def test_a_game_that_all_but_one_have_left_counts_at_once_and_only_once(way: str) -> None:
    async with Evening() as evening:
        evening.move(4)
        await evening.leave(1, way)
        await settle()
        (result,) = evening.club.ledger.results()
        assert not evening.duel.is_over and result.goes_on and result.behind == (0, 2)
        assert evening.club.record_of(result.key) is None  # it would show cards
        before = evening.ratings()
        assert before["Ann"] > FIRST_RATING
        if way != "delete":  # after a deletion pages ask for everything again
            assert evening.said(0, "stakes")[-1] == "" and before["Ben"] < FIRST_RATING
            status, body = await evening.post(1, "join")
            assert status == 200 and evening.duel.names == ("Ann", "Ben")
            evening.tokens[1] = body["token"]
        evening.move()
        await settle(60)
        (after,) = evening.club.ledger.results()
        assert evening.ratings() == before and evening.duel.is_over
        assert (after.key, after.goes_on) == (result.key, False) and after.scores == result.scores
        assert evening.club.record_of(after.key) == evening.duel.record.to_json()


# Seats after the end


@pytest.mark.parametrize("way", ["leave", "delete"])
async def test_who_leaves_after_the_end_frees_the_seat(way: str) -> None:
    async with Evening() as evening:
        evening.move()
        before = evening.ratings()
        assert len(before) == 2 and before["Ann"] != FIRST_RATING
        await evening.leave(1, way)
        assert evening.ratings()["Ann"] == before["Ann"]
        assert evening.ratings().keys() == ({"Ann"} if way == "delete" else before.keys())
        entry = evening.club.ledger.table(evening.name)
        assert entry is not None and evening.duel.free_seats == entry.free == (1,)
        assert entry.people == {evening.people[0].key: 0} and evening.duel.people == (0,)
        evening.keys.append(evening.club.enrol("Cem"))
        assert (await evening.post(2, "join"))[0] == 200 and evening.duel.names == ("Ann", "Cem")
        (result,) = evening.club.ledger.results()
        assert result.names == ("Ann", "Ben" if way == "leave" else "Former player")


async def test_a_person_whose_seat_somebody_else_got_has_no_token_for_it() -> None:
    async with Evening() as evening:
        evening.duel.replace(1, name="Guest")
        assert (await evening.post(1, "join"))[0] == 400
        entry = evening.club.ledger.table(evening.name)
        assert entry is not None and entry.people == {evening.people[0].key: 0}


# Requests, silence, and coming back


@pytest.mark.parametrize("bots", [0, 1])
async def test_a_request_to_take_back_changes_no_clock(bots: int) -> None:
    async with Evening(SECONDS, bots=bots) as evening:
        loop = asyncio.get_running_loop()
        while not evening.duel.can_undo(0) or evening.duel.actor != 0:
            evening.move(1)
        await evening.tell()
        begun, moves = loop.time(), len(evening.duel.record.moves)
        while loop.time() < begun + SECONDS - 5:
            await settle(1)
            evening.send(0, '{"do": "undo"}')
        await settle(6)
        late = [line for line in evening.said(0, "steps") if "run out of time" in str(line)]
        assert late and (bots or len(evening.duel.record.moves) == moves + 1)


@pytest.mark.parametrize("what", ["take_backs", "hints", "phrases"])
async def test_whoever_makes_a_table_switches_parts_off(what: str) -> None:
    async with Evening() as evening:
        for asked in (True, False):
            _, made = await evening.make(evening.keys[0], bots=["simple"], **{what: asked})
            table = evening.table(made["table"])
            table.act_for(None)
            while table.actor != 0:
                table.advance()
            found = {"hints": table.can_hint(0), "phrases": table.phrases}
            table.act_for(0)
            assert (found | {"take_backs": table.can_undo(0)})[what] is asked
        assert (await evening.make(evening.keys[0], **{what: "no"}))[0] == 400


async def test_a_silent_player_is_replaced_after_a_time_and_comes_back_with_the_old_link() -> None:
    async with Evening() as evening:
        evening.move(1)
        silent = evening.duel.actor
        assert silent is not None
        name, other = evening.names[silent], 1 - silent
        await evening.tell()
        await settle(PATIENCE - 10)
        for seat in (silent, other, 7):
            await evening.say(other, {"do": "replace", "seat": seat})
        assert name in evening.duel.names
        assert any("seconds more" in text for text in evening.said(other, "text"))
        await settle(12)
        evening.send(other, {"do": "replace", "seat": silent})
        await settle(3)
        assert evening.duel.names[silent] == "Bot 1" and evening.lines[silent].closed == 4409
        assert name in evening.club.ledger.standings()[-1].name  # all but one have left the game
        evening.lines[silent] = await evening.connect(evening.name, evening.tokens[silent])
        assert evening.duel.names == evening.names
        entry = evening.club.ledger.table(evening.name)
        assert entry is not None and len(entry.people) == 2 and not entry.left


async def test_a_person_who_does_not_come_is_removed_before_the_first_deal() -> None:
    async with Evening() as evening:
        await evening.lines[1].leave()
        await settle(PATIENCE + 1)
        await evening.say(0, {"do": "replace", "seat": 1})
        assert evening.duel.free_seats == (1,) and not evening.club.ledger.standings()


# Clocks, and the steps of time of bots


async def test_the_rule_of_thumb_deals_and_moves_for_people_who_are_late() -> None:
    async with Evening(SECONDS) as evening:
        assert evening.said(0, "clock") == [30] and evening.duel.last_number == 2
        await settle(SECONDS - 1)
        assert evening.duel.last_number == 2
        await settle(1)  # the time of a deal is up
        assert evening.duel.last_number == 3 and evening.late == []
        evening.send(1, {"do": "replace", "seat": 0})  # where a clock runs, it does not help
        await settle(SECONDS)
        assert evening.late == [0] and evening.duel.names == evening.names
        assert evening.said(0, "clock") == evening.said(1, "clock") == [30, 30, 30]
        assert "twowaystreet_late_total 2" in (await evening.ask("GET", "/metrics"))[1]


async def test_a_person_who_was_late_too_often_is_not_waited_for_until_a_message_comes() -> None:
    async with Evening(SECONDS) as evening:
        evening.send(0, DEAL)
        begun = asyncio.get_running_loop().time()
        while min(map(evening.late.count, (0, 1))) < 3:
            await settle(PACE)
        assert asyncio.get_running_loop().time() - begun > 6 * (SECONDS - 1)
        before = len(evening.duel.record.moves)
        await settle(2.5)
        assert before + 2 <= len(evening.duel.record.moves) <= before + 6
        evening.lines[1].play("XX")  # a move that is refused shows that somebody is there
        await settle(PACE + 0.2)  # the present turn keeps its short time
        while evening.duel.actor != 1:
            await settle(PACE)
        before = len(evening.duel.record.moves)
        await settle(SECONDS - 2)
        assert len(evening.duel.record.moves) == before
        await settle(3)
        for _ in range(20):  # nobody stalls the others like this again and again
            await evening.say(1, {"do": "decline"})
        assert len(evening.duel.record.moves) > before + 5


async def test_time_runs_while_one_player_is_there() -> None:
    async with Evening(SECONDS) as evening:
        evening.send(0, DEAL)
        await settle(SECONDS - 5)
        await evening.lines[1].leave()
        await settle(3)
        assert evening.late == []
        await settle(3)
        assert evening.late == [0]
        await evening.lines[0].leave()
        watcher = await evening.connect(evening.name, evening.duel.spectate())
        await settle(10 * SECONDS)
        assert evening.late == [0]
        await watcher.leave()
        await evening.open()
        assert evening.said(0, "clock") == [30]
        await settle(SECONDS - 2)
        assert evening.late == [0]
        await settle(3)
        assert evening.late == [0, 1]
        for line in evening.lines:
            await line.leave()
        tasks = {each for each in asyncio.all_tasks() if "_sweep" not in repr(each)}
        await settle()
        assert len({task for task in tasks if not task.done()}) == 1  # this one


async def test_an_undo_and_a_new_game_begin_a_new_time() -> None:
    async with Evening(SECONDS) as evening:
        evening.send(0, DEAL)
        await settle(SECONDS - 5)
        evening.lines[0].play("no bid")
        await settle(SECONDS - 5)
        for who in (0, 1):
            await evening.say(who, {"do": "undo", "seen": evening.duel.last_number})
        assert evening.duel.actor == 0
        await settle(SECONDS - 2)
        assert evening.late == []
        await settle(3)
        assert evening.late == [0]
        while not evening.duel.is_over:
            await settle(SECONDS)
        assert evening.said(0, "clock")[-1] is None
        number = evening.duel.last_number
        await settle(3 * SECONDS)
        assert evening.duel.last_number == number


def test_a_person_who_takes_over_a_seat_was_never_late() -> None:
    table = Table(DUEL, dealer=0)
    ann, _ = table.join("Ann"), table.join("Ben")
    table.play(ann, "deal")
    timer = TurnTimer(Clock(seconds=SECONDS, strikes=1))
    timer.look(table, 0.0, PACE)
    assert (timer.left(1.0), timer.left(99.0)) == (SECONDS - 1, 0.0)
    for seat in (None, 0, 1):
        timer.was_late(seat)
    assert [timer.is_absent(seat) for seat in (None, 0, 1)] == [False, True, True]
    table.replace(0, name="Cem")
    timer.look(table, 0.0, PACE)
    assert [timer.is_absent(seat) for seat in (None, 0, 1)] == [False, False, True]
    for call in (timer.shows_up, timer.is_back, timer.shows_up):
        for seat in (None, 1):
            call(seat)
        assert not timer.is_absent(1)
        timer.was_late(1)
        timer.was_late(1)
        timer.shows_up(1)
        assert timer.is_absent(1) == (call == timer.shows_up)
    timer.turn = None
    assert timer.left(0.0) is None and timer.patience(0.0) == math.inf


@pytest.mark.parametrize(
    "options",
    [{"seconds": value} for value in (0, 10**3900, "9", True, float("nan"))]
    + [{"strikes": value} for value in (0, 101, 1.0, True)],
)
def test_a_number_of_a_clock_that_does_not_fit_is_refused(options: dict[str, Any]) -> None:
    (name,) = options
    with pytest.raises(TableError, match=rf"^{name}=.{{1,80}}: expected"):
        Clock(**options)


# Guests


async def served(*names: str) -> tuple[Table, Site, Line]:
    """Serve a table as the command does; return it with the page of the first player."""
    table, host = Table(street.GAME, street.Rules(players=len(names))), TableHost()
    tokens = [table.join(name) for name in names]
    host.add(table)
    site = Site(application(host, guests=True))
    return table, site, await site.connect("", tokens[0])


async def said(line: Line, message: dict[str, str]) -> Any:
    """Send a message; return the last answer. Any: JSON."""
    await line.tell(json.dumps(message))
    return json.loads(line.texts[-1])


def waits(line: Line) -> list[str]:
    messages = map(json.loads, line.texts)
    told: list[list[str]] = [each["waits"] for each in messages if "waits" in each]
    return told[-1]


async def test_a_guest_takes_a_seat_for_which_nobody_has_come() -> None:
    table, site, ann = await served("Ann", "Player 2", "Player 3")
    first = table.another_token(1)
    assert waits(ann) == ["invite", "fill"]
    link = (await said(ann, {"do": "invite"}))["link"]
    assert link == f"#{table.spectate()}"
    code = await site.answer("POST", "/invitation.svg", body=f"http://test/{link}".encode())
    assert code.headers["content-type"] == "image/svg+xml"
    guest = await site.connect("", link[1:])
    assert waits(guest) == ["join"]
    assert "nobody else has" in (await said(guest, {"do": "join", "name": "Ann"}))["text"]
    assert "could bring" in (await said(guest, {"do": "invite"}))["text"]
    for name in ("Player 2", " Player 9 "):  # others could take the seat as well
        assert "your own name" in (await said(guest, {"do": "join", "name": name}))["text"]
    token = (await said(guest, {"do": "join", "name": "Ben"}))["token"]
    assert table.seat(token) == table.seat(first) == 1  # the earlier link of the seat stays valid
    ben = await site.connect("", token)
    assert table.names == ("Ann", "Ben", "Player 3") and waits(ben) == ["invite", "fill"]
    for line in (ann, guest):  # as pages do after names in the log have changed
        line.send(LOOK)
    await ben.make("deal")
    for line in (ann, ben, guest):
        assert waits(line) == []
    assert "could bring" in (await said(guest, {"do": "join", "name": "Cem"}))["text"]
    with pytest.raises(TableError, match="all seats are taken"):  # another guest was faster
        Arrivals(table, guests=True).join([], "Cem")
    table.vacate(1)
    token = (await said(guest, {"do": "join", "name": "Cem"}))["token"]
    assert table.seat(token) == 1 and table.names == ("Ann", "Cem", "Player 3")


async def test_bots_play_in_order_for_those_who_have_not_come_until_they_do() -> None:
    table, site, ann = await served("Ann", "Ben", "Player 3", "Cem")
    late = table.another_token(2)
    cem = await site.connect("", table.another_token(3))
    await said(ann, {"do": "fill"})
    assert table.names == ("Ann", "Bot 2", "Bot 3", "Cem") and waits(ann) == []
    assert "no seat for you to fill" in (await said(cem, {"do": "fill"}))["text"]
    await site.connect("", late)
    assert table.names == ("Ann", "Bot 2", "Player 3", "Cem")


async def test_only_a_host_that_says_so_lets_guests_in() -> None:
    table, host = Table(street.GAME, street.Rules(players=3)), TableHost()
    ann, name = table.join("Ann"), host.add(table)
    site = Site(application(host))
    page, guest = await site.connect(name, ann), await site.connect(name, table.spectate())
    assert waits(page) == ["fill"] and waits(guest) == []
    for line in (page, guest):
        for message in ({"do": "invite"}, {"do": "join", "name": "Ben"}):
            assert "could bring" in (await said(line, message))["text"]
    assert (await site.ask("POST", "/invitation.svg"))[0] in (404, 405)
    await said(page, {"do": "fill"})
    assert table.names == ("Ann", "Bot 2", "Bot 3")
