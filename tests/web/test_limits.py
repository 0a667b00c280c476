"""The limits of a server: their values."""

from __future__ import annotations

import math
from typing import Any

import attrs
import pytest

from twowaystreet.errors import RulesError

pytest.importorskip("starlette", reason="the server needs the extra web")
pytest.importorskip("prometheus_client", reason="the server needs the extra web")

from twowaystreet.web.limits import Limits  # after the skip

NAMES = tuple(field.name for field in attrs.fields(Limits))
RATES = ("rate", "opening_rate")


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("value", [0, -1, 0.0, math.nan, math.inf, True, "5", None, 10**10])
def test_a_limit_is_a_positive_number(name: str, value: Any) -> None:  # Any: of a wrong type
    with pytest.raises(RulesError, match=rf"^{name}={value!r}: expected a (whole )?number"):
        Limits(**{name: value})


@pytest.mark.parametrize("name", NAMES)
def test_only_a_rate_may_be_a_fraction(name: str) -> None:
    values: dict[str, Any] = {name: 0.25}  # Any: of a wrong type, for most names
    if name in RATES:
        assert getattr(Limits(**values), name) == 0.25
        assert getattr(Limits(**{name: 3}), name) == 3
    else:
        with pytest.raises(RulesError, match=f"^{name}=0.25: expected a whole number"):
            Limits(**values)
