"""The display: one layout for all games, made from views, which hold no hidden information."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import attrs

from twowaystreet._cards.cards import Card, Joker
from twowaystreet._cards.packs import Pack
from twowaystreet._cli.game_ui import game_ui_of
from twowaystreet._cli.game_ui.common import PlayerHands, complete_tricks, of_hand, open_trick
from twowaystreet._cli.output import (
    Column,
    Line,
    Printer,
    Span,
    Style,
    by_suit,
    faint,
    heading,
    padded,
    phrase,
    show_all,
    table,
)
from twowaystreet._engine.game import Game
from twowaystreet._engine.moves import Play
from twowaystreet._engine.score_sheet import score_sheet
from twowaystreet._engine.scores import HandScore, SeatScore
from twowaystreet._tricks.tricks import Trick
from twowaystreet._views.trick_views import TrickView
from twowaystreet._views.views import AnyView

_LABEL: Final = 11
_YOU: Final = "You"


def seat_names(seats: int, human: int | None) -> tuple[str, ...]:
    """Return the names of the seats: "You" for the human, numbers for the others."""
    return tuple(_YOU if seat == human else f"Seat {seat}" for seat in range(seats))


def labelled(label: str, line: Line) -> Line:
    """Return a line with a label before it."""
    return (*padded((faint(label),), _LABEL), *line)


def table_lines(game: Game, view: AnyView, names: Sequence[str]) -> list[Line]:
    """Return the public facts: every seat, the trick on the table, the game's own facts."""
    ui = game_ui_of(game.name)
    seats = range(len(view.scores))
    title = str(view.phase).capitalize()
    trick = open_trick(view)
    if trick.cards or any(isinstance(move, Play) for move in view.legal_moves or ()):
        title = f"{ui.trick_word.capitalize()} {len(complete_tricks(view)) + 1}"
    rows: list[Line] = [("  ", name) for name in names]
    if view.actor is not None:
        rows[view.actor] = ("> ", of_hand(names[view.actor], ui.hands.to_play(view)))
    columns = [
        Column(title, rows, style=Style.STRONG),
        *_sizes(view, ui.hands),
        *_tricks(game, view),
        Column("score", [(str(score),) for score in view.scores], to_right=True),
        *ui.columns(view),
    ]
    if trick.cards:
        laid = [_laid(trick, ui.hands.laid(trick), seat) for seat in seats]
        columns.append(Column("on the table", laid))
    more = [labelled(label, line) for label, line in ui.facts(view, names)]
    if len(view.hand_sizes) != len(seats) * len(ui.hands.names):
        more.append(labelled("Hands", (" ".join(map(str, view.hand_sizes)), " cards")))
    return [*table(columns), *more]


def _sizes(view: AnyView, hands: PlayerHands) -> list[Column]:
    """Return columns with the hand sizes of each seat, if the view has them by seat."""
    per_seat = len(hands.names)
    if len(view.hand_sizes) != len(view.scores) * per_seat:
        return []
    return [
        Column(
            name or "cards",
            [(str(size),) for size in view.hand_sizes[place::per_seat]],
            to_right=True,
        )
        for place, name in enumerate(hands.names)
    ]


def _tricks(game: Game, view: AnyView) -> list[Column]:
    """Return the column that counts the tricks, in games with tricks."""
    if not isinstance(view, TrickView):
        return []
    ui = game_ui_of(game.name)
    counts = [(str(count),) for count in ui.tricks_won(view)]
    return [Column(f"{ui.trick_word}s", counts, to_right=True)]


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


def hand_line(view: AnyView) -> Line:
    """Return the seat's own hand; cards that are not legal now are faint."""
    if view.hand is None:
        return labelled("Hand", (faint("not seen yet"),))
    plays = [move.card for move in view.legal_moves or () if isinstance(move, Play)]
    return labelled("Hand", by_suit(view.hand, plays or None))


def name_line(seat: int, line: Line, names: Sequence[str]) -> Line:
    """Return a line with a player's name before it, in a column as wide as all names."""
    return (*padded((names[seat],), max(map(len, names)) + 2), *line)


def hand_lines(hands: Mapping[int, Sequence[Card]], names: Sequence[str]) -> list[Line]:
    """Return one line for each hand."""
    return [name_line(seat, by_suit(cards), names) for seat, cards in hands.items()]


def view_lines(game: Game, view: AnyView, names: Sequence[str]) -> list[Line]:
    """Return everything in a view: the public facts, the seat's hand, the known voids.

    A spectator has no hand.
    """
    own = [] if view.seat is None else [hand_line(view)]
    voids = [
        labelled("Void", phrase(str(void)))
        for void in (view.voids if isinstance(view, TrickView) else ())
    ]
    return [*table_lines(game, view, names), *own, *voids]


