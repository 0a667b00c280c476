"""The words for the choices and the results of a person, in every game and every position."""

import re
from collections.abc import Callable, Mapping
from itertools import chain

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
    assert display(name).move_text(tws.Deal(())) == str(tws.Deal(()))
    for view in views(name):
        task = display(name).task(view, names_for(view))
        assert 1 < len(task.split()) <= MOST_WORDS and task[0].isupper(), task
        assert_plain(task, view)
        assert max(view.hand_sizes) <= display(name).hand_size
        if not view.legal_moves:
            assert not display(name).options(view, names_for(view))
            assert not display(name).slots(view)
    # Those who wait read the same as a spectator.
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
        for group in chain(*map(groups_of, moves[:20])):
            assert_plain(words.kind_of(group, view), view)
        texts = [words.button_text(move, view) for move in moves]
        for text in texts:
            assert_plain(text, view)
        sizes = words.slots(view)
        assert len(set(texts)) == len(texts) or len(sizes) > 1
        assert len(words.slot_labels(view)) == len(sizes)
        for groups in map(groups_of, moves if sizes else []):
            assert len(groups) <= len(sizes)
            assert all(len(group) <= size for group, size in zip(groups, sizes, strict=False))


@pytest.mark.parametrize("name", OURS)
def test_there_are_three_or_four_short_hints(name: str) -> None:
    hints = [hint for each in display(name).hints.values() for hint in each]
    assert len(hints) in (3, 4)
    for hint in hints:
        assert len(hint.split()) <= 15 and not CODES.search(hint)
    assert display(name).score_help in display(name).how_to_play


def found(pattern: str, words: str) -> list[str]:
    """Return the groups of a pattern that the words must have; an empty text for a missing one."""
    match = re.fullmatch(pattern, words)
    assert match, words
    return [group or "" for group in match.groups()]


def street(words: str) -> int:
    number, tricks, minus, plus, rest, times, tied = found(
        r"(?:high|low): (?:(\d+) minus )?(\d+) tricks? (?:minus penalty (\d+)|plus (\d+)) is "
        r"(-?\d+)(?:, times (\d+)(?:, forced)?)?"
        r"(?:; forced and in the tie: (\d+) points?|, which counts as 0)?",
        words,
    )
    count = int(number) - int(tricks) if number else int(tricks)
    assert count - int(minus or 0) + int(plus or 0) == int(rest)
    assert tied or (int(rest) > 0) is bool(times)
    return int(tied or int(rest) * int(times or 0))


def duel(words: str) -> int:
    own, more, every, against, by, each, level = found(
        r"(?:(\d+) and (\d+) captured make )?(\d+) tricks? against (\d+): (?:(\d+) (?:more|fewer), "
        r"(?:times (\d+)|nothing)|level, (?:(\d+) points? to the dealer|nothing))",
        words,
    )
    assert not own or int(own) + int(more) == int(every)
    assert abs(int(every) - int(against)) == int(by or 0)
    return int(each or 0) * int(by or 0) + int(level or 0)


def twos(words: str) -> int:
    pattern = r"(\d+) honours?(?:, caught \d twos? \(\+(\d+)\))?(?:, lost \d twos? \(-(\d+)\))?"
    honours, caught, lost = (int(number or 0) for number in found(pattern, words))
    return honours + caught - lost


def spades(words: str) -> int:
    _, after = words.split(": ")
    amounts = re.findall(r"(\d+)(?! \w+ bids)(?<! for )( off)?", after)
    return sum(-int(number) if off else int(number) for number, off in amounts)


def twenty_down(words: str) -> int:
    points, off, factor, _ = found(
        r"(?:took \d tricks?|no trick|alone in): (\d+) (?:(off)|added)(?:, times (\d+) for hearts)?"
        r"|(out: nothing changes)",
        words,
    )
    return int(points or 0) * (-1 if off else 1) * int(factor or 1)


def tien_len(words: str) -> int:
    lost, won = found(
        r"last with cards: (\d+) to each of the others|\w+ out: (\d+) from the loser", words
    )
    return int(won or 0) - 3 * int(lost or 0)


def brag(words: str) -> int:
    lost, won = found(
        r".*: (?:the pot stays|loses (\d+) stakes?|takes the pot of \d+, (\d+) of it from the "
        r"others)",
        words,
    )
    return int(won or 0) - int(lost or 0)


SUMS: Mapping[str, Callable[[str], int]] = {
    each.__name__: each for each in (street, duel, twos, spades, twenty_down, tien_len, brag)
}


@pytest.mark.parametrize("name", ALL)
def test_a_finished_hand_has_a_row_for_each_seat_whose_words_come_to_its_points(name: str) -> None:
    ended = [view for view in views(name) if view.score is not None]
    assert ended
    for view in ended:
        names = names_for(view)
        rows = display(name).score_rows(view, names)
        assert len(rows) == len(names)
        for text in (*(row.words for row in rows), *display(name).score_lines(view, names)):
            assert_plain(text, view)
        if name in OURS:
            assert all(row.words and re.fullmatch(r"[A-Z]{2}-\d+", row.rule) for row in rows)
            points = view.score.points if view.score else ()
            assert [SUMS[name](row.words) for row in rows] == list(points)
