"""The words and facts of Knaves."""

from __future__ import annotations

from collections.abc import Iterator

from two_games.knaves.state import knaves_in
from two_games.knaves.view import View
from twowaystreet import authoring as core


class KnavesDisplay(core.Display[View]):
    """The jacks that each player has taken."""

    how_to_play = ("Four players get 13 cards each. Each jack in your tricks costs a point.",)

    def seat_facts(self, view: View, seat: int) -> Iterator[core.SeatFact]:
        """Yield the number of jacks."""
        yield core.SeatFact("knaves", knaves_in(view.tricks)[seat])


DISPLAY = KnavesDisplay()
