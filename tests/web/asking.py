"""Requests to an ASGI application in the test, without a network."""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from starlette.applications import Starlette


class Answer(NamedTuple):
    """An answer over HTTP."""

    status: int
    headers: dict[str, str]
    text: str

    @property
    def json(self) -> Any:
        """The content as JSON, hence Any."""
        return json.loads(self.text)


class Asker:
    """A person with a token who sends requests.

    Args:
        app: the application.
        token: the token; empty for none.
    """

    def __init__(self, app: Starlette, token: str = "") -> None:
        self._app = app
        self.token = token

    def ask(self, method: str, path: str, body: object = None, query: str = "") -> Answer:
        """Send a request with JSON, or with bytes as they are."""
        return asyncio.run(self._ask(method, path, body, query))

    async def _ask(self, method: str, path: str, body: object, query: str) -> Answer:
        content = body if isinstance(body, bytes) else json.dumps(body).encode()
        headers = [(b"host", b"test"), (b"authorization", f"Bearer {self.token}".encode())]
        # Any: messages of ASGI.
        scope: dict[str, Any] = {
            "type": "http",
            "method": method,
            "path": path,
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "scheme": "http",
            "server": ("test", 80),
            "client": ("test", 1),
            "headers": headers[: 2 if self.token else 1],
        }
        sent: list[Any] = []

        given = [{"type": "http.request", "body": b"" if body is None else content}]

        async def receive() -> dict[str, Any]:
            if not given:
                await asyncio.Event().wait()  # the client stays
            return given.pop()

        async def send(message: Any) -> None:
            sent.append(message)

        await self._app(scope, receive, send)
        found = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
        text = b"".join(each.get("body", b"") for each in sent[1:]).decode()
        return Answer(sent[0]["status"], found, text)
