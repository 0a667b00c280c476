"""Pictures of a hand, for every game: made from views, which hold what their seat may know."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from twowaystreet._cards.cards import Card, Joker
from twowaystreet._cards.packs import Pack
from twowaystreet._engine.game import Game
from twowaystreet._engine.moves import Play
from twowaystreet._engine.score_sheet import score_sheet
from twowaystreet._engine.scores import HandScore, SeatScore
from twowaystreet._tricks.tricks import Trick
from twowaystreet._views.views import View
from twowaystreet.cli.additions import Hands, additions_of, of_hand
from twowaystreet.cli.lines import (
    Column,
    Line,
    Span,
    Style,
    by_suit,
    faint,
    heading,
    padded,
    phrase,
    table,
)

_LABEL: Final = 11
_YOU: Final = "You"


def seat_names(seats: int, human: int | None) -> tuple[str, ...]:
    """What the seats are called: by their numbers, as everywhere in this library."""
    return tuple(_YOU if seat == human else f"Seat {seat}" for seat in range(seats))


def labelled(label: str, line: Line) -> Line:
    """A line with a label before it."""
    return (*padded((faint(label),), _LABEL), *line)


def table_of(game: Game, view: View, names: Sequence[str]) -> list[Line]:
    """Everything in the open: every seat, the trick on the table, what the game adds."""
    added = additions_of(game.name)
    seats = range(len(view.scores))
    title = str(view.phase).capitalize()
    if view.trick.cards or any(isinstance(move, Play) for move in view.legal_moves or ()):
        title = f"{added.trick.capitalize()} {len(view.tricks) + 1}"
    rows: list[Line] = [("  ", name) for name in names]
    if view.actor is not None:
        rows[view.actor] = ("> ", of_hand(names[view.actor], added.hands.to_play(view)))
    columns = [
        Column(title, rows, style=Style.STRONG),
        *_sizes(view, added.hands),
        _tricks(game, view),
        Column("score", [(str(score),) for score in view.scores], to_right=True),
        *added.columns(view),
    ]
    if view.trick.cards:
        laid = [_laid(view.trick, added.hands.laid(view.trick), seat) for seat in seats]
        columns.append(Column("on the table", laid))
    more = [labelled(label, line) for label, line in added.facts(view, names)]
    if len(view.hand_sizes) != len(seats) * len(added.hands.names):
        more.append(labelled("Hands", (" ".join(map(str, view.hand_sizes)), " cards")))
    return [*table(columns), *more]


def _sizes(view: View, hands: Hands) -> list[Column]:
    """How many cards each seat holds, where it is known which hands are whose."""
    each = len(hands.names)
    if len(view.hand_sizes) != len(view.scores) * each:
        return []
    return [
        Column(
            name or "cards", [(str(size),) for size in view.hand_sizes[place::each]], to_right=True
        )
        for place, name in enumerate(hands.names)
    ]


def _tricks(game: Game, view: View) -> Column:
    added = additions_of(game.name)
    counts = [(str(count),) for count in added.taken(view)]
    return Column(f"{added.trick}s", counts, to_right=True)


def _laid(trick: Trick, hands: Sequence[str], seat: int) -> Line:
    """What a seat has played to the open trick; for a Joker led, which suit it stands for."""
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


def hand_of(view: View) -> Line:
    """The seat's own hand; the cards that cannot be played now stand back."""
    if view.hand is None:
        return labelled("Hand", (faint("not seen yet"),))
    plays = [move.card for move in view.legal_moves or () if isinstance(move, Play)]
    return labelled("Hand", by_suit(view.hand, plays or None))


def named(seat: int, line: Line, names: Sequence[str]) -> Line:
    """A line with a player's name before it, in a column that holds all names."""
    return (*padded((names[seat],), max(map(len, names)) + 2), *line)


def hands_of(hands: Mapping[int, Sequence[Card]], names: Sequence[str]) -> list[Line]:
    """Hands by their seats, a line each."""
    return [named(seat, by_suit(cards), names) for seat, cards in hands.items()]


