"""Hints: the best move of a search with its reason and its price, from the view of a seat alone."""

import random
from typing import Any

import attrs
import pytest

import twowaystreet as tws
from tests.games import OURS
from tests.helpers import nightly_but_every, shuffled
from tests.players.decisions import played_by
from twowaystreet.errors import WorldsError
from twowaystreet.games import brag, spades, street, tien_len
from twowaystreet.players import Estimate, Hint, MonteCarlo, hint, simple


def _seen(state: Any) -> Any:  # Any: states and views of any game, here and below
    return tws.view(state, state.actor)


_ESTIMATE = Estimate(0.0, 0.0, 0.0, 0.0)


@pytest.mark.parametrize("name", nightly_but_every(3, OURS))
def test_each_phase_of_each_game_has_a_hint_in_one_sentence(name: str) -> None:
    phases, rng = set[str](), random.Random(5)
    for state in played_by(lambda _: simple, shuffled(tws.GAMES[name].new_game(), 5), rng):
        view = _seen(state)
        if len(view.legal_moves or ()) < 2 or view.phase in phases:
            continue
        phases.add(view.phase)
        found = hint(view)
        assert found.move in view.legal_moves and found == hint(view)
        assert found.text.endswith(".") and found.text.count(". ") == 0 and len(found.text) < 200
        assert "{" not in found.text and "player " not in found.text
        assert (found.price > 0) == (found.other is not None) == ("costs" in found.text)
        if found.values:
            best = max(each.mean for each in found.values.values())
            assert found.values[found.move].mean == best
        else:
            assert " by rule of thumb, as " in found.text
    assert phases


def test_a_hint_depends_on_the_view_alone() -> None:
    state = shuffled(street.new_game(), 7)
    view = _seen(state)
    for seed in range(3):
        world = tws.worlds(view).sample(random.Random(seed))
        assert world != state and hint(_seen(world)) == hint(view)


def test_the_sentence_has_the_words_of_the_buttons() -> None:
    view = _seen(shuffled(spades.new_game(), 7))
    look, nil, _ = view.legal_moves
    found = Hint(view=view, move=look, values={look: _ESTIMATE}, other=nil, price=70.0)
    assert found.text == "Choose “Look at the cards”: “Nil” costs 70 points."
    assert attrs.evolve(found, other=None, price=0.0).text == (
        "Choose “Look at the cards”: all choices are about equal."
    )
    ready = attrs.evolve(found, price=1.04, reason="you make your bid")
    assert ready.text == "Choose “Look at the cards”: you make your bid; “Nil” costs 1 point."
    view = _seen(shuffled(tien_len.new_game(), 7))
    card, *_, other = view.legal_moves
    found = Hint(view=view, move=card, values={card: _ESTIMATE}, other=other, price=2.0)
    assert found.text.startswith("Play ") and " the " in found.text


def test_of_a_lay_the_first_hand_that_is_another_is_named() -> None:
    view = _seen(shuffled(brag.new_game(), 7))
    move, other, *_ = view.legal_moves
    found = Hint(view=view, move=move, values={move: _ESTIMATE}, other=other, price=2.0)
    head, costs = found.text.split(": ")
    assert head.startswith("Lay ") and head.count(" / ") == 2
    assert costs.startswith("to lay ") and costs.endswith(" costs 2 points.")


def test_a_single_move_and_no_worlds_have_a_plain_hint(monkeypatch: pytest.MonkeyPatch) -> None:
    def unable(*_: object) -> None:
        raise WorldsError("unknown")

    def no_rule(_: object) -> None: ...

    view = _seen(shuffled(street.new_game(), 7))
    monkeypatch.setattr(MonteCarlo, "evaluate", unable)
    assert hint(view).text.endswith(
        "by rule of thumb, as the hidden cards of this game cannot be sampled."
    )
    monkeypatch.setattr("twowaystreet.players._hints.rule_of", no_rule)
    with pytest.raises(WorldsError):
        hint(view)
    with pytest.raises(tws.RulesError, match="a MonteCarlo"):
        hint(view, player=simple)  # type: ignore[arg-type]  # a wrong one
