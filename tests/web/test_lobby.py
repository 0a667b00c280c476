"""The lobby over HTTP: people, tables, results, finished games, and the files of its page."""

from __future__ import annotations

from collections.abc import Callable, Generator
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import attrs
import pytest

import twowaystreet as tws
from tests.web.asking import Answer, Asker
from twowaystreet import svg

server = pytest.importorskip("twowaystreet.web.server", reason="the lobby needs the extra web")

from twowaystreet.players import MonteCarlo  # noqa: E402  # after the skip
from twowaystreet.table import SQLiteStore  # noqa: E402  # after the skip
from twowaystreet.web import pages, pictures  # noqa: E402  # after the skip
from twowaystreet.web.club import Club  # noqa: E402  # after the skip
from twowaystreet.web.hosts import TableHost  # noqa: E402  # after the skip
from twowaystreet.web.lobby import LONGEST, SHOWN  # noqa: E402  # optional packages
from twowaystreet.web.pictures import SIZE, code_of  # noqa: E402  # optional packages

# Any: JSON.
TABLE: dict[str, Any] = {
    "game": "twos",
    "options": {},
    "bots": ["simple"],
    "public": True,
    "seconds": 0,
}


@pytest.fixture
def host(tmp_path: Path) -> Generator[TableHost]:
    made = TableHost(SQLiteStore(tmp_path / "club.sqlite"))
    yield made
    made.close()


@pytest.fixture
def person(host: TableHost) -> Callable[[str], Asker]:
    """Return a function that lets somebody take a name; an empty name stands for nobody."""
    app = server.application(host, lobby=True)

    def come(name: str) -> Asker:
        asker = Asker(app)
        if name:
            asker.token = asker.ask("POST", "/api/people", {"name": name}).json["token"]
        return asker

    return come


People = Callable[[str], Asker]


def made(asker: Asker, **changes: Any) -> str:
    """Make a table and return its name."""
    answer = asker.ask("POST", "/api/tables", {**TABLE, **changes})
    assert answer.status == 200, answer.text
    return str(answer.json["table"])


def listed(asker: Asker) -> list[Any]:
    found: list[Any] = asker.ask("GET", "/api/tables").json["tables"]
    return found


def reason(answer: Answer) -> str:
    assert answer.status in (400, 401), answer.text
    return str(answer.json["error"])


def finished(
    host: TableHost, ann: Asker, ben: Asker, *, public: bool = True, **options: str
) -> str:
    """Let bots play a whole game in the seats of two people, and return the name of the table."""
    options = {"max_hands": "1", **options}
    name = made(ann, game="duel", options=options, bots=[], public=public)
    ben.ask("POST", f"/api/tables/{name}/join", {})
    table = host.find(name)
    assert table is not None
    while not table.is_over:
        table.act_for(table.actor)
    club_of(host).note(name)
    return name


def club_of(host: TableHost) -> Club:
    """Return the club, which a room tells of each move; here nobody is connected."""
    return Club(host)


def test_a_name_belongs_to_one_person(person: People) -> None:
    person("Ann")
    answer = person("").ask("POST", "/api/people", {"name": "ANN"})
    assert reason(answer) == "somebody has the name 'ANN': choose another one"
    assert reason(person("").ask("POST", "/api/people", {"name": 3}))


def test_the_list_has_public_tables_and_own_ones(person: People) -> None:
    ann, ben = person("Ann"), person("Ben")
    hidden, public = made(ann, public=False), made(ann, seconds=30, options={"max_hands": "8"})
    (row,) = listed(ben)
    assert row["table"] == public
    assert row["names"] == ["Ann", "Seat 1", "Seat 2", "Bot 1"]
    assert (row["free"], row["seconds"], row["options"]) == ([1, 2], 30, {"max_hands": "8"})
    assert (row["title"], row["mine"]) == ("Twos", False)
    assert {each["table"] for each in listed(ann)} == {hidden, public}
    assert all(each["mine"] for each in listed(ann))
    assert not {"people", ann.token} & {*row}
    assert len(listed(person(""))) == 1


