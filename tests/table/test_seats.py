"""People who come and go: replace, leave, tokens that end, and spectators."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

import twowaystreet as tws
from tests.helpers import anything
from tests.table.tables import check_saved, full, go_on, last, steady, told, unchanged
from twowaystreet.games import duel, street, twos
from twowaystreet.players import PlayerError, simple
from twowaystreet.table import Happened, Table, TableError, TokenError
from twowaystreet.table._bots import name_in_file


def game(**options: Any) -> tuple[Table, dict[int | None, str]]:
    """Return Twos between three people and a bot after some moves. Any: options of the table."""
    table = steady(Table(twos.GAME, bots={3: "simple"}, dealer=3, **options))
    tokens = full(table)
    go_on(table, tokens, 6)
    return table, tokens


def ended(table: Table, token: str) -> bool:
    """Return whether all methods refuse a token."""
    calls = (table.seat, table.view, table.events, table.sentences, table.offers)
    for call in (*calls, table.leave, table.revoke, table.undo):
        try:
            call(token)
        except TokenError:
            continue
        return False
    with pytest.raises(TokenError):
        table.play(token, "deal")
    return True


# Replace


def test_a_bot_takes_the_seat_of_a_person() -> None:
    table, tokens = game()
    number = table.last_number
    other = table.another_token(1)
    table.replace(1, bot="simple")
    assert ended(table, tokens.pop(1)) and ended(table, other)
    assert table.names == ("P 0", "Bot 2", "P 2", "Bot 1")
    assert (table.people, table.bots) == ((0, 2), {1: "simple", 3: "simple"})
    event = last(table, tokens[0])
    assert (event.number, event.happened, event.seat) == (number + 1, Happened.REPLACE, 1)
    assert (event.text, event.move) == ("takes the seat of P 1", None)
    assert event.before == event.view == table.view(tokens[0])
    assert told(table, tokens[0]) == ["Bot 2 takes the seat of P 1."]
    check_saved(table, tokens)
    go_on(table, tokens, 8)
    assert not table.faults


def test_a_person_takes_the_seat_of_a_bot_and_sees_what_it_has_seen() -> None:
    table, tokens = game()
    token = table.replace(3, name="Eve")
    assert table.seat(token) == 3 and table.bots == {}
    assert table.view(token) == tws.view(table.record.state, 3)
    assert told(table, token) == ["You take the seat of Bot 1."]
    assert told(table, tokens[0]) == told(table, tokens[None]) == ["Eve takes the seat of Bot 1."]
    assert len(table.events(token)) == len(table.events(tokens[0]))
    while table.actor != 3:
        go_on(table, tokens, 1)
    assert not table.goes_on
    table.play(token, str(tws.legal_moves(table.view(token))[0]))
    check_saved(table, {**tokens, 3: token})


def test_one_person_and_one_bot_take_the_seat_of_another() -> None:
    table, tokens = game()
    token = table.replace(0, name=" Eve ")
    assert ended(table, tokens[0])
    assert table.names[0] == "Eve"
    table.replace(3, bot=simple)
    assert table.names[3] == "Bot 1" and table.bots == {3: None}
    assert told(table, token) == ["Bot 1 takes the seat of Bot 1."]
    with pytest.raises(TableError, match="does not name the bot of seat 3"):
        Table.from_text(table.to_text())
    again = Table.from_text(table.to_text(), bots={3: simple})
    assert again.names == table.names


def test_bots_have_the_names_that_the_host_gives(tmp_path: Path) -> None:
    path = tmp_path / "table.json"
    bots: Any = {0: "simple", 2: simple}
    table = Table(street.GAME, bots=bots, bot_names={2: " Robin "}, path=path)
    assert table.names == ("Bot 1", "Seat 1", "Robin", "Seat 3")
    table.rename(0, "Computer Åse")
    ann = table.join("Ann")
    token = table.replace(2, name="Eve")
    table.replace(2, bot="simple", name="Kim")
    assert told(table, ann, 2) == ["Eve takes the seat of Robin.", "Kim takes the seat of Eve."]
    assert ended(table, token)
    assert table.names == Table.load(path).names == ("Computer Åse", "Ann", "Kim", "Seat 3")
    table.rename(2, "Kim 2")
    assert told(table, ann, 2)[-1] == "Kim 2 takes the seat of Eve."
    for name in ("Ann", "computer åse", "Seat 3", "You", "", "A|B", "x" * 41):
        with unchanged(table, "name", TableError):
            table.rename(2, name)
    for seat in (3, 9, True, None, "2"):
        with unchanged(table, "taken by people", TableError):
            table.rename(anything(seat), "Robin")
    swapped = Table(street.GAME, bots=bots, bot_names={0: "Bot 2", 2: "Bot 1"})
    assert swapped.names == ("Bot 2", "Seat 1", "Bot 1", "Seat 3")
    for wrong in ({1: "Robin"}, ["Robin"], {0: 7}, {0: "Seat 1"}):
        with pytest.raises(TableError):
            Table(street.GAME, bots={0: "simple"}, bot_names=anything(wrong))


@pytest.mark.parametrize(
    ("seat", "given", "error", "match"),
    [
        (0, {}, TableError, "expected a bot or a name"),
        (0, {"bot": "simple", "name": "P 1"}, TableError, "nobody else has"),
        (0, {"name": "P 1"}, TableError, "nobody else has"),
        (0, {"name": "bot 1"}, TableError, "nobody else has"),
        (0, {"name": "Seat 1"}, TableError, "nobody else has"),
        (0, {"name": ""}, TableError, "visible characters"),
        (0, {"name": "You"}, TableError, "nobody else has"),
        (0, {"bot": "nobody"}, PlayerError, "expected simple"),
        (0, {"bot": 7}, PlayerError, "expected a name"),
        (4, {"name": "Eve"}, tws.SeatError, "4"),
        (True, {"name": "Eve"}, tws.SeatError, "True"),
        ("0", {"bot": "simple"}, tws.SeatError, "'0'"),
    ],
)
def test_a_refused_replacement_changes_nothing(
    seat: Any, given: Any, error: type[Exception], match: str
) -> None:
    table, tokens = game()
    with unchanged(table, match, error):
        table.replace(seat, **given)
    assert table.seat(tokens[0]) == 0


def test_a_free_seat_has_nobody_to_replace() -> None:
    table = Table(duel.GAME)
    with unchanged(table, "seat 1 is free", TableError):
        table.replace(1, name="Eve")
    table.replace(1, bot="simple")
    assert table.names[1] == "Bot 1" and table.free_seats == (0,)


def test_a_file_that_cannot_be_written_keeps_the_seats(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    table, tokens = game(path=folder / "table.json")
    (folder / "table.json").unlink()
    folder.rmdir()
    calls: list[Callable[[], object]] = [
        partial(table.replace, 0, bot="simple"),
        partial(table.replace, 3, name="Eve"),
        *(partial(call, tokens[0]) for call in (table.leave, table.revoke)),
        partial(table.revoke, tokens[None]),
        *(partial(table.revoke_seat, seat) for seat in (0, None)),
        partial(table.another_token, 0),
    ]
    for call in calls:
        with unchanged(table, "cannot save", TableError):
            call()
    assert table.seat(tokens[0]) == 0 and table.seat(tokens[None]) is None


def test_the_label_of_a_bot_looks_like_no_other_name() -> None:
    table = Table(duel.GAME)
    tokens: dict[int | None, str] = {0: table.join("bot 1")}
    table.join("Ann")
    table.replace(1, bot="simple")
    assert table.names == ("bot 1", "Bot 2")
    check_saved(table, tokens)


def test_nobody_has_the_name_of_a_seat_that_may_become_free() -> None:
    table = Table(duel.GAME)
    ann = table.join("Ann", 1)
    with unchanged(table, "nobody else has", TableError):
        table.join("seat 1", 0)
    table.join("Seat 0", 0)
    table.leave(ann)
    assert table.names == ("Seat 0", "Seat 1")


# Leave


def test_a_player_who_leaves_frees_the_seat_and_the_game_waits() -> None:
    table, tokens = game()
    other, number = table.another_token(1), table.last_number
    table.leave(other)
    assert ended(table, tokens.pop(1)) and ended(table, other)
    assert table.free_seats == (1,) and table.names[1] == "Seat 1"
    event = last(table, tokens[None])
    assert (event.number, event.happened, event.seat) == (number + 1, Happened.LEAVE, 1)
    assert event.text == "leaves" and event.sentences == ("P 1 leaves.",)
    with unchanged(table, "waits for 1 more player", TableError):
        table.play(tokens[0], "deal")
    check_saved(table, tokens)
    token = table.join("Eve")
    assert table.view(token) == tws.view(table.record.state, 1)
    assert told(table, token, 2) == ["P 1 leaves.", "You join."]
    tokens[1] = token
    go_on(table, tokens, 8)
    check_saved(table, tokens)


def test_a_table_with_a_free_seat_makes_no_move() -> None:
    table, tokens = game(play_forced=True)
    while table.actor != 3:
        go_on(table, tokens, 1)
    assert table.goes_on and table.bot_is_to_move
    thought = table.think()
    table.leave(tokens.pop(1))
    assert not table.goes_on and not table.bot_is_to_move
    assert table.think() is table.give_up("slow") is None
    before = table.to_text()
    assert not table.advance() and not table.advance(thought)
    assert table.to_text() == before
    tokens[1] = table.join("Eve")
    assert table.advance()


def test_a_forced_move_of_a_free_seat_waits() -> None:
    table, tokens = game(play_forced=True)
    while len(tws.legal_moves(table.record.state)) != 1 or table.bot_is_to_move:
        state = table.record.state
        assert not state.hand_over and state.actor is not None
        if table.bot_is_to_move:
            table.advance()
        else:
            move = str(tws.legal_moves(state)[0])
            table.play(tokens[state.actor], move, bots=False)
    assert table.goes_on and table.actor is not None
    actor = table.actor
    table.leave(tokens[actor])
    assert not table.goes_on and not table.advance()
    table.join("Eve")
    assert table.advance() and table.events(tokens[None])[-1].seat == actor


def test_spectators_and_strangers_do_not_leave() -> None:
    table, tokens = game()
    with unchanged(table, "you watch", TableError):
        table.leave(tokens[None])
    with unchanged(table, "belongs to nobody", TokenError):
        table.leave("stranger")


@pytest.mark.parametrize("change", ["leave", "bot", "person"])
def test_a_request_to_undo_lapses_when_a_seat_changes(change: str) -> None:
    table, tokens = game()
    table.undo(tokens[0])
    assert table.asked is not None
    if change == "leave":
        table.leave(tokens.pop(2))
    elif change == "bot":
        table.replace(2, bot="simple")
        del tokens[2]
    else:
        tokens[2] = table.replace(2, name="Eve")
    assert table.asked is None
    check_saved(table, tokens)


def test_an_undo_keeps_the_changes_of_seats() -> None:
    table, tokens = game()
    place = len(table.record.moves)
    asker = max(event.number for event in table.events(tokens[None]) if event.seat == 0)
    table.leave(tokens.pop(1))
    tokens[1] = table.join("Eve")
    tokens[2] = table.replace(2, name="Fay")
    done = [table.undo(tokens[seat]) for seat in (0, 1, 2)]
    assert done == [False, False, True] and len(table.record.moves) < place
    shown = [event.happened for event in table.events(tokens[None], asker)]
    assert shown == ["leave", "join", "replace", "undo"]
    assert table.names == ("P 0", "Eve", "Fay", "Bot 1")
    again = check_saved(table, tokens)
    for one in (table, again):
        go_on(one, tokens, 3)
    check_saved(table, tokens)


# Tokens


def test_a_token_ends_and_its_player_keeps_the_seat() -> None:
    table, tokens = game()
    other, number = table.another_token(1), table.last_number
    table.revoke(tokens[1])
    assert ended(table, tokens[1]) and table.seat(other) == 1
    table.revoke(other)
    assert ended(table, other) and table.people == (0, 1, 2) and table.names[1] == "P 1"
    assert table.last_number == number
    tokens[1] = check_saved(table, {0: tokens[0]}).another_token(1)
    assert ended(table, tokens[1])
    tokens[1] = table.another_token(1)
    go_on(table, tokens, 6)
    check_saved(table, tokens)


def test_all_tokens_of_a_seat_end_at_once() -> None:
    table, tokens = game()
    lost = [tokens.pop(1), *(table.another_token(1) for _ in range(3))]
    table.revoke_seat(1)
    assert all(ended(table, token) for token in lost)
    assert table.people == (0, 1, 2)
    check_saved(table, tokens)
    tokens[1] = table.another_token(1)
    assert table.seat(tokens[1]) == 1
    assert all(table.seat(token) == seat for seat, token in tokens.items())


@pytest.mark.parametrize("seat", [3, 4, -1, True, "0", 1.0])
def test_tokens_of_seats_without_a_person_are_refused(seat: Any) -> None:
    table, _ = game()
    for call in (table.revoke_seat, table.another_token):
        with unchanged(table, "taken by people", TableError):
            call(seat)


def test_the_tokens_of_others_are_unknown() -> None:
    table, _ = game()
    with unchanged(table, "belongs to nobody", TokenError):
        table.revoke("stranger")


def test_a_seat_has_sixteen_tokens_and_one_more_ends_the_oldest() -> None:
    table = Table(duel.GAME)
    tokens = [table.join("Ann")]
    ben = table.join("Ben")
    tokens += [table.another_token(0) for _ in range(15)]
    assert [table.seat(token) for token in tokens] == [0] * 16
    tokens += [table.another_token(0) for _ in range(2)]
    assert all(ended(table, token) for token in tokens[:2])
    assert [table.seat(token) for token in tokens[2:]] == [0] * 16
    assert table.seat(ben) == 1
    assert len(json.loads(table.to_text())["people"]) == 17
    check_saved(table, {0: tokens[-1], 1: ben})


def test_a_host_sets_the_number_of_tokens_of_a_seat() -> None:
    table = Table(duel.GAME)
    tokens = [table.join("Ann"), *(table.another_token(0, most=100) for _ in range(99))]
    assert [table.seat(token) for token in tokens] == [0] * 100
    tokens.append(table.another_token(0, most=100))
    assert ended(table, tokens[0]) and table.seat(tokens[1]) == 0
    assert table.seat(table.another_token(0, most=1)) == 0
    assert all(ended(table, token) for token in tokens)
    for most in (0, -1, True, 1.5, None):
        with unchanged(table, "most", TableError):
            table.another_token(0, most=most)  # type: ignore[arg-type]  # of a wrong type


# Spectators


def test_all_spectators_share_a_token_until_it_ends() -> None:
    table, tokens = game()
    watching, before = tokens[None], table.to_text()
    assert [table.spectate() for _ in range(40)] == [watching] * 40
    assert table.to_text() == before and Table.from_text(before).spectate() == watching
    for all_at_once in (False, True):
        if all_at_once:
            table.revoke_seat(None)
        else:
            table.revoke(watching)
        assert ended(table, watching)
        assert all(table.seat(tokens[seat]) == seat for seat in table.people)
        watching = table.spectate()
        assert table.seat(watching) is None
    assert table.last_number == check_saved(table, {None: watching}).last_number


def test_nobody_watches_before_the_first_spectator() -> None:
    table = Table(duel.GAME)
    assert ended(table, "")
    table.revoke_seat(None)
    assert ended(table, "")


# Names of bots in files


@pytest.mark.parametrize(
    "name",
    [
        "montecarlo:worlds=10001",
        "montecarlo:worlds=1_000_000_000",
        "montecarlo:worlds=٩٩٩٩٩٩٩٩",
        "montecarlo:playouts=random,worlds=99999",
        f"montecarlo:worlds={'9' * 5000}",
    ],
)
def test_the_file_names_no_bot_that_thinks_for_hours(name: str) -> None:
    assert name_in_file(name) is None
    data = json.loads(Table(duel.GAME, bots={1: "simple"}).to_text())
    data["bots"][0]["name"] = name
    with pytest.raises(TableError, match="does not name the bot of seat 1"):
        Table.from_text(json.dumps(data))


@pytest.mark.parametrize("name", ["simple", "random", "montecarlo:worlds=10_000,playouts=random"])
def test_the_file_names_other_bots(name: str) -> None:
    assert Table.from_text(Table(duel.GAME, bots={1: name}).to_text()).bots == {1: name}


def test_the_file_of_a_table_names_no_other_file(tmp_path: Path) -> None:
    name = f"network:path={tmp_path / 'twos.npz'}"
    assert name_in_file(name) is None
    data = json.loads(Table(duel.GAME, bots={1: "simple"}).to_text())
    data["bots"][0]["name"] = name
    with pytest.raises(TableError, match="does not name the bot of seat 1"):
        Table.from_text(json.dumps(data))


def test_a_person_comes_back_to_the_seat_that_a_bot_plays() -> None:
    table = Table(duel.GAME, dealer=0)
    tokens = full(table)
    again = table.another_token(0)
    go_on(table, tokens, 2)
    table.replace(0, bot="simple", stays=True)
    assert (table.names[0], table.stand_ins, table.late(0)) == ("Bot 1", (0,), 0)
    assert not table.knows(again) and check_saved(table, {1: tokens[1]}).stand_ins == (0,)
    with unchanged(table, "nobody else has", TableError):
        table.rename(1, "P 0")
    for nobody in (tokens[1], "x", 1, 7):
        with unchanged(table, "belongs to nobody", TokenError):
            table.come_back(nobody)
    assert table.come_back(again) == 0 and table.names == ("P 0", "P 1") and not table.bots
    assert table.seat(tokens[0] or "") == table.seat(again) == 0 and not table.stand_ins
    check_saved(table, tokens)
    table.replace(0, bot="simple", stays=True)
    assert table.come_back(0) == 0


@pytest.mark.parametrize("how", ["revoke", "person", "leave"])
def test_a_person_does_not_come_back_to_a_seat_that_was_given_away(how: str) -> None:
    table = Table(duel.GAME, dealer=0)
    tokens = full(table)
    table.replace(0, bot="simple", stays=True)
    if how == "revoke":
        table.revoke_seat(0)
    else:
        eve = table.replace(0, name="Eve")
        if how == "leave":
            table.leave(eve)
    assert not table.stand_ins and "P 0" not in json.loads(table.to_text())["away"]
    with pytest.raises(TokenError):
        table.come_back(str(tokens[0]))


def test_a_table_can_refuse_to_take_back_moves() -> None:
    table = Table(duel.GAME, dealer=0, takes_back=False)
    tokens = full(table)
    go_on(table, tokens, 2)
    again = check_saved(table, tokens)
    for each in (table, again):
        assert not each.can_undo(0)
        with unchanged(each, "takes back", TableError):
            each.undo(str(tokens[0]))


def test_moves_for_which_the_time_ran_out_are_counted_until_the_player_does_something() -> None:
    table = Table(duel.GAME, duel.Rules(max_hands=1), dealer=0)
    tokens = full(table)
    table.act_for(None)
    for _ in range(6):
        table.act_for(table.actor)
    counts = [table.late(0), table.late(1)]
    assert sum(counts) == 6 and min(counts) > 0
    actor = table.actor
    assert actor is not None
    go_on(table, tokens, 1)
    assert (table.late(actor), table.late(1 - actor)) == (0, counts[1 - actor])
    table.undo(str(tokens[1 - actor]))
    assert table.late(1 - actor) == 0
