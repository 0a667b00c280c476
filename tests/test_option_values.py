"""Options of rules: accepted values, refused values with their errors, and values as text."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

import attrs
import pytest

import twowaystreet as tws
from tests.helpers import anything
from tests.hostile import Hostile
from twowaystreet._core.engine.fields import (
    RuleOption,
    choice,
    flag,
    number,
    option_text,
    options_of,
)


class Colour(StrEnum):
    """An enum of words."""

    RED = "red"
    BLACK = "black"


@attrs.frozen(kw_only=True)
class Rules:
    """Rules with one option of each type, and a field that is not an option."""

    colour: Colour = choice(Colour, rule="X-1")
    loud: bool = flag(True, rule="X-2")
    quiet: bool = flag(False, rule="X-3")
    free: int = number(0, rule="X-4")
    low: int = number(3, at_least=3, rule="X-5")
    high: int = number(7, at_most=7, rule="X-6")
    between: int = number(5, at_least=3, at_most=7, note="five is usual", rule="X-7")
    unset: int | None = number(None, at_least=2, rule="X-8")
    either: int | None = number(4, or_none=True, rule="X-9")
    plain: int = 1


EXPECTED = {
    "colour": "one of red, black",
    "loud": "one of true, false",
    "quiet": "one of true, false",
    "free": "a whole number, -1000000000 to 1000000000",
    "low": "a whole number, 3 to 1000000000",
    "high": "a whole number, -1000000000 to 7",
    "between": "a whole number, 3 to 7; five is usual",
    "unset": "a whole number, 2 to 1000000000, or None",
    "either": "a whole number, -1000000000 to 1000000000, or None",
}
NUMBERS = ("free", "low", "high", "between", "unset", "either")
NO_NUMBERS: tuple[object, ...] = (
    True,
    False,
    4.0,
    "4",
    b"4",
    (),
    [4],
    10**9 + 1,
    -(10**9) - 1,
    10**640,
    Hostile(),
)
NO_FLAGS: tuple[object, ...] = (
    *(1, 0, 1.0, 0.0, None, "", "True", "FALSE", "yes", b"true", (), [True], Hostile()),
)
NO_COLOURS: tuple[object, ...] = ("", "RED", "green", None, True, 0, b"red", ["red"], Hostile())


def made(**options: object) -> Rules:
    """Build rules with these options of any type."""
    return Rules(**anything(options))


def check_refused(name: str, value: object) -> None:
    """Check that a value is refused and that the error has all facts."""
    with pytest.raises(tws.RulesError) as caught:
        made(**{name: value})
    error = caught.value
    rule = f"X-{[*EXPECTED].index(name) + 1}"
    assert error.value is value
    assert (error.field, error.expected, error.rule) == (name, EXPECTED[name], rule)


def test_options_of_returns_all_options() -> None:
    options = options_of(Rules)
    assert list(options) == list(EXPECTED)
    assert {name: option.expected for name, option in options.items()} == EXPECTED
    assert [option.rule for option in options.values()] == [f"X-{n}" for n in range(1, 10)]
    assert options["colour"] == RuleOption("X-1", choices=("red", "black"))
    assert options["quiet"] == RuleOption("X-3", choices=("true", "false"))
    assert options["between"] == RuleOption("X-7", at_least=3, at_most=7, note="five is usual")
    none = [name for name, option in options.items() if option.may_be_none]
    assert none == ["unset", "either"]
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        anything(options["free"]).rule = "X-0"


def test_defaults() -> None:
    assert attrs.astuple(Rules()) == (Colour.RED, True, False, 0, 3, 7, 5, None, 4, 1)
    assert type(Rules().colour) is Colour
    shown = repr(Rules())
    assert "colour='red', loud=True, quiet=False" in shown
    assert eval(shown, {"Rules": Rules}) == Rules()


@pytest.mark.parametrize("name", ["loud", "quiet"])
def test_flags(name: str) -> None:
    for value, meaning in ((True, True), (False, False), ("true", True), ("false", False)):
        assert getattr(made(**{name: value}), name) is meaning
    for wrong in NO_FLAGS:
        check_refused(name, wrong)


def test_choices() -> None:
    for colour in Colour:
        assert made(colour=colour).colour is made(colour=colour.value).colour is colour
    for wrong in NO_COLOURS:
        check_refused("colour", wrong)


@pytest.mark.parametrize(
    ("name", "taken", "refused"),
    [
        ("free", (-(10**9), -1, 0, 1, 10**9), (None,)),
        ("low", (3, 4, 10**9), (2, 0, -4, None)),
        ("high", (7, 6, 0, -(10**9)), (8, 10**9, None)),
        ("between", (3, 4, 7), (2, 8, -5, None)),
        ("unset", (2, 3, None), (1, 0, -2)),
        ("either", (-1, 0, 5, None), ()),
    ],
)
def test_numbers(name: str, taken: tuple[int | None, ...], refused: tuple[object, ...]) -> None:
    for value in taken:
        assert getattr(made(**{name: value}), name) == value
    for wrong in (*refused, *NO_NUMBERS):
        check_refused(name, wrong)


VALUES: tuple[tuple[str, str, object], ...] = (
    *(("colour", text, text) for text in ("red", "none", "7", "true")),
    *(("loud", text, text) for text in ("true", "false", "none", "1")),
    *(("free", "-12", -12), ("free", "007", 7), ("free", "none", "none"), ("free", "4.0", "4.0")),
    *(("unset", "none", None), ("unset", "None", None), ("unset", "2", 2), ("unset", "", "")),
    *(("either", "NONE", None), ("either", "nothing", "nothing"), ("low", "None", "None")),
)


@pytest.mark.parametrize(("name", "text", "value"), VALUES)
def test_texts_become_values(name: str, text: str, value: object) -> None:
    found = options_of(Rules)[name].read(text)
    assert found == value and type(found) is type(value)


def test_values_are_written_so_that_they_are_read_back() -> None:
    written = [option_text(value) for value in (None, True, False, 0, -3)]
    assert written == ["none", "true", "false", "0", "-3"]
    assert option_text(Colour.BLACK) == "black"
    assert option_text("As It Is") == "As It Is"
    some: tuple[Rules, ...] = (
        Rules(),
        Rules(colour=Colour.BLACK, loud=False, quiet=True, free=-3, unset=9, either=None),
    )
    for rules in some:
        texts: dict[str, Any] = {
            name: option.read(option_text(getattr(rules, name)))
            for name, option in options_of(Rules).items()
        }
        assert Rules(**texts) == rules
