"""The results of playouts and whole hands equal those of ``apply``; arguments and choices."""

import random
from collections.abc import Callable
from functools import partial, reduce
from typing import Any, Final

import numpy as np
import pytest

import twowaystreet as tws
from examples import oh_hell
from tests.fast import replays
from tests.fast.replays import OPTIONS, State, whole_differences
from tests.helpers import anything, hand_played, shuffled
from twowaystreet import fast
from twowaystreet._core.playouts import chance
from twowaystreet._core.playouts.policies import POLICIES, Policy
from twowaystreet._core.playouts.policies import moves as policy_moves
from twowaystreet.fast import kernel, scoring
from twowaystreet.fast.compiling import IS_PLAIN
from twowaystreet.games import duel, spades, street, twenty_down, twos

ARRAYS: Final = ("points", "payoffs", "tricks", "moves")


def _equal(one: fast.Playouts, other: fast.Playouts, *place: Any) -> bool:
    """Return whether the results of ``one`` at a place equal those of ``other``. Any: indices."""
    return all((getattr(one, name)[place] == getattr(other, name)).all() for name in ARRAYS)


@pytest.fixture
def states() -> list[tws.AnyState]:
    rng = random.Random(3)
    return [
        next(replays.plays("street", rng)),
        next(replays.plays("twos", rng)),
        shuffled(street.new_game()),
        oh_hell.GAME.new_game(),
        next(replays.plays("twenty_down", rng)),
        next(replays.plays("street", rng)),
    ]


def test_the_arrays_have_the_promised_shapes_and_are_read_only(states: list[tws.AnyState]) -> None:
    found = fast.playouts(states, 3, seed=1)
    assert found.points.shape == found.payoffs.shape == found.tricks.shape == (6, 3, 4)
    assert found.moves.shape == (6, 3)
    hands = fast.hands("duel", 5, seed=1)
    assert hands.points.shape == hands.payoffs.shape == hands.tricks.shape == (5, 2)
    assert hands.moves.shape == (5,)
    assert [getattr(found, name).dtype.kind for name in ARRAYS] == ["i", "f", "i", "i"]
    found = fast.hands("twos", 1, seed=1)
    for name in ARRAYS:
        with pytest.raises(ValueError, match="read-only"):
            getattr(found, name)[0] = 1


def test_results_need_neither_n_nor_threads_nor_other_states(states: list[tws.AnyState]) -> None:
    whole = fast.playouts(states, 20, seed=9)
    assert _equal(whole, fast.playouts(states, 20, seed=9, threads=2))
    assert _equal(whole, fast.playouts(states, 7, seed=9), slice(None), slice(7))
    assert _equal(whole, fast.playouts(states[:1], 20, seed=9), slice(1))
    others = [states[0], *reversed(states[1:3]), *states[3:]]
    assert _equal(whole, fast.playouts(others, 20, seed=9)) is False
    assert _equal(whole, fast.playouts(iter(states[:4]), 20, seed=9), slice(4))
    assert not _equal(whole, fast.playouts(states, 20, seed=10))


def test_states_of_one_call_may_have_different_packs() -> None:
    """The cards of one pack have their place in the order of a player, too."""
    jokers = list(street.Jokers) * 2
    mixed = [
        next(replays.plays_of(partial(street.new_game, street.Rules(jokers=each)), seed))
        for seed, each in enumerate(jokers)
    ]
    for policy in POLICIES:
        found = fast.playouts(mixed, 2, seed=4, policy=policy)
        for number, state in enumerate(mixed):
            moves = fast.playout_moves(state, 1, seed=4, number=number, policy=policy)
            last = reduce(tws.apply, moves, state)
            assert tuple(found.points[number, 1]) == tws.score_hand(last).points


