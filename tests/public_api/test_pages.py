"""What is written and drawn for the documentation tells what there is."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest

import twowaystreet as tws
from docs._ext import drawing, module_map, names_page, pictures
from tests.helpers import replay, shuffled
from tests.public_api.imports import graph, imports_of
from tests.public_api.listing import hooks
from tests.public_api.names import PUBLIC, modules, public_names
from twowaystreet.games import street

TABLE = street.new_game(street.Rules(players=3))
NAMES = ("Ann", "Ben & Co", "Cem")


@pytest.mark.parametrize("module", PUBLIC)
def test_the_page_has_every_public_name_in_a_line(module: str) -> None:
    _, _, section = names_page.names().partition(f"### `{module}`\n")
    section, _, _ = section.partition("\n### ")
    found = re.findall(r"^\| (?:\{py:\w+\})?`(\w+)", section, re.MULTILINE)
    assert found == [name.name for name in public_names(module)]


def test_names_are_linked_to_where_they_are_described() -> None:
    first = names_page.first_names()
    plain = [
        str(name)
        for module in PUBLIC
        for name in public_names(module)
        if names_page.link(name, first[name.defined_as]).startswith("`") and name.said
    ]
    assert [name for name in plain if not name.startswith("twowaystreet.testing")] == []


def test_every_module_is_public_or_private_or_named_as_neither() -> None:
    told = set(re.findall(r"^\| `([\w.]+)`", names_page.other_modules(), re.MULTILINE))
    assert not told & set(PUBLIC)
    left = {*modules()} - told - {*PUBLIC}
    below = tuple(f"{one}." for one in PUBLIC[1:])
    unsaid = {name for name in left if not names_page.is_private(name)}
    assert {name for name in unsaid if not name.startswith(below)} == set()


def test_the_page_has_the_hooks() -> None:
    assert set(re.findall(r"`(_\w+)`", names_page.hooks_of_games())) == hooks()


def test_sentences_become_markdown() -> None:
    assert names_page.as_markdown("Add to :data:`~a.GAMES`, or ``a | b``") == (
        r"Add to `a.GAMES`, or `a \| b`"
    )


def test_the_map_shows_every_module_of_the_core_and_every_game() -> None:
    tree = ET.fromstring(module_map.picture())
    boxes = [text.text for text in tree.iter("text") if not text.get("class")]
    assert len(boxes) == len(set(boxes))
    assert {*tws.GAMES, "cards", "state", "twowaystreet", "_cli", "testing"} <= set(boxes)
    assert {module_map.box_of(module) for module in graph()} - set(boxes) <= {
        "games",
        "schemas.__main__",
    }


def test_the_map_leaves_out_only_what_another_way_leads_to() -> None:
    needs = {"a": {"b", "c"}, "b": {"c"}, "c": set[str]()}
    assert module_map.reduced(needs) == {"a": {"b"}, "b": {"c"}, "c": set()}
    all_needs = module_map.boxes_of(graph())
    kept = module_map.reduced(all_needs)
    assert imports_of("twowaystreet._engine.verbs") >= {
        f"twowaystreet.{one}" for one in kept["verbs"]
    }
    for box, below in all_needs.items():
        reached: set[str] = set()
        ahead = set(kept[box])
        while ahead:
            reached |= ahead
            ahead = {one for each in ahead for one in kept[each]}
        assert reached >= below


def test_a_position_is_drawn_from_what_its_seat_may_know() -> None:
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
def test_what_could_not_be_is_not_drawn(part: str, wrong: str) -> None:
    with pytest.raises(tws.TwoWayStreetError):
        pictures.drawn(A_PAGE.replace(part, wrong))
