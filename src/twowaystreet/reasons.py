"""Why a move is illegal: a closed set of kinds, each with the facts it speaks of.

A reason names only what the player who tried the move may know.
"""

from __future__ import annotations

import attrs
from typing_extensions import override

from twowaystreet._cards.cards import Card, Suit, text_of
from twowaystreet.errors import Reason, some_of

__all__ = [
    "CannotName",
    "DealDue",
    "GameOver",
    "Malformed",
    "MustFollow",
    "MustName",
    "MustTrump",
    "NoDealDue",
    "NotAMove",
    "NotHeld",
    "NotOffered",
    "Reason",
    "WrongMove",
    "WrongPack",
]


def __dir__() -> list[str]:
    return __all__


@attrs.frozen
class Malformed(Reason):
    """Something a move cannot be made of: no card, no suit, no such number of cards."""

    expected: str

    @override
    def explain(self) -> str:
        return f"no move can be made of it: expected {self.expected}"


@attrs.frozen
class NotAMove(Reason):
    """An object that is no move at all, or a move of another game."""

    game: str

    @override
    def explain(self) -> str:
        return f"this is no move of {self.game}: expected one, such as parse_move reads from a text"


@attrs.frozen
class DealDue(Reason):
    """Nobody can move before the next deal."""

    @override
    def explain(self) -> str:
        return "a deal is due first: expected a Deal, such as shuffle(state, rng) gives"


@attrs.frozen
class NoDealDue(Reason):
    """A deal was offered while a hand is being played."""

    @override
    def explain(self) -> str:
        return "no deal is due: the hand in play must end first"


@attrs.frozen
class GameOver(Reason):
    """The game has been won."""

    @override
    def explain(self) -> str:
        return "the game is over: expected no further move"


@attrs.frozen
class WrongPack(Reason):
    """A deal that is no permutation of the pack.

    Attributes:
        missing: the cards of the pack that the deal lacks.
        extra: the cards of the deal that the pack does not hold, or not so often.
    """

    missing: tuple[Card, ...]
    extra: tuple[Card, ...]

    @override
    def explain(self) -> str:
        faults = [
            f"{name} {some_of(some, ' ')}"
            for name, some in (("missing", self.missing), ("doubled or foreign", self.extra))
            if some
        ]
        return f"expected every card of the pack once: {'; '.join(faults)}"


@attrs.frozen
class WrongMove(Reason):
    """A move of this game, but not of the kind that is due.

    Attributes:
        expected: what kind of move is due, in words.
    """

    expected: str

    @override
    def explain(self) -> str:
        return f"not now: expected {self.expected}"


@attrs.frozen
class NotOffered(Reason):
    """A move of the kind that is due, which the rules do not allow here.

    Attributes:
        expected: what is allowed, in words.
    """

    expected: str

    @override
    def explain(self) -> str:
        return f"not allowed: expected {self.expected}"


@attrs.frozen
class NotHeld(Reason):
    """The player does not hold the cards.

    Attributes:
        held: the cards that the player does hold.
    """

    held: tuple[Card, ...]

    @override
    def explain(self) -> str:
        return f"not in hand: expected cards among {text_of(self.held)}"


@attrs.frozen
class MustFollow(Reason):
    """The player holds cards of the suit led.

    Attributes:
        suit: the suit led.
        allowed: the cards that may be played.
    """

    suit: Suit
    allowed: tuple[Card, ...]

    @override
    def explain(self) -> str:
        return f"{self.suit.word} were led: expected one of {text_of(self.allowed)}"


@attrs.frozen
class MustTrump(Reason):
    """The player holds no card of the suit led, but a trump.

    Attributes:
        suit: the suit led.
        trumps: the suit that is trumps.
        allowed: the cards that may be played.
    """

    suit: Suit
    trumps: Suit
    allowed: tuple[Card, ...]

    @override
    def explain(self) -> str:
        return (
            f"{self.suit.word} were led, and {self.trumps.word} are trumps: "
            f"expected one of {text_of(self.allowed)}"
        )


@attrs.frozen
class MustName(Reason):
    """The suit led must be named before a card is played.

    Attributes:
        allowed: the suits that may be named.
        cards: the cards that may be played instead.
    """

    allowed: tuple[Suit, ...]
    cards: tuple[Card, ...] = ()

    @override
    def explain(self) -> str:
        names = ", ".join(f"name {suit}" for suit in self.allowed)
        instead = f", or {text_of(self.cards)}" if self.cards else ""
        return f"the suit led must be named first: expected {names}{instead}"


@attrs.frozen
class CannotName(Reason):
    """This suit may not be named.

    Attributes:
        allowed: the suits that may be named.
    """

    allowed: tuple[Suit, ...]

    @override
    def explain(self) -> str:
        return f"this suit cannot be named here: expected one of {', '.join(self.allowed)}"