def test_numbers_of_numpy_are_numbers_and_hands_the_playouts_of_a_new_game() -> None:
    whole = fast.playouts(twos.new_game(), 3, seed=5)
    found = fast.playouts(
        twos.new_game(),
        anything(np.int64(3)),
        seed=anything(np.uint64(5)),
        threads=anything(np.int8(1)),
    )
    assert _equal(whole, found)
    moves = fast.playout_moves(twos.new_game(), 2, seed=5)
    assert moves == fast.playout_moves(
        twos.new_game(),
        anything(np.int64(2)),
        seed=anything(np.uint64(5)),
        number=anything(np.int32(0)),
    )
    for name, rules in (("spades", spades.Rules()), ("twenty_down", None)):
        new = tws.GAMES[name].new_game(rules)
        assert _equal(fast.playouts(new, 9, seed=4), fast.hands(name, 9, rules=rules, seed=4), 0)
        game = tws.GAMES[name]
        assert _equal(fast.playouts(new, 9, seed=4), fast.hands(game, 9, rules=rules, seed=4), 0)


@pytest.mark.rule("TD-4")
def test_a_call_may_have_only_hands_that_end_before_the_play() -> None:
    seeds = range(40)
    found = [fast.hands("twenty_down", 1, seed=seed) for seed in seeds]
    unplayed = [seed for seed in seeds if not found[seed].tricks.any()]
    assert unplayed
    for seed in unplayed:
        start = twenty_down.new_game()
        last = reduce(tws.apply, fast.playout_moves(start, 0, seed=seed), start)
        assert last.phase == "hand over"
        assert (*found[seed].points[0],) == tws.score_hand(last).points


