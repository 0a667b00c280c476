"""A minimal play of cards, as a lower bound of the time in Python.

Four players with ten cards each follow suit, and the lead rotates, as in Two Way Street without
Jokers. States are frozen, and the package's own fast constructors build them. Legal moves are the
package's own tuples, and an illegal card raises an error. All else is absent: trick objects,
winners of tricks, scores, second copies of cards, other moves and reasons.
"""

from __future__ import annotations

import random
from time import perf_counter
from typing import Final

import attrs

import twowaystreet as tws
from benchmarks.playing import Sample
from twowaystreet._core.cards.masks import SUIT
from twowaystreet._core.engine.moves import PLAYS
from twowaystreet._core.engine.seats import rotation
from twowaystreet._util.values import draft_class
from twowaystreet.games import street

PLAYERS: Final = 4
RULES: Final = street.Rules(players=PLAYERS, jokers=street.Jokers.NONE)
ROUNDS: Final = tuple(rotation(leader, PLAYERS) for leader in range(PLAYERS))


@attrs.frozen
class Bare:
    """A state of the minimal play: the hands as dealt, and the facts that change with each card."""

    held: tuple[int, ...]
    actor: int | None
    remaining: int
    legal: int
    order: tuple[int, ...]
    tricks: tuple[tuple[tws.Card, ...], ...] = ()
    table: tuple[tws.Card, ...] = ()
    led: tws.Suit | None = None


_Draft: Final = draft_class(Bare)


def play(state: Bare, move: tws.Play) -> Bare:
    """Play a legal card."""
    if type(move) is not tws.Play or not move._bit & state.legal:
        raise ValueError(move)
    held = state.held
    order = state.order
    tricks = state.tricks
    remaining = state.remaining ^ move._bit
    card = move.card
    led = state.led or card.suit
    table = (*state.table, card)
    if len(table) == PLAYERS:
        tricks = (*tricks, table)
        order = ROUNDS[order[1]]
        table = ()
        led = None
    actor = order[len(table)]
    legal = held[actor] & remaining
    if led is not None and legal & SUIT[led]:
        legal &= SUIT[led]
    built = _Draft()
    built.held = held
    built.actor = actor if legal else None
    built.remaining = remaining
    built.legal = legal
    built.order = order
    built.tricks = tricks
    built.table = table
    built.led = led
    built.__class__ = Bare
    after: Bare = built
    return after


def bare_plays(hands: int, rng: random.Random) -> Sample:
    """Play and time a number of hands, each of forty cards from the first lead."""
    choice = rng.choice
    decisions = 0
    seconds = 0.0
    for _ in range(hands):
        start = street.new_game(RULES)
        held = tws.apply(start, tws.shuffle(start, rng))._hand_data.held
        begun = perf_counter()
        state = Bare(held, 0, sum(held), held[0], ROUNDS[0])
        while state.actor is not None:
            state = play(state, choice(PLAYS[state.legal]))
            decisions += 1
        seconds += perf_counter() - begun
    return Sample(seconds, decisions, decisions)
