"""Small games to explore fully: tiny packs, or full packs with few unknown cards."""

import random
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import combinations, permutations
from types import ModuleType
from typing import Any

import attrs
import pytest

import twowaystreet as tws
from examples import oh_hell
from tests.helpers import AnyState, at, trick_state
from twowaystreet._core.cards.masks import Pack, cards_in
from twowaystreet._core.engine.game import Game
from twowaystreet.games import brag, duel, spades, street, tien_len, twenty_down, twos
from twowaystreet.games.duel import rules as duel_rules
from twowaystreet.games.duel import state as duel_state
from twowaystreet.games.street import rules as street_rules
from twowaystreet.games.street import state as street_state
from twowaystreet.games.twos import rules as twos_rules

ROUND_BY_ROUND = (1, 1)
"""Hands of two cards."""
Choices = Callable[[AnyState], Sequence[tws.Move]]
"""A function that selects the legal moves to explore."""


@attrs.frozen(kw_only=True)
class Small:
    """A small game."""

    game: Game
    prepare: Callable[[pytest.MonkeyPatch], None] = lambda monkeypatch: None
    """It makes the game small for the duration of a test."""
    start: Callable[[], AnyState]
    deals: Callable[[AnyState], Iterator[tws.Deal]]
    """It yields every deal to explore."""
    choices: Choices


def _deals_of_pairs(hands: int) -> Callable[[AnyState], Iterator[tws.Deal]]:
    """Yield every deal of hands of two, card by card, with the stock in every order."""

    def deals(state: AnyState) -> Iterator[tws.Deal]:
        cards: Sequence[tws.Card] = state.rules.pack.cards
        # The order within a hand does not matter.
        places: list[tuple[int, ...]] = [(hand, hands + hand) for hand in range(hands)]
        places += [(place,) for place in range(2 * hands, len(cards))]
        order = list(cards)

        def fill(number: int, rest: tuple[tws.Card, ...]) -> Iterator[tws.Deal]:
            if number == len(places):
                yield tws.Deal(order)
                return
            for chosen in dict.fromkeys(combinations(rest, len(places[number]))):
                left = list(rest)
                for place, card in zip(places[number], chosen, strict=True):
                    order[place] = card
                    left.remove(card)
                yield from fill(number + 1, tuple(left))

        return fill(0, tuple(sorted(cards)))

    return deals


def _exchanges(held: int) -> tuple[tws.Move, ...]:
    """Return all exchanges; the game's own table covers hands of ten only."""
    return tuple(map(street.Exchange, dict.fromkeys(combinations(cards_in(held), 2))))


def _by_phase(**places: tuple[int, ...]) -> Choices:
    """Select the moves at these places in these phases, and all in others."""

    def choices(state: AnyState) -> Sequence[tws.Move]:
        moves = tws.legal_moves(state)
        chosen = places.get(str(state.phase))
        return moves if chosen is None else tuple(moves[place] for place in chosen)

    return choices


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


def _street(
    pack: str, jokers: street.Jokers, exchange: street.ExchangeRule, choices: Choices
) -> Small:
    """Return a Two Way Street of three players and two tricks."""
    rules = street.Rules(players=3, jokers=jokers, exchange=exchange)
    return Small(
        game=street.GAME,
        prepare=partial(_small_street, pack),
        start=lambda: street.new_game(rules),
        deals=_deals_of_pairs(3),
        choices=choices,
    )


def _duel(choices: Choices, **options: Any) -> Small:
    """Return a Duel with hands of two cards. Any: options of its rules."""
    return Small(
        game=duel.GAME,
        prepare=partial(_small_pack, duel_rules, duel_state, "2C 2C 3D 3D 3D R* R* R*"),
        start=lambda: duel.new_game(duel.Rules(**options)),
        deals=_deals_of_pairs(2),
        choices=choices,
    )


def _small_twos(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(twos_rules, "PACK", Pack(tws.cards("2C 3C 3C 2D KD KD KD AH")))
    monkeypatch.setattr(twos_rules, "ONE_BY_ONE", ROUND_BY_ROUND)


def _one_trick_and_a_lead(state: AnyState) -> Sequence[tws.Move]:
    """Select every play of the first trick and every lead to the second."""
    tricks = trick_state(state)
    return () if tricks.tricks and tricks.trick.cards else tws.legal_moves(state)


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


def _high_bids(state: AnyState) -> Sequence[tws.Move]:
    """Look, bid 11 or 12, raise in every way, and do not play."""
    moves = tws.legal_moves(state)
    if at(state, "bid"):
        return moves[7:9]
    return moves[:1] if at(state, "look") else () if at(state, "play") else moves


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


COLOURED = street.Jokers.RED_AND_BLACK
OBLIGATORY, OPTIONAL = street.ExchangeRule.OBLIGATORY, street.ExchangeRule.OPTIONAL
DECLARED, EXCHANGED = _by_phase(declare=(0,)), _by_phase(declare=(0,), play=())

SMALL: dict[str, Small] = {
    "exchanges": _street(
        "2C 3D 4D 4D 6S R* B*",
        COLOURED,
        street.ExchangeRule.OPTIONAL,
        _by_phase(declare=(0,), play=()),
    ),
    "coloured Jokers": _street(
        "2C 2C 4D 5H R* R* R*", COLOURED, OBLIGATORY, _by_phase(declare=(0,))
    ),
    "plain Jokers": _street("2C 3D 3D 4H X* X* X*", street.Jokers.ONE, OBLIGATORY, DECLARED),
    "bids with cards": _duel(_by_phase(play=()), bid_markers=duel.BidMarkers.CARDS, max_strength=1),
    "bids on paper": _duel(_by_phase(bid=(0, 1, -1), play=()), max_strength=2),
    "twos": Small(
        game=twos.GAME,
        prepare=_small_twos,
        start=twos.new_game,
        deals=_deals_of_pairs(4),
        choices=_one_trick_and_a_lead,
    ),
    "oh hell": Small(
        game=oh_hell.GAME,
        prepare=lambda patch: patch.setattr(
            oh_hell, "PACK", Pack(tws.cards("2C 3C 2D 2D 2D 5H 6S"))
        ),
        start=lambda: oh_hell.GAME.new_game(oh_hell.Rules(players=3, cards=2)),
        deals=_deals_of_pairs(3),
        choices=_by_phase(bid=(0,)),
    ),
    "draws": Small(
        game=twenty_down.GAME,
        start=twenty_down.new_game,
        # Cards from both packets of some hands, and from the top of the stock.
        deals=partial(_some_places, [0, 2, 11, 20]),
        choices=_two_draws,
    ),
    "dummies": Small(
        game=spades.GAME,
        start=spades.new_game,
        # A card of an actual hand, one face up in its dummy, and two face down.
        deals=partial(_some_places, [1, 0, 24, 26]),
        choices=_two_cards,
    ),
    "raises": Small(
        game=spades.GAME,
        start=spades.new_game,
        # A card of an actual hand, and two face down.
        deals=partial(_some_places, [1, 24, 26]),
        choices=_high_bids,
    ),
    "lays": Small(
        game=brag.GAME,
        start=lambda: brag.new_game(brag.Rules(cards=7, players=2)),
        # Two cards of each hand, and one that is not dealt.
        deals=partial(_some_places, [0, 1, 2, 3, 20]),
        choices=_three_lays,
    ),
    "plays of several cards": Small(
        game=tien_len.GAME,
        start=tien_len.new_game,
        # Two cards of one hand, and one of each other hand.
        deals=partial(_some_places, [0, 1, 2, 3, 4]),
        choices=_two_plays,
    ),
}
"""Small games by the fact that they hide."""
