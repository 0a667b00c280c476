"""Matches in progress, played at random to any point or phase; a failing test prints them."""

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
        """The number of moves made, in words."""
        made = len(self.steps)
        return f"{made} move{'' if made == 1 else 's'}"

    def __str__(self) -> str:
        """The text of a record, without what is empty at its end."""
        return text_format.write(self.game, self.start, self.steps, self.state).rstrip()

    def _repr_pretty_(self, printer: Printer, cycle: bool) -> None:
        """What the note of a failing test says; nothing is written for tests that pass."""
        title = f"{self.title}\n" if self.title else ""
        printer.text(f"{title}{self}\n")


LONGEST: Final = 1000
"""After how many moves a trial ends that comes to no end."""
SEARCH: Final = 2
"""The number of further hands that are played to come to a phase."""
LOOKS: Final = 100
"""The greatest number of moves that are tried for a way to a phase."""
SURE: Final = ("play", "hand over", "game over")
"""The phases that come without being aimed at."""


@lru_cache
def last_seen(game: Game, rules: GameRules) -> Mapping[Phase, int]:
    """After how many moves each phase was last seen in a hand played by chance."""
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
    """The legal moves by which a phase comes up at once, or else within two moves; often none."""
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
    """Matches up to any point, or to one in a phase; a failing test prints them.

    Args:
        draw: given by Hypothesis.
        game: the game.
        phase: the phase; ``None`` for any.
        rules: the options it is played with.
        title: what is drawn of the match, in words.
    """
    chosen = draw(rules)
    match = OngoingMatch.begin(game, draw(beginnings(game, chosen, phase == "game over")))
    try:
        seen = last_seen(game, chosen)
        length = max(seen.values())
        reach = length if phase is None else seen.get(phase, length)
        # On into the next hand, too. Among integers(0, 60) two of five would be 0.
        number = draw(st.sampled_from(range(reach + length // 8 + 1)))
        chances = Chances(draw, length)
        if phase is None:
            while len(match.steps) < number and not match.state.is_over:
                match.play(chances.move(match.state))
        else:
            _play_to(chances, match, phase, number, SEARCH * length)
    finally:
        # Also if the game itself raises, which then is what is to be found out.
        match.title = f"{title} after {match.length}:"
        note(match)
    return match


def _play_to(chances: Chances, match: OngoingMatch, phase: Phase, number: int, most: int) -> None:
    """Play so many moves and come to a phase; give the case up if that does not succeed.

    If the phase does not come up at once after the moves, it is one of the times that it came up
    among them; if there was none, the match is played on.
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
