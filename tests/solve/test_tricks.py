"""Tricks that a side can force: against searches through ``apply``, arguments, and memory."""

import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import islice, pairwise
from typing import Any, Final

import attrs
import pytest

import twowaystreet as tws
from examples import high_card
from tests.fast.replays import OPTIONS as PLAYED
from tests.fast.replays import plays_of
from tests.helpers import anything, hand_played, shuffled
from tests.solve.references import (
    OPTIONS,
    State,
    differences,
    endings,
    forced,
    short_hands,
    tricks_of_leader,
)
from twowaystreet import solve
from twowaystreet._core.cards.cards import CARDS
from twowaystreet._core.tricks.play_tables import PlayTables
from twowaystreet.fast.compiling import IS_PLAIN
from twowaystreet.games import duel, spades, street, tien_len, twos
from twowaystreet.solve import solving
from twowaystreet.solve.problem import arrays_of

ENDINGS = 8 if IS_PLAIN else 12


@pytest.mark.parametrize("name", OPTIONS)
def test_endings_equal_brute_force(name: str) -> None:
    rng = random.Random(name)
    for state in islice(endings(name), ENDINGS):
        assert not list(differences(state, rng))


@pytest.mark.parametrize("name", ["street, held suits", "duel, held suits", "twos", "spades"])
def test_short_hands_of_rare_cards_equal_brute_force(name: str) -> None:
    rng = random.Random(name)
    for state in islice(short_hands(name), 40):
        side = frozenset(seat for seat in range(len(state.scores)) if rng.random() < 0.5)
        for low in (False, True):
            assert solve.tricks(state, side, low=low) == forced(state, side, low=low)


@pytest.mark.skipif(IS_PLAIN, reason="whole hands take minutes in plain Python")
@pytest.mark.parametrize("name", ["duel", "duel, two alike"])
def test_whole_duels_equal_an_independent_search(name: str) -> None:
    for seed in range(2):
        state = next(plays_of(PLAYED[name], seed))
        expected = tricks_of_leader(state)
        assert solve.tricks(state, {state.dealer}) == expected
        assert solve.tricks(state, {1 - state.dealer}) == 10 - expected


@pytest.mark.skipif(IS_PLAIN, reason="long endings take minutes in plain Python")
@pytest.mark.parametrize("name", ["twos", "spades", "street", "oh_hell"])
def test_both_sides_agree_on_long_endings(name: str) -> None:
    """Two searches for opposite sides visit other positions, and share all tricks."""
    for seed in range(10):
        states = list(plays_of(PLAYED[name], seed))
        state = next((each for each in states if len(each.tricks) == 5), states[0])
        left = len(states[-1].tricks) + 1 - len(state.tricks)
        others = set(range(1, len(state.scores)))
        assert solve.tricks(state, {0}) + solve.tricks(state, others) == left


# Arguments, and states that are refused.


def _ending(name: str = "twos") -> State:
    return next(endings(name))


class _AnyCard(street.State):
    """Two Way Street in which nobody has to follow suit, by a hook that tables do not show."""

    __slots__ = ()

    def _may_play(self, hand: int, table: Any, led: Any) -> Any:  # Any: as in the base
        return self._play_phase, hand


def _overridden() -> State:
    start = street.new_game()
    new = _AnyCard._build(start._match, start._hand_data, start.phase)
    return next(plays_of(lambda: new, 1))


def _penalised() -> State:
    rules = spades.Rules(renege=spades.RenegeRule.PENALISED)
    return next(plays_of(lambda: spades.new_game(rules), 1))


def _unequal_hands() -> State:
    state = next(each for each in endings("odd game") if not each._table)
    fewer = state._remaining & state._remaining - 1
    return state._await_play(state._hand_data, fewer, state._order)


