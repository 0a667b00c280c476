"""What the tests of OpenSpiel's games find: perfect recall of small games, and faults."""

# Faults replace methods of any form.
# pyright: reportUnknownLambdaType=false, reportUnknownArgumentType=false
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

from __future__ import annotations

import random
from collections.abc import Callable, Hashable
from typing import Any, Final

import attrs
import numpy as np
import pytest

import twowaystreet as tws
from tests.helpers import AnyState
from tests.leaks.knowledge import learnt
from tests.leaks.small import SMALL, Small
from tests.rl.test_openspiel import check_hand, check_worlds, loaded, pyspiel
from twowaystreet.authoring import options_of
from twowaystreet.rl import openspiel
from twowaystreet.rl._positions import Moment, Setting

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


def mask_too_large(patch: Patch) -> None:
    """Add all actions that are not legal."""
    patch("State._legal_actions", lambda self, player: [*range(52)])


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
    patch("State.returns", lambda self: [-each for each in returns(self)])


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


FAULTS: Final = (
    *(leaked_card, mask_too_small, mask_too_large, shifted_numbers, swapped_payoffs),
    *(wrong_winner, mask_of_the_move_before, seats_not_relative),
)


def check(rng: random.Random) -> None:
    """Do the checks of hands and worlds for a few hands of Twos."""
    game = loaded("twos")
    for _ in range(2):
        check_hand(game, rng)
        check_worlds(game, rng)


@pytest.mark.parametrize("fault", FAULTS)
def test_our_tests_find_each_fault(
    fault: Callable[[Patch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    check(random.Random(1))
    classes = {"State": State, "Observer": Observer}

    def patch(name: str, method: Any) -> None:
        owner, _, attribute = name.partition(".")
        monkeypatch.setattr(classes[owner], attribute, method)

    fault(patch)
    with pytest.raises((AssertionError, tws.IllegalMove)):
        check(random.Random(1))


LARGE = ("bids on paper", "bids with cards", "exchanges", "twos", "plain Jokers", "coloured Jokers")
"""The games with the most states."""
MANY_JOKERS = ("plain Jokers", "coloured Jokers")
"""The games whose small packs have more Jokers than their rules, so that arrays lack room."""
FORGETFUL = ("draws",)
"""The games in which a view does not tell which cards of its hand came first, and which later."""
MOST = 500
"""The states of a game that are explored on each change."""


@attrs.define
class Recall:
    """The pasts of some players, by their information states.

    Attributes:
        game: the game of OpenSpiel. Any: OpenSpiel has no types.
        small: the small game.
        most: the number of states to explore.
        has_arrays: False to look at texts alone.
        states: the number of states so far.
        pasts: the number of each past, by player and by the past before and what was learnt.
        told: the past of each text and each tensor.
        again: the number of times that a text came up again.
    """

    game: Any
    small: Small
    most: int
    has_arrays: bool = True
    states: int = 0
    pasts: dict[Hashable, int] = attrs.field(factory=dict[Hashable, int])
    told: dict[Hashable, int] = attrs.field(factory=dict[Hashable, int])
    again: int = 0

    def explore(self) -> None:
        """Explore every playout, up to the number of states."""
        start = self.small.start()
        setting = Setting(self.small.game, start.rules)
        for deal in self.small.deals(start):
            self.step(setting, start, deal, (0, 0))

    def step(
        self, setting: Setting, before: AnyState, move: tws.Move, pasts: tuple[int, ...]
    ) -> None:
        """Make a move, compare two information states, and continue with the next moves."""
        if self.states >= self.most:
            return
        after = tws.apply(before, move)
        if after.needs_deal and not after.hand_over:
            return  # DU-6: after a deal that is thrown in its cards are forgotten
        self.states += 1
        # Any: OpenSpiel has no types.
        state: Any = openspiel.HandState(self.game, Moment(setting, after))
        then: list[int] = []
        for player, past in enumerate(pasts):
            new = (player, past, learnt(before, move, after, player))
            number = self.pasts.setdefault(new, len(self.pasts) + 1)
            then.append(number)
            text = state.information_state_string(player)
            self.again += (player, text) in self.told
            forms = [text]
            if self.has_arrays:
                forms.append(str(state.information_state_tensor(player)))
            for told in forms:
                assert self.told.setdefault((player, told), number) == number, f"{player}: {text}"
        if not after.needs_deal and not after.is_over:
            for further in self.small.choices(after):
                self.step(setting, after, further, tuple(then))


def marked(name: str) -> object:
    """Return the name of a small game as a parameter; large ones are nightly."""
    return pytest.param(name, marks=[pytest.mark.nightly] * (name in LARGE))


def explored(name: str, most: int) -> Recall:
    """Explore a small game."""
    small = SMALL[name]
    with pytest.MonkeyPatch.context() as monkeypatch:
        small.prepare(monkeypatch)
        start = small.start()
        parameters = {
            each: openspiel._parameter(getattr(start.rules, each), option)
            for each, option in options_of(small.game.Rules).items()
        }
        game = pyspiel.load_game(openspiel.register(small.game), parameters)
        found = Recall(game, small, most, has_arrays=name not in MANY_JOKERS)
        found.explore()
    return found


@pytest.mark.parametrize("name", [*map(marked, SMALL)])
def test_equal_information_states_have_the_same_past(name: str) -> None:
    assert explored(name, MOST).again > MOST / 5


def long(name: str) -> object:
    """Return the name of a small game for a long search; some have a known fault."""
    fault = pytest.mark.xfail(raises=AssertionError, reason="a view tells its hand alone")
    return pytest.param(name, marks=[fault] * (name in FORGETFUL))


@pytest.mark.nightly
@pytest.mark.parametrize("name", [*map(long, SMALL)])
def test_equal_information_states_have_the_same_past_in_many_states(name: str) -> None:
    assert explored(name, 20 * MOST).again > MOST


def test_a_view_that_forgets_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def forgetful(observer: openspiel.Observer, state: Any, player: int) -> str:
        seen = state._position.seen_by(player)
        return str({name: value for name, value in seen.items() if name != "tricks"})

    monkeypatch.setattr(openspiel.Observer, "string_from", forgetful)
    with pytest.raises(AssertionError, match="phase"):
        explored("oh hell", MOST)
