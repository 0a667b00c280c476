"""The page without a server, written by the command and published by the simplest web server."""

import contextlib
import os
import subprocess
import sys
import threading
from collections.abc import Generator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Final

import pytest

from tests.web import clicks
from tests.web.clicks import Page, script

PLACE: Final = "TWOWAYSTREET_PYODIDE"
"""The environment variable with the folder of Pyodide, as tests fetch nothing themselves."""
NEEDED: Final = (
    f"Pyodide is missing: unpack the output of npm pack pyodide, and name its folder in {PLACE}, "
    "or install it with npm install pyodide"
)
GALLERY = "#start:not([hidden])"
GO_ON = "#start-go-on"
SAVED = "twowaystreet /"  # the key of the saved game, for a page at the top of its server
_KEPT: Final = script("kept.js")
"""Tells whether the page has kept its modules, and can make them useless."""


def _pass(*_: object) -> None:
    """Write no log, and pass over connections that the browser drops."""


@contextlib.contextmanager
def published(folder: Path) -> Generator[str]:
    quiet = type("Quiet", (SimpleHTTPRequestHandler,), {"log_message": _pass})
    quiet_server = type("Server", (ThreadingHTTPServer,), {"handle_error": _pass})
    with quiet_server(("127.0.0.1", 0), partial(quiet, directory=str(folder))) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/"
        finally:
            server.shutdown()
            thread.join()


def pyodide() -> Path | None:
    """Return the folder of Pyodide: the one in the variable, or npm's; ``None`` without one."""
    if named := os.environ.get(PLACE):
        return Path(named)
    installed = Path("node_modules/pyodide")
    return installed if installed.is_dir() else None


def write(folder: Path) -> None:
    command = (sys.executable, "-m", "twowaystreet", "page", str(folder))
    if (found := pyodide()) is None:
        pytest.skip(NEEDED)
    given = ("--pyodide", str(found))
    subprocess.run([*command, *given], check=True, capture_output=True)


def forget_first(page: Page) -> None:
    """Forget the saved game when the page opens, but not when it is loaded again; play fast."""
    page.add_init_script("""
        if (!sessionStorage.opened) localStorage.clear();
        sessionStorage.opened = "yes";
        const settings = { speed: "off", forced: "ask" };
        localStorage.setItem("twowaystreet settings", JSON.stringify(settings));
    """)


def tile(game: str) -> str:
    return f"#gallery [data-game={game}]"


def begin(page: Page, game: str, *, bots: str = "medium", name: str = "Ann") -> None:
    """Choose opponents and a name, and begin a game with one click."""
    page.wait_for_selector(GALLERY)
    page.fill("#start-name", name)
    page.check(f"#start [name=bots][value='{bots}']", force=True)  # its words cover it
    page.click(f"{tile(game)} button:text-is('Play')")
    wait_for_table(page)


def wait_for_table(page: Page) -> None:
    page.wait_for_selector("#start", state="hidden")
    page.wait_for_selector("#table svg .item")


def wait_until_kept(page: Page, *, damage: bool = False) -> None:
    """Wait until the page has kept the modules that make its next start faster; damage them."""
    clicks.until(page, lambda: bool(page.evaluate(_KEPT, damage)))
