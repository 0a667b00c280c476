"""The choices of a player of Spades for two in words: looks, bids, raises and calls."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from types import MappingProxyType
from typing import Final

from twowaystreet._display.choices import Option, points_text
from twowaystreet._display.people import possessive
from twowaystreet._display.tasks import idle_task, play_task, short
from twowaystreet._display.values import count
from twowaystreet._engine.moves import Play
from twowaystreet._util.words import listed
from twowaystreet.games.spades.books import reneges
from twowaystreet.games.spades.cards import OF_SUIT, TRUMPS, Hand
from twowaystreet.games.spades.moves import Bid, BidType, Look, Renege, Stand
from twowaystreet.games.spades.rules import Phase
from twowaystreet.games.spades.scoring import BOSTON, FAILED, MADE
from twowaystreet.games.spades.state import View

_VERBS: Final = MappingProxyType(
    {
        Phase.LOOK: "look or bid blind",
        Phase.BID: "bid",
        Phase.RAISE: "raise or stand",
        Phase.CALL: "play or call a renege",
    }
)
HAND_WORDS: Final = MappingProxyType({Hand.DUMMY: "dummy", Hand.ACTUAL: "hand"})
"""The two hands of a player as people call them."""
_MEANING: Final = MappingProxyType(
    {
        BidType.NIL: "One of your hands takes no book",
        BidType.DOUBLE_NIL: "Neither of your hands takes a book",
        BidType.NAUGHT: "One of your hands takes no book",
        BidType.DOUBLE_NAUGHT: "Neither of your hands takes a book",
        BidType.BEMO: "Your hands take each of the first four books",
        BidType.BIG_BEMO: "Your hands take each of the first six books",
    }
)


def task_of(view: View, names: Sequence[str]) -> str:
    """Return what the viewer has to do now, or what the table waits for."""
    if idle := idle_task(view, names, _VERBS):
        return idle
    moves = view.legal_moves or ()
    match view.phase:
        case Phase.LOOK:
            return "Look at your cards, or bid before you see them"
        case Phase.BID:
            return "Bid how many books (tricks) your two hands will take"
        case Phase.RAISE:
            return _raise_task(view, names) if len(moves) > 1 else "This bid has no raise: stand"
        case Phase.CALL:
            may_play = any(isinstance(move, Play) for move in moves)
            return f"Call the renege, or {'play a card' if may_play else 'call none'}"
        case _:
            return _play_task(view)


def _raise_task(view: View, names: Sequence[str]) -> str:
    """Return the task of a player who may raise, with both bids."""
    made = listed(
        f"{name} bid {bid_text(bid)}"
        for name, bid in zip(names, view.bids, strict=True)
        if isinstance(bid, Bid)
    )
    return short(f"{made}: raise or stand", "Raise your bid, or stand")


def _play_task(view: View) -> str:
    """Return the task of a player who plays a card from one of two hands."""
    assert view.seat is not None and view.hand_to_play is not None
    dummy = view.hand_to_play is Hand.DUMMY
    held = view.face_up[view.seat] if dummy else view.hand or ()
    led = view.trick.led
    # With penalised reneges all cards are legal; the task tells which ones follow (SP-14).
    due = [card for card in held if led and card._bit & OF_SUIT[led]]
    return play_task(
        view,
        held=held,
        due=due,
        trumps=TRUMPS,
        where=HAND_WORDS[view.hand_to_play],
        closed=view.face_down_sizes[view.seat] if dummy else 0,
        trick_word="book",
    )


def options_of(view: View, names: Sequence[str]) -> Iterator[Option]:
    """Yield the choices without cards: a look, bids, a bid left as it is, and calls."""
    for move in view.legal_moves or ():
        match move:
            case Look():
                note = "You see your hand and six cards of each dummy, and then bid"
                yield Option(move, "Look at the cards", note=note)
            case Bid():
                yield _bid(view, move)
            case Stand():
                note = "Your bid stays as it is; play begins when both stand"
                yield Option(move, "Stand", note=note)
            case Renege():
                yield _call(view, names, move)
            case _:
                pass


def bid_text(bid: Bid) -> str:
    """Return a bid in words, such as "5", "Blind 6" or "Double Nil".

    >>> bid_text(Bid(BidType.BLIND, 6)), bid_text(Bid(BidType.BIG_BEMO))
    ('Blind 6', 'Big Bemo')
    """
    if bid.bid_type is BidType.NUMBER:
        return str(bid.books)
    return str(bid).title()


def _bid(view: View, bid: Bid) -> Option:
    """Return a bid with its points, made and failed (SP-15)."""
    failed = view.rules.boston_failed if bid == BOSTON else FAILED[bid]
    meaning = _MEANING.get(bid.bid_type)
    if meaning is None:
        more = "all 13 books" if bid == BOSTON else f"{bid.books} books or more"
        meaning = f"Your two hands take {more}"
    note = f"{meaning}: {MADE[bid]} points, else {points_text(failed)}"
    is_usual = bid.bid_type is BidType.NUMBER
    number = bid.books if bid.is_number else None
    return Option(bid, bid_text(bid), note=note, number=number, confirm=not is_usual)


def _call(view: View, names: Sequence[str], move: Renege) -> Option:
    """Return a call of the opponent's oldest renege, or of none (SP-14)."""
    assert view.seat is not None
    if not move.books:
        return Option(move, "Call none", note="The books stay as they are")
    other = 1 - view.seat
    books = (*view.tricks, view.trick)
    oldest = next(book for book in reneges(books, other) if book not in view.called[other])
    led = books[oldest].led
    assert led is not None
    whose = possessive(names[other])
    note = f"{whose} hand did not follow {led.word} in book {oldest + 1}, and had some"
    return Option(move, f"Take {count(move.books, 'book')}", note=note)
