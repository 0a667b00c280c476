"""Searches with values of views and chances of moves, from functions and from networks."""

import math
import pickle
import random
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest

import twowaystreet as tws
from tests.helpers import shuffled
from tests.players.decisions import FIRST, some_decision, worlds_of
from twowaystreet import arena
from twowaystreet._core.playouts import chance
from twowaystreet._core.playouts.policies import moves
from twowaystreet.players import MonteCarlo, Network, PlayerError, TreeSearch, by_name
from twowaystreet.players._learned import payoffs_at_turns
from twowaystreet.players._names import check_fit, is_installed
from twowaystreet.players._searches import candidates, paired, trials_in
from twowaystreet.players._tree_search import Node, PayoffRange, best_of

# Any: the state or the view of any game, here and below.


def decision(name: str, seed: int) -> tuple[Any, Any]:
    state = some_decision(FIRST[name](), random.Random(seed))
    return state, tws.view(state, state.actor)


def first_view() -> Any:
    state = shuffled(FIRST["twos"]())
    return tws.view(state, state.actor)


def value_of(view: Any) -> float:
    """Return a number that differs from view to view."""
    return crc32(repr((view.seat, view.hand, view.legal_moves)).encode()) / 2**32


def values(views: Sequence[Any]) -> list[float]:
    assert all(view.legal_moves and view.seat == view.actor for view in views)
    return [*map(value_of, views)]


def worth(state: Any, seat: int, key: int) -> float:
    """Return the value of a seat at its next turn, or its payoff, made through ``apply``."""
    steps = moves("simple", state, key)
    while not state.hand_over and state.actor != seat:
        _, state = next(steps)
    return tws.payoffs(state)[seat] if state.hand_over else value_of(tws.view(state, seat))


@pytest.mark.parametrize("name", FIRST)
def test_a_value_is_that_of_the_own_view_of_the_player_at_its_next_turn(name: str) -> None:
    for seed in range(2):
        state, seen = decision(name, seed)
        found = MonteCarlo(3, value=values).evaluate(seen, random.Random(seed))
        rng = random.Random(seed)
        offered, worlds = candidates(seen, rng), worlds_of(seen, rng, 3)
        playouts = rng.getrandbits(64)
        results = {
            move: [
                worth(tws.apply(world, move), state.actor, chance.key_of(playouts, number, place))
                for number, world in enumerate(worlds)
            ]
            for place, move in enumerate(offered.moves)
        }
        assert found == paired(results, offered.first)


@pytest.mark.parametrize("name", FIRST)
def test_each_seat_has_the_value_of_its_own_view_in_a_tree(name: str) -> None:
    state, seen = decision(name, 3)
    trials = trials_in(seen, seen.legal_moves[:1], random.Random(1), "simple", "python")
    ends = [tws.apply(world, seen.legal_moves[0]) for world in trials.sample(0, 3)]
    begun = [(end, chance.key_of(trials.of_playouts, number, 0)) for number, end in enumerate(ends)]
    seats = range(len(state.scores))
    for (end, key), row in zip(begun, payoffs_at_turns(trials, values, begun, seats), strict=True):
        assert row == tuple(worth(end, seat, key) for seat in seats)
    tree = TreeSearch(30, value=values, prior=equally).evaluate(seen, random.Random(1))
    assert sum(not math.isnan(each.mean) for each in tree.values()) > 0


def equally(view: Any) -> dict[tws.Move, float]:
    assert view.seat == view.actor
    return dict.fromkeys(view.legal_moves, 1.0)


def test_a_value_decides() -> None:
    """A player that likes to be rid of high cards plays one."""

    def light(views: Sequence[Any]) -> list[float]:
        return [-float(sum(card.rank.place for card in view.hand)) for view in views]

    seen = first_view()
    for player in (MonteCarlo(2, value=light), TreeSearch(300, value=light)):
        move: Any = player(seen, random.Random(1))
        assert move.card.rank.place == max(each.card.rank.place for each in seen.legal_moves)


