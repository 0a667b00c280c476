"""A club that strangers cannot spoil: what one person and one address may take from the others."""

import asyncio
import weakref
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

import twowaystreet as tws
from tests.web.halls import DUEL, Hall
from tests.web.hosting import Line, settle
from twowaystreet._core.display.options import SettingError, rules_of
from twowaystreet._core.engine.fields import option_text
from twowaystreet._page.alone import catalogue
from twowaystreet.table import SQLiteStore, Table
from twowaystreet.web import Limits, limits, rooms, server  # halls skips
from twowaystreet.web.lobby import bounded_catalogue, bounded_rules
from twowaystreet.web.work import Waiting


async def spectator(hall: Hall, name: str) -> Line:
    _, answer = await hall.ask("POST", f"/api/tables/{name}/watch", body={})
    return await hall.connect(name, answer["token"], look=None)


def must_wait(hall: Hall, answer: tuple[int, Any]) -> bool:
    """Return whether the last request was refused for now. Any: JSON."""
    return answer[0] == 429 and int(hall.headers["retry-after"]) >= 1 and "error" in answer[1]


async def test_a_full_host_puts_the_tables_away_at_which_nobody_is() -> None:
    hall = Hall(most=3)
    ann, ben = await hall.person("Ann"), await hall.person("Ben")
    name, token = await hall.made(ann)
    page = await hall.connect(name, token)
    strangers = [await hall.person(f"Stranger {number}") for number in range(10)]
    made = [await hall.made(each) for each in strangers]
    lonely, key = made[0]
    assert len(hall.host) == 3 and name in hall.host and lonely not in hall.host
    bens, _ = await hall.made(ben)
    assert bens in hall.host
    again = await hall.connect(lonely, key)  # the store has it
    await again.leave()
    for _ in range(3):
        await hall.made(ben)
    again = await hall.connect(lonely, key)
    assert [each.closed for each in (page, again)] == [None, None]


async def test_a_host_full_of_people_says_so() -> None:
    hall = Hall(most=2)
    ann = await hall.person("Ann")
    lines = [await hall.connect(*await hall.made(ann)) for _ in range(2)]
    assert all(line.closed is None for line in lines)
    assert (await hall.make(ann))[0] == 503 and "retry-after" in hall.headers
    await lines.pop().leave()
    await hall.made(ann)


async def test_bots_alone_keep_no_place() -> None:
    hall = Hall(most=1)
    ann = await hall.person("Ann")
    name, token = await hall.made(ann, options={"target": "1000"}, bots=["simple"])
    line = await hall.connect(name, token)
    await line.make("deal")
    assert (await hall.ask("POST", f"/api/tables/{name}/leave", ann, {}))[0] == 200
    await line.leave()
    assert [(await hall.made(ann))[0]] == [*hall.host]


async def test_a_person_has_a_number_of_open_tables() -> None:
    hall = Hall(tables=2)
    ann, ben = await hall.person("Ann"), await hall.person("Ben")
    names = [(await hall.made(ann))[0] for _ in range(2)]
    bens, _ = await hall.made(ben)
    assert must_wait(hall, await hall.make(ann))
    assert must_wait(hall, await hall.ask("POST", f"/api/tables/{bens}/join", ann, {}))
    assert (await hall.ask("POST", f"/api/tables/{names[0]}/join", ann, {}))[0] == 200
    await hall.ask("POST", f"/api/tables/{names[0]}/leave", ann, {})
    await hall.ask("POST", f"/api/tables/{bens}/join", ann, {})
    assert hall.table(bens).names == ("Ben", "Ann")
    hall.play(bens)
    await hall.made(ann)


async def test_requests_at_once_pass_no_limit_of_tables() -> None:
    hall = Hall(tables=2)
    ann = await hall.person("Ann")
    answers = await asyncio.gather(*(hall.make(ann) for _ in range(8)))
    assert [status for status, _ in answers].count(200) == 2


