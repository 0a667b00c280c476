"""Small games to explore fully: tiny packs, or full packs with few unknown cards."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import combinations, permutations
from types import ModuleType

import attrs
import pytest

import twowaystreet as tws
from examples import oh_hell
from tests.helpers import AnyState, at, trick_state
from tests.leaks.explore import Choices, every_deal
from twowaystreet._core.cards.masks import Pack, cards_in
from twowaystreet._core.engine.game import Game
from twowaystreet.games import brag, duel, spades, street, tien_len, twenty_down, twos
from twowaystreet.games.duel import rules as duel_rules
from twowaystreet.games.duel import state as duel_state
from twowaystreet.games.street import rules as street_rules
from twowaystreet.games.street import state as street_state
from twowaystreet.games.twos import rules as twos_rules
from twowaystreet.games.twos import state as twos_state

ROUND_BY_ROUND = (1, 1)
"""Hands of two cards: no game can deal fewer."""


@attrs.frozen(kw_only=True)
class Small:
    """A small game.

    Attributes:
        game: the game.
        prepare: makes the game small for the duration of a test.
        start: starts the game.
        deals: yields every deal to explore.
        choices: selects the legal moves to explore.
    """

    game: Game
    prepare: Callable[[pytest.MonkeyPatch], None]
    start: Callable[[], AnyState]
    deals: Callable[[AnyState], Iterator[tws.Deal]]
    choices: Choices


def _pairs(hands: int) -> list[tuple[int, int]]:
    """Return the places of each hand of two in a pack dealt card by card."""
    return [(hand, hands + hand) for hand in range(hands)]


def _deals_of_pairs(hands: int) -> Callable[[AnyState], Iterator[tws.Deal]]:
    """Yield every deal of hands of two, with the stock in every order."""
    return lambda state: map(tws.Deal, every_deal(state.rules.pack.cards, _pairs(hands)))


def _exchanges(held: int) -> tuple[tws.Move, ...]:
    """Return all exchanges; the game's own table covers hands of ten only."""
    return tuple(map(street.Exchange, dict.fromkeys(combinations(cards_in(held), 2))))


def _first_move(state: AnyState) -> Sequence[tws.Move]:
    """Select one public move."""
    return tws.legal_moves(state)[:1]


# Packs of a few cards


