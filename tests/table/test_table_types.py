"""Type checkers know the views of a table's game; mypy and pyright check these lines."""

from __future__ import annotations

from typing import Any, assert_type

import twowaystreet as tws
from tests.table.tables import full
from twowaystreet.games import brag, duel, spades, street, tien_len, twenty_down, twos
from twowaystreet.table import Offer, Table, TableEvent


def test_a_table_has_the_views_of_its_game() -> None:
    table = Table(tien_len.GAME, dealer=0)
    assert_type(table, Table[tien_len.View])
    tokens = full(table)
    table.act_for(None)
    seen = table.view(tokens[0])
    assert_type(seen, tien_len.View)
    assert seen.to_beat is None
    (event,) = table.events(tokens[0], table.last_number - 1)
    assert_type(event, TableEvent[tien_len.View])
    assert event.view.to_beat is None and event.before.to_beat is None
    assert_type(table.offers(tokens[0]), tuple[Offer, ...])
    assert_type(table.game, tws.Game[tien_len.View])


def test_each_game_has_its_own_views() -> None:
    assert_type(Table(street.GAME), Table[street.View])
    assert_type(Table(duel.GAME), Table[duel.View])
    assert_type(Table(twos.GAME), Table[twos.View])
    assert_type(Table(spades.GAME), Table[spades.View])
    assert_type(Table(twenty_down.GAME), Table[twenty_down.View])
    assert_type(Table(brag.GAME), Table[brag.View])


def test_a_table_that_is_loaded_has_views_of_any_game_or_those_that_the_program_names() -> None:
    text = Table(tien_len.GAME, bots=dict.fromkeys(range(4), "simple")).to_text()
    table = Table[tien_len.View].from_text(text)
    assert_type(table, Table[tien_len.View])
    assert_type(table.view(table.spectate()), tien_len.View)
    of_any_game: Table = Table.from_text(text)
    assert of_any_game.view(of_any_game.spectate()).scores == (0, 0, 0, 0)


def test_a_person_who_takes_a_seat_gets_a_token() -> None:
    table = Table(duel.GAME, bots={0: "simple", 1: "simple"})
    token = table.replace(0, name="Ann")
    assert_type(token, str)
    assert table.seat(token) == 0


def test_a_table_with_known_views_is_a_table() -> None:
    def seats(table: Table) -> int:
        return len(table.names)

    tables: list[Table[Any]] = [Table(duel.GAME), Table(tien_len.GAME)]  # Any: different games
    assert [seats(table) for table in tables] == [2, 4]
    assert seats(Table(street.GAME)) == 4
