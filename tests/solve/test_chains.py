"""Chains contain only cards that differ in nothing but their rank."""

from __future__ import annotations

from itertools import pairwise

import attrs
import pytest

from tests.fast.replays import OPTIONS, plays_of
from twowaystreet._core.cards.cards import CARDS, Rank, Suit
from twowaystreet._core.cards.masks import RANK, SUIT
from twowaystreet._core.tricks.play_tables import PlayTables
from twowaystreet.solve.problem import arrays_of


def _chains(tables: PlayTables) -> list[list[int]]:
    _, rows = arrays_of(tables)
    numbers = sorted({int(number) for _, number in rows})
    return [[int(card) for card, number in rows if number == each] for each in numbers]


def _tables(name: str) -> PlayTables:
    tables: PlayTables = next(plays_of(OPTIONS[name], 1))._play_tables()
    return tables


@pytest.mark.parametrize("name", OPTIONS)
def test_no_other_card_comes_between_two_of_a_chain(name: str) -> None:
    tables = _tables(name)
    chains = _chains(tables)
    assert sorted(card for chain in chains for card in chain) == [card.index for card in CARDS]
    rows = [row for several in tables.strengths for row in several]
    masks = [mask for following in tables.following for pair in following for mask in pair]
    if tables.naming:
        masks += [*tables.naming.duty.values(), tables.naming.instead]
    if tables.dummies:
        masks += tables.dummies.wanted.values()
    for chain in chains:
        assert len(chain) <= 16  # the search numbers all subsets of a chain
        for lower, higher in pairwise(chain):
            assert all(mask >> lower & 1 == mask >> higher & 1 for mask in masks)
            for row in rows:
                assert row[lower] < row[higher] or row[lower] == row[higher] == 0
                for card in {*range(len(CARDS))} - {*chain}:
                    assert (row[card] > row[lower]) == (row[card] > row[higher])
                    assert (row[card] < row[lower]) == (row[card] < row[higher])


@pytest.mark.parametrize(
    ("name", "chain"),
    [
        ("duel", "2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH AH"),
        ("twos", "4H 5H 6H 7H 8H 9H 10H JH QH KH AH"),
        ("twos", "3H"),
        ("twos", "2H"),
        ("spades", "3S 4S 5S 6S 7S 8S 9S 10S JS QS KS AS 2S B* R*"),
        ("odd game", "6S 5S 4S 3S 2S"),
    ],
)
def test_chains_are_as_long_as_the_rules_allow(name: str, chain: str) -> None:
    assert chain in [" ".join(str(CARDS[card]) for card in each) for each in _chains(_tables(name))]


def test_cards_for_which_dummies_turn_up_other_cards_are_not_of_one_chain() -> None:
    tables = _tables("spades")
    assert tables.dummies
    ace = SUIT[Suit.CLUBS] & RANK[Rank.ACE]
    wanted = {led: mask & ~ace for led, mask in tables.dummies.wanted.items()}
    changed = attrs.evolve(tables, dummies=attrs.evolve(tables.dummies, wanted=wanted))
    clubs = list(range(13))
    assert clubs in _chains(tables)
    assert clubs[:-1] in _chains(changed)
