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


def test_the_messages_of_every_game_are_measured(capsys: pytest.CaptureFixture[str]) -> None:
    hosting.messages(2)
    lines = capsys.readouterr().out.splitlines()[1:]
    assert [line.split()[0] for line in lines] == [*tws.GAMES]
