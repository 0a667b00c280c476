"""Replay of whole hands in other processes, with other string hashes and shifted clocks.

They compare states, views, legal moves and scores, but neither refusals nor other methods.
"""

from __future__ import annotations

import datetime
import json
import os
import random
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from itertools import starmap
from typing import Final, TypeAlias

import attrs

import twowaystreet as tws
from twowaystreet._core.engine.game_places import GamePlace, load_main, main_for, place_of
from twowaystreet._util.values import OfGame
from twowaystreet.testing import _playouts as playouts
from twowaystreet.testing._playouts import Context, NotChecked, fail, registered
from twowaystreet.testing.conformance._values import views_of

PROCESSES: Final = 3  # each has another hash seed; sets often have one order in two, not in four
MAX_HANDS: Final = 8  # the most hands that one process replays
SECONDS: Final = 300  # after which a process is ended; on an idle computer it takes a few
IS_REPLAY: Final = "TWOWAYSTREET_REPLAYS"  # so that a script that checks its game starts no others
PROGRAM: Final = (
    "import faulthandler, json, sys; given = json.load(sys.stdin); sys.path[:] = given['path'];"
    "faulthandler.dump_traceback_later(float(sys.argv[1]));"  # says where a process hangs
    "from twowaystreet.testing.conformance._other_process import main; main(given)"
)
SHIFT: Final = datetime.timedelta(days=401, hours=11, minutes=17, seconds=23)  # all parts change
COUNTERS: Final = ("monotonic", "perf_counter", "process_time", "thread_time")  # also with "_ns"
ADVICE: Final = "Give the game a name at the top of a module, or register it in that of its State."
NO_OTHER: Final = "another process cannot start: "
Difference: TypeAlias = tuple[int, int, str, str, str]  # moves, hand, part, it here and there


def check_other_processes(context: Context) -> None:
    if IS_REPLAY in os.environ:
        return
    if is_typed_in(context.game):
        raise NotChecked("no file contains the game, so no other process can play it")
    place = place_of(context.game)
    given = {"place": attrs.asdict(place), "main": main_for(place.module.encode())}
    seeds = [context.rng("other process", one).randrange(1, 2**32) for one in range(PROCESSES)]
    for first in range(0, len(context.matches), MAX_HANDS):
        some = context.matches[first : first + MAX_HANDS]
        # This process reads the states after the whole hand, the other one after each move.
        starts = (tws.Record(one.start).to_json() for one in some)
        moves = ([*map(str, one.moves)] for one in some)
        seen = ([*map(visible_parts, one.states)] for one in some)
        hands = [*zip(starts, moves, seen, strict=True)]
        text = json.dumps({**given, "path": sys.path, "hands": hands}).encode()
        try:
            with ThreadPoolExecutor(PROCESSES) as pool:  # at the same time
                answers = [*pool.map(replay_in_process, [text] * PROCESSES, seeds)]
        except RuntimeError as error:  # this computer has no more threads
            raise NotChecked(NO_OTHER + playouts.error_report(error)) from error
        found = [each for answer in answers if isinstance(answer, list) for each in answer]
        if found:
            made, hand, part, *both = min(found)
            here, there = playouts.around_difference(*both)
            other = "in another process, with other string hashes and another clock,"
            wrong = f"after {made} moves {part} is\n{here}\nbut {other} it is\n{there}"
            fail(wrong, some[hand].until(made))
        for answer in answers:
            if isinstance(answer, NotChecked):
                raise answer


def replay_in_process(given: bytes, seed: int) -> list[Difference] | NotChecked:
    # This process has shown the warnings that the game gives.
    command = [sys.executable, "-P", "-Wignore::UserWarning", "-c", PROGRAM, f"{SECONDS * 0.75}"]
    env = {**os.environ, "PYTHONHASHSEED": str(seed), IS_REPLAY: "1"}
    try:
        done = subprocess.run(
            command, input=given, env=env, timeout=SECONDS, capture_output=True, check=False
        )
    except OSError as error:
        return NotChecked(NO_OTHER + playouts.error_report(error))
    except subprocess.TimeoutExpired as error:
        lines = _last_lines(error.stderr or b"")
        return NotChecked(f"another process had not ended after {SECONDS} seconds:\n{lines}")
    ended = f"ended with status {done.returncode}:\n{_last_lines(done.stderr)}"
    # Other signals come from outside, such as from a system without memory.
    is_stopped = done.returncode < 0 and -done.returncode not in (signal.SIGABRT, signal.SIGSEGV)
    if is_stopped or "\nMemoryError" in ended:
        return NotChecked(f"another process {ended}")
    if done.returncode or not done.stdout.strip():
        fail(f"another process, which makes the same moves, {ended}")
    return [*map(tuple, json.loads(done.stdout))]


