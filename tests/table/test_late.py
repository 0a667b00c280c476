"""Moves for people whose time is up, bots that take too long, and moves without a choice."""

from __future__ import annotations

import random
import threading
from pathlib import Path
from typing import Any

import pytest

import twowaystreet as tws
from examples import high_card
from tests.table.tables import check_saved, full, go_on, last, steady, told, unchanged
from twowaystreet.games import duel, street, twos
from twowaystreet.players import simple
from twowaystreet.table import Happened, Table, TableError


def bidding(**options: Any) -> tuple[Table, dict[int | None, str]]:
    """Return a Duel in which the first player bids. Any: options of the table."""
    table = steady(Table(duel.GAME, dealer=0, **options))
    tokens = full(table)
    table.play(tokens[0], "deal")
    return table, tokens


# Time


def test_the_host_deals_and_moves_for_a_player_whose_time_is_up(tmp_path: Path) -> None:
    path = tmp_path / "table.json"
    table = Table(duel.GAME, dealer=0, path=path)
    tokens = full(table)
    table.act_for(None)
    assert last(table, tokens[0]).text == "deal"
    table.act_for(0, "no bid")
    late, move = table.events(tokens[0])[-2:]
    assert (late.happened, late.seat, late.move) == (Happened.LATE, 0, None)
    assert late.before == late.view == move.before
    assert (move.happened, move.seat, move.text) == (Happened.MOVE, 0, "no bid")
    assert told(table, tokens[0], 2) == ["You run out of time.", "You make no bid."]
    for other in (1, None):
        assert told(table, tokens[other], 2) == ["P 0 runs out of time.", "P 0 bids in secret."]
    assert Table.load(path).events(tokens[1]) == table.events(tokens[1])
    check_saved(table, tokens)


@pytest.mark.parametrize("name", list(tws.GAMES))
def test_without_a_move_the_rule_of_thumb_of_the_game_moves(name: str) -> None:
    table = steady(Table(tws.GAMES[name], tws.GAMES[name].Rules(max_hands=1), dealer=0))
    tokens = full(table)
    for _ in range(60):
        actor = table.actor
        if actor is None:
            if table.record.state.is_over:
                break
            table.act_for(None)
            continue
        table._chance = random.Random(5)
        expected = simple(table.view(tokens[actor]), random.Random(5))
        table.act_for(actor)
        assert table.record.moves[-1] == expected
    check_saved(table, tokens)


def test_a_game_without_a_rule_of_thumb_moves_at_random() -> None:
    tws.register(high_card.GAME)
    table = Table(high_card.GAME, dealer=0)
    tokens = full(table)
    table.act_for(None)
    assert table.actor is not None
    table.act_for(table.actor)
    assert last(table, tokens[0]).happened == "move" and not table.faults


def test_a_move_for_another_seat_or_at_another_time_is_refused() -> None:
    table, _ = bidding()
    for seat, move, error, match in (
        (1, None, TableError, "it is not the turn of P 1"),
        (None, None, TableError, "no deal is due"),
        (2, None, tws.SeatError, "2"),
        (True, None, tws.SeatError, "True"),
        (0, "QS", tws.IllegalMove, None),
        (0, "nonsense", tws.ParseError, "nonsense"),
        (0, "deal", tws.IllegalMove, None),
        (0, 7, TableError, "expected a text"),
    ):
        given: Any = move
        with unchanged(table, match, error):
            table.act_for(seat, given)


def test_a_deal_for_others_takes_no_cards_and_needs_all_seats() -> None:
    table = Table(duel.GAME, dealer=0)
    ann = table.join("Ann")
    with unchanged(table, "waits for 1 more", TableError):
        table.act_for(None)
    table.join("Ben")
    with unchanged(table, "expected None for a deal", TableError):
        table.act_for(None, "deal")
    with unchanged(table, "it is not the turn", TableError):
        table.act_for(0)
    table.act_for(None)
    table.leave(ann)
    with unchanged(table, "waits for 1 more", TableError):
        table.act_for(0)


def test_nothing_is_due_after_the_game() -> None:
    table = Table(duel.GAME, duel.Rules(max_hands=1), bots={0: "random", 1: "random"})
    while table.advance():
        pass
    for seat in (None, 0):
        with unchanged(table, "no deal is due|not the turn", TableError):
            table.act_for(seat)


def test_a_move_that_the_host_made_is_taken_back_like_others() -> None:
    table, tokens = bidding()
    before = table.view(tokens[0])
    table.act_for(0)
    assert (table.undo(tokens[0]), table.undo(tokens[1])) == (False, True)
    assert table.view(tokens[0]) == before
    assert last(table, tokens[1]).happened == "undo"
    check_saved(table, tokens)


def test_one_move_for_a_player_lets_no_bot_move() -> None:
    table = steady(Table(duel.GAME, bots={1: "simple"}, dealer=0))
    ann = table.join("Ann")
    table.act_for(None)
    table.act_for(0)
    assert table.bot_is_to_move and table.goes_on
    table.act_for(1)
    assert told(table, ann, 2)[0] == "Bot 1 runs out of time."


# Bots that take too long


