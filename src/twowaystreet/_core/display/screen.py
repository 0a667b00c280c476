"""The screen: one layout for all games, made from views, which hold no hidden information."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Final

import attrs

from twowaystreet._core.cards.cards import Card, Suit
from twowaystreet._core.cards.masks import Pack
from twowaystreet._core.display import lines as terminal
from twowaystreet._core.display.display import AnyDisplay, display_of, trick_title
from twowaystreet._core.display.lines import LABEL, Column, Line, LinePrinter, Piece, Span, Style
from twowaystreet._core.display.sentences import winners_line
from twowaystreet._core.display.table_facts import TableFacts
from twowaystreet._core.display.values import Laid, SeatFact, count, goes_on, hand_number, why_deal
from twowaystreet._core.display.words import YOU, sentence, whom
from twowaystreet._core.engine.game import Game
from twowaystreet._core.engine.match import HandScore, SeatScore
from twowaystreet._core.engine.setup import score_sheet
from twowaystreet._core.views.trick_views import TrickView
from twowaystreet._core.views.views import AnyView
from twowaystreet.errors import RulesError, as_tuple, quoted

_LONGEST: Final = 20  # the greatest number of columns of a name
_SIGN: Final = re.compile(f"[{''.join(suit.sign for suit in Suit)}] ")  # not every terminal has it


class NameProblem(ValueError):
    """A name that cannot be used; the message is a single line."""


def order_of_others(seats: int, human: int | None) -> list[int]:
    """Return the seats that the program plays, in the order of play from the person's left."""
    first = 0 if human is None else human + 1
    return [seat % seats for seat in range(first, first + seats) if seat % seats != human]


def seat_names(seats: int, human: int | None, known: Sequence[str] = ()) -> tuple[str, ...]:
    """Return the names of the seats: "You" for the human, known ones or numbers for others."""
    usual = [f"Seat {seat}" for seat in range(seats)]
    if human is None:
        return tuple(known or usual)
    names = [usual[seat] if is_you(name) else name for seat, name in enumerate(known)] or usual
    return tuple(YOU if seat == human else name for seat, name in enumerate(names))


def is_you(name: str) -> bool:
    return name.casefold() == YOU.casefold()


def read_names(
    text: str, seats: int, human: int | None, known: Sequence[str] = ()
) -> tuple[str, ...]:
    """Return the names of the seats from those of the others from the left, or known ones."""
    given = [name.strip() for name in text.split(",")] if text else []
    others = seats - (human is not None)
    if len(given) > others:
        raise NameProblem(f"{len(given)} names: expected at most {others}, one for each opponent")
    names = [*seat_names(seats, human, known)]
    for seat, name in zip(order_of_others(seats, human), given, strict=False):
        names[seat] = name
    check_names(given, names)
    return tuple(names)


def check_names(given: Sequence[str], names: Sequence[str]) -> None:
    for name in given:
        if problem := _problem_of(name):
            raise NameProblem(f"the name {quoted(name)}: expected {problem}")
    if given and len({name.casefold() for name in names}) < len(names):
        raise NameProblem(f"the names {', '.join(names)}: expected a different one for each player")


def _problem_of(name: str) -> str:
    try:
        score_sheet([name], [])
    except RulesError as error:
        return error.expected
    if not 0 < terminal.width_of((name,)) <= _LONGEST:
        return f"a text of 1 to {_LONGEST} columns"
    if any(isinstance(piece, Card) for piece in terminal.phrase(name)):
        return "a name that is no card"
    if not terminal.can_show(name, sys.stdout.encoding or "ascii"):
        return "letters that this terminal can show"
    return ""


def table_lines(facts: TableFacts) -> list[Line]:
    """Return the public facts: every seat, the trick on the table, the game's own facts."""
    view, display, names = facts.view, facts.display, facts.names
    title = str(view.phase).capitalize()
    on_table = display.on_table(view)
    if on_table or (hasattr(view, "tricks") and view.phase == view._state._play_phase):
        title = trick_title(display, len(facts.tricks) + 1)
    rows: list[Line] = [("  ", name) for name in names]
    if view.actor is not None:
        rows[view.actor] = ("> ", of_hand(names[view.actor], display.hand_to_play(view)))
    columns = [
        Column(title, rows, style=Style.STRONG),
        *_columns(seat.partners for seat in facts.seat_facts),
        *_sizes(facts),
        *_columns(seat.tricks for seat in facts.seat_facts),
        _numbers("score", view.scores),
        *_columns(seat.own for seat in facts.seat_facts),
    ]
    if on_table:
        columns.append(Column("on the table", on_table))
    more = fact_lines(facts)
    if not facts.is_by_seat:
        more.append(terminal.labelled("Hands", (" ".join(map(str, view.hand_sizes)), " cards")))
    return [*terminal.table(columns), *more]


