"""Players that try each move in sampled worlds: `MonteCarlo`, and levels for people."""

from __future__ import annotations

import math
import random
from array import array
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import Final

import attrs
from typing_extensions import override

from twowaystreet._core.engine.moves import Move
from twowaystreet._core.players import RuleOfThumb, rule_of
from twowaystreet._core.playouts.policies import Policy
from twowaystreet._core.playouts.trials import Rounds, Rows
from twowaystreet._core.views.views import AnyView
from twowaystreet._core.worlds.weighted import shares
from twowaystreet._core.worlds.worlds import Model, worlds
from twowaystreet._util.numbers import GREATEST
from twowaystreet._util.values import Value
from twowaystreet.errors import WorldsError
from twowaystreet.players import _searches as search
from twowaystreet.players._learned import ViewValue, learned, rows_at_turns
from twowaystreet.players._searches import Candidates, Engine, Estimate, Given, Search, Searched

WORLDS: Final = 50  # the number of worlds of a search without a clock, if nothing else is said
_SLIP: Final = 0.5  # so that many worlds keep weight
_LEAST_FREE: Final = 1e-9  # with less a single world has all the weight
ROUND: Final = 1024  # the most worlds of a round, so that their states need little memory


@attrs.frozen
class MonteCarlo(Search):
    """A player that tries each move in sampled worlds, and chooses the best mean payoff.

    For each decision it draws :func:`~twowaystreet.worlds` of its view. In each world it makes
    each move, and finishes the hand with the playout policy. All moves are tried in the same
    worlds. A payoff is the lead over the other seats in the points of the hand. Of equally good
    moves the one that :func:`simple` prefers comes first, then the first legal move.

    It bids, declares and exchanges in the same way. Of more than 30 legal moves it compares 30:
    half of them have most in common with the move of :func:`simple`, and the others lie evenly
    among the rest. A single legal move costs no playouts. Where the rule of thumb of a game says
    that a search does not help, it makes the moves of :func:`simple`: before the play of Twenty
    Down, and in the exchange of Two Way Street.

    The player keeps nothing in memory. Without a clock its moves depend on its options, the view
    and the random source alone, in any process, on any Python, with or without compiled playouts.

    Args:
        worlds: the number of worlds, 1 or more, by default 50; with ``seconds`` the most, if any.
        playouts: the policy that finishes a hand: ``simple``, ``random``, which needs many more
            worlds, or a rule of thumb, or a list with that of each seat.
        engine: ``auto`` takes the compiled playouts of :mod:`twowaystreet.fast` if they are there,
            ``fast`` insists on them, ``python`` does without. Brag has none. The choices are the
            same.
        seconds: the time of a decision, such as 0.05; ``None`` to try all worlds, however long it
            takes. The player adds worlds in rounds, at least one, until the time is over, so that
            the choices depend on the machine. The first decision may compile, which takes longer.
        threads: the number of threads for compiled playouts, 1 to 256. The choices are the same.
        searched: the names of the phases that are searched, such as ``("declare", "play")`` or
            ``"declare+play"``; in other phases the player makes the moves of :func:`simple`.
            ``"all"`` stands for all, ``None`` for those that the rule of thumb leaves to a search.
        value: what a view is worth, in place of a playout to the end: a :class:`Network`, its file,
            or a function of a list of views that returns a payoff for each. After a move the
            playout policy plays on until the seat is to move again, and the value of its own view
            there is the payoff in this world; that of the hand if it ends before. So the value
            knows no card that the seat would not know. Such a search runs in plain Python.
        model: how the others play, as for :func:`~twowaystreet.worlds`, such as ``"simple"``. A
            world then counts by the moves of the others, as far as the seat saw them.
        slip: the share of moves that the others make by chance. Where the model makes the moves
            seen in no world, all worlds count alike.

    Raises:
        RulesError: if an option is wrong.
        PlayerError: if ``value`` is no file of a network, or ``model`` no player.
        ImportError: if the options need the extra ``fast``, and it is not installed.

    >>> import twowaystreet as tws
    >>> from twowaystreet.games import twos
    >>> rng, state = random.Random(7), twos.new_game()
    >>> state = tws.apply(state, tws.shuffle(state, rng))
    >>> player = MonteCarlo(worlds=10)
    >>> player(tws.view(state, state.actor), rng) in tws.legal_moves(state)
    True
    """

    worlds: int | None = search.number(None, at_least=1)
    playouts: Policy = search.policy()
    engine: Engine = search.engine()
    seconds: float | None = search.seconds()
    threads: int = search.number(1, at_least=1, at_most=search.MOST_THREADS)
    searched: Searched = search.phases()
    value: ViewValue = learned("a list of views")
    model: Model | None = search.model()
    slip: float = search.share(_SLIP)

    def evaluate(self, view: AnyView, rng: random.Random) -> dict[Move, Estimate]:
        """Estimate the worth of each move, in the order of legal moves; of at most 30 moves.

        The view is that of the seat to move, in any game. The same view and random source give the
        estimates by which the player chooses. All moves are tried in the same worlds, so that the
        error of a loss is that of a paired comparison.

        Raises:
            WorldsError: if the game has hidden moves and does not say where hidden cards may lie.
            RulesError: as a call of the player.
            PlayerError: as a call of the player.
            TypeError: if ``view`` is not a view.

        >>> import twowaystreet as tws
        >>> from twowaystreet.games import street
        >>> state = street.new_game()
        >>> state = tws.apply(state, tws.shuffle(state, random.Random(7)))
        >>> seen = tws.view(state, state.actor)
        >>> for move, found in MonteCarlo(worlds=20).evaluate(seen, random.Random(1)).items():
        ...     print(f"{move}: {found.mean:.1f}, loss {found.loss:.1f} ± {found.loss_error:.1f}")
        high: 0.3, loss 0.0 ± 0.0
        low: -2.4, loss 2.7 ± 1.0
        """
        found, results = self._search(view, rng, always=True)
        return search.paired(results, found.first)

    @override
    def _results(
        self, view: AnyView, rng: random.Random, found: Candidates, rounds: Rounds
    ) -> dict[Move, array[float]]:
        engine = self.engine if self.value is None else "python"
        trials = search.trials_in(view, found.moves, rng, self.playouts, engine)
        rows: Callable[[int, int], Rows] = partial(rows_at_turns, trials, self.value)
        if self.value is None:
            rows = search.in_fastest_way(trials, engine, self.threads).rows
        results = {move: array("d") for move in found.moves}
        logs: list[float] = []
        model: Given = self.model
        weigh = None
        if model is not None:
            weigh = worlds(view, model=model, slip=self.slip, hidden=False)._log_weight
        for first, count in rounds:
            for move, row in zip(found.moves, rows(first, count), strict=True):
                results[move].extend(row)
            logs += map(weigh, trials.sample(first, count)) if weigh else ()
        if not weigh or max(logs) == -math.inf:
            return results
        weights = shares(logs)
        return {move: weighted(row, weights) for move, row in results.items()}

    @override
    def _rounds(self) -> Rounds:
        most = self.worlds or (WORLDS if self.seconds is None else GREATEST)
        return Rounds(self.seconds, most, first=8, largest=ROUND)


