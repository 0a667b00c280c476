"""Running targets: each input within its time and memory, and what went wrong with it."""

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
"""How much time of the processor one input may take to be read and proved."""
MEGABYTES: Final = 1500
"""How much memory all of it may ever take."""
MOST_TAKEN: Final = 300
"""How many inputs that were taken are kept to be changed further."""

FOUND: Final = Path(__file__).with_name("found")
"""The inputs that have once shown a fault, in a folder for each target."""


class TooLong(BaseException):
    """An input took too long; no ``except Exception`` can hide it."""


@attrs.frozen
class Fault:
    """Something that went wrong.

    Attributes:
        target: the name of the target.
        text: the input.
        what: the error and where it was raised.
    """

    target: str
    text: str
    what: str


@attrs.define
class Tally:
    """What has been tried.

    Attributes:
        runs: how many inputs.
        taken: how many of them were read and proved, not refused.
        megabytes: the most memory that the process has had.
        faults: one for each thing that went wrong.
    """

    runs: int = 0
    taken: int = 0
    megabytes: int = 0
    faults: dict[str, Fault] = attrs.field(factory=dict[str, Fault])

    def add(self, other: Tally) -> None:
        """Count what was tried elsewhere, too."""
        self.runs += other.runs
        self.taken += other.taken
        self.megabytes = max(self.megabytes, other.megabytes)
        self.faults = other.faults | self.faults


def _too_long(number: int, frame: FrameType | None) -> NoReturn:
    raise TooLong


@contextlib.contextmanager
def within(seconds: float) -> Generator[None]:
    """Let nothing take more time of the processor."""
    before = signal.signal(signal.SIGPROF, _too_long)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def megabytes() -> int:
    """The most memory that this process has had so far."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def is_taken(target: Target, text: str) -> bool:
    """Whether an input is read, and proves right, rather than being refused as it should be."""
    try:
        found = target.read(text)
    except NoInput:
        return False
    except target.refused:
        return False
    target.prove(text, found)
    return True


def try_one(target: Target, text: str, tally: Tally) -> bool:
    """Try one input and count it; whether it was taken."""
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
    """What was raised, by which lines of ours."""
    frames = traceback.extract_tb(error.__traceback__)
    lines = [f"{Path(each.filename).name}:{each.lineno}" for each in frames[-4:]]
    return f"{type(error).__name__} at {' '.join(lines)}: {str(error)[:300]}"


def run(name: str, seed: int, runs: int, most_seeds: int | None = None) -> Tally:
    """Try the good inputs of a target, or so many at the most, then as many that are changed."""
    target, tally = TARGETS[name], Tally()
    rng = random.Random(f"{name}/{seed}")
    seeds = target.seeds()
    for text in seeds if most_seeds is None else rng.sample(seeds, min(most_seeds, len(seeds))):
        try_one(target, text, tally)
    # What was taken is changed further, as often as what it began with.
    taken = list(seeds)
    for _ in range(runs):
        text = target.change(rng.choice(rng.choice((seeds, taken))), seeds, rng)
        if try_one(target, text, tally):
            taken.append(text)
            if len(taken) > MOST_TAKEN:
                del taken[rng.randrange(MOST_TAKEN)]
    return tally


def kept(name: str) -> list[str]:
    """The inputs of a target that once showed a fault."""
    return [read_input(path) for path in sorted((FOUND / name).glob("*.txt"))]


def read_input(path: Path) -> str:
    """An input from a file, to the letter."""
    return path.read_bytes().decode("utf-8", "surrogatepass")


def keep(fault: Fault, number: int) -> Path:
    """Keep the input of a fault in a file."""
    folder = FOUND / fault.target
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{number}.txt"
    while path.exists():
        number += 1
        path = folder / f"{number}.txt"
    path.write_bytes(fault.text.encode("utf-8", "surrogatepass"))
    return path
