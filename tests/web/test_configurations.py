"""The configurations of the documentation, with nginx: joins, addresses, and no tokens."""

from __future__ import annotations

import asyncio
import json
import logging
import re
import tempfile
import urllib.error
import urllib.request
from collections.abc import AsyncGenerator, Callable, Coroutine, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, closing
from pathlib import Path
from typing import Any, Final

import pytest

from tests.processes import PATIENCE, comes
from tests.web.hosting import LOOK
from tests.web.serving import ABOUT
from tests.web.site import CONFIGURATION, NGINX, deployed, running_nginx

client = pytest.importorskip("websockets.asyncio.client", reason="the server needs the extra web")
uvicorn = pytest.importorskip("uvicorn", reason="the server needs the extra web")
pytest.importorskip("starlette", reason="the server needs the extra web")

from starlette.applications import Starlette  # noqa: E402  # optional package
from starlette.datastructures import Headers  # noqa: E402  # optional package
from starlette.routing import Mount  # noqa: E402  # optional package
from websockets.exceptions import InvalidHandshake  # noqa: E402  # optional package

from twowaystreet.games import duel  # noqa: E402  # after the skip
from twowaystreet.table import FileStore, Table  # noqa: E402  # after the skip
from twowaystreet.web import TableHost, application  # noqa: E402  # optional packages

DOCS: Final = CONFIGURATION.parents[1] / "docs"
FORGED: Final = {"X-Forwarded-For": "192.0.2.7"}
"""The address that each client claims to have."""
TABLES: Final = 6
Configure = Callable[[str, Sequence[int], Path], str]
"""Gives a configuration from the name and port of nginx, the ports of the server, and a log."""


def snippet(page: str) -> str:
    """Return the lines for nginx of a page."""
    (found,) = re.findall(r"```nginx\n(.*?)```", (DOCS / page).read_text("utf-8"), re.DOTALL)
    return str(found)


def processes(place: str, ports: Sequence[int], log: Path) -> str:
    """Return our configuration with as many processes as there are ports."""
    text = deployed(place, [*ports, 1][:2], log)
    line = "    server 127.0.0.1:{} max_fails=0;\n"
    two = "".join(map(line.format, [*ports, 1][:2]))
    assert two in text
    return text.replace(two, "".join(map(line.format, ports)))


def below_a_path(place: str, ports: Sequence[int], log: Path) -> str:
    text, count = re.subn(
        r"(?s)    location [^@]*? \{.*?\n    \}\n", "", processes(place, ports, log)
    )
    assert count == 4
    return f"{text.rstrip().removesuffix('}')}{snippet('hosting.md')}}}\n"


CONFIGURATIONS: Final[dict[str, tuple[Configure, int, str]]] = {
    "one process": (processes, 1, ""),
    "two processes": (processes, 2, ""),
    "three processes": (processes, 3, ""),
    "below a path": (below_a_path, 2, "/cards"),
}
"""The configurations, with the number of processes and the path of the page."""


def noting(app: Any, addresses: set[str]) -> Any:  # Any: an application of ASGI
    """Return the same application, which notes the addresses that a proxy tells."""

    async def noted(scope: Any, receive: Any, send: Any) -> None:  # Any: messages of ASGI
        addresses.update(Headers(scope=scope).getlist("x-forwarded-for"))
        await app(scope, receive, send)

    return noted


@asynccontextmanager
async def running(app: Any) -> AsyncGenerator[int]:  # Any: an application of ASGI
    """Run an application as ``uvicorn`` does, and give its port."""
    config = uvicorn.Config(app, port=0, access_log=False, lifespan="off", log_config=None)
    server = uvicorn.Server(config)
    server.install_signal_handlers = lambda: None
    with closing(config.bind_socket()) as listener:
        task = asyncio.create_task(server.serve([listener]))
        await comes(lambda: server.started)
        port: int = listener.getsockname()[1]
        try:
            yield port
        finally:
            server.should_exit = server.force_exit = True
            await task


async def asked(address: str, token: str, body: object) -> Any:  # Any: JSON
    """Send a request, and return the answer, which has to be a good one."""
    data, headers = json.dumps(body).encode(), {"Authorization": f"Bearer {token}", **FORGED}
    request = urllib.request.Request(address, data, headers)

    def send() -> Any:  # Any: JSON
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            with error:
                raise AssertionError(f"{address}: {error.code}") from None

    return await asyncio.to_thread(send)


