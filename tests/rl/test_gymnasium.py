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
from tests.extras import PNG
from tests.rl.five_cards import SUDDEN
from twowaystreet import svg
from twowaystreet.errors import RulesError, SeatError
from twowaystreet.players import Factory, PlayerError, at_random, simple
from twowaystreet.rl import _episodes
from twowaystreet.rl.gymnasium import SeatEnv, name_of


@pytest.mark.parametrize("name", tws.GAMES)
def test_registered_environments_pass_the_check(name: str) -> None:
    made: Any = gymnasium.make(name_of(name), render_mode="ansi", hands=2)  # Any: a wrapper
    check_env(made.unwrapped)
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


def test_calls_before_a_reset_are_refused() -> None:
    made = SeatEnv("twos", render_mode="ansi")
    for call in (made.render, made.action_masks, lambda: made.step(0)):
        with pytest.raises(RulesError, match="expected reset"):
            call()


@pytest.mark.parametrize(("game", "hands"), [("brag", 1), ("brag", 2), (SUDDEN, 1)])
def test_each_hand_is_paid_once_though_the_seat_may_have_no_move_in_it(
    game: str | tws.Game, hands: int, monkeypatch: pytest.MonkeyPatch
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
    for seed in range(60):
        worth.clear()
        _, info = made.reset(seed=seed)
        total, over = 0.0, False
        while not over:
            assert info["action_mask"].any()
            _, reward, over, _, info = made.step(int(info["action_mask"].argmax()))
            total += reward
        assert total == pytest.approx(sum(worth))
        most = max(most, len(worth))
    assert most > hands or hands > 1


def test_seats_and_opponents_are_checked() -> None:
    with pytest.raises(SeatError):
        SeatEnv("duel", seat=2)
    with pytest.raises(PlayerError):
        SeatEnv("duel", opponents="simpel")


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

    with monkeypatch.context() as patched:
        patched.setattr(builtins, "__import__", refusing)
        with pytest.raises(ImportError, match="rgb_array needs the package pillow"):
            _episodes.pixels(b"")
    assert ("rgb_array" in SeatEnv.metadata["render_modes"]) == (not PNG.is_missing)
    monkeypatch.setattr(_episodes, "MODES", ("human", "ansi", "svg"))
    with pytest.raises(ImportError, match="rgb_array needs the package pillow"):
        SeatEnv("twos", render_mode="rgb_array")
