"""Worlds of whole hands: what the rules of each game say about hidden cards, by exact numbers."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import count, permutations
from math import comb, factorial
from operator import attrgetter
from typing import Any

import pytest

import twowaystreet as tws
from tests.brag import table
from tests.games import ALL, OURS, game_of
from tests.helpers import AnyState, card, hand_played, play, replay, shuffled, some_move, texts
from tests.leaks.playouts import playout_of, seats_of
from tests.leaks.shown import check_voids
from tests.reference.hands import cards_of
from tests.spades.table import HEARTS, dealt, playing
from tests.tien_len.table import SUITS, TO_THE_END, one_suit_each, second_deal
from tests.worlds import harness, random_positions
from tests.worlds.harness import check_fit, check_one_world
from twowaystreet._core.cards.masks import cards_in
from twowaystreet._core.worlds.places import Place
from twowaystreet.games import brag, duel, spades, street, tien_len, twos
from twowaystreet.games._twoway import worlds as twoway_worlds
from twowaystreet.games._twoway.split_counts import Link
from twowaystreet.games.brag.hands import lays

VIEWERS = (None, 0, 1)


def check_sample(game: str, state: AnyState, viewer: int | None, rng: random.Random) -> None:
    """Check that a sample looks the same, has all cards and no void suits, and can be played."""
    seen: Any = tws.view(state, viewer)  # Any: fields of the game's own class
    sample = tws.worlds(seen).sample(rng)
    assert tws.view(sample, viewer) == seen
    if game in OURS and (not state.needs_deal or state.hand_over):
        assert cards_of(game, sample) == list(state.rules.pack.cards)
    if hasattr(seen, "voids") and not isinstance(sample, spades.State):
        check_voids(sample, seen.voids)
    if not sample.is_over:
        hand_played(sample, rng)


@pytest.mark.parametrize("game", ALL)
def test_samples_of_full_hands_are_states_of_play(game: str) -> None:
    checked = 0
    for number in count():
        rng = harness.generator("full", game, number)
        states = playout_of(game, rng.randrange(1_000_000_000)).states
        for state in rng.sample(states, min(5, len(states))):
            viewers = [*seats_of(state)]
            for viewer in rng.sample(viewers, min(3, len(viewers))):
                check_sample(game, state, viewer, rng)
                checked += 1
        if checked >= harness.SAMPLES:
            return


@pytest.mark.parametrize(
    "game",
    [random_positions.TWO_DUTIES, *map(game_of, ("twos", "oh_hell", "tien_len"))],
    ids=attrgetter("name"),
)
def test_samples_of_full_hands_are_dealt_and_played_again(game: tws.Game) -> None:
    rng, checked = harness.generator("again", game.name), 0
    while checked < harness.SAMPLES:
        start = state = game.new_game()
        moves: list[tws.Move] = [tws.shuffle(start, rng)]
        while not (state := tws.apply(state, moves[-1])).hand_over:
            for viewer in rng.sample((None, *range(state.rules.seats)), 2):
                sample = tws.worlds(tws.view(state, viewer)).sample(rng)
                assert tws.view(sample, viewer) == tws.view(state, viewer)
                again = tws.apply(start, harness.deal_of(start, sample))
                for move in moves[1:]:
                    again = tws.apply(again, move)
                assert again == sample and hash(again) == hash(sample)
                checked += 1
            moves.append(rng.choice(tws.legal_moves(state)))


@pytest.mark.parametrize(
    "state",
    [
        street.new_game(street.Rules(players=5), dealer=3),
        twos.new_game(dealer=2),
        spades.new_game(overbooks=[3, 9], perfect_bids=[2, 0]),
        tien_len.new_game(dealer=2, scores=[1, 2, -3, 0], hands_played=1),
        brag.new_game(dealer=2, antes=3, scores=[1, 2, -3, 0]),
    ],
    ids=lambda state: state.title,
)
def test_before_the_first_deal_there_is_one_world(state: AnyState) -> None:
    for viewer in VIEWERS:
        assert not check_one_world(state, viewer).chance(0, card("AS"))


# The Duel and Two Way Street.


@pytest.mark.rule("DU-7", "ST-11")
@pytest.mark.parametrize("bids", ["8 high 7 high", "8 low 7 low", "7 high 8 low", "7 low 8 high"])
def test_the_last_card_of_the_stock_of_a_duel_is_sampled(bids: str) -> None:
    rng, words = random.Random(bids), bids.split()
    rules = duel.Rules(jokers=duel.Jokers.NONE, bid_markers=duel.BidMarkers.CARDS)
    state = shuffled(duel.new_game(rules))
    state = replay(state, [f"bid {' '.join(words[:2])}", f"bid {' '.join(words[2:])}"])
    while not state.hand_over:
        for viewer in VIEWERS:
            check_sample("duel", state, viewer, rng)
        state = tws.apply(state, rng.choice(tws.legal_moves(state)))
    assert len(state.stock) == 1


@pytest.mark.rule("DU-6")
def test_a_hand_that_was_thrown_in_leaves_one_world() -> None:
    state = shuffled(duel.new_game(duel.Rules(bid_markers=duel.BidMarkers.CARDS)))
    state = replay(state, ["bid 3 low", "bid 3 high"])
    for seat in VIEWERS:
        assert check_one_world(state, seat).chance(1, card("2C")) == 0


@pytest.mark.rule("DU-2", "DU-5")
def test_a_secret_bid_is_uniform_and_its_markers_count_as_stock() -> None:
    rules = duel.Rules(bid_markers=duel.BidMarkers.CARDS, max_strength=3)
    before = shuffled(duel.new_game(rules))
    state = replay(before, ["bid 2 low"])
    worlds, rng = tws.worlds(tws.view(state, 1)), random.Random(0)
    assert worlds.count == comb(44, 10)
    bids = texts(before)
    assert len(bids) == 7
    check_fit([str(worlds.sample(rng).bids[0]) for _ in range(700)], dict.fromkeys(bids, 1))
    # The dealer knows how many markers lie face down.
    assert tws.worlds(tws.view(state, 0)).count == comb(44, 10) * comb(34, 2)


@pytest.mark.parametrize("sizes", [[10, 1000], [0, 60]])
def test_a_view_with_impossible_hands_has_no_worlds(sizes: list[int]) -> None:
    state = shuffled(duel.new_game(duel.Rules(bid_markers=duel.BidMarkers.CARDS)))
    data = tws.view(tws.apply(state, duel.Bid()), None).to_dict()
    worlds = tws.worlds(duel.View.from_dict(data | {"hand_sizes": sizes}))
    assert worlds.count == 0
    with pytest.raises(tws.WorldsError):
        worlds.sample(random.Random(0))


def test_many_split_pairs_are_sampled_but_not_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Before the play the cards of a pair may change places, so samples cost nothing more."""
    rng = random.Random(5)
    state = street.new_game(street.Rules(players=14, jokers=street.Jokers.ONE))
    while state.phase not in (street.Phase.PLAY, street.Phase.NAME):
        state = tws.apply(state, some_move(state, rng))
    seen = tws.view(state, None)
    worlds = tws.worlds(seen)
    assert tws.view(worlds.sample(random.Random(0)), None) == seen
    # Where all quick draws fail, a sample needs weights.
    monkeypatch.setattr(twoway_worlds, "TRIES", 0)
    for ask in (
        lambda: worlds.count,
        lambda: worlds.chance(0, card("2C")),
        lambda: tws.worlds(seen).sample(random.Random(0)),
    ):
        with pytest.raises(
            tws.WorldsError, match="split 5 pairs between unknown hands: expected at most 4"
        ):
            ask()


