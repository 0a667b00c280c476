"""The hidden cards of Two Way Street: the hands of the others, their exchanges and the stock.

Player number ``i`` in the order of exchanges draws the places ``2 * i`` and ``2 * i + 1`` of the
tape, and puts the own pair on the places ``stock + 2 * i`` and the next (ST-9, ST-11).
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import chain, product, repeat
from math import comb, gcd, perm
from typing import Any, Final, TypeAlias

import attrs

from twowaystreet import authoring as core
from twowaystreet.games._twoway import worlds as twoway
from twowaystreet.games._twoway.state import Exchanged
from twowaystreet.games.street.rules import NAME, PLAY, Phase
from twowaystreet.games.street.state import HandData, State, View

Known: TypeAlias = tuple[tuple[core.Card, ...], ...]
"""For each seat the cards in its hand now that the viewer gave away."""


@attrs.frozen(eq=False)
class _Tape(core.Value):
    view: View
    stock: int  # its size, which no exchange changes
    order: tuple[int, ...]  # the seats in turn
    exchangers: tuple[int, ...]  # those that have exchanged, in turn
    own: int | None  # the number of the viewer among those
    played: list[list[core.Card]]  # by seat, in order
    cards: tuple[core.Card | None, ...]  # from the top; ``None`` where unknown

    @classmethod
    def of(cls, view: View) -> _Tape:
        order, stock = core.rotation(view.dealer, len(view.hand_sizes)), len(view.stock)
        exchangers = tuple([seat for seat in order if view.has_exchanged[seat]])
        cards: list[core.Card | None] = [None] * (stock + 2 * len(exchangers))
        own = None
        if view.seat in exchangers:
            own = exchangers.index(view.seat)
            exchanged = view.exchanged[view.seat]
            assert exchanged is not None
            cards[2 * own : 2 * own + 2] = exchanged.drawn
            cards[stock + 2 * own : stock + 2 * own + 2] = exchanged.given
        return cls(view, stock, order, exchangers, own, twoway.played_by(view), tuple(cards))

    @property
    def drawn(self) -> int:
        return 2 * len(self.exchangers)

    def holder(self, place: int) -> int | None:
        return self.exchangers[place // 2] if place < self.drawn else None

    def without_known(self, seat: int, hand: Sequence[core.Card]) -> list[core.Card]:
        """Return the cards of a hand without those that the seat is known to have drawn."""
        left = list(hand)
        if seat in self.exchangers:
            first = 2 * self.exchangers.index(seat)
            for card in filter(None, self.cards[first : first + 2]):
                left.remove(card)
        return left

    def cases(self) -> tuple[tuple[Known, int], ...]:
        """Return the cards that are known to be in each hand now, and the weight of this case.

        Of a card equal to one that the viewer gave away, either copy may have been played. The
        weights count the ways to choose the physical cards, apart from a common factor.
        """
        view, seats, number = self.view, range(len(self.order)), self.own
        first = 0 if number is None else self.stock + 2 * number
        pair = [
            (self.holder(place), card)
            for place in (first, first + 1)
            if number is not None and place // 2 != number and (card := self.cards[place])
        ]
        given = Counter([(seat, card) for seat, card in pair if seat is not None])
        if not given:
            return ((((),) * len(seats), 1),)
        types = {card for _, card in given}
        own = (*(view.hand or ()), *self.played[view.seat or 0], *[card for _, card in pair])
        others = [*chain.from_iterable([self.played[seat] for seat in seats if seat != view.seat])]
        copies = {card: view.rules.pack.cards.count(card) - own.count(card) for card in types}
        plays = {key: self.played[key[0]].count(key[1]) for key in given}
        found = list[tuple[Known, int]]()
        for numbers in product(*[range(min(given[key], plays[key]) + 1) for key in given]):
            shown = dict(zip(given, numbers, strict=True))
            weight = 1
            for key, number in shown.items():
                weight *= comb(plays[key], number) * perm(given[key], number)
            for card in types:
                known = sum([number for key, number in shown.items() if key[1] == card])
                weight *= perm(copies[card], others.count(card) - known)
            left = given - Counter(shown)
            known_now = tuple(
                [tuple([card for key, card in left.elements() if key == seat]) for seat in seats]
            )
            sizes = zip(known_now, view.hand_sizes, strict=True)
            if weight and all(len(some) <= size for some, size in sizes):
                found.append((known_now, weight))
        common = gcd(*[weight for _, weight in found])
        return tuple([(known, weight // common) for known, weight in found])


_new_exchanged: Final = core.fast_constructor(Exchanged)
_replace: Final = core.fast_replace(HandData)
_KEPT: Final = Exchanged()


def hidden(view: View) -> tuple[core.Hidden[State], ...]:
    """Return the cases of the tape."""
    if view.phase is Phase.DEAL:
        return (twoway.before_deal(view, HandData()),)
    tape, needs = _Tape.of(view), twoway.naming_needs(view)
    # No duty of this game has a second one behind it, so each hand has one alternative.
    limits = [
        (barred, needs.get(seat, ())) for seat, ((barred, _),) in enumerate(core.limits_of(view))
    ]
    cases = [repeat(_case(tape, known, limits), weight) for known, weight in tape.cases()]
    return tuple(chain.from_iterable(cases))


def _case(
    tape: _Tape, known: Known, limits: Sequence[tuple[int, tuple[int, ...]]]
) -> core.Hidden[State]:
    """Return the case in which the viewer's cards lie in these hands now, under these limits."""
    view = tape.view
    own = view.hand or ()
    in_stock = [card for card in view.stock if card]
    unseen = core.unseen_cards(view.rules.pack, [*own, *in_stock, *chain(*tape.played, *known)])
    places, holdings = list[core.Place](), list[core.Holding]()
    for seat, (barred, needs) in enumerate(limits):
        if seat == view.seat:
            holdings.append(core.Holding(own))
            continue
        types = core.card_types_among(known[seat])
        unmet = tuple([need for need in needs if not need & types])
        holdings.append(core.Holding(known[seat], len(places)))
        places.append(core.Place(view.hand_sizes[seat] - len(known[seat]), barred, unmet))
    places.append(core.Place(tape.stock - len(in_stock)))
    sure = [
        [*own, *some] if seat == view.seat else [*some, *known[seat]]
        for seat, some in enumerate(tape.played)
    ]
    others = tuple([seat for seat in range(len(sure)) if seat != view.seat])
    ways = _split_ways(tape, unseen, places, sure, others)
    build = _builder(tape, sure, others, ways)
    return core.Hidden(unseen, tuple(places), tuple(holdings), build, ways)


