"""Steps of batches: compiled, with two threads, and through ``apply``, side by side.

python -m benchmarks.batches
"""

from __future__ import annotations

import argparse
import time

import numpy as np
import numpy.typing as npt

from twowaystreet import rl
from twowaystreet.rl._vector import ByApply, Vector

GAMES = ("twos", "street", "twenty_down", "duel", "spades")
WARM = 2_000_000
"""The number of steps of hands before the clock starts: a batch meets most openings in them."""


def random_numbers(mask: npt.NDArray[np.int8], rng: np.random.Generator) -> npt.NDArray[np.int64]:
    """Return a random legal number for each row."""
    found: npt.NDArray[np.int64] = np.argmax(rng.random(mask.shape, np.float32) * mask, axis=1)
    return found


def nanoseconds(batch: Vector, steps: int) -> tuple[float, float]:
    """Return the time of a step of one hand: of the processor, and on the clock."""
    rng, step = np.random.default_rng(1), batch.reset()
    busy = passed = 0.0
    warm = WARM // batch.n * batch.compiled
    for number in range(warm + steps):
        numbers = random_numbers(step.mask, rng)
        processor, clock = time.process_time(), time.perf_counter()
        step = batch.step(numbers)
        if number >= warm:
            busy += time.process_time() - processor
            passed += time.perf_counter() - clock
    return busy / steps / batch.n * 1e9, passed / steps / batch.n * 1e9


def main() -> None:
    """Print the times of all compiled games."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=GAMES)
    for game in parser.parse_args().games:
        actions, observation = rl.Actions(game), rl.Observation(game)
        by_apply, _ = nanoseconds(ByApply(actions, observation, 16, 1, 1), 60)
        few, _ = nanoseconds(rl.vector(game, 1024, seed=1), 300)
        many, alone = nanoseconds(rl.vector(game, 16384, seed=1), 60)
        _, both = nanoseconds(rl.vector(game, 16384, seed=1, threads=2), 60)
        print(
            f"{game:12} apply {by_apply:7.0f} ns; 1,024 hands {few:5.0f} ns ({by_apply / few:.0f} "
            f"times); 16,384 hands {many:5.0f} ns; two threads {alone / both:.2f} times"
        )


if __name__ == "__main__":
    main()
