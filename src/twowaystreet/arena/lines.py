"""The file of a match: JSON lines, a header and then one line for each deal.

A match can be interrupted at any byte: a last line without end is dropped, and the match goes on.
"""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Generator, Iterator, Mapping
from itertools import zip_longest
from pathlib import Path
from typing import IO, Final, TypeAlias, cast

import attrs

from twowaystreet._core.engine.game import Game
from twowaystreet._core.serial import plain_data
from twowaystreet._util.faults import LONGEST_MESSAGE
from twowaystreet.arena.hands import HandLine
from twowaystreet.arena.identity import known_of
from twowaystreet.arena.plan import MatchPlan
from twowaystreet.arena.results import MatchFileError
from twowaystreet.errors import RecordError, quoted
from twowaystreet.players._seated import Fault

Kept: TypeAlias = tuple[list[HandLine], bytes]
_END: Final = b"\n"
_FAULT_KEYS: Final = (["seat", "phase", "kind", "message"], ["seat", "kind", "message"])
"""The keys of a fault; those without a phase are from version 0.2.0."""
LONGEST_HEADER: Final = 1_000_000
"""The most characters of a header: that of a device may never end."""


def line_of(data: object) -> bytes:
    """Return a line: the header of a match, or a deal."""
    return plain_data.to_json(data).encode() + _END


def timeless_line(deal: int, hands: list[HandLine], line: bytes) -> bytes:
    """Return the line of a deal without its thinking times, which differ from run to run."""
    if not any("times" in hand for hand in hands):
        return line
    found = [{key: value for key, value in hand.items() if key != "times"} for hand in hands]
    return line_of({"deal": deal, "hands": found})


def plan_in(line: bytes, path: str, game: Game | None) -> MatchPlan:
    """Return the plan in the first line of a file; the game may be that of its name."""
    try:
        if not line.endswith(_END):
            raise RecordError("the first line has no end")
        data = plain_data.from_json(line.decode())
        found = MatchPlan.read(data, game)
        header, given = found.header(), data["rules"]  # without the options that came later
        header["rules"] = {name: each for name, each in header["rules"].items() if name in given}
        if line_of(header) != _renewed(line):
            raise RecordError(f"expected {quoted(line_of(header).rstrip())}")
    except ValueError as error:  # all our errors are
        reason = f"{path!r} is no file of a match: {error}; found {quoted(line.rstrip())}"
        raise MatchFileError(reason) from None
    return found


def _renewed(line: bytes) -> bytes:
    """Return a line as this version writes it: those before had no texts for great numbers."""
    found = plain_data.from_json(line.decode())
    return line_of(found) if json.dumps(found).encode() + _END == line else line


def kept_deals(file: IO[bytes], path: str, plan: MatchPlan) -> Iterator[Kept]:
    """Yield the hands of each deal after the header, and their line without thinking times."""
    deal = 0
    while (line := file.readline()).endswith(_END):
        hands = _hands_in(deal, line, plan)
        if hands is None:
            reason = f"{path!r}, line {deal + 2}: expected deal {deal} of this match"
            raise MatchFileError(f"{reason}, found {quoted(line.rstrip(_END))}")
        yield hands, timeless_line(deal, hands, line)
        deal += 1


def _hands_in(deal: int, line: bytes, plan: MatchPlan) -> list[HandLine] | None:
    with contextlib.suppress(ValueError, TypeError, KeyError, AttributeError):
        hands: list[HandLine] = plain_data.from_json(line.decode())["hands"]
        for hand in hands:
            hand["points"] = [plain_data.from_plain(int, each, ()) for each in hand["points"]]
        if (
            line_of({"deal": deal, "hands": hands}) == _renewed(line)
            and [hand["seats"] for hand in hands] == list(map(list, plan.lineups(deal)))
            and all(_is_hand(hand, plan.rules.seats) for hand in hands)
        ):
            return hands
    return None


def _is_hand(hand: HandLine, seats: int) -> bool:
    return (
        [*hand] in (["seats", "points", "faults"], ["seats", "points", "faults", "times"])
        and [*map(type, [*hand["seats"], *hand["points"]])] == [int] * (2 * seats)
        and all(abs(points) < 10**60 for points in hand["points"])  # whose means are numbers
        and all(_is_fault(fault, seats) for fault in hand["faults"])
        and all(
            [*map(type, decision)] == [int, int]
            and decision[0] in range(seats)
            and 0 <= decision[1] < 10**15  # eleven days
            for decisions in hand.get("times", {}).values()
            for decision in decisions
        )
    )


