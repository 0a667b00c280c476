"""Checks of fairness: a deal gives all cards the same chances, and all seats are alike."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from itertools import chain, product
from math import sqrt
from typing import Final

import attrs

import twowaystreet as tws
from twowaystreet._core.engine.seats import sides_of
from twowaystreet._core.engine.state import OfGame
from twowaystreet.testing.playouts import CheckedPosition, Context, fail, figures_of, require

DEALS: Final = 1000  # deals whose cards are counted
TURN: Final = "seat to move"
WIDTH: Final = 6.0  # the most standard deviations between a number and its mean


def alike(position: CheckedPosition) -> int:
    """No seat and no card has an advantage by its number, whoever deals."""
    match, start, game = position.playout, position.playout.start, position.context.game
    step, seats, sides = 1, start.rules.seats, {frozenset(side) for side in sides_of(start.rules)}
    while {frozenset((seat + step) % seats for seat in side) for side in sides} != sides:
        step += 1  # partners must stay partners
    if step == seats:
        return 0
    given = figures_of(game, start, step)
    for name, value in given.items():
        if value.__class__ is tuple and len(value) == seats:
            given[name] = _turned(value, step)
    other: tws.AnyState = game.new_game(start.rules, **given)
    for made, (move, state) in enumerate(zip(match.moves, match.states[1:], strict=True), 1):
        expected, plain = _seen(state, step), _seen(state, 0)
        after = [*_after(other, move, step)]
        if not after:
            return made
        other = next((each for each in after if _seen(each, 0) == expected), after[0])
        found = _seen(other, 0)
        by_dealer = found["hands"] == expected["hands"] and found[TURN] == expected[TURN]
        alike_hands = found["hands"] in (expected["hands"], plain["hands"])
        if isinstance(move, tws.Deal) and alike_hands and not by_dealer:
            return made  # who begins, or gets the first card, does not depend on who deals
        for name, value in expected.items():
            require(
                found[name] == value,
                f"after the same deals and moves, but with seat {given['dealer']} as dealer in "
                f"place of seat {start.dealer}, expected everything {step} seat{'s' * (step > 1)} "
                f"on: {name}: {found[name]}, expected {value}",
            )
    return len(match.moves)


def _after(state: tws.AnyState, move: tws.Move, step: int) -> Iterator[tws.AnyState]:
    """Yield the states after a move, and after this move with other seats if it may name some."""
    thing: OfGame = move  # the type Move does not say that moves are attrs classes
    fields = attrs.fields(thing.__class__) if attrs.has(thing.__class__) else ()
    values = {one.alias: getattr(thing, one.name) for one in fields if one.init}
    seats = state.rules.seats
    turned = {
        name: (value + step) % seats
        for name, value in values.items()
        if type(value) is int and 0 <= value < seats
    }
    for changes in ({}, turned) if turned else ({},):
        with suppress(tws.TwoWayStreetError):
            yield tws.apply(state, attrs.evolve(thing, **changes) if changes else move)


def _turned(some: tuple[object, ...], by: int) -> tuple[object, ...]:
    return (*some[len(some) - by :], *some[: len(some) - by])


def _seen(state: tws.AnyState, by: int) -> dict[str, object]:
    """Return what can be compared of a position, with the seats that many seats on."""
    seats = state.rules.seats
    return {
        "phase": state.phase,
        TURN: None if state.actor is None else (state.actor + by) % seats,
        "number of legal moves": len(tws.legal_moves(state)),
        "hands": _turned(state.hands, len(state.hands) // seats * by),
        "stock": state.stock,
        "scores": _turned(state.scores, by),
        "winners": sorted((seat + by) % seats for seat in state.winners),
    }


def chances(context: Context) -> int:
    """Check in many deals that no card is in one hand, or at an end of the stock, by design."""
    start: tws.AnyState = context.game.new_game()
    found, sizes, rng = Counter[tuple[str, tws.Card]](), Counter[str](), context.rng("deals")
    for _ in range(DEALS):
        with suppress(tws.IllegalMove):
            dealt = tws.apply(start, tws.shuffle(start, rng))
            hands, stock = dealt.hands, dealt.stock
            places = {f"hand {number}": hand for number, hand in enumerate(hands)}
            places |= {"the top of the stock": stock[:1], "its bottom": stock[-1:]}
            for place, cards in {**places, "hands": (*chain(*hands),), "stock": stock}.items():
                sizes[place] += len(cards)
                found.update((place, card) for card in cards)
    # Of the times that a deal puts a card into any hand, or anywhere into the stock.
    for place, card in product(sizes, dict.fromkeys(start.rules.pack.cards)):
        whole = "hands" if place.startswith("hand") else "stock"
        share, times = sizes[place] / (sizes[whole] or 1), found[place, card]
        mean = found[whole, card] * share
        if abs(times - mean) > WIDTH * (1 + sqrt(mean * (1 - share))):
            often = f"{card} is in {place} after {times} of {DEALS} deals"
            fail(f"{often}, expected about {mean:.0f}")
    return DEALS
