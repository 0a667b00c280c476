"""Records: adding and undoing moves, texts, and errors when loading."""

from __future__ import annotations

import pickle
import random
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

import twowaystreet as tws
from examples import high_card
from tests.helpers import text_of
from twowaystreet import Record
from twowaystreet._core.records.examples import example_record
from twowaystreet._core.records.text_format import Transcript
from twowaystreet.games import duel, spades, street, tien_len, twenty_down, twos

OPENINGS: dict[str, Any] = {
    "street": lambda: street.new_game(street.Rules(players=3, max_hands=2), dealer=2),
    "duel": lambda: duel.new_game(
        duel.Rules(bid_markers=duel.BidMarkers.CARDS), scores=[12, 7], hands_played=3
    ),
    "twos": lambda: twos.new_game(twos.Rules(target=40, max_hands=None), scores=[0, -3, 8, 1]),
    "spades": lambda: spades.new_game(
        spades.Rules(renege=spades.RenegeRule.PENALISED, max_hands=3),
        scores=[-120, 310],
        overbooks=[3, 19],
        perfect_bids=[0, 2],
    ),
    "tien_len": lambda: tien_len.new_game(dealer=2, scores=[3, -9, 3, 3], hands_played=2),
    "twenty_down": lambda: twenty_down.new_game(
        twenty_down.Rules(must_trump=False), dealer=3, hands_played=7
    ),
}


DUEL = example_record(tws.GAMES["duel"].State)
GOOD = DUEL.to_text()


def played(name: str, seed: int, length: int) -> Record:
    rng = random.Random(seed)
    record = Record(OPENINGS[name]())
    while len(record.moves) < length and not record.state.is_over:
        state = record.state
        moves = tws.legal_moves(state)
        record = record.play(rng.choice(moves) if moves else tws.shuffle(state, rng))
    return record


def test_moves_of_a_game_without_tricks_stay_on_one_line() -> None:
    state = high_card.GAME.new_game()
    transcript = Transcript(high_card.GAME, state)
    for text in (f"deal {text_of(high_card.PACK.cards)}", "show 2C", "show 5C"):
        move = tws.parse_move(state, text)
        transcript.add(state, move)
        state = tws.apply(state, move)
    assert transcript.text(state).endswith("KS AS\nshow 2C; show 5C\n# +1  +0  =  1 0\n")


@pytest.mark.parametrize("name", OPENINGS)
def test_a_record_is_shown_without_cards(name: str) -> None:
    record = played(name, 2, 12)
    title, phase = record.game.title, record.state.phase
    assert repr(record) == f"<{title} record: 12 moves, {phase}>"
    assert repr(Record(record.start)) == f"<{title} record: 0 moves, deal>"
    assert repr(played(name, 2, 1)).startswith(f"<{title} record: 1 move, ")
    for seat in (0, None):
        viewer = "seat 0" if seat == 0 else "a spectator"
        seen = record.for_seat(seat)
        assert repr(seen) == f"<{name} record of {viewer}: 12 moves, {seen.view.phase}>"


@pytest.mark.parametrize("name", OPENINGS)
@given(seed=st.integers(0, 10**6), moves=st.integers(0, 90))
def test_a_record_survives_its_text(name: str, seed: int, moves: int) -> None:
    record = played(name, seed, moves)
    loaded = Record.from_text(record.to_text())
    assert loaded == record
    assert loaded.state == record.state
    assert loaded.to_text() == record.to_text()
    assert hash(loaded) == hash(record)
    assert pickle.loads(pickle.dumps(record)) == record


@pytest.mark.parametrize("name", OPENINGS)
def test_positions_of_a_record(name: str) -> None:
    record = played(name, 5, 60)
    state = record.start
    for number, (before, move) in enumerate(record):
        assert state == before == record.state_at(number)
        state = tws.apply(state, move)
    assert state == record.state == record.state_at(len(record.moves))
    again = Record(record.start)
    for move in record.moves:
        again = again.play(str(move))
    assert again == record and [*map(type, again.moves)] == [*map(type, record.moves)]
    assert record.undo().play(record.moves[-1]) == record
    assert record.undo().state == record.state_at(len(record.moves) - 1)
    assert Record(record.start).undo() == Record(record.start)
    for number in (-1, len(record.moves) + 1):
        with pytest.raises(tws.RecordError, match="there is no position"):
            record.state_at(number)


