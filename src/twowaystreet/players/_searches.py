"""What searches share: their options and engines, the moves that they compare, and estimates."""

from __future__ import annotations

import math
import random
from abc import abstractmethod
from array import array
from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from importlib import import_module
from itertools import chain
from typing import Any, Final, Literal, Protocol, TypeAlias, cast

import attrs

from twowaystreet._core.engine.game import GAMES, own_part_of
from twowaystreet._core.engine.moves import Move, Phase, groups_of
from twowaystreet._core.players import RuleOfThumb, moves_of, own_rule_of, rule_of
from twowaystreet._core.playouts import chance
from twowaystreet._core.playouts.policies import Policy, check_policy, policy_of
from twowaystreet._core.playouts.trials import Rounds, Rows, Streams, Trials
from twowaystreet._core.tricks.trick_state import TrickState
from twowaystreet._core.views.views import AnyView
from twowaystreet._core.worlds.worlds import Worlds, worlds
from twowaystreet._util.numbers import GREATEST, is_int, mean_and_error
from twowaystreet._util.values import OfGame, Value
from twowaystreet.errors import RulesError
from twowaystreet.players._simple import simple

MOST_THREADS: Final = 256
_LONGEST: Final = 86400  # a day
READS: Final = "reads"
"""The key of the metadata of an option with the type by which its text is read."""


Given: TypeAlias = Any
"""A declared option, or its value. Any: each field names its type; values are not checked yet."""


def _option(
    default: object, fits: Callable[[Given], bool], expected: str, **options: Given
) -> Given:
    def check(_: object, field: attrs.Attribute[Given], value: object) -> None:
        if not fits(value):
            raise RulesError(field.name, value, expected)

    return attrs.field(default=default, validator=check, **options)


def number(default: int | None, *, at_least: int, at_most: int = GREATEST) -> Given:
    def fits(value: Given) -> bool:
        return value is None is default or (is_int(value) and at_least <= value <= at_most)

    expected = f"a whole number, {at_least} to {at_most}"
    return _option(default, fits, expected, metadata={READS: int})


def seconds() -> Given:
    def fits(value: Given) -> bool:
        return value is None or (type(value) in (int, float) and 0 < value <= _LONGEST)

    expected = f"a number of seconds above 0, up to {_LONGEST}"
    return _option(None, fits, expected, metadata={READS: float})


def phases() -> Given:
    def fits(value: Given) -> bool:
        names = value.split("+") if isinstance(value, str) else value
        are_names = type(names) in (list, tuple) and bool(names)
        return value is None or (
            are_names and all(isinstance(each, str) and each for each in names)
        )

    def convert(value: object) -> object:  # the constructor shows this type
        return tuple(cast(list[object], value)) if issubclass(type(value), list) else value

    expected = "names of phases, such as 'declare+play', or 'all'"
    return _option(None, fits, expected, converter=convert)


Engine: TypeAlias = Literal["auto", "fast", "python"]
ENGINES: Final = ("auto", "fast", "python")


def engine() -> Given:
    def fits(value: object) -> bool:
        return isinstance(value, str) and value in ENGINES

    return _option("auto", fits, ", ".join(ENGINES))


def model() -> Given:
    def convert(value: object) -> object:  # a copy, as the mapping may change
        return {**cast(Mapping[object, object], value)} if isinstance(value, Mapping) else value

    def check(_: object, field: object, value: object) -> None:
        if value is not None:
            Worlds._read(value)

    # Players stay hashable with a mapping.
    options: Given = {"hash": False, "metadata": {READS: str}}
    return attrs.field(default=None, converter=convert, validator=check, **options)


def share(default: float) -> Given:
    def fits(value: Given) -> bool:
        return type(value) in (int, float) and 0 <= value <= 1

    return _option(default, fits, "a share from 0 to 1")


def policy() -> Given:
    def convert(value: object, field: attrs.Attribute[Given]) -> Policy:
        return policy_of(field.name, value)

    return attrs.field(default="simple", converter=attrs.Converter(convert, takes_field=True))


class HasRows(Protocol):
    def rows(self, first: int, count: int) -> Rows: ...


