"""The worked examples of Brag: pots that stay and that are taken, and the high rank."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, cast

import twowaystreet as tws
from twowaystreet import authoring as core
from twowaystreet.games.brag.rules import HighRank, Rules
from twowaystreet.games.brag.score import HandScore, score
from twowaystreet.games.brag.state import State

NAMES: Final = core.Example.players[:3]
COMMENTS: Final = (
    "Zak and Katie tie with the best hands, which is nobody's point. Zak has the best of the\n"
    "second hands and Katie of the third, one point each: the pot stays.",
    "Zak has the best of the first and of the second hands. He takes the pot with two antes of\n"
    "each player.",
    "Katie shows four pairs: the hand is dead, and the pot stays for the next one.",
)
SIX: Final = (("AC AD KC", "AH QD 9S"), ("6C 6D 2H", "6H 3D 4S"))


def _brag() -> Iterator[str]:
    game = core.example_record(State)
    states = [*(state for state, _ in game), game.state]
    hands = [cast(State, state) for state in states if state.hand_over]
    yield "Three players have nine cards each, and put an ante into the pot before every deal."
    for number, (over, comment) in enumerate(zip(hands, COMMENTS, strict=True), start=1):
        made = tws.score_hand(over)
        yield ""
        yield f"Hand {number}; antes of each player in the pot: {made.antes}"
        if made.best:
            yield from _laid(NAMES, made)
        else:
            yield from core.columns(zip(NAMES, map(core.text_of, over.shown), strict=True))
        yield from comment.splitlines()
    yield ""
    yield from tws.score_sheet(NAMES, [tws.score_hand(over) for over in hands]).splitlines()
    yield ""
    laid = [[core.cards(hand) for hand in hands] for hands in SIX]
    for high_rank in HighRank:
        rules = Rules(cards=6, players=2, high_rank=high_rank)
        yield f"With six cards and high_rank={high_rank}:"
        yield from _laid(core.Example.players[:2], score(laid, rules=rules))


def _laid(names: tuple[str, ...], made: HandScore) -> Iterator[str]:
    """Yield a line for each player: the hands, the best first, and the points."""
    yield from core.columns(
        (
            name,
            *(
                f"{core.text_of(hand.cards)} {hand.kind}{'*' if best else ''}"
                for hand, best in zip(seat.hands, seat.best, strict=True)
            ),
            f"{seat.points:+}",
        )
        for name, seat in zip(names, made.seats, strict=True)
    )


EXAMPLES: Final = (
    core.Example("brag", "Brag: a pot that stays, one that is taken, and a dead hand", _brag),
)
