"""Records, seat records and views keep their value through text, JSON and plain data.

The environment variable ``FUZZ`` multiplies the random games.
"""

from __future__ import annotations

import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import twowaystreet as tws
from tests.games import ALL, OURS
from tests.mutator import MORE
from tests.records.playing import again, opening, played, seats_of, some_record
from twowaystreet import Record
from twowaystreet._core.engine.fields import options_of
from twowaystreet._core.records.seat_records import SeatRecord
from twowaystreet._util.numbers import GREATEST
from twowaystreet.games import duel, spades

SEEDS = st.integers(0, 10**9)
VIEWS = 10


def check_record(record: Record) -> None:
    """Check that a record comes back equal from its text and from its JSON."""
    text = record.to_text()
    from_text = Record.from_text(text)
    assert from_text == record
    assert from_text.to_text() == text
    json = record.to_json()
    read = Record.from_json(json)
    assert read == record
    assert read.to_json() == json
    assert from_text.state == read.state == record.state


def check_seen(record: Record, seat: int | None) -> None:
    """Check that the record of a seat comes back equal from its JSON."""
    seen = record.for_seat(seat)
    assert seen.view == tws.view(record.state, seat)
    json = seen.to_json()
    read = SeatRecord.from_json(json)
    assert read == seen
    assert read.to_json() == json


def check_views(record: Record, rng: random.Random) -> None:
    """Check that views from random positions come back equal from their JSON."""
    states = [*(state for state, _ in record), record.state]
    for state in rng.sample(states, min(VIEWS, len(states))):
        seen = tws.view(state, rng.choice(seats_of(record)))
        json = seen.to_json()
        read = type(seen).from_json(json)
        assert read == seen
        assert read.to_json() == json


@pytest.mark.parametrize("game", ALL)
@settings(max_examples=25 * MORE)
@given(seed=SEEDS)
def test_records_round_trip(game: str, seed: int) -> None:
    record = some_record(game, random.Random(seed))
    check_record(record)
    data = record.to_dict()
    assert Record.from_dict(data) == record
    assert json.loads(record.to_json()) == data
    assert again(record) == record.state


@pytest.mark.parametrize("game", ALL)
@settings(max_examples=8 * MORE)
@given(seed=SEEDS)
def test_partial_seat_records_round_trip(game: str, seed: int) -> None:
    rng = random.Random(seed)
    record = played(Record(opening(game, rng)), rng, hands=2, most=rng.randrange(25))
    check_seen(record, rng.choice(seats_of(record)))


@pytest.mark.parametrize("game", ALL)
@settings(max_examples=4 * MORE)
@given(seed=SEEDS)
def test_views_round_trip(game: str, seed: int) -> None:
    rng = random.Random(seed)
    check_views(some_record(game, rng), rng)


def test_a_record_with_a_deal_thrown_in_round_trips() -> None:
    rng = random.Random(1)
    record = Record(duel.new_game())
    for _ in range(2):
        record = record.play(tws.shuffle(record.state, rng))
        for bid in ("bid 2 high", "bid 2 low"):
            record = record.play(bid)
        assert record.state.needs_deal and not record.state.hand_over
        check_record(record)
    check_seen(played(record, rng, most=12), 0)


def test_a_record_can_continue_a_match() -> None:
    """A record can start from the totals carried over from the previous hands."""
    rng = random.Random(4)
    first = played(Record(spades.new_game(overbooks=[3, 9], perfect_bids=[0, 1])), rng, hands=2)
    state = first.state
    assert isinstance(state, spades.State) and any(state.overbooks)
    later = spades.new_game(
        state.rules,
        dealer=1 - state.dealer,
        scores=state.scores,
        hands_played=state.hands_played,
        overbooks=state.overbooks,
        perfect_bids=state.perfect_bids,
    )
    record = Record(later)
    check_record(record)
    deal = tws.shuffle(state, rng)
    together, alone = first.play(deal), record.play(deal)
    for _ in range(40):
        move = rng.choice(tws.legal_moves(alone.state))
        together, alone = together.play(move), alone.play(move)
    assert together.state == alone.state
    check_record(together)
    check_record(alone)


# Numbers of a match: every number that ``new_game`` accepts is read back


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


@pytest.mark.parametrize("name", OURS)
def test_numbers_above_the_limit_are_refused(name: str) -> None:
    game = tws.GAMES[name]
    for number in (GREATEST + 1, -GREATEST - 1, 10**640 - 1):
        for facts in ({"scores": [number] * game.Rules().seats}, {"hands_played": number}):
            with pytest.raises(tws.RulesError, match=r"expected .*whole number"):
                game.new_game(**facts)
        for option in options_of(game.Rules):
            with pytest.raises(tws.RulesError):
                game.Rules(**{option: number})
