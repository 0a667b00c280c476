"""The cost of reading grows in proportion to the input, in calls and in memory.

Times differ between machines, so these tests count calls and allocated bytes. Loops inside one
call of Python itself are counted separately, as comparisons of keys.
"""

import random
import sys
from importlib import import_module
from typing import Any

import pytest

import twowaystreet as tws
from benchmarks.costly import TEXTS, VALUES, Costly
from tests.helpers import anything, calls_of, most_memory
from twowaystreet._core import plain_data
from twowaystreet.games import street

ALL = {**TEXTS, **VALUES}
OF_A_THOUSAND = ("1000 players", "small events", "tricks changed", "suits named")
"""Parts of the names of inputs with a thousand players, which cannot be short."""
RECORDS = ("record as text", "record as JSON", "seat record")
SHORT = 20_000


def cases() -> list[object]:
    """Return the names of short inputs; by day, one game stands for the records of all."""
    games = [name for name in tws.GAMES if name != "street"]
    other = tuple(f"{form}: {game}" for form in RECORDS for game in ("street,", *games))
    return [
        pytest.param(name, marks=[pytest.mark.nightly] * name.startswith(other))
        for name in ALL
        if name.startswith("view: suits") or not any(words in name for words in OF_A_THOUSAND)
    ]


def calls(costly: Costly, given: Any) -> int:
    return calls_of(lambda: costly.read(given))


@pytest.mark.parametrize("name", cases())
def test_calls_grow_in_proportion_to_the_input_and_short_ones_take_little_memory(name: str) -> None:
    costly = ALL[name]
    calls(costly, costly.make(1000))  # fill the caches that all inputs share
    short, long = (costly.make(size) for size in (SHORT, 2 * SHORT))
    assert calls(costly, long) <= 2.4 * calls(costly, short) + 1000
    given = costly.make(3000)
    if len(given) < 10_000:  # a deal of a thousand decks is longer
        assert most_memory(lambda: costly.read(given)) < 10_000_000


@pytest.mark.parametrize("name", ["small events", "tricks changed", "suits named"])
def test_events_cost_the_same_with_large_views(name: str) -> None:
    costly = ALL[f"seat record: {name}"]
    short, long = (costly.make(size) for size in (300_000, 320_000))
    calls(costly, short)
    assert calls(costly, long) - calls(costly, short) <= 10 * (len(long) - len(short))


@pytest.mark.rule("ST-8")
@pytest.mark.parametrize(
    "said",
    [["HD"] * 500 + ["LD"] * 499 + ["HF"], ["LF"] * 499 + ["HD"] * 501],
    ids=["impossible", "possible"],
)
def test_a_score_takes_a_few_calls_for_each_player(said: list[str]) -> None:
    costly = Costly(lambda said: street.score(said, [10, *[0] * 999]), lambda _: said)
    assert calls(costly, said) <= 50 * len(said)


def test_comparisons_grow_with_the_number_of_keys() -> None:
    compared = 0

    class Key(str):
        __slots__ = ()

        def __eq__(self, other: object) -> bool:
            nonlocal compared
            compared += 1
            return str.__eq__(self, anything(other))

        __hash__ = str.__hash__

    pairs = [(Key(number), 0) for number in range(5000)]
    with pytest.raises(ValueError, match="the key '4999' occurs twice"):
        plain_data._object([*pairs, (Key(4999), 0)])
    assert compared < 20_000


@pytest.mark.parametrize("digits", [641, 4300, 4301, 1_000_000])
def test_long_numbers_are_refused_even_if_python_could_read_them(digits: int) -> None:
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    try:
        with pytest.raises(tws.RecordError):
            tws.Record.from_json(f'{{"format": {"9" * digits}}}')
    finally:
        sys.set_int_max_str_digits(before)


def test_a_record_keeps_only_the_last_state() -> None:
    record = ALL["record as text: twos"].make(SHORT)
    text = tws.Record.from_text(record)
    kept = most_memory(lambda: tws.Record(text.start, text.moves))
    assert kept < 30 * len(text.moves)


def test_the_cost_of_worlds_is_measured_even_if_a_hand_gives_no_position() -> None:
    pytest.importorskip("pyspiel", reason="open_spiel is missing; pip install open_spiel")
    found = import_module("benchmarks.worlds").cost("brag", 1, random.Random(1))
    assert found.positions > 0 and found.sample > 0
