"""The list of our games for all tests, and what the tests say about each.

A test that holds for every game takes the names from here: ``OURS``, or ``ALL`` with the game of
the guide for authors. The parts of a game are found by its name:

- ``tests/<name>/facts.py`` has its ``FACTS``
- ``tests/reference/<name>.py`` has its reference implementation, such as ``ReferenceTwos``
- ``tests/reference/pairs.py`` has the pair of both, which compares them
"""

from collections.abc import Callable, Mapping, Set
from functools import cache
from importlib import import_module
from typing import Any, Final, TypeAlias

import attrs

import twowaystreet as tws
from docs._ext import rule_index, rule_options
from examples import oh_hell
from tests.helpers import AnyState
from twowaystreet._core.engine.game import OURS as _OURS

OURS: Final = tuple(_OURS)
"""The names of our games."""
ALL: Final = (*OURS, oh_hell.GAME.name)
"""The names of our games and of the game of the guide, which is not registered."""

# Any: the states and classes of any game.
Start: TypeAlias = Callable[[], Any]


def cards_of_others(state: Any, seat: int) -> set[tws.Card]:
    others = [card for other, hand in enumerate(state.hands) if other != seat for card in hand]
    return {*others, *state.stock}


def thirteen_each(rules: Any) -> list[int]:
    return [13] * 4


@attrs.frozen(kw_only=True)
class Facts:
    """What the tests that hold for every game cannot find out about one game.

    Attributes:
        starts: functions that begin a match, by name; one for each set of options worth a test.
        dealt: a function that returns the sizes of the dealt hands for some rules.
        deal_rule: the rule of the deal.
        hiding: the phases with hidden information.
        hiding_rules: the rules that hide it.
        shown_rules: the rules of the facts that views show.
        hidden: a function that returns the cards that a seat cannot know, from the whole state.
        moves: moves of the game besides plays of single cards, in the documented order.
        moves_in: a function that returns moves which depend on a state, before ``moves``.
        lead: the least lead of a simple player over a random one, in points per hand; below zero if
            fewer points are better.
        told: parts of the rules on one screen.
        in_v1: a function that returns what the record of version 1 of the game must contain.
    """

    starts: Mapping[str, Start]
    dealt: Callable[[Any], list[int]] = thirteen_each
    deal_rule: str
    hiding: Set[str]
    hiding_rules: tuple[str, ...] = ()
    shown_rules: tuple[str, ...] = ()
    hidden: Callable[[Any, int], set[tws.Card]] = cards_of_others
    moves: tuple[tws.Move, ...] = ()
    moves_in: Callable[[Any], tuple[tws.Move, ...]] = lambda state: ()
    lead: float = 0
    told: tuple[str, ...] = ()
    in_v1: Callable[[tws.Record], tuple[bool, ...]] = lambda record: ()


@cache
def facts_of(name: str) -> Facts:
    found: Facts = import_module(f"tests.{name}.facts").FACTS
    return found


@cache
def starts() -> dict[str, Start]:
    return {key: start for name in ALL for key, start in facts_of(name).starts.items()}


def game_of(name: str) -> tws.Game:
    """Return a game by its name, the one of the guide included."""
    return oh_hell.GAME if name == oh_hell.GAME.name else tws.GAMES[name]


def name_of(state: AnyState) -> str:
    return next(name for name in ALL if game_of(name).State is type(state))


def reference_of(name: str) -> type[Any]:
    title = "".join(map(str.title, name.split("_")))
    found: type[Any] = getattr(import_module(f"tests.reference.{name}"), f"Reference{title}")
    return found


def rules_of(name: str) -> tuple[str, ...]:
    (prefix,) = [key for key, page in rule_options.PAGES.items() if page == f"games/{name}"]
    return tuple(rule for rule in rule_index.names() if rule.startswith(f"{prefix}-"))