@pytest.mark.parametrize(
    ("here", "there"),
    [
        (["192.0.2.7"] * 3, "192.0.2.8"),
        (["2001:db8:0:1::7", "2001:db8:0:1::8", "2001:db8:0:1:ffff::1"], "2001:db8:0:2::7"),
        (["::ffff:192.0.2.7", "192.0.2.7", "::ffff:c000:207"], "::ffff:192.0.2.8"),
    ],
)
async def test_an_address_has_a_number_of_open_tables(here: list[str], there: str) -> None:
    hall = Hall(per_address=2)
    tokens: list[str] = []
    for number, address in enumerate("abcd"):
        hall.address = address  # people may come from anywhere
        tokens.append(await hall.person(f"P {number}"))
    for token, hall.address in zip(tokens[:2], here, strict=False):
        await hall.made(token)
    hall.address = here[2]
    assert must_wait(hall, await hall.make(tokens[2]))
    hall.address = there
    await hall.made(tokens[3])


@pytest.mark.parametrize("what", ["make", "join"])
async def test_to_make_a_table_counts_as_to_join_one(what: str) -> None:
    hall = Hall(openings=3, opening_rate=0.001)
    ann, ben = await hall.person("Ann"), await hall.person("Ben")
    name, _ = await hall.made(ben)

    async def ask() -> tuple[int, Any]:
        if what == "make":
            return await hall.make(ann)
        return await hall.ask("POST", f"/api/tables/{name}/join", ann, {})

    answers = [await ask() for _ in range(4)]
    assert [status for status, _ in answers] == [200, 200, 200, 429]
    assert must_wait(hall, await hall.make(ann))
    assert (await hall.ask("GET", "/api/tables", ann))[0] == 200


async def test_options_above_the_bounds_of_the_host_are_refused() -> None:
    hall = Hall()
    ann = await hall.person("Ann")
    for options in (
        *({"players": "391", "decks": "1000"}, {"players": "13", "decks": "3"}),
        *({"players": "4", "decks": "5"}, {"max_hands": "101"}),
    ):
        status, answer = await hall.make(ann, game="street", options=options)
        assert status == 400 and "expected at most" in answer["error"]
    assert not len(hall.host)


async def test_the_form_says_the_bounds() -> None:
    hall = Hall(players=5, hands=7)
    _, found = await hall.ask("GET", "/api/catalogue")
    street = next(game for game in found["games"] if game["name"] == "street")
    assert street["players"] == "3 to 5 players"
    options = {each["name"]: each for each in street["options"]}
    assert (options["players"]["most"], options["decks"]["most"]) == (5, 4)
    assert options["max_hands"]["words"] == {"none": "At most 7 hands", "1": "One hand"}
    table, _ = await hall.made(await hall.person("Ann"), game="street")
    assert hall.table(table).rules.max_hands == 7


@pytest.mark.parametrize(("players", "hands"), [(2, 1), (3, 5), (12, 3)])
def test_the_form_offers_what_the_host_takes(players: int, hands: int) -> None:
    limits = Limits(players=players, decks=1, hands=hands)
    forms = bounded_catalogue(catalogue(), limits)["games"]
    two, three = {"brag", "duel", "spades"}, {"street"}
    assert {each["name"] for each in forms} == {2: two, 3: two | three}.get(players, {*tws.GAMES})
    for form in forms:
        game = tws.GAMES[form["name"]]
        assert bounded_rules(game, game.Rules(), limits).seats == form["seats"]
        for option in form["options"]:
            name, default = option["name"], option["default"]
            assert default in option["words"]
            for value in option["words"]:
                with suppress(SettingError):  # the game asks for another option besides
                    asked = [] if value == default else [f"{name}={value}"]
                    made = bounded_rules(game, rules_of(game, asked, {}), limits)
                    assert made.seats <= players and made.max_hands <= hands
                    assert value == "none" or option_text(getattr(made, name)) == value


async def test_idle_spectators_leave_their_places_to_players() -> None:
    hall = Hall(connections=6)
    ann, ben = await hall.person("Ann"), await hall.person("Ben")
    own, _ = await hall.made(ann)
    crowd = [await spectator(hall, own) for _ in range(8)]
    assert [line.closed for line in crowd] == [None] * 6 + [1013] * 2
    hall.address = "elsewhere"
    line = await hall.connect(*await hall.made(ben))
    assert line.closed is None
    await settle()
    assert [each.closed for each in crowd[:6]] == [None] * 5 + [1013]
    _, health = await hall.ask("GET", "/health")
    assert health["connections"] == 6


