"""Reports about games, and their statistics."""

import pytest

_NEEDS = "pip install 'twowaystreet[analysis]'"
pytest.importorskip("matplotlib", reason=f"matplotlib is missing; {_NEEDS}")
