"""The state machine: it runs for every game, takes additions, and finds what is planted."""

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


def test_it_is_a_test_case() -> None:
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
    """A game that takes any card that is held."""

    __slots__ = ()

    @override
    def _apply(self, move: object) -> Any:
        if isinstance(move, tws.Play) and any(move.card in hand for hand in self.hands):
            return self
        return super()._apply(move)


def broken(kind: type[twos.State]) -> tws.Game:
    def new_game(*given: Any, **facts: Any) -> twos.State:
        state = twos.new_game(*given, **facts)
        built: twos.State = kind._build(state._match, state._hand_data, state.phase)
        return built

    return tws.Game(
        name="broken", title="B", Rules=twos.Rules, State=kind, View=twos.View, new_game=new_game
    )


def test_an_illegal_move_that_is_accepted_is_found() -> None:
    machine = machine_of(broken(Lenient), twos.Rules())
    with pytest.raises(AssertionError, match="an illegal move was accepted") as caught:
        run(machine, FIND)
    told = "\n".join(caught.value.__notes__)
    assert "The match after " in told and "twowaystreet record 1\ngame broken\n" in told
    assert "state.offer_illegal_move(" in told and "move('" in told
    assert "Card(rank" not in told


def test_a_machine_of_no_game_is_refused() -> None:
    with pytest.raises(tws.RecordError, match="there is no game 'chess'"):
        machine_of("chess")
    assert issubclass(machine_of("duel"), GameMachine)
