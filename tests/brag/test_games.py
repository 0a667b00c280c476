"""Lays, options and views of Brag; test_scoring.py has hands of three."""

from collections.abc import Callable
from functools import partial
from itertools import permutations
from typing import Any

import pytest

import twowaystreet as tws
from tests.brag.table import FOUR_PAIRS, NINE, dealt, hands_of, lay, played
from tests.helpers import Hostile, anything, card, refused, refused_options
from tests.hostile import breaking
from twowaystreet import reasons
from twowaystreet.games import brag, twos
from twowaystreet.games.brag import Lay

ODD = "2H 3C 4S 5C 6H 7C 9C 10H JD"
"""Nine cards without a pair."""


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


HANDS = tuple(text.replace("/", "") for text in NINE)


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


@pytest.mark.rule("BR-1", "BR-4", "BR-12")
def test_other_values_and_impossible_antes_are_refused() -> None:
    assert refusal(cards=8).expected == "6, 7 or 9"
    assert refusal(cards=5).expected == "a whole number, 6 to 9; not 8"
    error = refusal(high_rank=twos.Phase.PLAY)
    assert (error.rule, error.expected) == ("BR-4", "one of everywhere, prials")
    for antes in (-1, 1.0, True, None, "1", [1], (1, 1, 1, 1), 10**9 + 1, Hostile()):
        with pytest.raises(tws.RulesError, match=r"^antes=") as caught:
            brag.new_game(antes=anything(antes))
        assert caught.value.rule == "BR-12" and caught.value.value is antes


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
    dead = tws.view(dealt(FOUR_PAIRS, ODD), 1)
    for cards in (["2H"], ["2C"] * 2, ["3D"] * 10):
        check_refused(dead, _set("shown", 0, cards), "hand, laid, shown: expected each card")
    for cards in (["2C"], ["KS"]):
        check_refused(dead, _set("shown", 1, cards), "hand, laid, shown: expected each card")
    check_refused(dead, _set("laid", 1, [["2C", "3C", "4C"]] * 3), "laid[1]: expected the hands")
    # The seat's own shown cards are in its hand, too.
    own = tws.view(dealt(FOUR_PAIRS, ODD), 0)
    assert set(own.shown[0]) < set(own.hand or ())
    fresh = tws.view(brag.new_game(), 0)
    check_refused(fresh, _set("stock_size", 52), "stock_size: expected 0")
    check_refused(fresh, _set("hand_sizes", 0, 9), "hand_sizes: expected (0, 0, 0, 0)")
    seen = tws.view(lay(dealt(*HANDS), *NINE[:2]), 0)
    check_refused(seen, _set("seat", 1), "laid[0]: expected the hands of a seat")
    with pytest.raises(TypeError):
        anything(brag.View)(seen.seat)
