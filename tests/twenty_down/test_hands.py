"""Dealing, naming trumps, drawing, scores and whole games (TD-1 to TD-5, TD-9 to TD-11)."""

from itertools import combinations
from typing import Any

import pytest

import twowaystreet as tws
from tests.helpers import anything, play, refused, replay, text_of, texts
from tests.twenty_down.table import TRICKS, deal_of, dealt, declaring, drawing, scripted
from twowaystreet import Suit, cards, reasons
from twowaystreet.games import twenty_down
from twowaystreet.games.twenty_down import Phase, Status

HAND = "7C AD 8H 9H KS"
STOCK = "AC AH AS QC QD QH QS KC KD KH 10S 9S"


@pytest.mark.rule("TD-1", "TD-2")
@pytest.mark.parametrize("dealer", range(4))
def test_the_deal_is_two_cards_and_then_three(dealer: int) -> None:
    state = twenty_down.new_game(dealer=dealer)
    pack = state.rules.pack.cards
    assert state.rules.seats == 4 and len(pack) == 32
    assert text_of(pack[:8]) == "7C 8C 9C 10C JC QC KC AC"
    assert [str(one)[:-1] for one in pack] == ["7", "8", "9", "10", "J", "Q", "K", "A"] * 4
    named = tws.apply(state, tws.Deal(pack))
    first = (dealer + 1) % 4
    seats = [(first + place) % 4 for place in range(4)]
    for place, seat in enumerate(seats):
        assert named.hands[seat] == pack[2 * place : 2 * place + 2]
    assert named.stock == pack[8:] and named.trumps is None
    assert (named.phase, named.actor, named.namer) == (Phase.TRUMP, first, first)
    assert {*named.statuses, *named.discards} == {None}
    assert named.trick == tws.Trick(first, (), (), None)
    after = replay(named, ["trump D"])
    for place, seat in enumerate(seats):
        more = pack[8 + 3 * place : 11 + 3 * place]
        assert after.hands[seat] == tuple(sorted([*named.hands[seat], *more]))
    assert after.stock == pack[20:] and len(after.stock) == 12
    assert (after.phase, after.actor, after.trumps) == (Phase.DRAW, first, Suit.DIAMONDS)
    assert {*after.statuses, *after.discards} == {None}


@pytest.mark.rule("TD-2")
@pytest.mark.parametrize("suit", Suit)
def test_any_suit_may_be_named(suit: Suit) -> None:
    state = dealt("7C 8C")
    assert texts(state) == ["trump C", "trump D", "trump H", "trump S"]
    after = tws.apply(state, twenty_down.Trump(suit))
    assert after.trumps is suit and after.phase is Phase.DRAW
    for text in ("7C", "draw", "draw 7C", "in", "out"):
        refused(state, text, reasons.WrongMove, "TD-2", "expected trump and a suit")
    refused(after, "trump C", reasons.WrongMove, "TD-3", "expected draw and up to 3 cards")


@pytest.mark.rule("TD-3")
@pytest.mark.parametrize("given", ["", "AD", "9H 7C", "KS 8H AD"])
def test_a_player_draws_as_many_cards_as_they_discard(given: str) -> None:
    before = drawing(HAND, stock=STOCK)
    after = replay(before, [f"draw {given}"])
    count = len(given.split())
    assert after.discards == (tuple(sorted(cards(given))), None, None, None)
    kept = set(HAND.split()) - set(given.split())
    assert set(map(str, after.hands[0])) == {*kept, *STOCK.split()[:count]}
    assert len(after.hands[0]) == 5 and after.hands[0] == tuple(sorted(after.hands[0]))
    assert after.hands[1:] == before.hands[1:]
    assert text_of(after.stock) == " ".join(STOCK.split()[count:])
    assert (after.phase, after.actor) == (Phase.DRAW, 1)


@pytest.mark.rule("TD-3")
def test_all_four_may_draw_three() -> None:
    state = drawing(stock=STOCK)
    for seat in range(4):
        state = tws.apply(state, twenty_down.Draw(state.hands[seat][:3]))
    assert state.stock == () and list(map(len, state.hands)) == [5] * 4
    drawn = [one for hand in state.hands for one in hand if str(one) in STOCK.split()]
    assert len(drawn) == 12
    found = {one for some in state.discards for one in some or ()}
    assert len(found) == 12 and not found & {one for hand in state.hands for one in hand}


@pytest.mark.rule("TD-3")
def test_draws_are_listed_once_with_the_smallest_first_and_others_are_refused() -> None:
    state = drawing(HAND, stock=STOCK)
    moves: tuple[Any, ...] = (
        "draw 8C",
        "draw 7C 8C",
        "draw AC",
        "draw 2C",
        "draw R*",
        "draw 7C 7C",
        "draw 7C AD 7C",
    )
    for move in moves:
        reason = refused(
            state, move, reasons.NotHeld, "AL-5", "expected cards among KS 8H 9H 7C AD"
        )
        assert text_of(reason.held) == HAND
    for text in ("in", "out", "trump C", "7C", "8C"):
        refused(state, text, reasons.WrongMove, "TD-3", "expected draw and up to 3 cards")
    refused(state, deal_of(twenty_down.new_game()), reasons.NoDealDue, "AL-6", "must end first")
    after = play(state, "draw")
    assert refused(after, "draw 7C", reasons.NotHeld, "AL-5").held == after.hands[1]
    assert HAND not in str(tws.legal_moves(after))
    held = HAND.split()
    wanted = [" ".join(["draw", *some]) for count in range(4) for some in combinations(held, count)]
    assert len(wanted) == len(set(wanted)) == 1 + 5 + 10 + 10
    assert texts(drawing(HAND)) == wanted