def test_a_bot_that_takes_too_long_moves_at_random_until_the_next_deal() -> None:
    asked: list[int] = []

    def bot(view: tws.View, rng: random.Random) -> tws.Move:
        asked.append(view.hands_played)
        return tws.legal_moves(view)[0]

    rules = duel.Rules(max_hands=2)
    table = steady(Table(duel.GAME, rules, bots={1: bot}, dealer=0))
    tokens = {0: table.join("Ann")}
    assert table.give_up("slow") is None
    for text in ("deal", "no bid"):
        table.play(tokens[0], text, bots=False)
    before = table.to_text()
    thought = table.give_up("thinks for 60 seconds")
    assert thought is not None and thought.fault == "thinks for 60 seconds"
    assert table.to_text() == before and not table.faults
    assert table.advance(thought)
    assert table.faults == ((1, "thinks for 60 seconds"),)
    fault, move = table.events(tokens[0])[-2:]
    assert fault.sentences == (
        "Bot 1 fails, and a random player moves instead until the next deal.",
    )
    assert (fault.happened, move.happened) == (Happened.FAULT, Happened.MOVE)
    while not table.record.state.hand_over:
        go_on(table, {0: tokens[0]}, 1)
    assert asked == []
    while not table.record.state.is_over:
        go_on(table, {0: tokens[0]}, 1)
    assert asked and {*asked} == {1}
    assert len(table.faults) == 1


def test_the_late_thought_of_a_bot_counts_for_nothing() -> None:
    table, tokens = bidding()
    table.replace(1, bot="simple")
    table.play(tokens[0], "no bid", bots=False)
    slow, given = table.think(), table.give_up("slow")
    assert table.advance(given)
    before = table.to_text()
    assert not table.advance(slow)
    assert table.to_text() == before


def test_an_interrupt_in_another_thread_is_a_fault_of_the_bot() -> None:
    def interrupted(view: tws.View, rng: random.Random) -> tws.Move:
        raise KeyboardInterrupt("stop")

    table, tokens = bidding()
    table.replace(1, bot=interrupted)
    table.play(tokens[0], "no bid", bots=False)
    thoughts: list[Any] = []
    thread = threading.Thread(target=lambda: thoughts.append(table.think()))
    thread.start()
    thread.join()
    (thought,) = thoughts
    assert thought.fault == "KeyboardInterrupt: stop"
    assert table.advance(thought)
    assert table.faults == ((1, "KeyboardInterrupt: stop"),)


def test_an_interrupt_in_the_main_thread_ends_the_program() -> None:
    def interrupted(view: tws.View, rng: random.Random) -> tws.Move:
        raise KeyboardInterrupt

    table, tokens = bidding()
    table.replace(1, bot=interrupted)
    table.play(tokens[0], "no bid", bots=False)
    before = table.to_text()
    for call in (table.think, table.advance):
        with pytest.raises(KeyboardInterrupt):
            call()
    assert table.to_text() == before and not table.faults


# Moves without a choice


def test_a_table_makes_the_only_legal_move_of_a_player() -> None:
    forced = 0
    for is_on in (False, True):
        table = steady(Table(twos.GAME, twos.Rules(max_hands=1), dealer=0, play_forced=is_on))
        tokens = full(table)
        table.play(tokens[0], "deal")
        while table.actor is not None:
            moves = tws.legal_moves(table.view(tokens[table.actor]))
            assert table.goes_on is False and (not is_on or len(moves) > 1)
            number = len(table.record.moves)
            table.play(tokens[table.actor], str(moves[0]))
            forced += len(table.record.moves) - number - 1
            assert is_on or not forced
        check_saved(table, tokens)
    assert forced


def test_forced_moves_wait_for_advance_without_bots() -> None:
    table = steady(Table(twos.GAME, dealer=0, play_forced=True))
    tokens = full(table)
    while not table.goes_on:
        go_on(table, tokens, 1)
    again = check_saved(table, tokens)
    actor = table.actor
    assert not table.bot_is_to_move and table.think() is table.give_up("slow") is None
    assert table.advance() and again.advance()
    assert last(table, tokens[None]).seat == actor
    assert again.record == table.record and not table.faults


def test_an_undo_goes_back_to_a_move_with_a_choice() -> None:
    table = steady(Table(street.GAME, street.Rules(players=3), dealer=0, play_forced=True))
    tokens = full(table)
    went_back = 0
    while not table.record.state.hand_over:
        while table.goes_on:
            table.advance()
        for seat in table.people:
            if not table.can_undo(seat):
                continue
            one = steady(Table.from_text(table.to_text()))
            for each in (seat, *({0, 1, 2} - {seat})):
                one.undo(tokens[each])
            assert one.actor == seat and len(tws.legal_moves(one.record.state)) > 1
            assert not one.goes_on
            went_back += len(table.record.moves) - len(one.record.moves) > 3
            check_saved(one, tokens)
        if table.record.state.hand_over:
            break
        go_on(table, tokens, 1)
    assert went_back


@pytest.mark.parametrize("value", [None, 2, "yes", [True]])
def test_another_value_for_forced_moves_is_refused(value: Any) -> None:
    with pytest.raises(TableError, match="expected True or False"):
        Table(duel.GAME, play_forced=value)
