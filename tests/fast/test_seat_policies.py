"""Playouts with a policy for each seat: the right player moves in each, and mixtures are found."""

from __future__ import annotations

import random
from itertools import islice
from typing import Any, Final

import attrs
import pytest

import twowaystreet as tws
from tests.fast.replays import OPTIONS, SLOW, differences, plays, whole_differences
from twowaystreet import fast
from twowaystreet._core.playouts.policies import POLICIES, Policy, SeatPolicy
from twowaystreet._core.tricks.play_tables import CardPlay, CardValue, Situation
from twowaystreet._core.tricks.trick_state import TrickState
from twowaystreet.fast.compiling import IS_PLAIN
from twowaystreet.games import tien_len, twos
from twowaystreet.games.twos.player import TwosPlayer
from twowaystreet.players import RuleOfThumb

STATES: Final = 4 if IS_PLAIN else 12
# Any: rules of thumb of all games.
CHANGED: Final[dict[str, RuleOfThumb[Any, Any]]] = {
    "street": RuleOfThumb.of("street", high_from=1.0),
    "duel": RuleOfThumb.of("duel", boldness=0.5),
    "twos": RuleOfThumb.of("twos", kept_two=0.0, led_ace=0.1),
    "spades": RuleOfThumb.of("spades", unseen=3.0),
    "twenty_down": RuleOfThumb.of("twenty_down", to_be_in=0.5),
}


def mixture(name: str) -> tuple[Any, ...]:  # Any: policies of a seat, as rules are generic
    """Return the policies of the seats: a rule with other constants, random and simple."""
    game = name.partition(",")[0]
    rule = CHANGED.get(game)
    several: list[SeatPolicy] = [rule or "simple", "random", "simple", "random"]
    seats = len(OPTIONS[name]().scores)
    return tuple(islice((each for _ in range(seats) for each in several), seats))


@pytest.mark.parametrize("name", OPTIONS)
def test_each_seat_plays_by_its_own_policy(name: str) -> None:
    policy = mixture(name)
    for number, state in enumerate(islice(plays(name, random.Random(name)), STATES)):
        assert not list(differences(state, 2, seed=number, number=number, policy=policy))
    assert not list(whole_differences(name, STATES, seed=len(name), policy=policy))


def test_policies_of_seats_that_are_mixed_up_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def another(_: object, hand: int) -> int:
        return (hand + 1) % 4

    monkeypatch.setattr(TrickState, "_seat_of", another)
    states = islice(plays("twos", random.Random(1)), STATES)
    assert any(any(differences(each, 2, seed=1, policy=mixture("twos"))) for each in states)


@pytest.mark.parametrize("new_game", [twos.new_game, tien_len.new_game])
def test_the_moves_of_a_seat_are_those_of_its_rule(new_game: Any) -> None:
    changed: SeatPolicy = "simple"
    if new_game is twos.new_game:
        changed = RuleOfThumb.of("twos", kept_two=0.0)
    policy: list[SeatPolicy] = [changed, "random", "simple", "random"]
    found = fast.playouts(new_game(), 3, seed=2, policy=policy)
    for playout in range(3):
        state = new_game()
        for move in fast.playout_moves(state, playout, seed=2, policy=policy):
            if state.actor == 0 and changed != "simple":
                rule: Any = changed  # Any: a rule of any game
                assert move == rule(tws.view(state, state.actor), random.Random(1))
            state = tws.apply(state, move)
        assert tuple(found.payoffs[0, playout]) == tws.payoffs(state)


def test_one_policy_for_each_seat_is_one_for_all() -> None:
    for word in POLICIES:
        several = fast.hands("twos", None, 200, seed=3, policy=(word,) * 4)
        assert (several.points == fast.hands("twos", None, 200, seed=3, policy=word).points).all()
    rule = RuleOfThumb.of("twos")
    assert (
        fast.hands("twos", None, 200, seed=3, policy=rule).points
        == fast.hands("twos", None, 200, seed=3, policy="simple").points
    ).all()


def _by_marks(card: tws.Card, facts: Situation) -> tuple[float, ...]:
    """Value high cards if the marks on the table are even."""
    return (card.index if facts.marks % 2 else -card.index,)


@attrs.frozen
class Counting(RuleOfThumb[Any, Any]):
    """A player of Twos whose marks count the cards on the table."""

    def __call__(self, view: twos.View, rng: random.Random) -> tws.Move:
        def value(move: tws.Move) -> tuple[float, ...]:
            assert isinstance(move, tws.Play)
            return _by_marks(move.card, Situation(marks=len(view.trick.cards)))

        return max(tws.legal_moves(view), key=value)

    def card_play(self, state: Any) -> CardPlay:
        values: tuple[CardValue, ...] = (_by_marks,)
        return CardPlay(values, (0,) * 4, (None,) * 4, tuple(range(4)), (1,) * len(tws.CARDS))


@SLOW
def test_rules_with_other_marks_play_side_by_side() -> None:
    policy: Policy = (Counting(), "simple", "random", TwosPlayer(kept_two=0.0))
    for number, state in enumerate(islice(plays("twos", random.Random(4)), STATES)):
        assert not list(differences(state, 2, seed=number, policy=policy))


@attrs.frozen
class WithPartners(Counting):
    """A player of Twos who takes two seats for a side."""

    def card_play(self, state: Any) -> CardPlay:
        return attrs.evolve(Counting.card_play(self, state), sides=(0, 1, 0, 1))


RULE: Final = RuleOfThumb.of("twos")
WRONG: Final[dict[str, Any]] = {
    "expected random, simple, a RuleOfThumb, or a list": [1, "simple", "simple", "simple"],
    "expected random, simple, a RuleOfThumb": 3,
    "expected a policy for each of 4 seats": ["simple", "simple"],
    "=\\[\\]: expected random, simple": [],
    "expected a rule of thumb of Twos, not of Duel": RuleOfThumb.of("duel"),
    "expected a rule of thumb of Twos, not of Brag": [RULE, RULE, RULE, RuleOfThumb.of("brag")],
    "expected rules that agree on the sides of the hands": [RULE, RULE, RULE, WithPartners()],
}


@pytest.mark.parametrize("expected", WRONG)
def test_a_wrong_policy_is_refused(expected: str) -> None:
    with pytest.raises(tws.RulesError, match=expected):
        fast.playouts(twos.new_game(), 1, seed=1, policy=WRONG[expected])
