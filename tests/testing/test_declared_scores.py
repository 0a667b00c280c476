"""The class of a game's scores, which its state class declares."""

from __future__ import annotations

import random
from typing import ClassVar

import attrs
import pytest

import twowaystreet as tws
from examples import high_card, oh_hell, put_away
from tests.helpers import hand_played
from twowaystreet import authoring as core
from twowaystreet._core.engine.state import score_class
from twowaystreet.arena.plan import MatchPlan
from twowaystreet.games import twenty_down


@attrs.frozen
class Golf(core.HandScore[core.SeatScore]):
    """The score of a game in which few points win."""

    fewer_is_better: ClassVar[bool] = True


class Declared(core.TrickState[oh_hell.Rules, oh_hell.HandData, Golf, "oh_hell.View"]):
    """States that declare these scores."""

    __slots__ = ()


@pytest.mark.parametrize("name", tws.GAMES)
def test_every_state_declares_the_class_of_its_scores(name: str) -> None:
    game = tws.GAMES[name]
    state = hand_played(game.new_game(), random.Random(3))
    assert type(tws.score_hand(state)) is score_class(game.State)


def test_states_without_scores_of_their_own_have_the_usual_ones() -> None:
    for state in (oh_hell.State, high_card.State, put_away.State):
        assert score_class(state) is core.HandScore
    assert score_class(Declared) is Golf


def test_a_match_plays_no_hand_to_know_whether_few_points_win(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("_deal_hands", "_score"):
        monkeypatch.delattr(twenty_down.State, name)
    plan = MatchPlan.checked("twenty_down", ["simple", "random"], None, 0, "rotate", None)
    assert plan.sign() == -1
