"""The winner of a trick: examples, and laws of the comparison."""

from __future__ import annotations

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import twowaystreet as tws
from tests.helpers import anything, card
from twowaystreet import CARDS, Card, Joker, Suit, Trick, cards
from twowaystreet._core.tricks.tricks import build_trick, ordering, winning_index
from twowaystreet.games._twoway.rules import STRENGTHS

CARD = st.sampled_from(CARDS)
CARDS_PLAYED = st.lists(CARD, min_size=1, max_size=13)
LED = st.sampled_from([*Suit, None])


def _beats(one: Card, other: Card, led: Suit | None) -> bool:
    """Return true if a card beats an earlier one; a plain form of the rule."""
    if one.joker is Joker.RED or other.joker is Joker.RED:
        return other.joker is not Joker.RED
    if one.joker or other.joker:
        return not other.joker
    if one.suit is not led:
        return False
    return other.suit is not led or one > other


@pytest.mark.rule("ST-15")
@given(CARDS_PLAYED, LED)
def test_the_card_that_no_later_card_beats_wins_the_trick(
    some: list[Card], led: Suit | None
) -> None:
    best = 0
    for place, one in enumerate(some):
        if _beats(one, some[best], led):
            best = place
    assert winning_index(some, STRENGTHS[led]) == best


@pytest.mark.rule("ST-15")
@given(CARDS_PLAYED, LED, CARD)
def test_another_card_wins_the_trick_or_changes_nothing(
    some: list[Card], led: Suit | None, more: Card
) -> None:
    before = winning_index(some, STRENGTHS[led])
    after = winning_index([*some, more], STRENGTHS[led])
    assert after == (len(some) if _beats(more, some[before], led) else before)


@pytest.mark.rule("ST-15")
@given(CARDS_PLAYED.flatmap(lambda some: st.tuples(st.just(some), st.permutations(some))), LED)
def test_the_order_of_play_decides_only_among_equals(
    pair: tuple[list[Card], list[Card]], led: Suit | None
) -> None:
    some, shuffled = pair
    power = STRENGTHS[led]
    one, other = some[winning_index(some, power)], shuffled[winning_index(shuffled, power)]
    assert power[one.index] == power[other.index]
    alike = {Joker.BLACK, Joker.PLAIN}
    assert one == other or {one.joker, other.joker} <= alike or not power[one.index]


@pytest.mark.rule("ST-15")
@pytest.mark.parametrize(
    ("played", "led", "place"),
    [
        ("3H AH 2H KH", "H", 1),
        ("10H JH 9H", "H", 1),
        ("9C 10C", "C", 1),
        ("3H AS 2D KC", "H", 0),
        ("3H B* R* AH", "H", 2),
        ("3H AS B* AH", "H", 2),
        ("B* AS R*", "S", 2),
        ("R* B* R*", "D", 0),
        ("2S X* X*", "S", 1),
        ("2S KS KS 3S", "S", 1),
        ("2S AC X* AS", "S", 2),
        ("B* 2H 3H", None, 0),
        ("X* X* AH", None, 0),
    ],
)
def test_examples(played: str, led: str | None, place: int) -> None:
    assert winning_index(cards(played), STRENGTHS[Suit(led) if led else None]) == place


def test_the_order_of_strengths() -> None:
    strengths = ordering(card("2C"), cards("3C 4C"), card("5C"), card("3C"))
    assert [strengths[one.index] for one in cards("2C 3C 4C 5C 6C")] == [1, 4, 2, 3, 0]


def test_a_trick_is_a_value() -> None:
    played = cards("3H AH 2H")
    trick = build_trick(2, played, (2, 0, 1), Suit.HEARTS, 0)
    same = Trick(2, played, (2, 0, 1), Suit.HEARTS, 0)
    assert trick == same and hash(trick) == hash(same) and type(trick) is Trick
    assert repr(trick) == repr(same)
    assert trick != attrs.evolve(trick, winner=1)
    assert Trick(2, played, (2, 0, 1), Suit.HEARTS).winner is None
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        anything(trick).winner = 2
    assert tws.Trick is Trick
