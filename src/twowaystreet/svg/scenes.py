"""Scenes: the facts of a view in the form in which every table shows them.

A game adds its own facts with :class:`Pieces`. The pictures of a game without pieces show all
facts that its view class adds: cards in the middle, other values as words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, TypeAlias, cast

import attrs

from twowaystreet._cards.cards import Card, Suit
from twowaystreet._engine.moves import Move, cards_of
from twowaystreet._tricks.tricks import tricks_won
from twowaystreet._util.values import Value
from twowaystreet._util.words import listed
from twowaystreet._views.trick_views import TrickView
from twowaystreet._views.views import AnyView, View


@attrs.frozen
class Row(Value):
    """Cards in a row, with a label.

    Attributes:
        label: the label; it can be empty.
        cards: the cards; ``None`` for each card face down.
        is_hand: True for a hand from which the player plays.
    """

    label: str
    cards: tuple[Card | None, ...]
    is_hand: bool = False


@attrs.frozen
class Played(Value):
    """The cards that a seat has played to the trick on the table.

    Attributes:
        cards: the cards.
        note: a word below them, such as ``led``.
        is_past: True if the trick is complete.
        won: True if the seat has won it.
    """

    cards: tuple[Card, ...]
    note: str = ""
    is_past: bool = False
    won: bool = False


NOT_PLAYED: Final = Played(())


@attrs.frozen
class Fact(Value):
    """A fact about the whole hand: words, and the suit that they name, if any."""

    words: str
    suit: Suit | None = None


Order: TypeAlias = Callable[[Card], Any]  # Any: a key of sorting


def cards_by_suit(card: Card) -> int:
    """Return the place in the order of cards."""
    return card.index


def _nothing(view: AnyView, seat: int) -> Iterable[Any]:  # Any: of words or of rows
    return ()


def _no_middle(view: AnyView) -> Iterable[Any]:  # Any: of facts or of rows
    return ()


def count(number: int, thing: str) -> str:
    """Return a number of things in words.

    >>> count(1, "trick"), count(2, "trick")
    ('1 trick', '2 tricks')
    """
    return f"{number} {thing}{'' if number == 1 else 's'}"


def tricks_of(view: AnyView, word: str = "trick") -> list[str]:
    """Return the number of each seat's tricks in words; empty texts in games without tricks."""
    seats = len(view.scores)
    if not isinstance(view, TrickView):
        return [""] * seats
    return [count(won, word) for won in tricks_won(view.tricks, seats)]


def card_tricks(view: AnyView) -> list[Played]:
    """Return the cards of each seat in the trick on the table, or in the last one before it."""
    seats = len(view.scores)
    if not isinstance(view, TrickView) or not (view.trick.cards or view.tricks):
        return [NOT_PLAYED] * seats
    past = not view.trick.cards
    trick = view.tricks[-1] if past else view.trick
    laid: list[list[Card]] = [[] for _ in range(seats)]
    for card, seat in zip(trick.cards, trick.seats, strict=True):
        laid[seat].append(card)
    notes = {trick.leader: "led"} if not past else {trick.winner: "took it"}
    return [
        Played(tuple(cards), notes.get(seat, ""), past, seat == trick.winner)
        for seat, cards in enumerate(laid)
    ]


@attrs.frozen(kw_only=True)
class Pieces(Value):
    """The parts of a picture that depend on the game; every field has a default.

    Attributes:
        words: gives further facts about a seat, in words.
        rows: gives further cards of a seat in rows, such as captured cards.
        facts: gives facts about the whole hand.
        middle: gives the rows of cards in the middle of the table.
        played: gives the cards that each seat has played; ``None`` if the middle shows them.
        taken: gives the number of each seat's tricks in words.
        order: gives the key by which hands are sorted.
        hands: the names of the hands of each player, in the order of ``View.hand_sizes``.
        own: the number of the hand that the fan shows.
    """

    words: Callable[[AnyView, int], Iterable[str]] = _nothing
    rows: Callable[[AnyView, int], Iterable[Row]] = _nothing
    facts: Callable[[AnyView], Iterable[Fact]] = _no_middle
    middle: Callable[[AnyView], Iterable[Row]] = _no_middle
    played: Callable[[AnyView], Sequence[Played]] | None = card_tricks
    taken: Callable[[AnyView], Sequence[str]] = tricks_of
    order: Order = cards_by_suit
    hands: tuple[str, ...] = ("",)
    own: int = 0


