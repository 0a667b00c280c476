"""Checks of views: they match the state, and reveal nothing that the viewer may not know.

The check of secrets defines the information of a viewer without the views that it tests. A viewer
knows the visible part of each move, its own moves in full, its own hand, the stock cards that its
own moves drew or looked at, and everything that a spectator sees.
"""

from __future__ import annotations

import gc
import random
from collections.abc import Callable, Iterator, Mapping
from enum import Enum
from functools import partial, reduce
from itertools import islice
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any, Final, TypeAlias

import attrs

from twowaystreet._core.cards.cards import Card, text_of
from twowaystreet._core.cards.masks import ONE_LANE
from twowaystreet._core.engine.match import HandData, Match
from twowaystreet._core.engine.moves import Deal, Move, Play
from twowaystreet._core.engine.state import AnyState, GameState
from twowaystreet._core.engine.verbs import apply, legal_moves, parse_move
from twowaystreet._core.records.records import Record
from twowaystreet._core.records.seat_records import event_of, shown_move
from twowaystreet._core.tricks.trick_state import TrickState
from twowaystreet._core.views.facts import ViewFact, facts_of
from twowaystreet._core.views.views import AnyView, view
from twowaystreet._util.values import fast_replace
from twowaystreet.errors import IllegalMove, TwoWayStreetError, quoted
from twowaystreet.testing.playouts import (
    CheckedPosition,
    Context,
    Playout,
    fail,
    hands_of_seat,
    require,
    viewer_name,
    viewers,
    voids_shown,
)
from twowaystreet.testing.reports import (
    around_difference,
    cards_in,
    named_in,
    public_values,
    snapshot,
)

SAME: Final = (
    *("rules", "actor", "dealer", "scores", "hands_played"),
    *("hand_over", "is_over", "winners", "score"),
)
"""The facts that are the same in every view as in the state."""
KNOWS_MORE: Final[tuple[type, ...]] = (GameState, Match, HandData, Record, Deal, random.Random)
"""Classes with hidden information, which no view may hold."""
CODE: Final = (type, FunctionType, BuiltinFunctionType, ModuleType, Enum)


def view_matches_state(position: CheckedPosition) -> int:
    """Check that views match the state, and that only a seat sees its hand and moves."""
    state = position.state
    views = {seat: view(state, seat) for seat in viewers(state)}
    for seat, seen in views.items():
        title = f"the view of {viewer_name(seat)}"
        is_own = type(seen) is position.context.game.View and seen.seat == seat
        require(is_own, f"{title} is {seen!r}")
        for name in (*SAME, "tricks", "trick") if isinstance(state, TrickState) else SAME:
            shown, real = getattr(seen, name), getattr(state, name)
            require(shown == real, f"{name} is {real!r}, but in {title} {shown!r}")
        sizes = seen.hand_sizes
        require(sizes == state.hand_sizes, f"{title} has the hand sizes {sizes}")
        size, shown = len(state.stock), seen.stock_size
        require(shown in (None, size), f"{title} has {shown} for a stock of {size}")
        legal = legal_moves(state) if state.actor == seat else ()
        moves, expected = seen.legal_moves, None if seat is None else legal
        require(moves == expected, f"{title} has the legal moves {quoted(moves)}")
        _check_hand(state, seat, seen.hand)
        for thing in _reached_from(seen):
            require(not isinstance(thing, KNOWS_MORE), f"{title} holds a {type(thing).__name__}")
    _check_spectator(views)
    _check_events(position)
    _check_facts(position)
    return len(views)


def _check_hand(state: AnyState, seat: int | None, hand: tuple[Card, ...] | None) -> None:
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
    for name in facts_of(type(views[None])):
        shown = set(cards_in(getattr(views[None], name)))
        for seat, seen in views.items():
            more = text_of(sorted(shown - set(cards_in(getattr(seen, name)))))
            require(not more, f"{name} shows a spectator {more}, but not seat {seat}")


def _check_events(position: CheckedPosition) -> None:
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
        hidden = text_of(sorted({*named_in(event.text)}.difference(cards_in(event.view))))
        require(
            not hidden,
            f"the event of {viewer_name(seat)} is {event.text!r}, but {hidden} is hidden in its "
            "view",
        )


HELD: Final = {"hand_data.held", "hand_data.stock", "remaining", "legal"}
"""The stored fields with the places of the cards."""


def _check_facts(position: CheckedPosition) -> None:
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
    covered = {name for fact in facts_of(view_type).values() for name in fact.covers}
    stored = {field.name.lstrip("_") for field in attrs.fields(type(state))}
    stored |= {f"match.{field.name}" for field in attrs.fields(Match)}
    hand_data: Any = type(state._hand_data)
    stored |= {f"hand_data.{field.name}" for field in attrs.fields(hand_data)}
    missing = stored - {"match", "hand_data"} - covered - {*view_type.hidden_fields}
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
    return [1 << place for place in range(mask.bit_length()) if mask >> place & 1]


