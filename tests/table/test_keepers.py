"""The place of a table: what would not load is not saved."""

from __future__ import annotations

from pathlib import Path

import pytest

from twowaystreet.games import duel
from twowaystreet.table import FileStore, Table, TableError, _files


def test_a_game_that_would_not_load_is_not_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "table.json"
    table = Table(duel.GAME, path=path)
    before = path.read_bytes()
    monkeypatch.setattr(_files, "LARGEST", len(before) + 10)
    with pytest.raises(TableError, match="the game is too long"):
        table.join("Ann")
    assert path.read_bytes() == before and table.free_seats == (0, 1)


def test_a_table_can_be_closed_twice(tmp_path: Path) -> None:
    store = FileStore(tmp_path)
    table = Table(duel.GAME)
    table.keep_in(store, "friday")
    table.close()
    table.close()
    assert not store.holds("friday")
    store.close()
