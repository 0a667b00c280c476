"""Inputs that are nearly right: each reader refuses them properly, or reads what it writes.

A normal run tries few inputs for each target. The environment variable ``FUZZ`` multiplies them.
"""

from __future__ import annotations

import hypothesis
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.fuzz.costs import READERS, repeated, share_of_limit
from tests.fuzz.targets import TARGETS, Target
from tests.mutator import MORE

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


def test_an_expensive_reader_is_found() -> None:
    def square(text: str) -> object:
        return [len(text[place:]) for place in range(len(text)) for _ in range(len(text) // 100)]

    target = Target(name="square", seeds=list, read=square, refused=())
    assert share_of_limit(target, "a" * 2500) > 1
    assert share_of_limit(target, "a" * 10) < 1
