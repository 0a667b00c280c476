"""The worked examples of Two Way Street, which replay the records of games.

Source: *Two Way Street*, version 2.1, by Galen Kaup (2000), its section of examples. The source
leaves the order of some hidden cards open; the records add one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from importlib.resources import files
from typing import Final, cast

import attrs

from twowaystreet._cards.cards import text_of
from twowaystreet._engine.score_sheet import score_sheet
from twowaystreet._engine.verbs import score_hand
from twowaystreet._records.records import Record
from twowaystreet._tricks.tricks import Trick
from twowaystreet._util.values import Value
from twowaystreet.games import duel, street
from twowaystreet.ratings import rounds

PLAYERS: Final = ("Zak", "Katie", "Jen", "Derek")
"""The players of the examples, in the order of seats."""

LATER_HANDS: Final = (
    (("LD", "HD", "LD", "LD"), (0, 8, 1, 1)),
    (("LD", "LD", "HD", "HD"), (0, 0, 5, 5)),
    (("LD", "HD", "HD", "LD"), (0, 8, 2, 0)),
)
"""The facts of the second to the fourth hand, for which the source gives no cards."""

RATINGS: Final = (1125, 1076, 1011, 958)
"""The players' ratings before their game."""


@attrs.frozen
class Example(Value):
    """A worked example.

    Attributes:
        name: the name on the command line.
        title: a short description.
        lines: a function that yields the lines of plain text.
    """

    name: str
    title: str
    lines: Callable[[], Iterator[str]]


def record(name: str) -> Record:
    """Return the record of an example's game, ``street`` or ``duel``.

    >>> record("street").state.scores
    (4, 0, 4, 4)
    """
    return Record.from_text(files(__name__).joinpath(f"{name}.txt").read_text("utf-8"))


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
    yield from _columns(
        (name, text_of(hand)) for name, hand in zip(PLAYERS, dealt.hands, strict=True)
    )
    yield ""
    yield from _columns(
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
    yield from _columns(
        (name, text_of(hand)) for name, hand in zip(names, dealt.hands, strict=True)
    )
    yield ""
    yield from _columns(
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
    yield from _columns(
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


def _columns(rows: Iterable[tuple[str, ...]]) -> Iterator[str]:
    """Yield rows of text in columns; each column is as wide as its widest entry."""
    table = list(rows)
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    for row in table:
        yield "  ".join(map(str.ljust, row, widths)).rstrip()


EXAMPLES: Final = (
    Example("street", "Two Way Street: four players, four hands", _street),
    Example("duel", "The Duel: one hand", _duel),
    Example("ratings", "Ratings: the changes after the game for four", _ratings),
)
"""All worked examples."""
