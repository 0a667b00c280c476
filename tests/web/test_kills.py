"""Servers that are killed: nothing that a person was told is lost."""

from __future__ import annotations

import json
import os
import random
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Generator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Final

import pytest

import twowaystreet as tws
from tests.extras import WEB
from tests.processes import PATIENCE, killed_at_end
from tests.web.plays import ENDED, Player, ask, new_table
from twowaystreet._util.files import temporary_of
from twowaystreet.table import SQLiteStore, Table, TableError

if WEB.is_missing:
    pytest.skip("the server needs the extra web", allow_module_level=True)
if sys.platform == "win32":
    pytest.skip("Windows cannot kill a process in this way", allow_module_level=True)

from twowaystreet.web.hosts import TableHost  # after the skip

MOMENT: Final = (0.02, 0.4)
"""The seconds of play before a kill."""
TABLES: Final = 3
"""The tables of a club."""


@contextmanager
def started(
    *arguments: str, patience: float = PATIENCE
) -> Generator[tuple[subprocess.Popen[str], list[str]]]:
    """Start a server; give its process and the lines that it writes, with its links."""
    command = [sys.executable, "-m", "twowaystreet", "serve", *arguments, "--pace", "0"]
    process = subprocess.Popen([*command, "--port", "0"], stdout=subprocess.PIPE, text=True)
    with process, killed_at_end(process, patience):
        assert process.stdout
        lines: list[str] = []
        while not (lines and lines[-1].startswith(("Spectators", "The club"))):
            lines.append(process.stdout.readline())
            assert lines[-1], "the server has ended"
        yield process, lines


def port_of(lines: list[str]) -> str:
    """Return the port of a server."""
    found = re.search(r":(\d+)/", lines[-1])
    assert found
    return found[1]


def links_of(lines: list[str]) -> list[str]:
    """Return the tokens of the players of a game."""
    return [line.strip().partition("#")[2] for line in lines if line.startswith("Player")]


class Evening:
    """A server that is killed again and again, and the people who play there.

    Args:
        arguments: the arguments of the command.
        seed: the seed of the moves and of the moments.
    """

    def __init__(self, *arguments: str, seed: int) -> None:
        self.arguments = arguments
        self.rng = random.Random(seed)
        self.players: list[Player] = []
        self.lines = 0
        self.finished = set[str]()
        self.starts = 0

    @property
    def is_club(self) -> bool:
        """``True`` if the server is a club."""
        return "duel" not in self.arguments

    def kill_once(self) -> None:
        """Start the server, let people play, kill it, and check what it knows afterwards."""
        with started(*self.arguments) as (process, lines):
            port = port_of(lines)
            if not self.players:
                self.players = self._new_players(port, lines)
            self.starts += 1
            if not self.is_club and self.starts % 10 == 0:  # a seat has 16 links at most
                for player, link in zip(self.players, links_of(lines), strict=True):
                    player.token = link
            for player in self.players:
                player.port = port
                self._check(player)
            if self.is_club:
                self._go_on(port)
            moment = self.rng.uniform(*MOMENT)
            threading.Timer(moment, process.send_signal, [signal.SIGKILL]).start()
            with suppress(*ENDED):
                while process.poll() is None:
                    for player in self.players:
                        player.play(self.rng)
            process.wait(PATIENCE)
            for player in self.players:
                player.close()

    def _new_players(self, port: str, lines: list[str]) -> list[Player]:
        if not self.is_club:
            return [Player(port, token) for token in links_of(lines)]
        self.people = [
            ask(port, "POST", "/api/people", body={"name": f"P {number}"})["token"]
            for number in range(2)
        ]
        return [each for _ in range(TABLES) for each in new_table(port, self.people)]

    def _go_on(self, port: str) -> None:
        """Check the results of the club, and begin new games in place of those that are over."""
        found = ask(port, "GET", "/api/results")["results"]
        tables = [each["key"].split("-")[1] for each in found]
        over = {each.table for each in self.players if each.facts["over"]}
        assert len(tables) == len({*tables}) and {*tables} == self.finished | over
        for table in over - self.finished:
            old = [each for each in self.players if each.table == table]
            self.players = [each for each in self.players if each.table != table]
            for each in old:
                each.close()
            fresh = new_table(port, self.people)
            for player in fresh:
                player.open()
            self.players += fresh
        self.finished |= over

    def _check(self, player: Player) -> None:
        """Connect again: the page goes on from what it was told."""
        told, number = dict(player.log), player.number
        player.open()
        assert player.number >= number
        assert {each: player.log[each] for each in told} == told
        again = Player(player.port, player.token, player.table)
        again.open(since=False)
        oldest = min(again.log, default=0)  # a page that opens gets the last 300 events
        assert {each: again.log.get(each) for each in told if each >= oldest} == {
            each: lines for each, lines in told.items() if each >= oldest
        }
        again.close()
        self.lines += len(told)


