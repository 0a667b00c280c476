"""The shapes that pictures refer to: signs, faces, indices, pips, courts and backs, all our own.

The elements have two braces in place of the prefix of identifiers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from twowaystreet._core.cards.cards import Card, Color, Joker, Rank, Suit

Sign = Suit | Joker  # the picture on a card: its suit, or its Joker

_HAT: Final = (
    "M-6 6C-5.5 2-6-1-8-1-9.3-1-9.8 .5-10 2.5-12.5-4-9-10-4.5-9.5-2-9.2-.7-7 0-4 .7-7 2-9.2 4.5-9.5"
    " 9-10 12.5-4 10 2.5 9.8 .5 9.3-1 8-1 6-1 5.5 2 6 6ZM-6.5 7.2H6.5V9.8H-6.5Z"
    "M-12 4.4a2 2 0 1 0 4 0a2 2 0 1 0-4 0M8 4.4a2 2 0 1 0 4 0a2 2 0 1 0-4 0"
)
_STAR: Final = "M0-10 2.4-3.2 9.5-3.1 3.8 1.2 5.9 8.1 0 4-5.9 8.1-3.8 1.2-9.5-3.1-2.4-3.2Z"
"""The index of a Joker."""
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
LETTERS: Final[Mapping[Sign, str]] = MappingProxyType(
    {**{suit: suit.lower() for suit in Suit}, **{joker: f"j{joker[0].lower()}" for joker in Joker}}
)
_INDICES: Final[Mapping[Rank, str]] = MappingProxyType(
    {
        Rank.TWO: (
            "M-62-84c0-7 4-12 11-12 7 0 11 4 11 10 0 6-3 9-7 14-4 3-6 5-6 7h13v6H-62v-4c0-6 5-10"
            " 9-14 4-4 6-6 6-9 0-2-2-4-4-4-2 0-4 2-4 6Z"
        ),
        Rank.THREE: (
            "M-62-85c1-7 5-11 11-11 7 0 10 4 10 9 0 5-1 7-5 9 4 1 6 4 6 9 0 7-4 11-11 11-7 0-11"
            "-4-11-11h7c0 3 1 5 4 5 3 0 4-2 4-5 0-4-1-6-5-6h-2v-6h2c3 0 4-2 4-5 0-3-1-4-3-4-2 0"
            "-3 1-4 5Z"
        ),
        Rank.FOUR: "M-50-95h7v23h4v6h-4v7h-7v-7H-63v-6Zm0 23V-85l-7 13Z",
        Rank.FIVE: (
            "M-60-95h19v6H-54l-1 6c2 0 3-1 5-1 6 0 10 5 10 12 0 9-4 14-11 14-7 0-11-4-11-10h7c1"
            " 3 2 4 4 4 3 0 4-3 4-7 0-5-1-7-4-7-2 0-3 1-4 3l-6-1Z"
        ),
        Rank.SIX: (
            "M-40-87h-7c-1-2-2-3-4-3-3 0-4 3-4 10 1-2 3-3 5-3 7 0 10 5 10 12 0 8-4 13-11 13-8 0"
            "-11-6-11-19 0-13 3-19 11-19 7 0 10 4 11 9ZM-51-77c-3 0-4 2-4 6 0 5 1 7 4 7 3 0 4-2"
            " 4-7 0-4-1-6-4-6Z"
        ),
        Rank.SEVEN: "M-62-95h22v5c-5 7-9 16-9 31h-8c1-13 4-22 10-30H-62Z",
        Rank.EIGHT: (
            "M-57-78c-3-2-4-5-4-8 0-6 3-10 10-10 7 0 10 4 10 10 0 3-1 6-4 8 3 1 5 4 5 9 0 7-4 11"
            "-11 11-7 0-11-4-11-11 0-5 2-8 5-9Zm2-7a4 5 0 1 0 8 0 4 5 0 1 0-8 0m0 15a4 6 0 1 0 8"
            " 0 4 6 0 1 0-8 0"
        ),
        Rank.TEN: (
            "M-61.5-95h4v36h-6V-88l-3 2v-6Zm14-1c5 0 8 6 8 19s-3 19-8 19-8-6-8-19 3-19 8-19m0 6c-2"
            " 0-2 4-2 13s0 13 2 13 2-4 2-13 0-13-2-13"
        ),
        Rank.JACK: "M-49-95h8v25c0 7-4 12-10 12s-11-5-11-12v-3h7v3c0 4 1 6 3 6s3-2 3-6Z",
        Rank.QUEEN: (
            "M-51-96c8 0 12 6 12 19 0 5-1 9-2 12l3 4-4 4-3-3c-2 1-4 2-6 2-8 0-12-6-12-19s4-19 12"
            "-19Zm0 6c-3 0-5 4-5 13s2 13 5 13h1l-3-3 4-5 2 2c1-2 1-4 1-7 0-9-2-13-5-13Z"
        ),
        Rank.KING: "M-62-95h7v14l8-14h8l-9 15 10 21h-8l-6-14-3 4v10h-7Z",
        Rank.ACE: "M-55-95h8l9 36h-8l-1-7h-8l-1 7h-8Zm4 7-2 16h4Z",
    }
)
"""The index of each rank, 36 units high and about 22 wide, round the point -51, -77.

