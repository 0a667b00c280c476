"""The options, cards, hands, phases and moves of Spades for two, and its hand data and books."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from functools import lru_cache
from itertools import groupby, pairwise
from types import MappingProxyType
from typing import Annotated, Any, ClassVar, Final, Self, TypeAlias

import attrs
from typing_extensions import override

from twowaystreet import authoring as core

PLAYERS: Final = 2


class Hand(StrEnum):
    """The two hands of each player (SP-3)."""

    DUMMY = "dummy"
    ACTUAL = "actual"


PACK: Final = core.Pack(set(core.FRENCH_DECK) - set(core.cards("2D 2H")) | set(core.cards("R* B*")))
"""A deck with two Jokers, without the red twos (SP-1); the Red Joker is the Big Joker (SP-2)."""

# Module constants, for speed, like the phases.
DUMMY, ACTUAL = Hand
HANDS: Final[tuple[tuple[int, Hand], ...]] = tuple(
    (player, hand) for player in range(PLAYERS) for hand in (DUMMY, ACTUAL)
)
"""The player and the hand for each of the four hand numbers, round the table (SP-3)."""
Taker: TypeAlias = tuple[int, Hand]
NUMBER: Final[Mapping[tuple[int | None, Hand | None], int]] = MappingProxyType(
    {hand: number for number, hand in enumerate(HANDS)}
)

TRUMPS: Final = core.Suit.SPADES  # the trumps of every hand (SP-11)
SPADES: Final = (*core.cards("3S 4S 5S 6S 7S 8S 9S 10S JS QS KS AS 2S"), *core.cards("B* R*"))
"""The spades from the lowest to the Big Joker (SP-1)."""
OF_SUIT: Final = MappingProxyType({**core.SUIT, TRUMPS: sum(card._bit for card in SPADES)})
"""The cards of each suit as masks; Jokers are spades (SP-1)."""

FOLLOWING: Final[Mapping[core.Suit | None, core.Following]] = MappingProxyType(
    {None: (), **{led: ((OF_SUIT[led], OF_SUIT[led]),) for led in core.Suit}}
)
"""The cards that follow for an actual hand: the suit led; when void, any card (SP-9, SP-10)."""
DUMMY_FOLLOWING: Final[Mapping[core.Suit | None, core.Following]] = MappingProxyType(
    {led: (*following, *FOLLOWING[TRUMPS]) if led else () for led, following in FOLLOWING.items()}
)
"""The cards that follow among a dummy's open cards: the suit led, else a spade (SP-13)."""

WANTED: Final[Mapping[core.Suit | None, int]] = MappingProxyType(
    {None: -1, **{led: OF_SUIT[led] | OF_SUIT[TRUMPS] for led in core.Suit}}
)
"""The cards for which a dummy turns up cards: a card of the suit led, or a spade (SP-12, SP-13)."""

STRENGTHS: Final[Mapping[core.Suit | None, core.Strengths]] = MappingProxyType(
    {led: core.ordering(*core.SUITS[led], *SPADES) for led in core.Suit}
)
"""The order of the cards by the suit led: the suit up to its ace, then the spades (SP-11)."""


def suit_played(card: core.Card) -> core.Suit:
    """Return the suit of a card; a Joker is a spade (SP-1)."""
    return card.suit or TRUMPS


BOOKS: Final = 13
"""The number of books in a hand, and of cards in each of the four hands before the play."""
BOARD: Final = 4  # the lowest number that a player can bid (SP-7)
MOST_TAKEN: Final = 3  # the greatest number of books that a renege costs (SP-14)
_TO_TAKE: Final = range(1, MOST_TAKEN + 1)
ONE_BY_ONE: Final = (1,) * BOOKS  # thirteen rounds of one card each (SP-3)
TURNED_UP: Final = 6
"""The number of cards of each dummy that both players see when they look (SP-5)."""
MOST_BIDS: Final = PLAYERS * (1 + BOOKS - BOARD)
"""The greatest number of bids and raises: a player bids a number at most once (SP-8)."""
MOST_CALLS: Final = PLAYERS * (BOOKS - 1)
"""A bound of the calls: a renege is in a book before the last, and is called once (SP-14)."""
BEHIND: Final = 100
"""The number of points that a player must be behind to bid a number blind (SP-6)."""
BOSTON_FAILED: Final = -130  # the points for a Boston, a bid of all books, that fails (SP-15)


