"""Hands that the simple players play among themselves, with everything shown."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import count
from operator import gt

from twowaystreet.cli import pictures
from twowaystreet.cli.additions import additions_of
from twowaystreet.cli.lines import Line, by_suit, padded, phrase
from twowaystreet.cli.tables import Table
from twowaystreet.moves import Play
from twowaystreet.views import View


def play(table: Table, hands: int | None) -> None:
    """Play hands, and show the score sheet at the end.

    Args:
        table: where the game is played.
        hands: how many hands at most; ``None`` for the whole game.
    """
    for played in count():
        if table.state.is_over or played == hands:
            break
        _Hand(table).play()
    table.show_sheet()


class _Hand:
    """One hand, told as it goes along."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._added = additions_of(table.game.name)
        self._said: list[tuple[int, str]] = []
        self._remarks: list[str] = []
        self._facts: list[Line] = []
        self._begin()

    def _begin(self) -> None:
        self._sizes = [0] * len(self._table.names)
        self._tricks = 0
        self._before_play = True
        self._in_paragraph = False

    def play(self) -> None:
        """Deal, play and score the hand."""
        table = self._table
        self._deal()
        while not table.state.hand_over:
            if table.state.needs_deal:
                self._settle()
                table.printer.show(("The deal is thrown in.",))
                self._deal()
            else:
                self._move()
        self._settle()
        table.finish_hand()

    def _deal(self) -> None:
        self._begin()
        self._table.deal()
        self._show(self._grown_hands())
        self._end_paragraph()

    def _move(self) -> None:
        """Let somebody move, and show what has come of it."""
        table = self._table
        public, own = table.look(None), table.look(table.state.actor)
        seat, move = table.simple_move()
        if not isinstance(move, Play):
            self._say(seat, self._added.told(own, table.look(seat), move))
        elif self._before_play:
            self._settle()
            self._show(self._new_facts(public))
            self._end_paragraph()
            self._before_play = False
        self._remarks += self._added.happened(public, table.look(None), table.names)
        self._show_trick()
        if hands := self._grown_hands():
            self._settle()
            self._end_paragraph()
            self._show((*hands, *self._new_facts(table.look(None))))
            self._end_paragraph()

    def _show(self, lines: Iterable[Line]) -> None:
        for line in lines:
            self._table.printer.show(line)
            self._in_paragraph = True

    def _end_paragraph(self) -> None:
        if self._in_paragraph:
            self._table.printer.show()
        self._in_paragraph = False

    def _of(self, seat: int, line: Line) -> Line:
        names = self._table.names
        return (*padded((names[seat],), max(map(len, names)) + 2), *line)

    def _say(self, seat: int, told: str) -> None:
        """Note a move that is no play; before the play, a player's moves make one line."""
        if not self._before_play:
            self._remarks.append(f"{self._table.names[seat]}: {told}")
            return
        if self._said and self._said[-1][0] != seat:
            self._settle()
        self._said.append((seat, told))

    def _settle(self) -> None:
        """Show what was said and is not shown yet: by a player before the play, or at its end."""
        if self._said:
            told = ", ".join(text for _, text in self._said)
            self._show([self._of(self._said[0][0], phrase(told))])
        self._show(phrase(remark) for remark in self._remarks)
        self._said, self._remarks = [], []

    def _show_trick(self) -> None:
        """Show the trick if one has just been completed, with what was said meanwhile."""
        table = self._table
        tricks = table.look(None).tricks
        if len(tricks) == self._tricks:
            return
        self._tricks = len(tricks)
        line = pictures.trick_line(table.game, self._tricks, tricks[-1], table.names, self._remarks)
        self._show([line])
        self._remarks = []

    def _grown_hands(self) -> list[Line]:
        """Every hand that is to be seen, if one has become visible or larger; else nothing."""
        seats = range(len(self._table.names))
        hands = [self._table.look(seat).hand or () for seat in seats]
        before, self._sizes = self._sizes, list(map(len, hands))
        grown = any(map(gt, self._sizes, before))
        return [self._of(seat, by_suit(hands[seat])) for seat in seats] if grown else []

    def _new_facts(self, view: View) -> list[Line]:
        """What there is to know about the whole hand and was not shown before."""
        facts = self._added.facts(view, self._table.names)
        before, self._facts = self._facts, [pictures.labelled(*fact) for fact in facts]
        return [line for line in self._facts if line not in before]
