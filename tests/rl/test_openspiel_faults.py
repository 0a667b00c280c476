"""Faults that are made on purpose, and the tests that find them: OpenSpiel's, and ours.

The guide *What the frameworks' tests miss* has the same table.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, Final

import numpy as np
import pytest

import twowaystreet as tws
from tests.rl.open_spiel import check_hand, check_worlds, loaded, openspiel, pyspiel

State: Final[Any] = openspiel.HandState
"""The class with the faults. Any: a fault replaces its methods."""
Observer: Final[Any] = openspiel.Observer
Patch = Callable[[str, Any], None]
"""A function that replaces a method by its name, such as ``State.returns``."""


def leaked_card(patch: Patch) -> None:
    """Show each player a card of the next one."""
    text, tensor = Observer.string_from, Observer.set_from

    def next_card(state: Any, player: int) -> tws.Card | None:
        hands = state._position.state.hands
        return next(iter(hands[(player + 1) % len(hands)]), None)

    def string_from(self: Any, state: Any, player: int) -> str:
        return f"{text(self, state, player)} {next_card(state, player)}"

    def set_from(self: Any, state: Any, player: int) -> None:
        tensor(self, state, player)
        card = next_card(state, player)
        self.tensor[0] = card.index if card else 0

    patch("Observer.string_from", string_from)
    patch("Observer.set_from", set_from)


def mask_too_small(patch: Patch) -> None:
    """Leave out the last legal action."""
    legal = State._legal_actions

    def legal_actions(self: Any, player: int) -> list[int]:
        found: list[int] = legal(self, player)
        return found[:-1] or found

    patch("State._legal_actions", legal_actions)


def _all(self: object, player: int) -> list[int]:
    return [*range(52)]


def mask_too_large(patch: Patch) -> None:
    """Add all actions that are not legal."""
    patch("State._legal_actions", _all)


def shifted_numbers(patch: Patch) -> None:
    """Number all actions one higher, the last one zero."""
    legal, enter = State._legal_actions, State._apply_action
    size = 52

    def legal_actions(self: Any, player: int) -> list[int]:
        return sorted((number + 1) % size for number in legal(self, player))

    def apply_action(self: Any, action: int) -> None:
        enter(self, action if self.is_chance_node() else (action - 1) % size)

    patch("State._legal_actions", legal_actions)
    patch("State._apply_action", apply_action)


def swapped_payoffs(patch: Patch) -> None:
    """Give the first two players the payoffs of each other."""
    returns = State.returns

    def swapped(self: Any) -> list[float]:
        first, second, *rest = returns(self)
        return [second, first, *rest]

    patch("State.returns", swapped)


def wrong_winner(patch: Patch) -> None:
    """Let the loser win."""
    returns = State.returns

    def negative(self: Any) -> list[float]:
        return [-each for each in returns(self)]

    patch("State.returns", negative)


def mask_of_the_move_before(patch: Patch) -> None:
    """Give each player the legal actions of the position before."""
    legal, enter = State._legal_actions, State._apply_action

    def apply_action(self: Any, action: int) -> None:
        chance = self.is_chance_node()
        self.before = None if chance else tuple(legal(self, self.current_player()))
        enter(self, action)

    def legal_actions(self: Any, player: int) -> list[int]:
        return list(self.before or legal(self, player))

    patch("State._legal_actions", legal_actions)
    patch("State._apply_action", apply_action)


def seats_not_relative(patch: Patch) -> None:
    """Give the sizes of the hands in the order of seats to everybody."""
    tensor = Observer.set_from

    def set_from(self: Any, state: Any, player: int) -> None:
        tensor(self, state, player)
        sizes = self.dict["hand_sizes"]
        sizes[:] = np.roll(sizes, player, axis=0)

    patch("Observer.set_from", set_from)


FOUND: Final = {
    leaked_card: False,
    mask_too_small: False,
    mask_too_large: True,
    shifted_numbers: False,
    swapped_payoffs: False,
    wrong_winner: False,
    mask_of_the_move_before: True,
    seats_not_relative: False,
}
"""The faults, and whether OpenSpiel's ``random_sim_test`` finds them."""


def injected(fault: Callable[[Patch], None], monkeypatch: pytest.MonkeyPatch) -> Any:
    """Inject a fault, and return the game of Twos. Any: OpenSpiel has no types."""
    classes = {"State": State, "Observer": Observer}

    def patch(name: str, method: Any) -> None:
        owner, _, attribute = name.partition(".")
        monkeypatch.setattr(classes[owner], attribute, method)

    fault(patch)
    return loaded("twos")


def check(game: Any, rng: random.Random) -> None:
    """Do our checks for a few hands. Any: OpenSpiel has no types."""
    for _ in range(2):
        check_hand(game, rng)
        check_worlds(game, rng)


@pytest.mark.parametrize(("fault", "found"), FOUND.items())
def test_openspiel_finds_some_faults(
    fault: Callable[[Patch], None], found: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = injected(fault, monkeypatch)
    try:
        pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)
    except Exception:  # OpenSpiel's own error, or that of the library
        assert found
    else:
        assert not found


@pytest.mark.parametrize("fault", FOUND)
def test_our_tests_find_each_fault(
    fault: Callable[[Patch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    game, rng = injected(fault, monkeypatch), random.Random(1)
    with pytest.raises((AssertionError, tws.IllegalMove)):
        check(game, rng)


def test_our_tests_pass_without_a_fault() -> None:
    check(loaded("twos"), random.Random(1))
