"""What a person can look up: rules, score, the last trick, hints, chances of cards, and reviews."""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import chain, groupby
from time import monotonic
from typing import Any, Final, TypeAlias

import attrs
import click

import twowaystreet as tws
from twowaystreet._cli.prompt import ListedMoves, Refusal, below, number_tag, numbers_column
from twowaystreet._core.display import lines as terminal
from twowaystreet._core.display.display import AnyDisplay, how_to_play_of
from twowaystreet._core.display.lines import Line
from twowaystreet._core.display.options import chosen_options
from twowaystreet._core.display.screen import (
    Screen,
    full_trick_lines,
    result_lines,
    sheet_lines,
    told_lines,
    void_lines,
)
from twowaystreet._core.display.values import count, with_error
from twowaystreet._core.display.words import possessive, sentence, whom
from twowaystreet._core.engine.seats import sides_of
from twowaystreet._core.views.views import AnyView
from twowaystreet._core.worlds.worlds import worlds
from twowaystreet._util.numbers import listed
from twowaystreet.players import Estimate, Luck, MonteCarlo, Review, ReviewedMove
from twowaystreet.players import hint as find_hint
from twowaystreet.players._reasons import different_texts

_CHANCES: Final = (
    "Worlds are the divisions of the hidden cards that agree with everything you have seen. Each "
    "is equally likely here: bids and choices of cards are no evidence."
)


def rules_lines(game: tws.Game, view: AnyView) -> list[terminal.Line]:
    no_rules = "The command line has no page about this game. Type help instead."
    texts = how_to_play_of(game) or (no_rules,)
    chosen = chosen_options(game, view.rules)
    options = " ".join(["Options.", *(f"{each}." for each in chosen)]) if chosen else ""
    return [
        terminal.heading(game.title),
        *(terminal.phrase(line) for text in texts for line in terminal.wrapped(text)),
        *((terminal.faint(line),) for line in terminal.wrapped(options, indent="  ")),
    ]


def score_lines(screen: Screen, view: AnyView, *, short: bool = False) -> list[terminal.Line]:
    if screen.hands:
        lines = sheet_lines if short else told_lines
        return [*lines(screen.display, screen.hands, screen.names, screen.opening.scores)]
    pairs = zip(view.scores, screen.names, strict=True)
    points = ", ".join(f"{score} ({whom(name)})" for score, name in pairs)
    return [terminal.labelled("Points", (points,))]


def last_lines(screen: Screen, view: AnyView, ended: AnyView | None) -> list[terminal.Line]:
    if last := _last_trick(screen, view):
        return last
    if ended is None:
        word = screen.display.trick_word
        return [(f"No {word} is complete yet.",)]
    end = result_lines(screen.facts(ended))
    return [("The hand before ended so:",), *_last_trick(screen, ended), *end]


def _last_trick(screen: Screen, view: AnyView) -> list[Line]:
    facts = screen.facts(view)
    return full_trick_lines(facts) if facts.tricks else []


def who_lines(display: AnyDisplay, view: AnyView, names: Sequence[str]) -> list[terminal.Line]:
    lines = void_lines(display, view, names)
    if not lines and isinstance(view, tws.TrickView):
        lines = [terminal.labelled("Void", ("nobody has failed to follow a suit so far",))]
    try:
        chances = chance_lines(display, view, names)
    except tws.WorldsError as error:
        return [*lines, (f"The chances are unknown: {error}",)]
    return [*lines, *chances, *_faint(_CHANCES)]


SEARCH: Final = MonteCarlo(worlds=20, engine="python")
"""The search of the hints, with few worlds and without a compilation, so that nobody waits long."""
_NO_ADVICE: Final = "none: this game has no rule of thumb, and its hidden cards cannot be sampled"
_QUOTES: Final = str.maketrans("“”", '""')
_ROWS: Final = 12  # the greatest number of moves in the table


