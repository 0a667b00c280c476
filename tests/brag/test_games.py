"""Deals, lays, whole games, options and views of Brag; test_scoring.py has hands of three."""

import json
import random
from collections.abc import Callable
from functools import partial
from itertools import chain, permutations
from typing import Any

import pytest

import twowaystreet as tws
from tests.brag.table import (
    FOUR_PAIRS,
    NINE,
    TIED,
    again,
    deal,
    dealt,
    hands_of,
    lay,
    played,
    shown,
)
from tests.helpers import Hostile, anything, card, refused, refused_options, text_of
from tests.hostile import breaking
from twowaystreet import reasons
from twowaystreet._core.cards.masks import FRENCH_DECK
from twowaystreet.games import brag, twos
from twowaystreet.games.brag import Lay, Outcome
from twowaystreet.games.brag.rules import lays

ODD = "2H 3C 4S 5C 6H 7C 9C 10H JD"
"""Nine cards without a pair."""
KINGS = "KC KD KH KS 2C 3D 4H 5D 6D"
"""Nine cards with four of a kind."""


@pytest.mark.rule("BR-1", "BR-2", "BR-3")
@pytest.mark.parametrize(("cards", "players"), [(9, 5), (9, 2), (7, 7), (7, 3), (6, 8), (6, 4)])
def test_cards_are_dealt_one_at_a_time_from_the_left(cards: int, players: int) -> None:
    rules, rng = brag.Rules(cards=cards, players=players), random.Random(cards * players)
    for dealer in range(players):
        start = brag.new_game(rules, dealer=dealer, antes=dealer)
        pack = list(start.rules.pack.cards)
        rng.shuffle(pack)
        state = tws.apply(start, tws.Deal(pack))
        for place in range(players):
            seat = (dealer + 1 + place) % players
            assert list(state.hands[seat]) == sorted(pack[place : cards * players : players])
        assert list(state.stock) == pack[cards * players :]
        if not state.hand_over:
            assert state.antes == dealer + 1
            assert state.actor == (dealer + 1) % players and state.phase == "lay"


@pytest.mark.rule("BR-7")
def test_four_of_a_kind_takes_the_pot_at_once() -> None:
    state = dealt(KINGS, ODD, "2D 3H 4D 5H 6S 7D 9D 10D JH", antes=2)
    assert state.hand_over and state.phase == "hand over" and state.needs_deal
    assert state.actor is None and tws.legal_moves(state) == ()
    score = tws.score_hand(state)
    assert (score.outcome, score.taker, score.antes) == (Outcome.FOUR_OF_A_KIND, 0, 3)
    assert score.points == state.scores == (6, -3, -3) and state.antes == 0
    assert score.best == () and [seat.hands for seat in score.seats] == [(), (), ()]
    assert [seat.entry for seat in score.seats] == ["+6", "-3", "-3"]
    assert shown(state) == ["KC KD KH KS", "", ""]
    assert state.hand_sizes == (9, 9, 9) and state.laid == (None,) * 3
    refused(state, "lay 2C 3D 4H / 5D 6D KC / KD KH KS", reasons.DealDue, "AL-6")


@pytest.mark.rule("BR-4", "BR-7")
@pytest.mark.parametrize("high_rank", brag.HighRank)
def test_the_highest_four_of_a_kind_takes_the_pot(high_rank: brag.HighRank) -> None:
    sevens, aces = "7C 7D 7H 7S 2C 3D 4H", "AC AD AH AS 2D 3H 4S"
    for hands, taker in (
        ((aces, sevens, "KC KD KH 2H 3S 4C 5D"), 1),
        ((sevens, "KC KD KH 2H 3S 4C 5D", aces), 0),
        (("6C 6D 6H 6S 2C 3D 4H", aces, "KC KD KH 2H 3S 4C 5D"), 1),
        (("6C 6D 6H 6S 2C 3D 4H", "5C 5D 5H 5S 2D 3H 4S", "KC KD KH 2H 3S 4C 9D"), 0),
    ):
        state = dealt(*hands, high_rank=high_rank)
        assert tws.score_hand(state).taker == taker
        assert tws.score_hand(state).points[taker] == 2
        fours = [text_of(tws.cards(hand)[:4]) for hand in hands]
        for seat, hand in enumerate(hands):
            has_four = len({card[:-1] for card in hand.split()[:4]}) == 1
            assert shown(state)[seat] == (fours[seat] if has_four else "")
    # Eight cards have been seen.
    state = dealt(sevens, aces, "KC KD KH 2H 3S 4C 5D", high_rank=high_rank)
    assert sum(map(len, state.shown)) == 8 and tws.score_hand(state).points == (2, -1, -1)


