"""The base of each game's phases."""

from __future__ import annotations

from enum import StrEnum


class Phase(StrEnum):
    """The base of the phases of a hand; each game has an enum of its own.

    Every game has the members ``DEAL``, ``HAND_OVER`` and ``GAME_OVER``. Trick-taking games have
    ``PLAY`` too, in which cards are the only moves.
    """
