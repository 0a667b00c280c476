"""Numbers of moves and arrays of views."""

import pytest

pytest.importorskip("numpy", reason="numpy is missing; pip install 'twowaystreet[rl]'")