def test_comments_and_other_line_ends_are_read() -> None:
    text = DUEL.to_text()
    commented = text.replace("AD; 2D", "AD;;2D # the first trick").replace("\n", "\r\n")
    assert Record.from_text(commented) == DUEL


def test_an_illegal_move_changes_nothing() -> None:
    record = DUEL
    with pytest.raises(tws.IllegalMove):
        record.play(tws.Play(tws.Card.parse("QS")))
    assert record == DUEL
    with pytest.raises(tws.RecordError) as caught:
        Record(record.start, [*record.moves[:2], street.Keep()])
    assert caught.value.number == 3


def test_play_reads_a_text_for_the_position() -> None:
    record = DUEL.undo().undo()
    for text, error in (("10 of diamonds", "found '10'"), ("keep", "found 'keep'"), ("", "a card")):
        with pytest.raises(tws.ParseError, match=error):
            record.play(text)
    with pytest.raises(tws.IllegalMove) as caught:
        record.play("bid 3 high")
    assert caught.value.move == duel.Bid(3, duel.Direction.HIGH)
    assert record == DUEL.undo().undo()


@pytest.mark.parametrize(
    ("damaged", "number", "message"),
    [
        ("", None, "first line"),
        (GOOD.replace("record 1", "record 2"), None, "first line"),
        (GOOD.replace("game duel\n", ""), None, "header lines"),
        (GOOD.replace("dealer 0", "dealer 0\ndealer 0"), None, "header lines"),
        (GOOD.replace("game duel", "game whist"), None, "there is no game 'whist'"),
        (GOOD.replace("game duel", "game street"), None, "expected the rules players"),
        (GOOD.replace(" target=20", ""), None, "expected the rules"),
        (GOOD.replace("target=20", "target=many"), None, "target='many'"),
        (GOOD.replace("target=20", "target=" + "9" * 9999), None, "target="),
        (GOOD.replace("dealer 0", "dealer 2"), None, "2 is not a seat"),
        (GOOD.replace("dealer 0", "dealer ²"), None, "whole number"),
        (GOOD.replace("dealer 0", "dealer " + "1" * 9999), None, "whole number"),
        (GOOD.replace("scores 0 0", "scores 0 -1"), None, "scores=[0, -1]"),
        (GOOD.replace("scores 0 0", "scores 0 20"), None, "a game that is not over"),
        (GOOD.replace("hands_played 0", "hands_played x"), None, "whole number"),
        (GOOD.replace("\ndeal AC", "\ndeal 7D"), 1, "missing AC"),
        (GOOD.replace("bid 3 high", "bid 3 higher"), 2, "found 'higher' at position 6"),
        (GOOD.replace("AD; 2D", "AD; 3C"), 6, "diamonds were led"),
        (GOOD + "JD\n", 25, "a deal is due first"),
    ],
)
def test_damaged_records_are_refused(damaged: str, number: int | None, message: str) -> None:
    with pytest.raises(tws.RecordError) as caught:
        Record.from_text(damaged)
    assert caught.value.number == number
    assert message in str(caught.value)


def test_the_start_of_a_record_is_a_state_without_moves() -> None:
    state = DUEL.state_at(5)
    for start in (state, DUEL.state, None, "state"):
        with pytest.raises(tws.RecordError, match="before any move"):
            Record(cast(Any, start))
    with pytest.raises(tws.RecordError, match="expected moves"):
        Record(DUEL.start, cast(Any, 7))
    with pytest.raises(tws.RecordError, match="there is no position 'x'"):
        DUEL.state_at(cast(Any, "x"))


def test_a_record_does_not_start_after_a_thrown_in_deal() -> None:
    record = Record(duel.new_game())
    record = record.play(tws.shuffle(record.state, random.Random(1)))
    for bid in ("bid 2 high", "bid 2 low"):
        record = record.play(bid)
    assert record.state.needs_deal
    assert Record.from_text(record.to_text()) == record
    with pytest.raises(tws.RecordError, match="before any move"):
        Record(record.state)