def test_a_split_pair_that_no_card_completes() -> None:
    """A view that was read may show a lower card above all cards that may be the upper one."""
    unseen, places = tws.cards("2C 3C"), (Place(1), Place(1))
    ways = twoway_worlds.SplitWays(unseen, places, ((), ()), [Link(1, card("AC"), 0)])
    assert ways.count == ways.weight == 0
    with pytest.raises(tws.WorldsError, match="no state agrees with the view"):
        ways.draw(random.Random(0))


def test_a_chance_asked_twice_is_the_same() -> None:
    """The weight of the divisions without a card does not change."""
    links = [Link(1, card("4D"), 0)]
    ways = twoway_worlds.SplitWays(tws.cards("2S 3C"), (Place(1), Place(1)), ((), ()), links)
    assert (ways.weight, ways.count) == (2, 1)
    assert [ways.count_without(0, each) for each in tws.cards("2S 2S 3C")] == [0, 0, 2]


# Spades for two.

LOOKED = ("look", "look", "bid 4", "bid 5")


@pytest.mark.nightly
@pytest.mark.rule("SP-5", "SP-6")
@pytest.mark.parametrize("moves", [(), ("nil",), ("look",)])
@pytest.mark.parametrize("viewer", VIEWERS)
def test_before_looking_a_player_knows_no_card(viewer: int | None, moves: tuple[str, ...]) -> None:
    state = replay(dealt(), moves)
    worlds = tws.worlds(tws.view(state, viewer))
    assert worlds.count == factorial(52) // factorial(13) ** 4
    for player in (0, 1):
        for each in state.rules.pack.cards:
            assert worlds.chance(player, each) == Fraction(1, 4)
    rng, ace = harness.generator("spades"), card("AS")
    places, turns = list[int](), list[int]()
    for _ in range(harness.DRAWS):
        sample = worlds.sample(rng)
        assert sample.bids == state.bids
        dummies = sample._hand_data.dummies
        hands = (dummies[0], sample.hands[1], dummies[1], sample.hands[3])
        places += [number for number, hand in enumerate(hands) if ace in hand]
        turns += [dummy.index(ace) for dummy in dummies if ace in dummy]
    check_fit(places, dict.fromkeys(range(4), 1))
    check_fit(turns, dict.fromkeys(range(13), 1))


