"""The display of the cards that others may hold, with exact chances."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from itertools import chain
from operator import attrgetter
from typing import Any, Final, TypeAlias

import attrs

from twowaystreet._cards.cards import Card
from twowaystreet._display.display import AnyDisplay
from twowaystreet._display.lines import Line, faint, folded, labelled, padded, width_of, wrapped
from twowaystreet._views.trick_views import TrickView
from twowaystreet._views.views import AnyView
from twowaystreet._worlds.worlds import Worlds, worlds

Chances: TypeAlias = Mapping[Card, Fraction]
"""The probability for each hidden card."""

_CERTAIN: Final = "certain"
_IMPOSSIBLE: Final = "impossible"
_CARDS: Final = attrgetter("cards")
_COLUMN: Final = len(_IMPOSSIBLE) + 2
_DIGITS: Final = 21
"""The greatest number of digits of a number that is shown in full."""
_LEAST: Final = Fraction(1, 1000)
"""The least probability that is shown as a figure."""


@attrs.frozen
class HiddenCards:
    """The hidden cards of a view and their chances.

    Attributes:
        worlds: the number of worlds.
        seats: for each other seat the chance that it holds each hidden card. In Spades the viewer's
            own seat belongs to them before the viewer has looked.
        rest: the chance that a card lies in no hand. It lacks cards with several hidden copies.
        rest_name: the name of the places outside the hands; empty without such places.
    """

    worlds: int
    seats: Mapping[int, Chances]
    rest: Chances
    rest_name: str


def hidden_cards(view: AnyView) -> HiddenCards:
    """Return the hidden cards of a view and their chances.

    Raises:
        WorldsError: if the game does not declare its hidden cards, or the view is impossible.
    """
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
    """Return the name of the places outside the hands; empty without such places."""
    tricks = (*view.tricks, view.trick) if isinstance(view, TrickView) else ()
    outside = len(view.rules.pack) - sum(view.hand_sizes) - sum(map(len, map(_CARDS, tricks)))
    has_dummies = len(view.hand_sizes) != len(view.scores)
    if has_dummies or outside != view.stock_size:
        return "Elsewhere"
    return "Stock" if outside else ""


def chance_lines(display: AnyDisplay, view: AnyView, names: Sequence[str]) -> list[Line]:
    """Return a table of the cards that each other seat may hold, and of the cards elsewhere.

    Cards with equal chances share a line, and seats with equal chances share a block.

    Raises:
        WorldsError: if the game does not declare its hidden cards, or the view is impossible.
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
    """Return a number with commas; a lower bound for very large numbers."""
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
    """Return the rows of a place, with its name before the first."""
    first, *others = rows
    if width_of(labelled(name, ())) > width_of((name,)):
        start = [labelled(name, first)]
    else:
        start = [*((faint(part),) for part in wrapped(name)), labelled("", first)]
    return [*start, *[labelled("", row) for row in others]]


def _rows(display: AnyDisplay, chances: Chances) -> list[Line]:
    """Return a row for each chance, the highest first, with the cards that have it."""
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

    Raises:
        WorldsError: if the game does not declare its hidden cards, or the view is impossible.
    """
    hidden = hidden_cards(view)
    chances = [
        {str(card): str(chance) for card, chance in hidden.seats.get(seat, {}).items() if chance}
        for seat in range(len(view.scores))
    ]
    found = {"view": json.loads(view.to_json()), "worlds": str(hidden.worlds), "chances": chances}
    return json.dumps(found)
