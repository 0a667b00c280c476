"""Pictures and texts of an environment."""

from __future__ import annotations

from importlib.util import find_spec
from io import BytesIO
from typing import Final

import numpy as np
import numpy.typing as npt
from gymnasium import logger

from twowaystreet import svg
from twowaystreet._core.views.views import AnyView
from twowaystreet.errors import RulesError

PIXELS: Final = "rgb_array"
MODES: Final = ("human", "ansi", "svg", *[PIXELS] * all(map(find_spec, ("PIL", "resvg_py"))))
"""The ways to render here: text on the terminal, text, a picture as SVG, and its pixels."""
NEEDED: Final = 'rgb_array needs the package pillow, and resvg-py: pip install "twowaystreet[png]"'
Pixels = npt.NDArray[np.uint8]


def checked_mode(mode: str | None) -> str | None:
    """Return a render mode.

    Raises:
        RulesError: if there is no such mode.
        ImportError: if the mode is ``rgb_array``, and the extra ``png`` is not installed.
    """
    if mode == PIXELS and mode not in MODES:
        raise ImportError(NEEDED)
    if mode is not None and mode not in MODES:
        raise RulesError("render_mode", mode, f"None, {', '.join(MODES)}")
    return mode


def rendered(view: AnyView, mode: str | None) -> str | Pixels | None:
    """Render a view; a view of a spectator shows no hidden cards.

    Args:
        view: the view.
        mode: one of :data:`MODES`; without one there is only a warning.
    """
    match mode:
        case "human":  # ``reset`` and ``step`` have printed it
            return None
        case "ansi":
            return str(view)
        case "svg":
            return svg.table(view)
        case "rgb_array":
            return pixels(svg.png(svg.table(view), scale=1))
        case _:
            logger.warn("an environment without a render_mode renders nothing")
            return None


def pixels(png: bytes) -> Pixels:
    """Return the pixels of a PNG file on white, as an array of height, width and three colours.

    Raises:
        ImportError: if the package ``pillow`` is not installed.
    """
    try:
        from PIL import Image  # noqa: PLC0415  # only this function needs the extra
    except ImportError as error:
        raise ImportError(NEEDED) from error
    with Image.open(BytesIO(png)) as opened:
        picture = opened.convert("RGBA")
    page = Image.new("RGBA", picture.size, "white")
    return np.array(Image.alpha_composite(page, picture).convert("RGB"))
