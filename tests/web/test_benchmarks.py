"""The benchmark of hosting: our server with each kind of store, and what it prints."""

import json
from urllib.request import urlopen

import pytest

import twowaystreet as tws
from benchmarks import hosting

pytest.importorskip("uvicorn", reason="needs the extra web")


@pytest.mark.parametrize("kind", ["memory", *hosting.STORES])
def test_the_server_of_the_benchmark_has_its_tables(kind: str) -> None:
    with hosting.our_server(2, kind) as server:
        assert [len(tokens) for _, tokens in server.tables] == [hosting.PEOPLE] * 2
        with urlopen(f"http://127.0.0.1:{server.port}/health") as answer:
            assert json.load(answer)["tables"] == 2


def test_a_cost_is_compared_within_its_round(capsys: pytest.CaptureFixture[str]) -> None:
    cost = hosting.Cost
    hosting.compare(
        {
            "memory": [cost(4.0, 1.0), cost(8.0, 2.0)],
            hosting.FACTS: [cost(1.0, 0.5), cost(2.0, 1.0)],
            "SQLite": [cost(5.0, 1.0), cost(10.0, 2.0)],
            hosting.THEIRS: [cost(1.0, 1.0), cost(2.0, 2.0)],
        }
    )
    assert capsys.readouterr().out.splitlines() == [
        "    a move with SQLite costs 1.25 of one with memory, and 1.00 of its bytes on the wire",
        "    a move with facts costs 0.25 of one with memory, and 0.50 of its bytes on the wire",
        "    a move with memory costs 4.00 of one with boardgame.io, "
        "and 1.00 of its bytes on the wire",
    ]


def test_a_computer_without_npm_is_told_what_is_missing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr(hosting, "messages", lambda: None)
    hosting.measure(1)
    assert "needs Node and npm" in capsys.readouterr().out


def test_the_messages_of_every_game_are_measured(capsys: pytest.CaptureFixture[str]) -> None:
    hosting.messages(2)
    lines = capsys.readouterr().out.splitlines()[1:]
    assert [line.split()[0] for line in lines] == [*tws.GAMES]
