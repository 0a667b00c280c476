"""Small pictures that a lobby draws: tables where people play, and the QR codes of invitations."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, partial
from io import BytesIO
from typing import Final, NamedTuple

import attrs
import segno
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from twowaystreet import svg
from twowaystreet._core.views.views import AnyView, view
from twowaystreet.errors import TwoWayStreetError
from twowaystreet.table import StoreError, TableError
from twowaystreet.table._files import is_saved
from twowaystreet.web.hosts import PREFIX, ElsewhereError, TableHost
from twowaystreet.web.limits import TooMany
from twowaystreet.web.work import Desk, Lane, QueuePlace, Waiting, told_outside

SIZE: Final = (640, 400)
"""The width and the height of the picture of a table, which pages make smaller."""
KEPT: Final = 200
"""The most pictures of tables that a process keeps; one has about 20,000 characters."""
FRESH: Final = 4.0
"""The seconds in which the picture of a table stays as it is. One takes as long as a few moves."""
SVG: Final = "image/svg+xml"
_INVITATION: Final = re.compile(r"#join=[\w.-]{1,100}", re.ASCII)


class Seen(NamedTuple):
    number: int  # of the last event
    names: Sequence[str]
    view: AnyView


class Drawn(NamedTuple):
    number: int
    names: Sequence[str]
    picture: str
    at: float


@attrs.define(eq=False)
class Pictures:
    """The pictures of a lobby, each drawn once for all who look."""

    _host: TableHost
    _admit: Callable[[Request], object]
    """Counts a request."""
    _work: Waiting
    _desk: Desk
    _kept: dict[str, Drawn] = attrs.field(init=False, factory=dict[str, Drawn])

    def routes(self) -> Iterator[BaseRoute]:
        yield Route("/api/tables/{name}/live.svg", self._table)
        yield Route("/invitation.svg", self._invitation)

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
        if (
            kept is not None
            and kept.names == seen.names
            and (kept.number == seen.number or now - kept.at < FRESH)
        ):
            return kept.picture
        picture = svg.table(seen.view, names=seen.names, size=SIZE)
        here = (each for each in self._kept if each != name and self._host.here(each) is not None)
        self._kept = {each: self._kept[each] for each in [*here][1 - KEPT :]}
        self._kept[name] = Drawn(seen.number, seen.names, picture, now)
        return picture

    async def _invitation(self, request: Request) -> Response:
        link = request.query_params.get("link", "")
        host, home = request.headers.get("host", ""), request.scope.get("home", "/")
        homes = [f"{scheme}://{host}{home}" for scheme in ("http", "https")]
        try:
            await self._work.call(partial(self._admit, request))
        except TooMany as error:
            return error.answer
        if not any(
            link.startswith(each) and _INVITATION.fullmatch(link[len(each) :]) for each in homes
        ):
            return PlainTextResponse("This is no link to a table here.", 400)
        return Response(await run_in_threadpool(code_of, link), media_type=SVG)


@lru_cache
def code_of(link: str) -> bytes:
    """Return the QR code of a link as SVG, dark on white in all colours of a page.

    >>> b"<svg" in code_of("https://cards.example/#join=friday")
    True
    """
    drawn = BytesIO()
    segno.make(link, micro=False).save(drawn, kind="svg", scale=6, dark="#14181b", light="#fff")
    return drawn.getvalue()
