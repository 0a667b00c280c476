"""Settings and fixtures of all tests."""

from __future__ import annotations

import os
import random
import shutil
import sys
from collections.abc import Generator, Iterator, Sequence
from contextlib import suppress
from importlib import import_module
from tempfile import mkdtemp
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest
from _pytest.raises import RaisesExc
from hypothesis import HealthCheck, Phase, settings

from tests.public_members import unnamed
from twowaystreet._core.engine import game as registry
from twowaystreet.table import _bots, _table
from twowaystreet.testing import register_types

if TYPE_CHECKING:
    from playwright.sync_api import Browser

# Connections to servers of the tests use no proxy.
for _name in ("no_proxy", "NO_PROXY"):
    os.environ[_name] = ",".join(filter(None, (os.environ.get(_name), "127.0.0.1,localhost")))

# Processes that the tests start share their bytecode. Without it, each compiles the library again.
_BYTECODE = mkdtemp() if os.environ.pop("PYTHONDONTWRITEBYTECODE", None) else None
if _BYTECODE:
    os.environ["PYTHONPYCACHEPREFIX"] = _BYTECODE


def _no_constants(_: str) -> bool:
    """Let Hypothesis try no constants of loaded modules, which depend on the tests before."""
    return False


with suppress(ImportError, AttributeError):  # older versions try none
    _place = "hypothesis.internal.conjecture.providers.is_local_module_file"
    pytest.MonkeyPatch().setattr(_place, _no_constants)

# The same examples each time, without a time limit.
settings.register_profile(
    "tests",
    deadline=None,
    derandomize=True,
    database=None,
    max_examples=40,
    suppress_health_check=[HealthCheck.too_slow],
    # An explanation takes longer than all else, and find() drops it.
    phases=[phase for phase in Phase if phase is not Phase.explain],
)
settings.load_profile("tests")
register_types()

# Tables have the same cards and bots on each run.
_CHANCE = SimpleNamespace(Random=random.Random, SystemRandom=lambda: random.Random(7))
for _module in (_bots, _table):
    pytest.MonkeyPatch().setattr(_module, "random", _CHANCE)

_caught = RaisesExc.__exit__


def _named(expected: RaisesExc[BaseException], *error: Any) -> bool:  # Any: as Python calls it
    """Let a test fail that expects an error which the docstring of a public function hides.

    The traceback has the functions that the error left, so that this costs nothing elsewhere.
    """
    is_expected = _caught(expected, *error)
    hidden = [*unnamed(error[1])] if is_expected else []
    assert not hidden, f"expected under Raises: {hidden}"
    return is_expected


pytest.MonkeyPatch().setattr(RaisesExc, "__exit__", _named)

list(registry.GAMES.values())  # loads all games, so that no test depends on an earlier one


@pytest.fixture(autouse=True)
def _forgotten(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Forget the games that a test registers, its places of modules, and the modules in its files.

    Other tests expect the games of the library alone, and have files with the same names.
    """
    games, places, modules = registry._games._registered, list(sys.path), set(sys.modules)
    registry._games._registered = dict(games)
    yield
    registry._games._registered = games
    sys.path[:] = places
    files = str(tmp_path_factory.getbasetemp())
    for name in set(sys.modules) - modules:
        if (getattr(sys.modules[name], "__file__", None) or "").startswith(files):
            del sys.modules[name]


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> object:
    """Let one worker run all tests of a file, which share expensive results."""
    if config.getoption("dist") != "load":
        return None
    return import_module("xdist.scheduler").LoadFileScheduling(config, log)


def pytest_unconfigure() -> None:
    """Remove the bytecode."""
    if _BYTECODE:
        shutil.rmtree(_BYTECODE, ignore_errors=True)


def pytest_collection_modifyitems(items: Sequence[pytest.Item]) -> None:
    """Mark the tests that need a browser; others of the server and of numbers are all smoke."""
    for item in items:
        if isinstance(item, pytest.Function) and "browser" in item.fixturenames:
            item.add_marker("browser")
        elif item.path.parent.name in ("spaces", "web"):
            item.add_marker("smoke")


# A longer life would keep the event loop of Playwright running in tests of other modules.
@pytest.fixture(scope="module")
def browser() -> Generator[Browser]:
    """Start a headless Chromium; skip the test where it or Playwright is missing."""
    playwright = pytest.importorskip("playwright.sync_api", reason="the browser needs playwright")
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        pytest.skip("the browser tests need chromium in the path")
    with playwright.sync_playwright() as running:
        started = running.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = started.new_page()
        page.set_content("<b>word</b>")
        if not page.evaluate("document.querySelector('b').offsetWidth"):
            pytest.skip("the browser tests need a font")
        page.close()
        yield started
        started.close()


@pytest.fixture
def windows_are_closed(browser: Browser) -> Generator[None]:
    """Close all windows after a test, as each one tries to reach its server forever."""
    yield
    for context in browser.contexts:
        context.close()
