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
from importlib import import_module
from importlib.machinery import SourceFileLoader
from importlib.util import find_spec, module_from_spec, spec_from_loader
from types import ModuleType
from typing import Any, Final

import attrs

from twowaystreet._engine.game import GAMES, Game
from twowaystreet._engine.notation import parse_move
from twowaystreet._engine.state import AnyState
from twowaystreet._engine.verbs import apply, legal_moves, score_hand, shuffle
from twowaystreet._records.records import Record
from twowaystreet._views.facts import facts_of
from twowaystreet._views.views import View, view
from twowaystreet.testing.conformance.clocks import shift_clocks
from twowaystreet.testing.conformance.context import Context, fail, registered, viewer_name, viewers
from twowaystreet.testing.conformance.playouts import Playout
from twowaystreet.testing.conformance.reports import error_report
from twowaystreet.testing.conformance.snapshots import snapshot

PROCESSES: Final = 3
"""The number of processes that replay each hand, each with hashes of its own.

A set of a few texts often has the same order in two processes, and rarely in four.
"""
MAX_HANDS: Final = 8
"""The greatest number of hands that one process replays."""
SECONDS: Final = 300
"""The time that a process may take."""
IS_REPLAY: Final = "TWOWAYSTREET_REPLAYS"
"""The variable of the environment that such a process has.

A script may check its game whenever it is loaded, which must not start processes without end.
"""
PROGRAM: Final = "from twowaystreet.testing.conformance.other_process import main; main()"
MOST_LINES: Final = 20
"""The number of lines that are shown of the errors of a process."""
BEFORE, AFTER = 60, 140
"""The numbers of characters shown of a long text, before and after its first difference."""
NOT_LOADED: Final = (
    "another process cannot load this game, so that nobody knows whether it plays the same there: "
    "{error}. Give the game a name at the top of a module, as in GAME = Game(...), or register it "
    "while the module of its State is imported"
)


@attrs.frozen
class Difference:
    """The first difference that a process has found in a hand.

    Attributes:
        hand: the number of the hand among those that it was given.
        moves_made: the number of moves that were made before.
        what: the thing that differs.
        here: the thing as the first process has it.
        there: the thing as the other process has it.
    """

    hand: int
    moves_made: int
    what: str
    here: str
    there: str


def check_other_processes(context: Context) -> None:
    """Check that the playouts of a context go the same in other processes.

    A game that was typed in has no file to load it from. It is left out, with a warning.
    """
    if IS_REPLAY in os.environ:
        return
    if is_typed_in(context.game):
        warnings.warn(
            f"no file has the game {context.game.name!r}, so that no other process can play it: "
            "a part of the promise 'determinism' is left out",
            stacklevel=2,
        )
        return
    location = locate(context.game)
    playouts = list[Playout]()
    with suppress(Exception):  # the promise finds out that a game cannot be begun
        playouts += map(context.playout, range(context.hands))
    for first in range(0, len(playouts), MAX_HANDS):
        some = playouts[first : first + MAX_HANDS]
        # Each state is looked at when the whole hand has been played, and there at once.
        hands = [_written(playout) for playout in some]
        seeds = [context.rng("other process", one).randrange(1, 2**32) for one in range(PROCESSES)]
        with ThreadPoolExecutor() as pool:  # side by side
            answers = pool.map(partial(replay_in_process, location, hands), seeds)
            found = [each for answer in answers for each in answer]
        if found:
            least = min(found, key=lambda each: each.moves_made)
            here, there = _shortened(least.here, least.there)
            fail(
                f"after {least.moves_made} moves {least.what} is\n{here}\nand in another process, "
                f"with other hashes of texts and another clock,\n{there}",
                some[least.hand].until(least.moves_made),
            )


def _written(playout: Playout) -> dict[str, Any]:
    """A hand as it is sent: the record of its start, the moves, all that there is to see."""
    return {
        "start": Record(playout.start).to_json(),
        "moves": list(map(str, playout.moves)),
        "seen": list(map(visible_parts, playout.states)),
    }


