"""Whole sessions of a person: moves, refusals, undo, help, names."""

import codecs
import io
import re
import shlex
import sys
from typing import Any
from unittest.mock import Mock, patch

import pytest
from click.testing import CliRunner

from tests.cli.helpers import EARLIER, SEED_7, golden, output, refusal
from tests.helpers import give_rule
from twowaystreet._cli.commands import command
from twowaystreet._core.display import display_of
from twowaystreet._core.display.lines import plain, width_of
from twowaystreet._core.display.screen import NameProblem, read_names, sheet_lines
from twowaystreet.games import street

# The first hand of seed 7 from seat 0: the first trick is led with hearts.
BEFORE_PLAY = ["low", "exchange AC B*"]
SPADES = ("play", "spades", "--seed", "3", "--hands", "1")
BIDDING = ["look", "bid 7", "bid 8", "stand"]
DOWN = ("play", "twenty_down", "--seed", "5", "--hands", "1", "--dealer", "0")
ALONE = (*DOWN, *EARLIER)


def offered(session: str) -> str:
    """Return the last line that lists the choices."""
    lines = session.splitlines()
    return next(line[len("Your move") :].strip() for line in lines[::-1] if "Your move" in line)


def first_of(choice: str) -> str:
    """Return the first move of a choice."""
    if number := re.search(r"\[(\d+)\]", choice):
        return number[1]
    if "such as " in choice:
        return choice.partition("such as ")[2]
    parts = re.split(r",| to \d", choice, maxsplit=1)
    is_whole = len(parts) > 1 or choice.startswith("renege")
    return parts[0] if is_whole else choice.split(maxsplit=1)[0]


def played_out(*words: str, typed: list[str]) -> tuple[str, list[str]]:
    """Type these lines, then the first card offered until the session ends; return all lines."""
    lines = list(typed)

    def answer(prompt: str) -> str:
        if len(answers) == len(lines):
            stdout: Any = sys.stdout  # Any: a stream of the tests
            shown = str(stdout.buffer.getvalue().decode())
            lines.append(first_of(offered(shown).rpartition(": ")[2]))
        answers.append(lines[len(answers)])
        return answers[-1]

    answers: list[str] = []
    with patch("builtins.input", answer):
        return output(*words), lines


WHOLE: dict[str, tuple[tuple[str, ...], list[str], list[str]]] = {
    # The arguments, the first lines typed, and texts of the session.
    "an illegal card": (
        SEED_7,
        [*BEFORE_PLAY, "KC"],
        [
            "! KC: hearts were led: expected one of 2H 3H 4H 7H 9H (ST-13)",
            *("Trick 10 ", "penalty", "Score sheet"),
        ],
    ),
    "a duel": (
        ("play", "duel", "--seed", "4", "--hands", "1", "--dealer", "0"),
        ["bid 3 high"],
        ["Hand 1, you deal", "> You ", "Trick 10 "],
    ),
    "a whole game": (
        ("play", "street", "--seed", "7", "--target", "1"),
        BEFORE_PLAY,
        [" the game."],
    ),
    "twenty down": (
        ("play", "twenty_down", "--seed", "5", "--hands", "1", "--dealer", "3"),
        ["trump H", "draw 7C AH", "draw QD 9S", "7C"],
        [
            "! draw 7C AH: 7C AH are not in hand: expected cards among 9S QS 7H 8H QD (TD-3)",
            "You        discard 9S QD, drawing JH 8C",
            "! 7C: 7C is not in hand",
            "Trumps     hearts, everything counts double",
            "Trick 5 ",
            "\n  Start ",
        ],
    ),
    "both hands": (
        (*SPADES, "--ask-always", *EARLIER),
        [*BIDDING, "2S", "10C", "5C", "AD", "QC"],
        [
            "! 2S: clubs were led: expected one of 5C (SP-13); your dummy hand is to",
            "! 10C: 10C is not in hand: expected cards among 2S QS KS AH 5C 6D (AL-4)",
            "! AD: clubs were led: expected one of 2C 4C 10C QC (SP-10); your actual",
            "Your move  from your dummy hand: [1] 5C",
            "Your move  from your actual hand: [1] 2C   [2] 4C   [3] 10C  [4] QC",
            "leads JC from the dummy hand and plays 7C from the actual hand.",
            "Book 1     You take the book.",
            "Book 13 ",
        ],
    ),
    # A club was led and the hand has clubs; it shows one when it leads to the third book.
    "a renege": (
        (*SPADES, "--set", "renege=penalised", "--practice", *EARLIER),
        [*BIDDING, "5C", "AD"],
        ["Called     your renege in book 1"],
    ),
}


