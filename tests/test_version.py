"""The version of the library stands in one place."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from importlib.metadata import version
from pathlib import Path

import twowaystreet

ROOT = Path(__file__).parents[1]


def test_the_package_has_the_version_that_the_module_says() -> None:
    assert version("twowaystreet") == twowaystreet.__version__


def test_the_build_reads_it_from_the_module() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    assert "version" not in settings["project"]
    assert "version" in settings["project"]["dynamic"]
    path = settings["tool"]["hatch"]["version"]["path"]
    assert (ROOT / path).samefile(twowaystreet.__file__)


def test_nothing_looks_for_installed_packages_while_the_library_is_imported() -> None:
    look = "import sys, twowaystreet; print('importlib.metadata' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", look], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
