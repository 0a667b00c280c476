"""Leads, tricks, going out, games, and views of each seat (TL-2, TL-5 to TL-9)."""

import random
from collections.abc import Callable
from itertools import permutations
from typing import Any

import pytest

import twowaystreet as tws
from tests.helpers import anything, card, refused, some_move, texts
from tests.tien_len.table import (
    CLUBS,
    DIAMONDS,
    SPADES,
    SUITS,
    TO_THE_END,
    TWO_OUT,
    after,
    deal_of,
    one_suit_each,
    playing,
    second_deal,
    trick,
)
from twowaystreet.games import tien_len
from twowaystreet.games.tien_len import Phase, SeatScore, score


@pytest.mark.rule("TL-1")
@pytest.mark.parametrize("dealer", range(4))
def test_the_cards_are_dealt_one_by_one_from_the_left(dealer: int) -> None:
    state = tien_len.new_game(dealer=dealer)
    deal = tws.shuffle(state, random.Random(dealer))
    assert len(set(deal.cards)) == 52 and not any(one.joker for one in deal.cards)
    state = tws.apply(state, deal)
    for place in range(4):
        seat = (dealer + 1 + place) % 4
        assert state.hands[seat] == tuple(sorted(deal.cards[place::4]))
    assert (state.phase, state.stock, state.hand_sizes) == (Phase.PLAY, (), (13,) * 4)


@pytest.mark.rule("TL-2")
@pytest.mark.parametrize("dealer", range(4))
@pytest.mark.parametrize("holder", range(4))
def test_the_holder_of_the_three_of_spades_leads_first(dealer: int, holder: int) -> None:
    hands = ["3S" if seat == holder else "" for seat in range(4)]
    state = playing(*hands, dealer=dealer)
    assert state.actor == state.trick.leader == holder
    assert state.trick == trick(holder)
    assert (state.to_beat, state.passes, state.went_out, state.tricks) == (None, 0, (), ())


@pytest.mark.rule("TL-2", "TL-3")
def test_the_first_lead_contains_the_three_of_spades() -> None:
    state = playing("3S 3C 3D 3H 4S 4C 5S 5H 6S 9D 10D JD KD")
    found = texts(state)
    assert found == [
        "3S",
        *("3C 3S", "3D 3S", "3H 3S"),
        *("3C 3D 3S", "3C 3H 3S", "3D 3H 3S"),
        "3C 3D 3H 3S",
        *("3S 4S 5S", "4C 3S 5S", "5H 3S 4S", "4C 5H 3S"),
        *("3S 4S 5S 6S", "4C 3S 5S 6S", "5H 3S 4S 6S", "4C 5H 3S 6S"),
        *("3C 4C 5H 3S 4S 5S", "4C 3D 5H 3S 4S 5S", "4C 3H 5H 3S 4S 5S"),
    ]
    for text in ("3C", "3C 3D", "3C 3D 3H", "4S", "4S 5S 6S", "9D 10D JD", "3C 4S 5S"):
        reason = refused(state, text, tien_len.MustContain, "TL-2", "must contain the 3S")
        assert reason.card == card("3S")
    # Only the first trick of the first deal must contain it.
    state = after(state, "3C 3S; pass; pass; pass")
    assert "9D" in texts(state) and "4S 5S 6S" in texts(state)
    # A match that continues begins as a first deal.
    state = tien_len.new_game(dealer=1, scores=[1, 1, -3, 1], hands_played=3)
    state = tws.apply(state, deal_of(state, SUITS))
    assert state.actor == 0 and all("3S" in text for text in texts(state))
    refused(state, "4S", tien_len.MustContain, "TL-2")


@pytest.mark.rule("TL-2", "TL-6")
def test_the_first_to_run_out_leads_the_next_deal_with_any_play() -> None:
    over = one_suit_each(TO_THE_END)
    assert over.hand_over and over.went_out[0] == 0
    # Seat 0 has no three of spades now.
    state = tws.apply(over, deal_of(over, [CLUBS, SPADES]))
    assert (state.dealer, state.actor, state.trick.leader) == (0, 0, 0)
    assert len(tws.legal_moves(state)) == 13 + 66
    assert after(state, "7C").actor == 1
    again = second_deal("3S 4S 5S")
    assert again.actor == 0 and {"3S", "4S", "3S 4S 5S"} <= {*texts(again)}


@pytest.mark.rule("TL-5", "TL-8")
def test_a_player_may_come_back_after_passes() -> None:
    state = playing("3S 4S 5S", "5C", "3D 4D", "3H 4H")
    state = after(state, "3S; pass; 3D; 3H; 4S; pass; 4D; 4H; 5S; 5C; pass; pass; pass")
    plays = "0:3S; 1:; 2:3D; 3:3H; 0:4S; 1:; 2:4D; 3:4H; 0:5S; 1:5C; 2:; 3:; 0:"
    assert state.tricks == (trick(0, plays, winner=1),)
    assert state.actor == 1 and state.trick == trick(1)
    assert "pass" not in texts(state)


