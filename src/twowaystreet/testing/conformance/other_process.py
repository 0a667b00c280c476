"""Replay of whole hands in other processes, with other string hashes and shifted clocks.

The processes use the same computer, Python and environment. They compare states, views, legal moves
and scores. They compare neither refusals nor methods with arguments.
"""

from __future__ import annotations

import datetime
import faulthandler
import json
import os
import random
import re
import signal
import subprocess
import sys
import threading
import time
import warnings
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import Any, Final

import attrs

from twowaystreet._core.engine.game import Game
from twowaystreet._core.engine.game_places import GamePlace, load_main, main_for, place_of
from twowaystreet._core.engine.state import AnyState
from twowaystreet._core.engine.verbs import apply, legal_moves, parse_move, score_hand, shuffle
from twowaystreet._core.records.records import Record
from twowaystreet._core.views.views import view
from twowaystreet.testing.playouts import Context, Playout, fail, registered, viewer_name, viewers
from twowaystreet.testing.reports import around_difference, error_report, public_values, snapshot

PROCESSES: Final = 3
"""The number of processes that replay each hand, each with another hash seed.

A set of a few strings often has the same order in two processes, but rarely in four.
"""
MAX_HANDS: Final = 8
"""The greatest number of hands that one process replays."""
SECONDS: Final = 300
"""The processor time of one move, and the time at rest, after which a process hangs.

Other programs slow a process down, but this limit does not count their time.
"""
HANGS: Final = 75
"""The exit status of a process that hangs."""
AT_REST: Final = 0.01
"""The most processor seconds in a second of a process that rests."""
IS_REPLAY: Final = "TWOWAYSTREET_REPLAYS"
"""The environment variable that marks such a process.

A script may check its game at each import. The variable prevents an endless chain of processes.
"""
PROGRAM: Final = "from twowaystreet.testing.conformance.other_process import main; main()"
MOST_LINES: Final = 20
"""The number of lines shown of the error output of a process."""
SHIFT: Final = datetime.timedelta(days=401, hours=11, minutes=17, seconds=23)
"""The time that is added to the clocks.

It changes the year, month, day, day of the week, hour, minute and second.
"""
COUNTERS: Final = ("monotonic", "perf_counter", "process_time", "thread_time")
"""The functions of ``time`` that count from any moment; each has a twin that gives nanoseconds."""
NOT_LOADED: Final = (
    "another process cannot load this game, so the replay there was not possible: {error}. Give "
    "the game a name at the top of a module, as in GAME = Game(...), or register it while the "
    "module of its State is imported"
)


@attrs.frozen
class HandDifference:
    """The first difference that a process found in a hand."""

    hand: int
    moves_made: int
    part: str
    here: str
    there: str


def check_other_processes(context: Context) -> None:
    """Check that other processes replay the playouts of a context with the same results.

    A game that was typed in has no file. The function skips it with a warning.
    """
    if IS_REPLAY in os.environ:
        return
    if is_typed_in(context.game):
        warnings.warn(
            f"no file contains the game {context.game.name!r}, so no other process can play it: "
            "a part of the promise 'determinism' was not checked",
            stacklevel=2,
        )
        return
    location = place_of(context.game)
    playouts = list[Playout]()
    with suppress(Exception):  # the runner reports a game that cannot begin
        playouts += map(context.playout, range(context.hands))
    for first in range(0, len(playouts), MAX_HANDS):
        some = playouts[first : first + MAX_HANDS]
        # This process reads the states after the whole hand, the other one after each move.
        hands = [_written(playout) for playout in some]
        seeds = [context.rng("other process", one).randrange(1, 2**32) for one in range(PROCESSES)]
        with ThreadPoolExecutor() as pool:  # at the same time
            answers = pool.map(partial(replay_in_process, location, hands), seeds)
            found = [each for answer in answers for each in answer]
        if found:
            least = min(found, key=lambda each: each.moves_made)
            here, there = around_difference(least.here, least.there)
            fail(
                f"after {least.moves_made} moves {least.part} is\n{here}\nbut in another process, "
                f"with other string hashes and another clock, it is\n{there}",
                some[least.hand].until(least.moves_made),
            )


