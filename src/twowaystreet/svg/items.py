"""The items of a table: cards in their places, plates, and words; each function fills one box."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import ceil
from typing import Final, NamedTuple

from twowaystreet._core.cards.cards import CARDS, Card, Suit
from twowaystreet._core.display.table_facts import Seat, Sentence, described
from twowaystreet._core.display.values import count
from twowaystreet._core.display.words import card_words, minus
from twowaystreet.svg import geometry, shapes
from twowaystreet.svg.elements import at as placed
from twowaystreet.svg.elements import back, rectangle, safe, sign, text
from twowaystreet.svg.geometry import GAP, LARGE, SMALL, Box, CardPlace, Size
from twowaystreet.svg.scene import Item
from twowaystreet.svg.seating import BACKS, FACT_LINE, HEADER, LABEL, NAME_LINE, PAD, WORD_LINE

_LIFT: Final = 12.0  # a picture raises a card of usual size that can be played
_LARGE: Final = 52.0  # the least height of a card whose usual drawing has ranks of 12 pixels
_BETWEEN: Final = 10.0  # the distance of two rows of cards side by side
_READABLE: Final = 0.62  # in widths of a small card: its rank and suit stay in sight
_NAME: Final = 13.0
_WORDS: Final = 12.0
_BACK_STEP: Final = 7.0  # the greatest distance between two closed cards on a plate
_NAMED: Final = 45.0  # the least width of a name beside a note
_NUMBERED: Final = re.compile(r"^(\w)\w* (\d+)$")
_FIRST: Final = re.compile(r"^(\w)\w+ ")  # the first of several words
_ICON: Final = Size(10, 14)  # the card that stands for closed cards where there is little room
_CENTER: Final = CardPlace(0, 0)
_AVATAR: Final = 22.0  # the width of an avatar on a plate with the space after it
_LEAST_NAME: Final = 40.0  # the room that a name keeps beside its avatar
PART: Final = 0.4  # of the width of a plate, which a name has beside facts
_POINTS: Final = 24.0  # the width of the points beside facts


class FaceUp(NamedTuple):
    """A card face up."""

    card: Card
    name: str  # on the table, other than that of an equal card
    is_own: bool = False  # the viewer can choose it
    move: str = ""  # the text of the move that plays it alone, for a picture
    pressed: str = ""  # in a picture, as for :class:`Item`
    dim: bool = False  # no legal move has it, or it has lost a trick
    played_by: str = ""  # the words about its player, for a card of a trick
    goal: str = ""  # the item to which it goes in the end

    @property
    def is_raised(self) -> bool:
        """True if it can be played alone or is chosen."""
        return bool(self.move) or self.pressed == "true"


class LabelledRow(NamedTuple):
    """Cards in a row with a label, ``None`` face down; a frame marks the best of some rows."""

    label: str
    cards: tuple[FaceUp | None, ...]
    is_best: bool = False


# Cards


def _drawing_of(size: Size) -> tuple[Size, float]:
    """Return the size in which a card is drawn, and the factor by which it is enlarged then."""
    drawing = SMALL if size.height < _LARGE else LARGE
    return drawing, round(size.height / drawing.height, 3)


@lru_cache(256)  # by the index, as the hash of a card takes longer
def _drawn(index: int, is_small: bool) -> tuple[str, str, str]:
    card = CARDS[index]
    return shapes.art(card, small=is_small), card_words(card), str(card)


def _face(shown: FaceUp, place: CardPlace, size: Size, z: int, origin: str = "") -> Item:
    drawing, scale = _drawing_of(size)
    art, words, name = _drawn(shown.card.index, drawing is SMALL)
    if shown.is_raised:
        place = place.lifted(_LIFT * size.height / LARGE.height)
    return Item(
        name=shown.name,
        x=place.x,
        y=place.y,
        z=z,
        art=art,
        angle=place.angle,
        scale=scale,
        label=f"{words}, {shown.played_by}" if shown.played_by else words,
        card=name if shown.is_own else "",
        dim=shown.dim,
        origin=origin,
        goal=shown.goal,
        move=shown.move,
        pressed=shown.pressed,
    )


def _either(
    shown: FaceUp | None, row: str, at: int, place: CardPlace, size: Size, z: int, origin: str = ""
) -> Item:
    """Return a card at a place of a row, above those before it; face down it has the row's name."""
    if shown is not None:
        return _face(shown, place, size, z + at, origin)
    drawing, scale = _drawing_of(size)
    x, y, angle = place
    return Item(f"{row}-{at}", x, y, z + at, back(_CENTER, drawing), angle, scale, origin=origin)