@pytest.mark.parametrize(
    "limits",
    [{"openings.BLOCK": 8, "scoring.CHUNK": 3}, {"openings.MOST": 0, "scoring.MOST": 0}],
    ids=str,
)
def test_blocks_and_lost_scores_agree(
    limits: dict[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = [fast.hands(name, 50, seed=2) for name in ("duel", "street")]
    for name, limit in limits.items():
        monkeypatch.setattr(f"twowaystreet.fast.{name}", limit)
    for _ in range(2):
        again = [fast.hands(name, 50, seed=2) for name in ("duel", "street")]
        assert all(map(_equal, whole, again))


REFUSED: Final[dict[str, Callable[[], object]]] = {
    "n=0: expected a whole number, 1 to": lambda: fast.playouts(twos.new_game(), 0, seed=1),
    f"n={2**41}: expected a whole number, 1 to {2**40}": lambda: fast.hands("twos", 2**41, seed=1),
    "n=.*2.0": lambda: fast.hands("twos", anything(np.float64(2)), seed=1),
    "n=True": lambda: fast.playouts(twos.new_game(), True, seed=1),
    "n=1.5": lambda: fast.hands("twos", anything(1.5), seed=1),
    "seed=-1: expected a whole number, 0 to": lambda: fast.hands("twos", 1, seed=-1),
    "seed=18446744073709551616": lambda: fast.hands("twos", 1, seed=2**64),
    "threads=0": lambda: fast.playouts(twos.new_game(), 1, seed=1, threads=0),
    "policy='best': expected random, simple": lambda: fast.playouts(
        twos.new_game(), 1, seed=1, policy=anything("best")
    ),
    r"state_or_states=\(\): expected at least one": lambda: fast.playouts([], 1, seed=1),
    r"states\[1\]=.*expected a hand that is not over": lambda: fast.playouts(
        [twos.new_game(), hand_played(twos.new_game(), random.Random(1))], 1, seed=1
    ),
    "expected states with equally many seats": lambda: fast.playouts(
        [twos.new_game(), duel.new_game()], 1, seed=1
    ),
    "game='hearts': expected a twowaystreet.Game, or one of street, duel": lambda: fast.hands(
        "hearts", 1, seed=1
    ),
    "game=7: expected a twowaystreet.Game": lambda: fast.hands(anything(7), 1, seed=1),
    "policy='': expected random, simple": lambda: fast.playout_moves(
        twos.new_game(), 1, seed=1, policy=anything("")
    ),
    "playout=-1": lambda: fast.playout_moves(twos.new_game(), -1, seed=1),
    "number=-2": lambda: fast.playout_moves(twos.new_game(), 1, seed=1, number=-2),
}


@pytest.mark.parametrize("message", REFUSED)
def test_bad_arguments_are_refused(message: str) -> None:
    with pytest.raises(tws.RulesError, match=message):
        REFUSED[message]()


def test_only_states_are_played() -> None:
    new = twos.new_game()
    others: list[Any] = [7, None, twos.GAME, tws.view(new, 0), "states", [new, "a state"], [[new]]]
    for wrong in others:
        with pytest.raises(TypeError, match="expected a GameState"):
            fast.playouts(wrong, 1, seed=1)
    for wrong in (None, [new], [new, new]):
        with pytest.raises(TypeError, match="expected a GameState"):
            fast.playout_moves(anything(wrong), 1, seed=1)


@pytest.mark.skipif(IS_PLAIN, reason="plain Python has no signatures")
def test_every_function_is_compiled_once_and_the_play_twice(states: list[tws.AnyState]) -> None:
    functions: list[Any] = [kernel.play, scoring.distinct, scoring.numbered]
    # Other tests of this process may have compiled some for other types.
    before = [len(function.signatures) for function in functions]
    fast.playouts(states, 3, seed=1)
    for name in tws.GAMES:
        fast.hands(name, 3, seed=1)
    for policy in POLICIES:
        fast.playouts(states, 3, seed=1, policy=policy)
    made = [len(function.signatures) for function in functions]
    added = [after - known for after, known in zip(made, before, strict=True)]
    assert all(made), made
    assert all(count <= most for count, most in zip(added, [2, 1, 1], strict=True)), added


STATES, PLAYOUTS = (4, 5) if IS_PLAIN else (20, 20)


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.smoke] * (name == "street")) for name in OPTIONS]
)
def test_whole_hands_equal_apply(name: str) -> None:
    assert not list(whole_differences(name, STATES * PLAYOUTS // 4, seed=len(name)))
    assert not list(whole_differences(name, STATES, seed=len(name), policy="simple"))


HANDS: Final = 2 if IS_PLAIN else 12
CHOICES: Final = ("spades", "street", "street, optional", "twenty_down", "duel, cards as markers")


def replayed(
    state: State, number: int, playout: int, policy: Policy
) -> tuple[tuple[int, tws.Move], ...]:
    """Return the moves before the play, each after its seat, made through ``apply``."""
    said: list[tuple[int, tws.Move]] = []
    for move, after in policy_moves(policy, state, chance.key_of(5, number, playout)):
        if state.actor is None:
            said = []
        elif not getattr(state, "_order", ()):
            said.append((state.actor, move))
        state = after
    return tuple(said)


def check(states: list[State], policy: Policy, hands: int = HANDS) -> None:
    found = fast.playouts(states, hands, seed=5, policy=policy, choices=True).choices
    assert found is not None
    for number, state in enumerate(states):
        for playout in range(hands):
            assert found[number, playout] == replayed(state, number, playout, policy)


@pytest.mark.parametrize("policy", ["simple", "random"])
@pytest.mark.parametrize("name", OPTIONS)
def test_moves_before_the_play_are_those_of_apply(name: str, policy: Policy) -> None:
    check([OPTIONS[name]()], policy)


@pytest.mark.parametrize("name", CHOICES)
def test_states_of_a_call_have_their_own_moves(name: str) -> None:
    state = OPTIONS[name]()
    after = tws.apply(state, next(policy_moves("random", state, 3))[0])
    check([after, state, after], "random", 2)


def test_results_are_the_same_without_choices_and_rules_given_by_name() -> None:
    for game in (street.GAME, duel.GAME, spades.GAME, twenty_down.GAME):
        plain = fast.hands(game, HANDS, seed=4, policy="simple")
        found = fast.hands(game, HANDS, seed=4, policy="simple", choices=True, threads=2)
        assert (plain.payoffs == found.payoffs).all()
        assert (plain.moves == found.moves).all()
        said = found.choices
        assert said and said.made.shape[0] == HANDS and plain.choices is None
        with pytest.raises(ValueError, match="read-only"):
            said.seats[0] = 3
    rules = street.Rules(players=3)
    points = fast.hands("street", n=2, rules=rules, seed=1).points
    assert points.shape == (2, 3)
    assert (points == fast.hands("street", 2, rules=rules, seed=1).points).all()
    for given in ((), (rules,), (2, rules), (rules, 2)):
        with pytest.raises((TypeError, tws.RulesError), match="n"):
            anything(fast.hands)("street", *given, seed=1)
