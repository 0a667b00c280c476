"""The themes, colours and fonts of the pictures, for light and dark pages, as one style sheet.

It begins with plain rules, which every program reads; only browsers read those in ``@media``.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from twowaystreet.errors import RulesError

_FONT: Final = "system-ui,Roboto,Arial,sans-serif"

PREFIX: Final = "t-"
"""The prefix of every class.

Browsers do not see the picture around a shape that an element refers to, so a selector such as
``.tws .red`` would not reach it.
"""

ALWAYS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "": f"font-family:{_FONT};font-size:12px",
        "m": "text-anchor:middle",
        "e": "text-anchor:end",
        "name": "font-weight:700;font-size:13px",
        "small": "font-size:12px",
        "on": "stroke:#ffd25e;stroke-width:2.5",
        "turn": "fill:none",
        "mark": "fill:none;stroke:#ffd25e;stroke-width:3",
        "spot": "fill:none;stroke-width:4",
        "arrow": "fill:none;stroke-width:5;stroke-linecap:round;stroke-linejoin:round",
        "rim": "fill:none;stroke:#16191d;stroke-width:9;stroke-linecap:round;stroke-linejoin:round",
        "won": "stroke:#fff;stroke-width:2;stroke-dasharray:5 3",
        "tip": "fill:#ffd25e",
        "sum": "font-weight:700;font-size:17px",
        "best": "fill:none;stroke-width:2",
        "thick": "stroke-width:4",
        "pick": "cursor:pointer",
        "line": "stroke:#2b2622;stroke-width:.7;stroke-linejoin:round",
    }
)
"""The style of each class in light and in dark."""

_IN_PAGES: Final = "display:block;max-width:100%;height:auto;margin:auto;color-scheme:light dark"
_FOCUS: Final = "outline:4px solid #7fdcff;outline-offset:-2px;translate:0 -6px"  # of a card

COLORS: Final[Mapping[tuple[str, str], tuple[str, str]]] = MappingProxyType(
    {
        ("lit", "fill"): ("#f4f8f5", "#e4ece7"),
        ("soft", "fill"): ("#cfe2d8", "#a9c0b4"),
        ("cloth", "fill"): ("#225a46", "#15302a"),
        ("felt", "fill"): ("#296850", "#1c3d34"),
        ("panel", "fill"): ("#164436", "#0f2520"),
        ("card", "fill"): ("#fffdf7", "#e2dfd6"),
        ("idle", "fill"): ("#d2d8d3", "#bcc2bc"),
        ("spot", "stroke"): ("#7fdcff", "#7fdcff"),
        ("arrow", "stroke"): ("#ff9d3c", "#ff9d3c"),
        ("edge", "stroke"): ("#6f7671", "#3c4440"),
        ("black", "fill"): ("#16191d", "#16191d"),
        ("red", "fill"): ("#b80f18", "#940c13"),
        ("plain", "fill"): ("#5d4a93", "#4d3f7d"),
        ("green", "fill"): ("#0a6b31", "#0a5226"),
        ("blue", "fill"): ("#1a52bd", "#153f9a"),
        ("back", "fill"): ("#2f5aa8", "#27477f"),
        ("lace", "stroke"): ("#9db6e3", "#9db6e3"),
        ("gold", "fill"): ("#e2ad40", "#e2ad40"),
        ("skin", "fill"): ("#f2d8bc", "#f2d8bc"),
        ("hair", "fill"): ("#82552f", "#82552f"),
        ("paper", "fill"): ("#fffdf7", "#1e2226"),
        ("paper", "stroke"): ("#c9c8c0", "#454b52"),
        ("rule", "stroke"): ("#c9c8c0", "#454b52"),
        ("ink", "fill"): ("#1d2126", "#e8e9ea"),
        ("dim", "fill"): ("#5c6168", "#a7adb4"),
        ("best", "stroke"): ("#b3541e", "#e58f5a"),
    }
)
"""The colours of each class in light and in dark."""

SUITS: Final[Mapping[str, tuple[str, str]]] = MappingProxyType(
    {"club": ("black", "green"), "diamond": ("red", "blue")}
)
"""The classes of two suits: those with their colours among two colours, and among four."""

_DARK: Final = ".tws-dark,.tws-dark *,[data-theme=dark] *,[data-jp-theme-light=false] *"
_LIGHT: Final = ".tws-light,.tws-light *,[data-theme=light] *,[data-jp-theme-light=true] *"
"""The selectors of pictures that are dark or light in spite of the reader's preference."""
_FOUR: Final = ".tws-four,.tws-four *"  # the selectors of pictures with four colours


class Theme(NamedTuple):
    """The look of a picture."""

    is_four: bool = False  # a colour for each suit
    is_large: bool = False  # large numbers and signs without pips
    colors: tuple[tuple[str, str], ...] = ()  # other ones for some of :data:`PAINTED`