# In or out, and a player who stands alone (TD-4, TD-5).


@pytest.mark.rule("TD-4")
@pytest.mark.parametrize("dealer", range(4))
@pytest.mark.parametrize("trumps", "CHS")
def test_players_declare_in_turn_after_the_player_who_named_trumps(
    dealer: int, trumps: str
) -> None:
    state = declaring(dealer=dealer, trumps=trumps)
    namer = (dealer + 1) % 4
    known: list[Status | None] = [None] * 4
    known[namer] = Status.IN
    for place, text in ((1, "out"), (2, "in"), (3, "in")):
        seat = (namer + place) % 4
        assert state.statuses == tuple(known)
        assert (state.actor, state.phase, texts(state)) == (seat, Phase.DECLARE, ["in", "out"])
        state = play(state, text)
        known[seat] = Status(text)
    assert state.statuses == tuple(known)
    assert (state.actor, state.phase) == (namer, Phase.PLAY)
    refused(state, "out", reasons.WrongMove, "TD-6", "expected a card")


@pytest.mark.rule("TD-4")
@pytest.mark.parametrize("dealer", range(4))
def test_with_diamonds_as_trumps_everybody_is_in(dealer: int) -> None:
    state = declaring(dealer=dealer, trumps="D")
    assert state.statuses == (Status.IN,) * 4
    assert (state.actor, state.phase) == ((dealer + 1) % 4, Phase.PLAY)
    for text in ("in", "out"):
        refused(state, text, reasons.WrongMove, "TD-6", "expected a card")


@pytest.mark.rule("TD-4")
def test_only_in_or_out_is_accepted() -> None:
    state = declaring("7C 8C")
    for text in ("7C", "9C", "draw", "draw 7C", "trump C"):
        refused(state, text, reasons.WrongMove, "TD-4", "expected in or out")
    for seat in (None, 0, 1, 2, 3):
        seen = anything(tws.view(play(state, "out"), seat))
        assert seen.statuses == (Status.IN, Status.OUT, None, None)


@pytest.mark.rule("TD-5")
@pytest.mark.parametrize("dealer", range(4))
@pytest.mark.parametrize(("trumps", "points"), [("C", -5), ("S", -5), ("H", -10)])
def test_a_player_alone_scores_without_play(trumps: str, points: int, dealer: int) -> None:
    before = declaring(trumps=trumps, dealer=dealer)
    state = play(before, "out out out")
    namer = (dealer + 1) % 4
    assert state.hand_over and state.tricks == () and state.hands_played == 1
    assert (state.phase, state.actor, state.needs_deal) == (Phase.HAND_OVER, None, True)
    wanted = tuple(points if seat == namer else 0 for seat in range(4))
    score = tws.score_hand(state)
    assert score.points == wanted and score == state.score
    assert state.scores == tuple(20 + one for one in wanted)
    assert [seat.status for seat in score.seats] == list(state.statuses)
    assert [seat.tricks for seat in score.seats] == [0] * 4
    # No card was played: everybody still holds five cards, hidden from the others.
    assert state.hands == before.hands and tws.legal_moves(state) == ()
    assert tws.view(state, namer).hand == state.hands[namer]
    assert tws.view(state, None).hand is None


# Scores and whole games.


def scored(tricks: list[int], trumps: str, words: str) -> twenty_down.HandScore:
    """Score a hand; one text says which seats are in or out."""
    return twenty_down.score(tricks, trumps, words.split())


@pytest.mark.rule("TD-9")
@pytest.mark.parametrize(
    ("trumps", "points"),
    [("C", (-3, -2, 5, 5)), ("D", (-3, -2, 5, 5)), ("H", (-6, -4, 10, 10)), ("S", (-3, -2, 5, 5))],
)
def test_a_whole_hand(trumps: str, points: tuple[int, ...]) -> None:
    state = scripted(trumps)
    score = tws.score_hand(state)
    assert score.points == points and score.trumps == trumps
    assert state.scores == tuple(20 + one for one in points)
    assert tuple(seat.tricks for seat in score.seats) == TRICKS
    assert {seat.status for seat in score.seats} == {Status.IN}
    assert state.score == score == twenty_down.score(TRICKS, trumps, ["in"] * 4)


