"""A Hypothesis state machine for any game: legal moves, illegal moves and undo in random order.

>>> from twowaystreet.testing import machine_of
>>> TestStreet = machine_of("street").TestCase  # a test module needs no more
"""

from __future__ import annotations

import random
import types
from collections import defaultdict
from typing import Any, ClassVar, Final

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from twowaystreet._core.engine.game import Game, game_named, game_of
from twowaystreet._core.engine.moves import Move, Play
from twowaystreet._core.engine.state import AnyState
from twowaystreet._core.engine.verbs import apply, legal_moves
from twowaystreet._core.records.records import Record
from twowaystreet._core.views.views import view
from twowaystreet._util.imports import annotated
from twowaystreet.errors import IllegalMove
from twowaystreet.testing.conformance.promises import PROMISES
from twowaystreet.testing.drawing import deals, note_match, quoted_text, rows, shown
from twowaystreet.testing.playouts import CheckedPosition, Context, Playout, Violation, replay
from twowaystreet.testing.strategies import moves, openings, seats

annotated(RuleBasedStateMachine, defaultdict=defaultdict)

STRIDE: Final = 30
"""The greatest number of moves in one step."""


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
        game: the game.
        options: the rules to play with, or a strategy for them; ``None`` for any.
        match: the match in progress; for a registered game, its ``record`` has all the moves.
    """

    game: ClassVar[Game]
    options: ClassVar[Any] = None  # Any: each game has a class of its own for them
    match: Playout

    def __init__(self) -> None:
        super().__init__()
        self._context = Context(self.game)
        self._offered: list[Move] = []

    @property
    def state(self) -> Any:  # Any: each game has its own class of states
        """The state of the match."""
        return self.match.state

    @property
    def is_over(self) -> bool:
        """Return whether the match is over."""
        return self.match.state.is_over

    # Rules

    @initialize(data=st.data())
    def begin(self, data: st.DataObject) -> None:
        """Begin a match."""
        start: AnyState = data.draw(openings(self.game, self.options))
        self.match = Playout((start,))

    @precondition(lambda self: not self.is_over)
    @rule(data=st.data())
    def play(self, data: st.DataObject) -> None:
        """Deal, or make a random legal move."""
        self.make(data.draw(moves(self.match.state)))

    @precondition(lambda self: self.match.state.actor is not None)
    @rule(number=st.integers(2, STRIDE), chance=shown(rows(STRIDE), "row", lambda row: "..."))
    def play_on(self, number: int, chance: bytes) -> None:
        """Make several legal moves, at most to the end of the hand."""
        for byte in chance[:number]:
            found = legal_moves(self.match.state)
            if found:
                self.make(found[byte * len(found) >> 8])

    @rule(data=st.data())
    def offer_illegal_move(self, data: st.DataObject) -> None:
        """Offer an illegal card or deal, or a move that was legal earlier; check the refusal."""
        state = self.match.state
        legal = set(legal_moves(state))
        held = () if state.actor is None else view(state, state.actor).hand or ()
        groups = (map(Play, held), map(Play, dict.fromkeys(state.rules.pack.cards)), self._offered)
        wrong = [[move for move in group if move not in legal] for group in groups]
        offers = [shown(st.sampled_from(some), "move", quoted_text) for some in wrong if some]
        if not state.needs_deal:
            offers.append(deals(state.rules))
        if offers:
            self.refuse(data.draw(st.one_of(offers)))

    @precondition(lambda self: bool(self.match.moves))
    @rule(number=st.integers(1, STRIDE))
    def take_back(self, number: int) -> None:
        """Undo moves; check that the same moves lead to the same state again."""
        before, kept = self.match, max(0, len(self.match.moves) - number)
        self.match = before.until(kept)
        again = replay(self.match.state, before.moves[kept:])
        assert again.state == before.state, "the same moves lead to another state"

    @rule(data=st.data())
    def write_and_read(self, data: st.DataObject) -> None:
        """Check that the record and a view can be read back; if unregistered, the last move."""
        state = self.match.state
        if game_of(self.game.State) is not self.game:
            self._keeps("notation")
            return
        record = self.match.record
        assert Record.from_text(record.to_text()) == record, "the text gives another record"
        assert Record.from_json(record.to_json()) == record, "the JSON gives another record"
        seen = view(state, data.draw(seats(state)))
        assert self.game.View.from_json(seen.to_json()) == seen, "the JSON gives another view"

    # Invariants

    @invariant()
    def no_card_is_twice(self) -> None:
        """Check that no card is in more places than the pack has copies of it."""
        self._keeps("cards")

    @invariant()
    def play_can_continue(self) -> None:
        """Check that a seat has legal moves, or a deal is due, or the match is over."""
        self._keeps("turns", "tricks")
        found = legal_moves(self.match.state)
        assert len(set(found)) == len(found), "a legal move is listed twice"
        for move in found:
            assert apply(self.match.state, move) is not None
        self._offered = list(dict.fromkeys([*self._offered, *found]))

    def _keeps(self, *promises: str) -> None:
        position = CheckedPosition(
            self._context, self.match, len(self.match.moves), random.Random(0)
        )
        for promise in map(PROMISES.__getitem__, promises):
            if promise.applies_to(self.game):
                try:
                    promise.check(position)
                except Violation as fault:
                    raise AssertionError(fault.wrong) from fault.__cause__

    @invariant()
    def only_the_actor_sees_the_legal_moves(self) -> None:
        """Check that only the view of the actor shows the legal moves."""
        state = self.match.state
        for seat in range(state.rules.seats):
            expected = legal_moves(state) if seat == state.actor else ()
            assert view(state, seat).legal_moves == expected, f"seat {seat} sees other legal moves"
        assert view(state, None).legal_moves is None, "a spectator sees legal moves"

    def teardown(self) -> None:
        """Print the match if the run has failed."""
        if hasattr(self, "match"):
            note_match(self.game, self.match, "The match")

    # Helpers, also for the rules of subclasses

    def make(self, move: Move) -> None:
        """Make a legal move, and check the promises about every move.

        Raises:
            IllegalMove: if the game refuses it.
        """
        before = self.match.state
        known = hash(before)
        self.match = self.match.play(move)
        after = self.match.state
        assert hash(before) == known and apply(before, move) == after, "the state has changed"
        if isinstance(move, Play):
            left = sum(before.hand_sizes) - sum(after.hand_sizes)
            assert left == 1, f"the play took {left} cards from the hands"
        if not after.hand_over and not before.hand_over:
            assert after.scores == before.scores, "the scores changed during the hand"

    def refuse(self, move: object) -> IllegalMove:
        """Offer an illegal move, check that nothing changes, and return the refusal."""
        state = self.match.state
        known = hash(state)
        try:
            apply(state, move)
        except IllegalMove as error:
            refusal = error
        else:
            raise AssertionError(f"an illegal move was accepted: {move}")
        assert hash(state) == known, "a refused move has changed the state"
        assert refusal.reason.explain(), "refused without a reason"
        return refusal


def machine_of(game: str | Game, rules: Any = None) -> type[GameMachine]:
    """Return the state machine of a game.

    Args:
        game: the game, or its name.
        rules: the rules to play with, or a strategy for them; ``None`` for any.

    Returns:
        A class whose ``TestCase`` runs it. A subclass can add rules and invariants.

    Raises:
        RecordError: if there is no such game.
    """
    found = game if isinstance(game, Game) else game_named(game)
    name = "".join(part.title() for part in found.name.split("_")) + "Machine"
    members = {"game": found, "options": rules, "__module__": __name__}
    return types.new_class(name, (GameMachine,), exec_body=lambda body: body.update(members))
