"""Tables of positions and their numbers, read from text and written as text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from textwrap import wrap
from typing import Final

import attrs

from twowaystreet._core.engine.game import GAMES

HERE: Final = Path(__file__).parent
WIDTH: Final = 100

UNKNOWN: Final = -1
"""A missing number, written as a question mark."""


@attrs.frozen
class Ends:
    """Results of the sequences to the end of a hand.

    Attributes:
        sequences: number of sequences.
        points: points of each seat, added over all sequences.
        digest: digest of the number of sequences with each result.
    """

    sequences: int
    points: tuple[int, ...] = ()
    digest: str = ""

    def __str__(self) -> str:
        if self.sequences == UNKNOWN:
            return "?"
        points = " ".join(map(str, self.points))
        return f"{self.sequences} points {points} digest {self.digest}"


@attrs.frozen
class Numbers:
    """Numbers counted from a position.

    Attributes:
        counts: numbers of sequences of 1, 2, 3, ... moves.
        lead: number of sequences up to the first lead; ``None`` if not counted.
        ends: results of the sequences to the end of the hand; ``None`` if not counted.
    """

    counts: tuple[int, ...] = ()
    lead: int | None = None
    ends: Ends | None = None

    def __len__(self) -> int:
        return len(self.counts) + (self.lead is not None) + (self.ends is not None)

    @property
    def leaves(self) -> int:
        """Number of sequences that the walk visits one by one."""
        return self.ends.sequences if self.ends else max(self.counts, default=0)

    def lines(self) -> Iterator[str]:
        """Yield the numbers as lines of a table."""
        if self.counts:
            yield f"counts {_numbers(self.counts)}"
        if self.lead is not None:
            yield f"lead {_numbers([self.lead])}"
        if self.ends:
            yield f"end {self.ends}"


@attrs.frozen(kw_only=True)
class Position:
    """A position to count from.

    Attributes:
        game: the game's name.
        name: short description of the position.
        options: the options that differ from the defaults, as texts.
        begin: arguments of a match in progress, such as scores.
        pack: the cards of a smaller pack; empty for the game's own.
        deals: the deals by name.
        moves: the moves to the position, each deal by its name.
        numbers: the numbers counted from it.
    """

    game: str
    name: str
    options: Mapping[str, str] = attrs.field(factory=dict[str, str])
    begin: Mapping[str, tuple[int, ...]] = attrs.field(factory=dict[str, tuple[int, ...]])
    pack: str = ""
    deals: Mapping[str, str] = attrs.field(repr=False)
    moves: tuple[str, ...] = ()
    numbers: Numbers

    @property
    def record(self) -> Iterator[str]:
        """Yield the moves to the position, each deal with its cards."""
        for move in self.moves:
            verb, _, name = move.partition(" ")
            yield f"deal {self.deals[name]}" if verb == "deal" else move

    def lines(self) -> Iterator[str]:
        """Yield the position as lines of a table."""
        yield f"position {self.name}"
        if self.options:
            yield "options " + " ".join(f"{name}={text}" for name, text in self.options.items())
        if self.begin:
            begin = (f"{name}={','.join(map(str, each))}" for name, each in self.begin.items())
            yield "begin " + " ".join(begin)
        if self.pack:
            yield f"pack {self.pack}"
        yield from _wrapped("moves", "; ".join(self.moves))
        yield from self.numbers.lines()


@attrs.frozen(kw_only=True)
class Table:
    """Positions and numbers of one game.

    Attributes:
        game: the game's name.
        heading: the comment at the top of the table.
        deals: the deals by name.
        positions: the positions in order.
    """

    game: str
    heading: str
    deals: Mapping[str, str]
    positions: tuple[Position, ...]

    def __str__(self) -> str:
        blocks: list[Iterable[str]] = [[f"# {line}" for line in self.heading.splitlines()]]
        for name, cards in self.deals.items():
            blocks.append([f"deal {name}", *_wrapped("cards", cards)])
        blocks += [position.lines() for position in self.positions]
        return "\n\n".join(map("\n".join, blocks)) + "\n"

    @classmethod
    def from_text(cls, game: str, text: str) -> Table:
        """Read a table.

        Raises:
            ValueError: if a line is unknown or a name is repeated.
        """
        heading, *blocks = text.strip().split("\n\n")
        deals: dict[str, str] = {}
        positions: dict[str, Position] = {}
        for block in blocks:
            block_type, name, found = _fields(block)
            if name in deals or name in positions:
                raise ValueError(f"{game}: {name!r} is repeated")
            if block_type == "deal":
                deals[name] = " ".join(found.pop("cards"))
            elif block_type == "position":
                positions[name] = _position(game, name, deals, found)
            if found or block_type not in ("deal", "position"):
                raise ValueError(f"{game}: unknown block {found or block_type} of {name!r}")
        comment = "\n".join(line.removeprefix("# ") for line in heading.splitlines())
        return cls(game=game, heading=comment, deals=deals, positions=tuple(positions.values()))


def load(game: str) -> Table:
    """Load the table of a game."""
    return Table.from_text(game, path_of(game).read_text(encoding="ascii"))


def path_of(game: str) -> Path:
    """Return the path of a game's table."""
    return HERE / f"{game}.txt"


def tables() -> dict[str, Table]:
    """Load the tables of all games, by name."""
    return {game: load(game) for game in GAMES if path_of(game).exists()}


def _numbers(numbers: Sequence[int]) -> str:
    return " ".join("?" if number == UNKNOWN else str(number) for number in numbers)


def _wrapped(key: str, text: str) -> list[str]:
    return [f"{key} {line}" for line in wrap(text, WIDTH - len(key) - 1)]


def _fields(block: str) -> tuple[str, str, dict[str, list[str]]]:
    """Return the type of a block, its name, and its other lines by first word."""
    first, *rest = block.split("\n")
    block_type, _, name = first.partition(" ")
    found: dict[str, list[str]] = {}
    for line in rest:
        key, _, value = line.partition(" ")
        found.setdefault(key, []).append(value)
    return block_type, name, found


def _number(text: str) -> int:
    return UNKNOWN if text == "?" else int(text)


def _settings(lines: Iterable[str]) -> dict[str, str]:
    return dict(setting.split("=") for line in lines for setting in line.split())


def _ends(text: str) -> Ends:
    if text == "?":
        return Ends(UNKNOWN)
    sequences, _, rest = text.partition(" points ")
    points, _, digest = rest.partition(" digest ")
    return Ends(int(sequences), tuple(map(int, points.split())), digest)


def _position(
    game: str, name: str, deals: Mapping[str, str], found: dict[str, list[str]]
) -> Position:
    """Make a position from these lines, and remove them from ``found``."""
    begin = _settings(found.pop("begin", []))
    moves = " ".join(found.pop("moves"))
    lead, ends = found.pop("lead", []), found.pop("end", [])
    return Position(
        game=game,
        name=name,
        options=_settings(found.pop("options", [])),
        begin={key: tuple(map(int, text.split(","))) for key, text in begin.items()},
        pack=" ".join(found.pop("pack", [])),
        deals=deals,
        moves=tuple(moves.split("; ")),
        numbers=Numbers(
            tuple(_number(text) for line in found.pop("counts", []) for text in line.split()),
            _number(lead[0]) if lead else None,
            _ends(ends[0]) if ends else None,
        ),
    )
