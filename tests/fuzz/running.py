"""Running a target: time and memory limits per input, and the faults found."""

from __future__ import annotations

import contextlib
import random
import resource
import signal
import traceback
from collections.abc import Generator
from pathlib import Path
from types import FrameType
from typing import Final, NoReturn

import attrs

from tests.fuzz.foreign import NoInput
from tests.fuzz.targets import TARGETS, Target

SECONDS: Final = 5.0
"""Limit of processor time to read and check one input."""
MEGABYTES: Final = 1500
"""Limit of memory of the process."""
MOST_TAKEN: Final = 300
"""Number of accepted inputs to keep changing."""

FOUND: Final = Path(__file__).with_name("found")
"""Inputs that once showed a fault, in a folder per target."""


class TooLong(BaseException):
    """Error for an input that takes too long; ``except Exception`` does not catch it."""


@attrs.frozen
class Fault:
    """A fault that an input has shown.

    Attributes:
        target: the name of the target.
        text: the input.
        what: the error and its place in the code.
    """

    target: str
    text: str
    what: str


@attrs.define
class Tally:
    """Counts of the inputs tried.

    Attributes:
        runs: number of inputs.
        taken: number of inputs accepted and checked, not refused.
        megabytes: peak memory of the process.
        faults: the faults found.
    """

    runs: int = 0
    taken: int = 0
    megabytes: int = 0
    faults: dict[str, Fault] = attrs.field(factory=dict[str, Fault])

    def add(self, other: Tally) -> None:
        """Add the counts of another tally."""
        self.runs += other.runs
        self.taken += other.taken
        self.megabytes = max(self.megabytes, other.megabytes)
        self.faults = other.faults | self.faults


def _too_long(number: int, frame: FrameType | None) -> NoReturn:
    raise TooLong


@contextlib.contextmanager
def within(seconds: float) -> Generator[None]:
    """Limit the processor time of a block."""
    before = signal.signal(signal.SIGPROF, _too_long)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def megabytes() -> int:
    """Return the peak memory of this process."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def is_taken(target: Target, text: str) -> bool:
    """Read and check an input; return False if the target refuses it properly."""
    try:
        found = target.read(text)
    except NoInput:
        return False
    except target.refused:
        return False
    target.prove(text, found)
    return True


def try_one(target: Target, text: str, tally: Tally) -> bool:
    """Try one input and count it; return True if the target accepts it."""
    tally.runs += 1
    before = megabytes()
    taken = False
    try:
        with within(SECONDS):
            taken = is_taken(target, text)
    except (Exception, TooLong) as error:
        what = _where(error)
        tally.faults.setdefault(what, Fault(target.name, text, what))
    tally.taken += taken
    tally.megabytes = megabytes()
    if tally.megabytes > MEGABYTES >= before:
        what = f"more than {MEGABYTES} MB"
        tally.faults.setdefault(what, Fault(target.name, text, what))
    return taken


def _where(error: BaseException) -> str:
    """Return the error with the library lines that raised it."""
    frames = traceback.extract_tb(error.__traceback__)
    lines = [f"{Path(each.filename).name}:{each.lineno}" for each in frames[-4:]]
    return f"{type(error).__name__} at {' '.join(lines)}: {str(error)[:300]}"


def run(name: str, seed: int, runs: int, most_seeds: int | None = None) -> Tally:
    """Try the good inputs of a target, at most ``most_seeds``, then changed inputs."""
    target, tally = TARGETS[name], Tally()
    rng = random.Random(f"{name}/{seed}")
    seeds = target.seeds()
    for text in seeds if most_seeds is None else rng.sample(seeds, min(most_seeds, len(seeds))):
        try_one(target, text, tally)
    # Half of the changes start from accepted inputs, half from the good ones.
    taken = list(seeds)
    for _ in range(runs):
        text = target.change(rng.choice(rng.choice((seeds, taken))), seeds, rng)
        if try_one(target, text, tally):
            taken.append(text)
            if len(taken) > MOST_TAKEN:
                del taken[rng.randrange(MOST_TAKEN)]
    return tally


def saved_inputs(name: str) -> list[str]:
    """Return the inputs of a target that once showed a fault."""
    return [read_input(path) for path in sorted((FOUND / name).glob("*.txt"))]


def read_input(path: Path) -> str:
    """Read an input from a file, without any conversion."""
    return path.read_bytes().decode("utf-8", "surrogatepass")


def keep(fault: Fault, number: int) -> Path:
    """Save the input of a fault in a file."""
    folder = FOUND / fault.target
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{number}.txt"
    while path.exists():
        number += 1
        path = folder / f"{number}.txt"
    path.write_bytes(fault.text.encode("utf-8", "surrogatepass"))
    return path
