"""Registration of the types of the games with Hypothesis, for ``st.from_type``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st

from twowaystreet._cards.cards import Card
from twowaystreet._cards.packs import Pack
from twowaystreet._engine.game import GAMES, OURS, Game
from twowaystreet._engine.moves import Deal, Play
from twowaystreet._engine.state import GameState
from twowaystreet._records.records import Record
from twowaystreet._records.seat_records import SeatRecord
from twowaystreet._views.views import View
from twowaystreet.testing import strategies


def register_types(*games: Game) -> None:
    """Register the types of the games for ``st.from_type`` and the functions that use it.

    The types are ``Card``, ``Play``, ``Pack``, ``Deal``, ``GameState``, ``View``, ``Record`` and
    ``SeatRecord``, and the ``Rules``, ``State`` and ``View`` of each game. Call the function once,
    for example in ``conftest.py``. Further calls change nothing.

    Args:
        games: your own games; their ``Rules``, ``State`` and ``View`` are registered, too.

    >>> from hypothesis import find, strategies as st
    >>> from twowaystreet.games import street
    >>> register_types()
    >>> find(st.from_type(street.State), lambda state: state.phase == "declare").phase
    <Phase.DECLARE: 'declare'>
    """
    st.register_type_strategy(Card, strategies.cards())
    st.register_type_strategy(Play, strategies.cards().map(Play))
    st.register_type_strategy(Pack, strategies.packs())
    st.register_type_strategy(Deal, _any_game(strategies.rules).flatmap(strategies.deals))
    st.register_type_strategy(GameState, _any_game(strategies.states))
    st.register_type_strategy(View, _any_game(strategies.views))
    st.register_type_strategy(Record, _any_game(strategies.records))
    st.register_type_strategy(SeatRecord, _any_game(strategies.records).flatmap(_seat_records))
    for game in (*(GAMES[name] for name in OURS), *games):
        st.register_type_strategy(game.Rules, strategies.rules(game))
        st.register_type_strategy(game.State, strategies.states(game))
        st.register_type_strategy(game.View, strategies.views(game))


# Any: each game has its own classes.
def _any_game(strategy: Callable[[str], st.SearchStrategy[Any]]) -> st.SearchStrategy[Any]:
    return st.one_of([strategy(name) for name in OURS])


def _seat_records(record: Record) -> st.SearchStrategy[SeatRecord]:
    return strategies.seats(record.state).map(record.for_seat)
