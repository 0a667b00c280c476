"""The examples run, and print what they say."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

EXAMPLES = Path(__file__).parent.parent / "examples"


def run(name: str, *arguments: str, typed: str = "") -> list[str]:
    """What an example prints."""
    done = subprocess.run(
        [sys.executable, "-X", "utf8", str(EXAMPLES / name), *arguments],
        input=typed,
        capture_output=True,
        check=True,
        encoding="utf-8",
    )
    return done.stdout.splitlines()


def test_every_example_is_tested() -> None:
    assert {path.name for path in EXAMPLES.glob("*.py")} == {
        "first_hand.py",
        "saving.py",
        "server.py",
        "oh_hell.py",
        "score_pad.py",
    }


def test_the_first_hand() -> None:
    lines = run("first_hand.py")
    assert len(lines) == 13
    assert all(" leads " in line for line in lines[:10])
    assert lines[10].split(" | ")[0].strip() == "Ann"


def test_the_score_pad() -> None:
    typed = "LD 0 HD 4 LD 0 HD 6\nLD 0 HD 4\nLD 0 HD eight LD 1 LD 1\nLD 0 HD 8 LD 1 LD 1\n\n"
    lines = run("score_pad.py", "Zak", "Katie", "Jen", "Derek", typed=typed)
    assert lines[2].split() == ["4", "|", "0", "|", "4", "|", "4"]
    assert sum(line.startswith("Not written down") for line in lines) == 2
    assert lines[-1].split() == ["6", "|", "6", "|", "4", "|", "4"]


def test_a_game_of_ones_own() -> None:
    lines = run("oh_hell.py", "play", "oh_hell", "--auto", "--seed", "3")
    assert sum(line.startswith("Hand ") for line in lines) == 1
    assert sum(line.startswith("Trick ") for line in lines) == 7
    assert any("bid 2" in line for line in lines)
    assert any("oh_hell" in line for line in run("oh_hell.py", "games"))
