"""Worlds of Spades for two: unseen hands, face-down heaps, and the orders of the open cards."""

from __future__ import annotations

import random
from fractions import Fraction
from functools import cache
from itertools import islice, product
from math import factorial

import attrs
import pytest

import twowaystreet as tws
from tests.helpers import nightly_but_every, play, replay
from tests.spades.table import HEARTS, dealt, playing
from tests.worlds import harness
from tests.worlds.spades_histories import (
    Played,
    check_fit,
    check_position,
    random_play,
)
from twowaystreet.games import spades
from twowaystreet.games.spades import Phase

IMPOSSIBLE, PENALISED = spades.RenegeRule.IMPOSSIBLE, spades.RenegeRule.PENALISED
VIEWERS = (0, 1, None)
ACE = tws.Card.parse("AS")
LOOKED = ("look", "look", "bid 4", "bid 5")
RAISED = (*LOOKED, "bid 6", "stand")


@attrs.frozen
class Small:
    """A late position of a random hand, with few histories.

    Attributes:
        seed: the seed of the hand; its parity is the dealer.
        renege: the option of that name.
        moves: the number of moves, the deal among them.
    """

    seed: int
    renege: spades.RenegeRule
    moves: int


SMALL = {
    "dummies that lead and follow with their last open card": Small(791, IMPOSSIBLE, 51),
    "a dummy that turned up a card to lead": Small(1301, IMPOSSIBLE, 53),
    "a dummy that ruffed before it turned up cards of the suit led": Small(36, IMPOSSIBLE, 52),
    "a turn in the middle of a book": Small(2803, IMPOSSIBLE, 52),
    "a void in spades": Small(2368, IMPOSSIBLE, 52),
    "dummies without open cards": Small(2115, IMPOSSIBLE, 54),
    "one dummy turned up all its cards in vain": Small(609, IMPOSSIBLE, 49),
    "many orders, and a dummy that turns up its last card in vain": Small(1271, IMPOSSIBLE, 53),
    "legal reneges, with calls": Small(2803, PENALISED, 58),
    "a renege to call with a dummy to play": Small(1900, PENALISED, 59),
    "a renege to call, and one heap": Small(2, PENALISED, 57),
    "a renege to call after the last book": Small(2, PENALISED, 67),
    "a hand that is over": Small(162, IMPOSSIBLE, 57),
    "a hand with calls that is over": Small(2368, PENALISED, 74),
}


@cache
def position_of(small: Small) -> Played:
    """Return the position with its history."""
    start = spades.new_game(spades.Rules(renege=small.renege), dealer=small.seed % 2)
    return next(islice(random_play(random.Random(small.seed), start), small.moves - 1, None))


@pytest.mark.rule("SP-5", "SP-10", "SP-12", "SP-13", "SP-14")
@pytest.mark.parametrize(("name", "viewer"), nightly_but_every(4, product(SMALL, VIEWERS)))
def test_worlds_are_all_histories_that_look_the_same(name: str, viewer: int | None) -> None:
    check_position(position_of(SMALL[name]), viewer)


def test_the_small_positions_are_those_of_their_names() -> None:
    states = {name: position_of(small).state for name, small in SMALL.items()}
    after_last = states["a renege to call after the last book"]
    assert (after_last.phase, after_last.hand_to_play) == (Phase.CALL, None)
    for name in ("a renege to call with a dummy to play", "a renege to call, and one heap"):
        state = states[name]
        assert (state.phase, state.hand_to_play) == (Phase.CALL, spades.Hand.DUMMY)
    assert not any(states["dummies without open cards"].face_up)
    assert all(tws.view(states["legal reneges, with calls"], None).called)
    for name in ("a hand that is over", "a hand with calls that is over"):
        assert states[name].hand_over


@pytest.mark.parametrize("viewer", VIEWERS)
def test_before_the_first_deal_there_is_one_world(viewer: int | None) -> None:
    state = spades.new_game(overbooks=[3, 9], perfect_bids=[2, 0])
    worlds = tws.worlds(tws.view(state, viewer))
    assert worlds.count == 1 and list(worlds.all()) == [state]
    assert not worlds.chance(0, tws.Card.parse("R*"))


