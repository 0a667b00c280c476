"""The facts of a view in the form in which every table shows them, and in words.

The :class:`~twowaystreet._core.display.display.Display` of a game says what is worth showing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from typing import Any, NamedTuple

import attrs

from twowaystreet._core.cards.cards import CARDS, SUIT_PLACES, Card, Suit
from twowaystreet._core.display.display import AnyDisplay, Display
from twowaystreet._core.display.values import NOT_PLAYED, Laid, Played, Row, count, hand_number
from twowaystreet._core.display.words import many, sentence, signs_text
from twowaystreet._core.engine.moves import Move, cards_of
from twowaystreet._core.engine.state import AnyState
from twowaystreet._core.views.trick_views import TrickView
from twowaystreet._core.views.views import AnyView
from twowaystreet._core.views.views import view as view_of
from twowaystreet._util.numbers import listed
from twowaystreet.svg.elements import words_of

SortKey = Callable[[Card], Any]  # Any: whatever can be compared


class Sentence(NamedTuple):
    """Words in the middle of the table, and the suit that they name, if any."""

    words: str
    suit: Suit | None = None


class Seat(NamedTuple):
    """One seat at the table, with the facts about it in words and further cards in rows.

    A card face down in its hand is ``None``. The tricks are their number, which a page draws, with
    their place among the words; ``None`` if no words tell them.
    """

    name: str
    score: str
    words: tuple[str, ...]
    hand: tuple[Card | None, ...]
    rows: tuple[Row, ...]
    played: Played
    is_actor: bool
    has_won: bool
    tricks: tuple[int, int] | None


class TableFacts(NamedTuple):
    """Everything that a picture of a table shows."""

    title: str  # the game, the hand and the phase
    seats: tuple[Seat, ...]
    bottom: int  # the seat at the lower edge
    own: int | None  # the seat that sees the table
    # The end of the hand or the game, which a page tells in its panel.
    results: tuple[Sentence, ...]
    facts: tuple[Sentence, ...]  # about the whole hand
    middle: tuple[Row, ...]  # the cards that belong to nobody
    stock: int | None  # its size; ``None`` if it is not shown
    moves: Mapping[Card, str]  # for each card that can be played alone
    useful: frozenset[Card] | None  # part of a legal move; ``None`` if no legal move has cards
    # Of the trick so far, or of its end: a seat, and places among its cards.
    best: tuple[int, range] | None
    taker: int | None  # of the complete trick on the table
    has_slots: bool  # every seat has a place for its cards in the trick


@lru_cache(256)  # for each game and each setting of a page
def sort_key(display: AnyDisplay, order: str = "suits", *, reverse: bool = False) -> SortKey:
    """Return the key by which pictures and pages sort a hand, by ``suits`` or ``ranks``.

    An order of the game's own replaces these. In reverse the suits keep their order.

    >>> from twowaystreet._core.cards.cards import cards, text_of
    >>> text_of(sorted(cards("2C KD 3H AS R*"), key=sort_key(Display())))
    'AS 3H 2C KD R*'
    >>> text_of(sorted(cards("2C KD 3H AS R*"), key=sort_key(Display(), "ranks", reverse=True)))
    'R* AS KD 3H 2C'
    """
    sign = -1 if reverse else 1
    has_own = type(display).place_of is not Display.place_of
    if not reverse and (has_own or order == "suits"):
        return display.place_of
    if has_own:
        ranked = sorted(CARDS, key=display.place_of)[::-1]
    elif order == "ranks":
        ranked = sorted(CARDS, key=lambda card: (sign * _rank(card), SUIT_PLACES[card.suit]))
    else:
        ranked = sorted(CARDS, key=lambda card: (SUIT_PLACES[card.suit], sign * _rank(card)))
    places = {card.index: place for place, card in enumerate(ranked)}
    return lambda card: places[card.index]


def _rank(card: Card) -> int:
    return card.rank.place if card.suit else card.index


def moves_by_card(offered: Sequence[tuple[Move, tuple[Card, ...]]]) -> dict[Card, str]:
    """Return for each card the text of the move that plays it alone.

    A move of a type that may also name several cards or none, such as a draw, counts only if its
    text is that of the card: people choose the cards of other such moves one by one.

    >>> from twowaystreet._core.engine.moves import Play
    >>> queen = Card.parse("QS")
    >>> moves_by_card([(Play(queen), (queen,))])
    {Card.parse('QS'): 'QS'}
    """
    several = {type(move) for move, named in offered if len(named) != 1}
    found: dict[Card, str] = {}
    for move, named in offered:
        if len(named) == 1 and (type(move) not in several or str(move) == str(named[0])):
            found.setdefault(named[0], str(move))
    return found


def _are_assigned(view: AnyView, display: AnyDisplay) -> bool:
    """Return True if the hands of a view are those of its seats, in their order."""
    return len(view.hand_sizes) == len(view.scores) * len(display.hand_names)


def own_hand(view: AnyView, display: AnyDisplay) -> int | None:
    """Return the place of the viewer's hand in ``View.hand_sizes``; ``None`` without one."""
    if view.seat is None or not _are_assigned(view, display):
        return None
    return (view.seat + 1) * len(display.hand_names) - 1


