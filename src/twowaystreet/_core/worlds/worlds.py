"""Worlds: the complete states that a seat cannot tell from the real one."""

from __future__ import annotations

import random
from bisect import bisect
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from typing import Any, ClassVar, Final, Generic, Protocol, TypeAlias, TypeVar, cast, overload

import attrs

from twowaystreet._core.cards.cards import Card
from twowaystreet._core.engine.seats import checked_seat
from twowaystreet._core.engine.state import AnyState, HasLegalMoves
from twowaystreet._core.engine.verbs import legal_moves
from twowaystreet._core.worlds.ways import Division, Place, Ways
from twowaystreet._core.worlds.weighted import DRAWS, SLIP, Chances, WeightedWorlds
from twowaystreet._util.values import OfGame, Value
from twowaystreet.errors import CardError, TwoWayStreetError, WorldsError, checked_generator, quoted

StateT_co = TypeVar("StateT_co", covariant=True)
_NONE: Final = "no state agrees with the view: expected a view of a possible game"


@attrs.frozen
class Holding(Value):
    """The cards that a seat may hold now.

    Attributes:
        known: the cards that the viewer knows to be in the hand.
        place: the number of the place with the unseen cards of the hand; ``None`` without any.
        share: the probability that a card of the place is still in the hand. It is less than 1
            where the place holds cards that were laid face down.
        more: further places with cards of the hand, if some of them can hold other cards.
    """

    known: tuple[Card, ...] = ()
    place: int | None = None
    share: Fraction = Fraction(1)
    more: tuple[int, ...] = ()


@attrs.frozen
class Counted(Value):
    """What a view shows of the cards of a hand: how many of them are among certain cards.

    Attributes:
        hand: the number of the hand.
        cards: these cards, as a mask.
        number: the number of them that the hand holds; 0 if it lacks them all.
    """

    hand: int
    cards: int
    number: int = 0


@attrs.frozen
class Hidden(Value, Generic[StateT_co]):
    """The unseen cards of a view, and the states that they lead to.

    A view has one such case, or several disjoint ones if the viewer cannot tell which copy of a
    card was played. Every division of a case has the same weight.

    Attributes:
        unseen: the unseen physical cards, without those whose place the viewer knows.
        places: the places where they may lie; their sizes add up to the number of the cards.
        holdings: the cards that each seat may hold now.
        build: a function that makes the state of a division. It draws the orders and the past
            choices that the division leaves open from the generator.
        ways: the weighted ways to divide the cards; ``None`` if all divisions weigh the same.
        weight: the weight of each way, compared with those of other cases.
        hands: the cards of each hand of the states, if a game has more hands than seats, else
            ``None``. Cards that a hand turns up lie in the order of their place.
    """

    unseen: tuple[Card, ...]
    places: tuple[Place, ...]
    holdings: tuple[Holding, ...]
    build: Callable[[Division, random.Random], StateT_co]
    ways: OfGame = None  # Ways, or what has their members
    hands: tuple[Holding, ...] | None = None
    weight: int = 1


ADVICE: Final = (
    "take a fact or hook for it from Worlds in the guide Your game, such as View._duty; or write "
    "View._hidden, which returns a tuple of Hidden(unseen, places, holdings, build); or the reason "
    "in View.no_worlds, if the hidden cards can never be sampled"
)


def undeclared(title: str, hidden: Iterable[str]) -> WorldsError:
    return WorldsError(f"{title} does not declare {', '.join(hidden)} for worlds: {ADVICE}")


class HidesCards(Protocol[StateT_co]):
    def _hidden(self) -> tuple[Hidden[StateT_co], ...]: ...


