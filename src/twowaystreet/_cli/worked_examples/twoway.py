"""The worked examples of Two Way Street and the Duel, which replay the records of games.

Source: *Two Way Street*, version 2.1, by Galen Kaup (2000), its section of examples. The source
leaves the order of some hidden cards open; the records add one.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, cast

from twowaystreet._cards.cards import text_of
from twowaystreet._cli.worked_examples.common import PLAYERS, Example, columns, record
from twowaystreet._engine.score_sheet import score_sheet
from twowaystreet._engine.verbs import score_hand
from twowaystreet._tricks.tricks import Trick
from twowaystreet.games import duel, street
from twowaystreet.ratings import rounds

LATER_HANDS: Final = (
    (("LD", "HD", "LD", "LD"), (0, 8, 1, 1)),
    (("LD", "LD", "HD", "HD"), (0, 0, 5, 5)),
    (("LD", "HD", "HD", "LD"), (0, 8, 2, 0)),
)
"""The facts of the second to the fourth hand, for which the source gives no cards."""

RATINGS: Final = (1125, 1076, 1011, 958)
"""The players' ratings before their game."""


def _hands() -> list[street.HandScore]:
    """Return the scores of the four hands of the game for four."""
    first = score_hand(cast(street.State, record("street").state))
    return [first, *(street.score(*facts) for facts in LATER_HANDS)]


def _street() -> Iterator[str]:
    game = record("street")
    dealt = cast(street.State, game.state_at(1))
    over = cast(street.State, game.state)
    yield "One deck with a Red and a Black Joker, target 20. Zak is the first declarer."
    yield ""
    yield from columns(
        (name, text_of(hand)) for name, hand in zip(PLAYERS, dealt.hands, strict=True)
    )
    yield ""
    yield from columns(
        (name, _said(declaration), _exchange(done))
        for name, declaration, done in zip(PLAYERS, over.declarations, over.exchanged, strict=True)
    )
    yield ""
    yield from _tricks(over.tricks)
    yield ""
    yield "Katie's last card is the 8C. The source names the 8H, but Jen has played that before."
    yield ""
    yield from score_sheet(PLAYERS, _hands()).splitlines()
    yield ""
    yield "Katie has reached 20: the game is over, and she has won."


def _duel() -> Iterator[str]:
    game = record("duel")
    dealt = cast(duel.State, game.state_at(1))
    over = cast(duel.State, game.state)
    names = PLAYERS[:2]
    yield "Zak deals, so he bids first and in secret."
    yield ""
    yield from columns((name, text_of(hand)) for name, hand in zip(names, dealt.hands, strict=True))
    yield ""
    yield from columns(
        (name, str(bid), f"takes {len(tricks)} tricks" if tricks else "", _exchange(done))
        for name, bid, tricks, done in zip(
            names, over.bids, over.captured, over.exchanged, strict=True
        )
    )
    yield ""
    yield from _tricks(over.tricks)
    yield ""
    yield "The source deals Zak eleven cards and lets him draw the QD, which he never plays. Here"
    yield "he draws the 8H instead of being dealt it, and the rest agrees with the source."
    yield ""
    yield from score_sheet(names, [score_hand(over)]).splitlines()


def _ratings() -> Iterator[str]:
    final = [sum(points) for points in zip(*(hand.points for hand in _hands()), strict=True)]
    yield "The game went to 20, so it counts as one of 19 points or more."
    yield ""
    yield from columns(
        [
            ("", *PLAYERS),
            ("points", *map(str, final)),
            ("before", *map(str, RATINGS)),
            *(
                (f"{PLAYERS[after.settled]} gives", *map(str, after.ratings))
                for after in rounds(RATINGS, final, target=20)
            ),
        ]
    )


def _said(declaration: street.Declaration | None) -> str:
    return declaration.direction.value if declaration else ""


def _exchange(done: street.Exchanged | None) -> str:
    if done is None:
        return ""
    if not done.given:
        return "keeps all ten"
    return f"gives {text_of(done.given)} for {text_of(done.drawn)}"


def _tricks(tricks: tuple[Trick, ...]) -> Iterator[str]:
    """Yield a line for each trick: its leader, the cards in order of play, its winner."""
    for number, trick in enumerate(tricks, start=1):
        leader, winner = PLAYERS[trick.leader], PLAYERS[cast(int, trick.winner)]
        cards = "  ".join(f"{card!s:<3}" for card in trick.cards)
        yield f"{number:>2}  {leader:<5} leads  {cards}  to {winner}"


EXAMPLES: Final = (
    Example("street", "Two Way Street: four players, four hands", _street),
    Example("duel", "The Duel: one hand", _duel),
    Example("ratings", "Ratings: the changes after the game for four", _ratings),
)
"""The worked examples of these games."""
