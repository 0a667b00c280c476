"""Helpers of these tests: run commands, play games, read and write their files."""

import os
import random
import re
import subprocess
import sys
from collections.abc import Generator, Iterable
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import attrs
import pytest
from click.testing import CliRunner, Result
from typing_extensions import override

import twowaystreet as tws
from tests.helpers import AnyState
from tests.processes import killed_at_end
from twowaystreet._cli.commands import command
from twowaystreet._cli.save_files import load
from twowaystreet._core.display.lines import BLANK, Line, LinePrinter, plain
from twowaystreet.players import Network, simple

ENVIRONMENT = {**os.environ, "PYTHONPATH": str(Path(tws.__file__).parents[1])}
"""The environment of new processes: they import the same package as these tests."""

USUAL_SIGNALS = """
import signal
for name in {"SIGHUP", "SIGTERM"} & {*dir(signal)}:
    signal.signal(getattr(signal, name), signal.SIG_DFL)
signal.signal(signal.SIGINT, signal.default_int_handler)
"""
"""The first lines of a program that tests signals, which its parents may ignore."""

_PROGRAM = f"""{USUAL_SIGNALS}
import sys
from twowaystreet._cli import main
sys.exit(main())
"""

CARD = re.compile(r"(?<![\w*])(?:(?:10|[2-9JQKA])[CDHS]|[RBX]\*)(?![\w*])")


EARLIER = ("--opponents", "simple:preset=0.2.0")
"""Opponents whose moves never change."""
SEED_7 = ("play", "street", "--seed", "7", "--hands", "1", *EARLIER)
"""Arguments of a hand that a person plays, and of a hand to watch."""
WATCH_SEED_7 = ("play", "street", "--auto", "--seed", "7")


@contextmanager
def running(*words: str, stdout: int = subprocess.PIPE) -> Generator[subprocess.Popen[bytes]]:
    """Run a command with the usual signals in a process of its own; kill it at the end."""
    pipe = subprocess.PIPE
    command = [sys.executable, "-c", _PROGRAM, *words]
    with (
        subprocess.Popen(
            command, env=ENVIRONMENT, stdin=pipe, stdout=stdout, stderr=pipe
        ) as process,
        killed_at_end(process),
    ):
        yield process


def run(*words: str, typed: Iterable[str] = ()) -> Result:
    text = "".join(f"{line}\n" for line in typed)
    return CliRunner().invoke(command, list(words), input=text, prog_name="twowaystreet")


def output(*words: str, typed: Iterable[str] = ()) -> str:
    result = run(*words, typed=typed)
    assert result.exit_code == 0, result.output
    return result.output


def refusal(*words: str) -> str:
    result = run(*words)
    assert result.exit_code == 2, result.output
    lines = [line for line in result.output.splitlines() if line]  # rich 14.0 ends a bar with "\n"
    assert len(lines) == 1, result.output
    return lines[0]


def saved(path: Path, *words: str) -> str:
    """Save a game of simple players to a file; return the output of the command."""
    return output("play", *words, "--auto", "--save", str(path)).rpartition("Saved in ")[0]


def some_record(name: str, seed: int, moves: int = 1000) -> tws.Record:
    """Record the first deal of a game of simple players, at most ``moves`` moves."""
    rng = random.Random(seed)
    record = tws.Record(tws.GAMES[name].new_game())
    record = record.play(tws.shuffle(record.state, rng))
    while record.state.actor is not None and len(record.moves) < moves:
        record = record.play(simple(tws.view(record.state, record.state.actor), rng))
    return record


def typed_record(start: AnyState, seed: int, texts: Iterable[str]) -> tws.Record:
    record = tws.Record(start).play(tws.shuffle(start, random.Random(seed)))
    for text in texts:
        record = record.play(tws.parse_move(start, text))
    return record


def in_file(path: Path, record: tws.Record) -> str:
    path.write_text(record.to_text(), "utf-8")
    return str(path)


def golden(name: str) -> str:
    return Path(__file__).parent.joinpath("golden", name).read_text("utf-8")


def run_python(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, *words]
    return subprocess.run(command, env=ENVIRONMENT, capture_output=True, text=True, check=False)


def moves_of(path: Path, seat: int) -> list[str]:
    return [str(move) for state, move in loaded(path) if state.actor == seat]


def loaded(path: Path) -> tws.Record:
    record = load(path)
    assert isinstance(record, tws.Record)
    return record


@attrs.define
class Listener(LinePrinter):
    shown: list[str] = attrs.field(factory=list[str])

    @override
    def show(self, line: Line = BLANK) -> None:
        self.shown.append(plain(line))


def saved_network(path: Path, game: str = "twos", rules: Any = None) -> Path:
    """Write a network of random weights. Any: rules of any game."""
    np = pytest.importorskip("numpy", reason="learned players need NumPy, as in the extra rl")
    rl = pytest.importorskip("twowaystreet.rl")
    inputs, outputs = sum(rl.Observation(game, rules).sizes), rl.Actions(game, rules).size
    weights = np.random.default_rng(1).normal(size=(inputs, outputs)).astype(np.float32)
    layers = [(weights, np.zeros(outputs, np.float32))]
    Network.save(path, game, layers, rules=rules)
    return path
