"""A search for inputs that cost much to read: the worst found so far are changed further.

What counts is the cost of each character: how many functions are called, and how many bytes of
memory are held at once. Both are the same on every machine. Time is not measured.
"""

from __future__ import annotations

import random
import sys
import tracemalloc
from collections.abc import Callable, Sequence
from types import FrameType
from typing import Final

import attrs

from tests.fuzz.changes import LONGEST
from tests.fuzz.foreign import NoInput
from tests.fuzz.running import Fault
from tests.fuzz.targets import TARGETS, Target

CALLS: Final = 25
"""How many calls each character may cost; a card that is read and played costs about five."""
BYTES: Final = 100
"""How many bytes of memory each character may cost."""
FIRST: Final = 5_000
"""What every input may cost besides, as many characters would."""
WORST: Final = 12
"""How many of the worst inputs are changed further."""
MOST_CALLS: Final = 40_000_000
"""When an input is given up."""
READERS: Final = ("card", "cards", "move-", "text-", "json-", "view-", "seat-", "rules-")
"""How the names of the targets begin that read what comes from outside."""


class TooDear(BaseException):
    """An input has cost too much; no ``except Exception`` can hide it."""


@attrs.frozen
class Cost:
    """What an input costs, for each character.

    Attributes:
        calls: how many functions are called.
        memory: how many bytes are held at once.
    """

    calls: float
    memory: float

    @property
    def share(self) -> float:
        """How much of what it may cost it does."""
        return max(self.calls / CALLS, self.memory / BYTES)


def _calls(read: Callable[[], object]) -> int:
    """How many functions are called, those of Python itself included."""
    found = 0

    def count(frame: FrameType, event: str, argument: object) -> None:
        nonlocal found
        found += event in ("call", "c_call")
        if found > MOST_CALLS:
            raise TooDear

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        read()
    except TooDear:
        pass
    finally:
        sys.setprofile(before)
    return found


def _memory(read: Callable[[], object]) -> int:
    tracemalloc.start()
    read()
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return most


def cost_of(target: Target, text: str) -> Cost:
    """What it costs to read an input, taken or refused."""

    def read() -> None:
        try:
            target.read(text)
        except NoInput:
            pass
        except target.refused as error:
            str(error)

    read()  # what is made once for all inputs is made here
    length = len(text) + FIRST
    return Cost(_calls(read) / length, _memory(read) / length)


def _repeated(text: str, rng: random.Random) -> str:
    """A text in which some part stands very many times."""
    start = rng.randrange(len(text) + 1)
    stop = min(len(text), start + rng.choice((1, 2, 5, 12, 60, 200)))
    times = rng.choice((10, 100, 1000, 5000))
    return (text[:stop] + text[start:stop] * times + text[stop:])[:LONGEST]


def _item_repeated(text: str, rng: random.Random) -> str:
    """A JSON text in which an item of a list stands very many times."""
    places = [place for place, letter in enumerate(text) if letter in "[,"]
    start = rng.choice(places) + 1 if places else 0
    depth, stop = 0, start
    while stop < len(text) and (depth or text[stop] not in ",]}"):
        depth += (text[stop] in "[{") - (text[stop] in "]}")
        stop += 1
    item = text[start:stop].strip()
    times = rng.choice((10, 100, 1000, 5000))
    return text[:start] + f"{item}, " * min(times, LONGEST // (len(item) + 2)) + text[start:]


def changed(target: Target, text: str, seeds: Sequence[str], rng: random.Random) -> str:
    """An input that may cost more."""
    change = rng.randrange(3)
    if change == 0:
        return target.change(text, seeds, rng)
    return _repeated(text, rng) if change == 1 else _item_repeated(text, rng)


def is_reader(name: str) -> bool:
    """Whether a target reads what comes from outside."""
    return name.startswith(READERS) and name != "card-of-parts"


def search(name: str, seed: int, runs: int) -> tuple[Cost, str, Fault | None]:
    """Search for the input of a target that costs most for each character.

    Returns:
        What the worst one costs, the worst one, and a fault if it costs more than it may.
    """
    target, rng = TARGETS[name], random.Random(f"costs/{name}/{seed}")
    seeds = target.seeds()
    worst = [(cost_of(target, text), text) for text in rng.sample(seeds, min(WORST, len(seeds)))]
    for _ in range(runs):
        text = changed(target, rng.choice(worst)[1], seeds, rng)
        worst.append((cost_of(target, text), text))
        worst.sort(key=lambda each: -each[0].share)
        del worst[WORST:]
    cost, text = worst[0]
    if cost.share <= 1:
        return cost, text, None
    what = f"{cost.calls:.1f} calls and {cost.memory:.0f} bytes for each character"
    return cost, text, Fault(name, text, what)
