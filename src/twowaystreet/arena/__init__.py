"""Matches between players, as a fair measurement of the difference between them."""

from twowaystreet._util.values import publish_exceptions
from twowaystreet.arena.plan import Entrant
from twowaystreet.arena.playing import play
from twowaystreet.arena.results import ArenaError, Results
from twowaystreet.arena.seating import Seating
from twowaystreet.players._faults import Fault

__all__ = ["ArenaError", "Entrant", "Fault", "Results", "Seating", "play"]

publish_exceptions(__name__)


def __dir__() -> list[str]:
    return __all__