class Worlds(Generic[StateT_co]):
    """The states that agree with a view; :func:`worlds` makes them.

    Every physical history (the deal and the hidden moves) that looks the same to the viewer has
    the same weight: a high bid does not make a strong hand more likely. Hidden choices, such as an
    exchange, are uniform over the physical cards.

    Raises:
        WorldsError: if no state agrees with the view, or hidden cards are not declared.

    >>> import random
    >>> from twowaystreet import apply, shuffle, view
    >>> from twowaystreet.games import twos
    >>> state = twos.new_game()
    >>> state = apply(state, shuffle(state, random.Random(7)))
    >>> of_seat = worlds(view(state, 0))
    >>> of_seat.count  # 39 cards in three hands of 13
    84478098072866400
    >>> card = state.hands[1][0]
    >>> of_seat.chance(1, card), of_seat.chance(0, card)
    (Fraction(1, 3), Fraction(0, 1))
    >>> view(of_seat.sample(random.Random(7)), 0) == view(state, 0)
    True
    """

    _read: ClassVar[Callable[[object], Chances]]
    """Read a model of players, which are above the core."""

    def __init__(self, seen: HidesCards[StateT_co]) -> None:
        self._view: OfGame = seen
        self._checked = set[int]()  # the cases of which a state was compared with the view
        try:
            self._cases = seen._hidden()
        except TwoWayStreetError:
            raise
        except Exception as error:  # a view that was read need not be possible
            raise _contradiction(error) from error

    def __repr__(self) -> str:
        seat = self._view.seat
        return f"<worlds of {'a spectator' if seat is None else f'seat {seat}'}>"

    @cached_property
    def _ways(self) -> tuple[Ways, ...]:
        return tuple([case.ways or Ways(case.unseen, case.places) for case in self._cases])

    @cached_property
    def count(self) -> int:
        """The exact number of worlds.

        It is the number of ways to divide the unseen physical cards among hands, discards, stock
        and face-down heaps, each a set. Impossible ways do not count. The order of the cards in a
        place, past exchanges and other hidden choices do not count. It is 0 only for a view that
        was read and that no play can reach.

        Raises:
            WorldsError: if the game has more cases at this point than can be counted. The page
                *Worlds* lists these positions.
        """
        return sum([ways.count for ways in self._ways])

    @cached_property
    def _sums(self) -> list[int]:
        both = zip(self._cases, self._ways, strict=True)
        return [*accumulate([case.weight * ways.weight for case, ways in both])]

    def sample(self, rng: random.Random) -> StateT_co:
        """Draw a world, from which play can continue.

        Args:
            rng: the source of chance, a :class:`random.Random` or :class:`random.SystemRandom`.

        Raises:
            WorldsError: if no state agrees with the view, or in the rare cases in which
                :attr:`count` raises it.
            TypeError: if ``rng`` is not a generator.
        """
        checked_generator(rng)
        if not any(ways.is_possible for ways in self._ways):
            raise WorldsError(_NONE)
        number = self._case(rng)
        return self._built(self._cases[number], self._ways[number].draw(rng), rng)

    def _case(self, rng: random.Random) -> int:
        return 0 if len(self._ways) == 1 else bisect(self._sums, rng.randrange(self._sums[-1]))

    def chance(self, seat: int, card: Card) -> Fraction:
        """Return the exact probability that a seat holds at least one copy of a card now.

        Raises:
            SeatError: if the game does not have this seat.
            CardError: if ``card`` is not a card.
            WorldsError: if no state agrees with the view, or in rare cases as :attr:`count`.
        """
        seat = checked_seat(seat, len(self._view.scores))
        if type(card) is not Card:
            raise CardError(f"expected a Card, as Card.parse returns, not {quoted(card)}")
        if not any(self._sums):
            raise WorldsError(_NONE)
        found = Fraction(0)
        for case, ways in zip(self._cases, self._ways, strict=True):
            weight = case.weight * ways.weight
            found += weight * _chance(ways, case.holdings[seat], card)
        return found / self._sums[-1]

    def all(self) -> Iterator[StateT_co]:
        """Yield a state for each world, :attr:`count` in all, in a fixed order.

        Two worlds that differ only in equal cards are equal states. Cards whose order is open lie
        in the same order each time.

        Raises:
            WorldsError: if no state agrees with the view.
        """
        for case, ways in zip(self._cases, self._ways, strict=True):
            for division in ways.divisions():
                yield self._built(case, division, random.Random(0))

    def _counts_histories(self, most: int) -> bool:
        """Return whether there are at most so many worlds, each with equally many histories."""
        if any(case.ways or case.weight != self._cases[0].weight for case in self._cases):
            return False
        return 0 < self.count <= most

    def _built(self, case: Hidden[StateT_co], division: Division, rng: random.Random) -> StateT_co:
        if id(case) in self._checked:
            return case.build(division, rng)
        try:
            state = case.build(division, rng)
            built: OfGame = state
            agrees = self._view == built.View._of(built, self._view.seat)
            legal_moves(built)  # a broken state can have the view of an impossible one
        except Exception as error:  # a view that was read need not be possible
            raise _contradiction(error) from error
        if not agrees:
            raise _contradiction("the state that follows from it has another view")
        self._checked.add(id(case))
        return state


def _contradiction(error: object) -> WorldsError:
    return WorldsError(f"the view contradicts the rules of its game: {quoted(error)}")