def _is_fault(fault: Mapping[str, object], seats: int) -> bool:
    seat, *texts = fault.values()
    return (
        [*fault] in _FAULT_KEYS
        and type(seat) is int
        and seat in range(seats)
        and all(type(text) is str and len(text) <= LONGEST_MESSAGE for text in texts)
        and fault["kind"] in [*map(str, Fault)]
    )


@attrs.frozen
class _MatchFile:
    _file: IO[bytes]
    _path: Path
    _plan: MatchPlan

    def begin(self) -> None:
        expected = line_of(self._plan.header())
        found = self._file.readline(LONGEST_HEADER)
        with contextlib.suppress(MatchFileError):
            plan = plan_in(found, str(self._path), self._plan.game)
            if line_of(plan.header()) == expected and None not in plan.digests:
                return
        if found.endswith(_END) or not expected.startswith(found):
            reason = f"{self._differences(found)}; resume=False or --no-resume begins anew"
            raise MatchFileError(f"{str(self._path)!r} cannot go on: {reason}")
        self._file.seek(0)
        self._file.truncate()
        self.write(expected)

    def _differences(self, found: bytes) -> str:
        expected = plain_data.exact(self._plan.header())
        try:
            text = plain_data.exact(plain_data.from_json(found.decode()))
            data: plain_data.Object = plain_data.from_plain(plain_data.Object, text, ())
        except ValueError:  # both errors are
            return f"found {quoted(found)}, expected {quoted(expected)}"
        faults = {
            key: f"{key} is {quoted(data.get(key))}, expected {quoted(value)}"
            for key, value in expected.items()
            if data.get(key) != value
        }
        told = [fault for key, fault in faults.items() if key != "digests"]
        if not {"players", "version"} & faults.keys():  # from which digests follow
            told += self._changes(data.get("digests"))
        return "; ".join(told or ["it has other keys"])

    def _changes(self, digests: object) -> Iterator[str]:
        plan = self._plan
        known = cast(list[object], digests) if isinstance(digests, list) else []
        players = zip(plan.names, plan.players, plan.digests, strict=True)
        for (name, player, digest), found in zip_longest(players, known[: len(plan.names)]):
            if digest is None:
                reason = known_of(player, plan.game)[1]
                same = "so nobody can tell whether it is the same"
                give = "give it a version: arena.versioned(bot, '1'), or mybot.py:bot@1"
                yield f"player {quoted(name)}: {reason}, {same}; {give}"
            elif found != digest:
                words = f"found {quoted(found)}, expected {quoted(digest)}"
                yield f"{quoted(name)} changed, in code, options, version or Python: {words}"

    def kept(self) -> Iterator[Kept]:
        if not self._file.readable():
            return
        end = self._file.tell()
        for kept in kept_deals(self._file, str(self._path), self._plan):
            end = self._file.tell()
            yield kept
        self._file.seek(end)
        self._file.truncate()

    def write(self, line: bytes) -> None:
        try:
            self._file.write(line)
            self._file.flush()
        except OSError as error:
            with contextlib.suppress(OSError):  # it tries to write the rest once more
                self._file.close()
            raise OSError(error.errno, error.strerror, str(self._path)) from error


@contextlib.contextmanager
def match_file(
    out: str | os.PathLike[str], plan: MatchPlan, *, resume: bool
) -> Generator[_MatchFile]:
    """Open the file of a match, and check its header."""
    path = Path(out)
    is_new = not os.path.lexists(path)
    path.touch()
    # A pipe or a device has no match to go on with, and reading it may never end.
    mode = "r+b" if resume and path.is_file() else "wb"
    with contextlib.ExitStack() as undo, path.open(mode) as file:
        if is_new:
            undo.callback(path.unlink, missing_ok=True)
        opened = _MatchFile(file, path, plan)
        if mode == "wb":
            opened.write(line_of(plan.header()))
        else:
            opened.begin()
        undo.pop_all()
        yield opened
