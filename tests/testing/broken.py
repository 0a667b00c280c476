"""Games that break a promise each: small variations of Oh Hell, and of Two Way Street."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import attrs

from examples import oh_hell
from twowaystreet import Game
from twowaystreet import authoring as core
from twowaystreet.authoring import Decision, Phase, fast_replace
from twowaystreet.games import street

Say = Callable[[Any, int, Any], Any]
Offer = Callable[[Any, int], tuple[core.Move, ...]]


@attrs.frozen
class BrokenGame:
    """A game with a fault.

    Attributes:
        game: the game.
        promise: the first promise that it breaks.
        says: what the message says.
    """

    game: Game
    promise: str
    says: str


def _class_of_states(name: str, base: Any, view: Any) -> Any:
    """A class of states with other views, which pickle finds here under a name of its own."""
    kind: Any = type(f"State_{name}", (base,), {"__slots__": (), "View": view})
    view.__module__ = kind.__module__ = __name__
    view.__qualname__ = f"View_{name}"
    globals().update({kind.__qualname__: kind, view.__qualname__: view})
    return kind


def hell(
    name: str,
    state: Any = None,
    view: Any = None,
    rules: Any = oh_hell.Rules,
    hand_data: Any = None,
) -> Game:
    """Oh Hell with other states, views, rules, or something else settled.

    Any: classes with a fault need not be what their types say.
    """
    view = view or shown(oh_hell.View)
    kind = _class_of_states(name, state or oh_hell.State, view)
    begin: Any = core.new_game_for(rules, kind, hand_data or oh_hell.HandData(), rule="OH-3")
    return Game(name=name, title=kind.title, Rules=rules, State=kind, View=view, new_game=begin)


def two_ways(name: str, view: Any) -> Game:
    """Two Way Street with other views. Any: as above."""
    kind = _class_of_states(name, street.State, view)

    def new_game(rules: street.Rules | None = None, **begin: Any) -> Any:
        first: Any = street.new_game(rules, **begin)
        return kind._build(first._match, first._hand_data, first.phase)

    return Game(
        name=name, title=kind.title, Rules=street.Rules, State=kind, View=view, new_game=new_game
    )


def altered(state: Any, **fields: Any) -> Any:
    """A state with some of its stored fields changed, as faulty games do. Any: as above."""
    return fast_replace(cast(Any, type(state)))(state, **fields)


def bidding(
    bids: Offer = oh_hell.State._bids, bid: Say = oh_hell.State._bid, kind: type[Any] = oh_hell.Bid
) -> dict[Phase, Decision]:
    """What is asked in Oh Hell, with another way to bid."""
    asks: dict[Phase, Decision] = dict(oh_hell.State._decisions)
    return asks | {oh_hell.Phase.BID: Decision("a bid such as bid 2", "OH-1", bids, {kind: bid})}


def shown(base: Any, **facts: Any) -> Any:
    """Views with these facts besides, or in place of others. Any: of whatever types."""
    names: dict[str, Any] = dict.fromkeys(facts, Any)
    made: Any = type(base)("View", (base,), {"__annotations__": names, **facts})
    return attrs.frozen(kw_only=True)(made)


def by_name(games: tuple[BrokenGame, ...]) -> dict[str, Game]:
    """The games by names for a module, where another process finds them."""
    return {f"GAME_{one.game.name}": one.game for one in games}
