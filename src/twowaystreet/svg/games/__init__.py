"""The parts of pictures that depend on the game, with a module for each game of the library."""

from __future__ import annotations

from importlib import import_module
from types import MappingProxyType
from typing import Final

from twowaystreet._views.views import AnyView
from twowaystreet.svg.scenes import ANY_GAME, Pieces

_BY_PACKAGE: Final = MappingProxyType(
    {
        f"twowaystreet.games.{name}": f"twowaystreet.svg.games.{name}"
        for name in ("street", "duel", "twos", "spades", "twenty_down", "tien_len", "brag")
    }
)
"""The module with the pieces of each game, loaded only for a view of this game."""


def pieces_of(view: AnyView) -> Pieces:
    """Return the pieces for a view; a view class that derives from one of ours has its pieces."""
    for cls in type(view).__mro__:
        module = _BY_PACKAGE.get(cls.__module__.rpartition(".")[0])
        if module:
            pieces: Pieces = import_module(module).PIECES
            return pieces
    return ANY_GAME
