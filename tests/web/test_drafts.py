"""Drafts: a change that is saved in another thread than the one that makes it."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path

import pytest
from typing_extensions import override

import twowaystreet as tws
from twowaystreet.games import duel
from twowaystreet.table import FileStore, StoreError, Table

work = pytest.importorskip("twowaystreet.web.work", reason="needs the extra web")


class Watched(FileStore):
    """A store that notes the threads that save, and can fail."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.threads: list[int] = []
        self.fails = False

    @override
    def save(self, name: str, text: str) -> None:
        self.threads.append(threading.get_ident())
        if self.fails:
            raise StoreError("full")
        super().save(name, text)


def test_a_draft_that_cannot_be_saved_changes_nothing(tmp_path: Path) -> None:
    store, table = Watched(tmp_path), Table(duel.GAME, bots={1: "simple"}, dealer=0)
    table.keep_in(store, "friday")
    ann = table.join("Ann")
    before, store.fails = table.to_text(), True
    draft = work.Draft(table)
    draft.table.play(ann, "deal")
    assert table.to_text() == before
    with pytest.raises(StoreError, match="full"):
        draft.keep()
    assert table.to_text() == before == store.load("friday")
    store.fails = False
    draft.keep()
    assert store.load("friday") == table.to_text() != before
    table.play(ann, str(tws.legal_moves(table.record.state)[0]))
    assert store.load("friday") == table.to_text()
    store.close()


def test_a_server_plays_on_its_loop_and_saves_in_threads(tmp_path: Path) -> None:
    store, table = Watched(tmp_path), Table(duel.GAME, bots={1: "simple"}, dealer=0)
    table.keep_in(store, "friday")
    ann = table.join("Ann")
    played, told = list[int](), list[int]()
    store.threads.clear()

    def play(draft: Table) -> None:
        played.append(threading.get_ident())
        draft.play(ann, "deal")

    async def playing() -> None:
        waiting = work.Waiting(in_threads=True)
        desk = work.PatientDesk(work.Desk(), waiting, "friday")
        await desk.change_drafted(table, play, lambda: told.append(table.last_number))

    asyncio.run(playing())
    assert played == [threading.get_ident()]
    assert store.threads and threading.get_ident() not in store.threads
    assert told == [table.last_number]
    assert store.load("friday") == table.to_text()
    store.close()
