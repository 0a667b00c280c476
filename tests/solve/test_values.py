"""The values of moves: the payoff that a move makes sure of."""

import random
from contextlib import suppress
from itertools import islice
from typing import Any, Final

import attrs
import pytest

import twowaystreet as tws
from tests.fast.replays import plays_of
from tests.solve import references
from tests.solve.references import OPTIONS, State, endings, forced, payoff, short_hands_with_points
from twowaystreet import solve
from twowaystreet._core.tricks.play_tables import Tally, TrickPoints
from twowaystreet.fast.compiling import IS_PLAIN
from twowaystreet.games import spades, twenty_down, twos
from twowaystreet.solve import solving

WITH_POINTS: Final = ("twos", *(name for name in OPTIONS if name.startswith("points game")))


def _ending(state: State, *hands: str) -> State:
    """Return a state with these hands, in the order of the trick; the first one leads."""
    held = [0] * len(state._hand_data.held)
    for hand, cards in zip(state._order, hands, strict=True):
        held[hand] = sum(card._bit for card in tws.cards(cards))
    data = attrs.evolve(state._hand_data, held=tuple(held))
    return state._await_play(data, sum(held), state._order)


def _values(state: State) -> dict[str, float]:
    return {str(move): value for move, value in solve.values(state).items()}


def _late(name: str, left: int) -> list[State]:
    states = (next(_of_size(name, seed, left), None) for seed in range(20))
    return [state for state in states if state is not None]


def _of_size(name: str, seed: int, left: int) -> Any:  # Any: an iterator of states
    for state in plays_of(OPTIONS[name], seed):
        if not state._table and solving.tricks_left(state) == left:
            yield state


@pytest.mark.parametrize("name", WITH_POINTS)
def test_short_hands_with_catches_equal_brute_force(name: str) -> None:
    for state in islice(short_hands_with_points(name), 10 if IS_PLAIN else 40):
        expected = {
            move: payoff(tws.apply(state, move), state.actor) for move in tws.legal_moves(state)
        }
        assert solve.values(state) == expected


@pytest.mark.rule("TW-9")
def test_a_two_led_into_its_three_loses_three_points_and_the_honours() -> None:
    state = _ending(next(plays_of(twos.new_game, 1)), "KC 2C", "3C 4D", "AC 7S", "QC 8S")
    # The two: -3 points, and the other seats share 3 honours and the 3 points. The king: 0 points,
    # as the two then takes a trick without honours.
    assert _values(state) == {"2C": -3 - 6 / 3, "KC": 0 - 3 / 3}


@pytest.mark.rule("TD-9")
@pytest.mark.parametrize(("seed", "factor"), [(3, 1), (0, 2)])
def test_no_trick_costs_points_in_twenty_down_and_hearts_double(seed: int, factor: int) -> None:
    start = next(plays_of(twenty_down.new_game, seed))
    assert len(start._order) == 3 and (start.trumps is tws.Suit.HEARTS) == (factor == 2)
    state = _ending(start, "AC 7C", "KC 8D", "QC KD")
    # The ace: both tricks, and 5 points more for two seats. The seven: no trick.
    worth = {"AC": (5 + 5 + 0) / 3 + 2, "7C": (-1 - 1 + 0) / 3 - 5}
    found = {move: round(value, 9) for move, value in _values(state).items()}
    assert found == {move: round(factor * each, 9) for move, each in worth.items()}


@pytest.mark.skipif(IS_PLAIN, reason="long endings take minutes in plain Python")
@pytest.mark.parametrize(("name", "left"), [("duel", 10), ("spades", 7), ("duel", 5)])
def test_both_sides_value_a_long_ending_alike(name: str, left: int) -> None:
    """After the best move the best value of the other side is the opposite number."""
    for state in _late(name, left):
        values = solve.values(state)
        best = max(values, key=values.__getitem__)
        after = tws.apply(state, best)
        sign = 1 if after.actor == state.actor else -1
        assert max(solve.values(after).values()) == sign * values[best]


