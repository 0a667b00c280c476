"""Worlds weighted by how people play: the moves of the hand so far, and how likely they were."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from itertools import chain
from math import comb, prod
from operator import itemgetter
from typing import Any, Final, Generic, NamedTuple, TypeAlias, TypeVar

from twowaystreet._core.engine.moves import Move, cards_of, deal_of
from twowaystreet._core.engine.state import AnyState, GameState, not_a_state, untold
from twowaystreet._core.engine.verbs import apply, deal_places, legal_moves, shuffle
from twowaystreet._util.numbers import GREATEST, is_int
from twowaystreet._util.values import OfGame
from twowaystreet.errors import IllegalMove, RulesError, WorldsError, checked_generator

StateT_co = TypeVar("StateT_co", covariant=True)
Chances: TypeAlias = Callable[[OfGame], Mapping[Move, float]]
"""The chances of moves in a state, by the view of the seat to move and by nothing else of it."""
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


def states_of(world: AnyState, rng: random.Random) -> Iterator[tuple[OfGame, Move]]:
    """Yield each state of a hand from the deal on, with the move made in it; or nothing."""
    if world.actor is None:
        return
    deal, pack, seen = world._phases.__members__["DEAL"], world.rules.pack, world.View._of
    state: OfGame = world._build(world._match, world._before_deal(), deal)
    places = [*chain(*deal_places(state))]
    places += sorted({*range(len(pack))} - {*places})
    try:
        dealt = sorted(zip(places, chain(*world._dealt(rng)), strict=True), key=itemgetter(0))
        state = state._deal_hands(deal_of(tuple([card for _, card in dealt]), pack))
        while (move := world._made_in(state)) is not None:
            yield state, move
            state = apply(state, move)
        is_world = all(seen(state, seat) == seen(world, seat) for seat in range(len(world.scores)))
    except WorldsError:
        raise
    except (IllegalMove, ValueError) as error:
        raise untold(world.title, "_dealt", "cards") from error
    if not is_world:
        raise untold(world.title, "_dealt", "cards")


def history(world: AnyState) -> tuple[PastMove, ...]:
    """Return the moves of the hand so far in a state, each with the view that its seat had then.

    Deals are left out, and there is nothing between hands. What a state, such as a world of a view,
    leaves open, as the cards that a hand had drawn, is chosen at random, each time in the same way.

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
    states = states_of(world, random.Random(0))
    return tuple([PastMove(at.actor, at.View._of(at, at.actor), move) for at, move in states])


def why_untold(start: AnyState) -> str:
    """Return why a game does not tell the moves of a hand, as one by chance shows; or nothing."""
    rng, before, state = random.Random(0), start, start
    with suppress(Exception):  # a fault of the game, which others report
        while state is start or not state.hand_over:
            before = state
            moves = [shuffle(state, rng)] if state.needs_deal else legal_moves(state)
            state = apply(state, rng.choice(moves))
        try:
            history(before)
        except WorldsError as error:
            return str(error)
    return ""


class WeightedWorlds(Generic[StateT_co]):
    """The states that agree with a view, each with the weight that a model of the players gives.

    :func:`worlds` makes them. A weight is the product of ``(1 - slip) * chance + slip / legal
    moves`` over the moves of all other seats, hidden ones included, where ``chance`` is that of the
    model with the view that the seat had then. Weights add up to 1.

    If the view leaves at most ``draws`` worlds, and nothing else is hidden, these are all worlds
    with exact weights. Otherwise so many worlds are drawn uniformly, and their weights estimate
    (importance sampling).

    Raises:
        RulesError: if an option is wrong.

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
        self, plain: OfGame, chances: Chances, slip: float, hidden: bool, draws: int, seed: int
    ) -> None:
        if type(slip) not in {int, float} or not 0 <= slip <= 1:
            raise RulesError("slip", slip, "a share from 0 to 1")
        if not is_int(draws) or not 1 <= draws <= GREATEST:
            raise RulesError("draws", draws, f"a whole number, 1 to {GREATEST}")
        if type(hidden) is not bool:
            raise RulesError("hidden", hidden, "True or False")
        if not is_int(seed):
            raise RulesError("seed", seed, "a whole number")
        self._plain, self._seat, self._chances = plain, plain._view.seat, chances
        self._slip, self._hidden, self._draws = slip, hidden, draws
        self._rng = random.Random(seed)

    @cached_property
    def is_exact(self) -> bool:
        """True if these are all worlds, with exact weights."""
        if not self._plain._counts_histories(self._draws):
            return False
        rng = random.Random(0)
        made = [*states_of(next(iter(self._plain.all())), rng)]
        is_told = rng.getstate() == random.Random(0).getstate()
        return is_told and all(self._shown(*each) is None for each in made)

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
        """The weight of each world; they add up to 1.

        Raises:
            WorldsError: if no state agrees with the view and the model, or if the game does not
                tell the moves of a hand.
            RulesError: if the model gives wrong chances, or a move that is not legal.
        """
        return tuple(shares([*map(self._log_weight, self.worlds)]))

    @property
    def effective(self) -> float:
        """The number of worlds of equal weight that would be worth as much."""
        return 1 / math.fsum([weight**2 for weight in self.weights])

    def sample(self, rng: random.Random) -> StateT_co:
        """Draw one of the worlds by its weight, with a source of chance.

        Raises:
            WorldsError: as :attr:`weights`.
            RulesError: as :attr:`weights`.
            TypeError: if ``rng`` is not a generator.
        """
        checked_generator(rng)
        return rng.choices(self.worlds, self.weights)[0]

    def _log_weight(self, world: OfGame) -> float:
        """Return the logarithm of the chance of the moves of others in a world."""
        found, slip = 0.0, self._slip
        for state, move in states_of(world, self._rng):
            if state.actor == self._seat:
                continue
            moves, made = legal_moves(state), [move]
            if not self._hidden and (part := self._shown(state, move)) is not None:
                made = [each for each in moves if self._shown(state, each) == part]
            chance = len(made) / len(moves)
            if chance < 1:
                chances = self._chances(state)
                modelled = math.fsum([chances.get(each, 0.0) for each in made])
                chance = (1 - slip) * modelled + slip * chance
            if chance <= 0:
                return -math.inf
            # In each deal the chance is that of all histories which look the same.
            found += math.log(chance / sum([copies_of(state, each) for each in made]))
        return found


def copies_of(state: OfGame, move: Move) -> int:
    """Return how many physical moves a move stands for: its cards may be any equal ones.

    Worlds count each of them as a history, but a player chooses the move once.
    """
    if state.rules.pack._is_distinct:
        return 1
    each = len(state.hands) // len(state.scores)
    held = [*chain(*state.hands[each * state.actor :][:each])]
    named = cards_of(move)
    return prod([comb(held.count(card), named.count(card)) or 1 for card in {*named}])


def shares(logs: Sequence[float]) -> list[float]:
    """Return weights that add up to 1 from their logarithms."""
    if (most := max(logs)) == -math.inf:
        raise WorldsError("the model makes the moves seen in no world: expected more slip")
    weights = [math.exp(each - most) for each in logs]
    total = math.fsum(weights)
    return [weight / total for weight in weights]
