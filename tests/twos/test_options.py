"""Valid and invalid options of Twos, and openings of a match."""

from __future__ import annotations

import pytest

import twowaystreet as tws
from tests.helpers import anything
from twowaystreet.errors import quoted
from twowaystreet.games import twos


def refusal(**options: object) -> tws.RulesError:
    """Return the error for these options; its message quotes option and value."""
    with pytest.raises(tws.RulesError) as caught:
        twos.Rules(**anything(options))
    error = caught.value
    assert error.value is options[error.field]
    assert str(error) == f"{error.field}={quoted(error.value)}: expected {error.expected} (TW-11)"
    return error


@pytest.mark.rule("TW-11")
def test_a_target_or_a_number_of_hands_is_needed() -> None:
    for options in ({"max_hands": None}, {"target": None, "max_hands": None}):
        error = refusal(**options)
        assert (error.field, error.value) == ("max_hands", None)
        assert error.expected == "a whole number if there is no target"


# The opening of a match.
