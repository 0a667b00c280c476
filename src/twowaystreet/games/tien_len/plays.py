"""The plays of Tien Len: order and kinds (TL-1, TL-3), moves, refusals, and what a hand can play.

The plays of a hand stand in a fixed order: the kinds in the order of :class:`Kind`, in each kind
the plays of fewer cards first, and among these the weakest first. Their highest cards decide, then
their second highest cards, and so on. Plays of one rank are ready-made, 195 in all. Sequences are
made from the cards, or pairs, of each rank.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import StrEnum
from itertools import chain, combinations, product, takewhile
from types import MappingProxyType
from typing import Any, ClassVar, Final, Self, TypeAlias, cast

import attrs
from typing_extensions import override

from twowaystreet import authoring as core
from twowaystreet.games.tien_len.rules import HAND_SIZE

RANKS: Final = (*tuple(core.Rank)[1:], core.Rank.TWO)
"""The ranks from the lowest up: three to ace, then the two (TL-1)."""
SUITS_UP: Final = (core.Suit.SPADES, core.Suit.CLUBS, core.Suit.DIAMONDS, core.Suit.HEARTS)
"""The suits from the lowest up (TL-1)."""
ASCENDING: Final = tuple(core.SUITS[suit][rank.place] for rank in RANKS for suit in SUITS_UP)
"""The cards from the lowest up: the rank counts before the suit (TL-1)."""

LOWEST: Final[core.Card] = ASCENDING[0]
"""The three of spades, which the first lead must contain (TL-2)."""

NO_PLACE: Final = -1
PLACES: Final = tuple(
    ASCENDING.index(card) if card in ASCENDING else NO_PLACE for card in core.CARDS
)
"""The place of each card from the lowest up, by its index; a Joker has none."""


def ascending(cards: Iterable[core.Card]) -> tuple[core.Card, ...]:
    """Return cards from the lowest up (TL-1), as people read a sequence.

    >>> from twowaystreet import cards
    >>> core.text_of(ascending(cards("JC QD 10S")))
    '10S JC QD'
    """
    return tuple(sorted(cards, key=lambda card: PLACES[card.index]))


SHORTEST: Final = 3
"""The least number of ranks in a sequence or a double sequence (TL-3)."""


class Kind(StrEnum):
    """The kinds of plays (TL-3)."""

    SINGLE = "single"
    PAIR = "pair"
    TRIPLET = "triplet"
    FOUR = "four of a kind"
    SEQUENCE = "sequence"
    DOUBLE_SEQUENCE = "double sequence"


OF_ONE_RANK: Final = (Kind.SINGLE, Kind.PAIR, Kind.TRIPLET, Kind.FOUR)
"""The kinds of plays of a single rank, by the number of cards."""


def rank_of(place: int) -> int:
    """Return the rank of a card, from 0 for the three to 12 for the two, by the card's place."""
    return place // len(SUITS_UP)


def kind_of(cards: Iterable[core.Card]) -> Kind | None:
    """Return the kind of play that cards make (TL-3).

    Args:
        cards: any cards, in any order.

    Returns:
        The kind; ``None`` if the cards are no play of Tien Len.

    Raises:
        IllegalMove: if one of them is not a card.

    >>> from twowaystreet import cards
    >>> kind_of(cards("AH KD QS 2C")), kind_of(cards("AH 2D 3S"))
    (<Kind.SEQUENCE: 'sequence'>, None)
    """
    return kind_at(sorted([PLACES[card.index] for card in core.card_tuple(cards)]))


def kind_at(places: Sequence[int]) -> Kind | None:
    """Return the kind of play that cards make, by their places from the lowest up."""
    count = len(places)
    if not count or places[0] == NO_PLACE or len(set(places)) < count:
        return None
    ranks = list(map(rank_of, places))
    low, high = ranks[0], ranks[-1]
    if low == high:
        return OF_ONE_RANK[count - 1]
    run = range(low, high + 1)
    if len(run) < SHORTEST:
        return None
    if ranks == list(run):
        return Kind.SEQUENCE
    if ranks == [rank for rank in run for _ in range(2)]:
        return Kind.DOUBLE_SEQUENCE
    return None


@attrs.frozen
class _Refusal(core.Reason):
    """The base of reasons of this game.

    Attributes:
        expected: the legal moves in words.
    """

    expected: str

    @override
    def explain(self) -> str:
        return f"{self._fault()}: expected {self.expected}"

    def _fault(self) -> str:
        raise NotImplementedError


