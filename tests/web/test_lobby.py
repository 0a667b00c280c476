"""The lobby over HTTP: people, tables, results, finished games, and the files of its page."""

from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest.mock import Mock
from urllib.parse import urlencode

import attrs
import pytest

import twowaystreet as tws
from tests.web.halls import Asker, Hall
from tests.web.hosting import Answer
from tests.web.serving import ABOUT
from twowaystreet import svg
from twowaystreet.players import MonteCarlo
from twowaystreet.table import SQLiteStore, StoreError
from twowaystreet.web import pages  # halls skips where the extra is missing
from twowaystreet.web.club import Club
from twowaystreet.web.lobby import LONGEST, SHOWN
from twowaystreet.web.pages import SIZE, code_of

TABLE: dict[str, Any] = {**ABOUT, "game": "twos", "bots": ["simple"]}  # Any: JSON


People = Callable[[str], Asker]


@pytest.fixture
def hall() -> Hall:
    return Hall()


@pytest.fixture
def person(hall: Hall) -> People:
    """Return a function that lets somebody take a name; an empty name stands for nobody."""
    return lambda name: Asker(hall.app, hall.club.enrol(name) if name else "")


def made(asker: Asker, **changes: Any) -> str:
    answer = asker.ask("POST", "/api/tables", {**TABLE, **changes})
    assert answer.status == 200, answer.text
    return str(answer.json["table"])


def listed(asker: Asker) -> list[Any]:
    found: list[Any] = asker.ask("GET", "/api/tables").json["tables"]
    return found


def reason(answer: Answer) -> str:
    assert answer.status in (400, 401), answer.text
    return str(answer.json["error"])


def finished(hall: Hall, ann: Asker, *, public: bool = True, **options: str) -> tuple[str, str]:
    """Play a game of two people; return the name of its table, and the key of its result."""
    options = {"max_hands": "1", **options}
    name = made(ann, game="duel", options=options, bots=[], public=public)
    hall.club.sit(name, hall.club.member(hall.club.enrol("Ben")))
    hall.play(name)
    return name, ann.ask("GET", "/api/results").json["results"][0]["key"]


def test_the_list_has_public_tables_and_own_ones(person: People) -> None:
    ann, ben = person("Ann"), person("Ben")
    options = {" max_hands ": " 08 ", "target": "none "}  # the second is as usual
    hidden, public = made(ann, public=False), made(ann, seconds=30, options=options)
    (row,) = listed(ben)
    assert row["table"] == public and row["names"] == ["Ann", "Seat 1", "Seat 2", "Bot 4"]
    assert (row["free"], row["seconds"], row["options"]) == ([1, 2], 30, {"max_hands": "8"})
    assert (row["title"], row["mine"]) == ("Twos", False)
    assert {each["table"] for each in listed(ann)} == {hidden, public}
    assert all(each["mine"] for each in listed(ann)) and not {"people", ann.token} & {*row}
    assert len(listed(person(""))) == 1
    row = person("").ask("GET", f"/api/tables/{hidden}").json  # for those who have the link
    assert (row["title"], row["free"], row["mine"]) == ("Twos", [1, 2], False)
    assert reason(person("").ask("GET", "/api/tables/none")) == "there is no such table here"
    for name in (hidden, public):
        ann.ask("POST", f"/api/tables/{name}/leave", {})
    assert not listed(ann) and not listed(ben)  # everybody has left them


EXPECTED = "expected a game, options, bots, public and seconds"


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        *(({"game": "chess"}, "chess"), ({"bots": ["simple"] * 4}, "at most 3")),
        *(({"options": {"max_hands": "-1"}}, "max_hands"), ({"seconds": 10**9}, "86400")),
        *(({"seconds": seconds}, EXPECTED) for seconds in (0.5, True, False)),
        ({"public": "yes"}, EXPECTED),
        *(
            ({"bots": [bot]}, EXPECTED)  # a client names no file and no unknown player
            for bot in (
                *("network:path=/etc/passwd", "network:path=../twos.npz", "network:path=twos.npz"),
                *("network", "mybot.py:bot", "os:getcwd", "nobody", "", "simple:", "SIMPLE"),
                *("simple\0", "montecarlo:worlds=11", "simple,network:path=/dev/zero", "x" * 1500),
                *(None, 1, True, [], ["simple"], {}, {"network": "/etc/passwd"}),
            )
        ),
    ],
)
def test_no_impossible_table_is_made(changes: dict[str, Any], words: str, person: People) -> None:
    ann = person("Ann")
    assert words in reason(ann.ask("POST", "/api/tables", {**TABLE, **changes})) and not listed(ann)


