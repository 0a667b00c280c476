"""Narrators, which show a game move by move, as a story or one move at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeAlias

from typing_extensions import override

from twowaystreet._cli.prompt import QUIT, ask
from twowaystreet._core.cards.cards import Card
from twowaystreet._core.display import lines as terminal
from twowaystreet._core.display import screen as layouts
from twowaystreet._core.display.screen import Screen
from twowaystreet._core.display.sentences import Saved, SeenMove, open_moves, seen_moves, turns
from twowaystreet._core.display.table_facts import TableFacts
from twowaystreet._core.display.values import step_of
from twowaystreet._core.display.words import does, third_person
from twowaystreet._core.engine.game import GAMES
from twowaystreet._core.engine.setup import breaks_line
from twowaystreet._core.records.records import Record
from twowaystreet._core.records.seat_records import SeatRecord
from twowaystreet._core.views.views import AnyView, view


def _comment(move: SeenMove, names: Sequence[str]) -> list[terminal.Line]:
    name = "" if move.event.seat is None else names[move.event.seat]
    text = move.comment if name in move.comment else f"{name}: {move.comment}"
    return terminal.labelled_text("", text if move.comment else "")


class Narrator:
    def __init__(self, screen: Screen) -> None:
        self._screen = screen
        self._display = screen.display
        self._view = screen.opening

    def narrate(self, moves: Iterable[SeenMove]) -> None:
        for move in moves:
            self._show_next(move)
        self._close()

    def _show_next(self, move: SeenMove) -> None:
        raise NotImplementedError

    def _close(self) -> None:
        raise NotImplementedError

    def _show(self, lines: Iterable[terminal.Line]) -> None:
        terminal.show_all(self._screen.printer, lines)


class StoryNarrator(Narrator):
    """A narrator that shows a line for each trick, and the players' words between them."""

    def __init__(self, screen: Screen) -> None:
        super().__init__(screen)
        self._hands: Mapping[int, Sequence[Card]] = {}
        self._said: list[tuple[int, str]] = []
        self._remarks: list[str] = []
        self._comments: list[terminal.Line] = []
        self._begin()
        self._in_paragraph = True

    def _begin(self) -> None:
        self._facts: list[terminal.Line] = []
        self._sizes: dict[int, int] = {}
        self._tricks = 0
        self._before_play = True
        self._in_paragraph = False

    @override
    def _show_next(self, move: SeenMove) -> None:
        before, self._view, self._hands = self._view, move.view, move.hands
        if move.event.seat is None:
            self._begin()
            self._screen.show_deal(move.view)
            self._show((*self._grown_hands(), *_comment(move, ())))
            if not move.view.hand_over:  # the result begins with an empty line of its own
                self._end_paragraph()
        else:
            self._show_move(before, move, move.event.seat)
        if move.view.actor is None:
            self._flush()
            self._screen.show_end(move.view)
            self._in_paragraph = True

    @override
    def _close(self) -> None:
        if not self._view.hand_over:
            self._flush()
            self._end_paragraph()
            names = self._screen.names
            self._show(layouts.table_lines(self._screen.facts(self._view)))
            self._show(layouts.hand_lines(self._display, self._hands, names))
        self._screen.show_sheet(self._view)

    def _show_move(self, before: AnyView, move: SeenMove, seat: int) -> None:
        if not isinstance(move.event.move, self._display.trick_moves):
            self._say(seat, self._display.tell_move(step_of(move.before, move.event)))
        elif self._before_play:
            self._flush()
            self._show(self._new_facts(before))
            self._end_paragraph()
            self._before_play = False
        self._remarks += self._display.describe_events(before, move.view, self._screen.names)
        self._comments += _comment(move, self._screen.names)
        self._show_trick()
        if hands := self._grown_hands():
            self._flush()
            self._end_paragraph()
            self._show((*hands, *self._new_facts(move.view)))
            self._end_paragraph()

    @override
    def _show(self, lines: Iterable[terminal.Line]) -> None:
        for line in lines:
            self._screen.printer.show(line)
            self._in_paragraph = True

    def _end_paragraph(self) -> None:
        if self._in_paragraph:
            self._screen.printer.show()
        self._in_paragraph = False

    def _say(self, seat: int, text: str) -> None:
        """Note a move without a card played; before the play, a player's moves share one line."""
        if not self._before_play:
            self._remarks.append(does(self._screen.names[seat], text))
            return
        if self._said and self._said[-1][0] != seat:
            self._flush()
        self._said.append((seat, text))

    def _flush(self) -> None:
        if self._said:
            moves = ", ".join(third_person(text) for _, text in self._said)
            self._show(
                [layouts.name_line(self._said[0][0], terminal.phrase(moves), self._screen.names)]
            )
        self._show(terminal.phrase(remark) for remark in self._remarks)
        self._show(self._comments)
        self._said, self._remarks, self._comments = [], [], []

    def _show_trick(self) -> None:
        facts = self._screen.facts(self._view)
        if len(facts.tricks) == self._tricks:
            return
        self._tricks = len(facts.tricks)
        self._show(layouts.trick_lines(facts, self._remarks))
        self._show(self._comments)
        self._remarks, self._comments = [], []

    def _grown_hands(self) -> list[terminal.Line]:
        before = self._sizes
        self._sizes = {seat: len(cards) for seat, cards in self._hands.items()}
        grown = any(size > before.get(seat, 0) for seat, size in self._sizes.items())
        screen = self._screen
        return layouts.hand_lines(self._display, self._hands, screen.names) if grown else []

    def _new_facts(self, view: AnyView) -> list[terminal.Line]:
        facts = layouts.fact_lines(self._screen.facts(view))
        before, self._facts = self._facts, facts
        return [line for line in self._facts if line not in before]


