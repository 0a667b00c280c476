"""The colours and fonts of the pictures, for light and dark pages, as one style sheet.

A picture is dark where the reader prefers dark pages. The class ``tws-dark`` or ``tws-light`` on
the picture, or on an element around it, decides otherwise, and so do the themes of Sphinx and
Jupyter.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from types import MappingProxyType
from typing import Final

_FONT: Final = 'system-ui,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif'

PREFIX: Final = "t-"
"""The prefix of every class.

Browsers do not see the picture around a shape that an element refers to, so a selector such as
``.tws .red`` would not reach it.
"""

ALWAYS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "": f"display:block;max-width:100%;height:auto;margin:auto;font:12px {_FONT}",
        "m": "text-anchor:middle",
        "e": "text-anchor:end",
        "name": "font-weight:700;font-size:13px",
        "small": "font-size:12px",
        "label": "font-size:12px",
        "on": "stroke:#ffd25e;stroke-width:2.5",
        "turn": "fill:none",
        "mark": "fill:none;stroke:#ffd25e;stroke-width:3",
        "won": "stroke:#fff;stroke-width:2;stroke-dasharray:5 3",
        "tip": "fill:#ffd25e",
        "faint": "opacity:.45",
        "rank": "font-weight:700;font-size:18px;letter-spacing:-1px",
        "tiny": "font-weight:700;font-size:12px;letter-spacing:-1.5px",
        "sum": "font-weight:700;font-size:17px",
        "best": "fill:none;stroke-width:2",
        "pick": "cursor:pointer",
    }
)
"""The style of each class in light and in dark."""

COLORS: Final[Mapping[tuple[str, str], tuple[str, str]]] = MappingProxyType(
    {
        ("lit", "fill"): ("#f4f8f5", "#e4ece7"),
        ("soft", "fill"): ("#cfe2d8", "#a9c0b4"),
        ("cloth", "fill"): ("#225a46", "#15302a"),
        ("felt", "fill"): ("#296850", "#1c3d34"),
        ("panel", "fill"): ("#164436", "#0f2520"),
        ("card", "fill"): ("#fffdf7", "#dcd9cf"),
        ("idle", "fill"): ("#c6cec8", "#adb4ae"),
        ("edge", "stroke"): ("#6f7671", "#3c4440"),
        ("red", "fill"): ("#c4141c", "#ad0f18"),
        ("black", "fill"): ("#16191d", "#16191d"),
        ("plain", "fill"): ("#6b5b95", "#57478a"),
        ("back", "fill"): ("#2f5aa8", "#27477f"),
        ("back", "stroke"): ("#f2f4f8", "#aab4c6"),
        ("lace", "stroke"): ("#a9c0ea", "#7089ba"),
        ("paper", "fill"): ("#fffdf7", "#1e2226"),
        ("paper", "stroke"): ("#c9c8c0", "#454b52"),
        ("rule", "stroke"): ("#c9c8c0", "#454b52"),
        ("ink", "fill"): ("#1d2126", "#e8e9ea"),
        ("dim", "fill"): ("#5c6168", "#a7adb4"),
        ("best", "stroke"): ("#b3541e", "#e58f5a"),
    }
)
"""The colours of each class in light and in dark."""

_DARK: Final = ".tws-dark,[data-theme=dark],[data-jp-theme-light=false]"
_LIGHT: Final = ".tws-light,[data-theme=light],[data-jp-theme-light=true]"
"""The selectors of elements that decide between dark and light for the pictures in them."""


def _either(selectors: str) -> str:
    """Return selectors for the elements themselves and for all elements in them."""
    return ",".join(f"{each},{each} *" for each in selectors.split(","))


def style_of(classes: Collection[str] | None) -> str:
    """Return the style sheet of a picture that uses these classes; ``None`` for all.

    >>> style_of(["tip"]).splitlines()[1]
    '.t-tip{fill:#ffd25e}'
    """
    if classes is None:
        classes = {*ALWAYS, *(name for name, _ in COLORS)}
    return "\n".join(_lines(classes))


def _lines(classes: Collection[str]) -> Iterator[str]:
    for name, style in ALWAYS.items():
        if not name or name in classes:
            yield f".{PREFIX}{name}{{{style}}}" if name else f".tws{{{style}}}"
    dark: list[str] = []
    for place, ((name, what), (light, other)) in enumerate(COLORS.items()):
        if name not in classes:
            continue
        if light == other:
            yield f".{PREFIX}{name}{{{what}:{light}}}"
            continue
        # Programs that do not know variables read the first of the two. All pictures of a page
        # share the variables, therefore each has the same number in every picture.
        variable = f"--t{place}"
        yield f".{PREFIX}{name}{{{what}:{light};{what}:var({variable},{light})}}"
        dark.append(f"{variable}:{other}")
    if dark:
        colors = ";".join(dark)
        yield f"@media(prefers-color-scheme:dark){{.tws:not({_either(_LIGHT)}){{{colors}}}}}"
        yield f".tws:is({_either(_DARK)}){{{colors}}}"