class BidType(StrEnum):
    """The types of bids, with the words of the notation."""

    NUMBER = "bid"
    BEMO = "bemo"
    BIG_BEMO = "big bemo"
    NAUGHT = "naught"
    DOUBLE_NAUGHT = "double naught"
    NIL = "nil"
    DOUBLE_NIL = "double nil"
    BLIND = "blind"


LOWEST_BLIND: Final = 6
NUMBERS: Final = MappingProxyType(
    {BidType.NUMBER: range(BOARD, BOOKS + 1), BidType.BLIND: range(LOWEST_BLIND, BOOKS)}
)
"""The numbers that a player can bid after looking (SP-7), and blind (SP-6)."""
SUCH: Final = f"bid {BOARD}, blind {LOWEST_BLIND}, nil, bemo or naught"


def _bid_type(value: BidType) -> BidType:
    if (bid_type := core.member_of(BidType, value)) is None:
        raise core.malformed(value, "a type of bid: " + ", ".join(BidType))
    return bid_type


@attrs.frozen
class Bid(core.Move):
    """A bid (SP-6, SP-7), or a raise to this bid (SP-8).

    Args:
        bid_type: the type of bid.
        books: the number of books, 4 to 13, or 6 to 12 if blind; 0 for all other types.

    Raises:
        IllegalMove: if the two do not make a bid.

    >>> str(Bid(BidType.BLIND, 6)), str(Bid(BidType.BIG_BEMO))
    ('blind 6', 'big bemo')
    """

    bid_type: BidType = attrs.field(converter=_bid_type)
    books: Annotated[int, core.Between(0, BOOKS)] = 0
    form: ClassVar[str] = f"a bid such as {SUCH}"
    optional_word: ClassVar[str] = "bid"

    def __attrs_post_init__(self) -> None:
        """Refuse a number of books that the type of bid does not allow."""
        if type(self.books) is not int or self.books not in NUMBERS.get(self.bid_type, (0,)):
            numbers = ", ".join(f"{kind} {all_[0]} to {all_[-1]}" for kind, all_ in NUMBERS.items())
            raise core.malformed((str(self.bid_type), self.books), f"{numbers}, or 0 books")

    @override
    @classmethod
    def form_of(cls, legal: Sequence[core.Move]) -> str:
        bids = [bid for bid in legal if isinstance(bid, Bid)]
        runs = [[*run] for _, run in groupby(bids, lambda bid: bid.bid_type)]
        return core.listed(
            [f"{run[0]} to {run[-1].books}" if len(run) > 1 else f"{run[0]}" for run in runs], "or"
        )

    @property
    def is_number(self) -> bool:
        """True for a bid of a number of books, blind or not."""
        return self.books > 0

    @override
    @classmethod
    def read(cls, reader: core.Reader) -> Self | None:
        for words, doubled in (("big", ("bemo",)), ("double", ("nil", "naught"))):
            if reader.accept(words):
                meanings = {word: BidType(f"{words} {word}") for word in doubled}
                return cls(reader.take(meanings, " or ".join(doubled)))
        for bid_type, numbers in NUMBERS.items():
            if reader.accept(bid_type):
                return cls(bid_type, _number(reader, numbers))
        single = BidType.BEMO, BidType.NAUGHT, BidType.NIL
        return next((cls(bid_type) for bid_type in single if reader.accept(bid_type)), None)

    def __str__(self) -> str:
        return f"{self.bid_type} {self.books}" if self.books else self.bid_type.value


def _number(reader: core.Reader, numbers: range) -> int:
    expected = f"a number from {numbers[0]} to {numbers[-1]}"
    return reader.take({str(number): number for number in numbers}, expected)


@attrs.frozen
class Look(core.WordMove):
    """Look at the cards before bidding (SP-6)."""


@attrs.frozen
class Stand(core.WordMove):
    """Leave your bid as it is (SP-8)."""