@pytest.mark.rule("BR-7", "BR-12")
def test_four_pairs_make_the_hand_dead() -> None:
    state = dealt(FOUR_PAIRS, ODD, dealer=0)
    score = tws.score_hand(state)
    assert (score.outcome, score.taker, score.points) == (Outcome.FOUR_PAIRS, None, (0, 0))
    assert [seat.entry for seat in score.seats] == ["+0", "+0"]
    assert shown(state) == ["2C 4C QC 2D 4D QD 8H 8S", ""] and state.antes == 1
    assert state.hands_played == 1 and state.needs_deal
    # The deal moves on, and the next pot has two antes of each player.
    after = deal(state, "2C 3C 4C 5C 6C 7C 8C 9C 10C", "2D 3D 4D 5D 6D 7D 8D 9D 10D")
    assert (after.dealer, after.actor, after.antes) == (1, 0, 2)
    assert after.shown == ((), ())


@pytest.mark.rule("BR-7")
@pytest.mark.parametrize(
    "hand",
    [
        "2C 2D 2H 4C 4D 8H 8S QC QD",
        "2C 2D 2H 4C 4D 4H QC QD KH",
        "2C 2D 4C 4D 8H 8S QC KD AH",
        "2C 2D 2H 4C 4D 4H 8C 8D 8H",
    ],
)
def test_other_hands_are_played(hand: str) -> None:
    """A prial and three pairs, 3-2-2-2, are not four pairs."""
    state = dealt(hand, "3C 5D 6C 7D 9C 10D JC KC AD")
    assert not state.hand_over and len(tws.legal_moves(state)) == 280
    assert state.shown == ((), ())


TEXT = "lay 2C 5D JH / 9C 9D 9H / QS KS AS"
THREE = "2C 5D JH", "9C 9D 9H", "QS KS AS"
STATE = brag.new_game()


@pytest.mark.rule("BR-8")
def test_equal_divisions_are_equal_lays() -> None:
    move = Lay(hands_of("/".join(THREE)))
    for hands in permutations(THREE):
        for turn in range(3):
            mixed = [tws.cards(text)[turn:] + tws.cards(text)[:turn] for text in hands]
            other = Lay(iter(mixed))
            assert other == move and hash(other) == hash(move) and str(other) == TEXT
            assert other.hands == tuple(map(tws.cards, THREE))
    assert Lay(hands_of("2C 5D 9C / JH 9D 9H / QS KS AS")) != move


@pytest.mark.rule("BR-8")
@pytest.mark.parametrize(
    "text",
    [
        TEXT,
        "lay 2C 5D JH/9C 9D 9H/QS KS AS",
        "LAY ks,as,qs / 5d 2c jh /9d 9h 9c",
        "  lay   9♣ 9♦ 9♥ /JH 5D 2C/ A♠ K♠ Q♠  ",
    ],
)
def test_a_lay_is_read_in_any_order(text: str) -> None:
    assert str(tws.parse_move(STATE, text)) == TEXT


