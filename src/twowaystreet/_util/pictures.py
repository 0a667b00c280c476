"""Values that notebooks show as pictures.

The pictures are the work of :mod:`twowaystreet.svg`, which stands above everything that it draws.
So the values name their function there, and load it when a notebook asks for a picture.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any, ClassVar

from twowaystreet._util.values import Value


class Pictured(Value):
    """The base of values that notebooks show as a picture."""

    __slots__ = ()
    _drawn_by: ClassVar[str]
    """The name of the function of :mod:`twowaystreet.svg` that draws the value."""

    def _repr_svg_(self) -> str:
        """Return the picture of the value, for notebooks and other programs that show SVG."""
        svg: Any = import_module("twowaystreet.svg")  # Any: a module above this one
        picture: str = getattr(svg, self._drawn_by)(self)
        return picture

    def _repr_html_(self) -> str:
        """Return the same picture for the middle of a page, whose dark theme it follows."""
        return self._repr_svg_()
