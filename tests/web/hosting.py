"""A host in the test: its application without a network, and a clock that the test moves."""

import asyncio
import json
import math
import random
import selectors
from collections.abc import Callable, Coroutine
from functools import wraps
from typing import Any, Final, NamedTuple, ParamSpec, TypeVar
from urllib.parse import urlencode

import pytest
from typing_extensions import override

from tests.web.wire import checked
from twowaystreet.table import Table

pytest.importorskip("starlette", reason="the server needs the extra web")
pytest.importorskip("prometheus_client", reason="the server needs the extra web")

from twowaystreet.web.work import Thinkers  # after the skip

P = ParamSpec("P")
T = TypeVar("T")
LOOK: Final = '{"do": "look", "width": 800, "height": 600}'


TICKS: Final = 2**20
"""The parts of a second that time has: sums of them are exact, and no deadline is missed."""


class _Selector(selectors.DefaultSelector):
    """A selector that waits for nothing but other threads, and moves time on as if it had."""

    now = 0.0
    calls = 0  # the calls that threads have now; no time passes meanwhile

    @override
    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if timeout is None or (timeout > 0 and self.calls):
            return super().select()
        if timeout > 0:
            self.now = max(self.now * TICKS + 1, math.ceil((self.now + timeout) * TICKS)) / TICKS
        return super().select(0)


class FakeLoop(asyncio.SelectorEventLoop):
    """An event loop whose time passes at once while nobody works."""

    def __init__(self) -> None:
        super().__init__(chosen := _Selector())
        self.chosen = chosen

    @override
    def time(self) -> float:
        return self.chosen.now


async def ended(call: Coroutine[Any, Any, T]) -> T:  # Any: what a coroutine sends and takes
    """Await a coroutine, and end all tasks: lines that end tell others, in new tasks."""
    try:
        return await call
    finally:
        while others := asyncio.all_tasks() - {asyncio.current_task()}:
            for each in others:
                each.cancel()
            await asyncio.wait(others)


def run_slowly(call: Coroutine[Any, Any, T]) -> T:  # Any: what a coroutine sends and takes
    """Run a coroutine in time that passes as usual."""
    return asyncio.run(ended(call))


def run(call: Coroutine[Any, Any, T]) -> T:  # Any: what a coroutine sends and takes
    """Run a coroutine in time that passes at once, and stands still while threads make calls."""
    made = Thinkers.call

    async def counted(thinkers: Thinkers, function: Callable[[], T], limit: float) -> T:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, FakeLoop)
        loop.chosen.calls += 1
        try:
            return await made(thinkers, function, limit)
        finally:
            loop.chosen.calls -= 1

    with pytest.MonkeyPatch.context() as patch, asyncio.Runner(loop_factory=FakeLoop) as runner:
        patch.setattr(Thinkers, "call", counted)
        return runner.run(ended(call))


def awaited(
    test: Callable[P, Coroutine[Any, Any, None]],
    runner: Callable[[Coroutine[Any, Any, None]], None] = run_slowly,
) -> Callable[P, None]:
    """Let a test run on an event loop of its own."""

    @wraps(test)
    def whole(*args: P.args, **options: P.kwargs) -> None:
        runner(test(*args, **options))

    return whole


def timeless(test: Callable[P, Coroutine[Any, Any, None]]) -> Callable[P, None]:
    """Let a test run in time that passes at once."""
    return awaited(test, run)


class Instant(Thinkers):
    """Bots that think on the event loop, for as many seconds as a function of the test says."""

    def __init__(self, seconds: Callable[[], float] = lambda: 0.001) -> None:
        super().__init__()
        self._seconds = seconds

    @override
    async def call(self, function: Callable[[], T], limit: float) -> T:
        seconds = self._seconds()
        await asyncio.sleep(min(seconds, limit))
        if seconds > limit:
            raise TimeoutError
        return function()


def steady(table: Table, seed: int = 7) -> Table:
    """Give a table the same cards and bots on each run."""
    table._chance = table._bots._rng = random.Random(seed)
    return table


