"""Checks of views: they match the state, and viewers with the same information see the same.

A viewer knows everything that a spectator sees and the visible part of each move. Of its own it
knows the moves in full, the hand, the cards that lie before it alone, and the stock cards that its
moves drew or looked at.
"""

from __future__ import annotations

import gc
import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import Enum
from functools import partial, reduce
from itertools import chain, islice, product
from random import Random
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Final, TypeAlias, get_args

import attrs

import twowaystreet as tws
from twowaystreet._core.cards.cards import text_of
from twowaystreet._core.engine.fields import bare, field_types
from twowaystreet._core.engine.match import HandData, Match
from twowaystreet._core.records.seat_records import shown_move
from twowaystreet._core.views.facts import ViewFact, facts_of
from twowaystreet._core.views.views import AnyView
from twowaystreet._spaces.types import Sizes, optional, range_of
from twowaystreet._util.values import OfGame, fast_replace
from twowaystreet.errors import quoted
from twowaystreet.testing import _playouts as playouts
from twowaystreet.testing._playouts import CheckedPosition, Context, cards_in, fail, require

Swaps: TypeAlias = Mapping[tws.Card, tws.Card]  # for each card the one in its place
PAIRS: Final = (10, 8, 4, 3, 2, 2, 1, 1, 1, 1, 1, 1)  # swapped cards; with few, plays stay legal


def visible_part(state: tws.AnyState, move: tws.Move, viewer: int | None) -> str:
    is_own = viewer is not None and state.actor == viewer
    return str(move) if is_own else shown_move(state, move, viewer)[0]


