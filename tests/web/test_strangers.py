"""A club that strangers cannot spoil: what one person and one address may take from the others."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Generator
from pathlib import Path
from typing import Any, Final

import pytest

import twowaystreet as tws
from tests.web.hosting import Instant, Line, Site, run, settle
from twowaystreet._core.display.options import SettingError, rules_of
from twowaystreet._core.engine.fields import option_text
from twowaystreet._page.alone import catalogue

pytest.importorskip("uvicorn", reason="the server needs the extra web")

from twowaystreet.table import SQLiteStore, TableError  # after the skip
from twowaystreet.web import (  # optional packages
    Limits,
    TableHost,
    application,
    limits,
    rooms,
    server,
)
from twowaystreet.web.club import Club  # after the skip
from twowaystreet.web.lobby import bounded_catalogue, bounded_rules  # after the skip

# Any: JSON.
TABLE: Final[dict[str, Any]] = {
    "game": "duel",
    "options": {},
    "bots": [],
    "public": True,
    "seconds": 0,
}
Answer = tuple[int, Any]


class Hall(Site):
    """A club, and the people who ask there.

    Args:
        store: its store.
        limits: its limits.
        most: the most tables in memory.
    """

    def __init__(self, store: SQLiteStore, limits: Limits, most: int) -> None:
        self.host = TableHost(store, most=most)
        super().__init__(application(self.host, lobby=True, limits=limits))

    async def person(self, name: str) -> str:
        """Return the token of a new person."""
        status, answer = await self.ask("POST", "/api/people", body={"name": name})
        assert status == 200, answer
        return str(answer["token"])

    async def make(self, token: str, **changes: Any) -> Answer:
        """Make a table."""
        return await self.ask("POST", "/api/tables", token, {**TABLE, **changes})

    async def made(self, token: str, **changes: Any) -> tuple[str, str]:
        """Make a table, which has to work, and return its name and the token of its maker."""
        status, answer = await self.make(token, **changes)
        assert status == 200, answer
        return answer["table"], answer["token"]

    async def spectator(self, name: str) -> Line:
        """Open the page of a spectator."""
        _, answer = await self.ask("POST", f"/api/tables/{name}/watch", body={})
        return await self.connect(name, answer["token"], look=None)

    def is_told_to_wait(self, answer: Answer) -> bool:
        """Return whether the last request was refused for now."""
        return answer[0] == 429 and int(self.headers["retry-after"]) >= 1 and "error" in answer[1]


Open = Callable[..., Hall]
Evening = Callable[[Hall], Awaitable[None]]


@pytest.fixture
def hall(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Generator[Open]:
    """Return a function that opens a club with some limits."""
    monkeypatch.setattr(server, "Thinkers", Instant)
    made: list[Hall] = []

    def opened(most: int = 1000, **limits: Any) -> Hall:
        made.append(Hall(SQLiteStore(tmp_path / "club.sqlite"), Limits(**limits), most))
        return made[-1]

    yield opened
    for each in made:
        each.host.close()


def test_a_full_host_puts_the_tables_away_at_which_nobody_is(hall: Open) -> None:
    async def evening() -> None:
        site = hall(most=3)
        ann, ben = await site.person("Ann"), await site.person("Ben")
        name, token = await site.made(ann)
        page = await site.connect(name, token)
        strangers = [await site.person(f"Stranger {number}") for number in range(10)]
        made = [await site.made(each) for each in strangers]
        lonely, key = made[0]
        assert len(site.host) == 3 and name in site.host and lonely not in site.host
        bens, _ = await site.made(ben)
        assert bens in site.host
        again = await site.connect(lonely, key)  # the store has it
        await again.leave()
        for _ in range(3):
            await site.made(ben)
        again = await site.connect(lonely, key)
        assert [each.closed for each in (page, again)] == [None, None]
        for each in (page, again):
            await each.leave()

    run(evening())


def test_a_host_full_of_people_says_so(hall: Open) -> None:
    async def evening() -> None:
        site = hall(most=2)
        ann = await site.person("Ann")
        lines = [await site.connect(*await site.made(ann)) for _ in range(2)]
        assert all(line.closed is None for line in lines)
        assert (await site.make(ann))[0] == 503 and "retry-after" in site.headers
        await lines.pop().leave()
        await site.made(ann)
        await lines.pop().leave()

    run(evening())


def test_bots_alone_keep_no_place(hall: Open) -> None:
    async def evening() -> None:
        site = hall(most=1)
        ann = await site.person("Ann")
        name, token = await site.made(ann, options={"target": "1000"}, bots=["simple"])
        line = await site.connect(name, token)
        line.play("deal")
        await settle()
        assert (await site.ask("POST", f"/api/tables/{name}/leave", ann, {}))[0] == 200
        await line.leave()
        assert [(await site.made(ann))[0]] == [*site.host]

    run(evening())


def test_a_person_has_a_number_of_open_tables(hall: Open) -> None:
    async def evening() -> None:
        site = hall(tables=2)
        ann, ben = await site.person("Ann"), await site.person("Ben")
        names = [(await site.made(ann))[0] for _ in range(2)]
        bens, _ = await site.made(ben)
        assert site.is_told_to_wait(await site.make(ann))
        assert site.is_told_to_wait(await site.ask("POST", f"/api/tables/{bens}/join", ann, {}))
        assert (await site.ask("POST", f"/api/tables/{names[0]}/join", ann, {}))[0] == 200
        await site.ask("POST", f"/api/tables/{names[0]}/leave", ann, {})
        await site.ask("POST", f"/api/tables/{bens}/join", ann, {})
        table = site.host.find(bens)
        assert table is not None and table.names == ("Ben", "Ann")
        while not table.is_over:
            table.act_for(table.actor)
        Club(site.host).note(bens)
        await site.made(ann)

    run(evening())


@pytest.mark.parametrize(
    ("here", "there"),
    [
        (["192.0.2.7"] * 3, "192.0.2.8"),
        (["2001:db8:0:1::7", "2001:db8:0:1::8", "2001:db8:0:1:ffff::1"], "2001:db8:0:2::7"),
        (["::ffff:192.0.2.7", "192.0.2.7", "::ffff:c000:207"], "::ffff:192.0.2.8"),
    ],
)
def test_an_address_has_a_number_of_open_tables(here: list[str], there: str, hall: Open) -> None:
    async def evening() -> None:
        site = hall(per_address=2)
        tokens: list[str] = []
        for number, address in enumerate("abcd"):
            site.address = address  # people may come from anywhere
            tokens.append(await site.person(f"P {number}"))
        for token, site.address in zip(tokens[:2], here, strict=False):
            await site.made(token)
        site.address = here[2]
        assert site.is_told_to_wait(await site.make(tokens[2]))
        site.address = there
        await site.made(tokens[3])

    run(evening())


@pytest.mark.parametrize("what", ["make", "join"])
def test_to_make_a_table_counts_as_to_join_one(what: str, hall: Open) -> None:
    async def evening() -> None:
        site = hall(openings=3, opening_rate=0.001)
        ann, ben = await site.person("Ann"), await site.person("Ben")
        name, _ = await site.made(ben)

        async def ask() -> Answer:
            if what == "make":
                return await site.make(ann)
            return await site.ask("POST", f"/api/tables/{name}/join", ann, {})

        answers = [await ask() for _ in range(4)]
        assert [status for status, _ in answers] == [200, 200, 200, 429]
        assert site.is_told_to_wait(await site.make(ann))
        assert (await site.ask("GET", "/api/tables", ann))[0] == 200

    run(evening())


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("street", {"players": "391", "decks": "1000"}),
        ("street", {"players": "13"}),
        ("street", {"decks": "5"}),
        *((game, {"max_hands": "101"}) for game in tws.GAMES),
    ],
)
def test_options_above_the_bounds_of_the_host_are_refused(
    game: str, options: dict[str, str], hall: Open
) -> None:
    async def evening() -> None:
        site = hall()
        status, answer = await site.make(await site.person("Ann"), game=game, options=options)
        assert status == 400 and "expected at most" in answer["error"]
        assert not len(site.host)

    run(evening())


@pytest.mark.parametrize("game", tws.GAMES)
def test_every_game_ends_after_the_hands_of_the_host(game: str) -> None:
    rules = tws.GAMES[game].Rules
    limits = Limits(hands=24)
    none = {} if rules().max_hands is not None else {"max_hands": None}
    for options in (none, {"max_hands": 3}):
        most = bounded_rules(tws.GAMES[game], rules(**options), limits).max_hands
        assert most == options.get("max_hands") or most in (24, rules().max_hands)
    with pytest.raises(TableError, match="max_hands=25: expected at most 24"):
        bounded_rules(tws.GAMES[game], rules(max_hands=25), limits)


def test_the_form_says_the_bounds(hall: Open) -> None:
    async def evening() -> None:
        site = hall(players=5, hands=7)
        _, found = await site.ask("GET", "/api/catalogue")
        street = next(game for game in found["games"] if game["name"] == "street")
        assert street["players"] == "3 to 5 players"
        options = {each["name"]: each for each in street["options"]}
        assert (options["players"]["most"], options["decks"]["most"]) == (5, 4)
        assert [*options["players"]["words"]] == ["3", "4", "5"]
        assert options["max_hands"]["words"] == {"none": "At most 7 hands", "1": "One hand"}
        table, _ = await site.made(await site.person("Ann"), game="street")
        assert (made := site.host.find(table)) is not None and made.rules.max_hands == 7

    run(evening())


@pytest.mark.parametrize("players", [2, 3, 12])
@pytest.mark.parametrize("hands", [1, 3, 5])
def test_the_form_offers_what_the_host_takes(hands: int, players: int) -> None:
    limits = Limits(players=players, decks=1, hands=hands)
    forms = bounded_catalogue(catalogue(), limits)["games"]
    two, three = {"brag", "duel", "spades"}, {"street"}
    assert {each["name"] for each in forms} == {2: two, 3: two | three}.get(players, {*tws.GAMES})
    for form in forms:
        game = tws.GAMES[form["name"]]
        usual = bounded_rules(game, game.Rules(), limits)
        assert usual.seats == form["seats"]
        for option in form["options"]:
            name, default = option["name"], option["default"]
            assert default in option["words"]
            for value in option["words"]:
                try:
                    asked = [] if value == default else [f"{name}={value}"]
                    rules = rules_of(game, asked, {})
                except SettingError:  # the game asks for another option besides
                    continue
                made = bounded_rules(game, rules, limits)
                assert made.seats <= players and made.max_hands <= hands
                if value != "none":
                    assert option_text(getattr(made, name)) == value


def test_idle_spectators_leave_their_places_to_players(hall: Open) -> None:
    async def evening() -> None:
        site = hall(connections=6)
        ann, ben = await site.person("Ann"), await site.person("Ben")
        own, _ = await site.made(ann)
        crowd = [await site.spectator(own) for _ in range(8)]
        assert [line.closed for line in crowd] == [None] * 6 + [1013] * 2
        site.address = "elsewhere"
        line = await site.connect(*await site.made(ben))
        assert line.closed is None
        await settle()
        assert [each.closed for each in crowd[:6]] == [None] * 5 + [1013]
        _, health = await site.ask("GET", "/health")
        assert health["connections"] == 6
        for each in (line, *crowd):
            await each.leave()

    run(evening())


def test_an_address_has_a_number_of_connections_at_all_tables(
    hall: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "ASKING", 1e-6)  # it may come as often as it likes
    monkeypatch.setattr(limits, "COMING", 1e-6)

    async def evening() -> None:
        site = hall(per_address=9)
        ann = await site.person("Ann")
        tables = [await site.made(ann) for _ in range(3)]
        site.address = "crowd"
        lines = [await site.spectator(name) for name, _ in tables]
        for name, _ in tables:
            table = site.host.find(name)
            assert table is not None
            lines += [await site.connect(name, table.spectate(), look=None) for _ in range(2)]
        assert [line.closed for line in lines] == [None] * 9
        name, token = tables[0]
        lines.append(await site.spectator(name))
        assert lines[9].closed == 1013
        lines.append(await site.connect(name, token))
        await settle()
        assert [line.closed for line in lines] == [None] * 8 + [1013] * 2 + [None]
        site.address = "elsewhere"
        lines.append(await site.spectator(name))
        assert lines[-1].closed is None
        for each in lines:
            await each.leave()

    run(evening())


def test_a_person_has_a_number_of_connections_at_all_tables(hall: Open) -> None:
    async def evening() -> None:
        site = hall(per_person=3, per_player=2)
        ann, ben = await site.person("Ann"), await site.person("Ben")
        tables = [await site.made(ann) for _ in range(2)]
        lines: list[Line] = []
        for number, (name, token) in enumerate((*tables, *tables)):
            site.address = f"192.0.2.{number}"
            lines.append(await site.connect(name, token))
        assert [line.closed for line in lines] == [None, None, None, 1013]
        lines.append(await site.connect(*await site.made(ben)))
        assert lines[-1].closed is None
        for each in lines:
            await each.leave()

    run(evening())


def test_a_crowd_without_tokens_takes_the_lobby_from_nobody(hall: Open) -> None:
    async def evening() -> None:
        site = hall(per_address=40)
        ann = await site.person("Ann")
        site.address = "crowd"
        paths = ("/api/tables", "/api/results", "/api/catalogue", "/api/games/x", "/games/x")
        answers = [await site.ask("GET", path) for path in paths * 10]
        assert answers[-1][0] == 429 and int(site.headers["retry-after"]) >= 1
        assert site.is_told_to_wait(await site.ask("GET", "/api/tables"))
        assert site.is_told_to_wait(await site.ask("GET", "/api/tables", "forged"))
        assert site.is_told_to_wait(await site.ask("POST", "/api/people", body={"name": "Ben"}))
        assert (await site.ask("GET", "/api/tables", ann))[0] == 200
        site.address = "elsewhere"
        assert (await site.ask("GET", "/api/tables"))[0] == 200
        ben = await site.person("Ben")
        answers = [await site.ask("GET", "/api/tables", ben) for _ in range(100)]
        assert site.is_told_to_wait(answers[-1])  # what is refused takes nothing from others
        assert (await site.ask("GET", "/api/tables", ann))[0] == 200

    run(evening())


def test_a_page_moves_to_a_table_that_was_put_away_while_it_came(
    hall: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = server.Server._client

    async def late(self: server.Server, *of: Any) -> rooms.Client:  # Any: see Server._client
        self.drop(of[1])
        return await known(self, *of)

    async def evening() -> None:
        site = hall()
        name, token = await site.made(await site.person("Ann"))
        monkeypatch.setattr(server.Server, "_client", late)
        line = await site.connect(name, token, look=None)
        assert line.closed == rooms.MOVED[0]
        monkeypatch.undo()

    run(evening())


def test_who_names_no_table_reads_no_other_names(
    hall: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def evening() -> None:
        site = hall()
        ann = await site.person("Ann")
        name, token = await site.made(ann)
        site.host.put_away(name)
        monkeypatch.setattr(SQLiteStore, "_names", None)  # reads as many as there ever were
        monkeypatch.setattr(site.host, "of_token", None)
        for short in ("", "a", name[:-1]):
            line = await site.connect(short, "forged", look=None)
            assert line.closed == 4401
            await line.leave()
        for path in ("/review", "/api/tables/a/review", "/games/a", "/api/games/a"):
            assert (await site.ask("POST" if "review" in path else "GET", path))[0] == 404
        for what in ("watch", "join", "leave"):
            assert (await site.ask("POST", f"/api/tables/a/{what}", ann, {}))[0] == 400
        line = await site.connect(name, token)
        assert line.closed is None
        await line.leave()

    run(evening())


def test_connections_that_come_too_often_are_told_to_wait(hall: Open) -> None:
    async def evening() -> None:
        site = hall(per_address=5)
        ann = await site.person("Ann")
        name, token = await site.made(ann)
        lines = [await site.connect(name, "forged", look=None) for _ in range(7)]
        assert lines[-1].refused == 429
        assert (await site.ask("POST", f"/api/tables/{name}/review"))[0] == 429
        lines.append(await site.connect(name, token))  # the table knows this one
        assert lines[-1].closed is None and lines[-1].refused is None
        for each in lines:
            await each.leave()

    run(evening())