def _small_pack(
    rules: ModuleType, state: ModuleType, pack: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    cards = Pack(tws.cards(pack))

    def pack_of(decks: int, jokers: street.Jokers) -> Pack:
        return cards

    monkeypatch.setattr(state, "PACKETS", ROUND_BY_ROUND)
    monkeypatch.setattr(rules, "pack_of", pack_of)
    monkeypatch.setattr(state, "exchanges", _exchanges)


def _small_street(pack: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(street_rules, "TRICKS", 2)
    _small_pack(street_rules, street_state, pack, monkeypatch)


def _auction(state: AnyState) -> Sequence[tws.Move]:
    """Select one declaration and every exchange, but no play."""
    if at(state, "play"):
        return ()
    return _first_move(state) if at(state, "declare") else tws.legal_moves(state)


def _one_declaration(state: AnyState) -> Sequence[tws.Move]:
    """Select one declaration, then every play and every named suit."""
    return _first_move(state) if at(state, "declare") else tws.legal_moves(state)


def _street(jokers: street.Jokers, exchange: street.ExchangeRule) -> AnyState:
    return street.new_game(street.Rules(players=3, jokers=jokers, exchange=exchange))


def _small_duel(monkeypatch: pytest.MonkeyPatch) -> None:
    _small_pack(duel_rules, duel_state, "2C 2C 3D 3D 3D R* R* R*", monkeypatch)


def _bidding(state: AnyState) -> Sequence[tws.Move]:
    """Select every bid and exchange, but no play."""
    return () if at(state, "play") else tws.legal_moves(state)


def _few_bids(state: AnyState) -> Sequence[tws.Move]:
    """Select three bids (none, weakest high, strongest low) and every exchange."""
    moves = _bidding(state)
    return (moves[0], moves[1], moves[-1]) if at(state, "bid") else moves


def _small_twos(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(twos_rules, "PACK", Pack(tws.cards("2C 3C 3C 2D KD KD KD AH")))
    monkeypatch.setattr(twos_state, "ONE_BY_ONE", ROUND_BY_ROUND)


def _one_trick_and_a_lead(state: AnyState) -> Sequence[tws.Move]:
    """Select every play of the first trick and every lead to the second."""
    tricks = trick_state(state)
    return () if tricks.tricks and tricks.trick.cards else tws.legal_moves(state)


def _small_oh_hell(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(oh_hell, "PACK", Pack(tws.cards("2C 3C 2D 2D 2D 5H 6S")))


def _one_bid(state: AnyState) -> Sequence[tws.Move]:
    return _first_move(state) if at(state, "bid") else tws.legal_moves(state)


# Full packs in which only a few cards change places


def _unchanged(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave the game unchanged."""


def _some_places(places: Sequence[int], state: AnyState) -> Iterator[tws.Deal]:
    """Yield one deal with the cards at these places in every order."""
    cards = list(tws.shuffle(state, random.Random(4)).cards)
    for order in permutations([cards[place] for place in places]):
        for place, card in zip(places, order, strict=True):
            cards[place] = card
        yield tws.Deal(cards)


def _two_draws(state: AnyState) -> Sequence[tws.Move]:
    """Select two options for each of the first two draws, then one move per decision."""
    moves = tws.legal_moves(state)
    drawn = state.discards.count(None) < 3 if isinstance(state, twenty_down.State) else True
    return moves[:1] if drawn or not at(state, "draw") else moves[:2]


def _two_cards(state: AnyState) -> Sequence[tws.Move]:
    """Select one bid, then the lowest and the highest card of the first book."""
    moves = tws.legal_moves(state)
    if not at(state, "play"):
        return moves[-1:] if at(state, "raise") else moves[:1]
    return () if trick_state(state).tricks else tuple(dict.fromkeys((moves[0], moves[-1])))


def _three_lays(state: AnyState) -> Sequence[tws.Move]:
    """Select three lays for each player."""
    moves = tws.legal_moves(state)
    return (moves[0], moves[len(moves) // 2], moves[-1])


def _two_plays(state: AnyState) -> Sequence[tws.Move]:
    """Select two plays, or one and a pass, for each of the first four turns."""
    moves = tws.legal_moves(state)
    assert isinstance(state, tien_len.State)
    is_enough = state.tricks or len(state.trick.plays) > 3
    return () if is_enough else tuple(dict.fromkeys((moves[0], moves[-1])))


PLAIN = street.Jokers.ONE
COLOURED = street.Jokers.RED_AND_BLACK

SMALL: dict[str, Small] = {
    "exchanges": Small(
        game=street.GAME,
        prepare=partial(_small_street, "2C 3D 4D 4D 6S R* B*"),
        start=partial(_street, COLOURED, street.ExchangeRule.OPTIONAL),
        deals=_deals_of_pairs(3),
        choices=_auction,
    ),
    "coloured Jokers": Small(
        game=street.GAME,
        prepare=partial(_small_street, "2C 2C 4D 5H R* R* R*"),
        start=partial(_street, COLOURED, street.ExchangeRule.OBLIGATORY),
        deals=_deals_of_pairs(3),
        choices=_one_declaration,
    ),
    "plain Jokers": Small(
        game=street.GAME,
        prepare=partial(_small_street, "2C 3D 3D 4H X* X* X*"),
        start=partial(_street, PLAIN, street.ExchangeRule.OBLIGATORY),
        deals=_deals_of_pairs(3),
        choices=_one_declaration,
    ),
    "bids with cards": Small(
        game=duel.GAME,
        prepare=_small_duel,
        start=lambda: duel.new_game(duel.Rules(bid_markers=duel.BidMarkers.CARDS, max_strength=1)),
        deals=_deals_of_pairs(2),
        choices=_bidding,
    ),
    "bids on paper": Small(
        game=duel.GAME,
        prepare=_small_duel,
        start=lambda: duel.new_game(duel.Rules(max_strength=2)),
        deals=_deals_of_pairs(2),
        choices=_few_bids,
    ),
    "twos": Small(
        game=twos.GAME,
        prepare=_small_twos,
        start=twos.new_game,
        deals=_deals_of_pairs(4),
        choices=_one_trick_and_a_lead,
    ),
    "oh hell": Small(
        game=oh_hell.GAME,
        prepare=_small_oh_hell,
        start=lambda: oh_hell.new_game(oh_hell.Rules(players=3, cards=2)),
        deals=_deals_of_pairs(3),
        choices=_one_bid,
    ),
    "draws": Small(
        game=twenty_down.GAME,
        prepare=_unchanged,
        start=twenty_down.new_game,
        # Cards from both packets of some hands, and from the top of the stock.
        deals=partial(_some_places, [0, 2, 11, 20]),
        choices=_two_draws,
    ),
    "dummies": Small(
        game=spades.GAME,
        prepare=_unchanged,
        start=spades.new_game,
        # A card of an actual hand, one face up in its dummy, and two face down.
        deals=partial(_some_places, [1, 0, 24, 26]),
        choices=_two_cards,
    ),
    "lays": Small(
        game=brag.GAME,
        prepare=_unchanged,
        start=lambda: brag.new_game(brag.Rules(cards=7, players=2)),
        # Two cards of each hand, and one that is not dealt.
        deals=partial(_some_places, [0, 1, 2, 3, 20]),
        choices=_three_lays,
    ),
    "plays of several cards": Small(
        game=tien_len.GAME,
        prepare=_unchanged,
        start=tien_len.new_game,
        # Two cards of one hand, and one of each other hand.
        deals=partial(_some_places, [0, 1, 2, 3, 4]),
        choices=_two_plays,
    ),
}
"""Small games by the fact that they hide."""
