"""A picture of which module imports which, drawn from the imports when the documentation is built.

The line ``{module-map}`` of a page is replaced by it. Every module of the core is a box, and so is
every game with what is its own. Boxes stand above all that they import. A line is left out where
another way leads down to the same box.
"""

from __future__ import annotations

from html import escape
from itertools import pairwise
from typing import TYPE_CHECKING, Final

import attrs

from tests.public_api.imports import PARTS, Graph, game_of, graph, layers, part_of
from tests.public_api.names import PACKAGE, first_sentence, said_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

PAGE: Final = "design"
PLACEHOLDER: Final = "{module-map}\n"

WIDTH: Final = 860
MARGIN: Final = 90
"""At the left, for the names of the parts."""
BOX: Final = 26
ROW: Final = 54
LETTER: Final = 7.3
GAP: Final = 62
BEND_ROOM: Final = 24
BEND: Final = " "
"""What the name of a bend begins with, and that of no box."""
ROUNDS: Final = 24
"""How often the rows are ordered anew by what stands in the others."""

STYLE: Final = """
.module-map { width: 100%; height: auto; font: 12px var(--font-stack--monospace, monospace); }
.module-map rect { fill: var(--color-background-secondary, #f8f9fb);
  stroke: var(--color-foreground-border, #878787); }
.module-map .games rect { stroke: var(--color-brand-primary, #0a4bff); }
.module-map text { fill: var(--color-foreground-primary, #000); text-anchor: middle; }
.module-map text.part { fill: var(--color-foreground-secondary, #5a5c63); text-anchor: start;
  font-family: var(--font-stack, sans-serif); }
.module-map path { fill: none; stroke: var(--color-foreground-muted, #6b6f76);
  stroke-opacity: 0.8; }
.module-map line { stroke: var(--color-background-border, #eeebee); }
"""


@attrs.frozen
class Box:
    """A box of the picture: its middle, and how wide it is."""

    name: str
    x: float
    y: float
    width: float


def box_of(module: str) -> str:
    """The box that a module is part of, under the name that stands in it."""
    if (part := part_of(module)) == "games":
        return game_of(module) or module.split(".")[:3][-1]
    return module.removeprefix(f"{PACKAGE}.") if part == "core" else part


def boxes_of(found: Graph) -> dict[str, set[str]]:
    """For every box those that it imports from; what only starts or holds others is left out."""
    left_out = {f"{PACKAGE}.games", f"{PACKAGE}.schemas.__main__"}
    needs: dict[str, set[str]] = {}
    for module in sorted(found.keys() - left_out):
        box = box_of(module)
        needs.setdefault(box, set()).update(map(box_of, set(found[module]) - left_out))
    return {box: below - {box} for box, below in needs.items()}


def reduced(needs: Graph) -> dict[str, set[str]]:
    """The imports without those to which another way leads."""
    reach: dict[str, set[str]] = {}
    for layer in layers(needs):
        for box in layer:
            reach[box] = set(needs[box]).union(*(reach[below] for below in needs[box]))
    return {
        box: {one for one in below if not any(one in reach[other] for other in below)}
        for box, below in needs.items()
    }


def rows_of(needs: Graph) -> list[tuple[str, list[str]]]:
    """The rows from the bottom up, each with the part of the library that it belongs to."""
    parts: dict[str, set[str]] = {part: set() for part in ("core", *PARTS)}
    for module in graph():
        if box_of(module) in needs:
            parts[part_of(module)].add(box_of(module))
    rows: list[tuple[str, list[str]]] = []
    for part, boxes in parts.items():
        games = {box for box in boxes if f"{PACKAGE}.games.{box}" in graph() and box[0] != "_"}
        own = {box: set(needs[box]) & boxes for box in boxes - games}
        rows += [(part, row) for row in layers(own)]
        rows += [(part, sorted(games))] if games else []
    return rows


def with_bends(needs: Graph, rows: list[tuple[str, list[str]]]) -> tuple[Graph, list[list[str]]]:
    """A bend for each row that a line passes, so that lines go round the boxes of that row."""
    row_of = {box: number for number, (_, row) in enumerate(rows) for box in row}
    joined: dict[str, set[str]] = {box: set() for box in needs}
    full = [list(row) for _, row in rows]
    for box, below in needs.items():
        for one in below:
            way = way_of(box, one, row_of)
            for number, bend in enumerate(way[1:-1], start=1):
                full[row_of[box] - number].append(bend)
            for upper, lower in pairwise(way):
                joined.setdefault(upper, set()).add(lower)
                joined.setdefault(lower, set()).add(upper)
    return joined, full


def way_of(box: str, below: str, row_of: dict[str, int]) -> list[str]:
    """The way of a line: the upper box, a bend for each row between, the lower box."""
    rows = range(row_of[box] - 1, row_of[below], -1)
    return [box, *(f"{BEND}{box} {below} {row}" for row in rows), below]


def placed(joined: Graph, rows: list[list[str]]) -> dict[str, Box]:
    """Where each box and each bend stands: in its row near those that it is joined to."""
    place: dict[str, Box] = {}
    for turn in range(ROUNDS):
        order = list(enumerate(rows))
        for number, row in order if turn % 2 == 0 else reversed(order):
            y = (len(rows) - number - 0.5) * ROW
            wanted = {
                box: _middle(place[one].x for one in joined[box] if one in place) for box in row
            }
            for box in _side_by_side(sorted(row, key=lambda box: (wanted[box], box)), wanted, y):
                place[box.name] = box
    return place


