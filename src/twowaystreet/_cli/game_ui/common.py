"""The interface between a game and the display, and texts that games share."""

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
    """The names of a player's hands, for games with several hands per player.

    Attributes:
        names: the names, in the order of ``View.hand_sizes``.
        to_play: gives the hand that must play now; empty if no hand must.
        laid: gives for each card of a trick the hand that it came from.
        took: gives the hand that took a complete trick.
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
    """The part of the display that depends on the game; every field has a default.

    Attributes:
        trick_word: the game's word for a trick.
        tricks_won: gives the number of each seat's tricks.
        hands: the hands of each player.
        columns: gives additional columns of the table, about each seat.
        facts: gives labelled lines about the whole hand.
        describe_move: describes a player's move in words, from the view before it and the event
            that the viewer saw. The text includes the hidden information that the viewer learnt.
        describe_events: describes the public effects of a move, from the views before and after.
        explain_score: explains the score of the hand that just ended.
        sheet_legend: the legend of the score sheet's entries; empty if they need no words.
        phase_help: for each phase, the player's task and its rules.
        none_means: for each option, the meaning of the value none, if it is not "no limit".
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
    """Return the complete tricks of the hand; an empty tuple in games without tricks."""
    return view.tricks if isinstance(view, TrickView) else ()


def open_trick(view: AnyView) -> Trick:
    """Return the trick on the table; an empty trick in games without tricks."""
    return view.trick if isinstance(view, TrickView) else _NO_TRICK


def of_hand(name: str, hand: str) -> str:
    """Return a player's name, with the name of the hand if the player has several."""
    return f"{name} ({hand})" if hand else name


# Texts for both Two Way Street and the Duel.

EXCHANGE_HELP: Final = "Two cards of yours go under the stock, and you draw its top two."
NAME_HELP: Final = (
    "A Joker was led and you hold a card of a suit that it stands for: name the suit led, "
    "then play. On a plain Joker you may play another one instead."
)
FOLLOW_HELP: Final = (
    "Follow the suit led if you can; a Joker of its colour, or a plain one, follows too."
)


def describe_naming(suit: Suit) -> str:
    """Describe the naming of a suit in words."""
    return f"name {suit.word} as the suit led"
