"""What a person can look up: rules, score, the last trick, hints and the chances of cards."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import chain
from operator import attrgetter
from typing import Any, Final, TypeAlias

import attrs

from twowaystreet._cli.prompt import ListedMoves, number_tag
from twowaystreet._core.cards.cards import Card
from twowaystreet._core.display.display import AnyDisplay, how_to_play_of
from twowaystreet._core.display.lines import (
    Column,
    Line,
    Style,
    faint,
    folded,
    heading,
    labelled,
    labelled_text,
    padded,
    phrase,
    styled,
    table,
    width_of,
    wrapped,
)
from twowaystreet._core.display.options import chosen_options
from twowaystreet._core.display.screen import (
    Screen,
    full_trick_lines,
    result_lines,
    sheet_lines,
    told_lines,
    void_lines,
)
from twowaystreet._core.display.words import whom
from twowaystreet._core.engine.game import Game
from twowaystreet._core.engine.moves import Move
from twowaystreet._core.engine.seats import sides_of
from twowaystreet._core.views.trick_views import TrickView
from twowaystreet._core.views.views import AnyView
from twowaystreet._core.worlds.worlds import Worlds, worlds
from twowaystreet.errors import WorldsError
from twowaystreet.players import Estimate, MonteCarlo, simple
from twowaystreet.players._searches import reason_unsearched
from twowaystreet.players._simple import rule_for

_NO_RULES: Final = "The command line has no page about this game. Type help instead."
_NO_VOIDS: Final = "nobody has failed to follow a suit so far"
_CHANCES: Final = (
    "Worlds are the divisions of the hidden cards that agree with everything you have seen. Each "
    "is equally likely here: bids and choices of cards are no evidence."
)


def rules_lines(game: Game, view: AnyView) -> list[Line]:
    texts = how_to_play_of(game) or (_NO_RULES,)
    chosen = chosen_options(game, view.rules)
    options = " ".join(["Options.", *(f"{each}." for each in chosen)]) if chosen else ""
    return [
        heading(game.title),
        *(phrase(line) for text in texts for line in wrapped(text)),
        *((faint(line),) for line in wrapped(options, indent="  ")),
    ]


def score_lines(screen: Screen, view: AnyView, *, short: bool = False) -> list[Line]:
    if screen.hands:
        lines = sheet_lines if short else told_lines
        return [*lines(screen.display, screen.hands, screen.names, screen.opening.scores)]
    points = ", ".join(
        f"{score} ({whom(name)})" for score, name in zip(view.scores, screen.names, strict=True)
    )
    return [labelled("Points", (points,))]


def last_lines(screen: Screen, view: AnyView, ended: AnyView | None) -> list[Line]:
    """Return the last complete trick of the hand, else the end of the hand before, if any."""
    last = _last_trick(screen, view)
    if last:
        return last
    if ended is None:
        word = screen.display.trick_word
        return [(f"No {word} is complete yet.",)]
    end = result_lines(screen.facts(ended))
    return [("The hand before ended so:",), *_last_trick(screen, ended), *end]


def _last_trick(screen: Screen, view: AnyView) -> list[Line]:
    facts = screen.facts(view)
    return full_trick_lines(facts) if facts.tricks else []


def who_lines(display: AnyDisplay, view: AnyView, names: Sequence[str]) -> list[Line]:
    voids = void_lines(display, view, names)
    try:
        chances = chance_lines(display, view, names)
    except WorldsError as error:
        chances = [(f"The chances are unknown: {error}",)]
    else:
        chances = [*chances, *((faint(line),) for line in wrapped(_CHANCES))]
    return [*(voids or [labelled("Void", (_NO_VOIDS,))] * isinstance(view, TrickView)), *chances]


SEARCH: Final = MonteCarlo(worlds=20, engine="python")
"""The search of the hints; with few worlds, so that a person need not wait long.