def trials_in(
    view: AnyView, moves: tuple[Move, ...], rng: random.Random, playouts: Policy, engine: Engine
) -> Trials:
    check_policy("playouts", playouts, view._state, len(view.scores))
    seeds = rng.getrandbits(64), rng.getrandbits(64)
    policy = policy_for(engine, playouts, view._state)
    return Trials(view, worlds(view), moves, *seeds, policy, streams_for(engine, view._state))


def in_fastest_way(trials: Trials, engine: Engine, threads: int) -> HasRows:
    """Return the fastest way to make some trials, with the same results."""
    make = None
    if issubclass(trials.view._state, TrickState):
        make = _matrix() if engine == "fast" else compiled() if engine == "auto" else None
    return make(trials, threads) if make else trials


@cache
def compiled() -> Callable[[Trials, int], HasRows] | None:
    try:
        from twowaystreet.fast import compiling  # noqa: PLC0415  # an extra
    except ImportError:
        return None
    return None if compiling.IS_PLAIN else _matrix()


def fast() -> OfGame:
    return import_module("twowaystreet.fast")


def is_compiled(engine: Engine, cls: OfGame) -> bool:
    """Return whether a game is played by compiled code, which takes a second to load."""
    rule = own_rule_of(cls)
    helps = issubclass(cls, TrickState) or (rule is not None and rule.describes("payoffs"))
    return helps and (engine == "fast" or (engine == "auto" and compiled() is not None))


def streams_for(engine: Engine, cls: OfGame) -> Streams:
    if not is_compiled(engine, cls):
        return chance.streams
    from twowaystreet.fast.matrix import streams  # noqa: PLC0415  # an extra

    return streams


def policy_for(engine: Engine, policy: Policy, cls: OfGame) -> Policy:
    """Return a policy with the same results, compiled if the rule of thumb of the game is."""
    part: OfGame = own_part_of(cls, "compiled") if is_compiled(engine, cls) else None
    is_rule = issubclass(type(part), RuleOfThumb) and policy in ("simple", own_rule_of(cls))
    found: Policy = part if is_rule else policy
    return found


def _matrix() -> Callable[[Trials, int], HasRows]:
    from twowaystreet.fast.matrix import Matrix  # noqa: PLC0415  # an extra

    return Matrix


MOST: Final = 30  # the greatest number of moves that a search compares
ALL: Final = "all"  # all phases

Searched: TypeAlias = str | tuple[str, ...] | None
"""The names of the phases that are searched; ``None`` for those that a game leaves to a search."""


@attrs.frozen
class Candidates:
    moves: tuple[Move, ...]
    first: Move  # the choice of the simple player, which is made where nothing is searched
    is_searched: bool


def candidates(view: AnyView, rng: random.Random, searched: Searched = None) -> Candidates:
    moves = moves_of(view)
    unsearched = bool(reason_unsearched(view._state, view.phase, searched))
    first = moves[0] if len(moves) == 1 else simple(view, rng)
    return Candidates(some_of(moves, first), first, len(moves) > 1 and not unsearched)


def reason_unsearched(cls: OfGame, phase: Phase, searched: Searched = None) -> str:
    """Return why a search makes the move of the simple player in a phase; an empty text if not."""
    if searched is not None:
        return "" if phase.value in _phases_of(cls, searched) else "this phase is not named"
    rule = rule_of(cls)
    # Phases of other games with the same names are equal, but not the same.
    reasons = rule.unsearched.items() if rule else ()
    return next((reason for each, reason in reasons if phase is each), "")


@lru_cache(maxsize=64)
def _phases_of(cls: OfGame, searched: str | tuple[str, ...]) -> frozenset[str]:
    names = frozenset(searched.split("+") if isinstance(searched, str) else searched)
    known = frozenset(each.value for each in cls._decisions)
    found = known if ALL in names else known & names
    others = chain.from_iterable(game.State._decisions for game in GAMES.values())
    if not found or names - known - {ALL, *(each.value for each in others)}:
        expected = f"phases of {cls.title}: {', '.join(sorted(known))}; or {ALL}"
        raise RulesError("searched", searched, expected)
    return found