def _split_ways(
    tape: _Tape,
    unseen: Sequence[core.Card],
    places: Sequence[core.Place],
    sure: Sequence[list[core.Card]],
    others: Sequence[int],
) -> twoway.SplitWays | None:
    links, place_of = list[twoway.Link](), {seat: place for place, seat in enumerate(others)}
    for at in range(tape.stock, len(tape.cards), 2):
        holders = [tape.holder(place) for place in (at, at + 1)]
        if holders[0] != holders[1]:
            low, high = [
                tape.cards[place] or (place_of[holder] if holder is not None else len(others))
                for place, holder in zip((at, at + 1), holders, strict=True)
            ]
            if not (isinstance(low, core.Card) and isinstance(high, core.Card)):
                links.append(twoway.Link(at, low, high))
    if not links:
        return None
    shown = [tape.without_known(seat, sure[seat]) for seat in others]
    return twoway.SplitWays(unseen, places, [*shown, ()], links)


def _builder(
    tape: _Tape,
    sure: Sequence[list[core.Card]],
    others: Sequence[int],
    ways: twoway.SplitWays | None,
) -> Callable[[core.Division, random.Random], State]:
    """Return the function that makes the state of a division; the viewer knows the sure cards."""
    view, stock, drawn = tape.view, tape.stock, tape.drawn
    in_play = view.phase is PLAY or view.phase is NAME
    make = core.builder_of(view, core.rotation(view.trick.leader, len(sure)) if in_play else ())
    public = HandData(named=view.named, declarations=view.declarations)
    base = [core.card_types_among(some) for some in sure]
    pack = view.rules.pack
    has_copies = pack._sum.bit_count() != len(pack)
    gone = 0 if has_copies else core.card_types_among(chain(*tape.played))
    exchanged = [_KEPT if said is False else None for said in view.has_exchanged]
    if view.seat is not None:
        exchanged[view.seat] = view.exchanged[view.seat]
    # For each exchange of another player: the seat, the cards that it may have drawn, the places
    # that it drew and does not show, and the places of the drawn cards and of the pair.
    exchanges: list[tuple[int, list[core.Card], list[int], slice, slice]] = []
    for number, seat in enumerate(tape.exchangers):
        if number != tape.own:
            first, second = 2 * number, stock + 2 * number
            hand, shown = tape.without_known(seat, sure[seat]), tape.cards[first : first + 2]
            free = [first + place for place, card in enumerate(shown) if card is None]
            exchanges.append((seat, hand, free, slice(first, first + 2), slice(second, second + 2)))
    in_stock = [place for place in range(drawn, drawn + stock) if tape.cards[place] is None]

    def build(division: core.Division, rng: random.Random) -> State:
        next_number = rng.random
        cards: Any = list(tape.cards)  # Any: no place stays empty
        hands = dict(zip(others, division, strict=False))
        left = list(division[-1])
        if ways:
            ways.lay(division, cards, rng)
        for seat, hand, free, _, _ in exchanges:
            some = [*hand, *hands[seat]]
            for place in free:
                if cards[place] is not None:
                    some.remove(cards[place])
            for place in free:
                if cards[place] is None:
                    cards[place] = some.pop(int(next_number() * len(some)))
        for place in in_stock:
            if cards[place] is not None:
                left.remove(cards[place])
        for place in in_stock:
            if cards[place] is None:
                cards[place] = left.pop()
        for *_, pair in exchanges:
            low, high = cards[pair]
            if high.index < low.index:
                cards[pair] = high, low
        said = exchanged.copy()
        for seat, _, _, draw, pair in exchanges:
            said[seat] = _new_exchanged(tuple(cards[pair]), tuple(cards[draw]))
        if has_copies:
            held = _lay_copies(tape, sure, hands, said)
            remaining = twoway.remaining_after(held, tape.played)
        else:
            held = base.copy()
            for seat, cards_of in hands.items():
                held[seat] += sum([card._bit for card in cards_of])
            remaining = sum(held) - gone
        parts = {"held": tuple(held), "stock": tuple(cards[drawn:]), "exchanged": tuple(said)}
        state: State = make(_replace(public, **parts), remaining)
        return state

    return build


def _lay_copies(
    tape: _Tape,
    sure: Sequence[list[core.Card]],
    hands: dict[int, tuple[core.Card, ...]],
    exchanged: Sequence[Exchanged | None],
) -> list[int]:
    """Return the hands as masks, with copies in the lanes that the deal and exchanges give them."""
    held = [0] * len(sure)
    used = 0
    for seat in tape.order:
        dealt = [*sure[seat], *hands.get(seat, ())]
        if exchange := exchanged[seat]:
            for card in exchange.drawn:
                dealt.remove(card)
            dealt += exchange.given
        held[seat] = core.mask_of(dealt, used)
        used |= held[seat]
    for seat in tape.exchangers:
        exchange = exchanged[seat]
        assert exchange
        given = core.find_all(held[seat], exchange.given)
        assert given
        used ^= given
        drawn = core.mask_of(exchange.drawn, used)
        used |= drawn
        held[seat] = held[seat] ^ given | drawn  # the same lane may be freed and taken
    return held
