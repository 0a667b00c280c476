"""Information states have perfect recall: equal ones have the same past, for their player.

The past is defined independently of the views, by what a player learns from each move. The tests
explore small games fully, and group the states by their information states.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import attrs
import pytest

import twowaystreet as tws
from tests.helpers import AnyState
from tests.leaks.knowledge import learnt
from tests.leaks.small import SMALL, Small
from tests.rl.open_spiel import openspiel, pyspiel
from twowaystreet.authoring import options_of
from twowaystreet.rl._positions import Moment, Setting

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
