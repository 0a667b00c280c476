"""The column of Pgx."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, Final

from benchmarks.comparison import tools

CARDS: Final = ("kuhn_poker", "leduc_holdem", "sparrow_mahjong")


def _step(name: str) -> tuple[Any, Any, Any]:
    env, jax = tools.module("pgx").make(name), tools.module("jax")
    return env, jax.jit(env.step), jax.jit(env.init)(jax.random.PRNGKey(1))


def _games() -> str:
    known = tools.module("pgx").available_envs()
    return f"{len(set(known) & set(CARDS))} of {len(known)} games"


def _states() -> str:
    env, _, state = _step("leduc_holdem")
    other = env.init(tools.module("jax").random.PRNGKey(1))
    frozen = tools.refusal(lambda: setattr(state, "rewards", 1))
    return f"frozen: {frozen.split(':')[0]}; `==`: {tools.refusal(lambda: state == other)[:40]}"


def _illegal() -> str:
    ended: list[str] = []
    for name in CARDS[1:]:  # in Kuhn poker every action is legal at first
        _, step, state = _step(name)
        bad = [index for index, legal in enumerate(state.legal_action_mask) if not legal]
        after = step(state, bad[0])
        if bool(after.terminated) and float(min(after.rewards)) < 0:
            ended.append(name)
    return f"ends the game with a negative reward: {', '.join(ended)}"


def _hidden() -> str:
    found: set[str] = set()
    for name in CARDS:
        found.update(
            each for each in dir(tools.module("pgx").make(name)) if tools.SAMPLERS.search(each)
        )
    return f"functions: {sorted(found) or 'none'}"


def _batch(name: str, size: int) -> Callable[[], int]:
    jax = tools.module("jax")
    env = tools.module("pgx").make(name)

    def running(carried: Any) -> Any:
        return ~carried[0].terminated.all()

    def step(carried: Any) -> Any:
        states, key, decisions = carried
        key, used = jax.random.split(key)
        logits = jax.numpy.where(states.legal_action_mask, 0.0, -jax.numpy.inf)
        decisions += (~states.terminated).sum()
        actions = jax.random.categorical(used, logits)
        return jax.vmap(env.step)(states, actions), key, decisions

    def play(keys: Any) -> Any:
        begin = (jax.vmap(env.init)(keys), keys[0], 0)
        return jax.lax.while_loop(running, step, begin)[2]

    compiled = jax.jit(play)
    seeds = iter(range(1_000_000))
    return lambda: int(compiled(jax.random.split(jax.random.PRNGKey(next(seeds)), size)))


def _single(name: str, rng: random.Random) -> Callable[[], int]:
    jax, numpy = tools.module("jax"), tools.module("numpy")
    env = tools.module("pgx").make(name)
    init, step = jax.jit(env.init), jax.jit(env.step)
    seeds = iter(range(1_000_000))

    def play() -> int:
        state, decisions = init(jax.random.PRNGKey(next(seeds))), 0
        while not state.terminated:
            legal = numpy.flatnonzero(numpy.asarray(state.legal_action_mask))
            state = step(state, int(rng.choice(legal)))
            decisions += 1
        return decisions

    return play


def _speed() -> str:
    rng = random.Random(1)
    single = [tools.rate(_single(name, rng)) for name in CARDS]
    batch = [tools.rate(_batch(name, 10_000)) for name in CARDS]
    return f"{tools.span(single)}; {tools.span(batch)} in batches (three games), without a GPU"


def _information() -> str:
    _, _, state = _step("leduc_holdem")
    return f"an array of {state.observation.size} numbers in Leduc hold'em"


def _pictures() -> str:
    drawn: list[str] = []
    for name in CARDS:
        _, _, state = _step(name)
        if not tools.refusal(state.to_svg):
            drawn.append(name)
    return f"pictures of {len(drawn)} games"


def _learning() -> str:
    models = [each for each in dir(tools.module("pgx")) if "baseline" in each]
    return f"environments for JAX; trained players by {', '.join(models) or 'nothing'}"


COLUMN: Final = tools.Library(
    "Pgx",
    "pgx",
    "pgx",
    games=_games,
    states=_states,
    illegal=_illegal,
    hidden=_hidden,
    speed=_speed,
    information=_information,
    pictures=_pictures,
    learning=_learning,
)
