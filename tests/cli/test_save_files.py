"""The saved file always holds the whole game: after every move, on a full disk, after a signal."""

import contextlib
import errno
import json
import os
import re
import shutil
import signal
import subprocess
from pathlib import Path
from typing import Any, NoReturn
from unittest.mock import Mock, patch

import pytest

import twowaystreet as tws
from tests.cli.helpers import (
    SEED_7,
    USUAL_SIGNALS,
    WATCH_SEED_7,
    loaded,
    moves_of,
    output,
    refusal,
    run,
    run_python,
    running,
    saved,
    some_record,
)
from tests.processes import POSIX, until
from twowaystreet._cli.save_files import GameFile, Kept, SaveError, load
from twowaystreet._util.files import replace_file
from twowaystreet.games import street


def test_the_file_has_the_names_of_the_seats_and_later_moves(tmp_path: Path) -> None:
    path, mine = tmp_path / "game.json", tmp_path / "Evening Game.txt"
    output(*WATCH_SEED_7, "--names", "👨\u200d👩\u200d👧,B\xa0n", "--save", str(path))
    assert loaded(path).names == ("👨\u200d👩\u200d👧", "B\xa0n", "Seat 2", "Seat 3")
    typed = ["high", f"save {mine}", "undo", "low", "exchange AC B*", "quit"]
    session = output(*SEED_7, "--practice", "--names", "Ann", typed=typed)
    assert session.endswith(f"You leave the game.\nSaved in {mine}.\nSeed 7\n")
    assert "! " not in session
    assert loaded(mine).names[:2] == ("You", "Ann")
    assert moves_of(mine, 0) == ["low", "exchange AC B*"]


@pytest.mark.parametrize("name", tws.GAMES)
@pytest.mark.parametrize("form", ["txt", "json"])
def test_the_file_holds_the_record_after_every_move(name: str, form: str, tmp_path: Path) -> None:
    path = tmp_path / f"game.{form}"
    whole = some_record(name, 7)

    def check(record: tws.Record) -> None:
        text = f"{record.to_json()}\n" if form == "json" else record.to_text()
        assert path.read_text("utf-8") == text

    record = tws.Record(whole.start, headers={"Seat 0": "Ann"})
    file = GameFile(path, record)
    check(record)
    for state, move in whole:
        record = record.play(move)
        file.add(state, move, record)
        file.save()
        check(record)
    file.start_anew(record.undo())
    file.save()
    check(record.undo())
    assert os.listdir(tmp_path) == [path.name]


@POSIX
def test_saves_keep_permissions_and_links(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    path, moved, other = tmp_path / "game.txt", tmp_path / "moved.txt", tmp_path / "other"

    def change(prompt: str) -> str:
        other.touch()
        assert path.stat().st_mode == other.stat().st_mode  # the usual permissions
        path.chmod(0o640)
        path.rename(moved)
        path.symlink_to(moved)
        return "quit"

    monkeypatch.setattr("builtins.input", change)
    run(*SEED_7, "--save", str(path))
    assert path.is_symlink() and moved.stat().st_mode & 0o777 == 0o640
    moved.unlink()
    output(*WATCH_SEED_7, "--save", str(path))  # a link that leads nowhere is followed
    assert path.is_symlink() and loaded(moved)


@POSIX
def test_what_is_no_file_is_refused_in_one_line(tmp_path: Path) -> None:
    pipe, link = tmp_path / "pipe", tmp_path / "link"
    os.mkfifo(pipe)
    link.symlink_to(link)
    devices = [Path(f"/dev/{name}") for name in ("stdout", "full", "null")]
    for path in (pipe, link, tmp_path, *(each for each in devices if each.exists())):
        assert refusal(*WATCH_SEED_7, "--save", str(path)).endswith(f"'{path}': File exists")


@POSIX
def test_what_is_no_file_takes_the_content_and_stays(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDWR)
    replace_file(pipe, "words")
    assert os.read(reader, 9) == b"words" and pipe.is_fifo() and os.listdir(tmp_path) == ["pipe"]
    os.close(reader)


NO_SPACE = Mock(side_effect=OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)))


