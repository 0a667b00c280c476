"""The display of Spades for two: bids, dummies, overbooks, and the hand that plays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from twowaystreet._cards.cards import text_of
from twowaystreet._cli.game_ui.common import GameUI
from twowaystreet._cli.game_ui.tricks import CardTricks, PlayerHands
from twowaystreet._cli.output import Column, Line, by_suit
from twowaystreet._engine.moves import Play
from twowaystreet._tricks.tricks import Trick
from twowaystreet._views.views import AnyView
from twowaystreet.games import spades
from twowaystreet.games.spades import Hand, Phase

_PLAY: Final = (
    "An actual hand follows suit if it can (with renege=penalised it may fail to, and be called "
    "for that later); Jokers are spades. A dummy plays a card of the suit led that lies face up, "
    "else a spade; if it has neither, it has turned up cards until there was one. The highest "
    "spade takes the book, else the highest card of the suit led, and the hand that takes it "
    "leads the next. Spades rank R* B* 2 A K and so on, other suits from the ace. Round the table "
    "each player's dummy comes before the actual hand."
)
_RENEGE: Final = (
    "A hand of your opponent did not follow suit, and has later shown a card of it. For that you "
    "may take one to three of your opponent's books"
)


def books(view: AnyView) -> Sequence[int]:
    """Return the number of books of each player, after the moves by calls of a renege."""
    assert isinstance(view, spades.View)
    return view.books


def to_play(view: AnyView) -> str:
    """Return the hand that must play."""
    assert isinstance(view, spades.View)
    return view.hand_to_play or ""


def laid(trick: Trick) -> Sequence[str]:
    """Return for each card of a book the hand that it came from."""
    assert isinstance(trick, spades.Trick)
    return trick.hands


def took(trick: Trick) -> str:
    """Return the hand that took a book."""
    assert isinstance(trick, spades.Trick)
    return trick.winning_hand or ""


def columns(view: AnyView) -> list[Column]:
    """Return columns of bids, and of their points when the hand is over."""
    assert isinstance(view, spades.View)
    bids = ["-" if bid is None else str(bid).removeprefix("bid ") for bid in view.bids]
    columns = [Column("bid", [(bid,) for bid in bids])]
    if view.score is None:
        return columns
    seats = view.score.seats
    parts = {
        "contract": [seat.contract for seat in seats],
        "overbooks": [seat.overbooks for seat in seats],
        "penalty": [seat.penalty for seat in seats],
        "bonus": [seat.bonus for seat in seats],
    }
    return [
        *columns,
        Column("", [("made" if seat.made else "failed",) for seat in seats]),
        *(
            Column(title, [(f"{number:+}",) for number in numbers], to_right=True)
            for title, numbers in parts.items()
        ),
    ]


def facts(view: AnyView, names: Sequence[str]) -> list[tuple[str, Line]]:
    """Return the counts of the match, the dummies after the look, and the called reneges."""
    assert isinstance(view, spades.View)
    lines: list[tuple[str, Line]] = [(label, (text,)) for label, text in _counts(view, names)]
    plays = {move.card for move in view.legal_moves or () if isinstance(move, Play)}
    for name, up, down in zip(names, view.face_up, view.face_down_sizes, strict=True):
        bright = plays if plays.intersection(up) else None
        hidden = (f"{down} face down",) if down else ()
        seen = (*by_suit(up, bright), "  and ") if up and hidden else by_suit(up, bright)
        if up or (down and view.tricks):
            lines.append(("Dummy", (f"{name}: ", *seen, *hidden)))
    for name, books in zip(names, view.called, strict=True):
        lines += [("Called", (f"the renege of {name} in book {book + 1}",)) for book in books]
    return lines


def _counts(view: spades.View, names: Sequence[str]) -> list[tuple[str, str]]:
    """Return the overbooks of the match and the perfect bids in a row, if there are any."""
    counts = {
        ("Overbooks", "so far"): view.overbooks,
        ("Perfect", "bids in a row"): view.perfect_bids,
    }
    return [
        (
            label,
            f"{more}: {', '.join(f'{n} ({name})' for name, n in zip(names, numbers, strict=True))}",
        )
        for (label, more), numbers in counts.items()
        if any(numbers)
    ]


def describe_events(before: AnyView, after: AnyView, names: Sequence[str]) -> list[str]:
    """Describe the cards that a dummy turned up to follow suit, or after a book to lead."""
    assert isinstance(before, spades.View) and isinstance(after, spades.View)
    then = "" if after.trick.cards else "then "
    shown = zip(names, before.face_up, after.face_up, strict=True)
    return [
        f"{then}{name}'s dummy turns up {text_of(sorted(set(now) - set(earlier)))}"
        for name, earlier, now in shown
        if before.hand_to_play and set(now) - set(earlier)
    ]


def explain_score(view: AnyView, names: Sequence[str]) -> list[str]:
    """Return the counts of the match so far."""
    assert isinstance(view, spades.View)
    return [f"{label} {text}" for label, text in _counts(view, names)]


HANDS: Final = PlayerHands(
    names=(Hand.DUMMY, Hand.ACTUAL),
    to_play=to_play,
    laid=laid,
    took=took,
)
UI: Final = GameUI(
    tricks=CardTricks(word="book", won=books, hands=HANDS),
    hands=HANDS,
    columns=columns,
    facts=facts,
    describe_events=describe_events,
    explain_score=explain_score,
    sheet_legend="bid, books taken: points; below it the total",
    phase_help={
        Phase.LOOK: (
            "Nobody has seen a card. You may bid Nil (one of your hands is to take no book) or "
            "Double Nil (both), and at least 100 points behind a number blind; or look, and bid "
            "afterwards. When both of you have chosen you see your actual hand, and six cards of "
            "each dummy."
        ),
        Phase.BID: (
            "Bid how many books your two hands will take, 4 to 13; more of them count a point "
            "each, but every ten of these overbooks cost 100. Or bid Bemo, the first four books, "
            "or Big Bemo, the first six; or Naught, no book with one of your hands, or Double "
            "Naught, none with both."
        ),
        Phase.RAISE: (
            "Raise your bid, a number to a higher one, Bemo to Big Bemo, Naught to Double Naught; "
            "or stand. When both of you stand in succession, play begins."
        ),
        Phase.PLAY: _PLAY,
        Phase.CALL: f"{_RENEGE}; or play on. {_PLAY}",
    },
)