def hand(
    number: int, cards: Sequence[FaceUp | None], box: Box, size: Size, reach: float, origin: str
) -> Iterator[Item]:
    """Yield the hand of a seat at the lower edge; new cards come from the item of origin."""
    spots = geometry.spread(len(cards), box, size, reach)
    for at, (shown, place) in enumerate(zip(cards, spots, strict=True)):
        yield _either(shown, f"back-{number}", at, place, size, 300, origin)


def hand_on_table(
    number: int, row: LabelledRow, box: Box, size: Size, reach: float
) -> Iterator[Item]:
    """Yield a hand that lies before the viewer, with its label; the rest is as for :func:`hand`."""
    raised = _LIFT * any(shown and shown.is_raised for shown in row.cards)
    yield label(f"label-{number}-0", row.label, box.center[0], box.y + 11 - raised, box.width)
    inner = Box(box.x, box.y + LABEL, box.width, box.height - LABEL)
    spots = geometry.spread(len(row.cards), inner, size, reach)
    for at, (shown, place) in enumerate(zip(row.cards, spots, strict=True)):
        yield _either(shown, f"down-{number}-0", at, place, size, 200)


def rows(
    number: int, some: Sequence[LabelledRow], box: Box, size: Size, centered: bool
) -> Iterator[Item]:
    """Yield rows of cards of a seat side by side, with a label above each."""
    widths, step = _fitting(some, size, box.width - _BETWEEN * (len(some) - 1))
    x = box.x
    if centered:
        x = box.center[0] - (sum(widths) + _BETWEEN * (len(some) - 1)) / 2
    high = min(LABEL, box.height - size.height)
    y = box.y + high + size.height / 2
    for which, (row, width) in enumerate(zip(some, widths, strict=True)):
        if row.label and high > LABEL - 1:
            last = which == len(some) - 1
            wide = max(width, box.right - x) if last else width + 2
            start = x
            if last and which and not some[which - 1].label:  # above the cards before it, too
                start -= min(max(geometry.width_of(row.label, _WORDS) + 1 - wide, 0), x - box.x)
            wide += x - start
            yield label(f"label-{number}-{which}", row.label, start, box.y + 11, wide, middle=False)
        for at, shown in enumerate(row.cards):
            place = CardPlace(x + size.width / 2 + at * step, y)
            yield _either(shown, f"down-{number}-{which}", at, place, size, 40)
        if row.is_best:
            left = x + size.width / 2
            right = left + step * (len(row.cards) - 1)
            yield _best(f"best-{number}-{which}", left, right, y, size)
        x += width + _BETWEEN


def _fitting(some: Sequence[LabelledRow], size: Size, room: float) -> tuple[list[float], float]:
    """Return the widths of rows of cards and their labels, and the distance of two cards."""
    step = 0.86 * size.width
    labels = [geometry.width_of(row.label, _WORDS) for row in some]
    while True:
        cards = [(len(row.cards) - 1) * step + size.width for row in some]
        wanted = [*map(max, cards, labels)]
        is_full = sum(wanted if step > _READABLE * size.width else cards) > room
        if not is_full or step < 4:
            break
        step *= 0.94
    if (more := sum(wanted) - sum(cards)) > max(room - sum(cards), 0):
        share = max(room - sum(cards), 0) / more
        wanted = [least + share * (most - least) for least, most in zip(cards, wanted, strict=True)]
    return wanted, step


