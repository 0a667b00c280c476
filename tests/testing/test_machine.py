"""Tests of the state machine with all games, with added rules, and with a broken game."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import RuleBasedStateMachine, invariant, run_state_machine_as_test
from typing_extensions import override

import twowaystreet as tws
from examples import oh_hell
from twowaystreet.games import twos
from twowaystreet.testing import GameMachine, machine_of

UNCHECKED = [
    HealthCheck.too_slow,
    HealthCheck.filter_too_much,
    HealthCheck.data_too_large,
    HealthCheck.large_base_example,
]
FEW = settings(
    max_examples=3, stateful_step_count=20, suppress_health_check=UNCHECKED, deadline=None
)
FIND = settings(
    FEW, max_examples=100, stateful_step_count=30, phases=[Phase.generate, Phase.shrink]
)


def run(machine: type[RuleBasedStateMachine], how: settings = FEW) -> None:
    run_state_machine_as_test(machine, settings=how)


@pytest.mark.parametrize(
    "game", [*tws.GAMES, oh_hell.GAME], ids=lambda game: str(getattr(game, "name", game))
)
def test_every_game_passes(game: str | tws.Game) -> None:
    run(machine_of(game))


def test_the_machine_has_a_test_case() -> None:
    machine = machine_of("twenty_down")
    assert machine.__name__ == "TwentyDownMachine"
    case: Any = machine.TestCase
    case.settings = FEW
    case().runTest()


def test_rules_and_invariants_can_be_added() -> None:
    seen: list[tws.Phase] = []

    class Own(machine_of("twos", twos.Rules(max_hands=2))):  # type: ignore[misc]  # made by a call
        @invariant()
        def is_looked_at(self) -> None:
            assert self.state.rules == twos.Rules(max_hands=2)
            seen.append(self.state.phase)

    run(Own)
    assert {"deal", "play"} <= set(seen)


class Lenient(twos.State):
    """States that accept any card from any hand."""

    __slots__ = ()

    @override
    def _apply(self, move: object) -> Any:
        if isinstance(move, tws.Play) and any(move.card in hand for hand in self.hands):
            return self
        return super()._apply(move)


def broken(state_type: type[twos.State]) -> tws.Game:
    def new_game(*positional: Any, **named: Any) -> twos.State:
        state = twos.new_game(*positional, **named)
        built: twos.State = state_type._build(state._match, state._hand_data, state.phase)
        return built

    return tws.Game(
        name="broken",
        title="B",
        Rules=twos.Rules,
        State=state_type,
        View=twos.View,
        new_game=new_game,
    )


def test_the_machine_finds_an_accepted_illegal_move() -> None:
    machine = machine_of(broken(Lenient), twos.Rules())
    with pytest.raises(AssertionError, match="an illegal move was accepted") as caught:
        run(machine, FIND)
    notes = "\n".join(caught.value.__notes__)
    assert "The match after " in notes and "twowaystreet record 1\ngame broken\n" in notes
    assert "state.offer_illegal_move(" in notes and "move('" in notes
    assert "Card(rank" not in notes


def test_a_machine_for_an_unknown_game_is_refused() -> None:
    with pytest.raises(tws.RecordError, match="there is no game 'chess'"):
        machine_of("chess")
    assert issubclass(machine_of("duel"), GameMachine)
