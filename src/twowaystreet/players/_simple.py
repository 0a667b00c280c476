"""The simple player, with the rule of thumb of each game."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, Final

from twowaystreet._engine.game import game_with_view
from twowaystreet._engine.moves import Move
from twowaystreet._tricks.card_play import CardPlay
from twowaystreet._views.views import AnyView
from twowaystreet.players._brag import in_brag
from twowaystreet.players._common import Player, at_random
from twowaystreet.players._spades import card_play_of_spades, in_spades
from twowaystreet.players._tien_len import in_tien_len, payoffs_in_tien_len
from twowaystreet.players._twenty_down import card_play_of_twenty_down, in_twenty_down
from twowaystreet.players._twos import card_play_of_twos, in_twos
from twowaystreet.players._twoway import card_play_of_duel, card_play_of_street, in_duel, in_street

RULES_OF_THUMB: Final[dict[str, Player]] = {
    "street": in_street,
    "duel": in_duel,
    "twos": in_twos,
    "spades": in_spades,
    "twenty_down": in_twenty_down,
    "tien_len": in_tien_len,
    "brag": in_brag,
}
"""The rules of thumb, by the name of the game."""

CARD_PLAY: Final[dict[str, Callable[[Any], CardPlay]]] = {  # Any: a state of the game
    "street": card_play_of_street,
    "duel": card_play_of_duel,
    "twos": card_play_of_twos,
    "spades": card_play_of_spades,
    "twenty_down": card_play_of_twenty_down,
}
"""The same rules in the play of cards, for compiled playouts, by the name of the game."""

PAYOFFS: Final[dict[str, Callable[[Any], tuple[float, ...]]]] = {"tien_len": payoffs_in_tien_len}
"""The payoffs after the rest of a hand between simple players, by the name of the game.

Any: a state of the game in the play. These games have no tricks for compiled playouts.
"""


def simple(view: AnyView, rng: random.Random) -> Move:
    """Choose a move by the rule of thumb of the game; at random in games without one.

    Each of the seven games has a rule of thumb: it bids and declares by the worth of the hand, and
    chooses cards without a search. It is a first opponent, not a strong one.

    Args:
        view: the view of the seat to move; its class tells the game.
        rng: the random source, for the choices that no rule of thumb makes.

    >>> import twowaystreet as tws
    >>> from twowaystreet.games import twos
    >>> state, rng = twos.new_game(), random.Random(7)
    >>> while not state.hand_over:
    ...     if state.needs_deal:
    ...         state = tws.apply(state, tws.shuffle(state, rng))
    ...     else:
    ...         state = tws.apply(state, simple(tws.view(state, state.actor), rng))
    >>> state.hands_played
    1
    """
    return player_of(type(view))(view, rng)


def player_of(view: type[Any]) -> Player:
    """Return the rule of thumb for views of this class. Any: each game has its own."""
    game = game_with_view(view)
    return RULES_OF_THUMB.get(game.name, at_random) if game else at_random