@pytest.mark.nightly
@pytest.mark.rule("SP-5", "SP-7", "SP-8")
@pytest.mark.parametrize(
    "moves",
    [
        *(("look", "look"), ("nil", "look"), ("look", "look", "bid 5"), LOOKED),
        (*LOOKED, "bid 6", "stand"),
    ],
)
@pytest.mark.parametrize("viewer", VIEWERS)
def test_after_looking_the_other_hand_and_the_heaps_are_unseen(
    viewer: int | None, moves: tuple[str, ...]
) -> None:
    state = replay(dealt(), moves)
    worlds = tws.worlds(tws.view(state, viewer))
    unseen = 40 if viewer is None else 27
    hands = (unseen - 14) // 13
    assert worlds.count == factorial(unseen) // factorial(7) ** 2 // factorial(13) ** hands
    up, below = state.face_up[0], state._hand_data.dummies[1][6:]
    for player in (0, 1):
        actual = state.hands[2 * player + 1]
        for each in state.rules.pack.cards:
            known = viewer is not None and each in state.hands[2 * viewer + 1]
            chance = worlds.chance(player, each)
            if player == viewer:
                assert chance == (each in actual)
            elif (each in below or each in actual) and not known:
                assert chance == Fraction(13, unseen)
            elif each in up or known:
                assert not chance
    rng = harness.generator("spades")
    firsts, heaps = list[int](), list[int]()
    for _ in range(harness.DRAWS):
        dummies = worlds.sample(rng)._hand_data.dummies
        firsts.append(dummies[0].index(up[2]))
        if below[0] in dummies[1]:
            heaps.append(dummies[1].index(below[0]))
    check_fit(firsts, dict.fromkeys(range(6), 1))
    check_fit(heaps, dict.fromkeys(range(6, 13), 1))


