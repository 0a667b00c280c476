"""Worlds of Twenty Down, compared with all histories of hands from few cards."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import combinations
from typing import Any

import attrs
import pytest

import twowaystreet as tws
from tests.helpers import AnyState, nightly_but_every
from tests.worlds import harness
from tests.worlds.harness import check_position, played_by
from twowaystreet._core.cards.masks import Pack, cards_in, deal_packets
from twowaystreet.games import twenty_down
from twowaystreet.games.twenty_down import state as td_state

DEALER = 3


@attrs.frozen(kw_only=True)
class SmallRules(twenty_down.Rules):
    """The rules of Twenty Down with fewer cards."""

    few: Pack = attrs.field(default=Pack(()))

    @property
    def pack(self) -> Pack:
        """The cards of the position."""
        return self.few


@attrs.frozen(kw_only=True)
class Position:
    """A position in which seat 3 deals.

    Attributes:
        hands: the hands of the four seats, in the order of dealing.
        stock: the stock from the top.
        moves: the moves after the deal.
        seat: the viewer; ``None`` for a spectator.
        options: the options of the game. Any: words.
        hands_played: the number of hands played before.
    """

    hands: tuple[str, str, str, str] = (
        "AC KC QC 7D 8D",
        "7C 8C 9C AD KD",
        "7H 8H 9H 10H JH",
        "10C JC QH KH AH",
    )
    stock: str = "7S"
    moves: Sequence[str] = ()
    seat: int | None = 0
    options: dict[str, Any] = attrs.field(factory=dict[str, Any])
    hands_played: int = 0

    def shrink(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Let a game with hands of two deal no more cards after trumps were named."""
        if len(tws.cards(self.hands[0])) == 2:
            monkeypatch.setattr(td_state, "deal_packets", _no_more_cards)
            monkeypatch.setattr(td_state, "draws", _draws)

    def reached(self) -> harness.Position:
        """Return the position with the places of the deal that the viewer does not know."""
        hands = list(map(tws.cards, self.hands))
        # Each hand gets its first two cards before trumps are named.
        dealt = [card for hand in hands for card in hand[:2]]
        dealt += [card for hand in hands for card in hand[2:]]
        dealt += tws.cards(self.stock)
        rules = SmallRules(few=Pack(dealt), **self.options)
        start = twenty_down.new_game(rules, dealer=DEALER, hands_played=self.hands_played)
        moves = [tws.Deal(dealt), *map(partial(tws.parse_move, start), self.moves)]
        state = start
        for move in moves:
            state = tws.apply(state, move)
        return harness.Position(
            start=start,
            moves=tuple(moves),
            viewer=self.seat,
            groups=self._unknown(dealt, state),
            places=_places_of,
            is_complete=True,
        )

    def _unknown(self, dealt: Sequence[tws.Card], state: twenty_down.State) -> list[list[int]]:
        each = len(tws.cards(self.hands[0]))
        groups = list[list[int]]()
        for seat in range(4):
            if seat != self.seat:
                places = [*range(2 * seat, 2 * seat + 2)]
                places += range(8 + (each - 2) * seat, 8 + (each - 2) * (seat + 1))
                # A player who has not drawn was dealt every card that it played.
                shown = () if state.discards[seat] else played_by(state, seat)
                groups.append([place for place in places if dealt[place] not in shown])
        return [*groups, *([place] for place in range(4 * each, len(dealt)))]


def _no_more_cards(
    cards: Sequence[tws.Card], order: Sequence[int], sizes: tuple[int, ...]
) -> tuple[tuple[int, ...], tuple[tws.Card, ...]]:
    """Deal two cards to each player at first, and none after trumps were named."""
    if sizes == td_state.AFTER_NAMING:
        return (0,) * len(order), tuple(cards)
    return deal_packets(cards, order, sizes)


def _draws(held: int) -> tuple[tws.Move, ...]:
    """Return all draws; the game's own table covers hands of five only."""
    hand = cards_in(held)
    return tuple(twenty_down.Draw(some) for size in range(3) for some in combinations(hand, size))


