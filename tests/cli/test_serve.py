"""The command serve without connections, learned players in files, and games in files."""

import socket
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias
from unittest import mock

import pytest
from click.testing import CliRunner

import twowaystreet as tws
from examples import oh_hell
from tests.cli.helpers import output, refusal, saved_network
from tests.helpers import shuffled
from twowaystreet import arena
from twowaystreet._cli.commands import command
from twowaystreet._cli.prompt import listed_moves, read_answer
from twowaystreet._core.display.display import display_of
from twowaystreet._core.engine import game as registry
from twowaystreet.games import duel
from twowaystreet.players import Network, PlayerError
from twowaystreet.table import Table


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "table.json"


Served: TypeAlias = Callable[..., str]


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch, path: Path) -> Served:
    """Return a function that runs the command up to the moment when it would listen."""
    listening = pytest.importorskip("twowaystreet.web.listening", reason="this needs the extra web")
    monkeypatch.setattr(listening, "serve", mock.Mock())

    def run(*words: str, fails: bool = False) -> str:
        arguments = ["serve", "--port", "0", "--save", str(path), *words]
        result = CliRunner().invoke(command, arguments)
        assert (result.exit_code != 0) is fails, result.output
        return " ".join(result.output.split())

    return run


def test_a_missing_server_is_named(monkeypatch: pytest.MonkeyPatch, path: Path) -> None:
    monkeypatch.delitem(sys.modules, "twowaystreet.web.listening", raising=False)
    if "twowaystreet.web" in sys.modules:
        monkeypatch.delattr("twowaystreet.web.listening", raising=False)
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    result = CliRunner().invoke(command, ["serve", "duel", "--save", str(path)])
    assert result.exit_code != 0
    assert " is missing; the server needs" in " ".join(result.output.split())
    assert "pip install 'twowaystreet[web]'" in " ".join(result.output.split())
    assert not path.exists()


