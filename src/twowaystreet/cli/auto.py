"""Hands that the simple players play among themselves, with everything shown."""

from __future__ import annotations

from itertools import count

from twowaystreet.cli import pictures
from twowaystreet.cli.additions import additions_of
from twowaystreet.cli.lines import Line, by_suit, padded, phrase
from twowaystreet.cli.tables import Table
from twowaystreet.moves import Move, Play


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
        self._said: list[tuple[int, str]] = []
        self._before_play = True
        self._tricks = 0

    def play(self) -> None:
        """Deal, play and score the hand."""
        table = self._table
        self._deal()
        while not table.state.hand_over:
            if table.state.needs_deal:
                self._settle()
                table.printer.show(("The deal is thrown in.",))
                self._deal()
                continue
            seat, move = table.simple_move()
            if not isinstance(move, Play):
                self._say(seat, move)
            elif self._before_play:
                self._settle()
                self._before_play = False
                for label, line in additions_of(table.game.name).facts(
                    table.look(None), table.names
                ):
                    table.printer.show(pictures.labelled(label, line))
                table.printer.show()
            self._show_tricks()
        table.finish_hand()

    def _deal(self) -> None:
        table = self._table
        table.deal()
        self._before_play = True
        self._tricks = 0
        for seat in range(len(table.names)):
            table.printer.show(self._of(seat, by_suit(table.look(seat).hand or ())))
        table.printer.show()

    def _of(self, seat: int, line: Line) -> Line:
        names = self._table.names
        return (*padded((names[seat],), max(map(len, names)) + 2), *line)

    def _say(self, seat: int, move: Move) -> None:
        """Note a move that is no play; before the play, a player's moves make one line."""
        table = self._table
        if self._said and self._said[-1][0] != seat and self._before_play:
            self._settle()
        told = additions_of(table.game.name).told(table.look(seat), move)
        self._said.append((seat, told))

    def _settle(self) -> None:
        """Show what one player has done before the play."""
        if self._said:
            seat = self._said[0][0]
            told = ", ".join(text for _, text in self._said)
            self._table.printer.show(self._of(seat, phrase(told)))
        self._said = []

    def _show_tricks(self) -> None:
        table = self._table
        tricks = table.look(None).tricks
        if len(tricks) == self._tricks:
            return
        remarks = [f"{table.names[seat]}: {told}" for seat, told in self._said]
        self._said = []
        self._tricks = len(tricks)
        table.printer.show(pictures.trick_line(self._tricks, tricks[-1], table.names, remarks))
