"""Random numbers of a match.

Each deal and each seat of each hand has a source of its own. Its seed is a hash of its place in the
match, so it depends on no other player, no other deal and no worker.
"""

from __future__ import annotations

import random
from hashlib import blake2b
from typing import Final

SUBSTITUTE: Final = "substitute"
"""The last part of the path of a substitute."""


def generator(*path: int | str) -> random.Random:
    """Return the source of random numbers of a place in a match.

    Args:
        path: ``seed, deal`` for the cards; ``seed, deal, rotation, seat`` for a player; the same
            with ``"substitute"`` for the player who replaces it.

    >>> generator(0, 17).random() == generator(0, 17).random() != generator(0, 17, 0, 0).random()
    True
    """
    digest = blake2b("/".join(map(str, path)).encode(), digest_size=16).digest()
    return random.Random(int.from_bytes(digest, "big"))
