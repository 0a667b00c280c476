"""What ``play --save`` writes, whichever way play ends, and what it refuses to write."""

import shutil
from pathlib import Path

import pytest

import twowaystreet as tws
from tests.cli.helpers import output, refusal, run

SEED_7 = ("play", "street", "--seed", "7", "--hands", "1")
AUTO = ("play", "street", "--auto", "--seed", "7")


def loaded(path: Path) -> tws.Record:
    """The record in a file; its form is that of its name."""
    text = path.read_text("utf-8")
    return (tws.Record.from_json if path.suffix == ".json" else tws.Record.from_text)(text)


def said(path: Path, seat: int) -> list[str]:
    """What a seat has done in a saved game."""
    return [str(move) for state, move in loaded(path) if state.actor == seat]


@pytest.mark.parametrize("name", tws.GAMES)
def test_a_hand_is_saved_in_either_form(name: str, tmp_path: Path) -> None:
    words = ("play", name, "--auto", "--seed", "3", "--hands", "2")
    text, json = tmp_path / "game.txt", tmp_path / "game.json"
    assert output(*words, "--save", str(text)).endswith(f"\nSaved in {text}.\nSeed 3\n")
    assert output(*words, "--save", str(json)).endswith(f"\nSaved in {json}.\nSeed 3\n")
    record = loaded(text)
    assert record == loaded(json)
    assert record.state.hands_played == 2
    assert text.read_bytes().decode() == record.to_text()
    assert json.read_bytes().decode() == record.to_json() + "\n"


def test_saving_changes_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "game"
    told = output(*AUTO, "--save", str(path))
    assert told.replace(f"Saved in {path}.\n", "") == output(*AUTO)


@pytest.mark.parametrize("typed", [["low", "quit"], ["low"]])
def test_leaving_saves(typed: list[str], tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    session = output(*SEED_7, "--save", str(path), typed=typed)
    assert session.endswith(f"You leave the game.\nSaved in {path}.\nSeed 7\n")
    assert said(path, 0) == ["low"]
    assert loaded(path).state.actor == 0


def test_ctrl_c_saves(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    answers = iter(["low"])

    def answer(prompt: str) -> str:
        try:
            return next(answers)
        except StopIteration:
            raise KeyboardInterrupt from None

    monkeypatch.setattr("builtins.input", answer)
    path = tmp_path / "game.txt"
    result = run(*SEED_7, "--save", str(path))
    assert result.exit_code == 130
    assert result.output.endswith(f"\nStopped.\nSaved in {path}.\n")
    assert said(path, 0) == ["low"]


def test_a_failure_saves(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def fails(prompt: str) -> str:
        raise RuntimeError

    monkeypatch.setattr("builtins.input", fails)
    path = tmp_path / "game.txt"
    assert isinstance(run(*SEED_7, "--save", str(path)).exception, RuntimeError)
    assert loaded(path).state.actor == 0


def test_what_is_taken_back_is_not_in_the_record(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    typed = [
        "low",
        "exchange AC B*",
        "9H",
        "undo",
        "undo",
        "exchange 2H 4H",
        "undo",
        "undo",
        "high",
    ]
    output(*SEED_7, "--practice", "--save", str(path), typed=typed)
    assert said(path, 0) == ["high"]


def test_a_file_that_there_is_stays_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    path.write_text("dear diary", "utf-8")
    refused = refusal(*SEED_7, "--save", str(path))
    assert refused.startswith("Error: cannot save to '") and refused.endswith("': File exists")
    assert path.read_text("utf-8") == "dear diary"


def test_places_that_cannot_be_written(tmp_path: Path) -> None:
    assert "No such file or directory" in refusal(*AUTO, "--save", str(tmp_path / "no" / "game"))
    assert "File exists" in refusal(*AUTO, "--save", str(tmp_path))


def test_nothing_is_made_for_a_game_that_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    refusal("play", "street", "--players", "2", "--save", str(path))
    assert not path.exists()


def test_a_place_that_goes_away_meanwhile(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    place = tmp_path / "place"
    place.mkdir()

    def taken_away(prompt: str) -> str:
        shutil.rmtree(place)
        return "quit"

    monkeypatch.setattr("builtins.input", taken_away)
    result = run(*SEED_7, "--save", str(place / "game.txt"))
    assert result.exit_code == 2
    assert result.output.splitlines()[-1].startswith("Error: cannot save to ")
