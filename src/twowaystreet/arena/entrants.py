"""The players of a match: names, and processes with a time limit.

The processes are no children of ``multiprocessing``, which the workers of some executors may not
have. A message is its length and a pickle; an answer is JSON, as nobody must trust it.
"""

from __future__ import annotations

import contextlib
import json
import os
import pickle
import queue
import random
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Generator, Sequence
from copy import deepcopy
from functools import cache, partial
from types import FunctionType
from typing import IO, Any, Final, cast

import attrs

from twowaystreet._core.engine.game import Game
from twowaystreet._core.engine.game_places import load_main, main_for
from twowaystreet._core.engine.moves import Move, move_types_of, read_move
from twowaystreet._core.engine.state import AnyState
from twowaystreet._core.views.views import AnyView, view
from twowaystreet._util.faults import message_of
from twowaystreet.arena.hands import play_hand
from twowaystreet.arena.identity import is_same
from twowaystreet.arena.results import ArenaError
from twowaystreet.errors import ParseError, quoted
from twowaystreet.players import Factory, Player, at_random, by_name, fresh
from twowaystreet.players._seated import Fault, Faulty, Made, Versioned, move_from

START: Final = 300
"""The most seconds until a process has loaded its player, and again until that has practised."""
MARK: Final = "TWOWAYSTREET_ARENA_PLAYER"  # the variable in the environment of a player's process
_COMMAND: Final = (
    "import signal, sys; signal.signal(signal.SIGINT, signal.SIG_IGN); sys.path[:] = {path!r}; "
    "from twowaystreet.arena.entrants import main; main()"
)
_ADDRESS: Final = re.compile(r"( at)? 0x[0-9a-fA-F]+")


def name_of(entrant: object) -> str:
    """Return the name of a player for tables and headers, the same in every process."""
    if isinstance(entrant, str):
        return entrant
    if isinstance(entrant, Versioned):
        made = cast(partial[Player], entrant.make).args[0]
        return f"{name_of(made)}@{entrant.version}"
    if isinstance(entrant, Factory):
        return name_of(entrant.make)
    if isinstance(entrant, FunctionType | type):
        module = entrant.__module__
        is_known = module.partition(".")[0] in ("__main__", "twowaystreet")
        return entrant.__qualname__ if is_known else f"{module}.{entrant.__qualname__}"
    try:
        return _ADDRESS.sub("", repr(entrant))
    except Exception:  # the text of a foreign object may raise anything
        return _ADDRESS.sub("", object.__repr__(entrant))


@contextlib.contextmanager
def players_for(
    game: Game,
    start: AnyState,
    given: Sequence[tuple[object, str | None]],
    found: Sequence[Made],
    time_limit: float | None,
) -> Generator[Callable[[int, int], Callable[[], Player]]]:
    """Yield what makes a player for a hand, by its number and that of its seats before."""
    if time_limit is None:
        yield lambda number, copy: partial(fresh, found[number])
        return
    processes: dict[tuple[int, int], _PlayerProcess] = {}
    stack = contextlib.ExitStack()

    def maker(number: int, copy: int) -> Callable[[], Player]:
        key = number, copy
        if key not in processes:
            processes[key] = _PlayerProcess(game, start, *given[number], time_limit)
            processes[key].practises = processes[number, 0].practises
            stack.callback(processes[key].end)
        processes[key].begin()
        return processes[key].player

    with stack:
        yield maker


def refuse_nested() -> None:
    """Refuse to begin a match in the process of a player that loads the script of the match."""
    if os.environ.get(MARK):
        below = 'expected the call below if __name__ == "__main__"'
        raise ArenaError(f"the process of a player began a match: {below}")


