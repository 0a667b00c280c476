"""The files that pytest leaves out because a package is missing."""

from __future__ import annotations

from importlib.util import find_spec

from tests.needs_numba import IS_MISSING, NEED_NUMBA

_NEED_WEB = [f"src/twowaystreet/web/{name}.py" for name in ("listening", "rooms", "server")]
_WEB_IS_MISSING = not all(map(find_spec, ("starlette", "uvicorn", "websockets")))

collect_ignore_glob = [
    *(NEED_NUMBA if IS_MISSING else ()),
    *(_NEED_WEB if _WEB_IS_MISSING else ()),
]
"""The files with examples that need an extra, besides the tests that skip themselves."""


def pytest_report_header() -> list[str]:
    """Say at the start of a test run if the tests of an extra are skipped."""
    numba = "numba is missing: compiled playouts and solver are not tested (extra fast)"
    web = "starlette, uvicorn or websockets is missing: the server is not tested (extra web)"
    return [numba] * IS_MISSING + [web] * _WEB_IS_MISSING
