"""A match on its way: what it began with and the moves since, told in full when a test fails."""

from __future__ import annotations

import attrs

from twowaystreet._engine.game import Game
from twowaystreet._engine.moves import Move
from twowaystreet._engine.state import AnyState
from twowaystreet._engine.verbs import apply
from twowaystreet._records import text_format
from twowaystreet._records.records import Record, _build_record
from twowaystreet.testing.showing import Printer


@attrs.define(eq=False, repr=False)
class OngoingMatch:
    """A match on its way.

    Attributes:
        game: the game; it need not be in a register.
        start: the state that the match began with.
        state: the state that it is in.
        steps: each move with the state it was made in.
        title: what is said above the text of the match.

    >>> from twowaystreet.games import twos
    >>> print(OngoingMatch.begin(twos.GAME, twos.new_game()))
    twowaystreet record 1
    game twos
    rules target=none max_hands=4
    dealer 0
    scores 0 0 0 0
    hands_played 0
    """

    game: Game
    start: AnyState
    state: AnyState
    steps: list[tuple[AnyState, Move]]
    title: str = ""

    @classmethod
    def begin(cls, game: Game, start: AnyState) -> OngoingMatch:
        """A match that has just begun."""
        return cls(game, start, start, [])

    def play(self, move: Move) -> None:
        """Make a move."""
        after = apply(self.state, move)
        self.steps.append((self.state, move))
        self.state = after

    def cut(self, number: int) -> None:
        """Take moves back until so many are left."""
        if number < len(self.steps):
            self.state = self.steps[number][0]
            del self.steps[number:]

    @property
    def record(self) -> Record:
        """The match as a record; for a game that is in a register."""
        # Every move has just been made, so none needs to be replayed.
        return _build_record(self.start, tuple(move for _, move in self.steps), self.state)

    @property
    def length(self) -> str:
        """How many moves have been made, in words."""
        made = len(self.steps)
        return f"{made} move{'' if made == 1 else 's'}"

    def __str__(self) -> str:
        """The text of a record, without what is empty at its end."""
        return text_format.write(self.game, self.start, self.steps, self.state).rstrip()

    def _repr_pretty_(self, printer: Printer, cycle: bool) -> None:
        """What the note of a failing test says; nothing is written for tests that pass."""
        title = f"{self.title}\n" if self.title else ""
        printer.text(f"{title}{self}\n")
