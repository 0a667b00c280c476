"""Replays as pictures: one page to step through a game, and one file for each position."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

import twowaystreet as tws
from tests.cli.helpers import CARD, in_file, output, refusal, some_record
from twowaystreet import svg
from twowaystreet._cli import replay_pages
from twowaystreet._text.names import seat_names


def drawn(record: tws.Record, path: Path, *more: str) -> str:
    """Return the page of a record."""
    saved = in_file(path / "game.txt", record)
    page = path / "page.html"
    assert output("replay", saved, "--html", str(page), *more) == f"Saved in {page}\n"
    return page.read_text(encoding="utf-8")


def constant(page: str, name: str) -> Any:  # Any: all that JSON can hold
    """Return the value of a constant of the script."""
    found = re.search(rf"^const {name} = (.*);$", page, re.MULTILINE)
    assert found is not None
    return json.loads(found[1])


def pictures(page: str, size: int) -> Iterator[str]:
    """Yield the wide or the narrow pictures of a page."""
    lines = constant(page, "lines")
    for frame in constant(page, "frames"):
        yield "\n".join(lines[number] for number in frame[size])


def unmarked(picture: str) -> str:
    """Return a picture without the checksum in its identifiers."""
    return re.sub(r'((?:id="|href="#)t)[0-9a-f]{8}-', r"\1-", picture)


@pytest.mark.parametrize("name", tws.GAMES)
def test_a_page_has_a_picture_of_each_position(name: str, tmp_path: Path) -> None:
    record = some_record(name, 3, 20)
    page = drawn(record, tmp_path)
    states = [state for state, _ in record] + [record.state]
    names = seat_names(len(record.state.scores), None)
    for number, size in enumerate((720, 360)):
        expected = [
            unmarked(svg.table(tws.view(state, None), names=names, hands=state.hands, size=size))
            for state in states
        ]
        assert list(pictures(page, number)) == expected
    captions = constant(page, "captions")
    assert captions[:2] == ["Before the first move", "The deal"]
    assert len(captions) == len(states)


@pytest.mark.parametrize("name", tws.GAMES)
def test_the_page_of_a_seat_holds_no_card_that_it_has_not_seen(name: str, tmp_path: Path) -> None:
    record = some_record(name, 3, 14)
    page = drawn(record, tmp_path, "--seat", "1")
    seen = record.for_seat(1)
    text = re.sub(r' d=\\"[^"]*\\"', "", page)
    assert set(CARD.findall(text)) <= set(CARD.findall(seen.to_json()))
    views = [seen.start, *(event.view for event in seen)]
    names = seat_names(len(record.state.scores), None)
    assert list(pictures(page, 0)) == [unmarked(svg.table(each, names=names)) for each in views]


def test_a_page_needs_no_other_file(tmp_path: Path) -> None:
    page = drawn(some_record("twos", 1), tmp_path)
    without_names = page.replace("http://www.w3.org/2000/svg", "")
    assert not re.search(r"https?:|//\w|@import|url\(|\bsrc=|<link", without_names)
    scripts = page.split("<script>")
    assert len(scripts) == 2
    assert scripts[1].count("</script>") == 1


@pytest.mark.parametrize(
    ("more", "title"),
    [
        ((), "Spades for two, all cards open"),
        (("--seat", "1"), "Spades for two, as seat 1 saw it"),
        (("--public",), "Spades for two, as everybody saw it"),
    ],
)
def test_the_title_of_a_page_says_whose_cards_it_shows(
    more: tuple[str, ...], title: str, tmp_path: Path
) -> None:
    page = drawn(some_record("spades", 1, 3), tmp_path, *more)
    assert f"<title>{title}</title>" in page
    assert f"<h1>{title}</h1>" in page


def test_a_page_is_well_formed(tmp_path: Path) -> None:
    class Tags(HTMLParser):
        """Counts open elements."""

        depth = 0

        def handle_starttag(self, tag: str, attrs: object) -> None:
            self.depth += tag not in ("meta", "input")

        def handle_endtag(self, tag: str) -> None:
            self.depth -= 1

    tags = Tags()
    tags.feed(drawn(some_record("duel", 1, 9), tmp_path))
    assert tags.depth == 0


def test_one_file_for_each_position(tmp_path: Path) -> None:
    record = some_record("duel", 1, 12)
    saved, folder = in_file(tmp_path / "game.txt", record), tmp_path / "new" / "pictures"
    assert output("replay", saved, "--svg", str(folder), "--public") == (
        f"Saved 13 pictures in {folder}\n"
    )
    files = sorted(folder.iterdir())
    assert [file.name for file in files] == [f"{number:02}.svg" for number in range(13)]
    seen = record.for_seat(None).view
    last = files[-1].read_text(encoding="utf-8")
    assert last == svg.table(seen, names=["Seat 0", "Seat 1"]) + "\n"


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    saved = in_file(tmp_path / "game.txt", some_record("duel", 1, 3))
    page = tmp_path / "page.html"
    page.write_text("mine", encoding="utf-8")
    assert "File exists" in refusal("replay", saved, "--html", str(page))
    assert "new or empty folder" in refusal("replay", saved, "--svg", str(tmp_path))
    assert "cannot save to" in refusal("replay", saved, "--svg", str(page / "below"))
    assert page.read_text(encoding="utf-8") == "mine"
    assert sorted(each.name for each in tmp_path.iterdir()) == ["game.txt", "page.html"]


def test_steps_and_pictures_exclude_each_other(tmp_path: Path) -> None:
    saved = in_file(tmp_path / "game.txt", some_record("duel", 1, 3))
    assert "--step excludes" in refusal("replay", saved, "--step", "--html", str(tmp_path / "p"))


def test_impossible_positions_of_a_seat_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "seat.json"
    path.write_text(some_record("duel", 1, 3).for_seat(0).to_json(), encoding="utf-8")

    def fail(*_: object, **__: object) -> str:
        raise IndexError("no such seat")

    monkeypatch.setattr(svg, "table", fail)
    words = refusal("replay", str(path), "--html", str(tmp_path / "page.html"))
    assert "impossible" in words
    assert not (tmp_path / "page.html").exists()
    with pytest.raises(IndexError):  # the rules have checked a record: this is a fault of ours
        replay_pages.page(some_record("duel", 1, 3))
