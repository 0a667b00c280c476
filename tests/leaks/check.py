"""The check of a course: whoever learns the same is told the same."""

from __future__ import annotations

import random

import attrs

import twowaystreet as tws
from tests.helpers import AnyState, anything, trick_state, voids
from tests.leaks.courses import offers
from tests.leaks.disguise import disguised
from tests.leaks.knowledge import states_of
from twowaystreet.testing.conformance.playouts import Playout


@attrs.define
class Seen:
    """What has been compared so far.

    Attributes:
        pairs: how many pairs of courses.
        phases: in which phases the states were not the same.
        unlike: in which phases of the one the other was in another phase.
    """

    pairs: int = 0
    phases: set[str] = attrs.field(factory=set[str])
    unlike: set[str] = attrs.field(factory=set[str])

    def add(self, other: Seen) -> None:
        """Count what has been compared elsewhere, too."""
        self.pairs += other.pairs
        self.phases |= other.phases
        self.unlike |= other.unlike


def told(game: str, state: AnyState, seat: int | None) -> list[object]:
    """All that somebody is told: the view, its texts, and at a turn how offers are refused."""
    seen = tws.view(state, seat)
    found: list[object] = [seen, repr(seen), str(seen), hash(seen), voids(seen)]
    found += [anything(seen).to_json(), tws.legal_moves(anything(seen))]
    if state.actor != seat or seat is None:
        return found
    found += [tws.legal_moves(state)]
    for offer in offers(game):
        try:
            tws.apply(state, offer)
        except tws.IllegalMove as error:
            found += [error.reason, str(error)]
        else:
            found += [None]
    return found


def unnamed(course: Playout) -> list[int]:
    """After how many moves a Joker lay there and no suit was named.

    Whether one is to be named then hangs on the hand of the player to move.
    """
    tricks = [trick_state(state).trick for state in course.states]
    return [place for place, trick in enumerate(tricks) if trick.cards and trick.led is None]


def check_course(game: str, course: Playout, rng: random.Random, cuts: int = 3) -> Seen:
    """Compare a course at some moments, and whole, with others that some viewers cannot tell.

    Of the whole one the records cover every moment; what is told beside views, some of them.
    """
    length = len(course.moves)
    places = {length, *(rng.randint(1, length) for _ in range(cuts - 1))}
    places |= {rng.randint(1, 4), rng.randint(2, 12)}  # before the play
    places |= set(unnamed(course)[-2:])
    done = Seen()
    for place in sorted(places & set(range(length + 1))):
        done.add(check_at(game, course.until(place), rng))
        if place == length and game in tws.GAMES:
            check_records(course, rng)
    return done


def check_at(game: str, course: Playout, rng: random.Random) -> Seen:
    """Compare the end of a course with that of others that some viewers cannot tell from it."""
    done = Seen()
    *_, before, state = course.states
    for viewer in _viewers(state, rng):
        moves = disguised(course.states, course.moves, viewer, rng)
        if moves is None:
            continue
        *_, other_before, other = states_of(course.states[0], moves)
        assert told(game, other, viewer) == told(game, state, viewer)
        heard = tws.event_of(before, course.moves[-1], viewer)
        assert tws.event_of(other_before, moves[-1], viewer) == heard
        done.pairs += 1
        if other != state:
            done.phases.add(str(state.phase))
        if other.phase is not state.phase:
            done.unlike.add(str(state.phase))
    return done


def check_records(course: Playout, rng: random.Random) -> None:
    """See that the records of courses are the same, to the letter, for who cannot tell them."""
    start = course.states[0]
    for viewer in _viewers(start, rng):
        moves = disguised(course.states, course.moves, viewer, rng)
        if moves is not None:
            one, two = (tws.Record(start, some).for_seat(viewer) for some in (course.moves, moves))
            assert one == two
            assert one.to_json() == two.to_json()


def _viewers(state: AnyState, rng: random.Random) -> list[int | None]:
    """A spectator, who is to move, and somebody."""
    return sorted({None, state.actor, rng.randrange(len(state.scores))}, key=str)
