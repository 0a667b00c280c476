"""The facts of a view to show: terminal, pages, replays and pictures render this one value."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from functools import cached_property, lru_cache
from itertools import chain
from typing import NamedTuple

import attrs

from twowaystreet._core.cards.cards import CARDS, SUIT_PLACES, Card, Suit
from twowaystreet._core.display import values
from twowaystreet._core.display.display import AnyDisplay, Display, display_of
from twowaystreet._core.display.usual import SortKey
from twowaystreet._core.display.words import card_words, many, sentence, signs_text
from twowaystreet._core.engine.moves import Move, cards_of
from twowaystreet._core.engine.seats import replace_at, sides_of
from twowaystreet._core.engine.state import AnyState
from twowaystreet._core.views.trick_views import TrickView
from twowaystreet._core.views.views import AnyView
from twowaystreet._core.views.views import view as view_of
from twowaystreet._util.numbers import listed
from twowaystreet._util.values import OfGame


class Sentence(NamedTuple):
    """Words in the middle of the table, and the suit that they name, if any."""

    words: str
    suit: Suit | None = None


class SeatFacts(NamedTuple):
    partners: Sequence[values.SeatFact]
    tricks: Sequence[values.SeatFact]
    own: Sequence[values.SeatFact]  # those of the game


class Seat(NamedTuple):
    """One seat at the table, with the facts about it in words and further cards in rows."""

    name: str
    score: str
    words: tuple[str, ...]
    tricks: tuple[int, int] | None  # their number, which a page draws, and the place of its word
    hand: tuple[Card | None, ...]  # ``None`` for a card face down
    rows: tuple[values.Row, ...]
    played: values.Played
    is_actor: bool
    has_won: bool
    called: str  # the name, also that of the reader


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


@attrs.frozen(eq=False, slots=False)
class TableFacts:
    """The facts of a view to show, with the names of the players.

    The display of the game is asked for each part once, when somebody shows it. With a state all
    cards are open, and each place shows what its own player knows. Open ``hands`` are in the order
    of ``View.hand_sizes``, with ``None`` for each closed one. The key sorts hands in pictures.
    ``called`` has the names where those of the reader is not "You"; by default ``names``.
    """

    view: AnyView
    names: Sequence[str]
    game: str = ""  # its title
    called: Sequence[str] = ()
    state: AnyState | None = None
    hands: Sequence[Sequence[Card] | None] = ()
    display: AnyDisplay = attrs.Factory(lambda self: display_of(self.view), takes_self=True)
    key: SortKey = attrs.Factory(lambda self: sort_key(self.display), takes_self=True)

    def changed(self, **parts: object) -> TableFacts:
        """Return the same facts with other values of some parts."""
        found = copy(self)
        vars(found).update(parts)  # where a cached property keeps its value
        return found

    @property
    def title(self) -> str:
        return f"{self.game} · hand {values.hand_number(self.view)} · {self.view.phase}"

    @cached_property
    def tricks(self) -> Sequence[OfGame]:
        return self.display.tricks(self.view)

    @cached_property
    def facts(self) -> Sequence[values.Fact]:
        return [*self.display.all_facts(self.view, self.names)]

    @cached_property
    def _views(self) -> Sequence[AnyView]:
        seats = range(len(self.names))
        if self.state is None:
            return [self.view for _ in seats]
        return [view_of(self.state, seat) for seat in seats]

    @cached_property
    def seat_facts(self) -> Sequence[SeatFacts]:
        display = self.display
        return [
            SeatFacts(
                [*display.side_facts(seen, seat, self.names)],
                [*display.trick_facts(seen, seat)],
                [*display.all_seat_facts(seen, seat)],
            )
            for seat, seen in enumerate(self._views)
        ]

    @cached_property
    def score_rows(self) -> Sequence[values.ScoreRow]:
        return self.display.score_rows(self.view, self.names)

    @cached_property
    def score_lines(self) -> Sequence[str]:
        return self.display.score_lines(self.view, self.names)

    # Hands and moves

    @property
    def is_by_seat(self) -> bool:
        """True if the hands of the view are those of its seats, in their order."""
        return len(self.view.hand_sizes) == len(self.view.scores) * len(self.display.hand_names)

    @property
    def own_hand(self) -> int | None:
        """The place of the viewer's hand in ``View.hand_sizes``; ``None`` without one."""
        if self.view.seat is None or not self.is_by_seat:
            return None
        return (self.view.seat + 1) * len(self.display.hand_names) - 1

    @cached_property
    def _held(self) -> Sequence[tuple[Card | None, ...]]:
        held: list[tuple[Card | None, ...]] = [(None,) * size for size in self.view.hand_sizes]
        for place, opened in enumerate(self.hands if self.state is None else self.state.hands):
            if opened is not None:
                held[place] = (*sorted(opened, key=self.key),)
        return held

    @cached_property
    def offered(self) -> Sequence[tuple[Move, tuple[Card, ...]]]:
        return [(move, cards_of(move)) for move in self.view.legal_moves or ()]

    @cached_property
    def moves(self) -> Mapping[Card, str]:
        """For each card that can be played alone the text of the move.

        A move of a type that may also name several cards or none, such as a draw, counts only if
        its text is that of the card: people choose the cards of other such moves one by one.
        """
        several = {type(move) for move, named in self.offered if len(named) != 1}
        found: dict[Card, str] = {}
        for move, named in self.offered:
            if len(named) == 1 and (type(move) not in several or str(move) == str(named[0])):
                found.setdefault(named[0], str(move))
        return {card: found[card] for card in sorted(found, key=self.key)}

    @cached_property
    def useful(self) -> frozenset[Card] | None:
        """The cards of legal moves; ``None`` if no legal move has cards."""
        view = self.view
        cards = frozenset(chain.from_iterable(cards for _, cards in self.offered))
        # In the play the viewer to move who can play no card sees that none is useful.
        is_own_turn = view.actor is not None and view.actor == view.seat
        return cards if cards or (is_own_turn and view.phase == "play") else None

    # The table

    @cached_property
    def played(self) -> Sequence[values.Played]:
        return self.display.played(self.view)

    @cached_property
    def seats(self) -> tuple[Seat, ...]:
        view, seats = self.view, range(len(self.names))
        return tuple(
            [
                Seat(
                    self.names[seat],
                    str(view.scores[seat]),
                    *_plate(self._views[seat], seat, self.seat_facts[seat]),
                    *self._cards_of(seat),
                    played=self.played[seat] if self.played else values.NOT_PLAYED,
                    is_actor=seat == view.actor,
                    has_won=seat in view.winners,
                    called=(self.called or self.names)[seat],
                )
                for seat in seats
            ]
        )

    def _cards_of(self, seat: int) -> tuple[tuple[Card | None, ...], tuple[values.Row, ...]]:
        names, key = self.display.hand_names, self.key
        each = len(names)
        held = self._held[seat * each : (seat + 1) * each] if self.is_by_seat else [()] * each
        *others, hand = held
        if seat == self.view.seat and self.view.hand is not None:
            hand = (*sorted(self.view.hand, key=key),)
        further = {
            label: values.Row(label, cards, is_hand=True)
            for label, cards in zip(names[:-1], others, strict=True)
            if any(cards)
        }
        rows = [
            further.pop(row.label, _in_order(row, key))
            for row in self.display.rows(self._views[seat], seat)
        ]
        return hand, (*rows, *further.values())

    @cached_property
    def results(self) -> Sequence[Sentence]:
        """The end of the hand or the game, which a page tells in its panel."""
        if is_drawn(self.view):
            return [Sentence("Nobody wins")]
        if self.view.winners:
            won = [self.names[seat] for seat in self.view.winners]
            verb = "wins" if len(won) == 1 and won != ["You"] else "win"
            return [Sentence(sentence(f"{listed(many(won))} {verb}"))]
        return [Sentence("The hand is over")] if self.view.hand_over else []

    @cached_property
    def sentences(self) -> Sequence[Sentence]:
        """The facts about the whole hand that a picture has in words."""
        shown = [(fact.in_pictures, fact) for fact in self.facts]
        return [Sentence(words, fact.suit) for words, fact in shown if words and not fact.cards]

    @cached_property
    def middle(self) -> Sequence[values.Row]:
        """The cards that belong to nobody."""
        shown = [(fact.in_pictures, fact) for fact in self.facts]
        unassigned = () if self.is_by_seat else enumerate(self._held)
        return [
            *(values.Row(words, fact.cards) for words, fact in shown if words and fact.cards),
            *(values.Row(f"hand {place}", cards) for place, cards in unassigned),
        ]

    @cached_property
    def best(self) -> tuple[int, range] | None:
        """The seat and the places of the cards that win the trick so far, or took it."""
        for seat, each in enumerate(self.played):
            if each.won:
                plays = self.display.plays(self.tricks[-1]) if each.is_past else ()
                return seat, _winning(each.cards, [play for play in plays if play.seat == seat])
        best = self.display.best_so_far(self.view)
        if best is None or not isinstance(self.view, TrickView):
            return None
        seats = self.view.trick.seats[: best + 1]
        place = seats.count(seats[-1]) - 1
        return seats[-1], range(place, place + 1)

    @property
    def taker(self) -> int | None:
        return next((at for at, each in enumerate(self.played) if each.is_past and each.won), None)

    def with_hand_of(self, seat: int, cards: Sequence[Card]) -> TableFacts:
        """Return the same facts with the hand of another player open."""
        if not self.is_by_seat:
            return self
        each, hands = len(self.display.hand_names), [None] * len(self.view.hand_sizes)
        return attrs.evolve(self, hands=replace_at((*hands,), (seat + 1) * each - 1, cards))

    def without_past(self) -> TableFacts:
        """Return what a table shows when the cards of a complete trick have left it."""
        if not any(each.is_past for each in self.played):
            return self
        played = [values.NOT_PLAYED if each.is_past else each for each in self.played]
        seats = tuple(
            seat._replace(played=each) for seat, each in zip(self.seats, played, strict=True)
        )
        changed = self.changed(played=played, seats=seats)
        vars(changed).pop("best", None)  # of the other trick
        return changed

    def with_counts_of(self, before: TableFacts) -> TableFacts:
        """Return a table with a complete trick that nobody has got yet: plates tell what was."""
        seats = [
            seat._replace(words=old.words, tricks=old.tricks, score=old.score, has_won=False)
            for seat, old in zip(self.seats, before.seats, strict=True)
        ]
        return self.changed(seats=tuple(seats), results=())

    def with_rows_opened(self, number: int, scores: Sequence[int]) -> TableFacts:
        """Return a table at the end of a hand, without its result."""
        seats = [
            seat._replace(
                score=str(score),
                words=(),
                has_won=False,
                rows=tuple(
                    row
                    if at < number
                    else values.Row(
                        "", row.cards if place == self.view.seat else (None,) * len(row.cards)
                    )
                    for at, row in enumerate(seat.rows)
                ),
            )
            for place, (seat, score) in enumerate(zip(self.seats, scores, strict=True))
        ]
        return self.changed(seats=tuple(seats), results=())