@pytest.mark.rule("TL-5", "TL-6")
def test_out_with_an_unbeaten_play() -> None:
    """The next player to the left with cards leads, after the pass of all who hold cards."""
    state = after(one_suit_each(), f"{SPADES}; pass; pass")
    assert (state.actor, state.went_out, state.hand_sizes) == (3, (0,), (0, 13, 13, 13))
    state = after(state, "pass")
    assert (state.actor, state.trick.leader, state.tricks[0].winner) == (1, 1, 0)
    # Seat 0 is passed over: two passes of the players with cards end the next trick.
    state = after(state, f"{CLUBS}; pass; pass")
    assert (state.actor, state.tricks[1].winner, state.went_out) == (2, 1, (0, 1))
    # With two players left, one pass is enough.
    state = after(state, "3D; pass")
    assert (state.actor, state.tricks[2]) == (2, trick(2, "2:3D; 3:", winner=2))
    state = after(state, "4D; 4H; 5D; pass")
    assert (state.actor, state.tricks[3].winner) == (2, 2)


@pytest.mark.rule("TL-6", "TL-8")
def test_the_hand_ends_with_the_third_player_without_cards() -> None:
    """The last player may not answer, even with a higher play; the last trick is complete."""
    state = one_suit_each(TO_THE_END)
    assert state.hand_over and state.actor is None and not tws.legal_moves(state)
    assert state.went_out == (0, 1, 2)
    assert state.hand_sizes == (0, 0, 0, 12)  # The fours to the two of hearts beat the last play.
    assert [one.winner for one in state.tricks] == [0, 1, 2, 2]
    last = f"2:{' '.join(DIAMONDS.split()[2:])}"
    assert state.tricks[2] == trick(2, "2:3D; 3:3H; 2:4D; 3:", winner=2)
    assert state.tricks[3] == trick(2, last, winner=2)
    assert state.trick == trick(None)
    assert (state.to_beat, state.passes) == (None, 0)
    assert state.scores == (1, 1, 1, -3)
    # Three may run out in one trick: the hearts would beat the diamonds, but the hand is over.
    state = after(one_suit_each(), f"{SPADES}; {CLUBS}; {DIAMONDS}")
    assert state.hand_over and state.went_out == (0, 1, 2)
    assert state.tricks == (trick(0, f"0:{SPADES}; 1:{CLUBS}; 2:{DIAMONDS}", winner=2),)


@pytest.mark.rule("TL-1")
def test_the_text_of_a_play_has_its_cards_from_the_lowest_up() -> None:
    play = tien_len.TrickPlay(1, tws.cards("JC QD 10S"))
    assert str(play) == "10S JC QD by seat 1"
    assert str(tien_len.PlayCards(play.cards)) == "JC QD 10S"  # the notation stays
    assert str(tien_len.TrickPlay(0)) == "pass by seat 0"


# The score of a hand, and the end and the winners of a game (TL-6).


SHEET = """
Ann   | Ben   | Cem   | Dee
1: +1 | 2: +1 | 3: +1 | 4: -3
1     | 1     | 1     | -3
"""


@pytest.mark.rule("TL-6")
def test_a_whole_hand() -> None:
    state = one_suit_each(TO_THE_END, max_hands=2)
    found = tws.score_hand(state)
    assert found == state.score == score([0, 1, 2])
    assert (found.points, found.went_out, found.loser) == ((1, 1, 1, -3), (0, 1, 2), 3)
    assert found.seats == (SeatScore(1, 1), SeatScore(1, 2), SeatScore(1, 3), SeatScore(-3, 4))
    assert state.scores == (1, 1, 1, -3) and state.hands_played == 1
    assert tws.score_sheet(["Ann", "Ben", "Cem", "Dee"], [found]) == SHEET.strip()
    assert tws.payoffs(state) == pytest.approx((4 / 3, 4 / 3, 4 / 3, -4))


@pytest.mark.rule("TL-6")
@pytest.mark.parametrize("order", [*permutations(range(4))])
def test_the_last_player_pays_each_other_player_one_stake(order: tuple[int, ...]) -> None:
    found = score(order[:3])
    assert found.loser == order[3] and found.went_out == order[:3]
    assert [found.seats[seat].place for seat in order] == [1, 2, 3, 4]
    assert [found.points[seat] for seat in order] == [1, 1, 1, -3]
    assert [found.seats[seat].entry for seat in order] == ["1: +1", "2: +1", "3: +1", "4: -3"]
    assert found == score(anything(iter(order[:3])))


@pytest.mark.rule("TL-6", "AL-2")
@pytest.mark.parametrize(
    ("scores", "winners"),
    [
        ([0, 0, 0, 0], (0, 1, 2)),
        ([0, 0, 0, 4], (0, 1, 2, 3)),
        ([0, 0, 0, 5], (3,)),
        ([0, 2, 0, 0], (1,)),
        ([-9, -9, -20, -5], (0, 1, 3)),
    ],
)
def test_most_stakes_win_and_equal_most_is_shared(
    scores: list[int], winners: tuple[int, ...]
) -> None:
    start = tien_len.new_game(dealer=3, scores=scores, hands_played=3)
    state = after(tws.apply(start, deal_of(start, SUITS)), TO_THE_END)
    assert state.is_over and state.phase is Phase.GAME_OVER and not state.needs_deal
    assert state.winners == winners and state.hands_played == 4


# Views read from plain data.


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
