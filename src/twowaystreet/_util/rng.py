"""Where chance comes from: a generator that the caller passes in, never one of Python's own."""

from __future__ import annotations

import random

from twowaystreet.errors import quoted


def checked_generator(rng: random.Random) -> random.Random:
    """The generator that was given.

    Raises:
        TypeError: if it is none.

    >>> checked_generator(7)
    Traceback (most recent call last):
    ...
    TypeError: expected a generator, such as random.Random(7), not 7
    """
    if not isinstance(rng, random.Random):
        raise TypeError(f"expected a generator, such as random.Random(7), not {quoted(rng)}")
    return rng
