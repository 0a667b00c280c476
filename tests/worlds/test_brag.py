"""Worlds of Brag: hidden lays, odd cards, and hands that cannot exist (BR-7)."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import permutations

import pytest

import twowaystreet as tws
from tests.brag import table
from tests.helpers import AnyState
from tests.worlds import harness
from tests.worlds.harness import Key, Position, check_position
from twowaystreet._core.cards.masks import cards_in
from twowaystreet._core.worlds.places import Place
from twowaystreet.games import brag
from twowaystreet.games.brag import Outcome, rules, ways
from twowaystreet.games.brag.hands import lays
from twowaystreet.games.brag.ways import BragWays
from twowaystreet.testing.conformance.worlds import probability

FOUR, PAIRS = Outcome.FOUR_OF_A_KIND, Outcome.FOUR_PAIRS
SUITS = tuple(tws.Suit)


def small_pack(cards: int) -> tws.Pack:
    """Return a pack of the lowest ranks, all suits of a rank before the next rank."""
    some = [tws.Card(rank, suit) for rank in tws.Rank for suit in SUITS]
    return tws.Pack(tuple(some[:cards]))


def dealt_places(state: AnyState, viewer: int | None) -> Key:
    """Return the cards that each other seat was dealt, and those that were not dealt."""
    held = [cards_in(cards) for cards in state._hand_data.held]
    others = [hand for seat, hand in enumerate(held) if seat != viewer]
    return tuple([tuple(sorted(place)) for place in (*others, state.stock)])


def known_cards(state: brag.State, viewer: int | None) -> set[tws.Card]:
    """Return the cards whose places a viewer knows."""
    seen = tws.view(state, viewer)
    laid = {card for hands in seen.laid if hands for hand in hands for card in hand}
    return {*(seen.hand or ()), *laid, *(card for some in seen.shown for card in some)}


def position_of(
    start: brag.State, moves: Sequence[tws.Move], viewer: int | None, state: brag.State
) -> Position:
    """Return the position after some moves, the deal first."""
    deal, known = moves[0], known_cards(state, viewer)
    assert isinstance(deal, tws.Deal)
    held = [set(cards_in(cards)) for cards in state._hand_data.held]
    groups = [
        [place for place, card in enumerate(deal.cards) if card in some and card not in known]
        for some in (*held, {*state.stock})
    ]
    return Position(
        start=start, moves=tuple(moves), viewer=viewer, groups=groups, places=dealt_places
    )


def played(
    start: brag.State, rng: random.Random, moves: int, outcome: Outcome | None
) -> tuple[list[tws.Move], brag.State]:
    """Return a deal that the hand goes on from, or ends with an outcome, and random lays."""
    while True:
        deal = tws.shuffle(start, rng)
        state = tws.apply(start, deal)
        if (state.score.outcome if state.score else None) is outcome:
            break
    made: list[tws.Move] = [deal]
    while len(made) < moves:
        made.append(rng.choice(tws.legal_moves(state)))
        state = tws.apply(state, made[-1])
    return made, state


SMALL = {
    # name: (cards, players, pack, moves, viewer, outcome)
    "six cards before the first lay": (6, 2, 14, 1, 0, None),
    "six cards with a hidden lay": (6, 2, 14, 2, 0, None),
    "six cards after the own lay": (6, 2, 14, 2, 1, None),
    "six cards, three players, nothing undealt": (6, 3, 18, 2, 0, None),
    "six cards, three players, before the first lay": (6, 3, 19, 1, 2, None),
    "six cards, a spectator": (6, 2, 13, 1, None, None),
    "six cards, a spectator after a lay": (6, 2, 12, 2, None, None),
    "six cards after the showing": (6, 2, 14, 3, 0, None),
    "seven cards before the first lay": (7, 2, 16, 1, 1, None),
    "seven cards with a hidden lay": (7, 2, 16, 2, 0, None),
    "seven cards after the showing": (7, 2, 20, 3, 0, None),
    "nine cards before the first lay": (9, 2, 20, 1, 0, None),
    "nine cards with a hidden lay": (9, 2, 19, 2, 0, None),
    "nine cards, many ranks": (9, 2, 22, 1, 1, None),
    "nine cards after the showing": (9, 2, 18, 3, 1, None),
    "six cards, four of a kind": (6, 2, 16, 1, 0, FOUR),
    "seven cards, four of a kind": (7, 2, 17, 1, 1, FOUR),
    "seven cards, four of a kind, a spectator": (7, 2, 15, 1, None, FOUR),
    "six cards, four of a kind, three players": (6, 3, 20, 1, 1, FOUR),
    "nine cards, four of a kind": (9, 2, 22, 1, 0, FOUR),
    "nine cards, four of a kind, a spectator": (9, 2, 19, 1, None, FOUR),
    "nine cards, four pairs": (9, 2, 22, 1, 0, PAIRS),
    "nine cards, four pairs, a spectator": (9, 2, 21, 1, None, PAIRS),
    "nine cards, four pairs, three players": (9, 3, 28, 1, 2, PAIRS),
}


LARGE = (
    *("six cards, a spectator after a lay", "nine cards, four of a kind, a spectator"),
    *("six cards, three players, before the first lay", "six cards, a spectator"),
)
"""The positions with the most histories."""


@pytest.mark.rule("BR-7", "BR-8", "BR-9")
@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=[pytest.mark.nightly] * (name in LARGE)) for name in SMALL],
)
def test_worlds_are_the_histories_that_look_the_same(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    cards, players, pack, made, viewer, outcome = SMALL[name]
    monkeypatch.setattr(rules, "PACK", small_pack(pack))
    start = brag.new_game(brag.Rules(cards=cards, players=players), dealer=players - 1)
    rng = harness.generator("brag", name)
    moves, state = played(start, rng, made, outcome)
    check_position(position_of(start, moves, viewer, state))


@pytest.mark.rule("BR-7")
@pytest.mark.parametrize("viewer", [None, 0, 1, 2])
def test_all_who_have_four_pairs_show_them(viewer: int | None) -> None:
    hands = (
        table.FOUR_PAIRS,
        "3C 3D 5C 5D 6C 6D 7C 7D 9H",
        "2H 2S AS 3H 4H 4S 7H 9S JC",
    )
    state = table.dealt(*hands, dealer=2)
    worlds = tws.worlds(tws.view(state, viewer))
    chances = [worlds.chance(0, card) for card in state.rules.pack.cards]
    assert sum(chances) == 9  # the hand of seat 0
    assert [worlds.chance(0, card) for card in state.shown[0]] == [1] * 8
    if viewer:
        # The ninth card would make a prial of the pair.
        assert not worlds.chance(0, tws.Card.parse("4S"))


@pytest.mark.rule("BR-7", "BR-8")
@pytest.mark.parametrize("viewer", [None, 0, 1, 2])
def test_the_odd_card_after_the_showing_does_not_make_four_of_a_kind(viewer: int | None) -> None:
    state = table.played(
        "2C 2D 2H / 3C 4D 5H", "3D 3H 3S / 6C 6D 6H", "9C 10D JH / QC KD AH", odd="6S JC QD"
    )
    worlds = tws.worlds(tws.view(state, viewer))
    own = set[tws.Card]() if viewer is None else {*state.hands[viewer]}
    laid = {card for hands in state.laid for hand in hands or () for card in hand}
    open_cards = [card for card in state.rules.pack.cards if card not in laid | own]
    fourth = [{*tws.cards("2S")}, {*tws.cards("6S")}, set[tws.Card]()]
    others = [seat for seat in range(3) if seat != viewer]
    # All ways to give one card to each of the others.
    ways = [
        odd
        for odd in permutations(open_cards, len(others))
        if not any(card in fourth[seat] for seat, card in zip(others, odd, strict=True))
    ]
    assert worlds.count == len(ways)
    for number, seat in enumerate(others):
        held = Counter(odd[number] for odd in ways)
        for card in state.rules.pack.cards:
            assert worlds.chance(seat, card) == Fraction(held[card], len(ways))
    rng = harness.generator("odd", viewer)
    drawn = [worlds.sample(rng) for _ in range(harness.DRAWS)]
    for number, seat in enumerate(others):
        weights = Counter(odd[number] for odd in ways)
        assert probability(weights, Counter(one.hands[seat][0] for one in drawn)) > harness.LEAST


def uniform(found: Sequence[object], options: Sequence[object]) -> None:
    """Check that all options have come equally often."""
    assert probability(Counter(dict.fromkeys(options, 1)), Counter(found)) > harness.LEAST


@pytest.mark.rule("BR-8")
@pytest.mark.parametrize(("cards", "stock"), [(6, 1), (7, 1), (9, 0)])
def test_hidden_lays_are_uniform_and_independent_of_the_cards(cards: int, stock: int) -> None:
    rng = harness.generator("lays", cards)
    players = (52 - stock) // cards if stock else 5
    start = brag.new_game(brag.Rules(cards=cards, players=min(players, 52 // cards)))
    _, state = played(start, rng, 3, None)
    first = (state.dealer + 1) % state.rules.players
    worlds = tws.worlds(tws.view(state, state.actor))
    found = list[int]()
    for _ in range(harness.DRAWS):
        sample = worlds.sample(rng)
        held = cards_in(sample._hand_data.held[first])
        found.append([lay.hands for lay in lays(held)].index(sample.laid[first] or ()))
    uniform(found, range({6: 10, 7: 70, 9: 280}[cards]))


@pytest.mark.rule("BR-8")
def test_every_lay_of_every_hidden_hand_is_equally_likely(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules, "PACK", small_pack(14))
    start = brag.new_game(brag.Rules(cards=6, players=2), dealer=1)
    _, state = played(start, harness.generator("every lay"), 2, None)
    worlds = tws.worlds(tws.view(state, 1))
    held = {cards_in(sample._hand_data.held[0]) for sample in worlds.all()}
    options = [lay.hands for hand in sorted(held) for lay in lays(hand)]
    rng = harness.generator("draws of lays")
    uniform([worlds.sample(rng).laid[0] for _ in range(harness.DRAWS)], options)


@pytest.mark.rule("BR-8")
@pytest.mark.parametrize(("cards", "share"), [(6, 0), (7, Fraction(1, 7)), (9, 0)])
def test_chances_are_about_cards_that_are_not_laid(cards: int, share: Fraction) -> None:
    start = brag.new_game(brag.Rules(cards=cards, players=2), dealer=1)
    _, state = played(start, harness.generator("share", cards), 2, None)
    worlds = tws.worlds(tws.view(state, 1))
    hands = [cards_in(held) for held in state._hand_data.held]
    before = tws.worlds(tws.view(tws.apply(start, tws.deal_hands(start, hands)), 1))
    for card in state.rules.pack.cards:
        assert worlds.chance(0, card) == share * before.chance(0, card)
        assert worlds.chance(1, card) == (card in state.hands[1])


@pytest.mark.parametrize("viewer", [None, 0, 3])
def test_before_the_deal_there_is_one_world(viewer: int | None) -> None:
    state = brag.new_game(dealer=2, antes=3, scores=[1, 2, -3, 0])
    worlds = tws.worlds(tws.view(state, viewer))
    assert worlds.count == 1 and list(worlds.all()) == [state]
    assert not worlds.chance(0, tws.Card.parse("AS"))


# The counts


@pytest.mark.parametrize("number", range(40))
def test_the_count_is_the_sum_over_all_fills(number: int) -> None:
    rng = harness.generator("fills", number)
    lefts = [rng.choice((0, 1, 2, 3, 4, 4)) for _ in range(13)]
    pairs = number % 2 == 0
    sizes = list[int]()
    while sum(sizes) + 9 <= sum(lefts) and len(sizes) < 3:
        sizes.append(9 if pairs else rng.choice((1, 4, 6, 7, 9)))
    found = ways.histogram(lefts)
    total = ways.count(tuple(sizes), found, pairs)
    if sizes:
        fills = ways.fills(tuple(sizes), found, pairs)
        assert total == sum(ways for ways, _, _ in fills)


def test_a_division_needs_places_for_all_cards() -> None:
    cards = tws.cards("2C 3C 4C")
    assert not BragWays(cards, (Place(1), Place(1)), pairs=False).count
    ways = BragWays(cards, (Place(4), Place(-1)), pairs=False)
    assert not ways.is_possible and not list(ways.divisions())
