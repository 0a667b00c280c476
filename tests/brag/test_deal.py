"""The deal and the hands that it ends, lays, and laying in turn (BR-1 to BR-3, BR-7 to BR-9)."""

from __future__ import annotations

import random
from itertools import chain, permutations

import pytest

import twowaystreet as tws
from tests.brag.table import FOUR_PAIRS, NINE, deal, dealt, hands_of, shown
from tests.helpers import Hostile, anything, card, refused, text_of
from tests.hostile import breaking
from twowaystreet import reasons
from twowaystreet._core.cards.masks import FRENCH_DECK
from twowaystreet.games import brag
from twowaystreet.games.brag import Lay, Outcome
from twowaystreet.games.brag.hands import lays

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
    refused(state, "lay 2C 3D 4H / 5D 6D KC / KD KH KS", reasons.DealDue, "AL-2")


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
    reason = refused(state, Lay(hands_of(other)), reasons.NotHeld, "BR-8", "not in hand")
    assert reason.held == state.hands[0]
    # One card of another player, a Joker, and cards that nobody was dealt.
    for wrong in ("AC", "R*", "5S"):
        text = NINE[0].replace("9C", wrong)
        reason = refused(state, Lay(hands_of(text)), reasons.NotHeld, "BR-8")
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