@pytest.mark.parametrize("case", WHOLE)
def test_hands_are_played_to_their_end(case: str) -> None:
    words, typed, texts = WHOLE[case]
    session, typed = played_out(*words, typed=typed)
    told = " ".join(session.split())
    assert [text for text in texts if text not in session and text not in told] == []
    assert session.isascii() and "Score sheet" in session
    assert "--seed" not in words or session.endswith(f"Seed {words[words.index('--seed') + 1]}\n")


SESSIONS = golden("sessions.txt").split("\n\n")
"""Each begins with its arguments, and has the lines typed and then texts of the session."""


@pytest.mark.parametrize("number", range(len(SESSIONS)))
def test_a_session_has_these_texts(number: int) -> None:
    first, *lines = SESSIONS[number].splitlines()
    typed = [line[2:] for line in lines if line.startswith(">")]
    session = output(*shlex.split(first[2:]), typed=typed)
    told = " ".join(session.split())
    texts = [line[2:] for line in lines if line.startswith("|")]
    assert [text for text in texts if text not in told] == [], session


def test_a_thrown_in_deal_is_dealt_again() -> None:
    for seed in range(60):
        words = ("play", "duel", "--seed", str(seed), "--dealer", "0", "--practice")
        for bid in ("bid 1 high", "bid 1 low"):
            session = output(*words, typed=[bid, "undo"])
            if "The deal is thrown in." in session:
                # The same player deals again, and decisions about other cards cannot be undone.
                assert session.count("Hand 1, you deal") == 2
                assert "! nothing to take back" in session
                return
    raise AssertionError("no deal was thrown in")


def test_undo_takes_back_a_decision_and_not_a_card_played_automatically() -> None:
    session = output(*ALONE, "--practice", typed=["7C 8D", "in", "undo"])
    assert "only legal card" in session
    assert session.rstrip().splitlines()[-6].startswith("Your move  [1] in   [2] out")
    asked = output(*ALONE, "--ask-always", typed=["7C 8D", "in"])
    assert "only legal" not in asked and asked.count("Your move") == 3


def test_moves_out_of_turn_and_unreadable_ones_are_refused_and_asked_again() -> None:
    session = output(*SEED_7, typed=["name H", "deal AC", "exchange AC AC", "keep"])
    assert session.count("! ") == 4
    session = output(*SEED_7, typed=["hihg", "exchange AC", "QQ", "", "high"])
    assert session.count("expected high or low (or help, hint, quit)") == 3
    assert session.count("Your move  [1] high  [2] low") == 2
    assert offered(session).startswith("exchange")


@pytest.mark.parametrize("typed", [[], ["QUIT", "high"], ["high"]])
def test_leaving_is_not_a_failure(typed: list[str]) -> None:
    assert output(*SEED_7, typed=typed).endswith("You leave the game.\nSeed 7\n")


def test_undecodable_bytes_are_refused_as_a_move(monkeypatch: pytest.MonkeyPatch) -> None:
    undecodable = UnicodeDecodeError("utf-8", b"\xff", 0, 1, "invalid start byte")
    monkeypatch.setattr("builtins.input", Mock(side_effect=[undecodable, "quit"]))
    assert "! cannot read '?'" in output(*SEED_7)


