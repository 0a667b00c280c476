"""The examples run and print the documented output."""

import json
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from math import comb
from pathlib import Path
from threading import Thread
from typing import ClassVar

import pytest

import twowaystreet as tws
from examples import high_card, house_rule, language_model, oh_hell, put_away, server
from tests.cli.helpers import output
from tests.helpers import anything, hand_played, refused, replay, shuffled, texts, voids
from tests.records.playing import played
from twowaystreet import players, reasons
from twowaystreet.games import brag, street
from twowaystreet.table import Table, offers_text
from twowaystreet.testing.conformance import _other_process as other_process

TESTS = Path(__file__).parent
EXAMPLES = TESTS.parent / "examples"


def run(name: str, *arguments: str, typed: str = "") -> list[str]:
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
    assert len(lines) == 16 and all(" leads " in line for line in lines[3:13])
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


class Model(BaseHTTPRequestHandler):
    """A model that answers with the first, a wrong, or an unreadable move, and keeps questions."""

    answers: ClassVar[list[str]] = []
    questions: ClassVar[list[list[dict[str, str]]]] = []

    def do_POST(self) -> None:  # the name that the base class calls
        said = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["messages"]
        self.questions.append(said)
        content = self.answers[len(self.questions) % len(self.answers)]
        body = json.dumps({"choices": [{"message": {"content": content}}]}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@pytest.fixture
def model_address() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Model) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        Model.answers, Model.questions = [], []
        yield f"http://127.0.0.1:{server.server_port}/v1/"
        server.shutdown()


def test_a_language_model_is_asked_again_with_the_reason(model_address: str) -> None:
    asks = language_model.LanguageModel(model_address, "any")
    state = tws.apply(street.new_game(), tws.shuffle(street.new_game(), random.Random(3)))
    view = tws.view(state, state.actor)
    Model.answers = ["`low`.", "QS"]  # the second answer comes first
    assert str(asks(view, random.Random(0))) == "low"
    first, again = Model.questions
    assert "high, low" in first[1]["content"] and view.to_text() in first[1]["content"]
    assert "That is illegal: QS: not now: expected a declaration" in again[3]["content"]
    assert (asks.asked, asks.faults) == (1, 0)
    Model.answers = ["I would like to think about it."]
    assert asks(view, random.Random(0)) == players.simple(view, random.Random(0))
    assert (asks.asked, asks.faults) == (2, 1)


@pytest.mark.parametrize("game", [*tws.GAMES])
def test_a_language_model_plays_each_game(model_address: str, game: str) -> None:
    Model.answers = ["deal", "I do not know"]
    lines = run("language_model.py", model_address, "any", "--game", game, "--deals", "1")
    words = lines[-1].split()
    assert 0 < int(words[0]) == int(words[4])
    assert len(Model.questions) == 2 * int(words[0])
    assert all(len(rules["content"]) > 200 for rules, *_ in Model.questions)


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


@pytest.mark.parametrize(
    ("name", "most", "option", "tricks"),
    [("whist", 88, "target=1", 13), ("kitty_whist", 130, "max_hands=1", 12)],
)
def test_whist_is_short_and_ends_with_two_winners(
    name: str, most: int, option: str, tricks: int
) -> None:
    path = EXAMPLES / f"{name}.py"
    assert len(path.read_text(encoding="utf-8").splitlines()) <= most
    lines = output("play", f"{path}:GAME", "--auto", "--seed", "3", "--set", option).splitlines()
    assert sum(line.startswith("Trick ") for line in lines) == tricks
    (won,) = [line for line in lines if "the game" in line]
    assert re.fullmatch(r"Seat (0 and Seat 2|1 and Seat 3) win the game\.", won)


