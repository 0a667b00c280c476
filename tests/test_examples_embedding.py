"""The examples of embedding and saving run, and the server reveals no hidden information."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

import twowaystreet as tws
from examples import oh_hell, server
from tests.helpers import voids
from tests.test_examples import run
from twowaystreet.games import brag, duel, street
from twowaystreet.table import Table, offers_text


def test_the_server_example_runs() -> None:
    lines = run("server.py")
    assert lines[4] == "Eve: all seats are taken"
    assert "Ann: a deal is due: expected deal" in lines
    assert sum(line.startswith("everybody: ") for line in lines) > 4 + 1 + 40
    assert lines[-5].startswith("everybody: Two Way Street to 20 points, ")
    assert [line.split()[0] for line in lines[-4:]] == ["Ann", "Ben", "Cem", "Dot"]


def test_the_saving_example_runs(tmp_path: Path) -> None:
    for arguments in ((str(tmp_path),), ()):
        lines = run("saving.py", *arguments)
        seen = lines[lines.index("What seat 1 saw:") + 1 : -1]
        assert seen[:2] == ["dealer: deal", "seat 0: bid"]
        assert len(seen) == int(lines[0].split()[0])
        assert lines[-1].startswith("Not loaded, because of move 2: ")
    assert {path.name for path in tmp_path.iterdir()} == {"duel.txt", "duel.json", "seat_1.json"}


class Chat:
    """A room whose users are named after their seats, with all replies so far."""

    def __init__(self, game: tws.Game, rules: object = None) -> None:
        self.table = Table(game, rules, dealer=0)
        self.tokens: dict[str, str] = {}
        self.room = server.Room(self.table, self.tokens)
        self.users = [str(seat) for seat in self.table.free_seats]
        for user in self.users:
            self.say(user, "join")

    def say(self, user: str, text: str) -> list[server.Reply]:
        return self.room.receive(user, text)


MESSAGE = 2000
"""The most characters of a message in chats."""


@pytest.mark.parametrize("name", list(tws.GAMES))
def test_every_game_is_played_in_a_chat(name: str) -> None:
    game = tws.GAMES[name]
    chat, rng = Chat(game, game.Rules(max_hands=1)), random.Random(5)
    replies = chat.say("0", "deal")
    while (actor := chat.table.actor) is not None:
        user = str(actor)
        assert {to for to, _ in replies} == {None, user}
        assert all(0 < len(text) <= MESSAGE for _, text in replies)
        hand, moves = [text for to, text in replies if to is not None]
        view = chat.table.view(chat.tokens[user])
        assert hand == f"You hold {' '.join(map(str, view.hand or ()))}"
        assert moves == f"Your moves: {offers_text(chat.table.offers(chat.tokens[user]))}"
        assert chat.say(user, "moves") == [(user, moves)]
        replies = chat.say(user, str(rng.choice(tws.legal_moves(view))))
    assert {to for to, _ in replies} == {None}
    assert replies[-1] == (None, str(chat.table.report("today")))


def test_a_user_finds_a_move_of_a_large_hand_by_its_beginning() -> None:
    chat = Chat(brag.GAME)
    chat.say("0", "deal")
    user = str(chat.table.actor)
    ((_, all_moves),) = chat.say(user, "moves")
    assert " ... (" in all_moves and len(all_moves) <= MESSAGE
    begun = all_moves.removeprefix("Your moves: ").split(" ... ")[0]
    ((to, some),) = chat.say(user, f"moves {begun}")
    assert to == user and some.startswith(f"Your moves: {begun} ")
    assert chat.say(user, "moves 2C 2C 2C") == [(user, "Your moves: none")]


def test_the_channel_gets_only_public_texts() -> None:
    chat = Chat(duel.GAME)
    assert chat.say("1", "deal")[0] == (None, "New deal.")
    assert chat.say("0", "bid 2 low")[0] == (None, "0 bids in secret.")
    assert chat.say("1", "bid 3 high")[0][0] is None


def test_users_of_a_chat_come_and_go() -> None:
    chat = Chat(duel.GAME)
    chat.say("0", "deal")
    assert chat.say("0", "leave")[0] == (None, "0 leaves.")
    assert chat.say("1", "moves") == [("1", "Your moves: none")]
    ((_, reply),) = chat.say("0", "no bid")
    assert "belongs to nobody" in reply
    joined = chat.say("Eve", "join")
    assert joined[0] == (None, "Eve joins.") and joined[1][0] == "Eve"


@pytest.mark.rule("ST-7")
def test_refusals_go_to_the_sender_alone() -> None:
    chat = Chat(street.GAME)
    chat.say("0", "deal")
    before = chat.table.last_number
    for user, text, reason in (
        ("1", "high", "it is the turn of 0"),
        ("0", "QS", "expected a declaration"),
        ("0", "10 of hearts", "cannot read"),
        ("0", "undo", "no move of yours"),
        ("0", "join", "cannot read"),
        ("stranger", "high", "belongs to nobody"),
        ("stranger", "join", "all seats are taken"),
    ):
        ((to, reply),) = chat.say(user, text)
        assert to == user and reason in reply
    assert chat.table.last_number == before


def test_users_of_a_chat_take_a_move_back_together() -> None:
    chat = Chat(duel.GAME)
    for user, text in (("0", "deal"), ("0", "no bid"), ("0", "undo")):
        chat.say(user, text)
    assert chat.say("1", "undo")[0] == (None, "0 takes back a move.")
    assert chat.table.actor == 0


def test_voids_name_the_rule_of_a_new_game() -> None:
    tws.register(oh_hell.GAME)
    rng, record = random.Random(3), tws.Record(oh_hell.new_game())
    while not record.state.hand_over:
        state = record.state
        move = tws.shuffle(state, rng) if state.needs_deal else rng.choice(tws.legal_moves(state))
        record = record.play(move)
    seen = record.for_seat(2)
    assert {void.rule for void in voids(seen.view)} == {"OH-1"}
    assert tws.SeatRecord.from_json(seen.to_json()) == seen
