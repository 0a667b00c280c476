"""The rules of the Duel: bids and their results, whole hands, scores and options."""

import random
from functools import partial
from typing import Any

import pytest

import twowaystreet as tws
from tests.helpers import (
    Hostile,
    anything,
    dealt,
    hand_played,
    next_dealer,
    refused,
    refused_options,
    replay,
    shuffled,
    text_of,
    texts,
)
from twowaystreet import cards, reasons
from twowaystreet.games import duel

STOCK = "2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC KC AC 2D 3D 4D 5D 6D 7D 8D"
HANDS = ["9D 10D JD QD KD AD 2H 3H 4H 5H", "6H 7H 8H 9H 10H JH QH KH AH 2S"]


def bidding(dealer: int = 0, **options: Any) -> duel.State:
    """Return a dealt state; the stock runs from the two of clubs up."""
    state = duel.new_game(duel.Rules(**options), dealer=dealer)
    return dealt(state, HANDS, STOCK)


@pytest.mark.rule("DU-1")
@pytest.mark.parametrize("dealer", [0, 1])
def test_the_deal(dealer: int) -> None:
    state = duel.new_game(dealer=dealer)
    pack = state.rules.pack.cards
    state = tws.apply(state, tws.Deal(pack))
    first = [0, 2, 3, 6, 7, 8, *range(12, 16)]
    second = [1, 4, 5, 9, 10, 11, *range(16, 20)]
    for seat, places in ((dealer, first), (1 - dealer, second)):
        assert text_of(state.hands[seat]) == text_of(pack[place] for place in places)
    assert state.stock == pack[20:] and len(state.stock) == 34
    assert (state.actor, state.phase, state.responder) == (dealer, duel.Phase.BID, 1 - dealer)


@pytest.mark.rule("DU-3", "DU-4")
@pytest.mark.parametrize(
    ("options", "most"),
    [
        ({}, 10),
        ({"max_strength": 3}, 3),
        ({"bid_markers": "cards"}, 8),
        ({"bid_markers": "cards", "max_strength": 2}, 2),
    ],
)
def test_every_bid(options: dict[str, Any], most: int) -> None:
    wanted = ["no bid"]
    for strength in range(1, most + 1):
        wanted += [f"bid {strength} high", f"bid {strength} low"]
    state = bidding(**options)
    assert texts(state) == wanted
    for bid in wanted:
        # The limit does not depend on the dealer's bid.
        assert texts(replay(state, [bid])) == wanted
    if most < 10:
        reason = refused(state, f"bid {most + 1} low", reasons.NotOffered)
        assert reason.rule == "DU-4" and str(most) in reason.expected


@pytest.mark.rule("DU-2")
@pytest.mark.parametrize("dealer", [0, 1])
def test_the_dealer_bids_in_secret(dealer: int) -> None:
    state = bidding(dealer)
    for text in ("high", "9D", "name C", "exchange 9D 10D"):
        assert refused(state, text, reasons.WrongMove).rule == "DU-3"
    state = replay(state, ["bid 3 high"])
    responder = 1 - dealer
    assert (state.actor, state.phase) == (responder, duel.Phase.BID)
    assert [str(bid) for bid in state.bids if bid] == ["bid 3 high"]
    for seat, known in ((dealer, True), (responder, False), (None, False)):
        bids = anything(tws.view(state, seat)).bids
        assert (bids[dealer] is not None) is known
    state = replay(state, ["bid 2 low"])
    for seat in (None, 0, 1):
        assert anything(tws.view(state, seat)).bids == state.bids
    assert [str(bid) for bid in state.bids][dealer] == "bid 3 high"
    assert state.shown


