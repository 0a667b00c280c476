"""A house rule for Twos, and tests of three statements about it.

The last two in a trick takes it, not the first, unless the three of its suit is there (HR-1). All
other rules are those of Twos. The example tests three statements about every possible hand. One is
false, and the example prints the shortest hand that breaks it.

python examples/house_rule.py
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

import attrs
from hypothesis import given, settings
from typing_extensions import override

from twowaystreet import authoring as core
from twowaystreet import testing
from twowaystreet.authoring import Card, Rank, Suit, Trick
from twowaystreet.games import twos
from twowaystreet.testing import conformance


def three_of(two: Card) -> Card:
    """Return the three of a two's suit."""
    assert two.suit is not None
    return core.SUITS[two.suit][Rank.THREE.place]


class State(twos.State):
    """A game of late Twos at one moment."""

    __slots__ = ()
    title: ClassVar = "Late Twos"

    @override
    def _wins(self, table: tuple[Card, ...], led: Suit | None) -> int:
        """HR-1: the last two takes the trick, or the three of its suit."""
        twos_played = [place for place, card in enumerate(table) if card.rank is Rank.TWO]
        if not twos_played:
            return super()._wins(table, led)
        three = three_of(table[twos_played[-1]])
        return table.index(three) if three in table else twos_played[-1]


@attrs.frozen(kw_only=True)
class View(twos.View):
    """The knowledge of a seat: the same facts as in Twos."""


GAME = core.Game(name="late_twos", Rules=twos.Rules, State=State, View=View)

quick = settings(max_examples=100, derandomize=True, database=None, deadline=None, print_blob=False)


def last_two(trick: Trick) -> Card | None:
    """Return the last two of a trick, or ``None``."""
    return next((card for card in reversed(trick.cards) if card.rank is Rank.TWO), None)


def taking(trick: Trick) -> Card:
    """Return the card that takes a trick."""
    assert trick.winner is not None
    return trick.cards[trick.seats.index(trick.winner)]


@quick
@given(testing.states(GAME))
def last_two_takes_it(state: State) -> None:
    """The last two takes the trick, unless the three of its suit is there."""
    for trick in state.tricks:
        two = last_two(trick)
        if two is not None:
            three = three_of(two)
            assert taking(trick) == (three if three in trick.cards else two)


@quick
@given(testing.states(GAME, "game over"))
def sixteen_points(state: State) -> None:
    """A hand is worth sixteen points in all, however many twos are caught."""
    assert state.score is not None
    assert sum(state.score.points) == 16


@quick
@given(testing.states(GAME))
def last_two_is_safe(state: State) -> None:
    """The last two of a trick is never caught."""
    for trick in state.tricks:
        assert last_two(trick) in (None, taking(trick))


def main() -> None:
    """Check the promises that every game makes, then test the statements."""
    looked_at = conformance.check(GAME, hands=2)
    print(f"{GAME.title} keeps {len(looked_at)} promises.")
    statements: tuple[Callable[[], None], ...] = (
        last_two_takes_it,
        sixteen_points,
        last_two_is_safe,
    )
    for statement in statements:
        try:
            statement()
        except AssertionError as failure:
            print(f"WRONG: {statement.__doc__}", *failure.__notes__, sep="\n")
        else:
            print(f"holds: {statement.__doc__}")


if __name__ == "__main__":
    main()
