"""A view without facts of its own shows voids and reads its rules back."""

from __future__ import annotations

from typing import ClassVar, NoReturn

import attrs
import pytest

import twowaystreet as tws
from tests.helpers import AnyState, AnyView, anything, play, voids
from twowaystreet import authoring as core
from twowaystreet._core.cards.masks import FRENCH_DECK
from twowaystreet._core.engine import game as registry
from twowaystreet._core.views import views
from twowaystreet.games import twos


class State(twos.State):
    """Twos under another name."""

    __slots__ = ()


@attrs.frozen(kw_only=True)
class View(core.TrickView[twos.Rules, twos.HandScore]):
    """A view with only the common facts."""


GAME = tws.Game(
    name="plain",
    title="Plain",
    Rules=twos.Rules,
    State=State,
    View=View,
    new_game=core.new_game_for(twos.Rules, State, core.HandData(), rule="TW-11"),
)


@pytest.fixture
def state() -> AnyState:
    """A state in which 3C is led and seat 1, who holds all diamonds, has played the ace."""
    tws.register(GAME)
    first = GAME.new_game(twos.Rules(max_hands=7), dealer=3)
    rounds = zip(*(FRENCH_DECK[start : start + 13] for start in range(0, 52, 13)), strict=True)
    deal = tws.Deal([card for each in rounds for card in each])
    return play(tws.apply(first, deal), "3C AD")


def test_the_rules_are_read_back(state: AnyState) -> None:
    for seat in (None, 0, 2):
        seen = tws.view(state, seat)
        assert type(seen) is View and seen.rules == twos.Rules(max_hands=7)
        assert View.from_dict(seen.to_dict()) == seen
        assert View.from_json(seen.to_json()) == seen == tws.View.from_json(seen.to_json())


def test_a_player_who_does_not_follow_is_void(state: AnyState) -> None:
    (void,) = voids(tws.view(state, 3))
    assert (void.seat, str(void.suit), str(void.card), void.rule) == (1, "C", "AD", "TW-3")


def test_a_view_class_refuses_views_of_another_game(state: AnyState) -> None:
    data = tws.view(state, 0).to_dict()
    with pytest.raises(tws.RecordError, match=r"^game: expected 'twos', found 'plain'$"):
        twos.View.from_dict(data)
    with pytest.raises(tws.RecordError, match=r"^there is no game 'whist'"):
        View.from_dict(data | {"game": "whist"})
    assert type(tws.View.from_dict(data)) is View


@pytest.mark.parametrize("reader", [View, tws.View])
def test_a_view_needs_all_marks_of_format_and_game_or_none(
    state: AnyState, reader: type[AnyView]
) -> None:
    data = tws.view(state, 0).to_dict()
    marks = {"format": "twowaystreet view", "version": 1, "game": "plain"}
    assert dict(list(data.items())[:3]) == marks
    for mark in marks:
        less = {key: data[key] for key in data if key != mark}
        with pytest.raises(tws.RecordError, match=mark if mark != "game" else "no game None"):
            reader.from_dict(less)
    for wrong in ({"format": "twowaystreet record"}, {"version": 2}, {"version": True}):
        (mark,) = wrong
        with pytest.raises(tws.RecordError, match=f"^{mark}: expected "):
            reader.from_dict(data | wrong)
    unmarked = {key: data[key] for key in data if key not in marks}
    assert View.from_dict(unmarked) == tws.view(state, 0)


def test_views_of_an_unregistered_game_do_not_name_it(
    state: AnyState, monkeypatch: pytest.MonkeyPatch
) -> None:
    marked = tws.view(state, 0).to_dict()
    monkeypatch.setattr(registry._games, "_registered", {})
    assert {"format", "version", "game"} | tws.view(state, 0).to_dict().keys() == marked.keys()
    assert "game" not in tws.view(state, 0).to_dict()
    for reader in (View, tws.View):
        with pytest.raises(tws.RecordError, match="no game 'plain'"):
            reader.from_dict(marked)
    tws.register(GAME)
    assert tws.view(state, 0).to_dict() == marked


def test_views_of_a_game_that_needs_more_than_its_rules_are_read(
    state: AnyState, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> NoReturn:
        raise tws.RulesError("scores", None, "the totals of an earlier evening")

    data = tws.view(state, 0).to_dict()
    game = attrs.evolve(GAME, new_game=refuse)
    monkeypatch.setitem(registry._games._registered, "plain", game)
    views._per_seat.cache_clear()
    assert View.from_dict(data) == tws.view(state, 0)
    with pytest.raises(tws.RecordError, match="scores: expected those of 4 seats"):
        View.from_dict(data | {"scores": [0]})
    views._per_seat.cache_clear()


@attrs.frozen(kw_only=True)
class OtherView(core.TrickView[twos.Rules, twos.HandScore]):
    """A view that no game uses yet."""


def test_a_view_of_tricks_needs_states_with_tricks() -> None:
    with pytest.raises(TypeError, match="OtherView needs a TrickState, not GameState"):
        OtherView._link(anything(core.GameState))


def test_a_view_serves_only_games_in_which_the_same_cards_follow() -> None:
    class Trumps(twos.State):
        """States in which other cards follow."""

        __slots__ = ()
        _following: ClassVar = core.FOLLOW_SUIT

    OtherView._link(twos.State)
    OtherView._link(State)
    with pytest.raises(TypeError, match="expected a subclass of its own for "):
        OtherView._link(Trumps)
    assert OtherView._state is twos.State
