"""Views that are read one after the other, each from what has changed since the one before.

It takes as long as the changes are, however large the views: what has not changed is shared, and
the voids of complete tricks are worked out once where the facts that they follow from only grow.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

from twowaystreet._cards.cards import Suit
from twowaystreet._engine.game import Game
from twowaystreet._engine.notation import move_types_of
from twowaystreet._serial import plain_data
from twowaystreet._util.constructors import fast_replace
from twowaystreet._views.views import VOIDS, View, check_view, view_types
from twowaystreet._views.voids import Void
from twowaystreet.errors import RecordError

# Any: what copies a view of the game, with some of it changed.
_changer: Callable[[Any], Callable[..., Any]] = cache(fast_replace)


class ViewChain:
    """The views of one seat, read from plain data one by one.

    Attributes:
        view: the latest view.
        kinds: the kinds of moves of the game.
        legal: the texts of the legal moves in the latest view.

    Args:
        game: the game.
        first: the first view.
        data: the plain data that it was read from.
    """

    def __init__(self, game: Game, first: View, data: plain_data.Object) -> None:
        self.view = first
        self.kinds = move_types_of(game.State)
        self._types = {**view_types(game), VOIDS: tuple[Void, ...]}
        self._data = dict(data)
        self.legal = frozenset[str](data["legal_moves"] or ())
        self._shown = set[tuple[int, Suit]]()
        self._complete = first._voids_of_complete(self._shown)
        self._voids = (*self._complete, *first._voids_of_open(set(self._shown)))

    def next(self, changes: plain_data.Object) -> tuple[View, bool]:
        """Read the next view.

        Args:
            changes: the plain data of what has changed.

        Returns:
            The view, and whether some of the changes are none.

        Raises:
            RecordError: if the view cannot be, or cannot follow the one before.
        """
        facts = plain_data.some_from_plain(self._types, changes, self.kinds)
        told = facts.pop(VOIDS, self._voids)
        before = self.view
        after: View = _changer(type(before))(before, **facts)
        check_view(after, facts)
        _check_growth(before, after, facts)
        try:
            self._follow(after, facts)
            follow = told == self._voids
        except Exception:  # an impossible position, such as a trick to which no suit was led
            follow = False
        if not follow:
            raise RecordError("voids: expected those that follow from the tricks")
        # Looked at last: by now the changes are plain data indeed, which nothing raises from.
        same = any(self._data[key] == changes[key] for key in changes)
        self._data.update(changes)
        if "legal_moves" in changes:
            self.legal = frozenset(changes["legal_moves"] or ())
        self.view = after
        return after, same

    def _follow(self, after: View, changed: Iterable[str]) -> None:
        """Work out the voids of the next view, as far as they may be others than before."""
        lasting = after._lasting
        if not lasting or any(name in lasting for name in changed):
            self._shown.clear()
            self._complete = after._voids_of_complete(self._shown)
        elif "trick" not in changed:
            return
        self._voids = (*self._complete, *after._voids_of_open(set(self._shown)))


def _check_growth(before: View, after: View, changed: Iterable[str]) -> None:
    """See that past tricks, and what else lasts for the hand, are still there until the next.

    Raises:
        RecordError: if they are not.
    """
    if not after.tricks and not after.trick.cards:
        return
    for name in after._lasting or ("tricks",):
        if name in changed:
            was, now = getattr(before, name), getattr(after, name)
            if now[: len(was)] != was:
                raise RecordError(
                    f"{name}: expected those of the view before, and others after them"
                )
