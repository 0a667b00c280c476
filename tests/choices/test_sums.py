"""The sums in words come to the points of the score."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

import pytest

from tests.choices.positions import display, names_for, views


def _found(pattern: str, words: str) -> re.Match[str]:
    found = re.fullmatch(pattern, words)
    assert found, words
    return found


def street(words: str) -> int:
    """Return the points of a sum in Two Way Street."""
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
    """Return the points of a sum in the Duel."""
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
    """Return the points of a sum in Twos."""
    found = _found(
        r"(\d+) honours?(?:, caught \d twos? \(\+(\d+)\))?(?:, lost \d twos? \(-(\d+)\))?", words
    )
    honours, caught, lost = (int(number or 0) for number in found.groups())
    return honours + caught - lost


def spades(words: str) -> int:
    """Return the points of a sum in Spades."""
    _, after = words.split(": ")
    after = after.replace("ten overbooks", "them").replace("three perfect", "perfect")
    return sum(
        -int(number) if off else int(number) for number, off in re.findall(r"(\d+)( off)?", after)
    )


def twenty_down(words: str) -> int:
    """Return the points of a sum in Twenty Down."""
    if words == "out: nothing changes":
        return 0
    found = _found(
        r"(?:took \d tricks?|no trick|alone in): (\d) (off|added)(, times 2 for hearts)?", words
    )
    points = int(found[1]) * (2 if found[3] else 1)
    return -points if found[2] == "off" else points


def tien_len(words: str) -> int:
    """Return the points of a sum in Tien Len."""
    return -3 if words == "last with cards: 1 to each of the others" else 1


def brag(words: str) -> int:
    """Return the points of a sum in Brag."""
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
