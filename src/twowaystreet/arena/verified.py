"""Hands of a match that were played again, and the players whose moves differ."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from twowaystreet._core.engine.state import AnyState
from twowaystreet._core.engine.verbs import apply
from twowaystreet._util.values import Value
from twowaystreet.arena.hands import HandPlayed
from twowaystreet.errors import quoted


@attrs.frozen
class Verified(Value):
    """The result of :meth:`Played.verify`; ``print`` shows it.

    Attributes:
        hands: the number of hands that were played again.
        differing: for each hand that differs its deal, its rotation, the name of the player whose
            move is the first that differs, and how. The name is ``None`` if only the points differ
            from those of the match.
        together: why the players had no processes of their own; empty if they had.
    """

    hands: int
    differing: tuple[tuple[int, int, str | None, str], ...] = ()
    together: str = ""

    def __str__(self) -> str:
        lines = [f"{self.hands} hands played again: {len(self.differing) or 'none'} differ"]
        for name in dict.fromkeys(each[2] for each in self.differing):
            found = [each for each in self.differing if each[2] == name]
            deal, rotation, _, how = found[0]
            where = f"{len(found)} hands, first deal {deal}, rotation {rotation}"
            lines.append(f"{'a player' if name is None else quoted(name)} in {where}: {how}")
        return "\n".join([*lines, *([f"In one process: {self.together}"] if self.together else [])])


def difference(
    start: AnyState,
    names: Sequence[str],
    points: Sequence[int],
    here: HandPlayed,
    alone: HandPlayed,
) -> tuple[str | None, str]:
    """Return whose move differs, and how; no words if all is as it was in the match."""
    state = start
    for one, other in zip(here.moves, alone.moves, strict=False):
        if one != other:
            assert state.actor is not None  # the cards are those of the deal
            player = names[here.line["seats"][state.actor]]
            return player, f"{one} after another hand of the deal, {other} alone"
        state = apply(state, one)
    again = alone.line["points"]
    return None, "" if again == list(points) else f"points {again}, not {list(points)}"
