"""Exchanges and tricks in the worked examples of Two Way Street and the Duel."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

from twowaystreet._core.cards.cards import text_of
from twowaystreet._core.records.examples import PLAYERS
from twowaystreet._core.tricks.tricks import Trick
from twowaystreet.games._twoway.state import Exchanged


def exchange(done: Exchanged | None) -> str:
    """Return an exchange in words; an empty text without one."""
    if done is None:
        return ""
    if not done.given:
        return "keeps all ten"
    return f"gives {text_of(done.given)} for {text_of(done.drawn)}"


def tricks_in_lines(tricks: tuple[Trick, ...]) -> Iterator[str]:
    """Yield a line for each trick: its leader, the cards in order of play, its winner."""
    for number, trick in enumerate(tricks, start=1):
        leader, winner = PLAYERS[trick.leader], PLAYERS[cast(int, trick.winner)]
        cards = "  ".join(f"{card!s:<3}" for card in trick.cards)
        yield f"{number:>2}  {leader:<5} leads  {cards}  to {winner}"
