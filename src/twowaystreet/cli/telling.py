"""Games as they are told: scene by scene, each a move and what was to be seen after it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

import attrs

from twowaystreet._cards.cards import Card
from twowaystreet._engine.game import Game
from twowaystreet._engine.moves import Play
from twowaystreet._records.seat_records import Event
from twowaystreet._views.views import View
from twowaystreet.cli.additions import additions_of


@attrs.frozen
class Scene:
    """A move as it is told.

    Attributes:
        seat: who made it; ``None`` for a deal.
        told: the move in words.
        is_play: whether it is a card that was played.
        view: what was to be seen after it.
        hands: the hands that are shown then, by their seats.
    """

    seat: int | None
    told: str
    is_play: bool
    view: View
    hands: Mapping[int, Sequence[Card]]


def scene_of(
    game: Game, before: View, event: Event, view: View, hands: Mapping[int, Sequence[Card]]
) -> Scene:
    """The scene of a move.

    Args:
        game: the game.
        before: what the one who tells the move had seen before it.
        event: the move as that one saw it.
        view: what is shown after it.
        hands: the hands that are shown then.
    """
    told = "deal" if event.seat is None else additions_of(game.name).told(before, event)
    return Scene(event.seat, told, isinstance(event.move, Play), view, hands)


class Teller(Protocol):
    """Whoever tells a game."""

    def tell(self, scene: Scene) -> None:
        """Tell a scene."""

    def close(self) -> None:
        """Say how it has ended, or where it stands."""


def tell(teller: Teller, scenes: Iterable[Scene]) -> None:
    """Tell scenes to their end."""
    for scene in scenes:
        teller.tell(scene)
    teller.close()
