"""Rules of thumb: their base, and what a game can pass as its player."""

from __future__ import annotations

import random
from typing import Any, ClassVar

import attrs
import pytest

import twowaystreet as tws
from examples import oh_hell
from tests.helpers import shuffled
from twowaystreet import authoring as core
from twowaystreet._core.engine.seats import side_of
from twowaystreet._core.players import own_rule_of, rule_of
from twowaystreet.players import RuleOfThumb, at_random, simple


def game_with(player: Any) -> Any:  # Any: the class of its states
    """Return the class of states of Oh Hell with another player."""

    class State(oh_hell.State):
        """Oh Hell with another player."""

        __slots__ = ()
        title: ClassVar = "Oh Hell"

    @attrs.frozen(kw_only=True)
    class View(oh_hell.View):
        """The same facts."""

    core.Game(
        name="with_a_player",
        Rules=oh_hell.Rules,
        State=State,
        View=View,
        new_game=oh_hell.new_game,
        player=player,
    )
    return State


def test_the_base_describes_nothing() -> None:
    rule, state = RuleOfThumb[Any, Any](), shuffled(oh_hell.new_game())
    seen = tws.view(state, state.actor)
    for call in (
        lambda: rule(seen, random.Random(1)),
        lambda: rule.card_play(state),
        lambda: rule.payoffs(state),
    ):
        with pytest.raises(NotImplementedError):
            call()
    assert not rule.describes("payoffs")


def test_a_function_is_a_rule_of_the_class_alone_for_compiled_play() -> None:
    state = game_with(at_random)
    rule = rule_of(state)
    assert rule is not None and own_rule_of(state) == rule and not rule.describes("card_play")
    seen = tws.view(shuffled(oh_hell.new_game()), 1)
    assert rule(seen, random.Random(3)) == at_random(seen, random.Random(3))
    assert rule_of(oh_hell.State) is None and simple(seen, random.Random(3)) in (
        tws.legal_moves(seen)
    )


@pytest.mark.parametrize("wrong", ["nowhere", 3, RuleOfThumb])
def test_another_object_is_no_player(wrong: object) -> None:
    if isinstance(wrong, str):
        state = game_with("tests.players.test_rules_of_thumb:__doc__")
    else:
        state = game_with(wrong)
    with pytest.raises(TypeError, match="expected a RuleOfThumb, or a function"):
        rule_of(state)


def test_a_seat_that_does_not_exist_has_no_side() -> None:
    with pytest.raises(tws.SeatError):
        side_of(oh_hell.Rules(), 9)