@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_full_disks_leave_files(step: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    whole = some_record("street", 7)
    file = GameFile(path, whole.undo())
    file.start_anew(whole)
    monkeypatch.setattr(os, step, NO_SPACE)
    with pytest.raises(SaveError, match="No space left on device"):
        file.save()
    assert load(path) == whole.undo()
    assert os.listdir(tmp_path) == [path.name]


def test_a_signal_as_files_begin_is_no_harm(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tmp_path / "game.txt"
    file = GameFile(path, some_record("street", 7, 1))
    file.start_anew(some_record("street", 7))
    opened = os.open

    def interrupted(*given: Any) -> NoReturn:  # Any: the arguments of os.open
        os.close(opened(*given))
        raise SystemExit

    monkeypatch.setattr(os, "open", interrupted)
    with pytest.raises(SystemExit):
        file.save()
    monkeypatch.setattr(os, "fsync", Mock(side_effect=SystemExit))
    with pytest.raises(SystemExit):
        GameFile(tmp_path / "other.txt", some_record("street", 7))
    assert os.listdir(tmp_path) == [path.name]


ENDING = "import os, signal; from twowaystreet._cli import _ending_in_order as ending\n"
AT_ONCE = """
with ending():
    try:
        os.kill(os.getpid(), signal.{})
    finally:
        os.kill(os.getpid(), signal.SIGTERM)
        os.kill(os.getpid(), signal.SIGHUP)
        print("saved", flush=True)
"""
IGNORED = """
signal.signal(signal.SIGHUP, signal.SIG_IGN)
with ending():
    os.kill(os.getpid(), signal.SIGHUP)
    print("saved")
"""


@POSIX
@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP", ""])
def test_more_signals_do_not_stop_saving_and_ignored_ones_stay_ignored(name: str) -> None:
    code = AT_ONCE.format(name) if name else IGNORED
    done = run_python("-c", USUAL_SIGNALS + ENDING + code)
    status = 128 + signal.Signals[name] if name else 0
    assert (done.stdout, done.returncode) == ("saved\n", status)


def test_saving_recovers_from_full_disks(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    typed = iter(["low", "exchange AC B*", "quit"])
    fsync = os.fsync

    def answer(prompt: str) -> str:
        text = next(typed)
        monkeypatch.setattr(os, "fsync", fsync if text == "quit" else NO_SPACE)
        return text

    monkeypatch.setattr("builtins.input", answer)
    result = run(*SEED_7, "--save", str(path))
    assert result.exit_code == 0
    said = " ".join(result.output.split())
    assert said.count("No space left on device; the game goes on") == 1
    assert result.output.endswith(f"You leave the game.\nSaved in {path}.\nSeed 7\n")
    assert "exchange AC B*" in moves_of(path, 0)


def ended_by(process: subprocess.Popen[bytes], number: int) -> int:
    """Return the status of a process that a signal ends; Python may see one before a read late."""
    for _ in range(10):
        process.send_signal(number)
        with contextlib.suppress(subprocess.TimeoutExpired):
            return process.wait(timeout=30)
    raise AssertionError("the process goes on")


def asks_for_a_card(path: Path) -> bool:
    """Return true if the saved game waits for a card of the person in seat 0."""
    try:
        record = loaded(path)
    except SaveError:  # just created, and still empty
        return False
    return record.state.phase is street.Phase.PLAY and record.state.actor == 0


@POSIX
@pytest.mark.parametrize(
    ("name", "form"), [("SIGTERM", "json"), ("SIGHUP", "txt"), ("SIGKILL", "txt")]
)
def test_a_signal_loses_no_move_of_a_person(name: str, form: str, tmp_path: Path) -> None:
    path = tmp_path / f"game.{form}"
    number = signal.Signals[name]
    with running(*SEED_7, "--save", str(path)) as process:
        assert process.stdin and process.stderr
        process.stdin.write(b"low\nexchange AC B*\n")
        process.stdin.flush()
        until(lambda: path.exists() and asks_for_a_card(path))
        status = ended_by(process, number)
        assert process.stderr.read() == b""
    assert status == (-number if name == "SIGKILL" else 128 + number)
    assert moves_of(path, 0) == ["low", "exchange AC B*"]
    assert os.listdir(tmp_path) == [path.name]


@pytest.mark.parametrize(
    ("typed", "end", "status"),
    [
        (["low", "quit"], "You leave the game.\nSaved in {}.\nSeed 7\n", 0),
        (["low"], "You leave the game.\nSaved in {}.\nSeed 7\n", 0),
        (["low", KeyboardInterrupt], "\nStopped.\nSaved in {}.\n", 130),
        (["low", RuntimeError], "", 1),
    ],
)
def test_leave_saves(
    typed: list[Any], end: str, status: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("builtins.input", Mock(side_effect=[*typed, EOFError]))
    path = tmp_path / "game.txt"
    result = run(*SEED_7, "--save", str(path))
    assert result.exit_code == status
    assert result.output.endswith(end.format(path))
    assert moves_of(path, 0) == ["low"]
    assert loaded(path).state.actor == 0


def test_a_refused_game_creates_and_changes_no_file(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    refusal("play", "street", "--players", "2", "--save", str(path))
    assert not path.exists()
    nowhere = refusal(*WATCH_SEED_7, "--save", str(tmp_path / "no" / "game"))
    assert "No such file or directory" in nowhere
    with patch.object(os, "fsync", NO_SPACE):
        assert "No space left on device" in refusal(*SEED_7, "--save", str(path))
    assert not os.listdir(tmp_path)
    path.write_text("dear diary", "utf-8")
    refused = refusal(*SEED_7, "--save", str(path))
    assert refused.startswith("Error: cannot save to '") and refused.endswith("': File exists")
    assert path.read_text("utf-8") == "dear diary"


def test_a_folder_deleted_in_play_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    place = tmp_path / "place"
    place.mkdir()

    def taken_away(prompt: str) -> str:
        shutil.rmtree(place)
        return "quit"

    monkeypatch.setattr("builtins.input", taken_away)
    result = run(*SEED_7, "--save", str(place / "game.txt"))
    assert result.exit_code == 2
    assert result.output.splitlines()[-1].startswith("Error: cannot save to ")


def test_a_saved_game_goes_on_in_its_file(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    words = ("--opponents", "simple", "--hands", "1", "--plain")
    begun = ("play", "twos", "--seed", "3", "--names", "Ann,Ben,Cem", "--save", str(path), *words)
    typed = ["1"] * 20
    whole = output(*begun, typed=typed)
    path.unlink()
    output(*begun, typed=typed[:2])
    before = loaded(path)
    going_on = output("play", "--continue", str(path), *words, typed=["score", *typed[2:]])
    assert "\nHand 1, " in going_on and "Ben (simple)" in going_on
    sheets = [
        text.partition("Score sheet  ")[2].partition("Saved in")[0] for text in (going_on, whole)
    ]
    assert sheets[0] == sheets[1] != ""
    assert loaded(path).moves[: len(before.moves)] == before.moves
    assert len(loaded(path).state.scores) == 4 and loaded(path).state.hand_over
    later = output("play", "--continue", str(path), *words, typed=["score"])
    assert "\nHand 2, " in later and "Score sheet" in later.partition("> score")[2]


def test_only_a_whole_unfinished_game_goes_on(tmp_path: Path) -> None:
    over, seen = tmp_path / "over.txt", tmp_path / "seen.json"
    saved(over, "duel", "--seed", "3", "--target", "1", "--game")
    assert refusal("play", "--continue", str(over)).endswith("the game is over")
    seen.write_text(some_record("duel", 3, 4).for_seat(0).to_json(), "utf-8")
    assert refusal("play", "--continue", str(seen)).endswith("expected the record of a whole game")
    for more in (["duel"], ["--auto"], ["--players", "3"], ["--save", "other.txt"]):
        found = refusal("play", *more, "--continue", str(over))
        assert found == "Error: --continue takes the game, its options and its file from FILE"


# What people write into the files stays


def _scribbled(text: str, end: str) -> str:
    """Write notes into a saved text: on lines of their own, behind moves, and at its end."""
    header, _, rest = text.partition("\n\n")
    header = header.replace("\ndealer", "   # our house rule\n# a free line\ndealer")
    moves = rest.rstrip("\n").split("\n")
    moves[-1:] = ["# before the last line", moves[-1] + ("" if "#" in moves[-1] else "  # well")]
    noted = "\n".join([header, "", "#Place: Ghent", *moves, "# twowaystreet table", "#Place: Gent"])
    return f"\ufeff{noted}".replace("\n", end)


@pytest.mark.parametrize("name", tws.GAMES)
@pytest.mark.parametrize(("moves", "end"), [(0, "\n"), (1, "\r\n"), (5, "\n"), (1000, "\r\n")])
def test_a_file_that_goes_on_keeps_lines(name: str, moves: int, end: str, tmp_path: Path) -> None:
    path, copy = tmp_path / "game.txt", tmp_path / "copy.txt"
    start = tws.Record(tws.GAMES[name].new_game())
    record = some_record(name, 7, moves) if moves else start
    last = {len(record.moves): "So it goes."} if moves else {}
    noted = record.annotated({"Seat 0": "Smith, Ann", "Seat 1": "you", "Round": "2"}, last)
    path.write_bytes(_scribbled(noted.to_text(), end).encode())
    kept, read = path.read_bytes().decode(), loaded(path)
    words = ("play", "--continue", str(path), "--opponents", "simple")
    session = output(*words, typed=["1", "1", "1", f"save {copy}", "quit"])
    assert "Smith, Ann (simple)" in session and "you (" not in session
    went_on, then = path.read_bytes().decode(), loaded(path)
    assert went_on == copy.read_bytes().decode()
    assert then.moves[: len(record.moves)] == record.moves
    assert len(then.moves) > len(record.moves) or name in ("brag", "spades")
    assert (then.headers, then.comments) == (read.headers, read.comments)
    later = iter(went_on.replace(end, "\n").split("\n"))
    grows = [*kept.replace(end, "\n").split("\n")]
    assert all(
        any(new.partition("#")[2] == old.partition("#")[2] for new in later) for old in grows
    )
    assert "\n" not in went_on.replace(end, "")
    output(*words, typed=["quit"])
    assert path.read_bytes().decode() == went_on


def test_a_look_changes_no_file_of_ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who plays stands in the file, in any seat; other names and headers stay as they are."""
    monkeypatch.chdir(tmp_path)
    for number, more in enumerate(([], ["--seat", "1", "--names", "A,B,C"], ["--seat", "3"])):
        for form in ("txt", "json"):
            file = Path(f"{number}.{form}")
            begun = output("play", "twos", *more, "--save", str(file), typed=["quit"])
            before = file.read_bytes()
            session = output("play", "--continue", str(file), typed=["quit"])
            assert file.read_bytes() == before
            seats = [each.partition("Players")[2].partition("\n")[0] for each in (begun, session)]
            assert seats[0] == seats[1] and "You" not in seats[0]
    renamed = Path("1.txt").read_text("utf-8").replace("#Seat 2: A", "#Seat 2: Q, A")
    Path("1.txt").write_text(renamed, "utf-8")
    indented = json.dumps(tws.Record.from_text(renamed).to_dict(), indent=1)
    Path("as_json.txt").write_text(indented, "utf-8")
    for file in map(Path, ("1.txt", "as_json.txt")):
        before = file.read_bytes()
        output("play", "--continue", str(file), typed=["quit"])
        assert file.read_bytes() == before
        output("play", "--continue", str(file), "--names", "Z", typed=["1", "quit"])
        assert loaded(file).names == ("C", "You", "Z", "B")
    assert renamed.replace("Q, A", "Z").rstrip() in Path("1.txt").read_text("utf-8")
    assert Path("as_json.txt").read_text("utf-8").startswith("{")


def test_the_comments_of_a_review_join_those_of_people(tmp_path: Path) -> None:
    path, new = tmp_path / "game.txt", tmp_path / "new.txt"
    record = some_record("twenty_down", 3)
    noted = record.annotated({"Round": "2"}, dict.fromkeys(range(1, 20, 3), "Hm."))
    path.write_text(_scribbled(noted.to_text(), "\n"), "utf-8")
    output("review", str(path), "--worlds", "1", "--save", str(new))
    assert new.read_bytes() == path.read_bytes() or "[Review" in new.read_text("utf-8")
    new.unlink()
    told = dict.fromkeys(range(2, 20), "[Review]")
    GameFile(new, loaded(path).annotated(None, told), Kept(loaded(path), path.read_text("utf-8")))
    text, lines = new.read_text("utf-8"), path.read_text("utf-8").split("\n")
    own = [line for line in lines if not line.endswith("Hm.") or line == "#1: Hm."]
    assert [line for line in text.split("\n") if line in own] == own
    assert loaded(new) == loaded(path).annotated(None, told)
    assert dict(loaded(new).headers) == dict(loaded(path).headers)
    places = [int(found[1]) for found in re.finditer("^#([0-9]+):", text, re.MULTILINE)]
    assert places == sorted(loaded(new).comments)


@pytest.mark.parametrize("links", [True, False])
def test_new_files_appear_whole(
    links: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, seen, replaced = tmp_path / "game.txt", list[object](), os.fsync

    def synced(number: int) -> None:
        seen.append(path.exists())
        replaced(number)

    monkeypatch.setattr(os, "fsync", synced)
    if not links:
        monkeypatch.setattr(os, "link", Mock(side_effect=OSError(errno.EPERM, "no links")))
    GameFile(path, some_record("duel", 3))
    assert seen == [False] and os.listdir(tmp_path) == [path.name]
    assert loaded(path) == some_record("duel", 3)
    with pytest.raises(SaveError, match="File exists"):
        GameFile(path, some_record("duel", 3))


ODD = [
    *("a\0b", "\ud800", "y" * 300, "y/" * 3000, ".", "/dev/full", "/dev/stdin", "no/such/file"),
    "~",
]
"""Names of files that cannot be made."""


# With this seed no card is forced, after which `quit` would ask once more.
@pytest.mark.parametrize(
    "words", [["play", "twos", "--opponents", "simple", "--seed", "7"], ["score", "duel"]]
)
def test_no_name_of_a_file_ends_a_session(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    typed = [*(f"save {name}" for name in ODD), "\0", "\ud800", "arrange \0", "1" * 5000, "quit"]
    monkeypatch.setattr("builtins.input", Mock(side_effect=typed))
    monkeypatch.setattr("twowaystreet._cli.prompt.is_answered", lambda: True)  # it repeats nothing
    result = run(*words)
    assert result.exit_code == 0, result.output
    assert result.output.count("! ") >= len(ODD) and os.listdir(tmp_path) == []
