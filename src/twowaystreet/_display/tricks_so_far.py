"""The card that wins an open trick so far, as far as a view tells."""

from __future__ import annotations

from typing import Any, cast

from twowaystreet._tricks.trick_state import TrickState
from twowaystreet._tricks.tricks import winning_index
from twowaystreet._views.trick_views import TrickView
from twowaystreet._views.views import AnyView


def best_so_far(view: AnyView) -> int | None:
    """Return the place of the card that wins the open trick so far.

    Returns:
        ``None`` without a card on the table, and if the game decides its tricks by more than the
        cards, the suit led and the trumps.

    >>> from twowaystreet._cards.cards import cards
    >>> from twowaystreet._engine.verbs import apply, legal_moves, shuffle
    >>> from twowaystreet._views.views import view
    >>> from twowaystreet.games import twos
    >>> import random
    >>> state = twos.new_game()
    >>> state = apply(state, shuffle(state, random.Random(7)))
    >>> best_so_far(view(state, 0)), best_so_far(view(apply(state, legal_moves(state)[0]), 0))
    (None, 0)
    """
    if not isinstance(view, TrickView) or not view.trick.cards:
        return None
    # Any: each game has its own rules and trumps.
    state = cast("type[TrickState[Any, Any, Any, Any]]", view._state)
    if state._wins is not TrickState._wins:
        return None
    own: Any = state._trumps_of  # Any: a method with its function
    usual: Any = TrickState._trumps_of
    has_trumps = own.__func__ is not usual.__func__
    if has_trumps and not hasattr(view, "trumps"):
        return None
    trumps = getattr(view, "trumps", None) if has_trumps else None
    table, led = view.trick.cards, view.trick.led
    decider = next((card for card in table if card._bit & state._deciders), None)
    return winning_index(table, state._strengths(view.rules, trumps, led, decider))
