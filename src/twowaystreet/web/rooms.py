"""Rooms: tables with the connections that watch them, and moves without people."""

from __future__ import annotations

import asyncio
import logging
import math
from collections.abc import Callable, Hashable, Iterator
from contextlib import suppress
from functools import partial
from itertools import count
from typing import Final, TypeVar

import attrs
import orjson

from twowaystreet._page.engine import Engine, read, refused
from twowaystreet._page.viewers import FACTS, Viewer, look_of
from twowaystreet.errors import TwoWayStreetError
from twowaystreet.svg.scene import Json
from twowaystreet.table import LeaseError, StoreError, Table, TableError, Thought
from twowaystreet.web.arrivals import Arrivals
from twowaystreet.web.clocks import PATIENCE, Beat, Clock, Turn, TurnTimer, longest_thought, missing
from twowaystreet.web.company import Company, heard
from twowaystreet.web.counts import Counts
from twowaystreet.web.hosts import told_outside
from twowaystreet.web.limits import Allowances
from twowaystreet.web.work import Desk, Lane, Made, QueuePlace, Thinkers, Troubles, noted

T = TypeVar("T")

FRAME: Final = 0.05
"""The seconds that a picture, as long as two moves of a bot, waits for bots without a pace."""
LATE: Final = 0.3  # seconds after which a page gets the last scene without those before
LOOKS_AT_ONCE: Final = 10  # looks back that a person asks for at once, at all tables of a club
LOOK_RATE: Final = 0.2  # looks back a second that this person can ask for longer
HINTS_AT_ONCE: Final = 10  # hints that a person asks for at once, at all tables of a club
HINT_RATE: Final = 0.5  # hints a second that this person can ask for longer
RETRY: Final = 5.0  # seconds until a bot moves again after its move could not be saved
MOVED: Final = (1012, "the table has moved")  # another process may have it; pages connect again
BEGUN: Final = '{"type": "begun"}'  # the page forgets all, and asks again
REPLACED: Final = (4409, "a bot plays for you")  # opening the page again ends that
_ANOTHER: Final = Turn(-1, None)  # a decision of no table, after which a client gets the time again
_LOG: Final = logging.getLogger("uvicorn.error")


@attrs.define(eq=False)
class Client:
    token: str
    seat: int | None
    viewer: Viewer = attrs.field(factory=Viewer)
    answer: str | None = None  # the last one for this person alone: a refusal, or a look back
    said: dict[int, str] = attrs.field(factory=dict[int, str])  # the last phrases by seat
    is_behind: bool = True
    changed: asyncio.Event = attrs.field(factory=asyncio.Event)
    """Set when there is something to send: the newest picture and answer, however slow it is."""
    turn: Turn | None = None
    stakes: str | None = None  # what the page says about leaving; None before the first news
    offers: list[str] | None = None  # what the person can do while the table waits, as for stakes
    since: float = -math.inf  # the time of the first change that the page does not have
    place: QueuePlace = attrs.field(factory=QueuePlace)
    asking: asyncio.Task[None] | None = None  # makes the last hint, while other messages come
    ended: tuple[int, str] | None = None  # the code and the reason, when it ends
    address: str | None = None
    person: str | None = None  # the key in the club
    is_ours: bool = False  # of the program of the host, which takes no place
    came: int = attrs.field(factory=count().__next__)

    def end(self, code: int, reason: str) -> None:
        self.ended = code, reason
        self.changed.set()


class Help:
    """The looks back at finished hands and the hints, for all rooms of a server."""

    def __init__(self, thinkers: Thinkers) -> None:
        made, bound = Made[Hashable, str], Allowances(LOOKS_AT_ONCE, LOOK_RATE)
        # A look back takes as long as sixty moves, and has at most about 150,000 characters.
        self.looks = made(thinkers, "a look back", 30.0, 64, 50, bound)
        bound = Allowances(HINTS_AT_ONCE, HINT_RATE)
        self.hints = made(thinkers, "a hint", 10.0, 200, 50, bound)


