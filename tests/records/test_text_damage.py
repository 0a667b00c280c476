"""Damaged text of a record is refused, or gives a legal record with the same content."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from itertools import permutations

import pytest

from tests import mutator
from tests.games import ALL
from tests.records.judge import Judge
from tests.records.playing import one_hand
from twowaystreet import Record, RecordError, Suit

SEED = 0


@pytest.fixture(params=ALL, scope="module")
def judge(request: pytest.FixtureRequest) -> Judge:
    """Return the judge of a complete hand of each game."""
    return Judge(one_hand(request.param, SEED))


@pytest.fixture(scope="module")
def text(judge: Judge) -> str:
    """Return the text of that hand."""
    return judge.text


def halves(text: str, judge: Judge) -> tuple[list[str], list[str]]:
    """Split a text into the lines of its header and its moves, by simple means."""
    lines = [line.split("#")[0].strip() for line in text.replace("\r", "\n").split("\n")]
    lines = [line for line in lines if line]
    length = judge.text.split("\n").index("")
    moves = [move.strip() for line in lines[length:] for move in line.split(";")]
    return lines[:length], [move for move in moves if move]


def plainly(line: str) -> list[str]:
    """Split a header line into words, each in its standard spelling."""
    words = line.lower().replace("=", " = ").split()
    return [str(int(word)) if word.lstrip("-").isdecimal() else word for word in words]


def check(damaged: str, judge: Judge) -> int:
    """Load a damaged text; return 1 if it is refused with an error at the right place."""
    header, moves = halves(damaged, judge)
    record = mutator.outcome(Record.from_text, damaged)
    if isinstance(record, RecordError):
        if header == halves(judge.text, judge)[0]:
            assert record.number is not None and 1 <= record.number <= len(moves)
            assert str(record).startswith(f"move {record.number}: ")
        return 1
    written_header, _ = halves(record.to_text(), judge)
    assert list(map(plainly, header)) == list(map(plainly, written_header))
    assert len(record.moves) == len(moves)
    judge.prove(record)
    return 0


@pytest.mark.nightly
def test_damaged_lines(text: str, judge: Judge) -> None:
    tried = mutator.some_of(mutator.other_lines(text), 60)
    assert sum(check(damaged, judge) for damaged in tried) > 0.6 * len(tried)


@pytest.mark.nightly
def test_damaged_words(text: str, judge: Judge) -> None:
    tried = mutator.some_of(mutator.other_words(text, random.Random(SEED)), 120)
    assert sum(check(damaged, judge) for damaged in tried) > 0.6 * len(tried)


def test_damaged_letters(text: str, judge: Judge) -> None:
    tried = mutator.some_of(mutator.other_letters(text, random.Random(SEED)), 120)
    assert sum(check(damaged, judge) for damaged in tried) > 0.6 * len(tried)


@pytest.mark.nightly
def test_text_cut_off_anywhere(text: str, judge: Judge) -> None:
    tried = mutator.some_of(mutator.truncated(text), 150)
    assert len(tried) > sum(check(damaged, judge) for damaged in tried) > 0.2 * len(tried)


def test_a_header_in_another_order_is_refused(text: str) -> None:
    header, _, body = text.partition("\n\n")
    lines = header.split("\n")
    rng = random.Random(SEED)
    orders = [order for order in permutations(lines) if list(order) != lines]
    for order in rng.sample(orders, 100):
        with pytest.raises(RecordError) as caught:
            Record.from_text("\n".join(order) + "\n\n" + body)
        assert caught.value.number is None


def test_options_in_another_order_or_repeated_are_refused(text: str) -> None:
    line = next(line for line in text.split("\n") if line.startswith("rules "))
    options = line.split()[1:]
    changed = [[*options, option] for option in options]
    changed += [[option, *options] for option in options]
    changed += [[*options[:place], *options[place + 1 :]] for place in range(len(options))]
    changed += [[*options[1:], options[0]], [*options, "more=1"], [*options, "="]]
    for settings in (each for each in changed if each != options):
        with pytest.raises(RecordError, match="expected the rules"):
            Record.from_text(text.replace(line, "rules " + " ".join(settings)))


def test_only_comments_may_hold_any_text(text: str) -> None:
    good = Record.from_text(text)
    assert Record.from_text(text + "# low; \ud800 ; deal # 9") == good
    assert Record.from_text(text.replace("; ", " ;# ;\n\t ;; ")) == good
    for wrong in (text + "\ud800", text + "\x00", text + "\ufeff"):
        with pytest.raises(RecordError):
            Record.from_text(wrong)


FORGIVEN: dict[str, Callable[[str], str]] = {
    "a byte order mark": lambda text: f"\ufeff{text}",
    "line ends of Windows": lambda text: text.replace("\n", "\r\n"),
    "line ends of Windows, twice": lambda text: text.replace("\n", "\r\r\n"),
    "line ends of old computers": lambda text: text.replace("\n", "\r"),
    "empty lines first": lambda text: f"\ufeff\n \n\t\n{text}",
    "no empty line": lambda text: text.replace("\n\n", "\n"),
    "empty lines everywhere": lambda text: text.replace("\n", "\n\n \n"),
    "blanks at both ends of lines": lambda text: text.replace("\n", " \t\xa0\n  "),
    "comments on every line": lambda text: text.replace("\n", "  # ours\n"),
    "comments between all lines": lambda text: f"# ours\n{text}".replace("\n", "\n# ours\n"),
    "suits as phones write them": lambda text: "".join(map(_on_phones, text.partition("\n\n"))),
}


def _on_phones(text: str) -> str:
    """Write the cards of moves with emoji; words such as HIGH and DRAW contain letters of suits."""
    for suit in Suit:
        text = re.sub(rf"\b(10|[2-9JQKA]){suit}\b", f"\\g<1>{suit.sign}\ufe0f", text)
    return text


@pytest.mark.parametrize("change", FORGIVEN)
def test_records_that_people_and_their_programs_wrote_are_read(text: str, change: str) -> None:
    assert FORGIVEN[change](text) != text
    assert Record.from_text(FORGIVEN[change](text)) == Record.from_text(text)
