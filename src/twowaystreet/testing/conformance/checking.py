"""Looking whether a game keeps its promises, and finding a short way to where it does not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Final

import attrs

from twowaystreet._engine.game import Game, game_named
from twowaystreet._util.numbers import is_int
from twowaystreet.errors import quoted
from twowaystreet.testing.conformance.broken import Broken
from twowaystreet.testing.conformance.courses import Course, carried_on, replayed
from twowaystreet.testing.conformance.promises import PROMISES, Promise
from twowaystreet.testing.conformance.raised import raised
from twowaystreet.testing.conformance.trial import Fault, Moment, Trial, registered

OTHERS: Final = 3
"""In how many other courses a shorter way to a fault is looked for."""
MOST_LOOKS: Final = 150
"""How often it is looked at for a shorter way in all."""
NOTHING: Final = "there was nothing to look at, so that nothing is known"


@attrs.frozen
class _Found:
    """A fault, and the course that leads to it."""

    fault: Fault
    course: Course


def check(
    game: str | Game,
    *,
    promises: Iterable[str] | None = None,
    hands: int | None = None,
    seed: int = 0,
) -> dict[str, int]:
    """Look whether a game keeps its promises.

    For the promise ``determinism`` three other processes load the game and replay the same hands,
    with other hashes of texts and a clock that is wrong. A game that was typed in at a prompt has
    no file to be loaded from: that part is left out, with a ``UserWarning``.

    Args:
        game: the name of a game in ``GAMES``, or a game, which need not be registered.
        promises: the names of those to look at, of ``PROMISES``; ``None`` for all of them.
        hands: how many courses of random hands are looked at for each; ``None`` for as many as
            each promise asks for.
        seed: where chance begins; the same seed looks at the same courses.

    Returns:
        For each promise how many things were looked at.

    Raises:
        Broken: at the first promise that the game breaks, with the moves that lead there.
        ValueError: if there is no game or no promise of such a name, or ``promises`` or ``hands``
            are not as above.

    >>> sorted(check("twos", promises=["turns"], hands=1))
    ['turns']
    """
    if not isinstance(game, Game):
        game = game_named(game)
    if hands is not None and (not is_int(hands) or hands < 1):
        raise ValueError(f"hands={quoted(hands)}: expected a whole number, 1 or more")
    names = _names(promises)
    trial = Trial(game, seed)
    with registered(game):
        return {name: _keeps(trial, PROMISES[name], hands) for name in names}


def _names(promises: Iterable[str] | None) -> list[str]:
    """The names of the promises to look at."""
    if promises is None:
        return list(PROMISES)
    # A text goes through as its letters, which are no names of anything.
    if isinstance(promises, str):
        raise ValueError(f"promises={quoted(promises)}: expected a list of names, not one text")
    names = list(promises)
    unknown = [name for name in names if name not in PROMISES]
    if unknown:
        raise ValueError(f"there is no promise {unknown[0]!r}: expected {', '.join(PROMISES)}")
    return names


def _keeps(trial: Trial, promise: Promise, hands: int | None) -> int:
    """See that a promise is kept; how many things were looked at."""
    count = 0
    courses = list[Course]()
    trial.hands = promise.hands if hands is None else hands
    for number in range(trial.hands):
        try:
            course = trial.course(number)
        except Exception as error:
            wrong = f"no game can be begun: {raised(error)}"
            raise _broken(trial, promise, hands, wrong) from error
        courses.append(course)
        for place in promise.places(course, trial.rng(promise.name, number)):
            seen = _look(trial, promise, course, place)
            if isinstance(seen, _Found):
                found = min([seen, *_shorter(trial, promise, seen)], key=_length)
                text = found.course.text(trial.game)
                wrong = found.fault.wrong
                raise _broken(trial, promise, hands, wrong, text) from found.fault.__cause__
            count += seen
    if not count:
        stopped = next((course for course in courses if course.fault), None)
        if stopped is not None:
            wrong = f"{NOTHING}; the moves end early, as {stopped.fault}"
            text = stopped.text(trial.game)
            raise _broken(trial, promise, hands, wrong, text) from stopped.error
        if not promise.may_be_idle(trial):
            raise _broken(trial, promise, hands, NOTHING, courses[0].text(trial.game))
    return count


def _look(trial: Trial, promise: Promise, course: Course, place: int) -> int | _Found:
    """Look at one moment: how many things were looked at, or the fault that was found."""
    moment = Moment(trial, course, place, trial.rng(promise.name, place, len(course.moves)))
    try:
        return promise.look(moment)
    except Fault as fault:
        return _Found(fault, fault.course or course.until(place))
    except Exception as error:
        # A game on trial may raise anything, and should not have.
        found = Fault(f"this raises {raised(error)}")
        found.__cause__ = error
        return _Found(found, course.until(place))


def _length(found: _Found) -> int:
    return len(found.course.moves)


def _shorter(trial: Trial, promise: Promise, found: _Found) -> Iterator[_Found]:
    """Other ways to a fault: earlier in the course, without earlier hands, in other courses."""
    tries = [found.course, *_last_hand(trial, found.course)]
    for number in range(OTHERS):
        with suppress(Exception):
            tries.append(trial.course(number))
    left = MOST_LOOKS
    best = _length(found)
    for course in tries:
        for place in range(min(best, len(course.moves) + 1)):
            if not left:
                return
            left -= 1
            seen = _look(trial, promise, course, place)
            if isinstance(seen, _Found) and _length(seen) < best:
                best = _length(seen)
                yield seen
                break


def _last_hand(trial: Trial, course: Course) -> Iterator[Course]:
    """The last hand of a course alone, begun with what the match had come to."""
    ends = [at for at, state in enumerate(course.states[:-1]) if state.hand_over]
    if ends:
        with suppress(Exception):
            start = carried_on(trial.game, course.states[ends[-1]])
            yield replayed(start, course.moves[ends[-1] :])


def _broken(
    trial: Trial, promise: Promise, hands: int | None, wrong: str, transcript: str = ""
) -> Broken:
    """The error for a promise that is not kept."""
    given = [f'"{trial.game.name}"', f'promises=["{promise.name}"]']
    given += [] if hands is None else [f"hands={hands}"]
    given += [f"seed={trial.seed}"] if trial.seed else []
    again = f"conformance.check({', '.join(given)})"
    return Broken(promise.name, trial.game.name, wrong, transcript, promise.says, again)