def fact_lines(facts: TableFacts) -> list[Line]:
    return [terminal.labelled(_label(fact.label), fact.line) for fact in facts.facts if fact.label]


def _label(text: str) -> str:
    return f"{sentence(text)}{' ' if terminal.width_of((text,)) >= LABEL else ''}"


def _sizes(facts: TableFacts) -> list[Column]:
    hands, sizes = facts.display.hand_names, facts.view.hand_sizes
    return [
        _numbers(name or "cards", sizes[place :: len(hands)])
        for place, name in enumerate(hands)
        if facts.is_by_seat
    ]


def _numbers(title: str, numbers: Iterable[object]) -> Column:
    return Column(title, [(str(number),) for number in numbers], to_right=True)


def _columns(by_seat: Iterable[Iterable[SeatFact]]) -> list[Column]:
    seats = [[fact for fact in facts if fact.value is not None] for facts in by_seat]
    return [
        Column(
            facts[0].label,
            [fact.cell for fact in facts],
            to_right=any(fact.to_right for fact in facts),
        )
        for facts in zip(*seats, strict=True)
    ]


def hand_line(facts: TableFacts) -> Line:
    """Return the seat's own hand; cards that are not legal now are faint."""
    hand, display = facts.view.hand, facts.display
    if hand is None:
        return terminal.labelled("Hand", (terminal.faint("not seen yet"),))
    plays = [cards for move, cards in facts.offered if isinstance(move, display.trick_moves)]
    return terminal.labelled("Hand", display.show_cards(hand, [*chain(*plays)] or None))


def name_line(seat: int, line: Line, names: Sequence[str]) -> Line:
    return (
        *terminal.padded((names[seat],), max(terminal.width_of((name,)) for name in names) + 2),
        *line,
    )


def hand_lines(
    display: AnyDisplay, hands: Mapping[int, Sequence[Card]], names: Sequence[str]
) -> list[Line]:
    shown = {seat: display.show_cards(cards) for seat, cards in hands.items()}
    return [name_line(seat, line, names) for seat, line in shown.items()]


def view_lines(facts: TableFacts) -> list[Line]:
    own = [] if facts.view.seat is None else [hand_line(facts)]
    return [*table_lines(facts), *own, *void_lines(facts.display, facts.view, facts.names)]


def void_lines(display: AnyDisplay, view: AnyView, names: Sequence[str]) -> list[Line]:
    lines: list[Line] = []
    for void in view.voids if isinstance(view, TrickView) else ():
        name = names[void.seat]
        # Where a player has several hands, the void is that of the last one.
        owner = f"{of_hand(name, display.hand_names[-1])} {'have' if name == YOU else 'has'}"
        where = f" to {display.trick_word} {void.trick + 1} ({void.rule})"
        lines.append(
            terminal.labelled("Void", (f"{owner} no {void.suit.word}: ", void.card, where))
        )
    return lines


def result_lines(facts: TableFacts) -> list[Line]:
    view = facts.view
    assert view.score is not None
    columns = [
        Column("Result", [("  ", name) for name in facts.names], style=Style.STRONG),
        *_columns(seat.tricks for seat in facts.seat_facts),
        *_columns(seat.own for seat in facts.seat_facts),
        _numbers("points", [f"{points:+}" for points in view.score.points]),
        _numbers("total", view.scores),
    ]
    return [*terminal.table(columns), *_sum_lines(facts)]


def _sum_lines(facts: TableFacts) -> Iterator[Line]:
    for text in facts.score_lines:
        yield from map(terminal.phrase, terminal.wrapped(_SIGN.sub("", text), indent="  "))
    width = max(terminal.width_of((name,)) for name in facts.names) + 4
    for name, row in zip(facts.names, facts.score_rows, strict=True):
        words = f"{row.words} ({row.rule})" if row.rule else row.words
        for place, part in enumerate(terminal.wrapped(words, margin=width)):
            yield (*terminal.padded(("" if place else f"  {name}",), width), *terminal.phrase(part))