@attrs.define(slots=False, eq=False)
class _PlayerProcess:
    _game: Game
    _start: AnyState
    _given: object
    _digest: str | None
    _limit: float
    practises: bool = True
    _process: subprocess.Popen[bytes] | None = None
    _lines: queue.SimpleQueue[bytes] = attrs.field(factory=queue.SimpleQueue[bytes])

    def begin(self) -> None:
        if self._process:
            return
        payload = self._payload()
        self._lines = queue.SimpleQueue()
        self._process = subprocess.Popen(
            [sys.executable, "-c", _COMMAND.format(path=sys.path)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, MARK: "1"},
        )
        ends = self._process.stdout, self._lines
        threading.Thread(target=_read, args=ends, daemon=True).start()
        try:
            self._send(payload)
            self._answer(START)
        except Faulty as error:
            self.end()
            about = f"player {quoted(self._given)} of {self._game.title}"
            reason = f"{about} cannot be loaded in a process of its own: {error.message}"
            raise ArenaError(reason) from None
        if self.practises:
            try:
                self._answer(START)
            except Faulty:  # the player is late, or ended the process; that does not count yet
                self.practises = False
                self.begin()

    def player(self) -> Player:
        is_new = True

        def choose(seen: AnyView, rng: random.Random) -> Move:
            nonlocal is_new
            given, is_new = (rng if is_new else None), False
            return self._move(seen, given)

        return choose

    def _payload(self) -> bytes:
        try:
            # The view shows at once whether the process can read those of the game.
            start = self._start if self.practises else None
            game = pickle.dumps((self._game, view(self._start, None), start))
        except Exception as error:  # pickle raises errors of many classes
            reason = f"{self._game.title} cannot go to a process of its own: {error}"
            raise ArenaError(reason) from error
        try:
            player = pickle.dumps((self._given, self._digest))
        except Exception as error:  # as above
            reason = f"player {quoted(self._given)} cannot go to a process of its own: expected"
            raise ArenaError(f"{reason} a function or class of a module, or a name") from error
        return pickle.dumps((main_for(game + player), game, player))

    def _move(self, seen: AnyView, rng: random.Random | None) -> Move:
        self._send(pickle.dumps((seen, rng)))
        text = self._answer(self._limit)
        try:
            return read_move(move_types_of(self._game.State), text)
        except ParseError as error:  # a move of another game
            raise Faulty(Fault.ILLEGAL, str(error)) from None

    def _send(self, payload: bytes) -> None:
        assert self._process and self._process.stdin  # after a fault a substitute plays
        with contextlib.suppress(OSError):  # a process that has ended gives no answer
            self._process.stdin.write(len(payload).to_bytes(4, "big") + payload)
            self._process.stdin.flush()

    def _answer(self, seconds: float) -> str:
        try:
            line = self._lines.get(timeout=seconds)
        except queue.Empty:
            self.end()
            raise Faulty(Fault.SLOW, f"no move within {seconds:g} seconds") from None
        try:
            answer = json.loads(line)
            if "fault" in answer:
                raise Faulty(Fault(answer["fault"]), str(answer["message"]))
            return str(answer["move"])
        except (ValueError, TypeError, KeyError) as error:
            self.end()
            message = message_of(error) if line else "the player's process has ended"
            raise Faulty(Fault.EXCEPTION, message) from None

    def end(self) -> None:
        process, self._process = self._process, None
        if process:
            process.kill()
            assert process.stdin
            with contextlib.suppress(OSError):
                process.stdin.close()
            process.wait()


def _read(output: IO[bytes] | None, lines: queue.SimpleQueue[bytes]) -> None:
    assert output
    with output:
        for line in output:
            lines.put(line)
    lines.put(b"")


def main() -> None:  # pragma: no cover - it runs in a process of its own
    """Run the process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the arena
    # Text that the player prints or reads must not mix with the answers and messages.
    with os.fdopen(os.dup(0), "rb") as messages, os.fdopen(os.dup(1), "wb") as answers:
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.dup2(2, 1)
        with contextlib.suppress(BrokenPipeError):  # the arena was interrupted
            serve(messages, answers)


def serve(messages: IO[bytes], answers: IO[bytes]) -> None:
    """Load the game and the player, and answer until the input ends."""
    try:
        main_module, game, player = _next(messages)
        load_main(main_module)
        loaded, _, start = pickle.loads(game)
        given, digest = pickle.loads(player)
        found = by_name(given) if isinstance(given, str) else given
        if not is_same(found, digest, loaded):
            raise ImportError("it has changed since the match began")
    except Exception as error:
        _answer(answers, fault=Fault.EXCEPTION, message=message_of(error))
        return
    _answer(answers, move="")
    if start is not None:
        _practise(found, start)
        _answer(answers, move="")
    chance = random.Random()
    made = cache(partial(fresh, found))  # the player in its present hand, when it has moved there

    def choose(seen: AnyView, rng: random.Random) -> Move:
        return made()(seen, rng)  # as making it may be a fault, too

    while True:
        try:
            seen, rng = _next(messages)
        except EOFError:
            return
        if rng is not None:  # a new hand
            chance = rng
            made.cache_clear()
        try:
            _answer(answers, move=str(move_from(choose, seen, chance)))
        except Faulty as error:
            _answer(answers, fault=error.fault, message=error.message)


def _practise(player: Made, start: AnyState) -> None:
    """Let a copy of a player, for its memory, move in each phase of a hand of no match."""
    choosing: dict[str, Player] = {}

    def choose(seen: AnyView, rng: random.Random) -> Move:
        chosen = choosing.get(seen.phase, copy)
        choosing[seen.phase] = at_random
        return chosen(seen, rng)

    with contextlib.suppress(Exception):  # a player without a copy, or one that cannot be made
        copy = fresh(deepcopy(player))
        play_hand(start, 0, -1, 0, [(0, lambda: choose)] * start.rules.seats)


def _next(messages: IO[bytes]) -> Any:  # Any: the pickle decides
    head = messages.read(4)
    if len(head) < 4:
        raise EOFError
    return pickle.loads(messages.read(int.from_bytes(head, "big")))


def _answer(answers: IO[bytes], **answer: str) -> None:
    answers.write(json.dumps(answer).encode() + b"\n")
    answers.flush()