@pytest.mark.parametrize("encoding", ["utf-8", "cp1252"])
def test_a_byte_order_mark_before_the_first_line_does_not_matter(encoding: str) -> None:
    # The program of a pipe reads the mark in the encoding of its system.
    program = CliRunner(charset=encoding)
    typed = codecs.BOM_UTF8 + b"high\nquit\n"
    session = program.invoke(command, SEED_7, input=typed, prog_name="twowaystreet").output
    assert "> high\n" in session and "cannot read" not in session


def test_the_seed_is_shown_only_after_the_game() -> None:
    session = output("play", "street")
    seed = session.splitlines()[-1].removeprefix("Seed ")
    assert output("play", "street", "--seed", seed) == session
    assert seed not in session.splitlines()[0]


def test_a_person_can_take_another_seat() -> None:
    session = output("play", "street", "--seed", "7", "--seat", "2")
    assert "Hand 1, you deal" in session
    assert "Seat 2" not in session


def test_a_person_calls_a_renege(monkeypatch: pytest.MonkeyPatch) -> None:
    # Without a rule of thumb a player sometimes reneges.
    give_rule(monkeypatch, "spades", None)
    words = (*SPADES[:2], "--seed", "1", *SPADES[4:], "--set", "renege=penalised")
    session, typed = played_out(
        *words, "--opponents", "random", typed=["look", "bid 4", "stand", "stand"]
    )
    assert "renege 1" in typed
    assert "Your move  renege 1 to " in session
    assert "Called     Seat 1's renege in book" in session
    helped = output(
        *words, "--opponents", "random", typed=[*typed[: typed.index("renege 1")], "help"]
    )
    assert "take one to three of your opponent's books" in " ".join(helped.split())


# Names of players.


def test_names_go_round_from_the_persons_left_and_are_shown_everywhere() -> None:
    assert read_names("Ann, Ben", 4, 2) == ("Ben", "Seat 1", "You", "Ann")
    assert read_names("Ann,Ben,Cem", 3, None) == ("Ann", "Ben", "Cem")
    assert read_names("", 3, 0) == ("You", "Seat 1", "Seat 2")
    words = ("play", "twenty_down", "--seed", "5", "--hands", "1", "--names", "Ann,Ben,Cem")
    session = output(*words, typed=["1", "draw", "out", "1", "1", "1", "1", "1", "last", "who"])
    assert "Seat " not in session and "Score sheet" in session
    assert "Seat " not in output("play", "street", "--auto", "--seed", "7", "--names", "A,B,C,D")


DIFFERENT = "expected a different one for each player"
VISIBLE = "without |, control characters"


@pytest.mark.parametrize(
    ("names", "message"),
    [
        ("a,b,c,d", "4 names: expected at most 3, one for each opponent"),
        ("Ann,", "the name '': expected a text of 1 to 20 columns"),
        *((name, "expected a text of 1 to 20 columns") for name in ("x" * 21, "李" * 11)),
        ("Ann,ANN", f"the names You, Ann, ANN, Seat 3: {DIFFERENT}"),
        *((name, DIFFERENT) for name in ("you", "Seat 2")),
        *((name, VISIBLE) for name in ("a\x1b[2J", "a\nb", "a\u202eb", "a|b", "\udcff")),
        ("QS", "the name 'QS': expected a name that is no card"),
        ("King (KH)", "expected a name that is no card"),
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
    session = output(*SEED_7, "--names", "李小龙,e\u0301va", typed=["low", "AC B*"]).splitlines()
    rows = [line.partition("  10 ")[0] for line in session if "  10     " in line]
    assert len(rows) > 8
    assert len({width_of((row,)) for row in rows}) == 1
    score = street.score(["HD", "LD", "LD"], [7, 2, 1])
    *_, title, entries, _ = sheet_lines(
        display_of(street.GAME), [score], ("You", "李小龙", "Ann"), [0] * 3
    )
    ends = [[width_of((part,)) for part in plain(line).split("|")[:2]] for line in (title, entries)]
    assert ends[0] == ends[1]
    assert plain(title).split(" | ")[1].strip() == "李小龙"
