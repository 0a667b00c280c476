"""The numbers of a server in the text format of Prometheus."""

from __future__ import annotations

from collections.abc import Iterator

import attrs
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from prometheus_client.registry import Collector
from typing_extensions import override

from twowaystreet.web.rooms import Counts

WORDS = {
    "moves": "Moves of people and bots, deals and requests that changed a table.",
    "messages": "Messages of people.",
    "refusals": "Messages that changed nothing.",
    "answers": "Messages to people.",
    "characters": "Characters of the messages to people.",
    "faults": "Faults of bots.",
    "late": "Moves of people whose time was up.",
    "unsaved": "Moves of bots that could not be saved.",
}
"""The counters of all rooms in words."""


class _Numbers(Collector):
    """The numbers at one moment."""

    def __init__(self, counts: Counts, tables: int, connections: int) -> None:
        self._counts = attrs.asdict(counts)
        self._gauges = {"tables": tables, "connections": connections}

    @override
    def collect(self) -> Iterator[Metric]:
        for name, number in self._gauges.items():
            yield GaugeMetricFamily(f"twowaystreet_{name}", f"The {name} now.", value=number)
        for name, words in WORDS.items():
            yield CounterMetricFamily(f"twowaystreet_{name}", words, value=self._counts[name])


def metrics_text(counts: Counts, tables: int, connections: int) -> tuple[str, str]:
    """Return the numbers as a text, and its media type.

    >>> text, kind = metrics_text(Counts(moves=7), 1, 4)
    >>> "twowaystreet_moves_total 7.0" in text, "twowaystreet_connections 4.0" in text
    (True, True)
    """
    registry = CollectorRegistry()
    registry.register(_Numbers(counts, tables, connections))
    return generate_latest(registry).decode("utf-8"), CONTENT_TYPE_LATEST
