"""Testing of mutants, each in a new process forked after the import of pytest."""

from __future__ import annotations

import ast
import gc
import importlib.abc
import importlib.machinery
import importlib.util
import os
import signal
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from types import CodeType, ModuleType
from typing import Final

import attrs
import pytest

from tests.mutants.making import SOURCE, Mutant
from tests.mutants.modules import Stage

PREPARED: Final = ("attrs", "cattrs", "click", "hypothesis", "jsonschema", "rich")
"""Packages to import once before the processes fork."""
OPTIONS: Final = (
    *("-x", "-q", "--no-header", "--tb=no", "-W", "ignore", "-p", "no:cacheprovider"),
    *("-p", "no:xdist", "-p", "no:cov", "-p", "no:faulthandler"),
)
ALL_GOOD: Final = 0
HANDS: Final = 5
"""Number of hands per game to compare before the tests."""
PATIENCE: Final = (10.0, 5.0)
"""Time limit: seconds, plus a factor of the time without any change."""


class _Mutated(importlib.machinery.SourceFileLoader):
    """Loader of a module from mutated code."""

    def __init__(self, name: str, path: str, code: str) -> None:
        super().__init__(name, path)
        self._code = code

    def get_code(self, fullname: str) -> CodeType:
        """Return the mutated code."""
        return compile(self._code, self.path, "exec", dont_inherit=True)


class _Finder(importlib.abc.MetaPathFinder):
    """Finder of the mutated module; a pytest plugin, so that it comes first."""

    def __init__(self, mutant: Mutant) -> None:
        self._path = str(SOURCE / mutant.module)
        self._name = name_of(mutant.module)
        self._code = mutant.code

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        """Return the specification of the mutated module, and None for other modules."""
        if fullname != self._name:
            return None
        loader = _Mutated(fullname, self._path, self._code)
        return importlib.util.spec_from_file_location(fullname, self._path, loader=loader)

    def pytest_sessionstart(self) -> None:
        """Move to the front, before the finders of pytest."""
        sys.meta_path.remove(self)
        sys.meta_path.insert(0, self)


@attrs.define
class _Run:
    mutant: Mutant
    begun: float


def prepare(module: str) -> None:
    """Import all packages that every run needs, except those that need the module."""
    for name in PREPARED:
        with suppress(ImportError):
            importlib.import_module(name)
    files = [path.relative_to(SOURCE).as_posix() for path in SOURCE.glob("games/**/*.py")]
    for file in ("__init__.py", *sorted(files)):
        if module not in _needed(file):
            importlib.import_module(name_of(file))
    assert name_of(module) not in sys.modules, "the mutated module is already imported"
    gc.collect()
    gc.freeze()


def name_of(file: str) -> str:
    """Return the name of a module, given its file."""
    parts = ("twowaystreet", *Path(file).with_suffix("").parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def _needed(file: str) -> frozenset[str]:
    """Return this file and all library files that it imports, directly or not."""
    found: set[str] = set()
    waiting = [file]
    while waiting:
        one = waiting.pop()
        if one not in found:
            found.add(one)
            waiting += _imported(one)
    return frozenset(found)


def _imported(file: str) -> Iterator[str]:
    """Yield the library files that a file imports directly."""
    for node in ast.walk(ast.parse((SOURCE / file).read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("twowaystreet"):
            parts = str(node.module).split(".")[1:]
            names = ["/".join(parts), *("/".join((*parts, each.name)) for each in node.names)]
            files = (file for name in names for file in (f"{name}.py", f"{name}/__init__.py"))
            yield from (file for file in files if (SOURCE / file).is_file())
    # Python imports the parent packages of a module first.
    packages = (f"{package.as_posix()}/__init__.py" for package in Path(file).parents)
    yield from (package.removeprefix("./") for package in packages)


def try_all(mutants: Sequence[Mutant], stage: Stage, jobs: int) -> Iterator[tuple[Mutant, bool]]:
    """Test mutants in parallel; yield each with True if it survives.

    A mutant that exceeds the time limit counts as detected.

    Args:
        mutants: the mutants.
        stage: the hands and tests to run.
        jobs: maximum number of processes.

    Raises:
        ValueError: if the tests fail on the unchanged module.
    """
    if not mutants:
        return
    first = mutants[0]
    same = attrs.evolve(first, code=(SOURCE / first.module).read_text("utf-8"))
    began = time.monotonic()
    if not _passes(os.waitpid(_start_run(same, stage), 0)[1]):
        raise ValueError(f"{' '.join(stage.tests)}: these tests fail on the unchanged module")
    least, times = PATIENCE
    seconds = least + times * (time.monotonic() - began)
    waiting = [*reversed(mutants)]
    running: dict[int, _Run] = {}
    try:
        while waiting or running:
            while waiting and len(running) < jobs:
                mutant = waiting.pop()
                running[_start_run(mutant, stage)] = _Run(mutant, time.monotonic())
            process, status = os.waitpid(-1, os.WNOHANG)
            if process:
                yield running.pop(process).mutant, _passes(status)
                continue
            for process, run in running.items():
                if time.monotonic() - run.begun > seconds:
                    _end(process)
            time.sleep(0.02)
    finally:
        for process in running:
            _end(process)


def _passes(status: int) -> bool:
    return os.waitstatus_to_exitcode(status) == ALL_GOOD


def _end(process: int) -> None:
    """Kill a run with all its child processes."""
    with suppress(ProcessLookupError):
        os.killpg(process, signal.SIGKILL)


def _start_run(mutant: Mutant, stage: Stage) -> int:
    sys.stdout.flush()
    process = os.fork()
    if process:
        return process
    status = 1
    try:
        os.setsid()
        nothing = os.open(os.devnull, os.O_RDWR)
        for stream in range(3):
            os.dup2(nothing, stream)
        finder = _Finder(mutant)
        sys.meta_path.insert(0, finder)
        sys.dont_write_bytecode = True
        _compare_hands(stage.games)
        status = int(pytest.main([*OPTIONS, *stage.tests], [finder]))
    finally:
        os._exit(status)


def _compare_hands(games: Sequence[str]) -> None:
    """Compare some hands with the reference; raise an error at a difference."""
    if games:
        check_hand = importlib.import_module("tests.random_hands").check_hand
        for number in range(HANDS):
            for game in games:
                check_hand(game, 0, number)