def test_a_search_tries_likely_moves_most() -> None:
    seen = first_view()
    for likely in seen.legal_moves:

        def certain(view: Any, likely: tws.Move = likely) -> dict[tws.Move, float]:
            return {likely: 1.0} if likely in view.legal_moves else equally(view)

        assert TreeSearch(60, prior=certain)(seen, random.Random(1)) == likely


def test_the_bound_with_chances_is_that_of_puct() -> None:
    scale = PayoffRange()
    scale.add((0.0, 10.0))
    good, bad = Node(), Node()
    good.visits = good.valued = 4
    bad.visits = bad.valued = 2
    good.total, bad.total = 24.0, 6.0  # with means of 6 and 3, and 5 for all

    def bounds(*chances: float) -> tuple[float, ...]:
        weight = 0.7 * math.sqrt(7) / sum(chances)
        return tuple(
            mean + weight * chance / tries
            for mean, chance, tries in zip((0.6, 0.3, 0.5), chances, (5, 3, 1), strict=True)
        )

    for chances in ((1, 1, 1), (6, 1, 0), (1, 9, 0), (3, 0, 1), (30, 0, 1), (0, 0, 2)):
        found = best_of([good, bad, None], scale, chances)
        assert found == bounds(*chances).index(max(bounds(*chances)))
    assert best_of([good, bad], scale, (0.0, 0.0)) == 0
    assert best_of([None, None], PayoffRange(), (1.0, 2.0)) == 1
    assert (good.available, bad.available) == (7, 7)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"value": 3}, "value=3: expected a Network, its file, or a function of a list of views"),
        ({"prior": dict}, "prior=.*: expected a Network, its file, or a function of a view"),
    ],
)
def test_other_values_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(tws.RulesError, match=message):
        TreeSearch(**options)


WRONG_NUMBERS: list[Any] = [None, "1", b"1", 1j, math.nan, -math.inf, 10**400, [1.0], (), object()]
WRONG_RESULTS: list[Any] = [None, 7, "a text", b"1", object(), [], {}, [1.0] * 7, {"no move": 1.0}]


def given(found: Any, *_: Any) -> Any:
    return found


def each_of(number: Any, views: Sequence[Any]) -> list[Any]:
    return [number for _ in views]


def each_move(number: Any, view: Any, rng: object = None) -> dict[tws.Move, Any]:
    return dict.fromkeys(view.legal_moves, number)


class Moody:
    """A model whose chances are those of a function."""

    def __init__(self, chances: Any) -> None:
        self.chances = chances

    def __call__(self, view: Any, rng: random.Random) -> tws.Move:
        raise AssertionError("a model with chances is not asked for moves")


def a_value(function: Any, seen: Any, search: Any = MonteCarlo) -> None:
    search(1, value=function)(seen, random.Random(1))


def a_prior(function: Any, seen: Any) -> None:
    TreeSearch(1, prior=function)(seen, random.Random(1))


def a_model(function: Any, seen: Any) -> None:
    MonteCarlo(1, model=Moody(function))(seen, random.Random(1))


def a_mixed_model(function: Any, seen: Any) -> None:
    assert tws.worlds(seen, model={Moody(function): 1, "unknown": 1}, draws=1).weights


def shares(number: Any, seen: Any) -> None:
    assert tws.worlds(seen, model={"unknown": number}).weights


A_NUMBER = "a finite number for each of"
A_MAPPING = "a mapping of legal moves to numbers, none below 0, not all 0"
DOORS: dict[str, tuple[Any, Any, str]] = {
    "value": (a_value, each_of, f"value=.*: expected {A_NUMBER}"),
    "value in a tree": (
        partial(a_value, search=TreeSearch),
        each_of,
        f"value=.*: expected {A_NUMBER}",
    ),
    "prior": (a_prior, each_move, f"prior=.*: expected {A_MAPPING}"),
    "model": (a_model, each_move, f"model=.*: expected {A_MAPPING}"),
    "mixed model": (a_mixed_model, each_move, f"model=.*: expected {A_MAPPING}"),
}


