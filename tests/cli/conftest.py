"""Shared fixture: a saved hand."""

from pathlib import Path

import pytest

from tests.cli.helpers import saved


@pytest.fixture
def five(tmp_path: Path) -> str:
    """A saved hand of five players with seed 7."""
    path = tmp_path / "street.txt"
    saved(path, "street", "--seed", "7", "--players", "5")
    return str(path)
