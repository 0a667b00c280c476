"""A Hypothesis state machine for any game: legal moves, illegal moves and undo in random order.

>>> from twowaystreet.testing import machine_of
>>> TestStreet = machine_of("street").TestCase  # a test module needs no more
"""

from __future__ import annotations

import types
from collections import Counter
from itertools import chain
from typing import Any, ClassVar, Final

from hypothesis import note
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from twowaystreet._cards.cards import Card
from twowaystreet._engine.game import Game, game_named, game_of
from twowaystreet._engine.moves import Move, Play
from twowaystreet._engine.notation import parse_move
from twowaystreet._engine.state import AnyState
from twowaystreet._engine.verbs import apply, legal_moves
from twowaystreet._records.records import Record
from twowaystreet._tricks.trick_state import TrickState
from twowaystreet._views.views import view
from twowaystreet.errors import IllegalMove
from twowaystreet.testing.drawing import deals, quoted_text, shown
from twowaystreet.testing.matches import OngoingMatch
from twowaystreet.testing.strategies import moves, openings, seats

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
    match: OngoingMatch

    def __init__(self) -> None:
        super().__init__()
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
        self.match = OngoingMatch.begin(self.game, start)

    @precondition(lambda self: not self.is_over)
    @rule(data=st.data())
    def play(self, data: st.DataObject) -> None:
        """Deal, or make a random legal move."""
        self.make(data.draw(moves(self.match.state)))

    @precondition(lambda self: self.match.state.actor is not None)
    @rule(
        number=st.integers(2, STRIDE),
        chance=shown(st.binary(min_size=STRIDE, max_size=STRIDE), "row", lambda row: "..."),
    )
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
        groups = (
            map(Play, held),
            map(Play, dict.fromkeys(state.rules.pack.cards)),
            self._offered,
        )
        wrong = [[move for move in group if move not in legal] for group in groups]
        offers = [shown(st.sampled_from(some), "move", quoted_text) for some in wrong if some]
        if not state.needs_deal:
            offers.append(deals(state.rules))
        if offers:
            self.refuse(data.draw(st.one_of(offers)))

    @precondition(lambda self: bool(self.match.steps))
    @rule(number=st.integers(1, STRIDE))
    def take_back(self, number: int) -> None:
        """Undo moves; check that the same moves lead to the same state again."""
        kept = max(0, len(self.match.steps) - number)
        last, again = self.match.state, [move for _, move in self.match.steps[kept:]]
        self.match.cut(kept)
        state = self.match.state
        for move in again:
            state = apply(state, move)
        assert state == last, "the same moves lead to another state"

    @rule(data=st.data())
    def write_and_read(self, data: st.DataObject) -> None:
        """Check that the record and a view can be read back; if unregistered, the last move."""
        state = self.match.state
        if game_of(self.game.State) is not self.game:
            for before, move in self.match.steps[-1:]:
                assert parse_move(before, str(move)) == move, f"the text gives another move: {move}"
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
        state = self.match.state
        tricks = (*state.tricks, state.trick) if isinstance(state, TrickState) else ()
        places = [*state.hands, state.stock, *(trick.cards for trick in tricks)]
        found: Counter[Card] = Counter(chain.from_iterable(places))
        found.subtract(state.rules.pack.cards)
        surplus = {str(card): more for card, more in found.items() if more > 0}
        assert not surplus, f"more copies than in the pack: {surplus}"

    @invariant()
    def play_can_continue(self) -> None:
        """Check that a seat has legal moves, or a deal is due, or the match is over."""
        state = self.match.state
        players = range(state.rules.seats)
        found = legal_moves(state)
        assert len(set(found)) == len(found), "a legal move is listed twice"
        if state.actor is None:
            assert state.needs_deal != state.is_over and not found, "nobody can move"
        else:
            assert state.actor in players and found, "the seat to move has no legal move"
            for move in found:
                assert apply(state, move) is not None
            self._offered = list(dict.fromkeys([*self._offered, *found]))
        assert state.dealer in players and len(state.scores) == len(players), "no such seats"

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
            self.match.title = f"The match after {self.match.length}:"
            note(self.match)

    # Helpers, also for the rules of subclasses

    def make(self, move: Move) -> None:
        """Make a legal move, and check the promises about every move.

        Raises:
            IllegalMove: if the game refuses it.
        """
        before = self.match.state
        known = hash(before)
        self.match.play(move)
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
    """
    found = game if isinstance(game, Game) else game_named(game)
    name = "".join(part.title() for part in found.name.split("_")) + "Machine"
    members = {"game": found, "options": rules, "__module__": __name__}
    return types.new_class(name, (GameMachine,), exec_body=lambda body: body.update(members))
