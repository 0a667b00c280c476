from __future__ import annotations

from pathlib import Path

import twowaystreet as tws
from twowaystreet import svg
from twowaystreet._core.records.examples import example_record
from twowaystreet.games import street

PICTURE = Path(__file__).parents[2] / "docs" / "_static" / "table.svg"


def drawn() -> str:
    """Return the picture in the README: Derek's view in the worked example of the rules."""
    state = example_record(street.State).state_at(12)
    return svg.table(tws.view(state, 3), names=["Zak", "Katie", "Jen", "Derek"]) + "\n"


def test_the_picture_in_the_readme_is_up_to_date() -> None:
    assert PICTURE.read_text(encoding="utf-8") == drawn(), "python -m tests.svg.test_readme"


if __name__ == "__main__":
    PICTURE.write_text(drawn(), encoding="utf-8")
