"""The reasons in a review: facts that are counted after two moves, and the words about them."""

from __future__ import annotations

import math
import random
from typing import Any

import pytest

import twowaystreet as tws
from twowaystreet._display.display import Display
from twowaystreet._display.finding import display_of
from twowaystreet._display.values import Effect, HandEnd
from twowaystreet.games import brag, street, tien_len
from twowaystreet.players import _reasons as reasons


# Any: views of any game, here and below.
def view_of(game: Any) -> Any:
    state = game.new_game()
    state = tws.apply(state, tws.shuffle(state, random.Random(7)))
    return tws.view(state, state.actor)


@pytest.mark.parametrize(
    ("made", "best", "good", "clearness"),
    [
        ((0, 1, 2), (1, 2, 3), None, math.inf),
        ((0, 1, 2), (1, 2, 3), True, math.inf),
        ((0, 1, 2), (1, 2, 3), False, 0),
        ((1, 1, 1), (1, 1, 1), True, 0),
        ((0, 0), (0, 2), True, 1),
        ((0,), (1,), True, 0),
    ],
)
def test_a_fact_is_clear_by_the_paired_difference_that_speaks_for_the_best_move(
    made: tuple[float, ...], best: tuple[float, ...], good: bool | None, clearness: float
) -> None:
    assert reasons._clearness(made, best, good) == clearness


def test_only_clear_facts_are_told_and_the_first_of_equally_clear_ones_comes_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def effects(display: object, view: object, end: HandEnd) -> list[Effect]:
        number = end.payoffs[0]
        return [
            Effect("lose the pot", number % 2 == 0, good=False),
            Effect("win the pot", number > 2, good=True),
            Effect("get {} points", number),
            Effect("get {} points more", number, good=True),
        ]

    monkeypatch.setattr(type(display_of(brag.GAME)), "effects", effects)
    view = view_of(brag)
    made, best, *_ = view.legal_moves
    ends = [HandEnd((number,)) for number in (1.0, 1.0, 2.0, 2.0)]
    better = [HandEnd((number,)) for number in (4.0, 3.0, 3.0, 5.0)]
    assert reasons.facts(view, made, best, ends, better) == (
        "After your move you win the pot in 0 % of the deals you could imagine, after the best "
        "move in 100 %.",
        "After your move you get 1.5 points on average, after the best move 3.8.",
    )


def test_moves_in_sentences_are_cards_or_quoted_words() -> None:
    view = view_of(street)
    assert [reasons.quoted_move(view, move) for move in view.legal_moves] == ["“high”", "“low”"]
    view = view_of(tien_len)
    plays = [reasons.quoted_move(view, move) for move in view.legal_moves]
    assert not any("“" in play for play in plays)


def test_street_wants_tricks_by_the_declaration() -> None:
    state = street.new_game()
    state = tws.apply(state, tws.shuffle(state, random.Random(1)))
    display: Display[Any] = display_of(street.GAME)
    assert display.wants_tricks(tws.view(state, state.actor)) is None
    for word, wants in [("high", True), ("low", False)]:
        after = tws.apply(state, tws.parse_move(state, word))
        assert display.wants_tricks(tws.view(after, state.actor)) is wants
