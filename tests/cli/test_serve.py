"""The command serve: its refusals and its links, without connections."""

from __future__ import annotations

import re
import socket
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from twowaystreet._cli.commands import command
from twowaystreet.games import duel
from twowaystreet.table import Table


def test_a_missing_server_is_named_with_the_command_that_installs_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delitem(sys.modules, "twowaystreet.web.listening", raising=False)
    if "twowaystreet.web" in sys.modules:
        monkeypatch.delattr("twowaystreet.web.listening", raising=False)
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    path = tmp_path / "table.json"
    result = CliRunner().invoke(command, ["serve", "duel", "--save", str(path)])
    assert result.exit_code != 0
    assert " is missing; the server needs" in " ".join(result.output.split())
    assert "pip install 'twowaystreet[web]'" in " ".join(result.output.split())
    assert not path.exists()


def served(monkeypatch: pytest.MonkeyPatch, path: Path, *words: str) -> tuple[int, str]:
    """Run the command up to the moment when it would listen."""
    listening = pytest.importorskip("twowaystreet.web.listening", reason="this needs the extra web")

    def serve(host: object, listener: socket.socket, **options: object) -> None:
        """Serve nobody."""

    monkeypatch.setattr(listening, "serve", serve)
    common = ("--port", "0", "--save", str(path))
    result = CliRunner().invoke(command, ["serve", *common, *words])
    return result.exit_code, " ".join(result.output.split())


def test_a_game_with_other_rules_or_seats_is_not_continued(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tmp_path / "table.json"
    assert served(monkeypatch, path, "street", "--players", "3", "--bots", "1")[0] == 0
    saved = path.read_bytes()
    others: tuple[tuple[str, ...], ...] = (
        *(("--players", "4"), ("--set", "target=30"), ("--bots", "3")),
        ("--players", "3", "--bots", "2"),
        ("--players", "3", "--bots", "1", "--opponents", "random"),
    )
    for other in others:
        code, words = served(monkeypatch, path, "street", *other)
        assert code != 0
        assert "a game with other rules or bots" in words
    code, words = served(monkeypatch, path, "duel")
    assert "is a game of Two Way Street" in words
    assert Table.load(path).names == ("Player 1", "Player 2", "Bot 1")
    assert len(path.read_bytes()) >= len(saved)
    for same in (("--players", "3", "--bots", "1"), ()):
        code, words = served(monkeypatch, path, "street", *same)
        assert code == 0
        assert "goes on, as it was saved" in words


def test_a_finished_game_says_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    path = tmp_path / "table.json"
    table = Table(duel.GAME, duel.Rules(max_hands=1), bots={0: "random", 1: "random"}, path=path)
    while table.advance():
        pass
    assert "is over" in served(monkeypatch, path, "duel")[1]


def test_links_to_all_addresses_name_the_machine(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    words = served(monkeypatch, tmp_path / "table.json", "duel", "--host", "0.0.0.0")[1]
    assert f"http://{socket.gethostname()}:" in words


def test_a_taken_port_leaves_no_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    path = tmp_path / "table.json"
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        code, words = served(monkeypatch, path, "duel", "--port", port)
    assert code != 0
    assert "cannot listen" in words
    assert not path.exists()


def test_a_game_of_other_people_is_not_continued(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tmp_path / "table.json"
    assert served(monkeypatch, path, "duel", "--names", "Ann, Ben")[0] == 0
    code, words = served(monkeypatch, path, "duel", "--names", "Ann,Zoe")
    assert code != 0
    assert "Ben plays there, not Zoe: give another --save" in words
    for same in (("--names", "Ann,Ben"), ("--names", "Ann"), ()):
        assert served(monkeypatch, path, "duel", *same)[0] == 0


def test_a_game_with_free_seats_gets_the_other_people(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tmp_path / "table.json"
    Table(duel.GAME, path=path).join("Ann", 1)
    code, words = served(monkeypatch, path, "duel")
    assert code == 0
    assert "Player 1: http" in words and "Ann: http" in words
    assert Table.load(path).names == ("Player 1", "Ann")


def test_an_interrupt_before_all_people_have_seats_leaves_no_file(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def interrupt(table: Table, name: str, seat: int | None = None) -> str:
        raise KeyboardInterrupt

    path = tmp_path / "table.json"
    monkeypatch.setattr(Table, "join", interrupt)
    assert served(monkeypatch, path, "duel")[0] != 0
    assert not path.exists()


@pytest.mark.parametrize("pace", ["nan", "inf", "-1", "61"])
def test_a_pace_that_bots_cannot_keep_is_refused(
    pace: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    code, words = served(monkeypatch, tmp_path / "table.json", "duel", "--pace", pace)
    assert code != 0
    assert words == f"Error: --pace {pace}: expected 0 to 60 seconds"


def test_a_name_that_no_file_can_have_is_refused_in_one_line(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    code, words = served(monkeypatch, tmp_path / ("a" * 300), "duel")
    assert code != 0
    assert words.startswith("Error: ") and words.endswith(": File name too long")


def test_links_outlive_many_starts(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    path = tmp_path / "table.json"
    tokens: list[list[str]] = []
    for _ in range(40):
        words = served(monkeypatch, path, "duel")[1]
        tokens.append(re.findall(r"Player \d: http\S+#(\S+)", words))
    table = Table.load(path)
    assert [[table.seat(token) for token in each] for each in tokens] == [[0, 1]] * 40


def test_a_qr_code_stands_below_each_link(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    code, words = served(monkeypatch, tmp_path / "table.json", "duel", "--bots", "1", "--qr")
    assert code == 0
    before, _, after = words.partition("Spectators: ")
    assert "▄▄▄▄▄" in before and "▄▄▄▄▄" in after
    assert "▄" not in served(monkeypatch, tmp_path / "other.json", "duel", "--bots", "1")[1]
