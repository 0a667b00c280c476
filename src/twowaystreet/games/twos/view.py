"""The view of one seat in Twos."""

from __future__ import annotations

import attrs

from twowaystreet._views.facts import public_fact
from twowaystreet._views.trick_views import TrickView
from twowaystreet.games.twos.rules import Rules
from twowaystreet.games.twos.scoring import Catch, HandScore


@attrs.frozen(kw_only=True)
class View(TrickView[Rules, HandScore]):
    """What one seat may know of a state of Twos.

    Attributes:
        score: the score of the hand just finished, ``None`` until then.
        rules: the options the game is played with.
        catches: the twos that have been caught in this hand.
    """

    catches: tuple[Catch, ...] = public_fact(lambda state: state.catches, "tricks")