def is_drawn(view: AnyView) -> bool:
    """Return whether a game is over in which all are equal and no side of all has won."""
    is_equal = len(view.winners) == len(view.scores) and len({*view.scores}) == 1
    return is_equal and len(sides_of(view.rules)) > 1


def _winning(cards: Sequence[Card], plays: Sequence[values.Laid]) -> range:
    """Return the places of the winning play among the cards of a seat; all without such a play."""
    start = 0
    for play in plays:
        end = start + len(play.cards)
        if play.won and tuple(cards[start:end]) == tuple(play.cards):
            return range(start, end)
        start = end
    return range(len(cards))


def _in_order(row: values.Row, key: SortKey) -> values.Row:
    """Return a row with the cards of a hand in the order of hands, those face down at the end."""
    if not row.is_hand:
        return row
    opened = [card for card in row.cards if card is not None]
    down = (None,) * (len(row.cards) - len(opened))
    return attrs.evolve(row, cards=(*sorted(opened, key=key), *down))


def _plate(
    view: AnyView, seat: int, facts: SeatFacts
) -> tuple[tuple[str, ...], tuple[int, int] | None]:
    """Return the facts about a seat in words, and its number of tricks with the place there."""
    words: list[str] = []
    if view.score is not None:
        words.append(f"{view.score.seats[seat].points:+}")
    if seat == view.dealer:
        words.append("dealer")
    words += [told for fact in facts.partners if (told := fact.plate)]
    tricks = None
    for fact in facts.tricks:
        if told := fact.plate:
            if isinstance(fact.value, int):
                tricks = fact.value, len(words)
            words.append(told)
    words += [told for fact in facts.own if (told := fact.plate)]
    return tuple(words), tricks


