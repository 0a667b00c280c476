"""The score of an evening with real cards: hand after hand, kept in a text that people can read.

The text has the header of a record, names, and the typed line and result of each hand.
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import twowaystreet as tws
from twowaystreet._cli import prompt, save_files
from twowaystreet._cli.save_files import SaveError, reason_of, writing
from twowaystreet._core.display import lines as terminal
from twowaystreet._core.display import screen
from twowaystreet._core.display.display import display_of
from twowaystreet._core.display.sentences import winners_line
from twowaystreet._core.engine.game import game_of
from twowaystreet._core.records import text_format
from twowaystreet._util.files import replace_file
from twowaystreet._util.numbers import listed
from twowaystreet.errors import quoted

FORMAT: Final = "twowaystreet score 1"  # the first line of every text
_COMMANDS: Final = {
    prompt.SCORE: prompt.SCORE_HELP,
    prompt.UNDO: "take back the last hand",
    f"{prompt.SAVE} FILE": "save the sheet in a new file, now and after every hand",
    prompt.HELP: "this text",
    prompt.QUIT: "leave",
}
_SEAT: Final = re.compile(r"\bseat (\d+)\b")


class NoHand(ValueError):
    """A line that is not the result of a hand; the message is a single line."""


class Evening:
    def __init__(
        self, game: tws.Game, start: tws.AnyState, names: Sequence[str], text: str | None = None
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
    def hands(self) -> list[tws.HandScore[tws.SeatScore]]:
        return [state.score for state in self.states[1:] if state.score]

    def add(self, line: str) -> None:
        self.read(line)
        end = save_files.end_of_lines(self.text)
        self.text = f"{save_files.with_end(self.text, end)}{line}{end}{self._score_line(end)}"

    def _score_line(self, end: str) -> str:
        line = text_format.score_line(self.hands[-1], self.states[-1].scores)
        return line.replace("\n", end)

    def read(self, line: str) -> None:
        last = self.states[-1]
        if last.is_over:
            raise NoHand(f"the game is over: {prompt.UNDO} takes back the last hand")
        before = last._to_deal(None)
        try:
            score = self.display.read_hand(line, tws.view(before, None), self._seat_of)
            if len(score.seats) != len(self.names):
                raise LookupError
        except tws.TwoWayStreetError as error:
            if isinstance(error, tws.RulesError):
                # People know the line that they typed, not the values that the game made of it.
                value = error.value if isinstance(error.value, str | int) else line
                expected = _SEAT.sub(lambda seat: self.names[int(seat[1])], error.expected)
                error = tws.RulesError(error.field.replace("_", " "), value, expected, error.rule)
            raise NoHand(" ".join(str(error).split())) from None
        except (ValueError, LookupError):
            expected = self.display.hand_form
            raise NoHand(f"cannot read {quoted(line)}: expected {expected}") from None
        self.states.append(before._finish_hand(score))

    def _seat_of(self, name: str) -> int:
        for texts in (map(str.casefold, self.names), map(str, range(len(self.names)))):
            for seat, text in enumerate(texts):
                if name.casefold() == text:
                    return seat
        raise tws.RulesError("player", name, listed(self.names, "or"))

    def undo(self) -> None:
        if not self.hands:
            return
        lines = save_files.lines_in(self.text)
        place = max(number for number, line in enumerate(lines) if save_files.told_in(line))
        told = self._score_line(save_files.end_of_lines(self.text))
        lines[place : place + 2] = [line for line in lines[place + 1 : place + 2] if line != told]
        self.text = "".join(lines)
        self.states.pop()

    def sheet(self, first: int = 1, *, short: bool = False) -> list[terminal.Line]:
        if not self.hands:
            return [("No hand is complete yet.",)]
        start = self.states[0].scores
        if short:
            return screen.sheet_lines(self.display, self.hands, self.names, start)
        return [*screen.told_lines(self.display, self.hands, self.names, start, first)]


def load(path: Path) -> Evening:
    try:
        text = path.read_bytes().decode("utf-8")
        lines, told = text_format.lines_of(text)
        start, length = text_format.first_state(told, FORMAT)
        headers, _ = text_format.read_notes(lines, 0)
        game, seats = game_of(type(start)), len(start.scores)
        if game is None:
            raise tws.RecordError("its game is not registered")
        names = screen.seat_names(seats, None, text_format.names_in(dict(headers), seats))
        screen.check_names(names, names)
        evening = Evening(game, start, names, text)
        for number, line in enumerate(told[length:], start=1):
            try:
                evening.read(line)
            except NoHand as error:
                raise tws.RecordError(f"hand {number}: {error}") from None
    except (UnicodeDecodeError, OSError) as error:
        raise SaveError(f"cannot load {str(path)!r}: {reason_of(error)}") from error
    except (tws.RecordError, screen.NameProblem) as error:
        raise SaveError(f"cannot load {str(path)!r}: {error}") from error
    return evening


def keep(evening: Evening, printer: terminal.LinePrinter, path: Path | None) -> None:
    terminal.show_all(printer, _help(evening))
    if evening.hands:
        terminal.show_all(printer, evening.sheet())
    while True:
        state = evening.states[-1]
        if state.is_over:
            printer.show(winners_line(tws.view(state, None), evening.names))
        else:
            dealer = evening.names[state._to_deal(None).dealer]
            printer.show(terminal.labelled(f"Hand {state.hands_played + 1}", (f"{dealer} deals.",)))
        try:
            path = _answer(evening, printer, prompt.ask().partition("#")[0].strip(), path)
        except prompt.PersonLeft:
            return
        except (NoHand, SaveError) as error:
            for line in terminal.wrapped(f"! {error}", indent="  "):
                printer.show((terminal.Span(line, terminal.Style.REFUSAL),))


def _answer(
    evening: Evening, printer: terminal.LinePrinter, text: str, path: Path | None
) -> Path | None:
    word, _, rest = text.partition(" ")
    if text.lower() == prompt.HELP:
        terminal.show_all(printer, _help(evening))
    elif text.lower() in ("", prompt.SCORE):
        terminal.show_all(printer, evening.sheet())
    elif text.lower() == prompt.SHORT:
        terminal.show_all(printer, evening.sheet(short=True))
    elif word.lower() == prompt.SAVE:
        if not rest:
            raise NoHand(f"{prompt.SAVE} needs the name of a new file")
        new = Path(os.path.expanduser(rest.strip()))
        save(evening, new, is_new=True)
        printer.show((f"Saved in {new}, now and after every hand.",))
        return new
    else:
        if text.lower() == prompt.UNDO:
            evening.undo()
        else:
            evening.add(text)
        whole = evening.states[-1].is_over
        terminal.show_all(printer, evening.sheet(1 if whole else len(evening.hands)))
        if path:
            save(evening, path)
    return path


def save(evening: Evening, path: Path, *, is_new: bool = False) -> None:
    with writing(path):
        replace_file(path, evening.text, is_new=is_new)


def _help(evening: Evening) -> list[terminal.Line]:
    form = f"Type after each hand {evening.display.hand_form}."
    title = terminal.heading(f"{evening.game.title}: {', '.join(evening.names)}")
    return [title, *((line,) for line in terminal.wrapped(form)), *prompt.explained(_COMMANDS)]