def points_lines(
    hands: Sequence[HandScore[SeatScore]], names: Sequence[str], start: Sequence[int]
) -> list[Line]:
    begun = tuple(start) if any(start) else (hands[0].starts_at,) * len(names)
    rows = [(f"Hand {number}", hand.points) for number, hand in enumerate(hands, start=1)]
    total = tuple(map(sum, zip(begun, *(points for _, points in rows), strict=True)))
    labels: list[Line] = [(f"  {label}",) for label, _ in rows]
    labels = [("  Start",), *labels] if any(begun) else labels
    columns = [Column("Score sheet", [*labels, ("  Total",)], style=Style.STRONG)]
    for seat, name in enumerate(names):
        cells = [str(begun[seat])] if any(begun) else []
        cells += [f"{points[seat]:+}" for _, points in rows]
        columns.append(_numbers(name, [*cells, total[seat]]))
    return terminal.table(columns)


def told_lines(
    display: AnyDisplay,
    hands: Sequence[HandScore[SeatScore]],
    names: Sequence[str],
    start: Sequence[int],
    first: int = 1,
) -> Iterator[Line]:
    """Yield the points of each hand, from one on, with their reasons in words, then the sheet."""
    width = max(terminal.width_of((name,)) for name in names) + 4
    for number, hand in enumerate(hands[first - 1 :], start=first):
        yield terminal.heading(f"Hand {number}")
        for seat, name in enumerate(names):
            words = display.score_row(hand, seat).words
            told = f"{hand.points[seat]:+}{f', {words}' if words else ''}"
            for place, part in enumerate(terminal.wrapped(told, margin=width)):
                yield (
                    *terminal.padded(("" if place else f"  {name}",), width),
                    *terminal.phrase(part),
                )
    yield from points_lines(hands, names, start)


def sheet_lines(
    display: AnyDisplay,
    hands: Sequence[HandScore[SeatScore]],
    names: Sequence[str],
    start: Sequence[int],
) -> list[Line]:
    """Return the score sheet with short entries, as on paper, and a legend of them."""
    # The sheet counts characters, but a character may take two columns. So letters hold the places.
    places = ["x" * terminal.width_of((name,)) for name in names]
    is_usual = not any(start) and not any(hand.starts_at for hand in hands)
    text = score_sheet(places, hands, scores=None if is_usual else start)
    title, *entries = text.splitlines()
    shown = iter(names)
    title = re.sub("x+", lambda place: next(shown), title)
    explained = [(terminal.faint(display.sheet_legend),)] if display.sheet_legend else []
    return [terminal.heading("Score sheet"), *explained, *((line,) for line in (title, *entries))]


def jokers_text(pack: Pack) -> str:
    jokers = sorted({card for card in pack.cards if card.joker})
    if not jokers:
        return ""
    listed_jokers = ", ".join(
        f"{joker} ({joker.color})" if joker.color else str(joker) for joker in jokers
    )
    return f" Joker{'s' * (len(jokers) > 1)}: {listed_jokers}."


def legend_line(pack: Pack) -> Line:
    return (terminal.faint(f"QS is the queen of spades, 10C the ten of clubs.{jokers_text(pack)}"),)


@attrs.define
class Screen:
    """The display of one game, with a score sheet that grows during the game."""

    game: Game
    opening: AnyView
    printer: LinePrinter
    human: int | None = None
    names: tuple[str, ...] = ()
    hands: list[HandScore[SeatScore]] = attrs.field(init=False, factory=list[HandScore[SeatScore]])
    _goes_on: bool = attrs.field(init=False, default=False)

    @property
    def display(self) -> AnyDisplay:
        return display_of(self.game)

    def facts(self, view: AnyView) -> TableFacts:
        return TableFacts(view, self.names, display=self.display)

    def __attrs_post_init__(self) -> None:
        self.names = self.names or seat_names(len(self.opening.scores), self.human)

    def show_title(self, more: str = "") -> None:
        self.printer.show(
            terminal.heading(f"{self.game.title}, {count(len(self.names), 'player')}{more}")
        )

    def show_players(self, players: Mapping[int, str]) -> None:
        text = ", ".join(
            f"{self.names[seat]} ({player if player.isprintable() else quoted(player)})"
            for seat, player in sorted(players.items())
        )
        terminal.show_all(self.printer, terminal.labelled_text("Players", text))

    def show_legend(self) -> None:
        self.printer.show(legend_line(self.opening.rules.pack))

    def refuse(self, text: str) -> None:
        terminal.show_all(
            self.printer,
            (terminal.styled(line, Style.REFUSAL) for line in terminal.wrapped(text, indent="  ")),
        )

    def show_deal(self, view: AnyView) -> None:
        within, self._goes_on = self._goes_on, False
        if within:
            return
        self.printer.show()
        is_you = view.dealer == self.human
        dealer = "you deal" if is_you else f"dealer {self.names[view.dealer]}"
        self.printer.show(terminal.heading(f"Hand {hand_number(view)}, {dealer}"))

    def show_end(self, view: AnyView) -> None:
        if view.score is None:
            self.printer.show((why_deal(view),))
            self._goes_on = goes_on(view)
            return
        self.hands.append(view.score)
        self.printer.show()
        terminal.show_all(self.printer, result_lines(self.facts(view)))

    def show_sheet(self, view: AnyView) -> None:
        if not self.hands:
            return
        self.printer.show()
        terminal.show_all(self.printer, points_lines(self.hands, self.names, self.opening.scores))
        if view.is_over:
            self.printer.show(winners_line(view, self.names))


