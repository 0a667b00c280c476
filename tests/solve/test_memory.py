"""The search remembers values of positions, and tells apart positions with the same cards left."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Final

import attrs
import pytest

import twowaystreet as tws
from tests.fast.replays import OPTIONS, plays_of
from tests.solve.endings import State, forced
from twowaystreet import solve
from twowaystreet._core.cards.cards import CARDS, Rank, Suit
from twowaystreet._core.cards.masks import RANK, SUIT
from twowaystreet._core.tricks.play_tables import PlayTables
from twowaystreet.games import spades
from twowaystreet.solve import solving
from twowaystreet.solve.problem import arrays_of

LEADER: Final = ("3C 5C", "4C 5D", "QD KD", "6D 8D")
"""The actual hand leads the 4C to the dummy's 5C, which leads the 3C: two tricks.

If the dummy played the 3C instead, the same hands would hold the same numbers of clubs and
diamonds, but the actual hand would have to lead its diamond.
"""
FACE_DOWN: Final = (
    ("AC JC 2C", "6C 8C 10C", "5C 9C 7C", "3C QC KC"),
    ("8D 4D 10C 6C", "8C 9C 7D JD", "5D AC AD 10D", "4C 7C JC 9D"),
    ("5C 10D KC 8C", "2C 3C 4C 4D", "9D 6D JD JC", "6C QC 3D AD"),
)
"""Endings in which a dummy can keep the same cards with another one face down.

In the first one the second dummy may hold the 5C open and the 7C face down, or the 7C face down and
the 9C open, with the same order of hands.
"""


def _ending(hands: tuple[str, ...], face_down: int) -> State:
    """Return an ending of Spades for two, in which the actual hand of player 0 leads.

    Args:
        hands: the cards of both hands of player 0 and of player 1, the dummy first, in the order in
            which its cards are turned up.
        face_down: the number of cards of each dummy that lie face down.
    """
    state = next(plays_of(spades.new_game, 1))
    held = tuple(sum(card._bit for card in tws.cards(hand)) for hand in hands)
    dummies = tuple(tws.cards(hands[number]) for number in (0, 2))
    face_up = tuple(sum(card._bit for card in dummy[: len(dummy) - face_down]) for dummy in dummies)
    data = attrs.evolve(state._hand_data, held=held, dummies=dummies, face_up=face_up)
    return state._await_play(data, sum(held), (1, 2, 3, 0))


def test_positions_with_another_leader_have_another_value() -> None:
    state = _ending(LEADER, face_down=0)
    assert solve.tricks(state, {0}) == forced(state, frozenset({0})) == 2


@pytest.mark.parametrize("hands", FACE_DOWN)
def test_positions_with_other_cards_face_down_have_another_value(hands: tuple[str, ...]) -> None:
    state = _ending(hands, face_down=1)
    assert state.face_down_sizes == (1, 1)
    assert solve.tricks(state, {0}) == forced(state, frozenset({0}))
    assert solve.tricks(state, {0}, low=True) == forced(state, frozenset({0}), low=True)


@pytest.mark.nightly
def test_a_search_forgets_the_positions_of_earlier_searches() -> None:
    """All searches of a thread share one memory."""
    states = [_ending(hands, face_down) for hands in FACE_DOWN for face_down in (0, 1, 2)]
    known = [
        (state, low, _in_a_new_memory(state, low)) for state in states for low in (False, True)
    ]
    for state, low, expected in random.Random(1).sample(3 * known, 3 * len(known)):
        assert solve.tricks(state, {0}, low=low) == expected


def _in_a_new_memory(state: State, low: bool) -> int:
    solving._memories.clear()
    return solve.tricks(state, {0}, low=low)


def test_a_thread_that_comes_too_late_for_a_memory_makes_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Taken(list[object]):
        """A list of which another thread takes the last memory after this one has seen it."""

        def __len__(self) -> int:
            return 1

    monkeypatch.setattr(solving, "_memories", Taken())
    assert solve.tricks(_ending(LEADER, face_down=0), {0}) == 2


# Chains contain only cards that differ in nothing but their rank.


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
