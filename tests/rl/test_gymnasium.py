"""The environments of Gymnasium, of one seat and of batches: its own check, opponents, names."""

import builtins
import pickle
import random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env, data_equivalence

import twowaystreet as tws
from tests.extras import PNG
from tests.rl.test_vector import copied, equal
from twowaystreet import svg
from twowaystreet.errors import RulesError, SeatError
from twowaystreet.players import Factory, PlayerError, at_random, simple
from twowaystreet.rl import _episodes
from twowaystreet.rl.gymnasium import SeatEnv, name_of
from twowaystreet.rl.vector_env import VectorEnv

pytest.importorskip("gymnasium", reason="environments need the extra rl")
pytestmark = pytest.mark.smoke


@pytest.mark.parametrize("name", tws.GAMES)
def test_registered_environments_pass_the_check(name: str) -> None:
    made: Any = gymnasium.make(name_of(name), render_mode="ansi", hands=2)  # Any: a wrapper
    check_env(made.unwrapped)
    made.reset(seed=1)
    assert str(made.render()) == str(made.unwrapped.render())


def test_names_have_a_module_and_the_reward_is_the_payoff_of_the_seat() -> None:
    made: Any = gymnasium.make(
        "twowaystreet.rl.gymnasium:twowaystreet/TwentyDown-v0", seat=2
    )  # Any: a wrapper
    assert made.unwrapped.seat == 2
    made = SeatEnv("twos", 2, "simple")
    _, info = made.reset(seed=1, options={"dealer": 1})
    reward, over = 0.0, False
    while not over:
        assert reward == 0
        _, reward, over, _, info = made.step(int(info["action_mask"].argmax()))
    state = made._episode.state
    assert (reward, state.dealer) == (tws.payoffs(state)[2], 1)


def test_opponents_are_made_for_each_seat_and_hand() -> None:
    made_players = list[int]()

    class Counting:
        def __init__(self) -> None:
            made_players.append(0)

        def __call__(self, view: tws.View, rng: random.Random) -> tws.Move:
            made_players[-1] += 1
            return simple(view, rng)

    environment = SeatEnv("duel", opponents=Factory(Counting), hands=2)
    _, info = environment.reset(seed=1)
    before = len(made_players)
    over = False
    while not over:
        _, _, over, _, info = environment.step(int(info["action_mask"].argmax()))
    assert len(made_players) - before == 2 * 2
    assert sum(made_players) > 0


def test_numbers_that_are_not_legal_end_the_episode_and_others_are_refused() -> None:
    made = SeatEnv("twos")
    seen, info = made.reset(seed=1)
    with pytest.warns(UserWarning, match="without a render_mode renders nothing"):
        assert made.render() is None
    legal, wrong = (int(number) for number in (info["action_mask"].argmax(), -1))
    for no_number in ("0", 0.7, None, True):
        with pytest.raises(RulesError, match="a whole number"):
            made.step(no_number)  # type: ignore[arg-type]  # on purpose
    after, reward, terminated, _, info = made.step(wrong)
    assert (reward, terminated) == (-1.0, True) and np.array_equal(seen, after)
    assert not info["action_mask"].any() and not made.action_masks().any()
    for number in (legal, wrong):
        with pytest.raises(RulesError, match="expected reset"):
            made.step(number)
    assert made.reset(seed=1)[1]["action_mask"][legal]
    made.step(np.int64(legal))
    made = SeatEnv("twos", render_mode="ansi")
    for call in (made.render, made.action_masks, lambda: made.step(0)):
        with pytest.raises(RulesError, match="expected reset"):
            call()
    with pytest.raises(SeatError):
        SeatEnv("duel", seat=2)
    with pytest.raises(PlayerError):
        SeatEnv("duel", opponents="simpel")


