"""Whole hands replayed in other processes, which have other hashes of texts and another clock.

They run on the same computer, with the same Python and the same environment. They compare states,
views, legal moves and scores, and neither refusals nor methods that take arguments.
"""

from __future__ import annotations

import json
import os
import random
import re
import subprocess
import sys
import warnings
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import Any, Final

import attrs

from twowaystreet._engine.notation import parse_move
from twowaystreet._engine.state import AnyState
from twowaystreet._engine.verbs import apply, legal_moves, score_hand, shuffle
from twowaystreet._records.records import Record
from twowaystreet._views.views import View, view
from twowaystreet.testing.conformance.clocks import shift_clocks
from twowaystreet.testing.conformance.courses import Course
from twowaystreet.testing.conformance.looks_at_facts import facts_of
from twowaystreet.testing.conformance.pictures import picture
from twowaystreet.testing.conformance.places import Place, loaded, place_of, was_typed_in
from twowaystreet.testing.conformance.raised import raised
from twowaystreet.testing.conformance.trial import Trial, fail, registered, viewers, whose

PROCESSES: Final = 3
"""The number of processes that replay each hand, each with hashes of its own.

A set of a few texts often has the same order in two processes, and rarely in four.
"""
TOGETHER: Final = 8
"""The number of hands that a process replays at the most."""
SECONDS: Final = 300
"""The time that a process may take."""
INSIDE: Final = "TWOWAYSTREET_REPLAYS"
"""The variable of the environment that such a process has.

A script may check its game whenever it is loaded, which must not start processes without end.
"""
PROGRAM: Final = "from twowaystreet.testing.conformance.elsewhere import main; main()"
MOST_LINES: Final = 20
"""The number of lines that are shown of the errors of a process."""
BEFORE, AFTER = 60, 140
"""The numbers of characters shown of a long text, before and after its first difference."""
MISSING: Final = (
    "another process cannot load this game, so that nobody knows whether it plays the same there: "
    "{error}. Give the game a name at the top of a module, as in GAME = Game(...), or register it "
    "while the module of its State is imported"
)


@attrs.frozen
class Difference:
    """The first difference that a process has found in a hand.

    Attributes:
        hand: the number of the hand among those that it was given.
        place: the number of moves that were made before.
        what: the thing that differs.
        here: the thing as the first process has it.
        there: the thing as the other process has it.
    """

    hand: int
    place: int
    what: str
    here: str
    there: str


def same_elsewhere(trial: Trial) -> None:
    """See that the hands of a trial go the same in other processes.

    A game that was typed in has no file to be loaded from. It is left out, with a warning.
    """
    if INSIDE in os.environ:
        return
    if was_typed_in(trial.game):
        warnings.warn(
            f"no file has the game {trial.game.name!r}, so that no other process can play it: "
            "a part of the promise 'determinism' is left out",
            stacklevel=2,
        )
        return
    place = place_of(trial.game)
    courses = list[Course]()
    with suppress(Exception):  # the promise finds out that a game cannot be begun
        courses += map(trial.course, range(trial.hands))
    for first in range(0, len(courses), TOGETHER):
        some = courses[first : first + TOGETHER]
        # Each state is looked at when the whole hand has been played, and there at once.
        hands = [_written(course) for course in some]
        seeds = [trial.rng("elsewhere", one).randrange(1, 2**32) for one in range(PROCESSES)]
        with ThreadPoolExecutor() as pool:  # side by side
            answers = pool.map(partial(replayed_elsewhere, place, hands), seeds)
            found = [each for answer in answers for each in answer]
        if found:
            least = min(found, key=lambda each: each.place)
            here, there = _shortened(least.here, least.there)
            fail(
                f"after {least.place} moves {least.what} is\n{here}\nand in another process, with "
                f"other hashes of texts and another clock,\n{there}",
                some[least.hand].until(least.place),
            )


def _written(course: Course) -> dict[str, Any]:
    """A hand as it is sent: the record of its start, the moves, all that there is to see."""
    return {
        "start": Record(course.start).to_json(),
        "moves": list(map(str, course.moves)),
        "seen": list(map(seen_in, course.states)),
    }


