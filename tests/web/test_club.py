"""The club: people, the list of tables, results and ratings, also after a fault."""

import json
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import attrs
import pytest
from typing_extensions import override

import twowaystreet as tws
from tests.table.stores import KINDS
from tests.table.test_stores import DictStore
from tests.web.halls import DUEL, Evening, Failing, Hall, two_halls
from tests.web.hosting import LOOK, settle
from tests.web.serving import ABOUT
from twowaystreet.players import MonteCarlo
from twowaystreet.table import LeaseError, StoreError, Table, TableError, TokenError
from twowaystreet.web import club, pages
from twowaystreet.web.clocks import Clock
from twowaystreet.web.club import FORMER, Club
from twowaystreet.web.hosts import PREFIX, ElsewhereError
from twowaystreet.web.ledger import FIRST_RATING, Ledger, RowsInText


def test_a_name_belongs_to_one_person_who_has_a_token() -> None:
    hall = Hall()
    ((token, ann),) = hall.enrolled(" Ann ")
    assert ann.name == "Ann" and hall.again().club.member(token) == ann
    for name in ("ann", "", 7, None, "You", f"{FORMER} 2", FORMER.upper(), "x" * 41):
        with pytest.raises(TableError):
            hall.club.enrol(name)
    for name in (
        *("Bot 1", "bot 12", "Seat 0", "\uff22ot 1", "\u0412\u043et 1", "Bot l0", "Bot1"),
        *("b o t-1", "8ot_1", "Former-player", "S\u0435at 2"),
    ):
        with pytest.raises(TableError, match="nobody else"):
            hall.club.enrol(name)
    for name in ("\u0410nn", "A\u0578n", "F\u043ermer player"):  # letters of other alphabets
        with pytest.raises(TableError, match=r"somebody has|nobody else"):
            hall.club.enrol(name)
    hall.club.forget(token)
    again = hall.again()  # it knows how the names look that an earlier version took
    again.club.ledger.enrol("key", "sam", "Sam")
    again.club.ledger.enrol("other", "s\u0430m", "S\u0430m")
    again.club = Club(again.host)
    again.club.enrol("\u0410nn")
    for name in ("Sarn", "SA\u041c"):
        with pytest.raises(TableError, match="somebody has"):
            again.club.enrol(name)
    found = filter(None, map(again.club.profile, ("Sam", "S\u0430m")))
    assert [each.standing.name for each in found] == ["Sam", "S\u0430m"]
    for forged in ("", token[::-1], ann.key):
        with pytest.raises(TokenError):
            hall.club.member(forged)
    # A store that cannot be reached is no forged token.
    hall = Hall()
    hall.store.list = Mock(side_effect=StoreError("the database is lost"))
    with pytest.raises(StoreError, match="lost"):
        hall.club.member("x")


def test_people_sit_leave_and_sit_again() -> None:
    hall = Hall()
    (_, ann), (_, ben), (_, cem) = hall.enrolled("Ann", "Ben", "Cem")
    name = hall.listed(ann)
    table, token = hall.table(name), hall.club.sit(name, ben)
    assert table.seat(token) == 1 and table.seat(hall.club.sit(name, ben)) == 1
    hall.club.leave(name, ben)
    assert table.free_seats == (1,) and not table.knows(token)
    hall.club.sit(name, cem, 1)
    table.act_for(None)
    hall.club.note(name)
    hall.club.leave(name, cem)  # a bot takes over in the middle of a game
    (entry,) = hall.club.entries()
    assert (entry.people, entry.names, entry.has_begun) == ({ann.key: 0}, ("Ann", "Bot 1"), True)
    hall.host.add(Table(DUEL), "unlisted")
    for call, place, who, words in (
        *((hall.club.sit, name, ben, "taken"), (hall.club.leave, name, ben, "no seat")),
        *((hall.club.sit, "x", ann, "no such table"), (hall.club.leave, "x", ann, "no such table")),
        (hall.club.sit, "unlisted", ann, "not in the list"),
    ):
        with pytest.raises(TableError, match=words):
            call(place, who)
    hall.club.note("unlisted")
    assert hall.club.clock_of("unlisted") is None and hall.club.clock_of(name) == Clock(seconds=60)


