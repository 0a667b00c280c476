"""Check of hidden information: viewers with the same information state see the same.

The check defines the information without the views that it tests. A viewer knows the visible part
of each move, its own moves in full, its own hand, the stock cards that its own moves drew or looked
at, and everything that a spectator sees.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from itertools import islice
from typing import Final, TypeAlias

import attrs

from twowaystreet._core.cards.cards import Card
from twowaystreet._core.engine.moves import Deal, Move
from twowaystreet._core.engine.state import AnyState
from twowaystreet._core.engine.verbs import apply, legal_moves, parse_move
from twowaystreet._core.records.records import Record
from twowaystreet._core.views.views import AnyView, view
from twowaystreet.errors import IllegalMove, TwoWayStreetError
from twowaystreet.testing.conformance.context import (
    Context,
    Position,
    fail,
    viewer_name,
    viewers,
    voids_shown,
)
from twowaystreet.testing.conformance.snapshots import cards_in, named_in, public_values
from twowaystreet.testing.playouts import Playout, replay

PAIRS: Final = (10, 8, 4, 3, 2, 2, 1, 1, 1, 1, 1, 1)
"""The number of card pairs that an attempt swaps; with few pairs, more plays stay legal."""


def visible_part(state: AnyState, move: Move, viewer: int | None) -> str:
    """Return the part of a move that a viewer sees, by the rules in ``redacted_moves``."""
    if viewer is not None and state.actor == viewer:
        return str(move)
    redact = state.View.redacted_moves.get(type(move))
    part: str | None = redact(state, move, viewer) if redact else None
    return part or str(move)


@attrs.frozen
class Observation:
    """The information that a viewer gains by one move, besides stock cards.

    Attributes:
        visible: the actor, and the visible part of the move.
        hand: the hand of the viewer after the move.
        seen: the view of a spectator after the move.
    """

    visible: tuple[int | None, str]
    hand: tuple[Card, ...] | None
    seen: object


def observation(before: AnyState, move: Move, after: AnyState, viewer: int | None) -> Observation:
    """Return the information that a viewer gains by a move."""
    hand = None if viewer is None else view(after, viewer).hand
    return Observation((before.actor, visible_part(before, move, viewer)), hand, view(after, None))


def _looked_at(before: AnyState, after: AnyState, viewer: int | None) -> set[Card]:
    """Return the stock cards that a viewer sees by its own move."""
    if viewer is None or before.actor != viewer:
        return set()
    return set(before.stock) & set(cards_in(view(after, viewer)))


@attrs.define
class Redeal:
    """A playout up to a position, and the observations of a viewer since one of its deals.

    Attributes:
        playout: the playout up to the position.
        viewer: the viewer, who must not notice a difference.
        deal: the index of the deal that is replaced.
        known: the observations of the viewer from this deal on.
        hidden: the cards that the viewer has not seen.
    """

    playout: Playout
    viewer: int | None
    deal: int
    known: list[Observation]
    hidden: list[Card]

    @classmethod
    def of(
        cls, context: Context, playout: Playout, viewer: int | None, rng: random.Random
    ) -> Redeal | None:
        """Collect the observations of a viewer; ``None`` before the first deal."""
        deals = [at for at, move in enumerate(playout.moves) if isinstance(move, Deal)]
        if not deals:
            return None
        deal = deals[-1] if rng.random() < 3 / 4 else rng.choice(deals)
        end = min([at for at in deals if at > deal], default=len(playout.moves))
        states = playout.states
        known = [
            observation(states[at], playout.moves[at], states[at + 1], viewer)
            for at in range(deal, len(playout.moves))
        ]
        met = set[Card]()
        for at in range(deal, end):
            one = known[at - deal]
            met.update(one.hand or (), context.public(states[at + 1]), named_in(one.visible[1]))
            met |= _looked_at(states[at], states[at + 1], viewer)
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
        old, moves = self.playout, list(self.playout.moves[: self.deal])
        states = list(old.states[: self.deal + 1])
        for at in range(self.deal, len(old.moves)):
            state, move = states[-1], old.moves[at]
            try:
                other = self._other_move(old.states[at], state, move, swaps, rng)
                after = apply(state, other)
            except (TwoWayStreetError, IndexError):
                return None  # for example, another seat must follow suit now
            one = observation(state, other, after, self.viewer)
            known = self.known[at - self.deal]
            # The visible part of the last move is compared later.
            if at == len(old.moves) - 1:
                one = attrs.evolve(one, visible=known.visible)
            if one != known:
                return None
            moves.append(other)
            states.append(after)
        return Playout(tuple(states), tuple(moves))

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
            alike = [
                one
                for one in legal_moves(state)
                if visible_part(state, one, self.viewer) == visible
            ]
            return rng.choice(alike)
        return parse_move(state, swapped(str(move), swaps))


def swapped(text: str, swaps: Mapping[Card, Card]) -> str:
    """Return the text of a move with other cards."""
    names = {str(card): str(other) for card, other in swaps.items()}
    return " ".join(names.get(word, word) for word in text.split())


def same_visible_part(state: AnyState, move: Move, viewer: int | None) -> list[Move]:
    """Return the other legal moves with the same visible part for a viewer."""
    visible = visible_part(state, move, viewer)
    return [
        one
        for one in legal_moves(state)
        if one != move and visible_part(state, one, viewer) == visible
    ]


Shown: TypeAlias = list[tuple[str, object]]
"""Everything that a viewer sees, with names."""
Difference: TypeAlias = tuple[str, object, object]
"""Something that differs, by its name, with both values."""
TO_MOVE: Final = 3
"""The number of other playouts that are compared for the seat to move."""
MOST_RECORDS: Final = 25
"""The greatest length of records that are compared; a record has a view for each move."""


def no_leak(position: Position) -> int:
    """Compare this position with others that have the same information for a viewer."""
    _redacted_move(position)
    state, found = position.state, 0
    playout = position.playout.until(position.moves_made)
    random_seat = position.rng.randrange(state.rules.seats)
    for viewer in dict.fromkeys((None, state.actor, random_seat)):
        redeal = Redeal.of(position.context, playout, viewer, position.rng)
        if redeal is None:
            continue
        shown = _shown_to(position.context, playout, viewer)
        # The seat to move sees most: it also gets answers to offered moves.
        most = TO_MOVE if viewer is not None and viewer == state.actor else 1
        for other in islice(redeal.alternatives(position.rng), most):
            _compare(position, shown, other, viewer)
            found += 1
    return found


def _compare(position: Position, shown: Shown, other: Playout, viewer: int | None) -> None:
    """Check that a viewer sees the same at the end of another playout."""
    context, playout = position.context, position.playout.until(position.moves_made)
    both = zip(shown, _shown_to(context, other, viewer), strict=True)
    pairs = ((part, one, two) for (part, one), (_, two) in both)
    makes = _end_of(playout), _end_of(other)
    found = _first_difference(pairs) or _differing(viewer, *makes)
    if found:
        part, one, two = found
        fail(
            f"{viewer_name(viewer)} has the same information in this playout and in the other one "
            f"below, yet {part} differs:\n    {_cut(one, two)}\nand in the other playout\n"
            f"    {_cut(two, one)}\nThe other playout:\n{other.text(context.game)}"
        )


def _first_difference(pairs: Iterable[Difference]) -> Difference | None:
    return next((each for each in pairs if each[1] != each[2]), None)


def _end_of(playout: Playout) -> Callable[[], AnyState]:
    """Return a function that makes all moves again, and returns the state after them."""
    return lambda: replay(playout.start, playout.moves).states[-1]


def _differing(
    viewer: int | None, one: Callable[[], AnyState], two: Callable[[], AnyState]
) -> Difference | None:
    """Return a public property that tells two positions apart for a viewer, and its values.

    A property may depend on something that another view or state has left behind. So both
    positions are made in both orders, and all views are read after each of them.
    """
    known = dict[str, str]()
    for pair in ((one, two), (two, one)):
        made = list[AnyView]()
        for make in pair:
            made.append(view(make(), viewer))
            for seen in made:
                for name, value in public_values(seen):
                    if known.setdefault(name, value) != value:
                        return f"view.{name}", known[name], value
    return None


def _cut(one: object, two: object) -> str:
    """Cut a text, or the text of an object, to the part around its first difference."""
    text, other = (each if isinstance(each, str) else repr(each) for each in (one, two))
    at = next((n for n, (a, b) in enumerate(zip(text, other, strict=False)) if a != b), 0)
    begin = max(0, at - 60)
    cut = text[begin : begin + 200]
    return ("..." if begin else "") + cut + ("..." if len(text) > begin + 200 else "")


def _shown_to(context: Context, playout: Playout, viewer: int | None) -> Shown:
    """Return everything that a viewer sees at the end of a playout, with names."""
    state = playout.states[-1]
    before, move = playout.states[-2], playout.moves[-1]
    seen = view(state, viewer)
    shown: Shown = [
        ("the visible part of the last move", visible_part(before, move, viewer)),
        ("the view", seen),
        ("repr(view)", repr(seen)),
        ("str(view)", str(seen)),
        ("hash(view)", hash(seen)),
        ("the JSON of the view", seen.to_json()),
        ("voids", voids_shown(seen)),
        ("legal_moves(view)", legal_moves(seen)),
    ]
    if viewer is not None and state.actor == viewer:
        shown.append(("legal_moves(state)", legal_moves(state)))
        shown += [(f"the answer to {move}", _answer(state, move)) for move in context.moves()]
    if len(playout.moves) <= MOST_RECORDS:
        record = Record(playout.start, playout.moves).for_seat(viewer)
        shown.append(("the record of the seat", record.to_json()))
        shown.append(("the hash of the record of the seat", hash(record)))
    return shown


def _answer(state: AnyState, move: object) -> str:
    """Return the answer to an offered move."""
    try:
        apply(state, move)
    except IllegalMove as error:
        return f"{error} {error.reason!r}"
    return "accepted"


def _redacted_move(position: Position) -> None:
    """Check that the view after a redacted move does not reveal the move.

    A hand may end with a showing, which reveals the last move too.
    """
    if position.last_step is None or isinstance(position.last_step[1], Deal):
        return
    before, move = position.last_step
    if position.state.hand_over:
        return
    for viewer in viewers(before):
        others = same_visible_part(before, move, viewer) if before.actor != viewer else []
        for other in position.rng.sample(others, min(3, len(others))):
            makes = partial(apply, before, move), partial(apply, before, other)
            seen, changed = (view(make(), viewer) for make in makes)
            pairs = (
                ("the view", seen.to_json(), changed.to_json()),
                ("the view", seen, changed),
                ("repr(view)", repr(seen), repr(changed)),
            )
            found = _first_difference(pairs) or _differing(viewer, *makes)
            if found:
                part, one, two = found
                fail(
                    f"{viewer_name(viewer)} sees {visible_part(before, move, viewer)!r} both for "
                    f"{move} and for {other}, but {part} after it reveals the move:\n    "
                    f"{_cut(one, two)}\nand\n    {_cut(two, one)}"
                )


def hides_nothing(context: Context) -> bool:
    """Return true if a spectator sees every card in the hands and in the stock."""
    return all(
        {*state.stock, *(card for hand in state.hands for card in hand)}
        <= set(cards_in(view(state, None)))
        for state in context.playout(0).states
    )