@pytest.mark.skipif(IS_PLAIN, reason="long endings take minutes in plain Python")
@pytest.mark.parametrize(("name", "left"), [("twos", 6), ("twenty_down", 5), ("street", 5)])
def test_the_value_of_a_move_holds_whatever_the_others_do(name: str, left: int) -> None:
    for number, begun in enumerate(_late(name, left)):
        rng, seat, sure, state = random.Random(number), begun.actor, float("-inf"), begun
        while not state.hand_over:
            move = rng.choice(tws.legal_moves(state))
            if state.actor == seat:
                values = solve.values(state)
                assert max(values.values()) >= sure
                move = max(values, key=values.__getitem__)
                sure = values[move]
            state = tws.apply(state, move)
        assert tws.payoffs(state)[seat] >= sure > float("-inf")


def test_a_card_that_ends_the_hand_has_its_payoff() -> None:
    *_, last = plays_of(twos.new_game, 2)
    (move,) = tws.legal_moves(last)
    assert solve.values(last) == {move: tws.payoffs(tws.apply(last, move))[last.actor]}


def test_all_moves_share_the_limit_of_nodes() -> None:
    state = _late("twos", 3)[0]
    nodes, found = 0, None
    while found is None:
        nodes += 1
        with suppress(solve.LimitReached):
            found = solve.values(state, limit=nodes)
    assert nodes > len(tws.legal_moves(state)) > 1
    with pytest.raises(solve.LimitReached, match=f"limit={nodes - 1}: the search needs more"):
        solve.values(state, limit=nodes - 1)
    assert found == solve.values(state)
    with pytest.raises(tws.RulesError, match="limit=0: expected a whole number"):
        solve.values(state, limit=0)


class _OtherPayoffs(references.PointsScore):
    """A score whose payoffs are no leads."""

    @property
    def payoffs(self) -> tuple[float, ...]:
        return tuple(map(float, self.points))


def _with_other_payoffs(monkeypatch: pytest.MonkeyPatch) -> State:
    monkeypatch.setattr(references, "PointsScore", _OtherPayoffs)
    return _late("points game", 2)[0]


def _of_many_points(monkeypatch: pytest.MonkeyPatch) -> State:
    many = TrickPoints((10_000,) * len(tws.CARDS), 0, (0,) * len(tws.CARDS))
    monkeypatch.setattr(references, "POINTS", many)
    return _late("points game", 2)[0]


def _bemo(monkeypatch: pytest.MonkeyPatch) -> State:
    state = _late("spades", 8)[0]
    tally = Tally(state._tally().facts, first=6)

    def with_first_books(_: State) -> Tally:
        return tally

    monkeypatch.setattr(spades.State, "_tally", with_first_books)
    return state


def _of_many_tricks(monkeypatch: pytest.MonkeyPatch) -> State:
    state = _late("twenty_down", 3)[0]
    monkeypatch.setattr(solving, "MOST_NUMBERS", 4 ** len(state._order) - 1)
    return state


REFUSED: Final = {
    "a game whose payoffs are leads": _with_other_payoffs,
    "cards with points from 0 to fewer than 65535": _of_many_points,
    "a state after the first 6 tricks, whose takers": _bemo,
    "an ending of fewer tricks": _of_many_tricks,
}


@pytest.mark.parametrize("message", REFUSED)
def test_hands_without_known_payoffs_are_refused(
    message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = REFUSED[message](monkeypatch)
    with pytest.raises(tws.RulesError, match=f"state=.*: expected {message}"):
        solve.values(state)


def test_values_of_a_game_without_a_tally_are_tricks() -> None:
    for state in islice(endings("odd game"), 8):
        side, before = frozenset({state.actor}), len(state.tricks)
        assert solve.values(state) == {
            move: forced(after, side) + sum(trick.winner in side for trick in after.tricks[before:])
            for move in tws.legal_moves(state)
            for after in [tws.apply(state, move)]
        }
