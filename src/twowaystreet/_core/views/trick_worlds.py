"""Worlds of trick-taking games: the constraints that plays show, and states built from views.

A game whose only hidden move is the deal gets its worlds from :func:`hidden_by_deal` without code.
Games with exchanges, discards or face-down cards use the parts.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import chain, product
from types import MappingProxyType
from typing import Any, Final, TypeAlias

import attrs

from twowaystreet._core.cards.cards import Card, text_of
from twowaystreet._core.cards.masks import Pack, card_types_among, find
from twowaystreet._core.engine.match import build_match
from twowaystreet._core.engine.moves import Deal, deal_of
from twowaystreet._core.engine.seats import rotate_to, rotation
from twowaystreet._core.engine.state import hand_data_class
from twowaystreet._core.engine.verbs import deal_places
from twowaystreet._core.tricks.trick_state import TrickState
from twowaystreet._core.tricks.tricks import Trick
from twowaystreet._core.views.facts import facts_of
from twowaystreet._core.views.views import View
from twowaystreet._core.worlds.places import ADVICE, Division, Hidden, Holding, Place, undeclared
from twowaystreet._util.values import fast_constructor
from twowaystreet.errors import WorldsError

# Any: views and states of any game's own classes, here and below.
OfGame: TypeAlias = Any
Limits: TypeAlias = tuple[int, tuple[int, ...]]
"""The limits of a hand: a mask of card types that it lacks, and masks of which it has a card."""
Build: TypeAlias = Callable[[OfGame, int], OfGame]
"""A function that builds a state from its hand data and the mask of the cards in the hands."""

NO_LIMITS: Final[Limits] = (0, ())
HELD: Final = frozenset(("hand_data.held", "hand_data.stock", "remaining"))
"""The stored fields that say where the cards lie."""
HOOKS: Final = (
    *("_may_play", "_next_decision", "_await_play", "_after_trick", "_after_hand", "_finish_hand"),
)
"""The hooks of a state that the default does not know if a game has its own."""
_COMMON: Final = MappingProxyType(facts_of(View))


# Cards and plays


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
    found: list[list[Limits]] = [[NO_LIMITS]] * len(view.hand_sizes)
    tricks: tuple[Trick, ...] = (*view.tricks, view.trick)
    bound = {
        (number, hand): duty
        for number, trick in enumerate(tricks)
        for _, hand, _, duty, _ in view._played_under_duty(number, trick)
    }
    for number, trick in enumerate(tricks):
        for hand, card in zip(trick.seats, trick.cards, strict=True):
            duty = bound.get((number, hand), ())
            before: list[Limits] = found[int(hand)]
            found[hand] = limits_after(before, card, duty)
    return found


def limits_after(
    before: Iterable[Limits], card: Card, duty: Sequence[tuple[int, int]] = ()
) -> list[Limits]:
    """Return the limits of a hand after it has played a card under a duty."""
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


# States


def match_of(view: OfGame) -> OfGame:
    """Return the match that a view shows."""
    return build_match(
        view.rules, view.dealer, view.scores, view.hands_played, view.score, view.is_over
    )


def builder_of(
    view: OfGame, order: tuple[int, ...] = (), phase: OfGame = None, hand_data: OfGame = None
) -> Build:
    """Return a function that builds the state of a view from its hand data.

    It takes the hand data, and the mask of the cards that all hands hold now.

    Args:
        view: the view.
        order: the hands in the order in which they play to the trick; ``()`` before the play.
        phase: the phase of the state, if the view shows another one.
        hand_data: hand data with the public facts on which legal plays depend, if there are any.
    """
    match, tricks = match_of(view), view.tricks
    phase = view.phase if phase is None else phase
    state_type = view._state
    build, actor = state_type._build, None if view.hand_over else view.actor
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


def dealer_of(view: OfGame, hand_data: OfGame) -> Callable[..., OfGame]:
    """Return a function that deals chosen hands and the rest of the pack by the rules of the game.

    Packs with equal cards need it, because the order of dealing decides the lanes of copies.
    """
    rules, state_type = view.rules, view._state
    match = build_match(rules, view.dealer, view.scores, view.hands_played, None, False)
    waiting = state_type._build(match, hand_data, state_type._phases.DEAL)
    pack = rules.pack
    places = _places(waiting)

    def deal(hands: Iterable[Sequence[Card]], rest: Iterable[Card]) -> OfGame:
        laid = dict(zip(places, chain(*hands, rest), strict=True))
        cards = tuple([laid[place] for place in range(len(pack))])
        return waiting._deal_hands(deal_of(cards, pack))

    return deal


def _places(waiting: OfGame) -> tuple[int, ...]:
    """Return the places in the pack of each hand, hand by hand, and then the other places."""
    hands = tuple(chain.from_iterable(deal_places(waiting)))
    taken = set(hands)
    return (*hands, *(at for at in range(len(waiting.rules.pack)) if at not in taken))


# The default


def hidden_by_deal(view: OfGame) -> tuple[Hidden[OfGame], ...]:
    """Return the places of the unseen cards in a game whose only hidden move is the deal.

    Other games, also those with rules of their own about legal plays, raise :class:`WorldsError`.
    """
    seat: int | None = view.seat
    rules, sizes = view.rules, view.hand_sizes
    make, public, in_hands = _hand_data_of(view.__class__)
    values = [getattr(view, name) for name in public]
    beside = [value for name, value in zip(public, values, strict=True) if name not in in_hands]
    if in_hands and not _is_distinct(rules.pack):
        raise undeclared(view._state.title, [f"equal cards beside the fact {in_hands[0]}"])
    if not any((*sizes, view.stock_size, view.tricks, view.trick.cards)):  # before the first deal
        return before_deal(view, make((), (), *values))

    plays = plays_of(view)
    own: tuple[Card, ...] = () if seat is None else view.hand
    played = [card for _, card in plays]
    hands = _known_in_hands(view, in_hands, plays)
    if seat is not None:
        hands[seat] = own
    shown = [*chain.from_iterable(hands), *played]
    known = _known_cards(view, shown, len(played), beside)
    unseen = unseen_cards(rules.pack, [*known, *shown])
    others = [hand for hand in range(len(sizes)) if hand != seat]
    holdings = tuple(
        [
            Holding(cards, None if hand == seat else others.index(hand))
            for hand, cards in enumerate(hands)
        ]
    )
    build = _build(
        view, plays, hands, known, others, lambda held, stock: make(held, stock, *values)
    )
    limits = [
        [_rest_of(cards, each) for each in of_hand if _agrees(cards, each, hand == seat)]
        for hand, (cards, of_hand) in enumerate(zip(hands, limits_of(view), strict=True))
    ]
    return tuple(
        Hidden(
            unseen,
            (
                *[Place(sizes[hand] - len(hands[hand]), *case[hand]) for hand in others],
                Place(view.stock_size),
            ),
            holdings,
            build,
        )
        for case in cases_of(limits)
    )


def _known_in_hands(
    view: OfGame, in_hands: Iterable[str], plays: Sequence[tuple[int, Card]]
) -> list[tuple[Card, ...]]:
    """Return for each hand the cards that facts show to have been dealt to it and not played."""
    found: list[tuple[Card, ...]] = [()] * len(view.hand_sizes)
    facts = facts_of(view.__class__)
    for name in in_hands:
        value, hand = getattr(view, name), getattr(view, facts[name].held_by)
        found[hand] += tuple([card for card in _cards_in(value) if (hand, card) not in plays])
    return found


def _agrees(known: tuple[Card, ...], limits: Limits, is_whole: bool) -> bool:
    types, (barred, needs) = card_types_among(known), limits
    return not types & barred and (not is_whole or all(types & need for need in needs))


def _rest_of(known: tuple[Card, ...], limits: Limits) -> Limits:
    """Return the limits of the unseen cards of a hand beside its known ones."""
    types, (barred, needs) = card_types_among(known), limits
    return barred, tuple([need for need in needs if not types & need])


def _is_distinct(pack: Pack) -> bool:
    return pack._sum.bit_count() == len(pack)


def _cards_in(value: OfGame) -> Iterator[Card]:
    """Yield the cards in the value of a fact: a card, or a tuple with cards."""
    some = value if value.__class__ is tuple else (value,)
    yield from (one for one in some if one.__class__ is Card)


def _known_cards(
    view: OfGame, seen: Sequence[Card], played: int, values: Iterable[OfGame]
) -> list[Card]:
    """Return the cards that lie in the open beside the hands, the tricks and the stock."""
    shown = [*chain.from_iterable(map(_cards_in, values))]
    total: int = len(view.rules.pack) - sum(view.hand_sizes) - view.stock_size - played
    if not total and {*shown} <= {*seen}:
        return []
    if total != len(shown):
        raise WorldsError(
            f"{view._state.title}: {total} cards are neither in hands nor in tricks nor in the "
            f"stock, and public hand data shows {len(shown)} cards. If these lie in a hand, name "
            f"its seat, as in public_fact(..., held_by='dealer'); otherwise {ADVICE}"
        )
    return shown


def _order_of(view: OfGame) -> tuple[int, ...]:
    """Return the hands in the order in which they play to this trick; ``()`` outside the play."""
    if view.phase is not view._state._play_phase:
        return ()
    if view.tricks:
        return rotate_to(view.tricks[0].seats, view.trick.leader)
    return rotation(view.trick.leader, view.rules.seats)


def _build(
    view: OfGame,
    plays: Sequence[tuple[int, Card]],
    hands: Sequence[tuple[Card, ...]],
    known: Sequence[Card],
    others: Sequence[int],
    hand_data_of: Callable[[tuple[int, ...], tuple[Card, ...]], OfGame],
) -> Callable[[Division, random.Random], OfGame]:
    build, pack = builder_of(view, _order_of(view)), view.rules.pack
    fixed = [card_types_among(cards) for cards in hands]
    in_hands = sum(fixed)
    for hand, card in plays:
        fixed[hand] += card._bit

    def built(division: Division, rng: random.Random) -> OfGame:
        held, remaining = fixed.copy(), in_hands
        for hand, cards in zip(others, division, strict=False):
            mask = sum([card._bit for card in cards])
            held[hand] += mask
            remaining += mask
        return build(hand_data_of(tuple(held), division[-1]), remaining)

    if _is_distinct(pack):
        return built
    deal = dealer_of(view, hand_data_of((), ()))
    dealt = [
        [*(card for hand, card in plays if hand == number), *cards]
        for number, cards in enumerate(hands)
    ]

    def built_by_dealing(division: Division, rng: random.Random) -> OfGame:
        hands = [*dealt]
        for hand, cards in zip(others, division, strict=False):
            hands[hand] = [*hands[hand], *cards]
        held = deal(hands, (*known, *division[-1]))._hand_data.held
        return build(hand_data_of(held, division[-1]), remaining_after(held, plays))

    return built_by_dealing


@cache
def _hand_data_of(
    view_type: OfGame,
) -> tuple[Callable[..., OfGame], tuple[str, ...], tuple[str, ...]]:
    """Return the constructor of a game's hand data, and its facts.

    The facts are those that give the further fields, and those with cards that lie in hands. A game
    that hides more than its deal, or decides itself which plays are legal, has none.
    """
    state_type = view_type._state
    hand_data = hand_data_class(state_type)
    if hand_data is None:
        raise undeclared(state_type.title, ["hand data of an unknown class"])
    facts = facts_of(view_type)
    given = {fact.field: name for name, fact in facts.items() if fact.field}
    _, _, *further = [f"hand_data.{field.name}" for field in attrs.fields(hand_data)]
    fields = attrs.fields(state_type)[len(attrs.fields(TrickState)) :]
    hooks = [name for name in HOOKS if getattr(state_type, name) is not getattr(TrickState, name)]
    if None in state_type._following.values():
        hooks.append("_following")
    reasons = [
        *(f"the move {each.__name__}" for each in view_type.redacted_moves if each is not Deal),
        *(name for name in further if name not in given),
        *(
            f"the fact {name}"
            for name, fact in facts.items()
            if HELD & {*fact.covers} and fact is not _COMMON.get(name)
        ),
        *(f"the field {field.name} of its states" for field in fields),
        *(f"the hook {name}" for name in hooks),
    ]
    if reasons:
        raise undeclared(state_type.title, reasons)
    in_hands = tuple([name for name, fact in facts.items() if fact.held_by])
    return fast_constructor(hand_data), tuple(map(given.__getitem__, further)), in_hands
