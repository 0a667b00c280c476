"""Injected leaks: views, events and refusals that reveal too much or too little."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import attrs
import pytest

import twowaystreet as tws
from examples import oh_hell
from twowaystreet._core.engine.moves import Decision, Phase
from twowaystreet._core.views.facts import FACT, ViewFact, private_fact, public_fact
from twowaystreet.games import duel, spades, street, twenty_down, twos

Inject = Callable[[pytest.MonkeyPatch], None]


def _view(state: Any, monkeypatch: pytest.MonkeyPatch, **facts: Any) -> None:
    """Replace facts of a game's view by these facts.

    Any: the class of the states, and the fields of its views.
    """
    names: dict[str, Any] = dict.fromkeys(facts, Any)
    leaky: Any = type(state.View)("View", (state.View,), {"__annotations__": names, **facts})
    monkeypatch.setattr(state, "View", attrs.frozen(kw_only=True)(leaky))


def _heard(state: Any, move_type: type[tws.Move]) -> Inject:
    """Show every move of this type in full to all seats."""

    def inject(monkeypatch: pytest.MonkeyPatch) -> None:
        redacted_moves: Mapping[Any, Any] = state.View.redacted_moves
        monkeypatch.setattr(
            state.View,
            "redacted_moves",
            {one: seen for one, seen in redacted_moves.items() if one is not move_type},
        )

    return inject


def _shown(state: Any, **facts: Any) -> Inject:
    return partial(_view, state, **facts)


def _all_voids(state: Any) -> tuple[tws.Void, ...]:
    """Return all voids, read from the hands themselves."""
    card = tws.CARDS[0]
    return tuple(
        tws.Void(seat, suit, 0, card, "TW-3")
        for seat, hand in enumerate(state.hands)
        for suit in tws.Suit
        if suit not in {one.suit for one in hand}
    )


def _sorted_for(state: Any, seat: int) -> tuple[tws.Card, ...]:
    """Return the seat's hand; suits in which the next player is void come first."""
    next_to = {card.suit for card in state.hand_of((seat + 1) % 4)}
    return tuple(sorted(state.hand_of(seat), key=lambda card: (card.suit in next_to, card)))


def _as_turned_up(state: Any) -> tuple[tuple[tws.Card, ...], ...]:
    """Return the cards face up in the order of the deal."""
    return tuple(
        tuple(card for card in dummy if card in up)
        for dummy, up in zip(state._hand_data.dummies, state.face_up, strict=True)
    )