@attrs.frozen
class Renege(core.Move):
    """Call a renege of the opponent; or call none, after the last book (SP-14).

    Args:
        books: the number of books to take, 1 to 3; 0 to call no renege.

    Raises:
        IllegalMove: if the number is not 0 to 3.

    >>> str(Renege(3)), str(Renege())
    ('renege 3', 'no renege')
    """

    books: Annotated[int, core.Between(0, MOST_TAKEN)] = 0
    form: ClassVar[str] = f"renege {core.listed(map(str, _TO_TAKE), 'or')}, or no renege"

    @override
    @classmethod
    def form_of(cls, legal: Sequence[core.Move]) -> str:
        return core.listed(map(str, legal), "or")

    def __attrs_post_init__(self) -> None:
        """Refuse numbers other than 0 to 3."""
        if type(self.books) is not int or not 0 <= self.books <= MOST_TAKEN:
            raise core.malformed(self.books, f"a number of books from 0 to {MOST_TAKEN}")

    @override
    @classmethod
    def read(cls, reader: core.Reader) -> Self | None:
        if reader.accept("no"):
            reader.take({"renege": 0}, "no renege")
            return cls()
        return cls(_number(reader, _TO_TAKE)) if reader.accept("renege") else None

    def __str__(self) -> str:
        return f"renege {self.books}" if self.books else "no renege"


def _numbers(bid_type: BidType) -> tuple[Bid, ...]:
    return tuple(Bid(bid_type, number) for number in NUMBERS[bid_type])


LOOK: Final = Look()
STAND: Final = Stand()
RENEGES: Final = tuple(map(Renege, _TO_TAKE))
NO_RENEGE: Final = Renege()
BEFORE_LOOKING: Final = (Bid(BidType.NIL), Bid(BidType.DOUBLE_NIL))
BLIND: Final = _numbers(BidType.BLIND)
"""The additional bids before looking for a player who is far enough behind (SP-6)."""
AFTER_LOOKING: Final = (
    *_numbers(BidType.NUMBER),
    *map(Bid, (BidType.BEMO, BidType.BIG_BEMO, BidType.NAUGHT, BidType.DOUBLE_NAUGHT)),
)
_LAST: Final = len(NUMBERS[BidType.NUMBER])
RAISES: Final[Mapping[Bid, tuple[Bid, ...]]] = MappingProxyType(
    {
        **{bid: AFTER_LOOKING[at:_LAST] for at, bid in enumerate(AFTER_LOOKING[:_LAST], start=1)},
        Bid(BidType.BEMO): (Bid(BidType.BIG_BEMO),),
        Bid(BidType.NAUGHT): (Bid(BidType.DOUBLE_NAUGHT),),
    }
)
"""The raises of each bid, within its family; players cannot raise other bids (SP-8)."""


def bids_before_looking(behind: int) -> tuple[Bid, ...]:
    """SP-6: the legal bids before looking, for a player this number of points behind."""
    return (*BEFORE_LOOKING, *BLIND) if behind >= BEHIND else BEFORE_LOOKING


class RenegeRule(StrEnum):
    """The treatment of a renege (SP-14)."""

    IMPOSSIBLE = "impossible"
    PENALISED = "penalised"


PENALISED: Final = RenegeRule.PENALISED


class Phase(core.Phase):
    """The phases of Spades for two."""

    DEAL = "deal"
    LOOK = "look"
    BID = "bid"
    RAISE = "raise"
    PLAY = "play"
    CALL = "call"
    HAND_OVER = "hand over"
    GAME_OVER = "game over"


# Module constants: Python 3.11 takes 60 to 130 ns to find a member through its enum.
DEAL, LOOKING, BID, RAISING, PLAY, CALL, HAND_OVER, GAME_OVER = Phase


@attrs.frozen(kw_only=True)
class Rules(core.Value):
    """The options of Spades for two.

    Args:
        renege: ``impossible`` refuses a card that does not follow suit; with ``penalised`` the
            card is legal, and the opponent can call the renege (SP-14).
        boston_failed: the points for a Boston that fails, minus a billion to 0 (SP-15).
        target: the number of points that ends the game, 1 to a billion (SP-19).
        max_hands: the greatest number of hands; ``None`` for no limit (AL-2).

    Raises:
        RulesError: if the value of an option is impossible.

    >>> Rules(renege="penalised").boston_failed
    -130
    """

    renege: RenegeRule = core.worded(
        default=RenegeRule.IMPOSSIBLE, converter=core.word, metadata={"rule": "SP-14"}
    )
    boston_failed: int = core.number(BOSTON_FAILED, at_most=0, rule="SP-15")
    target: int = core.number(500, at_least=1, rule="SP-19")
    max_hands: int | None = core.number(None, at_least=1, rule="AL-2")

    @property
    def seats(self) -> int:
        """The number of players, always two."""
        return PLAYERS

    @property
    def pack(self) -> core.Pack:
        """The 52 cards, including two Jokers (SP-1)."""
        return PACK


