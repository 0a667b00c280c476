"""The worked example of Tien Len: a hand in which each player holds a suit."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, cast

import twowaystreet as tws
from twowaystreet import authoring as core
from twowaystreet.games.tien_len.rules import PlayCards, beating
from twowaystreet.games.tien_len.state import State, Trick

COMPARED: Final = (
    ("5D 3S 4S", ("3C 4C 5H", "4C 3H 5H", "3C 4C 5C", "5C 3H 4H")),
    ("QS KS AS", ("QC KC AC", "2C KC AC", "9C 10C JC")),
    ("9C 9D", ("9H 9S", "10C 10S", "10C 10D 10S")),
)


def _tien_len() -> Iterator[str]:
    over = cast(State, core.example_record(State).state)
    yield "Each player holds a suit: Zak the spades, Katie the clubs, Jen the diamonds, Derek the"
    yield "hearts. So Zak leads the first trick with the 3S."
    yield ""
    for number, trick in enumerate(over.tricks, start=1):
        yield from _trick(number, trick)
    yield ""
    yield "Katie passes twice in the first trick, comes back in and takes it. A sequence of ten"
    yield "cards is beaten by one of as many cards with a higher card on top. Derek runs out with"
    yield "the 5H, and Zak beats it. When Zak has run out, the lead goes to the left. Jen is the"
    yield "third to run out, so Katie may not answer: she loses and pays each other player a stake."
    yield ""
    yield from tws.score_sheet(core.Example.players, [tws.score_hand(over)]).splitlines()
    yield ""
    yield "Other plays compared:"
    for led, others in COMPARED:
        play = PlayCards(core.cards(led))
        for text in others:
            other = PlayCards(core.cards(text))
            beats = other in beating(core.card_types_among(other.cards), play)
            yield f"{other} {'beats' if beats else 'does not beat'} {play}"


def _trick(number: int, trick: Trick) -> Iterator[str]:
    """Yield a line for each play that is not a pass, with its player and the passes after it."""
    line = ""
    for play in trick.plays:
        if not play.cards:
            line += f"; {core.Example.players[play.seat]} passes"
            continue
        if line:
            yield line
        label = "" if line else str(number)
        line = f"{label:>2}  {core.Example.players[play.seat]:<5}  {core.text_of(play.cards)}"
    yield f"{line}; to {core.Example.players[cast(int, trick.winner)]}"


EXAMPLES: Final = (core.Example("tien_len", "Tien Len: one hand, and other plays", _tien_len),)
