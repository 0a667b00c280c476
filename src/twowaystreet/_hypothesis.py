"""What Hypothesis is told when it is imported: how the types of this library are drawn.

Hypothesis calls :func:`register` by an entry point, so that ``st.from_type(street.State)`` works
without an import of :mod:`twowaystreet.testing`. That package imports Hypothesis, which then calls
while the package is half imported: so nothing of it is imported here before a type is asked for.

Hypothesis looks types up by the class itself, so the games have to be there. That takes
``import hypothesis`` from 0.19 s to 0.34 s (CPython 3.11), half of it for the games. A way that
waits for them to be imported would have to reach into the insides of Hypothesis, which change.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from hypothesis import strategies as st

from twowaystreet._cards.cards import Card
from twowaystreet._cards.packs import Pack
from twowaystreet._engine.game import _OURS, GAMES, Game
from twowaystreet._engine.moves import Deal, Play
from twowaystreet._engine.state import GameState
from twowaystreet._records.records import Record
from twowaystreet._records.seat_records import SeatRecord
from twowaystreet._views.views import View

if TYPE_CHECKING:
    from types import ModuleType


def _drawing() -> ModuleType:
    """The strategies, imported when the first of them is asked for."""
    from twowaystreet.testing import strategies  # noqa: PLC0415  # see above

    return strategies


# Any: what is drawn is of the type that is asked for.
def _of_any_game(strategy: str) -> Callable[[Any], st.SearchStrategy[Any]]:
    """A strategy of that name for all the games that come along."""
    return lambda kind: st.one_of([getattr(_drawing(), strategy)(name) for name in _OURS])


def _deals(kind: Any) -> st.SearchStrategy[Any]:
    return _of_any_game("rules")(kind).flatmap(_drawing().deals)


def _seat_records(kind: Any) -> st.SearchStrategy[Any]:
    drawing = _drawing()
    return _of_any_game("records")(kind).flatmap(
        lambda record: drawing.seats(record.state).map(record.for_seat)
    )


def register() -> None:
    """Tell Hypothesis about the types of every game, and about those of the games that come along.

    Games of others are not loaded here; see :func:`twowaystreet.testing.register_types`.
    """
    st.register_type_strategy(Card, lambda kind: _drawing().cards())
    st.register_type_strategy(Play, lambda kind: _drawing().cards().map(Play))
    st.register_type_strategy(Pack, lambda kind: _drawing().packs())
    st.register_type_strategy(Deal, _deals)
    st.register_type_strategy(GameState, _of_any_game("states"))
    st.register_type_strategy(View, _of_any_game("views"))
    st.register_type_strategy(Record, _of_any_game("records"))
    st.register_type_strategy(SeatRecord, _seat_records)
    for name in _OURS:
        register_game(GAMES[name])


def register_game(game: Game) -> None:
    """Tell Hypothesis about the types of one game."""
    st.register_type_strategy(game.Rules, lambda kind: _drawing().rules(game))
    st.register_type_strategy(game.State, lambda kind: _drawing().states(game))
    st.register_type_strategy(game.View, lambda kind: _drawing().views(game))
