"""The command ``review``: losses, reasons in words, luck, hindsight, comments and refusals."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import twowaystreet as tws
from tests.cli.helpers import loaded, output, refusal, run
from twowaystreet._cli import commands, reviews
from twowaystreet._cli.printers import Refusal
from twowaystreet.games import brag, twos
from twowaystreet.players import _reasons, at_random
from twowaystreet.table import Table

FEW = ("--worlds", "10")


@pytest.fixture(autouse=True)
def _plain_playouts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Play out hands without compilation, and without hindsight."""
    monkeypatch.setattr("twowaystreet.players._searches.compiled", lambda: None)
    monkeypatch.setattr(_reasons, "compiled", lambda: None)


def saved(folder: Path, state: tws.AnyState, hands: int = 1) -> str:
    """Save some random hands; return the path."""
    rng, record = random.Random(4), tws.Record(state, headers={"Seat 3": "Ann"})
    while record.state.hands_played < hands:
        now = record.state
        move = tws.shuffle(now, rng) if now.needs_deal else at_random(tws.view(now, now.actor), rng)
        record = record.play(move)
    path = folder / "game.txt"
    path.write_text(record.to_text(), encoding="utf-8")
    return str(path)


def test_a_review_has_a_table_a_sum_luck_and_the_costliest_decisions(tmp_path: Path) -> None:
    lines = output("review", saved(tmp_path, twos.new_game()), "--seat", "ann", *FEW).splitlines()
    assert lines[0] == "Twos: review of Ann's decisions"
    assert lines[3].split() == ["move", "value", "loss"]
    assert any(line.startswith("Trick 1 ") for line in lines)
    assert any(line.startswith("Lost ") and line.endswith(" best moves") for line in lines)
    (result,) = (line for line in lines if line.startswith("Lead "))
    assert " in hand 1: " in result and " luck of the deal, " in result
    told = lines[lines.index("Costliest decisions") + 1]
    assert told.startswith("1.         Trick ") and " You played " in told
    assert [line for line in lines if len(line) > 79] == []
    assert any("as no difference" in line for line in lines)
    assert not any("hindsight" in line for line in lines)


def test_all_seats_of_several_hands_are_reviewed(tmp_path: Path) -> None:
    path = saved(tmp_path, brag.new_game(brag.Rules(players=4)), hands=2)
    text = output("review", path, "--worlds", "1")
    assert "review of all decisions" in text
    assert "Seat 0\n" in text and "Ann\n" in text and " in hand 2: " in text


def test_decisions_that_are_not_judged_say_why(tmp_path: Path) -> None:
    text = output("review", saved(tmp_path, tws.GAMES["twenty_down"].new_game()), "--worlds", "2")
    assert "not judged" in text
    assert "Some moves are not judged, as players who stay in have good cards" in text


def test_a_review_is_saved_as_comments_on_the_moves(tmp_path: Path) -> None:
    path = saved(tmp_path, twos.new_game())
    arguments = ("review", path, *FEW, "--save", str(tmp_path / "new.json"))
    assert output(*arguments).endswith("new.json.\n")
    again, first = loaded(tmp_path / "new.json"), loaded(Path(path))
    assert (again.moves, again.headers) == (first.moves, first.headers)
    assert again.comments and all("points better." in each for each in again.comments.values())
    assert "cannot save" in refusal(*arguments)
    told = output("replay", str(tmp_path / "new.json"))
    assert "           [Review, Ann: You played " in told and "  Ann\n" in told


def test_an_interrupted_review_leaves_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    new = tmp_path / "new.txt"
    arguments = ("review", saved(tmp_path, twos.new_game()), *FEW, "--save", str(new))
    with monkeypatch.context() as patch:
        patch.setattr(commands, "review_of", interrupted)
        assert "Stopped." in run(*arguments).output
    assert not new.exists()
    assert output(*arguments).endswith("new.txt.\n")


def test_the_file_of_a_table_gives_the_names(tmp_path: Path) -> None:
    path = tmp_path / "evening.json"
    evening = Table(twos.GAME, bots={1: "simple", 2: "simple", 3: "simple"}, dealer=0, path=path)
    ann = evening.join("Ann")
    evening.play(ann, "deal")
    legal = evening.view(ann).legal_moves
    assert legal
    evening.play(ann, str(legal[0]))
    text = output("review", str(path), "--seat", "ann", *FEW)
    assert text.startswith("Twos: review of Ann's decisions")
    assert "Result" not in text
    new = tmp_path / "new.txt"
    again = output("review", str(path), "--seat", "1", *FEW, "--save", str(new))
    assert "Bot 1's decisions" in again
    assert "\n#Seat 0: Ann\n#Seat 1: Bot 1\n" in new.read_text("utf-8")


def test_a_seat_record_is_reviewed_for_its_seat_alone(tmp_path: Path) -> None:
    record = loaded(Path(saved(tmp_path, twos.new_game())))
    path = tmp_path / "seat.json"
    path.write_text(record.for_seat(3).to_json(), encoding="utf-8")
    for seat in ((), ("--seat", "ann")):
        text = output("review", str(path), *seat, *FEW)
        assert text.startswith("Twos: review of Ann's decisions")
    assert "this is the record of seat 3" in refusal("review", str(path), "--seat", "2")
    assert "whole game" in refusal("review", str(path), "--save", str(tmp_path / "new"))
    path.write_text(record.for_seat(None).to_json(), encoding="utf-8")
    assert "whole game" in refusal("review", str(path))


def test_other_input_is_refused(tmp_path: Path) -> None:
    path = saved(tmp_path, twos.new_game())
    assert "there is no player 'Zoe'" in refusal("review", path, "--seat", "Zoe")
    for name in ("1", "ann"):
        with pytest.raises(Refusal, match=f"several players are '{name}'.*, Ann [(]2[)], "):
            reviews.seat_of(name, ("1", "Bo", "Ann", "ANN"))
    assert "cannot load" in refusal("review", str(tmp_path / "nothing"))
    assert run("review").exit_code == 2


def test_a_long_review_shows_its_progress_at_a_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    clock = [0.0]
    monkeypatch.setattr(reviews, "monotonic", lambda: clock[0])
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    progress = reviews.Progress()
    for done, clock[0] in [(1, 0.5), (2, 1.5), (3, 2.0)]:
        progress.see(done, 3)
    shown = capsys.readouterr().err
    assert shown == "\r2 of 3 decisions\r3 of 3 decisions\r                \r"
