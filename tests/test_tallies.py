"""What games declare about their scores: how compiled playouts count, and the bounds of a hand."""

from __future__ import annotations

import random
from typing import Any

import pytest

import twowaystreet as tws
from tests.games import OURS, Start, facts_of
from tests.helpers import positions, shuffled
from twowaystreet._core.cards.cards import CARDS
from twowaystreet._core.playouts.policies import moves
from twowaystreet._core.playouts.trials import payoffs_after
from twowaystreet._core.tricks.trick_state import TrickState
from twowaystreet.games import spades, street, twos

rule = pytest.mark.rule
STARTS = [
    pytest.param(start, id=name) for each in OURS for name, start in facts_of(each).starts.items()
]


@rule("ST-23", "DU-11", "TW-10", "SP-15", "TD-9")
@pytest.mark.parametrize("start", STARTS)
def test_payoffs_from_the_tally_are_those_of_the_score(start: Start) -> None:
    rng = random.Random(1)
    for seed in range(4):
        hand = [each for each in positions(shuffled(start(), seed), rng) if not each.hand_over]
        for state in rng.sample(hand, min(3, len(hand))):
            *_, (_, last) = moves("random", state, seed)
            assert payoffs_after(state, seed, "random") == tws.payoffs(last)
            if isinstance(state, TrickState) and state.phase == "play":
                assert state._tally() is not None


@rule("TW-8", "TW-9")
@pytest.mark.parametrize(
    ("card", "honour", "price"),
    [("AC", 1, 0), ("JS", 1, 0), ("10H", 0, 0), ("2D", 0, 2), ("3D", 0, 3), ("4C", 0, 0)],
)
def test_the_points_of_the_cards_of_twos(card: str, honour: int, price: int) -> None:
    points = shuffled(twos.new_game())._tally()
    assert points is not None
    place = CARDS.index(tws.Card.parse(card))
    assert (points.worth[place], points.price[place]) == (honour, price)
    assert points.caught == sum(each._bit for each in tws.cards("2C 2D 2H 2S"))


@pytest.mark.parametrize(
    ("name", "rules", "least", "most"),
    [
        pytest.param("street", street.Rules(), 0, 60, id="street", marks=rule("ST-23")),
        pytest.param("duel", None, 0, 40, id="duel", marks=rule("DU-11")),
        # Four twos caught by threes; or all honours, and four twos caught.
        pytest.param("twos", None, -12, 28, id="twos", marks=rule("TW-8", "TW-9")),
        pytest.param(
            "spades",
            spades.Rules(boston_failed=-1000),
            -1000,
            500,
            id="spades",
            marks=rule("SP-15"),
        ),
        pytest.param("twenty_down", None, -10, 10, id="twenty_down", marks=rule("TD-9")),
        pytest.param("tien_len", None, -3, 1, id="tien_len", marks=rule("TL-6")),
        pytest.param("brag", None, -1, 3, id="brag", marks=rule("BR-12")),
    ],
)
def test_the_points_of_a_hand_have_bounds(name: str, rules: Any, least: int, most: int) -> None:
    game = tws.GAMES[name]
    rules = rules or game.Rules()
    bounds = vars(game.State)["_first_points"]
    found = [bound(rules) if callable(bound) else bound for bound in (bounds.least, bounds.most)]
    assert found == [least, most]
