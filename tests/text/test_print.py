"""``print(view)`` shows the picture of the command line; ``repr`` stays exact."""

from __future__ import annotations

from pathlib import Path

import pytest

import twowaystreet as tws
from tests.cli.helpers import in_file, output, run_python, some_record
from tests.helpers import anything
from tests.svg.positions import OWN, play, positions


@pytest.mark.parametrize("name", tws.GAMES)
@pytest.mark.parametrize("seat", [None, 1])
def test_a_printed_view_is_the_picture_of_the_command_line(
    name: str, seat: int | None, tmp_path: Path
) -> None:
    record = some_record(name, 4, 12)
    words = () if seat is None else ("--seat", str(seat))
    shown = output("view", in_file(tmp_path / "game.txt", record), "--plain", *words)
    assert f"{tws.view(record.state, seat)}\n" == shown


def test_a_view_of_an_unregistered_game_is_printed_too() -> None:
    *_, state = play(OWN["high_card"], 1, 2)
    lines = str(tws.view(state, 0)).splitlines()
    assert lines[1].split() == [">", "Seat", "0", "3", "0"]
    assert lines[-1].startswith("Hand ")


def test_repr_has_every_field() -> None:
    for state in positions("street")[::4]:
        seen = tws.view(state, 0)
        assert repr(seen).startswith("View(seat=0, rules=Rules(")
        assert repr(seen) != str(seen)


def test_printing_needs_no_other_package() -> None:
    code = (
        "import sys; sys.modules.update(click=None, rich=None)\n"
        "import twowaystreet as tws\n"
        "from twowaystreet.games import duel\n"
        "print(tws.view(duel.new_game(), 0)); tws.view(duel.new_game(), 0)._repr_svg_()"
    )
    done = run_python("-c", code)
    assert done.stderr == ""
    assert done.stdout.splitlines()[-1] == "Hand"


def test_a_view_is_printed_with_names() -> None:
    seen = tws.view(tws.GAMES["duel"].new_game(), 0)
    text = seen.to_text(["Ann", "山田"])
    assert [line.split()[0] for line in text.splitlines()[1:3]] == ["Ann", "山田"]
    assert seen.to_text() == str(seen)
    assert "Seat 0" in str(seen) and "Seat 0" not in text


@pytest.mark.parametrize("names", [["Ann"], ["Ann", "B\nen"], ["Ann", 3], "AB", 3, ["a|b", "c"]])
def test_names_that_would_damage_the_text_are_refused(names: object) -> None:
    seen = tws.view(tws.GAMES["duel"].new_game(), 0)
    with pytest.raises(tws.RulesError, match="names="):
        seen.to_text(anything(names))