def test_a_link_shows_a_table_that_is_not_in_the_list(person: People) -> None:
    name = made(person("Ann"), public=False)
    row = person("").ask("GET", f"/api/tables/{name}").json
    assert (row["title"], row["free"], row["mine"]) == ("Twos", [1, 2], False)
    assert reason(person("").ask("GET", "/api/tables/none")) == "there is no such table here"


def test_people_join_watch_and_leave(person: People, host: TableHost) -> None:
    ann, ben = person("Ann"), person("Ben")
    name = made(ann)
    joined = ben.ask("POST", f"/api/tables/{name}/join", {"seat": 2}).json
    table = host.find(name)
    assert table is not None
    assert table.seat(joined["token"]) == 2
    again = ben.ask("POST", f"/api/tables/{name}/join", {}).json["token"]
    assert (table.seat(again), again) != (None, joined["token"])
    watcher = person("").ask("POST", f"/api/tables/{name}/watch", {}).json["token"]
    assert table.knows(watcher) and table.seat(watcher) is None
    assert ben.ask("POST", f"/api/tables/{name}/leave", {}).status == 200
    assert table.free_seats == (1, 2)
    assert "no seat" in reason(ben.ask("POST", f"/api/tables/{name}/leave", {}))


def test_a_table_that_everybody_has_left_is_in_no_list(person: People) -> None:
    ann = person("Ann")
    name = made(ann)
    ann.ask("POST", f"/api/tables/{name}/leave", {})
    assert not listed(ann) and not listed(person("Ben"))


def test_a_bot_plays_on_for_somebody_who_leaves_a_game(person: People, host: TableHost) -> None:
    ann = person("Ann")
    name = made(ann, bots=["simple"] * 3)
    table = host.find(name)
    assert table is not None
    table.act_for(None)
    club_of(host).note(name)
    assert ann.ask("POST", f"/api/tables/{name}/leave", {}).status == 200
    assert not table.people and not table.free_seats


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"game": "chess"}, "chess"),
        ({"bots": ["simple"] * 4}, "at most 3"),
        ({"bots": ["code.py:bot"]}, "expected a game"),
        ({"options": {"max_hands": "-1"}}, "max_hands"),
        ({"seconds": 0.5}, "expected a game"),
        ({"seconds": 10**9}, "86400"),
        ({"public": "yes"}, "expected a game"),
    ],
)
def test_a_table_that_cannot_be_is_refused_with_a_reason(
    changes: dict[str, Any], words: str, person: People
) -> None:
    answer = person("Ann").ask("POST", "/api/tables", {**TABLE, **changes})
    assert words in reason(answer)


@pytest.mark.parametrize("body", [b"{", b"[]", b"\xff", b"[" * 3000, b" " * (LONGEST + 1)])
def test_a_body_that_is_no_request_is_refused(body: bytes, person: People) -> None:
    assert "expected" in reason(person("").ask("POST", "/api/people", body))


def test_nobody_acts_without_a_name(person: People) -> None:
    name = made(person("Ann"))
    for path in ("/api/tables", f"/api/tables/{name}/join", f"/api/tables/{name}/leave"):
        answer = person("").ask("POST", path, TABLE)
        assert answer.status == 401
    assert "seat" in reason(person("Ben").ask("POST", f"/api/tables/{name}/join", {"seat": "1"}))
    assert reason(person("").ask("POST", "/api/tables/none/watch"))
    assert reason(person("Cleo").ask("POST", "/api/tables/none/join", {}))


def test_a_person_who_asks_too_often_waits(person: People) -> None:
    ann = person("Ann")
    answers = [ann.ask("GET", "/api/tables") for _ in range(40)]
    assert answers[0].status == 200
    assert (answers[-1].status, answers[-1].headers["retry-after"]) == (429, "1")
    assert "too many" in answers[-1].json["error"]


