"""Saved games shown move by move."""

import re
from pathlib import Path

import pytest

import twowaystreet as tws
from tests.cli.helpers import in_file, output, run, some_record


def test_steps_in_these_very_words(five: str) -> None:
    text = Path(__file__).with_name("street-seed-7-steps.txt").read_text("utf-8")
    typed = [""] * 14 + ["quit"]
    assert output("replay", five, "--seat", "2", "--step", typed=typed) == text


def test_steps_go_on_with_enter_and_end_where_the_game_does(five: str) -> None:
    moves = len(tws.Record.from_text(Path(five).read_text("utf-8")).moves)
    told = output("replay", five, "--step", typed=[""] * (moves - 1))
    assert told.count("\nMove ") == moves - 1  # a deal has a heading instead
    assert f"Move {moves} " in told and "Penalty 4: the fourth best count" in told
    assert told.count("\n> \n") == moves - 1
    assert "Score sheet" in told
    for seat in range(5):
        assert len(re.findall(rf"^Seat {seat}  +\w", told, re.MULTILINE)) >= moves - 5


@pytest.mark.parametrize("typed", [[], ["", "quit"], ["", "QUIT", ""]])
def test_steps_can_be_left(typed: list[str], five: str) -> None:
    told = output("replay", five, "--step", typed=typed)
    assert told.count("\nMove ") == ("" in typed)
    assert "Score sheet" not in told


def test_ctrl_c_ends_steps(five: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(prompt: str) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", interrupted)
    result = run("replay", five, "--step")
    assert result.exit_code == 130
    assert result.output.endswith("\nStopped.\n")


def test_what_happens_is_told_with_its_step(tmp_path: Path) -> None:
    path = in_file(tmp_path / "game", some_record("spades", 3))
    told = output("replay", path, "--step", typed=[""] * 99)
    assert "'s dummy turns up " in told
    assert re.search(r"^Book 1 .* taken by ", told, re.MULTILINE)