@pytest.mark.rule("SP-10", "SP-14")
def test_a_hand_that_does_not_follow_is_void_unless_reneges_are_legal() -> None:
    # The dummy of player 0 leads a heart; the actual hand of player 1 plays last and ruffs.
    dummy, actual = "QH 3H 4H 5H 6H 7H 8H 9H 10H JH 2C 3C 4C", "5C 6C 7C 8C 9C 10C JC QC KC AC"
    spade, others = "3S 4S 5S 6S 6D 7D 8D 9D 10D JD QD", "R* B* 2S AS KS QS JS 10S 9S 8S 7S"
    ruff = "QH 5C 3S 7S"
    free = play(playing(dummy, actual, spade, f"{others} KH AH", renege="penalised"), ruff)
    worlds = tws.worlds(tws.view(free, 0))
    assert worlds.chance(1, card("KH")) == worlds.chance(1, card("AD")) == Fraction(12, 26)
    bound = play(playing(dummy, actual, f"{spade} KH AH", others), ruff)
    worlds = tws.worlds(tws.view(bound, 0))
    # Six of the unseen cards are hearts.
    assert worlds.chance(1, card("AD")) == Fraction(12, 20)
    assert not any(worlds.chance(1, heart) for heart in tws.cards(HEARTS))


def test_a_view_of_spades_that_no_play_reaches_has_no_sample() -> None:
    state = replay(dealt(), LOOKED)
    data = tws.view(state, 0).to_dict()
    # Before the first book no dummy has turned up a seventh card.
    data["face_up"][1].append(str(state._hand_data.dummies[1][6]))
    data["face_down_sizes"][1] = 6
    with pytest.raises(tws.WorldsError, match="contradicts the rules"):
        tws.worlds(spades.View.from_dict(data)).sample(random.Random(1))


# Tien Len.