@pytest.mark.rule("DU-7")
@pytest.mark.parametrize("dealer", [0, 1])
@pytest.mark.parametrize(
    ("first", "second", "direction", "dealer_wins", "to_dealer", "count"),
    [
        ("bid 3 high", "bid 2 low", "high", True, False, 3),
        ("bid 3 low", "bid 2 low", "low", True, True, 3),
        ("bid 1 high", "bid 2 low", "low", False, False, 2),
        ("bid 1 low", "bid 4 high", "high", False, True, 4),
        ("no bid", "bid 1 high", "high", False, True, 1),
        ("bid 1 low", "no bid", "low", True, True, 1),
        ("bid 10 high", "bid 9 low", "high", True, False, 10),
    ],
)
def test_the_greater_strength_wins(
    dealer: int,
    first: str,
    second: str,
    direction: str,
    dealer_wins: bool,
    to_dealer: bool,
    count: int,
) -> None:
    state = replay(bidding(dealer), [first, second])
    winner = dealer if dealer_wins else 1 - dealer
    captor = dealer if to_dealer else 1 - dealer
    assert state.direction == direction
    assert [len(state.captured[seat]) for seat in (captor, 1 - captor)] == [count, 0]
    top = STOCK.split()[: 2 * count]
    pairs = [text_of(pair) for pair in state.captured[captor]]
    assert pairs == [" ".join(top[i : i + 2]) for i in range(0, 2 * count, 2)]
    assert (state.actor, state.phase) == (winner, duel.Phase.EXCHANGE)
    assert len(texts(state)) == 45
    # Only the winner exchanges, then the dealer leads.
    before = len(state.stock)
    state = tws.apply(state, tws.legal_moves(state)[0])
    assert (state.actor, state.phase) == (dealer, duel.Phase.PLAY)
    assert len(state.stock) == before and state.exchanged[1 - winner] is None
    assert anything(tws.view(state, None)).captured == state.captured


@pytest.mark.rule("DU-8", "DU-9")
@pytest.mark.parametrize("dealer", [0, 1])
def test_identical_bids(dealer: int) -> None:
    state = replay(bidding(dealer), ["bid 2 low", "bid 2 low"])
    assert state.direction == "low" and state.captured == ((), ())
    check_both_exchange(state, dealer)


def check_both_exchange(state: duel.State, dealer: int) -> None:
    """Check that the dealer exchanges first, then the responder, and that the dealer leads."""
    for seat in (dealer, 1 - dealer):
        assert (state.actor, state.phase) == (seat, duel.Phase.EXCHANGE)
        refused(state, "high", reasons.WrongMove)
        top = state.stock[:2]
        state = tws.apply(state, tws.legal_moves(state)[3])
        exchanged = state.exchanged[seat]
        assert exchanged is not None and exchanged.drawn == top
        assert state.stock[-2:] == exchanged.given
    assert (state.actor, state.phase) == (dealer, duel.Phase.PLAY)
    first, second = state.hands[dealer][:2]
    refused(state, duel.Exchange((first, second)), reasons.WrongMove)


@pytest.mark.rule("DU-9")
@pytest.mark.parametrize("dealer", [0, 1])
@pytest.mark.parametrize("direction", ["high", "low"])
def test_without_bids_the_dealer_chooses_the_direction(dealer: int, direction: str) -> None:
    state = replay(bidding(dealer), ["no bid", "no bid"])
    assert (state.actor, state.phase) == (dealer, duel.Phase.CHOOSE)
    assert texts(state) == ["high", "low"] and state.direction is None
    assert refused(state, "no bid", reasons.WrongMove).rule == "DU-9"
    state = replay(state, [direction])
    assert state.direction == direction and state.captured == ((), ())
    check_both_exchange(state, dealer)


@pytest.mark.rule("DU-6")
@pytest.mark.parametrize("markers", ["paper", "cards"])
@pytest.mark.parametrize("bids", [("bid 2 high", "bid 2 low"), ("bid 1 low", "bid 1 high")])
def test_equal_strengths_in_opposite_directions(markers: str, bids: tuple[str, str]) -> None:
    state = replay(bidding(1, bid_markers=markers), bids)
    assert state.needs_deal and not state.hand_over and not state.is_over
    assert (state.phase, state.actor, state.dealer) == (duel.Phase.DEAL, None, 1)
    assert (state.scores, state.hands_played, state.score) == ((0, 0), 0, None)
    assert not any(state.hands) and state.stock == ()
    assert state.markers == ((), ()) and state.direction is None
    assert [str(bid) for bid in state.bids] == [bids[1], bids[0]]
    with pytest.raises(tws.HandNotOver):
        tws.score_hand(state)
    again = shuffled(state, seed=3)
    assert (again.dealer, again.actor, again.bids) == (1, 1, (None, None))
    assert again == shuffled(duel.new_game(state.rules, dealer=1), seed=3)


