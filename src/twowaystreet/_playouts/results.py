"""Payoffs of playouts from many states: compiled, or in plain Python with the same results."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from importlib import import_module
from typing import Any, Final, Literal, TypeAlias

from twowaystreet._engine.state import AnyState
from twowaystreet._engine.verbs import payoffs
from twowaystreet._playouts import chance, table_play
from twowaystreet._playouts.policies import Policy, moves, payoffs_function
from twowaystreet._playouts.ranks import card_play_of
from twowaystreet._playouts.scores import tables_of
from twowaystreet._tricks.card_play import RANDOM_PLAY
from twowaystreet._tricks.trick_state import TrickState

Engine: TypeAlias = Literal["auto", "fast", "python"]
ENGINES: Final[tuple[Engine, ...]] = ("auto", "fast", "python")


def payoffs_of(
    states: Sequence[AnyState], seat: int, seed: int, policy: Policy, engine: Engine
) -> list[float]:
    """Return the payoff to a seat after one playout from each state.

    Args:
        states: the states, of one game; the hands of some may be over.
        seat: the seat.
        seed: the seed of the playouts, 0 to 2**64 - 1.
        policy: the policy.
        engine: ``fast`` for compiled playouts, ``python`` for plain ones, ``auto`` for compiled
            ones where they are installed. The results are the same. Games without tricks of cards
            have plain ones only.
    """
    found = [payoffs(state)[seat] if state.hand_over else 0.0 for state in states]
    places = [place for place, state in enumerate(states) if not state.hand_over]
    if places:
        begun = [states[place] for place in places]
        play = _playouts(engine) if isinstance(begun[0], TrickState) else None
        if play:
            worth = play(begun, 1, seed=seed, policy=policy).payoffs[:, 0, seat].tolist()
        else:
            worth = [
                payoffs_after(state, chance.key_of(seed, number, 0), policy)[seat]
                for number, state in enumerate(begun)
            ]
        for place, each in zip(places, worth, strict=True):
            found[place] = each
    return found


def _playouts(engine: Engine) -> Callable[..., Any] | None:
    """Return the compiled playouts; ``None`` for plain Python. Any: their results."""
    if engine == "fast":
        found: Callable[..., Any] = import_module("twowaystreet.fast").playouts
        return found
    return compiled() if engine == "auto" else None


@cache
def compiled() -> Callable[..., Any] | None:
    """Return the compiled playouts; ``None`` if they are not installed, or are not compiled."""
    try:
        fast = import_module("twowaystreet.fast")
    except ImportError:
        return None
    return None if fast.compiling.IS_PLAIN else fast.playouts


def payoffs_after(state: AnyState, key: int, policy: Policy) -> tuple[float, ...]:
    """Return the payoffs after a playout: in the fastest way for its game.

    Random playouts go through ``apply``, which is about as fast as tables.
    """
    last, made, in_play = state, 0, False
    steps = moves(policy, state, key)
    while not last.hand_over:
        if not in_play and last.actor is not None:
            short = payoffs_function(policy, last)
            if short:
                return short(last)
            in_play = isinstance(last, TrickState) and bool(last._order)
            found = _by_tables(last, key, made, policy) if in_play else None
            if found:
                return found
        _, last = next(steps)
        made += 1
    return payoffs(last)


def _by_tables(state: Any, key: int, made: int, policy: Policy) -> tuple[float, ...] | None:
    """Return the payoffs after a playout from a state in the play; ``None`` without tables.

    Any: a state of any trick-taking game.
    """
    card_play = card_play_of(policy, state)
    choices = card_play(state) if card_play else RANDOM_PLAY
    tables = tables_of(state) if choices.values else None
    if tables is None:
        return None
    return table_play.payoffs(state, table_play.play(state, tables, choices, key, made))
