"""The display of Two Way Street: declarations, exchanges, the penalty."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from twowaystreet._cards.cards import text_of
from twowaystreet._records.seat_records import Event
from twowaystreet._text.game_ui.common import (
    EXCHANGE_HELP,
    FOLLOW_HELP,
    NAME_HELP,
    TELL_EXCHANGE,
    GameUI,
    describe_naming,
    tell_move,
)
from twowaystreet._text.output import Column, Line, padded, plain, width_of
from twowaystreet._views.views import AnyView
from twowaystreet.games import street
from twowaystreet.games.street import Phase


def _declared(declaration: street.Declaration | None) -> str:
    if declaration is None:
        return "-"
    return f"{declaration.direction}{', forced' if declaration.forced else ''}"


def columns(view: AnyView) -> list[Column]:
    """Return a column of declarations."""
    assert isinstance(view, street.View)
    return [Column("declared", [(_declared(made),) for made in view.declarations])]


def facts(view: AnyView, names: Sequence[str]) -> list[tuple[str, Line]]:
    """Return a line with the stock, while players draw from it."""
    assert isinstance(view, street.View)
    if view.phase in (Phase.DECLARE, Phase.EXCHANGE):
        return [("Stock", (f"{view.stock_size} cards",))]
    return []


def describe_move(before: AnyView, event: Event) -> str:
    """Describe a move in words, with the known drawn cards and a forced direction."""
    if isinstance(event.move, street.NameSuit):
        return describe_naming(event.move.suit)
    after, seat = event.view, event.seat
    assert isinstance(after, street.View) and seat is not None
    exchanged, declaration = after.exchanged[seat], after.declarations[seat]
    if before.phase is not Phase.EXCHANGE or declaration is None:
        return event.text
    forced = f"forced {declaration.direction}, " if declaration.forced else ""
    drawn = sorted(exchanged.drawn) if exchanged else ()
    drawing = f", drawing {text_of(drawn)}" if drawn else ""
    return f"{forced}{event.text}{drawing}"


def tell(before: AnyView, event: Event) -> str:
    """Describe a declaration, an exchange with a forced direction, or another move."""
    if before.phase is Phase.DECLARE:
        return f"declare {event.text}"
    if isinstance(event.move, street.NameSuit):
        return describe_naming(event.move.suit)
    if before.phase is not Phase.EXCHANGE:
        return tell_move(before, event)
    after, seat = event.view, event.seat
    assert isinstance(after, street.View) and seat is not None
    made = after.declarations[seat]
    action = TELL_EXCHANGE if after.has_exchanged[seat] else "keep all ten cards"
    return f"{action}, forced to go {made.direction}" if made and made.forced else action


_PENALTIES: Final = {
    street.Case.A: "the third best count",
    street.Case.B: "the fourth best count, as the second and the third are equal",
    street.Case.C: "the second best count, which several have",
    street.Case.D: "as the highest count is that of several",
}


def explain_score(view: AnyView, names: Sequence[str]) -> list[str]:
    """Explain the penalty, and the points of each seat."""
    score = view.score
    assert isinstance(score, street.HandScore)
    penalty = f"Penalty {score.penalty}: {_PENALTIES[score.case]} (ST-21, case {score.case})"
    width = max(width_of((name,)) for name in names)
    return [
        penalty,
        *(
            f"  {plain(padded((name,), width))}  {_calculation(seat)}"
            for name, seat in zip(names, score.seats, strict=True)
        ),
    ]


def _calculation(seat: street.SeatScore) -> str:
    """Explain a seat's points in words (ST-20 to ST-23)."""
    tricks = "1 trick" if seat.tricks == 1 else f"{seat.tricks} tricks"
    high = seat.direction is street.Direction.HIGH
    count = tricks if high else f"{seat.raw + seat.tricks} - {tricks}"
    rest = seat.raw - seat.penalty
    if rest > 0:
        note = ", tripled" if seat.forced else ", doubled"
    elif seat.points:
        note = ", forced and in the tie"
    else:
        note = ", which counts as 0" if rest else ""
    points = "1 point" if seat.points == 1 else f"{seat.points} points"
    came_about = "forced" if seat.forced else "declared"
    return (
        f"{seat.direction}, {came_about}: {count} - penalty {seat.penalty} = {rest}{note}: {points}"
    )


_HOW_TO_PLAY: Final = (
    "Everybody gets ten cards; the rest is the stock. In turn you say high, if you want tricks, or "
    "low, if you avoid them. Then you put two cards under the stock and draw its top two. Once "
    "more than half of all players have said the same, those after them must go the other way.",
    "There are ten tricks. The first to declare leads the first, the next player the second, and "
    "so on, whoever takes them. Follow the suit led if you hold it, with a card of the suit or a "
    "Joker of its colour (a plain Joker fits every suit); else play any card. The Red Joker takes "
    "the trick, else another Joker, else the highest card of the suit led. Aces are high.",
    "After a red or black Joker led, the next player with a card of its colour names the suit that "
    "it stands for. After a plain one, the next player with another card names a suit in hand, or "
    "plays a Joker.",
    "Your count is your number of tricks if you went high. If you went low, it is a number minus "
    "your tricks: 8 with three players, 6 with four, 5 with five, 4 with six, 3 with seven or "
    "eight, 2 with nine or ten, 1 with more. A penalty, mostly the third best count, is taken from "
    "all counts. The rest, if above 0, counts twice, or three times if you were forced.",
    "The game ends when somebody has the target. The most points win.",
)

UI: Final = GameUI(
    columns=columns,
    facts=facts,
    describe_move=describe_move,
    tell_move=tell,
    explain_score=explain_score,
    sheet_legend=(
        "H high or L low, D declared or F forced, count - penalty : rest; below it the total"
    ),
    how_to_play=_HOW_TO_PLAY,
    phase_help={
        Phase.DECLARE: (
            "High wants tricks, low avoids them. Once more than half of the players have declared "
            "the same, the rest are forced the other way, and their counts are tripled instead of "
            "doubled."
        ),
        Phase.EXCHANGE: EXCHANGE_HELP,
        Phase.NAME: NAME_HELP,
        Phase.PLAY: (
            f"{FOLLOW_HELP} "
            "The Red Joker takes the trick, else another Joker, else the highest card of the suit "
            "led."
        ),
    },
    none_means={"decks": "as few as the players need"},
)
