"""Simple players, which choose among the legal moves of their own view and know nothing else.

A policy is a function from a view to one of its legal moves. In games without a policy, simple
players choose at random.
"""

from __future__ import annotations

import random
from typing import Final

from twowaystreet._cli.players.brag import in_brag
from twowaystreet._cli.players.common import Policy, at_random
from twowaystreet._cli.players.spades import in_spades
from twowaystreet._cli.players.tien_len import in_tien_len
from twowaystreet._cli.players.twenty_down import in_twenty_down
from twowaystreet._cli.players.twos import in_twos
from twowaystreet._cli.players.twoway import in_duel, in_street
from twowaystreet._engine.moves import Move
from twowaystreet._views.views import AnyView

POLICIES: Final[dict[str, Policy]] = {
    "street": in_street,
    "duel": in_duel,
    "twos": in_twos,
    "spades": in_spades,
    "twenty_down": in_twenty_down,
    "tien_len": in_tien_len,
    "brag": in_brag,
}
"""The policies, by the name of the game."""


def choose(game: str, view: AnyView, rng: random.Random) -> Move:
    """Choose one of the legal moves of the player to move.

    Args:
        game: the name of the game.
        view: the view of that player.
        rng: the random source.
    """
    return POLICIES.get(game, at_random)(view, rng)
