"""The command that makes anew what tests derive from the rules."""

from pathlib import Path

import pytest

from tests.golden import __main__ as golden

FOLDERS = ("tests/cli/golden/*", "tests/svg/golden/*", "tests/golden/*/*.replay")


def test_each_stored_text_has_a_function_that_makes_it() -> None:
    folders = (*FOLDERS, "src/twowaystreet/schemas/*.*.json", "src/twowaystreet/schemas/*.ts")
    files = {file for folder in folders for file in golden.ROOT.glob(folder)}
    assert {file.relative_to(golden.ROOT).as_posix() for file in files} <= {*golden.derived()}
    assert all((golden.ROOT / name).exists() for name in golden.derived())


def test_stale_texts_are_written_anew_and_the_differences_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = (golden.ROOT / "tests/cli/golden/examples.txt").read_text("utf-8")
    file = tmp_path / "tests/cli/golden/examples.txt"
    file.parent.mkdir(parents=True)
    file.write_text(text.replace("Zak", "Zoe", 1), "utf-8")
    monkeypatch.setattr(golden, "ROOT", tmp_path)
    golden.main(["examples"])
    shown = [line[:4] for line in capsys.readouterr().out.splitlines() if line[0] in "+-"]
    assert (file.read_text("utf-8"), shown) == (text, ["--- ", "+++ ", "-One", "+One"])
    golden.main(["examples"])
    assert capsys.readouterr().out == ""
