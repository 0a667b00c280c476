"""The bytes that a host sends, and their times, depend only on what the reader knows."""

import asyncio
import json
import random
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import ExitStack
from tempfile import TemporaryDirectory
from typing import Any, Final, TypeAlias

import attrs
import pytest
from typing_extensions import override

import twowaystreet as tws
from tests.games import OURS
from tests.leaks.disguise import disguised
from tests.leaks.playouts import playout_of, seats_of
from tests.web.hosting import LOOK, Instant, Line, Site, run, settle, steady
from twowaystreet.players import MonteCarlo
from twowaystreet.table import SQLiteStore, Table
from twowaystreet.table._sittings import Sitting
from twowaystreet.testing._playouts import Playout
from twowaystreet.web import club, pages, server  # hosting skips where the extra is missing
from twowaystreet.web.clocks import Clock
from twowaystreet.web.hosts import TableHost
from twowaystreet.web.limits import Limits

starlette = pytest.importorskip("starlette.applications", reason="the server needs the extra web")
NAME: Final = "friday"
WIDE_OPEN: Final = Limits(burst=10**6, openings=10**6, per_player=10**4, watchers=10**4)
SHOWN: Final = ("/api/tables", "/api/results", f"/api/tables/{NAME}/live.svg")
"""What the lobby shows while people play."""
Got = list[object]  # what a reader has got: texts and answers, with the times