REFUSED: Final[dict[str, Callable[[], object]]] = {
    "state=.*expected a state in the play": lambda: solve.tricks(twos.new_game(), {0}),
    "state=<Duel: bid.*in the play": lambda: solve.values(shuffled(duel.new_game())),
    "state=<Spades.*in the play": lambda: solve.tricks(shuffled(spades.new_game()), {0}),
    "state=<Twos: .*in the play": lambda: solve.tricks(
        hand_played(twos.new_game(), random.Random(1)), {0}
    ),
    "state=<Tien Len.*of a trick-taking game": lambda: solve.tricks(
        shuffled(tien_len.new_game()), {0}
    ),
    "state=<High.*of a trick-taking game": lambda: solve.values(
        shuffled(high_card.GAME.new_game())
    ),
    "state=<Two Way.*overrides hooks": lambda: solve.tricks(_overridden(), {0}),
    "state=<Spades.*overrides hooks": lambda: solve.values(_penalised()),
    "state=<Two Way.*without equal cards": lambda: solve.tricks(
        next(plays_of(PLAYED["street, 5 decks"], 1)), {0}
    ),
    "state=<Odd.*equally many cards": lambda: solve.tricks(_unequal_hands(), {0}),
    "side=7: expected a set of seats": lambda: solve.tricks(_ending(), anything(7)),
    "limit=0: expected a whole number": lambda: solve.tricks(_ending(), {0}, limit=0),
    "limit=True: expected a whole number": lambda: solve.tricks(_ending(), {0}, limit=True),
    "limit=1.5: expected a whole": lambda: solve.tricks(_ending(), {0}, limit=anything(1.5)),
}


@pytest.mark.parametrize("message", REFUSED)
def test_bad_arguments_are_refused(message: str) -> None:
    with pytest.raises(tws.RulesError, match=message):
        REFUSED[message]()


def test_nobody_takes_no_tricks_all_take_all_and_other_sides_are_refused() -> None:
    state = _ending()
    left = 13 - len(state.tricks)
    assert solve.tricks(state, set()) == solve.tricks(state, set(), low=True) == 0
    assert solve.tricks(state, {0, 1, 2, 3}) == solve.tricks(state, {0, 1, 2, 3}, low=True) == left
    for seat in (4, -1, "north", True):
        with pytest.raises(tws.SeatError):
            solve.tricks(_ending(), {0, anything(seat)})
    with pytest.raises(tws.SeatError):  # players of Spades are seats, and hands are not
        solve.tricks(_ending("spades"), {2})
    for ask in (lambda: solve.tricks(anything("a state"), {0}), lambda: solve.values(anything(0))):
        with pytest.raises(TypeError, match="GameState"):
            ask()


@pytest.mark.skipif(IS_PLAIN, reason="whole hands take minutes in plain Python")
def test_a_search_stops_at_its_limit() -> None:
    state = next(plays_of(PLAYED["duel"], 3))
    with pytest.raises(solve.LimitReached, match="limit=20: the search needs more nodes") as error:
        solve.tricks(state, {0}, limit=20)
    assert error.value.limit == 20
    assert isinstance(error.value, tws.TwoWayStreetError)
    expected, most = solve.tricks(state, {0}), 30
    while True:  # a limit just large enough changes nothing
        try:
            assert solve.tricks(state, {0}, limit=most) == expected
            break
        except solve.LimitReached:
            most += most // 4
    assert 20 < most < 10**6


def test_threads_search_side_by_side() -> None:
    states = [_ending(name) for name in ("twos", "duel", "spades", "twenty_down")] * 5
    expected = [solve.tricks(state, {0}) for state in states]
    with ThreadPoolExecutor(4) as pool:
        found = [pool.submit(solve.tricks, state, {0}) for state in states]
    assert [each.result() for each in found] == expected


# The search remembers values of positions, and tells apart positions with the same cards left.

LEADER: Final = ("3C 5C", "4C 5D", "QD KD", "6D 8D")
"""The actual hand leads the 4C to the dummy's 5C, which leads the 3C: two tricks.

If the dummy played the 3C instead, the same hands would hold the same numbers of clubs and
diamonds, but the actual hand would have to lead its diamond.
"""
FACE_DOWN: Final = (
    ("AC JC 2C", "6C 8C 10C", "5C 9C 7C", "3C QC KC"),
    ("8D 4D 10C 6C", "8C 9C 7D JD", "5D AC AD 10D", "4C 7C JC 9D"),
    ("5C 10D KC 8C", "2C 3C 4C 4D", "9D 6D JD JC", "6C QC 3D AD"),
)
"""Endings in which a dummy can keep the same cards with another one face down.

In the first one the second dummy may hold the 5C open and the 7C face down, or the 7C face down and
the 9C open, with the same order of hands.
"""


