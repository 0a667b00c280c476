"""The promises by name, and their check, for which Hypothesis draws matches and simplifies one."""

from __future__ import annotations

import random
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import partial
from typing import Final, TypeAlias

import attrs
from hypothesis import Phase, Verbosity, errors, find, settings
from hypothesis import strategies as st

import twowaystreet as tws
from twowaystreet._util.numbers import is_int
from twowaystreet._util.values import OfGame
from twowaystreet.errors import quoted
from twowaystreet.testing import _playouts as playouts
from twowaystreet.testing._playouts import Broken, CheckedPosition, Context, Playout, Violation
from twowaystreet.testing._strategies import ByteChoices, named_game, rows, starts, usual_length
from twowaystreet.testing.conformance import _play, _values, _views
from twowaystreet.testing.conformance._other_process import check_other_processes
from twowaystreet.testing.conformance._worlds import late_positions, without_worlds, worlds_agree

Positions: TypeAlias = Callable[[Playout, int, random.Random], Iterable[int]]
"""Chooses positions of a playout by their moves, from the length of a usual hand too."""


def sampled_positions(count: int) -> Positions:
    """Choose some positions besides the last: early ones, from the last sixth of a hand, any."""

    def chosen(playout: Playout, length: int, rng: random.Random) -> Iterable[int]:
        parts = ((0, min(8, length)), (length - length // 6, length), (0, length + length // 8))
        return [rng.randint(*parts[number % 3]) for number in range(count)]

    return chosen


def hand_ends(playout: Playout, length: int, rng: random.Random) -> Iterable[int]:
    return (at for at, state in enumerate(playout.states) if state.hand_over)


@attrs.frozen
class Promise:
    """A promise that every game makes, with a check that returns how many objects it checked."""

    name: str
    check: Callable[[CheckedPosition], int] = attrs.field(repr=False)
    positions: Positions | None = attrs.field(default=None, repr=False)  # to check, or all
    hands: int = 8  # matches by default
    needs: type[OfGame] = tws.GameState
    impossible: Callable[[tws.Game], str] = attrs.field(default=lambda _: "", repr=False)  # why
    plays: int = 2  # the most hands of a match; with four, ``max_hands`` is small
    at_the_end: Callable[[Context], int | None] = attrs.field(default=lambda _: 0, repr=False)

    @property
    def says(self) -> str:
        """The promise in one sentence, which is the docstring of its check."""
        says = (self.check.__doc__ or self.name).split("\n")[0]
        return says[0].lower() + says[1:]

    def applies_to(self, game: tws.Game) -> bool:
        return issubclass(game.State, self.needs)

    def left_out(self, game: tws.Game) -> str:
        if not self.applies_to(game):
            return f"the State of {game.title} is not a {self.needs.__name__}"
        return self.impossible(game)


LAST: Final = sampled_positions(0)
_ALL: Final = (
    Promise("opening", _values.opening, LAST, plays=0),
    Promise("cards", _play.cards),
    Promise("legal_moves", _play.legality, hands=4, plays=1),
    Promise("tricks", _play.tricks, needs=tws.TrickState),
    Promise("determinism", _values.again, LAST, 4, plays=1, at_the_end=check_other_processes),
    Promise("fairness", _values.alike, LAST, 24, plays=4, at_the_end=_values.chances),
    Promise("ending", _play.ending, hands=12, plays=4, at_the_end=_play.some_match_ends),
    Promise("purity", _values.no_mutation, sampled_positions(8), hands=3),
    Promise("values", _values.value_semantics, sampled_positions(4), hands=3),
    Promise("scores", _play.scores),
    Promise("carrying_on", _play.carrying_on, hand_ends, 24),
    Promise("views", _views.view_matches_state, sampled_positions(4), hands=6),
    Promise("voids", _play.voids, sampled_positions(12), needs=tws.TrickState),
    Promise("secrets", _views.no_leak, sampled_positions(5), 6),
    Promise("worlds", worlds_agree, late_positions, 3, impossible=without_worlds),
    Promise("records", _values.round_trips, sampled_positions(2), hands=2),
    Promise("errors", _values.errors, sampled_positions(2), hands=2),
)

PROMISES: Final = {promise.name: promise for promise in _ALL}
"""Every promise by name, in the order of the checks."""


NOTHING: Final = "there was nothing to check, so the result is unknown"


@attrs.frozen
class Result:
    """What a check found about one promise.

    Attributes:
        promise: the name of the promise.
        checked: the number of objects that were checked; ``None`` if the promise was left out.
        why_not: the reason why the promise was not checked, or not as a whole; else empty.
        broken: the error that :func:`check` raises; ``None`` if the promise holds.
    """

    promise: str
    checked: int | None = None
    why_not: str = ""
    broken: Broken | None = None


def check(
    game: str | tws.Game,
    *,
    promises: Iterable[str] | None = None,
    hands: int | None = None,
    seed: int = 0,
) -> dict[str, int]:
    """Check the promises of a game.

    For ``determinism`` other processes replay the hands, with other string hashes and a shifted
    clock. If they cannot, because a game typed in at a prompt has no file or the machine is too
    slow, this part is skipped with a ``UserWarning``.

    Args:
        game: the name of a game in ``GAMES``, or a game, registered or not.
        promises: names from ``PROMISES``; ``None`` for all promises.
        hands: the number of playouts for each promise; ``None`` for the default of each promise.
        seed: the seed of the playouts; the same seed gives the same playouts.

    Returns:
        The number of checked objects for each promise. ``tricks`` and ``voids`` are left out for a
        ``State`` that is no ``TrickState``, and ``worlds`` for a game that has none: silently if
        ``View.no_worlds`` says why, else with a ``UserWarning``.

    Raises:
        Broken: at the first promise that the game breaks, with the moves to the fault.
        RecordError: if there is no such game.
        ValueError: for an unknown promise, or arguments that are not as above.

    >>> sorted(check("twos", promises=["scores"], hands=1))
    ['scores']
    """
    game = named_game(game)
    found = dict[str, int]()
    for result in results(game, promises=promises, hands=hands, seed=seed):
        promise, checked = PROMISES[result.promise], result.checked
        if result.broken:
            raise result.broken from result.broken.__cause__
        is_declared = checked is None and (game.View.no_worlds or not promise.applies_to(game))
        if result.why_not and not is_declared:
            part = "" if checked is None else "a part of "
            text = f"{game.name}: {part}the promise {promise.name!r} is not checked, because "
            warnings.warn(text + result.why_not, UserWarning, stacklevel=2)
        if checked is not None:
            found[promise.name] = checked
    return found


def results(
    game: str | tws.Game,
    *,
    promises: Iterable[str] | None = None,
    hands: int | None = None,
    seed: int = 0,
) -> Iterator[Result]:
    """Check the promises of a game one after another, also after a broken one.

    The arguments, and the errors of wrong ones, are those of :func:`check`.

    Raises:
        ValueError: for an unknown promise, or a wrong number of hands.

    >>> [one.promise for one in results("twos", promises=["scores"], hands=1) if not one.broken]
    ['scores']
    """
    if hands is not None and (not is_int(hands) or hands < 1):
        raise ValueError(f"hands={quoted(hands)}: expected a whole number, 1 or more")
    # A text would be read as a list of letters.
    if isinstance(promises, str):
        raise ValueError(f"promises={quoted(promises)}: expected a list of names, not one text")
    names = [*(PROMISES if promises is None else promises)]
    if unknown := [name for name in names if name not in PROMISES]:
        raise ValueError(f"there is no promise {unknown[0]!r}: expected {', '.join(PROMISES)}")
    context = Context(named_game(game), seed)
    return (_result(context, PROMISES[name], hands) for name in names)


def _result(context: Context, promise: Promise, hands: int | None) -> Result:
    game = context.game
    called = f'"{game.name}"' if tws.GAMES.get(game.name) is game else "GAME"
    with playouts.registered(game):
        if reason := promise.left_out(game):
            return Result(promise.name, why_not=reason)
        return _Search(context, promise, hands, called).result()


@attrs.define
class _Search:
    context: Context
    promise: Promise
    hands: int | None
    called: str  # in the call that repeats the check
    checked: int = 0
    why_not: str = ""
    best: Violation | None = None
    size: int = 0  # the moves of the best one
    left: int = 6000  # work in the search for a shorter match; a move counts 1

    def result(self) -> Result:
        context, promise = self.context, self.promise
        context.matches.clear()
        key = f"twowaystreet {context.game.name} {promise.name}"
        quiet = settings(
            max_examples=1 + (promise.hands if self.hands is None else self.hands),
            phases=[Phase.reuse, Phase.generate, Phase.shrink],
            verbosity=Verbosity.quiet,
            deadline=None,
        )
        # A game that is not the same each time is flaky. Its best match counts nevertheless.
        no_match = errors.NoSuchExample, errors.Unsatisfiable, errors.Flaky
        with suppress(*no_match, _Enough), warnings.catch_warnings():
            # A game that uses the random numbers of the whole program breaks another promise.
            warnings.simplefilter("ignore", errors.HypothesisDeprecationWarning)
            rng = context.rng(promise.name)
            find(self._looks(), bool, settings=quiet, random=rng, database_key=key.encode())
        if not self.best:
            self._try(lambda: promise.at_the_end(context))
        if not (self.checked or self.best):
            stopped = next((match for match in context.matches if match.fault), None)
            shown = stopped or next(reversed(context.matches), None)
            wrong = f"{NOTHING}; the playout ends early: {stopped.fault}" if stopped else NOTHING
            self._note(Violation(wrong), stopped.error if stopped else None, shown)
        broken = self._broken(self.best) if self.best else None
        return Result(promise.name, self.checked, self.why_not, broken)

    def _looks(self) -> st.SearchStrategy[bool]:
        @st.composite
        def looks(draw: st.DrawFn) -> bool:
            # Most matches are whole. With integers(0, 10_000) one of 20 would have few moves.
            stop, luck = (int.from_bytes(draw(rows(2)), "big") for _ in range(2))
            try:
                start = draw(starts(self.context.game, few_hands=self.promise.plays > 2))
                length = usual_length(self.context.game, start.rules)
            except errors.HypothesisException:
                raise
            except Exception as error:
                return self._note(
                    Violation(f"the game cannot begin: {playouts.error_report(error)}"), error
                )
            hands = draw(st.sampled_from((self.promise.plays, min(self.promise.plays, 1))))
            match = playouts.played(start, ByteChoices(draw, 16), hands, stop)
            return self._breaks(match, luck, length)

        return looks()

    def _breaks(self, match: Playout, luck: int, length: int) -> bool:
        context, promise, last = self.context, self.promise, len(match.moves)
        context.begin(match)
        self.left -= last * bool(self.best)
        rng, choose = context.rng(promise.name, luck), promise.positions
        chosen = choose(match, length, rng) if choose else range(len(match.states))
        for moves_made in sorted({last, *(at for at in chosen if at <= last)}):
            self.left -= 20 * bool(self.best)
            if self.left < 0:
                raise _Enough
            rng = context.rng(promise.name, luck, moves_made)
            position = playouts.CheckedPosition(context, match, moves_made, rng)
            if self._try(partial(promise.check, position), match.until(moves_made)):
                return True
        return False

    def _try(self, check: Callable[[], int | None], match: Playout | None = None) -> bool:
        try:
            self.checked += check() or 0
        except playouts.NotChecked as reason:
            self.why_not = str(reason)
        except Violation as violation:
            return self._note(violation, violation.__cause__, match)
        except Exception as error:
            # A game under test may raise any error.
            return self._note(
                Violation(f"this raises {playouts.error_report(error)}"), error, match
            )
        return False

    def _note(
        self, found: Violation, cause: BaseException | None, match: Playout | None = None
    ) -> bool:
        found.__cause__ = cause
        found.playout = found.playout or match
        size = len(found.playout.moves) if found.playout else 0
        if not self.best or size <= self.size:
            self.best, self.size = found, size
        return True

    def _broken(self, found: Violation) -> Broken:
        game, name, seed = self.context.game, self.promise.name, self.context.seed
        given = [self.called, f'promises=["{name}"]', *([f"seed={seed}"] if seed else ())]
        given[2:2] = [] if self.hands is None else [f"hands={self.hands}"]
        transcript = found.playout.text(game) if found.playout else ""
        again = f"conformance.check({', '.join(given)})"
        broken = Broken(name, game.name, found.wrong, transcript, self.promise.says, again)
        broken.__cause__ = found.__cause__
        return broken


class _Enough(BaseException):
    """The search for a shorter match has taken long enough."""
