"""Worlds of Two Way Street, compared with all histories of small games."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from math import gcd
from typing import Any

import pytest

import twowaystreet as tws
from tests.helpers import nightly_but_every, some_move
from tests.worlds import harness
from tests.worlds.small_street import Position, hands_and_stock
from twowaystreet._core.worlds.places import Place
from twowaystreet.errors import WorldsError
from twowaystreet.games import street
from twowaystreet.games._twoway import worlds as twoway_worlds
from twowaystreet.games._twoway.split_counts import Link
from twowaystreet.testing.conformance.worlds import probability

TWO = ("2C KH", "4C QS", "6C 7D")
THREE = ("2C 5D KH", "4C 5H QS", "6C 7D 8H")
FOUR = ("2C KH", "4C QS", "6C 7D", "JD AS")
TWO_PAIRS = "high, exchange 2C KH, high, exchange 4C QS"
THREE_PAIRS = f"{TWO_PAIRS}, exchange 6C 7D"
FIRST_PAIRS = "high, exchange 2C 5D, high, exchange 4C QS"
FOUR_PAIRS = f"{TWO_PAIRS}, high, exchange 6C 7D, exchange JD AS"
OPTIONAL = {"exchange": "optional"}
HELD = {"exchange": "optional", "named_suit": "held"}
KEPT = "high, keep, high, keep, keep"
RED = ("R* KH 2C", "4D 5C 6H", "3C 7D 8S")
PLAIN = ("X* KH 2C", "4D X* 6H", "3C 7D 8S")

POSITIONS = {
    "the first player declares": Position(hands=TWO, stock="9S 10S"),
    "no exchange so far, and a spectator": Position(
        hands=TWO, stock="9S 10S", moves="high", seat=None
    ),
    "some have exchanged": Position(hands=TWO, stock="9S 10S", moves=TWO_PAIRS, seat=2),
    "the next player drew the viewer's pair": Position(
        hands=THREE, stock="9S 10S", moves=FIRST_PAIRS
    ),
    "the viewer's pair lies in the stock": Position(
        hands=TWO, stock="9S 10S", moves=f"{TWO_PAIRS}, exchange 6C 7D", seat=2
    ),
    "a card of the viewer's pair was played": Position(
        hands=THREE, stock="9S 10S", moves=f"{FIRST_PAIRS}, exchange 7D 8H, 9S, 2C"
    ),
    "an empty stock: every player draws the own pair": Position(
        hands=TWO, moves=f"{THREE_PAIRS}, 2C, 4C", seat=1
    ),
    "an empty stock and a spectator": Position(hands=TWO, moves=THREE_PAIRS, seat=None),
    "players who keep their cards draw nothing": Position(
        hands=THREE,
        stock="9S 10S",
        moves="high, exchange 2C 5D, high, keep, exchange 6C 7D, KH, 5H, 8H",
        options=OPTIONAL,
    ),
    "a stock of one card": Position(hands=TWO, stock="9S", moves=THREE_PAIRS),
    "a stock of one card, the second player": Position(
        hands=TWO, stock="9S", moves=THREE_PAIRS, seat=1
    ),
    "a stock of one card, the last player": Position(
        hands=TWO, stock="9S", moves=THREE_PAIRS, seat=2
    ),
    "a stock of one card, and hands of three": Position(
        hands=THREE, stock="9S", moves=f"{FIRST_PAIRS}, exchange 7D 8H, KH, 5H", seat=2
    ),
    "a stock of one card, between two exchanges": Position(hands=TWO, stock="9S", moves=TWO_PAIRS),
    "a stock of one card and a spectator": Position(
        hands=TWO, stock="9S", moves=THREE_PAIRS, seat=None
    ),
    "a stock of one card and a spectator, in the play": Position(
        hands=TWO, stock="9S", moves=f"{THREE_PAIRS}, 2C", seat=None
    ),
    "four players and a stock of one card, in the play": Position(
        hands=FOUR, stock="9S", moves=f"{FOUR_PAIRS}, 2C, 4C, 6C", seat=0
    ),
    "a stock of three cards": Position(
        hands=TWO, stock="9S 8D 10D", moves=f"{THREE_PAIRS}, 8D", seat=1
    ),
    "a stock of three cards, one player kept": Position(
        hands=FOUR,
        stock="9S 8D 10D",
        moves=f"{TWO_PAIRS}, high, keep, exchange JD AS, 9S, 2C, 7D, 4C",
        seat=1,
        options=OPTIONAL,
    ),
    "an odd stock, and voids": Position(
        hands=THREE, stock="9S", moves=f"{FIRST_PAIRS}, exchange 7D 8H, KH, 5H, 6C", seat=1
    ),
    "an odd stock, and equal cards": Position(
        hands=("2C 4C", "4C QS", "6C 7D"),
        stock="9S",
        moves="high, exchange 2C 4C, high, exchange 4C QS",
    ),
    "an odd stock, equal cards, and a spectator": Position(
        hands=("2C 4C", "4C QS", "QS 7D"),
        stock="9S",
        moves="high, exchange 2C 4C, high, exchange 4C QS, exchange 7D QS, 2C",
        seat=None,
    ),
    "an odd stock, and a finished hand": Position(
        hands=TWO, stock="9S", moves=f"{THREE_PAIRS}, 2C, 4C, 6C, KH, QS, 9S", seat=1
    ),
    "an odd stock, and a suit was named": Position(
        hands=("R* 2C", "5D QS", "6C 7D"),
        stock="KH",
        moves="high, exchange R* 2C, high, exchange 5D QS, exchange 6C 7D, KH",
        seat=2,
    ),
    "a stock of three cards, and the viewer's lower card is below a card played": Position(
        hands=TWO, stock="9S 8D 10D", moves=f"{THREE_PAIRS}, 9S, 10D, KH", seat=1
    ),
    "an odd stock, and a suit was named before a Joker was played": Position(
        hands=("R* KH 2C", "4D 5C B*", "3C 7D 8S"),
        stock="9S",
        moves="high, exchange 2C KH, high, exchange 4D 5C, exchange 3C 8S, R*, name D, B*",
        seat=2,
    ),
    "a suit was named": Position(
        hands=RED, stock="9H", moves=f"{KEPT}, R*, name D", options=OPTIONAL
    ),
    "a named suit was held": Position(
        hands=RED, stock="9H", moves=f"{KEPT}, R*, name D", options=HELD
    ),
    "a suit was named while only the other one was held": Position(
        hands=("R* KH 2C", "4D 5C 6S", "3C 7D 8S"),
        stock="9H",
        moves=f"{KEPT}, R*, name H, 5C",
        options=OPTIONAL,
    ),
    "a suit was named, and its card was played later": Position(
        hands=("R* KH 2C", "4D 5C B*", "3C 7D 8S"),
        stock="9H",
        moves=f"{KEPT}, R*, name H, B*, 7D, 4D",
        options=OPTIONAL,
    ),
    "a suit was named, and a Joker of its colour was played": Position(
        hands=("R* KH 2C", "R* 5C 4D", "3C 7D 8S"),
        stock="9H",
        moves=f"{KEPT}, R*, name D, R*",
        options=OPTIONAL,
    ),
    "a plain Joker, a named suit, and a plain Joker": Position(
        hands=PLAIN, stock="9H", moves=f"{KEPT}, X*, name H, X*", options=OPTIONAL
    ),
    "a plain Joker on a plain Joker": Position(
        hands=PLAIN, stock="9H", moves=f"{KEPT}, X*, X*", options=OPTIONAL
    ),
    "a player did not name a suit": Position(
        hands=("R* KH 2C", "4S 5C 6S", "3C 7D 8S"),
        stock="9H",
        moves=f"{KEPT}, R*, 4S",
        options=OPTIONAL,
    ),
    "a player who may have to name a suit": Position(
        hands=RED, stock="9H", moves=f"{KEPT}, R*", options=OPTIONAL
    ),
    "a player who has to name a suit": Position(
        hands=RED, stock="9H", moves=f"{KEPT}, R*", seat=1, options=OPTIONAL
    ),
    "suits of both colours were named": Position(
        hands=("R* KH 2C", "B* 4D 5C", "3C 7D 8S"),
        stock="9H",
        moves=f"{KEPT}, R*, name H, B*, 7D, 4D, 8S, 2C",
        seat=2,
        options=OPTIONAL,
    ),
    "equal cards, and one was played": Position(
        hands=("2C 2C KH", "4C 4C 5H", "6C 2C KH"),
        stock="4C",
        moves=f"{KEPT}, 2C, 4C, 6C",
        seat=0,
        options=OPTIONAL,
    ),
    "equal cards, and a pair of them": Position(
        hands=("2C 2C", "4C 4C", "6C 2C"),
        stock="9S 4C",
        moves="high, exchange 2C 2C, low, exchange 4C 4C",
        seat=2,
    ),
}

COPIES = {
    "the player who drew the viewer's card played an equal one": Position(
        hands=("2C 5D KH", "4C 2C QS", "6C 7D 8H"),
        stock="9S 10S",
        moves="high, exchange 2C 5D, high, exchange 4C QS, exchange 7D 8H, KH, 2C",
    ),
    "that player may have held both": Position(
        hands=("2C 5D KH", "2C 3S QS", "6C 7D 8H"),
        stock="9S 10S",
        moves="high, exchange 2C 5D, high, exchange 3S QS, exchange 7D 8H, KH, 5D, 6C, 2C",
    ),
    "another player played an equal one": Position(
        hands=("2C 5D KH", "4C 5S QS", "6C 2C 8H"),
        stock="9S 10S",
        moves="high, exchange 2C 5D, high, exchange 4C QS, exchange 6C 8H, KH, 2C, 2C",
    ),
    "a pair of equal cards, and one of them was played": Position(
        hands=("2C 2C KH", "4C 5S QS", "6C 2C 8H"),
        stock="9S 10S",
        moves="high, exchange 2C 2C, high, exchange 4C QS, exchange 6C 8H, KH, 2C",
    ),
    "an odd stock splits the viewer's pair": Position(
        hands=("KH 9H", "2C QS", "QS 6C"),
        stock="9S",
        moves="high, exchange KH 9H, high, exchange 2C QS, exchange QS 6C, 9S, KH, QS",
        seat=1,
    ),
}
"""Positions in which the viewer does not know which copy of a card was played."""


@pytest.mark.parametrize("name", nightly_but_every(4, POSITIONS))
def test_worlds_are_the_histories_of_a_small_game(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`count`, `chance`, `all` and `sample` agree with all histories that look the same."""
    position = POSITIONS[name]
    position.shrink(monkeypatch)
    harness.check_position(position.reached())