def all_of(game: Game, view: View, names: Sequence[str]) -> list[Line]:
    """Everything that a view tells: what is in the open, the seat's hand, what others have none of.

    A spectator has no hand to be shown.
    """
    own = [] if view.seat is None else [hand_of(view)]
    voids = [labelled("Void", phrase(str(void))) for void in view.voids]
    return [*table_of(game, view, names), *own, *voids]


def trick_line(
    game: Game, number: int, trick: Trick, names: Sequence[str], remarks: Sequence[str] = ()
) -> Line:
    """A complete trick in the order of play, with who led and who took it.

    Args:
        game: the game.
        number: which trick of the hand it is, from 1.
        trick: the trick.
        names: what the seats are called.
        remarks: what was said while it was played, and what happened.
    """
    assert trick.winner is not None
    added = additions_of(game.name)
    hands = added.hands
    players = [
        of_hand(names[seat], hand)
        for seat, hand in zip(trick.seats, hands.laid(trick), strict=True)
    ]
    taker = of_hand(names[trick.winner], hands.took(trick))
    longest = max(len(of_hand(name, hand)) for name in names for hand in hands.names)
    line = [*padded((faint(f"{added.trick.capitalize()} {number}"),), _LABEL)]
    line += [*padded((players[0],), longest), faint(" led ")]
    for card, player in zip(trick.cards, players, strict=True):
        # A card cannot be told to have won when its player has laid two of them.
        won = player == taker and players.count(taker) == 1
        cell: Line = (" ", *padded((Span(card, Style.STRONG) if won else card,), 3))
        line += cell
    line.append(faint("  taken by "))
    told = f" ({'; '.join(remarks)})"
    return (*line, *padded((taker,), longest), told) if remarks else (*line, taker)


def result(game: Game, view: View, names: Sequence[str]) -> list[Line]:
    """What the hand that has just been finished was worth."""
    assert view.score is not None
    added = additions_of(game.name)
    columns = [
        Column("Result", [("  ", name) for name in names], style=Style.STRONG),
        _tricks(game, view),
        *added.columns(view),
        Column("points", [(f"{points:+}",) for points in view.score.points], to_right=True),
        Column("total", [(str(score),) for score in view.scores], to_right=True),
    ]
    return [*table(columns), *((line,) for line in added.verdict(view, names))]


def sheet(
    game: Game, hands: Sequence[HandScore[SeatScore]], names: Sequence[str], start: Sequence[int]
) -> list[Line]:
    """The score sheet of the hands so far, with what its entries mean.

    Args:
        game: the game.
        hands: their scores.
        names: what the seats are called.
        start: the points that the game began with; nothing is written if there were none.
    """
    text = score_sheet(names, hands, scores=start if any(start) else None)
    legend = additions_of(game.name).sheet
    explained = [(faint(legend),)] if legend else []
    return [heading("Score sheet"), *explained, *((line,) for line in text.splitlines())]


def winners(view: View, names: Sequence[str]) -> Line:
    """Who has won the game."""
    won = [names[seat] for seat in view.winners]
    verb = "wins" if len(won) == 1 and won != [_YOU] else "win"
    shared = "" if len(won) == 1 else "; the win is shared"
    return (Span(f"{' and '.join(won)} {verb} the game{shared}.", Style.STRONG),)


def jokers_of(pack: Pack) -> str:
    """How the Jokers of a pack are written; nothing if it has none."""
    kinds = [kind for kind in Joker if any(card.joker is kind for card in pack.cards)]
    if not kinds:
        return ""
    return f"; {'Jokers are' if len(kinds) > 1 else 'a Joker is'} {' and '.join(kinds)}"


def legend_of(pack: Pack) -> Line:
    """A line that says how the cards of a pack are written."""
    text = f"QS is the queen of spades, 10C the ten of clubs{jokers_of(pack)}."
    return tuple(faint(piece) if isinstance(piece, str) else piece for piece in phrase(text))
