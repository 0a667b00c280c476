"""Arguments of the solver, and the states that it refuses."""

from __future__ import annotations

import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

import pytest

import twowaystreet as tws
from examples import high_card
from tests.fast.replays import OPTIONS, plays_of
from tests.helpers import anything, hand_played
from tests.solve.endings import State, endings
from twowaystreet import solve
from twowaystreet.fast.compiling import IS_PLAIN
from twowaystreet.games import duel, spades, street, tien_len, twos


def _ending(name: str = "twos") -> State:
    return next(endings(name))


def _dealt(state: tws.AnyState) -> tws.AnyState:
    return tws.apply(state, tws.shuffle(state, random.Random(1)))


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


def _equal_cards() -> State:
    return next(plays_of(OPTIONS["street, 5 decks"], 1))


def _unequal_hands() -> State:
    state = next(each for each in endings("odd game") if not each._table)
    fewer = state._remaining & state._remaining - 1
    return state._await_play(state._hand_data, fewer, state._order)


REFUSED: Final[dict[str, Callable[[], object]]] = {
    "state=.*expected a state in the play": lambda: solve.tricks(twos.new_game(), {0}),
    "state=<Duel: bid.*in the play": lambda: solve.values(_dealt(duel.new_game())),
    "state=<Spades.*in the play": lambda: solve.tricks(_dealt(spades.new_game()), {0}),
    "state=<Twos: .*in the play": lambda: solve.tricks(
        hand_played(twos.new_game(), random.Random(1)), {0}
    ),
    "state=<Tien Len.*of a trick-taking game": lambda: solve.tricks(
        _dealt(tien_len.new_game()), {0}
    ),
    "state=<High.*of a trick-taking game": lambda: solve.values(_dealt(high_card.GAME.new_game())),
    "state=<Two Way.*overrides hooks": lambda: solve.tricks(_overridden(), {0}),
    "state=<Spades.*overrides hooks": lambda: solve.values(_penalised()),
    "state=<Two Way.*without equal cards": lambda: solve.tricks(_equal_cards(), {0}),
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


@pytest.mark.parametrize("seat", [4, -1, "north", True])
def test_a_side_has_only_seats(seat: Any) -> None:  # Any: not a seat
    with pytest.raises(tws.SeatError):
        solve.tricks(_ending(), {0, seat})


def test_players_of_spades_are_seats_and_hands_are_not() -> None:
    with pytest.raises(tws.SeatError):
        solve.tricks(_ending("spades"), {2})


def test_only_states_are_solved() -> None:
    with pytest.raises(TypeError, match="GameState"):
        solve.tricks(anything("a state"), {0})
    with pytest.raises(TypeError, match="GameState"):
        solve.values(anything(None))


def test_nobody_takes_no_tricks_and_all_take_all() -> None:
    state = _ending()
    left = 13 - len(state.tricks)
    assert solve.tricks(state, set()) == solve.tricks(state, set(), low=True) == 0
    assert solve.tricks(state, {0, 1, 2, 3}) == solve.tricks(state, {0, 1, 2, 3}, low=True) == left


def test_a_search_stops_at_its_limit() -> None:
    state = next(plays_of(OPTIONS["duel"], 3))
    with pytest.raises(solve.LimitReached, match="limit=20: the search needs more nodes") as error:
        solve.tricks(state, {0}, limit=20)
    assert error.value.limit == 20
    assert isinstance(error.value, tws.TwoWayStreetError)
    ending = _ending()
    assert solve.tricks(ending, {0}, limit=10**9) == solve.tricks(ending, {0})


@pytest.mark.skipif(IS_PLAIN, reason="whole hands take minutes in plain Python")
def test_a_limit_just_large_enough_changes_nothing() -> None:
    state = next(plays_of(OPTIONS["duel"], 3))
    expected, least, most = solve.tricks(state, {0}), 1, 10**6
    while least < most:
        limit = (least + most) // 2
        try:
            assert solve.tricks(state, {0}, limit=limit) == expected
            most = limit
        except solve.LimitReached:
            least = limit + 1
    assert 20 < most < 10**6


def test_threads_search_side_by_side() -> None:
    states = [_ending(name) for name in ("twos", "duel", "spades", "twenty_down")] * 5
    expected = [solve.tricks(state, {0}) for state in states]
    with ThreadPoolExecutor(4) as pool:
        found = [pool.submit(solve.tricks, state, {0}) for state in states]
    assert [each.result() for each in found] == expected


@pytest.mark.parametrize("low", [False, True])
@pytest.mark.parametrize("name", ["twos", "spades", "street", "odd game"])
def test_a_side_and_the_others_share_the_tricks(name: str, low: bool) -> None:
    state = _ending(name)
    seats = set(range(len(state.scores)))
    left = state._remaining.bit_count() // len(state._order) + bool(state._table)
    both = solve.tricks(state, {0}, low=low), solve.tricks(state, seats - {0}, low=low)
    assert sum(both) == left
