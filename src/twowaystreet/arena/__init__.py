"""Matches between players, as a fair measurement of the difference between them."""

from twowaystreet._util.publishing import publish
from twowaystreet.arena.hands import Seating
from twowaystreet.arena.identity import versioned
from twowaystreet.arena.played import Entrant, Hand, PhaseResults, Played, Verified
from twowaystreet.arena.playing import gauntlet, play, read
from twowaystreet.arena.results import (
    ArenaError,
    GauntletResults,
    Interrupted,
    MatchFileError,
    Results,
)
from twowaystreet.players._seated import Fault

__all__ = [
    "ArenaError",
    "Entrant",
    "Fault",
    "GauntletResults",
    "Hand",
    "Interrupted",
    "PhaseResults",
    "Played",
    "Results",
    "Seating",
    "Verified",
    "gauntlet",
    "play",
    "read",
    "versioned",
]

publish(__name__)
publish(__name__, MatchFileError)
