"""The file of a match: JSON lines, a header and then one line for each deal.

Every line is flushed at once. A match can be interrupted at any byte: the last line, if it has no
end, is dropped, and the match goes on with its deal.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Generator, Iterator, Mapping
from pathlib import Path
from typing import IO, Any, Final, TypeAlias

from twowaystreet._serial import plain_data
from twowaystreet.arena.hands import HandLine
from twowaystreet.arena.plan import Plan
from twowaystreet.arena.results import ArenaError
from twowaystreet.errors import quoted
from twowaystreet.players._faults import Fault

Kept: TypeAlias = tuple[list[HandLine], bytes]
"""The hands of a deal, and their line."""
_END: Final = b"\n"


def header_line(plan: Plan) -> bytes:
    """Return the first line of a match."""
    return _line(plan.header())


def deal_line(deal: int, hands: list[HandLine]) -> bytes:
    """Return the line of a deal."""
    return _line({"deal": deal, "hands": hands})


def _line(data: Mapping[str, Any]) -> bytes:
    return plain_data.to_json(data).encode() + _END


class MatchFileError(ArenaError):
    """A file that is damaged, or that of another match."""


class MatchFile:
    """The file of a match.

    Args:
        file: the open file.
        path: its path, for messages.
        plan: the match.
    """

    def __init__(self, file: IO[bytes], path: Path, plan: Plan) -> None:
        self._file = file
        self._path = path
        self._plan = plan

    def begin(self) -> None:
        """Check the header, or write it to an empty file.

        Raises:
            MatchFileError: if the file has another header; the file stays as it is.
        """
        expected = header_line(self._plan)
        found = self._file.readline()
        if found == expected:
            return
        if found.endswith(_END) or not expected.startswith(found):
            raise MatchFileError(
                f"{str(self._path)!r} has another header: {self._differences(found)}"
            )
        self._file.seek(0)
        self._file.truncate()
        self.write(expected)

    def _differences(self, found: bytes) -> str:
        expected = self._plan.header()
        try:
            text = plain_data.from_json(found.decode())
            data: plain_data.Object = plain_data.from_plain(plain_data.Object, text, ())
        except ValueError:  # both errors are
            return f"found {quoted(found)}, expected {quoted(expected)}"
        faults = [
            f"{key} is {quoted(data.get(key))}, expected {quoted(value)}"
            for key, value in expected.items()
            if data.get(key) != value
        ]
        return "; ".join(faults or ["it has other keys"])

    def kept(self) -> Iterator[Kept]:
        """Yield the deals in the file; at its end, drop a line without end.

        Raises:
            MatchFileError: if a line is damaged; the file stays as it is.
        """
        deal = 0
        while True:
            begun = self._file.tell()
            line = self._file.readline()
            if not line.endswith(_END):
                self._file.seek(begun)
                self._file.truncate()
                return
            yield self._hands(deal, line), line
            deal += 1

    def _hands(self, deal: int, line: bytes) -> list[HandLine]:
        try:
            data = plain_data.from_json(line.decode())
            hands: list[HandLine] = data["hands"]
            if line == deal_line(deal, hands) and self._are_hands(deal, hands):
                return hands
        except (ValueError, TypeError, KeyError):
            pass
        reason = f"{str(self._path)!r}, line {deal + 2}: expected deal {deal} of this match"
        raise MatchFileError(f"{reason}, found {quoted(line.rstrip(_END))}")

    def _are_hands(self, deal: int, hands: list[HandLine]) -> bool:
        lineups, kinds = self._plan.lineups(deal), frozenset(map(str, Fault))
        seats = range(self._plan.rules.seats)
        return [hand["seats"] for hand in hands] == list(map(list, lineups)) and all(
            list(map(type, hand["points"])) == [int] * len(seats)
            and all(
                fault["seat"] in seats and fault["kind"] in kinds and len(fault) == 3
                for fault in hand["faults"]
            )
            and len(hand) == 3
            for hand in hands
        )

    def write(self, line: bytes) -> None:
        """Write a line, and give it to the system at once."""
        self._file.write(line)
        self._file.flush()


@contextlib.contextmanager
def match_file(out: str | os.PathLike[str], plan: Plan, *, resume: bool) -> Generator[MatchFile]:
    """Open the file of a match, and check its header.

    Args:
        out: the path.
        plan: the match.
        resume: True to keep the deals in the file; False to begin anew.

    Raises:
        MatchFileError: if the file has another header.
        OSError: if the file cannot be opened.
    """
    path = Path(out)
    if not resume:
        path.write_bytes(b"")
    path.touch()
    with path.open("r+b") as file:
        opened = MatchFile(file, path, plan)
        opened.begin()
        yield opened