class Room:
    """A table and its connections; ``about`` is the table in words, for the log.

    All work on tables runs on the event loop, in short pieces. Only bots think in threads, and a
    thought of ``patience`` seconds is a fault. ``holds`` tells whether the table is still this
    host's to change; ``remove`` lets a bot play for a silent person, or frees the seat.
    """

    def __init__(
        self,
        table: Table,
        desk: Desk,
        thinkers: Thinkers,
        counts: Counts,
        help_: Help | None = None,
        *,
        about: str = "the table",
        pace: float = 0.5,
        clock: Clock | None = None,
        phrases: bool = True,
        patience: float = 10.0,
        changed: Callable[[], object] = lambda: None,
        holds: Callable[[], bool] = lambda: True,
        remove: Callable[[int], object] | None = None,
        arrivals: Arrivals | None = None,
        gives_hints: bool = True,
    ) -> None:
        self._now = asyncio.get_running_loop().time  # also for threads, which have no loop
        self.table = table
        self.stakes = ""
        """What leaving costs, in words for the people at the table; empty for nothing."""
        self.clients: set[Client] = set()
        self.last_left = self._now()
        self._engine = Engine(table)
        self._desk = desk
        self._thinkers = thinkers
        self._counts = counts
        self._help = help_ or Help(thinkers)
        self._gives_hints = gives_hints
        self._about = about
        self._pace = pace
        self._beat = Beat(pace)
        self._timer = TurnTimer(clock)
        self._company = Company(self._now, is_on=phrases and table.phrases)
        self._patience = patience
        self._changed = changed
        self._holds = holds
        self._remove = remove or partial(table.replace, bot="simple", stays=True)
        self._arrivals = arrivals or Arrivals(table)
        self._woken = asyncio.Event()
        self._driver: asyncio.Task[None] | None = None
        self._is_thinking = False
        self._reported = 0
        self._troubles = Troubles()
        self._telling = object()
        """Another one after each change of names in the log, which earlier looks back have."""

    @property
    def is_idle(self) -> bool:
        return not self.clients and (self._driver is None or self._driver.done())

    def enter(self, client: Client) -> None:
        self.clients.add(client)
        self.tell()

    def leave(self, client: Client) -> None:
        self.clients.discard(client)
        self.last_left = self._now()
        if not self._has_players:
            self._timer.turn = None  # the next look begins a new time
            self._woken.set()
        self._tell_everybody()

    def close(self, code: int, reason: str) -> None:
        if self._driver is not None:
            self._driver.cancel()
        for client in self.clients:
            client.end(code, reason)

    def seats(self) -> Iterator[int | None]:
        return (client.seat for client in self.clients)

    @property
    def _has_players(self) -> bool:
        """True while the page of a player is open; for spectators alone no time runs."""
        return any(seat is not None for seat in self.seats())

    @property
    def _goes_on(self) -> bool:
        """True if the table can move; bots play for people who sit or look there."""
        return self.table.goes_on and bool(self.clients or self.table.people)

    def tell(self) -> None:
        self._tell_everybody()
        self.wake()

    def tell_anew(self) -> None:
        """Tell everybody the whole log again, after names in it have changed."""
        self._telling = object()
        for client in self.clients:
            if self.table.knows(client.token):
                client.viewer, client.answer, client.offers = Viewer(), BEGUN, None
        self.tell()

    def _away(self) -> list[int]:
        there = {*self.seats()}
        return [seat for seat in self.table.people if seat not in there]

    async def receive(self, client: Client, text: str) -> None:
        self._counts.messages += 1
        message = read(text)
        if message is not None and message["do"] == "look":
            look = look_of(message)
            assert look is not None
            client.viewer.change(look)
            client.is_behind = True
        elif message is not None and message["do"] in ("past", "invite", "join"):
            try:
                client.answer = await self._asked(client, message)
            except TwoWayStreetError as error:
                client.answer = refused(told_outside(error))
        elif message is not None and message["do"] == "hint":
            asking = self._troubles.watch(f"a hint at {self._about}", partial(self._hint, client))
            client.asking = asyncio.create_task(asking)  # a move does not wait for it
            return
        elif message is not None and message["do"] == "say":
            seat = client.seat if self.table.knows(client.token) else None
            refusal = self._company.say(seat, message["phrase"], self.clients)
            self._counts.refusals += refusal is not None
            client.answer = refusal or client.answer
        else:
            await self._carry_out(client, message)
            return
        client.changed.set()

    async def _carry_out(self, client: Client, message: Json | None) -> None:
        """Carry out a message that may change the table; ``None`` for one that none can read."""
        if message is not None:
            self._timer.shows_up(client.seat)
        silent: int | None = None
        try:
            match message:
                case {"do": "replace", "seat": int(silent)}:
                    answer = await self._change(partial(self._replace, client, silent))
                case {"do": "fill"}:
                    answer = await self._change(partial(self._fill, client))
                case _:
                    call = partial(self._engine.carry_out, client.token, client.viewer, message)
                    answer = await self._change_drafted(call)
        except TwoWayStreetError as error:
            is_unsaved = isinstance(error, StoreError) and not isinstance(error, LeaseError)
            self._counts.unsaved += is_unsaved
            answer = refused(told_outside(error))
        if answer is None:
            if message is not None and message["do"] == "play":
                self._timer.is_back(client.seat)
            if silent is not None:
                self._end_pages(silent)
            self._has_moved(client)
            return
        self._counts.refusals += 1
        client.answer = answer
        client.changed.set()
        if not self._holds():
            self.close(*MOVED)

    async def come_back(self, token: str) -> None:
        await self._change(partial(self.table.come_back, token))
        self.tell()

    async def _asked(self, client: Client, message: Json) -> str:
        """Return a look back, the link of an invitation, or the token of a new seat."""
        if message["do"] == "past":
            key, make = self._engine.past(client.token, client.viewer)
            return await self._help.looks.get((self._telling, key), make, self._asker(client))
        if message["do"] not in self._arrivals.offers(client.seat, self._away()):
            raise TableError("the table waits for nobody whom you could bring")
        if message["do"] == "invite":
            return await self._change(self._arrivals.invitation)
        name = message["name"]
        answer = await self._change(lambda: self._arrivals.join(self._away(), name))
        self.tell_anew()
        return answer

    def _asker(self, client: Client) -> Hashable:
        own = (self._about, client.seat)  # one address watches any number of tables
        return client.person or (client.address if client.seat is None else None) or own

    async def _hint(self, client: Client) -> None:
        try:
            if not self._has_hints:
                raise TableError("nobody gets hints at this table")
            key, make = self._engine.hint(client.token)
            asker = self._asker(client)
            answer = await self._help.hints.get((self._telling, key), make, asker)
        except TwoWayStreetError as error:
            answer = refused(told_outside(error))
        if client.answer != BEGUN:  # which the page needs more
            client.answer = answer
        client.changed.set()

    @property
    def _has_hints(self) -> bool:
        """False at a table that counts for ratings, too."""
        return self._gives_hints and not self.stakes

    async def _change(self, function: Callable[[], T]) -> T:
        """Call a function that changes the table in its turn, and tell the list of tables."""
        return await self._desk.change(partial(noted, self.table, function, self._changed))

    async def _change_drafted(self, function: Callable[[Table], T]) -> T:
        """Do the same with a function that changes a table or its draft, and nothing else."""
        return await self._desk.change_drafted(self.table, function, self._changed)

    def _replace(self, client: Client, seat: int) -> str | None:
        asks, now = self.table.seat(client.token), self._looked()
        turn, left = self._timer.turn, self._timer.patience(now)
        waits = () if turn is None else self._away() if turn.seat is None else (turn.seat,)
        if asks is None or seat == asks or seat not in waits or math.isinf(left):
            return refused("the table does not wait for this player")
        if left > 0:
            return refused(f"the table waits for this player: {math.ceil(left)} seconds more")
        self._remove(seat)
        return None

    def _fill(self, client: Client) -> str | None:
        away = [seat for seat in self._away() if seat != client.seat]  # a program needs no page
        if "fill" not in self._arrivals.offers(client.seat, away):
            return refused("there is no seat for you to fill")
        self._arrivals.fill(away)
        return None

    def _end_pages(self, seat: int) -> None:
        for client in self.clients:
            if client.seat == seat:
                client.end(*REPLACED)

    def _has_moved(self, sender: Client | None = None) -> None:
        """Tell everybody about a move; the sender and the player to move learn it at once."""
        self._counts.moves += 1
        self._tell_everybody(sender)
        self.wake()

    async def news(self, client: Client) -> list[str]:
        """Wait until there is something to send to a connection; TokenError if the token ended."""
        await client.changed.wait()
        if self._pace < FRAME and self.table.goes_on and self._driver is not None:
            await asyncio.wait((self._driver,), timeout=FRAME)
        client.changed.clear()
        own, client.answer = client.answer, None
        if client.ended is not None:
            return [] if own is None else [own]
        news = None
        if client.is_behind:
            news = await self._desk.call(partial(self._news, client), client.place)
        # The page shows a refusal until the next picture.
        found = [each for each in (news, own) if each is not None] + heard(client)
        self._counts.answers += len(found)
        self._counts.characters += sum(map(len, found))
        return found

    def _news(self, client: Client) -> str | None:
        """Return the message that brings a page up to date; ``None`` if it is already."""
        client.is_behind = False
        in_steps = self._now() - client.since < LATE
        away = self._away()
        news = self._engine.news(client.token, client.viewer, away, in_steps=in_steps)
        if news is None:
            return None
        # It takes 15 microseconds, and json takes 40. The keys of arts are numbers.
        if client.viewer.look == FACTS:  # it keeps nothing, so it gets all
            client.turn, client.stakes, client.offers = _ANOTHER, None, None
        told = {**news, **self._time_for(client), **self._stakes_for(client)}
        if "hint" in told:
            told["hint"] = told["hint"] and self._has_hints
        offers = self._arrivals.offers(client.seat, away)
        if client.offers != offers:
            client.offers = told["waits"] = offers
        return orjson.dumps(told, option=orjson.OPT_NON_STR_KEYS).decode()

    def _looked(self) -> float:
        """Let the clock look at the table; return the time."""
        now = self._now()
        self._timer.look(self.table, now, self._pace)
        return now

    def _time_for(self, client: Client) -> dict[str, object]:
        """Return the time that a page shows, if it shows another."""
        left = self._timer.left(self._looked() if self._has_players else self._now())
        turn = None if left is None else self._timer.turn
        if client.turn == turn:
            return {}
        client.turn = turn
        is_absent = client.turn is not None and self._timer.is_absent(client.turn.seat)
        return {"clock": None if left is None else round(left), "absent": is_absent}

    def _stakes_for(self, client: Client) -> dict[str, object]:
        """Return what a page says about leaving, if it says another, and phrases at first."""
        if client.stakes == self.stakes:
            return {}
        is_first, client.stakes = client.stakes is None, self.stakes
        first = {"phrases": self._company.offered(client.seat)} if is_first else {}
        patience = {"patience": PATIENCE} if is_first and self._timer.clock is None else {}
        return {"stakes": self.stakes, **first, **patience}

    def wake(self) -> None:
        self._woken.set()
        is_driven = self._driver is not None and not self._driver.done()
        waits = self._timer.clock is not None or self.table.is_over
        if not is_driven and (self._goes_on or waits):
            self._driver = asyncio.create_task(self._drive())

    async def _drive(self) -> None:
        while True:
            self._woken.clear()
            try:
                if self._goes_on:
                    await self._go_on()
                    continue
                if not self._has_players:  # no time runs
                    return
                left = self._timer.left(self._looked())
                if left is None:
                    return
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._woken.wait(), left)
                    continue
                await self._act_for_somebody()
            except Exception as error:  # the place of the table fails, or the game does
                self._counts.unsaved += 1
                self._troubles.tell(self._about, error)
                if not self._holds():
                    self.close(*MOVED)
                    return
                await asyncio.sleep(RETRY)

    async def _go_on(self) -> None:
        began = self._now()
        thought = await self._thought() if self.table.bot_is_to_move else None
        longest = longest_thought(self.table.bots.values())
        wait = began + self._beat.after(self._now() - began, longest=longest) - self._now()
        await asyncio.sleep(max(0.0, wait))
        if await self._change_drafted(lambda table: table.advance(thought)):
            self._troubles.end(self._about)
            self._report_faults()
            self._has_moved()

    async def _thought(self) -> Thought | None:
        """Return the choice of a bot, or a random one if it takes too long."""
        if self._is_thinking:  # the last thought hangs in its thread
            return self.table.give_up("the bot still thinks about an earlier move")
        self._is_thinking = True

        def think() -> Thought | None:
            try:
                return self.table.think()
            finally:
                self._is_thinking = False

        try:
            return await self._thinkers.call(think, self._patience)
        except TimeoutError:
            return self.table.give_up(f"the bot took longer than {self._patience:g} seconds")

    async def _act_for_somebody(self) -> None:
        silent = await self._change(self._acted)
        if silent is not None:
            for seat in silent:
                self._end_pages(seat)
            self._has_moved()

    def _acted(self) -> list[int] | None:
        """Act as the time is up; return the seats of removed people, ``None`` if there was time."""
        if self._timer.left(self._looked()) != 0:  # somebody has moved meanwhile
            return None
        if self.table.is_over:
            silent = missing(self.table)
            for each in silent:
                self._remove(each)
            self.table.rematch()
            return silent
        seat = self.table.actor
        self.table.act_for(seat)
        self._timer.was_late(seat)
        self._counts.late += 1
        return []

    def _report_faults(self) -> None:
        faults = self.table.faults
        for seat, fault in faults[self._reported :]:
            _LOG.warning("%s: %s", self.table.names[seat], fault)
        self._counts.faults += len(faults) - self._reported
        self._reported = len(faults)

    def _tell_everybody(self, sender: Client | None = None) -> None:
        now = self._now()
        actor = self.table.actor
        for client in self.clients:
            if not client.is_behind:
                client.is_behind, client.since, client.place.lane = True, now, Lane.OTHERS
            if client is sender:
                self._desk.hurry(client.place, Lane.OWN)
            elif client.seat == actor:
                self._desk.hurry(client.place, Lane.TURN)
            client.changed.set()
