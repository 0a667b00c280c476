"""The worked examples of Two Way Street: games as records, which are replayed to be shown.

Source: *Two Way Street*, version 2.1, by Galen Kaup (2000), its section of examples. The order of
the cards that nobody sees there is ours.
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
"""The facts of the second to the fourth hand, of which no cards are told."""

RATINGS: Final = (1125, 1076, 1011, 958)
"""The players' ratings before their game."""


@attrs.frozen
class Example(Value):
    """A worked example.

    Attributes:
        name: how it is called on the command line.
        title: what it shows.
        lines: gives it line by line, as plain text.
    """

    name: str
    title: str
    lines: Callable[[], Iterator[str]]


def record(name: str) -> Record:
    """The record of an example's game: ``street`` or ``duel``.

    >>> record("street").state.scores
    (4, 0, 4, 4)
    """
    return Record.from_text(files(__name__).joinpath(f"{name}.txt").read_text("utf-8"))


def _hands() -> list[street.HandScore]:
    """The scores of the four hands of the game of four."""
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
    yield "Katie's last card is the 8C: the 8H, which the text names, was played by Jen before."
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
    yield "The text deals Zak eleven cards and has him draw the QD, which he never plays; here he"
    yield "is dealt no 8H and draws it, and everything else comes out as told."
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
                (f"{PLAYERS[each.settled]} gives", *map(str, each.ratings))
                for each in rounds(RATINGS, final, target=20)
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
    """Each trick: who led, the cards in order of play, who took it."""
    for number, trick in enumerate(tricks, start=1):
        leader, winner = PLAYERS[trick.leader], PLAYERS[cast(int, trick.winner)]
        cards = "  ".join(f"{card!s:<3}" for card in trick.cards)
        yield f"{number:>2}  {leader:<5} leads  {cards}  to {winner}"


def _columns(rows: Iterable[tuple[str, ...]]) -> Iterator[str]:
    """Rows of text in columns, each as wide as its widest entry."""
    table = list(rows)
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    for row in table:
        yield "  ".join(map(str.ljust, row, widths)).rstrip()


EXAMPLES: Final = (
    Example("street", "Two Way Street: four players, four hands", _street),
    Example("duel", "The Duel: one hand", _duel),
    Example("ratings", "Ratings: what the game of four does to them", _ratings),
)
"""All worked examples."""
