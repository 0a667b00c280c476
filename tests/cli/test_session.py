"""A session: its players, their faults, and only cards that a person can know."""

import contextlib
import random
from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest import mock

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typing_extensions import override

import twowaystreet as tws
from tests.cli.helpers import CARD, Listener, moves_of, output
from tests.games import OURS, facts_of
from tests.helpers import shuffled
from twowaystreet._cli import lookups, prompt
from twowaystreet._cli import session as sessions
from twowaystreet._cli.prompt import PersonLeft
from twowaystreet._cli.session import Opponents, Session, load_players, seated
from twowaystreet._core.display.lines import BLANK, Line
from twowaystreet._core.display.screen import Screen
from twowaystreet._util.faults import Terminated
from twowaystreet.games import twos
from twowaystreet.players import Factory, MonteCarlo, at_random, simple

WATCH = ("play", "twos", "--auto", "--seed", "4")


def test_opponents_go_round_from_the_persons_left_and_simple_ones_are_the_default() -> None:
    assert seated("simple,random", 4, 2) == {3: "simple", 0: "random", 1: "simple"}
    assert load_players(seated("random, simple", 2, None), twos.new_game()) == {
        0: at_random,
        1: simple,
    }
    text = "montecarlo:worlds=5,playouts=random,simple, a.py:bot"  # options may have commas
    players = ["montecarlo:worlds=5,playouts=random", "simple", "a.py:bot"]
    assert list(seated(text, 4, 0).values()) == players
    simply = output(*WATCH, "--opponents", "simple").splitlines()
    shown = "Players    Seat 0 (simple), Seat 1 (simple), Seat 2 (simple), Seat 3 (simple)"
    assert simply[1] == shown
    assert [simply[0], *simply[2:]] == output(*WATCH).splitlines()
    assert output(*WATCH, "--opponents", "random").splitlines()[2:] != simply[2:]


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
def test_the_simple_player_moves_for_who_fails(code: str, fault: str, tmp_path: Path) -> None:
    words = ("play", "twos", "--seed", "4", "--hands", "1", "--dealer", "3")
    path, file = tmp_path / "game.txt", tmp_path / "mybot.py"
    file.write_text(f"import twowaystreet as tws\n\ndef bot(view, rng):\n    {code}\n", "utf-8")
    others = f"{file}:bot,simple,simple"
    session = output(*words, "--opponents", others, "--save", str(path), typed=["1", "1"])
    said = " ".join(session.split())
    assert f"! Seat 1 fails ({fault}" in said
    assert said.count("the simple player moves instead in this hand") == 1
    assert "\x1b" not in session
    assert len(moves_of(path, 1)) >= 2


def test_a_factory_makes_its_player_for_each_seat_and_deal() -> None:
    make = mock.Mock(return_value=simple)
    others = Opponents(random.Random(1), random.Random(2), dict.fromkeys((0, 2), Factory(make)))
    state: Any = twos.new_game()
    while state.hands_played < 2:
        state = tws.apply(state, others.next_move(state)[0])
    assert make.call_count == 4


@pytest.mark.parametrize("error", [KeyboardInterrupt, Terminated])
def test_the_end_of_the_program_is_no_fault_of_a_player(error: type[BaseException]) -> None:
    others = Opponents(random.Random(1), random.Random(2), {0: mock.Mock(side_effect=error)})
    with pytest.raises(error):
        others.next_move(shuffled(twos.new_game(dealer=3)))


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


HUMAN = 0

RULES = {
    name: [
        rules
        for start in facts_of(name).starts.values()
        for rules in [start().rules]
        if len({*rules.pack.cards}) == len(rules.pack)  # no two cards are equal
    ]
    for name in OURS
}
FAST_HINTS = mock.patch.object(lookups, "SEARCH", MonteCarlo(worlds=2))


