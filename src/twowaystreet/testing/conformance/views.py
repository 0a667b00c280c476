"""Checks of views: they match the state, and what they show depends only on what a viewer sees."""

from __future__ import annotations

import gc
import random
from collections import Counter
from collections.abc import Iterator, Mapping
from enum import Enum
from itertools import product
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Final, get_args

import attrs

import twowaystreet as tws
from twowaystreet._core.cards.cards import text_of
from twowaystreet._core.engine.fields import bare, field_types
from twowaystreet._core.engine.match import HandData, Match
from twowaystreet._core.engine.state import OfGame
from twowaystreet._core.views.facts import ViewFact, facts_of
from twowaystreet._spaces.types import Sizes, optional, range_of
from twowaystreet._util.values import fast_replace
from twowaystreet.errors import quoted
from twowaystreet.testing import playouts
from twowaystreet.testing.playouts import CheckedPosition, fail, require, viewer_name, viewers
from twowaystreet.testing.reports import cards_in, snapshot

SAME: Final = (  # in every view as in the state
    *("rules", "actor", "dealer", "scores", "hands_played", "hand_sizes"),
    *("hand_over", "is_over", "winners", "score"),
)
# Classes with hidden information, which no view may hold.
KNOWS_MORE: Final = (tws.GameState, Match, HandData, tws.Record, tws.Deal, random.Random)
EXCHANGES: Final = 2  # pairs of unseen cards that change places, for each viewer
# The stored fields with the places of the cards.
HELD: Final = {"hand_data.held", "hand_data.stock", "remaining", "legal"}
CODE: Final = (type, FunctionType, BuiltinFunctionType, ModuleType, Enum)


def view_matches_state(position: CheckedPosition) -> int:
    """Views match the state, and tell only what their facts declare."""
    state, sizes = position.state, Sizes(position.context.game, position.state.rules)
    view_type: OfGame = state.View  # lru_cache has no type for it
    views = {seat: tws.view(state, seat) for seat in viewers(state)}
    of_all = {name: set(cards_in(getattr(views[None], name))) for name in facts_of(state.View)}
    for seat, seen in views.items():
        title = f"the view of {viewer_name(seat)}"
        is_own = type(seen) is position.context.game.View and seen.seat == seat
        require(is_own, f"{title} is {seen!r}")
        for name in (*SAME, "tricks", "trick") if isinstance(state, tws.TrickState) else SAME:
            shown, real = getattr(seen, name), getattr(state, name)
            require(shown == real, f"{name} is {real!r}, but in {title} {shown!r}")
        size, shown = len(state.stock), seen.stock_size
        require(shown in (None, size), f"{title} has {shown} for a stock of {size}")
        legal = tws.legal_moves(state) if state.actor == seat else ()
        moves, expected = seen.legal_moves, None if seat is None else legal
        require(moves == expected, f"{title} has the legal moves {quoted(moves)}")
        held = () if seat is None else playouts.hands_of_seat(state, seat)
        sees = f"{viewer_name(seat)} sees {seen.hand and text_of(seen.hand)} as its hand, but holds"
        require(seen.hand is None or seen.hand in held, f"{sees} {held}")
        blind = seen.hand is None and any(isinstance(one, tws.Play) for one in legal)
        require(not blind, f"seat {seat} is to play, but does not see its hand")
        for thing in _reached_from(seen):
            require(not isinstance(thing, KNOWS_MORE), f"{title} holds a {type(thing).__name__}")
        for name, cards in of_all.items():
            more = text_of(sorted(cards - set(cards_in(getattr(seen, name)))))
            require(not more, f"{name} shows a spectator {more}, but not seat {seat}")
    is_last = position.moves_made == len(position.playout.moves)
    all_views = [tws.view(each, None) for each in position.playout.states] if is_last else []
    for (name, kind), seen in product(field_types(view_type, annotated=True).items(), all_views):
        outside = [*_outside(getattr(seen, name), kind, sizes)]
        require(not outside, f"{name} of a view has {outside}, which its type rules out")
    _check_events(position)
    _check_covers(state, state.View)
    _check_facts(position)
    return len(views)


def _reached_from(thing: object) -> Iterator[object]:
    """Yield every object that can be reached from this one, except code."""
    seen, left = set[int](), [thing]
    while left:
        found = left.pop()
        if id(found) not in seen and not isinstance(found, CODE):
            seen.add(id(found))
            yield found
            if not isinstance(found, (tws.Card, str)):
                left += gc.get_referents(found)


def _outside(value: OfGame, annotation: OfGame, sizes: Sizes) -> Iterator[int]:
    """Yield the numbers in a value outside the bounds of its type."""
    kind, _ = optional(annotation)
    if value.__class__ is tuple:
        kinds = [each for each in get_args(bare(kind)) if each is not ...]
        kinds = kinds * len(value) if len(kinds) == 1 else kinds
        for each, inner in zip(value, kinds, strict=False):
            yield from _outside(each, inner, sizes)
    elif type(value) is int:
        numbers = range_of(kind, sizes)
        yield from () if numbers is None or value in numbers else (value,)