@pytest.mark.nightly
@pytest.mark.rule("SP-5", "SP-6")
@pytest.mark.parametrize("moves", [(), ("nil",), ("look",)])
@pytest.mark.parametrize("viewer", VIEWERS)
def test_before_looking_a_player_knows_no_card(viewer: int | None, moves: tuple[str, ...]) -> None:
    state = replay(dealt(), moves)
    worlds = tws.worlds(tws.view(state, viewer))
    assert worlds.count == factorial(52) // factorial(13) ** 4
    for player in (0, 1):
        for card in state.rules.pack.cards:
            assert worlds.chance(player, card) == Fraction(1, 4)
    rng = harness.generator("spades")
    places, turns = list[int](), list[int]()
    for _ in range(harness.DRAWS):
        sample = worlds.sample(rng)
        assert sample.bids == state.bids
        dummies = sample._hand_data.dummies
        hands = (dummies[0], sample.hands[1], dummies[1], sample.hands[3])
        places += [number for number, hand in enumerate(hands) if ACE in hand]
        turns += [dummy.index(ACE) for dummy in dummies if ACE in dummy]
    check_fit(places, dict.fromkeys(range(4), 1))
    check_fit(turns, dict.fromkeys(range(13), 1))


@pytest.mark.nightly
@pytest.mark.rule("SP-5", "SP-7", "SP-8")
@pytest.mark.parametrize(
    "moves", [("look", "look"), ("nil", "look"), ("look", "look", "bid 5"), LOOKED, RAISED]
)
@pytest.mark.parametrize("viewer", VIEWERS)
def test_after_looking_the_other_hand_and_the_heaps_are_unseen(
    viewer: int | None, moves: tuple[str, ...]
) -> None:
    state = replay(dealt(), moves)
    worlds = tws.worlds(tws.view(state, viewer))
    unseen = 40 if viewer is None else 27
    hands = unseen - 14
    assert worlds.count == factorial(unseen) // factorial(7) ** 2 // factorial(13) ** (hands // 13)
    up = state.face_up[0]
    below = state._hand_data.dummies[1][6:]
    for player in (0, 1):
        actual = state.hands[2 * player + 1]
        for card in state.rules.pack.cards:
            known = viewer is not None and card in state.hands[2 * viewer + 1]
            hidden = (card in below or card in actual) and not known
            chance = worlds.chance(player, card)
            if player == viewer:
                assert chance == (card in actual)
            elif hidden:
                assert chance == Fraction(13, unseen)
            elif card in up or known:
                assert not chance
    rng = harness.generator("spades")
    firsts, heaps = list[int](), list[int]()
    for _ in range(harness.DRAWS):
        dummies = worlds.sample(rng)._hand_data.dummies
        firsts.append(dummies[0].index(up[2]))
        if below[0] in dummies[1]:
            heaps.append(dummies[1].index(below[0]))
    check_fit(firsts, dict.fromkeys(range(6), 1))
    check_fit(heaps, dict.fromkeys(range(6, 13), 1))


@pytest.mark.rule("SP-10", "SP-14")
def test_a_hand_that_does_not_follow_is_void_unless_reneges_are_legal() -> None:
    # The dummy of player 0 leads a heart; the actual hand of player 1 plays last and ruffs.
    dummy, actual = "QH 3H 4H 5H 6H 7H 8H 9H 10H JH 2C 3C 4C", "5C 6C 7C 8C 9C 10C JC QC KC AC"
    spade, others = "3S 4S 5S 6S 6D 7D 8D 9D 10D JD QD", "R* B* 2S AS KS QS JS 10S 9S 8S 7S"
    ruff, card = "QH 5C 3S 7S", tws.Card.parse
    free = play(playing(dummy, actual, spade, f"{others} KH AH", renege="penalised"), ruff)
    worlds = tws.worlds(tws.view(free, 0))
    assert worlds.chance(1, card("KH")) == worlds.chance(1, card("AD")) == Fraction(12, 26)
    bound = play(playing(dummy, actual, f"{spade} KH AH", others), ruff)
    worlds = tws.worlds(tws.view(bound, 0))
    # Six of the unseen cards are hearts.
    assert worlds.chance(1, card("AD")) == Fraction(12, 20)
    assert not any(worlds.chance(1, heart) for heart in tws.cards(HEARTS))


def test_a_view_that_no_play_reaches_has_no_sample() -> None:
    state = replay(dealt(), LOOKED)
    data = tws.view(state, 0).to_dict()
    # Before the first book no dummy has turned up a seventh card.
    data["face_up"][1].append(str(state._hand_data.dummies[1][6]))
    data["face_down_sizes"][1] = 6
    view = spades.View.from_dict(data)
    with pytest.raises(tws.WorldsError, match="contradicts the rules"):
        tws.worlds(view).sample(random.Random(1))
