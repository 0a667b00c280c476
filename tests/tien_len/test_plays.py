"""Kinds of plays, refusals, and texts (TL-3, TL-4)."""

import random
from typing import Any

import pytest

import twowaystreet as tws
from tests.helpers import anything, card, refused
from tests.hostile import Hostile, breaking
from tests.tien_len.table import SPADES, SUITS, after, documented_order, playing, second_deal
from twowaystreet import cards, reasons
from twowaystreet._core.cards.masks import card_types_among as masked
from twowaystreet.games import tien_len
from twowaystreet.games.tien_len import Kind, Pass, PlayCards, kind_of
from twowaystreet.games.tien_len.rules import leads

PACK = tien_len.Rules().pack.cards

KINDS = {
    Kind.SINGLE: ["3S"],
    Kind.PAIR: ["3S 3H"],
    Kind.TRIPLET: ["AC AD AH"],
    Kind.FOUR: ["2C 2D 2H 2S"],
    Kind.SEQUENCE: ["3S 4C 5H", "5H 3S 4C", "KS AH 2C", SPADES],
    Kind.DOUBLE_SEQUENCE: [
        *("3S 3C 4S 4C 5S 5C", "KS KC AD AH 2S 2H", "3S 3C 4S 4C 5S 5C 6S 6C 7S 7C 8D 8H")
    ],
    None: [
        *("AH 2D 3S", "AS AC 2S 2C 3S 3C"),  # The ranks do not wrap.
        # Two ranks are no sequence, and no rank may be missing.
        *("3S 4S", "3S 3C 4S 4C", "3S 4S 6S", "3S 3C 5S 5C 6S 6C"),
        # Nothing else is a play.
        *("3S 3C 3D 9S", "3S 3C 4S 4C 5S", "3S 3C 3D 4S 4C 4D 5S 5C 5D"),
        *("3S 3S", "R*"),  # A card counts once, and a Joker is no card of the game.
    ],
}


@pytest.mark.rule("TL-3")
@pytest.mark.parametrize(("text", "kind"), [(one, kind) for kind in KINDS for one in KINDS[kind]])
def test_the_kind_of_cards(text: str, kind: Kind | None) -> None:
    assert kind_of(cards(text)) is kind
    assert kind_of(reversed(cards(text))) is kind
    assert PlayCards(cards(text)).kind is kind


# Any: objects that are no cards.
WRONG: list[Any] = [[None], ["3S"], "3S", None, 3, [[]], [Hostile()], Hostile()]


@pytest.mark.rule("TL-3")
def test_no_cards_are_no_play() -> None:
    assert kind_of(()) is None
    for thing in WRONG:
        with pytest.raises(tws.IllegalMove, match="malformed move: expected"):
            kind_of(thing)


@pytest.mark.rule("TL-4", "TL-7")
@pytest.mark.parametrize(
    ("table", "hand", "better"),
    [
        ("3S 4S 5S", "6C 7C 8C 9C", "6C 7C 8C, 7C 8C 9C"),
        ("2D KD AD", "2H KH AH 2C KC AC", "KC AC 2H, AC 2H KH, KC 2H AH, 2H KH AH"),
        ("3S 3C 4S 4C 5S 5D", "3D 3H 4D 4H 5C 5H", "5C 3D 4D 3H 4H 5H"),
        ("2S 2C", "3S 3C 3D 3H 4S 4C 5S 5C 6S 6C", ""),
    ],
)
def test_the_plays_that_beat_a_play(table: str, hand: str, better: str) -> None:
    *found, passing = tws.legal_moves(after(second_deal(table, hand), table))
    own = [str(play) for play in found if {*tws.cards_of(play)} <= {*cards(hand)}]
    assert passing == Pass() and own == [text for text in better.split(", ") if text]


@pytest.mark.rule("TL-3")
def test_the_order_and_the_greatest_number_of_leads() -> None:
    state = second_deal("4S 4C 4D 5S 5C 5D 6S 6C 6D 6H 7S 7C 7D")
    assert len(tws.legal_moves(state)) == 486
    for each in (playing(*SUITS), state):
        moves = [move for move in tws.legal_moves(each) if isinstance(move, PlayCards)]
        assert moves == sorted(moves, key=documented_order)


@pytest.mark.rule("TL-3")
def test_ready_made_plays_equal_new_ones() -> None:
    rng = random.Random(1)
    for _ in range(40):
        for play in leads(masked(rng.sample(PACK, 13))):
            new = PlayCards(play.cards)
            assert new == play and (new._bits, new._kind, new._top) == (
                play._bits,
                play._kind,
                play._top,
            )


HAND = "3S 3C 4S 4C 5S 5D 6H 7H 9C 9D KH AH 2H"