@attrs.frozen
class NotAPlay(_Refusal):
    """Cards that are no play of Tien Len."""

    @override
    def _fault(self) -> str:
        return f"these cards are none of {', '.join(Kind)}"


@attrs.frozen
class MustContain(_Refusal):
    """A first lead without the card that it must contain.

    Attributes:
        card: the card.
    """

    card: core.Card

    @override
    def _fault(self) -> str:
        return f"the first lead must contain the {self.card}"


@attrs.frozen
class MustLead(_Refusal):
    """A pass of the player who must lead."""

    @override
    def _fault(self) -> str:
        return "the leader may not pass"


@attrs.frozen
class OtherKind(_Refusal):
    """A play of another kind than the play on the table.

    Attributes:
        kind: the kind of the play on the table.
        cards: the play on the table.
    """

    kind: Kind
    cards: tuple[core.Card, ...]

    @override
    def _fault(self) -> str:
        cards = core.text_of(ascending(self.cards))
        return f"another kind than {cards}, which a higher {self.kind} beats"


@attrs.frozen
class OtherLength(OtherKind):
    """A sequence of another number of cards than the sequence on the table."""

    @override
    def _fault(self) -> str:
        cards, count = core.text_of(ascending(self.cards)), len(self.cards)
        return f"another length than {cards}, which a higher {self.kind} of {count} cards beats"


@attrs.frozen
class NotHigher(_Refusal):
    """A play that does not beat the play on the table.

    Attributes:
        cards: the play on the table.
        highest: the highest card of that play.
    """

    cards: tuple[core.Card, ...]
    highest: core.Card

    @override
    def _fault(self) -> str:
        cards = core.text_of(ascending(self.cards))
        return f"not higher than {cards}, whose highest card is the {self.highest}"


def _some_cards(value: Iterable[core.Card]) -> tuple[core.Card, ...]:
    chosen = core.card_tuple(value)
    if not 1 <= len(chosen) <= HAND_SIZE:
        raise core.malformed(value, f"1 to {HAND_SIZE} cards")
    return tuple(sorted(chosen))


@attrs.frozen
class PlayCards(core.Move):
    """Play one or more cards to the trick (TL-3).

    Args:
        cards: 1 to 13 cards, in any order. The move stores them in the order of cards. Cards that
            are no play of Tien Len make a move too, but never a legal one.

    Raises:
        IllegalMove: if these are not 1 to 13 cards.

    >>> from twowaystreet import cards
    >>> move = PlayCards(cards("3S 4C 5D"))
    >>> str(move), move.kind
    ('4C 5D 3S', <Kind.SEQUENCE: 'sequence'>)
    """

    cards: tuple[core.Card, ...] = attrs.field(converter=_some_cards)
    _bits: int = attrs.field(init=False, eq=False, repr=False)
    """The cards as a mask of card types."""
    _kind: Kind | None = attrs.field(init=False, eq=False, repr=False)
    _top: int = attrs.field(init=False, eq=False, repr=False)
    """The place of the highest card, which decides between plays of the same kind (TL-4)."""
    form: ClassVar[str] = "the cards of a play"

    def __attrs_post_init__(self) -> None:
        """Find the kind and the highest card."""
        places = sorted([PLACES[card.index] for card in self.cards])
        object.__setattr__(self, "_bits", core.card_types_among(self.cards))
        object.__setattr__(self, "_kind", kind_at(places))
        object.__setattr__(self, "_top", places[-1])

    @property
    def kind(self) -> Kind | None:
        """The kind of the play; ``None`` if the cards are no play of Tien Len."""
        return self._kind

    @override
    @classmethod
    def read(cls, reader: core.Reader) -> Self | None:
        if core.Play.read(core.Reader(reader.word)) is None:
            return None
        return cls(core.read_cards(reader, HAND_SIZE))

    def __str__(self) -> str:
        return core.text_of(self.cards)


@attrs.frozen
class Pass(core.WordMove):
    """Pass; the player may come back in at a later turn of the same trick (TL-5).

    >>> str(Pass())
    'pass'
    """


PASS: Final = Pass()


Plays: TypeAlias = tuple[PlayCards, ...]

# Any: type checkers see only the parameters of the class itself.
_new_play: Final[Callable[..., PlayCards]] = cast(Any, core.fast_constructor(PlayCards))

