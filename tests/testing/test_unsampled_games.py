"""Games without worlds, and what the promise says about samples that play cannot reach."""

from __future__ import annotations

import random
import re
from typing import Any

import attrs
import pytest
from typing_extensions import override

import twowaystreet as tws
from examples import high_card, oh_hell, put_away
from tests.helpers import shuffled
from tests.testing.broken import altered, hell
from twowaystreet import authoring as core
from twowaystreet.players import MonteCarlo
from twowaystreet.testing import conformance
from twowaystreet.testing.conformance import Broken
from twowaystreet.testing.conformance.worlds import differing_part

pytest_plugins = "pytester"

WHY = "each player has seen other cards, in an order that nobody notes"


@attrs.frozen(kw_only=True)
class Unsampled(oh_hell.View):
    """Views of a game whose hidden cards nobody can sample."""

    no_worlds = WHY


@attrs.frozen(kw_only=True)
class Late(oh_hell.View):
    """Views whose worlds fail during a hand."""

    @override
    def _hidden(self) -> Any:
        if self.hands_played or self.bids:
            raise tws.WorldsError("not now")
        return super()._hidden()


@attrs.frozen(kw_only=True)
class Raising(oh_hell.View):
    """Views whose worlds are faulty from the start."""

    @override
    def _hidden(self) -> Any:
        raise AssertionError("a fault")


@attrs.frozen(kw_only=True)
class Forgetting(oh_hell.View):
    """Views in whose worlds the dealt hands lack the cards that were played."""

    @override
    def _hidden(self) -> Any:
        (case,) = super()._hidden()

        def build(division: core.Division, rng: random.Random) -> Any:
            state: Any = case.build(division, rng)
            held = tuple([each & state._remaining for each in state._hand_data.held])
            return altered(state, _hand_data=attrs.evolve(state._hand_data, held=held))

        return (attrs.evolve(case, build=build),)


UNSAMPLED = hell("unsampled", view=Unsampled)


def test_a_game_that_cannot_be_sampled_is_left_out_with_a_warning() -> None:
    with pytest.warns(UserWarning, match="not checked") as caught:
        found = conformance.check(high_card.GAME, promises=["turns", "worlds"], hands=1)
    assert found.keys() == {"turns"}
    (warning,) = caught
    assert str(warning.message).startswith(
        "high_card: the promise 'worlds' is not checked, because High Card does not declare where "
        "the cards of its deal may lie for worlds: write View._hidden, which returns a tuple of "
    )


def test_a_game_that_says_why_it_has_no_worlds_is_left_out_in_silence() -> None:
    assert conformance.check(UNSAMPLED, promises=["turns", "worlds"], hands=1).keys() == {"turns"}
    state = shuffled(UNSAMPLED.new_game())
    seen = tws.view(state, 0)
    with pytest.raises(tws.WorldsError, match=f"^Oh Hell has no worlds: {WHY}$"):
        tws.worlds(seen)
    with pytest.raises(tws.WorldsError, match=f"^Oh Hell has no worlds: {WHY}$"):
        MonteCarlo(worlds=1)(tws.view(state, state.actor), random.Random(1))


@pytest.mark.parametrize(
    ("game", "reason"),
    [
        ("examples.high_card:GAME", "High Card does not declare where the cards of its deal"),
        ("tests.testing.test_unsampled_games:UNSAMPLED", f"Oh Hell has no worlds: {WHY}"),
    ],
)
def test_pytest_shows_the_reason(game: str, reason: str, pytester: pytest.Pytester) -> None:
    pytester.makeini("[pytest]")
    options = ("-p", "no:cacheprovider", "--color=no", "-rs", "-W", "error")
    done = pytester.runpytest_inprocess(*options, f"--twowaystreet-game={game}", "-k", "worlds")
    done.assert_outcomes(skipped=1)
    assert reason in str(done.stdout)


@pytest.mark.parametrize(
    ("view", "says"),
    [(Late, "this raises WorldsError: not now"), (Raising, "contradicts the rules")],
)
def test_worlds_that_fail_are_a_fault(view: Any, says: str) -> None:
    game = hell(view.__name__.lower(), view=view)
    with pytest.raises(Broken, match=says):
        conformance.check(game, promises=["worlds"], hands=1)


def test_a_sample_that_play_cannot_reach_is_reported_with_the_part_that_differs() -> None:
    with pytest.raises(Broken) as caught:
        conformance.check(hell("forgetting", view=Forgetting), promises=["worlds"], hands=1)
    said = re.search(
        r"lead to a sample, .*: the number of cards in hand \d of hand_data\.held is (\d+) in the "
        r"sample, and (\d+) after the moves$",
        caught.value.wrong,
    )
    assert said and int(said[1]) < int(said[2])


def after(move: str) -> Any:
    """Return a state of Put Away after a deal in the order of the pack and a move."""
    state = put_away.GAME.new_game()
    state = tws.apply(state, tws.Deal(state.rules.pack.cards))
    return tws.apply(state, tws.parse_move(state, move))


def test_the_first_fact_that_differs_is_named_with_both_values() -> None:
    one, two = after("put 2C"), after("put 4C")
    assert differing_part(one, one) == ""
    assert differing_part(one, two) == (
        "hand, as seat 1 sees it, is 3C 4C 5C in the sample, and 2C 3C 5C after the moves"
    )


def test_a_stored_field_that_no_fact_shows_is_named_with_both_values() -> None:
    one = shuffled(oh_hell.new_game())
    stock = one._hand_data.stock
    turned: Any = attrs.evolve(one._hand_data, stock=stock[::-1])
    assert differing_part(one, altered(one, _hand_data=turned)).startswith(
        f"the stored field hand_data.stock is {' '.join(map(str, stock))} in the sample, and "
    )
