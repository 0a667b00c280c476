"""Worlds agree with all histories of small positions, and in whole hands with exact numbers."""

import random
from fractions import Fraction
from itertools import product
from math import factorial
from typing import Any

import pytest

import twowaystreet as tws
from tests.helpers import card, nightly_but_every, replay, shuffled, some_move
from tests.spades.table import dealt
from tests.worlds import harness, random_positions, spades_histories
from tests.worlds.harness import check_fit, check_position, check_worlds
from tests.worlds.random_positions import EVERY, MANY, TABLES
from twowaystreet._core.cards.masks import SUIT, cards_in
from twowaystreet._core.worlds.ways import Place
from twowaystreet.games import brag, duel, spades, street
from twowaystreet.games._twoway import worlds as twoway_worlds
from twowaystreet.games.brag.rules import lays

VIEWERS = (None, 0, 1)


DUEL = shuffled(duel.new_game(duel.Rules(bid_markers=duel.BidMarkers.CARDS)))


@pytest.mark.parametrize("sizes", [[10, 1000], [0, 60]])
def test_a_view_with_impossible_hands_has_no_worlds(sizes: list[int]) -> None:
    data = tws.view(tws.apply(DUEL, duel.Bid()), None).to_dict()
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


def test_views_that_no_play_reaches_have_no_sample() -> None:
    """A view that was read may show a lower card above all cards that may be the upper one."""
    unseen, places = tws.cards("2C 3C"), (Place(1), Place(1))
    ways = twoway_worlds.SplitWays(unseen, places, ((), ()), [twoway_worlds.Link(1, card("AC"), 0)])
    assert ways.count == ways.weight == 0
    with pytest.raises(tws.WorldsError, match="no state agrees with the view"):
        ways.draw(random.Random(0))
    # The weight of the divisions without a card does not change when it is asked again.
    links = [twoway_worlds.Link(1, card("4D"), 0)]
    ways = twoway_worlds.SplitWays(tws.cards("2S 3C"), (Place(1), Place(1)), ((), ()), links)
    assert (ways.weight, ways.count) == (2, 1)
    assert [ways.count_without(0, each) for each in tws.cards("2S 2S 3C")] == [0, 0, 2]
    state = replay(dealt(), LOOKED)
    data = tws.view(state, 0).to_dict()
    # Before the first book no dummy has turned up a seventh card.
    data["face_up"][1].append(str(state._hand_data.dummies[1][6]))
    data["face_down_sizes"][1] = 6
    with pytest.raises(tws.WorldsError, match="contradicts the rules"):
        tws.worlds(spades.View.from_dict(data)).sample(random.Random(1))
    # A hand whose cards lie above those of another one has cards of the suits that it named.
    unseen, suits = tws.cards("2C 5D 7D 8H 9S"), (SUIT[tws.Suit.DIAMONDS], SUIT[tws.Suit.CLUBS])
    counts = list[int]()
    for needs in ((), suits[:1], suits):
        three = (Place(2), Place(2, needs=needs), Place(1))
        ways = twoway_worlds.SplitWays(unseen, three, ((), (), ()), [twoway_worlds.Link(1, 0, 1)])
        counts.append(ways.count)
        assert ways.count == len([*ways.divisions()])
    assert counts == [30 - 5, 21 - 5, 6 - 4]


LOOKED = ("look", "look", "bid 4", "bid 5")


