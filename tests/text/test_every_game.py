"""The words for the choices and the results of a person, in every game and every position."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

import pytest

import twowaystreet as tws
from tests.games import OURS
from tests.helpers import AnyView
from tests.text.positions import EXAMPLES, NAMES, display, names_for, states, views
from twowaystreet._core.display.usual import MOST_WORDS
from twowaystreet._core.display.values import Option
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


@pytest.mark.parametrize("name", ALL)
def test_each_view_has_a_task_and_room_for_its_cards(name: str) -> None:
    for view in views(name):
        task = display(name).task(view, names_for(view))
        assert 1 < len(task.split()) <= MOST_WORDS and task[0].isupper(), task
        assert_plain(task, view)
        assert max(view.hand_sizes) <= display(name).hand_size
        if not view.legal_moves:
            assert not display(name).options(view, names_for(view))
            assert not display(name).slots(view)


@pytest.mark.parametrize("name", ALL)
def test_those_who_wait_read_the_same_as_a_spectator(name: str) -> None:
    for state in states(name)[:60]:
        names = NAMES[: len(state.scores)]
        seats = [seat for seat in range(len(names)) if seat != state.actor]
        watched = display(name).task(tws.view(state, None), names)
        for seat in seats:
            assert display(name).task(tws.view(state, seat), names) == watched


@pytest.mark.parametrize("name", ALL)
def test_each_legal_move_is_an_option_or_a_button(name: str) -> None:
    words = display(name)
    for view in views(name):
        legal = view.legal_moves or ()
        options: list[Option] = [*words.options(view, names_for(view))] if legal else []
        without = [str(move) for move in legal if not groups_of(move)]
        assert sorted(without) == sorted(str(option.move) for option in options)
        texts = [option.text for option in options]
        assert len(set(texts)) == len(texts), texts
        for option in options:
            assert option.note or name in EXAMPLES
            assert option.number is None or str(option.number) in option.text
            for text in (option.text, option.note, option.badge):
                assert_plain(text, view)
        moves = [move for move in legal if groups_of(move)]
        texts = [words.button_text(move, view) for move in moves]
        for text in texts:
            assert_plain(text, view)
        sizes = words.slots(view)
        assert len(set(texts)) == len(texts) or len(sizes) > 1
        assert len(words.slot_labels(view)) == len(sizes)
        for groups in map(groups_of, moves if sizes else []):
            assert len(groups) <= len(sizes)
            assert all(len(group) <= size for group, size in zip(groups, sizes, strict=False))


@pytest.mark.parametrize("name", ALL)
def test_a_deal_has_a_text(name: str) -> None:
    assert display(name).move_text(tws.Deal(())) == str(tws.Deal(()))


@pytest.mark.nightly
@pytest.mark.parametrize("name", ALL)
def test_groups_of_cards_have_names_without_codes(name: str) -> None:
    for view in views(name):
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
        if name in OURS:
            assert all(row.words and re.fullmatch(r"[A-Z]{2}-\d+", row.rule) for row in rows)
        for text in (*(row.words for row in rows), *display(name).score_lines(view, names)):
            assert_plain(text, view)


@pytest.mark.parametrize("name", OURS)
def test_there_are_three_or_four_short_hints(name: str) -> None:
    hints = [hint for each in display(name).hints.values() for hint in each]
    assert len(hints) in (3, 4)
    for hint in hints:
        assert len(hint.split()) <= 15 and not CODES.search(hint)
    assert display(name).score_help in display(name).how_to_play


def _found(pattern: str, words: str) -> re.Match[str]:
    found = re.fullmatch(pattern, words)
    assert found, words
    return found


def street(words: str) -> int:
    found = _found(
        r"(?:high|low): (?:(?P<number>\d+) minus )?(?P<tricks>\d+) tricks?"
        r" (?:minus penalty (?P<minus>\d+)|plus (?P<plus>\d+)) is (?P<rest>-?\d+)"
        r"(?:, times (?P<times>\d)(, forced)?)?(?P<end>; forced and in the tie: 1 point"
        r"|, which counts as 0)?",
        words,
    )
    number, tricks = found["number"], int(found["tricks"])
    count = int(number) - tricks if number else tricks
    rest = count - int(found["minus"] or 0) + int(found["plus"] or 0)
    assert rest == int(found["rest"])
    if "1 point" in words:
        return 1
    assert (rest > 0) is bool(found["times"])
    return rest * int(found["times"] or 0)


def duel(words: str) -> int:
    found = _found(
        r"(?:(?P<own>\d+) and (?P<more>\d+) captured make )?(?P<all>\d+) tricks? against "
        r"(?P<against>\d+): (?:(?P<by>\d+) (?:more|fewer), (?P<how>times 2|nothing)"
        r"|level, (?P<level>1 point to the dealer|nothing))",
        words,
    )
    every = int(found["all"])
    if found["own"]:
        assert int(found["own"]) + int(found["more"]) == every
    assert abs(every - int(found["against"])) == int(found["by"] or 0)
    if found["level"]:
        return int(found["level"] != "nothing")
    return 2 * int(found["by"]) if found["how"] == "times 2" else 0


def twos(words: str) -> int:
    found = _found(
        r"(\d+) honours?(?:, caught \d twos? \(\+(\d+)\))?(?:, lost \d twos? \(-(\d+)\))?", words
    )
    honours, caught, lost = (int(number or 0) for number in found.groups())
    return honours + caught - lost


def spades(words: str) -> int:
    _, after = words.split(": ")
    after = after.replace("ten overbooks", "them").replace("three perfect", "perfect")
    return sum(
        -int(number) if off else int(number) for number, off in re.findall(r"(\d+)( off)?", after)
    )


def twenty_down(words: str) -> int:
    if words == "out: nothing changes":
        return 0
    found = _found(
        r"(?:took \d tricks?|no trick|alone in): (\d) (off|added)(, times 2 for hearts)?", words
    )
    points = int(found[1]) * (2 if found[3] else 1)
    return -points if found[2] == "off" else points


def tien_len(words: str) -> int:
    return -3 if words == "last with cards: 1 to each of the others" else 1


def brag(words: str) -> int:
    found = _found(
        r".*: (?:the pot stays|loses (\d+) stakes?|takes the pot of \d+, (\d+) of it from the "
        r"others)",
        words,
    )
    lost, won = (int(number or 0) for number in found.groups())
    return won - lost


SUMS: Mapping[str, Callable[[str], int]] = {
    each.__name__: each for each in (street, duel, twos, spades, twenty_down, tien_len, brag)
}


@pytest.mark.parametrize("name", SUMS)
def test_the_words_of_a_row_come_to_its_points(name: str) -> None:
    for view in views(name):
        if view.score is not None:
            rows = display(name).score_rows(view, names_for(view))
            assert [SUMS[name](row.words) for row in rows] == list(view.score.points)
