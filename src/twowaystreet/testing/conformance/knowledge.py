"""What a viewer knows of a course, and other courses in which the same viewer knows the same.

Knowledge is defined without the views that are on trial. A viewer knows what is heard of each move
(all of an own one), the own hand, the cards drawn from the stock or looked at there by an own move,
and what a spectator is shown, for that is everybody's.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Final

import attrs

from twowaystreet._cards.cards import Card
from twowaystreet._engine.moves import Deal, Move
from twowaystreet._engine.notation import parse_move
from twowaystreet._engine.state import AnyState
from twowaystreet._engine.verbs import apply, legal_moves
from twowaystreet._views.views import view
from twowaystreet.errors import TwoWayStreetError
from twowaystreet.testing.conformance.courses import Course
from twowaystreet.testing.conformance.pictures import cards_in, named_in
from twowaystreet.testing.conformance.trial import Trial

PAIRS: Final = (10, 8, 4, 3, 2, 2, 1, 1, 1, 1, 1, 1)
"""How many pairs of cards change places at each attempt: with few the plays are rather legal."""


def heard(state: AnyState, move: Move, viewer: int | None) -> str:
    """What a viewer hears of a move: all of it, unless the game declares it redacted_moves."""
    if viewer is not None and state.actor == viewer:
        return str(move)
    unseen = state.View.redacted_moves.get(type(move))
    part: str | None = unseen(state, move, viewer) if unseen else None
    return part or str(move)


@attrs.frozen
class Known:
    """What a viewer learns by one move, besides the cards looked at by it.

    Attributes:
        heard: whose move was heard, and what of it.
        hand: the own hand after it.
        seen: what a spectator is shown after it.
    """

    heard: tuple[int | None, str]
    hand: tuple[Card, ...] | None
    seen: object


def learnt(before: AnyState, move: Move, after: AnyState, viewer: int | None) -> Known:
    """What a viewer learns by a move."""
    hand = None if viewer is None else view(after, viewer).hand
    return Known((before.actor, heard(before, move, viewer)), hand, view(after, None))


def _looked_at(before: AnyState, after: AnyState, viewer: int | None) -> set[Card]:
    """The cards of the stock that a viewer sees by a move of its own."""
    if viewer is None or before.actor != viewer:
        return set()
    return set(before.stock) & set(cards_in(view(after, viewer)))


@attrs.define
class Disguise:
    """A course up to some moment, and what a viewer has learnt since one of its deals.

    Attributes:
        course: the course as far as the moment.
        viewer: who must not notice a difference.
        deal: the number of the deal that is to be another one.
        known: what the viewer has learnt by each move from it on.
        hidden: the cards that the viewer has not come across.
    """

    course: Course
    viewer: int | None
    deal: int
    known: list[Known]
    hidden: list[Card]

    @classmethod
    def of(
        cls, trial: Trial, course: Course, viewer: int | None, rng: random.Random
    ) -> Disguise | None:
        """Find out what a viewer knows; ``None`` if nothing was dealt yet."""
        deals = [at for at, move in enumerate(course.moves) if isinstance(move, Deal)]
        if not deals:
            return None
        deal = deals[-1] if rng.random() < 3 / 4 else rng.choice(deals)
        end = min([at for at in deals if at > deal], default=len(course.moves))
        states = course.states
        known = [
            learnt(states[at], course.moves[at], states[at + 1], viewer)
            for at in range(deal, len(course.moves))
        ]
        met = set[Card]()
        for at in range(deal, end):
            one = known[at - deal]
            met.update(one.hand or (), trial.public(states[at + 1]), named_in(one.heard[1]))
            met |= _looked_at(states[at], states[at + 1], viewer)
        hidden = sorted(set(states[0].rules.pack.cards) - met)
        return cls(course, viewer, deal, known, hidden)

    def others(self, rng: random.Random) -> Iterator[Course]:
        """Other courses by which the viewer learns the same, as far as they are found."""
        for pairs in PAIRS if len(self.hidden) > 1 else ():
            found = self._attempt(pairs, rng)
            if found is not None and found.states[-1] != self.course.states[-1]:
                yield found

    def _attempt(self, pairs: int, rng: random.Random) -> Course | None:
        count = min(pairs, len(self.hidden) // 2)
        chosen = rng.sample(self.hidden, 2 * count)
        swaps = dict(zip(chosen, chosen[count:] + chosen[:count], strict=True))
        old, moves = self.course, list(self.course.moves[: self.deal])
        states = list(old.states[: self.deal + 1])
        for at in range(self.deal, len(old.moves)):
            state, move = states[-1], old.moves[at]
            try:
                other = self._otherwise(old.states[at], state, move, swaps, rng)
                after = apply(state, other)
            except (TwoWayStreetError, IndexError):
                return None  # somebody would have had to follow suit
            one = learnt(state, other, after, self.viewer)
            known = self.known[at - self.deal]
            # What is heard of the last move is no knowledge yet, but to be compared.
            if at == len(old.moves) - 1:
                one = attrs.evolve(one, heard=known.heard)
            if one != known:
                return None
            moves.append(other)
            states.append(after)
        return Course(tuple(states), tuple(moves))

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
        said = heard(old, move, self.viewer)
        if said == str(move):
            return move
        if rng.random() < 1 / 10:
            alike = [one for one in legal_moves(state) if heard(state, one, self.viewer) == said]
            return rng.choice(alike)
        return parse_move(state, _swapped(str(move), swaps))


def _swapped(text: str, swaps: dict[Card, Card]) -> str:
    names = {str(card): str(other) for card, other in swaps.items()}
    return " ".join(names.get(word, word) for word in text.split())


def alike(state: AnyState, move: Move, viewer: int | None) -> list[Move]:
    """The other moves of which a viewer would have heard just the same."""
    said = heard(state, move, viewer)
    return [one for one in legal_moves(state) if one != move and heard(state, one, viewer) == said]