def _last_lines(written: bytes) -> str:
    return b"\n".join(written.splitlines()[-20:]).decode("utf-8", "replace") or "no message"


def main(given: dict[str, OfGame]) -> None:
    with os.fdopen(os.dup(1), "w", encoding="utf-8") as answer:
        os.dup2(2, 1)  # what the game prints goes to stderr
        shift_clocks()
        place = GamePlace(**given["place"])
        try:
            load_main(given["main"])
            game = place.load()
            if game is None:
                raise LookupError(f"there is no game {place.game!r} in the module {place.module!r}")
        except Exception as error:  # importing a module may raise anything
            error.add_note(ADVICE)
            raise
        with registered(game):
            hands = [*enumerate(given["hands"])][::-1]  # as a hand may depend on earlier ones
            answer.write(json.dumps([*filter(None, starmap(_difference, hands))]))


def shift_clocks() -> None:
    import time_machine  # noqa: PLC0415  # imports pytest, which only the tests need

    time_machine.travel(SHIFT).start()
    seconds = int(SHIFT.total_seconds())
    for name in [each for each in vars(time) if each.removesuffix("_ns") in COUNTERS]:
        more, real = seconds * (10**9 if name.endswith("_ns") else 1), getattr(time, name)
        setattr(time, name, lambda real=real, more=more: real() + more)
    of_now: OfGame = None  # a time in seconds, or its parts
    for name, now in (("ctime", time.time), ("asctime", time.localtime)):
        real = getattr(time, name)
        setattr(time, name, lambda at=of_now, real=real, now=now: real(now() if at is None else at))


def _difference(number: int, hand: OfGame) -> Difference | None:
    (start, moves, seen), made = hand, 0
    try:
        state = tws.Record.from_json(start).state
        for made, here in enumerate(seen):
            state = tws.apply(state, tws.parse_move(state, moves[made - 1])) if made else state
            there = visible_parts(state)
            for part in {**here, **there}:
                one, two = here.get(part, "missing"), there.get(part, "missing")
                if one != two:
                    return made, number, part, one, two
    except MemoryError:
        raise
    except Exception as error:  # a game under test may raise anything
        return made, number, "the game", "without error", f"raises {playouts.error_report(error)}"
    return None


def visible_parts(state: tws.AnyState) -> dict[str, str]:
    views = views_of(state)
    seen = {"the state": repr(state), "the stored state": playouts.snapshot(state)}
    seen["the list of legal moves"] = ", ".join(map(str, tws.legal_moves(state)))
    if state.needs_deal:
        seen["the deal from one seed"] = str(tws.shuffle(state, random.Random(1)))
        seen["the value of the default rules"] = playouts.snapshot(type(state.rules)())
    for name, thing in {"the state": state, **views}.items():
        seen |= {f"{each} of {name}": value for each, value in playouts.public_values(thing)}
    seen |= {f"the JSON of {name}": shown.to_json() for name, shown in views.items()}
    return {part: playouts.without_addresses(text) for part, text in seen.items()}


def is_typed_in(game: tws.Game) -> bool:
    """Return true for a game from a prompt or an example, which is in no file."""
    main, kinds = vars(sys.modules["__main__"]), (game.State, game.View, game.Rules)
    names = {cls.__qualname__.split(".")[0] for cls in kinds if cls.__module__ == "__main__"}
    if os.path.isfile(main.get("__file__") or ""):
        return not names <= main.keys()
    return bool(names) or place_of(game).module == "__main__"
