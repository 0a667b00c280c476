"""The words for the choices and the results of a person, in every game and every position."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

import twowaystreet as tws
from tests.choices.positions import (
    EXAMPLES,
    NAMES,
    display,
    names_for,
    states,
    views,
)
from tests.games import OURS
from tests.helpers import AnyView
from twowaystreet._core.display.usual import MOST_WORDS
from twowaystreet._core.engine.moves import groups_of

ALL = (*OURS, *EXAMPLES)
CODES = re.compile(
    r"\b(10|[2-9JQKA])[CDHS]\b"  # cards
    r"|[RBX]\*"  # Jokers
    r"|\b(name|trump) [CDHS]\b"
    r"|=|_|\b[A-Z]{2}-\d"  # options and rules
    r"|\bYou's\b|\b[Yy]ou (is|has|was|takes|gets|bids)\b"
)
"""Codes of programs, and faults of grammar."""


def assert_plain(text: str, view: AnyView) -> None:
    """Fail if a text has codes, or an end that does not suit a label."""
    assert text == text.strip() and not text.endswith("."), text
    assert not CODES.search(text), (text, str(view))


def decisions(name: str) -> Iterator[AnyView]:
    """Yield the views of the player to move."""
    return (view for view in views(name) if view.legal_moves)


@pytest.mark.parametrize("name", ALL)
def test_a_task_has_at_most_twelve_words_and_no_codes(name: str) -> None:
    for view in views(name):
        task = display(name).task(view, names_for(view))
        assert 1 < len(task.split()) <= MOST_WORDS, task
        assert task[0].isupper()
        assert_plain(task, view)


@pytest.mark.parametrize("name", ALL)
def test_those_who_wait_read_the_same_as_a_spectator(name: str) -> None:
    for state in states(name)[:60]:
        names = NAMES[: len(state.scores)]
        seats = [seat for seat in range(len(names)) if seat != state.actor]
        watched = display(name).task(tws.view(state, None), names)
        for seat in seats:
            assert display(name).task(tws.view(state, seat), names) == watched


@pytest.mark.parametrize("name", ALL)
def test_each_legal_move_without_cards_is_an_option(name: str) -> None:
    for view in decisions(name):
        options = display(name).options(view, names_for(view))
        without = [move for move in view.legal_moves or () if not groups_of(move)]
        assert sorted(map(str, without)) == sorted(str(option.move) for option in options)
        texts = [option.text for option in options]
        assert len(set(texts)) == len(texts), texts
        for option in options:
            for text in (option.text, option.note, option.badge):
                assert_plain(text, view)


@pytest.mark.parametrize("name", ALL)
def test_nobody_else_has_options_or_places_to_fill(name: str) -> None:
    for view in views(name):
        if not view.legal_moves:
            assert not display(name).options(view, names_for(view))
            assert not display(name).slots(view)


@pytest.mark.parametrize("name", OURS)
def test_each_option_but_a_plain_number_of_a_bid_has_a_note(name: str) -> None:
    for view in decisions(name):
        for option in display(name).options(view, names_for(view)):
            assert option.note
            assert option.number is None or str(option.number) in option.text


@pytest.mark.parametrize("name", ALL)
def test_buttons_tell_moves_with_cards_apart(name: str) -> None:
    for view in decisions(name):
        moves = [move for move in view.legal_moves or () if groups_of(move)]
        texts = [display(name).button_text(move, view) for move in moves]
        for text in texts:
            assert_plain(text, view)
        if not display(name).slots(view) or len(display(name).slots(view)) == 1:
            assert len(set(texts)) == len(texts)


@pytest.mark.parametrize("name", ALL)
def test_places_have_room_for_the_cards_of_each_move(name: str) -> None:
    for view in decisions(name):
        sizes = display(name).slots(view)
        assert len(display(name).slot_labels(view)) == len(sizes)
        for move in view.legal_moves or () if sizes else ():
            groups = groups_of(move)
            assert len(groups) <= len(sizes)
            assert all(len(group) <= size for group, size in zip(groups, sizes, strict=False))


@pytest.mark.nightly
@pytest.mark.parametrize("name", ALL)
def test_groups_of_cards_have_names_without_codes(name: str) -> None:
    for view in decisions(name):
        for move in (view.legal_moves or ())[:20]:
            for group in groups_of(move):
                assert_plain(display(name).kind_of(group, view), view)


@pytest.mark.parametrize("name", ALL)
def test_a_finished_hand_has_a_row_for_each_seat(name: str) -> None:
    ended = [view for view in views(name) if view.score is not None]
    assert ended
    for view in ended:
        names = names_for(view)
        rows = display(name).score_rows(view, names)
        assert len(rows) == len(names)
        for text in (*(row.words for row in rows), *display(name).score_lines(view, names)):
            assert_plain(text, view)


@pytest.mark.parametrize("name", OURS)
def test_rows_name_their_rules(name: str) -> None:
    for view in views(name):
        if view.score is not None:
            for row in display(name).score_rows(view, names_for(view)):
                assert row.words and re.fullmatch(r"[A-Z]{2}-\d+", row.rule)


@pytest.mark.parametrize("name", OURS)
def test_there_are_three_or_four_short_hints(name: str) -> None:
    hints = [hint for each in display(name).hints.values() for hint in each]
    assert len(hints) in (3, 4)
    for hint in hints:
        assert len(hint.split()) <= 15 and not CODES.search(hint)


@pytest.mark.parametrize("name", OURS)
def test_a_few_sentences_explain_the_points(name: str) -> None:
    assert display(name).score_help in display(name).how_to_play


@pytest.mark.parametrize("name", ALL)
def test_the_room_of_a_hand_suffices(name: str) -> None:
    for view in views(name):
        assert max(view.hand_sizes) <= display(name).hand_size
