"""Lists in words."""

from __future__ import annotations

from collections.abc import Iterable


def listed(texts: Iterable[str]) -> str:
    """Join texts, at least one, with commas and a last "and".

    >>> listed(["Ann"]), listed(["Ann", "Ben"]), listed(["Ann", "Ben", "Cem"])
    ('Ann', 'Ann and Ben', 'Ann, Ben and Cem')
    """
    *others, last = texts
    return f"{', '.join(others)} and {last}" if others else last