@attrs.frozen
class Hint:
    move: tws.Move | None
    numbered: tuple[tws.Move, ...]  # those that numbers pick
    lines: list[terminal.Line]


def hint(display: AnyDisplay, view: AnyView, choices: ListedMoves, rng: random.Random) -> Hint:
    """Return a recommended move, and a table of the values of the moves if a search helps."""
    text = display.move_text
    try:
        found = find_hint(view, rng, SEARCH)
    except tws.WorldsError:
        return Hint(None, choices.numbered, [terminal.labelled("Hint", (_NO_ADVICE,))])
    best, estimates = found.move, found.values
    if not estimates:
        how = f"by rule of thumb, as {found.reason}" if found.reason else "your only legal move"
        lines = [*_recommended(text(best)), *terminal.labelled_text("", how)]
        return Hint(best, choices.numbered, lines)
    shown = [*estimates][:_ROWS]
    numbered = choices.numbered or ((*shown,) if choices.may_number else ())
    why = f"{sentence(found.why.translate(_QUOTES))}." if found.why else ""
    value = estimates[best].mean
    side = f"{'behind' if value < 0 else 'ahead of'} {_others(view)}"
    lines = [
        *_recommended(text(best)),
        terminal.labelled("", (f"Expect to be {abs(value):.1f} points {side} in this hand.",)),
        *(terminal.labelled_text("", why) if why else ()),
        *_values(text, {move: estimates[move] for move in shown}, numbered),
        *((line,) for line in terminal.wrapped(_legend(view, len(estimates)))),
    ]
    return Hint(best, numbered, lines)


def _recommended(move: str) -> list[terminal.Line]:
    enter = terminal.faint("  Enter plays it")
    return [terminal.labelled("Hint", (*terminal.styled(move, terminal.Style.STRONG), enter))]


def _others(view: AnyView) -> str:
    sides = sides_of(view.rules)
    if len(sides) < len(view.scores):
        return "the other side" if len(sides) == 2 else "the other sides' average"
    return "your opponent" if len(sides) == 2 else "the others' average"


def signed_number(value: float, digits: int = 1) -> str:
    return f"{round(value, digits) + 0.0:+.{digits}f}"  # a zero has no minus


def _values(
    text: Callable[[tws.Move], str],
    shown: Mapping[tws.Move, Estimate],
    numbered: Sequence[tws.Move],
) -> list[terminal.Line]:
    numbers = {move: number_tag(place) for place, move in enumerate(numbered, start=1)}
    found, tags = shown.values(), [(numbers.get(move, ""),) for move in shown]
    columns = [
        *([terminal.Column("", tags)] if numbered else []),
        terminal.Column("move", [terminal.phrase(text(move)) for move in shown]),
        numbers_column("value", (signed_number(each.mean, 2) for each in found)),
        numbers_column("loss", (f"{each.loss:.2f}" for each in found)),
        numbers_column("error", (f"{each.loss_error:.2f}" for each in found)),
    ]
    return below("", terminal.table(columns))


def _legend(view: AnyView, compared: int) -> str:
    legal = len(view.legal_moves or ())
    some = f"{compared} of the {legal} moves were compared. " if compared < legal else ""
    more = f"The table shows the best {_ROWS}. " if compared > _ROWS else ""
    return (
        f"{some}{more}A value is the points of this hand by which you are ahead (+) of "
        f"{_others(view)}, or behind (-): the mean of {SEARCH.worlds} sampled deals, played to the "
        "end by simple players. A loss is the difference to the best value, and its error the "
        "standard error of this difference in the same deals. A move whose loss is less than twice "
        "its error may be as good."
    )


CardChances: TypeAlias = Mapping[tws.Card, Fraction]
_IMPOSSIBLE: Final = "impossible"
_COLUMN: Final = len(_IMPOSSIBLE) + 2
_FEW: Final = 12  # cards that fit on a line


