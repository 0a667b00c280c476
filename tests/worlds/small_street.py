"""Two Way Street with hands of a few cards, in which every history can be tried."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any

import attrs
import pytest

import twowaystreet as tws
from tests.helpers import AnyState
from tests.worlds import harness
from twowaystreet._core.cards.masks import Pack, cards_in
from twowaystreet.games import street
from twowaystreet.games.street import state as street_state

PACKETS = {2: (1, 1), 3: (1, 2), 4: (1, 1, 2)}
"""The packets by the size of the hands."""


@attrs.frozen(kw_only=True)
class SmallRules(street.Rules):
    """The rules of Two Way Street with another pack."""

    few: Pack = attrs.field(default=Pack(()))

    @property
    def pack(self) -> Pack:
        """The cards of the position."""
        return self.few


@attrs.frozen(kw_only=True)
class Position:
    """A position of a small game, in which seat 0 declares first.

    Attributes:
        hands: the hand of each seat.
        stock: the stock from the top.
        moves: the moves after the deal, separated by commas.
        seat: the viewer; ``None`` for a spectator.
        options: the options of the game. Any: words.
    """

    hands: Sequence[str]
    stock: str = ""
    moves: str = ""
    seat: int | None = 0
    options: dict[str, Any] = attrs.field(factory=dict[str, Any])

    @property
    def size(self) -> int:
        """The number of cards in each hand."""
        return len(tws.cards(self.hands[0]))

    def shrink(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Let the game deal hands of this size."""
        monkeypatch.setattr(street_state, "PACKETS", PACKETS[self.size])
        monkeypatch.setattr(street_state, "exchanges", _exchanges)

    def reached(self) -> harness.Position:
        """Return the position with the places of the deal that the viewer does not know."""
        pack = Pack(tws.cards(" ".join((*self.hands, self.stock))))
        rules = SmallRules(few=pack, players=len(self.hands), **self.options)
        start = street.new_game(rules)
        deal = tws.deal_hands(start, map(tws.cards, self.hands), tws.cards(self.stock))
        state, moves = tws.apply(start, deal), list[tws.Move]([deal])
        for text in filter(None, self.moves.split(",")):
            moves.append(tws.parse_move(state, text.strip()))
            state = tws.apply(state, moves[-1])
        return harness.Position(
            start=start,
            moves=tuple(moves),
            viewer=self.seat,
            groups=self._unknown(deal, state),
            places=places_of,
            is_complete=True,
        )

    def _unknown(self, deal: tws.Deal, state: street.State) -> list[list[int]]:
        hands: list[list[int]] = [[] for _ in self.hands]
        top = 0
        for size in PACKETS[self.size]:
            for hand in hands:
                hand.extend(range(top, top + size))
                top += size
        groups = list[list[int]]()
        for seat, places in enumerate(hands):
            if seat != self.seat:
                groups.append(self._unknown_dealt(deal, state, seat, places))
        return [*groups, *([place] for place in range(top, len(deal.cards)))]

    def _unknown_dealt(
        self, deal: tws.Deal, state: street.State, seat: int, places: list[int]
    ) -> list[int]:
        """Return the places without those of cards that the seat was certainly dealt.

        A player who has not exchanged was dealt every card that it played, unless another copy of
        the card was played instead.
        """
        exchange = state.exchanged[seat]
        if exchange and exchange.given:
            return places
        played = [
            card
            for trick in (*state.tricks, state.trick)
            for player, card in zip(trick.seats, trick.cards, strict=True)
            if player == seat and deal.cards.count(card) == 1
        ]
        return [place for place in places if deal.cards[place] not in played]


def _exchanges(held: int) -> tuple[street.Exchange, ...]:
    """Return all exchanges; the game's own table covers hands of ten only."""
    return tuple(map(street.Exchange, dict.fromkeys(combinations(cards_in(held), 2))))


def places_of(state: AnyState, viewer: int | None) -> harness.Key:
    """Return the unseen cards of each place: the other hands, and the stock.

    A card that the viewer gave away is not among them. Where an equal card was played, the viewer
    may have seen it; :func:`hands_and_stock` serves such positions.
    """
    assert isinstance(state, street.State)
    seen = tws.view(state, viewer)
    stock = [card for card, known in zip(state.stock, seen.stock, strict=True) if known is None]
    hands = [[] if seat == viewer else list(hand) for seat, hand in enumerate(state.hands)]
    turns = [(state.dealer + number) % len(hands) for number in range(len(hands))]
    exchangers = [seat for seat in turns if seen.has_exchanged[seat]]
    if viewer in exchangers:
        exchange, first = state.exchanged[viewer], exchangers.index(viewer)
        assert exchange is not None
        for place, card in enumerate(exchange.given, len(state.stock) + 2 * first):
            if place < 2 * len(exchangers) and card in (hand := hands[exchangers[place // 2]]):
                hand.remove(card)
    return tuple(tuple(sorted(cards)) for cards in (*hands, stock))


def hands_and_stock(state: AnyState) -> harness.Key:
    """Return the cards of each hand, and the stock."""
    return tuple(tuple(sorted(cards)) for cards in (*state.hands, state.stock))
