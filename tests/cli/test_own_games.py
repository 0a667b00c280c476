"""Games in files at the terminal."""

from __future__ import annotations

from pathlib import Path

import pytest

import twowaystreet as tws
from examples import oh_hell
from tests.cli.helpers import output, refusal
from tests.cli.test_serve import served
from tests.helpers import shuffled
from twowaystreet._cli.prompt import listed_moves, read_answer
from twowaystreet._core.display.display import display_of
from twowaystreet._core.engine import game as registry

FILE = f"{oh_hell.__file__}:GAME"
SMALL = ("--set", "players=3", "--set", "cards=2", "--seed", "3")


def forget() -> None:
    """Forget the game, as a new process would."""
    registry._games._registered.pop("oh_hell", None)


@pytest.mark.parametrize("place", [FILE, "examples.oh_hell:GAME"])
def test_a_game_is_played_by_its_place(place: str) -> None:
    assert "! " not in output("play", place, "--auto", *SMALL)
    assert "oh_hell  Oh Hell" in output("games", place)


def test_a_number_is_a_move_that_is_a_number() -> None:
    state = shuffled(oh_hell.new_game(), 7)
    choices = listed_moves(display_of(oh_hell.GAME), tws.view(state, state.actor))
    assert choices.numbered == ()  # a number never has two meanings
    assert read_answer(state, choices.numbered, "3") == oh_hell.Bid(3)
    assert "\nYou        choose bid 1\n" in output(
        "play", FILE, *SMALL, "--dealer", "2", typed=["1"]
    )


def test_the_rules_are_those_that_the_game_gives() -> None:
    shown = output("play", FILE, *SMALL, "--dealer", "2", typed=["rules", "help"])
    assert "\nOh Hell\nBid the number of tricks that you expect to take." in shown
    assert "\nFollow suit if you can." in shown and "no page about this game" not in shown
    assert "You need not type the word bid." in shown


@pytest.mark.parametrize("name", ["game.txt", "game.json"])
def test_a_record_of_an_own_game_needs_its_file(name: str, tmp_path: Path) -> None:
    path = str(tmp_path / name)
    output("play", FILE, "--auto", *SMALL, "--save", path)
    seen = tmp_path / "seen.json"
    read = tws.Record.from_json if name.endswith("json") else tws.Record.from_text
    seen.write_text(read(Path(path).read_text("utf-8")).for_seat(1).to_json(), "utf-8")
    for file in (path, str(seen)):
        forget()
        for command in ("replay", "view"):
            refused = refusal(command, file)
            assert "there is no game 'oh_hell'" in refused
            assert "add --game with its place, whist.py:GAME or package.module:GAME" in refused
        assert "Oh Hell" in output("replay", file, "--game", FILE)
        forget()
        assert "Seat 2" in output("view", file, "--game", FILE)
    assert "there is no game 'whist'" in refusal("view", path, "--game", "whist")


def test_a_game_is_served_by_its_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for verb in ("is saved", "goes on"):
        code, words = served(monkeypatch, tmp_path / "table.json", FILE, "--bots", "3")
        assert (code, words.startswith(f"Oh Hell {verb}")) == (0, True), words
        forget()


@pytest.mark.parametrize(
    ("name", "source", "says"),
    [
        ("GAME", "raise SystemExit('odd')", "cannot be loaded: SystemExit: odd"),
        ("GAME", "number = 3", "the module has no 'GAME': expected the name of a game"),
        ("number", "number = 3", "expected a twowaystreet.Game there, not 3"),
        (
            "GAME",
            Path(oh_hell.__file__).read_text("utf-8").replace('"oh_hell"', '"twos"'),
            "name='twos': expected a name that no other game has",
        ),
    ],
)
def test_places_without_a_new_game_are_refused(
    name: str, source: str, says: str, tmp_path: Path
) -> None:
    path = tmp_path / "whist.py"
    path.write_text(source, encoding="utf-8")
    assert says in refusal("play", f"{path}:{name}")
    assert "or give whist.py:GAME or package.module:GAME" in refusal("play", str(path))
