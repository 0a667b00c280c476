"""The numbers and layouts that a file of the package fixes."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Any

from twowaystreet._engine.game import Game


@cache
def _file() -> Mapping[str, Any]:  # Any: what JSON can hold
    found: Mapping[str, Any] = json.loads(
        files("twowaystreet._spaces").joinpath("frozen.json").read_text(encoding="utf-8")
    )
    return found


def names(game: Game, derived: Sequence[str]) -> tuple[str, ...]:
    """Return the names of the numbers in the fixed order, new ones at the end.

    Args:
        game: the game.
        derived: the names that follow from the types of the moves.
    """
    return _in_order(_file().get(game.name, {}).get("numbers", ()), derived)


def pieces(game: Game, rules: Any, derived: Sequence[str]) -> tuple[str, ...]:
    """Return the names of the pieces in the fixed order, new ones at the end.

    Args:
        game: the game.
        rules: its rules. Any: each game has its own.
        derived: the names that follow from the types of the view.
    """
    return _in_order(_file().get(game.name, {}).get("pieces", ()), derived)


def digest_of(layout: object) -> str:
    """Return a short text that differs where layouts differ.

    Args:
        layout: names, or any lists of plain data.
    """
    return sha256(json.dumps(layout).encode()).hexdigest()[:16]


def _in_order(fixed: Sequence[str], derived: Sequence[str]) -> tuple[str, ...]:
    known = frozenset(fixed)
    return (*fixed, *(name for name in derived if name not in known))
