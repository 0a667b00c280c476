"""Tricks of Tien Len, with several cards to a play and several plays by a seat (TL-8)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Final

import attrs

from twowaystreet._core.cards.cards import Card, text_of
from twowaystreet._core.engine.fields import CardSet, Seat
from twowaystreet._util.values import Pictured, Value, fast_constructor
from twowaystreet.games.tien_len.kinds import ascending


@attrs.frozen
class TrickPlay(Value):
    """A play or a pass in a trick; its text has the cards from the lowest up.

    Attributes:
        seat: the seat that played or passed.
        cards: the cards of the play, in the order of cards; ``()`` for a pass.

    >>> from twowaystreet._core.cards.cards import cards
    >>> print(TrickPlay(2, cards("2C AH KS")), TrickPlay(3), sep="; ")
    KS AH 2C by seat 2; pass by seat 3
    """

    seat: Seat
    cards: CardSet = ()

    def __str__(self) -> str:
        return f"{text_of(ascending(self.cards)) or 'pass'} by seat {self.seat}"


@attrs.frozen
class Trick(Pictured):
    """A trick, complete or still open.

    Attributes:
        leader: the seat that leads or led; ``None`` while no hand is in play.
        plays: the plays and passes in their order.
        winner: the seat that made the last play; ``None`` while the trick is open.
    """

    _drawn_by: ClassVar = "trick"
    leader: Seat | None = None
    plays: tuple[TrickPlay, ...] = ()
    winner: Seat | None = None

    @property
    def _plays(self) -> Iterable[tuple[int, tuple[Card, ...]]]:
        """The seat and the cards of each play; a pass has none."""
        return ((play.seat, play.cards) for play in self.plays)

    @property
    def to_beat(self) -> TrickPlay | None:
        """The last play that is not a pass, with its seat; ``None`` before the lead."""
        return next((play for play in reversed(self.plays) if play.cards), None)

    @property
    def passes(self) -> int:
        """The number of passes in succession since that play."""
        plays = self.plays
        return next((since for since, play in enumerate(reversed(plays)) if play.cards), 0)


new_play: Final = fast_constructor(TrickPlay)
new_trick: Final = fast_constructor(Trick)
NO_TRICK: Final = Trick()
