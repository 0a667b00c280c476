"""Records: their repr, their start, moves as texts, and errors when loading."""

import random
from typing import Any, cast

import pytest

import twowaystreet as tws
from examples import high_card
from tests.games import OURS
from tests.helpers import text_of
from twowaystreet import Record
from twowaystreet._core.records.records import example_record
from twowaystreet._core.records.text_format import Transcript
from twowaystreet.games import duel, street

DUEL = example_record(tws.GAMES["duel"].State)
GOOD = DUEL.to_text()


def test_moves_of_a_game_without_tricks_stay_on_one_line() -> None:
    state = high_card.GAME.new_game()
    transcript = Transcript(high_card.GAME, state)
    for text in (f"deal {text_of(state.rules.pack.cards)}", "show 2C", "show 5C"):
        move = tws.parse_move(state, text)
        transcript.add(state, move)
        state = tws.apply(state, move)
    assert transcript.text(state).endswith("KS AS\nshow 2C; show 5C\n# +1  +0  =  1 0\n")


@pytest.mark.parametrize("name", OURS)
def test_a_record_is_shown_without_cards(name: str) -> None:
    record, title = Record(tws.GAMES[name].new_game()), tws.GAMES[name].title
    assert repr(record) == f"<{title} record: 0 moves, deal>"
    record = record.play(tws.shuffle(record.state, random.Random(5)))
    phase = record.state.phase
    assert repr(record) == f"<{title} record: 1 move, {phase}>"
    assert repr(record.for_seat(0)) == f"<{name} record of seat 0: 1 move, {phase}>"
    seen = record.for_seat(None)
    assert repr(seen) == f"<{name} record of a spectator: 1 move, {seen.view.phase}>"


def test_play_reads_a_text_for_the_position() -> None:
    record = DUEL.undo().undo()
    for text, error in (("10 of diamonds", "found '10'"), ("keep", "found 'keep'"), ("", "a card")):
        with pytest.raises(tws.ParseError, match=error):
            record.play(text)
    with pytest.raises(tws.IllegalMove) as caught:
        record.play("bid 3 high")
    assert caught.value.move == duel.Bid(3, duel.Direction.HIGH)
    assert record == DUEL.undo().undo()
    with pytest.raises(tws.RecordError) as wrong:
        Record(record.start, [*record.moves[:2], street.Keep()])
    assert wrong.value.number == 3
    for number in (-1, len(record.moves) + 1, cast(Any, "x")):
        with pytest.raises(tws.RecordError, match=f"there is no position {number!r}"):
            record.state_at(number)


@pytest.mark.parametrize(
    ("damaged", "number", "message"),
    [
        ("", None, "first line"),
        (GOOD.replace("record 1", "record 2"), None, "first line"),
        (GOOD.replace("game duel\n", ""), None, "header lines"),
        (GOOD.replace("dealer 0", "dealer 0\ndealer 0"), None, "header lines"),
        (GOOD.replace("game duel", "game whist"), None, "there is no game 'whist'"),
        (GOOD.replace("game duel", "game street"), None, "expected the rules players"),
        (GOOD.replace("target=20", "goal=20"), None, "'goal', perhaps from a later version"),
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
    for start in (DUEL.state_at(5), DUEL.state, None, "state"):
        with pytest.raises(tws.RecordError, match="before any move"):
            Record(cast(Any, start))
    with pytest.raises(tws.RecordError, match="expected moves"):
        Record(DUEL.start, cast(Any, 7))
    record = Record(duel.new_game())
    record = record.play(tws.shuffle(record.state, random.Random(1)))
    for bid in ("bid 2 high", "bid 2 low"):
        record = record.play(bid)
    assert record.state.needs_deal
    with pytest.raises(tws.RecordError, match="before any move"):
        Record(record.state)