def _refusal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make refusals name the cards of all hands."""

    def every_card(state: twos.State) -> int:
        return state._remaining

    monkeypatch.setattr(twos.State, "_hand_to_play_from", every_card)


def _affordable_bids(monkeypatch: pytest.MonkeyPatch) -> None:
    """Offer only bids that the stock can pay, which reveals the size of a sealed bid."""
    decisions: dict[Phase, Decision] = dict(duel.State._decisions)
    bid = decisions[duel.Phase.BID]

    def payable(state: duel.State, seat: int) -> tuple[tws.Move, ...]:
        return bid.moves(state, seat)[: len(state.stock) // 2]

    decisions[duel.Phase.BID] = attrs.evolve(bid, moves=payable)
    monkeypatch.setattr(duel.State, "_decisions", decisions)


@attrs.frozen(kw_only=True)
class Carrying(twos.View):
    """A view with a reference to the state, in a field left out of ``==`` and ``repr``."""

    state: Any = attrs.field(
        eq=False, repr=False, metadata={FACT: ViewFact(lambda state, viewer: state, ())}
    )


LEAKS: dict[str, tuple[str, Inject]] = {
    "another's hand": ("twos", _shown(twos.State, hand=public_fact(lambda state: state.hands[1]))),
    "the order of the hand": ("twos", _shown(twos.State, hand=private_fact(_sorted_for))),
    "hands in voids": ("twos", _shown(twos.State, voids=public_fact(_all_voids))),
    "hands in refusals": ("twos", _refusal),
    "all exchanges": (
        "street",
        _shown(street.State, exchanged=public_fact(lambda one: one.exchanged)),
    ),
    "the stock": ("street", _shown(street.State, stock=public_fact(lambda state: state.stock))),
    "the actor's moves": ("street", _shown(street.State, legal_moves=public_fact(tws.legal_moves))),
    "exchanges in events": ("street", _heard(street.State, street.Exchange)),
    "deals in events": ("street", _heard(street.State, tws.Deal)),
    "a sealed bid": ("duel", _shown(duel.State, bids=public_fact(lambda state: state.bids))),
    "markers": ("duel", _shown(duel.State, markers=public_fact(lambda state: state.markers))),
    "the size of the stock": (
        "duel",
        _shown(duel.State, stock_size=public_fact(lambda state: len(state.stock))),
    ),
    "bids in events": ("duel", _heard(duel.State, duel.Bid)),
    "affordable bids": ("duel", _affordable_bids),
    "dummies face down": (
        "spades",
        _shown(spades.State, face_down_sizes=public_fact(lambda state: state._hand_data.dummies)),
    ),
    "the order of dummies": ("spades", _shown(spades.State, face_up=public_fact(_as_turned_up))),
    "the hand before looking": (
        "spades",
        _shown(spades.State, hand=private_fact(lambda state, seat: state.hand_of(2 * seat + 1))),
    ),
    "discards": (
        "twenty_down",
        _shown(twenty_down.State, discards=public_fact(lambda s: s.discards)),
    ),
    "draws in events": ("twenty_down", _heard(twenty_down.State, twenty_down.Draw)),
}
"""Leaks that the comparison of playouts must find, each with its game."""

IN_SMALL: dict[str, tuple[str, Inject]] = {
    "the seat that must name a suit": (
        "coloured Jokers",
        _shown(street.State, phase=public_fact(lambda state: state.phase)),
    ),
    "all exchanges": ("exchanges", LEAKS["all exchanges"][1]),
    "a sealed bid": ("bids with cards", LEAKS["a sealed bid"][1]),
    "dummies face down": ("dummies", LEAKS["dummies face down"][1]),
}
"""Leaks that the exploration of a small game must find."""

MISSING: dict[str, tuple[str, Inject]] = {
    "the viewer's hand": ("twos", _shown(twos.State, hand=public_fact(lambda state: None))),
    "drawn cards": ("draws", _shown(twenty_down.State, hand=public_fact(lambda state: None))),
    "captured tricks": (
        "bids on paper",
        _shown(duel.State, captured=public_fact(lambda s: ((), ()))),
    ),
    "bids that are shown": (
        "bids on paper",
        _shown(duel.State, bids=public_fact(lambda state: (None, None))),
    ),
    "cards face up": ("dummies", _shown(spades.State, face_up=public_fact(lambda state: ((), ())))),
    "trumps turned up": (
        "oh hell",
        _shown(
            oh_hell.State,
            turned_up=public_fact(lambda state: None),
            trumps=public_fact(lambda state: None),
        ),
    ),
}
"""Missing facts that the exploration of a small game must find."""

OMITTED: dict[str, tuple[str, Inject]] = {
    "past tricks": ("twos", _shown(twos.State, tricks=public_fact(lambda state: ()))),
    "voids": ("twenty_down", _shown(twenty_down.State, voids=public_fact(lambda state: ()))),
    "own exchanges": (
        "street",
        _shown(street.State, exchanged=public_fact(lambda s: s.rules.players * (None,))),
    ),
    "own cards in the stock": (
        "street",
        _shown(street.State, stock=public_fact(lambda state: (None,) * len(state.stock))),
    ),
    "the direction": ("duel", _shown(duel.State, direction=public_fact(lambda state: None))),
    "cards turned up late": (
        "spades",
        _shown(spades.State, face_up=public_fact(lambda one: tuple(up[:5] for up in one.face_up))),
    ),
    "discard sizes": (
        "twenty_down",
        _shown(twenty_down.State, discard_sizes=public_fact(lambda s: (None,) * 4)),
    ),
}
"""Missing facts that the comparison with the state must find."""