The nine is the six turned round.
"""
_CLASSES: Final[Mapping[Sign, str]] = MappingProxyType(
    {Suit.CLUBS: "club", Suit.DIAMONDS: "diamond", Suit.HEARTS: "red", Suit.SPADES: "black"}
)
_COURT_RANKS: Final = (Rank.JACK, Rank.QUEEN, Rank.KING)

# Courts and backs. A court is drawn once for all suits: its upper half, which is turned for the
# lower half. Robes have the colour of the element that refers to the drawing, which is the suit's.

_FACE: Final = (
    '<path class="skin" d="M-4-25V-19.5C-4-15.8-2-13.6 0-13.6S4-15.8 4-19.5V-25Z"/>'
    '<path fill="none" d="M-2.6-21.4H-1.2M1.2-21.4H2.6M0-21.4V-18.6H-.8M-1.2-16.5H1.2"/>'
)
_FRAME: Final = '<rect fill="none" x="-12.5" y="-32" width="25" height="64" rx="1.5"/>'
_BELT: Final = '<path class="gold" d="M-12.5-1.2H12.5V1.2H-12.5Z"/>'
"""The frame and the belt of each court."""
_ROBE: Final = '<path d="M-12.5 0V-8C-12-12-8-14-4-14.5H4C8-14 12-12 12.5-8V0Z"/>'

_KING: Final = (
    '<path class="hair" d="M-5-25C-7-20-6.5-16-5.5-14H5.5C6.5-16 7-20 5-25Z"/>'
    f"{_ROBE}"
    '<path class="card" d="M-8-13.6-2.5 0H2.5L8-13.6 4-14.5 0-6-4-14.5Z"/>'
    '<use href="#{}e"/>'
    '<path class="hair" d="M-4-19.8C-4.6-13-2-9.5 0-9.5S4.6-13 4-19.8C3-17.6 1.4-18.4 0-17.8'
    '-1.4-18.4-3-17.6-4-19.8ZM-1.2-15.8H1.2"/>'
    '<path class="gold" d="M-5-24 -6-30-2.8-27.2 0-31.6 2.8-27.2 6-30 5-24ZM-5-25.6H5'
    'M9.6-3V-25H10.8V-3ZM7.6-7.5H12.4V-6.2H7.6ZM8.4-28a1.8 1.8 0 1 1 3.6 0 1.8 1.8 0 1 1-3.6 0Z"/>'
    '<path fill="none" d="M-4.8-6.5H-4M-3.4-3H-2.6M4-6.5H4.8M2.6-3H3.4M-5.6-10H-4.8M4.8-10H5.6"/>'
)
_QUEEN: Final = (
    '<path class="hair" d="M-4.5-26C-8.5-22-8-13-8.5-8H8.5C8-13 8.5-22 4.5-26Z"/>'
    f"{_ROBE}"
    '<path class="skin" d="M-4-14.5C-4-10-1.5-8 0-8S4-10 4-14.5Z"/>'
    '<path class="gold" d="M-5.2-14.7-3.4-14.6C-3.2-10.8-1.4-9.2 0-9.2S3.2-10.8 3.4-14.6'
    'L5.2-14.7C4.8-9-1-7 0-7S-4.8-9-5.2-14.7ZM-2 0-1-7H1L2 0ZM-12.5-3H-5L-4.4 0H-12.5Z"/>'
    '<use href="#{}e"/>'
    '<path class="hair" d="M0-25.5C-3-24-4.4-21.5-4.2-17.5-6-20-5.6-25-4-26H4'
    'C5.6-25 6-20 4.2-17.5 4.4-21.5 3-24 0-25.5Z"/>'
    '<path class="gold" d="M-4.6-25.2-5.4-29.2-2.5-27.4 0-30.4 2.5-27.4 5.4-29.2 4.6-25.2Z'
    "M-6.3-29.6a1 1 0 1 1 2 0 1 1 0 1 1-2 0M-1-31a1 1 0 1 1 2 0 1 1 0 1 1-2 0"
    'M4.3-29.6a1 1 0 1 1 2 0 1 1 0 1 1-2 0"/>'
    '<path fill="none" d="M9.8-20C9.6-14 8.6-11 7.4-8M9.4-14C10.6-16 11.4-16 11.8-15.6"/>'
    '<path d="M9.8-19.6C6.8-20.4 7-24 7.6-25L9-23.6 10-25.6 11-23.6 12.2-25C12.8-24 12.6-20.4 '
    '9.8-19.6Z"/>'
)
_JACK: Final = (
    '<path class="hair" d="M-4.5-25C-7-22-6.5-17-6.5-14.5H-3V-22H3V-14.5H6.5'
    'C6.5-17 7-22 4.5-25Z"/>'
    f"{_ROBE}"
    '<path class="gold" d="M-12.5-5-8.4-12.6-4.5-14.3 12.5-4V0H8Z"/>'
    '<path class="card" d="M-4.5-14.5 0-15.5 4.5-14.5 2.4-10.5 0-12.8-2.4-10.5Z"/>'
    '<use href="#{}e"/>'
    '<path class="hair" d="M-4-25H4V-23.6C1-22.4-1-22.4-4-23.6Z"/>'
    '<path d="M-6.4-24C-8-31.5 4-32.5 6.6-25.6L6-24Z"/>'
    '<path class="gold" d="M-6.4-25.4H6.4V-23.4H-6.4Z"/>'
    '<path class="card" d="M4.4-25.6C7-32 11.6-31 12-25 12-21.5 10.4-19.5 8.8-18.6 10-22 8-25 '
    '4.4-25.6ZM5.4-26C8.6-27 10.6-24 10.2-20.6"/>'
)
_JOKER: Final = (
    '<path class="gold" d="M0 0V-12H9C11.5-11 12.5-9 12.5-7V0Z"/>'
    '<path d="M0 0V-12H-9C-11.5-11-12.5-9-12.5-7V0Z"/>'
    '<path class="card" d="M-10-8.6-8-12-4-14.5H4L8-12 10-8.6 6.4-10 4.4-6.4 2.2-9.6 0-5.6'
    '-2.2-9.6-4.4-6.4-6.4-10Z"/>'
    '<path class="skin" d="M-4.4-24V-19.5C-4.4-15.8-2-13.4 0-13.4S4.4-15.8 4.4-19.5V-24Z"/>'
    '<path fill="none" d="M-2.8-20.6-2-21.4-1.2-20.6M1.2-20.6 2-21.4 2.8-20.6M0-20.6V-18.4'
    'M-2.6-17.4C-1.6-14.8 1.6-14.8 2.6-17.4Z"/>'
    '<path d="M-5-22.4C-7-25-9-24.6-10-20.5-12.4-28-7-32 0-27V-23.4Z"/>'
    '<path class="gold" d="M5-22.4C7-25 9-24.6 10-20.5 12.4-28 7-32 0-27V-23.4Z'
    "M-11.5-19.6a1.5 1.5 0 1 1 3 0 1.5 1.5 0 1 1-3 0M-1.5-28.6a1.5 1.5 0 1 1 3 0 1.5 1.5 0 1 1-3 0"
    'M-.9-3a.9.9 0 1 1 1.8 0 .9.9 0 1 1-1.8 0"/>'
    '<path d="M8.5-19.6a1.5 1.5 0 1 1 3 0 1.5 1.5 0 1 1-3 0Z"/>'
)
COURTS: Final = MappingProxyType({"K": _KING, "Q": _QUEEN, "J": _JACK, "*": _JOKER})
"""The upper half of each court, 25 units wide and 32 high, by the letter of its rank."""

_BACK: Final = (
    '<rect x="-23.5" y="-35.5" width="47" height="71" rx="3" class="back"/>'
    '<path class="lace" fill="none" d="'
    "M-23.5-35.5 23.5 7.1M23.5-35.5-23.5 7.1M-23.5-21.3 23.5 21.3M23.5-21.3-23.5 21.3"
    "M-23.5-7.1 23.5 35.5M23.5-7.1-23.5 35.5M-23.5 7.1 7.8 35.5M23.5 7.1-7.8 35.5"
    "M-23.5 21.3-7.8 35.5M23.5 21.3 7.8 35.5M-7.8-35.5 23.5-7.1M7.8-35.5-23.5-7.1"
    "M7.8-35.5 23.5-21.3M-7.8-35.5-23.5-21.3"
    '"/><circle r="13" class="back lace"/>'
    '<path class="card" d="M0-8.5 6 0 0 8.5-6 0Z"/>'
)
_SMALL_BACK: Final = (
    '<rect x="-8.5" y="-13" width="17" height="26" rx="1.6" class="back"/>'
    '<path class="lace" fill="none" d="'
    "M-8.5-13 8.5 4.3M8.5-13-8.5 4.3M-8.5-4.3 8.5 13M8.5-4.3-8.5 13M-8.5 4.3 0 13"
    "M8.5 4.3-0 13M0-13 8.5-4.3M-0-13-8.5-4.3"
    '"/>'
)


def color_class(sign: Sign) -> str:
    """Return the class with the colour of a sign."""
    plain = {Color.RED: "red", Color.BLACK: "black", None: "plain"}
    return _CLASSES.get(sign) or plain[sign.color]


def _use(name: str, transform: str = "") -> str:
    more = f' transform="{transform}"' if transform else ""
    return f'<use href="#{{}}{name}"{more}/>'


@lru_cache(1024)  # the same cards are drawn again and again
def art(card: Card, *, small: bool) -> str:
    """Return a card face up, round the point 0, 0; a small one has a layout of its own."""
    sign = card.suit or Joker(card.rank)
    letter, color = LETTERS[sign], color_class(sign)
    face = f'<use href="#{{}}{"m" if small else "f"}{letter}" class="card"/>'
    if not card.suit:
        return face if small else f'{face}<use href="#{{}}k" class="{color}"/>'
    index = f'<use href="#{{}}{"t" if small else "r"}{card.rank}" class="{color}"/>'
    if small:
        return face + index
    if card.rank in _COURT_RANKS:
        return f'{face}{index}<use href="#{{}}k{card.rank}" class="{color}"/>{_use(f"w{letter}")}'
    return f"{face}{index}{_use(f'{card.rank}{letter}')}"


def _signs() -> Iterator[tuple[str, str]]:
    for sign, path in _PATHS.items():
        name = LETTERS[sign]
        yield name, f'<path id="{{}}{name}" class="{color_class(sign)}" d="{path}"/>'


def _group(name: str, *parts: str) -> tuple[str, str]:
    return name, f'<g id="{{}}{name}">{"".join(parts)}</g>'


_ZERO: Final = re.compile(r"\b0\.")


def _place(x: float, y: float, scale: float) -> str:
    return _ZERO.sub(".", f"translate({x:g} {y:g})scale({scale:g})")


def _both(name: str, x: float, y: float, scale: float) -> str:
    """Return a shape in the upper half, and the same turned in the lower half."""
    return _use(name, _place(x, y, scale)) + _use(name, _place(-x, -y, -scale))


def _faces(
    sign_place: tuple[float, float, float], star_place: tuple[float, float, float]
) -> Iterator[tuple[str, str]]:
    """Yield cards without numbers; their colour comes from the element that refers to them."""
    for sign, letter in LETTERS.items():
        index = _both(letter, *sign_place)
        if isinstance(sign, Joker):
            star = f"z{letter}"
            yield star, f'<path id="{{}}{star}" class="{color_class(sign)}" d="{_STAR}"/>'
            index += _both(star, *star_place)
        yield _group(f"f{letter}", _use("x"), index)


def _small_faces(x: float, scale: float) -> Iterator[tuple[str, str]]:
    for sign, letter in LETTERS.items():
        star = _use(f"z{letter}", _place(x, -6.5, 0.6)) if isinstance(sign, Joker) else ""
        yield _group(f"m{letter}", _use("y"), star, _use(letter, _place(x, 7, scale)))


def _glyphs() -> Iterator[tuple[str, str]]:
    """Yield the index of each rank; its colour comes from the element that refers to it."""
    for rank, path in _INDICES.items():
        yield f"v{rank}", f'<path id="{{}}v{rank}" d="{path}"/>'
    yield "v9", '<use id="{}v9" href="#{}v6" transform="rotate(180 -51 -77)"/>'


def _indices(
    scale: float, moved: str, small: tuple[float, float, float]
) -> Iterator[tuple[str, str]]:
    grown = _ZERO.sub(".", f'transform="scale({scale:g})"')
    for rank in Rank:
        use = f'<use href="#{{}}v{rank}"{moved}'
        yield f"r{rank}", f'<g id="{{}}r{rank}" {grown}>{use}/>{use} transform="scale(-1)"/></g>'
        place = f'href="#{{}}v{rank}" transform="{_place(*small)}"'
        yield f"t{rank}", f'<use id="{{}}t{rank}" {place}/>'


_SIDE: Final = 7.5  # the place of the outer columns of pips


def _pips() -> Iterator[tuple[str, str]]:
    for suit in Suit:
        name = suit.lower()
        small, pair, four, six = f"p{name}", f"o{name}", _use(f"4{name}"), _use(f"6{name}")
        middle = _use(small)

        def pip(x: float, y: float, name: str = small) -> str:
            return f'<use href="#{{}}{name}" x="{x:g}" y="{y:g}"/>'.replace("0.", ".")

        def turned(name: str) -> str:
            return _use(name) + _use(name, "scale(-1)")

        def both(y: float, small: str = small) -> str:
            return pip(0, -y) + _use(small, f"translate(0 {y:g})scale(-1)")

        yield small, f'<use id="{{}}{small}" href="#{{}}{name}" transform="scale(.43)"/>'
        yield _group(pair, pip(-_SIDE, -25), pip(_SIDE, -25))
        yield f"A{name}", f'<use id="{{}}A{name}" href="#{{}}{name}" transform="scale(1.25)"/>'
        yield _group(f"2{name}", both(25))
        yield _group(f"3{name}", _use(f"2{name}"), middle)
        yield _group(f"4{name}", turned(pair))
        yield _group(f"5{name}", four, middle)
        yield _group(f"6{name}", four, pip(-_SIDE, 0), pip(_SIDE, 0))
        yield _group(f"7{name}", six, pip(0, -12.5))
        yield _group(f"8{name}", six, both(12.5))
        yield _group(f"i{name}", pip(-_SIDE, -8), pip(_SIDE, -8))
        yield _group(f"9{name}", four, turned(f"i{name}"), middle)
        yield _group(f"10{name}", four, turned(f"i{name}"), both(16.5))


def _courts() -> Iterator[tuple[str, str]]:
    yield "e", f'<g id="{{}}e">{_FACE}</g>'
    yield "l", f'<g id="{{}}l" class="line">{_BELT}{_FRAME}</g>'
    for rank, half in COURTS.items():
        letter = "" if rank == "*" else rank
        half_name = f"u{letter}"
        upper = f'<g id="{{}}{half_name}" class="line">{half}</g>'
        yield _group(f"k{letter}", upper, _use(half_name, "scale(-1)"), _use("l"))
    for suit in Suit:
        yield _group(f"w{suit.lower()}", _both(suit.lower(), -9, -28, 0.3))


_COMMON: Final = (
    *_signs(),
    *_glyphs(),
    ("x", '<rect id="{}x" x="-27" y="-39" width="54" height="78" rx="5.5" class="edge"/>'),
    ("y", '<rect id="{}y" x="-10" y="-14.5" width="20" height="29" rx="3" class="edge"/>'),
    ("b", f'<g id="{{}}b"><use href="#{{}}x" class="card"/>{_BACK}</g>'),
    ("n", f'<g id="{{}}n"><use href="#{{}}y" class="card"/>{_SMALL_BACK}</g>'),
)
USUAL: Final[Mapping[str, str]] = MappingProxyType(
    dict(
        (
            *_COMMON,
            *_faces((-19, -13.2, 0.48), (-19, -28, 0.66)),
            *_small_faces(-3.6, 0.5),
            *_indices(0.37, "", (10.7, 14.8, 0.28)),
            *_pips(),
            *_courts(),
        )
    )
)
GRAND: Final[Mapping[str, str]] = MappingProxyType(
    dict(
        (
            *_COMMON,
            *_faces((-14.5, 6, 0.88), (-14.5, -23, 1.15)),
            *_small_faces(0, 0.55),
            *_indices(0.68, ' x="30" y="42"', (20.4, 24.3, 0.4)),
        )
    )
)
"""The shapes of cards with large numbers, which leave no room for pips and courts."""
