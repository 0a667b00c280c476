"""Inputs that are nearly right: each reader refuses them properly, or reads what it writes.

The cost of an input for each character is counted, in function calls and peak memory in bytes.
Both are the same on every machine; time is not measured. A normal run tries few inputs for each
target. The environment variable ``FUZZ`` multiplies them.
"""

import random
import tracemalloc
from typing import Final

import hypothesis
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.fuzz.changes import LONGEST
from tests.fuzz.targets import TARGETS, Target
from tests.helpers import calls_of
from tests.mutator import MORE

CALLS: Final = 25
"""Limit of calls per character; a card read and played costs about five."""
BYTES: Final = 100
"""Limit of bytes of memory per character."""
FIRST: Final = 5_000
"""Base cost of every input, in characters."""
MOST_CALLS: Final = 40_000_000
"""Number of calls at which an input is stopped."""
READERS: Final = tuple(
    name
    for name in TARGETS
    if name.startswith(("card", "move-", "text-", "json-", "view-", "seat-"))
)
"""The targets that read untrusted input."""


def share_of_limit(target: Target, text: str) -> float:
    """Return the larger share of its limit that an input uses, accepted or refused."""

    def read() -> None:
        try:
            target.read(text)
        except target.refused as error:
            str(error)

    read()  # fill the caches first
    tracing = tracemalloc.is_tracing()
    tracemalloc.start()
    read()
    _, memory = tracemalloc.get_traced_memory()
    if not tracing:
        tracemalloc.stop()
    length = len(text) + FIRST
    return max(calls_of(read, MOST_CALLS) / length / CALLS, memory / length / BYTES)


def repeated(text: str, rng: random.Random) -> str:
    """Repeat a part of a text, or an item of a list in JSON, many times."""
    times = rng.choice((10, 100, 1000, 5000))
    places = [place for place, letter in enumerate(text) if letter in "[,"]
    if places and rng.randrange(2):
        start = rng.choice(places) + 1
        depth, stop = 0, start
        while stop < len(text) and (depth or text[stop] not in ",]}"):
            depth += (text[stop] in "[{") - (text[stop] in "]}")
            stop += 1
        item = f"{text[start:stop].strip()}, "
        return text[:start] + item * min(times, LONGEST // len(item)) + text[start:]
    start = rng.randrange(len(text) + 1)
    stop = min(len(text), start + rng.choice((1, 2, 5, 12, 60, 200)))
    return (text[:stop] + text[start:stop] * times + text[stop:])[:LONGEST]


RUNS = 40
SEARCHED = 6
BY_DAY = ("cards", "view-duel", "json-twos")
"""The readers whose costs are searched by day."""


@st.composite
def changed(draw: st.DrawFn, name: str, repeats: bool = False) -> str:
    """Draw an input of a target with no change, one or two; or with a part that repeats."""
    target = TARGETS[name]
    seeds = target.seeds()
    text = draw(st.sampled_from(seeds))
    rng = draw(st.randoms(use_true_random=False))
    for _ in range(draw(st.sampled_from((1, 1, 2, 0)))):
        text = target.change(text, seeds, rng)
    return repeated(text, rng) if repeats and draw(st.booleans()) else text


def check(target: Target, text: str) -> None:
    """Read an input, and check the value read; the target may refuse it with its errors only."""
    try:
        found = target.read(text)
    except target.refused:
        return
    target.prove(text, found)


@pytest.mark.parametrize("name", TARGETS)
def test_changed_inputs_show_no_fault(name: str) -> None:
    target = TARGETS[name]

    @settings(max_examples=max(4, RUNS * MORE // target.cost))
    @given(changed(name))
    def tried(text: str) -> None:
        check(target, text)

    tried()


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=[pytest.mark.nightly] * (name not in BY_DAY)) for name in READERS],
)
def test_no_input_is_expensive(name: str) -> None:
    target = TARGETS[name]

    @settings(max_examples=SEARCHED * MORE)
    @given(changed(name, repeats=True))
    def tried(text: str) -> None:
        share = share_of_limit(target, text)
        hypothesis.target(share)
        assert share <= 1

    tried()
