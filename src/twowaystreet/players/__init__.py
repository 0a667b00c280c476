"""Players, which choose among the legal moves of their own view and know nothing else."""

from twowaystreet.players._common import Player, at_random
from twowaystreet.players._simple import simple

__all__ = ["Player", "at_random", "simple"]


def __dir__() -> list[str]:
    return __all__