def replayed_elsewhere(place: Place, hands: list[dict[str, Any]], seed: int) -> list[Difference]:
    """Replay hands in a process with this seed for hashes, and list the first difference of each.

    Args:
        place: the place that the process loads the game from.
        hands: the hands, with all that this process sees in them.
        seed: the seed for hashes, 1 to 2**32 - 1.

    Raises:
        Fault: if the process ends early, takes too long, or cannot load the game.
    """
    path = [each or os.getcwd() for each in sys.path]
    try:
        done = subprocess.run(
            [sys.executable, "-P", "-c", PROGRAM],
            input=json.dumps({"path": path, "place": attrs.asdict(place), "hands": hands}),
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            timeout=SECONDS,
            check=False,
            env={
                **os.environ,
                "PYTHONHASHSEED": str(seed),
                "PYTHONPATH": os.pathsep.join(path),
                INSIDE: "1",
            },
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        fail(f"the same moves cannot be made in another process: {raised(error)}", cause=error)
    answer = done.stdout.strip()
    if done.returncode or not answer:
        lines = "\n".join(done.stderr.splitlines()[-MOST_LINES:]) or "no message"
        fail(
            f"another process, which was to make the same moves, ends early with status "
            f"{done.returncode}:\n{lines}"
        )
    found = json.loads(answer)
    if isinstance(found, str):
        fail(MISSING.format(error=found))
    return [Difference(*each) for each in found]


def main() -> None:
    """Read hands, replay them, and write the first difference of each."""
    given = json.loads(sys.stdin.read())
    # A game may print: that goes to the errors, and the answer to the output.
    with os.fdopen(os.dup(1), "w", encoding="utf-8") as answer:
        os.dup2(2, 1)
        shift_clocks()
        sys.path[:] = given["path"]
        answer.write(json.dumps(_answer(Place(**given["place"]), given["hands"])))


def _answer(place: Place, hands: list[dict[str, Any]]) -> list[tuple[Any, ...]] | str:
    """The first difference of each hand; or the reason why the game cannot be loaded."""
    try:
        game = loaded(place)
    except Exception as error:
        return raised(error)  # importing a module may raise anything
    if game is None:
        return f"there is no game {place.game!r} in the module {place.module!r}"
    with registered(game):
        # The last hand comes first, so that hands do not depend on those before them.
        found = [_difference(number, hand) for number, hand in reversed([*enumerate(hands)])]
    return [attrs.astuple(each) for each in found if each]


def _difference(number: int, hand: dict[str, Any]) -> Difference | None:
    """Replay a hand; the first difference in it, or ``None``."""
    place = 0
    try:
        state = Record.from_json(hand["start"]).state
        for place, seen in enumerate(hand["seen"]):
            if place:
                state = apply(state, parse_move(state, hand["moves"][place - 1]))
            there = seen_in(state)
            for what in {**seen, **there}:
                if seen.get(what) != there.get(what):
                    here = seen.get(what, "missing")
                    return Difference(number, place, what, here, there.get(what, "missing"))
    except Exception as error:
        # A game on trial may raise anything.
        return Difference(number, place, "the game", "in order", f"raises {raised(error)}")
    return None


def seen_in(state: AnyState) -> dict[str, str]:
    """Everything that there is to see in a state, as text by name.

    These are all that the state stores, its legal moves and its score, and the view of every seat
    and of a spectator. The public attributes and properties of the state and of each view belong to
    them. Where a deal is due, the deal from a seed and the default rules do, too.
    """
    seen = {
        "the state": repr(state),
        "the stored state": _picture(state),
        "the list of legal moves": ", ".join(map(str, legal_moves(state))),
        **dict(_attributes(state, "the state")),
    }
    if state.needs_deal:
        seen["the deal from one seed"] = str(shuffle(state, random.Random(1)))
        seen["the value of the default rules"] = _picture(type(state.rules)())
    if state.hand_over:
        seen["the score"] = _picture(score_hand(state))
    for viewer in viewers(state):
        shown, name = view(state, viewer), f"the view of {whose(viewer)}"
        seen[f"the JSON of {name}"] = shown.to_json()
        seen |= dict(_attributes(shown, name))
    return seen


def _attributes(thing: object, name: str) -> Iterator[tuple[str, str]]:
    """The public attributes of an object besides facts and methods, with pictures of them."""
    facts = facts_of(type(thing)) if isinstance(thing, View) else ()
    for attribute in dir(thing):
        if not attribute.startswith("_") and attribute not in facts:
            try:
                value = getattr(thing, attribute)
            except Exception as error:
                yield f"{attribute} of {name}", raised(error)
                continue
            if not callable(value):
                yield f"{attribute} of {name}", _picture(value)


def _picture(thing: object) -> str:
    """A picture in which code is the same in every process."""
    return re.sub(r"<code \d+>", "<code>", picture(thing))


def _shortened(here: str, there: str) -> tuple[str, str]:
    """Two texts without most of the parts before and after their first difference."""
    pairs = enumerate(zip(here, there, strict=False))
    alike = next((place for place, (one, two) in pairs if one != two), min(len(here), len(there)))
    first, last = max(0, alike - BEFORE), alike + AFTER

    def part(text: str) -> str:
        return "..." * bool(first) + text[first:last] + "..." * (last < len(text))

    return part(here), part(there)