def test_the_extra_for_a_database_is_named(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    monkeypatch.setenv("TWOWAYSTREET_DATABASE", "postgresql://cards@database/cards")
    result = CliRunner().invoke(command, ["serve", "--port", "0"])
    assert result.exit_code != 0 and result.output.startswith("Error: PostgresStore needs")
    assert "pip install 'twowaystreet[postgres]'" in result.output


def test_a_game_with_other_rules_or_seats_is_not_continued(served: Served, path: Path) -> None:
    served("street", "--players", "3", "--bots", "1")
    others = ("--players 4", "--set target=30", "--bots 3", "--players 3 --bots 2")
    for other in (*others, "--players 3 --bots 1 --opponents random"):
        assert "a game with other rules or bots" in served("street", *other.split(), fails=True)
    assert "is a game of Two Way Street" in served("duel", fails=True)
    assert Table.load(path).names == ("Player 1", "Player 2", "Bot 3")
    for same in (("--players", "3", "--bots", "1"), ()):
        assert "goes on, as it was saved" in served("street", *same)


def test_bots_take_the_seats_for_which_there_is_no_name(served: Served, path: Path) -> None:
    for words, names in (
        ("--names Ann", ("Ann", "Bot 2", "Bot 3")),
        ("--names Ann --people 2", ("Ann", "Player 2", "Bot 3")),
        ("--names Ann --bots 0", ("Ann", "Player 2", "Player 3")),
        ("--people 3", ("Player 1", "Player 2", "Player 3")),
    ):
        served("street", "--players", "3", *words.split())
        assert Table.load(path).names == names
        served("street", "--players", "3", *words.split())  # it goes on
        path.unlink()
    assert "--people 4: expected 1 to 2" in served("duel", "--people", "4", fails=True)
    words = served("duel", "--people", "1", "--bots", "2", fails=True)
    assert words == "Error: --people 1 --bots 2: expected 2 together"


def test_who_never_came_finds_a_bot_after_a_restart_too(served: Served, path: Path) -> None:
    served("duel")
    table = Table.load(path)
    late = table.another_token(1)
    table.replace(1, bot="simple", name="Bot 2", stays=True)
    assert "Player 2" not in served("duel")
    again = Table.load(path)
    assert again.names == ("Player 1", "Bot 2") and again.come_back(late) == 1


def test_a_game_of_other_people_is_not_continued(served: Served) -> None:
    served("duel", "--names", "Ann, Ben")
    words = served("duel", "--names", "Ann,Zoe", fails=True)
    assert "Ben plays there, not Zoe: give another --save" in words
    for same in (("--names", "Ann,Ben"), ("--names", "Ann"), ()):
        served("duel", *same)


# Not after the configuration of uvicorn, which closes the handlers of all logs: one of absl's
# closes what pytest captures.
@pytest.mark.parametrize("place", ["open_socket", "link", "application", "uvicorn.Config"])
def test_ctrl_c_ends_a_new_server(place: str, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("twowaystreet.web.listening", reason="this needs the extra web")
    at_once = mock.Mock(side_effect=KeyboardInterrupt)
    monkeypatch.setattr(f"twowaystreet.web.listening.{place}", at_once)
    assert "Aborted" not in output("serve", "--port", "0", "--save", str(path))


@pytest.mark.parametrize("option", ["--target 0", "--players 0", "--bots 1", "--names Ann"])
def test_a_club_takes_no_options_of_a_game(option: str, served: Served) -> None:
    told = served(*option.split(), fails=True)
    assert told == "Error: the options of a game need the name of a game"


def test_a_finished_game_says_so(served: Served, path: Path) -> None:
    table = Table(duel.GAME, duel.Rules(max_hands=1), bots={0: "random", 1: "random"}, path=path)
    while table.advance():
        pass
    assert "is over" in served("duel")


def test_a_game_with_free_seats_gets_the_other_people(served: Served, path: Path) -> None:
    Table(duel.GAME, path=path).join("Ann", 1)
    shown = output("replay", str(path))
    assert "  Player 1 " in shown and "  Ann " in shown
    words = served("duel")
    assert "Player 1: http" in words and "Ann: http" in words
    assert Table.load(path).names == ("Player 1", "Ann")


def test_links_name_the_machine_and_have_qr_codes_on_demand(served: Served) -> None:
    words = served("duel", "--host", "0.0.0.0")
    assert f"http://{socket.gethostname()}:" in words and "▄" not in words
    before, _, after = served("duel", "--qr").partition("Spectators: ")
    assert "▄▄▄▄▄" in before and "▄▄▄▄▄" in after


def test_refusals_leave_nothing(
    served: Served, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        assert "cannot listen" in served("duel", "--port", port, fails=True)
    for pace in ("nan", "inf", "-1", "61"):
        refused = served("duel", "--pace", pace, fails=True)
        assert refused == f"Error: --pace {pace}: expected 0 to 60 seconds"
    words = served("duel", "--save", str(path.with_name("a" * 300)), fails=True)
    assert words.startswith("Error: cannot lock")
    monkeypatch.setattr(Table, "join", mock.Mock(side_effect=KeyboardInterrupt))
    served("duel")  # before all people have seats
    assert not path.exists()


# Learned players.


@pytest.fixture
def name(tmp_path: Path) -> str:
    return f"network:path={saved_network(tmp_path / 'twos.npz')}"


def test_a_network_plays_in_the_arena_and_at_the_terminal(name: str) -> None:
    shown = output("arena", "twos", name, "simple", "--deals", "1")
    assert "twos.npz" in shown and "failed" not in shown
    words = ("play", "twos", "--auto", "--seed", "4", "--opponents")
    shown = output(*words, name)
    assert " fails " not in shown
    assert shown.splitlines()[2:] != output(*words, "simple").splitlines()[2:]


def test_a_game_with_a_network_goes_on_in_the_server(name: str, served: Served, path: Path) -> None:
    words = ("twos", "--bots", "3", "--opponents", name)
    served(*words)
    assert "network" not in path.read_text(encoding="utf-8")
    assert "goes on" in served(*words)


def test_a_network_of_another_game_is_refused(name: str, served: Served, path: Path) -> None:
    for words in (("arena", "duel", name, "simple"), ("play", "duel", "--opponents", name)):
        assert "plays twos" in refusal(*words)
    with pytest.raises(PlayerError, match="plays twos"):
        arena.play("duel", [Network(name.partition("=")[2]), "simple"], deals=1)
    served("duel", "--bots", "1", "--opponents", name, fails=True)
    assert not path.exists()


# Games in files.

FILE = f"{oh_hell.__file__}:GAME"
SMALL = ("--set", "players=3", "--set", "cards=2", "--seed", "3")


def forget() -> None:
    registry._games._registered.pop("oh_hell", None)


def test_a_number_is_a_move_that_is_a_number_and_the_rules_are_those_of_the_game() -> None:
    state = shuffled(oh_hell.GAME.new_game(), 7)
    choices = listed_moves(display_of(oh_hell.GAME), tws.view(state, state.actor))
    assert choices.numbered == ()  # a number never has two meanings
    assert read_answer(state, choices.numbered, "3") == oh_hell.Bid(3)
    shown = output("play", FILE, *SMALL, "--dealer", "2", typed=["rules", "help", "1"])
    assert "\nYou        choose bid 1\n" in shown
    assert "\nOh Hell\nBid the number of tricks that you expect to take." in shown
    assert "\nFollow suit if you can." in shown and "no page about this game" not in shown
    assert "You need not type the word bid." in shown


@pytest.mark.parametrize("file_name", ["game.txt", "game.json"])
def test_a_record_of_an_own_game_needs_its_file(file_name: str, tmp_path: Path) -> None:
    path, seen = tmp_path / file_name, tmp_path / "seen.json"
    output("play", FILE, "--auto", *SMALL, "--save", str(path))
    read = tws.Record.from_json if file_name.endswith("json") else tws.Record.from_text
    seen.write_text(read(path.read_text("utf-8")).for_seat(1).to_json(), "utf-8")
    for file in (str(path), str(seen)):
        forget()
        for verb in ("replay", "view"):
            refused = refusal(verb, file)
            assert "there is no game 'oh_hell'" in refused
            assert "add --game with its place, whist.py:GAME or package.module:GAME" in refused
        assert "Oh Hell" in output("replay", file, "--game", FILE)
        forget()
        assert "Seat 2" in output("view", file, "--game", FILE)
    assert "there is no game 'whist'" in refusal("view", str(path), "--game", "whist")


def test_a_game_is_served_by_its_file(served: Served) -> None:
    for verb in ("is saved", "goes on"):
        assert served(FILE, "--bots", "3").startswith(f"Oh Hell {verb}")
        forget()


OTHER = Path(oh_hell.__file__).read_text("utf-8").replace('"oh_hell"', '"twos"')


@pytest.mark.parametrize(
    ("place", "source", "says"),
    [
        ("GAME", "raise SystemExit('odd')", "cannot be loaded: SystemExit: odd"),
        ("GAME", "number = 3", "the module has no 'GAME': expected the name of a game"),
        ("", "number = 3", "but it cannot be found: the module has no '': expected the name"),
        ("GAME", "raise ValueError('a\\n\\nb')", "but it cannot be loaded: ValueError: a b"),
        ("GAME", "raise BaseException('odd')", "cannot be loaded: BaseException: odd"),
        ("number", "number = 3", "expected a twowaystreet.Game there, not 3"),
        ("GAME", OTHER, "name='twos': expected a name that no other game has"),
    ],
)
def test_places_without_games_fail(place: str, source: str, says: str, tmp_path: Path) -> None:
    path = tmp_path / "whist.py"
    path.write_text(source, encoding="utf-8")
    assert says in refusal("play", f"{path}:{place}")
    if "cannot" in says:  # the same for players
        words = says.removeprefix("but it ").removesuffix(" the name").replace("a game", "a player")
        assert words in refusal("play", "duel", "--opponents", f"{path}:{place}")
    assert "or give whist.py:GAME or package.module:GAME" in refusal("play", str(path))
