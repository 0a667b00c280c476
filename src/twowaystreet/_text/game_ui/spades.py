"""The display of Spades for two: bids, dummies, overbooks, and the hand that plays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from twowaystreet._cards.cards import text_of
from twowaystreet._engine.moves import Play
from twowaystreet._records.seat_records import Event
from twowaystreet._text.game_ui.common import GameUI, tell_move
from twowaystreet._text.game_ui.tricks import CardTricks, PlayerHands
from twowaystreet._text.output import Column, Line, by_suit, flowed
from twowaystreet._tricks.tricks import Trick
from twowaystreet._views.views import AnyView
from twowaystreet.games import spades
from twowaystreet.games.spades import Hand, Phase
from twowaystreet.games.spades.scoring import BOSTON, FAILED, MADE

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


_TOLD: Final = {"look": "look at the cards", "no renege": "call no renege", "stand": "stand"}


def tell(before: AnyView, event: Event) -> str:
    """Describe a bid, a look, a called renege, or a card with the hand that plays it."""
    assert isinstance(before, spades.View)
    if isinstance(event.move, Play):
        return f"{tell_move(before, event)} from the {before.hand_to_play} hand"
    if event.text in _TOLD:
        return _TOLD[event.text]
    if isinstance(event.move, spades.Renege):
        books = "1 book" if event.move.books == 1 else f"{event.move.books} books"
        return f"call a renege and so gain {books}"
    raised = "raise to" if before.phase is Phase.RAISE else "bid"
    return f"{raised} {event.text.removeprefix('bid ')}"


def worth(view: AnyView) -> list[tuple[str, Line]]:
    """Return the points of each legal bid, made and failed (SP-15)."""
    assert isinstance(view, spades.View)
    legal = [move for move in view.legal_moves or () if isinstance(move, spades.Bid)]
    if not legal:
        return []
    note = "points if the bid is made / if it fails; each book beyond a number adds 1"
    failed = {**FAILED, BOSTON: view.rules.boston_failed}
    cells: list[Line] = [
        (f"{str(bid).removeprefix('bid ')} {MADE[bid]:+}/{failed[bid]:+},",) for bid in legal
    ]
    cells[-1] = (str(cells[-1][0]).removesuffix(","),)
    return [("Worth", (note,)), *(("", line) for line in flowed(cells))]


HANDS: Final = PlayerHands(
    names=(Hand.DUMMY, Hand.ACTUAL),
    to_play=to_play,
    laid=laid,
    took=took,
)
_HOW_TO_PLAY: Final = (
    "Each of the two players has an actual hand and a dummy of 13 cards each, and plays both. The "
    "pack has two Jokers and lacks the 2 of hearts and the 2 of diamonds. Spades are trumps: R*, "
    "B*, 2, A, K and so on. Other suits rank from the ace.",
    "Before you see a card, you may bid Nil (one of your hands takes no book) or Double Nil "
    "(neither does), or a number blind if you are 100 points behind. Otherwise you look at your "
    "actual hand and turn up six cards of your dummy. Then you bid the number of books (tricks) of "
    "both hands, 4 to 13; or Bemo (your hands take the first four books), Big Bemo (the first "
    "six); or Naught or Double Naught, as Nil or Double Nil. Both may raise until both stand.",
    "The dealer's opponent leads from the dummy; the hand that takes a book leads the next. Round "
    "the table each dummy comes before its player's actual hand. An actual hand follows suit if it "
    "can. A dummy plays an open card of the suit led, else an open spade; else cards are turned up "
    "until one fits, which it must play. The highest spade takes the book, else the highest card "
    "of the suit led.",
    "A number brings 10 points a book if made, and costs as many if not; from 10 on, and blind, it "
    "brings more. Each further book is 1 point, but every tenth of these overbooks costs 100. "
    "Three numbers in succession hit exactly bring 80. The game ends when somebody has the target; "
    "the most points win.",
)

UI: Final = GameUI(
    tricks=CardTricks(word="book", won=books, hands=HANDS),
    hands=HANDS,
    columns=columns,
    facts=facts,
    tell_move=tell,
    describe_events=describe_events,
    worth=worth,
    explain_score=explain_score,
    sheet_legend="bid, books taken: points; below it the total",
    how_to_play=_HOW_TO_PLAY,
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
