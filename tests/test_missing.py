"""Game raises an error for a new game with missing parts."""

from __future__ import annotations

import random
from typing import Any, ClassVar

import attrs
import pytest

import twowaystreet as tws
from tests.helpers import anything
from twowaystreet import authoring as core
from twowaystreet.games import twos


class Empty(core.TrickState[twos.Rules, core.HandData, core.HandScore[core.SeatScore]]):
    """A game without any rules."""

    __slots__ = ()


class Bare(Empty):
    """A game without its rules of play."""

    __slots__ = ()
    title: ClassVar = "Bare"
    _phases: ClassVar = twos.Phase
    _decisions: ClassVar = twos.State._decisions
    _following: ClassVar = twos.State._following
    _following_rule: ClassVar = "X-1"


class FewPhases(core.Phase):
    """The phases of a game that never ends."""

    DEAL = "deal"
    PLAY = "play"


class Endless(twos.State):
    """A game that never ends."""

    __slots__ = ()
    _phases: ClassVar = anything(FewPhases)


@attrs.frozen
class NoRules:
    """Rules without the attributes that every game needs."""

    seats: int = 4


# Any: classes of any type as parts
PARTS: dict[str, Any] = {
    "name": "bare",
    "Rules": twos.Rules,
    "State": twos.State,
    "View": twos.View,
    "new_game": twos.new_game,
}


def game(**parts: Any) -> tws.Game:  # Any: as above
    complete: dict[str, Any] = {**PARTS, "title": "Bare", **parts}
    return tws.Game(**complete)


@pytest.mark.parametrize(
    ("parts", "missing"),
    [
        ({"State": Bare}, "_deal_hands, _score, _strengths"),
        (
            {"State": Empty},
            "_deal_hands, _score, _strengths, title, _phases, _decisions, _following, "
            "_following_rule",
        ),
        ({"State": Endless}, "Phase.HAND_OVER, Phase.GAME_OVER"),
        ({"Rules": NoRules}, "pack, max_hands"),
    ],
)
def test_missing_parts_are_named(parts: dict[str, object], missing: str) -> None:
    with pytest.raises(TypeError, match=f"^Bare is not complete: it needs {missing}$"):
        game(**parts)


def test_a_complete_game_is_accepted() -> None:
    assert game().State is twos.State
    untitled = tws.Game(**PARTS)
    assert (untitled.title, game().title) == ("Twos", "Bare")


def test_a_missing_method_raises_not_implemented() -> None:
    state = core.new_game_for(twos.Rules, anything(Bare), core.HandData(), rule="X-1")()
    with pytest.raises(NotImplementedError):
        tws.apply(state, tws.shuffle(state, random.Random(1)))
    with pytest.raises(NotImplementedError):
        state._strengths(state.rules, None, None, None)
    with pytest.raises(NotImplementedError):
        state._score(())


def test_the_games_are_listed() -> None:
    assert repr(tws.GAMES).startswith("GAMES(street, duel, twos, spades, twenty_down, tien_len")
