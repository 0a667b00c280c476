"""The words in the middle of a table: the facts about the hand, and the stock with its number."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from twowaystreet._core.display.values import count
from twowaystreet.svg.elements import back, sign, text
from twowaystreet.svg.geometry import Box, Place, Size
from twowaystreet.svg.layout import FACT_LINE
from twowaystreet.svg.lettering import broken, width_of
from twowaystreet.svg.scene import Item
from twowaystreet.svg.table_facts import Sentence


def facts_of_hand(facts: Sequence[Sentence], box: Box, middle: bool) -> Iterator[Item]:
    """Yield the facts about the hand, a line each, with the sign of a suit.

    Args:
        facts: the facts.
        box: their place.
        middle: True if the lines stand in the middle of their place.
    """
    lines = [
        (line, fact.suit if last else None)
        for fact in facts
        for line, last in _with_last(broken(fact.words, box.width - 20, 13))
    ]
    most = max(int(box.height / FACT_LINE), 1)
    for at, (line, suit) in enumerate(lines[:most]):
        half = width_of(line, 13) / 2 if middle else 0.0
        x = box.center[0] if middle else box.x + 4
        art = text(line, 0, 13, "name lit m" if middle else "name lit")
        if suit:
            mark = half + 14 if middle else width_of(line, 13, bold=True) + 12
            art += f'<circle class="card" cx="{mark:.1f}" cy="8.5" r="9"/>'
            art += sign(suit, Place(mark, 8.5), 0.6)
        words = f"{line}{f' {suit.word}' if suit else ''}"
        y = box.y + at * FACT_LINE
        yield Item(name=f"fact-{at}", x=x, y=y, z=90, art=art, label=words)


def stock(left: int | None, box: Box, felt: Box, middle: bool) -> Iterator[Item]:
    """Yield the stock as a pile.

    Args:
        left: the number of its cards; ``None`` if there is no stock.
        box: its place; without height if it is told in words.
        felt: the cloth, from whose middle cards come then.
        middle: True if the pile lies in the middle of its place.
    """
    if not left:
        return
    if not box.height:
        yield Item(name="stock", x=felt.center[0], y=felt.center[1], z=2, art="")
        return
    x, y = box.center[0] if middle else box.x + 24, box.y + 22
    art = "".join(back(Place(3 * at - 3, -2 * at), Size(28, 40)) for at in range(3))
    art += text(f"stock {left}", 0, 36, "small soft m")
    yield Item(name="stock", x=x, y=y, z=20, art=art, label=f"stock: {count(left, 'card')}")


def _with_last(lines: Sequence[str]) -> Iterator[tuple[str, bool]]:
    """Yield lines, each with True for the last one."""
    for at, line in enumerate(lines, start=1):
        yield line, at == len(lines)