The compiled playouts would give the same hints, but the first one after their compilation.
"""
_NO_ADVICE: Final = "none: this game has no rule of thumb, and its hidden cards cannot be sampled"
_ROWS: Final = 12
"""The greatest number of moves in the table."""


@attrs.frozen
class Hint:
    """A recommended move, ``None`` without one, the moves that numbers pick, and the lines."""

    move: Move | None
    numbered: tuple[Move, ...]
    lines: list[Line]


def hint(display: AnyDisplay, view: AnyView, choices: ListedMoves, rng: random.Random) -> Hint:
    """Return a recommended move, and a table of the values of the moves, the best first.

    The hint depends on the view alone, so it cannot reveal hidden cards. The simple player
    recommends a move where a search does not help, and if the game does not declare its hidden
    cards. Without a rule of thumb there is no advice then. If the prompt has not numbered the moves
    and may, the table does.
    """
    text = display.move_text
    favourite = simple(view, rng)  # of equally good moves, as for the search
    reason = reason_unsearched(view._state, view.phase)
    try:
        estimates = {} if reason else SEARCH.evaluate(view, rng)
    except WorldsError:
        if rule_for(view) is None:
            return Hint(None, choices.numbered, [labelled("Hint", (_NO_ADVICE,))])
        estimates, reason = {}, "the hidden cards of this game cannot be sampled"
    if reason:
        how = f"by rule of thumb, as {reason}"
        lines = [*_recommended(text(favourite)), *labelled_text("", how)]
        return Hint(favourite, choices.numbered, lines)
    ordered = sorted(estimates, key=lambda move: (-estimates[move].mean, move != favourite))
    best, shown = ordered[0], ordered[:_ROWS]
    numbered = choices.numbered or ((*shown,) if choices.may_number else ())
    value = estimates[best].mean
    side = f"{'behind' if value < 0 else 'ahead of'} {_others(view)}"
    lines = [
        *_recommended(text(best)),
        labelled("", (f"Expect to be {abs(value):.1f} points {side} in this hand.",)),
        *_values(text, estimates, shown, numbered),
        *((line,) for line in wrapped(_legend(view, len(ordered)))),
    ]
    return Hint(best, numbered, lines)


def _recommended(move: str) -> list[Line]:
    return [labelled("Hint", (*styled(move, Style.STRONG), faint("  Enter plays it")))]


def _others(view: AnyView) -> str:
    sides = sides_of(view.rules)
    if len(sides) < len(view.scores):
        return "the other side" if len(sides) == 2 else "the other sides' average"
    return "your opponent" if len(sides) == 2 else "the others' average"


def signed_number(value: float, digits: int = 1) -> str:
    """Return a number with its sign; a zero has no minus."""
    return f"{round(value, digits) + 0.0:+.{digits}f}"


def _values(
    text: Callable[[Move], str],
    estimates: Mapping[Move, Estimate],
    shown: Sequence[Move],
    numbered: Sequence[Move],
) -> list[Line]:
    numbers = {move: number_tag(place) for place, move in enumerate(numbered, start=1)}
    tags: list[Line] = [(numbers.get(move, ""),) for move in shown]
    values: list[Line] = [(signed_number(estimates[move].mean, 2),) for move in shown]
    columns = [
        *([Column("", tags)] if numbered else []),
        Column("move", [phrase(text(move)) for move in shown]),
        Column("value", values, to_right=True),
        Column("loss", [(f"{estimates[move].loss:.2f}",) for move in shown], to_right=True),
        Column("error", [(f"{estimates[move].loss_error:.2f}",) for move in shown], to_right=True),
    ]
    return [labelled("", line) for line in table(columns)]


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


CardChances: TypeAlias = Mapping[Card, Fraction]

_CERTAIN: Final = "certain"
_IMPOSSIBLE: Final = "impossible"
_CARDS: Final = attrgetter("cards")
_COLUMN: Final = len(_IMPOSSIBLE) + 2
_DIGITS: Final = 21
"""The greatest number of digits of a number that is shown in full."""
_LEAST: Final = Fraction(1, 1000)


@attrs.frozen
class HiddenCards:
    worlds: int
    seats: Mapping[int, CardChances]
    """For each other seat the chance that it holds each hidden card.

    In Spades the viewer's own seat belongs to them before the viewer has looked.
    """
    rest: CardChances
    """The chance that a card lies in no hand; it lacks cards with several hidden copies."""
    rest_name: str
    """The name of the places outside the hands; empty without such places."""


def hidden_cards(view: AnyView) -> HiddenCards:
    found: Worlds[Any] = worlds(view)  # Any: the states of any game
    cases = found._cases
    others = [seat for seat in range(len(view.scores)) if seat != view.seat or view.hand is None]
    copies = [
        [*case.unseen, *chain(*[case.holdings[seat].known for seat in others])] for case in cases
    ]
    cards = sorted({*chain(*copies)})
    seats = {seat: {card: found.chance(seat, card) for card in cards} for seat in others}
    single = [card for card in cards if all(some.count(card) == 1 for some in copies)]
    nothing = Fraction(0)
    rest = {card: 1 - sum([seats[seat][card] for seat in others], nothing) for card in single}
    return HiddenCards(found.count, seats, rest, _rest_name(view))


def _rest_name(view: AnyView) -> str:
    tricks = (*view.tricks, view.trick) if isinstance(view, TrickView) else ()
    outside = len(view.rules.pack) - sum(view.hand_sizes) - sum(map(len, map(_CARDS, tricks)))
    has_dummies = len(view.hand_sizes) != len(view.scores)
    if has_dummies or outside != view.stock_size:
        return "Elsewhere"
    return "Stock" if outside else ""


def chance_lines(display: AnyDisplay, view: AnyView, names: Sequence[str]) -> list[Line]:
    """Return a table of the cards that each other seat may hold, and of the cards elsewhere.

    Cards with equal chances share a line, and seats with equal chances share a block.
    """
    hidden = hidden_cards(view)
    viewer = "a spectator" if view.seat is None else names[view.seat].lower()
    many = f"{_number(hidden.worlds)} worlds look the same to {viewer}"
    one = f"only one: nothing about the cards is hidden from {viewer}"
    lines = [labelled("Worlds", (one if hidden.worlds == 1 else many,))]
    alike: dict[tuple[tuple[Card, Fraction], ...], list[int]] = {}
    for seat, chances in hidden.seats.items():
        if chances:
            alike.setdefault(tuple(chances.items()), []).append(seat)
    show = partial(_rows, display)
    for found, seats in alike.items():
        lines += _block(_seats_text(seats, names), show(dict(found)))
    if hidden.rest_name and any(hidden.rest.values()):
        lines += _block(hidden.rest_name, show(hidden.rest))
    return lines


def _number(number: int) -> str:
    digits = str(number)
    if len(digits) <= _DIGITS:
        return f"{number:,}"
    return f"more than {digits[0]}.{digits[1]} x 10^{len(digits) - 1}"


def _seats_text(seats: Sequence[int], names: Sequence[str]) -> str:
    """Return a name for several seats, such as ``Seats 1-3 5`` or ``Ann, Seat 2``."""
    if any(names[seat] != f"Seat {seat}" for seat in seats):
        return ", ".join(names[seat] for seat in seats)
    runs = list[list[int]]()
    for seat in seats:
        if runs and runs[-1][-1] == seat - 1:
            runs[-1].append(seat)
        else:
            runs.append([seat])
    texts = [str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs]
    return f"Seat{'s' if len(seats) > 1 else ''} {' '.join(texts)}"


def _block(name: str, rows: Iterable[Line]) -> list[Line]:
    first, *others = rows
    if width_of(labelled(name, ())) > width_of((name,)):
        start = [labelled(name, first)]
    else:
        start = [*((faint(part),) for part in wrapped(name)), labelled("", first)]
    return [*start, *[labelled("", row) for row in others]]


def _rows(display: AnyDisplay, chances: CardChances) -> list[Line]:
    groups: dict[str, list[Card]] = {}
    for card, chance in sorted(chances.items(), key=lambda item: -item[1]):
        groups.setdefault(percentage(chance), []).append(card)
    if [*groups] == [_IMPOSSIBLE]:
        return [("no hidden card",)]
    rows = list[Line]()
    for words, cards in groups.items():
        first, *others = folded(display.show_cards(cards), _COLUMN)
        rows.append((*padded((words,), _COLUMN), *first))
        rows += [(*padded(("",), _COLUMN), *line) for line in others]
    return rows


def percentage(chance: Fraction) -> str:
    """Return a chance in words or as a percentage.

    >>> [percentage(Fraction(part, 3000)) for part in (0, 1, 1000, 2999, 3000)]
    ['impossible', '< 0.1 %', '33.3 %', '> 99.9 %', 'certain']
    """
    if chance in (0, 1):
        return _CERTAIN if chance else _IMPOSSIBLE
    if chance < _LEAST:
        return "< 0.1 %"
    if chance > 1 - _LEAST:
        return "> 99.9 %"
    return f"{float(100 * chance):.1f} %"


def chances_json(view: AnyView) -> str:
    """Return a view with its chances as JSON on one line.

    The number of worlds is a text, because it can exceed the numbers that other languages read
    exactly. For each seat it gives the cards that the seat may hold, with fractions as texts.
    """
    hidden = hidden_cards(view)
    chances = [
        {str(card): str(chance) for card, chance in hidden.seats.get(seat, {}).items() if chance}
        for seat in range(len(view.scores))
    ]
    found = {"view": json.loads(view.to_json()), "worlds": str(hidden.worlds), "chances": chances}
    return json.dumps(found)
