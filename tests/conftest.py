"""Hypothesis settings of the tests: the same examples each time, without a time limit."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

from twowaystreet.testing import register_types

settings.register_profile(
    "tests",
    deadline=None,
    derandomize=True,
    database=None,
    max_examples=60,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("tests")
register_types()
