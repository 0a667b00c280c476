"""The unseen cards of Spades for two, and the orders of the open cards of a dummy.

A dummy turns up six cards when the players look (SP-5), and more when a turn needs them (SP-12,
SP-13). A view shows the open cards, but not their order. The possible orders follow from the turns
of the dummy, which everybody sees. The count goes back through the turns. It keeps the number of
ways to turn up the cards that are still hidden, by the number of these cards in each suit: the
rules about a dummy ask for suits only.
"""

from __future__ import annotations

import random
from bisect import bisect
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import accumulate
from operator import mul
from types import MappingProxyType
from typing import Final, TypeAlias

import attrs

from twowaystreet._core.cards.cards import Card, Suit
from twowaystreet._core.cards.masks import card_types_among, cards_in
from twowaystreet._core.engine.seats import rotation
from twowaystreet._core.tricks.tricks import follow
from twowaystreet._core.views.trick_worlds import builder_of
from twowaystreet._core.worlds.places import Division, Hidden, Holding, Place
from twowaystreet._util.values import Value
from twowaystreet.games.spades import rules
from twowaystreet.games.spades.hand_data import TURNED_UP, HandData, books_won, replace
from twowaystreet.games.spades.state import State, View

Turn: TypeAlias = tuple[Suit | None, Card]
"""The turn of a dummy: the suit led, ``None`` if the dummy leads, and the card played."""

# Numbers of cards by suit are packed into one int: four bits for each suit, the total above them.
_DIGIT: Final = 4
_EVERY_SUIT: Final = (1 << _DIGIT * len(rules.OF_SUIT)) - 1
_TOTAL: Final = _DIGIT * len(rules.OF_SUIT)
_SUITS: Final = tuple(Suit)
_PLACE: Final = MappingProxyType({suit: _DIGIT * suit.place for suit in _SUITS})
_ONE: Final = MappingProxyType({suit: 1 << place | 1 << _TOTAL for suit, place in _PLACE.items()})
_DIGITS: Final[Mapping[Suit | None, int]] = MappingProxyType(
    {
        None: 0,
        **{suit: 15 << place for suit, place in _PLACE.items()},
    }
)


def _by_suit(cards: int) -> int:
    return sum([(cards & mask).bit_count() * _ONE[suit] for suit, mask in rules.OF_SUIT.items()])


@attrs.frozen
class _TurnWays(Value):
    """One turn of a dummy, with the ways to turn up the cards hidden before it, by suit.

    Attributes:
        stays, turns: the ways if the dummy turns up no card, and if it turns up at least one.
        after: the ways after the last of these cards.
        last: the wanted card, which comes last; ``None`` if the dummy turned up all its cards.
        one: this card by suit; 0 if there is none.
        pool, size: the cards that the dummy had not played, as a mask, and by suit.
    """

    stays: dict[int, int]
    turns: dict[int, int]
    after: dict[int, int]
    last: Card | None
    one: int
    pool: int
    size: int


def _ways_before(after: dict[int, int], turn: Turn, pool: int, most: int) -> _TurnWays:
    """Return the ways before a turn, when at most so many cards of the dummy were hidden."""
    led, card = turn
    size = _by_suit(pool)
    if not card._bit & rules.WANTED[led]:
        all_up = {0: after[0]} if 0 in after else {}
        return _TurnWays({}, _grown(dict(all_up), size, most), all_up, None, 0, pool, size)
    # A dummy plays a spade to another suit only if no card of that suit is open, and turns up a
    # card only if no open card is wanted: then all such cards are hidden.
    suit = rules.suit_played(card)
    lacking = _DIGITS[led] if suit is not led else 0
    wanted = _EVERY_SUIT if led is None else _DIGITS[led] | _DIGITS[rules.TRUMPS]
    one = _ONE[suit]
    found = {
        hidden + one: ways
        for hidden, ways in after.items()
        if not (hidden + one ^ size) & wanted and hidden >> _TOTAL < most
    }
    stays = {hidden: ways for hidden, ways in after.items() if not (hidden ^ size) & lacking}
    return _TurnWays(stays, _grown(found, size, most), after, card, one, pool, size)


