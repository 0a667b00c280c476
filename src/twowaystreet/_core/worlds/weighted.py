"""Worlds weighted by how people play: the moves of the hand so far, and how likely they were.

The chances of moves come from a model of the players, a function of a state. It may use the view of
the seat to move, and nothing else of the state.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import accumulate, chain
from math import comb, prod
from typing import Any, Final, Generic, NamedTuple, TypeAlias, TypeVar

from twowaystreet._core.engine.moves import Move, cards_of, deal_of
from twowaystreet._core.engine.state import AnyState, GameState, not_a_state, untold
from twowaystreet._core.engine.verbs import apply, deal_places, legal_moves
from twowaystreet._util.numbers import is_int
from twowaystreet._util.values import OfGame
from twowaystreet.errors import RulesError, WorldsError, checked_generator

StateT_co = TypeVar("StateT_co", covariant=True)
Chances: TypeAlias = Callable[[OfGame], Mapping[Move, float]]
"""The chances of moves of the player to move in a state; a move that is missing has none."""
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
        deal, cards = world._phases.__members__["DEAL"], [*chain(*world._dealt(rng))]
        state: OfGame = world._build(world._match, world._before_deal(), deal)
        pack = state.rules.pack
        if len(cards) != len(pack):
            raise untold(state.title, "_dealt", "cards")
        if not self._places:
            dealt = [*chain(*deal_places(state))]
            self._places = (*dealt, *sorted({*range(len(pack))} - {*dealt}))
        laid = dict(zip(self._places, cards, strict=True))
        state = state._deal_hands(deal_of(tuple([laid[at] for at in range(len(pack))]), pack))
        while (move := world._made_in(state)) is not None:
            yield state, move
            state = apply(state, move)


def history(world: AnyState) -> tuple[PastMove, ...]:
    """Return the moves of the hand so far in a state, each with the view that its seat had then.

    Deals are left out, and there is nothing between hands. What a state leaves open, such as which
    cards a hand had drawn, is chosen at random, each time in the same way.

    Args:
        world: a world of a view, or any other state.

    Raises:
        WorldsError: if the game does not tell the moves of a hand.
        TypeError: if ``world`` is not a state.

    >>> from twowaystreet import apply, shuffle, view, worlds
    >>> from twowaystreet.games import street
    >>> state = street.new_game()
    >>> state = apply(state, shuffle(state, random.Random(7)))
    >>> seen = view(apply(state, street.Declare("low")), 1)
    >>> for seat, view, move in history(worlds(seen).sample(random.Random(1))):
    ...     print(seat, len(view.hand), move)
    0 10 low
    """
    if not isinstance(world, GameState):
        raise not_a_state(world)
    found = list[PastMove]()
    for state, move in Histories().states(world, random.Random(0)):
        assert state.actor is not None
        found.append(PastMove(state.actor, state.View._of(state, state.actor), move))
    return tuple(found)


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
    (200, False, 134)
    >>> found.sample(random.Random(1)) in found.worlds
    True
    """

    def __init__(
        self,
        plain: OfGame,
        seat: int | None,
        chances: Chances,
        slip: float,
        hidden: bool,
        draws: int,
        seed: int,
    ) -> None:
        if type(slip) not in {int, float} or not 0 <= slip <= 1:
            raise RulesError("slip", slip, "a share from 0 to 1")
        if not is_int(draws) or draws < 1:
            raise RulesError("draws", draws, "a whole number, 1 or more")
        self._plain, self._seat, self._chances, self._slip = plain, seat, chances, slip
        self._hidden, self._draws, self._rng = hidden, draws, random.Random(seed)
        self._histories = Histories()

    @cached_property
    def is_exact(self) -> bool:
        """True if these are all worlds, with exact weights."""
        if not self._plain._counts_histories(self._draws):
            return False
        world = next(iter(self._plain.all()))
        rng = random.Random(0)
        before = rng.getstate()
        shown = [self._shown(*each) for each in self._histories.states(world, rng)]
        return shown.count(None) == len(shown) and rng.getstate() == before

    def _shown(self, state: AnyState, move: Move) -> str | None:
        """Return what the viewer sees of a move; ``None`` for the whole move."""
        redact = state.View.redacted_moves.get(type(move))
        return redact(state, move, self._seat) if redact else None

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

    @cached_property
    def _sums(self) -> list[float]:
        return [*accumulate(self.weights)]

    def _log_weight(self, world: OfGame) -> float:
        """Return the logarithm of the chance of the moves of others in a world."""
        found, slip = 0.0, self._slip
        for state, move in self._histories.states(world, self._rng):
            if state.actor == self._seat:
                continue
            moves, made = legal_moves(state), [move]
            if not self._hidden and (part := self._shown(state, move)) is not None:
                made = [each for each in moves if self._shown(state, each) == part]
            chance = len(made) / len(moves)
            if len(made) < len(moves) and slip < 1:
                chances = self._chances(state)
                modelled = math.fsum([chances.get(each, 0.0) for each in made])
                chance = (1 - slip) * modelled + slip * chance
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
