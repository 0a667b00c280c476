"""The options, kinds (TL-1, TL-3), moves and refusals of Tien Len, and what a hand can play.

Plays stand in the order of kinds, then of their numbers of cards, then of their highest cards.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import StrEnum
from itertools import chain, combinations, product, takewhile
from types import MappingProxyType
from typing import ClassVar, Final, Self, TypeAlias

import attrs
from typing_extensions import override

from twowaystreet import authoring as core

PLAYERS: Final = 4
HAND_SIZE: Final = 13
PACK: Final = core.Pack(core.FRENCH_DECK)
ONE_BY_ONE: Final = (1,) * HAND_SIZE


class Phase(core.Phase):
    """The phases of Tien Len."""

    DEAL = "deal"
    PLAY = "play"
    HAND_OVER = "hand over"
    GAME_OVER = "game over"


PLAY: Final = Phase.PLAY


@attrs.frozen(kw_only=True)
class Rules(core.Value):
    """The options of Tien Len.

    Args:
        max_hands: the number of hands in a game (TL-6), 1 to a billion.

    Raises:
        RulesError: if the value of an option is impossible.

    >>> Rules(max_hands=8)
    Rules(max_hands=8)
    """

    max_hands: int = core.number(4, at_least=1, rule="TL-6")

    @property
    def seats(self) -> int:
        """The number of players, always four (TL-1)."""
        return PLAYERS

    @property
    def pack(self) -> core.Pack:
        """The 52 cards without a Joker (TL-1)."""
        return PACK


RANKS: Final = (*tuple(core.Rank)[1:], core.Rank.TWO)
"""The ranks from the lowest up: three to ace, then the two (TL-1)."""
SUITS_UP: Final = (core.Suit.SPADES, core.Suit.CLUBS, core.Suit.DIAMONDS, core.Suit.HEARTS)
"""The suits from the lowest up (TL-1)."""
ASCENDING: Final = tuple(core.SUITS[suit][rank.place] for rank in RANKS for suit in SUITS_UP)
"""The cards from the lowest up: the rank counts before the suit (TL-1)."""

LOWEST: Final[core.Card] = ASCENDING[0]
"""The three of spades, which the first lead must contain (TL-2)."""
PLACES: Final = tuple(ASCENDING.index(card) if card.suit else -1 for card in core.CARDS)
"""The place of each card from the lowest up, by its index; a Joker has none."""


def ascending(cards: Iterable[core.Card]) -> tuple[core.Card, ...]:
    """Return cards from the lowest up (TL-1), as people read a sequence."""
    return tuple(sorted(cards, key=lambda card: PLACES[card.index]))


SHORTEST: Final = 3
"""The least number of ranks in a sequence (TL-3)."""


class Kind(StrEnum):
    """The kinds of plays (TL-3)."""

    SINGLE = "single"
    PAIR = "pair"
    TRIPLET = "triplet"
    FOUR = "four of a kind"
    SEQUENCE = "sequence"
    DOUBLE_SEQUENCE = "double sequence"


_WIDTHS: Final = MappingProxyType({Kind.SEQUENCE: 1, Kind.DOUBLE_SEQUENCE: 2})


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
    if not count or places[0] < 0 or len(set(places)) < count:
        return None
    ranks = list(map(rank_of, places))
    low, high = ranks[0], ranks[-1]
    if low == high:
        return tuple(Kind)[count - 1]
    run = range(low, high + 1)
    if len(run) >= SHORTEST:
        for kind, width in _WIDTHS.items():
            if ranks == [rank for rank in run for _ in range(width)]:
                return kind
    return None


@attrs.frozen
class _Refusal(core.Reason):
    """The base of reasons of this game.

    Attributes:
        expected: the legal moves in words.
    """

    _fault: ClassVar[str]
    """The fault in words, with the reason as ``{0}`` and its cards as ``{play}``."""
    expected: str

    @override
    def explain(self) -> str:
        cards: tuple[core.Card, ...] = getattr(self, "cards", ())
        fault = self._fault.format(self, play=core.text_of(ascending(cards)), count=len(cards))
        return f"{fault}: expected {self.expected}"


@attrs.frozen
class NotAPlay(_Refusal):
    """Cards that are no play of Tien Len."""

    _fault: ClassVar = f"these cards are none of {', '.join(Kind)}"


@attrs.frozen
class MustContain(_Refusal):
    """A first lead without the card that it must contain.

    Attributes:
        card: the card.
    """

    _fault: ClassVar = "the first lead must contain the {0.card}"
    card: core.Card


@attrs.frozen
class MustLead(_Refusal):
    """A pass of the player who must lead."""

    _fault: ClassVar = "the leader may not pass"


@attrs.frozen
class OtherKind(_Refusal):
    """A play of another kind than the play on the table.

    Attributes:
        kind: the kind of the play on the table.
        cards: the play on the table.
    """

    _fault: ClassVar = "another kind than {play}, which a higher {0.kind} beats"
    kind: Kind
    cards: tuple[core.Card, ...]


@attrs.frozen
class OtherLength(OtherKind):
    """A sequence of another number of cards than the sequence on the table."""

    _fault: ClassVar = "another length than {play}, which a higher {0.kind} of {count} cards beats"


@attrs.frozen
class NotHigher(_Refusal):
    """A play that does not beat the play on the table.

    Attributes:
        cards: the play on the table.
        highest: the highest card of that play.
    """

    _fault: ClassVar = "not higher than {play}, whose highest card is the {0.highest}"
    cards: tuple[core.Card, ...]
    highest: core.Card


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

_new_play: Final[Callable[..., PlayCards]] = core.fast_constructor(PlayCards)


@attrs.frozen
class _OneRank(core.Value):
    """The plays of the cards of one rank by their number less one, and the same as masks."""

    plays: tuple[Plays, ...]
    bits: tuple[tuple[int, ...], ...]


def _every_hand_of(rank: core.Rank) -> dict[int, _OneRank]:
    """Return the plays of every set of cards of one rank, by the mask of the set."""
    down = ascending(core.cards_in(core.RANK[rank]))[::-1]
    # In reverse order, so that the highest cards decide.
    every = [[*map(PlayCards, combinations(down, size))][::-1] for size in (1, 2, 3, 4)]
    found: dict[int, _OneRank] = {}
    for held in (0, *[play._bits for play in chain(*every)]):
        plays = tuple(tuple(play for play in some if not play._bits & ~held) for some in every)
        found[held] = _OneRank(plays, tuple(tuple(play._bits for play in some) for some in plays))
    return found


_BY_RANK: Final = tuple((core.RANK[rank], _every_hand_of(rank)) for rank in RANKS)
"""For each rank from the lowest up its mask, and the plays of every set of its cards."""


def _ranks_of(hand: int) -> list[_OneRank]:
    return [found[hand & mask] for mask, found in _BY_RANK]


def leads(hand: int) -> Plays:
    """Return every play of a hand, as a mask (TL-3)."""
    ranks = _ranks_of(hand)
    sizes = range(len(SUITS_UP))
    found = [*chain.from_iterable([each.plays[size] for size in sizes for each in ranks])]
    for kind in _WIDTHS:
        lengths = range(SHORTEST, len(RANKS) + 1)
        by_length = (list(_runs(ranks, kind, length)) for length in lengths)
        # A hand without a sequence of one length has none of a greater length.
        found += chain.from_iterable(takewhile(bool, by_length))
    return tuple(found)


def beating(hand: int, play: PlayCards) -> Plays:
    """Return the plays of a hand, as a mask, that beat another of their kind (TL-4, TL-7)."""
    kind, top, size = play._kind, play._top, len(play.cards)
    assert kind is not None  # only plays can be beaten
    if kind in _WIDTHS:
        return tuple(_runs(_ranks_of(hand), kind, size // _WIDTHS[kind], top))
    return tuple(
        [
            one
            for mask, found in _BY_RANK[rank_of(top) :]
            for one in found[hand & mask].plays[size - 1]
            if one._top > top
        ]
    )


def _runs(
    ranks: Sequence[_OneRank], kind: Kind, length: int, above: int = -1
) -> Iterator[PlayCards]:
    """Yield the sequences of a number of ranks whose highest card beats that of a place."""
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
