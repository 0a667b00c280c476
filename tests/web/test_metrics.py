"""The numbers of a server."""

from __future__ import annotations

import re

import attrs

from tests.web.hosting import Site, run
from twowaystreet.games import duel
from twowaystreet.table import Table
from twowaystreet.web.hosts import TableHost
from twowaystreet.web.metrics import WORDS, Counts, metrics_text
from twowaystreet.web.server import application


def values(text: str) -> dict[str, float]:
    """Return the numbers by name."""
    found = re.findall(r"^twowaystreet_(\w+) (\S+)$", text, re.MULTILINE)
    return {name: float(value) for name, value in found}


def test_every_count_has_words_and_a_number_of_its_own() -> None:
    names = [field.name for field in attrs.fields(Counts)]
    assert [*WORDS] == names
    counts = Counts(**{name: number for number, name in enumerate(names, start=3)})
    text, kind = metrics_text(counts, 1, 2)
    assert kind.startswith("text/plain")
    expected = {f"{name}_total": float(number) for number, name in enumerate(names, start=3)}
    assert values(text) == {"tables": 1.0, "connections": 2.0, **expected}
    assert all(f"# HELP twowaystreet_{name}_total {WORDS[name]}" in text for name in names)


def test_the_numbers_name_nobody_and_follow_the_connections() -> None:
    async def evening() -> None:
        host, table = TableHost(), Table(duel.GAME, dealer=0)
        ann, _ = table.join("Ann"), table.join("Ben")
        name = host.add(table)
        site = Site(application(host))
        line = await site.connect(name, ann)
        _, text = await site.ask("GET", "/metrics")
        assert (values(text)["tables"], values(text)["connections"]) == (1.0, 1.0)
        assert not any(secret in text for secret in ("Ann", ann, name))
        assert (await site.ask("GET", "/health"))[1] == {
            "status": "ok",
            "tables": 1,
            "connections": 1,
        }
        await line.leave()
        assert values((await site.ask("GET", "/metrics"))[1])["connections"] == 0.0

    run(evening())
