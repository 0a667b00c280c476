"""The page without a server, written by the command and published by the simplest web server."""

from __future__ import annotations

import contextlib
import subprocess
import sys
import threading
from collections.abc import Generator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING

from typing_extensions import override

if TYPE_CHECKING:
    from playwright.sync_api import Page

FORM = "#start:not([hidden])"
BEGIN = "#start button[type=submit]"
_KEPT = """async () => {
    for (const name of await caches.keys())
        if ((await (await caches.open(name)).keys()).length) return true;
    return false;
}"""
"""A test that the page has kept its modules."""
DAMAGE = """async () => {
    for (const name of await caches.keys()) {
        const store = await caches.open(name);
        for (const key of await store.keys()) await store.put(key, new Response("damaged"));
    }
}"""
"""A change that makes the kept modules useless."""


class _Quiet(SimpleHTTPRequestHandler):
    @override
    def log_message(self, format: str, *args: object) -> None:
        """Write no log."""


class _Server(ThreadingHTTPServer):
    @override
    def handle_error(self, request: object, client_address: object) -> None:
        """Pass over connections that the browser drops."""


@contextlib.contextmanager
def published(folder: Path) -> Generator[str]:
    """Publish a folder, and give its address."""
    handler = partial(_Quiet, directory=str(folder))
    with _Server(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/"
        finally:
            server.shutdown()
            thread.join()


def write(folder: Path, pyodide: Path) -> None:
    """Write the page with the command."""
    command = (sys.executable, "-m", "twowaystreet", "page", str(folder))
    subprocess.run([*command, "--pyodide", str(pyodide)], check=True, capture_output=True)


def forget_first(page: Page) -> None:
    """Forget the saved game when the page opens, but not when it is loaded again."""
    page.add_init_script("""
        if (!sessionStorage.opened) localStorage.clear();
        sessionStorage.opened = "yes";
    """)


def begin(page: Page, game: str, *, bots: str = "simple", name: str = "Ann") -> None:
    """Fill in the form, and begin a game."""
    page.wait_for_selector(FORM)
    page.select_option("#start-game", game)
    page.select_option("#start-bots", bots)
    page.fill("#start-name", name)
    page.click(BEGIN)
    page.wait_for_selector("#table svg")


def wait_until_kept(page: Page) -> None:
    """Wait until the page has kept the modules that make its next start faster."""
    for _ in range(1200):
        if page.evaluate(_KEPT):
            return
        page.wait_for_timeout(200)
    raise AssertionError("the page keeps no modules")
