"""The interface between a game and the display, and texts that games share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, TypeAlias

import attrs

from twowaystreet._cards.cards import Card, Suit
from twowaystreet._engine.moves import Move, Play
from twowaystreet._engine.phases import Phase
from twowaystreet._records.seat_records import Event
from twowaystreet._text.game_ui.tricks import CardTricks, PlayerHands, TrickUI
from twowaystreet._text.output import Column, Line, by_suit
from twowaystreet._views.trick_views import TrickView
from twowaystreet._views.views import AnyView


@attrs.frozen
class Each:
    """An entry of the list of legal moves that shows each of some moves, with its number.

    Attributes:
        moves: the moves.
        origin: words before the moves.
    """

    moves: tuple[Move, ...]
    origin: Line = ()


MoveList: TypeAlias = Callable[[AnyView, Sequence[Move]], list[Line | Each]]
"""A function that lists legal moves of one type; a line describes moves without their numbers."""

FEW: Final = 6
"""The greatest number of moves of a type to list; for more moves the prompt gives an example."""


def _no_columns(view: AnyView) -> list[Column]:
    return []


def _no_facts(view: AnyView, names: Sequence[str]) -> list[tuple[str, Line]]:
    return []


def _no_events(before: AnyView, after: AnyView, names: Sequence[str]) -> list[str]:
    return []


def _no_worth(view: AnyView) -> list[tuple[str, Line]]:
    return []


def tell_move(before: AnyView, event: Event) -> str:
    """Describe the play of a card with its verb; other moves with "choose"."""
    if not isinstance(event.move, Play):
        return f"choose {event.text}"
    is_lead = isinstance(before, TrickView) and not before.trick.cards
    return f"{'lead' if is_lead else 'play'} {event.text}"


def _no_explanation(view: AnyView, names: Sequence[str]) -> list[str]:
    return []


@attrs.frozen(kw_only=True)
class GameUI:
    """The part of the display that depends on the game; every field has a default.

    Attributes:
        tricks: shows the tricks of the game.
        hands: the hands of each player.
        show_cards: gives a line of cards in the order that suits the game. Its second argument are
            the cards to show in full, the others being faint; ``None`` for all.
        columns: gives additional columns of the table, about each seat.
        facts: gives labelled lines about the whole hand.
        describe_move: describes a player's move in words, from the view before it and the event
            that the viewer saw. The text includes the hidden information that the viewer learnt.
        tell_move: describes a player's move with its verb first, such as "declare high", from the
            same views. The verb stands in its basic form.
        describe_events: describes the public effects of a move, from the views before and after.
        tell_events: describes effects in the same way that only reports in words need, because
            replays show them as facts.
        list_moves: gives for a move type the lines that list its legal moves at the prompt. The
            prompt itself lists the moves of other types.
        worth: gives labelled lines about the points that the legal moves can bring.
        explain_score: explains the score of the hand that just ended.
        sheet_legend: the legend of the score sheet's entries; empty if they need no words.
        how_to_play: the rules of the game on one screen, a text for each paragraph.
        phase_help: for each phase, the player's task and its rules.
        typing_help: for each phase, the way to type a move, if it is not plain from the rules.
        none_means: for each option, the meaning of the value none, if it is not "no limit".
    """

    tricks: TrickUI[Any] = attrs.field(factory=CardTricks)  # Any: each game has its own tricks
    hands: PlayerHands = attrs.field(factory=PlayerHands)
    show_cards: Callable[[Iterable[Card], Iterable[Card] | None], Line] = by_suit
    columns: Callable[[AnyView], list[Column]] = _no_columns
    facts: Callable[[AnyView, Sequence[str]], list[tuple[str, Line]]] = _no_facts
    describe_move: Callable[[AnyView, Event], str] = lambda before, event: event.text
    tell_move: Callable[[AnyView, Event], str] = tell_move
    describe_events: Callable[[AnyView, AnyView, Sequence[str]], list[str]] = _no_events
    tell_events: Callable[[AnyView, AnyView, Sequence[str]], list[str]] = _no_events
    list_moves: Mapping[type[Move], MoveList] = attrs.field(factory=dict[type[Move], MoveList])
    worth: Callable[[AnyView], list[tuple[str, Line]]] = _no_worth
    explain_score: Callable[[AnyView, Sequence[str]], list[str]] = _no_explanation
    sheet_legend: str = ""
    how_to_play: tuple[str, ...] = ()
    phase_help: Mapping[Phase, str] = attrs.field(factory=dict[Phase, str])
    typing_help: Mapping[Phase, str] = attrs.field(factory=dict[Phase, str])
    none_means: Mapping[str, str] = attrs.field(factory=dict[str, str])


# Texts for both Two Way Street and the Duel.

EXCHANGE_HELP: Final = "Two cards of yours go under the stock, and you draw its top two."
NAME_HELP: Final = (
    "A Joker was led and you hold a card of a suit that it stands for: name the suit led, "
    "then play. On a plain Joker you may play another one instead."
)
FOLLOW_HELP: Final = (
    "Follow the suit led if you can; a Joker of its colour, or a plain one, follows too."
)


TELL_EXCHANGE: Final = "exchange two cards"


def describe_naming(suit: Suit) -> str:
    """Describe the naming of a suit in words."""
    return f"name {suit.word} as the suit led"