@pytest.fixture(autouse=True)
def same_day(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let lists and results have the same time on each run, and a review take few worlds."""
    monkeypatch.setattr(club, "now", lambda: "2026-11-23T18:05:09Z")
    monkeypatch.setattr(pages, "PLAYER", MonteCarlo(2, engine="python"))


class Stacked(Table):
    """A table whose deals are known beforehand."""

    deals: Sequence[tws.Deal] = ()

    @override
    def _dealt(self) -> Sitting:
        self._bots.begin_hand()
        done = sum(isinstance(move, tws.Deal) for move in self.record.moves)
        return self._now.moved(self.deals[done])


@attrs.frozen
class Pair:
    """Two playouts that a viewer cannot tell apart."""

    viewer: int | None
    moves: tuple[Sequence[tws.Move], Sequence[tws.Move]]
    playout: Playout

    @property
    def start(self) -> Any:  # Any: a state of any game
        return self.playout.states[0]


def pairs_of(game: str, most: int) -> Iterator[Pair]:
    """Yield some pairs of a game, each of one playout and for another seat or a spectator."""
    seen = set[int | None]()
    for seed in range(40):
        playout, rng = playout_of(game, seed), random.Random(seed)
        if playout.states[-1].hands_played > playout.states[0].hands_played:
            places = enumerate(playout.states)
            playout = playout.until(next(at for at, one in places if at and one.hand_over))
        for viewer in seats_of(playout.states[0]):
            found = disguised(playout.states, playout.moves, viewer, rng)
            if found is not None and viewer not in seen:
                seen.add(viewer)
                yield Pair(viewer, (playout.moves, found), playout)
            if len(seen) >= most:
                return


def table_of(start: Any, moves: Sequence[tws.Move], **options: Any) -> Stacked:  # Any: see Table
    record = tws.Record(start)
    table = Stacked(record.game, start.rules, **options)
    steady(table)
    table._now = attrs.evolve(table._now, record=record, states=(start,))
    table.deals = [move for move in moves if isinstance(move, tws.Deal)]
    return table


async def played_by_people(pair: Pair, moves: Sequence[tws.Move]) -> Got:
    """Play a hand in pages; return everything that the viewer gets."""
    ends = ExitStack()
    place = ends.enter_context(TemporaryDirectory())
    host = TableHost(SQLiteStore(f"{place}/club.sqlite"), clock=Clock(seconds=60))
    ends.callback(host.close)
    app = server.Server(host, WIDE_OPEN, 0.5, hall := club.Club(host))
    app.reviews = pages.Reviews(Instant())
    app.waiting._threads = Instant()  # a save takes as long on each run
    site = Site(starlette.Starlette(routes=[*server._routes(app, hall)]))
    table = table_of(pair.start, moves)
    tokens: dict[int | None, str] = {seat: table.join(f"P {seat}") for seat in table.free_seats}
    tokens[None] = table.spectate()
    host.add(table, NAME)
    maker = hall.member(hall.enrol("P 0"))
    hall.list_table(NAME, maker=maker, options={}, is_public=True, clock=Clock(seconds=60))
    lines = {seat: await site.connect(NAME, tokens[seat], look=None) for seat in tokens}
    reader, got = lines[pair.viewer], Got()
    reader.send(LOOK)
    for number, (move, before) in enumerate(zip(moves, pair.playout.states, strict=False)):
        seat = before.actor
        if number % 4 == 1:
            bother(reader, number, is_mine=seat == pair.viewer)
        if number % 5 == 2:
            other = None if pair.viewer == 0 else 0
            await lines[other].leave()
            await settle()
            lines[other] = await site.connect(NAME, tokens[other], look=None)
        await settle()
        said = {"do": "play", "move": "deal" if seat is None else str(move)}
        await lines[seat or 0].tell(json.dumps({**said, "seen": table.last_number}))
        assert table.record.moves[-1] == move
        got += [await site.ask("GET", path) for path in SHOWN]
        if number % 7 == 3:
            fresh = await site.connect(NAME, tokens[pair.viewer])
            got += fresh.got
            await fresh.leave()
            await settle()
        asked = f"token={tokens[pair.viewer]}".encode()
        got.append(await site.ask("POST", f"/api/tables/{NAME}/review", body=asked))
    if not table.open_states:  # when the hand is over, all hands are open
        await reader.tell('{"do": "past"}')
    got += reader.got
    for line in lines.values():
        await line.leave()
    ends.close()
    return got


def bother(reader: Line, number: int, *, is_mine: bool) -> None:
    """Let the reader send what the table refuses, or answers to this person alone."""
    texts = ('{"do": "past"}', "{}", f'{{"do": "look", "width": {700 + number}, "height": 600}}')
    reader.send(texts[number % 3])
    for move in () if is_mine else ("deal", "QS", "high", "no bid", "XX"):
        reader.play(move)


Play: TypeAlias = Callable[[Pair, Sequence[tws.Move]], Coroutine[Any, Any, Got]]
"""Plays a hand, and gives everything that the viewer gets. Any: of coroutines."""


async def played_by_bots(pair: Pair, moves: Sequence[tws.Move]) -> Got:
    """Play a hand against bots whose time for a thought depends on all cards."""

    def bot(view: Any, rng: random.Random) -> tws.Move:  # Any: a view of any game
        return moves[len(table.record.moves)]

    seats = [seat for seat in range(len(pair.start.scores)) if seat != pair.viewer]
    table = table_of(pair.start, moves, bots=dict.fromkeys(seats, bot))
    token = table.spectate() if pair.viewer is None else table.join("Ann", pair.viewer)
    host = TableHost(clock=Clock(seconds=60))
    name = host.add(table)
    app = server.Server(host, WIDE_OPEN, 0.5, None)
    app._thinkers = Instant(
        lambda: random.Random(repr(table.record.state.hands)).uniform(0.0, 0.99)
    )
    reader = await Site(starlette.Starlette(routes=[*server._routes(app, None)])).connect(
        name, token
    )
    while len(table.record.moves) < len(moves):
        state = table.record.state
        if pair.viewer is not None and state.actor in (None, pair.viewer):
            move = moves[len(table.record.moves)]
            reader.play("deal" if state.actor is None else str(move))
        await asyncio.sleep(0.1)
    await reader.leave()
    assert [*table.record.moves] == [*moves] and not table.faults
    return [*reader.got]


def check_pairs(play: Play, game: str, most: int) -> None:
    """Check for some pairs that the viewer gets the same in both playouts, at the same times."""
    found = [*pairs_of(game, most)]
    assert len(found) == most
    for pair in found:
        here, there = (run(play(pair, moves)) for moves in pair.moves)
        assert len(here) > 3
        for one, two in zip(here, there, strict=True):
            assert one == two


@pytest.mark.rule("AL-3")
@pytest.mark.parametrize("game", OURS)
def test_people_get_the_same_bytes_for_deals_that_they_cannot_tell_apart(game: str) -> None:
    check_pairs(played_by_people, game, 1)


@pytest.mark.nightly
@pytest.mark.rule("AL-3")
@pytest.mark.parametrize("game", OURS)
def test_every_seat_gets_the_same_bytes_from_people_and_bots_at_the_same_times(game: str) -> None:
    check_pairs(played_by_people, game, 3)
    check_pairs(played_by_bots, game, 3)
