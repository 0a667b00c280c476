"""Learning: numbers, arrays, environments and batches."""

import pytest

pytest.importorskip("numpy", reason="numpy is missing; pip install 'twowaystreet[rl]'")
