"""The batch for a game: compiled where its steps are, else through ``apply``."""

from __future__ import annotations

from contextlib import suppress

from twowaystreet._core.engine.game import Game
from twowaystreet._core.engine.seats import plain_number
from twowaystreet._core.playouts import chance
from twowaystreet._spaces.actions import Actions
from twowaystreet._spaces.observation import Observation
from twowaystreet.rl._vector import MOST_ROWS, ByApply, Vector


def vector(
    game: str | Game, n: int, rules: object = None, *, seed: int, threads: int = 1
) -> Vector:
    """Return a batch of many hands at once.

    Each row plays hands 0, 1 and so on one after the other, each without points so far. The dealer
    of hand ``k`` is seat ``k % seats``. Its deals depend on the seed, the row and ``k`` alone, and
    neither on ``n`` nor on ``threads``.

    The steps of Two Way Street, the Duel, Twos, Spades without penalised reneges and Twenty Down
    are compiled where the extra ``fast`` is installed; all others go through
    :func:`~twowaystreet.apply`, with the same results.

    Args:
        game: a game, or its name.
        n: the number of hands at once, 1 to 2**24.
        rules: the options; ``None`` for all the defaults.
        seed: a whole number, 0 to 2**64 - 1.
        threads: the number of threads of compiled steps, at least 1.

    Raises:
        RulesError: if there is no such game, these are not its rules, or an argument is out of
            bounds.

    >>> import numpy as np
    >>> batch = vector("twos", 3, seed=7)
    >>> step = batch.reset()
    >>> step.observation.hand.shape, step.mask.sum(axis=1).tolist(), step.actor.tolist()
    ((3, 548), [13, 13, 13], [1, 1, 1])
    >>> for _ in range(52):
    ...     step = batch.step(step.mask.argmax(axis=1))
    >>> step.done.tolist(), step.actor.tolist(), step.rewards.shape
    ([True, True, True], [2, 2, 2], (3, 4))
    """
    actions, observation = Actions(game, rules), Observation(game, rules)
    n = plain_number("n", n, 1, MOST_ROWS)
    seed = plain_number("seed", seed, 0, chance.BITS)
    threads = plain_number("threads", threads, 1, 1024)
    make: type[Vector] = ByApply
    with suppress(ImportError):
        from twowaystreet.rl import _compiled_vector as compiled  # noqa: PLC0415  # needs an extra

        if compiled.opening_of(actions):
            make = compiled.Compiled
    return make(actions, observation, n, seed, threads)
