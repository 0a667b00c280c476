"""What has happened in the rooms of a host, as numbers for Prometheus."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import attrs
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from prometheus_client.registry import Collector
from typing_extensions import override


def _count_of(words: str) -> int:
    return attrs.field(default=0, metadata={"words": words})


@attrs.define
class Counts:
    """What has happened in all rooms of a host since its start."""

    moves: int = _count_of("Moves of people and bots, deals and requests that changed a table.")
    messages: int = _count_of("Messages of people.")
    refusals: int = _count_of("Messages that changed nothing.")
    answers: int = _count_of("Messages to people.")
    characters: int = _count_of("Characters of the messages to people.")
    faults: int = _count_of("Faults of bots.")
    late: int = _count_of("Moves of people whose time was up.")
    unsaved: int = _count_of("Changes of tables that could not be saved.")


WORDS: Final[dict[str, str]] = {
    field.name: field.metadata["words"] for field in attrs.fields(Counts)
}


@attrs.frozen(eq=False)
class _Numbers(Collector):
    counts: Counts
    gauges: dict[str, int]

    @override
    def collect(self) -> Iterator[Metric]:
        for name, number in self.gauges.items():
            yield GaugeMetricFamily(f"twowaystreet_{name}", f"The {name} now.", value=number)
        for name, words in WORDS.items():
            number = getattr(self.counts, name)
            yield CounterMetricFamily(f"twowaystreet_{name}", words, value=number)


def metrics_text(counts: Counts, tables: int, connections: int) -> tuple[str, str]:
    """Return the numbers as a text, and its media type."""
    registry = CollectorRegistry()
    registry.register(_Numbers(counts, {"tables": tables, "connections": connections}))
    return generate_latest(registry).decode("utf-8"), CONTENT_TYPE_LATEST
