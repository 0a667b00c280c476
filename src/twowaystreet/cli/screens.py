"""What is shown of every game, whoever plays it: titles, results, the score sheet."""

from __future__ import annotations

import attrs

from twowaystreet._engine.game import Game
from twowaystreet._engine.scores import HandScore, SeatScore
from twowaystreet._views.views import View
from twowaystreet.cli import pictures
from twowaystreet.cli.lines import heading
from twowaystreet.cli.printers import Printer, show_all


@attrs.define
class Screen:
    """Where one game is shown, and its score sheet, which is written as the game goes on.

    Attributes:
        game: the game.
        opening: what was to be seen before the first move.
        printer: where lines are shown.
        human: the seat of the person who plays, if there is one.
        names: what the seats are called.
        hands: the scores of the hands so far.
    """

    game: Game
    opening: View
    printer: Printer
    human: int | None = None
    names: tuple[str, ...] = attrs.field(init=False)
    hands: list[HandScore[SeatScore]] = attrs.field(init=False, factory=list[HandScore[SeatScore]])

    def __attrs_post_init__(self) -> None:
        """Find names for the seats."""
        self.names = pictures.seat_names(len(self.opening.scores), self.human)

    def show_title(self, more: str = "") -> None:
        """Show which game it is."""
        self.printer.show(heading(f"{self.game.title}, {len(self.names)} players{more}"))

    def show_legend(self) -> None:
        """Say how cards are written; it shows some, so it is for games in which all lie open."""
        self.printer.show(pictures.legend_of(self.opening.rules.pack))

    def show_deal(self, view: View) -> None:
        """Say which hand has been dealt, and whose deal it was."""
        self.printer.show()
        is_you = view.dealer == self.human
        dealer = "you deal" if is_you else f"dealer {self.names[view.dealer]}"
        self.printer.show(heading(f"Hand {view.hands_played + 1}, {dealer}"))

    def show_end(self, view: View) -> None:
        """Show how a hand has ended, and write its score down; or that it was not played."""
        if view.score is None:
            self.printer.show(("The deal is thrown in.",))
            return
        self.hands.append(view.score)
        self.printer.show()
        show_all(self.printer, pictures.result(self.game, view, self.names))

    def show_sheet(self, view: View) -> None:
        """Show the score sheet if there is one, and who has won if the game is over."""
        if not self.hands:
            return
        self.printer.show()
        show_all(
            self.printer, pictures.sheet(self.game, self.hands, self.names, self.opening.scores)
        )
        if view.is_over:
            self.printer.show(pictures.winners(view, self.names))
