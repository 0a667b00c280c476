"""Clocks: people who are late, who leave and come back, and the steps of time of bots."""

from __future__ import annotations

import asyncio
import json
from itertools import pairwise
from typing import Any, Final

import pytest

import twowaystreet as tws
from tests.web.hosting import Instant, Line, Site, run, settle, steady
from twowaystreet.table import Happened, Table, TableError
from twowaystreet.web import server
from twowaystreet.web.clocks import Beat, Clock, TurnTimer
from twowaystreet.web.hosts import TableHost
from twowaystreet.web.server import application

SECONDS: Final = 30.0
PACE: Final = 0.5


class Game:
    """A duel of two people with a clock, whose pages are open.

    Args:
        strikes: the moves for which a person may be late.
        **options: the options of the table. Any: see Table.
    """

    def __init__(self, strikes: int = 3, **options: Any) -> None:
        self.table = steady(Table(tws.GAMES["duel"], dealer=0, **options))
        self.tokens = [self.table.join(f"P {seat}") for seat in self.table.free_seats]
        self.host = TableHost(clock=Clock(seconds=SECONDS, strikes=strikes))
        self.name = self.host.add(self.table)
        self.site = Site(application(self.host, pace=PACE))
        self.lines: list[Line] = []

    async def open(self) -> None:
        """Open all pages."""
        self.lines = [await self.site.connect(self.name, token) for token in self.tokens]

    async def close(self) -> None:
        """Close all pages."""
        for line in self.lines:
            await line.leave()

    @property
    def late(self) -> list[int | None]:
        """The seats of the moves that came too late."""
        happened = self.table.events(self.tokens[0])
        return [each.seat for each in happened if each.happened is Happened.LATE]

    def clocks(self, seat: int) -> list[int | None]:
        """The times that a page was told."""
        found = map(json.loads, self.lines[seat].texts)
        return [each["clock"] for each in found if "clock" in each]


def test_the_rule_of_thumb_deals_and_moves_for_people_who_are_late() -> None:
    async def evening() -> None:
        game = Game()
        await game.open()
        assert game.clocks(0) == [30] and game.table.last_number == 2
        await settle(SECONDS - 1)
        assert game.table.last_number == 2
        await settle(1)  # the time of a deal is up
        assert game.table.last_number == 3 and game.late == []
        await settle(SECONDS)
        assert game.late == [0]
        assert game.clocks(0) == game.clocks(1) == [30, 30, 30]
        assert "twowaystreet_late_total 2" in (await game.site.ask("GET", "/metrics"))[1]
        await game.close()

    run(evening())


def test_a_person_who_was_late_too_often_is_not_waited_for_until_a_message_comes() -> None:
    async def evening() -> None:
        game = Game(strikes=2)
        game.table.play(game.tokens[0], "deal")
        await game.open()
        begun = asyncio.get_running_loop().time()
        while min(map(game.late.count, (0, 1))) < 2:
            await settle(PACE)
        assert asyncio.get_running_loop().time() - begun > 4 * (SECONDS - 1)
        before = len(game.table.record.moves)
        await settle(2.5)
        assert before + 2 <= len(game.table.record.moves) <= before + 6
        game.lines[1].play("XX")  # a move that is refused shows that somebody is there
        await settle(PACE + 0.2)  # the present turn keeps its short time
        while game.table.actor != 1:
            await settle(PACE)
        before = len(game.table.record.moves)
        await settle(SECONDS - 2)
        assert len(game.table.record.moves) == before
        await game.close()

    run(evening())


def test_no_time_runs_while_nobody_is_there() -> None:
    async def evening() -> None:
        game = Game()
        game.table.play(game.tokens[0], "deal")
        await game.open()
        await settle(SECONDS - 5)
        await game.close()
        await settle(10 * SECONDS)
        assert game.late == []
        await game.open()
        assert game.clocks(0) == [30]
        await settle(SECONDS - 2)
        assert game.late == []
        await settle(3)
        assert game.late == [0]
        await game.close()
        tasks = asyncio.all_tasks() - {asyncio.current_task()}
        await settle()
        assert not {task for task in tasks if not task.done()}

    run(evening())


def test_time_runs_while_one_person_is_there() -> None:
    async def evening() -> None:
        game = Game()
        game.table.play(game.tokens[0], "deal")
        await game.open()
        await game.lines[0].leave()
        await settle(SECONDS + 1)
        assert game.late == [0]
        await game.lines[1].leave()

    run(evening())


def test_an_undo_and_a_new_game_begin_a_new_time() -> None:
    async def evening() -> None:
        game = Game(rules=tws.GAMES["duel"].Rules(max_hands=1))
        game.table.play(game.tokens[0], "deal")
        await game.open()
        await settle(SECONDS - 5)
        game.lines[0].play("no bid")
        await settle(SECONDS - 5)
        for line in game.lines:
            line.send(json.dumps({"do": "undo", "seen": game.table.last_number}))
            await settle()
        assert game.table.actor == 0
        await settle(SECONDS - 2)
        assert game.late == []
        await settle(3)
        assert game.late == [0]
        while not game.table.is_over:
            await settle(SECONDS)
        assert game.clocks(0)[-1] is None
        number = game.table.last_number
        await settle(3 * SECONDS)
        assert game.table.last_number == number
        await game.close()
        game.table.rematch(dealer=0)
        await settle(2 * SECONDS)
        assert game.table.last_number == number + 1

    run(evening())


def test_a_person_who_takes_over_a_seat_was_never_late() -> None:
    table = Table(tws.GAMES["duel"], dealer=0)
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
