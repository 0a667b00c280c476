"""Hypothesis draws deals, openings and matches; failing tests print them in readable forms.

Random numbers come from byte strings. Hypothesis treats a byte string as one choice, and a choice
costs much more time than a move of the library. So a state is drawn several times as fast as with
one choice for each card.
"""

from __future__ import annotations

import random
from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, Generic, TypeVar

import attrs
from hypothesis import note, reject
from hypothesis import strategies as st

from twowaystreet._core.cards.cards import text_of
from twowaystreet._core.engine.game import Game
from twowaystreet._core.engine.match import GameRules
from twowaystreet._core.engine.moves import Deal, Move, Phase, deal_of
from twowaystreet._core.engine.setup import match_arguments
from twowaystreet._core.engine.state import AnyState
from twowaystreet._core.engine.verbs import apply, legal_moves
from twowaystreet.errors import TwoWayStreetError
from twowaystreet.testing.playouts import Playout, play_hands

T = TypeVar("T")


@attrs.frozen(eq=False)
class Described(Generic[T]):
    """A value with its description, which is computed only for printing."""

    thing: T
    text: Callable[[T], str]

    # Any: a pretty printer of Hypothesis or IPython.
    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(self.text(self.thing))


def shown(
    strategy: st.SearchStrategy[T],
    name: str,
    text: Callable[[T], str],
    value: Callable[[T], Any] = lambda drawn: drawn,
) -> st.SearchStrategy[Any]:
    """Return a strategy whose elements a failing test prints as ``name(text)``.

    Hypothesis prints a result of ``map`` as the call that made it. Any: ``value`` returns any type;
    by default it returns the drawn element.
    """

    def make(described: Described[T]) -> Any:  # Any: as above
        return value(described.thing)

    make.__name__ = name
    return strategy.map(lambda drawn: Described(drawn, text)).map(make)


def quoted_text(thing: object) -> str:
    """Return the text of an object in quotes, such as ``'QS'``."""
    return repr(str(thing))


def rows(size: int) -> st.SearchStrategy[bytes]:
    """Return a strategy for byte strings of this size; zeros are the simplest."""
    return st.binary(min_size=size, max_size=size)


class ByteChoices:
    """Random choices from byte strings, which are drawn as needed.

    A zero byte chooses the first option. A smaller byte never chooses a later option.
    """

    def __init__(self, draw: st.DrawFn, size: int) -> None:
        self._draw = draw
        self._rows = rows(size)
        self._row = iter(b"")

    def _byte(self) -> int:
        byte = next(self._row, None)
        if byte is None:
            self._row = iter(self._draw(self._rows))
            byte = next(self._row)
        return byte

    def one_of(self, some: Sequence[T]) -> T:
        """Choose one element of a sequence."""
        size, chance, bits = len(some), 0, 0
        while size > 1 << bits:
            chance, bits = chance << 8 | self._byte(), bits + 8
        return some[chance * size >> bits]

    def move(self, state: AnyState, among: Sequence[Move] = ()) -> Move:
        """Choose a deal if one is due, else one of the given or of all legal moves."""
        if state.needs_deal:
            return self._draw(deals(state.rules))
        return self.one_of(among or legal_moves(state))


def deals(rules: GameRules) -> st.SearchStrategy[Deal]:
    """Deals of the pack of a game; the sorted pack is the simplest.

    Args:
        rules: the rules of the game.

    >>> from hypothesis import find
    >>> from twowaystreet.games import twos
    >>> str(find(deals(twos.Rules()), lambda deal: deal.cards[0].suit == "S"))[:20]
    'deal 2S 2C 3C 4C 5C '
    """
    pack = rules.pack
    width = 1 if len(pack) <= 256 else 2

    def shuffled(row: bytes) -> Deal:
        left = list(pack.cards)
        order = [
            left.pop(int.from_bytes(row[at : at + width]) * len(left) >> 8 * width)
            for at in range(0, len(row), width)
        ]
        return deal_of(tuple(order), pack)

    return shown(
        rows(width * len(pack)), "deal", lambda row: repr(text_of(shuffled(row).cards)), shuffled
    )


SEARCH: Final = 2
"""The number of further hands in which a phase is searched for."""
LOOKS: Final = 100
"""The greatest number of moves that are tried in a search for a phase."""
SURE: Final = ("play", "hand over", "game over")
"""The phases that come up without a search."""


@lru_cache
def last_seen(game: Game, rules: GameRules) -> Mapping[Phase, int]:
    """Play a random hand; return the number of moves after which each phase was last seen."""
    playout = play_hands(game.new_game(rules), random.Random(0), 1)
    return {state.phase: number for number, state in enumerate(playout.states)}


def ways_to(state: AnyState, phase: Phase | None, depth: int = 2) -> tuple[Move, ...]:
    """Return the legal moves that lead to a phase at once, or else within two moves; often none."""
    found = legal_moves(state)
    both = [(move, apply(state, move)) for move in found]
    ways = tuple(move for move, then in both if then.phase is phase)
    if ways or depth == 1 or len(found) ** 2 > LOOKS:
        return ways
    return tuple(move for move, then in both if ways_to(then, phase, depth - 1))


