"""What a view must show: each fact that the viewer may know, as the state has it."""

from typing import Any, Final

import attrs

import twowaystreet as tws
from tests.helpers import AnyState, anything
from tests.leaks.knowledge import cards_of_seat
from twowaystreet.games import spades, street, twos

OWN: Final = ("exchanged", "bids", "markers", "discards", "laid")
"""Facts of which a viewer always knows its own part."""
PARTLY: Final = (*OWN, "phase", "stock", "hand", "legal_moves")
"""Facts that may be hidden, in part or from some viewers."""


def check_shown(before: AnyState | None, state: AnyState, seat: int | None) -> None:
    """Compare a view with the state, field by field; ``before`` is the state one move earlier."""
    seen: Any = tws.view(anything(state), seat)  # Any: fields of the game's own class
    for field in attrs.fields(anything(seen).__class__):
        name, shown = field.name, getattr(seen, field.name)
        if name not in PARTLY and hasattr(state, name):
            is_hidden = name == "bids" and None in anything(state).bids
            assert shown == getattr(state, name) or is_hidden, name
    assert seen.seat == seat
    hand = () if seat is None else cards_of_seat(state, seat)
    assert tuple(map(str, seen.hand or ())) == hand
    assert seen.legal_moves == (None if seat is None else _moves(state, seat))
    if seen.stock_size is not None:
        assert seen.stock_size == len(state.stock)
    if seat is not None:
        for name in OWN:
            if hasattr(seen, name):
                shown, own = getattr(seen, name)[seat], getattr(state, name)[seat]
                assert shown == own or (name == "markers" and _is_low(state, seat)), name
    _check_stock(before, state, seen)
    if hasattr(seen, "voids") and not isinstance(state, spades.State):
        check_voids(state, seen.voids)
    if hasattr(seen, "discard_sizes"):
        sizes = [cards and len(cards) for cards in anything(state).discards]
        assert [size or None for size in seen.discard_sizes] == [size or None for size in sizes]


def _is_low(state: AnyState, seat: int) -> bool:
    """Return true for a low bid, whose markers nobody sees (DU-5)."""
    bid = anything(state).bids[seat]
    return bid is not None and str(bid).endswith("low")


def _moves(state: AnyState, seat: int) -> tuple[tws.Move, ...]:
    return tws.legal_moves(state) if state.actor == seat else ()


def check_voids(state: AnyState, shown: Any) -> None:
    """Check that a seat that did not follow suit is void, and that no seat holds such a suit."""
    expected = set[tuple[int, tws.Suit | None]]()
    for trick in (*anything(state).tricks, anything(state).trick):
        for seat, card in zip(trick.seats, trick.cards, strict=True):
            wild = isinstance(state, twos.State) and card.rank is tws.Rank.TWO  # TW-4
            if trick.led not in (None, card.suit) and not card.joker and not wild:
                expected.add((seat, trick.led))
    found = {(void.seat, void.suit) for void in shown}
    assert found >= expected
    assert not any(
        card.suit == suit for seat, suit in found for card in anything(state).hands[seat]
    )


def _check_stock(before: AnyState | None, state: AnyState, seen: Any) -> None:
    """Compare the known cards of the stock; a seat knows the cards that it put there (ST-11)."""
    stock = getattr(seen, "stock", None)
    if stock is None:
        return
    assert len(stock) == len(state.stock)
    assert all(card in (None, own) for card, own in zip(stock, state.stock, strict=True))
    exchanging = before is not None and str(before.phase) == "exchange"
    if before is not None and exchanging and before.actor == seen.seat and len(stock) > 1:
        exchanged = anything(state).exchanged[seen.seat]
        if exchanged and exchanged != street.Keep():
            assert None not in stock[-2:]
