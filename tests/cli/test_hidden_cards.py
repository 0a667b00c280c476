"""The command line shows a person only cards that their seat can know."""

import contextlib
import random
from types import SimpleNamespace
from typing import Any
from unittest import mock

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typing_extensions import override

import twowaystreet as tws
from tests.cli.helpers import CARD, Listener
from tests.games import OURS, facts_of
from twowaystreet._cli import lookups
from twowaystreet._cli import session as sessions
from twowaystreet._cli.prompt import PersonLeft
from twowaystreet._cli.session import Opponents, Session
from twowaystreet._core.display import display_of, screen
from twowaystreet._core.display.lines import BLANK, Line, plain
from twowaystreet._core.display.screen import Screen, seat_names
from twowaystreet.players import MonteCarlo, simple

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


def session_with(watch: CheckingPrinter, game: tws.Game, state: Any, others: Opponents) -> Session:
    """Start a session with a human; the printer checks all output."""
    screen = Screen(game, tws.view(state, HUMAN), watch, HUMAN)
    return Session(tws.Record(state), others, screen)


FAST_HINTS = mock.patch.object(lookups, "SEARCH", MonteCarlo(worlds=2))


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
    watch.session = session = session_with(watch, game, state, others)

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

    with mock.patch.object(sessions, "ask", typed), FAST_HINTS:
        sessions.TerminalPlayer(session, HUMAN, practice=practice).play(2)
    assert sum(line.startswith("Result") for line in watch.shown) == min(
        2, len(session.screen.hands)
    )


def test_a_secret_bid_is_not_shown() -> None:
    game = tws.GAMES["duel"]
    state = game.new_game(dealer=1)
    for seed in range(20):
        dealt = tws.apply(state, tws.shuffle(state, random.Random(seed)))
        sessions = set[str]()
        for bid in tws.legal_moves(dealt):
            seen = tws.view(tws.apply(dealt, bid), HUMAN)
            lines = screen.table_lines(display_of(game), seen, seat_names(2, HUMAN))
            sessions.add("\n".join(map(plain, lines)))
        assert len(sessions) == 1


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
    for _ in range(moves + 1):
        if state.is_over:
            return
        state = tws.apply(state, tws.shuffle(state, rng) if state.needs_deal else some(state, rng))
    while state.actor != HUMAN:
        if state.is_over:
            return
        state = tws.apply(state, tws.shuffle(state, rng) if state.needs_deal else some(state, rng))
    world = tws.worlds(tws.view(state, HUMAN)).sample(rng)
    assert answers(game, state) == answers(game, world)


def some(state: Any, rng: random.Random) -> tws.Move:
    return simple(tws.view(state, state.actor), rng)


def answers(game: tws.Game, state: Any) -> list[str]:
    """Return the lines that all commands show to the person to move."""
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

    with (
        mock.patch.object(sessions, "ask", ask),
        FAST_HINTS,
        contextlib.suppress(PersonLeft),
    ):
        person._decide()
    assert len(listener.shown) > 20
    return listener.shown