def weighted(results: array[float], weights: Sequence[float]) -> array[float]:
    """Return results whose mean and standard error are those of some weighted ones.

    Differences keep their errors, too. One result says that one world has all the weight.
    """
    pairs = [*zip(weights, results, strict=True)]
    mean = math.fsum([weight * each for weight, each in pairs])
    free, number = 1 - math.fsum([weight**2 for weight in weights]), len(weights)
    if free < _LEAST_FREE:
        return array("d", [mean])
    scale = math.sqrt((number - 1) * number / free)
    return array("d", [mean + scale * weight * (each - mean) for weight, each in pairs])


OFFERS: Final[Mapping[str, str]] = MappingProxyType(
    {word.lower(): word for word in ("Beginner", "Easy", "Medium", "Hard", "Strongest")}
)
"""The names of the levels in order, with the words for people."""
USUAL: Final = "medium"  # the level with which people begin
LONGEST: Final = 0.2  # about the most seconds in which a level chooses
_WORLDS_OF_LEVELS: Final = (4, 6, 8, 16, 100)


@attrs.frozen
class Level(Value):
    """A player for people, from careless to the strongest.

    It tries its moves in sampled worlds, as :class:`MonteCarlo` does: in equal time
    :class:`TreeSearch` was no better. Low levels try few worlds.
    A level below the highest one makes each move with a chance that falls with its loss, by the
    softmax of the values: a slightly worse move often, a blunder hardly ever. The loss is counted
    in standard deviations of the payoffs that it tried, so that one definition fits every game.

    Where :class:`MonteCarlo` makes the move of :func:`simple`, and in games that have no worlds, a
    level makes this move as well. The moves are the same on each machine, and take at most about
    0.2 seconds without compiled playouts.

    Args:
        number: 1 to 5, from careless to the strongest; by default 3.

    Raises:
        RulesError: if there is no such level.
    """

    number: int = search.number(3, at_least=1, at_most=len(OFFERS))

    def __call__(self, view: AnyView, rng: random.Random) -> Move:
        """Choose a move for the seat to move, in any game.

        Raises:
            RulesError: if the view has no legal moves.
            TypeError: if ``view`` is not a view.
        """
        chances = self.chances(view, rng)
        (move,) = rng.choices([*chances], [*chances.values()])
        return move

    def chances(self, view: AnyView, rng: random.Random) -> dict[Move, float]:
        """Return the chance of each move that the level compares; their sum is 1.

        The view is that of the seat to move, in any game. The random source gives the worlds.

        Raises:
            RulesError: if the view has no legal moves.
            TypeError: if ``view`` is not a view.

        >>> import twowaystreet as tws
        >>> from twowaystreet.games import street
        >>> state = street.new_game()
        >>> state = tws.apply(state, tws.shuffle(state, random.Random(7)))
        >>> seen = tws.view(state, state.actor)
        >>> for move, chance in Level(3).chances(seen, random.Random(1)).items():
        ...     print(f"{move}: {chance:.2f}")
        high: 0.19
        low: 0.81
        """
        found = search.candidates(view, rng)
        if not found.is_searched:
            return {found.first: 1.0}
        rule = rule_of(view._state) or RuleOfThumb
        worlds = min(_WORLDS_OF_LEVELS[self.number - 1], rule.most_trials // len(found.moves))
        temperature = rule.temperatures[self.number - 1]
        # To compile or load a game takes longer than these playouts.
        player = MonteCarlo(worlds, engine="python")
        try:
            if not temperature:
                return {player(view, rng): 1.0}
            return softmax(player.evaluate(view, rng), worlds, temperature)
        except WorldsError:
            return {found.first: 1.0}


def level(number: int) -> Level:
    """Return the player of a level, in every game.

    People call them Beginner, Easy, Medium, Hard and Strongest.

    Args:
        number: 1 to 5, from careless to the strongest.

    Raises:
        RulesError: if there is no such level.

    >>> level(3)
    Level(number=3)
    >>> level(6)
    Traceback (most recent call last):
    ...
    twowaystreet.RulesError: number=6: expected a whole number, 1 to 5
    """
    return Level(number)


def level_named(text: str) -> Level | None:
    word, names = text.lower(), [*OFFERS]
    return Level(names.index(word) + 1) if word in names else None


def softmax(
    estimates: Mapping[Move, Estimate], worlds: int, temperature: float
) -> dict[Move, float]:
    results = estimates.values()
    mean = math.fsum(each.mean for each in results) / len(results)
    squares = [each.error**2 * worlds + (each.mean - mean) ** 2 for each in results]
    # Equal payoffs have no deviation. Every loss is then 0.
    scale = temperature * math.sqrt(math.fsum(squares) / len(results)) or 1.0
    weights = {move: math.exp(-each.loss / scale) for move, each in estimates.items()}
    total = math.fsum(weights.values())
    return {move: weight / total for move, weight in weights.items()}
