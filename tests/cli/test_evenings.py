"""The command ``score`` keeps the score of an evening with real cards, in every game."""

from pathlib import Path

import pytest

from tests.cli.helpers import output, refusal
from tests.twos.table import THREE, TWO
from twowaystreet.games.spades.score import FOR_TEN_OVERBOOKS

FOUR = "Zak,Katie,Jen,Derek"
EVENINGS: dict[str, tuple[str, list[str], list[str]]] = {
    # The names, the typed lines, and the totals after each.
    # ST-8: after three low ones the first player of the second hand was forced.
    "street": (FOUR, ["L 0 H 4 low 0 HD 6", "h8 l0 l1 l1"], ["4 0 4 4", "13 2 4 4"]),
    "duel": ("Zak,Katie", ["high 7 3 0 3", "L 5 5"], ["2 0", "2 1"]),
    "twos": (
        *("Zak,Katie,Aunt Jen,Derek", ["7 3 6 0; Zak Derek 3", "4 4 4 4;0, aunt jen,2"]),
        [f"{7 + THREE} 3 6 {-THREE}", f"{11 + THREE + TWO} 7 {10 - TWO} {4 - THREE}"],
    ),
    # SP-17: the two overbooks of the first hand are kept for the second.
    "spades": (
        "Zak,Katie",
        ["bid 4, naught, aaaaaDDDDDDDd", "bid 4, bid 5, aaaaaaaaaaaaa", "bid 5,NIL,adadaDDDDDDDD"],
        ["42 200", f"{91 + FOR_TEN_OVERBOOKS} 150", f"{141 + FOR_TEN_OVERBOOKS} 450"],
    ),
    "twenty_down": (FOUR, ["H 4 1 0 out", "c out in out out"], ["12 18 30 20", "12 13 30 20"]),
    "tien_len": (FOUR, ["Jen Zak Derek", "0 1 2"], ["1 -3 1 1", "2 -2 2 -2"]),
    # BR-12: the pot that nobody took has two antes of each in the second hand.
    "brag": (
        "Zak,Katie",
        ["nobody", "zak", "9C 9D 9H/AS KS QS/2C 5D JH; AC 2D 3H/7C 7D KH/4S 6H QD"],
        ["0 0", "2 -2", "3 -3"],
    ),
}


def totals(session: str) -> list[str]:
    rows = [line.split() for line in session.splitlines()]
    return [" ".join(row[1:]) for row in rows if row[:1] == ["Total"]]


def test_the_sheet_is_in_words_and_has_short_entries_on_demand() -> None:
    """ST-23: the reason of each count in words, or as on paper."""
    typed = ["score", "L 0 H 4 L 0 H 6", "score short"]
    session = output("score", "street", "--names", "Zak,Katie,Jen,Derek", typed=typed)
    usual, short = session.split("> score short")
    assert "No hand is complete yet." in usual
    assert "  Katie  +0, high: 4 tricks minus penalty 4 is 0\n" in usual and "HD,4-4:0" not in usual
    assert "HD,4-4:0" in short and "minus penalty" not in short


def test_an_evening_keeps_what_people_write(tmp_path: Path) -> None:
    file, line = tmp_path / "evening.txt", "7 3 6 0; Zak Derek 3"
    output("score", "twos", "--names", FOUR, "--save", str(file), typed=[line])
    text = file.read_text("utf-8").replace("Katie", "Smith, K").replace(line, f"{line}  # hm")
    noted = text.replace("#Seat 3", "# free\n#Place: Ghent\n#Seat 3") + "# end"
    file.write_bytes(noted.replace("\n", "\r\n").encode())
    before = file.read_bytes()
    output("score", "twos", "--save", str(file), typed=["quit"])
    assert file.read_bytes() == before
    output("score", "twos", "--save", str(file), typed=["4 4 4 4", "undo"])
    assert file.read_bytes() == before + b"\r\n"
    output("score", "twos", "--save", str(file), typed=["undo"])
    left = file.read_text("utf-8")
    assert line not in left and all(word in left for word in ("# free", "Place: Ghent", "# end"))


@pytest.mark.parametrize("game", EVENINGS)
def test_an_evening_goes_on_from_its_file(game: str, tmp_path: Path) -> None:
    names, lines, expected = EVENINGS[game]
    file = tmp_path / "evening.txt"
    words = ("score", game, "--names", names, "--save", str(file))
    output(*words, typed=lines[:1])
    text = file.read_text(encoding="utf-8")
    assert text.startswith("twowaystreet score 1\n") and lines[0] in text
    file.write_text(f"\ufeff{text}".replace("\n", "\r\n"), encoding="utf-8")
    # The same command and a shorter one go on with it.
    session = output(*words, typed=[*lines[1:], lines[0], "undo"])
    assert totals(session)[: len(lines)] == expected
    assert totals(output("score", game, "--save", str(file))) == expected[-1:]
    assert "of another evening" in refusal("score", game, "--dealer", "1", "--save", str(file))


@pytest.mark.rule("TD-11", "SP-14")
def test_from_the_ninth_hand_on_hearts_are_trumps_and_calls_of_a_renege_move_books() -> None:
    even = [f"S {hand}" for hand in ["5 0 0 0", "0 5 0 0", "0 0 5 0", "0 0 0 5"] * 2]
    session = output("score", "twenty_down", typed=[*even, "S 5 0 0 0", "H 2 3 0 out", "H 5 0 0 0"])
    assert session.count("(TD-11)") == 2
    assert totals(session)[-1] == "30 50 50 50"
    typed = ["bid 5, nil, adadaDDDDDDDD, -1"]
    assert totals(output("score", "spades", "--set", "renege=penalised", typed=typed)) == [
        "-50 300"
    ]


def test_a_sheet_is_saved_on_demand_and_names_give_the_number_of_players(tmp_path: Path) -> None:
    file = tmp_path / "evening.txt"
    typed = ["H 5 L 0 L 5", f"save {file}", "undo"]
    session = output("score", "street", "--names", "Zak,Katie,Jen", typed=typed)
    assert "Hand 2     Katie deals." in session
    assert "#Seat 1: Katie" in file.read_text(encoding="utf-8")
    assert "Hand 1     Zak deals." in output("score", "street", "--save", str(file))


def test_files_that_hold_no_evening_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "evening.txt"
    words = ("score", "duel", "--save", str(file))
    output(*words, typed=["high 7 3"])
    text = file.read_text(encoding="utf-8")
    for content, message in (
        (text.replace("high 7 3", "high 7 4"), "hand 1: tricks='high 7 4': expected"),
        (text.replace("score 1", "record 1"), "expected 'twowaystreet score 1' in the first line"),
        (text[:30], "expected the header lines"),
        (text.replace("#Seat 0: Seat 0", "#Seat 0: a|b"), "without |"),
        (text.replace("game duel", "game chess"), "there is no game 'chess'"),
    ):
        file.write_text(content, encoding="utf-8")
        assert message in refusal(*words)
    file.write_text(text, encoding="utf-8")
    assert "another evening" in refusal("score", "twos", "--save", str(file))