async def test_an_address_has_a_number_of_connections(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "ASKING", 1e-6)  # it may come as often as it likes
    monkeypatch.setattr(limits, "COMING", 1e-6)
    hall = Hall(per_address=9)
    ann = await hall.person("Ann")
    tables = [await hall.made(ann) for _ in range(3)]
    hall.address = "crowd"
    lines = [await spectator(hall, name) for name, _ in tables]
    for name, _ in (*tables, *tables):
        lines.append(await hall.connect(name, hall.table(name).spectate(), look=None))
    assert [line.closed for line in lines] == [None] * 9
    name, token = tables[0]
    lines.append(await spectator(hall, name))
    assert lines[9].closed == 1013
    lines.append(await hall.connect(name, token))
    await settle()
    assert [line.closed for line in lines] == [None] * 8 + [1013] * 2 + [None]
    hall.address = "elsewhere"
    lines.append(await spectator(hall, name))
    assert lines[-1].closed is None


async def test_a_person_has_a_number_of_connections_at_all_tables() -> None:
    hall = Hall(per_person=3, per_player=2)
    ann, ben = await hall.person("Ann"), await hall.person("Ben")
    tables = [await hall.made(ann) for _ in range(2)]
    lines: list[Line] = []
    for number, (name, token) in enumerate((*tables, *tables)):
        hall.address = f"192.0.2.{number}"
        lines.append(await hall.connect(name, token))
    assert [line.closed for line in lines] == [None, None, None, 1013]
    bens = await hall.made(ben)
    found = [(await hall.connect(*bens)).closed for _ in range(3)]
    assert found == [None, None, 1013]


async def test_a_crowd_takes_the_lobby_from_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "ASKING", 1e6)  # also where requests take long
    monkeypatch.setattr(limits, "RATE", 1e-6)
    hall = Hall(per_address=40)
    ann = await hall.person("Ann")
    hall.address = "crowd"
    paths = ("/api/tables", "/api/results", "/api/catalogue", "/api/games/x", "/games/x")
    answers = [await hall.ask("GET", path) for path in paths * 10]
    assert answers[-1][0] == 429 and int(hall.headers["retry-after"]) >= 1
    assert must_wait(hall, await hall.ask("GET", "/api/tables"))
    for method, path in (("GET", "/api/tables/x/live.svg"), ("POST", "/invitation.svg")):
        words = "too many requests: try again in a moment."
        assert await hall.ask(method, path) == (429, words) and hall.headers["retry-after"]
    assert must_wait(hall, await hall.ask("GET", "/api/tables", "forged"))
    assert must_wait(hall, await hall.ask("POST", "/api/people", body={"name": "Ben"}))
    assert (await hall.ask("GET", "/api/tables", ann))[0] == 200
    hall.address = "elsewhere"
    assert (await hall.ask("GET", "/api/tables"))[0] == 200
    ben = await hall.person("Ben")
    answers = [await hall.ask("GET", "/api/tables", ben) for _ in range(100)]
    assert must_wait(hall, answers[-1])  # what is refused takes nothing from others
    assert (await hall.ask("GET", "/api/tables", ann))[0] == 200


async def test_forty_people_of_one_address_come_to_a_club_at_once(tmp_path: Path) -> None:
    hall, lines = Hall(SQLiteStore(tmp_path / "club.sqlite")), list[Line]()
    for number in range(40):
        key = await hall.person(f"Pupil {number}")
        for path in ("/api/tables", "/api/results"):
            assert (await hall.ask("GET", path, key))[0] == 200
        lines.append(await hall.connect(*await hall.made(key), look=None))
    assert not [line for line in lines if line.closed or line.refused]
    for line in lines:
        await line.leave()
    hall.host.close()


