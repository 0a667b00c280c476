"""The names of the players on the screen."""

import io

import pytest

from tests.cli.helpers import SEED_7, output, refusal
from twowaystreet._core.display import display_of
from twowaystreet._core.display.lines import plain, width_of
from twowaystreet._core.display.screen import NameProblem, read_names, sheet_lines
from twowaystreet.games import street


def test_names_go_round_from_the_persons_left() -> None:
    assert read_names("Ann, Ben", 4, 2) == ("Ben", "Seat 1", "You", "Ann")
    assert read_names("Ann,Ben,Cem", 3, None) == ("Ann", "Ben", "Cem")
    assert read_names("", 3, 0) == ("You", "Seat 1", "Seat 2")


def test_names_are_shown_everywhere() -> None:
    words = ("play", "twenty_down", "--seed", "5", "--hands", "1", "--names", "Ann,Ben,Cem")
    session = output(*words, typed=["1", "draw", "out", "1", "1", "1", "1", "1", "last", "who"])
    assert "Seat " not in session
    assert "Score sheet" in session
    watched = output("play", "street", "--auto", "--seed", "7", "--names", "A,B,C,D")
    assert "Seat " not in watched


@pytest.mark.parametrize(
    ("names", "message"),
    [
        ("a,b,c,d", "4 names: expected at most 3, one for each opponent"),
        ("Ann,", "the name '': expected a text of 1 to 20 columns"),
        ("x" * 21, "expected a text of 1 to 20 columns"),
        ("李" * 11, "expected a text of 1 to 20 columns"),
        ("Ann,ANN", "the names You, Ann, ANN, Seat 3: expected a different one for each player"),
        ("you", "expected a different one for each player"),
        ("Seat 2", "expected a different one for each player"),
        ("a\x1b[2J", "without |, control characters"),
        ("a\nb", "without |, control characters"),
        ("a\u202eb", "without |, control characters"),
        ("a|b", "without |, control characters"),
        ("QS", "the name 'QS': expected a name that is no card"),
        ("King (KH)", "expected a name that is no card"),
        ("\udcff", "without |, control characters"),
    ],
)
def test_unfit_names_are_refused(names: str, message: str) -> None:
    line = refusal(*SEED_7, "--names", names)
    assert message in line
    assert line.isprintable()


def test_a_name_that_the_terminal_cannot_show_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdout", io.TextIOWrapper(io.BytesIO(), encoding="ascii"))
    with pytest.raises(NameProblem, match="letters that this terminal can show"):
        read_names("李", 3, 0)


def test_wide_names_keep_the_columns() -> None:
    words = (*SEED_7, "--names", "李小龙,e\u0301va")
    session = output(*words, typed=["low", "AC B*"]).splitlines()
    rows = [line.partition("  10 ")[0] for line in session if "  10     " in line]
    assert len(rows) > 8
    assert len({width_of((row,)) for row in rows}) == 1
    score = street.score(["HD", "LD", "LD"], [7, 2, 1])
    *_, title, entries, totals = sheet_lines(
        display_of(street.GAME), [score], ("You", "李小龙", "Ann"), [0] * 3
    )
    ends = [[width_of((part,)) for part in plain(line).split("|")[:2]] for line in (title, entries)]
    assert ends[0] == ends[1]
    assert plain(title).split(" | ")[1].strip() == "李小龙"
    assert plain(totals)
