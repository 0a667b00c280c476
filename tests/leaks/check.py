"""Check that seats with the same information see exactly the same views."""

from __future__ import annotations

import random

import attrs

import twowaystreet as tws
from tests.helpers import AnyState, anything, trick_state
from tests.leaks.disguise import disguised
from tests.leaks.knowledge import states_of
from tests.leaks.playouts import offers
from twowaystreet.testing.playouts import Playout


@attrs.define
class Counts:
    """Counts of the comparisons made so far.

    Attributes:
        pairs: number of pairs of playouts.
        phases: phases in which the two states differed.
        unlike: phases of the first state in which the second state had another phase.
    """

    pairs: int = 0
    phases: set[str] = attrs.field(factory=set[str])
    unlike: set[str] = attrs.field(factory=set[str])

    def add(self, other: Counts) -> None:
        """Add the counts of another object."""
        self.pairs += other.pairs
        self.phases |= other.phases
        self.unlike |= other.unlike


def output_for(game: str, state: AnyState, seat: int | None) -> list[object]:
    """Return all output that a viewer gets: view, texts and, at its turn, refusals."""
    seen = tws.view(state, seat)
    found: list[object] = [seen, repr(seen), str(seen), hash(seen)]
    found += [getattr(seen, name) for name in seen._derived]
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


def positions_without_suit(playout: Playout) -> list[int]:
    """Return the positions at which a Joker is led and no suit is named yet.

    The hand of the next player then decides if that player must name a suit.
    """
    if not isinstance(playout.states[0], tws.TrickState):
        return []
    tricks = [trick_state(state).trick for state in playout.states]
    return [place for place, trick in enumerate(tricks) if trick.cards and trick.led is None]


def check_playout(game: str, playout: Playout, rng: random.Random, cuts: int = 3) -> Counts:
    """Compare a playout with disguised playouts, at its end and at some random positions.

    The records of the whole playout cover every position.
    Refusals and other texts are compared at the chosen positions only.
    """
    length = len(playout.moves)
    places = {length, *(rng.randint(1, length) for _ in range(cuts - 1))}
    places |= {rng.randint(1, 4), rng.randint(2, 12)}  # before the first trick
    places |= set(positions_without_suit(playout)[-2:])
    done = Counts()
    for place in sorted(places & set(range(length + 1))):
        done.add(check_at(game, playout.until(place), rng))
        if place == length and game in tws.GAMES:
            check_records(playout, rng)
    return done


def check_at(game: str, playout: Playout, rng: random.Random) -> Counts:
    """Compare the last state of a playout with that of disguised playouts."""
    done = Counts()
    *_, before, state = playout.states
    for viewer in _viewers(state, rng):
        moves = disguised(playout.states, playout.moves, viewer, rng)
        if moves is None:
            continue
        *_, other_before, other = states_of(playout.states[0], moves)
        assert output_for(game, other, viewer) == output_for(game, state, viewer)
        event = tws.event_of(before, playout.moves[-1], viewer)
        assert tws.event_of(other_before, moves[-1], viewer) == event
        done.pairs += 1
        if other != state:
            done.phases.add(str(state.phase))
        if other.phase is not state.phase:
            done.unlike.add(str(state.phase))
    return done


def check_records(playout: Playout, rng: random.Random) -> None:
    """Check that a disguised playout gives its viewer an identical record, byte by byte."""
    start = playout.states[0]
    for viewer in _viewers(start, rng):
        moves = disguised(playout.states, playout.moves, viewer, rng)
        if moves is not None:
            one, two = (tws.Record(start, some).for_seat(viewer) for some in (playout.moves, moves))
            assert one == two
            assert one.to_json() == two.to_json()


def _viewers(state: AnyState, rng: random.Random) -> list[int | None]:
    """The spectator, the actor and one random seat."""
    return sorted({None, state.actor, rng.randrange(len(state.scores))}, key=str)