class StepNarrator(Narrator):
    """A narrator that shows the table after each move, and pauses, or asks, before the next one."""

    def __init__(self, screen: Screen, pause: Callable[[], object] = ask) -> None:
        super().__init__(screen)
        self._pause = pause
        self._moves = 0
        screen.printer.show((terminal.faint(f"Enter shows the next move, {QUIT} leaves."),))

    @override
    def _show_next(self, move: SeenMove) -> None:
        if self._moves:
            self._pause()
        self._moves += 1
        before, self._view = self._view, move.view
        screen, names = self._screen, self._screen.names
        if move.event.seat is None:
            screen.show_deal(move.view)
            self._show(_comment(move, ()))
        else:
            screen.printer.show()
            told = self._display.tell_move(step_of(move.before, move.event))
            told = does(names[move.event.seat], told)
            self._show([terminal.labelled(f"Move {self._moves}", terminal.phrase(told))])
            happened = self._display.describe_events(before, move.view, names)
            self._show(terminal.labelled("", terminal.phrase(text)) for text in happened)
            self._show(_comment(move, names))
            self._show(self._trick_ended(before))
        facts = screen.facts(move.view)
        self._show(layouts.table_lines(facts))
        # A single hand looks as its player sees it; several hands get one row each.
        if move.view.seat is None:
            self._show(layouts.hand_lines(self._display, move.hands, names))
        else:
            self._show([layouts.hand_line(facts)])
        if move.view.actor is None:
            screen.show_end(move.view)

    @override
    def _close(self) -> None:
        if not self._moves:
            self._show(layouts.table_lines(self._screen.facts(self._view)))
        self._screen.show_sheet(self._view)

    def _trick_ended(self, before: AnyView) -> list[terminal.Line]:
        facts = self._screen.facts(self._view)
        if len(facts.tricks) == len(self._display.tricks(before)):
            return []
        return layouts.trick_lines(facts)


NarratorFor: TypeAlias = Callable[[Screen], Narrator]


def replay(saved: Saved, printer: terminal.LinePrinter, narrator_for: NarratorFor) -> None:
    if isinstance(saved, Record):
        screen = Screen(saved.game, view(saved.start, None), printer, None, saved.names)
        screen.show_title()
        screen.show_legend()
        moves = open_moves(turns(saved), saved.comments)
    else:
        screen = Screen(GAMES[saved.game], saved.start, printer, None, saved.names)
        who = "everybody" if saved.seat is None else screen.names[saved.seat]
        screen.show_title(f", as {who} saw it")
        moves = seen_moves(saved)
    narrator_for(screen).narrate(moves)


def can_be_shown(record: SeatRecord) -> bool:
    """Return True if the display can show every position of a seat's record.

    The rules cannot check a seat's record, because they need every card. So this function shows
    the whole record to a printer that discards the lines.
    """
    nowhere = _Nowhere()
    names = layouts.seat_names(len(record.start.scores), None)
    try:
        layouts.view_lines(TableFacts(record.start, names))
        replay(record, nowhere, StoryNarrator)
        replay(record, nowhere, lambda screen: StepNarrator(screen, pause=lambda: None))
    except Exception:  # unknown seats or missing scores can raise any error
        return False
    return True


class _Nowhere(terminal.LinePrinter):
    """A printer that shows nothing, and refuses control sequences, which files could contain."""

    @override
    def show(self, line: terminal.Line = terminal.BLANK) -> None:
        if any(map(breaks_line, terminal.plain(line))):
            raise ValueError(terminal.plain(line))
