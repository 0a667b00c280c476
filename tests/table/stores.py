"""Stores for their tests, and the processes that compete for them and die."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Generator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any, Final

from tests.processes import killed_at_end
from twowaystreet.table import FileStore, PostgresStore, SQLiteStore, Store, StoreError

KINDS: Final[dict[str, Callable[[str], Store]]] = {
    "file": FileStore,
    "postgres": PostgresStore,
    "sqlite": SQLiteStore,
}
"""The stores that processes can share, each made from the text of its place."""
ROOT: Final = Path(__file__).parents[2]


def text_of(number: int) -> str:
    """Return a text that shows whether it is complete."""
    return f"{number};" * (1 + number * 7919 % 20_000)


def number_in(text: str) -> int:
    number = int(text.partition(";")[0])
    assert text == text_of(number)
    return number


@contextmanager
def process(task: str, kind: str, place: str) -> Generator[subprocess.Popen[str]]:
    """Start a process with one of the tasks below, and kill it at the end."""
    command = (sys.executable, "-m", __name__, task, kind, place)
    pipes: Any = dict.fromkeys(("stdin", "stdout"), subprocess.PIPE)  # Any: arguments by name
    running = subprocess.Popen(command, **pipes, text=True, cwd=ROOT)
    with running, killed_at_end(running):
        yield running


def line_of(running: subprocess.Popen[str]) -> str:
    assert running.stdout
    return running.stdout.readline().strip()


def say(word: object) -> None:
    print(word, flush=True)


def write(store: Store) -> None:
    """Save texts without an end, and tell each number that is saved."""
    store.lease("t")
    for number in count():
        store.save("t", text_of(number))
        say(number)


def die(store: Store) -> None:
    """Be killed after the temporary file is written, before it replaces the other one."""

    def kill(*_: object) -> None:
        os.kill(os.getpid(), signal.SIGKILL)

    os.replace = kill  # type: ignore[assignment]  # takes the arguments of this call
    store.lease("t")
    store.save("t", "new")


def pause(store: Store) -> None:
    """Wait at the same moment, and go on."""
    replace = os.replace

    def late(*paths: str) -> None:
        say("paused")
        sys.stdin.readline()
        replace(*paths)

    os.replace = late  # type: ignore[assignment]  # has only the arguments of this call
    store.lease("t")
    store.save("t", "new")
    say("saved")
    sys.stdin.read()


def fork(store: Store) -> None:
    """Lease a name and fork; the new process tries to use the store."""
    store.lease("t")
    if os.fork():
        signal.pause()
    calls: tuple[Callable[[], object], ...] = (
        lambda: store.save("t", "new"),
        lambda: store.load("t"),
        lambda: store.lease("u"),
    )
    for call in calls:
        try:
            call()
        except StoreError as error:
            say(error)
    store.release("t")
    store.close()
    say(store.holds("t"))
    say(os.getppid())
    sys.stdin.read()


TASKS: Final = {task.__name__: task for task in (write, die, pause, fork)}


def main() -> None:
    task, kind, place = sys.argv[1:]
    TASKS[task](KINDS[kind](place))


if __name__ == "__main__":
    main()
