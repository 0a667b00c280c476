"""Tables of the numbers of moves and of the arrays of views, made by the build for each game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from docutils.nodes import container
from docutils.statemachine import StringList
from sphinx.util.docutils import SphinxDirective
from typing_extensions import override

from twowaystreet.rl import Actions, Observation, Piece

if TYPE_CHECKING:
    from docutils.nodes import Node
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

SHOWN: Final = 9
"""The greatest number of columns that a table names one by one."""


class Layout(SphinxDirective):
    """Both tables of a game under its default rules."""

    required_arguments = 1

    @override
    def run(self) -> list[Node]:
        inside = container()
        lines = StringList([*layout(self.arguments[0])], source=self.env.docname)
        self.state.nested_parse(lines, self.content_offset, inside)
        return [inside]


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


def setup(app: Sphinx) -> ExtensionMetadata:
    """Add the directive ``layout``."""
    app.add_directive("layout", Layout)
    return {"parallel_read_safe": True}