@pytest.mark.parametrize("door", DOORS)
def test_wrong_numbers_of_functions_are_refused(door: str) -> None:
    _, seen = decision("twos", 4)
    enter, make, message = DOORS[door]
    numbers = WRONG_NUMBERS if make is each_of else [*WRONG_NUMBERS, -1, 0]
    for function in (
        *(partial(make, number) for number in numbers),
        *(partial(given, found) for found in WRONG_RESULTS),
    ):
        with pytest.raises(tws.RulesError, match=message):
            enter(function, seen)


def test_wrong_shares_of_models_are_refused_and_errors_of_functions_are_their_own() -> None:
    for number in (*WRONG_NUMBERS, -1, 0):
        with pytest.raises(tws.RulesError, match=r"model=.*: expected a mapping of players to"):
            shares(number, first_view())

    def fails(_: object) -> Any:
        raise TypeError("of the function")

    for search in (MonteCarlo(1, value=fails), TreeSearch(1, prior=fails)):
        with pytest.raises(TypeError, match="of the function"):
            search(first_view(), random.Random(1))


# Networks.


@pytest.fixture
def twos(tmp_path: Path) -> Path:
    np = pytest.importorskip("numpy", reason="NumPy is missing; pip install 'twowaystreet[rl]'")
    from tests.players.test_network import layers_for  # noqa: PLC0415  # it needs NumPy

    Network.save(tmp_path / "twos.npz", "twos", layers_for("twos", 8), unit=np.float64(4.0).item())
    return tmp_path / "twos.npz"


def test_wrong_numbers_of_networks_are_refused(tmp_path: Path) -> None:
    np = pytest.importorskip("numpy", reason="NumPy is missing; pip install 'twowaystreet[rl]'")
    from tests.players.test_network import layers_for  # noqa: PLC0415  # it needs NumPy

    save: Any = partial(Network.save, tmp_path / "wrong.npz", "twos")
    layers = layers_for("twos", 8)
    for number in (*WRONG_NUMBERS, -1, 0, np.complex64(1)):
        with pytest.raises(PlayerError, match=r"unit=.*: expected a number of points above 0"):
            save(layers, unit=number)
    arrays: list[Any] = [[10**400], [1j], np.ones(3, complex), [[1], [1, 2]]]
    for wrong in (*WRONG_NUMBERS, *arrays):
        for arguments in ({"layers": [(wrong, layers[0][1])]}, {"layers": layers, "scale": wrong}):
            if wrong is not None or "scale" not in arguments:  # None stands for ones
                with pytest.raises(PlayerError, match=r"expected|scale: expected 553 numbers"):
                    save(**arguments)
    others: list[Any] = [None, 7, [None], [1.0], [(1.0,)], {}, "layers"]
    for each in others:
        with pytest.raises(PlayerError, match=r"expected arrays|expected scale"):
            save(each)
    assert not [*tmp_path.iterdir()]


def test_a_network_is_a_model(twos: Path) -> None:
    _, seen = decision("twos", 4)
    network = Network(twos)
    by_file, by_object = (
        tws.worlds(seen, model=model, draws=10).weights
        for model in (network, f"network:path={twos}")
    )
    assert by_file == by_object and len({*by_file}) > 1
    with pytest.raises(PlayerError, match="plays twos with"):
        check_fit(MonteCarlo(model=network), tws.GAMES["duel"].new_game())


def test_names_give_searches_with_the_network_of_a_file(twos: Path) -> None:
    seen = first_view()
    for name in (
        f"montecarlo:worlds=3,value={twos}",
        f"treesearch:iterations=30,value={twos},prior={twos}",
    ):
        player: Any = by_name(name)
        again = pickle.loads(pickle.dumps(player))
        assert player(seen, random.Random(1)) == again(seen, random.Random(1))
        assert player.value.path == str(twos)
        assert not is_installed(name)  # a table in a file must not open others
        with pytest.raises(PlayerError, match="plays twos with"):
            check_fit(player, tws.GAMES["duel"].new_game())
        check_fit(player, tws.GAMES["twos"].new_game())
    results = arena.play("twos", [f"montecarlo:worlds=1,value={twos}", "simple"], deals=1)
    assert not any(results.faults)
    with pytest.raises(PlayerError, match="expected a file"):
        by_name(f"montecarlo:value={twos}x")
