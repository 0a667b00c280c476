"""The class of a game's scores, which its state class declares."""

from __future__ import annotations

import random
from typing import ClassVar

import attrs
import pytest
from typing_extensions import override

import twowaystreet as tws
from examples import high_card, oh_hell, put_away
from tests.helpers import hand_played
from tests.testing.broken import hell
from twowaystreet import authoring as core
from twowaystreet._core.engine.state import score_class
from twowaystreet.arena.plan import MatchPlan
from twowaystreet.games import twenty_down
from twowaystreet.testing import conformance


@attrs.frozen
class Golf(core.HandScore[core.SeatScore]):
    """The score of a game in which few points win."""

    fewer_is_better: ClassVar[bool] = True


class Undeclared(oh_hell.State):
    """States that declare the scores of Oh Hell and return others."""

    __slots__ = ()

    @override
    def _score(self, tricks: tuple[core.Trick, ...]) -> oh_hell.Score:
        return Golf(super()._score(tricks).seats)


class Declared(core.TrickState[oh_hell.Rules, oh_hell.HandData, Golf, "oh_hell.View"]):
    """States that declare these scores."""

    __slots__ = ()


@pytest.mark.parametrize("name", tws.GAMES)
def test_every_state_declares_the_class_of_its_scores(name: str) -> None:
    game = tws.GAMES[name]
    state = hand_played(game.new_game(), random.Random(3))
    assert type(tws.score_hand(state)) is score_class(game.State)


def test_states_without_scores_of_their_own_have_the_usual_ones() -> None:
    for state in (oh_hell.State, high_card.State, put_away.State, Undeclared):
        assert score_class(state) is core.HandScore
    assert score_class(Declared) is Golf


def test_a_match_plays_no_hand_to_know_whether_few_points_win(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("_deal_hands", "_score"):
        monkeypatch.delattr(twenty_down.State, name)
    plan = MatchPlan.checked("twenty_down", ["simple", "random"], None, 0, "rotate", None)
    assert plan.sign() == -1


def test_a_score_with_another_order_than_the_declared_class_is_found() -> None:
    with pytest.raises(conformance.Broken) as caught:
        conformance.check(hell("undeclared", Undeclared), promises=["scores"], hands=1)
    assert caught.value.wrong == (
        "the score is a Golf, but the State declares that its scores are HandScore: "
        "expected State(GameState[Rules, HandData, Golf])"
    )
