"""The choices of a person as the page offers them: buttons, cards, and places that cards fill."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain
from operator import itemgetter
from typing import Any, Final

from twowaystreet._core.cards.cards import text_of
from twowaystreet._core.display.display import AnyDisplay, display_of
from twowaystreet._core.display.values import Option, count
from twowaystreet._core.engine.moves import Move, Play, cards_of, groups_of
from twowaystreet._core.views.views import AnyView
from twowaystreet.players import simple
from twowaystreet.players._simple import rule_for
from twowaystreet.svg.geometry import Box
from twowaystreet.svg.slots import places_in
from twowaystreet.table import Table

DEAL: Final = "deal"
"""The text with which a player deals."""


# Any: JSON, here and below.
def form_of(table: Table, view: AnyView, names: Sequence[str], center: Box) -> dict[str, Any]:
    """Return the choices of the viewer now, by the keys of the page; empty without a choice.

    Args:
        table: the table.
        view: the view of the person.
        names: the names of the players, with "You" for the reader.
        center: the box for places that cards fill.

    >>> from twowaystreet.games import duel
    >>> table = Table(duel.GAME, bots={1: "simple"})
    >>> view = table.view(table.join("Ann"))
    >>> form_of(table, view, ["You", "Ben"], Box(0, 0, 300, 100))["options"]
    [{'move': 'deal', 'text': 'Deal'}]
    """
    if view.seat is None or table.free_seats:
        return {}
    if view.actor is None:
        if view.is_over:
            return {}
        text = "Next hand" if view.hand_over else "Deal"
        return {"options": [{"move": DEAL, "text": text}], "moves": []}
    if view.actor != view.seat:
        return {}
    display = display_of(table.game)
    moves, others = _by_cards(view, display)
    options = [
        *display.options(view, names),
        *map(Option, others, _texts(others, display, view)),
    ]
    form: dict[str, Any] = {
        "options": [_option(option) for option in options],
        "moves": list(_moves(moves, display, view)),
    }
    kinds = Counter(each["kind"] for each in form["moves"] if "kind" in each)
    if kinds:
        form["kinds"] = {kind: count(number, kind) for kind, number in kinds.items()}
    sizes = display.slots(view)
    if sizes:
        labels = display.slot_labels(view)
        form["slots"] = [
            [_place(place, label) for place in group]
            for group, label in zip(places_in(center, sizes), labels, strict=True)
        ]
    if len(sizes) > 1:
        form["values"] = dict(_values(moves, display, view))
        if rule_for(view) is not None:
            form["arranged"] = str(simple(view, random.Random(0)))
    return form


def _by_cards(view: AnyView, display: AnyDisplay) -> tuple[list[Move], list[Move]]:
    """Return the moves by cards that the viewer sees as own ones, and the moves by other cards.

    The first ones begin with the lowest cards, so that a page offers low combinations first.
    """
    assert view.seat is not None
    rows = [row.cards for row in display.rows(view, view.seat) if row.is_hand]
    own = {*(view.hand or ()), *chain.from_iterable(rows)}
    moves: list[tuple[Any, Move]] = []
    others: list[Move] = []
    for move in view.legal_moves or ():
        if cards := cards_of(move):
            if own.issuperset(cards):
                moves.append((max(map(display.place_of, cards)), move))
            else:
                others.append(move)
    return [move for _, move in sorted(moves, key=itemgetter(0))], others


def _texts(moves: Sequence[Move], display: AnyDisplay, view: AnyView) -> list[str]:
    """Return the words of the buttons for moves; those that are equal show the moves instead."""
    texts = [display.button_text(move, view) for move in moves]
    often = Counter(texts)
    return [
        text if often[text] == 1 else str(move) for move, text in zip(moves, texts, strict=True)
    ]


def _option(option: Option) -> dict[str, Any]:
    """Return an option without the keys that say nothing."""
    found: dict[str, Any] = {"move": str(option.move), "text": option.text}
    for name in ("note", "number", "switch", "confirm", "big", "badge"):
        value = getattr(option, name)
        if value not in ("", None) and value is not False:
            found[name] = value
    return found


def _moves(
    moves: Sequence[Move], display: AnyDisplay, view: AnyView
) -> Iterator[str | dict[str, Any]]:
    """Yield moves with cards and the words of their buttons; plays of one card as texts alone."""
    if all(type(move) is Play for move in moves):  # as usual; nobody needs the words
        yield from map(str, moves)
        return
    for move, text in zip(moves, _texts(moves, display, view), strict=True):
        yield str(move) if type(move) is Play else _move(move, text, display, view)


def _move(move: Move, words: str, display: AnyDisplay, view: AnyView) -> dict[str, Any]:
    """Return a move of several cards; one combination has its kind, by which a page offers it."""
    groups = display.groups(move, view)
    found: dict[str, Any] = {
        "move": str(move),
        "groups": [list(map(str, group)) for group in groups],
        "text": words,
    }
    if len(groups) == 1 and (kind := display.kind_of(groups[0], view)):
        found["kind"] = kind
    return found


def _values(moves: Sequence[Move], display: AnyDisplay, view: AnyView) -> Iterator[tuple[str, str]]:
    """Yield the names of all groups of cards that a move can have, by their cards in order."""
    groups = {tuple(sorted(group)) for move in moves for group in groups_of(move)}
    for group in groups:
        yield text_of(group), display.kind_of(group, view)


def _place(place: Box, label: str) -> dict[str, Any]:
    found: dict[str, Any] = {
        "x": round(place.x, 1),
        "y": round(place.y, 1),
        "w": round(place.width, 1),
        "h": round(place.height, 1),
    }
    return {**found, "label": label} if label else found
