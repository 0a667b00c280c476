"""The moves of Tien Len: plays of one or more cards, and passes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Final, Self

import attrs
from typing_extensions import override

from twowaystreet._core.cards.cards import Card, Reader, is_card, read_cards, text_of
from twowaystreet._core.cards.masks import card_types_among
from twowaystreet._core.engine.moves import Move, WordMove, card_tuple, malformed
from twowaystreet.games.tien_len.kinds import PLACES, Kind, kind_at
from twowaystreet.games.tien_len.scoring import HAND_SIZE


def _some_cards(value: Iterable[Card]) -> tuple[Card, ...]:
    chosen = card_tuple(value)
    if not 1 <= len(chosen) <= HAND_SIZE:
        raise malformed(value, f"1 to {HAND_SIZE} cards")
    return tuple(sorted(chosen))


@attrs.frozen
class PlayCards(Move):
    """Play one or more cards to the trick (TL-3).

    Args:
        cards: 1 to 13 cards, in any order. The move stores them in the order of cards. Cards that
            are no play of Tien Len make a move too, but never a legal one.

    Raises:
        IllegalMove: if these are not 1 to 13 cards.

    >>> from twowaystreet._core.cards.cards import cards
    >>> move = PlayCards(cards("3S 4C 5D"))
    >>> str(move), move.kind
    ('4C 5D 3S', <Kind.SEQUENCE: 'sequence'>)
    """

    cards: tuple[Card, ...] = attrs.field(converter=_some_cards)
    _bits: int = attrs.field(init=False, eq=False, repr=False)
    """The cards as a mask of card types."""
    _kind: Kind | None = attrs.field(init=False, eq=False, repr=False)
    _top: int = attrs.field(init=False, eq=False, repr=False)
    """The place of the highest card, which decides between plays of the same kind (TL-4)."""
    form: ClassVar[str] = "the cards of a play"

    def __attrs_post_init__(self) -> None:
        """Find the kind and the highest card."""
        places = sorted([PLACES[card.index] for card in self.cards])
        object.__setattr__(self, "_bits", card_types_among(self.cards))
        object.__setattr__(self, "_kind", kind_at(places))
        object.__setattr__(self, "_top", places[-1])

    @property
    def kind(self) -> Kind | None:
        """The kind of the play; ``None`` if the cards are no play of Tien Len."""
        return self._kind

    @override
    @classmethod
    def read(cls, reader: Reader) -> Self | None:
        return cls(read_cards(reader, HAND_SIZE)) if is_card(reader.word) else None

    def __str__(self) -> str:
        return text_of(self.cards)


@attrs.frozen
class Pass(WordMove):
    """Pass; the player may come back in at a later turn of the same trick (TL-5).

    >>> str(Pass())
    'pass'
    """

    form: ClassVar[str] = "pass"


PASS: Final = Pass()
