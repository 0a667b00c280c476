"""The version of the library is defined in one place."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from importlib.metadata import version
from pathlib import Path

import twowaystreet

ROOT = Path(__file__).parents[1]


def test_package_and_module_have_the_same_version() -> None:
    assert version("twowaystreet") == twowaystreet.__version__


def test_the_build_reads_it_from_the_module() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    assert "version" not in settings["project"]
    assert "version" in settings["project"]["dynamic"]
    path = settings["tool"]["hatch"]["version"]["path"]
    assert (ROOT / path).samefile(twowaystreet.__file__)


def test_importing_the_library_does_not_search_installed_packages() -> None:
    look = "import sys, twowaystreet; print('importlib.metadata' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", look], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
