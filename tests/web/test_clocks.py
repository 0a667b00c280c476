"""Clocks: people who are late, who leave and come back, and the steps of time of bots."""

from __future__ import annotations

import asyncio
from itertools import pairwise
from typing import Any, Final

import pytest

import twowaystreet as tws
from tests.web.halls import DUEL, Evening
from tests.web.hosting import Instant, Site, run, settle, steady, timeless
from twowaystreet.table import Table, TableError
from twowaystreet.web import server
from twowaystreet.web.clocks import Beat, Clock, TurnTimer
from twowaystreet.web.hosts import TableHost
from twowaystreet.web.server import application

SECONDS: Final = 30.0
PACE: Final = 0.5
DEAL: Final = '{"do": "play", "move": "deal", "seen": 2}'


@timeless
async def test_the_rule_of_thumb_deals_and_moves_for_people_who_are_late() -> None:
    async with Evening(SECONDS) as evening:
        assert evening.said(0, "clock") == [30] and evening.duel.last_number == 2
        await settle(SECONDS - 1)
        assert evening.duel.last_number == 2
        await settle(1)  # the time of a deal is up
        assert evening.duel.last_number == 3 and evening.late == []
        await settle(SECONDS)
        assert evening.late == [0]
        assert evening.said(0, "clock") == evening.said(1, "clock") == [30, 30, 30]
        assert "twowaystreet_late_total 2" in (await evening.ask("GET", "/metrics"))[1]


@timeless
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


@timeless
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
        await evening.close()
        tasks = {each for each in asyncio.all_tasks() if "_sweep" not in repr(each)}
        await settle()
        assert len({task for task in tasks if not task.done()}) == 1  # this one


@timeless
async def test_an_undo_and_a_new_game_begin_a_new_time() -> None:
    async with Evening(SECONDS) as evening:
        evening.send(0, DEAL)
        await settle(SECONDS - 5)
        evening.lines[0].play("no bid")
        await settle(SECONDS - 5)
        for who in (0, 1):
            evening.send(who, {"do": "undo", "seen": evening.duel.last_number})
            await settle()
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
    timer.was_late(None)
    timer.was_late(0)
    assert (timer.is_absent(0), timer.is_absent(1), timer.is_absent(None)) == (True, False, False)
    table.act_for(0)
    timer.look(table, 0.0, PACE)
    timer.was_late(1)
    table.replace(0, name="Cem")
    timer.look(table, 0.0, PACE)
    assert (timer.is_absent(0), timer.is_absent(1)) == (False, True)
    timer.is_back(None)
    timer.is_back(1)
    assert not timer.is_absent(1)
    timer.pause()
    assert timer.left(0.0) is None


@pytest.mark.parametrize(
    "options",
    [{"seconds": value} for value in (0, 86_401, "9", True, float("nan"))]
    + [{"strikes": value} for value in (0, 101, 1.0, True)],
)
def test_a_number_of_a_clock_that_does_not_fit_is_refused(options: dict[str, Any]) -> None:
    (name,) = options
    with pytest.raises(TableError, match=f"^{name}="):
        Clock(**options)


# Steps of time


def times_of(monkeypatch: pytest.MonkeyPatch, seconds: list[float], **options: Any) -> list[float]:
    """Return the seconds between the first moves of bots that think for so long. Any: of Table."""

    async def evening() -> list[float]:
        thoughts = iter(seconds)
        monkeypatch.setattr(server, "Thinkers", lambda: Instant(lambda: next(thoughts, 0.0)))
        table = steady(Table(tws.GAMES["twos"], bots=bots, dealer=0, **options))
        host = TableHost()
        name = host.add(table)
        line = await Site(application(host, pace=PACE)).connect(name, table.spectate())
        while len(table.record.moves) < len(seconds) + 1:
            await asyncio.sleep(0.1)
        await settle()
        await line.leave()
        return [at for at, text in line.got if '"log"' in text][1 : len(seconds) + 1]

    def first(view: Any, rng: object) -> tws.Move:  # Any: the view of a game
        return tws.legal_moves(view)[0]

    bots = dict.fromkeys(range(4), first)
    found = run(evening())
    return [round(two - one, 3) for one, two in pairwise(found)]


def test_moves_with_and_without_a_choice_come_at_the_same_steps(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Thoughts below a second take two steps, and a longer one lengthens all that follow."""
    quick = times_of(monkeypatch, [0.0, 0.9, 0.01, 0.5, 0.3])
    assert quick == [1.0] * 4
    slow = times_of(monkeypatch, [0.0, 1.7, 0.01, 0.5])
    assert slow == [2.0, 2.0, 2.0]


def test_bots_that_begin_to_search_lengthen_the_steps() -> None:
    beat = Beat(PACE)
    assert beat.after(0.01, longest=0) == PACE
    assert [beat.after(each, longest=1) for each in (0.01, 1.2, 0.01)] == [1.0, 1.5, 1.5]
    assert Beat(0).after(0.25, longest=1) == 0.25