@pytest.mark.parametrize("name", COPIES)
def test_either_copy_of_a_card_may_have_been_played(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Worlds with different played copies are different worlds, even if they look alike."""
    COPIES[name].shrink(monkeypatch)
    position = COPIES[name].reached()
    weights: Counter[harness.Key] = Counter()
    states: Counter[tws.GameState[Any, Any, Any]] = Counter()
    held: Counter[tuple[int, tws.Card]] = Counter()
    for state, weight in harness.histories(position):
        assert isinstance(state, street.State)
        weights[hands_and_stock(state)] += weight
        states[state] += weight
        for seat, hand in enumerate(state.hands):
            held.update(dict.fromkeys([(seat, card) for card in hand], weight))
    worlds = tws.worlds(tws.view(position.states()[-1], position.viewer))
    total = weights.total()
    assert worlds.count == total / gcd(*weights.values())
    for seat in range(3):
        for card in dict.fromkeys(position.start.rules.pack.cards):
            assert worlds.chance(seat, card) == Fraction(held[seat, card], total), (seat, card)
    if len(states) > 1:
        rng = harness.generator("copies", name)
        drawn = Counter(worlds.sample(rng) for _ in range(harness.DRAWS))
        assert set(drawn) <= set(states)
        assert probability(states, drawn) > harness.LEAST


@pytest.mark.parametrize(
    "name",
    nightly_but_every(
        4, (name for name in POSITIONS if "odd stock" in name or "a stock of" in name)
    ),
)
def test_draws_by_weight_need_no_luck(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where quick draws fail, a sample comes from the weights of all divisions."""
    monkeypatch.setattr(twoway_worlds, "TRIES", 0)
    POSITIONS[name].shrink(monkeypatch)
    harness.check_position(POSITIONS[name].reached(), 300)


def many_split_pairs() -> tws.Worlds[street.State]:
    """Return the worlds of a spectator of fourteen players, five of whose pairs are split."""
    rng = random.Random(5)
    state = street.new_game(street.Rules(players=14, jokers=street.Jokers.ONE))
    while state.phase not in (street.Phase.PLAY, street.Phase.NAME):
        state = tws.apply(state, some_move(state, rng))
    return tws.worlds(tws.view(state, None))


def test_many_split_pairs_are_sampled_but_not_counted() -> None:
    """Before the play the cards of a pair may change places, so samples cost nothing more."""
    worlds = many_split_pairs()
    assert tws.view(worlds.sample(random.Random(0)), None) == worlds._view
    for ask in (lambda: worlds.count, lambda: worlds.chance(0, tws.Card.parse("2C"))):
        with pytest.raises(
            WorldsError, match="split 5 pairs between unknown hands: expected at most 4"
        ):
            ask()


def test_a_sample_without_luck_needs_weights(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where all quick draws fail and too many pairs are split, a sample is refused."""
    monkeypatch.setattr(twoway_worlds, "TRIES", 0)
    with pytest.raises(WorldsError, match="split 5 pairs between unknown hands"):
        many_split_pairs().sample(random.Random(0))


def test_a_split_pair_that_no_card_completes() -> None:
    """A view that was read may show a lower card above all cards that may be the upper one."""
    unseen, places = tws.cards("2C 3C"), (Place(1), Place(1))
    ways = twoway_worlds.SplitWays(unseen, places, ((), ()), [Link(1, tws.Card.parse("AC"), 0)])
    assert ways.count == ways.weight == 0
    with pytest.raises(WorldsError, match="no state agrees with the view"):
        ways.draw(random.Random(0))


def test_a_chance_asked_twice_is_the_same() -> None:
    """The weight of the divisions without a card does not change."""
    links = [Link(1, tws.Card.parse("4D"), 0)]
    ways = twoway_worlds.SplitWays(tws.cards("2S 3C"), (Place(1), Place(1)), ((), ()), links)
    assert (ways.weight, ways.count) == (2, 1)
    assert [ways.count_without(0, card) for card in tws.cards("2S 2S 3C")] == [0, 0, 2]


def test_nothing_is_unseen_before_the_first_deal() -> None:
    """Before the first deal there is one world: the state itself."""
    state = street.new_game(street.Rules(players=5), dealer=3)
    worlds = tws.worlds(tws.view(state, 1))
    assert worlds.count == 1
    assert worlds.sample(random.Random(0)) == state
    assert worlds.chance(2, tws.Card.parse("R*")) == 0
