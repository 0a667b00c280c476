"""The plays that a hand can make: every lead, and every play that beats another one.

The plays stand in a fixed order: the kinds in the order of :class:`Kind`, in each kind the plays of
fewer cards first, and among these the weakest first. Their highest cards decide, then their second
highest cards, and so on.

Plays of one rank are ready-made, 195 in all. Sequences are made from the cards, or pairs, of each
rank.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain, combinations, product, takewhile
from types import MappingProxyType
from typing import Any, Final, TypeAlias, cast

import attrs

from twowaystreet._core.cards.cards import Card
from twowaystreet._core.cards.masks import RANK, card_types_among, cards_in
from twowaystreet._util.values import Value, fast_constructor
from twowaystreet.games.tien_len.kinds import PLACES, RANKS, SHORTEST, SUITS_UP, Kind, rank_of
from twowaystreet.games.tien_len.moves import PlayCards

Plays: TypeAlias = tuple[PlayCards, ...]

# Any: type checkers see only the parameters of the class itself.
_new_play: Final[Callable[..., PlayCards]] = cast(Any, fast_constructor(PlayCards))

_WIDTHS: Final = MappingProxyType({Kind.SEQUENCE: 1, Kind.DOUBLE_SEQUENCE: 2})
"""The number of cards of each rank in a sequence."""
_LENGTHS: Final = range(SHORTEST, len(RANKS) + 1)
"""The possible numbers of ranks in a sequence."""


@attrs.frozen
class _OneRank(Value):
    """The plays of the cards of one rank.

    Attributes:
        plays: the singles, pairs, triplets and fours, by the number of cards less one.
        bits: the same plays as masks.
    """

    plays: tuple[Plays, ...]
    bits: tuple[tuple[int, ...], ...]


def _of_size(some: Sequence[Card], size: int) -> Plays:
    """Return the plays of this number of cards of one rank, from the weakest up."""
    chosen = [PlayCards(cards) for cards in combinations(some, size)]
    return tuple(sorted(chosen, key=lambda play: sorted(map(_place, play.cards), reverse=True)))


def _place(card: Card) -> int:
    return PLACES[card.index]


def _subsets(mask: int) -> Iterator[int]:
    """Yield every subset of a mask, the empty one too."""
    some = cards_in(mask)
    for size in range(len(some) + 1):
        yield from map(card_types_among, combinations(some, size))


def _every_hand_of(rank_mask: int) -> dict[int, _OneRank]:
    """Return the plays of every set of cards of one rank, by the mask of the set."""
    sizes = range(1, len(SUITS_UP) + 1)
    every = [_of_size(cards_in(rank_mask), size) for size in sizes]
    found: dict[int, _OneRank] = {}
    for held in _subsets(rank_mask):
        plays = tuple(tuple(play for play in some if not play._bits & ~held) for some in every)
        bits = tuple(tuple(play._bits for play in some) for some in plays)
        found[held] = _OneRank(plays, bits)
    return found


_BY_RANK: Final = tuple((RANK[rank], _every_hand_of(RANK[rank])) for rank in RANKS)
"""For each rank from the lowest up its mask, and the plays of every set of its cards."""


def _ranks_of(hand: int) -> list[_OneRank]:
    """Return the plays of each rank of a hand, from the lowest rank up."""
    return [found[hand & mask] for mask, found in _BY_RANK]


def leads(hand: int) -> Plays:
    """Return every play of a hand, as a mask (TL-3).

    >>> from twowaystreet._core.cards.cards import cards
    >>> [str(play) for play in leads(card_types_among(cards("3S 3H 4D 5C")))]
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

    >>> from twowaystreet._core.cards.cards import cards
    >>> hand = card_types_among(cards("9S 9H 10C 10D JC"))
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

    Args:
        ranks: the plays of each rank of the hand.
        kind: the kind of sequence.
        length: the number of ranks in the sequence.
        above: the place of the card that the highest card must beat.
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
                        yield _new_play(cards_in(bits), bits, kind, top._top)
