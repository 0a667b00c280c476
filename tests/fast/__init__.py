"""Compiled playouts, checked against ``apply`` move by move."""

import pytest

pytest.importorskip("numba", reason="numba is missing; pip install 'twowaystreet[fast]'")
