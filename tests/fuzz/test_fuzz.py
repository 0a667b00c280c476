"""A short fuzzing run with fixed seeds, and the inputs that once showed a fault."""

from __future__ import annotations

import random

import pytest

from tests.fuzz.changes import json_changed, text_changed
from tests.fuzz.costs import FIRST, TooExpensive, cost_of, is_reader, search
from tests.fuzz.running import FOUND, Tally, TooLong, run, saved_inputs, try_one, within
from tests.fuzz.targets import TARGETS, Target
from tests.games import OURS

RUNS = 100
SEEDS = 5


@pytest.mark.parametrize("name", TARGETS)
def test_changed_inputs_show_no_fault(name: str) -> None:
    tally = run(name, 0, max(4, RUNS // TARGETS[name].cost), SEEDS)
    assert [fault.what for fault in tally.faults.values()] == []
    assert 1 <= tally.taken <= tally.runs


def test_saved_inputs_show_no_fault() -> None:
    tally = Tally()
    for name, target in TARGETS.items():
        for text in saved_inputs(name):
            try_one(target, text, tally)
    assert [fault.what for fault in tally.faults.values()] == []
    assert tally.runs == len(list(FOUND.glob("*/*.txt")))


def test_most_changes_change_the_input() -> None:
    rng = random.Random(1)
    for change, text in ((text_changed, "deal QS; low\nAH"), (json_changed, '{"a": [1, "QS"]}')):
        changed = {change(text, (text, "[1, 2]"), rng) for _ in range(200)}
        assert len(changed) > 100


def test_a_slow_input_is_stopped() -> None:
    def forever() -> None:
        while True:
            try:
                while True:
                    pass
            except Exception:
                pass

    with pytest.raises(TooLong), within(0.05):
        forever()


def test_the_cost_search_covers_all_readers_of_untrusted_input() -> None:
    readers = [name for name in TARGETS if is_reader(name)]
    assert len(readers) == 2 + 6 * len(OURS)
    assert "seat-duel" in readers and "card-of-parts" not in readers


@pytest.mark.parametrize("name", ["cards", "view-duel", "rules-twos"])
def test_no_input_exceeds_the_cost_limits(name: str) -> None:
    cost, text, fault = search(name, 0, 8)
    assert fault is None, text
    assert 0 < cost.share <= 1


@pytest.mark.nightly
def test_the_cost_search_finds_quadratic_cost(monkeypatch: pytest.MonkeyPatch) -> None:
    def square(text: str) -> object:
        return [len(text[place:]) for place in range(len(text)) for _ in range(len(text) // 100)]

    target = Target(name="square", seeds=lambda: ["a, b", "[1, 2, 3]"], read=square, refused=())
    monkeypatch.setattr("tests.fuzz.costs.LONGEST", 2_500)
    monkeypatch.setitem(TARGETS, "square", target)
    cost, text, fault = search("square", 1, 30)
    assert fault is not None and fault.text == text
    assert cost.share > 1 and "per character" in fault.what


def test_memory_is_part_of_the_cost() -> None:
    target = Target(name="large", seeds=lambda: ["a"], read=lambda text: [0] * 100_000, refused=())
    cost = cost_of(target, "a")
    assert cost.memory == pytest.approx(800_000 / (FIRST + 1), rel=0.1)
    assert cost.calls < 1 < cost.share
    assert not issubclass(TooExpensive, Exception)


def test_a_fault_names_its_error_and_place(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(text: str) -> object:
        if "1" in text:
            raise KeyError(text)
        return text

    target = Target(name="wrong", seeds=lambda: ["a", "1"], read=wrong, refused=(ValueError,))
    monkeypatch.setitem(TARGETS, "wrong", target)
    (fault,) = run("wrong", 0, 0).faults.values()
    assert fault.text == "1"
    assert "KeyError" in fault.what