@pytest.mark.parametrize(
    ("text", "position", "expected"),
    [
        ("lay", 3, "a card such as"),
        ("lay 2C 3C", 9, "a card such as"),
        ("lay / 2C 3C 4C", 4, "a card such as"),
        ("lay 2C 3C 4C", 12, "a stroke"),
        ("lay 2C 3C 4C / 5C 6C 7C 8C", 24, "a stroke"),
        ("lay 2C 3C 4C / 5C 6C 7C / 8C 9C 10C / 2D 3D 4D", 36, "the end"),
        ("lay 2C 3C 1C / 5C 6C 7C", 10, "a card such as"),
        ("2C 3C 4C / 5C 6C 7C", 0, "deal and the whole pack"),
    ],
)
def test_other_texts_are_refused(text: str, position: int, expected: str) -> None:
    with pytest.raises(tws.ParseError) as caught:
        tws.parse_move(STATE, text)
    assert caught.value.position == position and caught.value.expected.startswith(expected)


@pytest.mark.rule("BR-8")
def test_a_lay_is_two_or_three_hands_of_three_cards() -> None:
    two = hands_of("2C 3C 4C / 5C 6C 7C")
    wrong: list[object] = [None, 7, "lay", b"lay", Hostile(), (), two[:1], (*two, *two), two[0]]
    wrong += [(two[0], two[1][:2]), (two[0], (*two[1], two[1][0])), (two[0], None), (two[0], 7)]
    wrong += [(two[0], "2C 3C 4C"), (two[0], (*two[1][:2], "7C")), (two[0], [Hostile()] * 3)]
    for value in wrong:
        with pytest.raises(tws.IllegalMove) as caught:
            Lay(anything(value))
        assert type(caught.value.reason) is reasons.Malformed and caught.value.reason.rule is None
    for value in (breaking(), [two[0], breaking()]):
        with pytest.raises(tws.IllegalMove):
            Lay(anything(value))


@pytest.mark.rule("BR-8")
@pytest.mark.parametrize(("cards", "hands", "count"), [(9, 3, 280), (7, 2, 70), (6, 2, 10)])
def test_the_lays_of_a_hand(cards: int, hands: int, count: int) -> None:
    rng = random.Random(cards)
    for _ in range(5):
        held = tuple(sorted(rng.sample(FRENCH_DECK, cards)))
        found = lays(held)
        assert len(found) == len(set(found)) == count
        # The order of cards: by the first hands, then by the second, then by the third.
        assert list(found) == sorted(found, key=lambda move: move.hands)
        for move in found:
            assert Lay(move.hands) == move and len(move.hands) == hands
            named = [*chain(*move.hands)]
            assert len(set(named)) == 3 * hands and set(named) <= set(held)
            assert tws.parse_move(STATE, str(move)) == move
        # With seven cards each card is left out equally often.
        left = [set(held) - set(tws.cards_of(move)) for move in found]
        assert {left.count({card}) for card in held} == {10 if cards == 7 else 0}


HANDS = tuple(text.replace("/", "") for text in NINE)


@pytest.mark.rule("BR-8", "BR-9")
@pytest.mark.parametrize("dealer", range(4))
def test_players_lay_in_turn_and_the_dealer_last(dealer: int) -> None:
    state = dealt(*HANDS, dealer=dealer)
    for place in range(4):
        seat = (dealer + 1 + place) % 4
        assert (state.actor, state.phase, state.hand_over) == (seat, "lay", False)
        assert state.has_laid.count(True) == place and state.laid.count(None) == 4 - place
        assert sum(state.hand_sizes) == 36 - 9 * place
        assert len(tws.legal_moves(state)) == 280 and state.score is None
        with pytest.raises(tws.HandNotOver):
            tws.score_hand(state)
        state = tws.apply(state, Lay(hands_of(NINE[seat])))
        assert state.laid[seat] == Lay(hands_of(NINE[seat])).hands
        assert state.hands[seat] == () and state.has_laid[seat]
    assert state.hand_over and state.actor is None and state.antes == 0
    assert state.laid == tuple(Lay(hands_of(text)).hands for text in NINE)
    assert tws.score_hand(state).points == (3, -1, -1, -1)