def test_a_finished_game_has_a_result_and_a_page(person: People, host: TableHost) -> None:
    ann, ben = person("Ann"), person("Ben")
    name = finished(host, ann, ben)
    assert not listed(person("Cleo"))
    assert [each["table"] for each in listed(ann)] == [name]
    found = ann.ask("GET", "/api/results").json
    (result,) = found["results"]
    assert result["names"] == ["Ann", "Ben"] and "people" not in result
    assert {each["name"] for each in found["standings"]} == {"Ann", "Ben"}
    record = ann.ask("GET", f"/api/games/{result['key']}")
    assert tws.Record.from_json(record.text).state.is_over
    page = ann.ask("GET", f"/games/{result['key']}")
    assert page.status == 200
    assert "Duel, all cards open" in page.text


def test_a_result_does_not_name_its_table(person: People, host: TableHost) -> None:
    name = finished(host, person("Ann"), person("Ben"), public=False)
    stranger = person("")
    found = stranger.ask("GET", "/api/results")
    (result,) = found.json["results"]
    key = result["key"]
    pages = [stranger.ask("GET", path) for path in (f"/games/{key}", f"/api/games/{key}")]
    for each in (found, *pages, stranger.ask("GET", "/api/tables")):
        assert each.status == 200 and name not in each.text
    for part in (key, *key.split("-")):
        assert stranger.ask("POST", f"/api/tables/{part}/watch", {}).status == 400
    earlier = f"{key[:17]}{name}-1"
    assert stranger.ask("GET", f"/api/games/{earlier}").text == pages[1].text
    for wrong in (f"{key}0", key.replace("Z-", "Z"), key[:16], key[17:], "-", f"-{name}-1"):
        assert stranger.ask("GET", f"/api/games/{wrong}").status == 404


def test_a_page_of_a_finished_game_runs_the_scripts_of_the_server_alone(
    person: People, host: TableHost
) -> None:
    ann = person("</script><style>")
    finished(host, ann, person("Ben"))
    key = ann.ask("GET", "/api/results").json["results"][0]["key"]
    page = ann.ask("GET", f"/games/{key}")
    assert (
        "default-src 'none'; script-src 'self'; style-src 'self';"
        in (page.headers["content-security-policy"])
    )
    assert page.text.count("</script>") == 2 and "<style>" not in page.text
    for path in ("/look-back.js", "/look-back.css", "/scene.js"):
        assert ann.ask("GET", path).status == 200


