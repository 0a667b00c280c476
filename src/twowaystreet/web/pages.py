"""Pictures of the games, and pages of finished games in parts, for the lobby."""

from __future__ import annotations

import asyncio
import gzip
import json
import re
from base64 import b64encode
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache, partial
from hashlib import sha256
from typing import Any, Final

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from twowaystreet._core.engine.game import GAMES
from twowaystreet._core.records.records import Record
from twowaystreet._page.pictures import picture_of
from twowaystreet._page.replay.pages import SIZES, part_page, part_script, part_style
from twowaystreet.errors import TwoWayStreetError
from twowaystreet.web.club import Club, Result
from twowaystreet.web.gate import Gate, TooMany, address_of
from twowaystreet.web.waiting import Waiting

KEPT: Final = 64
"""The most parts of finished games that a process keeps; one has at most 100,000 bytes."""
READ: Final = 8
"""The most finished games that a process keeps; a long one takes 50 milliseconds to read."""
WAITING: Final = 40
"""The most people who wait for a part of a finished game; half of them from one address."""
NUMBER: Final = re.compile("[0-9]{1,6}")
_DAY: Final = {"cache-control": "max-age=86400"}
_INLINE: Final = re.compile(r"<(script|style)>(.*?)</\1>", re.DOTALL)


class Pages:
    """The pictures of the games, and a page to look back at each finished game.

    Args:
        club: the club.
        catalogue: the content of the gallery. Any: JSON.
        admit: counts a request, and raises :class:`~twowaystreet.web.gate.TooMany`.
        gate: the gate of the server.
        work: the work on the store.
    """

    def __init__(
        self,
        club: Club,
        catalogue: Mapping[str, Any],
        admit: Callable[[Request], object],
        gate: Gate,
        work: Waiting,
    ) -> None:
        self._club = club
        self._settings = f"export const CATALOGUE = {json.dumps(catalogue)};\n"
        self._admit = admit
        self._gate = gate
        self._work = work
        self._drawing = asyncio.Lock()
        self._waiting: list[str | None] = []

    def routes(self) -> Iterator[BaseRoute]:
        """Yield the routes."""
        yield Route("/settings.js", self._module)
        yield Route("/pictures/{game}.svg", self._picture)
        yield Route("/look-back.js", self._script)
        yield Route("/look-back.css", self._style)
        yield Route("/games/{key}", self._replay)

    async def _module(self, request: Request) -> Response:
        return Response(self._settings, media_type="text/javascript")

    async def _script(self, request: Request) -> Response:
        return packed(request, part_script(), "text/javascript")

    async def _style(self, request: Request) -> Response:
        return packed(request, part_style(), "text/css")

    async def _picture(self, request: Request) -> Response:
        game = request.path_params["game"]
        if game not in GAMES:
            return PlainTextResponse("there is no such game here", 404)
        return Response(_picture(game), media_type="image/svg+xml", headers=_DAY)

    def _found(self, key: str) -> tuple[str | None, Result | None]:
        """Return the record and the result of a finished game."""
        return self._club.record_of(key), self._club.result(key)

    async def _replay(self, request: Request) -> Response:
        """Return the page of a part of a finished game, with all its cards."""
        key = request.path_params["key"]
        asked = [request.query_params.get(name, "0") for name in ("from", "size")]
        try:
            await self._work.call(partial(self._admit, request))
            with self._place(address_of(request)):
                self._gate.draw(request)
                record, result = await self._work.call(partial(self._found, key))
                if record is None or result is None or not all(map(NUMBER.fullmatch, asked)):
                    return PlainTextResponse("There is no such game here.", 404)
                async with self._drawing:
                    first, size = int(asked[0]), min(int(asked[1]), len(SIZES) - 1)
                    page = await run_in_threadpool(_part, record, result.names, first, size)
        except TooMany as error:
            return error.answer
        except TwoWayStreetError:  # a game of another version, or one that is not installed
            return PlainTextResponse("This game cannot be shown any more.", 410)
        return packed(request, page, "text/html")

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


@lru_cache
def _picture(game: str) -> str:
    return picture_of(GAMES[game])


@lru_cache(READ)
def _read(record: str) -> Record:
    return Record.from_json(record)


@lru_cache(KEPT)
def _part(record: str, names: Sequence[str], first: int, size: int) -> str:
    return part_page(_read(record), names, first, size)


def packed(request: Request, text: str, kind: str, **headers: str) -> Response:
    """Return an answer, which is compressed if the client can read that."""
    data = text.encode("utf-8")
    headers["vary"] = "accept-encoding"
    if "gzip" in request.headers.get("accept-encoding", ""):
        data = gzip.compress(data, 6, mtime=0)
        headers["content-encoding"] = "gzip"
    return Response(data, media_type=kind, headers=headers)


def policy_of(page: str) -> str:
    """Return the policy that lets a page run its own script and style, and nothing else.

    >>> policy_of("<style>p{}</style><script>f()</script>")[:53]
    "default-src 'none'; script-src 'sha256-GcEEE0IkDzIP5E"
    """
    hashes: dict[str, str] = {}
    for kind, text in _INLINE.findall(page):
        digest = b64encode(sha256(text.encode("utf-8")).digest()).decode("ascii")
        hashes[kind] = f"{hashes.get(kind, '')} 'sha256-{digest}'"
    return (
        f"default-src 'none'; script-src{hashes.get('script', '')}; "
        f"style-src{hashes.get('style', '')}; base-uri 'none'; form-action 'none'; "
        "frame-ancestors 'none'"
    )
