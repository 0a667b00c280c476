"""Check of random generators; the caller always passes one in."""

from __future__ import annotations

import random

from twowaystreet.errors import quoted


def checked_generator(rng: random.Random) -> random.Random:
    """Return the generator unchanged.

    Raises:
        TypeError: if the value is not a :class:`random.Random`.

    >>> checked_generator(7)
    Traceback (most recent call last):
    ...
    TypeError: expected a generator, such as random.Random(7), not 7
    """
    if not isinstance(rng, random.Random):
        raise TypeError(f"expected a generator, such as random.Random(7), not {quoted(rng)}")
    return rng
