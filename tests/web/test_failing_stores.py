"""Stores that fail at any call, and stores without a database that several processes share."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any
from unittest.mock import Mock

import pytest
from typing_extensions import override

from tests.table.test_stores import DictStore
from tests.web.halls import DUEL, Evening, Failing, Hall
from tests.web.hosting import settle
from tests.web.serving import ABOUT
from twowaystreet.table import StoreError, Table
from twowaystreet.web.hosts import PREFIX


class Faulty(DictStore):
    """A store that fails once, at the call with a number."""

    def __init__(self, number: int, error: type[Exception]) -> None:
        super().__init__({}, set())
        self.left, self.error = number, error
        self.counts = False

    @override
    def need(self, name: str | None = None) -> set[str]:
        self.left -= self.counts
        if self.counts and self.left == -1:
            raise self.error("no space left in /secret")
        return super().need(name)


async def visit(store: Faulty) -> None:
    """Let two people come, play and delete their data; each asks again after a failure."""
    hall = Hall(store)

    async def done(method: str, path: str, token: str = "", body: object = None) -> Any:
        status, answer = await hall.ask(method, path, token, body)
        if status == 500 and "try again in a moment" in answer["error"]:
            status, answer = await hall.ask(method, path, token, body)
        assert status == 200, answer
        return answer

    store.counts = True
    ann, ben = [(await done("POST", "/api/people", body={"name": n}))["token"] for n in "AB"]
    made = await done("POST", "/api/tables", ann, {**ABOUT, "game": DUEL.name, "options": {}})
    name = made["table"]
    await done("POST", f"/api/tables/{name}/join", ben, {})
    for path in ("/api/tables", f"/api/tables/{name}", "/api/results"):
        await done("GET", path, ann)
    line = await hall.connect(name, made["token"])
    if line.closed is not None:
        line = await hall.connect(name, made["token"])
    while line.number < 3:
        line.play("deal")
        await settle()
    assert Table.from_text(store.texts[PREFIX + name]).record.moves
    await line.leave()
    await settle(700)
    for token in (ann, ben):
        await done("DELETE", "/api/people", token)
    store.counts = False
    assert hall.store.list(PREFIX) == (PREFIX + name,) and not hall.club.entries()


@pytest.mark.nightly
async def test_nothing_is_lost_when_a_store_fails(caplog: pytest.LogCaptureFixture) -> None:
    number, is_over = 0, False
    while not is_over:
        await visit(store := Faulty(number, (StoreError, OSError)[number % 2]))
        is_over, number = store.left >= 0, number + 3
    assert number > 100 and not [each for each in caplog.records if each.exc_info]


def test_of_changes_at_once_of_lists_in_one_text_none_is_lost() -> None:
    halls: list[Hall] = []

    class Shared(DictStore):
        @override
        def load(self, name: str) -> str:
            found = super().load(name)
            if halls:
                halls.pop().club.enrol("Ben")  # another process is faster
            return found

    texts: dict[str, str] = {}
    leased: set[str] = set()
    one, two = Hall(Shared(texts, leased)), Hall(DictStore(texts, leased))
    halls.append(two)
    names = [f"Person {number}" for number in range(20)]
    with ThreadPoolExecutor(8) as threads:
        tokens = [*threads.map(one.club.enrol, names)]
    assert [one.club.member(each).name for each in tokens] == names
    assert two.club.profile("Ben")


async def test_a_bot_goes_on_for_somebody_who_left_though_the_list_cannot_be_saved() -> None:
    async with Evening(store=Failing({}, set())) as evening:
        evening.move(1)
        await evening.tell()
        who, number = evening.duel.actor, evening.duel.last_number
        assert who is not None
        await evening.lines[who].leave()
        evening.store.broken = "club"
        assert (await evening.post(who, "leave"))[0] == 500
        await settle(3)
        assert evening.duel.bots and evening.duel.last_number > number + 1


async def test_a_lease_that_was_not_released_stops_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    hall = Hall()
    with monkeypatch.context() as patch:
        patch.setattr(hall.store, "release", Mock(side_effect=OSError("no line")))
        ann = hall.club.enrol("Ann")
    assert hall.club.enrol("Ben") and hall.club.member(ann).name == "Ann"
