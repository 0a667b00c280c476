"""The solver, checked against searches that do not share its code."""

import pytest

pytest.importorskip("numba", reason="numba is missing; pip install 'twowaystreet[fast]'")