# The table in words, for readers who cannot see the picture


def title_of(facts: TableFacts) -> str:
    seat = facts.view.seat
    who = "everybody" if seat is None else facts.names[seat]
    return f"{facts.title}, as {who} sees the table"


def sentences_of(facts: TableFacts) -> Iterator[str]:
    for fact in (*facts.results, *facts.sentences):
        yield f"{fact.words}{f' {fact.suit.word}' if fact.suit else ''}."
    for row in facts.middle:
        yield f"{_row(row)}."
    if facts.view.stock_size:
        yield f"Stock: {values.count(facts.view.stock_size, 'card')}."
    for seat in facts.seats:
        yield f"{described(seat)}."
    if facts.moves:
        yield f"You can play: {', '.join(map(card_words, facts.moves))}."


def described(seat: Seat) -> str:
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


def _row(row: values.Row) -> str:
    return f"{row.label}{' wins' if row.is_best else ''}: {_named(row.cards)}"


def _named(cards: Sequence[Card | None]) -> str:
    """Return cards with the signs of their suits; of those face down only the number."""
    shown = [card for card in cards if card is not None]
    closed = len(cards) - len(shown)
    words = [signs_text(shown)] if shown else []
    return " ".join(words + ([values.count(closed, "closed card")] if closed else []))