@pytest.mark.rule("SP-5", "SP-6", "SP-7", "SP-8")
@pytest.mark.parametrize("viewer", VIEWERS)
def test_before_the_play_of_spades_the_cards_not_seen_are_anywhere(viewer: int | None) -> None:
    ace, whole = card("AS"), factorial(52) // factorial(13) ** 4
    for moves in ((), ("nil",), ("look",)):
        worlds = tws.worlds(tws.view(replay(dealt(), moves), viewer))
        assert worlds.count == whole
        assert worlds.chance(0, ace) == worlds.chance(1, ace) == Fraction(1, 4)
    unseen = 40 if viewer is None else 27
    hands = (unseen - 14) // 13
    for made in (LOOKED[:2], ("nil", "look"), LOOKED[:3], LOOKED, (*LOOKED, "bid 6", "stand")):
        state = replay(dealt(), made)
        seen = tws.view(state, viewer)
        assert (seen.auction, seen.calls) == (state.auction, state.calls)
        worlds = tws.worlds(seen)
        assert worlds.count == factorial(unseen) // factorial(7) ** 2 // factorial(13) ** hands
        up, below = state.face_up[0], state._hand_data.dummies[1][6:]
        for player, each in product((0, 1), state.rules.pack.cards):
            actual = state.hands[2 * player + 1]
            known = viewer is not None and each in state.hands[2 * viewer + 1]
            chance = worlds.chance(player, each)
            if player == viewer:
                assert chance == (each in actual)
            elif (each in below or each in actual) and not known:
                assert chance == Fraction(13, unseen)
            elif each in up or known:
                assert not chance


@pytest.mark.rule("BR-8")
@pytest.mark.parametrize(("cards", "players", "ways"), [(6, 8, 10), (7, 7, 70), (9, 5, 280)])
def test_hidden_lays_are_uniform_for_all_cards(cards: int, players: int, ways: int) -> None:
    rng = harness.generator("lays", cards)
    start = brag.new_game(brag.Rules(cards=cards, players=players), dealer=players - 1)
    _, state = random_positions.played_brag(start, harness.generator("lays", cards), 3)
    worlds, found = tws.worlds(tws.view(state, state.actor)), list[int]()
    for _ in range(harness.DRAWS):
        sample = worlds.sample(rng)
        held = cards_in(sample._hand_data.held[0])
        found.append([lay.hands for lay in lays(held)].index(sample.laid[0] or ()))
    check_fit(found, dict.fromkeys(range(ways), 1))


WEIGHED = ("odd stock", "a stock of", "the last card")
RULES = {
    "twos": ("TW-3", "TW-4", "TW-5"),
    "tien_len": ("TL-1", "TL-2", "TL-5", "TL-9"),
    "brag": ("BR-7", "BR-8", "BR-9"),
    "twenty_down": ("TD-2", "TD-3", "TD-4", "TD-5", "TD-7", "TD-11"),
}


def cases() -> list[Any]:
    """Return all positions with their marks. Any: pytest has no public type for them."""
    found = list[Any]()
    for game, table in TABLES.items():
        for number, name in enumerate(table):
            is_late = number % EVERY.get(game, 1) > 0 or name.removeprefix("brag: ") in MANY
            marks = [pytest.mark.nightly] * is_late
            if game in RULES:
                marks.append(pytest.mark.rule(*RULES[game]))
            found.append(pytest.param(game, name, marks=marks, id=name))
    return found


@pytest.mark.parametrize(("game", "name"), cases())
def test_worlds_are_histories_alike(game: str, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert check_position(TABLES[game][name](monkeypatch))


def weighed(game: str) -> list[tuple[str, str]]:
    """Return the positions in which draws need weights."""
    names = [name for name in TABLES[game] if any(word in name for word in WEIGHED)]
    return [(game, name) for name in names if "copies" not in name]


@pytest.mark.rule("DU-7", "ST-11")
@pytest.mark.parametrize(
    ("game", "name"),
    [*nightly_but_every(3, weighed("duel")), *nightly_but_every(4, weighed("street"))],
)
def test_draws_by_weight_are_fair(game: str, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where quick draws fail, a sample comes from the weights of all divisions."""
    monkeypatch.setattr(twoway_worlds, "TRIES", 0)
    check_position(TABLES[game][name](monkeypatch), 300)


@pytest.mark.rule("SP-5", "SP-10", "SP-12", "SP-13", "SP-14")
@pytest.mark.parametrize(
    ("name", "viewer"), nightly_but_every(4, product(spades_histories.SMALL, (0, 1, None)))
)
def test_worlds_of_spades_are_histories_that_look_the_same(name: str, viewer: int | None) -> None:
    position = spades_histories.position_of(name)
    found = spades_histories.histories(position, viewer)
    check_worlds(position.state, viewer, found, spades_histories.hands_of)
