"""Lays: their order, their text, and the list of all lays of a hand (BR-8)."""

from __future__ import annotations

import random
from itertools import chain, permutations

import pytest

import twowaystreet as tws
from tests.brag.table import FOUR_PAIRS, dealt, hands_of
from tests.helpers import Hostile, anything
from tests.hostile import breaking
from twowaystreet import reasons
from twowaystreet._core.cards.masks import FRENCH_DECK
from twowaystreet.games import brag
from twowaystreet.games.brag import Lay
from twowaystreet.games.brag.hands import lays

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


def test_cards_of_a_lay_stand_in_the_order_of_cards() -> None:
    move = Lay(hands_of("KS AS QS / 5D 2C JH / 9D 9H 9C"))
    assert tws.cards_of(move) == tws.cards("2C 9C 5D 9D 9H JH QS KS AS")


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
        ("lay 2C 3C 4C 5C", 13, "a stroke"),
        ("lay 2C 3C / 4C 5C 6C 7C", 10, "a card such as"),
        ("lay 2C 3C 4C / 5C 6C 7C /", 25, "a card such as"),
        ("lay 2C 3C 4C / 5C 6C 7C 8C", 24, "a stroke"),
        ("lay 2C 3C 4C / 5C 6C 7C // 8C 9C 10C", 25, "a card such as"),
        ("lay 2C 3C 4C / 5C 6C 7C / 8C 9C 10C / 2D 3D 4D", 36, "the end"),
        ("lay 2C 3C 1C / 5C 6C 7C", 10, "a card such as"),
        ("2C 3C 4C / 5C 6C 7C", 0, "deal and the whole pack"),
        ("lay2C 3C 4C / 5C 6C 7C", 0, "deal and the whole pack"),
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


@pytest.mark.rule("BR-8")
def test_the_first_and_the_last_lay() -> None:
    state = dealt("2C 3C 4C 5C 6C 7C 8C 9C 10C", "2D 3D 4D 5D 6D 7D 8D 9D 10D")
    moves = list(map(str, tws.legal_moves(state)))
    assert moves[0] == "lay 2C 3C 4C / 5C 6C 7C / 8C 9C 10C"
    assert moves[1] == "lay 2C 3C 4C / 5C 6C 8C / 7C 9C 10C"
    assert moves[10] == "lay 2C 3C 5C / 4C 6C 7C / 8C 9C 10C"
    assert moves[-1] == "lay 2C 9C 10C / 3C 7C 8C / 4C 5C 6C"
    assert dealt(FOUR_PAIRS, "2H 3D 4H 5D 6D 7D 9D 10D JD").hand_over
