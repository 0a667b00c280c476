"""Texts of games that go on in their files: each line stays, with all that people wrote there."""

from __future__ import annotations

from collections.abc import Iterator
from io import StringIO

import attrs

import twowaystreet as tws
from twowaystreet._core.records.text_format import first_state, lines_of, read_notes


def lines_in(text: str) -> list[str]:
    """Return the lines of a text with their ends, those of any system."""
    return [*StringIO(text, newline="")]


def end_of_lines(text: str) -> str:
    """Return the end of the first line of a text."""
    first = next(StringIO(text, newline=""), "")
    return first[len(first.rstrip("\r\n")) :] or "\n"


def with_end(text: str, end: str) -> str:
    """Return a text whose last line has an end."""
    return text if text.endswith(("\n", "\r")) or not text else text + end


def told_in(line: str) -> str:
    """Return what a line says, without its comment and blanks."""
    return line.removeprefix("\ufeff").partition("#")[0].strip()


def is_json(text: str) -> bool:
    return text.removeprefix("\ufeff").lstrip().startswith("{")


@attrs.frozen
class Kept:
    """A record, and the text of the file from which it was read."""

    record: tws.Record
    text: str

    @property
    def is_json(self) -> bool:
        return is_json(self.text)

    def layout(self, noted: tws.Record) -> Layout:
        """Return the lines of the text, with the headers and comments of a later record."""
        text = self._with_notes(noted)
        before, after = "", ""
        for line, is_move, _ in _lines(text):
            if is_move:
                told = len(line.partition("#")[0].rstrip())
                before, after = before + after + line[:told], line[told:]
            else:
                after += line
        return Layout(before, after, end_of_lines(text), len(self.record.moves))

    def _with_notes(self, noted: tws.Record) -> str:
        end, last = end_of_lines(self.text), len(self.record.moves)
        old: dict[str | int, str] = dict(self.record.headers) | dict(self.record.comments)
        new: dict[str | int, str] = dict(noted.headers) | dict(noted.comments)
        due = {key: new.get(key) for key in {**old, **new} if old.get(key) != new.get(key)}
        changed = due.keys() & old.keys()
        text, passed = "", 0

        def written(*keys: str | int) -> str:
            told = [f"#{key}: {note}{end}" for key in keys if (note := due.pop(key, None))]
            return "".join([with_end(text, end), *told]) if told else text

        for line, is_move, number in [*_lines(self.text), ("", True, last + 1)]:
            notes = read_notes([line.rstrip("\r\n")], last)
            key = next((key for pairs in notes for key, _ in pairs), None)
            # A comment follows its move, and the comments on earlier moves of the same line.
            most = min(passed, key - 1) if isinstance(key, int) and not told_in(line) else passed
            added = [each for each in due if each not in changed]
            comments = sorted(each for each in added if isinstance(each, int))
            text = written(*(each for each in comments if each <= most))
            if is_move and passed == 0:
                text = written(*(each for each in added if isinstance(each, str)))
            if key is not None and key in changed:
                told = line.partition("#")[0].rstrip()
                text += f"{told}{end}" if told else ""
                text = written(key)
            else:
                text += line
            passed = number
        return text


def _lines(text: str) -> Iterator[tuple[str, bool, int]]:
    """Yield each line of a record, whether it has moves, and the number of moves up to its end."""
    _, length = first_state(lines_of(text)[1])
    seen = passed = 0
    for line in lines_in(text):
        told = told_in(line)
        seen += bool(told)
        is_move = bool(told) and seen > length
        passed += sum(bool(move.strip()) for move in told.split(";")) if is_move else 0
        yield line, is_move, passed


@attrs.define
class Layout:
    """The lines of a file, between and after which further moves stand."""

    _before: str
    """The lines up to the last move, whose line may go on."""
    _after: str
    """The comments below that move."""
    _end: str
    moves: int
    """The number of moves in these lines."""
    _begun: int = 0

    def begin(self, text: str) -> None:
        """Take the text that a game has without notes at the end of these lines."""
        self._begun = len(text) - 1

    def text(self, text: str) -> str:
        """Return the lines, with what a later text of the game has more."""
        line, _, below = text[self._begun :].partition("\n")
        kept = f"{self._before}{line}{self._after}"
        return with_end(kept, self._end) + below.replace("\n", self._end) if below else kept