def _chance(ways: Ways, holding: Holding, card: Card) -> Fraction:
    if card in holding.known:
        return Fraction(1)
    place = holding.place
    if place is None or not ways.weight:
        return Fraction(0)
    if holding.more:
        without = [*ways.places]
        for number in (place, *holding.more):
            barred = without[number].barred | card._bit
            without[number] = attrs.evolve(without[number], barred=barred)
        return 1 - Fraction(Ways(ways.unseen, without).count, ways.count)
    if holding.share != 1 and ways.unseen.count(card) > 1:
        # The cards still in the hand are a place of their own.
        size = ways.places[place].size
        kept = int(size * holding.share)
        barred = ways.places[place].barred
        parts = (Place(kept, barred), Place(size - kept, barred))
        places = (*ways.places[:place], *ways.places[place + 1 :], *parts)
        split = Ways(ways.unseen, places)
        return 1 - Fraction(split.count_without(len(places) - 2, card), split.count)
    return holding.share * (1 - Fraction(ways.count_without(place, card), ways.weight))


Model: TypeAlias = Callable[..., Any] | str | Mapping[Any, float]
"""A player, its name, or the shares of several. Any: players are above the core."""


@overload
def worlds(view: HidesCards[StateT_co]) -> Worlds[StateT_co]: ...
@overload
def worlds(
    view: HidesCards[StateT_co],
    *,
    model: Model,
    slip: float = ...,
    hidden: bool = ...,
    draws: int = ...,
    seed: int = ...,
) -> WeightedWorlds[StateT_co]: ...
def worlds(
    view: HidesCards[StateT_co],
    *,
    model: Model | None = None,
    slip: float = SLIP,
    hidden: bool = True,
    draws: int = DRAWS,
    seed: int = 0,
) -> Worlds[StateT_co] | WeightedWorlds[StateT_co]:
    """Return the worlds of a view: the states that its seat cannot tell from the real one.

    The view is that of a seat or of a spectator, at any moment of a game. Without a model all
    worlds weigh the same. With one, a world weighs as much as the moves of the others were likely.

    Args:
        view: the view.
        model: how the others play: a player, a name such as ``simple``, ``unknown`` for a player
            who makes each legal move equally often, or a mapping of several to their shares, as
            ``{"simple": 0.7, "unknown": 0.3}``, which mix anew for each move. A player with a
            method ``chances``, as :class:`~twowaystreet.players.Level`, moves by these, in any
            proportion; any other makes its move for sure.
        slip: the share of moves made by chance, 0 to 1. With 0 a surprising move excludes a world.
        hidden: False to let moves that the seat did not see whole, such as exchanges, count by what
            it saw of them.
        draws: the number of worlds that are drawn, unless there are as few.
        seed: the seed of the draws.

    Raises:
        WorldsError: if the game has hidden moves or hidden facts and does not say where its hidden
            cards may lie; if its ``View.no_worlds`` says why it has no worlds; or if the view
            contradicts the rules.
        PlayerError: if the model, or one of several, is no player.
        RulesError: if a share or an option is wrong.
        TypeError: if ``view`` is not a view.

    >>> from twowaystreet import view
    >>> from twowaystreet.games import twos
    >>> worlds(view(twos.new_game(), 0)).count
    1
    """
    if not (isinstance(view, HasLegalMoves) and hasattr(view, "_hidden")):
        raise TypeError(f"expected a view, such as view(state, seat) gives, not {quoted(view)}")
    seen = cast(OfGame, view)
    if seen.no_worlds:
        raise WorldsError(f"{seen._state.title} has no worlds: {seen.no_worlds}")
    if model is None:
        return Worlds(view)
    return WeightedWorlds(Worlds(view), Worlds._read(model), slip, hidden, draws, seed)


def why_no_worlds(state: AnyState) -> str:
    """Return why the views of a state have no worlds; an empty text if they have."""
    with suppress(Exception):  # a fault of the game, which others report
        try:
            worlds(state.View._of(state, None))
        except WorldsError as error:
            return "" if error.__cause__ else str(error)
    return ""


def determinize(view: HidesCards[StateT_co], rng: random.Random) -> StateT_co:
    """Draw a complete state that the seat of a view cannot tell from the real one.

    The view is that of a seat or of a spectator, at any moment of a game, and the source of chance
    a :class:`random.Random`. To draw several, use :func:`worlds` and :meth:`Worlds.sample`.

    Raises:
        WorldsError: as :func:`worlds` and :meth:`Worlds.sample`.
        TypeError: if ``view`` is not a view, or ``rng`` not a generator.

    >>> import random
    >>> from twowaystreet import apply, shuffle, view
    >>> from twowaystreet.games import twos
    >>> state = twos.new_game()
    >>> state = apply(state, shuffle(state, random.Random(7)))
    >>> view(determinize(view(state, 0), random.Random(8)), 0) == view(state, 0)
    True
    """
    return worlds(view).sample(rng)
