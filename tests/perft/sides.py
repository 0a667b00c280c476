"""The two sides of a count: the package and the reference implementation."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Hashable, Sequence
from contextlib import ExitStack
from typing import Any, Final, TypeAlias

import attrs

import twowaystreet as tws
from tests.games import OURS, reference_of
from tests.perft import small
from tests.perft.table import Position
from twowaystreet._core.engine.fields import options_of
from twowaystreet._core.engine.setup import match_arguments

Outcome: TypeAlias = tuple[Any, ...]
"""Result of a hand, beginning with the scores. Any: numbers, booleans and tuples."""

# Any: a state of the package or a reference game, and a move as an object or as a text.
Node: TypeAlias = Any
AnyMove: TypeAlias = Any


@attrs.frozen(kw_only=True)
class Side:
    """Functions that play a game on one side.

    Attributes:
        start: starts a match, from options and other arguments by name.
        read: reads a move from its text.
        moves: returns the legal moves.
        after: returns the state after a move.
        in_play: returns True if a card may be led.
        outcome: returns the result of a finished hand.
        key: returns equal keys for states with the same continuations.
        cut_down: replaces the pack by a smaller one until the stack closes.
    """

    start: Callable[[str, dict[str, Any], dict[str, Any]], Node]
    read: Callable[[Node, str], AnyMove]
    moves: Callable[[Node], Sequence[AnyMove]]
    after: Callable[[Node, AnyMove], Node]
    in_play: Callable[[Node], bool]
    outcome: Callable[[Node], Outcome]
    key: Callable[[Node], Hashable]
    cut_down: Callable[[str, str, ExitStack], Callable[[Node], Node]]

    def begin(self, position: Position, stack: ExitStack) -> Node:
        """Return the position; a smaller pack stays in use until the stack closes."""
        options = options_of(tws.GAMES[position.game].Rules)
        rules = {name: options[name].read(text) for name, text in position.options.items()}
        types = match_arguments(tws.GAMES[position.game])
        where = {
            name: each[0] if types[name] is int else list(each)
            for name, each in position.begin.items()
        }
        prepare = self.cut_down(position.game, position.pack, stack) if position.pack else None
        node = self.start(position.game, rules, where)
        if prepare:
            node = prepare(node)
        for text in position.record:
            node = self.after(node, self.read(node, text))
        return node


# The package


def _new_game(game: str, rules: dict[str, Any], where: dict[str, Any]) -> Node:
    found = tws.GAMES[game]
    return found.new_game(found.Rules(**rules), **where)


def _outcome(state: Node) -> Outcome:
    carries: tuple[str, ...] = state._match_counters
    return (
        state.scores,
        state.hand_over,
        state.is_over,
        state.winners,
        state.dealer,
        state.hands_played,
        tuple(getattr(state, name) for name in carries),
    )


PACKAGE: Final = Side(
    start=_new_game,
    read=tws.parse_move,
    moves=tws.legal_moves,
    after=tws.apply,
    in_play=lambda state: state.phase == "play",
    outcome=_outcome,
    key=lambda state: state,
    cut_down=small.package,
)


# The reference implementation

REFERENCE_GAMES: Final[dict[str, Callable[..., Node]]] = {name: reference_of(name) for name in OURS}


_NAMES: Final = {reference: game for game, reference in REFERENCE_GAMES.items()}


def _reference_game(game: str, rules: dict[str, Any], where: dict[str, Any]) -> Node:
    truths = {"true": True, "false": False}
    rules = {name: truths.get(value, value) for name, value in rules.items()}
    return REFERENCE_GAMES[game](**rules, **where)


def _reference_after(reference: Node, text: str) -> Node:
    """Return a copy of the game after one more move."""
    after = pickle.loads(pickle.dumps(reference))
    after.play(text)
    small.end_if_out_of_cards(after)
    return after


def _reference_outcome(reference: Node) -> Outcome:
    counters = tws.GAMES[_NAMES[type(reference)]].State._match_counters
    carried: dict[str, Any] = {name: getattr(reference, name) for name in counters}
    return (
        tuple(reference.scores),
        reference.hand_over,
        reference.is_over,
        tuple(reference.winners),
        reference.dealer,
        reference.hands_played,
        tuple(one if counters[name] is int else tuple(one) for name, one in carried.items()),
    )


def _reference_key(reference: Node) -> str:
    """Return all attributes of the game as text."""
    return repr(reference.__dict__)


REFERENCE: Final = Side(
    start=_reference_game,
    read=lambda reference, text: text,
    moves=lambda reference: reference.legal(),
    after=_reference_after,
    in_play=lambda reference: reference.stage == "play",
    outcome=_reference_outcome,
    key=_reference_key,
    cut_down=small.reference,
)

SIDES: Final = {"package": PACKAGE, "reference": REFERENCE}
"""Both sides by name."""
