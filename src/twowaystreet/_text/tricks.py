"""Complete tricks as text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from twowaystreet._display.display import AnyDisplay
from twowaystreet._display.lines import (
    Line,
    Piece,
    Span,
    Style,
    faint,
    flowed,
    joined,
    labelled,
    padded,
    phrase,
    width_of,
)
from twowaystreet._display.people import whom
from twowaystreet._display.values import Laid


def of_hand(name: str, hand: str) -> str:
    """Return a player's name, with the name of the hand if the player has several."""
    return f"{name} ({hand})" if hand else name


# Any: games can have tricks of their own.
def trick_lines(
    display: AnyDisplay,
    number: int,
    trick: Any,
    names: Sequence[str],
    remarks: Sequence[str] = (),
) -> list[Line]:
    """Return a complete trick in the order of play, with its leader and its winner.

    Args:
        display: the display of the game.
        number: the number of the trick in the hand, from 1.
        trick: the trick.
        names: the names of the seats.
        remarks: texts about moves and events during the trick.
    """
    if not display.tricks_in_columns:
        return full_trick_lines(display, number, trick, names, remarks)
    plays = display.plays(trick)
    players = [of_hand(names[play.seat], play.hand) for play in plays]
    taker = _taker(trick, plays, names)
    longest = max(width_of((of_hand(name, hand),)) for name in names for hand in display.hand_names)
    line: list[Piece] = [*padded((players[0],), longest), faint(" led ")]
    for play, is_best in zip(plays, _best(plays), strict=True):
        line += [" ", *padded(_shown(play, is_best), 3)]
    line.append(faint("  taken by "))
    said = phrase(f" ({'; '.join(remarks)})") if remarks else ()
    line += [*padded((taker,), longest), *said] if said else [taker]
    return [labelled(_label(display, number), tuple(line))]


def full_trick_lines(
    display: AnyDisplay,
    number: int,
    trick: Any,
    names: Sequence[str],
    remarks: Sequence[str] = (),
) -> list[Line]:
    """Return a complete trick with the player of each play, without the passes at its end."""
    plays = [*display.plays(trick)]
    best = _best(plays)
    taker = _taker(trick, plays, names)
    while plays and not plays[-1].cards:
        plays.pop()
    cells: list[Line] = [
        (
            of_hand(names[play.seat], play.hand),
            " " if place else faint(" led "),
            *(_shown(play, best[place]) or (faint("pass"),)),
            ",",
        )
        for place, play in enumerate(plays)
    ]
    cells.append((faint("taken by "), taker))
    cells += [phrase(f"({'; '.join(remarks)})")] if remarks else []
    label = _label(display, number)
    return [labelled("" if place else label, line) for place, line in enumerate(flowed(cells))]


def _label(display: AnyDisplay, number: int) -> str:
    return f"{display.trick_word.capitalize()} {number}"


def _taker(trick: Any, plays: Sequence[Laid], names: Sequence[str]) -> str:
    """Return the name of the player who took a trick, with the hand."""
    hand = next((play.hand for play in plays if play.won), "")
    winner: int = trick.winner
    return of_hand(whom(names[winner]), hand)


def _best(plays: Sequence[Laid]) -> list[bool]:
    """Return for each play whether it took the trick.

    If the winner played two cards, the trick does not say which of them won.
    """
    only = sum(play.won for play in plays) == 1
    return [play.won and only for play in plays]


def _shown(play: Laid, is_best: bool) -> Line:
    return joined(Span(card, Style.STRONG) if is_best else card for card in play.cards)