def same_for(
    context: Context, match: playouts.Playout, viewer: int | None, rng: Random
) -> Iterator[playouts.Playout]:
    """Yield other playouts with the same information for a viewer, which cannot tell them apart."""
    deals = [at for at, move in enumerate(match.moves) if isinstance(move, tws.Deal)]
    if not deals:
        return
    deal = deals[-1] if rng.random() < 3 / 4 else rng.choice(deals)
    met, end = set[tws.Card](), next((at for at in deals if at > deal), len(match.moves))
    for at in range(deal, end):
        before, after = match.states[at : at + 2]
        seen, told = tws.view(after, viewer), visible_part(before, match.moves[at], viewer)
        met.update(seen.hand or (), context.public(after), playouts.named_in(told), own_cards(seen))
        if viewer is not None and before.actor == viewer:
            met |= {*before.stock} & {*cards_in(seen)}  # its own move shows them
    known = [_known(match, at, viewer) for at in range(deal, len(match.moves))]
    hidden = sorted({*match.start.rules.pack.cards} - met)
    for pairs in PAIRS if len(hidden) > 1 else ():
        count = min(pairs, len(hidden) // 2)
        chosen = rng.sample(hidden, 2 * count)
        swaps = dict(zip(chosen, chosen[count:] + chosen[:count], strict=True))
        found = _made_again(match, viewer, known, swaps, rng)
        if found is not None and found.state != match.state:
            yield found


def _made_again(
    match: playouts.Playout, viewer: int | None, known: list[object], swaps: Swaps, rng: Random
) -> playouts.Playout | None:
    """Make the last moves with swapped cards, or sometimes others that look the same."""
    first = len(match.moves) - len(known)
    found = match.until(first)
    for at, expected in enumerate(known, first):
        move, state = match.moves[at], found.state
        visible = visible_part(match.states[at], move, viewer)
        is_seen = visible == str(move)
        try:
            if isinstance(move, tws.Deal):
                move = tws.Deal([swaps.get(card, card) for card in move.cards])
            elif not is_seen and rng.random() < 1 / 10:
                moves = tws.legal_moves(state)
                move = rng.choice([x for x in moves if visible_part(state, x, viewer) == visible])
            elif not is_seen:
                move = tws.parse_move(state, swapped(str(move), swaps))
            found = found.play(move)
        except (tws.TwoWayStreetError, IndexError):
            return None  # for example, another seat must follow suit now
        is_last = at == len(match.moves) - 1  # its visible part is compared later
        looks = is_last or visible == visible_part(state, move, viewer)
        if not (looks and expected == _known(found, at, viewer)):
            return None
    return found


def _known(match: playouts.Playout, at: int, viewer: int | None) -> object:
    after = match.states[at + 1]
    seen = tws.view(after, viewer)
    return match.states[at].actor, seen.hand, own_cards(seen), tws.view(after, None)


def own_cards(seen: AnyView) -> list[tws.Card]:
    """Return the cards that lie before a seat for it alone, such as a sealed card."""
    seat, facts = seen.seat, facts_of(type(seen)).items()
    own = [name for name, fact in facts if fact.own_only and seat is not None]
    return cards_in([getattr(seen, name)[seat] for name in own])


def swapped(text: str, swaps: Swaps) -> str:
    names = {str(card): str(other) for card, other in swaps.items()}
    return " ".join(names.get(word, word) for word in text.split())


def no_leak(position: CheckedPosition) -> int:
    """Viewers with the same information see and hear the same."""
    step = position.last_step
    found = 0 if step is None else _redacted_move(*step, position.rng)
    state, context, match = position.state, position.context, position.so_far
    for viewer in dict.fromkeys((None, state.actor, position.rng.randrange(state.rules.seats))):
        mine = dict[str, object]()
        # The seat to move sees most: it also gets answers to offered moves.
        most = 3 if viewer is not None and viewer == state.actor else 1
        for other in islice(same_for(context, match, viewer, position.rng), most):
            found += 1
            makes = [partial(reduce, tws.apply, each.moves, each.start) for each in (match, other)]
            mine = mine or _shown_to(context, match, viewer)
            shown = [mine, _shown_to(context, other, viewer)]
            for part, one, two in _differences(viewer, shown, makes):
                who, told = playouts.viewer_name(viewer), other.text(context.game)
                fail(
                    f"{who} has the same information in this playout and in the other one below, "
                    f"yet {part} differs:\n    {one}\nand in the other playout\n    {two}\n"
                    f"The other playout:\n{told}"
                )
    return found


def _differences(
    viewer: int | None,
    shown: Sequence[Mapping[str, object]],
    makes: Sequence[Callable[[], tws.AnyState]],
) -> Iterator[tuple[str, str, str]]:
    """Yield what tells two positions apart for a viewer, by name, and both texts around it."""
    for part, one in shown[0].items():
        if one != shown[1][part]:
            yield part, *playouts.around_difference(one, shown[1][part])
    known = dict[str, str]()
    # A property may depend on what another view or state has left behind, so the order changes.
    for pair in (makes, makes[::-1]):
        made = list[AnyView]()
        for make in pair:
            made.append(tws.view(make(), viewer))
            for name, value in chain.from_iterable(map(playouts.public_values, made)):
                if known.setdefault(name, value) != value:
                    yield f"view.{name}", *playouts.around_difference(known[name], value)


def _forms_of(seen: AnyView) -> dict[str, object]:
    forms: dict[str, object] = {"the view": seen, "repr(view)": repr(seen), "str(view)": str(seen)}
    forms |= {"hash(view)": hash(seen), "the JSON of the view": seen.to_json()}
    return forms | {"voids": getattr(seen, "voids", ()), "legal_moves(view)": tws.legal_moves(seen)}


def _shown_to(context: Context, match: playouts.Playout, viewer: int | None) -> dict[str, object]:
    state, last = match.state, visible_part(match.states[-2], match.moves[-1], viewer)
    shown = {"the visible part of the last move": last, **_forms_of(tws.view(state, viewer))}
    if viewer is not None and state.actor == viewer:
        shown["legal_moves(state)"] = tws.legal_moves(state)
        shown |= {f"the answer to {move}": _answer(state, move) for move in context.moves()}
    if len(match.moves) <= 25:  # it has a view for each move
        record = tws.Record(match.start, match.moves).for_seat(viewer)
        shown["the record of the seat"] = record.to_json()
        shown["the hash of the record of the seat"] = hash(record)
    return shown


def _answer(state: tws.AnyState, move: object) -> str:
    try:
        tws.apply(state, move)
    except tws.IllegalMove as error:
        return f"{error} {error.reason!r}"
    return "accepted"


def _redacted_move(before: tws.AnyState, move: tws.Move, rng: Random) -> int:
    moves = [one for one in tws.legal_moves(before) if one != move]
    for other in rng.sample(moves, min(6, len(moves))):
        makes = partial(tws.apply, before, move), partial(tws.apply, before, other)
        after, changed = (make() for make in makes)
        for viewer in playouts.viewers(before):
            if viewer is not None and viewer == before.actor:
                continue
            who = playouts.viewer_name(viewer)
            heard, told = (visible_part(before, one, viewer) for one in (move, other))
            views = [tws.view(each, viewer) for each in (after, changed)]
            # The viewer may get the cards, and a hand may end with a showing.
            shown = views[0].hand != views[1].hand or after.actor != changed.actor
            if heard == told and not (shown or after.hand_over):
                for part, *both in _differences(viewer, [*map(_forms_of, views)], makes):
                    sees = f"{who} sees {heard!r} both for {move} and for {other}"
                    texts = "\nand\n    ".join(both)
                    fail(f"{sees}, but {part} after it reveals the move:\n    {texts}")
            # A move that the state keeps in no field of its own may have been said aloud.
            kept = [attrs.astuple(one._hand_data, recurse=False)[2:] for one in (after, changed)]
            if heard != told and views[0] == views[1] and kept[0] != kept[1]:
                fact = f"View.redacted_moves[{type(move).__name__}], or a fact that shows the move"
                fail(
                    f"{who} has the same view after {move} and after {other}, but hears {heard!r} "
                    f"and {told!r}: expected one text for both in {fact}"
                )
    return len(moves)


SAME: Final = (  # in every view as in the state
    *("rules", "actor", "dealer", "scores", "hands_played", "hand_sizes"),
    *("hand_over", "is_over", "winners", "score"),
)
# Classes with hidden information, which no view may hold.
KNOWS_MORE: Final = (tws.GameState, Match, HandData, tws.Record, tws.Deal, random.Random)
# The stored fields with the places of the cards.
HELD: Final = {"hand_data.held", "hand_data.stock", "remaining", "legal"}
CODE: Final = (type, FunctionType, BuiltinFunctionType, ModuleType, Enum)


def view_matches_state(position: CheckedPosition) -> int:
    """Views match the state, and tell only what their facts declare."""
    state, game = position.state, position.context.game
    sizes = Sizes(game, state.rules)
    view_type: OfGame = state.View  # lru_cache has no type for it
    views = {seat: tws.view(state, seat) for seat in playouts.viewers(state)}
    of_all = {name: set(cards_in(getattr(views[None], name))) for name in facts_of(state.View)}
    for seat, seen in views.items():
        who = playouts.viewer_name(seat)
        title = f"the view of {who}"
        require((type(seen), seen.seat) == (game.View, seat), f"{title} is {seen!r}")
        for name in (*SAME, "tricks", "trick") if isinstance(state, tws.TrickState) else SAME:
            shown, real = getattr(seen, name), getattr(state, name)
            require(shown == real, f"{name} is {real!r}, but in {title} {shown!r}")
        size, shown = len(state.stock), seen.stock_size
        require(shown in (None, size), f"{title} has {shown} for a stock of {size}")
        legal = tws.legal_moves(state) if state.actor == seat else ()
        moves, expected = seen.legal_moves, None if seat is None else legal
        require(moves == expected, f"{title} has the legal moves {quoted(moves)}")
        held = () if seat is None else playouts.hands_of_seat(state, seat)
        sees = f"{who} sees {seen.hand and text_of(seen.hand)} as its hand, but holds {held}"
        require(seen.hand is None or seen.hand in held, sees)
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
    if position.last_step:
        _check_events(state, *position.last_step)
    covered = {name for fact in facts_of(view_type).values() for name in fact.covers}
    names = ", ".join(sorted(_stored(state).keys() - covered - {*view_type.hidden_fields}))
    require(not names, f"stored fields that are in no fact and not in hidden_fields: {names}")
    _check_facts(position)
    return len(views)


def _reached_from(thing: object) -> Iterator[object]:
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


def _check_events(state: tws.AnyState, before: tws.AnyState, move: tws.Move) -> None:
    for seat in playouts.viewers(before):
        event = tws.event_of(before, move, seat)
        same, title = event.view == tws.view(state, seat), f"the event of {move}"
        require(same, f"{title} has another view")
        require(event.seat == before.actor, f"{title} belongs to seat {event.seat}")
        whole = event.move == move and event.text == str(move)
        is_own = seat == before.actor and seat is not None
        wrong = f"seat {seat} makes the move {move}, but its event is {event.text!r}"
        require(whole or not is_own, wrong)


def _stored(state: tws.AnyState) -> dict[str, object]:
    parts: dict[str, OfGame] = {"match.": state._match, "hand_data.": state._hand_data, "": state}
    return {
        prefix + (field.name if prefix else field.name.lstrip("_")): getattr(part, field.name)
        for prefix, part in parts.items()
        for field in attrs.fields(part.__class__)
        if field.name not in ("_match", "_hand_data")
    }


def _check_facts(position: CheckedPosition) -> None:
    state = position.state
    facts = facts_of(state.View)
    for viewer in playouts.viewers(state) if state.actor is not None else ():
        shown = {name: _read(fact, state, viewer) for name, fact in facts.items()}
        for cards, other in _exchanges(position, viewer):
            for name, fact in facts.items():
                if fact.for_all and "hand_data.held" in fact.covers:
                    continue  # everybody is told something about the hands
                now = _read(fact, other, viewer)
                if now not in (None, shown[name]):
                    what = f"{name} tells {playouts.viewer_name(viewer)} something about {cards}"
                    why = "which no fact shows it from fields that it declares"
                    fail(f"{what}, {why}: {shown[name]}, but {now} after they change places")


def _read(fact: ViewFact, state: tws.AnyState, viewer: int | None) -> str | None:
    try:
        return playouts.snapshot(fact.read(state, viewer))
    except Exception:
        return None  # the game does not expect such a state


def _exchanges(position: CheckedPosition, viewer: int | None) -> Iterator[tuple[str, tws.AnyState]]:
    """Yield states in which two cards that the viewer does not see have changed places."""
    state, pack = position.state, Counter(position.state.rules.pack.cards)
    met = {*cards_in(playouts.tricks_of(state)), *_declared(state, viewer)}
    hidden = [card for card, copies in pack.items() if copies == 1 and card not in met]
    fields = [one.name for one in attrs.fields(type(state)) if one.name != "_match"]
    for _ in range(2 if len(hidden) > 1 else 0):
        one, two = position.rng.sample(hidden, 2)
        try:
            swaps = {one: two, two: one}
            changed = {name: exchanged(getattr(state, name), swaps) for name in fields}
        except Exception:
            continue  # the game checks its hand data
        bits = one._bit | two._bit
        masks = (*state._hand_data.held, state._remaining)
        *held, left = [mask if mask & bits in (0, bits) else mask ^ bits for mask in masks]
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


def exchanged(thing: OfGame, swaps: Swaps) -> OfGame:
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
