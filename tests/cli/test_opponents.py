"""The players that the program plays: their names, their seats, and their faults."""

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import twowaystreet as tws
from tests.cli.helpers import CARD, SEED_7, moves_of, output, refusal
from tests.helpers import shuffled
from twowaystreet._cli.session import Opponents, load_players, seated
from twowaystreet.games import twos
from twowaystreet.players import Factory, at_random, simple
from twowaystreet.players._seated import Terminated

WATCH = ("play", "twos", "--auto", "--seed", "4")


def test_opponents_go_round_from_the_persons_left() -> None:
    assert seated("simple,random", 4, 2) == {3: "simple", 0: "random", 1: "simple"}
    assert load_players(seated("random, simple", 2, None), twos.Rules()) == {
        0: at_random,
        1: simple,
    }
    text = "montecarlo:worlds=5,playouts=random,simple, a.py:bot"  # options may have commas
    players = ["montecarlo:worlds=5,playouts=random", "simple", "a.py:bot"]
    assert list(seated(text, 4, 0).values()) == players


@pytest.mark.parametrize("name", ["", "nobody", "simple,,simple", "no.py:bot"])
def test_an_unknown_player_is_refused(name: str) -> None:
    assert "player " in refusal(*SEED_7, "--opponents", name)


def test_simple_opponents_are_the_default() -> None:
    simply = output(*WATCH, "--opponents", "simple").splitlines()
    players = "Players    Seat 0 (simple), Seat 1 (simple), Seat 2 (simple), Seat 3 (simple)"
    assert simply[1] == players
    assert [simply[0], *simply[2:]] == output(*WATCH).splitlines()
    assert output(*WATCH, "--opponents", "random").splitlines()[2:] != simply[2:]


def a_bot(path: Path, code: str) -> str:
    """Write a player to a file; return its name."""
    file = path / "mybot.py"
    file.write_text(f"import twowaystreet as tws\n\ndef bot(view, rng):\n    {code}\n", "utf-8")
    return f"{file}:bot"


def test_a_player_from_a_file_plays(tmp_path: Path) -> None:
    bot = a_bot(tmp_path, "return tws.legal_moves(view)[0]")
    path = tmp_path / "game.txt"
    output(*WATCH, "--opponents", bot, "--save", str(path))
    record = tws.Record.from_text(path.read_text("utf-8"))
    assert all(move == tws.legal_moves(state)[0] for state, move in record if not state.needs_deal)


@pytest.mark.parametrize(
    ("code", "fault"),
    [
        ("raise ValueError('oops \\x1b[2J')", "ValueError: oops"),
        ("return 'QS'", "not a move: 'QS'"),
        ("return tws.Deal(())", "illegal move deal"),
        ("raise SystemError", "SystemError"),
        ("raise SystemExit", "SystemExit"),
    ],
)
def test_the_simple_player_moves_for_a_player_that_fails(
    code: str, fault: str, tmp_path: Path
) -> None:
    words = ("play", "twos", "--seed", "4", "--hands", "1", "--dealer", "3")
    path = tmp_path / "game.txt"
    bot = a_bot(tmp_path, code)
    session = output(
        *words, "--opponents", f"{bot},simple,simple", "--save", str(path), typed=["1", "1"]
    )
    said = " ".join(session.split())
    assert f"! Seat 1 fails ({fault}" in said
    assert said.count("the simple player moves instead in this hand") == 1
    assert "\x1b" not in session
    assert len(moves_of(path, 1)) >= 2


class Counting:
    """A player that counts its moves."""

    made = 0

    def __init__(self) -> None:
        Counting.made += 1
        self.moves = 0

    def __call__(self, view: Any, rng: random.Random) -> tws.Move:
        self.moves += 1
        assert self.moves <= 13, "the player is that of an earlier hand"
        return simple(view, rng)


def test_a_factory_makes_its_player_for_each_seat_and_deal() -> None:
    Counting.made = 0
    others = Opponents(random.Random(1), random.Random(2), dict.fromkeys((0, 2), Factory(Counting)))
    state: Any = twos.new_game()
    while state.hands_played < 2:
        state = tws.apply(state, others.next_move(state)[0])
    assert Counting.made == 4


def fails(error: type[BaseException]) -> Callable[[Any, random.Random], tws.Move]:
    def player(view: Any, rng: random.Random) -> tws.Move:
        raise error

    return player


@pytest.mark.parametrize("error", [KeyboardInterrupt, Terminated])
def test_the_end_of_the_program_is_no_fault_of_a_player(error: type[BaseException]) -> None:
    state = shuffled(twos.new_game(dealer=3))
    others = Opponents(random.Random(1), random.Random(2), {0: fails(ValueError)})
    assert others.next_move(state)[1] is not None
    others = Opponents(random.Random(1), random.Random(2), {0: fails(error)})
    with pytest.raises(error):
        others.next_move(state)


def test_the_warning_of_an_illegal_move_names_no_other_card_of_the_hand() -> None:
    def outside(view: Any, rng: random.Random) -> tws.Move:
        return tws.Play(next(card for card in tws.CARDS if card not in view.hand))

    state = shuffled(twos.new_game(dealer=3))
    others = Opponents(random.Random(1), random.Random(2), {0: outside})
    _, fault = others.next_move(state)
    assert fault
    assert fault.shown == f"illegal move {outside(tws.view(state, 0), others.rng)}"
    held = set(map(str, tws.view(state, 0).hand or ()))
    assert held & set(CARD.findall(fault.message))