@pytest.mark.parametrize("hands", [1, 2])
@pytest.mark.parametrize("game", tws.GAMES)
def test_each_hand_is_paid_once_though_the_seat_may_have_no_move_in_it(
    game: str, hands: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = SeatEnv(game, 1, at_random, hands=hands)
    worth = list[float]()
    go_on = made._episode._go_on

    def noting(state: Any) -> Any:  # Any: of any game
        ended = go_on(state)
        worth.extend(each[1] for each in ended)
        return ended

    monkeypatch.setattr(made._episode, "_go_on", noting)
    most = 0
    for seed in range(60 if game == "brag" else 2):
        worth.clear()
        _, info = made.reset(seed=seed)
        total, over = 0.0, False
        while not over:
            assert info["action_mask"].any()
            assert np.array_equal(made.action_masks(), info["action_mask"] == 1)
            _, reward, over, cut, info = made.step(int(info["action_mask"].argmax()))
            total += reward
            assert not cut
        assert total == pytest.approx(sum(worth)) and not info["action_mask"].any()
        most = max(most, len(worth))
    assert most > hands or hands > 1 or game != "brag"


def test_a_reward_has_episodes_without_a_move_of_the_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    made = SeatEnv("twos", 2)

    def ends(move: tws.Move) -> tuple[float, ...]:
        monkeypatch.undo()
        made._episode.end()
        return (0.0, 0.0, 5.0, -5.0)

    monkeypatch.setattr(made._episode, "play", ends)
    _, info = made.reset(seed=1, options={"dealer": 0})
    assert made.step(int(info["action_mask"].argmax()))[1] == 5


@pytest.mark.parametrize("mode", ["ansi", "svg"])
def test_the_seat_sees_its_own_cards(mode: str) -> None:
    made = SeatEnv("twos", 3, render_mode=mode)
    made.reset(seed=2)
    view = made._episode.view(3)
    assert made.render() == (svg.table(view) if mode == "svg" else str(view))


def test_people_see_each_position_once(capsys: pytest.CaptureFixture[str]) -> None:
    made = SeatEnv("twos", 3, render_mode="human")
    _, info = made.reset(seed=2)
    for _ in range(3):
        assert capsys.readouterr().out == f"{made._episode.view(3)}\n"
        assert made.render() is None and not capsys.readouterr().out
        _, _, _, _, info = made.step(int(info["action_mask"].argmax()))


def test_a_missing_library_for_pixels_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    imported = builtins.__import__

    def refusing(name: str, *arguments: Any, **more: Any) -> Any:  # Any: those of the import
        if name == "PIL":
            raise ImportError(name)
        return imported(name, *arguments, **more)

    with monkeypatch.context() as patched:
        patched.setattr(builtins, "__import__", refusing)
        with pytest.raises(ImportError, match="rgb_array needs the package pillow"):
            _episodes.pixels(b"")
    assert ("rgb_array" in SeatEnv.metadata["render_modes"]) == (not PNG.is_missing)
    monkeypatch.setattr(_episodes, "MODES", ("human", "ansi", "svg"))
    with pytest.raises(ImportError, match="rgb_array needs the package pillow"):
        SeatEnv("twos", render_mode="rgb_array")


def _played(env: Any, steps: int) -> tuple[Any, float]:  # Any: gymnasium's types
    observation, info = env.reset()
    total = 0.0
    for _ in range(steps):
        actor = info["actor"].copy()
        observation, rewards, ended, cut, info = env.step(info["action_mask"].argmax(axis=1))
        assert env.observation_space.contains(observation)
        assert (rewards == info["payoffs"][np.arange(env.num_envs), actor]).all()
        assert not cut.any() and not rewards[~ended].any()
        total += float(np.abs(rewards).sum())
    return {name: array.copy() for name, array in observation.items()}, total


@pytest.mark.parametrize("game", ["twos", "tien_len"])
def test_observations_are_in_the_space_and_rewards_those_of_the_seat_that_moved(game: str) -> None:
    env: Any = VectorEnv(game, 2, seed=3)  # Any: gymnasium's types of spaces are not complete
    assert env.action_space.shape == (2,)
    found, total = _played(env, 160)
    assert total > 0
    again, _ = _played(VectorEnv(game, 2, seed=3), 160)
    assert all(np.array_equal(found[name], again[name]) for name in found)


@pytest.mark.parametrize("game", ["twos", "duel", "tien_len"])
def test_environments_are_pickled_and_tell_the_end_of_each_hand(game: str) -> None:
    env: Any = pickle.loads(pickle.dumps(VectorEnv(game, 3, seed=5)))  # Any: as above
    _, info = env.reset()
    layout = env._batch.observation
    hand_over, played = (layout.pieces[name].start for name in ("hand_over", "hands_played"))
    scores = layout.pieces["scores"]
    other = pickle.loads(pickle.dumps(env))
    assert equal(copied(other._batch._out), copied(env._batch._out))
    silent = VectorEnv(game, 3, seed=5, final_obs=False)
    silent.reset()
    ended, rng = 0, np.random.default_rng(1)
    while ended < 4:
        if rng.random() < 0.1:
            other = pickle.loads(pickle.dumps(env))
        actor = info["actor"].copy()
        numbers = [rng.choice(np.flatnonzero(row)) for row in info["action_mask"]]
        found = env.step(numbers)
        assert data_equivalence(found, other.step(numbers))
        assert "final_obs" not in silent.step(numbers)[4]
        done, info = found[2], found[4]
        for row in np.flatnonzero(done):
            final = info["final_obs"][row]
            assert env.single_observation_space.contains(final)
            assert final["hand"][hand_over] == final["match"][played] == 1
            points = final["match"][scores.start : scores.stop].tolist()
            is_best = info["payoffs"][row, actor[row]] == info["payoffs"][row].max()
            assert is_best == (points[0] == max(points))
        for key in ("final_obs", "final_info"):
            assert (key in info) == done.any() and np.array_equal(info.get(f"_{key}", done), done)
        ended += int(done.sum())
    assert data_equivalence(pickle.loads(pickle.dumps(env)).reset(), env.reset())


def test_resets_go_on_from_a_seed_and_environments_without_one_differ() -> None:
    def dealt(env: Any, seeds: tuple[int | None, ...]) -> list[bytes]:  # Any: as above
        return [env.reset(seed=seed)[0]["hand"].tobytes() for seed in seeds]

    seeds = (None, None, 4, None, None)
    first, other = (dealt(VectorEnv("twos", 2, seed=3), seeds) for _ in range(2))
    assert first == other and len(set(first)) == len(seeds)
    given = dealt(VectorEnv("twos", 2), (3, np.int64(3), 4, None))  # type: ignore[arg-type]  # a number of numpy
    assert given == [first[0], first[0], *first[2:4]]
    unseeded = [*dealt(VectorEnv("twos", 2), (None, None)), *dealt(VectorEnv("twos", 2), (None,))]
    assert len(set(unseeded)) == 3
