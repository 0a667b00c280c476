"""The score sheet: the entries of every hand, and the totals below (ST-25)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate
from operator import add
from typing import Final
from unicodedata import category

from twowaystreet._core.engine.match import HandScore, SeatScore
from twowaystreet._core.engine.setup import checked_numbers
from twowaystreet.errors import RulesError, as_tuple

_BREAKS: Final = frozenset({"Cc", "Cs", "Zl", "Zp"})
"""The Unicode categories of controls, surrogates and line separators."""
_INVISIBLE: Final = "Cf"
UNFIT: Final = _BREAKS | {_INVISIBLE}
_TURNS: Final = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""The marks that turn the direction of all text after them."""
_JOINERS: Final = "\u200c\u200d"
"""The two invisible characters that names in Persian, Indian scripts and emoji need."""
_ON_ONE_LINE: Final = "names on one line, without |, control characters and invisible marks"


def breaks_line(char: str) -> bool:
    """Return whether a character ends a line, controls a terminal, or turns what follows it."""
    return category(char) in _BREAKS or char in _TURNS


def _is_unfit(char: str) -> bool:
    is_invisible = category(char) == _INVISIBLE and char not in _JOINERS
    return char == "|" or is_invisible or breaks_line(char)


def score_sheet(
    names: Sequence[str],
    hands: Iterable[HandScore[SeatScore]],
    *,
    scores: Sequence[int] | None = None,
) -> str:
    """Render the score sheet of several hands.

    Args:
        names: the players' names in the order of seats, in any script, without ``|``, line breaks,
            control characters, invisible marks (except joiners) and lone surrogates.
        hands: the scores of the hands in the order of play.
        scores: the totals before the first hand, for a match that began elsewhere; ``None`` for
            those with which the game begins, such as 20 in Twenty Down.

    Returns:
        Lines of text in columns: the names, then the entries and totals of each hand.

    Raises:
        RulesError: if a name is not such a text, or a hand has another number of players.

    >>> from twowaystreet.games import street
    >>> print(score_sheet(["Ann", "Ben", "Cem"], [street.score(["HD", "LD", "LD"], [7, 2, 1])]))
    Ann      | Ben      | Cem
    HD,7-6:1 | LD,6-6:0 | LD,7-6:1
    2        | 0        | 2
    """
    players = as_tuple("names", names, "the players' names", "ST-25")
    if not players or not all(isinstance(name, str) for name in players):
        raise RulesError("names", names, "the players' names, as texts", "ST-25")
    # The plain texts: a class built on str may show other characters than it prints.
    players = tuple(map(str.__str__, players))
    for name in players:
        if any(map(_is_unfit, name)):
            raise RulesError("names", name, _ON_ONE_LINE, "ST-25")
    scored = as_tuple("hands", hands, "the scores of hands", "ST-25")
    for hand in scored:
        if not isinstance(hand, HandScore) or len(hand.seats) != len(players):
            raise RulesError("hands", hand, f"scores of {len(players)} players each", "ST-25")
    starts_at = scored[0].starts_at if scored else 0
    before = checked_numbers("scores", scores, len(players), "ST-25", default=starts_at)
    totals = accumulate(
        (hand.points for hand in scored),
        lambda so_far, more: tuple(map(add, so_far, more)),
        initial=before,
    )
    next(totals)
    rows: list[tuple[str, ...]] = [players]
    if scores is not None or starts_at:
        rows.append(tuple(map(str, before)))
    for hand, total in zip(scored, totals, strict=True):
        rows += [tuple(seat.entry for seat in hand.seats), tuple(map(str, total))]
    return "\n".join(columns(rows, " | "))


def columns(rows: Iterable[tuple[str, ...]], separator: str = "  ") -> Iterator[str]:
    """Yield rows of text in columns; each column is as wide as its widest entry.

    >>> list(columns([("Ann", "2"), ("Benjamin", "14")]))
    ['Ann       2', 'Benjamin  14']
    """
    table = list(rows)
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    for row in table:
        yield separator.join(map(str.ljust, row, widths)).rstrip()
