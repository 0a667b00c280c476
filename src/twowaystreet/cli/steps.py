"""Games told move by move, as fast as somebody wants to follow them."""

from __future__ import annotations

from collections.abc import Callable

from typing_extensions import override

from twowaystreet._views.views import View
from twowaystreet.cli import pictures
from twowaystreet.cli.additions import additions_of
from twowaystreet.cli.asking import QUIT, ask
from twowaystreet.cli.lines import Line, faint, phrase
from twowaystreet.cli.printers import show_all
from twowaystreet.cli.screens import Screen
from twowaystreet.cli.telling import Scene, Teller


class Steps(Teller):
    """A game told with the table after each move, and a pause before the next one.

    Args:
        screen: where it is shown.
        pause: waits until the next move is wanted; asks for Enter unless given.
    """

    def __init__(self, screen: Screen, pause: Callable[[], object] = ask) -> None:
        self._screen = screen
        self._pause = pause
        self._view = screen.opening
        self._moves = 0
        screen.printer.show((faint(f"Enter shows the next move, {QUIT} leaves."),))

    @override
    def tell(self, scene: Scene) -> None:
        if self._moves:
            self._pause()
        self._moves += 1
        before, self._view = self._view, scene.view
        screen, names = self._screen, self._screen.names
        if scene.seat is None:
            screen.show_deal(scene.view)
        else:
            told = (f"{names[scene.seat]}: ", *phrase(scene.told))
            screen.printer.show()
            self._show(pictures.labelled(f"Move {self._moves}", told))
            happened = additions_of(screen.game.name).happened(before, scene.view, names)
            self._show(*(pictures.labelled("", phrase(each)) for each in happened))
            self._show(*self._trick_ended(before))
        self._show(*pictures.table_of(screen.game, scene.view, names))
        # One player's hand looks as it does to that player; several are a row each.
        hands = pictures.hands_of(scene.hands, names)
        self._show(*(hands if scene.view.seat is None else [pictures.hand_of(scene.view)]))
        if scene.view.actor is None:
            screen.show_end(scene.view)

    @override
    def close(self) -> None:
        if not self._moves:
            self._show(*pictures.table_of(self._screen.game, self._view, self._screen.names))
        self._screen.show_sheet(self._view)

    def _show(self, *lines: Line) -> None:
        show_all(self._screen.printer, lines)

    def _trick_ended(self, before: View) -> list[Line]:
        """The trick that the move has completed, which the table does not show any more."""
        tricks = self._view.tricks
        if len(tricks) == len(before.tricks):
            return []
        screen = self._screen
        return [pictures.trick_line(screen.game, len(tricks), tricks[-1], screen.names)]
