"""The function that plays a match."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from itertools import chain, islice
from typing import Any

from twowaystreet._engine.game import Game
from twowaystreet._engine.sides import sides_of
from twowaystreet._util.numbers import is_int
from twowaystreet.arena.limited import refuse_nested
from twowaystreet.arena.lines import Kept, MatchFile, deal_line, header_line, match_file
from twowaystreet.arena.plan import Entrant, Plan
from twowaystreet.arena.results import ArenaError, Results, Tally
from twowaystreet.arena.running import hands_in_order
from twowaystreet.arena.seating import Seating
from twowaystreet.arena.sprt import checked_test
from twowaystreet.errors import RulesError


def play(
    game: Game | str,
    players: Sequence[Entrant] | Mapping[str, Entrant],
    *,
    deals: int = 1000,
    rules: Any = None,  # Any: each game has its own class
    seed: int = 0,
    seating: Seating | str = Seating.ROTATE,
    executor: Executor | None = None,
    out: str | os.PathLike[str] | None = None,
    resume: bool = True,
    progress: Callable[[int, int], object] | None = None,
    sprt: tuple[float, float] | None = None,
    time_limit: float | None = None,
) -> Results:
    """Play a match and return its results.

    The results follow from the game, the rules, the players, the number of deals, the seed, the
    seating and the version alone. They are equal with every executor. Only a time limit, and
    players that use more than their view and their random numbers, can change them.

    Each hand is the first of a game with seat 0 as dealer. A player that makes a fault is replaced
    by a random player for the rest of the hand; ``Results.faults`` counts the faults. A hand in
    which 100 deals are thrown in gives no points.

    Args:
        game: the game, its name, or its place, such as ``whist.py:GAME`` or
            ``package.module:GAME``; a game at a place is added to ``GAMES``.
        players: two or more players, at most one a seat; in games with partners, at most one a
            side. Each is a function, a factory, a class or a name that
            :func:`~twowaystreet.players.by_name` reads. A dict gives them other names.
        deals: the number of deals, 1 or more.
        rules: the options of the game; ``None`` for the defaults.
        seed: the seed, any whole number.
        seating: the seating, as in :class:`Seating`.
        executor: an executor of :mod:`concurrent.futures`, of Dask or of another library, which
            plays the deals; ``None`` to play them here. For other processes, the game and the
            players need a name or a place in a module.
        out: a file for all hands; the format is on the page :doc:`/arena`.
        resume: True to go on with the match in the file. False to begin anew, and lose it.
        progress: a function that gets the number of finished deals and the number of all deals,
            after each deal that is played.
        sprt: two leads of the first player, in points per hand, the smaller first. A sequential
            test ends the match as soon as it accepts one of them. If one is true, the test accepts
            the other in 5 of 100 matches.
        time_limit: the most seconds for a move. Each player then plays in processes of its own.

    Raises:
        RulesError: if an argument has another type or value.
        PlayerError: if a player is none, or there is none of this name.
        ArenaError: if the file has another header or is damaged; if another process cannot load
            the game or a player; or if deals failed twice, as their worker died. Its ``results``
            are those of the deals before, which the file keeps.

    >>> from twowaystreet.players import at_random, simple
    >>> results = play("twos", [simple, at_random], deals=30)
    >>> print(results)
    twos, rotate, seed 0: 30 deals, 60 hands
    player      lead  ± error  rating  faults
    simple      +1.94     0.27    1182  none
    at_random   -1.94     0.27     818  none
    >>> results.digest == play("twos", [simple, at_random], deals=30).digest
    True
    """
    refuse_nested()
    plan = Plan.checked(game, players, rules, seed, seating, time_limit)
    if not is_int(deals) or deals < 1:
        raise RulesError("deals", deals, "a whole number, 1 or more")
    tally = Tally(plan.header(), plan.sign(), sides_of(plan.rules), checked_test(sprt))
    tally.begin(header_line(plan))
    with contextlib.ExitStack() as stack:
        file = (
            stack.enter_context(match_file(out, plan, resume=resume)) if out is not None else None
        )

        def played() -> Iterator[Kept]:
            first = tally.deals
            hands_of = hands_in_order(plan, first, deals, executor)
            stack.callback(hands_of.close)
            for deal, hands in enumerate(hands_of, first):
                line = deal_line(deal, hands)
                if file:
                    file.write(line)
                if progress:
                    progress(deal + 1, deals)
                yield hands, line

        try:
            for hands, line in chain(islice(_kept(file), deals), played()):
                tally.add(hands, line)
                if tally.is_decided:
                    break
        except ArenaError as error:
            raise type(error)(error.reason, tally.results() if tally.deals else None) from error
    return tally.results()


def _kept(file: MatchFile | None) -> Iterator[Kept]:
    """Yield the deals that the file holds from an earlier run."""
    if file:
        yield from file.kept()
