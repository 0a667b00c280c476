"""A Hypothesis state machine for any game: legal moves, illegal moves and undo in random order.

>>> from twowaystreet.testing import machine_of
>>> TestStreet = machine_of("street").TestCase  # a test module needs no more
"""

from __future__ import annotations

import random
from collections import defaultdict
from functools import lru_cache
from typing import Any, ClassVar

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

import twowaystreet as tws
from twowaystreet._util.faults import annotated
from twowaystreet.testing._playouts import CheckedPosition, Context, Playout, registered
from twowaystreet.testing._strategies import moves, named_game, note_match, openings, rows, shown
from twowaystreet.testing.conformance._checking import PROMISES

annotated(RuleBasedStateMachine, defaultdict=defaultdict)

_context_of = lru_cache(Context)  # it gathers moves of a game once


class GameMachine(RuleBasedStateMachine):
    """A match with random moves, illegal moves, undo and checks of the promises of every game.

    A subclass sets ``game``. It may add rules and invariants, which read the match from ``state``:

    >>> from hypothesis.stateful import invariant
    >>> from twowaystreet.games import twos
    >>> class TwosMachine(GameMachine):
    ...     game = twos.GAME
    ...
    ...     @invariant()
    ...     def twos_are_caught_once(self) -> None:
    ...         assert len(self.state.catches) <= 4

    Attributes:
        options: the rules, or a strategy for them; ``None`` for any.
        match: the match in progress; for a registered game, its ``record`` has all the moves.
    """

    game: ClassVar[tws.Game]
    options: ClassVar[Any] = None  # Any: each game has a class of its own for them
    match: Playout

    @property
    def state(self) -> Any:  # Any: each game has its own class of states
        """The state of the match."""
        return self.match.state

    @property
    def is_over(self) -> bool:
        """Return whether the match is over."""
        return self.match.state.is_over

    @initialize(data=st.data())
    def begin(self, data: st.DataObject) -> None:
        """Begin a match."""
        self.match = Playout((data.draw(openings(self.game, self.options)),))
        self._context = _context_of(self.game)
        self._context.begin(self.match)

    @precondition(lambda self: not self.is_over)
    @rule(data=st.data())
    def play(self, data: st.DataObject) -> None:
        """Deal, or make a random legal move."""
        self.make(data.draw(moves(self.match.state)))

    @precondition(lambda self: self.match.state.actor is not None)
    @rule(number=st.integers(2, 30), chance=shown(rows(30), "row", lambda row: "..."))
    def play_on(self, number: int, chance: bytes) -> None:
        """Make several legal moves, at most to the end of the hand."""
        for byte in chance[:number]:
            if found := tws.legal_moves(self.match.state):
                self.make(found[byte * len(found) >> 8])

    @precondition(lambda self: self.match.state.actor is not None)
    @rule()
    def offer_illegal_move(self) -> None:
        """Offer all moves, and check that exactly the legal ones are accepted."""
        self._keeps("legal_moves")

    @precondition(lambda self: bool(self.match.moves))
    @rule(number=st.integers(1, 30))
    def take_back(self, number: int) -> None:
        """Check that the same moves lead to the same states again, and undo some."""
        self._keeps("determinism")
        self.match = self.match.until(max(0, len(self.match.moves) - number))

    @precondition(lambda self: self.match.state.hand_over)
    @rule()
    def write_and_read(self) -> None:
        """Check after a hand that records and views can be read back."""
        self._keeps("records")

    @invariant()
    def promises_hold(self) -> None:
        """Check promises that take little time."""
        self._keeps("cards", "tricks", "scores", "voids")

    def _keeps(self, *promises: str) -> None:
        made = len(self.match.moves)
        position = CheckedPosition(self._context, self.match, made, random.Random(0))
        with registered(self.game):
            for promise in map(PROMISES.__getitem__, promises):
                if promise.applies_to(self.game):
                    promise.check(position)

    def teardown(self) -> None:
        """Print the match if the run has failed."""
        if hasattr(self, "match"):
            note_match(self.game, self.match, "The match")

    def make(self, move: tws.Move) -> None:
        """Make a legal move.

        Raises:
            IllegalMove: if the game refuses it.
        """
        self.match = self.match.play(move)

    def refuse(self, move: object) -> tws.IllegalMove:
        """Offer an illegal move, and return the refusal."""
        try:
            tws.apply(self.match.state, move)
        except tws.IllegalMove as refusal:
            return refusal
        raise AssertionError(f"an illegal move was accepted: {move}")


def machine_of(game: str | tws.Game, rules: Any = None) -> type[GameMachine]:
    """Return the state machine of a game.

    Its ``TestCase`` runs it. A subclass can add rules and invariants. ``rules`` are the rules to
    play with, or a strategy for them; ``None`` for any.

    Raises:
        RecordError: if there is no such game.
    """
    found = named_game(game)
    name = found.name.title().replace("_", "") + "Machine"
    members = {"game": found, "options": rules, "__module__": __name__}
    return type(name, (GameMachine,), members)
