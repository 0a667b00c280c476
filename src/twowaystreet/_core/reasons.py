"""The kinds of reasons for which moves are refused; the public module explains them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import ClassVar, Self

import attrs
from typing_extensions import override

from twowaystreet._core.cards.cards import SUIT_PLACES, Card, Suit, in_suits, text_of
from twowaystreet.errors import Reason, some_of


@attrs.frozen
class Malformed(Reason):
    """A move with a bad part: not a card, not a suit, or a wrong number of cards."""

    _words: ClassVar = "malformed move: expected {0.expected}"
    expected: str


@attrs.frozen
class NotAMove(Reason):
    """An object that is not a move, or a move of another game."""

    _words: ClassVar = "this is not a move of {0.game}: expected one, such as parse_move returns"
    game: str


@attrs.frozen
class DealDue(Reason):
    """A move before the deal."""

    _words: ClassVar = "a deal is due first: expected a Deal, such as shuffle(state, rng) returns"


@attrs.frozen
class NoDealDue(Reason):
    """A deal in the middle of a hand."""

    _words: ClassVar = "no deal is due: the hand in play must end first"


@attrs.frozen
class GameOver(Reason):
    """A move after the end of the game."""

    _words: ClassVar = "the game is over: expected no further move"


@attrs.frozen
class WrongPack(Reason):
    """A deal that is not a permutation of the pack.

    Attributes:
        missing: the cards of the pack that the deal lacks.
        extra: the cards of the deal beyond those of the pack.
    """

    missing: tuple[Card, ...]
    extra: tuple[Card, ...]

    @override
    def explain(self) -> str:
        both = ("missing", self.missing), ("extra", self.extra)
        faults = [f"{name} {some_of(cards, ' ')}" for name, cards in both if cards]
        return f"expected every card of the pack once: {'; '.join(faults)}"


@attrs.frozen
class WrongMove(Reason):
    """A move of this game, but not of the type that is due.

    Attributes:
        expected: the type of move that is due, in words.
    """

    _words: ClassVar = "not now: expected {0.expected}"
    expected: str


@attrs.frozen
class NotOffered(Reason):
    """A move of the type that is due, but not a legal one.

    Attributes:
        expected: the legal moves, in words.
    """

    _words: ClassVar = "not allowed: expected {0.expected}"
    expected: str


@attrs.frozen
class NotHeld(Reason):
    """A card that the player does not hold, or does not hold as often as the move names it.

    Attributes:
        held: the cards in the hand of the player.
        repeated: the cards in hand that the move names too often; ``()`` if it names a card that
            is not in hand at all.
        missing: the cards that the move names and that are not in hand.
        expected: the legal moves in words; empty if any cards in hand are legal.
        place: where the cards should be, in words.
    """

    held: tuple[Card, ...]
    repeated: tuple[Card, ...] = ()
    missing: tuple[Card, ...] = ()
    expected: str = ""
    place: str = "in hand"

    @classmethod
    def among(
        cls, rule: str, held: tuple[Card, ...], named: Iterable[Card], expected: str = ""
    ) -> Self:
        """Return the reason why a move cannot name these cards.

        >>> from twowaystreet import cards
        >>> print(NotHeld.among("ST-9", cards("3D 2H"), cards("3D 3D")))
        3D is named more than once, but held once: expected cards among 2H 3D (ST-9)
        >>> print(NotHeld.among("ST-9", cards("3D 2H"), cards("3D 4S")))
        4S is not in hand: expected cards among 2H 3D (ST-9)
        """
        lacking = tuple(Counter(named) - Counter(held))
        missing = tuple(card for card in lacking if card not in held)
        return cls(rule, held, () if missing else lacking, missing, expected)

    @override
    def explain(self) -> str:
        expected = self.expected or f"cards among {in_suits(self.held)}"
        cards = self.missing or self.repeated
        verb = "is " if len(cards) == 1 else "are " if cards else ""
        fault = "named more than once, but held once" if self.repeated else f"not {self.place}"
        return f"{text_of(cards)} {verb}{fault}: expected {expected}".lstrip()


@attrs.frozen
class MustFollow(Reason):
    """A card of another suit while the player can follow suit.

    Attributes:
        suit: the suit led.
        allowed: the legal cards.
    """

    suit: Suit
    allowed: tuple[Card, ...]

    @override
    def explain(self) -> str:
        return f"{self.suit.word} were led: expected one of {in_suits(self.allowed)}"


@attrs.frozen
class MustTrump(Reason):
    """Another card while the player is void of the suit led and holds a trump.

    Attributes:
        suit: the suit led.
        trumps: the trump suit.
        allowed: the legal cards.
    """

    suit: Suit
    trumps: Suit
    allowed: tuple[Card, ...]

    @override
    def explain(self) -> str:
        return (
            f"{self.suit.word} were led, and {self.trumps.word} are trumps: "
            f"expected one of {in_suits(self.allowed)}"
        )


def _in_order(suits: Iterable[Suit]) -> list[Suit]:
    return sorted(suits, key=lambda suit: SUIT_PLACES[suit])


@attrs.frozen
class MustName(Reason):
    """Another move while the player must name the suit led.

    Attributes:
        allowed: the suits that the player may name.
        cards: the cards that the player may play instead.
    """

    allowed: tuple[Suit, ...]
    cards: tuple[Card, ...] = ()

    @override
    def explain(self) -> str:
        names = ", ".join(f"name {suit}" for suit in _in_order(self.allowed))
        instead = f", or {in_suits(self.cards)}" if self.cards else ""
        return f"the suit led must be named first: expected {names}{instead}"


@attrs.frozen
class CannotName(Reason):
    """The name of a suit that is not allowed.

    Attributes:
        allowed: the suits that the player may name.
    """

    allowed: tuple[Suit, ...]

    @override
    def explain(self) -> str:
        allowed = ", ".join(_in_order(self.allowed))
        return f"this suit cannot be named here: expected one of {allowed}"
