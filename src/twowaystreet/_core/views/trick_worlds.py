"""The parts of worlds: unseen cards, what plays and draws show, and states built from views."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, pairwise, product, zip_longest
from math import perm, prod
from typing import Final, TypeAlias, cast

import attrs

from twowaystreet._core.cards.cards import Card, text_of
from twowaystreet._core.cards.masks import ONE_LANE, Pack, bits_of, find
from twowaystreet._core.engine.match import build_match
from twowaystreet._core.engine.moves import deal_of
from twowaystreet._core.engine.seats import rotate_to, rotation
from twowaystreet._core.engine.verbs import deal_places
from twowaystreet._core.tricks.trick_state import TrickState
from twowaystreet._core.tricks.tricks import Trick
from twowaystreet._core.views.facts import facts_of
from twowaystreet._core.worlds.ways import Place
from twowaystreet._core.worlds.worlds import Hidden, Holding, undeclared
from twowaystreet._util.values import OfGame, Value
from twowaystreet.errors import WorldsError

Limits: TypeAlias = tuple[int, tuple[int, ...]]
"""The limits of a hand: a mask of card types that it lacks, and masks of which it has a card."""
Build: TypeAlias = Callable[[OfGame, int], OfGame]


def unseen_cards(pack: Pack, seen: Sequence[Card]) -> tuple[Card, ...]:
    """Return the cards of a pack besides those seen, in the order of cards.

    Raises:
        WorldsError: if the pack lacks one of those seen.
    """
    unseen = pack.missing(seen)
    if len(unseen) + len(seen) != len(pack):
        extra = text_of(pack.extra(seen))
        raise WorldsError(f"the view shows cards that the pack lacks: {extra}")
    return unseen


def plays_of(view: OfGame) -> list[tuple[int, Card]]:
    """Return the cards played in a hand, each with its hand, in the order of play."""
    tricks = (*view.tricks, view.trick)
    return [play for trick in tricks for play in zip(trick.seats, trick.cards, strict=True)]


def limits_of(view: OfGame) -> list[list[Limits]]:
    """Return for each hand the limits of its remaining cards that follow from the plays.

    A card that is not allowed by a duty shows that the hand lacks all cards of the duty. A card
    that is allowed without being of the duty shows something only if another duty follows: the hand
    has a card of the first duty, or the other duty counts. Then a hand has several alternatives,
    which exclude one another. A hand without an alternative contradicts the rules.
    """
    nothing: list[Limits] = [(0, ())]
    found = [nothing] * len(view.hand_sizes)
    tricks: tuple[Trick, ...] = (*view.tricks, view.trick)
    bound = {
        (number, hand): duty
        for number, trick in enumerate(tricks)
        for _, hand, _, duty, _ in view._played_under_duty(number, trick)
    }
    for number, trick in enumerate(tricks):
        for hand, card in zip(trick.seats, trick.cards, strict=True):
            duty = bound.get((number, hand), ())
            # Most cards follow suit, and show nothing: half of the time of these limits.
            if found[hand] is not nothing or (duty and not card._bit & duty[0][0] & duty[0][1]):
                before: list[Limits] = found[int(hand)]
                found[hand] = limits_after(before, card, duty)
    return found


def limits_after(
    before: Iterable[Limits], card: Card, duty: Sequence[tuple[int, int]] = ()
) -> list[Limits]:
    bit = card._bit
    found = dict[Limits, None]()
    for barred, needs in before:
        if bit & barred:
            continue  # the hand could not hold the card
        unmet = tuple([need for need in needs if not bit & need])
        found.update(dict.fromkeys(_shown(bit, duty, barred, unmet)))
    return [*found]


def _shown(
    bit: int, duty: Sequence[tuple[int, int]], barred: int, needs: tuple[int, ...]
) -> Iterator[Limits]:
    """Yield the limits that follow from a card played under the rest of a duty."""
    for number, (due, allowed) in enumerate(duty):
        if bit & allowed:
            if bit & due or all(bit & other for _, other in duty[number + 1 :]):
                break
            if due & ~barred:
                yield barred, (*needs, due)
        barred |= due
    yield barred, needs


def cases_of(limits: Iterable[Iterable[Limits]]) -> Iterator[tuple[Limits, ...]]:
    """Return every combination of the alternatives of all hands."""
    return product(*limits)


def match_of(view: OfGame) -> OfGame:
    """Return the match that a view shows."""
    return build_match(
        view.rules, view.dealer, view.scores, view.hands_played, view.score, view.is_over
    )


def builder_of(
    view: OfGame,
    order: tuple[int, ...] = (),
    phase: OfGame = None,
    hand_data: OfGame = None,
    fields: tuple[OfGame, ...] = (),
) -> Build:
    """Return a function that builds the state of a view from its hand data.

    It takes the hand data, and the mask of the cards that all hands hold now.

    Args:
        view: the view.
        order: the hands in the order in which they play to the trick; ``()`` outside the play.
        phase: the phase of the state, if the view shows another one.
        hand_data: hand data with the public facts on which legal plays depend, if there are any.
        fields: the further fields of a state without tricks.
    """
    match, state_type = match_of(view), view._state
    phase = view.phase if phase is None else phase
    build, actor = state_type._build, None if view.hand_over else view.actor
    if not issubclass(state_type, TrickState):
        return lambda hand_data, remaining: build(
            match, hand_data, phase, actor, remaining, *fields
        )
    tricks = view.tricks
    if view.hand_over or not order:
        return lambda hand_data, remaining: build(
            match, hand_data, phase, actor, remaining, 0, (), tricks
        )
    table, led = view.trick.cards, view.trick.led
    await_play = build(match, hand_data, phase)._await_play
    return lambda hand_data, remaining: await_play(hand_data, remaining, order, tricks, table, led)


def before_deal(view: OfGame, hand_data: OfGame) -> tuple[Hidden[OfGame], ...]:
    """Return the only case of a view before a deal, in which no card is hidden."""
    state = builder_of(view)(hand_data, 0)
    return (Hidden((), (), (Holding(),) * view.rules.seats, lambda division, rng: state),)


def remaining_after(held: Sequence[int], plays: Iterable[tuple[int, Card]]) -> int:
    """Return the mask of the cards in the hands after some plays, the lowest copies first."""
    remaining = sum(held)
    for hand, card in plays:
        remaining ^= find(held[hand] & remaining, card)
    return remaining


def waiting_of(view: OfGame, hand_data: OfGame) -> OfGame:
    """Return the state that waits for the deal of the hand of a view."""
    rules, state_type = view.rules, view._state
    match = build_match(rules, view.dealer, view.scores, view.hands_played, None, False)
    return state_type._build(match, hand_data, state_type._phases.DEAL)


def dealer_of(view: OfGame, hand_data: OfGame) -> Callable[..., OfGame]:
    """Return a function that deals chosen hands and the rest of the pack, copies in their lanes."""
    waiting, pack = waiting_of(view, hand_data), view.rules.pack
    places = _places(waiting)

    def deal(hands: Iterable[Sequence[Card]], rest: Iterable[Card]) -> OfGame:
        laid = dict(zip(places, chain(*hands, rest), strict=True))
        cards = tuple([laid[place] for place in range(len(pack))])
        return waiting._deal_hands(deal_of(cards, pack))

    return deal


def _places(waiting: OfGame) -> tuple[int, ...]:
    """Return the places in the pack of each hand, hand by hand, and then the others."""
    hands = tuple(chain.from_iterable(deal_places(waiting)))
    taken = set(hands)
    return (*hands, *(at for at in range(len(waiting.rules.pack)) if at not in taken))


def order_of(view: OfGame) -> tuple[int, ...]:
    """Return the hands in the order in which they play to this trick; ``()`` outside the play."""
    if view.phase is not view._state._play_phase:
        return ()
    if view.tricks:
        return rotate_to(view.tricks[0].seats, view.trick.leader)
    order = rotation(view.trick.leader, view.rules.seats)
    return tuple([seat for seat in order if seat in view._players])


# Cards drawn during the play. A player who fails to follow suit may draw some of it later, so the
# unseen cards of a hand differ by the trick before which they came. A played card may have come
# before any trick up to its own, and each of these ways is a history.

Alternative: TypeAlias = tuple[int, tuple[Place, ...]]
"""The places of the unseen cards of a hand, and the weight of each way to fill them."""

ALL: Final = ONE_LANE


@attrs.frozen(eq=False)
class Drawn(Value):
    """The cards that came to the hands and lie in the stock."""

    hands: tuple[tuple[Card, ...], ...]  # for each hand the cards that everybody saw come to it.
    # for each hand how many unseen cards came to it, by the number of the trick before which they
    # came; those dealt came before trick 0.
    came: tuple[Counter[int], ...]
    # the cards of the stock that the viewer knows, by their place from the top.
    stock: Mapping[int, Card]


def drawn_in(view: OfGame, hand_data: OfGame, shown: Mapping[str, str]) -> Drawn:
    """Return which cards came when, from a pack in the order of cards and what the view shows."""
    dealt = dealt_in_order(view, hand_data)
    now, held = dealt._hand_data, dealt._hand_data.held
    came = {bit: (hand, 0) for hand, cards in enumerate(held) for bit in bits_of(cards)}
    tricks, remaining = view.tricks, sum(held)
    leaders = [trick.leader for trick in (*tricks, view.trick)][1:]
    playing = view._state._build(dealt._match, now, view._state._play_phase)
    for number, (trick, leader) in enumerate(zip(tricks, leaders, strict=True), start=1):
        order = rotate_to(trick.seats, leader)
        now, remaining = playing._after_trick(now, remaining, order, tricks[:number])
        for hand, (before, after) in enumerate(zip(held, now.held, strict=True)):
            came |= dict.fromkeys(bits_of(after & ~before), (hand, number))
        held = now.held
    places = {card._bit: place for place, card in enumerate(now.stock)}
    hands: list[list[Card]] = [[] for _ in held]
    times = [Counter[int]() for _ in held]
    stock = dict[int, Card]()
    seen = dict(seen_in(view, now, shown))
    for bit, (hand, number) in came.items():
        if bit in seen:
            hands[hand].append(seen[bit])
        else:
            times[hand][number] += 1
    for bit, place in places.items():
        if bit in seen:
            stock[place] = seen[bit]
    return Drawn(tuple(map(tuple, hands)), tuple(times), stock)


def dealt_in_order(view: OfGame, hand_data: OfGame) -> OfGame:
    pack = view.rules.pack
    return waiting_of(view, hand_data)._deal_hands(deal_of(pack.cards, pack))


def seen_in(
    view: OfGame, hand_data: OfGame, shown: Mapping[str, str]
) -> Iterator[tuple[int, Card]]:
    """Yield for each card of hand data, as bit, the card that a view shows in its place."""
    for field, of_field in shown.items():
        yield from _pairs(getattr(hand_data, field), getattr(view, of_field))
    phase, actor = view.phase, view.actor
    state = view._state._build(waiting_of(view, hand_data)._match, hand_data, phase, actor)
    for name, fact in facts_of(view.__class__).items():
        if fact.covers == ("hand_data.stock",):
            yield from _pairs(fact.read(state, view.seat), getattr(view, name))


def _pairs(one: object, other: object) -> Iterator[tuple[int, Card]]:
    if isinstance(one, Card) and isinstance(other, Card):
        yield one._bit, other
    elif isinstance(one, tuple) and isinstance(other, tuple):
        parts = zip_longest(cast("Iterable[object]", one), cast("Iterable[object]", other))
        yield from chain.from_iterable(_pairs(*both) for both in parts)


def alternatives(
    view: OfGame, hand: int, size: int, known: Iterable[Card], came: Mapping[int, int]
) -> Iterator[Alternative]:
    """Yield the places of the unseen cards of a hand, in cases that exclude one another."""
    played, lacks = _plays_of(view, hand)
    # Between two tricks that showed something, the times at which cards came make no difference.
    shown = sorted(number for number, mask in lacks.items() if mask)
    level = {number: bisect_left(shown, number) for number in range(len(view.tricks) + 2)}
    first, last = level[min(came, default=0)], level[max(came, default=0)]
    barred = [0]
    for number in reversed(shown[first:]):
        barred.insert(0, barred[0] | lacks[number])
    if first == last:
        yield 1, (Place(size, barred[0]),)
        return
    unseen = {number: card for number, card in played.items() if card not in known}
    ends = _free_places(came, level, unseen, lacks)
    cells = [one | ALL & ~earlier for earlier, one in pairwise((ALL, *barred))]
    for sizes in _parts(size, last - first + 1):
        some = (0,) * first + sizes + (0,) * (len(shown) - last)
        weight = sum([ways * _orders(free, some) for free, ways in ends.items()])
        if weight:
            yield weight, tuple([Place(*both) for both in zip(sizes, cells, strict=False)])


def _plays_of(view: OfGame, hand: int) -> tuple[dict[int, Card], dict[int, int]]:
    """Return the card of a hand in each trick, and the cards that it then lacked, as masks."""
    following = view._state._following
    played, lacks = dict[int, Card](), dict[int, int]()
    for number, trick in enumerate((*view.tricks, view.trick)):
        for place, (seat, card) in enumerate(zip(trick.seats, trick.cards, strict=True)):
            if seat == hand:
                played[number] = card
                shows = limits_after([(0, ())], card, following[trick.led] if place else ())
                ((lacked, needs), *others) = shows
                if others or needs:
                    raise undeclared(
                        view._state.title, ["draws beside a duty that shows more than a void"]
                    )
                lacks[number] = lacked
    return played, lacks


def _free_places(
    came: Mapping[int, int],
    level: Mapping[int, int],
    played: Mapping[int, Card],
    lacks: Mapping[int, int],
) -> Mapping[tuple[int, ...], int]:
    """Return how many places of each level the played cards leave, with the number of ways."""
    ways: dict[tuple[int, ...], int] = {(0,) * (max(level.values()) + 1): 1}
    for number in sorted(level):
        if number in came:
            ways = {_more(free, level[number], came[number]): many for free, many in ways.items()}
        if number in played:
            # The card came after the last trick to which the hand lacked it.
            bit = played[number]._bit
            lacking = [one for one, mask in lacks.items() if one < number and mask & bit]
            least = level[max(lacking) + 1] if lacking else 0
            found = defaultdict[tuple[int, ...], int](int)
            for free, many in ways.items():
                for at in range(least, len(free)):
                    if free[at]:
                        found[_more(free, at, -1)] += many * free[at]
            ways = found
    return ways


def _more(free: tuple[int, ...], at: int, places: int) -> tuple[int, ...]:
    return (*free[:at], free[at] + places, *free[at + 1 :])


def _orders(free: Sequence[int], sizes: Sequence[int]) -> int:
    """Return the ways to give cards to free places, those of their own or a later level."""
    left, factors = 0, list[int]()
    for places, cards in zip(reversed(free), reversed(sizes), strict=True):
        left += places
        factors.append(perm(left, cards))
        left -= cards
        if left < 0:
            return 0
    return prod(factors) if not left else 0


def _parts(size: int, number: int) -> Iterator[tuple[int, ...]]:
    if number == 1:
        yield (size,)
        return
    for first in range(size + 1):
        for others in _parts(size - first, number - 1):
            yield (first, *others)