async def scene(address: str, *protocols: str) -> Any:  # Any: JSON
    """Connect, and return the first message of the server."""
    offered = protocols or None
    async with client.connect(
        address, subprotocols=offered, additional_headers=FORGED, open_timeout=PATIENCE
    ) as line:
        await line.send(LOOK)
        return json.loads(await asyncio.wait_for(line.recv(), PATIENCE))


async def joined(place: str) -> list[tuple[str, str]]:
    """Let two people meet at some tables; return the names of the tables, and all their tokens."""
    ann, ben = [
        (await asked(f"http://{place}/api/people", "", {"name": name}))["token"]
        for name in ("Ann", "Ben")
    ]
    found: list[tuple[str, str]] = []
    for _ in range(TABLES):
        made = await asked(f"http://{place}/api/tables", ann, ABOUT)
        name = made["table"]
        found.append((name, made["token"]))
        for action in ("join", "watch"):
            answer = await asked(f"http://{place}/api/tables/{name}/{action}", ben, {})
            found.append((name, answer["token"]))
    return found


def connected(place: str, name: str, token: str) -> tuple[Coroutine[Any, Any, Any], ...]:
    """Connect with a token as pages and as programs do. Any: JSON."""
    address = f"ws://{place}/ws?table={name}"
    return scene(address, "twowaystreet", f"token.{token}"), scene(f"{address}&token={token}")


async def visited(place: str, tokens: Sequence[tuple[str, str]]) -> None:
    """Connect with each token."""
    for each in tokens:
        for found in connected(place, *each):
            assert (await found)["type"] == "table"


async def lost(place: str, tokens: Sequence[tuple[str, str]]) -> None:
    """Try to connect while the server is down."""
    for each in tokens:
        for found in connected(place, *each):
            with pytest.raises(InvalidHandshake):
                await found


@pytest.mark.skipif(NGINX is None, reason="needs nginx, as in the package nginx-light")
@pytest.mark.parametrize("name", CONFIGURATIONS)
def test_people_join_from_their_own_addresses_and_their_tokens_are_in_no_log(
    name: str, caplog: pytest.LogCaptureFixture
) -> None:
    configure, count, path = CONFIGURATIONS[name]
    caplog.set_level(logging.INFO)
    addresses: set[str] = set()

    async def evening(folder: Path) -> list[tuple[str, str]]:
        hosts = [TableHost(FileStore(folder / "tables")) for _ in range(count)]
        async with AsyncExitStack() as ends:
            ports: list[int] = []
            apps = AsyncExitStack()
            for host in hosts:
                ends.callback(host.close)
                app = noting(application(host, lobby=name != "one game"), addresses)
                ports.append(await apps.enter_async_context(running(app)))
            place = ends.enter_context(
                running_nginx(folder, lambda place: configure(place, ports, folder / "access.log"))
            )
            place += path
            if name == "one game":
                tables = [Table(duel.GAME) for _ in range(2)]
                people = [(hosts[0].add(each), each.join("Ann")) for each in tables]
            else:
                people = await joined(place)
            await visited(place, people)
            await apps.aclose()
            await lost(place, people)
            return people

    with tempfile.TemporaryDirectory(prefix="nginx-", dir="/tmp") as name_of_folder:
        folder = Path(name_of_folder)
        folder.chmod(0o755)
        people = asyncio.run(evening(folder))
        logs = [each for each in folder.iterdir() if each.is_file() and each.suffix != ".conf"]
        assert len(logs) >= 2
        written = caplog.text + "".join(each.read_text("utf-8") for each in logs)
    assert addresses == {"127.0.0.1"}
    assert "WebSocket" in written
    for _, token in people:
        assert token not in written


def test_a_site_in_starlette_writes_no_token_into_its_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)

    async def visit() -> str:
        host = TableHost(FileStore(tmp_path))
        table = Table(duel.GAME)
        name, token = host.add(table), table.join("Ann")
        async with running(Starlette(routes=[Mount("/cards", application(host))])) as port:
            address = f"ws://127.0.0.1:{port}/cards/ws?table={name}&token={token}"
            assert (await scene(address))["you"] == 0
            with pytest.raises(InvalidHandshake):  # a page of another origin
                async with client.connect(address, origin="http://evil.example"):
                    pass
        host.close()
        return token

    token = asyncio.run(visit())
    assert "accepted" in caplog.text and "403" in caplog.text
    assert token not in caplog.text