PAIRS: Final = (10, 8, 4, 3, 2, 2, 1, 1, 1, 1, 1, 1)
"""The number of card pairs that an attempt swaps; with few pairs, more plays stay legal."""


def visible_part(state: AnyState, move: Move, viewer: int | None) -> str:
    """Return the part of a move that a viewer sees, by the rules in ``redacted_moves``."""
    is_own = viewer is not None and state.actor == viewer
    return str(move) if is_own else shown_move(state, move, viewer)[0]


@attrs.frozen
class MoveSeen:
    """The information that a viewer gains by one move, besides stock cards."""

    visible: tuple[int | None, str]
    """The actor, and the visible part of the move."""
    hand: tuple[Card, ...] | None
    """The hand of the viewer after the move."""
    seen: object
    """The view of a spectator after the move."""

    @classmethod
    def of(cls, before: AnyState, move: Move, after: AnyState, viewer: int | None) -> MoveSeen:
        """Return what a viewer sees of a move between two states."""
        hand = None if viewer is None else view(after, viewer).hand
        visible = before.actor, visible_part(before, move, viewer)
        return cls(visible, hand, view(after, None))


@attrs.define
class Redeal:
    """A playout up to a position, and what a viewer, who must not notice, has seen since a deal."""

    playout: Playout
    viewer: int | None
    deal: int
    """The index of the deal that is replaced."""
    known: list[MoveSeen]
    """What the viewer has seen from this deal on."""
    hidden: list[Card]

    @classmethod
    def of(
        cls, context: Context, playout: Playout, viewer: int | None, rng: random.Random
    ) -> Redeal | None:
        """Collect what a viewer has seen; ``None`` before the first deal."""
        deals = [at for at, move in enumerate(playout.moves) if isinstance(move, Deal)]
        if not deals:
            return None
        deal = deals[-1] if rng.random() < 3 / 4 else rng.choice(deals)
        end = min([at for at in deals if at > deal], default=len(playout.moves))
        states = playout.states
        known = [
            MoveSeen.of(states[at], playout.moves[at], states[at + 1], viewer)
            for at in range(deal, len(playout.moves))
        ]
        met = set[Card]()
        for at in range(deal, end):
            one = known[at - deal]
            met.update(one.hand or (), context.public(states[at + 1]), named_in(one.visible[1]))
            if viewer is not None and states[at].actor == viewer:
                # The stock cards that its own move shows.
                met |= {*states[at].stock} & {*cards_in(view(states[at + 1], viewer))}
        hidden = sorted(set(states[0].rules.pack.cards) - met)
        return cls(playout, viewer, deal, known, hidden)

    def alternatives(self, rng: random.Random) -> Iterator[Playout]:
        """Yield other playouts with the same information for the viewer."""
        for pairs in PAIRS if len(self.hidden) > 1 else ():
            found = self._attempt(pairs, rng)
            if found is not None and found.states[-1] != self.playout.states[-1]:
                yield found

    def _attempt(self, pairs: int, rng: random.Random) -> Playout | None:
        count = min(pairs, len(self.hidden) // 2)
        chosen = rng.sample(self.hidden, 2 * count)
        swaps = dict(zip(chosen, chosen[count:] + chosen[:count], strict=True))
        found = self.playout.until(self.deal)
        for at, known in enumerate(self.known, self.deal):
            before, state, move = self.playout.states[at], found.state, self.playout.moves[at]
            try:
                found = found.play(self._other_move(before, state, move, swaps, rng))
            except (TwoWayStreetError, IndexError):
                return None  # for example, another seat must follow suit now
            one = MoveSeen.of(state, found.moves[-1], found.state, self.viewer)
            # The visible part of the last move is compared later.
            if known is self.known[-1]:
                one = attrs.evolve(one, visible=known.visible)
            if one != known:
                return None
        return found

    def _other_move(
        self,
        old: AnyState,
        state: AnyState,
        move: Move,
        swaps: dict[Card, Card],
        rng: random.Random,
    ) -> Move:
        """Return the move with swapped cards, or sometimes another move that looks the same."""
        if isinstance(move, Deal):
            return Deal([swaps.get(card, card) for card in move.cards])
        visible = visible_part(old, move, self.viewer)
        if visible == str(move):
            return move
        if rng.random() < 1 / 10:
            return rng.choice(_looking_alike(state, visible, self.viewer))
        return parse_move(state, swapped(str(move), swaps))


def swapped(text: str, swaps: Mapping[Card, Card]) -> str:
    """Return the text of a move with other cards."""
    names = {str(card): str(other) for card, other in swaps.items()}
    return " ".join(names.get(word, word) for word in text.split())


def _looking_alike(state: AnyState, visible: str, viewer: int | None) -> list[Move]:
    return [one for one in legal_moves(state) if visible_part(state, one, viewer) == visible]


Difference: TypeAlias = tuple[str, object, object]
"""Something that differs, by its name, with both values."""
TO_MOVE: Final = 3
"""The number of other playouts that are compared for the seat to move."""
MOST_RECORDS: Final = 25
"""The greatest length of records that are compared; a record has a view for each move."""


def no_leak(position: CheckedPosition) -> int:
    """Compare this position with others that have the same information for a viewer."""
    _redacted_move(position)
    state, context, found = position.state, position.context, 0
    random_seat = position.rng.randrange(state.rules.seats)
    for viewer in dict.fromkeys((None, state.actor, random_seat)):
        redeal = Redeal.of(context, position.so_far, viewer, position.rng)
        if redeal is None:
            continue
        shown = _shown_to(context, redeal.playout, viewer)
        # The seat to move sees most: it also gets answers to offered moves.
        most = TO_MOVE if viewer is not None and viewer == state.actor else 1
        for other in islice(redeal.alternatives(position.rng), most):
            found += 1
            makes = [
                partial(reduce, apply, each.moves, each.start) for each in (redeal.playout, other)
            ]
            difference = _difference(shown, _shown_to(context, other, viewer), viewer, *makes)
            if difference:
                part, one, two = difference
                fail(
                    f"{viewer_name(viewer)} has the same information in this playout and in the "
                    f"other one below, yet {part} differs:\n    {one}\nand in the other playout\n"
                    f"    {two}\nThe other playout:\n{other.text(context.game)}"
                )
    return found


def _difference(
    shown: Mapping[str, object],
    other: Mapping[str, object],
    viewer: int | None,
    *makes: Callable[[], AnyState],
) -> tuple[str, str, str] | None:
    """Return the name of what tells two positions apart for a viewer, and both texts around it."""
    pairs = ((part, one, other[part]) for part, one in shown.items())
    found = next((each for each in pairs if each[1] != each[2]), None)
    found = found or _differing_property(viewer, *makes)
    return found and (found[0], *around_difference(*found[1:]))


def _differing_property(viewer: int | None, *makes: Callable[[], AnyState]) -> Difference | None:
    """Return a public property that tells two positions apart for a viewer, and its values.

    A property may depend on something that another view or state has left behind. So both
    positions are made in both orders, and all views are read after each of them.
    """
    known = dict[str, str]()
    for pair in (makes, makes[::-1]):
        made = list[AnyView]()
        for make in pair:
            made.append(view(make(), viewer))
            for seen in made:
                for name, value in public_values(seen):
                    if known.setdefault(name, value) != value:
                        return f"view.{name}", known[name], value
    return None


def _forms_of(seen: AnyView) -> dict[str, object]:
    return {
        "the view": seen,
        "repr(view)": repr(seen),
        "str(view)": str(seen),
        "hash(view)": hash(seen),
        "the JSON of the view": seen.to_json(),
        "voids": voids_shown(seen),
        "legal_moves(view)": legal_moves(seen),
    }


def _shown_to(context: Context, playout: Playout, viewer: int | None) -> dict[str, object]:
    before, state, move = playout.states[-2], playout.state, playout.moves[-1]
    shown: dict[str, object] = {
        "the visible part of the last move": visible_part(before, move, viewer),
        **_forms_of(view(state, viewer)),
    }
    if viewer is not None and state.actor == viewer:
        shown["legal_moves(state)"] = legal_moves(state)
        shown |= {f"the answer to {move}": _answer(state, move) for move in context.moves()}
    if len(playout.moves) <= MOST_RECORDS:
        record = Record(playout.start, playout.moves).for_seat(viewer)
        shown["the record of the seat"] = record.to_json()
        shown["the hash of the record of the seat"] = hash(record)
    return shown


def _answer(state: AnyState, move: object) -> str:
    try:
        apply(state, move)
    except IllegalMove as error:
        return f"{error} {error.reason!r}"
    return "accepted"


def _redacted_move(position: CheckedPosition) -> None:
    """Check that the view after a redacted move does not reveal the move.

    A hand may end with a showing, which reveals the last move too.
    """
    if position.last_step is None or position.state.hand_over:
        return
    before, move = position.last_step
    if isinstance(move, Deal):
        return
    for viewer in viewers(before):
        visible = visible_part(before, move, viewer)
        others = [one for one in _looking_alike(before, visible, viewer) if one != move]
        others = [] if before.actor == viewer else others
        for other in position.rng.sample(others, min(3, len(others))):
            makes = partial(apply, before, move), partial(apply, before, other)
            seen, changed = (_forms_of(view(make(), viewer)) for make in makes)
            found = _difference(seen, changed, viewer, *makes)
            if found:
                part, one, two = found
                fail(
                    f"{viewer_name(viewer)} sees {visible!r} both for {move} and for {other}, but "
                    f"{part} after it reveals the move:\n    {one}\nand\n    {two}"
                )


def hides_nothing(context: Context) -> bool:
    """Return true if a spectator sees every card in the hands and in the stock."""
    return all(
        {*state.stock, *(card for hand in state.hands for card in hand)}
        <= set(cards_in(view(state, None)))
        for state in context.playout(0).states
    )