def test_a_person_has_a_profile_with_the_ratings_after_each_game_between_people() -> None:
    hall = Hall()
    (_, ann), (_, ben) = hall.enrolled("Ann", "Ben")
    history = list[float]()
    for number in range(3):
        name = hall.listed(ann, bots=number == 2)
        if number < 2:
            hall.club.sit(name, ben)
        hall.play(name)
        if number < 2:
            history += [each.rating for each in hall.club.ledger.standings() if each.name == "Ann"]
    results = hall.club.ledger.results()
    assert len(results) == 3 and [each.people.count(None) for each in results].count(1) == 1
    for result in results:
        record = hall.club.record_of(result.key)
        assert record is not None and tws.Record.from_json(record).state.is_over
    for each_club in (hall.club, hall.again().club):
        found = {each.name: each for each in each_club.ledger.standings()}
        assert found["Ann"].rating == history[-1] and len({*history, FIRST_RATING}) == 3
        assert (found["Ann"].games, found["Ben"].games) == (3, 2)
        profile = each_club.profile("ann")
        assert profile is not None and profile.standing == found["Ann"]
        assert [each.rating for each in profile.ratings] == history
        assert [each for _, each in profile.results] == results
        assert {each.people[seat] for seat, each in profile.results} == {ann.key}
        last = each_club.profile("Ben", 1)
        assert last is not None and (len(last.ratings), len(last.results)) == (1, 1)
        assert each_club.profile("Cem") is each_club.ledger.profile("a key", 1) is None
    assert hall.club.record_of("x") is None


def test_a_game_has_one_result_though_its_list_is_late(monkeypatch: pytest.MonkeyPatch) -> None:
    hall = Evening()
    name = hall.name
    before = hall.club.ledger.table(name)
    assert before is not None
    hall.play(name)
    hall.club._save(before)
    again = hall.again()
    monkeypatch.setattr(club, "now", lambda: "2099-12-31T00:00:00Z")
    again.club.note(name)
    again.club.note(name)
    assert len(again.club.ledger.results()) == 1
    entry = again.club.ledger.table(name)
    assert entry is not None and entry.is_over and entry.games == 1
    (result,) = again.club.ledger.results()
    standings = again.club.ledger.standings()
    ((game,),) = again.club.ledger._rows.ask("SELECT game FROM twowaystreet_results")
    again.club._save_result(attrs.evolve(result, key="x"), str(game))  # by another process
    assert [each.key for each in again.club.ledger.results()] == [result.key]
    assert standings == again.club.ledger.standings()
    again.table(name).rematch()
    again.play(name)
    assert len(again.club.ledger.results()) == 2


def test_a_deletion_reaches_what_this_process_has_before_it_is_refused() -> None:
    one, two = two_halls()
    ((token, ann),) = one.enrolled("Ann")
    one.play(one.listed(ann, bots=1))
    names = {each.listed(ann): each for each in (two, one) * 3}
    with pytest.raises(LeaseError):
        one.club.forget(token)
    assert one.club.member(token) == ann
    found = [hall.table(name).names for name, hall in names.items()]
    assert found == [("Ann", "Seat 1"), ("Seat 0", "Seat 1")] * 3
    assert one.club.ledger.results()[0].names == (FORMER, "Bot 1") and two.club.forget(token)
    assert "Ann" not in str(one.store.texts)


def test_tables_that_are_gone_or_cannot_be_read_do_not_stop_a_deletion() -> None:
    hall = Hall()
    ((token, ann), (_, ben)) = hall.enrolled("Ann", "Ben")
    names = [hall.listed(ann) for _ in range(4)]
    hall.host.remove(names[0])
    hall.host.put_away(names[1])
    hall.store.texts[f"table-{names[1]}"] = "{"
    assert sorted(hall.club.forget(token)) == sorted(names)
    assert [hall.club.ledger.table(name) is None for name in names] == [True, True, False, False]
    assert not [text for text in hall.store.texts.values() if "Ann" in text or ann.key in text]
    hall.club.sit(names[2], ben)


@pytest.mark.parametrize("step", ["note", "_stand_up", "forget"])
def test_a_second_deletion_goes_on_with_one(step: str, monkeypatch: pytest.MonkeyPatch) -> None:
    class Killed(BaseException):
        pass

    hall = Evening()
    hall.duel.act_for(None)
    hall.club.note(hall.name)
    monkeypatch.setattr(Table if step == "forget" else Club, step, Mock(side_effect=Killed))
    with pytest.raises(Killed):
        hall.club.forget(hall.keys[1])
    monkeypatch.undo()
    again = hall.again()
    again.club.forget(hall.keys[1])
    assert [*again.table(hall.name).bots] == [1] and "Ben" not in "".join(hall.store.texts.values())


@pytest.mark.parametrize("kind", ["file", "sqlite"])
def test_no_file_names_a_person_who_is_forgotten(kind: str, tmp_path: Path) -> None:
    with closing(KINDS[kind](str(tmp_path / "club"))) as store:
        hall = Hall(store)
        ((token, maker),) = hall.enrolled("Zebulon")
        hall.listed(maker)
        hall.club.forget(token)
        files = [path for path in tmp_path.rglob("*") if path.is_file()]
        assert files and not [path for path in files if b"Zebulon" in path.read_bytes()]


