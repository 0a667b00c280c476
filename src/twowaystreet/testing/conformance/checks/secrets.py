"""The check that nothing hidden leaks: a viewer who knows the same is shown the same.

The check defines knowledge without the views that it tests. A viewer knows the visible part of each
move (all of an own one), the own hand, the cards that an own move drew from the stock or looked at
there, and everything that a spectator is shown.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice
from typing import Final, TypeAlias

import attrs

from twowaystreet._cards.cards import Card
from twowaystreet._engine.moves import Deal, Move
from twowaystreet._engine.notation import parse_move
from twowaystreet._engine.state import AnyState
from twowaystreet._engine.verbs import apply, legal_moves
from twowaystreet._records.records import Record
from twowaystreet._views.views import view
from twowaystreet.errors import IllegalMove, TwoWayStreetError
from twowaystreet.testing.conformance.context import (
    Context,
    Position,
    fail,
    require,
    viewer_name,
    viewers,
    voids_shown,
)
from twowaystreet.testing.conformance.playouts import Playout
from twowaystreet.testing.conformance.snapshots import cards_in, named_in

PAIRS: Final = (10, 8, 4, 3, 2, 2, 1, 1, 1, 1, 1, 1)
"""The pairs of cards that change places at each attempt; with few, plays are more often legal."""


def visible_part(state: AnyState, move: Move, viewer: int | None) -> str:
    """Return the part of a move that a viewer sees: all, unless ``redacted_moves`` says less."""
    if viewer is not None and state.actor == viewer:
        return str(move)
    unseen = state.View.redacted_moves.get(type(move))
    part: str | None = unseen(state, move, viewer) if unseen else None
    return part or str(move)


@attrs.frozen
class Observation:
    """The knowledge that a viewer gains by one move, besides the cards looked at by it.

    Attributes:
        visible: whose move was heard, and what of it.
        hand: the own hand after it.
        seen: what a spectator is shown after it.
    """

    visible: tuple[int | None, str]
    hand: tuple[Card, ...] | None
    seen: object


def observation(before: AnyState, move: Move, after: AnyState, viewer: int | None) -> Observation:
    """Return the knowledge that a viewer gains by a move."""
    hand = None if viewer is None else view(after, viewer).hand
    return Observation((before.actor, visible_part(before, move, viewer)), hand, view(after, None))


def _looked_at(before: AnyState, after: AnyState, viewer: int | None) -> set[Card]:
    """The cards of the stock that a viewer sees by a move of its own."""
    if viewer is None or before.actor != viewer:
        return set()
    return set(before.stock) & set(cards_in(view(after, viewer)))


@attrs.define
class Redeal:
    """A playout up to some position, and what a viewer has observation since one of its deals.

    Attributes:
        playout: the playout as far as the position.
        viewer: who must not notice a difference.
        deal: the number of the deal that is to be another one.
        known: what the viewer observes at each move from it on.
        hidden: the cards that the viewer has not come across.
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
        """Find out what a viewer knows; ``None`` if nothing was dealt yet."""
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
        """Other playouts by which the viewer learns the same, as far as they are found."""
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
                other = self._otherwise(old.states[at], state, move, swaps, rng)
                after = apply(state, other)
            except (TwoWayStreetError, IndexError):
                return None  # somebody would have had to follow suit
            one = observation(state, other, after, self.viewer)
            known = self.known[at - self.deal]
            # What is heard of the last move is no knowledge yet, but to be compared.
            if at == len(old.moves) - 1:
                one = attrs.evolve(one, visible=known.visible)
            if one != known:
                return None
            moves.append(other)
            states.append(after)
        return Playout(tuple(states), tuple(moves))

    def _otherwise(
        self,
        old: AnyState,
        state: AnyState,
        move: Move,
        swaps: dict[Card, Card],
        rng: random.Random,
    ) -> Move:
        """The move with other cards; if the viewer does not see it, perhaps quite another one."""
        if isinstance(move, Deal):
            return Deal([swaps.get(card, card) for card in move.cards])
        said = visible_part(old, move, self.viewer)
        if said == str(move):
            return move
        if rng.random() < 1 / 10:
            alike = [
                one for one in legal_moves(state) if visible_part(state, one, self.viewer) == said
            ]
            return rng.choice(alike)
        return parse_move(state, _swapped(str(move), swaps))


def _swapped(text: str, swaps: dict[Card, Card]) -> str:
    names = {str(card): str(other) for card, other in swaps.items()}
    return " ".join(names.get(word, word) for word in text.split())


def same_visible_part(state: AnyState, move: Move, viewer: int | None) -> list[Move]:
    """The other moves of which a viewer would have heard just the same."""
    said = visible_part(state, move, viewer)
    return [
        one
        for one in legal_moves(state)
        if one != move and visible_part(state, one, viewer) == said
    ]


