"""Some inputs for everything that reads, always the same; and those that once showed a fault."""

from __future__ import annotations

import random

import pytest

from tests.fuzz.changes import json_changed, text_changed
from tests.fuzz.running import FOUND, Tally, TooLong, kept, run, try_one, within
from tests.fuzz.targets import TARGETS, Target

RUNS = 100
SEEDS = 5


@pytest.mark.parametrize("name", TARGETS)
def test_nothing_goes_wrong(name: str) -> None:
    tally = run(name, 0, max(4, RUNS // TARGETS[name].cost), SEEDS)
    assert [fault.what for fault in tally.faults.values()] == []
    assert 1 <= tally.taken <= tally.runs


def test_what_was_once_found_is_mended() -> None:
    tally = Tally()
    for name, target in TARGETS.items():
        for text in kept(name):
            try_one(target, text, tally)
    assert [fault.what for fault in tally.faults.values()] == []
    assert tally.runs == len(list(FOUND.glob("*/*.txt")))


def test_changes_are_changes() -> None:
    rng = random.Random(1)
    for change, text in ((text_changed, "deal QS; low\nAH"), (json_changed, '{"a": [1, "QS"]}')):
        changed = {change(text, (text, "[1, 2]"), rng) for _ in range(200)}
        assert len(changed) > 100


def test_what_takes_too_long_is_ended() -> None:
    def forever() -> None:
        while True:
            try:
                while True:
                    pass
            except Exception:
                pass

    with pytest.raises(TooLong), within(0.05):
        forever()


def test_what_goes_wrong_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(text: str) -> object:
        if "1" in text:
            raise KeyError(text)
        return text

    target = Target(name="wrong", seeds=lambda: ["a", "1"], read=wrong, refused=(ValueError,))
    monkeypatch.setitem(TARGETS, "wrong", target)
    (fault,) = run("wrong", 0, 0).faults.values()
    assert fault.text == "1"
    assert "KeyError" in fault.what
