"""Pictures in the documentation show a position as its seat sees it."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest

import twowaystreet as tws
from docs._ext import drawing, pictures
from tests.helpers import replay, shuffled
from twowaystreet.games import street

TABLE = street.new_game(street.Rules(players=3))
NAMES = ("Ann", "Ben & Co", "Cem")


def test_a_position_is_drawn_from_the_view_of_its_seat() -> None:
    state = replay(shuffled(TABLE, 7), ["high", "exchange 3D 2H", "low", "exchange QC JH", "high"])
    state = replay(state, ["exchange 8C 4D", "AH"])
    picture = drawing.table(tws.view(state, 1), NAMES, 3)
    tree = ET.fromstring(picture)
    shown = {text.text or "" for text in tree.iter("text") if "pips" in text.get("class", "")}
    known = {card.pretty for card in (*state.hands[1], *state.trick.cards)}
    assert {text.replace("\ufe0e", "") for text in shown} == known
    words = tree.findtext("desc", "")
    assert "Ben & Co may play 4H, 7H." in words
    assert "Ann has played AH." in words
    hidden = {str(card) for seat in (0, 2) for card in state.hands[seat]} - {
        str(card) for card in state.hands[1]
    }
    assert not hidden & set(re.findall(r"\w+", words))


def test_a_score_sheet_is_drawn_with_entries_and_totals() -> None:
    hands = [
        street.score(["HD", "LD", "HD"], [2, 1, 7]),
        street.score(["LD", "LF", "HD"], [0, 0, 10]),
    ]
    tree = ET.fromstring(drawing.sheet(NAMES, hands, 4))
    texts = [text.text for text in tree.iter("text")]
    assert texts[:5] == ["Ann", "HD,2-2:0", "0", hands[1].seats[0].entry, str(hands[1].points[0])]
    assert str(hands[0].points[2] + hands[1].points[2]) in texts


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
    assert drawn.startswith("Before.\n\n```{raw} html\n<svg ")
    assert "</svg>\n```\n\nBetween.\n\n```{raw} html\n<svg " in drawn
    assert len(set(re.findall(r' id="(.*?)"', drawn))) == 4
    assert "\n\n" not in drawn.partition("Between.")[0].partition("<svg")[2].partition("</svg>")[0]


@pytest.mark.parametrize(
    ("part", "wrong"),
    [("exchange 3D 2H", "exchange 3D 2C"), ("LD 1", "LD 2"), ("seat: 1", "seat: 3")],
)
def test_impossible_positions_are_not_drawn(part: str, wrong: str) -> None:
    with pytest.raises(tws.TwoWayStreetError):
        pictures.drawn(A_PAGE.replace(part, wrong))
