"""Pictures as PNG, by the package ``resvg-py`` of the extra ``png``."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from twowaystreet._util.numbers import is_int
from twowaystreet.errors import RulesError

MOST: Final = 10  # the greatest scale
_FAMILY: Final = "DejaVu Sans"
_FONTS: Final = tuple(
    str(Path(__file__).with_name("fonts") / f"DejaVuSansCondensed{weight}.ttf")
    for weight in ("", "-Bold")
)
"""The fonts of all texts, as computers have different ones.

They are parts of DejaVu 2.37, made by ``pyftsubset --no-hinting`` of the package fonttools.
"""


def png(picture: str, *, scale: float = 2) -> bytes:
    """Return a picture as PNG, for programs that show no SVG, such as chats.

    The colours are those of light pages. The same picture gives the same file on every computer
    with the same releases of this library and of ``resvg-py``: texts have a font of this library,
    which has Latin, Greek, Cyrillic, Armenian, Georgian, Hebrew and Arabic letters. An empty box
    stands for each other letter.

    Args:
        picture: a picture that another function of this module has drawn.
        scale: the number of pixels for each pixel of the picture, above 0 and at most 10.

    Returns:
        The content of a PNG file.

    Raises:
        RulesError: if the text is not a picture, or the scale is out of range.
        ImportError: if the extra ``png`` is not installed.

    >>> from twowaystreet import Card, svg
    >>> svg.png(svg.card(Card.parse("QS")))[1:4]
    b'PNG'
    """
    is_number = is_int(scale) or isinstance(scale, float)
    if not is_number or not 0 < scale <= MOST:
        raise RulesError("scale", scale, f"a number above 0, at most {MOST}")
    if not isinstance(picture, str) or not picture.lstrip().startswith("<svg"):
        raise RulesError("picture", picture, "a picture, such as svg.table(view)")
    try:
        import resvg_py  # noqa: PLC0415  # only this function needs the extra
    except ImportError as error:
        raise ImportError(
            'svg.png needs the package resvg-py: pip install "twowaystreet[png]"'
        ) from error
    try:
        return resvg_py.svg_to_bytes(
            svg_string=picture,
            zoom=scale,
            skip_system_fonts=True,
            font_files=list(_FONTS),
            font_family=_FAMILY,
            sans_serif_family=_FAMILY,
        )
    except ValueError as error:
        raise RulesError("picture", picture, "a picture, such as svg.table(view)") from error