@pytest.mark.rule("TD-9", "TD-5")
@pytest.mark.parametrize(
    ("tricks", "trumps", "words", "points"),
    [
        ([5, 0, 0, 0], "C", "in in in in", (-5, 5, 5, 5)),
        ([5, 0, 0, 0], "H", "in in in in", (-10, 10, 10, 10)),
        ([0, 5, 0, 0], "S", "out in in out", (0, -5, 5, 0)),
        ([4, 1, 0, 0], "H", "in in in out", (-8, -2, 10, 0)),
        ([1, 1, 1, 2], "D", "in in in in", (-1, -1, -1, -2)),
        ([0, 0, 0, 0], "C", "out out in out", (0, 0, -5, 0)),
        ([0, 0, 0, 0], "H", "out out out in", (0, 0, 0, -10)),
        ([0, 0, 0, 0], "S", "in out out out", (-5, 0, 0, 0)),
    ],
)
def test_points(tricks: list[int], trumps: str, words: str, points: tuple[int, ...]) -> None:
    hand = scored(tricks, trumps, words)
    assert hand.points == points and hand.trumps is Suit(trumps)
    assert [seat.tricks for seat in hand.seats] == tricks
    assert [str(seat.status) for seat in hand.seats] == words.split()


def test_entries() -> None:
    hand = scored([4, 1, 0, 0], "H", "in in in out")
    assert [seat.entry for seat in hand.seats] == ["4:-8", "1:-2", "0:+10", "out"]
    alone = scored([0, 0, 0, 0], "C", "out in out out")
    assert [seat.entry for seat in alone.seats] == ["out", "0:-5", "out", "out"]
    sheet = tws.score_sheet(["A", "B", "C", "D"], [hand, alone], scores=[20] * 4)
    first = [line.split(" | ")[0].strip() for line in sheet.splitlines()]
    assert first == ["A", "20", "4:-8", "12", "out", "12"]


POINTS = (-3, -2, 5, 5)


@pytest.mark.rule("TD-10")
@pytest.mark.parametrize(
    ("scores", "winners"),
    [
        ([20, 20, 20, 20], ()),
        ([4, 3, 1, 1], ()),
        ([3, 20, 20, 20], (0,)),  # exactly zero
        ([2, 20, 20, 20], (0,)),
        ([20, 2, 20, 20], (1,)),
        ([20, 1, 20, 20], (1,)),
        ([3, 2, 20, 20], (0, 1)),  # shared
        ([2, 1, 20, 20], (0, 1)),
        ([1, 1, 20, 20], (0,)),  # several reach zero: the lowest wins
        ([3, 1, 20, 20], (1,)),
    ],
)
def test_the_first_player_at_zero_wins(scores: list[int], winners: tuple[int, ...]) -> None:
    state = scripted(scores=scores, hands_played=3)
    assert list(state.scores) == [a + b for a, b in zip(scores, POINTS, strict=True)]
    assert (state.is_over, state.winners, state.hands_played) == (bool(winners), winners, 4)
    assert state.phase is (Phase.GAME_OVER if winners else Phase.HAND_OVER)


@pytest.mark.rule("TD-10", "AL-2")
@pytest.mark.parametrize(
    ("scores", "winners"),
    [
        ([20, 20, 20, 20], (0,)),
        ([21, 20, 20, 20], (0, 1)),
        ([22, 20, 20, 20], (1,)),
        ([28, 27, 20, 20], (0, 1, 2, 3)),
        ([90, 90, 1, 90], (2,)),
    ],
)
def test_at_the_last_hand_the_fewest_points_win(
    scores: list[int], winners: tuple[int, ...]
) -> None:
    rules = twenty_down.Rules(max_hands=3)
    state = scripted("S", rules, scores=scores, hands_played=2)
    assert state.is_over and state.winners == winners and state.hands_played == 3
    early = scripted("S", rules, scores=scores, hands_played=1)
    assert not early.is_over and early.winners == () and early.hands_played == 2


@pytest.mark.rule("TD-11")
@pytest.mark.parametrize("played", [8, 9, 30])
def test_from_the_ninth_hand_on_no_player_names_trumps(played: int) -> None:
    state = twenty_down.new_game(dealer=2, hands_played=played)
    deal = deal_of(state, ["7H AS"], "10D JD QD")
    state = tws.apply(state, deal)
    # No player names trumps: all five cards are dealt, and the player to the dealer's left draws.
    assert (state.phase, state.actor, state.trumps) == (Phase.DRAW, 3, Suit.HEARTS)
    assert list(map(len, state.hands)) == [5] * 4 and len(state.stock) == 12
    assert state.hands[3] == tuple(sorted([*deal.cards[:2], *deal.cards[8:11]]))
    for text in ("trump H", "trump C", "7H", "in"):
        refused(state, text, reasons.WrongMove, "TD-3", "expected draw and up to 3 cards")
    state = play(state, "draw draw draw")
    assert state.statuses == (None,) * 4
    # No player is asked to be in or out.
    state = play(state, "draw")
    assert state.statuses == (Status.IN,) * 4 and (state.phase, state.actor) == (Phase.PLAY, 3)
    refused(state, "out", reasons.WrongMove, "TD-6", "expected a card")
