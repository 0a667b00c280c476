"""Pictures of score sheets."""

from __future__ import annotations

from itertools import pairwise

import pytest

import twowaystreet as tws
from tests.svg.positions import SVG, parsed
from twowaystreet import svg
from twowaystreet._core.display import display_of
from twowaystreet.games import street, twenty_down

DONE = street.score(["HD", "LD", "LD"], [7, 2, 1])
DOWN = twenty_down.score([5, 0, 0, 0], "C", ["in", "in", "out", "out"])


def hand_of(seats: int) -> street.HandScore:
    """Return a hand of Two Way Street in which the last player takes all tricks."""
    return street.score((["HD", "LD"] * seats)[:seats], [0] * (seats - 1) + [10])


def texts_of(picture: str) -> list[tuple[float, float, str]]:
    """Return the texts of a picture with their places."""
    return [
        (float(text.attrib["x"]), float(text.attrib["y"]), text.text or "")
        for text in parsed(picture).iter(f"{SVG}text")
    ]


def words(picture: str) -> list[str]:
    """Return the texts of a picture."""
    return [text for _, _, text in texts_of(picture)]


def size_of(picture: str) -> tuple[float, float]:
    root = parsed(picture)
    return float(root.attrib["width"]), float(root.attrib["height"])


def test_a_score_sheet_has_entries_and_totals() -> None:
    other = street.score(["LD", "LD", "HF"], [0, 0, 10])
    picture = svg.score([DONE, other], names=["Ann", "Ben & Co", "Cem"], short=True)
    totals = [sum(both) for both in zip(DONE.points, other.points, strict=True)]
    columns: dict[float, list[str]] = {}
    for x, _, text in texts_of(picture):
        columns.setdefault(x, []).append(text)
    assert [*columns.values()] == [
        [name, one.entry, str(one.points), two.entry, str(total)]
        for name, one, two, total in zip(
            ["Ann", "Ben & Co", "Cem"], DONE.seats, other.seats, totals, strict=True
        )
    ]
    assert picture.count("<ellipse") == totals.count(max(totals))


def test_the_points_of_a_hand_have_their_reasons_in_words() -> None:
    """ST-23: every point has its count, without the short entries."""
    other = street.score(["LD", "LD", "HF"], [0, 0, 10])
    picture = svg.score([DONE, other], names=["Ann", "Ben & Co", "Cem"], size=360)
    shown = " ".join(words(picture))
    for hand in (DONE, other):
        for seat, points in enumerate(hand.points):
            row = display_of(hand).score_row(hand, seat)
            assert f"{points:+}: {row.words}" in shown or f"{points:+}: {row.words}" in picture
    assert not any(seat.entry in picture for seat in (*DONE.seats, *other.seats))


def test_long_reasons_have_lines_of_their_own() -> None:
    """The total of a hand stands below all lines of its entries, in one row for all players."""
    texts = texts_of(svg.score(DONE, names=["Ann", "Ben", "Cem"], size=360))
    totals = {y for _, y, text in texts if text in map(str, DONE.points)}
    assert len(totals) == 1
    assert max(y for _, y, text in texts if text not in map(str, DONE.points)) < min(totals)


def test_a_ring_is_round_the_lowest_total_where_few_points_are_good() -> None:
    picture = svg.score(DOWN, scores=[20, 20, 20, 20])
    ring = parsed(picture).find(".//{*}ellipse")
    assert ring is not None
    assert float(ring.attrib["cx"]) < 720 / 4


def test_a_sheet_begins_with_the_points_of_the_start() -> None:
    """TD-1: the players count down from 20."""
    assert words(svg.score(DOWN)).count("20") == 4 + DOWN.points.count(0)
    assert "At the start: Seat 0 20" in svg.score(DOWN)
    assert "0" not in words(svg.score(DONE))[:3]


@pytest.mark.parametrize("size", [360, 500, 720, 1400])
@pytest.mark.parametrize("theme", ["", "large"])
def test_a_sheet_is_no_wider_than_asked_and_its_columns_are_readable(size: int, theme: str) -> None:
    for seats in (3, 5, 9, 20):
        done = hand_of(seats)
        names = [f"Bartholomew {seat}" for seat in range(seats)]
        for hands in (1, 2, 9, 40):
            picture = svg.score(
                [done] * hands, names=names, size=size, theme=theme, short=seats == 5
            )
            assert size_of(picture)[0] <= size + 0.5
            assert words(picture).count("0") >= hands
            lines: dict[float, list[float]] = {}
            for x, y, _ in texts_of(picture):
                lines.setdefault(y, []).append(x)
            steps = [
                after - before
                for line in map(sorted, lines.values())
                for before, after in pairwise(line)
            ]
            assert min(steps, default=100) >= 55  # the width of an entry


def test_players_without_room_go_into_blocks_below() -> None:
    for short, blocks in ((True, 2), (False, 3)):
        picture = svg.score(hand_of(8), size=360, names=[*"ABCDEFGH"], short=short)
        assert len({y for _, y, text in texts_of(picture) if text in "ABCDEFGH"}) == blocks


def test_many_hands_stand_side_by_side_and_each_block_begins_with_the_totals() -> None:
    picture = svg.score([DOWN] * 20, names=[*"ABCD"], size=1000)
    starts = [(x, text) for x, y, text in texts_of(picture) if y == 49]
    assert [text for _, text in starts][:4] == ["20"] * 4
    assert len(starts) % 4 == 0 and len(starts) > 4
    low, high = size_of(picture)[1], size_of(svg.score([DOWN] * 20, size=360))[1]
    assert low < high / 2


def test_large_figures_are_larger() -> None:
    usual, large = svg.score(DONE), svg.score(DONE, theme="large")
    assert size_of(large)[0] == size_of(usual)[0]
    assert size_of(large)[1] > 1.3 * size_of(usual)[1]
    with pytest.raises(tws.RulesError, match="huge"):
        svg.score(DONE, theme="huge")
