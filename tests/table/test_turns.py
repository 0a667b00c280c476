"""Moves of people, of bots, and of the host for people whose time is up."""

import errno
import os
import random
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, ClassVar
from unittest.mock import Mock

import pytest

import twowaystreet as tws
from tests import shapes
from tests.table.tables import check_saved, go_on, last, play_out, refuses, seated, thinking, told
from twowaystreet.games import duel, spades, twos
from twowaystreet.players import Factory, hint, simple
from twowaystreet.table import Happened, Table, TableError, _table


def test_a_move_at_another_time_is_refused() -> None:
    table = Table(duel.GAME, duel.Rules(max_hands=2), dealer=0)
    ann = table.join("Ann")
    refuses(table, "waits for 1 more player$", table.play, ann, "deal")
    ben = table.join("Ben")
    for name, seat, match in (("Cem", None, "all seats are taken"), ("Cem", 0, "taken by Ann")):
        refuses(table, match, table.join, name, seat)
    for text in ("QS", "no bid"):
        refuses(table, "a deal is due", table.play, ann, text)
    table.play(ben, " DEAL ")
    refuses(table, "it is the turn of Ann", table.play, ben, "no bid")


def test_deals_differ_and_come_from_the_system(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[int] = []

    def counted(size: int) -> bytes:
        drawn.append(size)
        return os.urandom(size)

    monkeypatch.setattr(_table, "random", random)  # as outside the tests
    monkeypatch.setattr(random, "_urandom", counted)
    table = Table(duel.GAME, dealer=0)
    ann, _ = table.join("Ann"), table.join("Ben")
    drawn.clear()
    table.play(ann, "deal")
    assert len(drawn) >= len(table.rules.pack.cards)


def test_the_states_of_a_hand_are_open_when_it_is_over() -> None:
    table, tokens = seated(duel.GAME)
    for _ in range(2):
        before = len(table.record.moves)
        go_on(table, tokens, 1)
        while table.actor is not None:
            assert table.open_states == ()
            go_on(table, tokens, 1)
        states = [*(state for state, _ in table.record), table.record.state]
        assert table.open_states == tuple(states[before + 1 :])
        assert not any(map(table.can_undo, (0, 1)))
        refuses(table, "the hand is over", table.undo, tokens[0])
    go_on(table, tokens, 1)
    refuses(table, "no move of yours in this hand", table.undo, tokens[0])


def test_the_states_of_a_hand_whose_stock_was_made_anew_are_open_from_its_deal_on() -> None:
    tws.register(shapes.GAME)
    table = Table(shapes.GAME, shapes.Rules(players=1), dealer=0)
    ann = table.join("Ann")
    while not (seen := table.view(ann)).hand_over:
        moves = seen.legal_moves or ("deal",)
        table.play(ann, str(moves[bool(seen.hand and seen.stock_size)]))
    assert [state.actor for state in table.open_states].count(None) > 1
    assert len(table.open_states) == len(table.record.moves)


def test_the_states_of_a_first_hand_with_hands_before_the_deal_are_open() -> None:
    table, tokens = seated(spades.GAME)
    while not table.open_states:
        go_on(table, tokens, 1)
    assert len(table.open_states) == len(table.record.moves)


def test_the_host_deals_and_moves_for_a_player_whose_time_is_up(tmp_path: Path) -> None:
    table, tokens = seated(duel.GAME, path=tmp_path / "table.json")
    refuses(table, "expected None for a deal", table.act_for, None, "deal")
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
    assert check_saved(table, tokens).late(0) == 1


def test_without_a_move_the_rule_of_thumb_of_the_game_moves() -> None:
    table, tokens = seated(twos.GAME)
    table.act_for(None)
    while (actor := table.actor) is not None:
        table._chance = random.Random(5)
        expected = simple(table.view(tokens[actor]), random.Random(5))
        table.act_for(actor)
        assert table.record.moves[-1] == expected


@pytest.mark.parametrize(
    ("seat", "move", "error", "match"),
    [
        (1, None, TableError, "it is not the turn of P 1"),
        *((None, None, TableError, "no deal is due"), (2, None, tws.SeatError, "2")),
        *((True, None, tws.SeatError, "True"), (0, "QS", tws.IllegalMove, None)),
        *((0, "nonsense", tws.ParseError, "nonsense"), (0, "deal", tws.IllegalMove, None)),
        (0, 7, TableError, "expected a text"),
    ],
)
def test_wrong_moves_for_a_seat_are_refused(
    seat: Any, move: Any, error: type[Exception], match: str | None
) -> None:
    table, _ = seated(duel.GAME, moves=1)
    refuses(table, match, table.act_for, seat, move, error=error)


def test_moves_for_which_the_time_ran_out_are_counted_until_the_player_does_something() -> None:
    table, tokens = seated(duel.GAME, rules=duel.Rules(max_hands=1))
    table.act_for(None)
    for _ in range(6):
        table.act_for(table.actor)
    counts = [table.late(0), table.late(1)]
    assert sum(counts) == 6 and min(counts) > 0
    actor = table.actor
    assert actor is not None
    go_on(table, tokens, 1)
    assert (table.late(actor), table.late(1 - actor)) == (0, counts[1 - actor])
    table.undo(tokens[1 - actor])
    assert table.late(1 - actor) == 0


class Failing:
    """A bot that fails at its second move."""

    def __init__(self) -> None:
        self.moves = 0

    def __call__(self, view: tws.View, rng: random.Random) -> Any:
        self.moves += 1
        if self.moves == 2:
            raise SystemExit(f"my hand is {view.hand}")
        return simple(view, rng) if self.moves < 2 else 1 / 0


def cheat(view: tws.View, rng: random.Random) -> Any:
    return "QS"


def illegal(view: tws.View, rng: random.Random) -> tws.Move:
    return tws.Deal(view.rules.pack.cards)


def interrupted(view: tws.View, rng: random.Random) -> tws.Move:
    raise KeyboardInterrupt("stop")


class Unmade:
    """A bot that cannot be made."""

    def __init__(self) -> None:
        raise SystemExit("no")

    def __call__(self, view: tws.View, rng: random.Random) -> tws.Move:
        raise AssertionError("nobody made this player")


@pytest.mark.parametrize("bot", [Failing, cheat, illegal, Unmade, "random"])
def test_a_bot_that_fails_is_replaced_until_the_next_deal(bot: Any) -> None:
    bots = {1: bot, 2: "simple", 3: "simple"}
    table, tokens = seated(twos.GAME, rules=twos.Rules(max_hands=2), bots=bots)
    play_out(table, tokens)
    faults = [one for one in table.events(tokens[0]) if one.happened is Happened.FAULT]
    assert [one.seat for one in faults] == ([] if bot == "random" else [1, 1])
    assert len(table.faults) == len(faults)
    # The message of a fault can name cards, so nobody at the table gets it.
    text = "fails, and a random player moves instead until the next deal"
    assert {one.text for one in faults} <= {text}


def test_a_bot_thinks_without_a_change_of_the_table() -> None:
    table, ann = thinking("simple")
    before = table.view(ann), table.events(ann)
    thought = table.think()
    assert thought is not None and (table.view(ann), table.events(ann)) == before
    assert not set(map(str, thought.state.stock)) & set(str(thought).split())
    assert table.advance(thought) and table.events(ann)[-1].text == str(thought.move)
    assert not table.advance(thought) and table.last_number == 4
    for wrong in ("no bid", 0, False, object()):
        refuses(table, "expected a thought from Table", table.advance, wrong)


def test_a_thought_counts_for_nothing_after_an_undo_or_another() -> None:
    table, ann = thinking("simple")
    thought = table.think()
    table.undo(ann)
    assert table.think() is table.give_up("slow") is None and not table.advance(thought)
    table.play(ann, "no bid", bots=False)
    assert not table.advance(thought) and table.actor == 1
    slow, given = table.think(), table.give_up("slow")
    assert table.advance(given)
    before = table.to_text()
    assert not table.advance(slow) and table.to_text() == before


def test_a_bot_that_takes_too_long_moves_at_random_until_the_next_deal() -> None:
    asked: list[int] = []

    def bot(view: tws.View, rng: random.Random) -> tws.Move:
        asked.append(view.hands_played)
        return tws.legal_moves(view)[0]

    table, ann = thinking(bot, rules=duel.Rules(max_hands=2))
    before = table.to_text()
    thought = table.give_up("thinks for 60 seconds")
    assert thought is not None and thought.fault == "thinks for 60 seconds"
    assert table.to_text() == before and not table.faults
    assert table.advance(thought) and table.faults == ((1, "thinks for 60 seconds"),)
    fault, move = table.events(ann)[-2:]
    assert (fault.happened, move.happened) == (Happened.FAULT, Happened.MOVE)
    play_out(table, {0: ann}, hand=True)
    assert asked == []
    play_out(table, {0: ann})
    assert asked and {*asked} == {1} and len(table.faults) == 1


def test_an_interrupt_is_a_fault_of_the_bot_unless_in_the_main_thread() -> None:
    table, ann = thinking(interrupted)
    with ThreadPoolExecutor(1) as pool:
        thought = pool.submit(table.think).result()
    assert thought and thought.fault == "KeyboardInterrupt: stop" and not table.faults
    assert table.advance(thought) and table.faults == ((1, "KeyboardInterrupt: stop"),)
    assert [str(event.happened) for event in table.events(ann)][-2:] == ["fault", "move"]
    table, _ = thinking(interrupted)
    for call in (table.think, table.advance):
        refuses(table, None, call, error=KeyboardInterrupt)


class Counting:
    """A bot that remembers its moves."""

    made: ClassVar[list["Counting"]] = []

    def __init__(self) -> None:
        self.moves = 0
        self.made.append(self)

    def __call__(self, view: tws.View, rng: random.Random) -> tws.Move:
        self.moves += 1
        return simple(view, rng)


@pytest.mark.parametrize("failure", [OSError(errno.ENOSPC, "full"), KeyboardInterrupt()])
def test_moves_and_answers_are_saved_together(
    failure: BaseException, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "table.json"
    table = Table(twos.GAME, bots=dict.fromkeys((1, 2, 3), Factory(Counting)), path=path, dealer=3)
    ann = table.join("Ann")
    table.play(ann, "deal")
    before, number = path.read_bytes(), table.last_number
    move = str(tws.legal_moves(table.view(ann))[0])

    with monkeypatch.context() as patched:
        patched.setattr("twowaystreet._util.files.os.replace", Mock(side_effect=failure))
        with pytest.raises((TableError, KeyboardInterrupt)):
            table.play(ann, move, seen=number)
    assert (path.read_bytes(), table.last_number, table.actor) == (before, number, 0)
    assert [one.name for one in tmp_path.iterdir()] == ["table.json"]
    for again in (False, True):  # bots are made anew after an undo, too
        if again:
            assert table.undo(ann)
        Counting.made.clear()
        number = table.last_number
        table.play(ann, move, seen=number)
        # All three bots moved, and none of them remembers a move that counts no more.
        assert len(Counting.made) == 3 and table.last_number >= number + 4
        assert sum(bot.moves for bot in Counting.made) == table.last_number - number - 1


def test_a_new_game_makes_the_bots_anew() -> None:
    bots: Any = dict.fromkeys((0, 1), Factory(Counting))
    table = Table(duel.GAME, duel.Rules(max_hands=1), bots=bots, dealer=0)
    Counting.made.clear()
    for games in (1, 2):
        while table.advance():
            pass
        assert len(Counting.made) == 2 * games
        table.rematch()


def test_the_player_to_move_gets_a_hint_if_there_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(duel.GAME, dealer=0)
    ann, ben, watching = table.join("Ann"), table.join("Ben"), table.spectate()
    table.play(ann, "deal")
    assert (table.can_hint(0), table.can_hint(1)) == (True, False)
    assert table.facts(ann)["hint"] and not table.facts(ben)["hint"]
    assert table.hint(ann) == hint(table.view(ann)) and table.last_number == 3
    for token in (ben, watching):
        with pytest.raises(TableError, match="not your turn"):
            table.hint(token)
    text = Table(duel.GAME, dealer=0, hints=False).to_text()
    other = Table.from_text(text)
    cem, _ = other.join("Cem"), other.join("Dot")
    other.play(cem, "deal")
    assert not other.can_hint(0) and not other.facts(cem)["hint"]
    with pytest.raises(TableError, match="nobody gets hints"):
        other.hint(cem)
    monkeypatch.setattr(duel.View, "no_worlds", "for this test")
    monkeypatch.setattr("twowaystreet.players._hints.rule_of", Mock(return_value=None))
    with pytest.raises(TableError, match="there are no hints in this game"):
        table.hint(ann)
