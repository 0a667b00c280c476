"""Broken games: variations of Oh Hell and Two Way Street that each break one promise."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import attrs

from examples import oh_hell
from twowaystreet import Game
from twowaystreet import authoring as core
from twowaystreet.authoring import Decision, IllegalMove, Phase, fast_replace
from twowaystreet.games import street
from twowaystreet.reasons import NotOffered

Handler = Callable[[Any, int, Any], Any]
Offer = Callable[[Any, int], tuple[core.Move, ...]]


def _class_of_states(name: str, base: Any, view: Any) -> Any:
    """Return a class of states with other views; both get names here for pickle."""
    state: Any = type(f"State_{name}", (base,), {"__slots__": (), "View": view})
    view.__module__ = state.__module__ = __name__
    view.__qualname__ = f"View_{name}"
    globals().update({state.__qualname__: state, view.__qualname__: view})
    return state


def hell(
    name: str,
    state: Any = None,
    view: Any = None,
    rules: Any = oh_hell.Rules,
    hand_data: Any = None,
) -> Game:
    """Return Oh Hell with other states, views, rules or hand data.

    Any: the types of faulty classes may be wrong.
    """
    state, view = state or oh_hell.State, view or shown(oh_hell.View)
    return remade(name, rules, state, view, hand_data or oh_hell.HandData())


def remade(name: str, rules: Any, state: Any, view: Any, hand_data: Any) -> Game:
    """Return a game with other views. Any: as above."""
    made = _class_of_states(name, state, view)
    begin: Any = core.new_game_for(rules, made, hand_data, rule="AL-2")
    return Game(name=name, Rules=rules, State=made, View=view, new_game=begin)


def two_ways(name: str, view: Any) -> Game:
    """Return Two Way Street with other views. Any: as above."""
    state = _class_of_states(name, street.State, view)

    def new_game(rules: street.Rules | None = None, **begin: Any) -> Any:
        first: Any = street.new_game(rules, **begin)
        return state._build(first._match, first._hand_data, first.phase)

    return Game(name=name, Rules=street.Rules, State=state, View=view, new_game=new_game)


def altered(state: Any, **fields: Any) -> Any:
    """Return a state with some stored fields changed, as faulty games do. Any: as above."""
    return fast_replace(cast(Any, type(state)))(state, **fields)


def checked_bid(state: Any, seat: int, move: Any) -> Any:
    """Record a bid that Oh Hell offers, and refuse any other. Any: as above."""
    if move not in oh_hell.State._bids(state, seat):
        raise IllegalMove(move, NotOffered("OH-2", "another bid"))
    return oh_hell.State._bid(state, seat, move)


def bidding(
    bids: Offer = oh_hell.State._bids,
    bid: Handler = checked_bid,
    move_type: type[Any] = oh_hell.Bid,
) -> dict[Phase, Decision]:
    """Return the decisions of Oh Hell with another bidding."""
    decisions: dict[Phase, Decision] = dict(oh_hell.State._decisions)
    bidding = Decision("a bid such as bid 2", "OH-1", bids, {move_type: bid})
    return decisions | {oh_hell.Phase.BID: bidding}


def shown(base: Any, **facts: Any) -> Any:
    """Return a class of views with other or additional facts. Any: facts have any types."""
    names: dict[str, Any] = dict.fromkeys(facts, Any)
    made: Any = type(base)("View", (base,), {"__annotations__": names, **facts})
    return attrs.frozen(kw_only=True)(made)
