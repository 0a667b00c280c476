"""The days after which a host takes tables from its list, and deletes them."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from tests.table.test_stores import DictStore
from tests.web.halls import Hall, two_halls
from twowaystreet.table import SQLiteStore, StoreError
from twowaystreet.web import club, server  # halls skips
from twowaystreet.web.club import TIME
from twowaystreet.web.lobby import SHOWN


class Days:
    """A clock of a club that the test moves."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self._now = datetime(2026, 1, 1, tzinfo=UTC)
        patch.setattr(club, "now", lambda: self._now.strftime(TIME))

    def go(self, days: float) -> None:
        self._now += timedelta(days=days)


def rows(hall: Hall, key: str | None = None) -> set[str]:
    return {each.table for each in hall.club.entries(key, SHOWN)}


def test_each_person_has_a_place_in_the_list_before_anybody_has_two() -> None:
    hall = Hall()
    ((_, ann), (_, ben), (_, cy)) = hall.enrolled("Ann", "Ben", "Cy")
    honest, *many = [hall.listed(each) for each in (ann, ben, ben, ben, ben)]

    def first(most: int, key: str | None = None) -> list[str]:
        return [each.table for each in hall.club.entries(key, most)]

    assert first(5) == [honest, *many] and {*first(2, ben.key)[:1]} < {*many}
    assert honest in first(4, ben.key)
    hall.club.sit(honest, ben)  # Ann's place counts there, and Cy's at a table of Ben
    hall.club.sit(many[3], cy)
    assert {*first(3)} == {honest, many[0], many[3]}
    hall.club.leave(many[0], ben)  # it closes, and comes back behind the others
    hall.club.sit(many[0], ben)
    assert first(5)[-1] == many[0]


@pytest.mark.parametrize("kind", [DictStore, SQLiteStore])
async def test_tables_that_nobody_looks_at_leave_the_list_and_later_the_store(
    kind: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    days = Days(monkeypatch)
    hall = Hall(DictStore({}, set()) if kind is DictStore else kind(tmp_path / "club"))
    ((_, ann), (_, ben)) = hall.enrolled("Ann", "Ben")
    honest, token = hall.listed(ann), ""
    days.go(1)
    strangers = [each for _, each in hall.enrolled(*(f"Stranger {number}" for number in range(5)))]
    made = {hall.listed(each) for each in strangers for _ in range(20)}
    assert len(rows(hall)) == SHOWN and honest in rows(hall)  # though it is one too many
    page = await hall.connect(honest, hall.table(honest).another_token(0))
    days.go(5)
    await page.leave()
    days.go(1.9)
    assert len(rows(hall)) == SHOWN
    token = hall.club.sit(honest, ben)
    days.go(0.2)
    assert len(rows(hall)) == 51  # some leave with each look at the list
    days.go(1 / 86_400)
    assert rows(hall) == {honest} and {*hall.host} == {honest}
    assert rows(hall, strangers[0].key) - {honest} <= made  # people keep their own ones
    back = await hall.connect(next(iter(made)), "forged")
    assert back.closed is not None and rows(hall) == {honest}
    name = hall.listed(ann)
    page = await hall.connect(name, key := hall.table(name).another_token(0))
    days.go(30)
    assert rows(hall) == {name} and rows(hall, ben.key) == {name, honest}
    await page.leave()
    assert (await hall.ask("POST", f"/api/tables/{honest}/watch", body={}))[0] == 200
    page = await hall.connect(honest, token)
    assert rows(hall) == {name, honest}
    for _ in range(3):
        days.go(59)
        rows(hall)
    saved = {*hall.store.list("table-")}
    assert saved == {f"table-{honest}"} and rows(hall) == {honest}
    assert not rows(hall, strangers[0].key) - {honest} and hall.club.ledger.table(name) is None
    assert hall.club.ledger.games_of(strangers[0].key) == 0
    assert (await hall.connect(name, key)).closed == server.UNKNOWN
    await page.leave()
    hall.host.close()


async def test_breaks_and_wrong_clocks_delete_no_table(monkeypatch: pytest.MonkeyPatch) -> None:
    days, hall = Days(monkeypatch), Hall()
    ((_, ann),) = hall.enrolled("Ann")
    name = hall.listed(ann)
    days.go(3000)
    for _ in range(3):
        days.go(1)
        assert rows(hall) == set() and rows(hall, ann.key) == {name}
    page = await hall.connect(name, hall.table(name).another_token(0))
    assert page.closed is None and rows(hall) == {name}


async def test_results_stay_without_tables_or_people(monkeypatch: pytest.MonkeyPatch) -> None:
    days = Days(monkeypatch)
    hall = Hall()
    ((_, ann), (key, _)) = hall.enrolled("Ann", "Ben")
    name = hall.listed(ann, bots=1)
    hall.table(name).play(hall.table(name).another_token(0), "deal")
    hall.club.note(name)
    hall.table(name).replace(1, name="Ben")  # after the deal, so that the result has the name alone
    hall.play(name)
    (before,) = hall.club.ledger.results()
    assert before.names == ("Ann", "Ben") and before.people[1] is None
    standings = hall.club.ledger.standings()
    for _ in range(2):
        days.go(91)
        rows(hall)
    assert not hall.store.list("table-") and hall.club.ledger.table(name) is None
    assert (hall.club.ledger.results(), hall.club.ledger.standings()) == ([before], standings)
    assert hall.club.record_of(before.key) is not None
    hall.club.forget(key)
    (after,) = hall.club.ledger.results()
    assert after.names == ("Ann", club.FORMER)


async def test_a_table_in_another_process_stops_no_list(monkeypatch: pytest.MonkeyPatch) -> None:
    days = Days(monkeypatch)
    one, other = two_halls()
    ((_, ann),) = one.enrolled("Ann")
    name = one.listed(ann)
    for _ in range(3):
        days.go(91)
        rows(other)
    assert one.store.list("table-") and one.host.here(name) is not None
    one.host.close()
    for _ in range(3):
        days.go(91)
        rows(other)
    assert not other.store.list("table-")


@pytest.mark.parametrize("error", [StoreError, OSError])
async def test_a_table_in_use_or_that_no_store_releases_stays_and_stops_no_list(
    monkeypatch: pytest.MonkeyPatch, error: type[Exception]
) -> None:
    def release(name: str) -> None:
        if name.startswith("table-"):
            raise error("no connection")
        known(name)

    days, hall = Days(monkeypatch), Hall()
    ((_, ann),) = hall.enrolled("Ann")
    name, known = hall.listed(ann), hall.store.release
    drop: Any = hall.host.drop  # Any: a method of the sweeper of the server
    days.go(8)
    async with drop.__self__._waiting.lock(name):  # a change of the table is under way
        assert rows(hall) == {name} and hall.host.here(name) is not None
    days.go(8)
    with monkeypatch.context() as patch:
        patch.setattr(hall.store, "release", release)
        assert rows(hall) == {name}
    assert hall.host.holds(name)
    days.go(8)
    assert not rows(hall) and hall.host.here(name) is None