Shown: TypeAlias = list[tuple[str, object]]
"""Everything that a viewer is shown, each with a name."""
TO_MOVE: Final = 3
"""With how many other playouts whoever is to move has this one compared."""
MOST_RECORDS: Final = 25
"""Up to how many moves whole records are compared; they hold a view for each."""


def no_leak(position: Position) -> int:
    """Compare this position with others that a viewer cannot tell from it."""
    _redacted_move(position)
    state, found = position.state, 0
    playout = position.playout.until(position.moves_made)
    somebody = position.rng.randrange(state.rules.seats)
    for viewer in dict.fromkeys((None, state.actor, somebody)):
        redeal = Redeal.of(position.context, playout, viewer, position.rng)
        if redeal is None:
            continue
        shown = _shown_to(position.context, playout, viewer)
        # Whoever is to move is shown most, as there are answers to what is offered.
        most = TO_MOVE if viewer is not None and viewer == state.actor else 1
        for other in islice(redeal.alternatives(position.rng), most):
            _compare(position, shown, other, viewer)
            found += 1
    return found


def _compare(position: Position, shown: Shown, other: Playout, viewer: int | None) -> None:
    """Check that a viewer is shown the same at the end of another playout."""
    for (what, one), (_, two) in zip(
        shown, _shown_to(position.context, other, viewer), strict=True
    ):
        if one != two:
            fail(
                f"{viewer_name(viewer)} cannot tell this playout from the other one below, and is "
                f"shown another thing: {what} is\n    {_cut(one, two)}\nand in the other playout\n"
                f"    {_cut(two, one)}\nThe other playout:\n{other.text(position.context.game)}"
            )


def _cut(one: object, two: object) -> str:
    """A text, from shortly before the place where it differs from another."""
    text, other = str(one), str(two)
    at = next((n for n, (a, b) in enumerate(zip(text, other, strict=False)) if a != b), 0)
    begin = max(0, at - 60)
    cut = text[begin : begin + 200]
    return ("..." if begin else "") + cut + ("..." if len(text) > begin + 200 else "")


def _shown_to(context: Context, playout: Playout, viewer: int | None) -> Shown:
    """All that a viewer is shown at the end of a playout, each with what it is."""
    state = playout.states[-1]
    before, move = playout.states[-2], playout.moves[-1]
    seen = view(state, viewer)
    shown: Shown = [
        ("what is heard of the last move", visible_part(before, move, viewer)),
        ("the view", seen),
        ("repr(view)", repr(seen)),
        ("str(view)", str(seen)),
        ("hash(view)", hash(seen)),
        ("the JSON of the view", seen.to_json()),
        ("voids", voids_shown(seen)),
        ("legal_moves(view)", legal_moves(seen)),
    ]
    if viewer is not None and state.actor == viewer:
        shown.append(("what is legal", legal_moves(state)))
        shown += [(f"the answer to {move}", _answer(state, move)) for move in context.moves()]
    if len(playout.moves) <= MOST_RECORDS:
        record = Record(playout.start, playout.moves).for_seat(viewer)
        shown.append(("the record of the seat", record.to_json()))
        shown.append(("hash of the record of the seat", hash(record)))
    return shown


def _answer(state: AnyState, move: object) -> str:
    """Return the answer to a move that somebody offers."""
    try:
        apply(state, move)
    except IllegalMove as error:
        return f"{error} {error.reason!r}"
    return "taken"


def _redacted_move(position: Position) -> None:
    """Check that a move which is not seen in full cannot be told from the views right after it."""
    if position.last_step is None or isinstance(position.last_step[1], Deal):
        return
    before, move = position.last_step
    for viewer in viewers(before):
        others = same_visible_part(before, move, viewer) if before.actor != viewer else []
        for other in position.rng.sample(others, min(3, len(others))):
            one, two = view(position.state, viewer), view(apply(before, other), viewer)
            require(
                one == two and one.to_json() == two.to_json() and repr(one) == repr(two),
                f"{viewer_name(viewer)} hears {visible_part(before, move, viewer)!r} both for "
                f"{move} and for {other}, and the view after it tells which it was:\n    "
                f"{_cut(one.to_json(), two.to_json())}\nand\n    "
                f"{_cut(two.to_json(), one.to_json())}",
            )


def hides_nothing(context: Context) -> bool:
    """Return whether a spectator is shown every card in the hands and in the stock."""
    return all(
        {*state.stock, *(card for hand in state.hands for card in hand)}
        <= set(cards_in(view(state, None)))
        for state in context.playout(0).states
    )