def _middle(some: Iterable[float]) -> float:
    found = list(some)
    return sum(found) / len(found) if found else (MARGIN + WIDTH) / 2


def _side_by_side(row: list[str], wanted: dict[str, float], y: float) -> list[Box]:
    """Boxes of a row in this order, each as near to where it is wanted as the others let it be."""
    widths = {box: BEND_ROOM if box.startswith(BEND) else _width(box) + GAP for box in row}
    # From both sides: as far left as the boxes before allow, as far right as those after do.
    from_left, edge = dict[str, float](), float(MARGIN)
    for box in row:
        from_left[box] = max(wanted[box], edge + widths[box] / 2)
        edge = from_left[box] + widths[box] / 2
    from_right, edge = dict[str, float](), float(WIDTH)
    for box in reversed(row):
        from_right[box] = min(wanted[box], edge - widths[box] / 2)
        edge = from_right[box] - widths[box] / 2
    boxes: list[Box] = []
    edge = float(MARGIN)
    room = sum(widths.values())
    for box in row:
        x = (from_left[box] + from_right[box]) / 2
        x = min(max(x, edge + widths[box] / 2), WIDTH - room + widths[box] / 2)
        boxes.append(Box(box, x, y, _width(box)))
        edge = x + widths[box] / 2
        room -= widths[box]
    return boxes


def _width(box: str) -> float:
    return len(box) * LETTER + 18


def picture() -> str:
    """The picture as SVG, to stand in HTML."""
    all_needs = boxes_of(graph())
    rows = rows_of(all_needs)
    part_with = {box: part for part, row in rows for box in row}
    needs = {
        box: {one for one in below if part_with[one] == part_with[box]}
        for box, below in reduced(all_needs).items()
    }
    place = placed(*with_bends(needs, rows))
    row_of = {box: number for number, (_, row) in enumerate(rows) for box in row}
    height = len(rows) * ROW
    told = "; ".join(f"{part}: {', '.join(row)}" for part, row in reversed(rows))
    lines = [
        f'<svg class="module-map" viewBox="0 0 {WIDTH} {height}" role="img" '
        'aria-labelledby="module-map-title module-map-rows">',
        f"<style>{STYLE}</style>",
        '<title id="module-map-title">The modules, each above those that it imports</title>',
        f'<desc id="module-map-rows">From the top down. {escape(told)}.</desc>',
    ]
    for number, (part, _) in enumerate(rows):
        if number + 1 == len(rows) or rows[number + 1][0] != part:
            y = height - (number + 1) * ROW
            rule = f'<line x1="0" y1="{y}" x2="{WIDTH}" y2="{y}"/>' if y else ""
            lines.append(f'{rule}<text class="part" x="0" y="{y + ROW / 2 + 4:.0f}">{part}</text>')
    lines += [
        _line([place[each] for each in way_of(box, one, row_of)])
        for box, below in needs.items()
        for one in sorted(below)
    ]
    for part, row in rows:
        lines.append(f'<g class="{part}">')
        lines += [_box(place[box], part, sorted(all_needs[box])) for box in row]
        lines.append("</g>")
    return "\n".join([*lines, "</svg>"])


def _line(way: list[Box]) -> str:
    """A line down from the first box to the last, straight down through the bends."""
    path = f"M{way[0].x:.0f} {way[0].y + BOX / 2:.0f}"
    for upper, lower in pairwise(way):
        top, bottom = upper.y + BOX / 2, lower.y - BOX / 2
        half = (top + bottom) / 2
        path += f" C{upper.x:.0f} {half:.0f} {lower.x:.0f} {half:.0f} {lower.x:.0f} {bottom:.0f}"
        path += f" V{lower.y + BOX / 2:.0f}" if lower is not way[-1] else ""
    return f'<path d="{path}"/>'


def _box(box: Box, part: str, needs: list[str]) -> str:
    """A box with its name; what is said of it, and what it imports, where the pointer rests."""
    module = {"core": f"{PACKAGE}.{box.name}", "games": f"{PACKAGE}.games.{box.name}"}.get(
        part, f"{PACKAGE}.{part}"
    )
    module = PACKAGE if box.name == PACKAGE else module
    told = escape(f"{first_sentence(said_of(module))}. Imports: {', '.join(needs) or 'nothing'}")
    return (
        f'<g><title>{told}</title><rect x="{box.x - box.width / 2:.0f}" y="{box.y - BOX / 2:.0f}" '
        f'width="{box.width:.0f}" height="{BOX}" rx="5"/>'
        f'<text x="{box.x:.0f}" y="{box.y + 4:.0f}">{box.name}</text></g>'
    )


def complete(app: Sphinx, page: str, source: list[str]) -> None:
    """Put the picture into its page."""
    if page == PAGE:
        app.env.note_reread()  # the code changes without the page
        # A blank line would end the HTML: there is none.
        source[0] = source[0].replace(PLACEHOLDER, f"```{{raw}} html\n{picture()}\n```\n")


def setup(app: Sphinx) -> ExtensionMetadata:
    """Connect what is defined here."""
    app.connect("source-read", complete)
    return {"parallel_read_safe": True}
