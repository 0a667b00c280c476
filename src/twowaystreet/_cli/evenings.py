"""The score of an evening with real cards: hand after hand, kept in a text that people can read.

The text has the header of a record, the names of the players, and the typed line of each hand with
its result as a comment. Loading reads every line again.
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from twowaystreet._cli.kept_texts import end_of_lines, lines_in, told_in, with_end
from twowaystreet._cli.prompt import (
    HELP,
    QUIT,
    SAVE,
    SCORE,
    SCORE_HELP,
    SHORT,
    UNDO,
    PersonLeft,
    ask,
)
from twowaystreet._cli.save_files import SaveError, reason_of
from twowaystreet._core.display.display import display_of
from twowaystreet._core.display.lines import (
    Line,
    LinePrinter,
    Span,
    Style,
    faint,
    heading,
    labelled,
    show_all,
    wrapped,
)
from twowaystreet._core.display.screen import (
    NameProblem,
    check_names,
    seat_names,
    sheet_lines,
    told_lines,
)
from twowaystreet._core.display.sentences import winners_line
from twowaystreet._core.engine.game import Game, game_of
from twowaystreet._core.engine.match import HandScore, SeatScore
from twowaystreet._core.engine.state import AnyState
from twowaystreet._core.records import text_format
from twowaystreet._core.views.views import view
from twowaystreet._util.files import replace_file
from twowaystreet._util.numbers import listed
from twowaystreet.errors import RecordError, RulesError, TwoWayStreetError, quoted

FORMAT: Final = "twowaystreet score 1"
"""The first line of every text."""
_COMMANDS: Final = {
    SCORE: SCORE_HELP,
    UNDO: "take back the last hand",
    f"{SAVE} FILE": "save the sheet in a new file, now and after every hand",
    HELP: "this text",
    QUIT: "leave",
}


_SEAT: Final = re.compile(r"\bseat (\d+)\b")


class NoHand(ValueError):
    """A line that is not the result of a hand; the message is a single line."""


class Evening:
    def __init__(
        self, game: Game, start: AnyState, names: Sequence[str], text: str | None = None
    ) -> None:
        self.game, self.names = game, tuple(names)
        self.display = display_of(game)
        self.states = [start]
        if text is None:
            named = (f"#Seat {seat}: {name}\n" for seat, name in enumerate(names))
            text = f"{text_format.header(game, start, FORMAT)}\n\n{''.join(named)}"
        self.text = text
        """The text of the file, in which people may have written."""

    @property
    def hands(self) -> list[HandScore[SeatScore]]:
        return [state.score for state in self.states[1:] if state.score]

    def add(self, line: str) -> None:
        """Add a hand, if a hand can end so, and the game is not over."""
        self.read(line)
        end = end_of_lines(self.text)
        self.text = f"{with_end(self.text, end)}{line}{end}{self._score_line(end)}"

    def _score_line(self, end: str) -> str:
        line = text_format.score_line(self.hands[-1], self.states[-1].scores)
        return line.replace("\n", end)

    def read(self, line: str) -> None:
        """Add a hand that stands in the text already."""
        last = self.states[-1]
        if last.is_over:
            raise NoHand(f"the game is over: {UNDO} takes back the last hand")
        before = last._to_deal(None)
        try:
            score = self.display.read_hand(line, view(before, None), self._seat_of)
            if len(score.seats) != len(self.names):
                raise LookupError
        except TwoWayStreetError as error:
            if isinstance(error, RulesError) and not isinstance(error.value, str | int):
                # People know the line that they typed, not the values that the game made of it.
                error = RulesError(error.field, line, error.expected, error.rule)
            if isinstance(error, RulesError):
                expected = _SEAT.sub(lambda seat: self.names[int(seat[1])], error.expected)
                field = error.field.replace("_", " ")
                error = RulesError(field, error.value, expected, error.rule)
            raise NoHand(" ".join(str(error).split())) from None
        except (ValueError, LookupError):
            expected = self.display.hand_form
            raise NoHand(f"cannot read {quoted(line)}: expected {expected}") from None
        self.states.append(before._finish_hand(score))

    def _seat_of(self, name: str) -> int:
        alike = [each.casefold() for each in self.names]
        if name.casefold() in alike:
            return alike.index(name.casefold())
        if name in map(str, range(len(alike))):
            return int(name)
        raise RulesError("player", name, listed(self.names, "or"))

    def undo(self) -> None:
        """Take back the last hand, if there is one; comments of people stay."""
        if not self.hands:
            return
        lines = lines_in(self.text)
        place = max(number for number, line in enumerate(lines) if told_in(line))
        told = self._score_line(end_of_lines(self.text))
        lines[place : place + 2] = [line for line in lines[place + 1 : place + 2] if line != told]
        self.text = "".join(lines)
        self.states.pop()

    def sheet(self, first: int = 1, *, short: bool = False) -> list[Line]:
        if not self.hands:
            return [("No hand is complete yet.",)]
        start = self.states[0].scores
        if short:
            return sheet_lines(self.display, self.hands, self.names, start)
        return [*told_lines(self.display, self.hands, self.names, start, first)]


def load(path: Path) -> Evening:
    try:
        text = path.read_bytes().decode("utf-8")
        lines, told = text_format.lines_of(text)
        start, length = text_format.first_state(told, FORMAT)
        headers, _ = text_format.read_notes(lines, 0)
        game, seats = game_of(type(start)), len(start.scores)
        if game is None:
            raise RecordError("its game is not registered")
        names = seat_names(seats, None, text_format.names_in(dict(headers), seats))
        check_names(names, names)
        evening = Evening(game, start, names, text)
        for number, line in enumerate(told[length:], start=1):
            try:
                evening.read(line)
            except NoHand as error:
                raise RecordError(f"hand {number}: {error}") from None
    except (UnicodeDecodeError, OSError) as error:
        raise SaveError(f"cannot load {str(path)!r}: {reason_of(error)}") from error
    except (RecordError, NameProblem) as error:
        raise SaveError(f"cannot load {str(path)!r}: {error}") from error
    return evening


def keep(evening: Evening, printer: LinePrinter, path: Path | None) -> None:
    """Ask for hand after hand, and show the totals after each."""
    show_all(printer, _help(evening))
    if evening.hands:
        show_all(printer, evening.sheet())
    while True:
        state = evening.states[-1]
        if state.is_over:
            printer.show(winners_line(view(state, None), evening.names))
        else:
            dealer = evening.names[state._to_deal(None).dealer]
            printer.show(labelled(f"Hand {state.hands_played + 1}", (f"{dealer} deals.",)))
        try:
            path = _answer(evening, printer, ask().partition("#")[0].strip(), path)
        except PersonLeft:
            return
        except (NoHand, SaveError) as error:
            for line in wrapped(f"! {error}", indent="  "):
                printer.show((Span(line, Style.REFUSAL),))


def _answer(evening: Evening, printer: LinePrinter, text: str, path: Path | None) -> Path | None:
    """Carry out a line; return the file to save in from now on."""
    word, _, rest = text.partition(" ")
    if text.lower() == HELP:
        show_all(printer, _help(evening))
    elif text.lower() in ("", SCORE):
        show_all(printer, evening.sheet())
    elif text.lower() == SHORT:
        show_all(printer, evening.sheet(short=True))
    elif word.lower() == SAVE:
        if not rest:
            raise NoHand(f"{SAVE} needs the name of a new file")
        new = Path(os.path.expanduser(rest.strip()))
        save(evening, new, is_new=True)
        printer.show((f"Saved in {new}, now and after every hand.",))
        return new
    else:
        if text.lower() == UNDO:
            evening.undo()
        else:
            evening.add(text)
        whole = evening.states[-1].is_over
        show_all(printer, evening.sheet(1 if whole else len(evening.hands)))
        if path:
            save(evening, path)
    return path


def save(evening: Evening, path: Path, *, is_new: bool = False) -> None:
    try:
        replace_file(path, evening.text, is_new=is_new)
    except (OSError, ValueError) as error:
        raise SaveError.writing(path, error) from error


def _help(evening: Evening) -> list[Line]:
    form = f"Type after each hand {evening.display.hand_form}."
    return [
        heading(f"{evening.game.title}: {', '.join(evening.names)}"),
        *((line,) for line in wrapped(form)),
        *(labelled(command, (faint(text),)) for command, text in _COMMANDS.items()),
    ]
