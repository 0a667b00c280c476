"""Matches in progress, played at random to any point or phase; failing tests print them."""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

import attrs
from hypothesis import note, reject
from hypothesis import strategies as st

from twowaystreet._engine.game import Game
from twowaystreet._engine.match import GameRules
from twowaystreet._engine.moves import Move
from twowaystreet._engine.phases import Phase
from twowaystreet._engine.state import AnyState
from twowaystreet._engine.verbs import apply, legal_moves, shuffle
from twowaystreet._records import text_format
from twowaystreet._records.records import Record, _build_record
from twowaystreet.testing.drawing import Chances, Printer
from twowaystreet.testing.openings import beginnings


@attrs.define(eq=False, repr=False)
class OngoingMatch:
    """A match in progress.

    Attributes:
        game: the game, registered or not.
        start: the first state.
        state: the present state.
        steps: each move with the state before it.
        title: the line above the text of the match.

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
        """Begin a match."""
        return cls(game, start, start, [])

    def play(self, move: Move) -> None:
        """Make a move."""
        after = apply(self.state, move)
        self.steps.append((self.state, move))
        self.state = after

    def cut(self, number: int) -> None:
        """Undo moves until this number of moves is left."""
        if number < len(self.steps):
            self.state = self.steps[number][0]
            del self.steps[number:]

    @property
    def record(self) -> Record:
        """The record of the match, for a registered game."""
        # Every move was legal when it was made: no replay is needed.
        return _build_record(self.start, tuple(move for _, move in self.steps), self.state)

    @property
    def length(self) -> str:
        """The number of moves made, in words."""
        made = len(self.steps)
        return f"{made} move{'' if made == 1 else 's'}"

    def __str__(self) -> str:
        """Return the text of the record without blank lines at the end."""
        return text_format.write(self.game, self.start, self.steps, self.state).rstrip()

    def _repr_pretty_(self, printer: Printer, cycle: bool) -> None:
        """Print the match for the note of a failing test."""
        title = f"{self.title}\n" if self.title else ""
        printer.text(f"{title}{self}\n")


LONGEST: Final = 1000
"""The greatest number of moves in a trial hand."""
SEARCH: Final = 2
"""The number of further hands in which a phase is searched for."""
LOOKS: Final = 100
"""The greatest number of moves that are tried in a search for a phase."""
SURE: Final = ("play", "hand over", "game over")
"""The phases that come up without a search."""


@lru_cache
def last_seen(game: Game, rules: GameRules) -> Mapping[Phase, int]:
    """Play a random hand; return the number of moves after which each phase was last seen."""
    rng = random.Random(0)
    state: AnyState = game.new_game(rules)
    seen: dict[Phase, int] = {}
    for number in range(LONGEST):
        seen[state.phase] = number
        if state.hand_over:
            break
        move = shuffle(state, rng) if state.needs_deal else rng.choice(legal_moves(state))
        state = apply(state, move)
    return seen


def ways_to(state: AnyState, phase: Phase, depth: int = 2) -> tuple[Move, ...]:
    """Return the legal moves that lead to a phase at once, or else within two moves; often none."""
    found = legal_moves(state)
    after = [apply(state, move) for move in found]
    ways = tuple(move for move, then in zip(found, after, strict=True) if then.phase is phase)
    if ways or depth == 1 or len(found) ** 2 > LOOKS:
        return ways
    both = zip(found, after, strict=True)
    return tuple(move for move, then in both if ways_to(then, phase, depth - 1))


@st.composite
def random_matches(
    draw: st.DrawFn,
    game: Game,
    phase: Phase | None,
    rules: st.SearchStrategy[Any],  # Any: each game has a class of its own for them
    title: str,
) -> OngoingMatch:
    """Matches up to any point, or to a point in a phase; a failing test prints them.

    Args:
        draw: the draw function of Hypothesis.
        game: the game.
        phase: the phase; ``None`` for any.
        rules: a strategy for the rules.
        title: the name of the drawn object, for the printed match.
    """
    chosen = draw(rules)
    match = OngoingMatch.begin(game, draw(beginnings(game, chosen, phase == "game over")))
    try:
        seen = last_seen(game, chosen)
        length = max(seen.values())
        reach = length if phase is None else seen.get(phase, length)
        # Some matches reach the next hand. With integers(0, 60) two numbers of five would be 0.
        number = draw(st.sampled_from(range(reach + length // 8 + 1)))
        chances = Chances(draw, length)
        if phase is None:
            while len(match.steps) < number and not match.state.is_over:
                match.play(chances.move(match.state))
        else:
            _play_to(chances, match, phase, number, SEARCH * length)
    finally:
        # If the game itself raises an error, the printed match shows where.
        match.title = f"{title} after {match.length}:"
        note(match)
    return match


def _play_to(chances: Chances, match: OngoingMatch, phase: Phase, number: int, most: int) -> None:
    """Play a number of moves and stop in a phase; reject the case if that fails.

    If the match is in another phase after these moves, go back to a point where it was in the
    phase. If there was none, play on until the phase comes up.
    """
    seen: list[int] = []
    while len(match.steps) < number + most:
        state, made = match.state, len(match.steps)
        if state.phase is phase:
            seen.append(made)
        if state.is_over or (seen and made >= number):
            break
        aimed = () if made < number or phase in SURE else ways_to(state, phase)
        match.play(chances.move(state, aimed))
    if not seen:
        reject()
    if match.state.phase is not phase:
        match.cut(chances.one_of(seen))