# The hand data


@attrs.frozen
class Said(core.Value):
    """A bid or a raise, with the player who made it (SP-6 to SP-8)."""

    seat: core.Seat
    bid: Bid


new_said: Final = core.fast_constructor(Said)


@attrs.frozen
class Call(core.Value):
    """A call of a renege (SP-14).

    Attributes:
        seat: the player who called.
        book: the number of the book before which or in which it came, from 0.
        cards: the number of cards that lay on the table.
        taken: the number of books that the player took.
    """

    seat: core.Seat
    book: Annotated[int, core.Between(0, BOOKS)]
    cards: Annotated[int, core.Between(0, len(HANDS) - 1)]
    taken: Annotated[int, core.Between(1, MOST_TAKEN)]


@attrs.frozen
class HandData(core.HandData):
    """The cards dealt, the bids, the cards turned up and the reneges called.

    Attributes:
        dummies: the dummy of each player as dealt, in the order in which cards are turned up.
        face_up: the turned-up cards of each dummy as masks, played cards included.
        bids: the bid of each player; ``None`` before the bid.
        stands: the number of players in succession who stood.
        called: the called reneges of each player, as book numbers.
        moved: the number of books that calls moved from player 1 to player 0.
        overbooks: the overbooks of each player in the match so far.
        perfect_bids: the number of perfect bids in succession of each player.
        auction: all bids and raises, in order of time.
        turned_up: the value of ``face_up`` after each time that a dummy turned up cards.
        calls: the calls of a renege, in order of time.
    """

    dummies: tuple[tuple[core.Card, ...], ...] = ((), ())
    face_up: tuple[int, ...] = (0, 0)
    bids: tuple[Bid | None, ...] = (None, None)
    stands: int = 0
    called: tuple[tuple[int, ...], ...] = ((), ())
    moved: int = 0
    overbooks: tuple[int, ...] = (0, 0)
    perfect_bids: tuple[int, ...] = (0, 0)
    auction: tuple[Said, ...] = ()
    turned_up: tuple[tuple[int, ...], ...] = ((), ())
    calls: tuple[Call, ...] = ()


replace: Final = core.fast_replace(HandData)


def turned_up(hand_data: HandData, player: int, remaining: int, wanted: int) -> HandData:
    """SP-12, SP-13: turn up cards of a dummy until a wanted card appears, or all are open."""
    up = before = hand_data.face_up[player]
    for card in hand_data.dummies[player][up.bit_count() :]:
        up |= card._bit
        if up & remaining & wanted:
            break
    if up == before:
        return hand_data
    face_up = core.replace_at(hand_data.face_up, player, up)
    times = core.replace_at(hand_data.turned_up, player, (*hand_data.turned_up[player], up))
    return replace(hand_data, face_up=face_up, turned_up=times)


@lru_cache
def groups_of(turned_up: tuple[int, ...]) -> tuple[tuple[core.Card, ...], ...]:
    """Return the cards that a dummy turned up at each time."""
    return tuple([core.cards_in(up ^ before) for before, up in pairwise((0, *turned_up))])


# Any: a state, which builds on this module.
def _dummy_cards(state: Any, number: int) -> tuple[int, tuple[core.Card, ...]]:
    player, _ = HANDS[number]
    return state._hand_data.face_up[player], state._hand_data.dummies[player]


DUMMIES: Final = core.PlayTables.Dummies(
    hands=tuple(NUMBER[player, DUMMY] for player in range(PLAYERS)),
    following=DUMMY_FOLLOWING,
    wanted=WANTED,
    cards=_dummy_cards,
)
"""The rules of the dummies for compiled playouts (SP-12, SP-13)."""