def _choices(size: int, hidden: int, suit: Suit) -> int:
    """Return the number of cards of a suit that are not hidden."""
    place = _PLACE[suit]
    return (size >> place & 15) - (hidden >> place & 15)


def _grown(found: dict[int, int], size: int, most: int) -> dict[int, int]:
    """Add the ways with any number of unwanted cards turned up before.

    All wanted cards are hidden already.
    """
    for number in range(most):
        for hidden in [hidden for hidden in found if hidden >> _TOTAL == number]:
            for suit in _SUITS:
                if choices := _choices(size, hidden, suit):
                    more = hidden + _ONE[suit]
                    found[more] = found.get(more, 0) + found[hidden] * choices
    return found


class Orders:
    """The possible orders of the open cards of a dummy after the first six, numbered from 0.

    If the dummy is to play now, the last turn is that one, with any of the legal cards. The open
    cards are those that lie or lay open, played cards included.
    """

    __slots__ = ("_first", "_open_cards", "_steps", "count")

    def __init__(self, turns: Sequence[Turn], open_cards: int) -> None:
        hidden = max(0, open_cards.bit_count() - TURNED_UP)
        pools = list[int]()
        pool = open_cards
        for _, card in turns:
            pools.append(pool)
            pool ^= card._bit
        steps = list[_TurnWays]()
        ways = {0: 1}
        for turn, pool in zip(reversed(turns), reversed(pools), strict=True):
            step = _ways_before(ways, turn, pool, hidden)
            steps.append(step)
            ways = dict(step.stays)
            for cards, more in step.turns.items():
                ways[cards] = ways.get(cards, 0) + more
        self._steps = tuple(step for step in reversed(steps) if step.turns)
        self._first = [(cards, more) for cards, more in ways.items() if cards >> _TOTAL == hidden]
        self._open_cards = open_cards
        self.count: int = sum(more for _, more in self._first)

    def order(self, number: int) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
        """Return the first six cards, in the order of cards, and those turned up later in turn."""
        hidden = 0
        found = list[Card]()
        for some, choice in reversed(self._turned(number)):
            card = cards_in(some & ~hidden)[choice]
            hidden |= card._bit
            found.append(card)
        return cards_in(self._open_cards & ~hidden), tuple(reversed(found))

    def _turned(self, number: int) -> list[tuple[int, int]]:
        """Return the cards turned up after the first six, in turn.

        Each is a set of cards as a mask, and a number among those of the set that do not come
        later.
        """
        begins = iter(self._first)
        hidden, ways = next(begins)
        while number >= ways:
            number -= ways
            hidden, ways = next(begins)
        turned = list[tuple[int, int]]()
        for step in self._steps:
            stays = step.stays.get(hidden, 0)
            if number < stays:
                continue
            number -= stays
            while number >= (ways := step.after.get(hidden - step.one, 0)):
                number -= ways
                choices = [_choices(step.size, hidden - one, suit) for suit, one in _ONE.items()]
                ways_before = [step.turns.get(hidden - one, 0) for one in _ONE.values()]
                sums = [0, *accumulate(map(mul, ways_before, choices))]
                place = bisect(sums, number) - 1
                suit = _SUITS[place]
                number, choice = divmod(number - sums[place], choices[place])
                turned.append((step.pool & rules.OF_SUIT[suit], choice))
                hidden -= _ONE[suit]
            if step.last:
                turned.append((step.last._bit, 0))
                hidden -= step.one
        return turned


_ALL: Final = card_types_among(rules.PACK.cards)