USUAL: Final = Theme()


def style_of(classes: Collection[str] | None, theme: Theme = USUAL) -> str:
    """Return the style sheet of a picture with these classes, or of a page with all of them."""
    if classes is None:
        every = {*ALWAYS, *SUITS, *(name for name, _ in COLORS)}
        return "\n".join(_lines(every, ":root", theme))
    return "\n".join(_lines({*classes, ""}, ".tws", theme))


def _lines(classes: Collection[str], root: str, theme: Theme) -> Iterator[str]:
    chosen = {PAINTED[name]: (color, color) for name, color in theme.colors}
    for name, style in ALWAYS.items():
        if name in classes:
            yield f".{PREFIX}{name}{{{style}}}" if name else f".tws{{{style}}}"
    every = {**COLORS, **chosen}.items()
    used = [(pair, colors) for pair, colors in every if pair[0] in classes]
    suits = {name: pair for name, pair in SUITS.items() if name in classes}
    for (name, what), colors in used:
        yield f".{PREFIX}{name}{{{what}:{colors[0]}}}"
    for name, pair in suits.items():
        yield f".{PREFIX}{name}{{fill:{COLORS[pair[theme.is_four], 'fill'][0]}}}"
    if "key" in classes and root == ".tws":
        yield f"@media all{{.{PREFIX}key:focus-visible{{{_FOCUS}}}}}"
    yield f"@media all{{{''.join(_rules(used, suits, root))}}}"


def _rules(
    used: Iterable[tuple[tuple[str, str], tuple[str, str]]],
    suits: Mapping[str, tuple[str, str]],
    root: str,
) -> Iterator[str]:
    if root == ".tws":
        yield f".tws{{{_IN_PAGES}}}"
        yield f".tws:is({_LIGHT}){{color-scheme:light}}"
        yield f".tws:is({_DARK}){{color-scheme:dark}}"
    for (name, what), colors in used:
        if colors[0] != colors[1]:
            yield f".{PREFIX}{name}{{{what}:{_value(colors)}}}"
    for name, (two, _) in suits.items():
        yield f".{PREFIX}{name}{{fill:var(--{name},{_value(COLORS[two, 'fill'])})}}"
    if suits:
        four = ";".join(
            f"--{name}:{_value(COLORS[color, 'fill'])}" for name, (_, color) in suits.items()
        )
        yield f"{root}:is({_FOUR}){{{four}}}"
    if root != ".tws":
        yield f".unfit .{PREFIX}card,.dim .{PREFIX}card{{fill:{_value(COLORS['idle', 'fill'])}}}"


def _value(colors: tuple[str, str]) -> str:
    light, dark = colors
    return f"light-dark({light},{dark})" if light != dark else light


PAINTED: Final[Mapping[str, tuple[str, str]]] = MappingProxyType(
    {
        "cloth": ("cloth", "fill"),
        "felt": ("felt", "fill"),
        "plate": ("panel", "fill"),
        "card": ("card", "fill"),
        "dimmed": ("idle", "fill"),
        "back": ("back", "fill"),
        "paper": ("paper", "fill"),
        "highlight": ("spot", "stroke"),
        "arrow": ("arrow", "stroke"),
        "winner": ("best", "stroke"),
    }
)
"""What a person can give another colour, with its class."""
_COLOR: Final = re.compile(r"#[0-9a-fA-F]{3}(?:[0-9a-fA-F]{3})?|[a-z]{3,20}")
_EXPECTED_COLORS: Final = f"colours such as #ffd25e or gold for any of {', '.join(PAINTED)}"

_THEMES: Final = ("four_colour", "large")
_EXPECTED_THEME: Final = '"four_colour", "large", or both with a blank between them'


def theme_of(text: str, colors: Mapping[str, str] | None = None) -> Theme:
    """Read a theme: ``four_colour``, ``large``, both with a blank between them, or nothing."""
    if not isinstance(text, str):
        raise RulesError("theme", text, _EXPECTED_THEME)
    words = str.__str__(text).split()
    if not {*words} <= {*_THEMES}:
        raise RulesError("theme", text, _EXPECTED_THEME)
    given = colors or {}
    if not isinstance(given, Mapping) or not all(map(_is_color, given.items())):
        raise RulesError("colors", colors, _EXPECTED_COLORS)
    chosen = tuple(sorted((name, str.__str__(color)) for name, color in given.items()))
    return Theme(is_four="four_colour" in words, is_large="large" in words, colors=chosen)


def _is_color(item: tuple[object, object]) -> bool:
    name, color = item
    return name in PAINTED and isinstance(color, str) and bool(_COLOR.fullmatch(color))
