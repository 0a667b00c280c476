"""The choices of a player of Tien Len in words: combinations, the play to beat, and passes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from twowaystreet._cards.cards import Card
from twowaystreet._display.choices import Option, ScoreRow
from twowaystreet._display.people import does, whom
from twowaystreet._display.rank_words import rank_words
from twowaystreet._display.signs import sign_text, signs_text
from twowaystreet._display.tasks import idle_task
from twowaystreet.games.tien_len.kinds import Kind, ascending, kind_of
from twowaystreet.games.tien_len.moves import Pass, PlayCards
from twowaystreet.games.tien_len.scoring import PLAYERS, STAKE, SeatScore
from twowaystreet.games.tien_len.state import View

_FIRST: Final = Card.parse("3S")
"""The card of the first lead of a game (TL-2)."""
_ORDER: Final = ("first", "second", "third")


def _of_rank(cards: Sequence[Card]) -> str:
    return rank_words(cards[0])


def _from_to(cards: Sequence[Card]) -> str:
    return f"{cards[0].rank} to {cards[-1].rank}"


_NAMES: Final[Mapping[Kind, tuple[str, Callable[[Sequence[Card]], str]]]] = MappingProxyType(
    {
        Kind.SINGLE: ("the ", lambda cards: sign_text(cards[0])),
        Kind.PAIR: ("a pair of ", _of_rank),
        Kind.TRIPLET: ("a triplet of ", _of_rank),
        Kind.FOUR: ("four ", _of_rank),
        Kind.SEQUENCE: ("the sequence ", _from_to),
        Kind.DOUBLE_SEQUENCE: ("the double sequence ", _from_to),
    }
)
"""For each kind the beginning of its name, and a function for the rest."""


def combination(cards: Sequence[Card]) -> str:
    """Return the cards of a play in words.

    >>> from twowaystreet._cards.cards import cards
    >>> combination(cards("9C 9H")), combination(cards("7D 5S 6S"))
    ('a pair of nines', 'the sequence 5 to 7')
    """
    kind = kind_of(cards)
    assert kind is not None
    before, rest = _NAMES[kind]
    return f"{before}{rest(ascending(cards))}"


def kind_text(cards: Sequence[Card]) -> str:
    """Return the kind of a combination; empty for a single card, and for cards that are no play.

    >>> from twowaystreet._cards.cards import cards
    >>> [kind_text(cards(text)) for text in ("9C 9H", "9C 9D 9H 9S", "9C", "9C 8H")]
    ['pair', 'four', '', '']
    """
    kind = kind_of(cards)
    return "" if kind in (None, Kind.SINGLE) else str(kind).removesuffix(" of a kind")


def task_of(view: View, names: Sequence[str]) -> str:
    """Return what the viewer has to do now, or what the table waits for."""
    if idle := idle_task(view, names):
        return idle
    moves = view.legal_moves or ()
    best = view.to_beat
    if best is None:
        return _lead_task(view)
    play = combination(best.cards)
    if all(isinstance(move, Pass) for move in moves):
        return f"Nothing of yours beats {play}: pass"
    return f"Beat {play}, or pass"


def _lead_task(view: View) -> str:
    """Return the task of a player who leads, with the reason for the lead (TL-2, TL-5)."""
    if not view.tricks:
        if view.last_winner is None:
            return f"You lead: play any cards with the {sign_text(_FIRST)}"
        return "You won the last hand: lead any card or combination"
    if view.tricks[-1].winner == view.seat:
        return "All others passed: lead any card or combination"
    return "The winner has no cards left: lead any card or combination"


def options_of(view: View) -> Iterator[Option]:
    """Yield the choice without cards: a pass."""
    for move in view.legal_moves or ():
        if isinstance(move, Pass):
            yield Option(move, "Pass", note="You may come back in at a later turn")


def button_of(move: PlayCards) -> str:
    """Return the words for a play, such as "Play the pair 9♠ 9♥"."""
    cards = signs_text(ascending(move.cards))
    return f"Play {cards}" if len(move.cards) == 1 else f"Play the {move.kind} {cards}"


def row_of(seat: SeatScore) -> ScoreRow:
    """Return the points of a seat in words (TL-6)."""
    if seat.place == PLAYERS:
        return ScoreRow(f"last with cards: {STAKE} to each of the others", "TL-6")
    return ScoreRow(f"{_ORDER[seat.place - 1]} out: {STAKE} from the loser", "TL-6")


def lines_of(view: View, names: Sequence[str]) -> list[str]:
    """Name the loser, who pays the others (TL-6)."""
    assert view.score is not None
    loser = names[view.score.loser]
    return [f"Only {does(loser, 'keep')} cards: 1 point from {whom(loser)} to each of the others"]