def trick_line(
    game: Game, number: int, trick: Trick, names: Sequence[str], remarks: Sequence[str] = ()
) -> Line:
    """Return a complete trick in the order of play, with its leader and its winner.

    Args:
        game: the game.
        number: the number of the trick in the hand, from 1.
        trick: the trick.
        names: the names of the seats.
        remarks: texts about moves and events during the trick.
    """
    assert trick.winner is not None
    ui = game_ui_of(game.name)
    hands = ui.hands
    players = [
        of_hand(names[seat], hand)
        for seat, hand in zip(trick.seats, hands.laid(trick), strict=True)
    ]
    taker = of_hand(names[trick.winner], hands.took(trick))
    longest = max(len(of_hand(name, hand)) for name in names for hand in hands.names)
    line = [*padded((faint(f"{ui.trick_word.capitalize()} {number}"),), _LABEL)]
    line += [*padded((players[0],), longest), faint(" led ")]
    for card, player in zip(trick.cards, players, strict=True):
        # If the winner played two cards, the trick does not say which of them won.
        won = player == taker and players.count(taker) == 1
        cell: Line = (" ", *padded((Span(card, Style.STRONG) if won else card,), 3))
        line += cell
    line.append(faint("  taken by "))
    remark = f" ({'; '.join(remarks)})"
    return (*line, *padded((taker,), longest), remark) if remarks else (*line, taker)


def result_lines(game: Game, view: AnyView, names: Sequence[str]) -> list[Line]:
    """Return the table of points of the hand that just ended."""
    assert view.score is not None
    ui = game_ui_of(game.name)
    columns = [
        Column("Result", [("  ", name) for name in names], style=Style.STRONG),
        *_tricks(game, view),
        *ui.columns(view),
        Column("points", [(f"{points:+}",) for points in view.score.points], to_right=True),
        Column("total", [(str(score),) for score in view.scores], to_right=True),
    ]
    return [*table(columns), *((line,) for line in ui.explain_score(view, names))]


def sheet_lines(
    game: Game, hands: Sequence[HandScore[SeatScore]], names: Sequence[str], start: Sequence[int]
) -> list[Line]:
    """Return the score sheet of the hands so far, with a legend of its entries.

    Args:
        game: the game.
        hands: the scores of the hands.
        names: the names of the seats.
        start: the points at the start of the game; not shown if all are 0.
    """
    text = score_sheet(names, hands, scores=start if any(start) else None)
    legend = game_ui_of(game.name).sheet_legend
    explained = [(faint(legend),)] if legend else []
    return [heading("Score sheet"), *explained, *((line,) for line in text.splitlines())]


def winners_line(view: AnyView, names: Sequence[str]) -> Line:
    """Return the line that names the winners."""
    won = [names[seat] for seat in view.winners]
    verb = "wins" if len(won) == 1 and won != [_YOU] else "win"
    shared = "" if len(won) == 1 else "; the win is shared"
    return (Span(f"{' and '.join(won)} {verb} the game{shared}.", Style.STRONG),)


def jokers_text(pack: Pack) -> str:
    """Return the notation of the Jokers of a pack; an empty text if it has none."""
    jokers = [joker for joker in Joker if any(card.joker is joker for card in pack.cards)]
    if not jokers:
        return ""
    return f"; {'Jokers are' if len(jokers) > 1 else 'a Joker is'} {' and '.join(jokers)}"


def legend_line(pack: Pack) -> Line:
    """Return the line that explains the notation of a pack's cards."""
    text = f"QS is the queen of spades, 10C the ten of clubs{jokers_text(pack)}."
    return tuple(faint(piece) if isinstance(piece, str) else piece for piece in phrase(text))


@attrs.define
class Screen:
    """The display of one game, with a score sheet that grows during the game.

    Attributes:
        game: the game.
        opening: the view before the first move.
        printer: the printer that shows the lines.
        human: the seat of the person who plays, if there is one.
        names: the names of the seats.
        hands: the scores of the hands so far.
    """

    game: Game
    opening: AnyView
    printer: Printer
    human: int | None = None
    names: tuple[str, ...] = attrs.field(init=False)
    hands: list[HandScore[SeatScore]] = attrs.field(init=False, factory=list[HandScore[SeatScore]])

    def __attrs_post_init__(self) -> None:
        """Find names for the seats."""
        self.names = seat_names(len(self.opening.scores), self.human)

    def show_title(self, more: str = "") -> None:
        """Show the name of the game and the number of players."""
        self.printer.show(heading(f"{self.game.title}, {len(self.names)} players{more}"))

    def show_legend(self) -> None:
        """Show the legend of the card notation."""
        self.printer.show(legend_line(self.opening.rules.pack))

    def show_deal(self, view: AnyView) -> None:
        """Show the number of the hand and its dealer."""
        self.printer.show()
        is_you = view.dealer == self.human
        dealer = "you deal" if is_you else f"dealer {self.names[view.dealer]}"
        self.printer.show(heading(f"Hand {view.hands_played + 1}, {dealer}"))

    def show_end(self, view: AnyView) -> None:
        """Show the result of a hand and add it to the score sheet, or say that it was thrown in."""
        if view.score is None:
            self.printer.show(("The deal is thrown in.",))
            return
        self.hands.append(view.score)
        self.printer.show()
        show_all(self.printer, result_lines(self.game, view, self.names))

    def show_sheet(self, view: AnyView) -> None:
        """Show the score sheet if there is one, and the winners if the game is over."""
        if not self.hands:
            return
        self.printer.show()
        show_all(self.printer, sheet_lines(self.game, self.hands, self.names, self.opening.scores))
        if view.is_over:
            self.printer.show(winners_line(view, self.names))