def replay_in_process(
    location: GameLocation, hands: list[dict[str, Any]], seed: int
) -> list[Difference]:
    """Replay hands in a process with this seed for hashes, and list the first difference of each.

    Args:
        location: the place that the process loads the game from.
        hands: the hands, with all that this process sees in them.
        seed: the seed for hashes, 1 to 2**32 - 1.

    Raises:
        Fault: if the process ends early, takes too long, or cannot load the game.
    """
    path = [each or os.getcwd() for each in sys.path]
    try:
        done = subprocess.run(
            [sys.executable, "-P", "-c", PROGRAM],
            input=json.dumps({"path": path, "location": attrs.asdict(location), "hands": hands}),
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            timeout=SECONDS,
            check=False,
            env={
                **os.environ,
                "PYTHONHASHSEED": str(seed),
                "PYTHONPATH": os.pathsep.join(path),
                IS_REPLAY: "1",
            },
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        fail(
            f"the same moves cannot be made in another process: {error_report(error)}", cause=error
        )
    answer = done.stdout.strip()
    if done.returncode or not answer:
        lines = "\n".join(done.stderr.splitlines()[-MOST_LINES:]) or "no message"
        fail(
            f"another process, which was to make the same moves, ends early with status "
            f"{done.returncode}:\n{lines}"
        )
    found = json.loads(answer)
    if isinstance(found, str):
        fail(NOT_LOADED.format(error=found))
    return [Difference(*each) for each in found]


def main() -> None:
    """Read hands, replay them, and write the first difference of each."""
    given = json.loads(sys.stdin.read())
    # A game may print: that goes to the errors, and the answer to the output.
    with os.fdopen(os.dup(1), "w", encoding="utf-8") as answer:
        os.dup2(2, 1)
        shift_clocks()
        sys.path[:] = given["path"]
        answer.write(json.dumps(_answer(GameLocation(**given["location"]), given["hands"])))


def _answer(location: GameLocation, hands: list[dict[str, Any]]) -> list[tuple[Any, ...]] | str:
    """The first difference of each hand; or the reason why the game cannot be loaded."""
    try:
        game = load_game(location)
    except Exception as error:
        return error_report(error)  # importing a module may raise anything
    if game is None:
        return f"there is no game {location.game!r} in the module {location.module!r}"
    with registered(game):
        # The last hand comes first, so that hands do not depend on those before them.
        found = [_difference(number, hand) for number, hand in reversed([*enumerate(hands)])]
    return [attrs.astuple(each) for each in found if each]


def _difference(number: int, hand: dict[str, Any]) -> Difference | None:
    """Replay a hand; the first difference in it, or ``None``."""
    moves_made = 0
    try:
        state = Record.from_json(hand["start"]).state
        for moves_made, seen in enumerate(hand["seen"]):
            if moves_made:
                state = apply(state, parse_move(state, hand["moves"][moves_made - 1]))
            there = visible_parts(state)
            for what in {**seen, **there}:
                if seen.get(what) != there.get(what):
                    here = seen.get(what, "missing")
                    return Difference(number, moves_made, what, here, there.get(what, "missing"))
    except Exception as error:
        # A game under test may raise anything.
        return Difference(
            number, moves_made, "the game", "in order", f"raises {error_report(error)}"
        )
    return None


def visible_parts(state: AnyState) -> dict[str, str]:
    """Everything that there is to see in a state, as text by name.

    These are all that the state stores, its legal moves and its score, and the view of every seat
    and of a spectator. The public attributes and properties of the state and of each view belong to
    them. Where a deal is due, the deal from a seed and the default rules do, too.
    """
    seen = {
        "the state": repr(state),
        "the stored state": _snapshot(state),
        "the list of legal moves": ", ".join(map(str, legal_moves(state))),
        **dict(_attributes(state, "the state")),
    }
    if state.needs_deal:
        seen["the deal from one seed"] = str(shuffle(state, random.Random(1)))
        seen["the value of the default rules"] = _snapshot(type(state.rules)())
    if state.hand_over:
        seen["the score"] = _snapshot(score_hand(state))
    for viewer in viewers(state):
        shown, name = view(state, viewer), f"the view of {viewer_name(viewer)}"
        seen[f"the JSON of {name}"] = shown.to_json()
        seen |= dict(_attributes(shown, name))
    return seen


def _attributes(thing: object, name: str) -> Iterator[tuple[str, str]]:
    """The public attributes of an object besides facts and methods, with snapshots of them."""
    cls: Any = type(thing)  # Any: a class of the game
    facts = facts_of(cls) if View in cls.__mro__ else {}
    for attribute in dir(thing):
        if not attribute.startswith("_") and attribute not in facts:
            try:
                value = getattr(thing, attribute)
            except Exception as error:
                yield f"{attribute} of {name}", error_report(error)
                continue
            if not callable(value):
                yield f"{attribute} of {name}", _snapshot(value)


def _snapshot(thing: object) -> str:
    """A snapshot in which code is the same in every process."""
    return re.sub(r"<code \d+>", "<code>", snapshot(thing))


def _shortened(here: str, there: str) -> tuple[str, str]:
    """Two texts without most of the parts before and after their first difference."""
    pairs = enumerate(zip(here, there, strict=False))
    alike = next((place for place, (one, two) in pairs if one != two), min(len(here), len(there)))
    first, last = max(0, alike - BEFORE), alike + AFTER

    def part(text: str) -> str:
        return "..." * bool(first) + text[first:last] + "..." * (last < len(text))

    return part(here), part(there)


SCRIPT: Final = "__mp_main__"
"""The name that a script is loaded under, so that its ``__main__`` part does not run.

It is the name that :mod:`multiprocessing` uses.
"""


@attrs.frozen
class GameLocation:
    """The place that a game can be loaded from.

    Attributes:
        game: the name of the game.
        module: the name of a module.
        file: the file of the module; ``None`` if it has none.
        attribute: the name of the game in the module; ``None`` if the module registers the game.
    """

    game: str
    module: str
    file: str | None
    attribute: str | None


def locate(game: Game) -> GameLocation:
    """Return the place of a game: the module of its states, before others that have its name."""
    home = game.State.__module__
    found = [
        (name, attribute)
        for name, module in list(sys.modules.items())
        for attribute, value in list(getattr(module, "__dict__", {}).items())
        if value is game
    ]
    found.sort(key=lambda each: (each[0] != home, each[0] == "__main__"))
    name, attribute = found[0] if found else (home, None)
    module = sys.modules.get(name)
    file = getattr(module, "__file__", None)
    if name == "__main__":
        spec = getattr(module, "__spec__", None)
        name = spec.name if spec else SCRIPT
    return GameLocation(game.name, name, file and os.path.abspath(file), attribute)


def is_typed_in(game: Game) -> bool:
    """Return whether a game was typed in at a prompt or in an example, so that no file has it."""
    main = sys.modules["__main__"]
    names: dict[str, Any] = vars(main)  # Any: a program gives names to anything
    typed = not os.path.isfile(getattr(main, "__file__", None) or "")
    if typed and any(value is game for value in list(names.values())):
        return True
    classes = (game.State, game.View, game.Rules)
    return any(
        cls.__module__ == "__main__" and (typed or cls.__qualname__.split(".")[0] not in names)
        for cls in classes
    )


def load_game(location: GameLocation) -> Game | None:
    """Load the game of a place; ``None`` if it is not there."""
    module = _module(location.module, location.file)
    found = getattr(module, location.attribute, None) if location.attribute else None
    return found if isinstance(found, Game) else GAMES.get(location.game)


def _module(name: str, file: str | None) -> ModuleType:
    """Import a module by its name, or from its file if another file or none has the name."""
    try:
        spec = find_spec(name)
    except ModuleNotFoundError:
        spec = None  # the package that it should be in is not there
    if file is None or (spec and os.path.realpath(spec.origin or "") == os.path.realpath(file)):
        return import_module(name)
    loader = SourceFileLoader(name, file)
    spec = spec_from_loader(name, loader)
    assert spec is not None  # this loader gives one for every file
    sys.modules[name] = module = module_from_spec(spec)
    loader.exec_module(module)
    return module
