"""What a table tells in words: events in sentences, legal moves in groups, and reports."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from itertools import groupby
from typing import ClassVar, Final, Generic
from unicodedata import category

import attrs
from typing_extensions import TypeVar

from twowaystreet._core.display.display import AnyDisplay, display_of
from twowaystreet._core.display.sentences import Happening, sentences_of
from twowaystreet._core.display.values import count
from twowaystreet._core.display.words import YOU, sentence
from twowaystreet._core.engine.game import Game
from twowaystreet._core.engine.moves import Move, cards_of, groups_of
from twowaystreet._core.engine.setup import UNFIT
from twowaystreet._core.engine.state import AnyState
from twowaystreet._core.records.seat_records import Event
from twowaystreet._core.views.views import AnyView
from twowaystreet._util.values import Derived, Value
from twowaystreet.errors import RulesError, as_tuple, quoted
from twowaystreet.ratings import rate
from twowaystreet.table._errors import TableError
from twowaystreet.table._people import plain_text
from twowaystreet.table._sittings import Happened, LogEntry

ViewT_co = TypeVar("ViewT_co", bound=AnyView, default=AnyView, covariant=True)
"""The class of the views of a game."""

_USUAL: Final = 1500  # usual length of a text with moves; chats allow 2000 characters
_LONGEST: Final = 100  # the most characters of a time
_WORDS: Final = {
    Happened.JOIN: "joins",
    Happened.LEAVE: "leaves",
    Happened.REPLACE: "takes the seat of {}",
    Happened.LATE: "runs out of time",
    Happened.AGAIN: "wants to play again",
    Happened.REMATCH: "a new game begins",
    Happened.ASK: "asks to take back a move",
    Happened.AGREE: "agrees to take back the move",
    Happened.DECLINE: "declines to take back the move",
    Happened.UNDO: "takes back a move",
    Happened.CLAIM: "lays down the cards: the rest is decided",
    Happened.ACCEPT: "agrees that the rest is decided",
    Happened.CONTEST: "wants to play on",
    Happened.FAULT: "fails, and a random player moves instead until the next deal",
}
"""The texts of events other than moves; ``{}`` stands for the earlier name of the seat."""

# Views and events


@attrs.frozen
class TableEvent(Derived, Generic[ViewT_co]):
    """An event as one person may know it.

    Attributes:
        number: the number of the event, from 1. The numbers rise, and skip the moves that were
            taken back.
        happened: the kind.
        seat: the seat that acted; ``None`` for a deal, and for a new game.
        text: the visible text of the move, or the event in words, without its subject.
        move: the move; ``None`` for other events, and if part of the move is hidden.
        before: the person's view before the event.
        view: the person's view after it.
        sentences: the event and its effects in whole sentences, such as who took the trick. A
            player reads "You" for the own seat, and a spectator the names of all.
    """

    number: int
    happened: Happened
    seat: int | None
    text: str
    move: Move | None
    before: ViewT_co
    view: ViewT_co
    sentences: tuple[str, ...] = ()

    _comes_from: ClassVar = "Table.events(token)"


def words_of(entry: LogEntry) -> str:
    """Return an event other than a move in words, without its subject."""
    return _WORDS[entry.happened].format(entry.before) if entry.happened in _WORDS else ""


def sentences_for(
    game: Game, event: TableEvent, names: Sequence[str], seat: int | None
) -> tuple[str, ...]:
    """Return an event and its effects; the names at its time have "You" for the reader."""
    if event.happened is Happened.REMATCH:
        return (f"{event.text.capitalize()}.",)
    if event.happened is not Happened.MOVE:
        assert event.seat is not None
        verb, blank, rest = event.text.partition(" ")
        if names[event.seat] == YOU:
            verb = verb.removesuffix("s")
        return (sentence(f"{names[event.seat]} {verb}{blank}{rest}."),)
    if event.seat is None:
        return ("New deal.",)
    human = seat if seat is not None and names[seat] == YOU else None
    seen = Event(event.seat, event.text, event.move, event.view)
    display = display_of(game)
    told = sentences_of(display, Happening(event.before, seen), names, human)
    shown = () if event.view.score is None else display.showing(event.view, names)
    return (*told, *(f"{words}." for words in shown))


# Legal moves in groups, for chats and other places without room for a thousand of them


@attrs.frozen
class Offer(Derived):
    """Some legal moves of one kind.

    Attributes:
        kind: the kind in words, such as "pair"; empty for moves that need no other name.
        moves: the moves, in the order of their cards.
    """

    kind: str
    moves: tuple[Move, ...]

    _comes_from: ClassVar = "Table.offers(token)"

    def text(self, words: int | None = None) -> str:
        """Return the moves as they are written, each once.

        Args:
            words: the number of words of each move to show, with the number of moves that go on
                from there; ``None`` for whole moves, and 0 for the number of moves alone.
        """
        if words == 0:
            return count(len(self.moves), "move")
        texts: list[str] = []
        for begun, same in groupby(
            map(str, self.moves), lambda move: " ".join(move.split()[:words])
        ):
            alike = [*same]
            texts.append(alike[0] if len(alike) == 1 else f"{begun} ... ({len(alike)})")
        return ", ".join(texts)


def offers_of(view: AnyView, begun: str = "") -> tuple[Offer, ...]:
    """Return the legal moves of a view in groups, as :meth:`Table.offers` does for a person.

    >>> import random
    >>> from twowaystreet import apply, shuffle, view
    >>> from twowaystreet.games import duel
    >>> state = duel.new_game()
    >>> state = apply(state, shuffle(state, random.Random(7)))
    >>> print(offers_text(offers_of(view(state, state.actor)), 60))
    no bid, bid ... (20)
    """
    start, display = begun.casefold().split(), display_of(view)
    found: dict[str, list[Move]] = {}
    for move in view.legal_moves or ():
        if not start or str(move).casefold().split()[: len(start)] == start:
            found.setdefault(_kind(move, view, display), []).append(move)
    return tuple(Offer(kind, tuple(moves)) for kind, moves in found.items())


def offers_text(offers: Sequence[Offer], most: int = _USUAL) -> str:
    """Return groups of moves as a text, with a line for each kind.

    Moves that begin alike are put together where all of them would be too long: ``3C 4C ... (12)``
    stands for twelve moves. :meth:`Table.offers` gives those that go on from such a beginning.

    Args:
        offers: the groups.
        most: the most characters, if the first word of each move fits.

    >>> from twowaystreet.games import street
    >>> from twowaystreet.table import Table
    >>> bots = {1: "simple", 2: "simple"}
    >>> table = Table(street.GAME, street.Rules(players=3), bots=bots, dealer=0)
    >>> ann = table.join("Ann")
    >>> table.play(ann, "deal")
    >>> print(offers_text(table.offers(ann)))
    high, low
    """
    longest = max((len(str(move).split()) for offer in offers for move in offer.moves), default=0)
    text = ""
    for words in (None, *reversed(range(max(1, longest)))):
        kinds = ((f"{offer.kind}: " if offer.kind else "", offer) for offer in offers)
        text = "\n".join(f"{kind}{offer.text(words)}" for kind, offer in kinds)
        if len(text) <= most:
            break
    return text


def _kind(move: Move, view: AnyView, display: AnyDisplay) -> str:
    """Return the kind of a move with several cards; empty for others."""
    groups = groups_of(move)
    several = len(groups) == 1 and len(groups[0]) > 1
    return display.kind_of(cards_of(move), view) if several else ""


# Reports of finished games


@attrs.frozen(kw_only=True)
class Report(Value):
    """The result of a game, which players write down after a match.

    Attributes:
        when: the time of the game, as the caller has given it.
        game: the title of the game.
        players: the names in the order of seats.
        scores: the final scores.
        winners: the seats that won.
        target: the agreed target in points; ``None`` without one.
        ratings: the ratings after the game (RA-1 to RA-6); ``None`` if none were given, or the game
            has no target.
        changes: the changes of the ratings, in whole points (RA-4); ``None`` as well. They are 0
            in a game to fewer than 12 points, which does not count (RA-1).
    """

    when: str
    game: str
    players: tuple[str, ...]
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    target: int | None
    ratings: tuple[float, ...] | None = None
    changes: tuple[int, ...] | None = None

    def __str__(self) -> str:
        """Return the report as text, with a line for each seat.

        >>> about = {"when": "Sunday", "game": "Two Way Street", "target": 20}
        >>> ratings = {"ratings": (984, 1016), "changes": (-16, 16)}
        >>> print(Report(**about, players=("Ann", "Ben"), scores=(8, 20), winners=(1,), **ratings))
        Two Way Street to 20 points, Sunday
        Ann  8, rating 984 (-16)
        Ben  20, rating 1016 (+16), won
        """
        to = "" if self.target is None else f" to {self.target} points"
        return "\n".join(
            [f"{self.game}{to}, {self.when}", *map(self._line, range(len(self.scores)))]
        )

    def _line(self, seat: int) -> str:
        rating = ""
        if self.ratings is not None and self.changes is not None:
            rating = f", rating {round(self.ratings[seat], 2)} ({self.changes[seat]:+d})"
        won = ", won" if seat in self.winners else ""
        return f"{self.players[seat]}  {self.scores[seat]}{rating}{won}"


def report_of(
    state: AnyState, names: Sequence[str], when: object, ratings: Sequence[float] | None
) -> Report:
    time = _checked_time(when)
    if not state.is_over:
        raise TableError("the game is not over: there is no report yet")
    assert state.score is not None
    target: int | None = getattr(state.rules, "target", None)
    after = changes = None
    if ratings is not None:
        expected = f"{len(names)} finite numbers, one for each seat"
        before = as_tuple("ratings", ratings, expected, "RA-4")
        if len(before) != len(names):
            raise RulesError("ratings", ratings, expected, "RA-4")
        fewer = state.score.fewer_is_better
        rated = rate(before, state.scores, target=target or 1, lowest_wins=fewer)  # checks them
        if target is not None:
            after = rated
            changes = tuple(round(new - old) for new, old in zip(after, before, strict=True))
    return Report(
        when=time,
        game=state.title,
        players=tuple(names),
        scores=state.scores,
        winners=state.winners,
        target=target,
        ratings=after,
        changes=changes,
    )


def _checked_time(when: object) -> str:
    """Return a time in words; refuse what is neither a date nor a short text on one line."""
    text = plain_text(str(when) if issubclass(type(when), date) else when)
    if text is None or any(category(char) in UNFIT for char in text):
        raise TableError(f"when={quoted(when)}: expected a date, or a text on one line")
    if not 0 < len(text.strip()) <= _LONGEST:
        raise TableError(f"when={quoted(when)}: expected 1 to {_LONGEST} characters")
    return text.strip()