def check(evening: Evening, kills: int, folder: Path, left: set[str]) -> None:
    """Kill a server some times, and check the files that stay."""
    for _ in range(kills):
        evening.kill_once()
    assert evening.lines
    with started(*evening.arguments) as (process, lines):
        for player in evening.players:
            player.port = port_of(lines)
            evening._check(player)
            player.close()
        process.terminate()
        process.wait(PATIENCE)
    assert {*os.listdir(folder)} <= left


def test_a_table_removes_the_temporary_file_of_a_killed_program(tmp_path: Path) -> None:
    path = tmp_path / "table.json"
    token = Table(tws.GAMES["duel"], path=path).join("Ann")
    left = Path(temporary_of(path))
    left.write_text("half a te", "utf-8")
    table = Table.load(path)
    assert not left.exists()
    table.leave(token)
    assert os.listdir(tmp_path) == ["table.json"]


KILLS: Final = (5, 100)


@pytest.mark.nightly
@pytest.mark.parametrize("kills", KILLS)
def test_a_game_in_a_file_survives_kills(kills: int, tmp_path: Path) -> None:
    arguments = ("duel", "--save", str(tmp_path / "table.json"), "--target", "100000")
    check(Evening(*arguments, seed=kills), kills, tmp_path, {"table.json"})


@pytest.mark.nightly
@pytest.mark.parametrize("kills", KILLS)
def test_a_club_in_a_file_survives_kills(kills: int, tmp_path: Path) -> None:
    files = {"club.sqlite", "club.sqlite-wal", "club.sqlite-shm"}
    evening = Evening("--save", str(tmp_path / "club.sqlite"), seed=kills)
    check(evening, kills, tmp_path, files)


@pytest.mark.nightly
@pytest.mark.parametrize("kills", KILLS)
def test_a_club_in_a_database_survives_kills(kills: int, tmp_path: Path) -> None:
    from tests.table.postgres import running_server  # noqa: PLC0415  # starts nothing before

    with running_server() as server:
        evening = Evening("--database", server.new_database(), seed=kills)
        check(evening, kills, tmp_path, set())


# Two servers, and files of others


@pytest.mark.nightly
@pytest.mark.parametrize("game", [("duel",), ()])
def test_a_second_server_on_the_same_file_is_refused_in_words(
    game: tuple[str, ...], tmp_path: Path
) -> None:
    arguments = (*game, "--save", str(tmp_path / "saved"))
    with started(*arguments):
        command = [sys.executable, "-m", "twowaystreet", "serve", *arguments, "--port", "0"]
        second = subprocess.run(
            command, capture_output=True, text=True, timeout=PATIENCE, check=False
        )
        assert second.returncode != 0
        assert "another program uses 'saved'" in second.stderr + second.stdout
        assert "Traceback" not in second.stderr


def test_a_table_whose_file_somebody_has_replaced_saves_no_more(tmp_path: Path) -> None:
    path = tmp_path / "table.json"
    table = Table(tws.GAMES["duel"], path=path)
    ann = table.join("Ann")
    other = Table.load(path)
    other.join("Ben")
    with pytest.raises(TableError, match="another table has replaced it"):
        table.leave(ann)
    assert Table.load(path).names == other.names


SPELLINGS: Final = (
    "1000000000",
    "1_000_000_000",
    "+1000000000",
    " 1000000000 ",
    "0001000000000",
    "\uff11\uff10\uff10\uff10\uff10\uff10\uff10\uff10\uff10\uff10",
    "\u0661\u0660\u0660\u0660\u0660\u0660\u0660\u0660\u0660\u0660",
    "9" * 400,
    "10001",
)
"""Ways to write a large number."""


@pytest.mark.parametrize("spelling", SPELLINGS)
@pytest.mark.parametrize("bot", ["montecarlo:worlds={}", "montecarlo:playouts=random,worlds={}"])
def test_a_saved_game_does_not_start_a_bot_that_thinks_for_hours(
    bot: str, spelling: str, tmp_path: Path
) -> None:
    table = Table(tws.GAMES["duel"], bots={1: "simple"})
    text = table.to_text().replace('"simple"', json.dumps(bot.format(spelling)))
    path = tmp_path / "table.json"
    path.write_text(text, "utf-8")
    with closing(SQLiteStore(tmp_path / "club.sqlite")) as store:
        store.lease("table-friday")
        store.save("table-friday", text)
        store.release("table-friday")
        calls: tuple[Callable[[], object], ...] = (
            lambda: Table.load(path),
            lambda: Table.from_text(text),
            lambda: TableHost(store).find("friday"),
        )
        for call in calls:
            with pytest.raises(TableError, match="does not name the bot of seat 1"):
                call()
