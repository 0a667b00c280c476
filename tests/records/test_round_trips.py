"""Records, seat records and views keep their value through text, JSON and plain data.

The environment variable ``FUZZ`` multiplies the random games.
"""

import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import twowaystreet as tws
from tests.games import ALL, OURS
from tests.mutator import MORE
from tests.records.playing import again, played, some_record
from twowaystreet import Record
from twowaystreet._core.engine.fields import options_of
from twowaystreet._util.numbers import GREATEST

SEEDS = st.integers(0, 10**9)


def check_record(record: Record) -> None:
    """Check that a record comes back equal from its text and from its JSON."""
    text, json = record.to_text(), record.to_json()
    from_text, read = Record.from_text(text), Record.from_json(json)
    assert from_text == read == record and from_text.state == read.state == record.state
    assert (from_text.to_text(), read.to_json()) == (text, json)


@pytest.mark.parametrize("game", ALL)
@settings(max_examples=25 * MORE)
@given(seed=SEEDS)
def test_records_round_trip(game: str, seed: int) -> None:
    record = some_record(game, random.Random(seed))
    check_record(record)
    data = record.to_dict()
    assert Record.from_dict(data) == record and json.loads(record.to_json()) == data
    assert again(record) == record.state


@pytest.mark.rule("AL-2")
@pytest.mark.parametrize("name", OURS)
def test_the_greatest_numbers_are_read_back_and_greater_ones_refused(name: str) -> None:
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
    for number in (GREATEST + 1, -GREATEST - 1, 10**640 - 1):
        for facts in ({"scores": [number] * game.Rules().seats}, {"hands_played": number}):
            with pytest.raises(tws.RulesError, match=r"expected .*whole number"):
                game.new_game(**facts)
        for option in options_of(game.Rules):
            with pytest.raises(tws.RulesError):
                game.Rules(**{option: number})
