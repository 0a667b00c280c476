"""Good inputs from which fuzzing starts."""

from __future__ import annotations

import random
from functools import cache

import twowaystreet as tws
from tests.helpers import AnyState, some_move
from tests.records.playing import opening, played, some_record
from twowaystreet import Record
from twowaystreet._core.display.options import defaults_of
from twowaystreet._core.engine.fields import option_text, options_of

SEEDS = 12


@cache
def records(game: str) -> tuple[Record, ...]:
    """Return long and short records of a game."""
    rng = random.Random(f"fuzz/{game}")
    found = [played(Record(opening(game, rng)), rng, most=most) for most in (0, 1, 3, 9, 20, 35)]
    return (*found, *(some_record(game, rng) for _ in range(SEEDS - len(found))))


@cache
def states(game: str) -> dict[str, AnyState]:
    """Return a state of a game in each of its phases."""
    rng = random.Random(f"fuzz states/{game}")
    found: dict[str, AnyState] = {}
    for _ in range(40):
        state: AnyState = opening(game, rng)
        while not state.is_over:
            found.setdefault(str(state.phase), state)
            state = tws.apply(state, some_move(state, rng))
            if state.hand_over and rng.random() < 0.7:
                break
        found.setdefault(str(state.phase), state)
    return found


def move_texts(game: str) -> list[str]:
    """Return moves of every move type, as text."""
    found = {
        str(move): None
        for state in states(game).values()
        for move in (*tws.legal_moves(state)[::9], tws.shuffle(state, random.Random(1)))
    }
    return list(found)


def record_texts(game: str) -> list[str]:
    """Return records as text."""
    return [record.to_text() for record in records(game)]


def record_jsons(game: str) -> list[str]:
    """Return records as JSON."""
    return [record.to_json() for record in records(game)]


def views(game: str) -> list[str]:
    """Return views of every phase as JSON, including a spectator's."""
    return [
        tws.view(state, seat).to_json()
        for state in states(game).values()
        for seat in (None, 0, state.actor)
    ]


def seat_records(game: str) -> list[str]:
    """Return short seat records as JSON."""
    return [
        Record(record.start, record.moves[: 5 + 5 * number]).for_seat(seat).to_json()
        for number, record in enumerate(records(game)[:6])
        for seat in (None, 0, 1)
    ]


def option_words(game: str) -> list[str]:
    """Return options as on the command line, one per line."""
    found = ["\n".join(f"{name}={text}" for name, text in defaults_of(tws.GAMES[game]).items())]
    for record in records(game):
        rules = record.start.rules
        for name in options_of(type(rules)):
            found.append(f"{name}={option_text(getattr(rules, name))}")
    return list(dict.fromkeys(found))