@attrs.frozen(kw_only=True)
class Seat(Value):
    """One seat at the table.

    Attributes:
        name: the name of the player.
        score: the points so far.
        words: the facts about the seat.
        hand: the cards in the hand; ``None`` for each card face down.
        rows: further cards.
        played: the cards in the trick on the table.
        is_actor: True if the seat is to move.
        has_won: True if the seat has won the game.
    """

    name: str
    score: str
    words: tuple[str, ...]
    hand: tuple[Card | None, ...]
    rows: tuple[Row, ...]
    played: Played
    is_actor: bool
    has_won: bool


@attrs.frozen(kw_only=True)
class Scene(Value):
    """Everything that a picture of a table shows.

    Attributes:
        title: the game, the hand and the phase.
        seats: the seats in their order.
        bottom: the seat at the lower edge.
        own: the seat that sees the table; ``None`` for a spectator.
        facts: the facts about the whole hand.
        middle: the cards in the middle.
        stock: the number of cards in the stock; ``None`` if it is not shown.
        moves: the text of the move for each card that can be played.
        has_slots: True if every seat has a place for its cards in the trick.
    """

    title: str
    seats: tuple[Seat, ...]
    bottom: int
    own: int | None
    facts: tuple[Fact, ...]
    middle: tuple[Row, ...]
    stock: int | None
    moves: Mapping[Card, str]
    has_slots: bool


def moves_by_card(moves: Iterable[Move]) -> dict[Card, str]:
    """Return for each card the text of the move that plays it alone.

    A move of a type that may also name several cards or none, such as a draw, counts only if its
    text is that of the card: people choose the cards of other such moves one by one.

    >>> from twowaystreet._engine.moves import Play
    >>> moves_by_card([Play(Card.parse("QS"))])
    {Card.parse('QS'): 'QS'}
    """
    offered = [(move, cards_of(move)) for move in moves]
    several = {type(move) for move, named in offered if len(named) != 1}
    found: dict[Card, str] = {}
    for move, named in offered:
        if len(named) == 1 and (type(move) not in several or str(move) == str(named[0])):
            found.setdefault(named[0], str(move))
    return found


def _are_assigned(view: AnyView, pieces: Pieces) -> bool:
    """Return True if the hands of a view are those of its seats, in their order."""
    return len(view.hand_sizes) == len(view.scores) * len(pieces.hands)


def own_hand(view: AnyView, pieces: Pieces) -> int | None:
    """Return the place of the viewer's hand in ``View.hand_sizes``; ``None`` without one."""
    if view.seat is None or not _are_assigned(view, pieces):
        return None
    return view.seat * len(pieces.hands) + pieces.own


