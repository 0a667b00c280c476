"""Pages and pictures of games and tables: finished games in parts, reviews, small pictures."""

from __future__ import annotations

import asyncio
import gzip
import html
import json
import re
from base64 import b64encode
from collections.abc import Awaitable, Callable, Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property, lru_cache, partial
from hashlib import sha256
from io import BytesIO
from typing import Final, NamedTuple

import attrs
import segno
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from twowaystreet import svg
from twowaystreet._core.engine.game import GAMES
from twowaystreet._core.records.records import Record
from twowaystreet._core.records.seat_records import Event, SeatRecord
from twowaystreet._core.views.views import AnyView, view
from twowaystreet._page.bundle import picture_of
from twowaystreet._page.engine import last_hand
from twowaystreet._page.replays import SIZES, part_page, review_page, script_of, style_of
from twowaystreet.errors import RecordError, TwoWayStreetError
from twowaystreet.players import MonteCarlo, review
from twowaystreet.table import StoreError, Table, TableError
from twowaystreet.table._files import is_saved
from twowaystreet.table._seen import SeenTable
from twowaystreet.web.club import Club
from twowaystreet.web.hosts import PREFIX, ElsewhereError, TableHost, told_outside
from twowaystreet.web.limits import Allowances, Gate, TooMany, address_of
from twowaystreet.web.listings import Result
from twowaystreet.web.lobby import Lobby, content_of
from twowaystreet.web.work import Desk, Lane, Made, QueuePlace, Thinkers, Waiting

