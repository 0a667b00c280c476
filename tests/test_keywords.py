"""Classes with many fields take keyword arguments only, in any order."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

import twowaystreet as tws


@pytest.mark.parametrize("part", ["Rules", "View"])
@pytest.mark.parametrize("game", list(tws.GAMES))
def test_rules_and_views_are_made_by_name(game: str, part: str) -> None:
    part_type: Any = getattr(tws.GAMES[game], part)
    assert [field.name for field in attrs.fields(part_type) if not field.kw_only] == []
    with pytest.raises(TypeError, match="positional"):
        part_type(0)
