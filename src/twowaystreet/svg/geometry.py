"""The measures of pictures: boxes, hands of cards in fans and rows, and the width of texts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from math import ceil, cos, radians, sin
from typing import Final, NamedTuple
from unicodedata import category, combining, east_asian_width

GAP: Final = 8.0  # the distance between neighbours
FAN: Final = 0.1  # the room for the bend of a fan, in heights of a card
TOUCH: Final = 40.0  # the least distance of cards for fingers; their rows are straight


class Box(NamedTuple):
    """A rectangle, from its left and upper edge."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        """The right edge."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """The lower edge."""
        return self.y + self.height

    @property
    def center(self) -> tuple[float, float]:
        """The middle point."""
        return self.x + self.width / 2, self.y + self.height / 2

    def moved(self, x: float, y: float) -> Box:
        """Return the box moved to the right and down."""
        return Box(self.x + x, self.y + y, self.width, self.height)


class Size(NamedTuple):
    """The width and the height of a card."""

    width: float
    height: float


LARGE: Final = Size(54, 78)  # a card of a hand; the drawing of a card face has this size
SMALL: Final = Size(20, 29)  # a card in the row of another player, which shows a rank above a suit


class CardPlace(NamedTuple):
    """The place of a card: its middle point and its angle in degrees."""

    x: float
    y: float
    angle: float = 0

    def lifted(self, height: float) -> CardPlace:
        """Return the place of the card after it is pulled out of its fan."""
        turn = radians(self.angle)
        return CardPlace(self.x + height * sin(turn), self.y - height * cos(turn), self.angle)

    def box(self, card: Size) -> Box:
        """Return the smallest upright box round the card."""
        turn = radians(self.angle)
        width = card.width * cos(turn) + card.height * abs(sin(turn))
        height = card.height * cos(turn) + card.width * abs(sin(turn))
        return Box(self.x - width / 2, self.y - height / 2, width, height)


_BEND: Final = 2.0  # the angle between two cards of a fan, in degrees
_STEP: Final = 34.0  # the greatest distance between two cards of a fan
_LEAST: Final = 21.0  # the least distance between two cards of a fan; more go into several


def _arc(count: int, width: float, card: Size) -> Iterator[CardPlace]:
    """Yield the places of one fan, round the point 0, 0 at the top of its middle card."""
    outer = (count - 1) / 2 * _BEND
    edge = CardPlace(0, 0, outer).box(card).width / 2
    if count == 1:
        yield CardPlace(0, card.height / 2)
        return
    radius = min((width / 2 - edge) / sin(radians(outer)), _STEP / radians(_BEND))
    for number in range(count):
        angle = number * _BEND - outer
        turn = radians(angle)
        yield CardPlace(radius * sin(turn), card.height / 2 + radius * (1 - cos(turn)), angle)


def fan(count: int, box: Box, card: Size = LARGE) -> tuple[CardPlace, ...]:
    """Return the places of the cards of a hand, from the upper edge of a box down."""
    most = max(int((box.width - 1.3 * card.width) / _LEAST) + 1, 1)
    rows = ceil(count / most)
    places: list[CardPlace] = []
    top = box.y
    for row in range(rows):
        cards = count // rows + (row < count % rows)
        arc = list(_arc(cards, box.width, card))
        tip = min(place.box(card).y for place in arc)
        places += [CardPlace(box.center[0] + at.x, top - tip + at.y, at.angle) for at in arc]
        top = max(place.box(card).bottom for place in places) + GAP / 2
    return tuple(places)


def bounds(boxes: Iterable[Box]) -> Box:
    """Return the smallest box round some boxes; an empty box for no boxes."""
    some = list(boxes) or [Box(0, 0, 0, 0)]
    x, y = min(box.x for box in some), min(box.y for box in some)
    return Box(x, y, max(box.right for box in some) - x, max(box.bottom for box in some) - y)


# The hand at a table

_BENT: Final = 0.4  # the greatest angle between two cards of a hand in one row, in degrees
_TURN: Final = 2.4  # the greatest angle of the last card of such a row

_APART: Final = 4.0  # the distance of two cards of a hand that has more room than it needs


def card_of(height: float) -> Size:
    """Return the size of a card of a height."""
    return Size(round(height * LARGE.width / LARGE.height, 1), round(height, 1))


def per_row(width: float, card: Size, least: float) -> int:
    """Return the most cards in a row whose distance is not below the least one."""
    return max(int((width - card.width) / least + 0.001) + 1, 1)


def row_step(card: Size) -> float:
    """Return the distance of two rows of a hand: the index of the upper one stays in sight."""
    return max(0.55 * card.height, 42.0)


def rows_height(count: int, width: float, card: Size, least: float) -> float:
    """Return the height of a hand in as many rows as it needs."""
    rows = ceil(max(count, 1) / per_row(width, card, least))
    fan = FAN * card.height if rows == 1 and least < TOUCH else 0.0
    return card.height + fan + (rows - 1) * row_step(card)


@lru_cache(256)  # the hands at a table have few sizes
def spread(count_of: int, box: Box, size: Size, least: float) -> tuple[CardPlace, ...]:
    """Return the places of the cards of a hand: in one row, or in as many as they need."""
    if not count_of:
        return ()
    rows = ceil(count_of / per_row(box.width, size, least))
    down = min(row_step(size), (box.height - size.height) / (rows - 1)) if rows > 1 else 0.0
    is_fan = rows == 1 and least < TOUCH
    spare = 0.0 if is_fan else box.height - size.height - down * (rows - 1)
    top = box.y + spare / 2 + size.height / 2
    places: list[CardPlace] = []
    for row in range(rows):
        cards = count_of // rows + (row < count_of % rows)
        room = (box.width - size.width) / max(cards - 1, 1)
        step = min(room, max(size.width + _APART, least))
        bend = min(_BENT, 2 * _TURN / max(cards - 1, 1)) if is_fan else 0.0
        for at in range(cards):
            turn = at - (cards - 1) / 2
            drop = step / radians(bend) * (1 - cos(radians(bend * turn))) if bend else 0.0
            x = box.center[0] + step * turn
            places.append(CardPlace(x, top + row * down + drop, bend * turn))
    return tuple(places)


# Texts. A picture is made without a browser, so their width is not known. The estimates are those
# of a wide font, such as DejaVu Sans, so that texts do not run out of their boxes elsewhere.

_PER_CHAR: Final = (
    (frozenset("ijlI|.,:;' ·"), 0.36),
    (frozenset("ftrJ!()[]"), 0.45),
    (frozenset("wŵŉħĦM+<=>~^#÷×±¬&"), 0.89),
    (frozenset("mW@%—…©®æœÆŒŴ¼½¾"), 1.07),
    (frozenset("ǄǅǆǇǈǉǊǋǌǱǲǳ"), 1.45),
)
_UPPER: Final = 0.79
_OTHER: Final = 0.64
_FULL: Final = 1.05
_LATIN: Final = "\u024f"  # the last Latin letter of the usual blocks
_FOREIGN: Final = 1.65  # the factor for letters of other scripts, such as a wide Cyrillic Zhe
_BOLD: Final = 1.12
LONGEST: Final = 120  # the greatest number of characters of a text
_REPLACED: Final = frozenset({"Cc", "Cs", "Cn", "Co", "Zl", "Zp"})  # not allowed in a text
_OVERRIDES: Final = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff")


@lru_cache(256)  # a page has the same names with each move
def clean(text: str) -> str:
    """Return a text on one line, without characters that XML forbids or that turn texts round."""
    kept = (" " if char.isspace() else "\ufffd" if _is_unfit(char) else char for char in text)
    return " ".join("".join(kept).split())[:LONGEST]


def _is_unfit(char: str) -> bool:
    return category(char) in _REPLACED or char in _OVERRIDES


@lru_cache(4096)  # other texts have the same characters
def _em(char: str) -> float:
    if combining(char) or category(char) in ("Cf", "Mn", "Me"):
        return 0.0
    if east_asian_width(char) in "WF":
        return _FULL
    for chars, width in _PER_CHAR:
        if char in chars:
            return width
    foreign = _FOREIGN if char > _LATIN else 1.0
    return foreign * (_UPPER if char.isupper() else _OTHER)


@lru_cache(512)  # names, points and facts are measured again with each move
def width_of(text: str, size: float, *, bold: bool = False) -> float:
    """Return the greatest width that a text is likely to have."""
    return sum(map(_em, text)) * size * (_BOLD if bold else 1)


def fitted(text: str, width: float, size: float, *, bold: bool = False) -> str:
    """Return a text, cut so that it fits into a width."""
    if width_of(text, size, bold=bold) <= width:
        return text
    kept = text
    while kept and width_of(f"{kept}…", size, bold=bold) > width:
        kept = kept[:-1]
    return f"{kept.rstrip()}…"


def wrapped(parts: Iterable[str], width: float, size: float, separator: str = " · ") -> list[str]:
    """Return texts joined by a separator, in as many lines as they need."""
    lines: list[str] = []
    for part in parts:
        longer = f"{lines[-1]}{separator}{part}" if lines else ""
        if longer and width_of(longer, size) <= width:
            lines[-1] = longer
        else:
            lines += broken(part, width, size) if " " in part else [fitted(part, width, size)]
    return lines


def broken(text: str, width: float, size: float) -> list[str]:
    """Return the words of a text in as many lines as they need; a longer word is cut."""
    return wrapped(text.split(" "), width, size, " ")
