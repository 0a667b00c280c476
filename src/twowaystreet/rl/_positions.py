"""Positions of a hand for programs that enter moves number by number and deal card by card."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import chain, repeat
from math import inf
from typing import Any, TypeAlias

import attrs

from twowaystreet._core.cards.cards import Card, text_of
from twowaystreet._core.engine.fields import Between
from twowaystreet._core.engine.game import Game
from twowaystreet._core.engine.moves import Move, deal_of, malformed
from twowaystreet._core.engine.state import AnyState
from twowaystreet._core.engine.verbs import apply, legal_moves, payoffs
from twowaystreet._core.serial import plain_data
from twowaystreet._core.views.facts import facts_of
from twowaystreet._core.views.views import View, view
from twowaystreet._core.worlds.worlds import determinize
from twowaystreet._spaces.actions import Actions, ByNext, Numbers, _common
from twowaystreet._spaces.observation import Observation
from twowaystreet._spaces.types import sizes_of
from twowaystreet._util.values import Value

Chances: TypeAlias = list[tuple[int, float]]
"""Numbers with their probabilities."""


@attrs.frozen(slots=False, eq=False)
class Setting(Value):
    game: Game
    rules: Any  # Any: each game has its own
    dealer: int = 0  # the seat that deals the hand

    def __reduce__(self) -> tuple[type[Setting], tuple[Game, Any, int]]:
        return Setting, (self.game, self.rules, self.dealer)

    @cached_property
    def actions(self) -> Actions:
        return Actions(self.game, self.rules)

    @cached_property
    def start(self) -> Moment:
        counts = map(self.rules.pack.cards.count, self.actions.cards)
        return Moment(self, self.game.new_game(self.rules, dealer=self.dealer), tuple(counts))

    @cached_property
    def observation(self) -> Observation:
        return Observation(self.game, self.rules)

    @property
    def longest(self) -> int:
        """A bound of the numbers that players enter in a hand."""
        cards, seats = len(self.rules.pack), int(self.rules.seats)
        return cards * (seats + 2)

    @property
    def most(self) -> float:
        """The bound of payoffs, which are differences of points; infinite if none is known."""
        # The class alone has them, not one derived from it, whose rules may differ.
        bounds: Between | None = vars(self.game.State).get("_first_points")
        if bounds is None:
            return inf
        sizes = sizes_of(self.game, self.rules)
        return float(sizes.number(bounds.most) - sizes.number(bounds.least))

    @cached_property
    def facts(self) -> Mapping[str, Any]:
        left_out = {**View.left_out, **self.game.View.left_out}
        facts = facts_of(self.game.View)
        return {name: fact.read for name, fact in facts.items() if name not in left_out}


@attrs.frozen(slots=False, eq=False)
class Moment(Value):
    setting: Setting  # the game
    state: AnyState  # the state; that before the deal until the last card is dealt
    # the number of copies of each card that are not dealt yet, in the order of cards; ``()`` after
    # the deal
    left: tuple[int, ...] = ()
    # the cards dealt so far, from the top of the pack; ``()`` after the deal
    dealt: tuple[Card, ...] = ()
    begun: Numbers = ()  # the numbers of the move that are entered already

    def __reduce__(self) -> tuple[type[Moment], tuple[object, ...]]:
        return Moment, (self.setting, self.state, self.left, self.dealt, self.begun)

    @property
    def is_over(self) -> bool:
        """True after the hand, or after a deal that was thrown in."""
        return self.state.actor is None and not self.left

    @property
    def payoffs(self) -> tuple[float, ...]:
        """The worth of the hand to each seat; zeros before its end, and if it was thrown in."""
        state = self.state
        return payoffs(state) if state.hand_over else (0.0,) * len(state.scores)

    # The deal

    @cached_property
    def chances(self) -> Chances:
        """The numbers of the cards that may come next, with their probabilities."""
        total = sum(self.left)
        return [(number, count / total) for number, count in enumerate(self.left) if count]

    def with_card(self, number: int) -> Moment:
        if number not in dict(self.chances):
            raise ValueError(f"no card {number} is left: expected one of {dict(self.chances)}")
        cards = self.setting.actions.cards
        left = list(self.left)
        left[number] -= 1
        dealt = (*self.dealt, cards[number])
        if left.count(0) < len(left) - 1:
            return Moment(self.setting, self.state, tuple(left), dealt)
        rest = chain.from_iterable(map(repeat, cards, left))
        return self._after(deal_of((*dealt, *rest), self.setting.rules.pack))

    # The moves

    @cached_property
    def _whole(self) -> Sequence[tuple[Numbers, Move]]:
        """The legal moves that begin with the numbers begun, with all their numbers."""
        return self.setting.actions.whole(legal_moves(self.state))

    @cached_property
    def paths(self) -> ByNext:
        """The same by their next number."""
        return self.setting.actions._by_next(self._whole, self.begun)

    def with_number(self, number: int) -> Moment:
        found = self.paths.get(number)
        if found is None:
            raise malformed(number, f"one of the legal numbers {sorted(self.paths)}")
        if len(found) == 1:
            return self._after(found[0][1])
        entered = Moment(self.setting, self.state, begun=_common([path for path, _ in found]))
        vars(entered)["_whole"] = found  # so that the next number does not look at other moves
        return entered

    def _after(self, move: Move) -> Moment:
        return Moment(self.setting, apply(self.state, move))

    # Knowledge

    def begun_seen_by(self, seat: int | None) -> Numbers:
        """Return the numbers begun if this seat enters them."""
        return self.begun if seat == self.state.actor else ()

    def seen_by(self, seat: int | None) -> Mapping[str, object]:
        """Return everything that a seat knows as plain data, by name."""
        facts = self.setting.facts
        found = {name: plain_data.to_plain(facts[name](self.state, seat)) for name in facts}
        names = self.setting.actions.names
        return found | {"begun": [names[number] for number in self.begun_seen_by(seat)]}

    def sample(self, seat: int, rng: random.Random) -> Moment:
        """Draw a position that a seat cannot tell from this one."""
        if self.left:
            other = self.setting.start
            for _ in self.dealt:
                numbers, weights = zip(*other.chances, strict=True)
                other = other.with_card(*rng.choices(numbers, weights))
            return other
        world: AnyState = determinize(view(self.state, seat), rng)
        return Moment(self.setting, world, begun=self.begun_seen_by(seat))

    def __str__(self) -> str:
        """Return the whole position as text, hidden cards too."""
        if self.left:
            return f"deal {text_of(self.dealt)}"
        hands = [f"Hand {number}: {text_of(hand)}" for number, hand in enumerate(self.state.hands)]
        begun = " ".join(self.setting.actions.names[number] for number in self.begun)
        stock = text_of(self.state.stock)
        lines = (str(view(self.state, None)), *hands, f"Stock: {stock}", f"Begun: {begun}")
        return "\n".join(line.rstrip() for line in lines)
