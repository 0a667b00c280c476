"""The options of Brag, hands of three (BR-4 to BR-6), and the move that lays them (BR-8)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from enum import StrEnum
from functools import cache, lru_cache
from itertools import chain, combinations
from operator import attrgetter, itemgetter
from types import MappingProxyType
from typing import Any, ClassVar, Final, Self, TypeAlias, TypeVar

import attrs
from typing_extensions import override

from twowaystreet import authoring as core

PACK: Final = core.Pack(core.FRENCH_DECK)
RANKS: Final = len(core.Rank)
THREE: Final = 3
FEWEST: Final = 2
CARDS: Final = (6, 7, 9)
"""The possible numbers of cards that each player gets (BR-1)."""
_NAMED: Final = MappingProxyType({number: core.Rank(str(number)) for number in CARDS})


class HighRank(StrEnum):
    """The places in which the number of cards dealt is the highest rank (BR-4)."""

    EVERYWHERE = "everywhere"
    PRIALS = "prials"


class Phase(core.Phase):
    """The phases of Brag."""

    DEAL = "deal"
    LAY = "lay"
    HAND_OVER = "hand over"
    GAME_OVER = "game over"


LAY: Final = Phase.LAY


@attrs.frozen(kw_only=True)
class Rules(core.Value):
    """The options of Brag.

    Args:
        cards: the number of cards that each player gets, 9, 7 or 6 (BR-1).
        players: the number of players, 2 to 5 with nine cards, to 7 with seven, to 8 with six.
        high_rank: ``everywhere`` or ``prials`` (BR-4): where the rank 9, 7 or 6, the number of
            cards, is above the ace; it is always so in four of a kind, and never in runs.
        max_hands: the number of hands, 1 to a billion (BR-13).

    Raises:
        RulesError: if the value of an option is impossible, or there are too few cards.

    >>> Rules(cards=6, players=8).highest
    <Rank.SIX: '6'>
    >>> Rules(players=6)
    Traceback (most recent call last):
    ...
    twowaystreet.RulesError: players=6: expected a whole number, 2 to 5 with cards=9 (BR-1)
    """

    cards: int = core.number(9, at_least=min(CARDS), at_most=max(CARDS), note="not 8", rule="BR-1")
    players: int = core.number(4, at_least=FEWEST, at_most=len(PACK) // min(CARDS), rule="BR-1")
    high_rank: HighRank = core.worded(
        default=HighRank.EVERYWHERE, converter=core.word, metadata={"rule": "BR-4"}
    )
    max_hands: int = core.number(12, at_least=1, rule="BR-13")

    def __attrs_post_init__(self) -> None:
        """Refuse eight cards, and more players than the pack serves."""
        if self.cards not in CARDS:
            raise core.RulesError("cards", self.cards, core.listed(map(str, CARDS), "or"), "BR-1")
        most = len(PACK) // self.cards
        if self.players > most:
            expected = f"a whole number, {FEWEST} to {most} with cards={self.cards}"
            raise core.RulesError("players", self.players, expected, "BR-1")

    @property
    def seats(self) -> int:
        """The number of players."""
        return self.players

    @property
    def pack(self) -> core.Pack:
        """The 52 cards (BR-1)."""
        return PACK

    @property
    def hands(self) -> int:
        """The number of hands of three that each player lays; three with nine cards, else two."""
        return self.cards // THREE

    @property
    def highest(self) -> core.Rank:
        """The rank with the number of cards, which is above the ace (BR-4)."""
        return _NAMED[self.cards]


class Kind(StrEnum):
    """The kinds of hands of three, the best first (BR-5)."""

    PRIAL = "prial"
    RUNNING_FLUSH = "running flush"
    RUN = "run"
    FLUSH = "flush"
    PAIR = "pair"
    HIGH_CARD = "high card"


@attrs.frozen
class HandOfThree(core.Value):
    """A hand of three cards with its kind and worth; as text ``pair 8 8 3``, for example.

    Attributes:
        kind: the kind.
        cards: the three cards, those that matter most first, such as a pair before the odd card.
        worth: the worth, which is greater for a better hand under the same rules, and equal for
            equally good hands: a number for the kind, then numbers for the ranks. Suits are of no
            account.
    """

    kind: Kind
    cards: tuple[core.Card, ...]
    worth: tuple[int, ...]

    @override
    def __str__(self) -> str:
        return f"{self.kind} {' '.join(card.rank for card in self.cards)}"


_new_hand: Final = core.fast_constructor(HandOfThree)

HIGHEST: Final = RANKS
"""The height of the highest rank (BR-4), and of A-2-3 among runs (BR-5); else a rank's place."""
_RUNS: Final = MappingProxyType(
    {
        **{(place, place + 1, place + 2): place + 2 for place in range(core.Rank.KING.place)},
        (core.Rank.TWO.place, core.Rank.THREE.place, core.Rank.ACE.place): HIGHEST,
    }
)
"""The heights of runs, by the places of their ranks, the lowest first (BR-5)."""
_STRENGTH: Final = MappingProxyType({kind: number for number, kind in enumerate(reversed(Kind))})