@pytest.mark.rule("BR-8")
def test_wrong_lays_are_refused_with_the_reason() -> None:
    state = dealt(*HANDS)
    before = (state, hash(state))
    other = NINE[1]
    reason = refused(state, Lay(hands_of(other)), reasons.NotHeld, "AL-5", "not in hand")
    assert reason.held == state.hands[0]
    # One card of another player, a Joker, and cards that nobody was dealt.
    for wrong in ("AC", "R*", "5S"):
        text = NINE[0].replace("9C", wrong)
        reason = refused(state, Lay(hands_of(text)), reasons.NotHeld, "AL-5")
        assert card(wrong) not in reason.held
    two = "9C 9D 9H / AS KS QS"
    expected = "3 hands of three cards"
    assert refused(state, Lay(hands_of(two)), reasons.NotOffered, "BR-8").expected == expected
    twice = NINE[0].replace("JH", "9C")
    expected = "each card in one hand only"
    assert refused(state, Lay(hands_of(twice)), reasons.NotOffered, "BR-8").expected == expected
    same = "9C 9C 9C / AS KS QS / 2C 5D JH"
    assert refused(state, Lay(hands_of(same)), reasons.NotOffered).expected == expected
    six = dealt("KC QC JC 8C 8D 4H", "KD QD JD 8H 8S 3C")
    three = "KC QC JC / 8C 8D 4H / KD QD JD"
    expected = "2 hands of three cards"
    assert refused(six, Lay(hands_of(three)), reasons.NotOffered, "BR-8").expected == expected
    assert before == (state, hash(state))


WON = (
    "9C 9D 9H / AS KS QS / AC AD JH",
    "2C 3D 5H / 7C 7D KH / 4S 6H QD",
    "2D 3H 5C / 4C 6D 8H / 7S JC 10C",
)


@pytest.mark.rule("BR-3", "BR-12", "BR-13")
def test_the_pot_stays_and_grows() -> None:
    """The case brag-pot-of-two-deals."""
    state = played(*TIED)
    assert state.antes == 1 and state.scores == (0, 0, 0)
    state = again(state, *WON)
    assert tws.score_hand(state).antes == 2 and state.antes == 0
    assert tws.score_hand(state).points == state.scores == (4, -2, -2)
    # The next pot has one ante of each player again.
    state = again(state, *WON[1:], WON[0])
    assert tws.score_hand(state).antes == 1 and state.scores == (3, -3, 0)
    # A pot that is left at the end is nobody's.
    state = played(*TIED, antes=3, max_hands=1)
    assert state.is_over and state.antes == 4 and state.scores == (0, 0, 0)
    assert state.winners == (0, 1, 2)


@pytest.mark.rule("BR-13", "AL-2")
def test_the_most_stakes_win() -> None:
    for scores, winners in (
        ([0, 0, 0, 0], (0,)),
        ([-3, 1, 2, 0], (2,)),
        ([-3, 1, 1, 1], (0, 1, 2, 3)),
        ([-4, 2, 2, 0], (1, 2)),
    ):
        start = brag.new_game(brag.Rules(max_hands=6), dealer=3, scores=scores, hands_played=5)
        state = again(start, *NINE)
        assert state.is_over and state.winners == winners
        assert state.scores == (scores[0] + 3, *(score - 1 for score in scores[1:]))


# Valid and invalid options of Brag, and openings of a match.


MOST = {9: 5, 7: 7, 6: 8}


refusal = partial(refused_options, brag.Rules)


@pytest.mark.rule("BR-1")
@pytest.mark.parametrize("cards", MOST)
def test_cards_and_players(cards: int) -> None:
    for players in range(2, MOST[cards] + 1):
        rules = brag.Rules(cards=cards, players=players)
        assert (rules.cards, rules.seats) == (cards, players)
        assert rules.hands == (3 if cards == 9 else 2)
    for players in (-1, 0, 1, MOST[cards] + 1, 9, 52):
        assert (refusal(cards=cards, players=players).rule) == "BR-1"
    assert refusal(cards=7, players=8).expected == "a whole number, 2 to 7 with cards=7"


