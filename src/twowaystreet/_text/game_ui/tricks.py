"""The display of tricks: its interface, and tricks in which each play is a single card."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol, TypeVar

import attrs

from twowaystreet._engine.moves import Move, Play
from twowaystreet._text.output import Line, Span, Style, faint, labelled, padded, width_of
from twowaystreet._tricks.tricks import Trick, tricks_won
from twowaystreet._views.trick_views import TrickView
from twowaystreet._views.views import AnyView

TrickT = TypeVar("TrickT")


class TrickUI(Protocol[TrickT]):
    """The part of the display that depends on the game's tricks."""

    @property
    def word(self) -> str:
        """The game's word for a trick."""
        ...

    @property
    def moves(self) -> tuple[type[Move], ...]:
        """The types of the moves that belong to a trick."""
        ...

    def complete(self, view: AnyView) -> Sequence[TrickT]:
        """Return the complete tricks of the hand; none in games without tricks."""
        ...

    def won(self, view: AnyView, /) -> Sequence[int]:
        """Return the number of each seat's tricks; nothing in games without tricks."""
        ...

    def on_table(self, view: AnyView) -> Sequence[Line]:
        """Return each seat's part of the open trick; nothing if the table is empty."""
        ...

    def lines(
        self, number: int, trick: TrickT, names: Sequence[str], remarks: Sequence[str] = ()
    ) -> list[Line]:
        """Return a complete trick in the order of play, with its leader and its winner.

        Args:
            number: the number of the trick in the hand, from 1.
            trick: the trick.
            names: the names of the seats.
            remarks: texts about moves and events during the trick.
        """
        ...


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


def of_hand(name: str, hand: str) -> str:
    """Return a player's name, with the name of the hand if the player has several."""
    return f"{name} ({hand})" if hand else name


def _counts(view: AnyView) -> Sequence[int]:
    return tricks_won(view.tricks, len(view.scores)) if isinstance(view, TrickView) else ()


@attrs.frozen(kw_only=True)
class CardTricks:
    """Tricks of single cards, with the part of the display that shows them.

    Attributes:
        word: the game's word for a trick.
        won: gives the number of each seat's tricks.
        hands: the hands of each player.
        moves: the type of the plays.
    """

    word: str = "trick"
    won: Callable[[AnyView], Sequence[int]] = _counts
    hands: PlayerHands = attrs.field(factory=PlayerHands)
    moves: tuple[type[Move], ...] = (Play,)

    def complete(self, view: AnyView) -> Sequence[Trick]:
        """Return the complete tricks of the hand."""
        return view.tricks if isinstance(view, TrickView) else ()

    def on_table(self, view: AnyView) -> Sequence[Line]:
        """Return the cards of each seat in the open trick."""
        if not isinstance(view, TrickView) or not view.trick.cards:
            return ()
        hands = self.hands.laid(view.trick)
        return [_laid(view.trick, hands, seat) for seat in range(len(view.scores))]

    def lines(
        self, number: int, trick: Trick, names: Sequence[str], remarks: Sequence[str] = ()
    ) -> list[Line]:
        """Return a line with the cards of a complete trick, and the remarks on it."""
        assert trick.winner is not None
        hands = self.hands
        players = [
            of_hand(names[seat], hand)
            for seat, hand in zip(trick.seats, hands.laid(trick), strict=True)
        ]
        taker = of_hand(names[trick.winner], hands.took(trick))
        longest = max(width_of((of_hand(name, hand),)) for name in names for hand in hands.names)
        line = [*padded((players[0],), longest), faint(" led ")]
        for card, player in zip(trick.cards, players, strict=True):
            # If the winner played two cards, the trick does not say which of them won.
            won = player == taker and players.count(taker) == 1
            line += [" ", *padded((Span(card, Style.STRONG) if won else card,), 3)]
        line.append(faint("  taken by "))
        line += [*padded((taker,), longest), f" ({'; '.join(remarks)})"] if remarks else [taker]
        return [labelled(f"{self.word.capitalize()} {number}", tuple(line))]


def _laid(trick: Trick, hands: Sequence[str], seat: int) -> Line:
    """Return the cards of a seat in the open trick, with remarks on the card led."""
    line: Line = ()
    played = zip(trick.cards, trick.seats, hands, strict=True)
    for place, (card, player, hand) in enumerate(played):
        if player == seat:
            remarks = [faint(f"{hand} ")] if hand else []
            remarks += [_led(trick)] if place == 0 else []
            line = (*line, *("  " if line else "",), *padded((card,), 4), *remarks)
    return line


def _led(trick: Trick) -> Span:
    if trick.cards[0].suit is not None:
        return faint("led")
    return faint(f"led for {trick.led.word}" if trick.led else "led, no suit named")
