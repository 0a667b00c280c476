"""The elements of pictures: suits, Jokers, cards, backs, texts, and the document round them.

Every shape is a path of our own. A picture defines each shape once and refers to it by an
identifier. The identifiers contain a checksum of the picture, so that several pictures can stand on
one page.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from html import escape
from types import MappingProxyType
from typing import Final
from zlib import crc32

from twowaystreet._cards.cards import Card, Color, Joker, Rank, Suit
from twowaystreet.svg.geometry import LARGE, SMALL, Box, Place, Size
from twowaystreet.svg.lettering import clean
from twowaystreet.svg.style import PREFIX, style_of

Sign = Suit | Joker
"""The picture on a card: its suit, or its Joker."""

_HAT: Final = (
    "M-7 5.5-9.4-3C-7-3-5-1.6-3.6.6L0-7.5 3.6.6C5-1.6 7-3 9.4-3L7 5.5ZM-7 6.8H7V9.5H-7Z"
    "M-11.3-5a1.8 1.8 0 1 0 3.6 0a1.8 1.8 0 1 0-3.6 0"
    "M-1.8-9a1.8 1.8 0 1 0 3.6 0a1.8 1.8 0 1 0-3.6 0M7.7-5a1.8 1.8 0 1 0 3.6 0a1.8 1.8 0 1 0-3.6 0"
)
_PATHS: Final[Mapping[Sign, str]] = MappingProxyType(
    {
        Suit.CLUBS: (
            "M-2.4-1.6A4.6 4.6 0 1 1 2.4-1.6 4.6 4.6 0 1 1 .9 4.2C1 7.5 2 9.3 4 10.2H-4"
            "C-2 9.3-1 7.5-.9 4.2A4.6 4.6 0 1 1-2.4-1.6Z"
        ),
        Suit.DIAMONDS: (
            "M0-10.5C2-6.5 5-2.5 7.5 0 5 2.5 2 6.5 0 10.5-2 6.5-5 2.5-7.5 0-5-2.5-2-6.5 0-10.5Z"
        ),
        Suit.HEARTS: (
            "M0 9.5C-3 5.5-10 1-10-4-10-8-7-9.5-5-9.5-2.5-9.5-.8-8 0-6 .8-8 2.5-9.5 5-9.5"
            " 7-9.5 10-8 10-4 10 1 3 5.5 0 9.5Z"
        ),
        Suit.SPADES: (
            "M0-10C3-5.5 9.5-2 9.5 3 9.5 6 7.3 7.6 5 7.6 3 7.6 1.6 6.6.9 5 1 7.5 2 9.3 4 10.2H-4"
            "C-2 9.3-1 7.5-.9 5-1.6 6.6-3 7.6-5 7.6-7.3 7.6-9.5 6-9.5 3-9.5-2-3-5.5 0-10Z"
        ),
        **dict.fromkeys(Joker, _HAT),
    }
)
"""The shape of each sign, about 20 units high and wide, round the point 0, 0."""
_LETTERS: Final[Mapping[Sign, str]] = MappingProxyType(
    {
        **{suit: suit.lower() for suit in Suit},
        **{joker: f"j{joker[0].lower()}" for joker in Joker},
    }
)
"""The names of the signs in identifiers."""
_COLOR_CLASS: Final = MappingProxyType({Color.RED: "red", Color.BLACK: "black", None: "plain"})
_RANK_WORDS: Final[Mapping[Rank | Joker, str]] = MappingProxyType(
    {
        **{rank: rank.name.lower() for rank in Rank},
        Joker.RED: "Red Joker",
        Joker.BLACK: "Black Joker",
        Joker.PLAIN: "plain Joker",
    }
)


def words_of(card: Card) -> str:
    """Return a card in words.

    >>> words_of(Card.parse("QS")), words_of(Card.parse("R*"))
    ('queen of spades', 'Red Joker')
    """
    rank = _RANK_WORDS[card.rank]
    return f"{rank} of {card.suit.word}" if card.suit else rank


def sign_of(card: Card) -> Sign:
    """Return the suit of a card, or its Joker."""
    return card.suit or Joker(card.rank)


def color_class(sign: Sign) -> str:
    """Return the class with the colour of a sign."""
    return _COLOR_CLASS[sign.color]


def number(value: float) -> str:
    """Return a length with at most one decimal.

    >>> number(3.0), number(2.54), number(-0.01)
    ('3', '2.5', '0')
    """
    return f"{round(value, 1) + 0:.1f}".removesuffix(".0")


def _rect(size: Size, radius: float, classes: str) -> str:
    width, height = size.width, size.height
    return (
        f'<rect x="{number(-width / 2)}" y="{number(-height / 2)}" width="{number(width)}" '
        f'height="{number(height)}" rx="{number(radius)}" class="{classes}"/>'
    )


def _sign_shape(sign: Sign) -> str:
    return f'<path id="{{}}{_LETTERS[sign]}" class="{color_class(sign)}" d="{_PATHS[sign]}"/>'


def _face_shape(sign: Sign) -> str:
    """Return a card without its rank; its colour comes from the element that refers to it."""
    use = f'<use href="#{{}}{_LETTERS[sign]}" transform='
    return (
        f'<g id="{{}}f{_LETTERS[sign]}">{_rect(LARGE, 5.5, "edge")}'
        f'{use}"translate(-17 -9)scale(.6)"/>{use}"translate(7 15)scale(1.5)"/></g>'
    )


def _small_shape(sign: Sign) -> str:
    use = f'<use href="#{{}}{_LETTERS[sign]}" transform="translate(-4 6.5)scale(.5)"/>'
    return f'<g id="{{}}m{_LETTERS[sign]}">{_rect(SMALL, 3, "edge")}{use}</g>'


_BACK: Final = (
    f'<g id="{{}}b">{_rect(LARGE, 5.5, "back")}'
    '<path class="lace" fill="none" d="M-21-33H21V33H-21ZM0-33 21-11-21 33M0-33-21-11 21 33'
    'M0 33 21 11-21-33M0 33-21 11 21-33"/></g>'
)
_SMALL_BACK: Final = (
    f'<g id="{{}}n">{_rect(SMALL, 3, "back")}'
    '<path class="lace" fill="none" d="M-6-10H6V10H-6ZM-6-10 6 10M6-10-6 10"/></g>'
)
_SHAPES: Final[Mapping[str, str]] = MappingProxyType(
    {
        **{_LETTERS[sign]: _sign_shape(sign) for sign in _PATHS},
        **{f"f{_LETTERS[sign]}": _face_shape(sign) for sign in _PATHS},
        **{f"m{_LETTERS[sign]}": _small_shape(sign) for sign in _PATHS},
        "b": _BACK,
        "n": _SMALL_BACK,
    }
)
"""The shapes that pictures refer to, with braces in place of the checksum."""
_REFERENCE: Final = re.compile(r'href="#\{\}(\w+)"')
_CLASS: Final = re.compile(r'class="([^"]*)"')


def safe(words: str) -> str:
    """Return a text with the characters escaped that have a meaning in a picture.

    >>> safe('<b>"{}"')
    '&lt;b&gt;&quot;&#123;}&quot;'
    """
    return escape(words).replace("{", "&#123;")


def at(place: Place, scale: float = 1) -> str:
    """Return the attribute that moves an element to a place."""
    turn = f"rotate({number(place.angle)})" if place.angle else ""
    grow = f"scale({scale:.2g})" if scale != 1 else ""
    return f'transform="translate({number(place.x)} {number(place.y)}){turn}{grow}"'


def face(card: Card, place: Place, size: Size = LARGE, *, how: str = "card", data: str = "") -> str:
    """Return a card face up.

    Args:
        card: the card.
        place: its place.
        size: its size; small cards have a layout of their own.
        how: the class of its face.
        data: attributes of the element.
    """
    sign = sign_of(card)
    kind, scale = ("m", 1.0) if size is SMALL else ("f", size.width / LARGE.width)
    text = 'class="tiny {}" x="-9" y="-2"' if size is SMALL else 'class="rank {}" x="-23" y="-19"'
    return (
        f"<g {at(place, scale)}{data}><title>{words_of(card)}</title>"
        f'<use href="#{{}}{kind}{_LETTERS[sign]}" class="{how}"/>'
        f"<text {text.replace('{}', color_class(sign))}>{card.rank}</text></g>"
    )


def back(place: Place, size: Size = LARGE) -> str:
    """Return a card face down."""
    small = size is SMALL
    scale = 1.0 if small else size.width / LARGE.width
    return f'<use href="#{{}}{"n" if small else "b"}" {at(place, scale)}/>'


def sign(which: Sign, place: Place, scale: float) -> str:
    """Return the sign of a suit or a Joker."""
    return f'<use href="#{{}}{_LETTERS[which]}" {at(place, scale)}/>'


def text(words: str, x: float, y: float, classes: str, more: str = "") -> str:
    """Return a text; its characters are escaped."""
    return f'<text class="{classes}" x="{number(x)}" y="{number(y)}"{more}>{safe(words)}</text>'


def rectangle(box: Box, classes: str, radius: float) -> str:
    """Return a rectangle with round corners."""
    return (
        f'<rect class="{classes}" x="{number(box.x)}" y="{number(box.y)}" '
        f'width="{number(box.width)}" height="{number(box.height)}" rx="{number(radius)}"/>'
    )


def group(title: str, parts: Iterable[str], more: str = "") -> Iterator[str]:
    """Yield the lines of a group with a title, which browsers show and screen readers read."""
    yield f"<g{more}><title>{safe(title)}</title>"
    yield from parts
    yield "</g>"


def _shapes_of(body: str) -> Iterator[str]:
    """Yield the shapes that a picture needs, each after those that it refers to."""
    wanted = set(_REFERENCE.findall(body))
    wanted |= {one for name in wanted for one in _REFERENCE.findall(_SHAPES[name])}
    yield from (shape for name, shape in _SHAPES.items() if name in wanted)


def symbols(*, large: bool = False) -> tuple[str, str]:
    """Return all shapes and the style sheet, for a page that draws items itself.

    Their identifiers begin with ``c-``, as those of :func:`for_page`.

    Args:
        large: True for large indices.
    """
    shapes = "".join(_SHAPES.values())
    return for_page(shapes).replace('id="{}', 'id="c-'), style_of(None)


@lru_cache(4096)  # pages get the same elements again and again
def for_page(art: str) -> str:
    """Return elements for a page that has the shapes of :func:`symbols`."""
    return _prefixed(art).replace('"#{}', '"#c-')


def document(
    box: Box,
    parts: Iterable[str],
    *,
    title: str,
    words: str = "",
    role: str = "img",
    scale: float = 1,
) -> str:
    """Return a picture.

    Args:
        box: the part of the plane that the picture shows.
        parts: the elements, with two braces in each identifier.
        title: a short description.
        words: everything in the picture in words.
        role: ``img`` for a picture, ``group`` for one with elements to choose from.
        scale: the number of pixels for a unit of the plane.
    """
    lines = list(parts)
    shapes = list(_shapes_of("\n".join(lines)))
    named = {
        name for classes in _CLASS.findall("".join((*shapes, *lines))) for name in classes.split()
    }
    label = safe(clean(title))
    found = [
        f"<title>{label}</title>",
        *([f"<desc>{safe(words)}</desc>"] if words else ()),
        f"<style>{style_of(named)}</style>",
        f"<defs>{_prefixed(''.join(shapes))}</defs>",
        *map(_prefixed, lines),
    ]
    content = "\n".join(found)
    mark = f"t{crc32(content.encode('utf-8', 'replace')):08x}-"
    edges = " ".join(map(number, (box.x, box.y, box.width, box.height)))
    content = content.replace('"#{}', f'"#{mark}').replace('id="{}', f'id="{mark}')
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="tws" viewBox="{edges}" '
        f'width="{number(box.width * scale)}" height="{number(box.height * scale)}" role="{role}" '
        f'aria-label="{label}">\n{content}\n</svg>'
    )


def _prefixed(line: str) -> str:
    """Return a line of elements with the prefix before each class."""
    return _CLASS.sub(lambda found: f'class="{_with_prefix(found[1])}"', line)


@lru_cache(1024)  # 70 times for each table, mostly the same: a twentieth of its time
def _with_prefix(classes: str) -> str:
    return " ".join(f"{PREFIX}{name}" for name in classes.split())