def _check_events(position: CheckedPosition) -> None:
    if position.last_step is None:
        return
    before, move = position.last_step
    for seat in viewers(before):
        event = tws.event_of(before, move, seat)
        require(
            event.view == tws.view(position.state, seat), f"the event of {move} has another view"
        )
        require(event.seat == before.actor, f"the event of {move} belongs to seat {event.seat}")
        whole = event.move == move and event.text == str(move)
        is_own = seat == before.actor and seat is not None
        wrong = f"seat {seat} makes the move {move}, but its event is {event.text!r}"
        require(whole or not is_own, wrong)


def _check_covers(state: tws.AnyState, view_type: type[OfGame]) -> None:
    covered = {name for fact in facts_of(view_type).values() for name in fact.covers}
    missing = _stored(state).keys() - covered - {*view_type.hidden_fields}
    names = ", ".join(sorted(missing))
    require(not missing, f"stored fields that are in no fact and not in hidden_fields: {names}")


def _stored(state: tws.AnyState) -> dict[str, object]:
    """Return the stored fields of a state, of its match and of its hand data, by name."""
    parts: dict[str, OfGame] = {"match.": state._match, "hand_data.": state._hand_data, "": state}
    return {
        prefix + (field.name if prefix else field.name.lstrip("_")): getattr(part, field.name)
        for prefix, part in parts.items()
        for field in attrs.fields(part.__class__)
        if field.name not in ("_match", "_hand_data")
    }


def _check_facts(position: CheckedPosition) -> None:
    """Check that what a viewer sees does not depend on cards that it does not see."""
    state = position.state
    facts = facts_of(state.View)
    for viewer in viewers(state) if state.actor is not None else ():
        shown = {name: _read(fact, state, viewer) for name, fact in facts.items()}
        for cards, other in _exchanges(position, viewer):
            for name, fact in facts.items():
                if fact.for_all and "hand_data.held" in fact.covers:
                    continue  # everybody is told something about the hands
                now = _read(fact, other, viewer)
                if now not in (None, shown[name]):
                    fail(
                        f"{name} tells {viewer_name(viewer)} something about {cards}, which no "
                        f"fact shows it from fields that it declares: {shown[name]}, but {now} "
                        "after they change places"
                    )


def _read(fact: ViewFact, state: tws.AnyState, viewer: int | None) -> str | None:
    """Return a snapshot of a fact; ``None`` if it cannot be computed."""
    try:
        return snapshot(fact.read(state, viewer))
    except Exception:
        return None  # the game does not expect such a state


def _exchanges(position: CheckedPosition, viewer: int | None) -> Iterator[tuple[str, tws.AnyState]]:
    """Yield states in which two cards that the viewer does not see have changed places."""
    state, pack = position.state, Counter(position.state.rules.pack.cards)
    met = {*cards_in(playouts.tricks_of(state)), *_declared(state, viewer)}
    hidden = [card for card, copies in pack.items() if copies == 1 and card not in met]
    fields = [one.name for one in attrs.fields(type(state)) if one.name != "_match"]
    for _ in range(EXCHANGES if len(hidden) > 1 else 0):
        one, two = position.rng.sample(hidden, 2)
        try:
            swaps = {one: two, two: one}
            changed = {name: exchanged(getattr(state, name), swaps) for name in fields}
        except Exception:
            continue  # the game checks its hand data
        bits = one._bit | two._bit
        *held, left = [
            mask ^ bits if mask & bits not in (0, bits) else mask
            for mask in (*state._hand_data.held, state._remaining)
        ]
        hand_data = attrs.evolve(changed["_hand_data"], held=tuple(held))
        changed |= {"_hand_data": hand_data, "_remaining": left}
        yield f"{one} and {two}", fast_replace(type(state))(state, **changed)


def _declared(state: tws.AnyState, viewer: int | None) -> Iterator[tws.Card]:
    """Yield the cards that facts show to a viewer, and that lie in fields which these declare."""
    stored = _stored(state)
    for fact in facts_of(state.View).values():
        shown = cards_in(fact.read(state, viewer))
        own = [stored[name] for name in fact.covers if name in stored and shown]
        if HELD & {*fact.covers} or {*shown} <= {*cards_in(own)}:
            yield from shown


def exchanged(thing: OfGame, swaps: Mapping[tws.Card, tws.Card]) -> OfGame:
    """Return a value with other cards."""
    if isinstance(thing, tws.Card):
        return swaps.get(thing, thing)
    if thing.__class__ is tuple:
        return tuple([exchanged(each, swaps) for each in thing])
    cls = thing.__class__
    if not attrs.has(cls) or not {*cards_in(thing)} & swaps.keys():
        return thing
    fields = [one for one in attrs.fields(cls) if one.init]
    parts = {one.alias: exchanged(getattr(thing, one.name), swaps) for one in fields}
    return attrs.evolve(thing, **parts)
