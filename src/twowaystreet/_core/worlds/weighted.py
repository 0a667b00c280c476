"""Worlds weighted by how people play: the moves of the hand so far, and how likely they were.

The chances of moves come from a model of the players, a function of a state and the move made in
it. It may use the view of the seat to move, and nothing else of the state.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from itertools import accumulate, chain
from math import comb, prod
from typing import Any, Final, Generic, NamedTuple, TypeAlias, TypeVar

from twowaystreet._core.cards.cards import Card
from twowaystreet._core.engine.moves import Deal, Move, cards_of, deal_of
from twowaystreet._core.engine.state import AnyState, untold
from twowaystreet._core.engine.verbs import apply, deal_places, legal_moves
from twowaystreet._util.numbers import is_int
from twowaystreet._util.values import OfGame
from twowaystreet.errors import RulesError, WorldsError, checked_generator

StateT_co = TypeVar("StateT_co", covariant=True)
Chances: TypeAlias = Callable[[OfGame, Move], float]
"""The chance that the player to move in a state makes a move."""
SLIP: Final = 0.1
DRAWS: Final = 200


class PastMove(NamedTuple):
    """A move of the hand so far in a world.

    Attributes:
        seat: the seat that moved.
        view: the view that it had before the move, in this world.
        move: the move.
    """

    seat: int
    view: Any  # of the class of the game
    move: Move


class Histories:
    """The hands so far of the worlds of one view."""

    def __init__(self) -> None:
        self._places: tuple[int, ...] = ()

    def states(self, world: AnyState, rng: random.Random) -> Iterator[tuple[AnyState, Move]]:
        """Yield each state from the deal on, with the move made in it; none without a hand."""
        if world.actor is None:
            return
        hand_data, hands, stock = world._dealt(rng)
        state: OfGame = world._build(world._match, hand_data, world._phases.__members__["DEAL"])
        state = state._deal_hands(self._deal(state, (*chain(*hands), *stock)))
        while (move := world._made_in(state)) is not None:
            yield state, move
            state = apply(state, move)

    def _deal(self, waiting: AnyState, cards: Sequence[Card]) -> Deal:
        pack = waiting.rules.pack
        if len(cards) != len(pack):
            raise untold(waiting.title, "_dealt", "cards")
        if not self._places:
            dealt = [*chain(*deal_places(waiting))]
            self._places = (*dealt, *sorted({*range(len(pack))} - {*dealt}))
        laid = dict(zip(self._places, cards, strict=True))
        return deal_of(tuple([laid[place] for place in range(len(pack))]), pack)


def history_of(world: OfGame) -> tuple[PastMove, ...]:
    moves = Histories().states(world, random.Random(0))
    return tuple(
        [
            PastMove(state.actor or 0, state.View._of(state, state.actor), move)
            for state, move in moves
        ]
    )


class WeightedWorlds(Generic[StateT_co]):
    """The states that agree with a view, each with the weight that a model of the players gives.

    :func:`worlds` makes them. A weight is the chance of the moves of all other seats, hidden ones
    included: the product of ``(1 - slip) * chance + slip / legal moves``, where ``chance`` is that
    of the model with the view that the seat had then. Weights add up to 1.

    If the view leaves at most ``draws`` worlds, and nothing else is hidden, these are all worlds
    with exact weights. Otherwise so many worlds are drawn uniformly, and their weights estimate
    (importance sampling). The same view has the same worlds.

    Raises:
        WorldsError: if no state agrees with the view and the model, or if the game does not tell
            the moves of a hand.

    >>> import random
    >>> from twowaystreet import apply, shuffle, view, worlds
    >>> from twowaystreet.games import street
    >>> state, low = street.new_game(), street.Declare("low")
    >>> state = apply(apply(state, shuffle(state, random.Random(7))), low)
    >>> found = worlds(view(state, 1), model="simple")
    >>> len(found.worlds), found.is_exact, round(found.effective)
    (200, False, 95)
    >>> found.sample(random.Random(1)) in found.worlds
    True
    """

    def __init__(
        self, plain: OfGame, seat: int | None, chances: Chances, slip: float, draws: int, seed: int
    ) -> None:
        if type(slip) not in {int, float} or not 0 <= slip <= 1:
            raise RulesError("slip", slip, "a share from 0 to 1")
        if not is_int(draws) or draws < 1:
            raise RulesError("draws", draws, "a whole number, 1 or more")
        self._plain, self._seat, self._chances, self._slip = plain, seat, chances, slip
        self._draws, self._rng = draws, random.Random(seed)
        self._histories = Histories()

    def __repr__(self) -> str:
        return f"<weighted {repr(self._plain).removeprefix('<')}"

    @cached_property
    def is_exact(self) -> bool:
        """True if these are all worlds, with exact weights."""
        if not self._plain._counts_histories(self._draws):
            return False
        world = next(iter(self._plain.all()))
        rng = random.Random(0)
        before = rng.getstate()
        is_open = not any(self._hides(*each) for each in self._histories.states(world, rng))
        return is_open and rng.getstate() == before

    def _hides(self, state: AnyState, move: Move) -> bool:
        redact = state.View.redacted_moves.get(type(move))
        return bool(redact and redact(state, move, self._seat) is not None)

    @cached_property
    def worlds(self) -> tuple[StateT_co, ...]:
        """All worlds, or those drawn."""
        if self.is_exact:
            return tuple(self._plain.all())
        return tuple([self._plain.sample(self._rng) for _ in range(self._draws)])

    @cached_property
    def weights(self) -> tuple[float, ...]:
        """The weight of each world; they add up to 1."""
        return tuple(shares([*map(self._log_weight, self.worlds)]))

    @property
    def effective(self) -> float:
        """The number of worlds of equal weight that would be worth as much.

        Where it is small, a few worlds decide: draw more worlds, or let players slip more often.
        """
        return 1 / math.fsum([weight**2 for weight in self.weights])

    def sample(self, rng: random.Random) -> StateT_co:
        """Draw one of the worlds by its weight.

        Args:
            rng: the source of chance.

        Raises:
            WorldsError: if no state agrees with the view and the model.
            TypeError: if ``rng`` is not a generator.
        """
        checked_generator(rng)
        return rng.choices(self.worlds, cum_weights=self._sums)[0]

    def history(self, world: AnyState) -> tuple[PastMove, ...]:
        """Return the moves of the hand so far in a world, as :meth:`Worlds.history`.

        Raises:
            WorldsError: if the game does not tell the moves of a hand.
        """
        return history_of(world)

    @cached_property
    def _sums(self) -> list[float]:
        return [*accumulate(self.weights)]

    def _log_weight(self, world: OfGame) -> float:
        """Return the logarithm of the chance of the moves of others in a world."""
        found, slip = 0.0, self._slip
        for state, move in self._histories.states(world, self._rng):
            if state.actor == self._seat:
                continue
            count = len(legal_moves(state))
            chance = self._chances(state, move) if count > 1 and slip < 1 else 1 / count
            chance = (1 - slip) * chance + slip / count
            if chance <= 0:
                return -math.inf
            found += math.log(chance / copies_of(state, move))
        return found


def copies_of(state: OfGame, move: Move) -> int:
    """Return how many physical moves a move stands for: its cards may be any equal ones.

    Worlds count each of them as a history, but a player chooses the move once.
    """
    if state.rules.pack._is_distinct:
        return 1
    hands = state.hands
    each = len(hands) // len(state.scores)
    held = [*chain(*hands[each * state.actor :][:each])]
    named = cards_of(move)
    ways = [comb(held.count(card), named.count(card)) or 1 for card in {*named}]
    return prod(ways)


def shares(logs: Sequence[float]) -> list[float]:
    """Return weights that add up to 1 from their logarithms."""
    most = max(logs, default=-math.inf)
    if most == -math.inf:
        raise WorldsError(
            "the model makes the moves that were seen in no world: expected more slip"
        )
    weights = [math.exp(each - most) for each in logs]
    total = math.fsum(weights)
    return [weight / total for weight in weights]
