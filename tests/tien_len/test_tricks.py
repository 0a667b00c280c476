"""Refused leads, and contradictions in views (TL-2, TL-5, TL-8, TL-9)."""

import random
from collections.abc import Callable
from typing import Any

import pytest

import twowaystreet as tws
from tests.helpers import card, refused, some_move, texts
from tests.tien_len.table import SUITS, TWO_OUT, after, deal_of, one_suit_each, playing
from twowaystreet.games import tien_len


@pytest.mark.rule("TL-2", "TL-5")
def test_leads_without_the_three_of_spades_and_passes_of_a_leader_are_refused() -> None:
    state = playing("3S 3C 3D 3H 4S 4C 5S 5H 6S 9D 10D JD KD")
    for text in ("3C", "3C 3D", "3C 3D 3H", "4S", "4S 5S 6S", "9D 10D JD", "3C 4S 5S"):
        reason = refused(state, text, tien_len.MustContain, "TL-2", "must contain the 3S")
        assert reason.card == card("3S")
    assert "9D" in texts(after(state, "3C 3S; pass; pass; pass"))
    # A match that continues begins as a first deal.
    start = tien_len.new_game(dealer=1, scores=[1, 1, -3, 1], hands_played=3)
    again = tws.apply(start, deal_of(start, SUITS))
    refused(again, "4S", tien_len.MustContain, "TL-2")
    for each in (state, after(again, "3S; pass; pass; pass")):
        refused(each, "pass", tien_len.MustLead, "TL-5", "the leader may not pass")


@pytest.mark.rule("TL-1")
def test_the_text_of_a_play_has_its_cards_from_the_lowest_up() -> None:
    play = tien_len.TrickPlay(1, tws.cards("JC QD 10S"))
    assert str(play) == "10S JC QD by seat 1"
    assert str(tien_len.PlayCards(play.cards)) == "JC QD 10S"  # the notation stays
    assert str(tien_len.TrickPlay(0)) == "pass by seat 0"


def changed(change: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
    state = after(one_suit_each(TWO_OUT), "3D; 3H")
    data = tws.view(state, 2).to_dict()
    assert tien_len.View.from_dict(data) == tws.view(state, 2)
    change(data)
    return data


def derived(data: dict[str, Any], plays: list[Any]) -> None:
    """Replace the plays of the open trick, and the properties that follow from them."""
    data["trick"]["plays"] = plays
    data["to_beat"] = plays[-1] if plays else None
    data["passes"] = 0


THREE_PASSES: list[dict[str, Any]] = [{"seat": seat, "cards": []} for seat in (3, 2, 3)]
CONTRADICTIONS: list[tuple[Callable[[dict[str, Any]], object], str]] = [
    (lambda data: data.update(hand_sizes=[0, 0, 12, 12, 0, 0, 0, 0]), "hand_sizes: expected"),
    (lambda data: data.update(last_winner=4), "last_winner: expected a seat from 0 to 3"),
    (lambda data: data.update(went_out=[0]), "went_out: expected the seats without cards"),
    (lambda data: data.update(went_out=[0, 1, 2]), "went_out: expected"),
    (lambda data: data.update(went_out=[0, 1, 1]), "went_out: expected"),
    (lambda data: data.update(went_out=[0, 4]), "went_out: expected"),
    (lambda data: data["trick"].update(leader=4), "tricks: expected seats from 0 to 3"),
    (lambda data: data["trick"].update(leader=3), "tricks: expected cards of the leader first"),
    (lambda data: data["trick"].update(leader=None), "tricks: expected cards of the leader"),
    (lambda data: data["trick"].update(winner=2), "trick: expected no winner of an open trick"),
    (lambda data: data["tricks"][0].update(winner=1), "tricks: expected the player of the last"),
    (lambda data: data["tricks"][0].update(winner=None), "tricks: expected the player of the"),
    (lambda data: data["tricks"][0].update(plays=[]), "tricks: expected the player of the last"),
    (lambda data: data["tricks"][0]["plays"][1].update(seat=-1), "tricks: expected seats"),
    (lambda data: data["tricks"][0]["plays"].insert(0, {"seat": 0, "cards": []}), "the leader"),
    (lambda data: data["tricks"][0]["plays"].extend(THREE_PASSES), "at most 3 passes"),
    (lambda data: data["tricks"][1]["plays"][0].update(cards=["3S"]), "each card of the pack"),
    (lambda data: data["tricks"][1]["plays"][0].update(cards=["R*"]), "each card of the pack"),
    (lambda data: derived(data, [{"seat": 2, "cards": ["3S"]}]), "each card of the pack"),
    (lambda data: data.update(passes=1), "passes: expected those that follow from the tricks"),
    (lambda data: data.update(to_beat=None), "to_beat: expected those that follow"),
    (lambda data: data.update(to_beat={"seat": 1, "cards": ["3H"]}), "to_beat: expected"),
    (lambda data: data.update(phase="lay"), "phase: expected one of deal, play, hand over"),
]


@pytest.mark.rule("TL-8", "TL-9")
@pytest.mark.parametrize("number", range(len(CONTRADICTIONS)))
def test_contradictions_in_views_are_refused(number: int) -> None:
    change, words = CONTRADICTIONS[number]
    with pytest.raises(tws.RecordError, match=words):
        tien_len.View.from_dict(changed(change))


def seat_record(seat: int | None) -> tws.SeatRecord:
    rng = random.Random(3)
    record = tws.Record(tien_len.new_game())
    while not record.state.hands_played or record.state.hand_over:
        record = record.play(some_move(record.state, rng))
    return record.for_seat(seat)


@pytest.mark.rule("TL-8")
@pytest.mark.parametrize("name", ["tricks", "went_out"])
def test_tricks_and_seats_without_cards_only_grow(name: str) -> None:
    data = seat_record(None).to_dict()
    events = [event["changes"] for event in data["events"] if name in event["changes"]]
    assert events[-1][name] == []  # the next hand
    events[-2][name] = events[-2][name][::-1]
    with pytest.raises(tws.RecordError, match=f"{name}: expected those of the view before"):
        tws.SeatRecord.from_dict(data)