_WIDTHS: Final = MappingProxyType({Kind.SEQUENCE: 1, Kind.DOUBLE_SEQUENCE: 2})
"""The number of cards of each rank in a sequence."""
_LENGTHS: Final = range(SHORTEST, len(RANKS) + 1)
"""The possible numbers of ranks in a sequence."""


@attrs.frozen
class _OneRank(core.Value):
    """The plays of the cards of one rank by their number less one, and the same as masks."""

    plays: tuple[Plays, ...]
    bits: tuple[tuple[int, ...], ...]


def _of_size(some: Sequence[core.Card], size: int) -> Plays:
    chosen = [PlayCards(cards) for cards in combinations(some, size)]
    places = {play: sorted([PLACES[card.index] for card in play.cards])[::-1] for play in chosen}
    return tuple(sorted(chosen, key=places.__getitem__))


def _subsets(mask: int) -> Iterator[int]:
    some = core.cards_in(mask)
    for size in range(len(some) + 1):
        yield from map(core.card_types_among, combinations(some, size))


def _every_hand_of(rank_mask: int) -> dict[int, _OneRank]:
    """Return the plays of every set of cards of one rank, by the mask of the set."""
    sizes = range(1, len(SUITS_UP) + 1)
    every = [_of_size(core.cards_in(rank_mask), size) for size in sizes]
    found: dict[int, _OneRank] = {}
    for held in _subsets(rank_mask):
        plays = tuple(tuple(play for play in some if not play._bits & ~held) for some in every)
        bits = tuple(tuple(play._bits for play in some) for some in plays)
        found[held] = _OneRank(plays, bits)
    return found


_BY_RANK: Final = tuple((core.RANK[rank], _every_hand_of(core.RANK[rank])) for rank in RANKS)
"""For each rank from the lowest up its mask, and the plays of every set of its cards."""


def _ranks_of(hand: int) -> list[_OneRank]:
    return [found[hand & mask] for mask, found in _BY_RANK]


def leads(hand: int) -> Plays:
    """Return every play of a hand, as a mask (TL-3).

    >>> from twowaystreet import cards
    >>> [str(play) for play in leads(core.card_types_among(cards("3S 3H 4D 5C")))]
    ['3S', '3H', '4D', '5C', '3H 3S', '5C 4D 3S', '5C 4D 3H']
    """
    ranks = _ranks_of(hand)
    of_one_rank = (each.plays[size] for size in range(len(SUITS_UP)) for each in ranks)
    found = list(chain.from_iterable(of_one_rank))
    for kind in _WIDTHS:
        by_length = (list(_runs(ranks, kind, length)) for length in _LENGTHS)
        # A hand without a sequence of one length has none of a greater length.
        found += chain.from_iterable(takewhile(bool, by_length))
    return tuple(found)


def beating(hand: int, play: PlayCards) -> Plays:
    """Return every play of a hand, as a mask, that beats another play (TL-4).

    Only plays of the same kind do, with the same number of cards (TL-7).

    >>> from twowaystreet import cards
    >>> hand = core.card_types_among(cards("9S 9H 10C 10D JC"))
    >>> [str(better) for better in beating(hand, PlayCards(cards("9C 9D")))]
    ['9H 9S', '10C 10D']
    """
    kind, top, size = play._kind, play._top, len(play.cards)
    assert kind is not None  # only plays can be beaten
    if kind in _WIDTHS:
        return tuple(_runs(_ranks_of(hand), kind, size // _WIDTHS[kind], top))
    higher = _BY_RANK[rank_of(top) :]
    return tuple(
        [
            one
            for mask, found in higher
            for one in found[hand & mask].plays[size - 1]
            if one._top > top
        ]
    )


def _runs(
    ranks: Sequence[_OneRank], kind: Kind, length: int, above: int = -1
) -> Iterator[PlayCards]:
    """Yield the sequences or double sequences of a number of ranks.

    ``above`` is the place of the card that the highest card must beat.
    """
    width = _WIDTHS[kind] - 1
    for low in range(max(0, rank_of(above) - length + 1), len(ranks) - length + 1):
        *lower, highest = ranks[low : low + length]
        # From the highest rank down, so that the highest cards decide the order.
        below = [each.bits[width] for each in reversed(lower)]
        if all(below):
            for top in highest.plays[width]:
                if top._top > above:
                    for bits in map(sum, product((top._bits,), *below)):
                        yield _new_play(core.cards_in(bits), bits, kind, top._top)
