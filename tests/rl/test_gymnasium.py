"""The environments of Gymnasium: its own check, opponents, and registered names."""

# the library may be missing

from __future__ import annotations

import builtins
import random
from typing import Any

import pytest

pytest.importorskip("gymnasium", reason="environments need the extra rl")

import gymnasium
import numpy as np
from gymnasium.utils.env_checker import check_env

import twowaystreet as tws
from examples import oh_hell, whist
from twowaystreet import svg
from twowaystreet.errors import SeatError
from twowaystreet.players import Factory, PlayerError, at_random, simple
from twowaystreet.rl import _rendering
from twowaystreet.rl.gymnasium import SeatEnv, name_of


@pytest.mark.parametrize("name", tws.GAMES)
def test_registered_environments_pass_the_check(name: str) -> None:
    made: Any = gymnasium.make(name_of(name), render_mode="ansi", hands=2)  # Any: a wrapper
    check_env(made.unwrapped, skip_render_check=True)
    made.reset(seed=1)
    assert str(made.render()) == str(made.unwrapped.render())


def test_a_module_before_the_name_is_imported() -> None:
    made: Any = gymnasium.make(
        "twowaystreet.rl.gymnasium:twowaystreet/TwentyDown-v0", seat=2
    )  # Any: a wrapper
    assert made.unwrapped.seat == 2


@pytest.mark.parametrize("game", [oh_hell.GAME, whist.GAME], ids=lambda game: game.name)
@pytest.mark.filterwarnings("ignore:.*Not able to test alternative render modes")
def test_games_of_authors_pass_the_check(game: tws.Game) -> None:
    check_env(SeatEnv(game, seat=1))


@pytest.mark.parametrize("name", tws.GAMES)
def test_an_episode_pays_what_its_hands_are_worth(name: str) -> None:
    made = SeatEnv(name, 1, at_random, hands=2)
    rng = random.Random(3)
    for seed in range(3):
        _, info = made.reset(seed=seed)
        total, over = 0.0, False
        while not over:
            assert np.array_equal(made.action_masks(), info["action_mask"] == 1)
            number = int(rng.choice(np.flatnonzero(info["action_mask"])))
            _, reward, over, truncated, info = made.step(number)
            total += reward
            assert not truncated
        state = made._episode.state
        if state.hands_played == 1:
            assert total == tws.payoffs(state)[1]
        assert not info["action_mask"].any()


def test_the_reward_is_the_payoff_of_the_seat() -> None:
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


def test_a_number_that_is_not_legal_ends_the_episode() -> None:
    made = SeatEnv("twos")
    seen, info = made.reset(seed=1)
    after, reward, terminated, _, _ = made.step(int(info["action_mask"].argmin()))
    assert (reward, terminated) == (-1.0, True) and np.array_equal(seen, after)


def test_hands_without_a_move_of_the_seat_are_dealt_again() -> None:
    def folding(view: tws.View, rng: random.Random) -> tws.Move:
        moves = tws.legal_moves(view)
        return next((move for move in moves if str(move) == "fold"), moves[0])

    made = SeatEnv("brag", 0, folding)
    for seed in range(10):
        _, info = made.reset(seed=seed)
        assert info["action_mask"].any()


def test_a_hand_that_ends_before_the_seat_moves_is_dealt_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made = SeatEnv("twos", 0, at_random)
    wait, ended = made._await_turn, iter((True, False))

    def ending() -> float:
        reward = wait()
        made._episode.is_over = next(ended)
        return reward

    monkeypatch.setattr(made, "_await_turn", ending)
    made.reset(seed=1)
    assert next(ended, None) is None


def test_seats_and_opponents_are_checked() -> None:
    with pytest.raises(SeatError):
        SeatEnv("duel", seat=2)
    with pytest.raises(PlayerError):
        SeatEnv("duel", opponents="simpel")


@pytest.mark.parametrize("mode", ["human", "ansi", "svg"])
def test_the_seat_sees_its_own_cards(mode: str, capsys: pytest.CaptureFixture[str]) -> None:
    made = SeatEnv("twos", 3, render_mode=mode)
    made.reset(seed=2)
    shown = made.render()
    text = capsys.readouterr().out if mode == "human" else shown
    assert (shown is None) == (mode == "human")
    view = made._episode.view(3)
    assert str(text).strip() == (svg.table(view) if mode == "svg" else str(view)).strip()


def test_without_a_mode_rendering_warns() -> None:
    made = SeatEnv("twos")
    made.reset(seed=2)
    with pytest.warns(UserWarning, match="renders nothing"):
        assert made.render() is None


def test_a_missing_library_for_pixels_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    imported = builtins.__import__

    def refusing(name: str, *arguments: Any, **more: Any) -> Any:  # Any: those of the import
        if name == "PIL":
            raise ImportError(name)
        return imported(name, *arguments, **more)

    monkeypatch.setattr(builtins, "__import__", refusing)
    with pytest.raises(ImportError, match="rgb_array needs the package pillow"):
        _rendering.pixels(b"")