def of_hand(name: str, hand: str) -> str:
    return f"{name} ({hand})" if hand else name


def trick_lines(facts: TableFacts, remarks: Sequence[str] = ()) -> list[Line]:
    """Return the last complete trick in the order of play, with its leader and its winner."""
    display, names = facts.display, facts.names
    if not display.tricks_in_columns:
        return full_trick_lines(facts, remarks)
    plays = display.plays(facts.tricks[-1])
    longest = max(
        terminal.width_of((of_hand(name, hand),)) for name in names for hand in display.hand_names
    )
    first = of_hand(names[plays[0].seat], plays[0].hand)
    line: list[Piece] = [*terminal.padded((first,), longest), terminal.faint(" led ")]
    for play in plays:
        line += [" ", *terminal.padded(_shown(play, plays), 3)]
    line.append(terminal.faint("  taken by "))
    taker = _taker(facts, plays)
    said = terminal.phrase(f" ({'; '.join(remarks)})") if remarks else ()
    line += [*terminal.padded((taker,), longest), *said] if said else [taker]
    return [terminal.labelled(trick_title(display, len(facts.tricks)), tuple(line))]


def full_trick_lines(facts: TableFacts, remarks: Sequence[str] = ()) -> list[Line]:
    """Return a complete trick with the player of each play, without the passes at its end."""
    plays = facts.display.plays(facts.tricks[-1])
    last = max((place for place, play in enumerate(plays) if play.cards), default=-1)
    cells: list[Line] = [
        (
            of_hand(facts.names[play.seat], play.hand),
            " " if place else terminal.faint(" led "),
            *(_shown(play, plays) or (terminal.faint("pass"),)),
            ",",
        )
        for place, play in enumerate(plays[: last + 1])
    ]
    cells.append((terminal.faint("taken by "), _taker(facts, plays)))
    cells += [terminal.phrase(f"({'; '.join(remarks)})")] if remarks else []
    label = trick_title(facts.display, len(facts.tricks))
    return [
        terminal.labelled("" if place else label, line)
        for place, line in enumerate(terminal.flowed(cells))
    ]


def _taker(facts: TableFacts, plays: Sequence[Laid]) -> str:
    hand = next((play.hand for play in plays if play.won), "")
    winner: int = facts.tricks[-1].winner
    return of_hand(whom(facts.names[winner]), hand)


def _shown(play: Laid, plays: Sequence[Laid]) -> Line:
    """Return the cards of a play, marked if it alone took the trick."""
    is_best = play.won and sum(each.won for each in plays) == 1
    return terminal.joined(Span(card, Style.STRONG) if is_best else card for card in play.cards)


def picture(view: AnyView, names: Sequence[str] | None = None) -> str:
    lines = view_lines(TableFacts(view, _checked(names, len(view.scores))))
    return "\n".join(terminal.plain(line).rstrip() for line in lines)


def _checked(names: Sequence[str] | None, seats: int) -> tuple[str, ...]:
    if names is None:
        return seat_names(seats, None)
    given = as_tuple("names", names, f"{seats} names, as texts")
    if len(given) != seats:
        raise RulesError("names", names, f"{seats} names, as texts")
    score_sheet(given, [])  # it refuses texts that would damage the columns
    return tuple(map(str.__str__, given))