def test_a_person_who_is_forgotten_leaves_no_name_and_no_key() -> None:
    hall = Hall()
    (token, ann), (_, ben) = hall.enrolled("Ann", "Ben")
    own, waiting, running, over, again = places = [
        hall.listed(each) for each in (ann, ben, ben, ben, ben)
    ]
    links = {name: hall.club.sit(name, ann) for name in places}
    hall.club.leave(waiting, ann)  # of the others she has left some, and a game is over
    hall.table(running).act_for(None)
    hall.club.note(running)
    hall.club.leave(running, ann)
    for name in (over, again):
        hall.play(name)
        hall.club.leave(name, ann)
    texts = hall.store.texts
    assert "Ann" in texts[f"table-{waiting}"] and "Ann" in texts[f"table-{running}"]
    hall.host.put_away(waiting)
    assert sorted(hall.club.forget(token)) == sorted(places)
    assert not [name for name, text in texts.items() if "Ann" in text or ann.key in name + text]
    assert waiting not in [*hall.host] and hall.table(own).free_seats == (0, 1)
    for name, link in links.items():
        found = hall.table(name)
        assert not found.knows(link)
        assert not any("Ann" in str(event) for event in found.events(found.spectate()))
    assert {each.names for each in hall.club.ledger.results()} == {("Ben", FORMER)}
    assert {each.name for each in hall.club.ledger.standings()} == {"Ben"}
    with pytest.raises(TokenError):
        hall.club.member(token)
    hall.club.enrol("Ann")


def test_a_person_gets_no_seat_during_a_deletion_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    one, two = two_halls()
    ((token, ann), (_, ben)) = one.enrolled("Ann", "Ben")
    name = two.listed(ben)

    def join_late(table: Table, *of: Any) -> str:  # Any: see Table.join
        monkeypatch.undo()
        one.club.forget(token)
        return table.join(*of)

    monkeypatch.setattr(Table, "join", join_late)
    with pytest.raises(TokenError, match="being deleted"):
        two.club.sit(name, ann)
    monkeypatch.setattr(Table, "join", join_late)
    token = one.club.enrol("Ann")
    with pytest.raises(TokenError, match="being deleted"):
        two.listed(one.club.member(token))
    assert "Ann" not in str(one.store.texts) and ann.key not in str(one.store.texts)


async def test_open_pages_and_reviews_forget_people(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "PLAYER", MonteCarlo(2, engine="python"))
    hall = Evening()
    hall.play(hall.name)
    path, asked = f"/api/tables/{hall.name}/review", f"token={hall.tokens[0]}".encode()
    review = await hall.ask("POST", path, body=asked)
    assert review[0] == 200 and "Ben" in str(review)
    line = await hall.connect(hall.name, hall.tokens[0])
    assert "Ben" in "".join(line.texts)
    statuses = [(await hall.ask("DELETE", "/api/people", hall.keys[1]))[0] for _ in range(2)]
    assert statuses == [200, 401]
    await settle()
    shown = len(line.texts)
    assert json.loads(line.texts[-1]) == {"type": "begun"}
    await line.tell(LOOK)  # as the page does after it has forgotten everything
    told = "".join(line.texts[shown:])
    assert FORMER in told and "Ben" not in told
    review = await hall.ask("POST", path, body=asked)
    assert review[0] == 200 and "Ben" not in str(review)
    (result,) = (await hall.ask("GET", "/api/results"))[1]["results"]
    page = await hall.ask("GET", f"/games/{result['key']}")
    assert page[0] == 200 and "Ben" not in str(page)


def test_a_process_does_not_remember_people_who_have_changed_meanwhile() -> None:
    """Two processes have the table one after the other, and each reads the list of the other."""
    one, two = two_halls()
    (_, ann), (_, ben) = one.enrolled("Ann", "Ben")
    name = one.listed(ann)
    one.host.put_away(name)
    two.club.sit(name, ben)
    two.host.put_away(name)
    one.club.note(name)
    entry = one.club.ledger.table(name)
    assert entry is not None and entry.people == {ann.key: 0, ben.key: 1}


# Stores that fail


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
        await line.make("deal")
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
    assert [one.club.member(each).name for each in tokens] == names and two.club.profile("Ben")


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
    other = DictStore(hall.store.texts, hall.store.leased)
    other.lease("club")
    with pytest.raises(ElsewhereError, match="another process changes this"):
        hall.club.enrol("Cem")
    other.release("club")
    assert hall.club.enrol("Cem")
    hall.store.texts["club"] = "no database"
    with pytest.raises(StoreError, match="cannot use the text 'club': near"):
        hall.club.enrol("Dot")
    monkeypatch.setattr(RowsInText, "transact", made := Mock(side_effect=[StoreError(""), None]))
    Ledger(hall.store)  # makes its tables again, as another process was faster
    assert made.mock_calls == made.mock_calls[:1] * 2
