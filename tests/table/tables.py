"""Tables for tests, with steps that every test of tables needs."""

import random
from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeVar

import pytest

import twowaystreet as tws
from twowaystreet.games import duel
from twowaystreet.table import Table, TableError, TableEvent

ViewT = TypeVar("ViewT", bound=tws.View)

Tokens = dict[int | None, str]  # the tokens by seat, with that of the spectators below ``None``


def steady(table: Table[ViewT], seed: int = 7) -> Table[ViewT]:
    """Give a table the same cards and bots on each run, so that failures can be repeated."""
    table._chance = table._bots._rng = random.Random(seed)
    return table


def full(table: Table) -> Tokens:
    """Let people take the free seats, P 0 and so on, and return the tokens."""
    return {**{seat: table.join(f"P {seat}") for seat in table.free_seats}, None: table.spectate()}


def go_on(table: Table, tokens: Mapping[int | None, str], moves: int) -> None:
    """Make some moves, each time the first legal one, and deal where a deal is due."""
    for _ in range(moves):
        if table.advance():
            continue
        if table.actor is None:
            table.play(tokens[table.people[0]], "deal", bots=False)
        else:
            token = tokens[table.actor]
            table.play(token, str(tws.legal_moves(table.view(token))[0]), bots=False)


def play_out(table: Table, tokens: Mapping[int | None, str], *, hand: bool = False) -> None:
    while not (table.record.state.hand_over if hand else table.is_over):
        go_on(table, tokens, 1)


def thinking(bot: Any, **options: Any) -> tuple[Table, str]:
    """Return a Duel in which a bot is to move, with the token of a person. Any: of any kind."""
    table = steady(Table(duel.GAME, bots={1: bot}, dealer=0, **options))
    ann = table.join("Ann")
    for text in ("deal", "no bid"):
        table.play(ann, text, bots=False)
    return table, ann


def seated(
    game: tws.Game[ViewT], *, dealer: int = 0, moves: int = 0, seed: int = 7, **options: Any
) -> tuple[Table[ViewT], Tokens]:
    """Return a table full of people after some moves. Any: options of the table."""
    table = steady(Table(game, dealer=dealer, **options), seed)
    tokens = full(table)
    go_on(table, tokens, moves)
    return table, tokens


def last(table: Table, token: str) -> TableEvent:
    return table.events(token)[-1]


def told(table: Table, token: str, events: int = 1) -> list[str]:
    return [line for event in table.events(token)[-events:] for line in event.sentences]


def refuses(
    table: Table,
    match: str | None,
    call: Callable[..., object],
    /,
    *given: object,
    error: type[BaseException] = TableError,
    **named: object,
) -> None:
    """Check that a table refuses a call, and stays as it was."""
    before = table.to_text(), table.bots, table.faults
    with pytest.raises(error, match=match):
        call(*given, **named)
    assert (table.to_text(), table.bots, table.faults) == before


def check_saved(table: Table, tokens: Mapping[int | None, str]) -> Table:
    """Return the table of the text of a table, which must answer all people alike."""
    again = Table.from_text(table.to_text())
    assert again.to_text() == table.to_text()
    assert [*_facts(again, tokens)] == [*_facts(table, tokens)]
    return steady(again)


def _facts(table: Table, tokens: Mapping[int | None, str]) -> Iterator[object]:
    """Yield everything that a table tells its host and some people."""
    yield from (table.names, table.people, table.bots, table.free_seats, table.actor, table.asked)
    yield from (table.hand_scores, table.last_number, table.goes_on, table.record, repr(table))
    for token in tokens.values():
        yield from (table.seat(token), table.view(token), table.offers(token))
        yield from (table.events(token), table.sentences(token))
