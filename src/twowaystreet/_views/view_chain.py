"""Views that are read one after the other, each from what has changed since the one before.

It takes as long as the changes are, however large the views: what has not changed is shared, and
the voids of complete tricks are worked out once where the facts that they follow from only grow.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from twowaystreet._engine.game import Game
from twowaystreet._engine.notation import move_types_of
from twowaystreet._serial import plain_data
from twowaystreet._util.constructors import fast_replace
from twowaystreet._views.views import AnyView, check_derived, check_view, view_types

# Any: what copies a view of the game, with some of it changed.
_fast_replace: Callable[[Any], Callable[..., Any]] = cache(fast_replace)


class ViewChain:
    """The views of one seat, read from plain data one by one.

    Attributes:
        view: the latest view.
        kinds: the move types of the game.
        legal: the texts of the legal moves in the latest view.

    Args:
        game: the game.
        first: the first view.
        data: the plain data that it was read from.
    """

    def __init__(self, game: Game, first: AnyView, data: plain_data.Object) -> None:
        self.view = first
        self.kinds = move_types_of(game.State)
        self._types = view_types(game)
        self._data = dict(data)
        self.legal = frozenset[str](data["legal_moves"] or ())
        self._memory: dict[str, Any] = {}  # Any: the class of the view decides
        self._derived = first._derive(self._memory, self._types)

    def next(self, changes: plain_data.Object) -> tuple[AnyView, bool]:
        """Read the next view.

        Args:
            changes: the plain data of the facts that have changed.

        Returns:
            The view, and whether some of the changes are none.

        Raises:
            RecordError: if the view cannot be, or cannot follow the one before.
        """
        facts = plain_data.some_from_plain(self._types, changes, self.kinds)
        for name in self._derived.keys() & facts:
            self._derived[name] = facts.pop(name)
        before = self.view
        after: AnyView = _fast_replace(type(before))(before, **facts)
        check_view(after, facts)
        after._check_growth(before, facts)
        check_derived(after, self._derived, self._memory, facts)
        # Looked at last: by now the changes are plain data indeed, which nothing raises from.
        same = any(self._data[key] == changes[key] for key in changes)
        self._data.update(changes)
        if "legal_moves" in changes:
            self.legal = frozenset(changes["legal_moves"] or ())
        self.view = after
        return after, same
