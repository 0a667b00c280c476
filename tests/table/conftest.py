"""Fixtures of the tests of stores."""

from collections.abc import Generator

import pytest

from tests.table.postgres import Server, running_server


@pytest.fixture(scope="session")
def postgres() -> Generator[Server]:
    """Start a server of PostgreSQL; skip the test where it is missing."""
    with running_server() as server:
        yield server
