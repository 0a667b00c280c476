"""The worked example of the Duel, which replays the record of a hand.

Source: *Two Way Street*, version 2.1, by Galen Kaup (2000), its section of examples. The source
leaves the order of some hidden cards open; the record adds one.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, cast

from twowaystreet._core.cards.cards import text_of
from twowaystreet._core.engine.score_sheet import columns, score_sheet
from twowaystreet._core.engine.verbs import score_hand
from twowaystreet._core.records.examples import PLAYERS, Example, example_record
from twowaystreet.games._twoway.examples import exchange, tricks_in_lines
from twowaystreet.games.duel.state import State


def _duel() -> Iterator[str]:
    game = example_record(State)
    dealt = cast(State, game.state_at(1))
    over = cast(State, game.state)
    names = PLAYERS[:2]
    yield "Zak deals, so he bids first and in secret."
    yield ""
    yield from columns((name, text_of(hand)) for name, hand in zip(names, dealt.hands, strict=True))
    yield ""
    yield from columns(
        (name, str(bid), f"takes {len(tricks)} tricks" if tricks else "", exchange(done))
        for name, bid, tricks, done in zip(
            names, over.bids, over.captured, over.exchanged, strict=True
        )
    )
    yield ""
    yield from tricks_in_lines(over.tricks)
    yield ""
    yield "The source deals Zak eleven cards and lets him draw the QD, which he never plays. Here"
    yield "he draws the 8H instead of being dealt it, and the rest agrees with the source."
    yield ""
    yield from score_sheet(names, [score_hand(over)]).splitlines()


EXAMPLES: Final = (Example("duel", "The Duel: one hand", _duel),)
"""The worked example of this game."""