def some_of(moves: tuple[Move, ...], first: Move) -> tuple[Move, ...]:
    """Return at most 30 moves, half of them near the first one, the others evenly from the rest."""
    if len(moves) <= MOST:
        return moves
    wanted = _parts(first)

    def strange(number: int) -> tuple[bool, int]:
        move = moves[number]
        return move != first, -len(wanted & _parts(move))

    order = sorted(range(len(moves)), key=strange)
    near, far = order[: MOST // 2], sorted(order[MOST // 2 :])
    count = MOST - len(near)
    spread = [far[place * len(far) // count] for place in range(count)]
    return tuple(moves[number] for number in sorted(near + spread))


def _parts(move: Move) -> set[object]:
    groups = groups_of(move)
    return {*groups} if len(groups) > 1 else set(chain(*groups))


def _comparable(number: float) -> float | None:
    return None if math.isnan(number) else number  # nan does not equal itself


@attrs.frozen
class Estimate(Value):
    """The estimated worth of a move.

    Compare moves by the error of the loss, not of the mean: it leaves out the luck of worlds.

    Attributes:
        mean: the mean of the payoffs to the player, as :func:`twowaystreet.payoffs` counts them;
            ``nan`` if the move was never tried.
        error: the standard error of this mean; ``nan`` if fewer than two results give none.
        loss: the difference to the mean of the best move, 0 or more; 0 for the best move, and
            ``nan`` if the move was never tried.
        loss_error: the standard error of this difference over the worlds that both moves share; 0
            for the best move. It is ``nan`` for moves that share no worlds, as in
            :class:`TreeSearch`, and if fewer than two worlds give none.
    """

    mean: float = attrs.field(eq=_comparable)
    error: float = attrs.field(eq=_comparable)
    loss: float = attrs.field(default=math.nan, eq=_comparable)
    loss_error: float = attrs.field(default=math.nan, eq=_comparable)


def paired(results: Mapping[Move, Sequence[float]], first: Move) -> dict[Move, Estimate]:
    """Estimate moves tried in the same worlds; ``first`` is the best of equally good moves."""
    means = {move: mean_and_error(each) for move, each in results.items()}
    best = max(means, key=lambda move: (means[move][0], move == first))
    of_best, (highest, _) = results[best], means[best]
    found: dict[Move, Estimate] = {}
    for move, (mean, error) in means.items():
        pairs = zip(of_best, results[move], strict=True)
        _, loss_error = mean_and_error([one - other for one, other in pairs])
        found[move] = Estimate(mean, error, highest - mean, 0.0 if move == best else loss_error)
    return found


def unpaired(results: Mapping[Move, Sequence[float]]) -> dict[Move, Estimate]:
    """Estimate moves that share no worlds; one that was never tried has no mean."""
    means = {
        move: mean_and_error(each) if each else (math.nan, math.nan)
        for move, each in results.items()
    }
    highest = max([mean for mean, _ in means.values() if not math.isnan(mean)])
    return {move: Estimate(*each, highest - each[0]) for move, each in means.items()}


class Search(Value):
    __slots__ = ()
    engine: Engine
    searched: Searched

    def __attrs_post_init__(self) -> None:
        if self.engine == "fast":
            fast()

    def __call__(self, view: AnyView, rng: random.Random) -> Move:
        """Choose a move for the seat to move, in any game.

        Raises:
            RulesError: if the view has no legal moves, if ``searched`` or ``playouts`` does not fit
                the game, or if ``value``, ``prior`` or ``model`` returns other than it should.
            PlayerError: if a network does not play the game under these rules.
            WorldsError: if the game has hidden moves and does not say where hidden cards may lie.
            TypeError: if ``view`` is not a view.
        """
        found, results = self._search(view, rng)
        if not results:
            return found.first

        def worth(move: Move) -> tuple[tuple[float, ...], bool]:
            return self._worth(results[move]), move == found.first

        return max([move for move in found.moves if move in results], key=worth)

    def _search(
        self, view: AnyView, rng: random.Random, *, always: bool = False
    ) -> tuple[Candidates, dict[Move, array[float]]]:
        """Return the moves and their payoffs; none, unless ``always``, where no search helps."""
        rounds = self._rounds()
        found = candidates(view, rng, self.searched)
        searches = always or found.is_searched
        return found, self._results(view, rng, found, rounds) if searches else {}

    @abstractmethod
    def _rounds(self) -> Rounds: ...

    @abstractmethod
    def _results(
        self, view: AnyView, rng: random.Random, found: Candidates, rounds: Rounds
    ) -> dict[Move, array[float]]: ...

    def _worth(self, results: array[float]) -> tuple[float, ...]:
        return (math.fsum(results),)
