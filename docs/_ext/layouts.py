"""Tables that the build makes for each game: fields of views, numbers of moves, arrays of views."""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from docutils.nodes import container
from docutils.statemachine import StringList
from sphinx.util.docutils import SphinxDirective
from typing_extensions import override

from docs._ext.public_names import PACKAGE, first_names
from twowaystreet.rl import Actions, Observation, Piece

if TYPE_CHECKING:
    from docutils.nodes import Node
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

SHOWN: Final = 9
"""The greatest number of columns that a table names one by one."""


class Tables(SphinxDirective):
    """Lines in Markdown, made for the argument."""

    required_arguments = 1
    final_argument_whitespace = True

    @override
    def run(self) -> list[Node]:
        inside = container()
        lines = StringList([*self.lines()], source=self.env.docname)
        self.state.nested_parse(lines, self.content_offset, inside)
        return [inside]

    @abstractmethod
    def lines(self) -> Iterator[str]: ...


_FIELD: Final = re.compile(r"^    (\w+): (.*(?:\n {8}.*)*)", re.MULTILINE)


def fields(*classes: str) -> Iterator[str]:
    """Yield a table with the attributes of some classes of views, as their docstrings tell them."""
    yield from ("| field | content |", "| --- | --- |")
    for path in classes:
        docstring = first_names()[path].docstring
        assert docstring is not None, path
        for name, text in _FIELD.findall(docstring.value):
            if path == f"{PACKAGE}.View" or name not in ("rules", "score"):
                content = " ".join(text.split()).replace("``", "`").removesuffix(".")
                yield f"| `{name}` | {content} |"


def layout(game: str) -> Iterator[str]:
    """Yield the lines of both tables in Markdown."""
    actions, observation = Actions(game), Observation(game)
    yield f":::{{folded}} {actions.size} numbers of moves"
    yield from ("", "| numbers | moves |", "| --- | --- |")
    cards = len(actions.cards)
    yield f"| 0 to {cards - 1} | the cards from {actions.names[0]} to {actions.names[cards - 1]} |"
    for number, name in enumerate(actions.names[cards:], start=cards):
        yield f"| {number} | {name} |"
    yield from (":::", "")
    hand, match = observation.sizes
    yield f":::{{folded}} {hand} numbers of the hand, and {match} of the match"
    yield from (
        "",
        "| piece | array | first place | shape | columns | values |",
        "| --- " * 6 + "|",
    )
    for piece in observation.pieces.values():
        shape = " × ".join(map(str, piece.shape))
        cells = (
            f"`{piece.name}`",
            piece.array,
            piece.start,
            shape,
            _columns(piece),
            _values(piece),
        )
        yield f"| {' | '.join(map(str, cells))} |"
    yield ""
    yield "Left out: " + "; ".join(f"{name} ({why})" for name, why in observation.left_out.items())
    yield ":::"


def _columns(piece: Piece) -> str:
    return _some(piece.columns)


def _some(names: Sequence[str]) -> str:
    """Return some names, or the first and the last of many."""
    if len(names) <= SHOWN:
        return ", ".join(names)
    return f"{names[0]}, {names[1]} … {names[-1]}"


def _values(piece: Piece) -> str:
    low, high = min(piece.low), max(piece.high)
    return "any" if piece.array == "match" else f"{low} to {high}"


class Fields(Tables):
    """The fields of views, by the public names of their classes."""

    @override
    def lines(self) -> Iterator[str]:
        return fields(*self.arguments[0].split())


class Layout(Tables):
    """The numbers and the arrays of a game under its default rules."""

    @override
    def lines(self) -> Iterator[str]:
        return layout(self.arguments[0])


def setup(app: Sphinx) -> ExtensionMetadata:
    """Add the directives ``fields`` and ``layout``."""
    app.add_directive("fields", Fields)
    app.add_directive("layout", Layout)
    return {"parallel_read_safe": True}
