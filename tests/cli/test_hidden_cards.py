"""The command line shows a person only cards that their seat can know."""

import contextlib
import random
from collections.abc import Callable
from itertools import chain
from types import SimpleNamespace
from typing import Any
from unittest import mock

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typing_extensions import override

import twowaystreet as tws
from tests.cli.helpers import CARD
from twowaystreet._cli import hints, interactive
from twowaystreet._cli.opponents import Opponents
from twowaystreet._cli.prompt import PersonLeft
from twowaystreet._cli.session import Session
from twowaystreet._display import display_of
from twowaystreet._display.lines import BLANK, Line, plain
from twowaystreet._text import display
from twowaystreet._text.display import Screen
from twowaystreet._text.names import seat_names
from twowaystreet._text.output import Printer
from twowaystreet.players import MonteCarlo, simple

HUMAN = 0

RULES: dict[str, list[dict[str, Any]]] = {
    # One deck with two different Jokers: no two cards are equal.
    "street": [{"players": players} for players in (3, 4, 5)] + [{"exchange": "optional"}],
    "duel": [{"bid_markers": "paper"}, {"bid_markers": "cards"}],
    "twos": [{}],
    "spades": [{"renege": "impossible"}, {"renege": "penalised"}],
    "twenty_down": [{"must_trump": True}, {"must_trump": False}],
    "tien_len": [{}],
    "brag": [
        {},
        {"cards": 7, "high_rank": "prials"},
        {"cards": 6, "players": 2},
        # About one deal of fifteen ends the hand, and its cards stay hidden.
        {"players": 5},
    ],
}


def test_every_game_is_checked() -> None:
    assert set(RULES) == set(tws.GAMES)


def _of_others(state: Any) -> set[tws.Card]:
    others = [card for seat, hand in enumerate(state.hands) if seat != HUMAN for card in hand]
    return {*others, *state.stock}


def _after_exchanges(state: Any) -> set[tws.Card]:
    own = state.exchanged[HUMAN]
    # A person always knows the cards that they put under the stock, wherever these cards go.
    return _of_others(state) - set(own.given if own else ())


def _with_dummies(state: Any) -> set[tws.Card]:
    every = {card for hand in state.hands for card in hand}
    looked = sum(map(len, state.face_up)) > 0 or state.tricks
    own = state.hands[2 * HUMAN + 1] if looked else ()
    return every - {*own, *(card for dummy in state.face_up for card in dummy)}


def _with_discards(state: Any) -> set[tws.Card]:
    discards = [some for seat, some in enumerate(state.discards) if seat != HUMAN]
    return _of_others(state) | {card for some in discards for card in some or ()}


def _with_lays(state: Any) -> set[tws.Card]:
    laid = chain.from_iterable(hands or () for hands in state.laid)
    dealt = {card for hand in (*state.hands, *laid) for card in hand} | {*state.stock}
    known = {card for cards in state.shown for card in cards}
    lays = state.laid if state.hand_over else state.laid[HUMAN : HUMAN + 1]
    known |= {card for hands in lays for hand in hands or () for card in hand}
    return dealt - known - {*state.hands[HUMAN]}


HIDDEN: dict[str, Callable[[Any], set[tws.Card]]] = {
    "street": _after_exchanges,
    "duel": _after_exchanges,
    "twos": _of_others,
    "spades": _with_dummies,
    "twenty_down": _with_discards,
    "tien_len": _of_others,
    "brag": _with_lays,
}
"""For each game, the cards hidden from the human; computed from the whole state."""


@attrs.define
class CheckingPrinter(Printer):
    """A printer that keeps each line and fails if it shows a card that the human cannot know."""

    session: Session | None = None
    typed: str = ""
    state: Any = None
    hidden: frozenset[str] = frozenset()
    shown: list[str] = attrs.field(factory=list[str])

    @override
    def show(self, line: Line = BLANK) -> None:
        assert self.session is not None
        self.shown.append(plain(line))
        cards = set(CARD.findall(self.shown[-1])) - set(self.typed.upper().split())
        if self.state is not self.session.state:
            self.state = self.session.state
            hidden = HIDDEN[self.session.screen.game.name](self.state)
            self.hidden = frozenset(map(str, hidden))
        assert not cards & self.hidden, self.shown


def session_with(watch: CheckingPrinter, game: tws.Game, state: Any, others: Opponents) -> Session:
    """Start a session with a human; the printer checks all output."""
    screen = Screen(game, tws.view(state, HUMAN), watch, HUMAN)
    return Session(tws.Record(state), others, screen)


FAST_HINTS = mock.patch.object(hints, "SEARCH", MonteCarlo(worlds=2))


@pytest.mark.parametrize("name", RULES)
@settings(max_examples=10)
@given(data=st.data(), seed=st.integers(0, 10**6), practice=st.booleans())
def test_a_person_is_shown_no_hidden_card(
    name: str, data: st.DataObject, seed: int, practice: bool
) -> None:
    game = tws.GAMES[name]
    rules = game.Rules(**data.draw(st.sampled_from(RULES[name])))
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

    with mock.patch.object(interactive, "ask", typed), FAST_HINTS:
        interactive.Person(session, HUMAN, practice=practice).play(2)
    assert sum(line.startswith("Result") for line in watch.shown) == min(
        2, len(session.screen.hands)
    )


def test_the_checking_printer_notices_a_hidden_card() -> None:
    game = tws.GAMES["street"]
    watch = CheckingPrinter()
    rng = random.Random(1)
    watch.session = session_with(watch, game, game.new_game(), Opponents(rng, rng))
    watch.session.advance()
    with pytest.raises(AssertionError):
        watch.show(("Seat 1 holds ", watch.session.state.hands[1][0]))


def test_a_secret_bid_is_not_shown() -> None:
    game = tws.GAMES["duel"]
    state = game.new_game(dealer=1)
    for seed in range(20):
        dealt = tws.apply(state, tws.shuffle(state, random.Random(seed)))
        sessions = set[str]()
        for bid in tws.legal_moves(dealt):
            seen = tws.view(tws.apply(dealt, bid), HUMAN)
            lines = display.table_lines(display_of(game), seen, seat_names(2, HUMAN))
            sessions.add("\n".join(map(plain, lines)))
        assert len(sessions) == 1


@attrs.define
class Listener(Printer):
    """A printer that keeps each line."""

    shown: list[str] = attrs.field(factory=list[str])

    @override
    def show(self, line: Line = BLANK) -> None:
        self.shown.append(plain(line))


COMMANDS = ("help", "hint", "rules", "score", "last", "who", "", "nonsense", "quit")


@pytest.mark.parametrize("name", RULES)
@settings(max_examples=5)
@given(data=st.data(), seed=st.integers(0, 10**6), moves=st.integers(0, 40))
def test_commands_show_the_same_in_every_world(
    name: str, data: st.DataObject, seed: int, moves: int
) -> None:
    """The answers do not depend on cards that the person cannot know."""
    game = tws.GAMES[name]
    rules = game.Rules(**data.draw(st.sampled_from(RULES[name])))
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
    person = interactive.Person(session, HUMAN, practice=False, asks_always=True)

    def ask() -> str:
        text = next(typed)
        if text == "quit":
            raise PersonLeft
        return text

    with (
        mock.patch.object(interactive, "ask", ask),
        FAST_HINTS,
        contextlib.suppress(PersonLeft),
    ):
        person._decide()
    assert len(listener.shown) > 20
    return listener.shown