@pytest.mark.rule("BR-1", "BR-4", "BR-13", "BR-12")
def test_other_values_and_impossible_antes_are_refused() -> None:
    assert refusal(cards=8).expected == "6, 7 or 9"
    assert refusal(cards=5).expected == "a whole number, 6 to 9; not 8"
    for value in (None, "", "Everywhere", "prial", 0, True, Hostile(), twos.Phase.PLAY):
        error = refusal(high_rank=value)
        assert (error.rule, error.expected) == ("BR-4", "one of everywhere, prials")
    assert refusal(max_hands=None).rule == "BR-13"
    for antes in (-1, 1.0, True, None, "1", [1], (1, 1, 1, 1), 10**9 + 1, Hostile()):
        with pytest.raises(tws.RulesError, match=r"^antes=") as caught:
            brag.new_game(antes=anything(antes))
        assert caught.value.rule == "BR-12" and caught.value.value is antes


def named_in(view: brag.View) -> set[tws.Card]:
    text = json.dumps(view.to_dict()).replace('"', " ").replace("/", " ")
    return {card for card in FRENCH_DECK if f" {card} " in f" {text} "}


@pytest.mark.rule("BR-8", "BR-9", "AL-3")
def test_lays_are_secret_until_the_dealer_has_laid() -> None:
    state = dealt(*HANDS)
    for count in range(5):
        for seat in (None, 0, 1, 2, 3):
            seen = tws.view(state, seat)
            assert type(seen) is brag.View and seen.antes == state.antes
            assert seen.has_laid == tuple(one < count for one in range(4)) == state.has_laid
            known = [count == 4 or (one == seat and one < count) for one in range(4)]
            for one in range(4):
                laid = Lay(hands_of(NINE[one])).hands
                assert seen.laid[one] == (laid if known[one] else None)
            own = () if seat is not None and seat < count else tws.cards(HANDS[seat or 0])
            assert seen.hand == (None if seat is None else tuple(sorted(own)))
            assert seen.hand_sizes == tuple(0 if one < count else 9 for one in range(4))
            assert seen.stock_size == 16 and seen.shown == ((),) * 4
            mine = seat is not None and seat == state.actor
            moves = {True: 280, False: None if seat is None else 0}[mine]
            assert (None if seen.legal_moves is None else len(seen.legal_moves)) == moves
            open_hands = [HANDS[one] for one in range(4) if count == 4 or one == seat]
            allowed = set(tws.cards(" ".join(open_hands)))
            assert named_in(seen) == allowed
        if count < 4:
            state = tws.apply(state, Lay(hands_of(NINE[count])))
    assert state.hand_over


# Contradictions.


def _set(*path: Any) -> Callable[[dict[str, Any]], None]:
    """Return a function that sets the value at a path, the last item."""
    *steps, last, value = path

    def change(data: dict[str, Any]) -> None:
        inside: Any = data
        for step in steps:
            inside = inside[step]
        inside[last] = value

    return change


DISORDER = "laid[0]: expected 3 hands of three in the order"
OWN = [hand.split() for hand in THREE]
IN_HAND: dict[str, tuple[Callable[[dict[str, Any]], None], str]] = {
    "too few lays": (_set("laid", [None] * 3), "laid: expected those of 4 seats"),
    "too many lays": (_set("laid", [None] * 5), "laid: expected those of 4 seats"),
    "too few words": (_set("has_laid", [True]), "has_laid: expected those of 4 seats"),
    "too many shown": (_set("shown", [[]] * 9), "shown: expected those of 4 seats"),
    "negative antes": (_set("antes", -1), "antes: expected 0 or more, found -1"),
    "another seat has laid": (_set("has_laid", 2, True), "has_laid: expected the seats from"),
    "nobody has laid": (_set("has_laid", 0, False), "has_laid: expected the seats from"),
    "own lay missing": (_set("laid", 0, None), "laid[0]: expected the hands of a seat"),
    "the lay of another": (_set("laid", 1, OWN), "laid[1]: expected the hands of a seat"),
    "two hands": (_set("laid", 0, [["2C", "3C", "4C"]] * 2), "laid[0]: expected 3 hands of three"),
    "no hands": (_set("laid", 0, []), "laid[0]: expected 3 hands of three"),
    "two cards": (_set("laid", 0, 2, ["KS", "AS"]), "laid[0]: expected 3 hands of three"),
    "cards in disorder": (_set("laid", 0, 0, OWN[0][::-1]), DISORDER),
    "hands in disorder": (_set("laid", 0, OWN[::-1]), DISORDER),
    "sizes": (_set("hand_sizes", 2, 8), "hand_sizes: expected (0, 0, 9, 9), which follow"),
    "stock": (_set("stock_size", 15), "stock_size: expected 16, the cards that are not dealt"),
    "no stock": (_set("stock_size", None), "stock_size: expected 16"),
    "own hand": (_set("hand", ["2H"]), "hand: expected the number of cards in hand_sizes"),
    "no hand": (_set("hand", None), "hand: expected the number of cards in hand_sizes"),
    "cards shown": (_set("shown", 2, ["2H", "2S"]), "shown: expected no cards, as the deal"),
    "a card twice": (_set("laid", 0, 1, ["9C", "9C", "9H"]), "hand, laid, shown: expected each"),
    "a Joker": (_set("laid", 0, 2, ["KS", "AS", "R*"]), "hand, laid, shown: expected each card"),
}


