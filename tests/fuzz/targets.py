"""The fuzzing targets: good inputs, the function that reads them, and its check."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from typing import Any, Final

import attrs

import twowaystreet as tws
from tests.fuzz import changes, proofs, seeds, terminal
from tests.fuzz.changes import TOKENS
from tests.games import OURS
from twowaystreet import Record, SeatRecord
from twowaystreet._core.cards.cards import Card, cards
from twowaystreet._core.display.options import SettingError, rules_of

Refused = tuple[type[Exception], ...]


@attrs.frozen(kw_only=True)
class Target:
    """A function that reads input.

    Attributes:
        name: name of the target.
        seeds: returns good or almost good inputs.
        read: reads an input. Any: the result has any type.
        refused: the only errors that it may raise.
        prove: checks the value read from an input.
        change: changes an input at random, given other inputs.
        cost: its time compared with the quickest targets.
    """

    name: str
    seeds: Callable[[], list[str]]
    read: Callable[[str], Any]
    refused: Refused
    prove: Callable[[str, Any], None] = lambda text, found: None
    change: Callable[[str, Any, random.Random], str] = changes.json_changed
    cost: int = 1


def _of(game: str) -> list[Target]:
    """Return the targets of one game."""
    ours = tws.GAMES[game]
    return [
        Target(
            name=f"move-{game}",
            seeds=partial(seeds.move_texts, game),
            read=lambda text: tws.parse_move(next(iter(seeds.states(game).values())), text),
            refused=(tws.ParseError,),
            prove=lambda text, found: proofs.move(game, found),
            change=changes.text_changed,
        ),
        Target(
            name=f"text-{game}",
            seeds=partial(seeds.record_texts, game),
            read=Record.from_text,
            refused=(tws.RecordError,),
            prove=lambda text, found: proofs.record(found),
            change=changes.text_changed,
            cost=4,
        ),
        Target(
            name=f"json-{game}",
            seeds=partial(seeds.record_jsons, game),
            read=Record.from_json,
            refused=(tws.RecordError,),
            prove=proofs.record_in_json,
            cost=4,
        ),
        Target(
            name=f"view-{game}",
            seeds=partial(seeds.views, game),
            read=ours.View.from_json,
            refused=(tws.RecordError,),
            prove=proofs.seen,
            cost=2,
        ),
        Target(
            name=f"seat-{game}",
            seeds=partial(seeds.seat_records, game),
            read=SeatRecord.from_json,
            refused=(tws.RecordError,),
            prove=proofs.seat_record,
            cost=8,
        ),
        Target(
            name=f"words-{game}",
            seeds=partial(seeds.option_words, game),
            read=lambda text: rules_of(ours, text.split("\n"), {}),
            refused=(SettingError,),
            prove=lambda text, found: proofs.rules(found),
            change=changes.text_changed,
        ),
    ]


_EVERYTHING: Final = (
    Target(
        name="card",
        seeds=lambda: ["QS", "10♣", "td", "r*", "X*"],
        read=Card.parse,
        refused=(tws.ParseError,),
        prove=proofs.one_card,
        change=changes.text_changed,
    ),
    Target(
        name="cards",
        seeds=lambda: ["7C QS, r*", "", "10♣,t♦  as", " ".join(TOKENS[:55])],
        read=cards,
        refused=(tws.ParseError,),
        prove=proofs.some_cards,
        change=changes.text_changed,
    ),
    Target(
        name="file",
        seeds=lambda: [
            each
            for game in OURS
            for each in (
                *seeds.record_texts(game)[2:6],
                *seeds.record_jsons(game)[2:6],
                *seeds.seat_records(game)[:4],
            )
        ],
        read=terminal.load_file,
        refused=(),
        prove=terminal.prove_run,
        cost=40,
    ),
    Target(
        name="typed",
        seeds=lambda: list(terminal.SESSIONS),
        read=terminal.play_typed,
        refused=(),
        prove=terminal.prove_typed,
        change=changes.text_changed,
        cost=40,
    ),
    Target(
        name="command",
        seeds=lambda: list(terminal.COMMANDS),
        read=terminal.run_command,
        refused=(),
        prove=terminal.prove_run,
        change=changes.text_changed,
        cost=40,
    ),
)

TARGETS: Final[dict[str, Target]] = {
    target.name: target for target in (*_EVERYTHING, *(each for game in OURS for each in _of(game)))
}
"""All targets by name."""
