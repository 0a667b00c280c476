"""What the command line shows of one game besides what every game has.

A game needs nothing here to be played: without additions it has the picture that all games have.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

import attrs

from twowaystreet.cli import duel_pictures, street_pictures
from twowaystreet.cli.lines import Column, Line
from twowaystreet.moves import Move
from twowaystreet.views import View


def _no_columns(view: View) -> list[Column]:
    return []


def _no_facts(view: View, names: Sequence[str]) -> list[tuple[str, Line]]:
    return []


def _as_it_is(view: View, move: Move) -> str:
    return str(move)


def _no_verdict(view: View) -> str:
    return ""


@attrs.frozen(kw_only=True)
class Additions:
    """What one game adds to the picture.

    Attributes:
        columns: more about each seat, for the table.
        facts: more about the whole hand: lines with a label each.
        told: a move in words, with what whoever made it has learnt from it; the view is theirs.
        verdict: how the score of the hand just finished came about.
        phases: by phase, what a player has to do and by which rules.
    """

    columns: Callable[[View], list[Column]] = _no_columns
    facts: Callable[[View, Sequence[str]], list[tuple[str, Line]]] = _no_facts
    told: Callable[[View, Move], str] = _as_it_is
    verdict: Callable[[View], str] = _no_verdict
    phases: Mapping[str, str] = attrs.field(factory=dict[str, str])


_NOTHING: Final = Additions()

ADDITIONS: Final[dict[str, Additions]] = {
    "street": Additions(
        columns=street_pictures.columns,
        facts=street_pictures.facts,
        told=street_pictures.told,
        verdict=street_pictures.verdict,
        phases=street_pictures.PHASES,
    ),
    "duel": Additions(
        columns=duel_pictures.columns,
        facts=duel_pictures.facts,
        told=duel_pictures.told,
        phases=duel_pictures.PHASES,
    ),
}
"""The additions of each game that has some, by its name."""


def additions_of(game: str) -> Additions:
    """The additions of a game; empty ones if it has none."""
    return ADDITIONS.get(game, _NOTHING)
