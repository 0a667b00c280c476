"""What the command line shows of one game besides what every game has, a module for each game.

A game needs nothing here to be played: without additions it has the picture that all games have.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

import attrs

from twowaystreet._records.seat_records import Event
from twowaystreet._tricks.tricks import Trick, tricks_won
from twowaystreet._views.views import View
from twowaystreet.cli.additions import duel, spades, street, twenty_down, twos
from twowaystreet.cli.lines import Column, Line


def _no_columns(view: View) -> list[Column]:
    return []


def _no_facts(view: View, names: Sequence[str]) -> list[tuple[str, Line]]:
    return []


def _as_it_is(before: View, event: Event) -> str:
    return event.text


def _nothing_happens(before: View, after: View, names: Sequence[str]) -> list[str]:
    return []


def _no_verdict(view: View, names: Sequence[str]) -> list[str]:
    return []


def _taken(view: View) -> Sequence[int]:
    return tricks_won(view.tricks, len(view.scores))


def _from_the_only_hand(trick: Trick) -> Sequence[str]:
    return [""] * len(trick.cards)


def _with_the_only_hand(trick: Trick) -> str:
    return ""


def _the_only_hand(view: View) -> str:
    return ""


@attrs.frozen(kw_only=True)
class Hands:
    """How the hands of a player are called, in games in which each has several.

    Attributes:
        names: their names, in the order in which views count their cards.
        to_play: which of them is to play now; empty if that is none of them.
        laid: which of them each card of a trick came from.
        took: which of them took a complete trick.
    """

    names: tuple[str, ...] = ("",)
    to_play: Callable[[View], str] = _the_only_hand
    laid: Callable[[Trick], Sequence[str]] = _from_the_only_hand
    took: Callable[[Trick], str] = _with_the_only_hand


@attrs.frozen(kw_only=True)
class Additions:
    """What one game adds to the picture.

    Attributes:
        trick: what a trick is called.
        taken: how many of them each seat has.
        hands: the hands that each player has.
        columns: more about each seat, for the table.
        facts: more about the whole hand: lines with a label each.
        told: a move in words, with what somebody has learnt from it: from what they had seen
            before it, and the move as they saw it. It is somebody's move, no deal.
        happened: what a move has brought about for everybody to see, from the views around it.
        verdict: how the score of the hand just finished came about.
        sheet: what an entry of the score sheet means; empty if there is nothing to explain.
        phases: by phase, what a player has to do and by which rules.
        none: by option, what the value none means, where it is more than that there is no bound.
    """

    trick: str = "trick"
    taken: Callable[[View], Sequence[int]] = _taken
    hands: Hands = Hands()
    columns: Callable[[View], list[Column]] = _no_columns
    facts: Callable[[View, Sequence[str]], list[tuple[str, Line]]] = _no_facts
    told: Callable[[View, Event], str] = _as_it_is
    happened: Callable[[View, View, Sequence[str]], list[str]] = _nothing_happens
    verdict: Callable[[View, Sequence[str]], list[str]] = _no_verdict
    sheet: str = ""
    phases: Mapping[str, str] = attrs.field(factory=dict[str, str])
    none: Mapping[str, str] = attrs.field(factory=dict[str, str])


_NOTHING: Final = Additions()

ADDITIONS: Final[dict[str, Additions]] = {
    "street": Additions(
        columns=street.columns,
        facts=street.facts,
        told=street.told,
        verdict=street.verdict,
        sheet=street.SHEET,
        phases=street.PHASES,
        none={"decks": "as few as the players need"},
    ),
    "duel": Additions(
        columns=duel.columns,
        facts=duel.facts,
        told=duel.told,
        verdict=duel.verdict,
        sheet=duel.SHEET,
        phases=duel.PHASES,
    ),
    "twos": Additions(
        columns=twos.columns,
        facts=twos.facts,
        happened=twos.happened,
        sheet=twos.SHEET,
        phases=twos.PHASES,
    ),
    "spades": Additions(
        trick="book",
        taken=spades.taken,
        hands=Hands(
            names=spades.HANDS,
            to_play=spades.to_play,
            laid=spades.laid,
            took=spades.took,
        ),
        columns=spades.columns,
        facts=spades.facts,
        happened=spades.happened,
        verdict=spades.verdict,
        sheet=spades.SHEET,
        phases=spades.PHASES,
    ),
    "twenty_down": Additions(
        columns=twenty_down.columns,
        facts=twenty_down.facts,
        told=twenty_down.told,
        verdict=twenty_down.verdict,
        sheet=twenty_down.SHEET,
        phases=twenty_down.PHASES,
    ),
}
"""The additions of each game that has some, by its name."""


def additions_of(game: str) -> Additions:
    """The additions of a game; empty ones if it has none."""
    return ADDITIONS.get(game, _NOTHING)


def of_hand(name: str, hand: str) -> str:
    """A player's name with that of the hand that plays, if the player has several."""
    return f"{name} ({hand})" if hand else name
