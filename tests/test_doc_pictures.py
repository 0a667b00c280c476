"""Pictures in the documentation show a position as its seat sees it."""

from __future__ import annotations

import re

import pytest

import twowaystreet as tws
from docs._ext import pictures

A_PAGE = """Before.

```{position}
:names: Ann, Ben, Cem
:seat: 1
:seed: 7

high; exchange 3D 2H
```

Between.

```{score-sheet}
:names: Ann, Ben, Cem

HD 2 LD 1 HD 7
```
"""


def test_blocks_of_a_page_become_pictures() -> None:
    drawn = pictures.drawn(A_PAGE)
    assert drawn.startswith("Before.\n\n```{raw} html\n<p><svg ")
    assert "</svg></p>\n```\n\nBetween.\n\n```{raw} html\n<p><svg " in drawn
    identifiers = re.findall(r' id="(.*?)"', drawn)
    assert len(set(identifiers)) == len(identifiers) > 4
    assert "\n\n" not in drawn.partition("Between.")[0].partition("<svg")[2].partition("</svg>")[0]


def test_a_block_may_name_a_game_and_a_number_of_random_moves() -> None:
    drawn = pictures.drawn(
        "```{position}\n:game: duel\n:names: Ann, Ben\n:seat: 0\n:seed: 4\n:random: 5\n```\n"
    )
    assert "Duel · hand 1 · play" in drawn


@pytest.mark.parametrize(
    ("part", "wrong"),
    [("exchange 3D 2H", "exchange 3D 2C"), ("LD 1", "LD 2"), ("seat: 1", "seat: 3")],
)
def test_impossible_positions_are_not_drawn(part: str, wrong: str) -> None:
    with pytest.raises(tws.TwoWayStreetError):
        pictures.drawn(A_PAGE.replace(part, wrong))