class Line:
    """A connection that a page opens: what it has got, and when; and how the server ended it."""

    def __init__(self, app: Any, scope: dict[str, Any]) -> None:  # Any: an application of ASGI
        self.got: list[tuple[float, str]] = []
        self.closed: int | None = None
        self.reason = ""
        self.refused: int | None = None
        self.protocol: str | None = None
        self._in: asyncio.Queue[dict[str, Any]] = asyncio.Queue()  # Any: messages of ASGI
        self._in.put_nowait({"type": "websocket.connect"})
        self._task = asyncio.create_task(app(scope, self._in.get, self._take))

    @property
    def texts(self) -> list[str]:
        return [text for _, text in self.got]

    @property
    def number(self) -> int:
        known = [json.loads(text) for text in self.texts]
        return max((each.get("number", 0) for each in known), default=0)

    async def _take(self, message: dict[str, Any]) -> None:  # Any: a message of ASGI
        match message["type"]:
            case "websocket.send":
                checked(message["text"])
                self.got.append((asyncio.get_running_loop().time(), message["text"]))
            case "websocket.accept":
                self.protocol = message.get("subprotocol")
            case "websocket.close":
                self.closed, self.reason = message.get("code", 1000), message.get("reason") or ""
                self._in.put_nowait({"type": "websocket.disconnect", "code": self.closed})
            case "websocket.http.response.start":
                self.refused = message["status"]
            case _:
                pass

    def send(self, text: str) -> None:
        self._in.put_nowait({"type": "websocket.receive", "text": text})

    def play(self, move: str) -> None:
        """Send a move, with the number of the last event that the page knows."""
        self.send(json.dumps({"do": "play", "move": move, "seen": self.number}))

    async def tell(self, text: str) -> None:
        self.send(text)
        await settle()

    async def make(self, move: str) -> None:
        self.play(move)
        await settle()

    async def leave(self) -> None:
        self._in.put_nowait({"type": "websocket.disconnect", "code": 1001})
        await self._task


class Answer(NamedTuple):
    """An answer over HTTP."""

    status: int
    headers: dict[str, str]
    text: str

    @property
    def json(self) -> Any:
        """The content as JSON, hence Any."""
        return json.loads(self.text)


class Site:
    """An application without a network; the headers are those of the last answer."""

    def __init__(self, app: Any) -> None:  # Any: an application of ASGI
        self.app = app
        self.address = "test"
        self.more: dict[str, str] = {}
        self.protocols: list[str] = []
        self.headers: dict[str, str] = {}

    async def connect(
        self, table: str, token: str, since: object = 0, *, look: str | None = LOOK
    ) -> Line:
        """Open a connection like the page of a person, and wait for its first picture."""
        query = urlencode({"table": table, "token": token, "since": since})
        line = Line(self.app, self._scope("websocket", "/ws", query))
        if look is not None:
            line.send(look)
        await settle()
        return line

    async def ask(
        self, method: str, path: str, token: str = "", body: object = None
    ) -> tuple[int, Any]:
        """Return the status and the answer to a request. Any: JSON."""
        answer = await self.answer(method, path, token, body)
        is_json = answer.text[:1] in ("{", "[")
        return answer.status, answer.json if is_json else answer.text

    async def answer(
        self, method: str, path: str, token: str = "", body: object = None, query: str = ""
    ) -> Answer:
        """Send a request with JSON, or with bytes as they are."""
        scope = self._scope("http", path, query)
        scope["method"] = method
        if token:
            scope["headers"].append((b"authorization", f"Bearer {token}".encode()))
        content = body if isinstance(body, bytes) else json.dumps(body).encode()
        given = [{"type": "http.request", "body": b"" if body is None else content}]
        sent: list[dict[str, Any]] = []  # Any: messages of ASGI

        async def receive() -> dict[str, Any]:
            if not given:
                await asyncio.Event().wait()  # the client stays
            return given.pop()

        async def send(message: dict[str, Any]) -> None:
            sent.append(message)

        await self.app(scope, receive, send)
        self.headers = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
        text = b"".join(each.get("body", b"") for each in sent).decode()
        return Answer(sent[0]["status"], self.headers, text)

    def _scope(self, kind: str, path: str, query: str) -> dict[str, Any]:
        headers = {"host": "test", **self.more}
        place = {"type": kind, "path": path, "raw_path": path.encode(), "root_path": ""}
        scheme = {"scheme": "ws" if kind == "websocket" else "http", "http_version": "1.1"}
        ends = {
            "client": (self.address, 1),
            "server": ("test", 80),
            "subprotocols": [*self.protocols],
        }
        return {
            **place,
            **scheme,
            **ends,
            "query_string": query.encode(),
            "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
            "extensions": {"websocket.http.response": {}},
        }


async def settle(seconds: float = 0.3) -> None:
    """Let some time pass, in which all tasks work until they wait for more of it."""
    await asyncio.sleep(seconds)
