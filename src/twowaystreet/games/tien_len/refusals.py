"""Reasons why a move of Tien Len is illegal, besides those of every game."""

from __future__ import annotations

import attrs
from typing_extensions import override

from twowaystreet._core.cards.cards import Card, text_of
from twowaystreet.errors import Reason
from twowaystreet.games.tien_len.kinds import Kind, ascending


@attrs.frozen
class NotAPlay(Reason):
    """Cards that are no play of Tien Len."""

    @override
    def explain(self) -> str:
        return f"these cards are no play: expected one of {', '.join(Kind)}"


@attrs.frozen
class MustContain(Reason):
    """A first lead without the card that it must contain.

    Attributes:
        card: the card.
    """

    card: Card

    @override
    def explain(self) -> str:
        return f"the first lead must contain the {self.card}: expected a play with it"


@attrs.frozen
class MustLead(Reason):
    """A pass of the player who must lead."""

    @override
    def explain(self) -> str:
        return "the leader may not pass: expected cards"


@attrs.frozen
class OtherKind(Reason):
    """A play of another kind than the play on the table.

    Attributes:
        kind: the kind of the play on the table.
        cards: the play on the table.
    """

    kind: Kind
    cards: tuple[Card, ...]

    @override
    def explain(self) -> str:
        cards = text_of(ascending(self.cards))
        return f"another kind than {cards}: expected a higher {self.kind}, or pass"


@attrs.frozen
class OtherLength(Reason):
    """A sequence of another number of cards than the sequence on the table.

    Attributes:
        kind: the kind of both plays.
        cards: the play on the table.
    """

    kind: Kind
    cards: tuple[Card, ...]

    @override
    def explain(self) -> str:
        return (
            f"another length than {text_of(ascending(self.cards))}: expected a higher {self.kind} "
            f"of {len(self.cards)} cards, or pass"
        )


@attrs.frozen
class NotHigher(Reason):
    """A play that does not beat the play on the table.

    Attributes:
        cards: the play on the table.
        highest: the highest card of that play.
    """

    cards: tuple[Card, ...]
    highest: Card

    @override
    def explain(self) -> str:
        return (
            f"not higher than {text_of(ascending(self.cards))}: expected a highest card above the "
            f"{self.highest}, or pass"
        )