async def test_a_page_moves_to_a_table_that_was_put_away(monkeypatch: pytest.MonkeyPatch) -> None:
    known = server.Server._client

    async def late(self: server.Server, *of: Any) -> rooms.Client:  # Any: see Server._client
        await self.sweeper.put_away(of[1], lambda: True)
        return await known(self, *of)

    hall = Hall()
    name, token = await hall.made(await hall.person("Ann"))
    monkeypatch.setattr(server.Server, "_client", late)
    line = await hall.connect(name, token, look=None)
    assert line.closed == rooms.MOVED[0]


async def test_no_room_is_made_for_a_table_put_away(monkeypatch: pytest.MonkeyPatch) -> None:
    known, puts = Waiting.call, list[str]()

    async def late(self: Waiting, *about: Any, **more: Any) -> Any:  # Any: see Waiting.call
        found = await known(self, *about, **more)
        _, *names = about
        if names and puts:
            hall.host.put_away(puts.pop())
        return found

    hall = Hall()
    name, token = await hall.made(await hall.person("Ann"), bots=["simple"])
    hall.host.put_away(name)
    puts.append(name)
    monkeypatch.setattr(Waiting, "call", late)
    line = await hall.connect(name, token)
    await line.make("deal")
    assert not puts and line.closed is None and line.number > 1


async def test_who_names_none_reads_none(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    hall = Hall(SQLiteStore(tmp_path / "club.sqlite"))
    ann = await hall.person("Ann")
    name, token = await hall.made(ann)
    hall.host.put_away(name)
    monkeypatch.setattr(SQLiteStore, "_names", None)  # reads as many as there ever were
    monkeypatch.setattr(hall.host, "of_token", None)
    for short in ("", "a", name[:-1]):
        line = await hall.connect(short, "forged", look=None)
        assert line.closed == 4401
        await line.leave()
    for path in ("/review", "/api/tables/a/review", "/games/a", "/api/games/a"):
        assert (await hall.ask("POST" if "review" in path else "GET", path))[0] == 404
    for what in ("watch", "join", "leave"):
        assert (await hall.ask("POST", f"/api/tables/a/{what}", ann, {}))[0] == 400
    line = await hall.connect(name, token)
    assert line.closed is None
    await line.leave()
    hall.host.close()


async def test_lines_that_come_too_often_are_told_to_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "ASKING", 1e6)
    hall = Hall(per_address=5)
    ann = await hall.person("Ann")
    name, token = await hall.made(ann)
    lines = [await hall.connect(name, "forged", look=None) for _ in range(7)]
    assert lines[-1].refused == 429
    assert (await hall.ask("POST", f"/api/tables/{name}/review"))[0] == 429
    lines.append(await hall.connect(name, token))  # the table knows this one
    assert lines[-1].closed is None and lines[-1].refused is None


async def test_a_person_opens_few_connections_in_a_short_time() -> None:
    hall = Hall(openings=2, watchers=2, opening_rate=0.001)
    table = Table(DUEL)
    name, ann, ben = hall.host.add(table), table.join("Ann"), table.join("Ben")
    again, watching = table.another_token(0), table.spectate()
    for token, is_taken in (
        *((ann, True), (again, True), (ann, False), (again, False), (ben, True)),
        *((watching, True), (watching, True), (watching, False), (ben, True)),
    ):
        line = await hall.connect(name, token)
        words = "" if is_taken else "too many connections in a short time"
        assert (line.closed, line.reason) == (None if is_taken else 1013, words)
        await line.leave()


def test_a_server_forgets_an_address_when_its_allowance_is_whole_again() -> None:
    class Address:
        pass

    seconds = 0.0
    allowances = limits.Allowances(2, 1.0, clock=lambda: seconds)
    address, other = Address(), Address()
    known = weakref.ref(address)
    assert [allowances.take(address) for _ in range(3)] == [True, True, False]
    seconds = 1.9
    del address
    allowances.take(other)
    assert known() is not None
    seconds = 2.0
    allowances.take(other)
    assert known() is None
    few = limits.Allowances(1, 1.0, clock=lambda: seconds, most=1)
    asked = [few.take(name) for name in (1, 1, 2, 1)]
    assert asked == [True, False, True, True]  # the name not used for longest is forgotten
