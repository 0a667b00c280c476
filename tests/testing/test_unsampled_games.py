"""Games without worlds, and what the promise says about samples that play cannot reach."""

from __future__ import annotations

import random
from typing import Any

import attrs
import pytest

import twowaystreet as tws
from examples import high_card, oh_hell, put_away
from tests.helpers import shuffled
from tests.testing.broken import altered, hell
from twowaystreet.players import MonteCarlo
from twowaystreet.testing import conformance
from twowaystreet.testing.conformance.worlds import differing_part

pytest_plugins = "pytester"

WHY = "each player has seen other cards, in an order that nobody notes"


@attrs.frozen(kw_only=True)
class Unsampled(oh_hell.View):
    """Views of a game whose hidden cards nobody can sample."""

    no_worlds = WHY


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