@attrs.frozen
class HiddenCards:
    worlds: int
    seats: Mapping[int, CardChances]  # of each other seat, and of a viewer that has not looked
    rest: CardChances  # that a card lies in no hand; without cards with several hidden copies
    rest_name: str  # the name of the places outside the hands; empty without such places


def hidden_cards(view: AnyView) -> HiddenCards:
    found: tws.Worlds[Any] = worlds(view)  # Any: the states of any game
    cases = found._cases
    others = [seat for seat in range(len(view.scores)) if seat != view.seat or view.hand is None]
    known = ([case.holdings[seat].known for seat in others] for case in cases)
    copies = [[*case.unseen, *chain(*some)] for case, some in zip(cases, known, strict=True)]
    cards = sorted({*chain(*copies)})
    seats = {seat: {card: found.chance(seat, card) for card in cards} for seat in others}
    single = [card for card in cards if all(some.count(card) == 1 for some in copies)]
    nothing = Fraction(0)
    rest = {card: 1 - sum([seats[seat][card] for seat in others], nothing) for card in single}
    return HiddenCards(found.count, seats, rest, _rest_name(view))


def _rest_name(view: AnyView) -> str:
    tricks = (*view.tricks, view.trick) if isinstance(view, tws.TrickView) else ()
    played = sum(len(trick.cards) for trick in tricks)
    outside = len(view.rules.pack) - sum(view.hand_sizes) - played
    if len(view.hand_sizes) != len(view.scores) or outside != view.stock_size:  # with dummies
        return "Elsewhere"
    return "Stock" if outside else ""


def chance_lines(display: AnyDisplay, view: AnyView, names: Sequence[str]) -> list[terminal.Line]:
    """Return lines of cards with equal chances, for each seat and for the cards elsewhere."""
    hidden = hidden_cards(view)
    viewer = "a spectator" if view.seat is None else names[view.seat].lower()
    many = f"{_number(hidden.worlds)} worlds look the same to {viewer}"
    one = f"only one: nothing about the cards is hidden from {viewer}"
    lines = [terminal.labelled("Worlds", (one if hidden.worlds == 1 else many,))]
    alike: dict[tuple[tuple[tws.Card, Fraction], ...], list[int]] = {}
    for seat, chances in hidden.seats.items():
        if chances:
            alike.setdefault(tuple(chances.items()), []).append(seat)
    places = [(_seats_text(seats, names), dict(found)) for found, seats in alike.items()]
    if hidden.rest_name and any(hidden.rest.values()):
        places.append((hidden.rest_name, {**hidden.rest}))
    even = [name for name, chances in places if _is_even(chances, places[0][1])]
    if len(even) > 1:  # the same cards stand there once
        lines += below("Hidden", terminal.folded(display.show_cards([*places[0][1]]), 0))
    for name, chances in places:
        if len(even) > 1 and name in even:
            words = f"{percentage(next(iter(chances.values())))} for each of these cards"
            lines += _block(name, [(words,)])
        else:
            lines += _block(name, _rows(display, chances))
    return lines


def _is_even(chances: CardChances, hidden: CardChances) -> bool:
    """Return whether all hidden cards have the same chance, and may lie there."""
    found = {*chances.values()}
    return len(found) == 1 and any(found) and {*chances} == {*hidden} and len(hidden) > _FEW


def _number(number: int) -> str:
    digits = str(number)
    if len(digits) <= 21:
        return f"{number:,}"
    return f"more than {digits[0]}.{digits[1]} x 10^{len(digits) - 1}"


def _seats_text(seats: Sequence[int], names: Sequence[str]) -> str:
    """Return a name for several seats, such as ``Seats 1-3 5`` or ``Ann, Seat 2``."""
    if any(names[seat] != f"Seat {seat}" for seat in seats):
        return ", ".join(names[seat] for seat in seats)
    pairs = groupby(enumerate(seats), lambda pair: pair[1] - pair[0])  # neighbours together
    runs = [[seat for _, seat in run] for _, run in pairs]
    texts = [str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs]
    return f"Seat{'s' if len(seats) > 1 else ''} {' '.join(texts)}"