def _spades_with(hands: tuple[str, ...], face_down: int) -> State:
    """Return an ending of Spades for two, in which the actual hand of player 0 leads.

    Args:
        hands: the cards of both hands of player 0 and of player 1, the dummy first, in the order in
            which its cards are turned up.
        face_down: the number of cards of each dummy that lie face down.
    """
    state = next(plays_of(spades.new_game, 1))
    held = tuple(sum(card._bit for card in tws.cards(hand)) for hand in hands)
    dummies = tuple(tws.cards(hands[number]) for number in (0, 2))
    face_up = tuple(sum(card._bit for card in dummy[: len(dummy) - face_down]) for dummy in dummies)
    data = attrs.evolve(state._hand_data, held=held, dummies=dummies, face_up=face_up)
    return state._await_play(data, sum(held), (1, 2, 3, 0))


def test_positions_with_another_leader_have_another_value() -> None:
    state = _spades_with(LEADER, face_down=0)
    assert solve.tricks(state, {0}) == forced(state, frozenset({0})) == 2


@pytest.mark.parametrize("hands", FACE_DOWN)
def test_positions_with_other_cards_face_down_have_another_value(hands: tuple[str, ...]) -> None:
    state = _spades_with(hands, face_down=1)
    assert state.face_down_sizes == (1, 1)
    assert solve.tricks(state, {0}) == forced(state, frozenset({0}))
    assert solve.tricks(state, {0}, low=True) == forced(state, frozenset({0}), low=True)


@pytest.mark.nightly
def test_a_search_forgets_the_positions_of_earlier_searches() -> None:
    """All searches of a thread share one memory."""
    states = [_spades_with(hands, face_down) for hands in FACE_DOWN for face_down in (0, 1, 2)]
    known = [
        (state, low, _in_a_new_memory(state, low)) for state in states for low in (False, True)
    ]
    for state, low, expected in random.Random(1).sample(3 * known, 3 * len(known)):
        assert solve.tricks(state, {0}, low=low) == expected


def _in_a_new_memory(state: State, low: bool) -> int:
    solving._memories.clear()
    return solve.tricks(state, {0}, low=low)


def test_a_thread_that_comes_too_late_for_a_memory_makes_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Taken(list[object]):
        """A list of which another thread takes the last memory after this one has seen it."""

        def __len__(self) -> int:
            return 1

    monkeypatch.setattr(solving, "_memories", Taken())
    assert solve.tricks(_spades_with(LEADER, face_down=0), {0}) == 2


# Chains contain only cards that differ in nothing but their rank.


def _chains(tables: PlayTables) -> list[list[int]]:
    _, rows = arrays_of(tables)
    numbers = sorted({int(number) for _, number in rows})
    return [[int(card) for card, number in rows if number == each] for each in numbers]


def _tables(name: str) -> PlayTables:
    tables: PlayTables = next(plays_of(PLAYED[name], 1))._play_tables()
    return tables


@pytest.mark.parametrize("name", PLAYED)
def test_no_other_card_comes_between_two_of_a_chain(name: str) -> None:
    tables = _tables(name)
    chains = _chains(tables)
    assert sorted(card for chain in chains for card in chain) == [card.index for card in CARDS]
    rows = [row for several in tables.strengths for row in several]
    masks = [mask for following in tables.following for pair in following for mask in pair]
    if tables.naming:
        masks += [*tables.naming.duty.values(), tables.naming.instead]
    if tables.dummies:
        masks += tables.dummies.wanted.values()
    for chain in chains:
        assert len(chain) <= 16  # the search numbers all subsets of a chain
        for lower, higher in pairwise(chain):
            assert all(mask >> lower & 1 == mask >> higher & 1 for mask in masks)
            for row in rows:
                assert row[lower] < row[higher] or row[lower] == row[higher] == 0
                for card in {*range(len(CARDS))} - {*chain}:
                    assert (row[card] > row[lower]) == (row[card] > row[higher])
                    assert (row[card] < row[lower]) == (row[card] < row[higher])


@pytest.mark.parametrize(
    ("name", "chain"),
    [
        ("duel", "2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH AH"),
        ("twos", "4H 5H 6H 7H 8H 9H 10H JH QH KH AH"),
        ("twos", "3H"),
        ("twos", "2H"),
        ("spades", "3S 4S 5S 6S 7S 8S 9S 10S JS QS KS AS 2S B* R*"),
        ("odd game", "6S 5S 4S 3S 2S"),
    ],
)
def test_chains_are_as_long_as_the_rules_allow(name: str, chain: str) -> None:
    assert chain in [" ".join(str(CARDS[card]) for card in each) for each in _chains(_tables(name))]
