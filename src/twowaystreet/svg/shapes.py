"""The shapes that pictures refer to: signs, faces, indices, pips, courts and backs.

A picture defines each shape once and refers to it by an identifier. The elements here have two
braces in place of the prefix of identifiers, which differs from picture to picture.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from twowaystreet._core.cards.cards import Card, Color, Joker, Rank, Suit
from twowaystreet.svg.courts import BACK, COURTS, FACE, FRAME, SMALL_BACK

Sign = Suit | Joker
"""The picture on a card: its suit, or its Joker."""

_HAT: Final = (
    "M-6 6C-5.5 2-6-1-8-1-9.3-1-9.8 .5-10 2.5-12.5-4-9-10-4.5-9.5-2-9.2-.7-7 0-4 .7-7 2-9.2 4.5-9.5"
    " 9-10 12.5-4 10 2.5 9.8 .5 9.3-1 8-1 6-1 5.5 2 6 6ZM-6.5 7.2H6.5V9.8H-6.5Z"
    "M-12 4.4a2 2 0 1 0 4 0a2 2 0 1 0-4 0M8 4.4a2 2 0 1 0 4 0a2 2 0 1 0-4 0"
)
"""The cap of a jester, with bells."""
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
    {
        **{suit: suit.lower() for suit in Suit},
        **{joker: f"j{joker[0].lower()}" for joker in Joker},
    }
)
"""The names of the signs in identifiers."""
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
            "M-60-95h4v36h-6V-88l-3 2v-6Zm14-1c5 0 8 6 8 19s-3 19-8 19-8-6-8-19 3-19 8-19m0 6c-2"
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


def color_class(sign: Sign) -> str:
    """Return the class with the colour of a sign.

    >>> color_class(Suit.CLUBS), color_class(Joker.RED), color_class(Joker.PLAIN)
    ('club', 'red', 'plain')
    """
    plain = {Color.RED: "red", Color.BLACK: "black", None: "plain"}
    return _CLASSES.get(sign) or plain[sign.color]


def _use(name: str, transform: str = "") -> str:
    more = f' transform="{transform}"' if transform else ""
    return f'<use href="#{{}}{name}"{more}/>'


@lru_cache(1024)  # the same cards are drawn again and again
def art(card: Card, *, small: bool, how: str = "card") -> str:
    """Return a card face up, round the point 0, 0.

    Args:
        card: the card.
        small: True for the small card, with a layout of its own.
        how: the class of its face.
    """
    sign = card.suit or Joker(card.rank)
    letter, color = LETTERS[sign], color_class(sign)
    face = f'<use href="#{{}}{"m" if small else "f"}{letter}" class="{how}"/>'
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
    """Yield cards without their numbers; their colour comes from the element that refers to them.

    The star of a Joker is its number.
    """
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
    """Yield the index of each rank in two corners, and on a small card."""
    grown = _ZERO.sub(".", f'transform="scale({scale:g})"')
    for rank in Rank:
        use = f'<use href="#{{}}v{rank}"{moved}'
        yield f"r{rank}", f'<g id="{{}}r{rank}" {grown}>{use}/>{use} transform="scale(-1)"/></g>'
        place = f'href="#{{}}v{rank}" transform="{_place(*small)}"'
        yield f"t{rank}", f'<use id="{{}}t{rank}" {place}/>'


_SIDE: Final = 8.2
"""The place of the outer columns of pips."""


def _pips() -> Iterator[tuple[str, str]]:
    """Yield the pips of the cards from ace to ten, each from those with fewer pips."""
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
    yield "e", f'<g id="{{}}e">{FACE}</g>'
    yield "l", f'<g id="{{}}l" class="line">{FRAME}</g>'
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
    ("b", f'<g id="{{}}b"><use href="#{{}}x" class="card"/>{BACK}</g>'),
    ("n", f'<g id="{{}}n"><use href="#{{}}y" class="card"/>{SMALL_BACK}</g>'),
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
"""The shapes by their names."""
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
