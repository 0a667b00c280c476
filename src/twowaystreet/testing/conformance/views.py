"""Checks of views: they match the state, and a fact depends only on declared fields."""

from __future__ import annotations

import gc
import random
from collections.abc import Iterator
from enum import Enum
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any, Final

import attrs

from twowaystreet._core.cards.cards import Card, text_of
from twowaystreet._core.cards.masks import ONE_LANE
from twowaystreet._core.engine.match import HandData, Match
from twowaystreet._core.engine.moves import Deal, Play
from twowaystreet._core.engine.state import AnyState, GameState
from twowaystreet._core.engine.verbs import legal_moves
from twowaystreet._core.records.records import Record
from twowaystreet._core.records.seat_records import event_of
from twowaystreet._core.tricks.trick_state import TrickState
from twowaystreet._core.views.facts import ViewFact, facts_of
from twowaystreet._core.views.views import AnyView, view
from twowaystreet._util.values import fast_replace
from twowaystreet.errors import quoted
from twowaystreet.testing.conformance.context import (
    Position,
    hands_of_seat,
    require,
    viewer_name,
    viewers,
)
from twowaystreet.testing.conformance.snapshots import cards_in, named_in, snapshot

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
)
"""The facts that are the same in every view as in the state."""
SAME_OF_TRICKS: Final = ("tricks", "trick")
"""The further facts in trick-taking games."""
KNOWS_MORE: Final[tuple[type, ...]] = (GameState, Match, HandData, Record, Deal, random.Random)
"""Classes with hidden information, which no view may hold."""
CODE: Final = (type, FunctionType, BuiltinFunctionType, ModuleType, Enum)


def view_matches_state(position: Position) -> int:
    """Check that views match the state, and that only a seat sees its hand and moves."""
    state = position.state
    views = {seat: view(state, seat) for seat in viewers(state)}
    for seat, seen in views.items():
        title = f"the view of {viewer_name(seat)}"
        require(
            type(seen) is position.context.game.View and seen.seat == seat, f"{title} is {seen!r}"
        )
        for name in (*SAME, *(SAME_OF_TRICKS if isinstance(state, TrickState) else ())):
            shown, real = getattr(seen, name), getattr(state, name)
            require(shown == real, f"{name} is {real!r}, but in {title} {shown!r}")
        sizes = seen.hand_sizes
        require(sizes == state.hand_sizes, f"{title} has the hand sizes {sizes}")
        size = len(state.stock)
        require(
            seen.stock_size in (None, size), f"{title} has {seen.stock_size} for a stock of {size}"
        )
        moves = seen.legal_moves
        require(moves == _moves_of(state, seat), f"{title} has the legal moves {quoted(moves)}")
        _check_hand(state, seat, seen.hand)
        for thing in _reached_from(seen):
            require(not isinstance(thing, KNOWS_MORE), f"{title} holds a {type(thing).__name__}")
    _check_spectator(views)
    _check_events(position)
    _check_facts(position)
    return len(views)


def _moves_of(state: AnyState, seat: int | None) -> tuple[object, ...] | None:
    if seat is None:
        return None
    return legal_moves(state) if state.actor == seat else ()


def _check_hand(state: AnyState, seat: int | None, hand: tuple[Card, ...] | None) -> None:
    """Check that a seat only sees its own hand, and sees it when it is to play."""
    if seat is None:
        require(hand is None, f"a spectator sees a hand: {hand}")
        return
    held = hands_of_seat(state, seat)
    if hand is None:
        to_play = state.actor == seat and any(isinstance(one, Play) for one in legal_moves(state))
        require(not to_play, f"seat {seat} is to play, but does not see its hand")
    else:
        text = text_of(hand)
        require(hand in held, f"seat {seat} sees {text} as its hand, but holds {held}")


def _reached_from(thing: object) -> Iterator[object]:
    """Yield every object that can be reached from this one, except code."""
    seen, left = set[int](), [thing]
    while left:
        found = left.pop()
        if id(found) not in seen and not isinstance(found, CODE):
            seen.add(id(found))
            yield found
            if not isinstance(found, (Card, str)):
                left += gc.get_referents(found)


def _check_spectator(views: dict[int | None, AnyView]) -> None:
    """Check that every seat sees the cards that a spectator sees in the same fact."""
    spectator = views[None]
    for name in facts_of(type(spectator)):
        shown = set(cards_in(getattr(spectator, name)))
        for seat, seen in views.items():
            more = shown - set(cards_in(getattr(seen, name)))
            require(
                not more, f"{name} shows a spectator {text_of(sorted(more))}, but not seat {seat}"
            )


