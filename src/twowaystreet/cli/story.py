"""Games told as a story: hands, what was said, tricks, in paragraphs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from typing_extensions import override

from twowaystreet._cards.cards import Card
from twowaystreet._views.views import View
from twowaystreet.cli import pictures
from twowaystreet.cli.additions import additions_of
from twowaystreet.cli.lines import Line, phrase
from twowaystreet.cli.screens import Screen
from twowaystreet.cli.telling import Scene, Teller


class Story(Teller):
    """A game told as it goes along.

    Args:
        screen: where it is shown.
    """

    def __init__(self, screen: Screen) -> None:
        self._screen = screen
        self._added = additions_of(screen.game.name)
        self._view = screen.opening
        self._hands: Mapping[int, Sequence[Card]] = {}
        self._said: list[tuple[int, str]] = []
        self._remarks: list[str] = []
        self._begin()
        self._in_paragraph = True

    def _begin(self) -> None:
        self._facts: list[Line] = []
        self._sizes: dict[int, int] = {}
        self._tricks = 0
        self._before_play = True
        self._in_paragraph = False

    @override
    def tell(self, scene: Scene) -> None:
        before, self._view, self._hands = self._view, scene.view, scene.hands
        if scene.seat is None:
            self._begin()
            self._screen.show_deal(scene.view)
            self._show(self._grown_hands())
            self._end_paragraph()
        else:
            self._tell_move(before, scene, scene.seat)
        if scene.view.actor is None:
            self._settle()
            self._screen.show_end(scene.view)
            self._in_paragraph = True

    @override
    def close(self) -> None:
        if not self._view.hand_over:
            self._settle()
            self._end_paragraph()
            names = self._screen.names
            self._show(pictures.table_of(self._screen.game, self._view, names))
            self._show(pictures.hands_of(self._hands, names))
        self._screen.show_sheet(self._view)

    def _tell_move(self, before: View, scene: Scene, seat: int) -> None:
        if not scene.is_play:
            self._say(seat, scene.told)
        elif self._before_play:
            self._settle()
            self._show(self._new_facts(before))
            self._end_paragraph()
            self._before_play = False
        self._remarks += self._added.happened(before, scene.view, self._screen.names)
        self._show_trick()
        if hands := self._grown_hands():
            self._settle()
            self._end_paragraph()
            self._show((*hands, *self._new_facts(scene.view)))
            self._end_paragraph()

    def _show(self, lines: Iterable[Line]) -> None:
        for line in lines:
            self._screen.printer.show(line)
            self._in_paragraph = True

    def _end_paragraph(self) -> None:
        if self._in_paragraph:
            self._screen.printer.show()
        self._in_paragraph = False

    def _say(self, seat: int, told: str) -> None:
        """Note a move that is no play; before the play, a player's moves make one line."""
        if not self._before_play:
            self._remarks.append(f"{self._screen.names[seat]}: {told}")
            return
        if self._said and self._said[-1][0] != seat:
            self._settle()
        self._said.append((seat, told))

    def _settle(self) -> None:
        """Show what was said and is not shown yet: by a player before the play, or at its end."""
        if self._said:
            told = ", ".join(text for _, text in self._said)
            self._show([pictures.named(self._said[0][0], phrase(told), self._screen.names)])
        self._show(phrase(remark) for remark in self._remarks)
        self._said, self._remarks = [], []

    def _show_trick(self) -> None:
        """Show the trick if one has just been completed, with what was said meanwhile."""
        tricks = self._view.tricks
        if len(tricks) == self._tricks:
            return
        self._tricks = len(tricks)
        game, names = self._screen.game, self._screen.names
        self._show([pictures.trick_line(game, self._tricks, tricks[-1], names, self._remarks)])
        self._remarks = []

    def _grown_hands(self) -> list[Line]:
        """Every hand that is to be seen, if one has become visible or larger; else nothing."""
        before = self._sizes
        self._sizes = {seat: len(cards) for seat, cards in self._hands.items()}
        grown = any(size > before.get(seat, 0) for seat, size in self._sizes.items())
        return pictures.hands_of(self._hands, self._screen.names) if grown else []

    def _new_facts(self, view: View) -> list[Line]:
        """What there is to know about the whole hand and was not shown before."""
        facts = self._added.facts(view, self._screen.names)
        before, self._facts = self._facts, [pictures.labelled(*fact) for fact in facts]
        return [line for line in self._facts if line not in before]
