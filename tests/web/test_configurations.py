"""The configurations of the documentation, with nginx: joins, addresses, and no tokens."""

import asyncio
import json
import logging
import re
import tempfile
from collections.abc import AsyncGenerator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, closing
from pathlib import Path
from typing import Any, Final

import pytest

from tests.processes import PATIENCE, comes
from tests.web.hosting import LOOK, run_slowly
from tests.web.serving import ABOUT
from tests.web.site import CONFIGURATION, NGINX, ask, deployed, running_nginx
from twowaystreet.table import FileStore

client = pytest.importorskip("websockets.asyncio.client", reason="the server needs the extra web")
uvicorn = pytest.importorskip("uvicorn", reason="the server needs the extra web")

from starlette.datastructures import Headers  # noqa: E402  # optional package
from websockets.exceptions import InvalidHandshake  # noqa: E402  # optional package

from twowaystreet.web import TableHost, application  # noqa: E402  # optional packages

HOSTING: Final = CONFIGURATION.parents[1] / "docs" / "hosting.md"
FORGED: Final = {"X-Forwarded-For": "192.0.2.7"}  # the address that each client claims to have
TABLES: Final = 6


def configured(place: str, ports: Sequence[int], log: Path, path: str) -> str:
    text = deployed(place, [*ports, 1][:2], log)
    line = "    server 127.0.0.1:{} max_fails=0;\n"
    two = "".join(map(line.format, [*ports, 1][:2]))
    assert two in text
    text = text.replace(two, "".join(map(line.format, ports)))
    if path:
        text, count = re.subn(r"(?s)    location [^@]*? \{.*?\n    \}\n", "", text)
        (snippet,) = re.findall(r"```nginx\n(.*?)```", HOSTING.read_text("utf-8"), re.DOTALL)
        assert count == 4
        text = f"{text.rstrip().removesuffix('}')}{snippet}}}\n"
    return text


def noting(app: Any, addresses: set[str]) -> Any:  # Any: an application of ASGI
    """Return the same application, which notes the addresses that a proxy tells."""

    async def noted(scope: Any, receive: Any, send: Any) -> None:  # Any: messages of ASGI
        addresses.update(Headers(scope=scope).getlist("x-forwarded-for"))
        await app(scope, receive, send)

    return noted


@asynccontextmanager
async def running(app: Any) -> AsyncGenerator[int]:  # Any: an application of ASGI
    # By default older versions take a protocol whose warnings are errors here.
    config = uvicorn.Config(
        app, port=0, ws="websockets-sansio", access_log=False, lifespan="off", log_config=None
    )
    server = uvicorn.Server(config)
    server.install_signal_handlers = lambda: None
    with closing(config.bind_socket()) as listener:
        task = asyncio.create_task(server.serve([listener]))
        await comes(lambda: server.started)
        try:
            yield listener.getsockname()[1]
        finally:
            server.should_exit = server.force_exit = True
            await task


async def asked(address: str, body: object, token: str = "") -> Any:  # Any: JSON
    return await asyncio.to_thread(ask, address, body, token, **FORGED)


async def joined(place: str) -> list[tuple[str, str]]:
    """Let two people meet at some tables; return the names of the tables, and all their tokens."""
    ann, ben = [
        (await asked(f"{place}/api/people", {"name": name}))["token"] for name in ("Ann", "Ben")
    ]
    found: list[tuple[str, str]] = []
    for _ in range(TABLES):
        made = await asked(f"{place}/api/tables", ABOUT, ann)
        name = made["table"]
        found.append((name, made["token"]))
        for action in ("join", "watch"):
            answer = await asked(f"{place}/api/tables/{name}/{action}", {}, ben)
            found.append((name, answer["token"]))
    return found


async def visited(place: str, name: str, token: str, *, is_up: bool) -> None:
    address = f"ws://{place}/ws?table={name}"
    pages = (address, ["twowaystreet.v1", f"token.{token}"]), (f"{address}&token={token}", None)
    for url, protocols in pages:
        try:
            async with client.connect(
                url, subprotocols=protocols, additional_headers=FORGED, open_timeout=PATIENCE
            ) as line:
                await line.send(LOOK)
                found = json.loads(await asyncio.wait_for(line.recv(), PATIENCE))["type"]
        except InvalidHandshake:
            found = ""
        assert found == ("table" if is_up else "")


@pytest.mark.skipif(NGINX is None, reason="needs nginx, as in the package nginx-light")
@pytest.mark.parametrize(
    ("count", "path"),
    [(1, ""), (3, ""), (2, "/cards")],
    ids=["one process", "three processes", "two below a path"],
)
def test_people_join_from_their_own_addresses_and_their_tokens_are_in_no_log(
    count: int, path: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    addresses: set[str] = set()

    async def evening(folder: Path) -> list[tuple[str, str]]:
        async with AsyncExitStack() as ends, AsyncExitStack() as apps:
            ports: list[int] = []
            for _ in range(count):
                host = ends.enter_context(closing(TableHost(FileStore(folder / "tables"))))
                app = noting(application(host, lobby=True), addresses)
                ports.append(await apps.enter_async_context(running(app)))
            log = folder / "access.log"
            nginx = running_nginx(folder, lambda place: configured(place, ports, log, path))
            place = ends.enter_context(nginx) + path
            people = await joined(place)
            for each in people:
                await visited(place, *each, is_up=True)
            await apps.aclose()
            for each in people:
                await visited(place, *each, is_up=False)
            return people

    with tempfile.TemporaryDirectory(prefix="nginx-", dir="/tmp") as name_of_folder:
        folder = Path(name_of_folder)
        folder.chmod(0o755)
        people = run_slowly(evening(folder))
        logs = [each for each in folder.iterdir() if each.is_file() and each.suffix != ".conf"]
        assert len(logs) >= 2
        written = caplog.text + "".join(each.read_text("utf-8") for each in logs)
    assert addresses == {"127.0.0.1"} and "WebSocket" in written
    assert not [token for _, token in people if token in written]