@pytest.mark.parametrize(
    ("name", "tricks", "found"),
    [("oh_hell", 7, "bid 2"), ("high_card", 0, "Total"), ("put_away", 0, "Score sheet")],
)
def test_each_new_game_is_played_at_the_terminal(name: str, tricks: int, found: str) -> None:
    lines = run(f"{name}.py", "play", name, "--auto", "--seed", "3")
    assert lines[-1] == "Seed 3" and any(found in line for line in lines)
    assert sum(line.startswith("Trick ") for line in lines) == tricks
    assert any(line.startswith("Score sheet") for line in lines)


def test_of_equal_ranks_the_card_shown_first_wins() -> None:  # HC-1
    state = high_card.GAME.new_game(dealer=1)
    state = tws.apply(state, tws.deal_hands(state, [tws.cards("2C 3C 4C"), tws.cards("2S 3S 4S")]))
    assert replay(state, ["show 2C", "show 2S"]).scores == (1, 0)


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


@pytest.mark.nightly
def test_the_example_of_a_house_rule_finds_the_wrong_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(other_process, "PROCESSES", 1)
    house_rule.main()
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Late Twos keeps 17 promises."
    assert [line.partition(":")[0] for line in lines[1:4]] == ["holds", "holds", "WRONG"]
    (deal,) = [number for number, line in enumerate(lines) if line.startswith("deal ")]
    assert sorted(lines[deal + 1].split("; ")) == ["2C", "3C", "4C", "5C"]


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


@pytest.mark.rule("ST-7")
def test_the_chat_refuses_to_the_sender_alone() -> None:
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
    assert chat.say("0", "leave")[0] == (None, "0 leaves.")
    assert chat.say("Eve", "join")[0] == (None, "Eve joins.")


def test_a_user_of_the_chat_finds_a_move_of_a_large_hand_by_its_beginning() -> None:
    chat = Chat(brag.GAME)
    chat.say("0", "deal")
    user = str(chat.table.actor)
    ((_, all_moves),) = chat.say(user, "moves")
    begun = all_moves.removeprefix("Your moves: ").split(" ... ")[0]
    ((to, some),) = chat.say(user, f"moves {begun}")
    assert to == user and some.startswith(f"Your moves: {begun} ")
    assert chat.say(user, "moves 2C 2C 2C") == [(user, "Your moves: none")]


def test_the_dealer_may_not_make_the_bids_even_and_exact_ones_score_the_bonus() -> None:
    state = replay(shuffled(oh_hell.GAME.new_game()), ["bid 2", "bid 0", "bid 1"])
    assert state.actor == state.dealer == 0
    assert texts(state) == [f"bid {tricks}" for tricks in (0, 1, 2, 3, 5, 6, 7)]
    reason = refused(state, "bid 4", reasons.NotOffered)
    assert reason.rule == "OH-2"
    assert tws.apply(state, oh_hell.Bid(0)).actor == 1
    for seed in range(20):
        state = hand_played(oh_hell.GAME.new_game(), random.Random(seed))
        score = tws.score_hand(state)
        bids = tws.view(state, None).to_dict()["bids"]
        for seat, points in enumerate(score.points):
            won = sum(trick.winner == seat for trick in state.tricks)
            assert points == (won + 10 if won == bids[seat] else 0)


def test_only_a_registered_game_can_be_recorded_and_voids_name_its_rule() -> None:
    with pytest.raises(tws.RecordError, match=r"Oh Hell is not registered: call .*register\("):
        tws.Record(oh_hell.GAME.new_game())
    tws.register(oh_hell.GAME)
    seen = played(tws.Record(oh_hell.GAME.new_game()), random.Random(3)).for_seat(2)
    assert {void.rule for void in voids(seen.view)} == {"OH-1"}
    assert tws.SeatRecord.from_json(seen.to_json()) == seen


@pytest.mark.parametrize("number", [-1, 8, True, 2.0, "2", None])
def test_a_bid_outside_the_possible_numbers_is_refused(number: object) -> None:
    with pytest.raises(tws.IllegalMove, match="expected a number, 0 to 7"):
        oh_hell.Bid(anything(number))