def facts_of(
    view: AnyView,
    display: AnyDisplay,
    title: str,
    names: Sequence[str],
    hands: Sequence[Sequence[Card] | None] = (),
    *,
    views: Sequence[AnyView] = (),
    key: SortKey | None = None,
) -> TableFacts:
    """Return what a table shows of a view.

    Open hands are in the order of ``View.hand_sizes``, with ``None`` for each closed one. With the
    views of all seats each place shows what its own player knows about it.
    """
    key = key or sort_key(display)
    held: list[tuple[Card | None, ...]] = [(None,) * size for size in view.hand_sizes]
    for place, opened in enumerate(hands):
        if opened is not None:
            held[place] = (*sorted(opened, key=key),)
    assigned, each = _are_assigned(view, display), len(display.hand_names)
    played = display.played(view)
    seats: list[Seat] = []
    for seat, name in enumerate(names):
        own = views[seat] if views else view
        *others, hand = held[seat * each : (seat + 1) * each] if assigned else [()] * each
        if seat == view.seat and view.hand is not None:
            hand = (*sorted(view.hand, key=key),)
        further = {
            label: Row(label, cards, is_hand=True)
            for label, cards in zip(display.hand_names[:-1], others, strict=True)
            if any(cards)
        }
        told, tricks = _words(display, own, seat, names)
        rows = [further.pop(row.label, _in_order(row, key)) for row in display.rows(own, seat)]
        seats.append(
            Seat(
                name=name,
                score=str(view.scores[seat]),
                words=told,
                hand=hand,
                rows=(*rows, *further.values()),
                played=played[seat] if played else NOT_PLAYED,
                is_actor=seat == view.actor,
                has_won=seat in view.winners,
                tricks=tricks,
            )
        )
    offered = [(move, cards_of(move)) for move in view.legal_moves or ()]
    by_card = moves_by_card(offered)
    useful = frozenset(chain.from_iterable(cards for _, cards in offered))
    facts = [
        (words, fact) for fact in display.all_facts(view, names) if (words := fact.in_pictures)
    ]
    unassigned = () if assigned else enumerate(held)
    is_own_turn = view.actor is not None and view.actor == view.seat
    return TableFacts(
        title=f"{title} · hand {hand_number(view)} · {view.phase}",
        seats=tuple(seats),
        bottom=view.seat or 0,
        own=view.seat,
        results=tuple(_results(view, names)),
        facts=tuple([Sentence(words, fact.suit) for words, fact in facts if not fact.cards]),
        middle=(
            *(Row(words, fact.cards) for words, fact in facts if fact.cards),
            *(Row(f"hand {place}", cards) for place, cards in unassigned),
        ),
        stock=view.stock_size or None,
        moves={card: by_card[card] for card in sorted(by_card, key=key)},
        # In the play the viewer to move who can play no card sees that none is useful.
        useful=useful if useful or (is_own_turn and view.phase == "play") else None,
        best=_best(display, view, played),
        taker=next((seat for seat, each in enumerate(played) if each.is_past and each.won), None),
        has_slots=bool(played),
    )


def open_facts(
    state: AnyState,
    view: AnyView,
    display: AnyDisplay,
    title: str,
    names: Sequence[str],
    *,
    key: SortKey | None = None,
) -> TableFacts:
    """Return what a table shows of a view of this state with all cards open."""
    views = [view_of(state, seat) for seat in range(len(names))]
    return facts_of(view, display, title, names, state.hands, views=views, key=key)


def without_past(facts: TableFacts, display: AnyDisplay, view: AnyView) -> TableFacts:
    """Return what a table shows of a view when the cards of a complete trick have left it."""
    if not any(seat.played.is_past for seat in facts.seats):
        return facts
    seats = tuple(
        seat._replace(played=NOT_PLAYED) if seat.played.is_past else seat for seat in facts.seats
    )
    best = _best(display, view, [seat.played for seat in seats])
    return facts._replace(seats=seats, best=best, taker=None)


