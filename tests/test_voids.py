"""Voids: the suits that a card shows to be missing, once for each seat."""

from __future__ import annotations

from collections.abc import Iterable

import attrs
import pytest

from tests.helpers import anything, card
from twowaystreet import Suit, cards
from twowaystreet._core.cards.masks import JOKERS, SUIT, mask_of
from twowaystreet._core.tricks.tricks import Following
from twowaystreet._core.views.trick_views import Void, voids_of

CLUBS, HEARTS = SUIT[Suit.CLUBS], SUIT[Suit.HEARTS]
BOTH: Following = ((CLUBS, CLUBS), (HEARTS, HEARTS))
"""The player has to play clubs, or hearts without clubs."""


def shown(played: Iterable[tuple[int, int, str, Following]]) -> list[str]:
    """Return the voids that these cards show; each has trick, seat, card and duties."""
    bound = [(trick, seat, card(text), duty, "X-1") for trick, seat, text, duty in played]
    return list(map(str, voids_of(bound)))


def test_a_fulfilled_duty_shows_no_void() -> None:
    assert shown([(0, 1, "7C", BOTH), (1, 2, "7D", ())]) == []


def test_duties_after_a_fulfilled_one_do_not_count() -> None:
    assert shown([(2, 1, "7H", BOTH)]) == ["seat 1 has no clubs: 7H to trick 3 (X-1)"]
    assert shown([(2, 1, "7D", BOTH)]) == [
        "seat 1 has no clubs: 7D to trick 3 (X-1)",
        "seat 1 has no hearts: 7D to trick 3 (X-1)",
    ]


def test_only_a_missing_whole_suit_is_a_void() -> None:
    some = mask_of(cards("2C 3C"))
    assert shown([(0, 1, "7D", ((some, some),))]) == []
    more = CLUBS | JOKERS
    assert shown([(0, 1, "7D", ((more, more),))]) == ["seat 1 has no clubs: 7D to trick 1 (X-1)"]


def test_each_void_is_listed_once() -> None:
    clubs, hearts = BOTH[:1], BOTH[1:]
    played = [(0, 1, "7D", clubs), (1, 1, "8D", clubs), (2, 2, "9D", clubs), (3, 1, "10D", hearts)]
    assert shown(played) == [
        "seat 1 has no clubs: 7D to trick 1 (X-1)",
        "seat 2 has no clubs: 9D to trick 3 (X-1)",
        "seat 1 has no hearts: 10D to trick 4 (X-1)",
    ]
    assert shown([*played, *played]) == shown(played)


def test_voids_are_values() -> None:
    void = Void(2, Suit.HEARTS, 3, card("9S"), "ST-13")
    assert void == Void(2, Suit.HEARTS, 3, card("9S"), "ST-13") and len({void, void}) == 1
    assert void != attrs.evolve(void, trick=4)
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        anything(void).seat = 1
