"""Numbers of a match: every number that ``new_game`` accepts is read back."""

from __future__ import annotations

import random
from contextlib import suppress
from typing import Any

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import twowaystreet as tws
from tests.games import OURS
from tests.records.playing import played, seats_of
from twowaystreet import Record, SeatRecord
from twowaystreet._core.engine.fields import options_of
from twowaystreet._core.engine.setup import match_arguments
from twowaystreet._util.numbers import GREATEST

NUMBERS = st.one_of(
    st.integers(-30, 30),
    st.integers(GREATEST - 30, GREATEST + 30),
    st.integers(-GREATEST - 30, 30 - GREATEST),
    st.sampled_from((10**18, 10**40, 10**640 - 1, 1 - 10**640, 10**640, 10**5000)),
    st.integers(),
)
"""Numbers of every size, mostly near a limit."""


def begun(game: tws.Game, data: st.DataObject) -> Any:
    """Start a match with random numbers that the game accepts. Any: a state of any game.

    The function tries one number at a time, together with those accepted so far.
    """
    rules: Any = game.Rules()
    facts: dict[str, Any] = {}
    for name, option in options_of(game.Rules).items():
        if option.choices or name in ("players", "decks"):
            continue
        with suppress(tws.RulesError):
            rules = attrs.evolve(rules, **{name: data.draw(NUMBERS)})
    for name, number_type in match_arguments(game).items():
        if name != "dealer":
            offered = data.draw(
                NUMBERS if number_type is int else st.tuples(*[NUMBERS] * rules.seats)
            )
            with suppress(tws.RulesError):
                game.new_game(rules, **facts, **{name: offered})
                facts[name] = offered
    return game.new_game(rules, **facts)


@pytest.mark.nightly
@pytest.mark.rule("AL-2")
@pytest.mark.parametrize("name", OURS)
@settings(max_examples=12)
@given(data=st.data())
def test_accepted_numbers_are_read_back(name: str, data: st.DataObject) -> None:
    game = tws.GAMES[name]
    record = played(
        Record(begun(game, data)), random.Random(data.draw(st.integers(0, 99))), hands=2
    )
    assert Record.from_text(record.to_text()) == record
    assert Record.from_json(record.to_json()) == record
    for seat in seats_of(record):
        shown = tws.view(record.state, seat)
        assert type(shown).from_json(shown.to_json()) == shown
    seen = record.for_seat(0)
    assert SeatRecord.from_json(seen.to_json()) == seen


@pytest.mark.rule("AL-2")
@pytest.mark.parametrize("name", OURS)
def test_the_greatest_numbers_are_read_back(name: str) -> None:
    game = tws.GAMES[name]
    most = {"target": GREATEST, "max_hands": GREATEST, "boston_failed": -GREATEST}
    rules = game.Rules(**{key: most[key] for key in options_of(game.Rules) if key in most})
    highest = GREATEST - 1  # the target itself would end the game
    for scores in ([highest] * rules.seats, [-GREATEST] * rules.seats):
        try:
            start = game.new_game(rules, scores=scores, hands_played=highest)
        except tws.RulesError:
            assert scores[0] < 0, "a score was refused that is not negative"
            continue
        record = played(Record(start), random.Random(1), hands=1)
        assert record.state.is_over
        assert Record.from_json(record.to_json()) == record == Record.from_text(record.to_text())
        shown = tws.view(record.state, None)
        assert type(shown).from_json(shown.to_json()) == shown


def len_of(number: int) -> str:
    """Return the number of digits, for the name of a test."""
    return f"{len(str(number))} characters"


@pytest.mark.parametrize("name", OURS)
@pytest.mark.parametrize("number", [GREATEST + 1, -GREATEST - 1, 10**640 - 1], ids=len_of)
def test_numbers_above_the_limit_are_refused(name: str, number: int) -> None:
    game = tws.GAMES[name]
    seats: int = game.Rules().seats
    for facts in ({"scores": [number] * seats}, {"hands_played": number}):
        with pytest.raises(tws.RulesError, match=r"expected .*whole number"):
            game.new_game(**facts)
    for option in options_of(game.Rules):
        with pytest.raises(tws.RulesError):
            game.Rules(**{option: number})
