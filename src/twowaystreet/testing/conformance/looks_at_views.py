"""The promise that views tell the truth, and each seat what it may know."""

from __future__ import annotations

import gc
import random
from collections.abc import Iterator
from enum import Enum
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Final

from twowaystreet._cards.cards import Card, text_of
from twowaystreet._engine.match import HandData, Match
from twowaystreet._engine.moves import Deal, Play
from twowaystreet._engine.state import AnyState, GameState
from twowaystreet._engine.verbs import legal_moves
from twowaystreet._records.records import Record
from twowaystreet._records.seat_records import event_of
from twowaystreet._views.views import View, view
from twowaystreet.testing.conformance.looks_at_cards import hands_of
from twowaystreet.testing.conformance.looks_at_facts import declared, facts_of
from twowaystreet.testing.conformance.pictures import cards_in, named_in
from twowaystreet.testing.conformance.trial import Moment, see, viewers, whose

SAME: Final = (
    "rules",
    "actor",
    "dealer",
    "scores",
    "hands_played",
    "hand_over",
    "is_over",
    "winners",
    "score",
    "tricks",
    "trick",
)
"""The facts that are the same in every view as in the state."""
KNOWS_MORE: Final[tuple[type, ...]] = (GameState, Match, HandData, Record, Deal, random.Random)
"""What no view may hold, for it knows more than a seat does."""
CODE: Final = (type, FunctionType, BuiltinFunctionType, ModuleType, Enum)


def true(moment: Moment) -> int:
    """Views tell the truth, each seat its own hand and moves, and nobody what is another's."""
    state = moment.state
    everybody = {seat: view(state, seat) for seat in viewers(state)}
    for seat, seen in everybody.items():
        who = f"the view of {whose(seat)}"
        see(type(seen) is moment.trial.game.View and seen.seat == seat, f"{who} is {seen!r}")
        for name in SAME:
            shown, real = getattr(seen, name), getattr(state, name)
            see(shown == real, f"{name} is {real!r}, and in {who} {shown!r}")
        see(seen.hand_sizes == state.hand_sizes, f"{who} has the hand sizes {seen.hand_sizes}")
        size = len(state.stock)
        see(seen.stock_size in (None, size), f"{who} has {seen.stock_size} for a stock of {size}")
        see(seen.legal_moves == _moves_of(state, seat), f"{who} offers {seen.legal_moves}")
        _own_hand(state, seat, seen.hand)
        for thing in _reached_from(seen):
            see(not isinstance(thing, KNOWS_MORE), f"{who} leads to a {type(thing).__name__}")
    _no_more_than_all(everybody)
    _heard(moment)
    declared(moment)
    return len(everybody)


def _moves_of(state: AnyState, seat: int | None) -> tuple[object, ...] | None:
    if seat is None:
        return None
    return legal_moves(state) if state.actor == seat else ()


def _own_hand(state: AnyState, seat: int | None, hand: tuple[Card, ...] | None) -> None:
    """See that a seat is shown a hand of its own, at the latest when it has to play from it."""
    if seat is None:
        see(hand is None, f"a spectator is shown a hand: {hand}")
        return
    mine = hands_of(state, seat)
    if hand is None:
        to_play = state.actor == seat and any(isinstance(one, Play) for one in legal_moves(state))
        see(not to_play, f"seat {seat} is to play, and is not shown its hand")
    else:
        text = text_of(hand)
        see(hand in mine, f"seat {seat} is shown {text} as its hand, and holds {mine}")


def _reached_from(thing: object) -> Iterator[object]:
    """Every object that can be reached from this one, code left out."""
    seen, left = set[int](), [thing]
    while left:
        found = left.pop()
        if id(found) not in seen and not isinstance(found, CODE):
            seen.add(id(found))
            yield found
            if not isinstance(found, (Card, str)):
                left += gc.get_referents(found)


def _no_more_than_all(everybody: dict[int | None, View]) -> None:
    """See that a spectator is shown no card that a seat is not shown in the same fact."""
    spectator = everybody[None]
    for name in facts_of(type(spectator)):
        shown = set(cards_in(getattr(spectator, name)))
        for seat, seen in everybody.items():
            more = shown - set(cards_in(getattr(seen, name)))
            see(not more, f"{name} shows a spectator {text_of(sorted(more))}, and not seat {seat}")


def _heard(moment: Moment) -> None:
    """See that whoever moves hears all of it, and that cards which others hear can be seen."""
    if moment.last_step is None:
        return
    before, move = moment.last_step
    for seat in viewers(before):
        event = event_of(before, move, seat)
        see(event.view == view(moment.state, seat), f"the event of {move} has another view")
        see(event.seat == before.actor, f"the event of {move} is of seat {event.seat}")
        whole = event.move == move and event.text == str(move)
        if seat == before.actor and seat is not None:
            see(whole, f"seat {seat} makes the move {move}, and hears {event.text!r}")
            continue
        shown = set(cards_in(event.view))
        hidden = set(named_in(event.text)) - shown
        see(
            not hidden,
            f"{whose(seat)} hears {event.text!r}, and {text_of(sorted(hidden))} cannot be seen",
        )