@pytest.mark.rule("TL-2")
@pytest.mark.parametrize("viewer", [None, 0, 1, 2, 3])
def test_all_know_where_the_lowest_card_lies_until_the_first_lead(viewer: int | None) -> None:
    worlds, lowest = tws.worlds(tws.view(one_suit_each(), viewer)), card("3S")
    unseen = 52 if viewer is None else 39
    ways = factorial(unseen) // factorial(13) ** (unseen // 13)
    assert worlds.count == (ways if viewer == 0 else ways * 13 // unseen)
    assert [worlds.chance(seat, lowest) for seat in range(4)] == [1, 0, 0, 0]
    after = tws.worlds(tws.view(one_suit_each("3S"), viewer))
    assert [after.chance(seat, lowest) for seat in range(4)] == [0, 0, 0, 0]


@pytest.mark.rule("TL-2")
def test_nobody_knows_where_the_lowest_card_lies_in_a_later_deal() -> None:
    now, lowest = second_deal(*SUITS), card("3S")
    seen = tws.view(now, None)
    assert seen.last_winner == now.actor == now.last_winner
    assert tws.worlds(seen).count == factorial(52) // factorial(13) ** 4
    assert {tws.worlds(seen).chance(seat, lowest) for seat in range(4)} == {Fraction(1, 4)}
    assert tws.worlds(tws.view(now, 1)).chance(3, lowest) == Fraction(1, 3)


@pytest.mark.rule("TL-9")
def test_the_cards_of_the_loser_follow_from_the_plays() -> None:
    now = one_suit_each(TO_THE_END)
    assert now.hand_over and check_one_world(now, None).chance(3, now.hands[3][0]) == 1


# Brag.


@pytest.mark.rule("BR-7")
@pytest.mark.parametrize("viewer", [None, 0, 1, 2])
def test_all_who_have_four_pairs_show_them(viewer: int | None) -> None:
    hands = "3C 3D 5C 5D 6C 6D 7C 7D 9H", "2H 2S AS 3H 4H 4S 7H 9S JC"
    state = table.dealt(table.FOUR_PAIRS, *hands, dealer=2)
    worlds = tws.worlds(tws.view(state, viewer))
    assert sum(worlds.chance(0, each) for each in state.rules.pack.cards) == 9  # the hand
    assert [worlds.chance(0, each) for each in state.shown[0]] == [1] * 8
    if viewer:
        # The ninth card would make a prial of the pair.
        assert not worlds.chance(0, card("4S"))


@pytest.mark.rule("BR-7", "BR-8")
@pytest.mark.parametrize("viewer", [None, 0, 1, 2])
def test_the_odd_card_after_the_showing_does_not_make_four_of_a_kind(viewer: int | None) -> None:
    state = table.played(
        "2C 2D 2H / 3C 4D 5H", "3D 3H 3S / 6C 6D 6H", "9C 10D JH / QC KD AH", odd="6S JC QD"
    )
    worlds = tws.worlds(tws.view(state, viewer))
    own = set[tws.Card]() if viewer is None else {*state.hands[viewer]}
    laid = {each for hands in state.laid for hand in hands or () for each in hand}
    open_cards = [each for each in state.rules.pack.cards if each not in laid | own]
    fourth = [card("2S"), card("6S"), None]
    others = [seat for seat in range(3) if seat != viewer]
    # All ways to give one card to each of the others.
    ways = [
        odd
        for odd in permutations(open_cards, len(others))
        if not any(each == fourth[seat] for seat, each in zip(others, odd, strict=True))
    ]
    assert worlds.count == len(ways)
    rng = harness.generator("odd", viewer)
    drawn = [worlds.sample(rng) for _ in range(harness.DRAWS)]
    for number, seat in enumerate(others):
        held = Counter(odd[number] for odd in ways)
        for each in state.rules.pack.cards:
            assert worlds.chance(seat, each) == Fraction(held[each], len(ways))
        check_fit([sample.hands[seat][0] for sample in drawn], held)


def laid_by(cards: int, players: int, moves: int, *parts: object) -> brag.State:
    """Return a state of Brag after the deal and some lays."""
    start = brag.new_game(brag.Rules(cards=cards, players=players), dealer=players - 1)
    return random_positions.played_brag(start, harness.generator(*parts), moves)[1]


@pytest.mark.rule("BR-8")
@pytest.mark.parametrize(("cards", "players", "ways"), [(6, 8, 10), (7, 7, 70), (9, 5, 280)])
def test_hidden_lays_are_uniform_and_independent_of_the_cards(
    cards: int, players: int, ways: int
) -> None:
    rng, state = harness.generator("lays", cards), laid_by(cards, players, 3, "lays", cards)
    worlds, found = tws.worlds(tws.view(state, state.actor)), list[int]()
    for _ in range(harness.DRAWS):
        sample = worlds.sample(rng)
        held = cards_in(sample._hand_data.held[0])
        found.append([lay.hands for lay in lays(held)].index(sample.laid[0] or ()))
    check_fit(found, dict.fromkeys(range(ways), 1))


@pytest.mark.rule("BR-8")
def test_every_lay_of_every_hidden_hand_is_equally_likely(monkeypatch: pytest.MonkeyPatch) -> None:
    random_positions.small_pack_of_brag(14, monkeypatch)
    worlds = tws.worlds(tws.view(laid_by(6, 2, 2, "every lay"), 1))
    held = {cards_in(sample._hand_data.held[0]) for sample in worlds.all()}
    options: Sequence[Any] = [lay.hands for hand in sorted(held) for lay in lays(hand)]
    rng = harness.generator("draws of lays")
    found = [worlds.sample(rng).laid[0] for _ in range(harness.DRAWS)]
    check_fit(found, dict.fromkeys(options, 1))


@pytest.mark.rule("BR-8")
@pytest.mark.parametrize(("cards", "share"), [(6, 0), (7, Fraction(1, 7)), (9, 0)])
def test_chances_are_about_cards_that_are_not_laid(cards: int, share: Fraction) -> None:
    state = laid_by(cards, 2, 2, "share", cards)
    worlds = tws.worlds(tws.view(state, 1))
    start = brag.new_game(brag.Rules(cards=cards, players=2), dealer=1)
    hands = [cards_in(held) for held in state._hand_data.held]
    before = tws.worlds(tws.view(tws.apply(start, tws.deal_hands(start, hands)), 1))
    for each in state.rules.pack.cards:
        assert worlds.chance(0, each) == share * before.chance(0, each)
        assert worlds.chance(1, each) == (each in state.hands[1])