def with_rows_opened(facts: TableFacts, number: int, scores: Sequence[int]) -> TableFacts:
    """Return a table at the end of a hand, without its result.

    The first rows of each seat are open, up to a number; the other rows of other seats are closed.
    """
    seats = [
        seat._replace(
            score=str(score),
            words=(),
            has_won=False,
            rows=tuple(
                row
                if at < number
                else Row("", row.cards if place == facts.own else (None,) * len(row.cards))
                for at, row in enumerate(seat.rows)
            ),
        )
        for place, (seat, score) in enumerate(zip(facts.seats, scores, strict=True))
    ]
    return facts._replace(seats=tuple(seats), results=())


def _best(display: AnyDisplay, view: AnyView, played: Sequence[Played]) -> tuple[int, range] | None:
    """Return the seat and the places of the cards that win the trick so far, or took it."""
    for seat, each in enumerate(played):
        if each.won:
            plays = display.plays(display.tricks(view)[-1]) if each.is_past else ()
            return seat, _winning(each.cards, [play for play in plays if play.seat == seat])
    best = display.best_so_far(view)
    if best is None or not isinstance(view, TrickView):
        return None
    seats = view.trick.seats[: best + 1]
    place = seats.count(seats[-1]) - 1
    return seats[-1], range(place, place + 1)


def _winning(cards: Sequence[Card], plays: Sequence[Laid]) -> range:
    """Return the places of the winning play among the cards of a seat; all without such a play."""
    start = 0
    for play in plays:
        end = start + len(play.cards)
        if play.won and tuple(cards[start:end]) == tuple(play.cards):
            return range(start, end)
        start = end
    return range(len(cards))


def _in_order(row: Row, key: SortKey) -> Row:
    """Return a row with the cards of a hand in the order of hands, those face down at the end."""
    if not row.is_hand:
        return row
    opened = [card for card in row.cards if card is not None]
    down = (None,) * (len(row.cards) - len(opened))
    return attrs.evolve(row, cards=(*sorted(opened, key=key), *down))


def _words(
    display: AnyDisplay, view: AnyView, seat: int, names: Sequence[str]
) -> tuple[tuple[str, ...], tuple[int, int] | None]:
    """Return the facts about a seat in words, those of every game first, and where the tricks are.

    The tricks are their number and the place of the word that tells them.
    """
    words: list[str] = []
    if view.score is not None:
        words.append(f"{view.score.seats[seat].points:+}")
    if seat == view.dealer:
        words.append("dealer")
    words += [told for fact in display.side_facts(view, seat, names) if (told := fact.plate)]
    tricks = None
    for fact in display.trick_facts(view, seat):
        if told := fact.plate:
            if isinstance(fact.value, int):
                tricks = fact.value, len(words)
            words.append(told)
    words += [told for fact in display.all_seat_facts(view, seat) if (told := fact.plate)]
    return tuple(words), tricks


def _results(view: AnyView, names: Sequence[str]) -> Iterator[Sentence]:
    if view.winners:
        won = [names[seat] for seat in view.winners]
        verb = "wins" if len(won) == 1 and won != ["You"] else "win"
        yield Sentence(sentence(f"{listed(many(won))} {verb}"))
    elif view.hand_over:
        yield Sentence("The hand is over")


# The table in words, for readers who cannot see the picture


def title_of(facts: TableFacts) -> str:
    """Return a table in a few words."""
    who = "everybody" if facts.own is None else facts.seats[facts.own].name
    return f"{facts.title}, as {who} sees the table"


def sentences_of(facts: TableFacts) -> Iterator[str]:
    """Yield everything at a table in words."""
    for fact in (*facts.results, *facts.facts):
        yield f"{fact.words}{f' {fact.suit.word}' if fact.suit else ''}."
    for row in facts.middle:
        yield f"{_row(row)}."
    if facts.stock:
        yield f"Stock: {count(facts.stock, 'card')}."
    for seat in facts.seats:
        yield f"{described(seat)}."
    if facts.moves:
        yield f"You can play: {', '.join(map(words_of, facts.moves))}."


def described(seat: Seat) -> str:
    """Return a seat in words."""
    words = [f"{seat.score} point{'' if seat.score == '1' else 's'}", *seat.words]
    if seat.hand:
        words.append(f"holds {_named(seat.hand)}")
    words += map(_row, seat.rows)
    if seat.played.cards:
        played = "played to the last trick" if seat.played.is_past else "played"
        words.append(f"{played} {_named(seat.played.cards)}")
    if seat.is_actor:
        words.append("to move")
    return f"{seat.name}: {'; '.join(words)}"


def _row(row: Row) -> str:
    return f"{row.label}{' wins' if row.is_best else ''}: {_named(row.cards)}"


def _named(cards: Sequence[Card | None]) -> str:
    """Return cards with the signs of their suits; of those face down only the number."""
    shown = [card for card in cards if card is not None]
    closed = len(cards) - len(shown)
    words = [signs_text(shown)] if shown else []
    return " ".join(words + ([count(closed, "closed card")] if closed else []))
