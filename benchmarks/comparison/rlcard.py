"""The column of RLCard."""

from __future__ import annotations

import importlib.resources
import random
from collections.abc import Callable
from functools import partial
from typing import Final

from benchmarks.comparison import tools


def _names() -> list[str]:
    return list(tools.module("rlcard.envs.registration").registry.env_specs)


def _states() -> str:
    env = tools.module("rlcard").make("leduc-holdem", config={"seed": 1})
    env.reset()
    before = env.get_state(0)["raw_obs"]
    seat = env.get_player_id()
    env.step(next(iter(env.get_state(seat)["legal_actions"])))
    return "one environment, changed in place" if env.get_state(0)["raw_obs"] != before else "-"


def _illegal() -> str:
    """Make an illegal move in random positions of each game that has one."""
    rng = random.Random(1)
    outcomes: dict[str, set[str]] = {}
    for name in _names():
        for seed in range(40):
            env = tools.module("rlcard").make(name, config={"seed": seed})
            state, _ = env.reset()
            for _ in range(rng.randrange(8)):
                if not env.is_over():
                    state, _ = env.step(rng.choice(list(state["legal_actions"])))
            bad = [each for each in range(env.num_actions) if each not in state["legal_actions"]]
            if bad and not env.is_over():
                error = tools.refusal(partial(env.step, rng.choice(bad)))
                outcomes.setdefault(name, set()).add(error.split(":")[0] or "accepted")
    accepted = [name for name, seen in outcomes.items() if "accepted" in seen]
    errors = sorted({each for seen in outcomes.values() for each in seen} - {"accepted"})
    return (
        f"accepted in positions of {len(accepted)} of {len(outcomes)} games "
        f"({', '.join(accepted)}); elsewhere {', '.join(errors)}"
    )


def _hidden() -> str:
    found: set[str] = set()
    for name in _names():
        env = tools.module("rlcard").make(name, config={"seed": 1})
        found.update(each for each in (*dir(env), *dir(env.game)) if tools.SAMPLERS.search(each))
    return f"functions: {sorted(found) or 'none'}"


def _playout(name: str, rng: random.Random) -> Callable[[], int]:
    env = tools.module("rlcard").make(name, config={"seed": 1})

    def play() -> int:
        state, _ = env.reset()
        decisions = 0
        while not env.is_over():
            state, _ = env.step(rng.choice(list(state["legal_actions"])))
            decisions += 1
        return decisions

    return play


def _speed() -> str:
    rng = random.Random(1)
    rates = [tools.rate(_playout(name, rng)) for name in _names()]
    return f"{tools.span(rates)} ({len(rates)} games)"


def _information() -> str:
    env = tools.module("rlcard").make("leduc-holdem", config={"seed": 1})
    state, _ = env.reset()
    return f"a {type(state).__name__} with {', '.join(state)}"


def _pictures() -> str:
    window = "rlcard.agents.human_agents.gin_rummy_human_agent.gui_gin_rummy"
    folder = importlib.resources.files("rlcard")
    found = folder.joinpath(*window.split(".")[1:], "game_canvas.py").is_file()
    return "a window to play gin rummy" if found else "-"


def _learning() -> str:
    folder = importlib.resources.files("rlcard").joinpath("agents")
    names = sorted(each.name.removesuffix(".py") for each in folder.iterdir())
    return f"yes: {', '.join(each for each in names if each.endswith('agent'))}"


COLUMN: Final = tools.Library(
    "RLCard",
    "rlcard",
    "rlcard",
    games=lambda: str(len(_names())),
    states=_states,
    illegal=_illegal,
    hidden=_hidden,
    speed=_speed,
    information=_information,
    pictures=_pictures,
    learning=_learning,
)