def _block(name: str, rows: list[terminal.Line]) -> list[terminal.Line]:
    if terminal.width_of(terminal.labelled(name, ())) > terminal.width_of((name,)):
        return below(name, rows)
    return [*_faint(name), *below("", rows)]


def _rows(display: AnyDisplay, chances: CardChances) -> list[terminal.Line]:
    groups: dict[str, list[tws.Card]] = {}
    for card, chance in sorted(chances.items(), key=lambda item: -item[1]):
        groups.setdefault(percentage(chance), []).append(card)
    if [*groups] == [_IMPOSSIBLE]:
        return [("no hidden card",)]
    rows = list[terminal.Line]()
    for words, cards in groups.items():
        first, *others = terminal.folded(display.show_cards(cards), _COLUMN)
        rows.append((*terminal.padded((words,), _COLUMN), *first))
        rows += [(*terminal.padded(("",), _COLUMN), *line) for line in others]
    return rows


def percentage(chance: Fraction) -> str:
    """Return a chance in words or as a percentage.

    >>> [percentage(Fraction(part, 3000)) for part in (0, 1, 1000, 2999, 3000)]
    ['impossible', '< 0.1 %', '33.3 %', '> 99.9 %', 'certain']
    """
    if chance in (0, 1):
        return "certain" if chance else _IMPOSSIBLE
    if not 1 <= 1000 * chance <= 999:
        return "< 0.1 %" if chance < 1 / 2 else "> 99.9 %"
    return f"{float(100 * chance):.1f} %"


def chances_json(view: AnyView) -> str:
    """Return a view with its chances as JSON on one line; large numbers and fractions are texts."""
    hidden = hidden_cards(view)
    chances = [
        {str(card): str(chance) for card, chance in hidden.seats.get(seat, {}).items() if chance}
        for seat in range(len(view.scores))
    ]
    found = {"view": json.loads(view.to_json()), "worlds": str(hidden.worlds), "chances": chances}
    return json.dumps(found)


_HINDSIGHT: Final = (
    "Nobody could know these cards, so a good move can look bad here. The solver plays the last "
    "cards of each hand for one player against all others. It finds the lead of which this player "
    "can be sure after each move."
)


def seat_of(text: str, names: Sequence[str]) -> int:
    wanted = text.casefold()
    found = [seat for seat, name in enumerate(names) if wanted in (name.casefold(), str(seat))]
    if len(found) == 1:
        return found[0]
    which = "several players are" if found else "there is no player"
    known = ", ".join(f"{name} ({seat})" for seat, name in enumerate(names))
    raise Refusal(f"{which} {text!r}: expected a name or a number of {known}")


class Progress:
    """The number of decisions done, on standard error, if that is a terminal and it takes long."""

    def __init__(self) -> None:
        self._begun, self._shown = monotonic(), 0

    def see(self, done: int, every: int) -> None:
        if sys.stderr.isatty() and monotonic() - self._begun > 1.0:
            text = f"{done} of {count(every, 'decision')}"
            self._shown = max(self._shown, len(text))
            click.echo(f"\r{text.ljust(self._shown)}", nl=False, err=True)
        if self._shown and done == every:
            click.echo(f"\r{' ' * self._shown}\r", nl=False, err=True)


def review_lines(
    review: Review, names: Sequence[str], *, is_whole: bool = True
) -> Iterator[terminal.Line]:
    judged = {each.seat for each in review.moves if each.values}
    last = max(review.seats if is_whole else judged, default=-1)  # seats are judged in their order
    one = possessive(names[review.seats[0]]) if len(review.seats) == 1 else "all"
    yield terminal.heading(f"{review.game}: review of {one} decisions")
    for seat in review.seats:
        yield terminal.BLANK
        yield terminal.heading(names[seat])
        if review.choices(seat):
            yield from _seat_lines(review, seat)
        else:
            is_done = seat <= last
            yield ("There was no decision to make." if is_done else "No decision is judged yet.",)
    yield terminal.BLANK
    yield from chain(*map(_faint, review.notes))
    if review.hindsight:
        yield terminal.BLANK
        yield from _hindsight_lines(review, names)


