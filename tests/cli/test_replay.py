"""Saved games shown again, with everything that is in them."""

import random
from pathlib import Path

import pytest

import twowaystreet as tws
from tests.cli.helpers import in_file, output, saved, some_record, typed_record
from twowaystreet.games import duel, street


@pytest.mark.parametrize("name", tws.GAMES)
@pytest.mark.parametrize("form", ["txt", "json"])
@pytest.mark.parametrize("more", [("--hands", "2"), ("--game",)])
def test_a_replay_shows_what_was_shown(
    name: str, form: str, more: tuple[str, ...], tmp_path: Path
) -> None:
    path = tmp_path / f"game.{form}"
    shown = saved(path, name, "--seed", "5", *more)
    assert output("replay", str(path)).encode() == shown.encode()
    assert output("replay", str(path), "--plain") == shown


def test_deals_that_were_thrown_in_are_replayed(tmp_path: Path) -> None:
    shown = [
        (saved(path, "duel", "--hands", "3", "--seed", path.name), output("replay", str(path)))
        for path in (tmp_path / str(seed) for seed in range(6))
    ]
    assert all(played == replayed for played, replayed in shown)
    assert any("The deal is thrown in." in played for played, _ in shown)


def test_a_game_that_stopped_in_the_middle(tmp_path: Path) -> None:
    record = some_record("street", 1, 12)
    told = output("replay", in_file(tmp_path / "game", record)).splitlines()
    standing = told[-10:]
    assert standing[0] == "" and standing[1].startswith("Trick 1 ")
    for seat, hand in enumerate(record.state.hands):
        assert tws.cards(standing[6 + seat].removeprefix(f"Seat {seat}")) == hand
    assert not any("Score sheet" in line for line in told)


def test_a_game_that_stopped_before_anything(tmp_path: Path) -> None:
    record = tws.Record(street.new_game(scores=[3, 2, 0, 0], hands_played=4))
    for words in ((), ("--step",), ("--public",)):
        told = output("replay", in_file(tmp_path / "game", record), *words).splitlines()
        assert told[0].startswith("Two Way Street, 4 players")
        assert [line.split()[-2] for line in told[-4:]] == ["3", "2", "0", "0"]


def test_a_game_that_stopped_between_hands(tmp_path: Path) -> None:
    record = some_record("twenty_down", 1)
    told = output("replay", in_file(tmp_path / "game", record))
    again = record.play(tws.shuffle(record.state, random.Random(2)))
    longer = output("replay", in_file(tmp_path / "longer", again))
    assert "Score sheet\n" in told and "\n20 " in told
    assert longer.startswith(told.partition("\nScore sheet")[0])
    assert longer.count("\nHand ") == 2
    assert longer.endswith(f"\n\nScore sheet{told.partition('Score sheet')[2]}")


def test_a_deal_that_was_thrown_in_last(tmp_path: Path) -> None:
    record = typed_record(duel.new_game(), 1, ["bid 1 high", "bid 1 low"])
    assert record.state.needs_deal and not record.state.hand_over
    path = in_file(tmp_path / "game", record)
    assert "The deal is thrown in.\n\nDeal " in output("replay", path)
    assert "The deal is thrown in.\n" in output("replay", path, "--step", typed=["", ""])
