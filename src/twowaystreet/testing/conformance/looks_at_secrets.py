"""The promise that hidden things stay hidden: whoever knows the same is told the same."""

from __future__ import annotations

from itertools import islice
from typing import Final, TypeAlias

from twowaystreet._engine.moves import Deal
from twowaystreet._engine.state import AnyState
from twowaystreet._engine.verbs import apply, legal_moves
from twowaystreet._records.records import Record
from twowaystreet._views.views import view
from twowaystreet.errors import IllegalMove
from twowaystreet.testing.conformance.courses import Course
from twowaystreet.testing.conformance.knowledge import Disguise, alike, heard
from twowaystreet.testing.conformance.pictures import cards_in
from twowaystreet.testing.conformance.trial import Moment, Trial, fail, see, viewers, whose

Told: TypeAlias = list[tuple[str, object]]
"""What somebody is told, each with what it is."""
TO_MOVE: Final = 3
"""With how many other courses whoever is to move has this one compared."""
MOST_RECORDS: Final = 25
"""Up to how many moves whole records are compared; they hold a view for each."""


def kept(moment: Moment) -> int:
    """Compare this moment with others that a viewer cannot tell from it."""
    _covert(moment)
    state, found = moment.state, 0
    course = moment.course.until(moment.place)
    somebody = moment.rng.randrange(state.rules.seats)
    for viewer in dict.fromkeys((None, state.actor, somebody)):
        disguise = Disguise.of(moment.trial, course, viewer, moment.rng)
        if disguise is None:
            continue
        told = _told(moment.trial, course, viewer)
        # Whoever is to move is told most, as there are answers to what is offered.
        most = TO_MOVE if viewer is not None and viewer == state.actor else 1
        for other in islice(disguise.others(moment.rng), most):
            _compare(moment, told, other, viewer)
            found += 1
    return found


def _compare(moment: Moment, told: Told, other: Course, viewer: int | None) -> None:
    """See that a viewer is told the same at the end of another course."""
    for (what, one), (_, two) in zip(told, _told(moment.trial, other, viewer), strict=True):
        if one != two:
            fail(
                f"{whose(viewer)} cannot tell this course from the other one below, and is told "
                f"another thing: {what} is\n    {_cut(one, two)}\nand in the other course\n"
                f"    {_cut(two, one)}\nThe other course:\n{other.text(moment.trial.game)}"
            )


def _cut(one: object, two: object) -> str:
    """A text, from shortly before the place where it differs from another."""
    text, other = str(one), str(two)
    at = next((n for n, (a, b) in enumerate(zip(text, other, strict=False)) if a != b), 0)
    begin = max(0, at - 60)
    cut = text[begin : begin + 200]
    return ("..." if begin else "") + cut + ("..." if len(text) > begin + 200 else "")


def _told(trial: Trial, course: Course, viewer: int | None) -> Told:
    """All that a viewer is told at the end of a course, each with what it is."""
    state = course.states[-1]
    before, move = course.states[-2], course.moves[-1]
    seen = view(state, viewer)
    told: Told = [
        ("what is heard of the last move", heard(before, move, viewer)),
        ("the view", seen),
        ("repr(view)", repr(seen)),
        ("str(view)", str(seen)),
        ("hash(view)", hash(seen)),
        ("the JSON of the view", seen.to_json()),
        ("voids", seen.voids),
        ("legal_moves(view)", legal_moves(seen)),
    ]
    if viewer is not None and state.actor == viewer:
        told.append(("what is legal", legal_moves(state)))
        told += [(f"the answer to {move}", _answer(state, move)) for move in trial.moves()]
    if len(course.moves) <= MOST_RECORDS:
        record = Record(course.start, course.moves).for_seat(viewer)
        told.append(("the record of the seat", record.to_json()))
        told.append(("hash of the record of the seat", hash(record)))
    return told


def _answer(state: AnyState, move: object) -> str:
    """What whoever offers a move is told."""
    try:
        apply(state, move)
    except IllegalMove as error:
        return f"{error} {error.reason!r}"
    return "taken"


def _covert(moment: Moment) -> None:
    """See that a move which is not seen in full cannot be told from the views right after it."""
    if moment.last_step is None or isinstance(moment.last_step[1], Deal):
        return
    before, move = moment.last_step
    for viewer in viewers(before):
        others = alike(before, move, viewer) if before.actor != viewer else []
        for other in moment.rng.sample(others, min(3, len(others))):
            one, two = view(moment.state, viewer), view(apply(before, other), viewer)
            see(
                one == two and one.to_json() == two.to_json() and repr(one) == repr(two),
                f"{whose(viewer)} hears {heard(before, move, viewer)!r} both for {move} and for "
                f"{other}, and the view after it tells which it was:\n    "
                f"{_cut(one.to_json(), two.to_json())}\nand\n    "
                f"{_cut(two.to_json(), one.to_json())}",
            )


def nothing_hidden(trial: Trial) -> bool:
    """Whether a game hides no card: a spectator is shown all that there are in hands and stock."""
    return all(
        {*state.stock, *(card for hand in state.hands for card in hand)}
        <= set(cards_in(view(state, None)))
        for state in trial.course(0).states
    )