def scene_of(
    view: AnyView,
    pieces: Pieces,
    title: str,
    names: Sequence[str],
    hands: Sequence[Sequence[Card] | None],
) -> Scene:
    """Return the scene of a view.

    Args:
        view: the view.
        pieces: the parts that depend on the game.
        title: the name of the game.
        names: the names of the players.
        hands: the open hands in the order of ``View.hand_sizes``; ``None`` for each closed one.
    """
    count_of, own = len(pieces.hands), pieces.own
    assigned = _are_assigned(view, pieces)
    played = pieces.played(view) if pieces.played else [NOT_PLAYED] * len(names)
    taken = pieces.taken(view)

    def ordered(opened: Iterable[Card]) -> tuple[Card, ...]:
        return tuple(sorted(opened, key=pieces.order))

    def held(place: int) -> tuple[Card | None, ...]:
        opened = hands[place]
        return (None,) * view.hand_sizes[place] if opened is None else ordered(opened)

    def cards(seat: int, which: int) -> tuple[Card | None, ...]:
        if seat == view.seat and which == own and view.hand is not None:
            return ordered(view.hand)
        return held(seat * count_of + which) if assigned else ()

    def rows(seat: int) -> Iterator[Row]:
        others = {
            name: Row(name, shown, is_hand=True)
            for which, name in enumerate(pieces.hands)
            if which != own and any(shown := cards(seat, which))
        }
        for row in pieces.rows(view, seat):
            yield others.pop(row.label, row)
        yield from others.values()

    seats = tuple(
        Seat(
            name=name,
            score=str(view.scores[seat]),
            words=tuple(
                filter(None, (*_words(view, seat), taken[seat], *pieces.words(view, seat)))
            ),
            hand=cards(seat, own),
            rows=tuple(rows(seat)),
            played=played[seat],
            is_actor=seat == view.actor,
            has_won=seat in view.winners,
        )
        for seat, name in enumerate(names)
    )
    return Scene(
        title=f"{title} · hand {view.hands_played + (not view.hand_over)} · {view.phase}",
        seats=seats,
        bottom=view.seat or 0,
        own=view.seat,
        facts=(*_results(view, names), *pieces.facts(view)),
        middle=(
            *pieces.middle(view),
            *(
                Row(f"hand {place}", held(place))
                for place in range(0 if assigned else len(view.hand_sizes))
            ),
        ),
        stock=view.stock_size or None,
        moves=moves_by_card(view.legal_moves or ()),
        has_slots=pieces.played is not None
        and (isinstance(view, TrickView) or any(each.cards for each in played)),
    )


def _words(view: AnyView, seat: int) -> Iterator[str]:
    """Yield the facts about a seat that every game has."""
    if view.score is not None:
        yield f"{view.score.seats[seat].points:+}"
    if seat == view.dealer:
        yield "dealer"


def _results(view: AnyView, names: Sequence[str]) -> Iterator[Fact]:
    """Yield the end of the game."""
    if view.winners:
        won = [names[seat] for seat in view.winners]
        yield Fact(f"{listed(won)} {'wins' if len(won) == 1 else 'win'}")
    elif view.hand_over:
        yield Fact("The hand is over")


# Facts of games without pieces of their own.

# Any: attrs has no type for the classes that it makes
_COMMON: Final = frozenset(
    each.name for base in (View, TrickView) for each in attrs.fields(cast(Any, base))
)


def _added(view: AnyView) -> Iterator[tuple[str, object]]:
    """Yield the facts that the view class of a game adds to those of every game."""
    fields: Any = attrs.fields(cast(Any, type(view)))  # Any: as above
    for field in fields:
        value: object = getattr(view, field.name)
        if field.name not in _COMMON and value is not None:
            yield field.name.replace("_", " "), value


def _as_cards(value: object) -> tuple[Card, ...]:
    """Return the cards of a fact; ``()`` if it is anything else."""
    if isinstance(value, Card):
        return (value,)
    if isinstance(value, tuple):
        items = cast("tuple[object, ...]", value)
        found = tuple(item for item in items if isinstance(item, Card))
        return found if len(found) == len(items) else ()
    return ()


def _is_word(value: object) -> bool:
    return value is None or isinstance(value, (str, int, Move, Card))


def _added_words(view: AnyView, seat: int) -> Iterator[str]:
    for name, value in _added(view):
        if not _as_cards(value) and isinstance(value, tuple):
            items = cast("tuple[object, ...]", value)
            if len(items) == len(view.scores) and all(map(_is_word, items)):
                own = items[seat]
                if own is not None and own is not False:
                    yield name if own is True else f"{name} {own}"


def _added_facts(view: AnyView) -> Iterator[Fact]:
    for name, value in _added(view):
        if isinstance(value, Suit):
            yield Fact(name, value)
        elif isinstance(value, (str, int)) and value is not False:
            yield Fact(name if value is True else f"{name} {value}")


def _added_rows(view: AnyView) -> Iterator[Row]:
    for name, value in _added(view):
        if cards := _as_cards(value):
            yield Row(name, cards)


ANY_GAME: Final = Pieces(words=_added_words, facts=_added_facts, middle=_added_rows)
"""The pieces of a game that has none of its own."""
