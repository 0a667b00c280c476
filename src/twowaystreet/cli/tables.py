"""A table at which a game is played: the state, the simple players, and where it is shown."""

from __future__ import annotations

import random

import attrs

from twowaystreet.cli import pictures
from twowaystreet.cli.lines import heading
from twowaystreet.cli.players import choose
from twowaystreet.cli.printers import Printer, show_all
from twowaystreet.game import Game
from twowaystreet.moves import Move
from twowaystreet.scores import HandScore, SeatScore
from twowaystreet.state import AnyState
from twowaystreet.verbs import apply, score_hand, shuffle
from twowaystreet.views import View, view


@attrs.define
class Table:
    """One game in progress.

    Deals and players each have their own source of chance, so that the deals of a seed are the
    same whatever is done with them.

    Attributes:
        game: the game.
        state: where it stands.
        names: what the seats are called.
        printer: where it is shown.
        deals: where the deals come from.
        players: where the simple players' chance comes from.
        hands: the scores of the hands so far.
        start: the points that everybody began with.
    """

    game: Game
    state: AnyState
    names: tuple[str, ...]
    printer: Printer
    deals: random.Random
    players: random.Random
    hands: list[HandScore[SeatScore]] = attrs.field(factory=list[HandScore[SeatScore]])
    start: tuple[int, ...] = attrs.field(init=False)

    def __attrs_post_init__(self) -> None:
        """Note what the score sheet begins with."""
        self.start = self.state.scores

    def look(self, seat: int | None) -> View:
        """What a seat may know now, or with ``None`` everybody."""
        return view(self.state, seat)

    def move(self, move: Move) -> None:
        """Make a move."""
        self.state = apply(self.state, move)

    def deal(self) -> None:
        """Deal a hand, and say whose deal it is."""
        self.move(shuffle(self.state, self.deals))
        seen = self.look(None)
        self.printer.show()
        first = self.names[seen.dealer]
        self.printer.show(heading(f"Hand {seen.hands_played + 1}, dealer {first}"))

    def simple_move(self) -> tuple[int, Move]:
        """Let the simple player whose turn it is move; returns the seat and the move."""
        seat = self.state.actor
        assert seat is not None
        move = choose(self.game.name, self.look(seat), self.players)
        self.move(move)
        return seat, move

    def finish_hand(self) -> None:
        """Write the score of a hand down and show it."""
        self.hands.append(score_hand(self.state))
        seen = self.look(None)
        self.printer.show()
        show_all(self.printer, pictures.result(self.game, seen, self.names))

    def show_sheet(self) -> None:
        """Show the score sheet, and who has won if the game is over."""
        seen = self.look(None)
        self.printer.show()
        show_all(self.printer, pictures.sheet(self.hands, self.names, self.start))
        if seen.is_over:
            self.printer.show(pictures.winners(seen, self.names))
