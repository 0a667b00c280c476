"""The examples run and print the documented output."""

from __future__ import annotations

import random
import re
import subprocess
import sys
from math import comb
from pathlib import Path

import pytest

import twowaystreet as tws
from examples import house_rule, put_away
from twowaystreet import players
from twowaystreet.testing import conformance
from twowaystreet.testing.conformance import other_process, promises

TESTS = Path(__file__).parent
EXAMPLES = TESTS.parent / "examples"


def run(name: str, *arguments: str, typed: str = "") -> list[str]:
    """Return the output lines of an example."""
    done = subprocess.run(
        [sys.executable, "-X", "utf8", str(EXAMPLES / name), *arguments],
        input=typed,
        capture_output=True,
        check=True,
        encoding="utf-8",
    )
    return done.stdout.splitlines()


def test_every_example_is_listed_and_tested() -> None:
    lines = (EXAMPLES / "README.md").read_text(encoding="utf-8").splitlines()
    rows = [re.match(r"\| \[(\w+\.py)\]\(\1\) \| `(.+?)` \| ", line) for line in lines]
    commands = {row[1]: row[2] for row in rows if row}
    examples = {path.name: path.read_text(encoding="utf-8") for path in EXAMPLES.glob("*.py")}
    assert set(commands) == set(examples)
    for name, command in commands.items():
        starts = f"python examples/{name}", f"twowaystreet play examples/{name}:GAME"
        assert command.startswith(starts)
        assert command in examples[name], f"{name} names another command than the list"
    tests = [path.read_text(encoding="utf-8") for path in TESTS.glob("test_examples*.py")]
    untested = [name for name in examples if not any(name[:-3] in test for test in tests)]
    assert untested == []


def test_the_example_of_a_first_hand() -> None:
    lines = run("quickstart.py")
    assert lines[0] == "Ann holds 3C 10C QC AC 8D 4H 7H 9H JH R*"
    assert lines[1] == "and may say high or low"
    assert lines[2] == "Refused: QS: not now: expected a declaration: high or low (ST-7)"
    assert len(lines) == 16
    assert all(" leads " in line for line in lines[3:13])
    assert lines[13].split(" | ")[0].strip() == "Ann"


@pytest.mark.parametrize("game", ["twos", "brag"])
def test_training_writes_a_network_that_plays(game: str, tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="the example train.py needs PyTorch")
    path = tmp_path / "network.npz"
    run("train.py", game, str(path), "--seconds", "1", "--hands", "4", "--hidden", "8")
    state = tws.GAMES[game].new_game()
    state = tws.apply(state, tws.shuffle(state, random.Random(1)))
    move = players.Network(path)(tws.view(state, state.actor), random.Random(1))
    assert move in tws.legal_moves(state)


def test_the_bot_wins_far_more_than_its_share() -> None:
    lines = run("bot.py", "200")
    assert [line.split(":")[0] for line in lines] == [
        "Seat 0, bot",
        *(f"Seat {seat}, at_random" for seat in (1, 2, 3)),
    ]
    shares = [float(line.split()[3].rstrip("%")) for line in lines]
    assert sum(shares) == pytest.approx(100, abs=0.3)
    assert shares[0] > 60 and max(shares[1:]) < 25


def test_the_example_of_a_score_pad() -> None:
    typed = "LD 0 HD 4 LD 0 HD 6\nLD 0 HD 4\nLD 0 HD eight LD 1 LD 1\nLD 0 HD 8 LD 1 LD 1\n\n"
    lines = run("score_pad.py", "Zak", "Katie", "Jen", "Derek", typed=typed)
    assert lines[2].split() == ["4", "|", "0", "|", "4", "|", "4"]
    assert sum(line.startswith("Not written down") for line in lines) == 2
    assert lines[-1].split() == ["6", "|", "6", "|", "4", "|", "4"]


def test_the_example_of_a_new_game() -> None:
    lines = run("oh_hell.py", "play", "oh_hell", "--auto", "--seed", "3")
    assert sum(line.startswith("Hand ") for line in lines) == 1
    assert sum(line.startswith("Trick ") for line in lines) == 7
    assert any("bid 2" in line for line in lines)
    assert any("oh_hell" in line for line in run("oh_hell.py", "games"))


def test_whist_has_at_most_100_lines_and_plays_at_the_terminal() -> None:
    path = EXAMPLES / "whist.py"
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 100
    words = ("play", f"{path}:GAME", "--auto", "--seed", "3", "--set", "target=1")
    done = subprocess.run(
        [sys.executable, "-X", "utf8", "-m", "twowaystreet", *words],
        capture_output=True,
        check=True,
        encoding="utf-8",
    )
    lines = done.stdout.splitlines()
    assert sum(line.startswith("Trick ") for line in lines) == 13
    (won,) = [line for line in lines if "the game" in line]
    assert re.fullmatch(r"Seat (0 and Seat 2|1 and Seat 3) win the game\.", won)


def test_the_game_without_tricks_is_played_at_the_terminal() -> None:
    lines = run("high_card.py", "play", "high_card", "--auto", "--seed", "3")
    assert any(line.startswith("Score sheet") for line in lines)
    assert [lines[-2].split(), lines[-1]] == [["Total", "0", "1"], "Seed 3"]


def test_the_game_with_hidden_moves_is_played_at_the_terminal() -> None:
    lines = run("put_away.py", "play", "put_away", "--auto", "--seed", "3")
    assert any(line.startswith("Score sheet") for line in lines)
    assert lines[-1] == "Seed 3"


def test_the_game_with_hidden_moves_keeps_its_promises() -> None:
    checked = conformance.check(put_away.GAME, promises=["worlds", "secrets", "views"], hands=2)
    assert checked["worlds"] > 0


def test_the_worlds_of_the_game_with_hidden_moves_are_counted_by_hand() -> None:
    # 48 cards are unseen. The other player has four of them, and then three and one put away.
    state = put_away.GAME.new_game()
    state = tws.apply(state, tws.shuffle(state, random.Random(3)))
    counts = list[int]()
    while not state.hand_over:
        counts.append(tws.worlds(tws.view(state, 0)).count)
        state = tws.apply(state, tws.legal_moves(state)[0])
    counts.append(tws.worlds(tws.view(state, 0)).count)
    choices = comb(48, 4)
    assert counts == [choices, choices * 4, choices * 4, comb(47, 3) * 3, comb(47, 3) * 3]


def test_the_example_of_a_house_rule_finds_the_wrong_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(other_process, "PROCESSES", 1)
    monkeypatch.setattr(promises, "MAX_CHECKS", 10)  # the game keeps its promises
    house_rule.main()
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Late Twos keeps 18 promises."
    assert [line.partition(":")[0] for line in lines[1:4]] == ["holds", "holds", "WRONG"]
    (deal,) = [number for number, line in enumerate(lines) if line.startswith("deal ")]
    assert sorted(lines[deal + 1].split("; ")) == ["2C", "3C", "4C", "5C"]
