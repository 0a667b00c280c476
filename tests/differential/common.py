"""Differential test of the package and the reference implementation on the same moves.

This module compares the facts of all games. The module of each game compares its further facts.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeAlias

import attrs

import twowaystreet as tws
from tests.helpers import trick_state

State: TypeAlias = tws.GameState[Any, Any, Any]
# Any: the reference games share no base class on purpose, only names.
Reference: TypeAlias = Any


@attrs.frozen(kw_only=True)
class Pair:
    """A game and its reference implementation.

    Attributes:
        opening: starts both games with the same random options, at a random point of a match.
        compare: compares the facts of this game only, and the hands if ``hands`` is false.
        compare_score: compares the details of the score of the hand just finished.
        score_again: scores the hand again with the public scoring function.
        elsewhere: returns the cards outside hands, tricks and stock.
        hands: true if both sides number the hands in the same way.
        tricks: returns the number of tricks of a finished hand, in a game with tricks.
    """

    opening: Callable[[random.Random], tuple[Any, Reference]]
    compare: Callable[[Any, Reference], None]
    compare_score: Callable[[Any, Any], None]
    score_again: Callable[[Any], object]
    elsewhere: Callable[[Any], Iterable[tws.Card]] = lambda _: ()
    hands: bool = True
    tricks: Callable[[Any], int] = lambda _: 0


def somewhere(
    rng: random.Random, seats: int, options: dict[str, Any], scores: range
) -> dict[str, Any]:
    """Return random arguments for a match in progress, with a hand left to play."""
    return {
        "dealer": rng.randrange(seats),
        "scores": [rng.choice(scores) for _ in range(seats)],
        "hands_played": rng.randrange(options["max_hands"] or 12),
    }


def words(some: Iterable[object]) -> list[str]:
    """Return the texts of cards or moves."""
    return list(map(str, some))


def _compare_tricks(state: tws.TrickState[Any, Any, Any], reference: Reference) -> None:
    assert len(state.tricks) == len(reference.tricks)
    newest = 0 if state.hand_over else -1  # Earlier calls have compared the older tricks.
    for ours, theirs in zip(state.tricks[newest:], reference.tricks[newest:], strict=True):
        found = {
            "leader": ours.leader,
            "cards": words(ours.cards),
            "seats": list(ours.seats),
            "led": ours.led and str(ours.led),
            "winner": ours.winner,
        }
        assert found == {name: theirs[name] for name in found}
    table = state.trick
    assert words(table.cards) == reference.trick["cards"]
    assert list(table.seats) == reference.trick["seats"]
    assert (table.led and str(table.led)) == reference.trick["led"]
    assert table.winner is None
    if state.actor is not None and any(reference.hands):
        assert table.leader == reference.trick["leader"]


def compare(pair: Pair, state: State, reference: Reference) -> None:
    """Compare the positions of both games, including every card."""
    moves = words(tws.legal_moves(state))
    assert sorted(moves) == sorted(reference.legal())
    assert len(set(moves)) == len(moves)
    assert (state.actor, state.dealer) == (reference.actor, reference.dealer)
    assert (state.needs_deal, state.hand_over) == (reference.needs_deal, reference.hand_over)
    assert (state.is_over, list(state.winners)) == (reference.is_over, reference.winners)
    assert (list(state.scores), state.hands_played) == (reference.scores, reference.hands_played)
    if pair.hands:
        ours = [sorted(words(hand)) for hand in state.hands]
        assert ours == list(map(sorted, reference.hands)) or not (any(ours) or any(reference.hands))
        assert words(state.stock) == reference.stock
    if isinstance(state, tws.TrickState):
        _compare_tricks(trick_state(state), reference)
    pair.compare(state, reference)
    if state.hand_over:
        score = tws.score_hand(state)
        assert reference.last_score is not None
        assert list(score.points) == reference.last_score["points"]
        pair.compare_score(score, reference.last_score)


def winners_of(tricks: Sequence[tws.Trick], seats: int) -> list[int]:
    """Count the tricks of each seat."""
    taken = [0] * seats
    for trick in tricks:
        assert trick.winner is not None
        taken[trick.winner] += 1
    return taken
