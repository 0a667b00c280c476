"""The promises of a game by name, and their check, which also looks for a short playout."""

from __future__ import annotations

import random
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import Any, Final, TypeAlias

import attrs

from twowaystreet._core.engine.game import Game, game_named
from twowaystreet._core.engine.state import GameState
from twowaystreet._core.tricks.trick_state import TrickState
from twowaystreet._util.numbers import is_int
from twowaystreet.errors import quoted
from twowaystreet.testing.conformance import arguments, play, values, views, worlds
from twowaystreet.testing.playouts import (
    CheckedPosition,
    Context,
    Playout,
    Violation,
    continued_match,
    registered,
    replay,
)
from twowaystreet.testing.reports import Broken, error_report

Positions: TypeAlias = Callable[[Playout, random.Random], Iterable[int]]
"""Function that chooses the positions to check in a playout, each by the number of moves before."""


def first_position(playout: Playout, rng: random.Random) -> Iterable[int]:
    """Choose the first position only."""
    return (0,)


def every_position(playout: Playout, rng: random.Random) -> Iterable[int]:
    """Choose every position."""
    return range(len(playout.states))


def sampled_positions(count: int) -> Positions:
    """Choose the last position and some others; half of these are early ones."""

    def chosen(playout: Playout, rng: random.Random) -> Iterable[int]:
        last = len(playout.moves)
        early = {rng.randint(0, min(8, last)) for _ in range(count // 2)}
        return sorted({last, *early, *(rng.randint(0, last) for _ in range(count - count // 2))})

    return chosen


def hand_ends(playout: Playout, rng: random.Random) -> Iterable[int]:
    """Choose the ends of hands."""
    return (at for at, state in enumerate(playout.states) if state.hand_over)


@attrs.frozen
class Promise:
    """A promise that every game makes.

    Attributes:
        name: the name.
        says: the promise in one sentence.
        check: the check of one position; it raises a ``Violation`` if the game breaks the promise,
            and returns the number of objects that it checked.
        positions: the function that chooses the positions to check in a playout.
        hands: the default number of playouts.
        may_find_nothing: a function that returns true if a game may have nothing to check.
        needs: the class of states that the check needs, ``GameState`` or ``TrickState``. The check
            is skipped for games with other states. Any: no type describes a generic class.
        impossible: a function that returns the reason why a game cannot be checked; an empty text
            if it can.
    """

    name: str
    says: str
    check: Callable[[CheckedPosition], int] = attrs.field(repr=False)
    positions: Positions = attrs.field(default=every_position, repr=False)
    hands: int = 6
    may_find_nothing: Callable[[Context], bool] = attrs.field(
        default=lambda context: False, repr=False
    )
    needs: type[Any] = GameState
    impossible: Callable[[Game], str] = attrs.field(default=lambda game: "", repr=False)

    def applies_to(self, game: Game) -> bool:
        """Return true for games with the class of states that the check needs."""
        # The promise "opening" reports a State that is not a GameState.
        return self.needs is GameState or issubclass(game.State, self.needs)

    def left_out(self, game: Game) -> str:
        """Return the reason why the promise is not checked for a game; empty if it is."""
        if not self.applies_to(game):
            return f"the State of {game.title} is not a {self.needs.__name__}"
        return self.impossible(game)


_ALL: Final = (
    Promise(
        "opening",
        "a game begins with every combination of options, waits for a deal, and its classes belong "
        "together.",
        arguments.opening,
        first_position,
        20,
    ),
    Promise(
        "cards",
        "no card is doubled, lost or changed: a play moves one card to the trick, and no other "
        "card moves.",
        play.cards,
        hands=4,
    ),
    Promise(
        "legal_moves",
        "the legal moves are exactly the moves that apply accepts, listed once each and in a fixed "
        "order, and every other move is refused with a reason and a rule.",
        play.legality,
        hands=3,
    ),
    Promise(
        "turns",
        "a seat is to move exactly while a hand is in play, and it plays from its own hand.",
        play.turns,
        hands=8,
    ),
    Promise(
        "tricks",
        "each play adds one card to the trick, tricks go round in one order, and the leader of a "
        "trick has played to the last one.",
        play.tricks,
        hands=8,
        needs=TrickState,
    ),
    Promise(
        "ending",
        "every hand ends, a match ends after max_hands hands, and then it has winners and no legal "
        "moves.",
        play.ending,
        first_position,
        12,
    ),
    Promise(
        "notation",
        "every move can be read back from its text, and no two moves have the same text.",
        play.notation,
        sampled_positions(8),
    ),
    Promise(
        "purity",
        "no operation changes a state, a view, a move or the rules.",
        values.no_mutation,
        sampled_positions(8),
        3,
    ),
    Promise(
        "determinism",
        "the same moves lead to the same states, and the same seed to the same deal, in this "
        "process and in another one.",
        values.deterministic,
        sampled_positions(1),
        4,
    ),
    Promise(
        "values",
        "states, views, moves and rules are frozen values: copies and pickled objects are equal, "
        "with equal hashes, and different objects are not equal.",
        values.value_semantics,
        sampled_positions(4),
        3,
    ),
    Promise(
        "scores",
        "a hand is scored when it is over and not before, its points are added to the scores, and "
        "the same moves score the same.",
        play.scores,
        every_position,
        8,
    ),
    Promise(
        "carrying_on",
        "a match continues the same after a new start with its scores and other figures.",
        play.carrying_on,
        hand_ends,
        12,
        lambda context: True,
    ),
    Promise(
        "views",
        "views match the state, each seat sees its own hand and its own moves, and every fact "
        "depends only on the fields that it declares.",
        views.view_matches_state,
        sampled_positions(8),
        4,
    ),
    Promise(
        "voids",
        "a seat with a shown void has no card of the suit, and a card has shown the void.",
        play.voids,
        sampled_positions(12),
        4,
        lambda context: True,
        TrickState,
    ),
    Promise(
        "secrets",
        "viewers with the same information see the same: views, legal moves, refusals and records "
        "do not depend on hidden information.",
        views.no_leak,
        sampled_positions(6),
        6,
        views.hides_nothing,
    ),
    Promise(
        "worlds",
        "worlds of a view are exactly the states that play can reach and that look the same, and "
        "samples, counts and chances agree.",
        worlds.worlds_agree,
        worlds.late_positions,
        3,
        impossible=worlds.without_worlds,
    ),
    Promise(
        "records",
        "records, views and the records of seats can be read back from text and from JSON.",
        values.round_trips,
        sampled_positions(2),
        2,
    ),
    Promise(
        "errors",
        "every wrong argument raises an error of this library, which quotes it, and changes "
        "nothing.",
        arguments.errors,
        sampled_positions(2),
        2,
    ),
)

PROMISES: Final = {promise.name: promise for promise in _ALL}
"""Every promise by name, in the order of the checks."""


OTHER_PLAYOUTS: Final = 3
MAX_CHECKS: Final = 150
"""The greatest number of positions in the search for a shorter playout."""
NOTHING: Final = "there was nothing to check, so the result is unknown"


def check(
    game: str | Game,
    *,
    promises: Iterable[str] | None = None,
    hands: int | None = None,
    seed: int = 0,
) -> dict[str, int]:
    """Check the promises of a game.

    For the promise ``determinism`` three other processes load the game and replay the same hands,
    with other string hashes and a shifted clock. A game that was typed in at a prompt has no file.
    This part is then skipped with a ``UserWarning``.

    Args:
        game: the name of a game in ``GAMES``, or a game, registered or not.
        promises: names from ``PROMISES``; ``None`` for all promises.
        hands: the number of playouts for each promise; ``None`` for the default of each promise.
        seed: the seed of the playouts; the same seed gives the same playouts.

    Returns:
        The number of checked objects for each promise. Promises about tricks and voids are left out
        for a game whose ``State`` is not a ``TrickState``. ``worlds`` is left out for a game that
        has none: silently if ``View.no_worlds`` says why, else with a ``UserWarning``.

    Raises:
        Broken: at the first promise that the game breaks, with the moves to the fault.
        RecordError: if there is no such game.
        ValueError: for an unknown name of a promise, or if ``promises`` or ``hands`` are not as
            above.

    >>> sorted(check("twos", promises=["turns"], hands=1))
    ['turns']
    """
    if not isinstance(game, Game):
        game = game_named(game)
    if hands is not None and (not is_int(hands) or hands < 1):
        raise ValueError(f"hands={quoted(hands)}: expected a whole number, 1 or more")
    names = _names(promises)
    context = Context(game, seed)
    with registered(game):
        checked = [one for one in map(PROMISES.__getitem__, names) if not _left_out(game, one)]
        return {promise.name: _check_promise(context, promise, hands) for promise in checked}


def _left_out(game: Game, promise: Promise) -> bool:
    """Return whether a promise is not checked; warn if no declaration of the game says so."""
    reason = promise.left_out(game)
    if reason and promise.applies_to(game) and not game.View.no_worlds:
        text = f"{game.name}: the promise {promise.name!r} is not checked, because {reason}"
        warnings.warn(text, UserWarning, stacklevel=3)
    return bool(reason)


def _names(promises: Iterable[str] | None) -> list[str]:
    if promises is None:
        return list(PROMISES)
    # A text would be read as a list of letters.
    if isinstance(promises, str):
        raise ValueError(f"promises={quoted(promises)}: expected a list of names, not one text")
    names = list(promises)
    unknown = [name for name in names if name not in PROMISES]
    if unknown:
        raise ValueError(f"there is no promise {unknown[0]!r}: expected {', '.join(PROMISES)}")
    return names


def _check_promise(context: Context, promise: Promise, hands: int | None) -> int:
    count = 0
    playouts = list[Playout]()
    context.hands = promise.hands if hands is None else hands

    def broken(wrong: str, playout: Playout | None = None) -> Broken:
        given = [f'"{context.game.name}"', f'promises=["{promise.name}"]']
        given += [] if hands is None else [f"hands={hands}"]
        given += [f"seed={context.seed}"] if context.seed else []
        again = f"conformance.check({', '.join(given)})"
        transcript = playout.text(context.game) if playout else ""
        return Broken(promise.name, context.game.name, wrong, transcript, promise.says, again)

    for number in range(context.hands):
        try:
            playout = context.playout(number)
        except Exception as error:
            raise broken(f"the game cannot begin: {error_report(error)}") from error
        playouts.append(playout)
        for moves_made in promise.positions(playout, context.rng(promise.name, number)):
            seen = _check_position(context, promise, playout, moves_made)
            if isinstance(seen, Violation):
                found = min([seen, *_shorter_cases(context, promise, seen)], key=_length)
                raise broken(found.wrong, found.playout) from found.__cause__
            count += seen
    if not count:
        stopped = next((playout for playout in playouts if playout.fault), None)
        if stopped is not None:
            wrong = f"{NOTHING}; the playout ends early: {stopped.fault}"
            raise broken(wrong, stopped) from stopped.error
        if not promise.may_find_nothing(context):
            raise broken(NOTHING, playouts[0])
    return count


def _check_position(
    context: Context, promise: Promise, playout: Playout, moves_made: int
) -> int | Violation:
    rng = context.rng(promise.name, moves_made, len(playout.moves))
    try:
        return promise.check(CheckedPosition(context, playout, moves_made, rng))
    except Violation as violation:
        found = violation
    except Exception as error:
        # A game under test may raise any error.
        found = Violation(f"this raises {error_report(error)}")
        found.__cause__ = error
    found.playout = found.playout or playout.until(moves_made)
    return found


def _length(found: Violation) -> int:
    return len(found.playout.moves) if found.playout else 0


def _shorter_cases(context: Context, promise: Promise, found: Violation) -> Iterator[Violation]:
    """Search for shorter playouts: earlier in this one, without earlier hands, and in others."""
    assert found.playout is not None
    tries = [found.playout, *_last_hand(context, found.playout)]
    for number in range(OTHER_PLAYOUTS):
        with suppress(Exception):
            tries.append(context.playout(number))
    left = MAX_CHECKS
    best = _length(found)
    for playout in tries:
        for moves_made in range(min(best, len(playout.moves) + 1)):
            if not left:
                return
            left -= 1
            seen = _check_position(context, promise, playout, moves_made)
            if isinstance(seen, Violation) and _length(seen) < best:
                best = _length(seen)
                yield seen
                break


def _last_hand(context: Context, playout: Playout) -> Iterator[Playout]:
    ends = [at for at, state in enumerate(playout.states[:-1]) if state.hand_over]
    if ends:
        with suppress(Exception):
            start = continued_match(context.game, playout.states[ends[-1]])
            yield replay(start, playout.moves[ends[-1] :])
