"""Openings of a match: a dealer, and scores and hands that were played elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

import attrs
from hypothesis import strategies as st

from twowaystreet._engine.game import Game
from twowaystreet._engine.match import GameRules
from twowaystreet._engine.setup import match_arguments
from twowaystreet._engine.state import AnyState
from twowaystreet.errors import TwoWayStreetError

FAR: Final = 512
"""The greatest distance from the usual start at which a number is tried."""
HANDS_BEFORE: Final = 12
"""The greatest number of hands played before, where nothing bounds a match."""


@attrs.frozen
class Range:
    """What each seat can begin a match with, such as scores.

    Attributes:
        usual: what it begins with if nothing else is said.
        least: the least number that is possible, or that is tried.
        most: the greatest one.
    """

    usual: int
    least: int
    most: int

    @property
    def numbers(self) -> st.SearchStrategy[int]:
        """The numbers of the range, the usual one being the simplest."""
        usual = self.usual
        return st.integers(self.least - usual, self.most - usual).map(lambda far: usual + far)

    @property
    def ends(self) -> tuple[int, ...]:
        """The numbers next to those that cannot be, as those of a match that is over cannot."""
        bounds = ((self.most, self.usual + FAR), (self.least, self.usual - FAR))
        return tuple(end for end, tried in bounds if end != tried) or (self.usual,)


@lru_cache
def ranges_of(game: Game, rules: GameRules) -> Mapping[str, Range]:
    """What each seat can begin a match with, by name, found out by trying.

    >>> from twowaystreet.games import street
    >>> ranges_of(street.GAME, street.Rules())
    {'scores': Range(usual=0, least=0, most=19)}
    """
    first = game.new_game(rules)
    names = [name for name in match_arguments(game) if name not in ("dealer", "hands_played")]

    def possible(name: str, number: int) -> bool:
        try:
            game.new_game(rules, **{name: (number,) * rules.seats})
        except TwoWayStreetError:
            return False
        return True

    def end(name: str, usual: int, way: int) -> int:
        """The last number that is possible one way; all are up to it."""
        good, bad = 0, FAR + 1
        while bad - good > 1:
            middle = (good + bad) // 2
            if possible(name, usual + way * middle):
                good = middle
            else:
                bad = middle
        return usual + way * good

    usual = {name: int(getattr(first, name)[0]) for name in names}
    return {
        name: Range(start, end(name, start, -1), end(name, start, 1))
        for name, start in usual.items()
    }


@st.composite
def beginnings(draw: st.DrawFn, game: Game, rules: Any, last: bool) -> AnyState:
    """States that a match begins with, or goes on from.

    Args:
        draw: given by Hypothesis.
        game: the game.
        rules: the options it is played with. Any: that they have a hash, no protocol says.
        last: whether the match should be about to end.
    """
    seats = rules.seats
    dealer = draw(st.integers(0, seats - 1))
    if not last and not draw(st.booleans()):
        return _new_game(game, rules, dealer)
    ranges = ranges_of(game, rules)
    if last and rules.max_hands is not None:
        return _new_game(game, rules, dealer, hands_played=rules.max_hands - 1)
    facts: dict[str, Any] = {}  # Any: as new_game takes them
    for name, found in ranges.items():
        each = st.sampled_from(found.ends) if last and name == "scores" else found.numbers
        facts[name] = draw(st.tuples(*[each] * seats))
    most = HANDS_BEFORE if rules.max_hands is None else rules.max_hands - 1
    try:
        return _new_game(game, rules, dealer, **facts, hands_played=draw(st.integers(0, most)))
    except TwoWayStreetError:
        # What each seat can begin with alone need not be possible together.
        return _new_game(game, rules, dealer)


def _new_game(game: Game, rules: GameRules, dealer: int, **facts: Any) -> AnyState:
    start: AnyState = game.new_game(rules, dealer=dealer, **facts)
    return start
