"""Pictures of a hand, for every game: made from views, which hold what their seat may know."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from twowaystreet.cards import Card
from twowaystreet.cli.additions import additions_of
from twowaystreet.cli.lines import (
    Column,
    Line,
    Span,
    Style,
    by_suit,
    faint,
    padded,
    table,
)
from twowaystreet.game import Game
from twowaystreet.moves import Play
from twowaystreet.scores import HandScore, SeatScore
from twowaystreet.sheet import score_sheet
from twowaystreet.tricks import Trick
from twowaystreet.views import View

_LABEL: Final = 11
_YOU: Final = "You"


def seat_names(seats: int, human: int | None) -> tuple[str, ...]:
    """What the seats are called: by their numbers, as everywhere in this library."""
    return tuple(_YOU if seat == human else f"Seat {seat}" for seat in range(seats))


def labelled(label: str, line: Line) -> Line:
    """A line with a label before it."""
    return (*padded((faint(label),), _LABEL), *line)


def table_of(game: Game, view: View, names: Sequence[str]) -> list[Line]:
    """Everything in the open: every seat, the trick on the table, what the game adds."""
    added = additions_of(game.name)
    seats = range(len(view.scores))
    title = str(view.phase).capitalize()
    if view.trick.cards or (view.legal_moves and isinstance(view.legal_moves[0], Play)):
        title = f"Trick {len(view.tricks) + 1}"
    marks = ["> " if seat == view.actor else "  " for seat in seats]
    rows: list[Line] = [(mark, name) for mark, name in zip(marks, names, strict=True)]
    columns = [
        Column(title, rows, style=Style.STRONG),
        *_sizes(view),
        Column("tricks", [(str(_taken(view, seat)),) for seat in seats], to_right=True),
        Column("score", [(str(score),) for score in view.scores], to_right=True),
        *added.columns(view),
    ]
    if view.trick.cards:
        columns.append(Column("on the table", [_laid(view.trick, seat) for seat in seats]))
    more = [labelled(label, line) for label, line in added.facts(view, names)]
    if len(view.hand_sizes) != len(seats):
        more.append(labelled("Hands", (" ".join(map(str, view.hand_sizes)), " cards")))
    return [*table(columns), *more]


def _sizes(view: View) -> list[Column]:
    """How many cards each seat holds, in games with one hand for each seat."""
    if len(view.hand_sizes) != len(view.scores):
        return []
    return [Column("cards", [(str(size),) for size in view.hand_sizes], to_right=True)]


def _taken(view: View, seat: int) -> int:
    return sum(trick.winner == seat for trick in view.tricks)


def _laid(trick: Trick, seat: int) -> Line:
    """What a seat has played to the open trick; for a Joker led, which suit it stands for."""
    line: Line = ()
    for place, (card, player) in enumerate(zip(trick.cards, trick.seats, strict=True)):
        if player == seat:
            line = (*line, *padded((card,), 4), *((_led(trick),) if place == 0 else ()))
    return line


def _led(trick: Trick) -> Span:
    if trick.cards[0].suit is not None:
        return faint("led")
    return faint(f"led, {trick.led.word} named" if trick.led else "led, no suit named")


def hand_of(view: View) -> Line:
    """The seat's own hand; the cards that cannot be played now stand back."""
    hand = view.hand or ()
    plays = [move.card for move in view.legal_moves or () if isinstance(move, Play)]
    return labelled("Hand", by_suit(hand, plays or None))


def trick_line(
    number: int, trick: Trick, names: Sequence[str], remarks: Sequence[str] = ()
) -> Line:
    """A complete trick in the order of play, with who led and who took it.

    Args:
        number: which trick of the hand it is, from 1.
        trick: the trick.
        names: what the seats are called.
        remarks: what was said while it was played.
    """
    assert trick.winner is not None
    longest = max(map(len, names))
    line: list[str | Card | Span] = [*padded((faint(f"Trick {number}"),), _LABEL)]
    line += [*padded((names[trick.leader],), longest), faint(" led ")]
    for card in trick.cards:
        # A card cannot be told to have won when its player has laid two of them.
        won = trick.seats.count(trick.winner) == 1 and card is trick.cards[_place(trick)]
        cell: Line = (" ", *padded((Span(card, Style.STRONG) if won else card,), 3))
        line += cell
    line += [faint("  taken by "), names[trick.winner]]
    line += [f" ({'; '.join(remarks)})"] if remarks else []
    return tuple(line)


def _place(trick: Trick) -> int:
    assert trick.winner is not None
    return trick.seats.index(trick.winner)


def result(game: Game, view: View, names: Sequence[str]) -> list[Line]:
    """What the hand that has just been finished was worth."""
    assert view.score is not None
    added = additions_of(game.name)
    seats = range(len(view.scores))
    columns = [
        Column("Result", [("  ", name) for name in names], style=Style.STRONG),
        Column("tricks", [(str(_taken(view, seat)),) for seat in seats], to_right=True),
        *added.columns(view),
        Column("points", [(f"{points:+}",) for points in view.score.points], to_right=True),
        Column("score", [(str(score),) for score in view.scores], to_right=True),
    ]
    verdict = added.verdict(view)
    return [*table(columns), *([(verdict,)] if verdict else [])]


def sheet(hands: Sequence[HandScore[SeatScore]], names: Sequence[str]) -> list[Line]:
    """The score sheet of the hands so far."""
    return [
        (Span("Score sheet", Style.HEADING),),
        *((line,) for line in score_sheet(names, hands).splitlines()),
    ]


def winners(view: View, names: Sequence[str]) -> Line:
    """Who has won the game."""
    won = [names[seat] for seat in view.winners]
    verb = "wins" if len(won) == 1 and won != [_YOU] else "win"
    shared = "" if len(won) == 1 else "; the win is shared"
    return (Span(f"{' and '.join(won)} {verb} the game{shared}.", Style.STRONG),)
