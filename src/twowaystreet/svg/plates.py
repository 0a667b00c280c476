"""The ground of a table, the plates of the players, and the table in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from twowaystreet._core.cards.cards import Card
from twowaystreet._core.display.values import count
from twowaystreet._core.display.words import signs_text
from twowaystreet.svg.elements import back, rectangle, text, words_of
from twowaystreet.svg.geometry import SMALL, Box, Place, Size
from twowaystreet.svg.layout import BACKS, HEADER, NAME_LINE, PAD, WORD_LINE
from twowaystreet.svg.lettering import fitted, width_of, wrapped
from twowaystreet.svg.scene import Item
from twowaystreet.svg.table_facts import Seat, TableFacts

_NAME = 13.0
_WORDS = 12.0
_BACK_STEP = 7.0
"""The greatest distance between two closed cards on a plate."""
_ICON = Size(10, 14)
"""The card that stands for closed cards where there is little room."""
_PICTURE_PLATE = 136.0
"""The width of the texts on the plates of a picture, by which their lines are counted."""


def lines_for(words: Sequence[str]) -> int:
    """Return the number of lines that the facts about a seat need on a plate of a picture."""
    return max(len(wrapped(words, _PICTURE_PLATE, _WORDS)), 1)


def title_of(facts: TableFacts) -> str:
    """Return a table in a few words."""
    who = "everybody" if facts.own is None else facts.seats[facts.own].name
    return f"{facts.title}, as {who} sees the table"


def ground(title: str, whole: Box, felt: Box) -> Iterator[Item]:
    """Yield the cloth, the felt, and the title of a picture; a page has no title."""
    yield Item(name="cloth", x=0, y=0, z=0, art=rectangle(whole, "cloth", 12 if title else 0))
    x, y = felt.center
    top = HEADER - 4 if title else 3.0
    box = Box(4 - x, top - y, felt.width - 8, felt.height - top)
    yield Item(name="felt", x=x, y=y, z=1, art=rectangle(box, "felt", 12))
    if title:
        shown = fitted(title, whole.width - 16, _WORDS)
        art = text(shown, 0, 0, "small soft m")
        yield Item(name="title", x=whole.width / 2, y=15, z=2, art=art)


def plate(number: int, seat: Seat, box: Box) -> Iterator[Item]:
    """Yield the plate of a seat, with the name and the points."""
    x, y = box.center
    inner = box.width - 2 * PAD
    left, top = -box.width / 2 + PAD, -box.height / 2 + PAD
    score = fitted(seat.score, inner / 2, _NAME, bold=True)
    name = fitted(seat.name, inner - width_of(score, _NAME, bold=True) - 6, _NAME, bold=True)
    art = rectangle(_round_middle(box), "panel won" if seat.has_won else "panel", 8)
    color = "tip" if seat.is_actor else "lit"
    art += text(name, left, top + 12, f"name {color}")
    yield Item(name=f"plate-{number}", x=x, y=y, z=10, art=art, label=_described(seat))
    art = text(score, 0, 0, "name e lit")
    yield Item(name=f"score-{number}", x=x - left, y=y + top + 12, z=10, art=art)


def backs(number: int, closed: int, box: Box) -> Iterator[Item]:
    """Yield the closed cards of a seat in a row on its plate, and their number."""
    if not closed:
        return
    x, y = _below_name(box)
    y += BACKS / 2
    room = box.width - 2 * PAD - SMALL.width * 0.8 - width_of(str(closed), _WORDS) - 6
    scale = 0.8
    step = min(_BACK_STEP, room / max(closed - 1, 1))
    for at in range(closed):
        yield _back(number, at, x + SMALL.width * scale / 2 + at * step, y, scale)
    end = x + SMALL.width * scale + (closed - 1) * step + 5
    art = text(str(closed), 0, 0, "small soft")
    yield Item(name=f"count-{number}", x=end, y=y + 4, z=12, art=art)


@lru_cache(2048)  # with each move most closed cards stay in their places
def _back(number: int, at: int, x: float, y: float, scale: float) -> Item:
    art = back(Place(0, 0), SMALL)
    return Item(name=f"back-{number}-{at}", x=x, y=y, z=13 + at, scale=scale, art=art)


def words(
    number: int, told: Sequence[str], closed: int, box: Box, lines: int, low: bool
) -> Iterator[Item]:
    """Yield the facts about a seat on its plate.

    Args:
        number: the seat.
        told: the facts.
        closed: the number of closed cards to give in figures; 0 for none.
        box: the plate.
        lines: the most lines.
        low: True for facts below a row of closed cards.
    """
    x, y = _below_name(box)
    y += BACKS * low
    indent = 0.0
    parts = [word for word in told if word]
    if closed:
        parts = [str(closed), *parts]
        indent = _ICON.width + 4
        at, down = x + _ICON.width / 2, y + WORD_LINE / 2
        icon = back(Place(0, 0), SMALL)
        yield Item(name=f"icon-{number}", x=at, y=down, z=12, scale=0.5, art=icon)
    wide = box.width - 2 * PAD - indent
    shown = wrapped(parts, wide, _WORDS)
    if len(shown) > lines:
        rest = " · ".join(shown[lines - 1 :])
        shown = [*shown[: lines - 1], fitted(rest, wide, _WORDS)]
    if shown:
        art = "".join(
            text(line, indent, 11 + at * WORD_LINE, "small soft") for at, line in enumerate(shown)
        )
        yield Item(name=f"words-{number}", x=x, y=y, z=12, art=art)


def turn(box: Box) -> Iterator[Item]:
    """Yield the frame round the plate of the seat to move."""
    x, y = box.center
    yield Item(name="turn", x=x, y=y, z=11, art=rectangle(_round_middle(box), "turn on", 8))


def _below_name(box: Box) -> tuple[float, float]:
    """Return the left end of what stands below the name on a plate, as far as seen from its middle.

    The sum has this order because pictures keep their bytes.
    """
    x, y = box.center
    return x + (-box.width / 2 + PAD), y + (-box.height / 2 + PAD) + NAME_LINE


def _round_middle(box: Box) -> Box:
    """Return a box of the same size whose middle is the point 0, 0."""
    return Box(-box.width / 2, -box.height / 2, box.width, box.height)


def described(facts: TableFacts) -> str:
    """Return everything at a table in words, for readers who cannot see the picture."""
    return " ".join(_sentences(facts))


def _sentences(facts: TableFacts) -> Iterator[str]:
    for fact in facts.facts:
        yield f"{fact.words}{f' {fact.suit.word}' if fact.suit else ''}."
    for row in facts.middle:
        yield f"{row.label}: {_named(row.cards)}."
    if facts.stock:
        yield f"Stock: {count(facts.stock, 'card')}."
    for seat in facts.seats:
        yield f"{_described(seat)}."
    if facts.moves:
        yield f"You can play: {', '.join(map(words_of, facts.moves))}."


def _described(seat: Seat) -> str:
    return f"{seat.name}: {'; '.join(_seat_words(seat))}"


def _seat_words(seat: Seat) -> Iterator[str]:
    yield f"{seat.score} point{'' if seat.score == '1' else 's'}"
    yield from seat.words
    if seat.hand:
        yield f"holds {_named(seat.hand)}"
    for row in seat.rows:
        yield f"{row.label}: {_named(row.cards)}"
    if seat.played.cards:
        played = "played to the last trick" if seat.played.is_past else "played"
        yield f"{played} {_named(seat.played.cards)}"
    if seat.is_actor:
        yield "to move"


def _named(cards: Sequence[Card | None]) -> str:
    """Return cards with the signs of their suits; of those face down only the number."""
    shown = [card for card in cards if card is not None]
    closed = len(cards) - len(shown)
    words = [signs_text(shown)] if shown else []
    return " ".join(words + ([count(closed, "closed card")] if closed else []))
