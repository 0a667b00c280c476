"""The form of the additions of a game to the display, and texts that games share."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

import attrs

from twowaystreet._cards.cards import Suit
from twowaystreet._cli.output import Column, Line
from twowaystreet._engine.phases import Phase
from twowaystreet._records.seat_records import Event
from twowaystreet._tricks.tricks import Trick, tricks_won
from twowaystreet._views.trick_views import TrickView
from twowaystreet._views.views import AnyView


@attrs.frozen(kw_only=True)
class PlayerHands:
    """The names of a player's hands, in games in which each player has several.

    Attributes:
        names: their names, in the order in which views count their cards.
        to_play: which of them is to play now; empty if that is none of them.
        laid: which of them each card of a trick came from.
        took: which of them took a complete trick.
    """

    names: tuple[str, ...] = ("",)
    to_play: Callable[[AnyView], str] = lambda view: ""
    laid: Callable[[Trick], Sequence[str]] = lambda trick: [""] * len(trick.cards)
    took: Callable[[Trick], str] = lambda trick: ""


def _no_columns(view: AnyView) -> list[Column]:
    return []


def _no_facts(view: AnyView, names: Sequence[str]) -> list[tuple[str, Line]]:
    return []


def _no_events(before: AnyView, after: AnyView, names: Sequence[str]) -> list[str]:
    return []


def _no_explanation(view: AnyView, names: Sequence[str]) -> list[str]:
    return []


@attrs.frozen(kw_only=True)
class GameUI:
    """The additions of one game to the display. A game without any can be played as well.

    Attributes:
        trick_word: the game's word for a trick.
        tricks_won: how many of them each seat has.
        hands: the hands that each player has.
        columns: more about each seat, for the table.
        facts: more about the whole hand: lines with a label each.
        describe_move: a move in words, with what its viewer has learnt from it: from the view
            before it, and the move as that viewer saw it. It is a player's move, no deal.
        describe_events: what a move has brought about for everybody to see, from the views
            before and after it.
        explain_score: how the score of the hand just finished came about.
        sheet_legend: what an entry of the score sheet means; empty if that is plain.
        phase_help: by phase, what a player has to do and by which rules.
        none_means: by option, what the value none means, where it is more than no bound.
    """

    trick_word: str = "trick"
    tricks_won: Callable[[AnyView], Sequence[int]] = lambda view: tricks_won(
        complete_tricks(view), len(view.scores)
    )
    hands: PlayerHands = attrs.field(factory=PlayerHands)
    columns: Callable[[AnyView], list[Column]] = _no_columns
    facts: Callable[[AnyView, Sequence[str]], list[tuple[str, Line]]] = _no_facts
    describe_move: Callable[[AnyView, Event], str] = lambda before, event: event.text
    describe_events: Callable[[AnyView, AnyView, Sequence[str]], list[str]] = _no_events
    explain_score: Callable[[AnyView, Sequence[str]], list[str]] = _no_explanation
    sheet_legend: str = ""
    phase_help: Mapping[Phase, str] = attrs.field(factory=dict[Phase, str])
    none_means: Mapping[str, str] = attrs.field(factory=dict[str, str])


_NO_TRICK: Final = Trick(0, (), (), None)


def complete_tricks(view: AnyView) -> tuple[Trick, ...]:
    """Return the complete tricks of the hand; none in games without tricks."""
    return view.tricks if isinstance(view, TrickView) else ()


def open_trick(view: AnyView) -> Trick:
    """Return the trick on the table; one without cards in games without tricks."""
    return view.trick if isinstance(view, TrickView) else _NO_TRICK


def of_hand(name: str, hand: str) -> str:
    """Return a player's name with that of the hand that plays, if the player has several."""
    return f"{name} ({hand})" if hand else name


# Two Way Street and the Duel say the following in the same words.

EXCHANGE_HELP: Final = "Two cards of yours go under the stock, and you draw its top two."
NAME_HELP: Final = (
    "A Joker was led and you hold a card of a suit that it stands for: name the suit led, "
    "then play. On a plain Joker you may play another one instead."
)
FOLLOW_HELP: Final = (
    "Follow the suit led if you can; a Joker of its colour, or a plain one, follows too."
)


def describe_naming(suit: Suit) -> str:
    """Return the naming of a suit in words."""
    return f"name {suit.word} as the suit led"
