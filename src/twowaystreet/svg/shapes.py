"""The shapes that pictures refer to: signs, faces, numbers, pips, courts and backs.

A picture defines each shape once and refers to it by an identifier. The elements here have two
braces in place of the prefix of identifiers, which differs from picture to picture.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from twowaystreet._cards.cards import Card, Color, Joker, Rank, Suit
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


def _place(x: float, y: float, scale: float) -> str:
    return f"translate({x:g} {y:g})scale({scale:g})".replace("0.", ".")


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


_SQUEEZED: Final = MappingProxyType({Rank.TEN: 0.6, Rank.QUEEN: 0.85})
"""The factors for the widths of wide numbers."""


def _text(rank: Rank, x: float, y: float, turned: int = 1) -> str:
    """Return a number; a wide one is squeezed."""
    place = f'x="{x:g}" y="{y:g}"'
    if rank in _SQUEEZED:
        scale = f"scale({turned * _SQUEEZED[rank]:g} {turned})".replace("0.", ".")
        place = f'transform="translate({turned * x:g} {turned * y:g}){scale}"'
    elif turned < 0:
        place += ' transform="scale(-1)"'
    return f"<text {place}>{rank}</text>"


def _numbers(classes: str, x: float, y: float) -> Iterator[tuple[str, str]]:
    """Yield the number of each rank in two corners."""
    for rank in Rank:
        both = "".join(_text(rank, x, y, turned) for turned in (1, -1))
        yield f"r{rank}", f'<g id="{{}}r{rank}" class="{classes}">{both}</g>'


def _small_numbers(classes: str, x: float, y: float) -> Iterator[tuple[str, str]]:
    for rank in Rank:
        yield f"t{rank}", f'<g id="{{}}t{rank}" class="{classes}">{_text(rank, x, y)}</g>'


_SIDE: Final = 8.6
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
            *_numbers("rank", -19, -22),
            *_small_numbers("tiny", -3.6, -2),
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
            *_numbers("grand", -14.5, -12),
            *_small_numbers("large", 0, 0),
        )
    )
)
"""The shapes of cards with large numbers, which leave no room for pips and courts."""
