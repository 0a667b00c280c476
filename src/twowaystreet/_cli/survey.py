"""What happens in random hands of a game: figures in which authors find faults of their rules."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from itertools import chain
from typing import Final

import attrs

import twowaystreet as tws
from twowaystreet._core.engine.fields import option_text, options_of
from twowaystreet._core.engine.moves import move_types_of
from twowaystreet._util.values import Value
from twowaystreet.testing import playouts

PAIRS: Final = 40
"""The number of pairs of playouts that compare two values of an option, of three hands each."""
KEPT: Final = 4
"""The number of positions kept of each phase."""


@attrs.frozen
class Survey(Value):
    """What was seen in random hands with the default rules, in matches that begin with dealer 0."""

    hands: int  # finished ones
    turns: tuple[int, ...]  # the moves of each seat
    leads: tuple[int, ...]  # the tricks that each seat led
    deals: tuple[int, ...]  # the hands with each seat as dealer
    points: tuple[float, ...]  # the mean points of each seat in a hand
    longest: int  # the most moves in a hand, without deals
    idle_options: tuple[str, ...]  # those that changed nothing, and such values, as ``name=value``
    unmade: tuple[str, ...]  # move types that were never legal, with any options
    unnamed: tuple[tws.Card, ...]  # cards of the pack that no move named, if moves name cards
    fault: str  # why a playout could not go on
    moves: tuple[tws.Move, ...]  # a legal move of each other type, without deals
    positions: tuple[tws.AnyState, ...]  # some positions of each phase in which a seat is to move


def survey(game: tws.Game, *, hands: int = 100, seed: int = 0) -> Survey:
    rng = random.Random(f"{game.name}/{seed}/survey")
    with playouts.registered(game):
        return _counted(game, [*_matches(game, hands, rng)], [*_others(game, hands, rng)], rng)


def _matches(game: tws.Game, hands: int, rng: random.Random) -> Iterator[playouts.Playout]:
    while hands > 0:
        played = playouts.play_hands(game.new_game(game.Rules(), dealer=0), rng, hands)
        hands -= hands if played.fault else played.state.hands_played
        yield played


def _others(game: tws.Game, hands: int, rng: random.Random) -> Iterator[playouts.Playout]:
    for _ in range(hands // 2):
        if rules := playouts.rules_or_none(game, _settings(game, rng)):
            yield playouts.play_hands(game.new_game(rules, dealer=0), rng, 1)


def _settings(game: tws.Game, rng: random.Random) -> dict[str, object]:
    values = playouts.settings_of(game).items()
    return {name: rng.choice(some) for name, some in values if rng.random() < 1 / 2}


def _counted(
    game: tws.Game,
    matches: list[playouts.Playout],
    others: list[playouts.Playout],
    rng: random.Random,
) -> Survey:
    turns, leads, deals = (Counter[object]() for _ in range(3))
    points, longest, named = list[tuple[int, ...]](), 0, set[tws.Card]()
    for match in matches:
        made = 0
        for before, move, after in zip(match.states, match.moves, match.states[1:], strict=False):
            if not isinstance(move, tws.Deal):
                made += 1
                turns[before.actor] += 1
                named.update(tws.cards_of(move))
            if after.hand_over:
                deals[before.dealer] += 1
                tricks = after.tricks if isinstance(after, tws.TrickState) else ()
                leads.update(trick.leader for trick in tricks)
                points.append(tws.score_hand(after).points)
                longest, made = max(longest, made), 0
    types, offered = {*move_types_of(game.State)} - {tws.Deal}, dict[type[tws.Move], tws.Move]()
    by_phase: dict[tws.Phase, list[tws.AnyState]] = {phase: [] for phase in game.State._decisions}
    for played in (*matches, *others):
        for state, move in zip(played.states, played.moves, strict=False):
            if not isinstance(move, tws.Deal):
                by_phase.setdefault(state.phase, []).append(state)
                if len(offered) < len(types):
                    offered.update((type(each), each) for each in tws.legal_moves(state))
    start = matches[0].start
    seats, pack = range(start.rules.seats), dict.fromkeys(start.rules.pack.cards)
    kept = [rng.sample(some, min(KEPT, len(some))) for some in by_phase.values()]
    return Survey(
        hands=len(points),
        turns=tuple(turns[seat] for seat in seats),
        leads=tuple(leads[seat] for seat in seats),
        deals=tuple(deals[seat] for seat in seats),
        points=tuple([sum([each[seat] for each in points]) / (len(points) or 1) for seat in seats]),
        longest=longest,
        idle_options=tuple(_idle_options(game, rng)),
        unmade=tuple(sorted([each.__name__ for each in types.difference(offered)])),
        unnamed=tuple([card for card in pack if named and card not in named]),
        fault=next((played.fault for played in (*matches, *others) if played.fault), ""),
        moves=tuple(offered.values()),
        positions=tuple(chain(*kept)),
    )


def _idle_options(game: tws.Game, rng: random.Random) -> Iterator[str]:
    """Yield the options that change nothing, and values of words that do what the default does."""
    for name, (default, *others) in playouts.settings_of(game).items():
        changes = (_changes(game, name, default, value, rng) for value in others)
        if not options_of(game.Rules)[name].choices:
            idle = [] if any(changes) or not others else [name]
        else:
            kept = [value for value, change in zip(others, changes, strict=True) if not change]
            idle = [name] if kept == others else [f"{name}={option_text(value)}" for value in kept]
        yield from idle


def _changes(game: tws.Game, name: str, one: object, other: object, rng: random.Random) -> bool:
    """Return whether playouts with two values of an option differ, or none could be compared."""
    compared = False
    for number in range(PAIRS):
        others, key = _settings(game, rng) if number else {}, rng.getrandbits(64)
        both = [playouts.rules_or_none(game, {**others, name: value}) for value in (one, other)]
        if all(both):  # else other options contradict the value
            starts = [game.new_game(rules, dealer=0) for rules in both]
            first, second = (playouts.play_hands(each, random.Random(key), 3) for each in starts)
            compared = True
            if first.moves != second.moves or any(map(_differ, first.states, second.states)):
                return True
    return not compared


def _differ(one: tws.AnyState, other: tws.AnyState) -> bool:
    """Return whether two states look different, besides their rules."""
    views = [(tws.view(one, each), tws.view(other, each)) for each in playouts.viewers(one)]
    return (one.hand_over and tws.payoffs(one) != tws.payoffs(other)) or any(
        attrs.evolve(before, rules=other.rules) != after for before, after in views
    )