def height(place: int, highest: core.Rank) -> int:
    """Return the height of the rank at a place, where one rank is above the ace (BR-4)."""
    return HIGHEST if place == highest.place else place


@cache
def _rank(
    places: tuple[int, ...], one_suit: bool, highest: core.Rank, everywhere: bool
) -> tuple[Kind, tuple[int, ...], tuple[int, ...]]:
    """Return the kind, the worth and the order of three cards."""
    low, middle, high = sorted(places)
    if low == high:
        return Kind.PRIAL, (_STRENGTH[Kind.PRIAL], height(low, highest)), (0, 1, 2)
    run = _RUNS.get((low, middle, high))
    if run is not None:
        kind = Kind.RUNNING_FLUSH if one_suit else Kind.RUN
        in_order = (high, low, middle) if run == HIGHEST else (high, middle, low)
        return kind, (_STRENGTH[kind], run), tuple(map(places.index, in_order))
    heights = [height(place, highest) if everywhere else place for place in places]
    # BR-6: the pair first, else the highest card.
    keys = list(zip(map(places.count, places), heights, strict=True))
    order = sorted(range(THREE), key=keys.__getitem__, reverse=True)
    unpaired = Kind.FLUSH if one_suit else Kind.HIGH_CARD
    kind = unpaired if len(set(places)) == THREE else Kind.PAIR
    return kind, (_STRENGTH[kind], *[heights[number] for number in order]), tuple(order)


def ranked(cards: Sequence[core.Card], rules: Rules) -> HandOfThree:
    """Return the kind and the worth of three cards that have been checked (BR-4 to BR-6)."""
    places = tuple([card.index % RANKS for card in cards])
    first, second, third = [card.suit for card in cards]
    kind, worth, order = _rank(
        places, first is second is third, rules.highest, rules.high_rank is HighRank.EVERYWHERE
    )
    return _new_hand(kind, tuple([cards[number] for number in order]), worth)


def rank_hand(cards: Sequence[core.Card], rules: Rules | None = None) -> HandOfThree:
    """Find the kind of three cards, and their worth against other hands.

    Args:
        cards: three different cards in any order.
        rules: the options, which decide the high rank (BR-4); ``None`` for all the defaults.

    Raises:
        RulesError: if these are not three different cards of the pack.

    >>> from twowaystreet import cards
    >>> str(rank_hand(cards("3C 8S 8H"))), str(rank_hand(cards("2D AC 3H")))
    ('pair 8 8 3', 'run A 2 3')
    >>> rank_hand(cards("2D AC 3H")).worth > rank_hand(cards("KD AC QH")).worth
    True
    """
    expected = "three different cards of the pack"
    found = entries("cards", cards, expected)
    if len(found) != THREE or set(map(type, found)) != {core.Card} or PACK.extra(found):
        raise core.RulesError("cards", cards, expected, "BR-8")
    return ranked(found, core.checked_rules(Rules, rules))


def entries(field: str, values: Iterable[Any], expected: str) -> tuple[Any, ...]:
    """Return the entries of a field. Any: they are not checked yet."""
    found = core.checked_entries(field, values, lambda entry: (entry,), expected, "BR-8")
    return tuple(chain.from_iterable(found))


@lru_cache(4096)  # playouts compare the same lays again
def best_first(hands: tuple[tuple[core.Card, ...], ...], rules: Rules) -> tuple[HandOfThree, ...]:
    """Return hands of three in the order in which they are compared (BR-9)."""
    return tuple(
        sorted([ranked(hand, rules) for hand in hands], key=attrgetter("worth"), reverse=True)
    )


