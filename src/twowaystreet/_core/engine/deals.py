"""Deals that give chosen hands, derived from the way each game deals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from itertools import chain, groupby
from operator import attrgetter
from typing import Any, Final, cast

from twowaystreet._core.cards.cards import CARDS, Card, text_of
from twowaystreet._core.cards.masks import LANE
from twowaystreet._core.engine.moves import Deal, deal_of
from twowaystreet._core.engine.state import AnyState, GameState, not_a_state
from twowaystreet._util.constructors import fast_constructor
from twowaystreet.errors import RulesError, as_tuple

_INDEX: Final = attrgetter("index")


def deal_hands(
    state: AnyState, hands: Iterable[Iterable[Card]], stock: Iterable[Card] = ()
) -> Deal:
    """Make the deal that gives exactly these hands.

    Args:
        state: a state in which a deal is due.
        hands: the cards of each hand in the order of dealing, hand by hand in the order of
            ``state.hands``. A hand has all cards that it gets before the play. The page of each
            game describes its layout.
        stock: the first cards that go to no hand, from the top. The remaining cards follow in the
            order of cards.

    Returns:
        The deal of the whole pack, which :func:`~twowaystreet.apply` takes.

    Raises:
        IllegalMove: if no deal is due.
        RulesError: if the number of hands or cards is wrong, or the pack lacks one of these cards.
        TypeError: if ``state`` is not a state.

    >>> from twowaystreet import apply, cards
    >>> from twowaystreet.games import duel
    >>> state = duel.new_game(dealer=1)
    >>> ann, ben = cards("2C 3C 4C 5C 6C 7C 8C 9C 10C JC"), cards("2S 3S 4S 5S 6S 7S 8S 9S 10S JS")
    >>> deal = deal_hands(state, [ann, ben], cards("R* B*"))
    >>> str(deal)
    'deal 2S 2C 3S 4S 3C 4C 5S 6S 7S 5C 6C 7C 8S 9S 10S JS 8C 9C 10C JC R* B* QC KC AC 2D ...'
    >>> apply(state, deal).hands == (ann, ben)
    True
    """
    if not isinstance(state, GameState):
        raise not_a_state(state)
    dealing = state._to_deal(hands)
    places, pack, rule = deal_places(dealing), dealing.rules.pack, dealing._dealing_rule
    expected = f"{len(places)} hands"
    given: tuple[Any, ...] = as_tuple("hands", hands, expected, rule)  # Any: not checked yet
    if len(given) != len(places):
        raise RulesError("hands", hands, f"{expected}, found {len(given)}", rule)
    wanted = [
        _cards(f"hands[{number}]", hand, len(place), len(place), rule)
        for number, (hand, place) in enumerate(zip(given, places, strict=True))
    ]
    top = _cards("stock", stock, 0, len(pack) - sum(map(len, places)), rule)
    chosen = (*chain.from_iterable(wanted), *top)
    left = Counter(map(_INDEX, pack.cards))
    left.subtract(map(_INDEX, chosen))
    if min(left.values()) < 0:
        expected = "cards of the pack, each at most as often as the pack has it"
        raise RulesError("cards", text_of(pack.extra(chosen)), expected, "AL-4")
    laid = dict(zip(chain.from_iterable(places), chosen, strict=False))
    rest = chain(top, map(CARDS.__getitem__, sorted(left.elements())))
    return deal_of(tuple(laid.get(place) or next(rest) for place in range(len(pack))), pack)


def _cards(field: str, some: Iterable[Card], least: int, most: int, rule: str) -> tuple[Card, ...]:
    """Return the cards of one field if their number is right."""
    expected = f"{most} cards" if least == most else f"at most {most} cards"
    found = as_tuple(field, some, expected, rule)
    if not least <= len(found) <= most:
        raise RulesError(field, some, f"{expected}, found {len(found)}", rule)
    if not set(map(type, found)) <= {Card}:
        raise RulesError(field, some, expected, rule)
    return found


_build_card: Final = cast("Callable[..., Card]", fast_constructor(Card))


def deal_places(state: AnyState) -> list[list[int]]:
    """Return for each hand the places in the pack, from the top, whose cards it gets.

    The game deals a pack in which every card, also a copy, has a bit of its own.
    """
    pack = state.rules.pack
    marked = [
        _build_card(card.rank, card.suit, card.index, card._bit << LANE * number)
        for _, copies in groupby(pack.cards, _INDEX)
        for number, card in enumerate(copies)
    ]
    place_of = {card._bit: place for place, card in enumerate(marked)}
    held = state._deals_out(deal_of(tuple(marked), pack))
    return [sorted(place_of[bit] for bit in _bits(hand)) for hand in held]


def _bits(mask: int) -> Iterable[int]:
    """Return each bit of a mask."""
    while mask:
        bit = mask & -mask
        yield bit
        mask ^= bit
