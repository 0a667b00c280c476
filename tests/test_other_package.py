"""A package of another author: two games with the same rights as those of this library."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent / "other_package"
CHECK = PACKAGE / "check.py"


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the package and install it into a folder, without a network."""
    place = tmp_path_factory.mktemp("installed")
    source = tmp_path_factory.mktemp("source") / "other_package"
    shutil.copytree(PACKAGE, source)  # the build must not write into this tree
    pip = [sys.executable, "-m", "pip"]
    if not find_spec("pip"):
        uv = shutil.which("uv")
        if uv is None:
            pytest.skip("neither pip nor uv is installed")
        pip = [uv, "pip"]
    options = ["--no-build-isolation", "--no-deps", "--no-index", "--quiet"]
    more = [] if pip[-1] == "pip" and len(pip) == 3 else ["--python", sys.executable]
    subprocess.run(
        [*pip, "install", *more, *options, "--target", str(place), str(source)],
        check=True,
        env={
            **os.environ,
            "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        },
    )
    return place


def test_both_games_have_everything(installed: Path) -> None:
    src = Path(__file__).parents[1] / "src"
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(installed), str(src)])}
    done = subprocess.run(
        [sys.executable, str(CHECK)], capture_output=True, text=True, check=False, env=env
    )
    assert done.returncode == 0, done.stderr
    seen = json.loads(done.stdout.splitlines()[-1])
    knaves, last_trick = seen["knaves"], seen["last_trick"]
    assert knaves["rule"] and last_trick["rule"]
    assert "knaves" in knaves["text"].splitlines()[0] and "knaves" in knaves["picture"]
    assert "Last Trick" in last_trick["picture"]
    assert knaves["ahead"] > 0 and last_trick["ahead"] > 0
    assert (knaves["page"], last_trick["page"]) == ("Knaves", "Last Trick")
    assert "costs a point" in knaves["help"][0] and "last trick" in last_trick["help"][0]
    for name, each in seen.items():
        assert "Score sheet" in each["played"] and name in each["game"]
        assert each["help"][0].split()[0] in each["rules"] and "Hint" in each["rules"]
    assert knaves.get("compiled", True)
    assert not last_trick.get("compiled", False)
