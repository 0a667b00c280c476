"""Checks of views: they match the state, and a fact shows only cards that it declares."""

from __future__ import annotations

import gc
import random
from collections.abc import Iterator
from enum import Enum
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any, Final

import attrs

from twowaystreet._cards.cards import Card, text_of
from twowaystreet._cards.masks import ONE_LANE
from twowaystreet._engine.match import HandData, Match
from twowaystreet._engine.moves import Deal, Play
from twowaystreet._engine.state import AnyState, GameState
from twowaystreet._engine.verbs import legal_moves
from twowaystreet._records.records import Record
from twowaystreet._records.seat_records import event_of
from twowaystreet._tricks.trick_state import TrickState
from twowaystreet._util.constructors import fast_replace
from twowaystreet._views.facts import Fact, facts_of
from twowaystreet._views.views import AnyView, view
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
"""The further ones in trick-taking games."""
KNOWS_MORE: Final[tuple[type, ...]] = (GameState, Match, HandData, Record, Deal, random.Random)
"""What no view may hold, for it knows more than a seat does."""
CODE: Final = (type, FunctionType, BuiltinFunctionType, ModuleType, Enum)


def view_matches_state(position: Position) -> int:
    """Views tell the truth, each seat its own hand and moves, and nobody what is another's."""
    state = position.state
    everybody = {seat: view(state, seat) for seat in viewers(state)}
    for seat, seen in everybody.items():
        who = f"the view of {viewer_name(seat)}"
        require(
            type(seen) is position.context.game.View and seen.seat == seat, f"{who} is {seen!r}"
        )
        for name in (*SAME, *(SAME_OF_TRICKS if isinstance(state, TrickState) else ())):
            shown, real = getattr(seen, name), getattr(state, name)
            require(shown == real, f"{name} is {real!r}, and in {who} {shown!r}")
        require(seen.hand_sizes == state.hand_sizes, f"{who} has the hand sizes {seen.hand_sizes}")
        size = len(state.stock)
        require(
            seen.stock_size in (None, size), f"{who} has {seen.stock_size} for a stock of {size}"
        )
        require(seen.legal_moves == _moves_of(state, seat), f"{who} offers {seen.legal_moves}")
        _check_hand(state, seat, seen.hand)
        for thing in _reached_from(seen):
            require(not isinstance(thing, KNOWS_MORE), f"{who} leads to a {type(thing).__name__}")
    _check_spectator(everybody)
    _check_events(position)
    _check_facts(position)
    return len(everybody)


def _moves_of(state: AnyState, seat: int | None) -> tuple[object, ...] | None:
    if seat is None:
        return None
    return legal_moves(state) if state.actor == seat else ()


def _check_hand(state: AnyState, seat: int | None, hand: tuple[Card, ...] | None) -> None:
    """Check that a seat is shown a hand of its own, at the latest when it has to play from it."""
    if seat is None:
        require(hand is None, f"a spectator is shown a hand: {hand}")
        return
    mine = hands_of_seat(state, seat)
    if hand is None:
        to_play = state.actor == seat and any(isinstance(one, Play) for one in legal_moves(state))
        require(not to_play, f"seat {seat} is to play, and is not shown its hand")
    else:
        text = text_of(hand)
        require(hand in mine, f"seat {seat} is shown {text} as its hand, and holds {mine}")


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


def _check_spectator(everybody: dict[int | None, AnyView]) -> None:
    """Check that a spectator is shown no card that a seat is not shown in the same fact."""
    spectator = everybody[None]
    for name in facts_of(type(spectator)):
        shown = set(cards_in(getattr(spectator, name)))
        for seat, seen in everybody.items():
            more = shown - set(cards_in(getattr(seen, name)))
            require(
                not more, f"{name} shows a spectator {text_of(sorted(more))}, and not seat {seat}"
            )


def _check_events(position: Position) -> None:
    """Check that whoever moves hears all of it, and that cards which others hear can be seen."""
    if position.last_step is None:
        return
    before, move = position.last_step
    for seat in viewers(before):
        event = event_of(before, move, seat)
        require(event.view == view(position.state, seat), f"the event of {move} has another view")
        require(event.seat == before.actor, f"the event of {move} is of seat {event.seat}")
        whole = event.move == move and event.text == str(move)
        if seat == before.actor and seat is not None:
            require(whole, f"seat {seat} makes the move {move}, and hears {event.text!r}")
            continue
        shown = set(cards_in(event.view))
        hidden = set(named_in(event.text)) - shown
        require(
            not hidden,
            f"{viewer_name(seat)} hears {event.text!r}, and {text_of(sorted(hidden))} "
            "cannot be seen",
        )


HELD: Final = {"hand_data.held", "hand_data.stock", "remaining", "legal"}
"""The stored fields that tell where the cards are."""


def _check_facts(position: Position) -> None:
    """Check that no fact depends on where hidden cards are, unless it is declared to."""
    state, view_type = position.state, position.context.game.View
    _check_covers(state, view_type)
    for _ in range(4):
        for what, other in _rearranged(state, position.rng):
            for name, fact in facts_of(view_type).items():
                if HELD & set(fact.covers):
                    continue
                one, two = (_read(fact, each) for each in (state, other))
                require(
                    one == two or two is None,
                    f"{name} is declared to tell of {', '.join(fact.covers) or 'nothing'}, and "
                    f"shows everybody {what}",
                )


def _check_covers(state: AnyState, view_type: type[Any]) -> None:
    """Check that each stored field is told of by a fact, or declared a secret."""
    told = {name for fact in facts_of(view_type).values() for name in fact.covers} | set(
        view_type.hidden_fields
    )
    stored = {field.name.lstrip("_") for field in attrs.fields(type(state))}
    stored |= {f"match.{field.name}" for field in attrs.fields(Match)}
    hand_data: Any = type(state._hand_data)
    stored |= {f"hand_data.{field.name}" for field in attrs.fields(hand_data)}
    missing = stored - {"match", "hand_data"} - told
    require(not missing, f"stored, and neither a fact nor a secret: {', '.join(sorted(missing))}")


def _read(fact: Fact, state: AnyState) -> str | None:
    """What a spectator is shown of a fact; ``None`` if it cannot be told from such a state."""
    try:
        return snapshot(fact.read(state, None))
    except Exception:
        return None  # cards have changed places behind the game's back


def _rearranged(state: AnyState, rng: random.Random) -> Iterator[tuple[str, AnyState]]:
    """States in which hidden cards lie elsewhere: in another hand, or in the stock."""
    hand_data, left = state._hand_data, state._remaining
    held = list(hand_data.held)
    one, two = rng.sample(range(len(held)), 2) if len(held) > 1 else (0, 0)
    if one != two and held[one] & left and held[two] & left:
        given = rng.choice(_bits(held[one] & left)), rng.choice(_bits(held[two] & left))
        for hand in (one, two):
            held[hand] ^= given[0] | given[1]
        changed = attrs.evolve(hand_data, held=tuple(held))
        yield "who holds which cards", _with(state, changed, left)
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
                yield "what lies in the stock", _with(state, changed, left ^ bit ^ card._bit)


def _with(state: AnyState, hand_data: HandData, remaining: int) -> AnyState:
    return fast_replace(type(state))(state, _hand_data=hand_data, _remaining=remaining)


def _bits(mask: int) -> list[int]:
    """The single bits of a mask."""
    return [1 << place for place in range(mask.bit_length()) if mask >> place & 1]
