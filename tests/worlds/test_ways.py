"""Ways to divide cards, compared with a list of all divisions; and those of Brag."""

import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.worlds import harness
from tests.worlds.harness import sorted_places
from twowaystreet import Card, Suit, cards
from twowaystreet._core.cards.masks import SUIT, card_types_among
from twowaystreet._core.worlds import ways as ways_module
from twowaystreet._core.worlds.ways import Place, Ways
from twowaystreet.games.brag import worlds as brag_worlds

KINDS = cards("2C 3C 2D 3D X*")
Problem = tuple[list[Card], list[Place]]
Numbers = tuple[tuple[int, ...], ...]


@st.composite
def problems(draw: st.DrawFn, most: int = 7) -> Problem:
    """Draw a few cards, some of them equal, and places for them."""
    unseen = draw(st.lists(st.sampled_from(KINDS), max_size=most))
    masks = st.lists(st.sampled_from(KINDS), max_size=3).map(card_types_among)
    cuts = sorted(draw(st.lists(st.integers(0, len(unseen)), max_size=4)))
    sizes = [high - low for low, high in zip([0, *cuts], [*cuts, len(unseen)], strict=True)]
    bars = draw(st.lists(masks, min_size=2, max_size=2))
    some = [
        Place(
            size,
            draw(st.sampled_from([0, 0, *bars])),
            tuple(draw(st.lists(masks, max_size=2))) if draw(st.booleans()) else (),
        )
        for size in sizes
    ]
    return unseen, some


def every_division(unseen: list[Card], places: list[Place]) -> Iterator[Numbers]:
    def fill(left: frozenset[int], number: int) -> Iterator[Numbers]:
        if number == len(places):
            yield ()
            return
        place = places[number]
        for some in combinations(sorted(left), place.size):
            types = card_types_among([unseen[each] for each in some])
            if not types & place.barred and all(types & need for need in place.needs):
                for others in fill(left.difference(some), number + 1):
                    yield (some, *others)

    return fill(frozenset(range(len(unseen))), 0)


@pytest.mark.parametrize("few", [0, 4, ways_module.FEW])
@given(problem=problems(), seed=st.integers(0, 1000))
def test_ways_are_those_of_a_list_of_all_divisions(few: int, problem: Problem, seed: int) -> None:
    unseen, places = problem
    expected = Counter(
        tuple(tuple(sorted(unseen[each] for each in place)) for place in division)
        for division in every_division(unseen, places)
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ways_module, "FEW", few)
        ways = Ways(unseen, places)
        assert ways.count == expected.total()
        assert Counter(map(sorted_places, ways.divisions())) == expected
        for place in range(len(places)):
            for card in KINDS:
                without = sum(n for each, n in expected.items() if card not in each[place])
                assert ways.count_without(place, card) == without
        if expected:
            assert sorted_places(ways.draw(random.Random(seed))) in expected


@pytest.mark.parametrize("few", [0, ways_module.FEW])
@pytest.mark.parametrize("number", range(8))
def test_draws_are_uniform(number: int, few: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ways_module, "FEW", few)
    clubs, diamonds = SUIT[Suit.CLUBS], SUIT[Suit.DIAMONDS]
    unseen = cards("2C 2C 3C 4C 2D 3D 3H 3H")
    rng = harness.generator("ways", number)
    ways = Ways(unseen, ())
    while ways.count < 20:
        bars = rng.choices([0, 0, clubs, diamonds], k=3)
        needs = rng.choices([(), (clubs,), (diamonds,), (clubs | diamonds, clubs)], k=3)
        ways = Ways(unseen, (*map(Place, (2, 2, 2), bars, needs), Place(2)))
    weights = Counter(map(sorted_places, ways.divisions()))
    assert weights.total() == ways.count
    harness.check_fit([sorted_places(ways.draw(rng)) for _ in range(harness.DRAWS)], weights)


def test_places_that_cannot_be_filled_have_no_division() -> None:
    hearts = SUIT[Suit.HEARTS]
    unseen = cards("2H 3H")
    for places in (
        [Place(1)],
        [Place(-1), Place(3)],
        [Place(1_000_000_000), Place(-999_999_998)],
        [Place(2, hearts)],
        [Place(2, needs=(SUIT[Suit.CLUBS],))],
        [Place(2), Place(0, needs=(hearts,))],
        [Place(1, hearts), Place(1, hearts)],
        [],
    ):
        ways = Ways(unseen, places)
        assert ways.count == 0
        assert list(ways.divisions()) == []
    unseen = cards("2C 3C 4C")
    assert not brag_worlds.BragWays(unseen, (Place(1), Place(1)), pairs=False).count
    ways = brag_worlds.BragWays(unseen, (Place(4), Place(-1)), pairs=False)
    assert not ways.is_possible and not list(ways.divisions())


@pytest.mark.parametrize("number", range(40))
def test_the_count_of_brag_is_the_sum_over_all_fills(number: int) -> None:
    rng, pairs = harness.generator("fills", number), number % 2 == 0
    lefts = [rng.choice((0, 1, 2, 3, 4, 4)) for _ in range(13)]
    sizes = list[int]()
    while sum(sizes) + 9 <= sum(lefts) and len(sizes) < 3:
        sizes.append(9 if pairs else rng.choice((1, 4, 6, 7, 9)))
    found = brag_worlds.histogram(lefts)
    if sizes:
        fills = brag_worlds.fills(tuple(sizes), found, pairs)
        assert brag_worlds.count(tuple(sizes), found, pairs) == sum(ways for ways, _, _ in fills)
