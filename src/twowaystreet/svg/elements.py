"""The elements of pictures: cards, backs, texts, and the document round them.

Identifiers of shapes contain a checksum of the picture, so that a page can have several pictures.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from html import escape
from typing import Final
from zlib import crc32

from twowaystreet._core.cards.cards import Card
from twowaystreet._core.display.words import card_words
from twowaystreet.svg import shapes, style
from twowaystreet.svg.geometry import LARGE, SMALL, Box, CardPlace, Size, clean
from twowaystreet.svg.shapes import LETTERS, Sign
from twowaystreet.svg.style import PREFIX, Theme, style_of

_REFERENCE: Final = re.compile(r'href="#\{\}(\w+)"')
_USE: Final = re.compile(r'<use href="#\{\}(\w+)"([^>]*)/>')
_DEFINED: Final = "fmbnpcdhsjv"  # the first letters of shapes that are always defined
_CLASS: Final = re.compile(r'class="([^"]*)"')
_LEAST: Final = 46.0  # a smaller card has a number above a sign


@lru_cache(512)  # plates and cards have the same lengths again and again
def number(value: float) -> str:
    """Return a length with at most one decimal."""
    text = f"{round(value, 1) + 0:.1f}".removesuffix(".0")
    return text.replace("0.", ".") if text.startswith(("0.", "-0.")) else text


def safe(words: str) -> str:
    """Return a text with the characters escaped that have a meaning in a picture."""
    return escape(words).replace("{", "&#123;")


def at(place: CardPlace, scale: float = 1) -> str:
    """Return the attribute that moves an element to a place, with a blank before it."""
    x, y = number(place.x), number(place.y)
    move = f"translate({x} {y})" if (x, y) != ("0", "0") else ""
    turn = f"rotate({number(place.angle)})" if place.angle else ""
    size = f"{scale:.2g}".removeprefix("0")
    grow = f"scale({size})" if size != "1" else ""
    return f' transform="{move}{turn}{grow}"' if move or turn or grow else ""


def face(card: Card, place: CardPlace) -> str:
    """Return a card face up, with its words."""
    title = f"<title>{card_words(card)}</title>"
    return f'<g{at(place)} role="img">{title}{shapes.art(card, small=False)}</g>'


@lru_cache(64)  # closed cards have few sizes and places
def back(place: CardPlace, size: Size = LARGE) -> str:
    """Return a card face down."""
    name, drawing = ("n", SMALL) if size.height < _LEAST else ("b", LARGE)
    return f'<use href="#{{}}{name}"{at(place, size.height / drawing.height)}/>'


def sign(which: Sign, place: CardPlace, scale: float) -> str:
    """Return the sign of a suit or a Joker."""
    return f'<use href="#{{}}{LETTERS[which]}"{at(place, scale)}/>'


@lru_cache(256)  # the pages of a table have the same texts
def text(words: str, x: float, y: float, classes: str) -> str:
    """Return a text; its characters are escaped."""
    across = f' x="{number(x)}"' if x else ""
    down = f' y="{number(y)}"' if y else ""
    return f'<text class="{classes}"{across}{down}>{safe(words)}</text>'


def rectangle(box: Box, classes: str, radius: float) -> str:
    """Return a rectangle with round corners."""
    x, y, width, height = map(number, box)
    edges = f'x="{x}" y="{y}" width="{width}" height="{height}" rx="{number(radius)}"'
    return f'<rect class="{classes}" {edges}/>'


def group(title: str, parts: Iterable[str]) -> Iterator[str]:
    """Yield the lines of a group with a title, which browsers show and screen readers read."""
    yield f"<g><title>{safe(title)}</title>"
    yield from parts
    yield "</g>"


def _references(body: str, known: Mapping[str, str]) -> Counter[str]:
    """Return how often a picture refers to each shape that it needs, shapes included."""
    found = Counter(_REFERENCE.findall(body))
    new = {*found}
    seen: set[str] = set()
    while new:
        seen |= new
        more = Counter(one for name in new for one in _REFERENCE.findall(known[name]))
        # Some shapes refer to parts of themselves, which stay where they are.
        more = Counter({name: number for name, number in more.items() if name in known})
        found += more
        new = more.keys() - seen
    return found


def _resolved(body: str, known: Mapping[str, str]) -> tuple[str, str]:
    """Return the definitions of the shapes of a picture, and its elements."""
    counts = _references(body, known)
    single = {name for name, times in counts.items() if times == 1 and name[0] not in _DEFINED}

    def placed(found: re.Match[str]) -> str:
        name, attributes = found[1], found[2]
        if name not in single or attributes.startswith(" x="):
            return found[0]
        shape = known[name].replace(f' id="{{}}{name}"', "", 1)
        return _USE.sub(placed, _dressed(shape, attributes))

    kept = [shape for name, shape in known.items() if counts[name] and name not in single]
    return _USE.sub(placed, "".join(kept)), _USE.sub(placed, body)


def _dressed(shape: str, attributes: str) -> str:
    if shape.startswith("<g>"):
        inner = shape.removeprefix("<g>").removesuffix("</g>")
        return f"<g{attributes}>{inner}</g>" if attributes else inner
    return f"<g{attributes}>{shape}</g>" if attributes else shape


def _known(theme: Theme) -> Mapping[str, str]:
    return shapes.GRAND if theme.is_large else shapes.USUAL


def symbols(*, large: bool = False) -> tuple[str, str]:
    """Return all shapes and the style sheet, for a page that draws items itself."""
    known = _known(Theme(is_large=large))
    return for_page("".join(known.values())).replace('id="{}', 'id="c-'), style_of(None)


@lru_cache(256)  # the pages of a table get the same elements
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
    theme: Theme = style.USUAL,
    most: int | None = None,
) -> str:
    """Return a picture of a box of the plane, whose parts have identifiers with two braces.

    Above ``most`` characters cards have a large sign in place of pips.
    """
    body = "\n".join(parts)
    found = _drawn(box, body, title, words, role, scale, theme)
    if most is None or len(found) <= most:
        return found
    return _drawn(box, _PIPS.sub(r"\1A\2", body), title, words, role, scale, theme)


_PIPS: Final = re.compile(r'(href="#\{\})\d+([cdhs]")')


def _drawn(
    box: Box, body: str, title: str, words: str, role: str, scale: float, theme: Theme
) -> str:
    known = _known(theme)
    body = _USE.sub(lambda found: found[0] if found[1] in known else "", body)
    defined, body = _resolved(body, known)
    named = {name for classes in _CLASS.findall(defined + body) for name in classes.split()}
    label = safe(clean(title))
    found = [
        f"<title>{label}</title>",
        *([f"<desc>{safe(words)}</desc>"] if words else ()),
        f"<style>{style_of(named, theme)}</style>",
        f"<defs>{_prefixed(defined)}</defs>",
        _prefixed(body),
    ]
    content = "\n".join(found)
    mark = _mark(content)
    edges = " ".join(map(number, box))
    classes = "tws tws-four" if theme.is_four else "tws"
    content = content.replace('"#{}', f'"#{mark}').replace('id="{}', f'id="{mark}')
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="{classes}" viewBox="{edges}" '
        f'width="{number(box.width * scale)}" height="{number(box.height * scale)}" role="{role}" '
        f'aria-label="{label}">\n{content}\n</svg>'
    )


_LETTERS: Final = "ABCDEFGHIJKLMNPQRSTUVWXYZabcdefghijklmnpqrstuvwxyz"
_DIGITS: Final = f"123456789{_LETTERS}"


def _mark(content: str) -> str:
    """Return the prefix of the identifiers: a checksum in five letters and digits."""
    rest, place = divmod(crc32(content.encode("utf-8", "replace")), len(_LETTERS))
    found = _LETTERS[place]
    for _ in range(4):
        rest, place = divmod(rest, len(_DIGITS))
        found += _DIGITS[place]
    return f"{found}-"


def _prefixed(line: str) -> str:
    return _CLASS.sub(lambda found: f'class="{_with_prefix(found[1])}"', line)


@lru_cache(1024)  # 70 times for each table, mostly the same: a twentieth of its time
def _with_prefix(classes: str) -> str:
    return " ".join(f"{PREFIX}{name}" for name in classes.split())
