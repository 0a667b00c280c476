"""Tests of matches on Dask workers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.arena import bots
from tests.cli.helpers import output
from twowaystreet import arena
from twowaystreet.arena import Entrant
from twowaystreet.players import simple

# Any: Dask is optional.
distributed: Any = pytest.importorskip(
    "distributed", reason="Dask is missing; pip install 'twowaystreet[dask]'"
)

PLAYERS: dict[str, Entrant] = {"a": simple, "b": "random", "c": bots.Alternating}
DEALS = 20


@pytest.fixture(scope="module")
def executor() -> Any:
    """Return the executor of a cluster of two worker processes on this machine."""
    options = {"n_workers": 2, "threads_per_worker": 1, "dashboard_address": None}
    with distributed.LocalCluster(**options) as cluster, distributed.Client(cluster) as client:
        yield client.get_executor()


def test_dask_does_not_change_the_results(executor: Any, tmp_path: Path) -> None:
    path, again = tmp_path / "dask.jsonl", tmp_path / "here.jsonl"
    found = arena.play("twos", PLAYERS, deals=DEALS, executor=executor, out=path)
    assert found == arena.play("twos", PLAYERS, deals=DEALS, out=again)
    assert path.read_bytes() == again.read_bytes()


def test_the_command_plays_on_dask_workers(executor: Any) -> None:
    address = executor._client.scheduler.address
    words = ("arena", "twos", "simple", "random", "--deals", "10")
    assert output(*words, "--dask", address) == output(*words)


def test_players_on_dask_workers_may_have_a_time_limit(executor: Any) -> None:
    players: dict[str, Entrant] = {"a": bots.sleepy, "b": "simple"}
    found = arena.play("spades", players, deals=1, executor=executor, time_limit=5)
    assert found.faults == ({"slow": 2}, {})