def test_a_game_that_nobody_can_read_any_more_says_so(
    person: People, host: TableHost, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = person("Ann")
    finished(host, ann, person("Ben"))
    key = ann.ask("GET", "/api/results").json["results"][0]["key"]

    def fail(text: str) -> tws.Record:
        raise tws.RecordError("another version")

    monkeypatch.setattr(tws.Record, "from_json", fail)
    pages._read.cache_clear()  # another test may have finished the same game
    pages._part.cache_clear()
    assert ann.ask("GET", f"/games/{key}").status == 410
    for path in ("/games/none", "/api/games/none", "/pictures/chess.svg"):
        assert ann.ask("GET", path).status == 404


def test_a_person_has_a_page_with_ratings_and_games(person: People, host: TableHost) -> None:
    ann, ben = person("Ann"), person("Ben & Co")
    finished(host, ann, ben)
    query = urlencode({"name": "Ben & Co"})
    found = person("").ask("GET", "/api/person", query=query).json
    assert (found["name"], found["games"], len(found["ratings"])) == ("Ben & Co", 1, 1)
    assert found["ratings"][0]["rating"] == found["rating"]
    (result,) = found["results"]
    assert (result["seat"], result["names"]) == (1, ["Ann", "Ben & Co"])
    assert not {"people", "began"} & {*result}
    ann.ask("DELETE", "/api/people")
    assert ben.ask("GET", "/api/person", query="name=Ann").status == 404
    assert "Ann" not in ben.ask("GET", "/api/person", query=query).text


def test_each_hand_of_a_finished_game_has_a_review(
    person: People, host: TableHost, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages, "PLAYER", MonteCarlo(2, engine="python"))
    ann = person("Ann")
    finished(host, ann, person("Ben"), max_hands="2", target="500")
    (result,) = ann.ask("GET", "/api/results").json["results"]
    path = f"/games/{result['key']}/review"
    for hand, other in ((1, "Next hand"), (2, "Hand before")):
        page = person("").ask("GET", path, query=f"seat=1&hand={hand}")
        assert page.status == 200 and "review of Ben&#x27;s decisions" in page.text
        assert f"Hand {hand} of 2" in page.text and other in page.text
        assert pages.policy_of(page.text) == page.headers["content-security-policy"]
    for query, status in (
        *(("seat=2&hand=1", 410), ("seat=0&hand=3", 410), ("seat=0&hand=0", 410)),
        *(("seat=x", 404), ("hand=-1", 404)),
    ):
        assert ann.ask("GET", path, query=query).status == status, query
    assert ann.ask("GET", "/games/none/review").status == 404
    ann.ask("DELETE", "/api/people")
    page = person("").ask("GET", path, query="seat=1&hand=1")
    assert page.status == 200 and "Ann" not in page.text
    assert person("").ask("GET", path, query="seat=0").status == 429


def test_deleted_people_leave_no_name(person: People, host: TableHost) -> None:
    ann, ben = person("Ann"), person("Ben")
    finished(host, ann, ben)
    waiting = made(ann)
    assert ann.ask("DELETE", "/api/people").status == 200
    assert ann.ask("GET", "/api/tables").status == 401
    found = ben.ask("GET", "/api/results").json
    assert found["results"][0]["names"] == ["Former player", "Ben"]
    assert "Ann" not in ben.ask("GET", f"/api/tables/{waiting}").text
    assert person("Ann").token


def test_an_invitation_has_a_qr_code_of_links_to_this_server_alone(person: People) -> None:
    nobody = person("")
    link = f"http://test/#join={made(person('Ann'))}"
    answer = nobody.ask("GET", "/invitation.svg", query=urlencode({"link": link}))
    assert answer.headers["content-type"] == "image/svg+xml"
    assert answer.text == code_of(link).decode()
    for other in ("http://other/#join=a", "http://test/#a", f"{link}&", f"{link}/{'x' * 99}", ""):
        query = urlencode({"link": other})
        assert nobody.ask("GET", "/invitation.svg", query=query).status == 400, other


def test_the_picture_of_a_table_shows_what_spectators_see_and_is_drawn_once(
    person: People, host: TableHost, monkeypatch: pytest.MonkeyPatch
) -> None:
    draw, drawn = svg.table, count_drawn(monkeypatch)
    ann, nobody = person("Ann"), person("")
    name = made(ann, bots=["simple"] * 3)
    table = host.find(name)
    assert table is not None
    table.act_for(None)
    first = nobody.ask("GET", f"/api/tables/{name}/live.svg")
    assert first.headers["content-type"] == "image/svg+xml"
    assert first.text == draw(table.view(table.spectate()), names=table.names, size=SIZE)
    assert nobody.ask("GET", f"/api/tables/{name}/live.svg").text == first.text
    table.act_for(table.actor)
    assert nobody.ask("GET", f"/api/tables/{name}/live.svg").text == first.text  # it is new enough
    assert len(drawn) == 1
    monkeypatch.setattr(pictures, "FRESH", 0)
    assert nobody.ask("GET", f"/api/tables/{name}/live.svg").text != first.text
    monkeypatch.setattr(pictures, "FRESH", 1000)
    ann.ask("DELETE", "/api/people")
    assert "Ann" not in nobody.ask("GET", f"/api/tables/{name}/live.svg").text
    assert len(drawn) == 3
    host.put_away(name)  # perhaps another process has it
    assert nobody.ask("GET", f"/api/tables/{name}/live.svg").status == 503
    assert nobody.ask("GET", "/api/tables/none/live.svg").status == 404


def test_a_process_keeps_some_pictures_of_tables(
    person: People, host: TableHost, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pictures, "KEPT", 2)
    drawn = count_drawn(monkeypatch)
    ann = person("Ann")
    names = [made(ann) for _ in range(3)]
    for name in (*names, names[2], names[0]):
        assert ann.ask("GET", f"/api/tables/{name}/live.svg").status == 200
    assert len(drawn) == 4  # the first one was given up


def count_drawn(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Return a list to which each picture of a table adds its size."""
    sizes = list[object]()
    draw = svg.table

    def counted(*args: Any, **options: Any) -> str:  # Any: see svg.table
        sizes.append(options["size"])
        return draw(*args, **options)

    monkeypatch.setattr(svg, "table", counted)
    return sizes


def test_the_page_has_its_files_and_those_of_the_gallery(person: People) -> None:
    nobody = person("")
    for path in ("/", "/lobby.js", "/game_options.js", "/page.css", "/table/clock.js", "/table/"):
        assert nobody.ask("GET", path).status == 200, path
    assert "lobby.js" in nobody.ask("GET", "/").text
    assert "channel.js" in nobody.ask("GET", "/table/page.js").text
    settings = nobody.ask("GET", "/settings.js")
    assert settings.headers["content-type"].startswith("text/javascript")
    assert '"clocks": [0, 15,' in settings.text
    picture = nobody.ask("GET", "/pictures/twos.svg")
    assert picture.headers["content-type"] == "image/svg+xml"
    assert picture.text.startswith("<svg")
    assert nobody.ask("GET", "/api/catalogue").json["games"][0]["seats"] == 4


@pytest.mark.parametrize(
    "bot",
    [
        *("network:path=/etc/passwd", "network:path=../twos.npz", "network:path=twos.npz"),
        *("network", "mybot.py:bot", "os:getcwd", "nobody", "", "simple:", "SIMPLE", "simple\0"),
        *("montecarlo:worlds=11", "simple,network:path=/dev/zero", "x" * 1500),
        *(None, 1, True, [], ["simple"], {}, {"network": "/etc/passwd"}),
    ],
)
def test_a_client_names_no_file_and_no_unknown_player(bot: object, person: People) -> None:
    ann = person("Ann")
    answer = ann.ask("POST", "/api/tables", {**TABLE, "bots": [bot]})
    assert reason(answer) == "expected a game, options, bots, public and seconds"
    assert not listed(ann)


def test_the_lists_cost_the_same_however_many_tables_there_ever_were(
    person: People, host: TableHost
) -> None:
    ann = person("Ann")
    finished(host, ann, person("Ben"))
    club, store = club_of(host), host.store
    (entry,) = club.entries(club.member(ann.token).key)
    (result,) = club.results()
    assert isinstance(store, SQLiteStore)
    steps: list[str] = []
    costs: list[int] = []
    for number in range(10 * SHOWN):
        for is_over in (True, False):
            club._save(attrs.evolve(entry, table=f"{is_over}-{number}", is_over=is_over))
        club._save_result(attrs.evolve(result, key=str(number)), str(number))
        if number in (2 * SHOWN, 10 * SHOWN - 1):
            steps.clear()
            store._database.set_progress_handler(lambda: steps.append("one"), 1)
            for path in ("/api/tables", "/api/results", f"/api/tables/{entry.table}"):
                assert ann.ask("GET", path).status == 200
            store._database.set_progress_handler(None, 0)
            costs.append(len(steps))
    assert costs[0] == costs[1]
