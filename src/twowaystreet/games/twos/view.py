"""The view of one seat in Twos."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

import attrs

from twowaystreet._views.facts import public_fact
from twowaystreet._views.trick_views import TrickView
from twowaystreet.games.twos.rules import Rules
from twowaystreet.games.twos.scoring import Catch, HandScore

if TYPE_CHECKING:
    from twowaystreet.games.twos.state import State


@attrs.frozen(kw_only=True)
class View(TrickView[Rules, HandScore, "State"]):
    """The facts that one seat may know in a game of Twos.

    Attributes:
        score: the score of the hand that just ended; ``None`` during a hand.
        rules: the options of the game.
        catches: the twos caught in this hand, in order of time.
    """

    catches: tuple[Catch, ...] = public_fact("catches", "tricks")

    left_out: ClassVar = {**TrickView.left_out, "catches": "they follow from the tricks"}
