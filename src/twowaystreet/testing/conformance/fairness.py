"""Checks of fairness: a deal gives all cards the same chances, and all seats are alike."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from itertools import product
from math import sqrt
from typing import Any, Final

from twowaystreet._core.cards.cards import Card
from twowaystreet._core.engine.seats import sides_of
from twowaystreet._core.engine.setup import match_arguments
from twowaystreet._core.engine.state import AnyState
from twowaystreet._core.engine.verbs import apply, legal_moves, shuffle
from twowaystreet.errors import IllegalMove
from twowaystreet.testing.playouts import CheckedPosition, Context, fail, require

DEALS: Final = 400  # deals whose cards are counted
WIDTH: Final = 6.0  # the most standard deviations between a number and its mean


def alike(position: CheckedPosition) -> int:
    """No seat and no card has an advantage by its number, whoever deals."""
    match, start, game = position.playout, position.playout.start, position.context.game
    step, seats, sides = 1, start.rules.seats, {frozenset(side) for side in sides_of(start.rules)}
    while {frozenset((seat + step) % seats for seat in side) for side in sides} != sides:
        step += 1  # partners must stay partners
    if step == seats:
        return 0
    given: dict[str, Any] = {name: getattr(start, name) for name in match_arguments(game)}
    for name, value in given.items():  # Any: as new_game takes
        if value.__class__ is tuple and len(value) == seats:
            given[name] = _turned(value, step)
    given["dealer"] = (start.dealer + step) % seats
    other: AnyState = game.new_game(start.rules, **given)
    for made, (move, state) in enumerate(zip(match.moves, match.states[1:], strict=True)):
        try:
            other = apply(other, move)
        except IllegalMove:
            return made  # the move may name a seat
        expected, found = _seen(state, step), _seen(other, 0)
        if expected != found and found == _seen(state, 0) and any(state.hands):
            return made + 1  # the game does not care who deals
        for name, value in expected.items():
            require(
                found[name] == value,
                f"after the same deals and moves, but with dealer {given['dealer']} in place of "
                f"{start.dealer}, expected everything {step} seat{'s' * (step > 1)} on: {name}: "
                f"{found[name]}, expected {value}",
            )
    return len(match.moves)


def _turned(some: tuple[object, ...], by: int) -> tuple[object, ...]:
    return (*some[len(some) - by :], *some[: len(some) - by])


def _seen(state: AnyState, by: int) -> dict[str, object]:
    """Return what can be compared of a position, with the seats that many seats on."""
    seats = state.rules.seats
    return {
        "phase": state.phase,
        "seat to move": None if state.actor is None else (state.actor + by) % seats,
        "number of legal moves": len(legal_moves(state)),
        "hands": _turned(state.hands, len(state.hands) // seats * by),
        "stock": state.stock,
        "scores": _turned(state.scores, by),
        "winners": sorted((seat + by) % seats for seat in state.winners),
    }


def chances(context: Context) -> None:
    """Check in many deals that no card is in a hand, or at an end of the stock, by design."""
    start: AnyState = context.game.new_game()
    found, sizes, rng = Counter[tuple[str, Card]](), Counter[str](), context.rng("deals")
    for _ in range(DEALS):
        with suppress(IllegalMove):
            dealt = apply(start, shuffle(start, rng))
            places = {f"hand {number}": hand for number, hand in enumerate(dealt.hands)}
            places |= {"the top of the stock": dealt.stock[:1], "its bottom": dealt.stock[-1:]}
            for place, cards in places.items():
                sizes[place] += len(cards)
                found.update((place, card) for card in cards)
    pack = Counter(start.rules.pack.cards)
    for (place, size), (card, copies) in product(sizes.items(), pack.items()):
        mean, times = copies * size / pack.total(), found[place, card]
        if abs(times - mean) > WIDTH * (1 + sqrt(mean)):
            fail(f"{card} is in {place} after {times} of {DEALS} deals, expected about {mean:.0f}")