@st.composite
def random_matches(
    draw: st.DrawFn,
    game: Game,
    phase: Phase | None,
    rules: st.SearchStrategy[Any],  # Any: each game has a class of its own for them
    title: str,
) -> Playout:
    """Matches up to any point, or to a point in a phase; a failing test prints them."""
    chosen = draw(rules)
    match = Playout((draw(beginnings(game, chosen, phase == "game over")),))
    try:
        ends = last_seen(game, chosen)
        length = max(ends.values())
        reach = length if phase is None else ends.get(phase, length)
        # Some matches reach the next hand. With integers(0, 60) two numbers of five would be 0.
        number = draw(st.sampled_from(range(reach + length // 8 + 1)))
        chances = ByteChoices(draw, length)
        seen: list[int] = []
        for made in range(number + (SEARCH * length if phase else 0)):
            state = match.state
            if state.phase is phase:
                seen.append(made)
            if state.is_over or (seen and made >= number):
                break
            searches = phase is not None and made >= number and phase not in SURE
            match = match.play(chances.move(state, ways_to(state, phase) if searches else ()))
        if phase and not seen:
            reject()
        # Go back to a point where the match was in the phase.
        if phase and match.state.phase is not phase:
            match = match.until(chances.one_of(seen))
    finally:
        # If the game itself raises an error, the printed match shows where.
        note_match(game, match, title)
    return match


def note_match(game: Game, match: Playout, title: str) -> None:
    """Print a match if the test has failed."""
    note(
        Described(match, lambda _: f"{title} after {match.length}:\n{match.text(game).rstrip()}\n")
    )


FAR: Final = 512
"""The greatest distance from the usual start at which a number is tried."""
HANDS_BEFORE: Final = 12
"""The greatest number of hands played before, for a match without ``max_hands``."""


@attrs.frozen
class StartRange:
    """The numbers that a seat or the whole table can begin a match with, such as scores."""

    usual: int
    least: int
    most: int

    @property
    def numbers(self) -> st.SearchStrategy[int]:
        """A strategy for the numbers of the range; the usual number is the simplest."""
        usual = self.usual
        return st.integers(self.least - usual, self.most - usual).map(lambda far: usual + far)

    @property
    def ends(self) -> tuple[int, ...]:
        """The last possible numbers: with one more or less the match would be over, for example."""
        bounds = ((self.most, self.usual + FAR), (self.least, self.usual - FAR))
        return tuple(end for end, tried in bounds if end != tried) or (self.usual,)


@lru_cache
def ranges_of(game: Game, rules: GameRules) -> Mapping[str, StartRange]:
    """Find by trial the numbers that each seat or the table can begin a match with, by name."""
    first = game.new_game(rules)

    def end(name: str, usual: int, way: int) -> int:
        def impossible(far: int) -> bool:
            number = usual + way * far
            try:
                game.new_game(rules, **{name: (number,) * rules.seats if each[name] else number})
            except TwoWayStreetError:
                return True
            return False

        return usual + way * bisect_left(range(1, FAR + 1), True, key=impossible)

    each = _is_per_seat(game)
    found = {name: getattr(first, name) for name in each}
    usual = {name: int(found[name][0] if each[name] else found[name]) for name in each}
    return {
        name: StartRange(start, end(name, start, -1), end(name, start, 1))
        for name, start in usual.items()
    }


def _is_per_seat(game: Game) -> dict[str, bool]:
    """Return the arguments with figures of an earlier part; True for those with one a seat."""
    types = match_arguments(game)
    return {name: types[name] is not int for name in types if name not in _ALWAYS}


_ALWAYS: Final = ("dealer", "hands_played")
"""The arguments whose values have strategies of their own."""


@st.composite
def beginnings(draw: st.DrawFn, game: Game, rules: Any, last: bool) -> AnyState:
    """First states of a match, or of the rest of a match."""
    seats = rules.seats
    dealer = draw(st.integers(0, seats - 1))
    if not last and not draw(st.booleans()):
        return _new_game(game, rules, dealer)
    ranges = ranges_of(game, rules)
    if last and rules.max_hands is not None:
        return _new_game(game, rules, dealer, hands_played=rules.max_hands - 1)
    numbers: dict[str, Any] = {}  # Any: as new_game takes them
    per_seat = _is_per_seat(game)
    for name, found in ranges.items():
        each = st.sampled_from(found.ends) if last and name == "scores" else found.numbers
        numbers[name] = draw(st.tuples(*[each] * seats) if per_seat[name] else each)
    most = HANDS_BEFORE if rules.max_hands is None else rules.max_hands - 1
    try:
        return _new_game(game, rules, dealer, **numbers, hands_played=draw(st.integers(0, most)))
    except TwoWayStreetError:
        # Numbers that are possible for one seat may be impossible together.
        return _new_game(game, rules, dealer)


def _new_game(game: Game, rules: GameRules, dealer: int, **numbers: Any) -> AnyState:
    start: AnyState = game.new_game(rules, dealer=dealer, **numbers)
    return start
