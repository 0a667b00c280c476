"""Duels with hands of a few cards, in which every history can be tried."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain, combinations
from typing import Any

import attrs
import pytest

import twowaystreet as tws
from tests.helpers import AnyState
from tests.worlds import harness
from tests.worlds.harness import played_by
from twowaystreet._core.cards.masks import Pack, cards_in
from twowaystreet.games import duel
from twowaystreet.games.duel import state as duel_state

PACKETS = {2: (1, 1), 3: (1, 2), 4: (1, 1, 2)}
"""The packets by the size of the hands."""


@attrs.frozen(kw_only=True)
class SmallRules(duel.Rules):
    """The rules of the Duel with another pack."""

    few: Pack = attrs.field(default=Pack(()))

    @property
    def pack(self) -> Pack:
        """The cards of the position."""
        return self.few


@attrs.frozen(kw_only=True)
class Position:
    """A position of a small duel, in which seat 0 deals.

    Attributes:
        hands: the hands of the dealer and the responder.
        stock: the stock from the top.
        moves: the moves after the deal.
        seat: the viewer; ``None`` for a spectator.
        options: the options of the game; by default bids of strength 1 on paper. Any: words.
    """

    hands: tuple[str, str]
    stock: str
    moves: Sequence[str] = ()
    seat: int | None = 0
    options: dict[str, Any] = attrs.field(factory=lambda: {"max_strength": 1})

    @property
    def size(self) -> int:
        """The number of cards in each hand."""
        return len(tws.cards(self.hands[0]))

    def shrink(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Let the game deal hands of this size."""
        monkeypatch.setattr(duel_state, "PACKETS", PACKETS[self.size])
        monkeypatch.setattr(duel_state, "exchanges", _exchanges)

    def reached(self) -> harness.Position:
        """Return the position with the places of the deal that the viewer does not know."""
        pack = Pack(tws.cards(" ".join((*self.hands, self.stock))))
        start = duel.new_game(SmallRules(few=pack, **self.options))
        deal = tws.deal_hands(start, map(tws.cards, self.hands), tws.cards(self.stock))
        state, moves = tws.apply(start, deal), list[tws.Move]([deal])
        for text in self.moves:
            moves.append(tws.parse_move(state, text))
            state = tws.apply(state, moves[-1])
        return harness.Position(
            start=start,
            moves=tuple(moves),
            viewer=self.seat,
            groups=self._unknown(deal, state),
            places=_places_of,
            is_complete=True,
        )

    def _unknown(self, deal: tws.Deal, state: duel.State) -> list[list[int]]:
        view = tws.view(state, self.seat)
        hands: list[list[int]] = [[], []]
        top = 0
        for size in PACKETS[self.size]:
            for seat in (0, 1):
                hands[seat] += range(top, top + size)
                top += size
        groups = list[list[int]]()
        for seat, places in enumerate(hands):
            if seat != self.seat:
                # A player who has not exchanged was dealt every card that it played.
                shown = () if state.exchanged[seat] else played_by(state, seat)
                groups.append([place for place in places if deal.cards[place] not in shown])
        markers = [(view.markers[seat], state.markers[seat]) for seat in (0, 1)]
        is_hidden = [
            card is None for seen, cards in markers for card in seen or (None,) * len(cards)
        ]
        is_hidden += [False] * sum(map(len, chain(*state.captured)))
        is_hidden += [True] * (len(deal.cards) - top - len(is_hidden))
        return [*groups, *([top + place] for place, hidden in enumerate(is_hidden) if hidden)]


def _exchanges(held: int) -> tuple[tws.Move, ...]:
    """Return all exchanges; the game's own table covers hands of ten only."""
    return tuple(map(duel.Exchange, dict.fromkeys(combinations(cards_in(held), 2))))


def _places_of(state: AnyState, viewer: int | None) -> harness.Key:
    """Return the unseen cards of each place: hands, markers of low bids, and the stock.

    Markers count as stock as long as the viewer does not know their number.
    """
    assert isinstance(state, duel.State)
    view = tws.view(state, viewer)
    stock: Iterable[tws.Card] = state.stock
    if view.stock is None:
        stock = chain(stock, state.markers[state.dealer])
    else:
        stock = [card for card, seen in zip(stock, view.stock, strict=True) if seen is None]
    low = [
        cards if view.stock is not None and view.markers[seat] is None else ()
        for seat, cards in enumerate(state.markers)
    ]
    hands = [() if seat == viewer else hand for seat, hand in enumerate(state.hands)]
    return tuple(tuple(sorted(cards)) for cards in (*hands, *low, stock))