def held_times(hand: int, times: int) -> int:
    """Return the cards of the ranks that a hand holds exactly this number of times, as a mask."""
    found = 0
    for rank in core.RANK.values():
        if (hand & rank).bit_count() == times:
            found |= hand & rank
    return found


T = TypeVar("T")
Hands: TypeAlias = tuple[tuple[core.Card, ...], ...]
"""The hands of one lay, in the order of cards by their first cards."""

NUMBERS: Final = (2, 3)
_EXPECTED: Final = "two or three hands of three cards each"
_INDEX: Final = attrgetter("index")


def in_order(hands: Iterable[Iterable[core.Card]]) -> Hands:
    """Return hands in the order of cards by their first cards, and the cards of each in order."""
    found = [tuple(sorted(hand, key=_INDEX)) for hand in hands]
    return tuple(sorted(found, key=lambda hand: [card.index for card in hand]))


def _hands(value: Iterable[Iterable[core.Card]]) -> Hands:
    try:
        found = tuple(value)
    except Exception:  # a foreign iterator may raise anything
        raise core.malformed(value, _EXPECTED) from None
    hands = [core.card_tuple(hand) for hand in found]
    if len(hands) not in NUMBERS or any(len(hand) != THREE for hand in hands):
        raise core.malformed(value, _EXPECTED)
    return in_order(hands)


@attrs.frozen
class Lay(core.Move):
    """Lay hands of three cards (BR-8).

    Args:
        hands: two or three hands of three cards each, all in any order. The move stores the cards
            of each hand in the order of cards, and the hands in the order of their first cards, so
            that equal divisions are equal moves.

    Raises:
        IllegalMove: if these are not two or three hands of three cards.

    >>> from twowaystreet import cards
    >>> str(Lay([cards("KS AS QS"), cards("5D 2C JH"), cards("9D 9H 9C")]))
    'lay 2C 5D JH / 9C 9D 9H / QS KS AS'
    """

    hands: Hands = attrs.field(converter=_hands)
    form: ClassVar[str] = "lay and hands of three cards, with strokes between them"
    optional_word: ClassVar[str] = "lay"

    @override
    @classmethod
    def read(cls, reader: core.Reader) -> Self | None:
        if not reader.accept("lay"):
            return None
        hands = [[*_read_hand(reader)]]
        while len(hands) < max(NUMBERS) and not (reader.at_end and len(hands) in NUMBERS):
            reader.take({_STROKE: None}, "a stroke (/)")
            hands.append([*_read_hand(reader)])
        return cls(hands)

    def __str__(self) -> str:
        return f"lay {f' {_STROKE} '.join(map(core.text_of, self.hands))}"


_STROKE: Final = "/"


def _read_hand(reader: core.Reader) -> Iterator[core.Card]:
    for _ in range(THREE):
        play = core.Play.read(reader)
        if play is None:
            raise reader.error("a card such as QS, 10C or R*")
        yield play.card


_new_lay: Final = core.fast_constructor(Lay)


def _divisions(
    places: Iterable[int], hands: int, after: int = -1
) -> Iterator[tuple[tuple[int, ...], ...]]:
    """Yield every division of some of these places into hands, each beginning after the last."""
    if not hands:
        yield ()
        return
    for hand in combinations(places, THREE):
        if hand[0] > after:
            left = [place for place in places if place not in hand]
            for others in _divisions(left, hands - 1, hand[0]):
                yield (hand, *others)


@cache
def _picks(cards: int) -> Callable[[Any], tuple[Any, ...]]:
    """Return a function that picks the hands of all lays from all threes. Any: any sequence."""
    hands = list[tuple[int, ...]](combinations(range(cards), THREE))
    divisions = _divisions(range(cards), cards // THREE)
    return itemgetter(*map(hands.index, chain.from_iterable(divisions)))


def lays(cards: tuple[core.Card, ...]) -> tuple[Lay, ...]:
    """Return every lay of a player's cards, in their order: 280 of nine, 70 of seven, 10 of six."""
    return tuple(map(_new_lay, in_lays(len(cards), tuple(combinations(cards, THREE)))))


def in_lays(cards: int, threes: Sequence[T]) -> Iterator[tuple[T, ...]]:
    """Yield for each lay what ``threes`` has for its hands, in the order of combinations."""
    hands = iter(_picks(cards)(threes))
    return zip(*[hands] * (cards // THREE), strict=True)