KEPT: Final = 64  # most parts of finished games that a process keeps; one has at most 100,000 bytes
READ: Final = 8  # finished games; a long one takes 50 milliseconds to read
WAITING: Final = 40  # people who wait for a part of a finished game; half of them from one address
REVIEWS_KEPT: Final = 16  # the most pages; one has about 500,000 characters
REVIEWS_WAITING: Final = 50
AT_ONCE: Final = 3  # the most reviews for which a person at a table, or an address, asks at once
RATE: Final = 1 / 60  # reviews a second for which they can ask for longer
PATIENCE: Final = 60.0  # the most seconds of a review, which usually takes one
PLAYER: Final = MonteCarlo(100, engine="python")  # to compile takes longer than a review
SIZE: Final = (640, 400)  # width and the height of the picture of a table, which pages make smaller
PICTURES_KEPT: Final = 200  # the most that a process keeps; one has about 20,000 characters
FRESH: Final = 4.0  # seconds in which a picture stays; one takes as long as a few moves
SVG: Final = "image/svg+xml"
_INVITATION: Final = re.compile(r"(table/)?#(join=)?[\w.-]{1,150}", re.ASCII)
NUMBER: Final = re.compile("[0-9]{1,6}")
_DAY: Final = {"cache-control": "max-age=86400"}
_LOST: Final = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Card games</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="{home}page.css">
<main id="lost"><h1>{words}</h1><p><a class="way" href="{home}">To the card games</a></p></main>
</html>
"""
_INLINE: Final = re.compile(r"<(script|style)>(.*?)</\1>", re.DOTALL)


class Hand(NamedTuple):
    place: str  # the name of a table, or the key of a finished game
    names: tuple[str, ...]  # of the seats, which the review has
    seat: int
    number: int  # of the hand in the game, or of its last event at the table


class _NoGameError(Exception):
    pass


@attrs.define(eq=False)
class Pages:
    """The pictures of the games, and a page to look back at each finished game of a club."""

    _club: Club
    _lobby: Lobby
    _gate: Gate
    _work: Waiting
    _reviews: Reviews
    _drawing: asyncio.Lock = attrs.field(init=False, factory=asyncio.Lock)
    _waiting: list[str | None] = attrs.field(init=False, factory=list[str | None])

    def routes(self) -> Iterator[BaseRoute]:
        yield Route("/settings.js", self._module)
        yield Route("/pictures/{game}.svg", self._picture)
        for end, text, kind in (("js", script_of, "javascript"), ("css", style_of, "css")):
            yield Route(f"/look-back.{end}", partial(_of_replay, text, f"text/{kind}"))
        for end, make, words in (
            ("", self._replay, "This game cannot be shown any more."),
            ("/review", self._review, "This hand cannot be reviewed."),
        ):
            yield Route(f"/games/{{key}}{end}", partial(self._answered, make, words))

    async def _module(self, request: Request) -> Response:
        return Response(self._settings, media_type="text/javascript")

    @cached_property
    def _settings(self) -> str:
        return f"export const CATALOGUE = {json.dumps(self._lobby.catalogue)};\n"

    async def _picture(self, request: Request) -> Response:
        game = request.path_params["game"]
        if game not in GAMES:
            return PlainTextResponse("there is no such game here", 404)
        return Response(_picture(game), media_type="image/svg+xml", headers=_DAY)

    async def _answered(
        self, make: Callable[[Request], Awaitable[Packed]], gone: str, request: Request
    ) -> Response:
        """Return a page of a finished game, or the reason why there is none."""
        try:
            await self._work.call(partial(self._lobby.admit, request))
            page = await make(request)
        except TooMany as error:
            return error.answer
        except StoreError:
            return lost_page(request, "This game cannot be read now: try again in a moment.", 500)
        except _NoGameError:
            return lost_page(request, "There is no such game here.")
        except TwoWayStreetError:  # a game of another version, or a hand that is not there
            return lost_page(request, gone, 410)
        return page.answer(request)

    async def _found(
        self, request: Request, *asked: tuple[str, str]
    ) -> tuple[str, Result, list[int]]:
        """Return the record and the result of a game, and numbers with their usual values."""

        def found(key: str) -> tuple[str | None, Result | None]:
            return self._club.record_of(key), self._club.result(key)

        numbers = [request.query_params.get(*each) for each in asked]
        self._gate.draw(request)
        record, result = await self._work.call(partial(found, request.path_params["key"]))
        if record is None or result is None or not all(map(NUMBER.fullmatch, numbers)):
            raise _NoGameError
        return record, result, [*map(int, numbers)]

    async def _replay(self, request: Request) -> Packed:
        with self._place(address_of(request)):
            record, result, asked = await self._found(request, ("from", "0"), ("size", "0"))
            async with self._drawing:
                first, size = asked[0], min(asked[1], len(SIZES) - 1)
                return await run_in_threadpool(_part, record, result.names, first, size)

    async def _review(self, request: Request) -> Packed:
        """Return the page that judges the decisions of a seat in a hand of a finished game."""
        record, result, asked = await self._found(request, ("seat", "0"), ("hand", "1"))
        hand = Hand(request.path_params["key"], result.names, *asked)
        if hand not in self._reviews:  # a hand that is not there counts for nobody
            async with self._drawing:
                await run_in_threadpool(_hand_of, record, hand.seat, hand.number)
        make = partial(_hand_reviewed, record, hand)
        return await self._reviews.get(hand, make, address_of(request))

    @contextmanager
    def _place(self, address: str | None) -> Generator[None]:
        """Give a place to wait; an address has at most as many as are free for others."""
        if self._waiting.count(address) >= WAITING - len(self._waiting):
            raise TooMany("many people look back: try again in a moment", 1)
        self._waiting.append(address)
        try:
            yield
        finally:
            self._waiting.remove(address)


class Seen(NamedTuple):
    number: int  # of the last event
    names: Sequence[str]
    view: AnyView


class Drawn(NamedTuple):
    seen: Seen
    picture: str
    at: float


@attrs.define(eq=False)
class Pictures:
    """The pictures of a lobby, each drawn once for all who look."""

    _host: TableHost
    _admit: Callable[[Request], object]  # counts a request
    _work: Waiting
    _desk: Desk
    _kept: dict[str, Drawn] = attrs.field(init=False, factory=dict[str, Drawn])

    def routes(self) -> Iterator[BaseRoute]:
        yield Route("/api/tables/{name}/live.svg", self._table)

    async def _table(self, request: Request) -> Response:
        name = request.path_params["name"]
        try:
            await self._work.call(partial(self._admit, request))
            seen = await self._work.call(partial(self._seen, name), name)
            picture = await self._desk.call(
                partial(self._picture, name, seen), QueuePlace(Lane.OTHERS)
            )
        except TooMany as error:
            return error.answer
        except ElsewhereError:  # a proxy asks the next process
            return PlainTextResponse("This table is not here.", 503, {"retry-after": "4"})
        except TwoWayStreetError as error:
            status = 500 if isinstance(error, StoreError) else 404
            return PlainTextResponse(f"There is no picture: {told_outside(error)}.", status)
        return Response(picture, media_type=SVG)

    def _seen(self, name: str) -> Seen:
        table = self._host.here(name)
        store = self._host.store
        if table is None and store is not None and is_saved(store, PREFIX + name):
            raise ElsewhereError
        if table is None:
            raise TableError("there is no such table")
        return Seen(table.last_number, table.names, view(table.record.state, None))

    def _picture(self, name: str, seen: Seen) -> str:
        now, kept = asyncio.get_running_loop().time(), self._kept.get(name)
        is_fresh = kept is not None and (kept.seen.number == seen.number or now - kept.at < FRESH)
        if kept is not None and is_fresh and kept.seen.names == seen.names:
            return kept.picture
        picture = svg.table(seen.view, names=seen.names, size=SIZE)
        here = (each for each in self._kept if each != name and self._host.here(each) is not None)
        self._kept = {each: self._kept[each] for each in [*here][1 - PICTURES_KEPT :]}
        self._kept[name] = Drawn(seen, picture, now)
        return picture


@attrs.define(eq=False)
class Invitations:
    """The QR codes of links to tables. The link is in the body, as logs keep addresses."""

    _admit: Callable[[Request], object]  # counts a request
    _work: Waiting

    def routes(self) -> Iterator[BaseRoute]:
        yield Route("/invitation.svg", self._invitation, methods=["POST"])

    async def _invitation(self, request: Request) -> Response:
        host, home = request.headers.get("host", ""), request.scope.get("home", "/")
        homes = [f"{scheme}://{host}{home}" for scheme in ("http", "https")]
        try:
            await self._work.call(partial(self._admit, request))
            link = (await content_of(request)).decode("latin-1")
        except TooMany as error:
            return error.answer
        except TableError as error:
            return PlainTextResponse(f"{error}.", 400)
        if not any(
            link.startswith(each) and _INVITATION.fullmatch(link[len(each) :]) for each in homes
        ):
            return PlainTextResponse("This is no link to a table here.", 400)
        return Response(await run_in_threadpool(code_of, link), media_type=SVG)


@lru_cache
def code_of(link: str) -> bytes:
    """Return the QR code of a link as SVG, dark on white in all colours of a page."""
    drawn = BytesIO()
    segno.make(link, micro=False).save(drawn, kind="svg", scale=6, dark="#14181b", light="#fff")
    return drawn.getvalue()


class Packed(NamedTuple):
    """An answer, made once for all who ask, also in a compressed form."""

    kind: str  # the media type
    plain: bytes
    small: bytes  # for clients that can read gzip
    headers: Mapping[str, str]

    def answer(self, request: Request) -> Response:
        headers = {**self.headers, "vary": "accept-encoding"}
        if "gzip" not in request.headers.get("accept-encoding", ""):
            return Response(self.plain, media_type=self.kind, headers=headers)
        headers["content-encoding"] = "gzip"
        return Response(self.small, media_type=self.kind, headers=headers)


def packed(text: str, kind: str = "text/html", **headers: str) -> Packed:
    """Return the answer with a text, which takes some milliseconds to compress."""
    data = text.encode("utf-8")
    return Packed(kind, data, gzip.compress(data, 6, mtime=0), headers)


def reviewed_hand(name: str, table: Table, token: str) -> tuple[Hand, Callable[[], Packed]]:
    """Return the hand that is over at a table, and what makes its review, in any thread."""
    seat, seen = table.seat(token), table.snapshot()
    if seat is None:
        raise TableError("people who watch have no moves to review")
    if seen.view(token).score is None:
        raise TableError("people review a hand when it is over")

    def made() -> Packed:
        return _reviewed(record_of_hand(seen, token, seat), seen.names)

    return Hand(name, seen.names, seat, seen.last_change), made


def record_of_hand(table: SeenTable, token: str, seat: int) -> SeatRecord:
    moves = last_hand(table, token)
    if not moves or moves[0].seat is not None:
        raise TableError("too much has happened since this hand")
    events = tuple(Event(each.seat, each.text, each.move, each.view) for each in moves)
    return SeatRecord(table.game.name, seat, moves[0].before, events)


class Reviews(Made[Hand, Packed]):
    """The pages of the last reviews of a server."""

    def __init__(self, thinkers: Thinkers) -> None:
        bound = Allowances(AT_ONCE, RATE)
        super().__init__(thinkers, "a review", PATIENCE, REVIEWS_KEPT, REVIEWS_WAITING, bound)


def _hand_of(record: str, seat: int, hand: int) -> tuple[SeatRecord, int]:
    whole = _seen_by(record, seat)
    views = (whole.start, *(each.view for each in whole.events))
    deals = [place for place, each in enumerate(whole.events) if each.seat is None]
    # Cards are dealt again in some hands, where nobody bids.
    starts = [*{views[place].hands_played: place for place in reversed(deals)}.values()][::-1]
    if not 0 < hand <= len(starts):
        raise RecordError(f"hand {hand}: expected 1 to {len(starts)}")
    first, end = starts[hand - 1], [*starts, len(whole.events)][hand]
    return SeatRecord(whole.game, seat, views[first], whole.events[first:end]), len(starts)


def _hand_reviewed(record: str, hand: Hand) -> Packed:
    """Return the review of a hand of a finished game, with links to the hands beside it."""
    found, hands = _hand_of(record, hand.seat, hand.number)
    links = [
        f'<a href="?seat={hand.seat}&amp;hand={other}">{words}</a>'
        for words, other in (("Hand before", hand.number - 1), ("Next hand", hand.number + 1))
        if 0 < other <= hands
    ]
    links.append('<a href="../../">To the card games</a>')
    ways = f"<p>Hand {hand.number} of {hands} · {' · '.join(links)}</p>"
    return _reviewed(found, hand.names, ways)


def _reviewed(record: SeatRecord, names: Sequence[str], ways: str = "") -> Packed:
    page = review_page(review(record, player=PLAYER), names)
    if ways:
        page = page.replace("</h1>\n", f"</h1>\n{ways}\n", 1)
    return packed(page, **{"content-security-policy": policy_of(page)})


@lru_cache
def _packed_once(make: Callable[[str], str], kind: str) -> Packed:
    return packed(make("replay"), kind)


async def _of_replay(make: Callable[[str], str], kind: str, request: Request) -> Response:
    return _packed_once(make, kind).answer(request)


@lru_cache
def _picture(game: str) -> str:
    return picture_of(GAMES[game])


@lru_cache(READ)
def _read(record: str) -> Record:
    return Record.from_json(record)


@lru_cache(READ)
def _seen_by(record: str, seat: int) -> SeatRecord:
    return _read(record).for_seat(seat)


@lru_cache(KEPT)
def _part(record: str, names: Sequence[str], first: int, size: int) -> Packed:
    return packed(part_page(_read(record), names, first, size))


async def no_page(request: Request, error: Exception) -> Response:
    return lost_page(request, "There is no page at this address.")


def lost_page(request: Request, words: str, status: int = 404) -> Response:
    """Return a page with a way home, or the words alone to a program."""
    if "text/html" not in request.headers.get("accept", ""):
        return PlainTextResponse(words, status)
    home = html.escape(request.scope.get("home", "/"))
    return HTMLResponse(_LOST.format(home=home, words=words), status)


def policy_of(page: str) -> str:
    """Return the policy that lets a page run its own script and style, and nothing else."""
    hashes: dict[str, str] = {}
    for kind, text in _INLINE.findall(page):
        digest = b64encode(sha256(text.encode("utf-8")).digest()).decode("ascii")
        hashes[kind] = f"{hashes.get(kind, '')} 'sha256-{digest}'"
    return (
        f"default-src 'none'; script-src{hashes.get('script', '')}; "
        f"style-src{hashes.get('style', '')}; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'none'"
    )