def test_a_request_that_does_not_fit_or_has_no_token_is_refused(person: People) -> None:
    name, nobody = made(person("Ann")), person("")
    for body in (b"{", b"[]", b"\xff", b"[" * 3000, b" " * (LONGEST + 1)):
        assert "expected" in reason(nobody.ask("POST", "/api/people", body))
    taken = reason(nobody.ask("POST", "/api/people", {"name": "ANN"}))
    assert taken == "somebody has the name 'ANN': choose another one"
    for path in ("/api/tables", f"/api/tables/{name}/join", f"/api/tables/{name}/leave"):
        assert nobody.ask("POST", path, TABLE).status == 401
    assert "seat" in reason(person("Ben").ask("POST", f"/api/tables/{name}/join", {"seat": "1"}))
    assert reason(nobody.ask("POST", "/api/tables/none/watch"))
    assert reason(person("Cleo").ask("POST", "/api/tables/none/join", {}))


# Finished games


def test_a_finished_game_has_a_result_and_a_page(person: People, hall: Hall) -> None:
    ann = person("</script><style>")
    name, key = finished(hall, ann)
    assert not listed(person("Cleo")) and [each["table"] for each in listed(ann)] == [name]
    found = ann.ask("GET", "/api/results").json
    (result,) = found["results"]
    assert result["names"] == ["</script><style>", "Ben"] and "people" not in result
    assert len(found["standings"]) == 2
    record = ann.ask("GET", f"/api/games/{key}")
    assert tws.Record.from_json(record.text).state.is_over
    page = ann.ask("GET", f"/games/{key}")
    assert page.status == 200 and "Duel, all cards open" in page.text
    policy = page.headers["content-security-policy"]  # it runs the scripts of the server alone
    assert "default-src 'none'; script-src 'self'; style-src 'self';" in policy
    assert page.text.count("</script>") == 2 and "<style>" not in page.text
    for path in ("/look-back.js", "/look-back.css", "/scene.js"):
        assert ann.ask("GET", path).status == 200
    for path in ("/games/none", "/api/games/none", "/pictures/chess.svg"):
        assert ann.ask("GET", path).status == 404


def test_a_result_does_not_name_its_table(person: People, hall: Hall) -> None:
    name, key = finished(hall, person("Ann"), public=False)
    stranger = person("")
    shown = [stranger.ask("GET", path) for path in (f"/games/{key}", f"/api/games/{key}")]
    for each in (*shown, *(stranger.ask("GET", f"/api/{path}") for path in ("results", "tables"))):
        assert each.status == 200 and name not in each.text
    for part in (key, *key.split("-")):
        assert stranger.ask("POST", f"/api/tables/{part}/watch", {}).status == 400
    earlier = f"{key[:17]}{name}-1"
    assert stranger.ask("GET", f"/api/games/{earlier}").text == shown[1].text
    for wrong in (f"{key}0", key.replace("Z-", "Z"), key[:16], key[17:], "-", f"-{name}-1"):
        assert stranger.ask("GET", f"/api/games/{wrong}").status == 404


