"""The guard of each request: no change for the page of another site, and strict headers."""

from __future__ import annotations

import logging
from typing import Final

from starlette.datastructures import MutableHeaders
from starlette.requests import ClientDisconnect, HTTPConnection
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocketClose

from twowaystreet.web.limits import is_same_origin

HEADERS: Final = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cache-control": "no-cache",
}
"""The headers of every answer that does not set them itself."""
_LOOKING: Final = frozenset({"GET", "HEAD", "OPTIONS"})
"""The methods that change nothing."""
_NOTHING: Final = JSONResponse({"error": "nothing here has such a name"}, 404)
_FOREIGN: Final = JSONResponse({"error": "the page of another site asks for this"}, 403)
_LOG: Final = logging.getLogger("uvicorn.error")


class Guard:
    """Middleware that refuses foreign changes and NUL, adds headers, and notes lost clients."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message.setdefault("headers", [])
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        scope["home"] = f"{scope.get('root_path', '')}/"
        app, is_http = self._app, scope["type"] == "http"
        changes = scope["method"] not in _LOOKING if is_http else scope["type"] == "websocket"
        if changes and not is_same_origin(HTTPConnection(scope)):
            app = _FOREIGN if is_http else WebSocketClose()
        elif is_http and ("\0" in scope["path"] or b"%00" in scope["query_string"]):
            app = _NOTHING  # PostgreSQL has no texts with NUL
        try:
            await app(scope, receive, send_with_headers if is_http else send)
        except ClientDisconnect:  # the path may hold anything, so this line does not quote it
            _LOG.warning("a client went away before its request was complete")
