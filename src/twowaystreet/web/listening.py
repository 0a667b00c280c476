"""The network of the server: its socket, its links, and its loop."""

from __future__ import annotations

import contextlib
import socket
import sys

from twowaystreet._util.imports import needing

with needing("web", __name__):
    import uvicorn

from twowaystreet.web import logs
from twowaystreet.web.guards import BoundedWebSocket, BriefHTTP
from twowaystreet.web.hosts import TableHost
from twowaystreet.web.limits import Limits
from twowaystreet.web.server import application

_SWITCH = 0.0005
"""The seconds after which a thread lets others run. While a bot thinks for long, people at other
tables wait 60 milliseconds for an answer, on a busy machine. With the usual 0.005 they wait 240."""
_BACKLOG = 100
"""The connections that are accepted at once. Python tries as often to accept one, and reports each
failure, while the process has no file descriptor left."""
_GRACE = 2
"""The seconds that connections have to end when the server stops."""


def open_socket(host: str, port: int) -> socket.socket:
    """Return a socket that listens; port 0 stands for any free port.

    Raises:
        OSError: if the address cannot be used.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    return socket.create_server((host, port), family=family)


def link(listener: socket.socket, token: str = "") -> str:
    """Return the link with a token; browsers do not send the part after the #."""
    host, port, *_ = listener.getsockname()
    if host in {"0.0.0.0", "::"}:  # all addresses of this machine
        host = socket.gethostname()
    place = f"http://{f'[{host}]' if ':' in host else host}:{port}/"
    return f"{place}#{token}" if token else place


def serve(
    host: TableHost,
    listener: socket.socket,
    *,
    pace: float,
    limits: Limits | None = None,
    lobby: bool = False,
) -> None:
    """Serve the tables of a host until a signal ends the program, and close the host."""
    chosen = limits or Limits()

    class Bounded(BoundedWebSocket):
        limits = chosen

    config = uvicorn.Config(
        application(host, pace=pace, limits=chosen, lobby=lobby),
        http=BriefHTTP,
        ws=Bounded,
        ws_max_size=chosen.size,
        backlog=_BACKLOG,
        log_level="warning",
        access_log=False,  # addresses of connections contain tokens
        server_header=False,
        lifespan="off",
        timeout_graceful_shutdown=_GRACE,
    )
    logs.bound("asyncio", "uvicorn.error")
    sys.setswitchinterval(_SWITCH)
    with contextlib.suppress(KeyboardInterrupt):  # uvicorn raises the signal again after its end
        try:
            uvicorn.Server(config).run(sockets=[listener])
        finally:
            host.close()