def hidden(view: View) -> tuple[Hidden[State], ...]:
    """Return the unseen cards: those of face-down heaps, and of actual hands that are not shown.

    Before looking these are all cards (SP-5). A face-down heap may hold any card. An actual hand
    holds no card of a suit in which it is void (SP-10).
    """
    barred = [0] * rules.PLAYERS
    for void in view.voids:
        barred[void.seat] |= rules.OF_SUIT[void.suit]
    numbers, places = list[int](), list[Place]()
    hands = list[Holding]()
    for number, (player, which) in enumerate(rules.HANDS):
        if which is rules.ACTUAL and player == view.seat and view.hand is not None:
            hands.append(Holding(view.hand))
            continue
        if which is rules.ACTUAL:
            hands.append(Holding(place=len(places)))
            places.append(Place(view.hand_sizes[number], barred[player]))
        else:
            hands.append(Holding(view.face_up[player], len(places)))
            places.append(Place(view.face_down_sizes[player]))
        numbers.append(number)
    played, known = _played_and_known(view)
    is_dealt = view.phase is not rules.Phase.DEAL
    unseen = cards_in(_ALL & ~sum(known)) if is_dealt else ()
    build = _builder(view, numbers, known, _ALL & ~played if is_dealt else 0)
    holdings = [hands[rules.NUMBER[player, rules.ACTUAL]] for player in range(rules.PLAYERS)]
    return (Hidden(unseen, tuple(places), tuple(holdings), build, hands=tuple(hands)),)


def _played_and_known(view: View) -> tuple[int, list[int]]:
    """Return the cards played, and the known cards of each hand with those played, as masks."""
    known = [0] * len(rules.HANDS)
    for book in (*view.tricks, view.trick):
        for seat, which, card in zip(book.seats, book.hands, book.cards, strict=True):
            known[rules.NUMBER[seat, which]] |= card._bit
    played = sum(known)
    for player, some in enumerate(view.face_up):
        known[rules.NUMBER[player, rules.DUMMY]] |= card_types_among(some)
    if view.seat is not None:
        known[rules.NUMBER[view.seat, rules.ACTUAL]] |= card_types_among(view.hand or ())
    return played, known


def _builder(
    view: View, numbers: Sequence[int], known: Sequence[int], remaining: int
) -> Callable[[Division, random.Random], State]:
    """Return the function that builds the state of a division among these hand numbers.

    The known cards of each hand include those played.
    """
    before_calls, _ = books_won(view.tricks, 0)
    open_cards = [known[rules.NUMBER[player, rules.DUMMY]] for player in range(rules.PLAYERS)]
    heaps = [numbers.index(rules.NUMBER[player, rules.DUMMY]) for player in range(rules.PLAYERS)]
    hand_data = HandData(
        face_up=tuple(open_cards),
        bids=view.bids,
        stands=view.stands,
        called=view.called,
        moved=view.books[0] - before_calls,
        overbooks=view.overbooks,
        perfect_bids=view.perfect_bids,
    )
    # Nobody is to play before the lead, nor after the last book, when players call reneges.
    order: tuple[int, ...] = ()
    if view.actor is not None and view.hand_to_play is not None:
        to_play = rules.NUMBER[view.actor, view.hand_to_play]
        order = rotation(to_play - len(view.trick.cards), len(rules.HANDS))
    build_state = builder_of(view, order)

    orders_of = [Orders(_turns(view, player), up) for player, up in enumerate(open_cards)]

    def dummy_of(player: int, heap: Iterable[Card], rng: random.Random) -> tuple[Card, ...]:
        orders = orders_of[player]
        first, later = orders.order(rng.randrange(orders.count))
        return (*_shuffled(first, rng), *later, *heap)  # the cards of a heap are in random order

    def build(division: Division, rng: random.Random) -> State:
        held = list(known)
        for number, some in zip(numbers, division, strict=True):
            held[number] |= card_types_among(some)
        dummies = tuple(
            [dummy_of(player, division[place], rng) for player, place in enumerate(heaps)]
        )
        state: State = build_state(replace(hand_data, held=tuple(held), dummies=dummies), remaining)
        return state

    return build


def _shuffled(some: Iterable[Card], rng: random.Random) -> list[Card]:
    return sorted(some, key=lambda card: rng.random())


def _turns(view: View, player: int) -> list[Turn]:
    """Return the turns of a dummy; if it is to play now, the last one with some legal card."""
    turns: list[Turn] = [
        (book.led if place else None, card)
        for book in (*view.tricks, view.trick)
        for place, card in enumerate(book.cards)
        if book.seats[place] == player and book.hands[place] is rules.DUMMY
    ]
    if view.hand_to_play is rules.DUMMY and view.actor == player:
        led = view.trick.led
        legal = follow(card_types_among(view.face_up[player]), rules.DUMMY_FOLLOWING[led])
        turns.append((led, cards_in(legal)[0]))
    return turns
