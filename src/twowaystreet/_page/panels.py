"""The end of a hand, and the tricks of a hand, as the page shows them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate
from operator import add
from typing import Any

from twowaystreet._core.cards.cards import Card
from twowaystreet._core.display.display import AnyDisplay, display_of
from twowaystreet._core.display.lines import plain
from twowaystreet._core.display.sentences import winners_line
from twowaystreet._core.display.values import Laid
from twowaystreet._core.display.words import whom
from twowaystreet._core.views.views import AnyView
from twowaystreet.svg.elements import face, for_page, words_of
from twowaystreet.svg.geometry import LARGE, Place
from twowaystreet.table import Table


# Any: JSON, here and below.
def panel_of(table: Table, view: AnyView, names: Sequence[str]) -> dict[str, Any] | None:
    """Return the result of the hand just finished; ``None`` during a hand.

    Args:
        table: the table.
        view: the view of the person.
        names: the names of the players, with "You" for the reader.
    """
    if view.score is None:
        return None
    display = display_of(table.game)
    score = view.score
    fewer = score.fewer_is_better
    most = max(1, *(abs(points) for points in score.points))
    rows = [
        {
            "seat": seat,
            "name": names[seat],
            "points": f"{points:+}",
            "total": str(view.scores[seat]),
            "words": row.words,
            "rule": row.rule,
            "bar": round(points / most, 3),
            "won": seat in view.winners,
        }
        for seat, (points, row) in enumerate(
            zip(score.points, display.score_rows(view, names), strict=True)
        )
    ]
    panel: dict[str, Any] = {
        "title": f"Hand {view.hands_played} is over",
        "lines": list(display.score_lines(view, names)),
        "rows": rows,
        "fewer": fewer,
        "help": display.score_help,
        "over": view.is_over,
    }
    if view.is_over:
        panel["title"] = "The game is over"
        panel["winners"] = plain(winners_line(view, names))
    if len(table.hand_scores) > 1:
        panel["totals"] = totals_of(table)
    return panel


def totals_of(table: Table) -> list[list[int]]:
    """Return the scores of all seats at the start, and after each hand so far."""
    scores = table.hand_scores
    seats = len(scores[0].seats)
    start = [scores[0].starts_at] * seats
    sums = accumulate(
        (hand.points for hand in scores),
        lambda before, points: list(map(add, before, points)),
        initial=start,
    )
    return [list(each) for each in sums]


def tricks_of(
    display: AnyDisplay, tricks: Sequence[Any], names: Sequence[str], first: int = 1
) -> list[dict[str, Any]]:
    """Return complete tricks with their cards as texts.

    Args:
        display: the display of the game.
        tricks: the tricks. Any: games can have tricks of their own.
        names: the names of the players, with "You" for the reader.
        first: the number of the first one in its hand.
    """
    return [
        {
            "number": number,
            "taker": _taker(trick.winner, names),
            "plays": [_play(play, names[play.seat]) for play in display.plays(trick)],
        }
        for number, trick in enumerate(tricks, start=first)
    ]


def _play(play: Laid, name: str) -> dict[str, Any]:
    """Return a play of a trick without the keys that say nothing."""
    found: dict[str, Any] = {"name": name, "cards": list(map(str, play.cards))}
    if play.hand:
        found["hand"] = play.hand
    if play.won:
        found["won"] = True
    return found


def pictures_of(cards: Iterable[Card]) -> dict[str, dict[str, str]]:
    """Return the art and the words of cards by their texts.

    >>> pictures_of([Card.parse("QS")])["QS"]["label"]
    'queen of spades (QS)'
    """
    return {
        str(card): {"art": for_page(face(card, Place(0, 0), LARGE)), "label": words_of(card)}
        for card in sorted({*cards}, key=lambda card: card.index)
    }


def _taker(winner: int | None, names: Sequence[str]) -> str:
    """Return the player who took a trick, inside a sentence."""
    return "nobody" if winner is None else whom(names[winner])
