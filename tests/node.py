"""Programs of Node for tests, which skip themselves where Node or npm is missing."""

import shutil
import subprocess
from pathlib import Path
from typing import Final

import pytest

_SECONDS: Final = 300  # for a download of a package, on a slow machine


def node() -> str:
    """Return the program ``node``; skip the test where it is missing."""
    found = shutil.which("node")
    if found is None:
        pytest.skip("this test needs node")
    return found


def run(*command: str, folder: Path | None = None) -> subprocess.CompletedProcess[str]:
    command = (shutil.which(command[0]) or command[0], *command[1:])
    return subprocess.run(
        command, cwd=folder, capture_output=True, text=True, timeout=_SECONDS, check=False
    )


def npx(package: str, *command: str, folder: Path | None = None) -> str:
    """Return the output of a program of an npm package; it fails the test if it ends with an error.

    Skip the test where npx is missing or cannot get the package.
    """
    start = ("npx", "--yes", "--package", package)
    if shutil.which("npx") is None or run(*start, "--", "node", "--version").returncode:
        pytest.skip(f"this test needs npx, and npm must have or reach {package}")
    if not command:
        return ""
    done = run(*start, "--", *command, folder=folder)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
