"""A search for expensive inputs: it keeps changing the most expensive inputs found so far.

The cost of an input is its number of function calls and its peak memory in bytes, per character.
Both are the same on every machine. The search does not measure time.
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
"""Limit of calls per character; a card read and played costs about five."""
BYTES: Final = 100
"""Limit of bytes of memory per character."""
FIRST: Final = 5_000
"""Base cost of every input, in characters."""
WORST: Final = 12
"""Number of the most expensive inputs to keep changing."""
MOST_CALLS: Final = 40_000_000
"""Number of calls at which the search stops an input."""
READERS: Final = ("card", "cards", "move-", "text-", "json-", "view-", "seat-", "rules-")
"""Prefixes of the targets that read untrusted input."""


class TooExpensive(BaseException):
    """Error for an input that costs too much; ``except Exception`` does not catch it."""


@attrs.frozen
class Cost:
    """Cost of an input per character.

    Attributes:
        calls: number of function calls.
        memory: peak number of bytes.
    """

    calls: float
    memory: float

    @property
    def share(self) -> float:
        """The larger share of its limit that the cost uses; above 1 it exceeds the limit."""
        return max(self.calls / CALLS, self.memory / BYTES)


def _calls(read: Callable[[], object]) -> int:
    """Count the function calls, including those of built-in functions."""
    found = 0

    def count(frame: FrameType, event: str, argument: object) -> None:
        nonlocal found
        found += event in ("call", "c_call")
        if found > MOST_CALLS:
            raise TooExpensive

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        read()
    except TooExpensive:
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
    """Measure the cost of an input, accepted or refused."""

    def read() -> None:
        try:
            target.read(text)
        except NoInput:
            pass
        except target.refused as error:
            str(error)

    read()  # fill the caches first
    length = len(text) + FIRST
    return Cost(_calls(read) / length, _memory(read) / length)


def _repeated(text: str, rng: random.Random) -> str:
    """Repeat a part of a text many times."""
    start = rng.randrange(len(text) + 1)
    stop = min(len(text), start + rng.choice((1, 2, 5, 12, 60, 200)))
    times = rng.choice((10, 100, 1000, 5000))
    return (text[:stop] + text[start:stop] * times + text[stop:])[:LONGEST]


def _item_repeated(text: str, rng: random.Random) -> str:
    """Repeat an item of a list in JSON many times."""
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
    """Change an input so that it may cost more."""
    change = rng.randrange(3)
    if change == 0:
        return target.change(text, seeds, rng)
    return _repeated(text, rng) if change == 1 else _item_repeated(text, rng)


def is_reader(name: str) -> bool:
    """Return True if a target reads untrusted input."""
    return name.startswith(READERS) and name != "card-of-parts"


def search(name: str, seed: int, runs: int) -> tuple[Cost, str, Fault | None]:
    """Search for the input of a target with the highest cost per character.

    Returns:
        The highest cost, its input, and a fault if the cost exceeds a limit.
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
    what = f"{cost.calls:.1f} calls and {cost.memory:.0f} bytes per character"
    return cost, text, Fault(name, text, what)