@pytest.mark.rule("DU-5")
def test_cards_as_markers_come_from_the_top_of_the_stock() -> None:
    state = replay(bidding(1, bid_markers="cards"), ["bid 3 high"])
    assert state.markers == ((), cards("2C 3C 4C"))
    assert text_of(state.stock[:2]) == "5C 6C"
    state = replay(state, ["bid 2 low"])
    assert state.markers == (cards("5C 6C"), cards("2C 3C 4C"))
    # Tricks from the stock come after the markers, and the markers stay out of play.
    assert text_of(state.captured[0][0]) == "7C 8C" and len(state.captured[0]) == 3
    state = tws.apply(state, tws.legal_moves(state)[0])
    assert state.markers == (cards("5C 6C"), cards("2C 3C 4C"))


# Texts and parts that do not make a bid of the Duel (DU-3).


@pytest.mark.rule("DU-3")
@pytest.mark.parametrize("text", ["bid 0 high", "bid 11 low", "bid -1 low", "bid 03 low", "bid 3"])
def test_a_strength_is_from_1_to_10(text: str) -> None:
    with pytest.raises(tws.ParseError, match="expected"):
        tws.parse_move(duel.new_game(), text)


# Valid and invalid options of the Duel.


refusal = partial(refused_options, duel.Rules)


@pytest.mark.rule("DU-4")
def test_the_greatest_strength() -> None:
    by_cards = duel.BidMarkers.CARDS
    assert duel.Rules(bid_markers=by_cards).max_strength == 8
    assert duel.Rules(bid_markers=by_cards, max_strength=8).max_strength == 8
    assert duel.Rules(max_strength=1).max_strength == 1
    for value in (9, 10):
        error = refusal(bid_markers="cards", max_strength=value)
        assert (error.field, error.rule) == ("max_strength", "DU-4")
        assert "1 to 8" in error.expected
    impossible: tuple[object, ...] = (0, 11, -1, 10**5000, True, 2.0, "3", Hostile())
    for other in impossible:
        error = refusal(max_strength=other)
        assert (error.field, error.rule) == ("max_strength", "DU-4")
        assert "1 to 10" in error.expected


ZAK = "AC 5S 7S QS AS KH AD R* 3H 6D"
KATIE = "3C 5C 6C 8C 8S 10S 5H 2D 3D JD"
TOP = "2C 4C 7C 9C 10C JC 7D 8H"
EXAMPLE = [
    # Zak's card, Katie's card, the winner; Zak leads the odd tricks, Katie the even ones.
    ("AD", "2D", "Zak"),
    ("AC", "8C", "Zak"),
    ("AS", "8S", "Zak"),
    ("R*", "5C", "Zak"),
    ("QS", "10S", "Zak"),
    ("7D", "6C", "Katie"),
    ("KH", "5H", "Zak"),
    ("5S", "3C", "Katie"),
    ("7S", "3D", "Zak"),
    ("8H", "JD", "Katie"),
]