def _check_events(position: Position) -> None:
    """Check that the actor sees its whole move, and that others only see visible cards."""
    if position.last_step is None:
        return
    before, move = position.last_step
    for seat in viewers(before):
        event = event_of(before, move, seat)
        require(event.view == view(position.state, seat), f"the event of {move} has another view")
        require(event.seat == before.actor, f"the event of {move} belongs to seat {event.seat}")
        whole = event.move == move and event.text == str(move)
        if seat == before.actor and seat is not None:
            require(whole, f"seat {seat} makes the move {move}, but its event is {event.text!r}")
            continue
        shown = set(cards_in(event.view))
        hidden = set(named_in(event.text)) - shown
        require(
            not hidden,
            f"the event of {viewer_name(seat)} is {event.text!r}, but "
            f"{text_of(sorted(hidden))} is hidden in its view",
        )


HELD: Final = {"hand_data.held", "hand_data.stock", "remaining", "legal"}
"""The stored fields with the places of the cards."""


def _check_facts(position: Position) -> None:
    """Check that only facts which declare it depend on the places of hidden cards."""
    state, view_type = position.state, position.context.game.View
    _check_covers(state, view_type)
    for _ in range(4):
        for secret, other in _rearranged(state, position.rng):
            for name, fact in facts_of(view_type).items():
                if HELD & set(fact.covers):
                    continue
                one, two = (_read(fact, each) for each in (state, other))
                require(
                    one == two or two is None,
                    f"{name} declares the fields {', '.join(fact.covers) or 'none'}, but shows "
                    f"everyone {secret}",
                )


def _check_covers(state: AnyState, view_type: type[Any]) -> None:
    """Check that each stored field is covered by a fact or hidden."""
    covered = {name for fact in facts_of(view_type).values() for name in fact.covers} | set(
        view_type.hidden_fields
    )
    stored = {field.name.lstrip("_") for field in attrs.fields(type(state))}
    stored |= {f"match.{field.name}" for field in attrs.fields(Match)}
    hand_data: Any = type(state._hand_data)
    stored |= {f"hand_data.{field.name}" for field in attrs.fields(hand_data)}
    missing = stored - {"match", "hand_data"} - covered
    names = ", ".join(sorted(missing))
    require(not missing, f"stored fields that are in no fact and not in hidden_fields: {names}")


def _read(fact: ViewFact, state: AnyState) -> str | None:
    """Return a snapshot of a fact for a spectator; ``None`` if it cannot be computed."""
    try:
        return snapshot(fact.read(state, None))
    except Exception:
        return None  # the game does not expect swapped cards


def _rearranged(state: AnyState, rng: random.Random) -> Iterator[tuple[str, AnyState]]:
    """Yield states with hidden cards in other places: in another hand, or in the stock."""
    hand_data, left = state._hand_data, state._remaining
    held = list(hand_data.held)
    one, two = rng.sample(range(len(held)), 2) if len(held) > 1 else (0, 0)
    if one != two and held[one] & left and held[two] & left:
        given = rng.choice(_bits(held[one] & left)), rng.choice(_bits(held[two] & left))
        for hand in (one, two):
            held[hand] ^= given[0] | given[1]
        changed = attrs.evolve(hand_data, held=tuple(held))
        yield "the cards in the hands", _with(state, changed, left)
    stock = hand_data.stock
    if stock:
        shuffled = tuple(rng.sample(stock, len(stock)))
        yield "the order of the stock", _with(state, attrs.evolve(hand_data, stock=shuffled), left)
        held = list(hand_data.held)
        if left <= ONE_LANE and held[one] & left:
            place, bit = rng.randrange(len(stock)), rng.choice(_bits(held[one] & left))
            card = stock[place]
            if not card._bit & left:
                held[one] ^= bit | card._bit
                (other,) = (each for each in state.hand_of(one) if each._bit == bit)
                stock = (*stock[:place], other, *stock[place + 1 :])
                changed = attrs.evolve(hand_data, held=tuple(held), stock=stock)
                yield "the cards in the stock", _with(state, changed, left ^ bit ^ card._bit)


def _with(state: AnyState, hand_data: HandData, remaining: int) -> AnyState:
    return fast_replace(type(state))(state, _hand_data=hand_data, _remaining=remaining)


def _bits(mask: int) -> list[int]:
    """Return the single bits of a mask."""
    return [1 << place for place in range(mask.bit_length()) if mask >> place & 1]
