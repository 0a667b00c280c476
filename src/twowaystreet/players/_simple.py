"""The simple player, which plays each game by its rule of thumb."""

from __future__ import annotations

import random

from twowaystreet._engine.game import Game
from twowaystreet._engine.moves import Move
from twowaystreet._players.protocol import at_random
from twowaystreet._players.rules_of_thumb import RuleOfThumb, rule_of
from twowaystreet._views.views import AnyView, View, not_a_view


def simple(view: AnyView, rng: random.Random) -> Move:
    """Choose a move by the rule of thumb of the game; at random in games without one.

    Each of the seven games has a rule of thumb: it bids and declares by the worth of the hand, and
    chooses cards without a search. It is a first opponent, not a strong one. A game derived from
    one of them has its rule. :func:`has_rule_of_thumb` tells whether a game has one.

    Args:
        view: the view of the seat to move; its class tells the game.
        rng: the random source, for the choices that no rule of thumb makes.

    Raises:
        TypeError: if ``view`` is not a view.

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
    return (rule_for(view) or at_random)(view, rng)


def rule_for(view: AnyView) -> RuleOfThumb | None:
    """Return the rule of thumb of a view's game; ``None`` if there is none.

    Raises:
        TypeError: if ``view`` is not a view.
    """
    if not isinstance(view, View):
        raise not_a_view(view)
    return rule_of(type(view)._state)


def has_rule_of_thumb(game: Game) -> bool:
    """Return whether :func:`simple` plays a game by a rule of thumb, or else at random.

    >>> from twowaystreet.games import brag
    >>> has_rule_of_thumb(brag.GAME)
    True
    """
    return rule_of(game.State) is not None