@pytest.mark.rule("DU-1", "DU-2", "DU-5", "DU-7", "DU-10", "DU-11", "DU-12", "ST-13", "ST-15")
@pytest.mark.parametrize(
    ("bid_markers", "zak_lays", "katie_lays"), [("paper", "", ""), ("cards", "QC KC 4D", "5D 8D")]
)
def test_the_worked_example(bid_markers: str, zak_lays: str, katie_lays: str) -> None:
    """Both ways to mark bids give the same play; marker cards lie on top of the stock."""
    rules = duel.Rules(bid_markers=duel.BidMarkers(bid_markers), target=2 + bool(zak_lays))
    state = dealt(duel.new_game(rules), [ZAK, KATIE], f"{zak_lays} {katie_lays} {TOP}")
    state = replay(state, ["bid 3 high"])
    assert tws.view(state, 1).bids == (None, None)
    state = replay(state, ["bid 2 low"])
    assert tws.view(state, 1).bids == (duel.Bid(3, duel.Direction.HIGH), state.bids[1])
    assert state.markers == (cards(zak_lays), cards(katie_lays))
    # Zak's markers lie face up, and no player sees Katie's.
    unseen = None if katie_lays else ()
    assert [tws.view(state, seat).markers for seat in (None, 0, 1)] == [
        (cards(zak_lays), unseen)
    ] * 3
    assert state.captured == ((), (cards("2C 4C"), cards("7C 9C"), cards("10C JC")))
    assert state.actor == 0
    state = replay(state, ["exchange 3H 6D"])
    assert state.exchanged == (duel.Exchanged(cards("6D 3H"), cards("7D 8H")), None)
    hidden = (None,) * (len(state.stock) - 2)
    assert tws.view(state, 0).stock == hidden + cards("6D 3H")
    assert tws.view(state, 1).stock == (*hidden, None, None)
    for number, (zak, katie, winner) in enumerate(EXAMPLE):
        order = (zak, katie) if number % 2 == 0 else (katie, zak)
        assert state.actor == number % 2
        for card in order:
            assert card in texts(state)
            state = replay(state, [card])
        trick = state.tricks[-1]
        assert trick.cards == cards(" ".join(order))
        assert trick.winner == ["Zak", "Katie"].index(winner)
    score = tws.score_hand(state)
    assert [(seat.tricks, seat.captured, seat.total) for seat in score.seats] == [
        (7, 0, 7),
        (3, 3, 6),
    ]
    assert state.scores == score.points == (2, 0)
    assert score == duel.score("high", [7, 3], [0, 3], dealer=0)
    assert state.hand_over and next_dealer(state) == 1
    assert state.winners == (() if zak_lays else (0,))  # the target is 3 or 2


@pytest.mark.rule("DU-11")
@pytest.mark.parametrize(
    ("direction", "tricks", "captured", "dealer", "points", "entries"),
    [
        ("high", [7, 3], [0, 3], 0, (2, 0), "H,7-6:2 H,6-7:0"),
        ("high", [3, 7], [0, 0], 0, (0, 8), "H,3-7:0 H,7-3:8"),
        ("low", [7, 3], [0, 0], 0, (0, 8), "L,7-3:0 L,3-7:8"),
        ("low", [3, 7], [2, 0], 0, (4, 0), "L,5-7:4 L,7-5:0"),
        ("low", [5, 5], [2, 0], 0, (0, 4), "L,7-5:0 L,5-7:4"),
        ("high", [5, 5], [0, 0], 0, (1, 0), "H,5-5:1 H,5-5:0"),
        ("low", [5, 5], [0, 0], 1, (0, 1), "L,5-5:0 L,5-5:1"),
        ("low", [6, 4], [0, 2], 1, (0, 1), "L,6-6:0 L,6-6:1"),
        ("high", [0, 10], [0, 10], 1, (0, 40), "H,0-20:0 H,20-0:40"),
    ],
)
def test_scores(
    direction: str,
    tricks: list[int],
    captured: list[int],
    dealer: int,
    points: tuple[int, int],
    entries: str,
) -> None:
    score = duel.score(direction, tricks, captured, dealer=dealer)
    assert score.points == points and score.direction == direction
    assert any(captured) or score == duel.score(direction, tricks, dealer=dealer)
    assert {seat.direction for seat in score.seats} == {direction}
    assert " ".join(seat.entry for seat in score.seats) == entries
    seats = (score.seats[1], score.seats[0])
    assert [seat.against for seat in seats] == [seat.total for seat in score.seats]


@pytest.mark.rule("AL-2", "DU-6")
def test_thrown_in_deals_do_not_count_as_hands() -> None:
    state = duel.new_game(duel.Rules(max_hands=1))
    for seed in range(3):
        state = replay(shuffled(state, seed), ["bid 1 high", "bid 1 low"])
        assert state.hands_played == 0 and not state.is_over and state.needs_deal
    state = hand_played(state, random.Random(11))
    assert state.hands_played == 1 and state.is_over
