"""The score sheet as text, for any game."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from typing_extensions import override

import twowaystreet as tws
from tests.helpers import anything
from tests.hostile import Hostile
from twowaystreet import svg
from twowaystreet.games import duel, street, twenty_down

HAND = street.score(["HD", "LD", "LD"], [7, 2, 1])


@pytest.mark.rule("ST-25")
def test_columns_fit_their_widest_entry() -> None:
    text = tws.score_sheet(["A", "Bartholomew", "C"], [HAND])
    assert text == (
        "A        | Bartholomew | C\nHD,7-6:1 | LD,6-6:0    | LD,7-6:1\n2        | 0           | 2"
    )


def test_a_sheet_without_hands() -> None:
    assert tws.score_sheet(["Ann", "Bo"], []) == "Ann | Bo"
    assert tws.score_sheet(["Ann", "Bo"], [], scores=[3, 12]) == "Ann | Bo\n3   | 12"


@pytest.mark.rule("TD-9")
def test_a_sheet_begins_with_the_totals_with_which_the_game_begins() -> None:
    hand = twenty_down.score([3, 2, 0, 0], "C", ["in", "in", "in", "out"])
    assert tws.score_sheet(["A", "B", "C", "D"], [hand]).splitlines() == [
        "A    | B    | C    | D",
        "20   | 20   | 20   | 20",
        "3:-3 | 2:-2 | 0:+5 | out",
        "17   | 18   | 25   | 20",
    ]
    later = tws.score_sheet(["A", "B", "C", "D"], [hand], scores=[9, 8, 7, 6]).splitlines()
    assert later[1::2] == ["9    | 8    | 7    | 6", "6    | 6    | 12   | 6"]
    assert "At the start: Seat 0 20; Seat 1 20; Seat 2 20; Seat 3 20. Hand 1: " in svg.score(hand)
    assert "total 25" in svg.score(hand) and "total 12" in svg.score(hand, scores=[9, 8, 7, 6])


@pytest.mark.rule("DU-11")
def test_the_sheet_of_a_duel() -> None:
    hand = duel.score("high", [7, 3], [0, 3], dealer=0)
    assert tws.score_sheet(["Zak", "Katie"], [hand, hand]).splitlines() == [
        "Zak     | Katie",
        "H,7-6:2 | H,6-7:0",
        "2       | 0",
        "H,7-6:2 | H,6-7:0",
        "4       | 0",
    ]


@pytest.mark.parametrize(
    ("field", "names", "hands", "scores"),
    [
        ("names", [], [], None),
        ("names", [1, 2, 3], [HAND], None),
        ("names", None, [HAND], None),
        ("names", 3, [HAND], None),
        ("hands", ["A", "B"], [HAND], None),
        ("hands", ["A", "B", "C"], HAND, None),
        ("hands", ["A", "B", "C"], [HAND, None], None),
        ("hands", ["A", "B", "C"], [(2, 0, 3)], None),
        ("hands", ["A", "B", "C"], None, None),
        ("scores", ["A", "B", "C"], [HAND], [1, 2]),
        ("scores", ["A", "B", "C"], [HAND], [1, 2, True]),
        ("scores", ["A", "B", "C"], [HAND], 7),
    ],
)
def test_invalid_arguments_are_refused(
    field: str, names: object, hands: object, scores: object
) -> None:
    with pytest.raises(tws.RulesError) as caught:
        tws.score_sheet(anything(names), anything(hands), scores=anything(scores))
    assert caught.value.field == field


UNFIT = (
    "\n \r \x0b \x0c \x1c \x1d \x1e \x85 \u2028 \u2029",  # all line breaks
    "\t \0 \x1b \x7f \x9b \b",  # control characters, with escape
    "\u202a \u202e \u2066 \u2069 \u200e \u200f \u061c",  # text directions
    "\ufeff \xad \u2063 \U000e0041 \ud800 |",  # other invisible characters, a lone surrogate, bar
)


@pytest.mark.parametrize("char", [char for some in UNFIT for char in some.split(" ")], ids=ascii)
def test_names_that_would_damage_the_sheet_are_refused(char: str) -> None:
    for name in (char, f"An{char}n", f"Ann{char}"):
        with pytest.raises(tws.RulesError, match=r"^names=.*one line, without \|.*ST-25") as caught:
            tws.score_sheet(["A", name, "C"], [HAND])
        assert caught.value.value == name
        assert char == "|" or char not in str(caught.value)


@pytest.mark.parametrize(
    "name",
    [
        "Zoë",
        "Ann-Marie O'Neil",
        "山田\u3000太郎",
        "علی\u200cرضا",
        "👩\u200d🚀",
        "שרה",
        "a\xa0b",
        "",
    ],
)
def test_names_in_any_script_are_accepted(name: str) -> None:
    assert tws.score_sheet(["A", name, "C"], [HAND]).splitlines()[0].split("|")[1].strip() == name


def test_hostile_objects_are_refused() -> None:
    with pytest.raises(tws.RulesError):
        tws.score_sheet(anything([Hostile()]), [])
    with pytest.raises(tws.RulesError):
        tws.score_sheet(["A"], anything([Hostile()]))


class Disguised(str):
    """A text that iterates over characters other than its own."""

    @override
    def __iter__(self) -> Iterator[str]:
        return iter("Ann")


def test_a_subclass_of_str_does_not_hide_characters() -> None:
    with pytest.raises(tws.RulesError, match="names on one line"):
        tws.score_sheet([Disguised("A|B"), "Ben"], [])
    assert tws.score_sheet([Disguised("Bea"), "Ben"], []) == "Bea | Ben"


def test_the_default_entry_of_a_game() -> None:
    signed = [tws.SeatScore(points).entry for points in (3, 0, -2)]
    assert signed == ["+3", "+0", "-2"]
    hand = tws.HandScore((tws.SeatScore(3), tws.SeatScore(-2)))
    assert hand.points == (3, -2)
    assert tws.score_sheet(["A", "B"], [hand]) == "A  | B\n+3 | -2\n3  | -2"