def _written(playout: Playout) -> dict[str, Any]:
    return {
        "start": Record(playout.start).to_json(),
        "moves": list(map(str, playout.moves)),
        "seen": list(map(visible_parts, playout.states)),
    }


def replay_in_process(
    location: GamePlace, hands: list[dict[str, Any]], seed: int
) -> list[HandDifference]:
    """Replay hands in a process with this hash seed, and return the first difference of each."""
    path = [each or os.getcwd() for each in sys.path]
    place = attrs.asdict(location)
    main = main_for(location.module.encode())
    given = {"path": path, "main": main, "location": place, "hands": hands, "seconds": SECONDS}
    try:
        done = subprocess.run(
            # This process has shown the warnings that the game gives.
            [sys.executable, "-P", "-W", "ignore::UserWarning", "-c", PROGRAM],
            input=json.dumps(given),
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            check=False,
            env={
                **os.environ,
                "PYTHONHASHSEED": str(seed),
                "PYTHONPATH": os.pathsep.join(path),
                IS_REPLAY: "1",
            },
        )
    except OSError as error:
        fail(f"another process cannot make the same moves: {error_report(error)}", cause=error)
    answer = done.stdout.strip()
    if done.returncode or not answer:
        lines = "\n".join(done.stderr.splitlines()[-MOST_LINES:]) or "no message"
        hangs = done.returncode in (HANGS, -getattr(signal, "SIGPROF", 0))
        how = (
            "hangs, and makes no more moves"
            if hangs
            else f"ends early with status {done.returncode}"
        )
        fail(f"another process, which makes the same moves, {how}:\n{lines}")
    found = json.loads(answer)
    if isinstance(found, str):
        fail(NOT_LOADED.format(error=found))
    return [HandDifference(*each) for each in found]


def main() -> None:
    """Read hands from the input, replay them, and write the first difference of each."""
    given = json.loads(sys.stdin.read())
    # A game may print. Its output goes to stderr, the answer to stdout.
    with os.fdopen(os.dup(1), "w", encoding="utf-8") as answer:
        os.dup2(2, 1)
        made = list[int]()
        watched = made, given["seconds"]
        threading.Thread(target=_end_if_it_hangs, args=watched, daemon=True).start()
        shift_clocks()
        sys.path[:] = given["path"]
        answer.write(json.dumps(_answer(given, made)))


def _end_if_it_hangs(made: list[int], limit: float) -> None:
    sleep, arm = time.sleep, getattr(signal, "setitimer", None)  # Windows has no such timer
    if arm:
        faulthandler.register(signal.SIGPROF, chain=True)

    def tick(seconds: float) -> None:
        if arm:  # ends a process in which no other thread can run
            arm(signal.ITIMER_PROF, limit)
        sleep(seconds)

    wait_until_it_hangs(made, limit, tick, time.process_time)
    faulthandler.dump_traceback()
    os._exit(HANGS)


def wait_until_it_hangs(
    made: list[int], limit: float, sleep: Callable[[float], None], clock: Callable[[], float]
) -> None:
    """Return when no move is added for a limit of processor time, or of seconds at rest.

    ``clock`` counts the processor time of this process.
    """
    moves, begun, rest = len(made), clock(), 0
    last = begun
    while rest < limit and last - begun < limit:
        sleep(1)
        before, last = last, clock()
        rest = rest + 1 if last - before < AT_REST else 0
        if len(made) > moves:
            moves, begun, rest = len(made), last, 0


