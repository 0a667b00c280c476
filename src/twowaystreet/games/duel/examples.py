"""The worked example of the Duel, by Galen Kaup (2000); the record replays it.

The source leaves the order of some hidden cards open; the record adds one.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, cast

import twowaystreet as tws
from twowaystreet import authoring as core
from twowaystreet.games._twoway.display import hand_in_lines
from twowaystreet.games.duel.state import State


def _duel() -> Iterator[str]:
    game = core.example_record(State)
    over = cast(State, game.state)
    yield "Zak deals, so he bids first and in secret."
    yield from hand_in_lines(
        game.state_at(1),
        over,
        [
            (str(bid), f"takes {len(tricks)} tricks" if tricks else "")
            for bid, tricks in zip(over.bids, over.captured, strict=True)
        ],
        "The source deals Zak eleven cards and lets him draw the QD, which he never plays. Here\n"
        "he draws the 8H instead of being dealt it, and the rest agrees with the source.",
    )
    yield from tws.score_sheet(core.Example.players[:2], [tws.score_hand(over)]).splitlines()


EXAMPLES: Final = (core.Example("duel", "The Duel: one hand", _duel),)
