"""The views of Knaves."""

from __future__ import annotations

import attrs

from two_games.knaves.state import Rules, State
from twowaystreet import authoring as core


@attrs.frozen(kw_only=True)
class View(core.TrickView[Rules, core.Score, State]):
    """The knowledge of a seat."""
