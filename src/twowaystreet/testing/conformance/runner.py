"""Runner of the checks, which also searches for a short playout with the fault."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Final

import attrs

from twowaystreet._engine.game import Game, game_named
from twowaystreet._util.numbers import is_int
from twowaystreet.errors import quoted
from twowaystreet.testing.conformance.context import Context, Fault, Position, registered
from twowaystreet.testing.conformance.playouts import Playout, continued_match, replay
from twowaystreet.testing.conformance.promises import PROMISES, Promise
from twowaystreet.testing.conformance.reports import Broken, error_report

OTHER_PLAYOUTS: Final = 3
"""The number of other playouts in the search for a shorter one."""
MAX_CHECKS: Final = 150
"""The greatest number of positions in the search for a shorter playout."""
NOTHING: Final = "there was nothing to check, so the result is unknown"


@attrs.frozen
class _Found:
    """A fault, and the playout that leads to it."""

    fault: Fault
    playout: Playout


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
        ValueError: for an unknown name of a game or promise, or if ``promises`` or ``hands`` are
            not as above.

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
    """Return the names of the promises to check."""
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
    """Check a promise, and return the number of checked objects."""
    count = 0
    playouts = list[Playout]()
    context.hands = promise.hands if hands is None else hands
    for number in range(context.hands):
        try:
            playout = context.playout(number)
        except Exception as error:
            wrong = f"the game cannot begin: {error_report(error)}"
            raise _broken(context, promise, hands, wrong) from error
        playouts.append(playout)
        for moves_made in promise.positions(playout, context.rng(promise.name, number)):
            seen = _check_position(context, promise, playout, moves_made)
            if isinstance(seen, _Found):
                found = min([seen, *_shorter_cases(context, promise, seen)], key=_length)
                text = found.playout.text(context.game)
                wrong = found.fault.wrong
                raise _broken(context, promise, hands, wrong, text) from found.fault.__cause__
            count += seen
    if not count:
        stopped = next((playout for playout in playouts if playout.fault), None)
        if stopped is not None:
            wrong = f"{NOTHING}; the playout ends early: {stopped.fault}"
            text = stopped.text(context.game)
            raise _broken(context, promise, hands, wrong, text) from stopped.error
        if not promise.may_find_nothing(context):
            raise _broken(context, promise, hands, NOTHING, playouts[0].text(context.game))
    return count


def _check_position(
    context: Context, promise: Promise, playout: Playout, moves_made: int
) -> int | _Found:
    """Check one position; return the number of checked objects, or the fault."""
    position = Position(
        context, playout, moves_made, context.rng(promise.name, moves_made, len(playout.moves))
    )
    try:
        return promise.check(position)
    except Fault as fault:
        return _Found(fault, fault.playout or playout.until(moves_made))
    except Exception as error:
        # A game under test may raise any error.
        found = Fault(f"this raises {error_report(error)}")
        found.__cause__ = error
        return _Found(found, playout.until(moves_made))


def _length(found: _Found) -> int:
    return len(found.playout.moves)


def _shorter_cases(context: Context, promise: Promise, found: _Found) -> Iterator[_Found]:
    """Search for shorter playouts: earlier in this one, without earlier hands, and in others."""
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
            if isinstance(seen, _Found) and _length(seen) < best:
                best = _length(seen)
                yield seen
                break


def _last_hand(context: Context, playout: Playout) -> Iterator[Playout]:
    """Replay the last hand of a playout, begun with the scores of the match before it."""
    ends = [at for at, state in enumerate(playout.states[:-1]) if state.hand_over]
    if ends:
        with suppress(Exception):
            start = continued_match(context.game, playout.states[ends[-1]])
            yield replay(start, playout.moves[ends[-1] :])


def _broken(
    context: Context, promise: Promise, hands: int | None, wrong: str, transcript: str = ""
) -> Broken:
    """Return the error for a broken promise."""
    given = [f'"{context.game.name}"', f'promises=["{promise.name}"]']
    given += [] if hands is None else [f"hands={hands}"]
    given += [f"seed={context.seed}"] if context.seed else []
    again = f"conformance.check({', '.join(given)})"
    return Broken(promise.name, context.game.name, wrong, transcript, promise.says, again)
