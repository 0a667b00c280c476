"""Pictures of the games, and pages of finished games, for the lobby."""

from __future__ import annotations

import asyncio
import json
import re
from base64 import b64encode
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from hashlib import sha256
from typing import Any, Final

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from twowaystreet._engine.game import GAMES
from twowaystreet._page.pictures import picture_of
from twowaystreet._page.replay import pages as replays
from twowaystreet._records.records import Record
from twowaystreet.errors import TwoWayStreetError
from twowaystreet.web.club import Club, Result
from twowaystreet.web.gate import TooMany
from twowaystreet.web.waiting import Waiting

KEPT: Final = 8
"""The most pages of finished games that a process keeps; one has about 300,000 characters."""
_DAY: Final = {"cache-control": "max-age=86400"}
_INLINE: Final = re.compile(r"<(script|style)>(.*?)</\1>", re.DOTALL)


class Pages:
    """The pictures of the games, and a page to look back at each finished game.

    Args:
        club: the club.
        catalogue: the content of the gallery. Any: JSON.
        admit: counts a request, and raises :class:`~twowaystreet.web.gate.TooMany`.
        waiting: the work on the store.
    """

    def __init__(
        self,
        club: Club,
        catalogue: Mapping[str, Any],
        admit: Callable[[Request], object],
        waiting: Waiting,
    ) -> None:
        self._club = club
        self._settings = f"export const CATALOGUE = {json.dumps(catalogue)};\n"
        self._admit = admit
        self._waiting = waiting
        self._drawing = asyncio.Lock()

    def routes(self) -> Iterator[BaseRoute]:
        """Yield the routes."""
        yield Route("/settings.js", self._module)
        yield Route("/pictures/{game}.svg", self._picture)
        yield Route("/games/{key}", self._replay)

    async def _module(self, request: Request) -> Response:
        return Response(self._settings, media_type="text/javascript")

    async def _picture(self, request: Request) -> Response:
        game = request.path_params["game"]
        if game not in GAMES:
            return PlainTextResponse("there is no such game here", 404)
        return Response(_picture(game), media_type="image/svg+xml", headers=_DAY)

    def _found(self, key: str) -> tuple[str | None, Result | None]:
        """Return the record and the result of a finished game."""
        return self._club.record_of(key), self._club.result(key)

    async def _replay(self, request: Request) -> Response:
        """Return the page of a finished game, with all its cards."""
        key = request.path_params["key"]
        try:
            await self._waiting.call(partial(self._admit, request))
        except TooMany as error:
            return error.answer
        record, result = await self._waiting.call(partial(self._found, key))
        if record is None or result is None:
            return PlainTextResponse("There is no such game here.", 404)
        try:
            async with self._drawing:  # a long game takes seconds
                page = await run_in_threadpool(_replay, record, result.names)
        except TwoWayStreetError:  # a game of another version, or one that is not installed
            return PlainTextResponse("This game cannot be shown any more.", 410)
        headers = {"content-security-policy": policy_of(page)}
        return Response(page, media_type="text/html", headers=headers)


@lru_cache
def _picture(game: str) -> str:
    return picture_of(GAMES[game])


@lru_cache(KEPT)
def _replay(record: str, names: Sequence[str]) -> str:
    return replays.page(Record.from_json(record), names)


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
