"""What is said and done in Twenty Down before the play: trumps, draws, in or out."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain, combinations
from typing import ClassVar, Final, Self

import attrs
from typing_extensions import override

from twowaystreet.cards import CARDS, Card, Suit, read_cards, text_of
from twowaystreet.draft import builder
from twowaystreet.games._twenty_down_scoring import Status
from twowaystreet.masks import places_in
from twowaystreet.moves import Move, SuitMove, card_tuple, malformed
from twowaystreet.text import Reader, member_of

MOST_DRAWN: Final = 3


@attrs.frozen
class Trump(SuitMove):
    """Name trumps (TD-2).

    Args:
        suit: the suit.

    >>> str(Trump(Suit.HEARTS))
    'trump H'
    """

    word: ClassVar[str] = "trump"
    form: ClassVar[str] = "trump and a suit"


def _up_to_three(value: Iterable[Card]) -> tuple[Card, ...]:
    some = card_tuple(value)
    if len(some) > MOST_DRAWN:
        raise malformed(value, f"{MOST_DRAWN} cards at the most")
    return tuple(sorted(some))


@attrs.frozen
class Draw(Move):
    """Discard up to three cards, and draw as many from the top of the stock (TD-3).

    Args:
        cards: the cards to discard in any order, none to keep all; kept in the order of cards.

    >>> from twowaystreet.cards import cards
    >>> str(Draw(cards("8D 7C"))), str(Draw())
    ('draw 7C 8D', 'draw')
    """

    cards: tuple[Card, ...] = attrs.field(default=(), converter=_up_to_three)
    form: ClassVar[str] = f"draw and up to {MOST_DRAWN} cards"

    @override
    @classmethod
    def read(cls, reader: Reader) -> Self | None:
        return cls(read_cards(reader, MOST_DRAWN)) if reader.accept("draw") else None

    def __str__(self) -> str:
        return f"draw {text_of(self.cards)}".rstrip()


def _status(value: Status) -> Status:
    status = member_of(Status, value)
    if status is None:
        raise malformed(value, "in or out")
    return status


@attrs.frozen
class Declare(Move):
    """Say whether one is in or out (TD-4).

    Args:
        status: in or out.

    >>> str(Declare(Status.OUT))
    'out'
    """

    status: Status = attrs.field(converter=_status)
    form: ClassVar[str] = "in or out"

    @override
    @classmethod
    def read(cls, reader: Reader) -> Self | None:
        return next((cls(status) for status in Status if reader.accept(status)), None)

    def __str__(self) -> str:
        return self.status.value


TRUMPS: Final = tuple(map(Trump, Suit))
DECLARATIONS: Final = tuple(map(Declare, Status))


_build_draw: Final = builder(Draw)


class _Draws(dict[tuple[int, ...], Draw]):
    """The draws by the places of the cards discarded, each made when it is first asked for."""

    def __missing__(self, places: tuple[int, ...]) -> Draw:
        self[places] = draw = _build_draw(tuple([CARDS[place] for place in places]))
        return draw


_DRAWS: Final = _Draws()


def draws(held: int) -> tuple[Draw, ...]:
    """Every choice of cards to discard, the fewest first (TD-3).

    Ready-made moves: measured on CPython 3.11, 5 microseconds for the 26 of a hand against 90 to
    make them anew, which would be more than all else in a hand takes.
    """
    places = places_in(held)
    choices = [combinations(places, count) for count in range(MOST_DRAWN + 1)]
    return tuple(map(_DRAWS.__getitem__, chain.from_iterable(choices)))