def _places_of(state: AnyState, viewer: int | None) -> harness.Key:
    """Return the unseen cards of each hand, of all discards and of the stock."""
    assert isinstance(state, twenty_down.State)
    hands = [() if seat == viewer else hand for seat, hand in enumerate(state.hands)]
    discards = [() if seat == viewer else cards or () for seat, cards in enumerate(state.discards)]
    return tuple(tuple(sorted(cards)) for cards in (*hands, *discards, state.stock))


TWO = ("AC 8D", "7C 9D", "7H 8H", "10C KH")
"""Hands of two, in which seat 1 follows clubs and seat 2 is void in clubs and spades."""
DRAWN = ("trump S", "draw", "draw 7C", "draw", "draw")
ALL_IN = ("in", "in", "in")
CLUBS = ("AC", "9D", "7H", "8S")
FIVE = ("trump S", "draw", "draw", "draw", "draw", *ALL_IN)
THREE_TRICKS = ("AC", "7C", "7H", "10C", "KC", "8C", "8H", "JC", "QC", "9C", "9H", "QH")

POSITIONS = {
    "before trumps are named": Position(hands=TWO, stock="7S 8S"),
    "before trumps are named, with a spectator": Position(hands=TWO, stock="", seat=None),
    "nobody has drawn": Position(hands=TWO, moves=["trump S"]),
    "some have drawn": Position(hands=TWO, moves=["trump S", "draw AC", "draw 7C"]),
    "the viewer has yet to draw": Position(hands=TWO, moves=["trump S", "draw AC"], seat=2),
    "declarations": Position(hands=TWO, moves=[*DRAWN, "in"]),
    "from the ninth hand on hearts are trumps": Position(
        hands=TWO, moves=["draw AC 8D", "draw", "draw", "draw"], hands_played=8
    ),
    "void in the suit led and in trumps": Position(
        hands=TWO, stock="9H", moves=[*DRAWN, *ALL_IN, "AC", "9D"]
    ),
    "void in the suit led": Position(hands=TWO, moves=[*DRAWN, *ALL_IN, "AC", "7S", "7H"]),
    "no duty to trump": Position(
        hands=TWO, moves=[*DRAWN, *ALL_IN, "AC", "9D", "7H"], options={"must_trump": False}
    ),
    "the second trick after two draws": Position(
        hands=TWO,
        stock="9H 8S",
        moves=["trump S", "draw", "draw 7C", "draw", "draw 10C", *ALL_IN, *CLUBS],
    ),
    "two cards of the stock left": Position(
        hands=TWO, stock="7S 8S 9S", moves=[*DRAWN, *ALL_IN, "AC", "7S", "7H", "10C"]
    ),
    "players who are out": Position(hands=TWO, moves=[*DRAWN, "out", "in", "out", "AC", "8H"]),
    "the viewer is out": Position(hands=TWO, moves=[*DRAWN, "out", "in", "in", "AC"], seat=1),
    "only one player is in": Position(hands=TWO, moves=[*DRAWN, "out", "out", "out"]),
    "a finished hand": Position(
        hands=TWO, moves=[*DRAWN, "out", "in", "out", "AC", "8H", "8D", "7H"], seat=2
    ),
    "a finished match": Position(
        hands=TWO,
        moves=[*DRAWN, "out", "out", "out"],
        seat=1,
        options={"max_hands": 1},
    ),
    "a spectator": Position(
        hands=TWO, stock="7S", moves=["trump S", "draw 8D", "draw", "draw", "draw", *ALL_IN, "AC"]
    ),
    "five cards each, with the last tricks to come": Position(moves=[*FIVE, *THREE_TRICKS]),
    "five cards each, and a spectator": Position(
        stock="7S", moves=[*FIVE, *THREE_TRICKS, "7D", "AD", "10H"], seat=None
    ),
}


@pytest.mark.rule("TD-2", "TD-3", "TD-4", "TD-5", "TD-7", "TD-11")
@pytest.mark.parametrize("name", nightly_but_every(4, POSITIONS))
def test_worlds_are_the_histories(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    position = POSITIONS[name]
    position.shrink(monkeypatch)
    assert check_position(position.reached())