def check_refused(seen: brag.View, change: Callable[[dict[str, Any]], None], fault: str) -> None:
    data = seen.to_dict()
    assert brag.View.from_dict(data) == seen
    change(data)
    with pytest.raises(tws.RecordError) as caught:
        brag.View.from_dict(data)
    assert str(caught.value).startswith(fault), caught.value


@pytest.mark.rule("BR-1", "BR-8", "BR-9")
@pytest.mark.parametrize("name", IN_HAND)
def test_views_that_contradict_the_rules_are_refused(name: str) -> None:
    check_refused(tws.view(lay(dealt(*HANDS), *NINE[:2]), 0), *IN_HAND[name])


@pytest.mark.rule("BR-7", "BR-9")
def test_contradictions_after_the_hand_and_of_the_wrong_seat_are_refused() -> None:
    over = tws.view(played(*NINE), 1)
    check_refused(over, _set("has_laid", 3, False), "has_laid: expected the seats")
    check_refused(over, _set("laid", 3, None), "laid[3]: expected the hands")
    check_refused(over, _set("laid", 0, over.to_dict()["laid"][1]), "hand, laid, shown: expected")
    check_refused(over, _set("shown", 0, ["2C"]), "shown: expected no cards")
    wrong = "score: expected that of the hands laid"
    check_refused(over, _set("score", "seats", 1, "hands", []), wrong)
    check_refused(over, _set("score", "best", 0, [1, 2]), wrong)
    dead = tws.view(dealt(FOUR_PAIRS, "2H 3C 4S 5C 6H 7C 9C 10H JD"), 1)
    for cards in (["2H"], ["2C"] * 2, ["3D"] * 10):
        check_refused(dead, _set("shown", 0, cards), "hand, laid, shown: expected each card")
    for cards in (["2C"], ["KS"]):
        check_refused(dead, _set("shown", 1, cards), "hand, laid, shown: expected each card")
    check_refused(dead, _set("laid", 1, [["2C", "3C", "4C"]] * 3), "laid[1]: expected the hands")
    # The seat's own shown cards are in its hand, too.
    own = tws.view(dealt(FOUR_PAIRS, "2H 3C 4S 5C 6H 7C 9C 10H JD"), 0)
    assert set(own.shown[0]) < set(own.hand or ())
    fresh = tws.view(brag.new_game(), 0)
    check_refused(fresh, _set("stock_size", 52), "stock_size: expected 0")
    check_refused(fresh, _set("hand_sizes", 0, 9), "hand_sizes: expected (0, 0, 0, 0)")
    seen = tws.view(lay(dealt(*HANDS), *NINE[:2]), 0)
    check_refused(seen, _set("seat", 1), "laid[0]: expected the hands of a seat")
    with pytest.raises(TypeError):
        anything(brag.View)(seen.seat)