def shift_clocks() -> None:
    """Shift the clocks of this process, for all modules that are imported later."""
    import time_machine  # noqa: PLC0415  # imports pytest, which only the tests need

    time_machine.travel(SHIFT).start()
    for name in COUNTERS:
        for each, more in ((name, 1), (f"{name}_ns", 10**9)):
            if hasattr(time, each):  # not every system has every clock
                setattr(time, each, _later(getattr(time, each), more * int(SHIFT.total_seconds())))
    # Any: a time in seconds, or its parts.
    clocks: dict[str, Callable[[], Any]] = {"ctime": time.time, "asctime": time.localtime}
    for each, clock in clocks.items():
        setattr(time, each, _of_now(getattr(time, each), clock))


def _later(real: Callable[[], float], more: int) -> Callable[[], float]:
    return lambda: real() + more


def _of_now(real: Callable[[Any], str], clock: Callable[[], Any]) -> Callable[..., str]:
    """Return a function of a time that takes the time of now by default. Any: as above."""

    def told(at: Any = None) -> str:
        return real(clock() if at is None else at)

    return told


def _answer(given: dict[str, Any], made: list[int]) -> list[tuple[Any, ...]] | str:
    """Return the first difference of each hand, or the error from loading the game.

    ``made`` grows with each move.
    """
    location = GamePlace(**given["location"])
    hands: list[dict[str, Any]] = given["hands"]
    try:
        load_main(given["main"])
        game = location.load()
    except Exception as error:
        return error_report(error)  # importing a module may raise anything
    if game is None:
        return f"there is no game {location.game!r} in the module {location.module!r}"
    with registered(game):
        # In reverse order, to find games in which a hand depends on earlier hands.
        found = [_difference(number, hand, made) for number, hand in reversed([*enumerate(hands)])]
    return [attrs.astuple(each) for each in found if each]


def _difference(number: int, hand: dict[str, Any], made: list[int]) -> HandDifference | None:
    moves_made = 0
    try:
        state = Record.from_json(hand["start"]).state
        for moves_made, seen in enumerate(hand["seen"]):
            made.append(moves_made)
            if moves_made:
                state = apply(state, parse_move(state, hand["moves"][moves_made - 1]))
            there = visible_parts(state)
            for part in {**seen, **there}:
                if seen.get(part) != there.get(part):
                    here = seen.get(part, "missing")
                    return HandDifference(
                        number, moves_made, part, here, there.get(part, "missing")
                    )
    except Exception as error:
        # A game under test may raise anything.
        return HandDifference(
            number, moves_made, "the game", "without error", f"raises {error_report(error)}"
        )
    return None


def visible_parts(state: AnyState) -> dict[str, str]:
    """Return all visible parts of a state, as text by name.

    The parts are the stored fields, the legal moves, the score, all views, and the public
    attributes and methods of the state and of each view. If a deal is due, the deal from a seed and
    the default rules are included.
    """
    seen = {
        "the state": repr(state),
        "the stored state": snapshot(state),
        "the list of legal moves": ", ".join(map(str, legal_moves(state))),
        **_attributes(state, "the state"),
    }
    if state.needs_deal:
        seen["the deal from one seed"] = str(shuffle(state, random.Random(1)))
        seen["the value of the default rules"] = snapshot(type(state.rules)())
    if state.hand_over:
        seen["the score"] = snapshot(score_hand(state))
    for viewer in viewers(state):
        shown, name = view(state, viewer), f"the view of {viewer_name(viewer)}"
        seen[f"the JSON of {name}"] = shown.to_json()
        seen |= _attributes(shown, name)
    # The addresses of code differ between processes.
    return {part: re.sub(r"<code \d+>", "<code>", text) for part, text in seen.items()}


def _attributes(thing: object, name: str) -> dict[str, str]:
    return {f"{attribute} of {name}": value for attribute, value in public_values(thing)}


def is_typed_in(game: Game) -> bool:
    """Return true for a game from a prompt or an example, which is in no file."""
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
