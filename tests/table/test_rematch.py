"""A new game with the same people."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import twowaystreet as tws
from tests.table.tables import check_saved, full, go_on, last, steady, told, unchanged
from twowaystreet.games import duel, street
from twowaystreet.table import Happened, Table, TableError


def finished(**options: Any) -> tuple[Table[street.View], dict[int | None, str]]:
    """Return a finished game of two people and a bot. Any: options of the table."""
    rules = street.Rules(players=3, max_hands=1)
    table = steady(Table(street.GAME, rules, bots={2: "simple"}, dealer=0, **options))
    tokens = full(table)
    while not table.record.state.is_over:
        go_on(table, tokens, 1)
    return table, tokens


def test_a_new_game_has_the_same_people_and_no_old_events(tmp_path: Path) -> None:
    path = tmp_path / "table.json"
    table, tokens = finished(path=path)
    before, number = (table.names, table.bots, table.rules), table.last_number
    table.rematch(dealer=1)
    assert (table.names, table.bots, table.rules) == before
    assert table.record == tws.Record(table.game.new_game(table.rules, dealer=1))
    assert table.hand_scores == () and not table.record.state.is_over
    for token in tokens.values():
        (event,) = table.events(token)
        assert (event.number, event.happened, event.seat) == (number + 1, Happened.REMATCH, None)
        assert event.before == event.view == table.view(token)
        assert event.sentences == ("A new game begins.",) and event.move is None
    assert Table.load(path).events(tokens[0]) == table.events(tokens[0])
    check_saved(table, tokens)
    while not table.record.state.is_over:
        go_on(table, tokens, 1)
        check_saved(table, tokens)
    assert table.report("today").winners


@pytest.mark.parametrize("dealer", [0, 1, 2, None])
def test_the_host_names_the_first_dealer_or_it_is_drawn(dealer: int | None) -> None:
    table, _ = finished()
    drawn: set[int] = set()
    for seed in range(1 if dealer is not None else 20):
        again = steady(Table.from_text(table.to_text()), seed)
        again.rematch(dealer=dealer)
        drawn.add(again.record.state.dealer)
    assert drawn == ({0, 1, 2} if dealer is None else {dealer})


def test_messages_for_the_finished_game_are_late() -> None:
    table, tokens = finished()
    seen = table.last_number
    table.rematch(dealer=0)
    with unchanged(table, "gone on meanwhile", TableError):
        table.play(tokens[0], "deal", seen=seen)
    with unchanged(table, "the hand is over|no move of yours", TableError):
        table.undo(tokens[0])
    table.play(tokens[0], "deal", seen=seen + 1)
    assert [event.number for event in table.events(tokens[1], seen)] == [seen + 1, seen + 2]


def test_a_game_that_is_not_over_goes_on() -> None:
    table = Table(duel.GAME, duel.Rules(max_hands=1), dealer=0)
    tokens = full(table)
    for _ in range(26):
        with unchanged(table, "the game is not over", TableError):
            table.rematch()
        go_on(table, tokens, 1)


@pytest.mark.parametrize("dealer", [-1, 3, True, "0"])
def test_a_dealer_without_a_seat_is_refused(dealer: Any) -> None:
    table, _ = finished()
    with unchanged(table, "seat|dealer", tws.TwoWayStreetError):
        table.rematch(dealer=dealer)


def test_a_file_that_cannot_be_written_keeps_the_finished_game(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    table, tokens = finished(path=folder / "table.json")
    (folder / "table.json").unlink()
    folder.rmdir()
    with unchanged(table, "cannot save", TableError):
        table.rematch()
    assert table.hand_scores and table.view(tokens[0]).is_over


def test_people_may_change_between_two_games() -> None:
    table, tokens = finished(play_forced=True)
    table.leave(tokens.pop(1))
    table.replace(2, bot="random")
    table.rematch(dealer=0)
    with unchanged(table, "waits for 1 more", TableError):
        table.play(tokens[0], "deal")
    tokens[1] = table.join("Eve")
    assert told(table, tokens[1], 2) == ["A new game begins.", "You join."]
    check_saved(table, tokens)
    while not table.record.state.is_over:
        go_on(table, tokens, 1)
    assert last(table, tokens[0]).view.is_over and not table.faults


def test_a_new_game_makes_the_bots_anew() -> None:
    made: list[object] = []

    class Counted:
        """A bot that knows how many of its kind were made."""

        def __init__(self) -> None:
            made.append(self)

        def __call__(self, view: tws.View, rng: object) -> tws.Move:
            return tws.legal_moves(view)[0]

    table = Table(duel.GAME, duel.Rules(max_hands=1), bots={0: Counted, 1: Counted}, dealer=0)
    for games in (1, 2):
        while table.advance():
            pass
        assert len(made) == 2 * games
        table.rematch()


def test_a_new_game_needs_the_word_of_all_people() -> None:
    table, tokens = finished()
    with unchanged(table, "you watch", TableError):
        table.play_again(str(tokens[None]))
    assert not table.play_again(tokens[1]) and table.again == (1,)
    assert told(table, tokens[0]) == ["P 1 wants to play again."]
    assert told(table, tokens[1]) == ["You want to play again."]
    assert check_saved(table, tokens).again == (1,)
    with unchanged(table, "agreed already", TableError):
        table.play_again(tokens[1])
    assert table.play_again(tokens[0]) and not table.again and not table.is_over
    with unchanged(table, "not over", TableError):
        table.play_again(tokens[0])


def test_a_person_who_takes_a_seat_has_not_given_the_word_of_the_earlier_one() -> None:
    table, tokens = finished()
    table.play_again(tokens[1])
    table.leave(tokens.pop(1))
    eve = table.join("Eve", 1)
    assert not table.again and not table.play_again(tokens[0])
    table.replace(0, bot="simple", stays=True)
    table.come_back(tokens[0])
    assert not table.again and not table.play_again(eve)
