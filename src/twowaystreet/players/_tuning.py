"""Tuning: a search for better constants of a rule of thumb, judged on deals held out from it."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import partial
from importlib import import_module
from typing import Any, Final, TypeAlias

import attrs

from twowaystreet._core.engine.game import Game, checked_game
from twowaystreet._core.engine.match import GameRules
from twowaystreet._core.engine.seats import checked_number, patterns, places_of, sides_of
from twowaystreet._core.players import RuleOfThumb, is_number
from twowaystreet._core.playouts.policies import SeatPolicy, check_policy, policy_of
from twowaystreet._util.numbers import is_int
from twowaystreet._util.values import Value
from twowaystreet.errors import RulesError, carrying
from twowaystreet.players._searches import fast

Foreign: TypeAlias = Any
"""Any: arrays of NumPy, cmaes, which has no annotations, and values that are not checked yet."""
NEEDED: Final = "twowaystreet.players.tune needs numba and cmaes: pip install 'twowaystreet[tune]'"
START: Final = "start"  # the name of the rule at which the search begins, among the opponents


@attrs.frozen
class Gain(Value):
    """The points that a rule of thumb gains over an opponent, in one seating.

    Attributes:
        opponent: ``start`` for the rule at which the search began, ``simple``, ``random``, or
            ``opponents[0]`` for a rule in the argument.
        seating: the number of seats (or sides of partners) of each, such as ``1:3`` or ``2:2``.
        deals: the number of deals. The rule plays each of them in every seat.
        mean: the points a hand of its seats less those of the other seats; more is better.
        error: the standard error of this mean, over deals.
    """

    opponent: str
    seating: str
    deals: int
    mean: float
    error: float


@attrs.frozen
class Tuned(Value):
    """The result of :func:`tune`.

    Attributes:
        rule: the rule of thumb with the best constants.
        names: the names of the constants that were searched.
        training: the gains on the training deals, against each opponent in each seating. They are
            too good, as the search chose the constants for these deals.
        held_out: the gains on deals that the search did not see. Judge by these.
    """

    rule: RuleOfThumb[Any, Any]
    names: tuple[str, ...]
    training: tuple[Gain, ...]
    held_out: tuple[Gain, ...]

    @property
    def constants(self) -> dict[str, float]:
        """The constants that were searched, with their best values."""
        known = self.rule.constants()
        return {name: known[name] for name in self.names}

    @property
    def is_better(self) -> bool:
        """``True`` if the rule is better than the start on the deals held out, in each seating.

        It gains more than two standard errors, and loses no more than two to any other opponent.
        """
        return bool(self.held_out) and all(
            each.mean > 2 * each.error if each.opponent == START else each.mean >= -2 * each.error
            for each in self.held_out
        )

    def __str__(self) -> str:
        """Return the constants, the gains as a table, and whether the rule is better."""
        lines = [f"{name} = {value:.3g}" for name, value in self.constants.items()]
        lines.append(f"{'deals':<10}{'opponent':<14}{'seating':<8}{'gain':>7}{'± error':>9}")
        for deals, gains in (("training", self.training), ("held out", self.held_out)):
            lines += [
                f"{deals:<10}{each.opponent:<14}{each.seating:<8}{each.mean:>+7.2f}{each.error:>9.2f}"
                for each in gains
            ]
        lines.append("better than the start" if self.is_better else "not better than the start")
        return "\n".join(lines)


def tune(
    game: str | Game,
    parameters: Mapping[str, tuple[float, float]],
    *,
    rules: object = None,
    start: RuleOfThumb[Any, Any] | None = None,
    opponents: Sequence[SeatPolicy] = (),
    deals: int = 1000,
    held_out: int = 4000,
    rounds: int = 20,
    seed: int = 0,
    threads: int = 1,
) -> Tuned:
    """Search better constants of the rule of thumb of a game.

    Each rule that the search tries plays against the start and against all opponents: in one seat,
    and in half of the seats, or with an odd number of them in all but one. Partners have the same
    policy. The search (CMA-ES, by the library cmaes) makes the least of these gains as great as it
    can, on training deals. The gains of the best rule are then measured on other deals.

    Args:
        game: a game, or its name.
        parameters: the constants by name, each with the least and the greatest value of the search.
        rules: the options of the game; ``None`` for all the defaults.
        start: the rule at which the search begins, with the values of all other constants; ``None``
            for the rule of thumb of the game.
        opponents: further opponents: ``simple``, ``random`` and rules of thumb.
        deals: the number of training deals, 2 to 10**9.
        held_out: the number of deals held out, 2 to 10**9.
        rounds: the number of rounds of the search, 0 to 10**9. A round tries four rules for one
            constant, and some more for each further one. Without rounds the start is measured.
        seed: the seed of deals and search, 0 to 2**63 - 1. Training deals have the even seed
            ``2 * seed`` of :func:`twowaystreet.fast.hands`, deals held out the odd one after it.
        threads: the number of threads, at least 1. They do not change the result.

    Raises:
        RulesError: if there is no such game, rule or constant, the value at the start is out of its
            range, or an argument is out of bounds.
        ImportError: if the extra ``tune`` is not installed.

    Each exception that ends the search, also Ctrl-C, has the attribute ``results``: the best rule
    so far, without gains, or ``None`` before the first.

    >>> found = tune("twos", {"kept_two": (0.0, 4.0)}, deals=50, held_out=50, rounds=1)
    >>> [each.seating for each in found.held_out], list(found.constants)
    (['1:3', '2:2'], ['kept_two'])
    """
    cmaes, numpy = _libraries()
    game = checked_game(game)
    first = RuleOfThumb.of(game) if start is None else start
    if not isinstance(first, RuleOfThumb):
        raise RulesError("start", start, "a rule of thumb")
    ranges = _checked_ranges(first, parameters)
    checked_number("deals", deals, 2)
    checked_number("held_out", held_out, 2)
    checked_number("rounds", rounds, 0)
    checked_number("seed", seed, 0, 2**63 - 1)
    options = game.new_game(rules).rules
    pool = _pool(first, opponents, game, len(sides_of(options)))
    judge = partial(_gains, game, options, pool, threads)
    training, other = 2 * seed, 2 * seed + 1

    def worth(rule: RuleOfThumb) -> float:
        return min(each.mean for each in judge(rule, deals, training))

    lows, highs = numpy.array([*ranges.values()], float).T
    known = first.constants()
    search = cmaes.CMA(
        mean=(numpy.array([known[name] for name in ranges]) - lows) / (highs - lows),
        sigma=0.2,
        bounds=numpy.array([[0.0, 1.0]] * len(ranges)),
        seed=seed % 2**32,
    )

    def rule_at(place: Foreign) -> RuleOfThumb:
        values = map(float, lows + place * (highs - lows))
        pairs = zip(ranges, values, strict=True)
        return first.changed(
            None, {name: round(value) if is_int(known[name]) else value for name, value in pairs}
        )

    tried: list[tuple[float, RuleOfThumb]] = []

    def best(*others: tuple[float, RuleOfThumb]) -> RuleOfThumb:
        return max([*tried, *others], key=lambda pair: pair[0])[1]

    def so_far() -> Tuned | None:
        return Tuned(best(), tuple(ranges), (), ()) if tried else None

    with carrying(so_far):
        tried.append((worth(first), first))
        for _ in range(rounds):
            places = [search.ask() for _ in range(search.population_size)]
            round_ = [rule_at(place) for place in places]
            tried += ((worth(rule), rule) for rule in round_)
            gains = tried[-len(places) :]
            search.tell([(place, -gain) for place, (gain, _) in zip(places, gains, strict=True)])
            if search.should_stop():
                break
        # The middle of the last round depends less on the luck of the training deals.
        middle = rule_at(search.mean)
        rule = best((worth(middle), middle))
        return Tuned(
            rule, tuple(ranges), judge(rule, deals, training), judge(rule, held_out, other)
        )


def _gains(
    game: Game,
    rules: GameRules,
    pool: Mapping[str, SeatPolicy],
    threads: int,
    rule: RuleOfThumb,
    deals: int,
    seed: int,
) -> tuple[Gain, ...]:
    sides = sides_of(rules)
    places = places_of(sides)
    seatings = dict(patterns(len(sides)))
    if len(seatings) > 2:
        del seatings[f"{len(sides) - 1}:1"]  # alone and with half of the seats are enough
    found: list[Gain] = []
    for opponent, policy in pool.items():
        for seating, ways in seatings.items():
            ahead: Foreign = 0
            for way in ways:
                own = [seat for seat, place in enumerate(places) if way[place] == 0]
                others = [seat for seat, place in enumerate(places) if way[place] == 1]
                seats = [policy if way[place] else rule for place in places]
                hands = fast().hands(
                    game, deals, rules=rules, seed=seed, policy=seats, threads=threads
                )
                payoffs = hands.payoffs
                ahead = ahead + payoffs[:, own].mean(axis=1) - payoffs[:, others].mean(axis=1)
            # A payoff is the lead over the mean of the other sides.
            points = ahead / len(ways) * (len(sides) - 1) / len(sides)
            error = points.std(ddof=1) / math.sqrt(deals)
            # Without rounding errors a rule gains nothing over itself; 0.0 makes -0.0 positive.
            mean, error = (round(float(each), 9) + 0.0 for each in (points.mean(), error))
            found.append(Gain(opponent, seating, deals, mean, error))
    return tuple(found)


def _libraries() -> tuple[Foreign, Foreign]:
    try:
        fast()
        return import_module("cmaes"), import_module("numpy")
    except ImportError as error:
        raise ImportError(NEEDED) from error


def _checked_ranges(
    rule: RuleOfThumb, parameters: Mapping[str, tuple[float, float]]
) -> dict[str, tuple[float, float]]:
    if not isinstance(parameters, Mapping) or not parameters:
        raise RulesError("parameters", parameters, "constants by name, each with a range")
    for name, given in parameters.items():
        pair: Foreign = given
        numbers: list[float] = list(pair) if type(pair) in (tuple, list) else []
        if len(numbers) != 2 or not all(map(is_number, numbers)) or numbers[0] >= numbers[1]:
            raise RulesError(f"parameters[{name!r}]", given, "the least and the greatest value")
        for value in numbers:
            rule.changed(None, {name: value})
        if not numbers[0] <= (value := rule.constants()[name]) <= numbers[1]:
            expected = f"a range around {value:g}, its value at the start"
            raise RulesError(f"parameters[{name!r}]", given, expected)
    return dict(parameters)


def _pool(first: RuleOfThumb, opponents: object, game: Game, sides: int) -> dict[str, SeatPolicy]:
    if type(opponents) not in (tuple, list):
        raise RulesError("opponents", opponents, "a list of policies")
    if sides < 2:
        raise RulesError("game", game, "a game with opponents")
    given: Foreign = opponents
    pool: dict[str, SeatPolicy] = {START: first}
    for number, each in enumerate(given):
        name = f"opponents[{number}]"
        check_policy(name, policy_of(name, each), game.State, 1)
        pool[each if isinstance(each, str) else name] = each
    check_policy(START, first, game.State, 1)
    return pool
