"""The environments of PettingZoo: its own tests, and ours."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import numpy as np
import pytest

import twowaystreet as tws
from examples import high_card, oh_hell, put_away, whist
from tests.rl.faults import FAULTS, HANDS, Fault, check
from twowaystreet.errors import IllegalMove, RulesError
from twowaystreet.rl import pettingzoo as environments

pytest.importorskip("pettingzoo", reason="environments need the extra rl")


# Any: the functions of PettingZoo for tests have no types.
theirs: Any = import_module("pettingzoo.test")
turn_based_aec_to_parallel: Any = import_module("pettingzoo.utils").turn_based_aec_to_parallel

GAMES = [*tws.GAMES.values(), oh_hell.GAME, whist.GAME, put_away.GAME]


# PettingZoo expects arrays from all environments but its own.
unusual = pytest.mark.filterwarnings(
    "ignore:Observation is not a NumPy array", "ignore:Observation space for each agent probably"
)
each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


@unusual
@each_game
def test_the_tests_of_pettingzoo_pass(game: tws.Game) -> None:
    theirs.api_test(environments.env(game), num_cycles=25)
    theirs.api_test(environments.raw_env(game, hands=2), num_cycles=25)
    theirs.seed_test(lambda: environments.env(game, hands=2), num_cycles=8)
    parallel = turn_based_aec_to_parallel(environments.env(game, hands=2))
    theirs.parallel_api_test(parallel, num_cycles=25)


@pytest.mark.parametrize("mode", ["human", "ansi", "svg"])
@each_game
def test_environments_render(game: tws.Game, mode: str) -> None:
    _render(game, mode)


@pytest.mark.parametrize("name", ["twos", "brag"])
def test_environments_render_pixels(name: str) -> None:
    pytest.importorskip("PIL", reason="pixels need the extra png")
    pytest.importorskip("resvg_py", reason="pixels need the extra png")
    _render(tws.GAMES[name], "rgb_array")


def _render(game: tws.Game, mode: str) -> None:
    def made(
        render_mode: str | None,
    ) -> Any:  # Any: PettingZoo calls it an environment of Gymnasium
        found = environments.env(game, render_mode=render_mode)
        found.metadata["render_modes"] = [mode]
        return found

    theirs.render_test(made, {"svg": _is_picture})


def _is_picture(text: str) -> bool:
    return text.startswith("<svg")


@each_game
def test_an_environment_is_its_game(game: tws.Game) -> None:
    check(environments.raw_env(game, hands=2), game, seed=2, hands=2)


def test_hands_that_their_deals_end_are_paid() -> None:
    environment = environments.env("brag", hands=3)
    for seed in range(20):
        check(environment, tws.GAMES["brag"], seed=seed, hands=3, worlds=0)


@pytest.mark.nightly
@each_game
def test_an_environment_is_its_game_in_many_hands(game: tws.Game) -> None:
    environment = environments.raw_env(game, hands=5)
    for seed in range(40):
        check(environment, game, seed=seed, hands=5, worlds=5)


@pytest.mark.parametrize("name", FAULTS)
def test_the_checks_find_each_fault(name: str) -> None:
    with pytest.raises(Fault):
        _check_hands(name)


def _check_hands(name: str) -> None:
    for seed in range(4):
        made = environments.env(whist.GAME, hands=HANDS)
        made._episode = FAULTS[name]()
        check(made, whist.GAME, seed=seed, hands=HANDS)


def test_a_game_without_worlds_has_environments() -> None:
    environment = environments.env(high_card.GAME)
    environment.reset(seed=1)
    for _ in range(2):
        environment.step(
            int(environment.observe(environment.agent_selection)["action_mask"].argmax())
        )
    assert sum(environment.rewards.values()) == 0 and all(environment.terminations.values())


def test_other_seats_do_not_see_the_numbers_begun() -> None:
    environment = environments.raw_env("street")
    environment.reset(seed=1)
    environment.step(environment.actions.names.index("low"))
    agent = environment.agent_selection
    others = [other for other in environment.agents if other != agent]
    before = [environment.observe(other)["observation"] for other in others]
    own = environment.observe(agent)
    environment.step(int(own["action_mask"].argmax()))
    assert environment.agent_selection == agent
    assert not np.array_equal(environment.observe(agent)["observation"], own["observation"])
    after = [environment.observe(other)["observation"] for other in others]
    assert all(map(np.array_equal, before, after))


def test_a_number_that_is_not_legal_changes_nothing_or_ends_the_episode(
    capsys: pytest.CaptureFixture[str],
) -> None:
    raw, ending = environments.raw_env("twos"), environments.env("twos")
    for environment in (raw, ending):
        environment.reset(seed=1)
    agent = raw.agent_selection
    seen = raw.observe(agent)
    number = int(seen["action_mask"].argmin())
    with pytest.raises(IllegalMove, match="one of the legal numbers"):
        raw.step(number)
    assert raw.agent_selection == agent and not any(raw.terminations.values())
    assert np.array_equal(raw.observe(agent)["observation"], seen["observation"])
    with pytest.warns(UserWarning, match="the episode ends"):
        ending.step(number)
    assert ending.rewards == {each: -1.0 if each == agent else 0.0 for each in ending.agents}
    assert all(ending.terminations.values())
    assert not any(ending.observe(each)["action_mask"].any() for each in ending.agents)
    with pytest.raises(ValueError, match="only valid action is None"):
        ending.step(number)
    for _ in range(4):
        ending.step(None)
    with pytest.raises(RulesError, match="expected reset"):
        ending.step(None)


@pytest.mark.parametrize("make", [environments.env, environments.raw_env])
def test_steps_without_a_whole_number_or_before_a_reset_are_refused(make: Any) -> None:
    environment = make("twos", render_mode="ansi")
    for call in (lambda: environment.step(0), environment.render):
        with pytest.raises(RulesError, match="expected reset"):
            call()
    for call in (environment.last, lambda: environment.agents):
        with pytest.raises(AttributeError, match=r"before reset\(\)"):
            call()
    environment.reset(seed=1)
    for number in ("0", 0.7, None, True):
        with pytest.raises(RulesError, match="a whole number"):
            environment.step(number)
    assert not any(environment.terminations.values())
    legal = environment.observe(environment.agent_selection)["action_mask"].argmax()
    environment.step(legal)


def test_people_see_each_position(capsys: pytest.CaptureFixture[str]) -> None:
    environment = environments.env("twos", render_mode="human")
    environment.reset(seed=1)
    for _ in range(3):
        assert capsys.readouterr().out == f"{environment._episode.view(None)}\n"
        agent = environment.agent_selection
        environment.step(int(environment.observe(agent)["action_mask"].argmax()))


def test_one_seed_gives_the_same_deals_and_resets_go_on() -> None:
    first, second = environments.raw_env("twos"), environments.raw_env("twos")
    hands = list[Any]()
    for environment in (first, second):
        environment.reset(seed=5)
        hands.append(environment.view("player_0").hand)
        environment.reset()
        hands.append(environment.view("player_0").hand)
    assert hands[:2] == hands[2:] and hands[0] != hands[1]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"hands": 0}, "hands=0: expected a whole number, 1 or more"),
        ({"render_mode": "png"}, "render_mode='png': expected None, human, ansi"),
    ],
    ids=str,
)
def test_impossible_arguments_are_refused(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(RulesError, match=message):
        environments.env("twos", **arguments)