@attrs.define
class CheckingPrinter(Listener):
    """A printer that keeps each line and fails if it shows a card that the human cannot know."""

    session: Session | None = None
    typed: str = ""
    state: Any = None
    hidden: frozenset[str] = frozenset()

    @override
    def show(self, line: Line = BLANK) -> None:
        assert self.session is not None
        super().show(line)
        cards = set(CARD.findall(self.shown[-1])) - set(self.typed.upper().split())
        if self.state is not self.session.state:
            self.state = self.session.state
            hidden = facts_of(self.session.screen.game.name).hidden(self.state, HUMAN)
            self.hidden = frozenset(map(str, hidden))
        assert not cards & self.hidden, self.shown


@pytest.mark.parametrize("name", RULES)
@settings(max_examples=4)
@given(data=st.data(), seed=st.integers(0, 10**6), practice=st.booleans())
def test_a_person_is_shown_no_hidden_card(
    name: str, data: st.DataObject, seed: int, practice: bool
) -> None:
    game = tws.GAMES[name]
    rules = data.draw(st.sampled_from(RULES[name]))
    rng = random.Random(seed)
    watch = CheckingPrinter()
    state = game.new_game(rules, dealer=tws.draw_dealer([None] * rules.seats, rng))
    others = Opponents(rng, random.Random(seed + 1))
    screen = Screen(game, tws.view(state, HUMAN), watch, HUMAN)
    watch.session = session = Session(tws.Record(state), others, screen)

    def typed() -> str:
        chance = rng.random()
        if chance < 0.1:
            watch.typed = "undo"
        elif chance < 0.2:
            # Any card of the pack: the answer must not depend on the card's owner.
            watch.typed = str(rng.choice(rules.pack.cards)).lower()
        elif chance < 0.3:
            # Later, "last" may show the hand before, whose cards are hidden again.
            later = bool(session.state.hands_played)
            watch.typed = rng.choice(["hint", "score", "last"][: 3 - later])
        else:
            watch.typed = str(rng.choice(tws.legal_moves(session.state))).lower()
        return watch.typed

    with mock.patch.object(prompt, "ask", typed), FAST_HINTS:
        sessions.TerminalPlayer(session, HUMAN, practice=practice).play(2)
    results = sum(line.startswith("Result") for line in watch.shown)
    assert results == min(2, len(session.screen.hands))


COMMANDS = ("help", "hint", "rules", "score", "last", "who", "", "nonsense", "quit")


@pytest.mark.parametrize("name", RULES)
@settings(max_examples=4)
@given(data=st.data(), seed=st.integers(0, 10**6), moves=st.integers(0, 40))
def test_commands_show_the_same_in_every_world(
    name: str, data: st.DataObject, seed: int, moves: int
) -> None:
    """The answers do not depend on cards that the person cannot know."""
    game = tws.GAMES[name]
    rules = data.draw(st.sampled_from(RULES[name]))
    rng = random.Random(seed)
    state: Any = game.new_game(rules, dealer=tws.draw_dealer([None] * rules.seats, rng))
    for number in count():
        if state.is_over:
            return
        if number > moves and state.actor == HUMAN:
            break
        seen = tws.view(state, state.actor)
        move = tws.shuffle(state, rng) if state.needs_deal else simple(seen, rng)
        state = tws.apply(state, move)
    world = tws.worlds(tws.view(state, HUMAN)).sample(rng)
    assert answers(game, state) == answers(game, world)


def answers(game: tws.Game, state: Any) -> list[str]:
    listener, typed = Listener(), iter(COMMANDS)
    screen = Screen(game, tws.view(state, HUMAN), listener, HUMAN)
    record: Any = SimpleNamespace(state=state, moves=())  # a record cannot begin with this state
    session = Session(record, Opponents(random.Random(1), random.Random(2)), screen)
    person = sessions.TerminalPlayer(session, HUMAN, practice=False, asks_always=True)

    def ask() -> str:
        text = next(typed)
        if text == "quit":
            raise PersonLeft
        return text

    with mock.patch.object(prompt, "ask", ask), FAST_HINTS, contextlib.suppress(PersonLeft):
        person._decide()
    assert len(listener.shown) > 20
    return listener.shown
