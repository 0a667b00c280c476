"""Playouts of simple players: the right player, and replays that find every fault."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from itertools import islice, product
from typing import Any, Final

import attrs
import pytest

import twowaystreet as tws
from examples import high_card, oh_hell
from tests.fast.replays import differences, plays, whole_differences
from tests.helpers import give_rule, shuffled
from tests.players.decisions import hand
from twowaystreet import fast
from twowaystreet._core.players import own_rule_of
from twowaystreet._core.playouts.chance import NumberAt
from twowaystreet._core.playouts.policies import POLICIES, Policy
from twowaystreet._core.tricks.play_tables import CardPlay, CardValue, Situation
from twowaystreet.fast.compiling import IS_PLAIN
from twowaystreet.games import brag, spades, street, tien_len, twos
from twowaystreet.games.tien_len.compiled import COMPILED
from twowaystreet.games.tien_len.player import PLAYER
from twowaystreet.players import RuleOfThumb, simple
from twowaystreet.players._searches import policy_for

STATES: Final = 10 if IS_PLAIN else 40


@pytest.mark.parametrize("name", tws.GAMES)
def test_the_moves_are_those_of_simple_players(name: str) -> None:
    state = shuffled(tws.GAMES[name].new_game())
    for move in fast.playout_moves(state, 0, seed=4, policy="simple"):
        assert isinstance(move, street.NameSuit) or move == simple(
            tws.view(state, state.actor), random.Random(1)
        )
        state = tws.apply(state, move)
    assert state.hand_over


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize(
    "start",
    [
        street.new_game,
        tien_len.new_game,
        brag.new_game,
        oh_hell.new_game,
        high_card.GAME.new_game,  # without tricks
        lambda: spades.new_game(spades.Rules(renege=spades.RenegeRule.PENALISED)),
    ],
)
def test_results_are_those_of_the_listed_moves(start: Callable[[], Any], policy: Policy) -> None:
    """The second state of a call is dealt already."""
    states = [start(), shuffled(start())]
    found = fast.playouts(states, 2, seed=1, policy=policy)
    for number, playout in product(range(2), range(2)):
        moves = fast.playout_moves(states[number], playout, seed=1, number=number, policy=policy)
        assert len(moves) == found.moves[number, playout]
        last = states[number]
        for move in moves:
            last = tws.apply(last, move)
        assert tuple(found.points[number, playout]) == tws.score_hand(last).points
        assert tuple(found.payoffs[number, playout]) == tws.payoffs(last)


def test_deals_are_those_of_random_playouts() -> None:
    """A compiled deal is used by both policies, as it is before the first choice."""
    by_policy = [fast.playout_moves(twos.new_game(), 3, seed=5, policy=each) for each in POLICIES]
    assert by_policy[0][0] == by_policy[1][0]
    assert by_policy[0] != by_policy[1]


def test_a_game_without_a_rule_of_thumb_is_played_at_random(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (state,) = islice(plays("street", random.Random(2)), 1)
    before = fast.playouts(state, 50, seed=1).points
    assert (fast.playouts(state, 50, seed=1, policy="simple").points != before).any()
    give_rule(monkeypatch, "street", None)
    assert (fast.playouts(state, 50, seed=1, policy="simple").points == before).all()


def _misled(value: CardValue, facts: Mapping[str, Any]) -> CardValue:
    """Return the function as it is with wrong facts. Any: booleans."""

    def misled(card: tws.Card, seen: Situation) -> tuple[float, ...]:
        return value(card, seen._replace(**facts))

    return misled


def _worse(card_play: CardPlay, **facts: bool) -> dict[str, Any]:
    """Let each function see wrong facts. Any: the changed fields."""
    return {"values": tuple(_misled(value, facts) for value in card_play.values)}


FAULTS: Final[dict[str, tuple[str, Callable[[CardPlay], dict[str, Any]]]]] = {
    "another direction": ("street", lambda found: {"of_hand": found.of_hand[::-1]}),
    "always low": ("duel", lambda found: {"of_hand": (1,) * len(found.of_hand)}),
    "no card takes": ("street, 5 decks", lambda found: _worse(found, takes=False)),
    "every lead follows": ("street, no Joker", lambda found: _worse(found, is_lead=False)),
    "no marks": ("twos", lambda found: {"marks": ()}),
    "nobody is last": ("twos", lambda found: _worse(found, is_last=False)),
    "other trumps": ("twenty_down", lambda found: {"of_hand": (0, 0, 0, 0)}),
    "tricks that nobody wants": ("twenty_down", lambda found: {"wanted": (0, 0, 0, 0)}),
    "a trick too many": ("twenty_down", lambda found: {"wanted": (2, 2, 2, 2)}),
    "four sides": ("spades", lambda found: {"sides": (0, 1, 2, 3)}),
    "other sides": ("spades", lambda found: {"sides": (0, 1, 1, 0)}),
    "books without end": ("spades", lambda found: {"wanted": (None,) * 4}),
    "nobody is ahead": ("spades", lambda found: _worse(found, is_ahead=False)),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_wrong_card_play_is_caught(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    name, change = FAULTS[fault]
    game = name.partition(",")[0]
    states = list(islice(plays(name, random.Random(1)), STATES))
    right: Any = own_rule_of(tws.GAMES[game].State)  # Any: it has a rule

    class Wrong(RuleOfThumb):
        """The rule of the game with another card play."""

        def __call__(self, view: tws.View, rng: random.Random) -> tws.Move:
            move: tws.Move = right(view, rng)
            return move

        def card_play(self, state: Any) -> CardPlay:  # Any: a state of the game
            found: CardPlay = right.card_play(state)
            return attrs.evolve(found, **change(found))

    give_rule(monkeypatch, game, Wrong())
    in_play = any(any(differences(state, 1, seed=1, policy="simple")) for state in states)
    # Random bids in Spades for two are seldom made.
    assert in_play or any(whole_differences(name, STATES, seed=1, policy="simple"))


def test_each_draw_of_a_player_is_another_number() -> None:
    rng = NumberAt()
    rng.number = 1 << 63
    assert rng.choice("abcd") == "c"
    drawn = [rng.getrandbits(k) for k in (1, 8, 64, 65, 200)]
    assert all(number < 1 << k for number, k in zip(drawn, (1, 8, 64, 65, 200), strict=True))
    assert drawn[-1] >> 128
    assert 0 <= rng.random() < 1
    assert len({rng.random() for _ in range(100)}) == 100
    cards = list(tws.CARDS)
    rng.shuffle(cards)
    assert sorted(cards) == list(tws.CARDS) != cards
    rng.number = 1 << 63
    assert rng.choice("abcd") == "c"


# The compiled rule of thumb of Tien Len: the results of the plain one.


@pytest.mark.parametrize("hands", [5, pytest.param(1000, marks=pytest.mark.nightly)])
def test_compiled_payoffs_are_the_plain_ones(hands: int) -> None:
    rng = random.Random(hands)
    for _ in range(hands):
        for state in hand(tien_len.new_game(), rng):
            assert COMPILED.payoffs(state) == PLAYER.payoffs(state), state


def test_only_the_own_rule_of_the_game_itself_is_replaced() -> None:
    class Derived(tien_len.State):
        pass

    assert policy_for("fast", "simple", tien_len.State) is COMPILED
    assert policy_for("fast", PLAYER, tien_len.State) is COMPILED
    assert policy_for("python", "simple", tien_len.State) == "simple"
    assert policy_for("fast", "random", tien_len.State) == "random"
    assert policy_for("fast", "simple", Derived) == "simple"
    assert policy_for("fast", "simple", twos.State) == "simple"
