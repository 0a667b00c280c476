"""The command serve without its extra."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

import twowaystreet.web
from twowaystreet._cli.commands import command


def test_a_missing_server_is_named_with_the_command_that_installs_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delitem(sys.modules, "twowaystreet.web.listening", raising=False)
    monkeypatch.delattr(twowaystreet.web, "listening", raising=False)
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    path = tmp_path / "table.json"
    result = CliRunner().invoke(command, ["serve", "duel", "--save", str(path)])
    assert result.exit_code != 0
    assert "uvicorn is missing" in result.output
    assert "pip install 'twowaystreet[web]'" in " ".join(result.output.split())
    assert not path.exists()