@pytest.mark.parametrize(
    ("owner", "name", "error", "status"),
    [
        (tws.Record, "from_json", tws.RecordError("another version"), 410),
        (Club, "record_of", StoreError("the database is lost"), 500),
    ],
)
def test_a_game_that_nobody_can_read_any_more_or_now_says_so(
    owner: type, name: str, error: Exception, status: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    hall = Hall()
    ann = Asker(hall.app, hall.club.enrol("Ann"))
    _, key = finished(hall, ann)
    monkeypatch.setattr(owner, name, Mock(side_effect=error))
    pages._read.cache_clear()  # another test may have finished the same game
    pages._part.cache_clear()
    for path in (f"/games/{key}", f"/games/{key}/review"):
        assert ann.ask("GET", path).status == status
        assert str(error) not in ann.ask("GET", f"/api{path}").text


def test_a_person_has_a_page_with_ratings_and_games(person: People, hall: Hall) -> None:
    ann = person("Ann & Co")
    finished(hall, ann)
    query = urlencode({"name": "Ann & Co"})
    found = person("").ask("GET", "/api/person", query=query).json
    assert (found["name"], found["games"], len(found["ratings"])) == ("Ann & Co", 1, 1)
    assert found["ratings"][0]["rating"] == found["rating"]
    (result,) = found["results"]
    assert (result["seat"], result["names"]) == (0, ["Ann & Co", "Ben"])
    assert not {"people", "began"} & {*result}
    ann.ask("DELETE", "/api/people")
    assert person("").ask("GET", "/api/person", query=query).status == 404
    assert "Ann" not in person("").ask("GET", "/api/person", query="name=Ben").text


def test_each_hand_is_reviewed(person: People, hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "PLAYER", MonteCarlo(2, engine="python"))
    ann = person("Ann")
    _, key = finished(hall, ann, max_hands="2", target="500")
    path = f"/games/{key}/review"
    for hand, other in ((1, "Next hand"), (2, "Hand before")):
        page = person("").ask("GET", path, query=f"seat=1&hand={hand}")
        assert page.status == 200 and "review of Ben&#x27;s decisions" in page.text
        assert f"Hand {hand} of 2" in page.text and other in page.text
        assert pages.policy_of(page.text) == page.headers["content-security-policy"]
        assert ann.ask("GET", path, query=f"seat=1&hand={hand}").text == page.text  # it is kept
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


# Pictures and files


def test_an_invitation_has_a_qr_code_of_links_to_this_server_alone(person: People) -> None:
    nobody = person("")
    link = f"http://test/#join={made(person('Ann'))}"
    answer = nobody.ask("POST", "/invitation.svg", link.encode())
    assert answer.headers["content-type"] == "image/svg+xml"
    assert answer.text == code_of(link).decode()
    for other in ("http://other/#join=a", "http://test/a", f"{link}&", f"{link}{'x' * 199}", ""):
        assert nobody.ask("POST", "/invitation.svg", other.encode()).status == 400, other
    answer = nobody.ask("POST", "/invitation.svg", b"x" * 5000)
    assert (answer.status, answer.text) == (400, f"expected at most {LONGEST} bytes.")


def test_a_picture_is_kept(person: People, hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = Mock(side_effect=svg.table)
    ann, nobody = person("Ann"), person("")
    name = made(ann, bots=["simple"] * 3)
    table = hall.table(name)

    def live(name: str = name) -> Answer:
        return nobody.ask("GET", f"/api/tables/{name}/live.svg")

    table.act_for(None)
    expected = svg.table(table.view(table.spectate()), names=table.names, size=SIZE)
    monkeypatch.setattr(svg, "table", drawn)
    assert live().headers["content-type"] == "image/svg+xml" and live().text == expected
    table.act_for(table.actor)
    assert live().text == expected and drawn.call_count == 1  # it is new enough
    monkeypatch.setattr(pages, "FRESH", 0)
    assert live().text != expected
    monkeypatch.setattr(pages, "FRESH", 1000)
    monkeypatch.setattr(pages, "PICTURES_KEPT", 2)
    others = [made(ann) for _ in range(2)]
    for each in (*others, others[1], name):
        assert live(each).status == 200
    assert drawn.call_count == 5  # the first one was given up
    ann.ask("DELETE", "/api/people")
    assert "Ann" not in live().text
    hall.host.put_away(name)  # perhaps another process has it
    assert (live().status, live("none").status) == (503, 404)


def test_the_page_has_its_files_and_those_of_the_gallery(person: People) -> None:
    nobody = person("")
    for path, words in (
        *(("/", "lobby.js"), ("/lobby.js", ""), ("/game_options.js", ""), ("/page.css", "")),
        *(("/table/", ""), ("/table/clock.js", ""), ("/table/page.js", "channel.js")),
        *(("/settings.js", '"clocks": [0, 15,'), ("/pictures/twos.svg", "<svg")),
        ("/api/catalogue", '"seats":4'),
    ):
        answer = nobody.ask("GET", path)
        assert answer.status == 200 and words in answer.text, path
        kind = {"js": "text/javascript", "svg": "image/svg+xml"}.get(path.rpartition(".")[2], "")
        assert answer.headers["content-type"].startswith(kind)


def test_no_nul_reaches_stores(person: People, hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    ann = person("Ann")
    monkeypatch.setattr(hall.club.ledger._rows, "transact", asked := Mock(side_effect=StoreError))
    for path in ("/api/tables/a\0b", "/api/games/a\0b", "/games/a\0b/review"):
        assert ann.ask("GET", path).status == 404
    assert ann.ask("GET", "/api/person", query="name=a%00b").status == 404
    assert ann.ask("POST", "/api/tables/a\0b/join", {}).status == 404 and not asked.mock_calls


def test_lists_of_many_tables_cost_no_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # The list looks for old tables once a second, and then takes more steps.
    monkeypatch.setattr("twowaystreet.web.club.now", lambda: "2026-11-23T18:05:09Z")
    hall = Hall(store := SQLiteStore(tmp_path / "club.sqlite"))
    club, ann = hall.club, Asker(hall.app, hall.club.enrol("Ann"))
    finished(hall, ann)
    (entry,) = club.entries(club.member(ann.token).key)
    (result,) = club.ledger.results()
    ann.ask("GET", "/api/tables")
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
    hall.host.close()
