"""Helpers for the tests of the reference Two Way Street and Duel."""

import random
from collections import Counter
from typing import Any

import pytest

from tests.reference import common
from tests.reference.common import OpenTrick
from tests.reference.duel import ReferenceDuel
from tests.reference.street import ReferenceStreet


def filled(
    pack: list[str], hands: list[str], size: int, stock: str = ""
) -> tuple[list[list[str]], list[str]]:
    """Fill up these hands from the pack, lowest cards first; return hands and stock."""
    rest = Counter(pack)
    for text in [*hands, stock]:
        rest.subtract(text.split())
    assert min(rest.values()) >= 0, rest
    spare = common.in_order(list(rest.elements()))
    full = [text.split() for text in hands]
    for hand in full:
        while len(hand) < size:
            hand.append(spare.pop(0))
    return full, spare


def deal_text(pack: list[str], hands: list[str], stock: str = "", first: int = 0) -> str:
    """Return a deal of these hands, each filled up to ten, and this top of the stock."""
    full, spare = filled(pack, hands, 10, stock)
    order: list[str] = []
    for packet in [1, 2, 3, 4]:
        for step in range(len(full)):
            hand = full[(first + step) % len(full)]
            order += hand[:packet]
            del hand[:packet]
    return " ".join(["deal", *order, *stock.split(), *spare])


def street_dealt(hands: list[str], stock: str = "", **options: Any) -> ReferenceStreet:
    """Start a game of Two Way Street, and deal these hands."""
    game = ReferenceStreet(players=len(hands), **options)
    game.play(deal_text(game.pack(), hands, stock, game.dealer))
    return game


def duel_dealt(hands: list[str], stock: str = "", **options: Any) -> ReferenceDuel:
    """Start a Duel, and deal these hands."""
    game = ReferenceDuel(**options)
    game.play(deal_text(game.pack(), hands, stock, game.dealer))
    return game


def street_playing(hands: list[str], **options: Any) -> ReferenceStreet:
    """Start the play of these three or four hands without exchanges; seat 0 leads."""
    game = street_dealt(hands, exchange="optional", **options)
    for direction in ["high", "low", "high", "low"][: len(hands)]:
        game.play(direction)
        game.play("keep")
    return game


# Any, here and below: the reference games share no base class.
def play_all(game: Any, moves: str) -> None:
    """Play these cards in order."""
    for card in moves.split():
        game.play(card)


def on_table(cards: str, led: str | None) -> OpenTrick:
    """Return an open trick with these cards, led by seat 0."""
    laid = cards.split()
    return {"leader": 0, "cards": laid, "seats": list(range(len(laid))), "led": led}


def may(hand: str, cards: str, led: str | None, named_suit: str = "either") -> list[str]:
    """Return the legal actions of this hand with these cards on the table."""
    return common.table_moves(hand.split(), on_table(cards, led), named_suit)


def taker(cards: str, led: str | None) -> int:
    """Return the place of the card that takes this trick."""
    return common.completed(on_table(cards, led))["winner"]


def totals(game: ReferenceStreet | ReferenceDuel) -> list[str]:
    """Return every card of the game."""
    if not isinstance(game, ReferenceDuel):
        return all_cards(game)
    return all_cards(game, *game.markers, *game.captured[0], *game.captured[1])


def all_cards(game: Any, *elsewhere: list[str]) -> list[str]:
    """Return the cards in stock, hands and tricks, and these further cards."""
    cards = game.stock + game.trick["cards"]
    for some in [*game.hands, *[trick["cards"] for trick in game.tricks], *elsewhere]:
        cards = cards + some
    return common.in_order(cards)


def deal_any(game: Any, rng: random.Random) -> None:
    """Make a random deal."""
    cards = game.pack()
    rng.shuffle(cards)
    game.play("deal " + " ".join(cards))


def step(game: ReferenceStreet | ReferenceDuel, rng: random.Random) -> None:
    """Make one random move, and check the position."""
    if game.needs_deal:
        assert game.actor is None and game.legal() == []
        deal_any(game, rng)
    else:
        moves = game.legal()
        assert moves and len(moves) == len(set(moves))
        with pytest.raises(ValueError, match="not legal"):
            game.play("deal " + " ".join(game.pack()))
        game.play(rng.choice(moves))
    redeal = game.needs_deal and not game.hand_over  # DU-6
    assert totals(game) == ([] if redeal else game.pack())
    assert all(hand == common.in_order(hand) for hand in game.hands)