@pytest.mark.rule("AL-5", "TL-3")
def test_cards_that_are_not_held() -> None:
    state = second_deal(HAND)
    for text in ("8S", "3S 3D", "3S 4S 5C", "3S 3S", "4S 4S 4C", "R*", "3S R*", "9C 9D 9H"):
        reason = refused(state, text, reasons.NotHeld, "AL-5", "expected one of 3S, 3C")
        assert reason.held == state.hands[0]
    after_play = after(state, "3S; pass; pass; pass")
    refused(after_play, "3S", reasons.NotHeld, "AL-5")


@pytest.mark.rule("TL-3")
def test_cards_that_are_no_play() -> None:
    state = second_deal(HAND)
    kinds = "single, pair, triplet, four of a kind, sequence, double sequence"
    for text in ("3S 4S", "3S 3C 4S 4C", "3S 4S 6H", "KH AH 2H 3S", "3S 3C 4S 5S", "3S 3C 9C 9D"):
        refused(state, text, tien_len.NotAPlay, "TL-3", f"none of {kinds}: expected one of 3S, 3C")
    # The same on a play, before the comparison with it.
    answering = after(second_deal("3H", HAND.replace("3S", "2S")), "3H")
    refused(answering, "4S 5S", tien_len.NotAPlay, "TL-3")


@pytest.mark.rule("TL-4", "TL-7")
@pytest.mark.parametrize(
    ("table", "answer", "kind", "number"),
    [
        ("6S", "3S 3C", Kind.SINGLE, 0),
        ("8S 8C", "5S 6H 7H", Kind.PAIR, 0),
        ("8S 8C 8D 8H", "9C 9D", Kind.FOUR, 0),
        ("10S 10C JS JC QS QC", "3S 4S 5S 6H 7H", Kind.DOUBLE_SEQUENCE, 0),
        # Of the same kind, but another length.
        ("10S JS QS KS", "KH AH 2H", Kind.SEQUENCE, 4),
        ("10S 10C JS JC QS QC KS KC", "3S 3C 4S 4C 5S 5D", Kind.DOUBLE_SEQUENCE, 8),
    ],
)
def test_plays_of_another_kind_or_length(table: str, answer: str, kind: Kind, number: int) -> None:
    state = after(second_deal(table, HAND), table)
    other = tien_len.OtherLength if number else tien_len.OtherKind
    what = f"another {'length' if number else 'kind'} than "
    words = f"a higher {kind}{f' of {number} cards' if number else ''} beats: expected "
    reason = refused(state, answer, other, "TL-4", what, words)
    assert (reason.kind, reason.cards) == (kind, tuple(sorted(cards(table))))


@pytest.mark.rule("TL-4")
@pytest.mark.parametrize(
    ("table", "answer", "highest"),
    [
        ("KD", "KC", "KD"),
        ("9S 9H", "9C 9D", "9H"),
        ("5D 3S 4S", "3C 4C 5C", "5D"),
        ("6S 6C 7S 7C 8S 8C", "3D 3H 4D 4H 5C 5H", "8C"),
    ],
)
def test_plays_that_are_not_higher(table: str, answer: str, highest: str) -> None:
    state = after(second_deal(table, answer), table)
    words = f"whose highest card is the {highest}: expected "
    reason = refused(state, answer, tien_len.NotHigher, "TL-4", "not higher than ", words)
    assert (reason.highest, reason.cards) == (card(highest), tuple(sorted(cards(table))))


START = tien_len.new_game()


@pytest.mark.rule("TL-3")
@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("5d,4c, 3s", "4C 5D 3S"),
        ("10♠ T♥", "10H 10S"),
        ("2s 2c ah", "2C AH 2S"),
        # Cards that are no play, and more than one copy, are moves too, though illegal ones.
        ("3S 9D", "9D 3S"),
        ("3S 3S", "3S 3S"),
        ("R*", "R*"),
    ],
)
def test_cards_are_read_in_any_order(text: str, written: str) -> None:
    move = tws.parse_move(START, text)
    assert type(move) is PlayCards and str(move) == written
    assert move == PlayCards(cards(text)) == PlayCards(reversed(cards(text)))
    assert tws.parse_move(START, written) == move
    assert tws.cards_of(move) == move.cards == tuple(sorted(cards(text)))


@pytest.mark.parametrize(
    "some",
    [
        *((), [], "", "3S", "3S 4S", None, 3, 3.0, True, [None], ["3S"], [[]], [{}], [()]),
        *(cards("3S 4S") * 7, [*cards("3S"), "4S"], Hostile(), [Hostile()], breaking()),
    ],
)
def test_plays_need_one_to_thirteen_cards(some: object) -> None:
    with pytest.raises(tws.IllegalMove, match="malformed move: expected") as caught:
        PlayCards(anything(some))
    assert caught.value.reason.rule is None
