"""Reasons why a move is illegal, a closed set of classes.

A reason contains no hidden information: only facts that the player to move may know.
"""

from twowaystreet._core.reasons import (
    CannotName,
    DealDue,
    GameOver,
    Malformed,
    MustFollow,
    MustName,
    MustTrump,
    NoDealDue,
    NotAMove,
    NotHeld,
    NotOffered,
    WrongMove,
    WrongPack,
)
from twowaystreet._util.publishing import publish
from twowaystreet.errors import Reason

__all__ = [
    "CannotName",
    "DealDue",
    "GameOver",
    "Malformed",
    "MustFollow",
    "MustName",
    "MustTrump",
    "NoDealDue",
    "NotAMove",
    "NotHeld",
    "NotOffered",
    "Reason",
    "WrongMove",
    "WrongPack",
]
publish(__name__)
