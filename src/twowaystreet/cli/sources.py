"""Where the moves of a game come from, if not from a person: from simple players or a record."""

from __future__ import annotations

import random
from typing import Protocol

import attrs
from typing_extensions import override

from twowaystreet._engine.game import Game
from twowaystreet._engine.moves import Move
from twowaystreet._engine.state import AnyState
from twowaystreet._engine.verbs import shuffle
from twowaystreet._records.records import Record
from twowaystreet._views.views import view
from twowaystreet.cli.players import choose


class Source(Protocol):
    """Whatever moves come from."""

    def move_in(self, state: AnyState) -> Move | None:
        """The move to make in a state of a game that goes on; ``None`` if there are no more."""


@attrs.frozen
class Company(Source):
    """Chance, which deals, and simple players.

    Deals and players each have their own source of chance, so that the deals of a seed are the
    same whatever is done with them.

    Attributes:
        game: the game that they play.
        deals: where the deals come from.
        players: where the players' chance comes from.
    """

    game: Game
    deals: random.Random
    players: random.Random

    @override
    def move_in(self, state: AnyState) -> Move:
        if state.needs_deal:
            return shuffle(state, self.deals)
        return choose(self.game.name, view(state, state.actor), self.players)


class Recorded(Source):
    """The moves of a record, in their order.

    Args:
        record: the record.
    """

    def __init__(self, record: Record) -> None:
        self._moves = iter(record.moves)

    @override
    def move_in(self, state: AnyState) -> Move | None:
        return next(self._moves, None)