def _faint(text: str) -> Iterator[terminal.Line]:
    yield from ((terminal.faint(line),) for line in terminal.wrapped(text))


def _seat_lines(review: Review, seat: int) -> Iterator[terminal.Line]:
    moves, has_hands = review.choices(seat), review.moves[-1].hand > 1
    values = (signed_number(each.values[each.move].mean, 2) for each in moves)
    columns = [
        terminal.Column("", [(each.part,) for each in moves]),
        terminal.Column("move", [_short(_texts(each)[0]) for each in moves]),
        numbers_column("value", values),
        numbers_column("loss", map(_loss, moves)),
        terminal.Column("", [_verdict(each) for each in moves]),
    ]
    hands = [numbers_column("hand", (str(each.hand) for each in moves))] if has_hands else []
    yield from terminal.table([*hands, *columns])
    yield terminal.BLANK
    loss, error = review.total(seat)
    judged = sum(each.is_judged for each in moves)
    lost = f"{with_error(max(loss, 0.0), error)} points in {count(judged, 'decision')}"
    text = f"{lost}, against the best moves" if judged else "? (no decision could be judged)"
    yield terminal.labelled("Lost", (text,))
    for luck in review.luck:
        if luck.seat == seat:
            lead = f"{signed_number(luck.result)} in hand {luck.hand}: {_parts(luck)}"
            yield from terminal.labelled_text("Lead", lead)
    if costliest := review.costliest(seat):
        yield terminal.BLANK
        yield terminal.styled("Costliest decisions", terminal.Style.STRONG)
    for number, each in enumerate(costliest, start=1):
        where = f"Hand {each.hand}, {each.part.lower()}" if has_hands else each.part
        yield from terminal.labelled_text(f"{number}.", f"{where}: {' '.join(each.reasons)}")


def _parts(luck: Luck) -> str:
    words = ("luck of the deal", "decisions (against simple players)", "luck of the play")
    return listed(map(" ".join, zip(map(signed_number, luck.rounded), words, strict=True)))


def _hindsight_lines(review: Review, names: Sequence[str]) -> Iterator[terminal.Line]:
    yield terminal.heading("In hindsight, with all cards open")
    yield from _faint(_HINDSIGHT)
    costly = [each for each in review.hindsight if each.loss]
    if not costly:
        yield (f"None of the last moves cost anything ({len(review.hindsight)} solved).",)
        return
    parts = {each.number: each.part.lower() for each in review.moves}
    best = [" or ".join(each.best_texts[:3]) for each in costly]
    columns = [
        terminal.Column("", [(f"{names[each.seat]}, {parts[each.number]}",) for each in costly]),
        terminal.Column("move", [terminal.phrase(each.text) for each in costly]),
        numbers_column("sure of", (signed_number(each.value) for each in costly)),
        terminal.Column("best", [*map(terminal.phrase, best)]),
        numbers_column("sure of", (signed_number(each.best_value) for each in costly)),
    ]
    yield from terminal.table(columns)


def _texts(move: ReviewedMove) -> tuple[str, str]:
    return different_texts(move.view, move.move, move.best)


def _short(text: str) -> terminal.Line:
    return terminal.phrase(text if len(text) <= 24 else f"{text[:21].rstrip()}...")


def _verdict(move: ReviewedMove) -> terminal.Line:
    if move.verdict == "fault":
        return ("better: ", *_short(_texts(move)[1]))
    return (terminal.faint(move.verdict),)


def _loss(move: ReviewedMove) -> str:
    if move.best == move.move or move.doubt:
        return ""
    return with_error(max(move.loss, 0.0), move.loss_error, 2)
