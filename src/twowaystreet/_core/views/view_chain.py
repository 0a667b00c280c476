"""A chain of views, each read from its differences from the view before.

The time depends on the size of the changes, not on the size of the views. Unchanged facts are
shared. The voids of complete tricks are computed once if the facts behind them only grow.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from twowaystreet._core.engine.game import Game
from twowaystreet._core.engine.notation import move_types_of
from twowaystreet._core.serial import plain_data
from twowaystreet._core.views.views import AnyView, check_derived, check_view, view_types
from twowaystreet._util.constructors import fast_replace

# Any: a function that copies a view of the game with some facts changed.
_fast_replace: Callable[[Any], Callable[..., Any]] = cache(fast_replace)


class ViewChain:
    """The views of one seat, read from plain data one by one.

    Attributes:
        view: the latest view.
        move_types: the move types of the game.
        legal: the texts of the legal moves in the latest view.

    Args:
        game: the game.
        first: the first view.
        data: the plain data of the first view.
    """

    def __init__(self, game: Game, first: AnyView, data: plain_data.Object) -> None:
        self.view = first
        self.move_types = move_types_of(game.State)
        self._types = view_types(game, annotated=False)
        self._data = dict(data)
        self.legal = frozenset[str](data["legal_moves"] or ())
        self._memory: dict[str, Any] = {}  # Any: the class of the view decides
        self._derived = first._derive(self._memory, self._types)

    def next(self, changes: plain_data.Object) -> tuple[AnyView, bool]:
        """Read the next view.

        Args:
            changes: the plain data of the facts that have changed.

        Returns:
            The view, and ``True`` if the changes repeat a value of the view before.

        Raises:
            RecordError: if the view contradicts the rules, or cannot follow the one before.
        """
        facts = plain_data.some_from_plain(self._types, changes, self.move_types)
        for name in self._derived.keys() & facts:
            self._derived[name] = facts.pop(name)
        before = self.view
        after: AnyView = _fast_replace(type(before))(before, **facts)
        check_view(after, facts)
        after._check_growth(before, facts)
        check_derived(after, self._derived, self._memory, facts)
        # Compared last: now the changes are known to be plain data, whose comparison never raises.
        same = any(self._data[key] == changes[key] for key in changes)
        self._data.update(changes)
        if "legal_moves" in changes:
            self.legal = frozenset(changes["legal_moves"] or ())
        self.view = after
        return after, same
