"""The speed of environments of PettingZoo beside its own environment of Leduc Hold'em."""

from __future__ import annotations

import random
import statistics
from importlib import import_module
from importlib.util import find_spec
from time import process_time
from typing import Any, Final

import numpy as np

import twowaystreet as tws

STEPS: Final = 1_500
"""The least steps of a sample."""
LEDUC: Final = "pettingzoo.classic.leduc_holdem_v4"


def measure(rounds: int) -> None:
    """Print the steps a second with random legal numbers, by processor time, and their ratio."""
    if find_spec("rlcard") is None:
        print("\nEnvironments: not measured without pettingzoo[classic]")
        return
    make = import_module("twowaystreet.rl.pettingzoo").env
    leduc = import_module(LEDUC).env()
    print("\nSteps a second of environments of PettingZoo with observations and masks, and with")
    print(f"their wrappers: ours, {LEDUC.rpartition('.')[2]}, and the ratio:")
    for name in tws.GAMES:
        environment = make(name)
        _steps_a_second(environment, 0)
        _steps_a_second(leduc, 0)
        pairs = [
            (_steps_a_second(environment, seed), _steps_a_second(leduc, seed))
            for seed in range(rounds)
        ]
        ours, theirs = (statistics.median(each) for each in zip(*pairs, strict=True))
        ratio = statistics.median(one / other for one, other in pairs)
        print(f"  {name:<12}  {ours:7.0f}  {theirs:6.0f}  {ratio:6.1f}")


def _steps_a_second(environment: Any, seed: int) -> float:  # Any: PettingZoo has no checked types
    rng = random.Random(seed)
    environment.reset(seed=seed)
    steps = 0
    begun = process_time()
    while steps < STEPS:
        for _ in environment.agent_iter():
            seen, _, terminated, truncated, _ = environment.last()
            if terminated or truncated:
                environment.step(None)
            else:
                environment.step(int(rng.choice(np.flatnonzero(seen["action_mask"]))))
                steps += 1
        environment.reset()
    return steps / (process_time() - begun)