def middle(some: Sequence[LabelledRow], box: Box, size: Size) -> Iterator[Item]:
    """Yield the cards that belong to nobody, in rows one below the other while they fit."""
    high = LABEL + size.height + 2
    columns = ceil(len(some) / max(box.height // high, 1))
    width = box.width / columns
    for which, row in enumerate(some):
        line, column = divmod(which, columns)
        x, y, amount = box.x + (column + 0.5) * width, box.y + line * high, len(row.cards)
        room = max(width - size.width - (GAP if columns > 1 else 0), 0)
        step = min(0.8 * size.width, room / max(amount - 1, 1))
        left = x - step * (amount - 1) / 2
        yield label(f"row-{which}", row.label, x, y + 11, width)
        for at, shown in enumerate(row.cards):
            place = CardPlace(left + at * step, y + LABEL + size.height / 2)
            yield _either(shown, f"middle-{which}", at, place, size, 30)


def slot(
    number: int,
    cards: Sequence[FaceUp],
    name: str,
    note: str,
    winning: range | None,
    box: Box,
    size: Size,
    wide: float,
) -> Iterator[Item]:
    """Yield the cards of a seat in the trick, a name and a note below, and the mark of the best."""
    amount = len(cards)
    room = box.width - size.width
    step = min(size.width + 3 if amount == 2 else 0.45 * size.width, room / max(amount - 1, 1))
    left, y = box.center[0] - step * (amount - 1) / 2, box.y + size.height / 2
    for at, shown in enumerate(cards):
        place = CardPlace(left + at * step, y)
        yield _face(shown, place, size, 100 + at, f"plate-{number}")
    if winning:
        yield _best("best", left + winning[0] * step, left + winning[-1] * step, y, size)
    if name or note:
        full = ": ".join(filter(None, (name, note)))
        x, down = box.center[0], box.y + size.height + 14
        wide, classes = wide or max(box.width + 40, 150.0), "small tip" if note else "small soft"
        words = _note(name, note, wide)
        found = label(f"note-{number}", words, x, down, wide, classes=classes)
        yield found if words == full else found._replace(label=full)


def _note(name: str, note: str, wide: float) -> str:
    """Return a name and a note in a width; where it is narrow, the name alone or in short."""
    short, end = _short(name), f": {note}" if note else ""
    every = (f"{name}{end}", f"{short}{end}", name, short) if name else (note,)
    room = wide - geometry.width_of(end, _WORDS)
    cut = f"{geometry.fitted(name, room, _WORDS)}{end}" if room > _NAMED else every[-1]
    whole = [each for each in every if geometry.width_of(each, _WORDS) <= wide]
    return cut if name and short == name and room > _NAMED else [*whole, cut][0]


def _short(name: str) -> str:
    """Return a name with a number in as few letters as possible.

    >>> _short("Bot 12"), _short("Ann")
    ('B12', 'Ann')
    """
    return _NUMBERED.sub(r"\1\2", name)


def _best(name: str, first: float, last: float, y: float, size: Size) -> Item:
    width = last - first + size.width + 4
    art = (
        f'<rect class="mark" x="{-width / 2:.1f}" y="{-size.height / 2 - 2:.1f}" '
        f'width="{width:.1f}" height="{size.height + 4:.1f}" rx="6"/>'
    )
    return Item(name=name, x=(first + last) / 2, y=y, z=150, art=art)


def label(
    name: str,
    words: str,
    x: float,
    y: float,
    width: float,
    *,
    middle: bool = True,
    classes: str = "small soft",
) -> Item:
    """Return a label; where it is narrow, as ``r. flush``, or cut."""
    has_room = geometry.width_of(words, _WORDS) <= width
    shown = words if has_room else geometry.fitted(_FIRST.sub(r"\1. ", words), width, _WORDS)
    if middle:
        classes += " m"
    full = words if shown != words else ""
    return Item(name=name, x=x, y=y, z=95, art=text(shown, 0, 0, classes), label=full)


# The ground and the plates


def ground(title: str, whole: Box, felt: Box) -> Iterator[Item]:
    """Yield the cloth, the felt, and the title of a picture; a page has no title."""
    yield Item(name="cloth", x=0, y=0, z=0, art=rectangle(whole, "cloth", 12 if title else 0))
    x, y = felt.center
    top = HEADER - 4 if title else 3.0
    box = Box(4 - x, top - y, felt.width - 8, felt.height - top)
    yield Item(name="felt", x=x, y=y, z=1, art=rectangle(box, "felt", 12))
    if title:
        shown = geometry.fitted(title, whole.width - 16, _WORDS)
        art = text(shown, 0, 0, "small soft m")
        yield Item(name="title", x=whole.width / 2, y=15, z=2, art=art)


def plate(number: int, seat: Seat, box: Box, has_avatar: bool, part: float) -> Iterator[Item]:
    """Yield the plate of a seat, with the name and the points, and with an avatar on pages.

    Facts beside the name leave it a part of the width.
    """
    x, y = box.center
    called = seat.called if has_avatar else ""
    points = seat.score if seat.called else ""  # nobody sits there
    art, score = _plate_arts(
        seat.name, points, seat.is_actor, seat.has_won, box.width, box.height, called, part
    )
    yield Item(name=f"plate-{number}", x=x, y=y, z=10, art=art, label=described(seat))
    left, top = -box.width / 2 + PAD, -box.height / 2 + PAD
    yield Item(name=f"score-{number}", x=x - left, y=y + top + 12, z=10, art=score)


@lru_cache(128)  # most moves change the words about a seat alone
def _plate_arts(
    name: str,
    score: str,
    is_actor: bool,
    has_won: bool,
    width: float,
    height: float,
    called: str,
    part: float,
) -> tuple[str, str]:
    """Return the drawing of a plate with its name round the middle, and that of the points.

    A page draws the avatar of a person who is ``called`` so, if the name keeps enough room.
    """
    inner = width - 2 * PAD
    points = geometry.fitted(minus(score), inner / 2, _NAME, bold=True)
    room = part * inner - (geometry.width_of(points, _NAME, bold=True) + 6) * (part == 1)
    around = Box(-width / 2, -height / 2, width, height)
    art = rectangle(around, "panel won" if has_won else "panel", 8)
    left = around.x + PAD
    if called and room - _AVATAR >= _LEAST_NAME:
        place = CardPlace(left + 9, around.y + PAD + 7)
        art += f'<g data-called="{safe(called)}"{placed(place, 0.75)}/>'  # avatar.js fills it
        left, room = left + _AVATAR, room - _AVATAR
    shown = geometry.fitted(name, room, _NAME, bold=True)
    color = "tip" if is_actor else "lit"
    art += text(shown, left, around.y + PAD + 12, f"name {color}")
    return art, text(points, 0, 0, "name e lit")


def backs(number: int, closed: int, box: Box, origin: str) -> Iterator[Item]:
    """Yield the closed cards of a seat in a row on its plate, and their number."""
    if not closed:
        return
    x, y = _below_name(box)
    y += BACKS / 2
    room = box.width - 2 * PAD - SMALL.width * 0.8 - geometry.width_of(str(closed), _WORDS) - 6
    scale = 0.8
    step = min(_BACK_STEP, room / max(closed - 1, 1))
    art = back(_CENTER, SMALL)
    first = x + SMALL.width * scale / 2
    for at in range(closed):
        place = first + at * step, y, 13 + at
        yield Item(f"back-{number}-{at}", *place, art, scale=scale, origin=origin)
    end = x + SMALL.width * scale + (closed - 1) * step + 5
    art = text(str(closed), 0, 0, "small soft")
    yield Item(name=f"count-{number}", x=end, y=y + 4, z=12, art=art)


def words(
    number: int, told: Sequence[str], closed: int, tricks: int, box: Box, lines: int, low: bool
) -> Iterator[Item]:
    """Yield the facts about a seat on its plate, in lines; without lines beside the name."""
    if not lines:
        lines, right = 1, box.right - _POINTS
        box = box.moved(PART * box.width, -NAME_LINE)
        box = box._replace(width=right - box.x)
    x, y = _below_name(box)
    y += BACKS * low
    indent, first, art = 0.0, 0, ""
    parts = [minus(word) for word in told if word]
    if closed:
        parts = [str(closed), *parts]
        indent = _ICON.width + 4
        at, down = x + _ICON.width / 2, y + WORD_LINE / 2
        icon = back(_CENTER, SMALL)
        yield Item(name=f"icon-{number}", x=at, y=down, z=12, art=icon, scale=0.5)
    wide = box.width - 2 * PAD
    if tricks:
        start = indent + bool(closed) * (geometry.width_of(str(closed), _WORDS) + 6)
        figures = geometry.width_of(str(tricks), _WORDS) + 3
        step = min(4.0, max(wide / 2 - _ICON.height - figures, 0) / max(tricks - 1, 1))
        end = start + _ICON.height + step * (tricks - 1) + 3
        pile = "".join(back(CardPlace(step * at, 0, 90), _ICON) for at in range(tricks))
        side = x + start + _ICON.height / 2
        yield Item(f"pile-{number}", side, y + WORD_LINE / 2, 12, pile)
        art = text(str(tricks), end, 11, "small soft")
        if closed:
            art += text(parts.pop(0), indent, 11, "small soft")
        beside, indent = end + figures + 4, 0.0
        room, fits = wide - beside, len(parts)
        if lines == 1 and geometry.width_of(" · ".join(["", *parts]), _WORDS) > room:
            parts = [part.partition(",")[0] for part in parts]
        while fits and geometry.width_of(" · ".join(["", *parts[:fits]]), _WORDS) > room:
            fits -= 1
        if fits:
            art += text(f"· {' · '.join(parts[:fits])}", beside, 11, "small soft")
        parts, first = parts[fits:], 1
    wide -= indent
    kept: list[str] = []
    for part in parts:  # facts without room are left out; a lone one is cut
        fits = len(geometry.wrapped([*kept, part], wide, _WORDS)) <= lines - first
        kept += [part] if fits else []
    shown = geometry.wrapped(kept or parts[: 1 - first], wide, _WORDS)[: lines - first]
    art += "".join(
        text(line, indent, 11 + at * WORD_LINE, "small soft")
        for at, line in enumerate(shown, start=first)
    )
    if art:
        yield Item(name=f"words-{number}", x=x, y=y, z=12, art=art)


def turn(box: Box) -> Iterator[Item]:
    """Yield the frame round the plate of the seat to move."""
    x, y = box.center
    around = Box(-box.width / 2, -box.height / 2, box.width, box.height)
    yield Item(name="turn", x=x, y=y, z=11, art=rectangle(around, "turn on", 8))


def _below_name(box: Box) -> tuple[float, float]:
    """Return the left end of what stands below the name on a plate, as far as seen from its middle.

    The sum has this order because pictures keep their bytes.
    """
    x, y = box.center
    return x + (-box.width / 2 + PAD), y + (-box.height / 2 + PAD) + NAME_LINE


# The words in the middle


def facts_of_hand(facts: Sequence[Sentence], box: Box, middle: bool) -> Iterator[Item]:
    """Yield the facts about the hand, a line each, with the sign of a suit."""
    lines: list[tuple[str, Suit | None]] = []
    for fact in facts:
        *before, last = geometry.broken(fact.words, box.width - 20, 13)
        lines += [*((line, None) for line in before), (last, fact.suit)]
    most = max(int(box.height / FACT_LINE), 1)
    for at, (line, suit) in enumerate(lines[:most]):
        half = geometry.width_of(line, 13) / 2 if middle else 0.0
        x = box.center[0] if middle else box.x + 4
        art = text(line, 0, 13, "name lit m" if middle else "name lit")
        if suit:
            mark = half + 14 if middle else geometry.width_of(line, 13, bold=True) + 12
            art += f'<circle class="card" cx="{mark:.1f}" cy="8.5" r="9"/>'
            art += sign(suit, CardPlace(mark, 8.5), 0.6)
        words = f"{line}{f' {suit.word}' if suit else ''}"
        y = box.y + at * FACT_LINE
        yield Item(name=f"fact-{at}", x=x, y=y, z=90, art=art, label=words)


def stock(left: int | None, box: Box, felt: Box, middle: bool) -> Iterator[Item]:
    """Yield the stock as a pile."""
    if not left:
        return
    if not box.height:
        yield Item(name="stock", x=felt.center[0], y=felt.center[1], z=2, art="")
        return
    x, y = box.center[0] if middle else box.x + 24, box.y + 22
    art = "".join(back(CardPlace(3 * at - 3, -2 * at), Size(28, 40)) for at in range(3))
    art += text(f"stock {left}", 0, 36, "small soft m")
    yield Item(name="stock", x=x, y=y, z=20, art=art, label=f"stock: {count(left, 'card')}")
