"""Every playout of small games: equal information states and equal records imply each other.

Playouts with the same information state must have the same view: no view leaks hidden information.
Playouts with different information states must have different records: no record lacks information.
The exploration checks both conditions after every move. Injected leaks must be found.
"""

import random
from collections.abc import Callable, Hashable, Mapping
from functools import partial
from typing import Any

import attrs
import pytest

import twowaystreet as tws
from examples import oh_hell
from tests.helpers import AnyState, anything, nightly_but_every
from tests.leaks.knowledge import learnt
from tests.leaks.playouts import playout_of
from tests.leaks.small import SMALL, Small
from tests.leaks.test_views import check_playout
from twowaystreet._core.engine.moves import Decision, Phase
from twowaystreet._core.views.facts import private_fact
from twowaystreet._core.views.facts import public_fact as public
from twowaystreet.games import duel, spades, street, twos

RULES = {
    "exchanges": ("ST-9", "ST-10", "ST-11"),
    "coloured Jokers": ("ST-13", "ST-16"),
    "plain Jokers": ("ST-13", "ST-18"),
    "bids with cards": ("DU-2", "DU-5", "DU-6", "DU-7"),
    "bids on paper": ("DU-2", "DU-7", "DU-8", "DU-9"),
    "twos": ("TW-3", "TW-4"),
    "oh hell": (),
    "draws": ("TD-2", "TD-3"),
    "dummies": ("SP-5", "SP-12", "SP-13"),
    "raises": ("SP-5", "SP-8"),
    "lays": ("BR-8", "BR-9"),
    "plays of several cards": ("TL-9",),
}
LARGE = (
    *("bids on paper", "bids with cards", "exchanges", "twos"),
    *("coloured Jokers", "plain Jokers", "oh hell"),
)
"""The games with the most states."""

Numbers = dict[int | None, int]
"""A number for each viewer."""


@attrs.define
class Known:
    """The information states and records of one viewer, as numbers.

    Attributes:
        knows: number of each information state, by the previous number and the new information.
        shown: last view and record number of each information state.
        records: number of each record, by the previous number and the last event.
        whose: number of the information state of each record.
    """

    knows: dict[tuple[int, Hashable], int] = attrs.field(factory=dict[tuple[int, Hashable], int])
    shown: dict[int, tuple[object, int]] = attrs.field(factory=dict[int, tuple[object, int]])
    records: dict[tuple[int, tws.Event], int] = attrs.field(
        factory=dict[tuple[int, tws.Event], int]
    )
    whose: dict[int, int] = attrs.field(factory=dict[int, int])


class Exploration:
    """All playouts of a small game, for some viewers; ``None`` is a spectator.

    It counts the states, and the pairs of state and viewer whose information state had come up
    before. Each so many states it compares views as JSON.
    """

    def __init__(self, small: Small, whole: bool) -> None:
        self.choices = small.choices
        self.texts = 3 if whole else 20
        self.states = self.shared = 0
        start = small.start()
        viewers = (None, *range(len(start.scores) if whole else 2))
        self.known: dict[int | None, Known] = {viewer: Known() for viewer in viewers}
        nothing: Numbers = dict.fromkeys(viewers, 0)
        for deal in small.deals(start):
            self.step(start, deal, nothing, nothing)

    def step(self, before: AnyState, move: tws.Move, knows: Numbers, records: Numbers) -> None:
        """Make a move, compare its events and views, and continue with the next moves."""
        after = tws.apply(before, move)
        self.states += 1
        then_knows, then_records = dict(knows), dict(records)
        for viewer, known in self.known.items():
            event = tws.event_of(before, move, viewer)
            fact = (knows[viewer], learnt(before, move, after, viewer))
            number = known.knows.setdefault(fact, len(known.knows) + 1)
            record = known.records.setdefault((records[viewer], event), len(known.records) + 1)
            moves = tws.legal_moves(after) if after.actor == viewer else ()
            derived = [getattr(event.view, name) for name in event.view._derived]
            shown = (event, *derived, moves)
            first = known.shown.setdefault(number, (shown, record))
            self.shared += first[0] is not shown
            assert first == (shown, record), f"{viewer} is shown {shown}, and {first[0]}"
            assert known.whose.setdefault(record, number) == number, f"{viewer} knows more: {event}"
            if self.states % self.texts == 0 and first[0] is not shown:
                one, two = anything(first[0])[0].view, anything(event).view
                assert (one.to_json(), repr(one)) == (two.to_json(), repr(two))
            then_knows[viewer], then_records[viewer] = number, record
        if not after.needs_deal and not after.is_over:
            for further in self.choices(after):
                self.step(after, further, then_knows, then_records)


def explored(name: str, *, whole: bool = False) -> Exploration:
    """Explore a small game for two seats and a spectator, or for all seats if ``whole``."""
    with pytest.MonkeyPatch.context() as monkeypatch:
        SMALL[name].prepare(monkeypatch)
        return Exploration(SMALL[name], whole)


@pytest.mark.nightly
@pytest.mark.parametrize("name", SMALL)
def test_all_seats_know_exactly_what_views_show(name: str) -> None:
    assert explored(name, whole=True).states > 800


@pytest.mark.rule("AL-3")
@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[pytest.mark.rule(*rules), *[pytest.mark.nightly] * is_large])
        for name, rules in RULES.items()
        for is_large in [name in LARGE]
    ],
)
def test_views_show_exactly_the_information_of_the_viewer(name: str) -> None:
    found = explored(name)
    # Most states share an information state with another one, so the test compares enough.
    assert found.states > 800
    assert found.shared > found.states


Inject = Callable[[pytest.MonkeyPatch], None]
MOST_PLAYOUTS = 60


def _view(state: Any, **facts: Any) -> Inject:
    """Replace facts of a game's view. Any: the class of the states, and the fields of its views."""

    def inject(monkeypatch: pytest.MonkeyPatch) -> None:
        names: dict[str, Any] = dict.fromkeys(facts, Any)
        leaky: Any = type(state.View)("View", (state.View,), {"__annotations__": names, **facts})
        monkeypatch.setattr(state, "View", attrs.frozen(kw_only=True)(leaky))

    return inject


def _heard(state: Any, move_type: type[tws.Move]) -> Inject:
    """Show every move of this type in full to all seats. Any: the class of the states."""

    def inject(monkeypatch: pytest.MonkeyPatch) -> None:
        hidden: Mapping[Any, Any] = state.View.redacted_moves
        rest = {one: seen for one, seen in hidden.items() if one is not move_type}
        monkeypatch.setattr(state.View, "redacted_moves", rest)

    return inject


def _sorted_for(state: Any, seat: int) -> tuple[tws.Card, ...]:
    """Return the seat's hand; suits in which the next player is void come first."""
    next_to = {card.suit for card in state.hand_of((seat + 1) % 4)}
    return tuple(sorted(state.hand_of(seat), key=lambda card: (card.suit in next_to, card)))


def _as_turned_up(state: Any) -> tuple[tuple[tws.Card, ...], ...]:
    """Return the cards face up in the order of the deal."""
    dummies = zip(state._hand_data.dummies, state.face_up, strict=True)
    return tuple(tuple(card for card in dummy if card in up) for dummy, up in dummies)


def _refusal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make refusals name the cards of all hands."""

    def all_hands(state: twos.State) -> int:
        return state._remaining

    monkeypatch.setattr(twos.State, "_hand_to_play_from", all_hands)


def _affordable_bids(monkeypatch: pytest.MonkeyPatch) -> None:
    """Offer only bids that the stock can pay, which reveals the size of a sealed bid."""
    decisions: dict[Phase, Decision] = dict(duel.State._decisions)
    bid = decisions[duel.Phase.BID]

    def payable(state: duel.State, seat: int) -> tuple[tws.Move, ...]:
        return bid.moves(state, seat)[: len(state.stock) // 2]

    decisions[duel.Phase.BID] = attrs.evolve(bid, moves=payable)
    monkeypatch.setattr(duel.State, "_decisions", decisions)


_street, _duel = partial(_view, street.State), partial(_view, duel.State)
_twos, _spades = partial(_view, twos.State), partial(_view, spades.State)
_oh_hell = partial(_view, oh_hell.State)
EXCHANGED = _street(exchanged=public(lambda state: state.exchanged))
SEALED = _duel(bids=public(lambda state: state.bids))


def compare_playouts(game: str) -> None:
    for seed in range(MOST_PLAYOUTS):
        check_playout(game, playout_of(game, seed), random.Random(seed), set[str]())


Fault = tuple[str, Inject, Callable[[str], object], str]
LEAKS: dict[str, Fault] = {
    "the order of the hand": (
        *("twos", _twos(hand=private_fact(_sorted_for)), compare_playouts, ""),
    ),
    "hands in refusals": ("twos", _refusal, compare_playouts, ""),
    "exchanges in views": ("street", EXCHANGED, compare_playouts, ""),
    "exchanges in events": ("street", _heard(street.State, street.Exchange), compare_playouts, ""),
    "sealed bids in events": ("duel", _heard(duel.State, duel.Bid), compare_playouts, ""),
    "affordable bids": ("duel", _affordable_bids, compare_playouts, ""),
    "the order of dummies": (
        *("spades", _spades(face_up=public(_as_turned_up)), compare_playouts, ""),
    ),
    "who must name a suit": (
        *("coloured Jokers", _street(phase=public(lambda one: one.phase)), explored, "is shown"),
    ),
    "a sealed bid": ("bids with cards", SEALED, explored, "is shown"),
    "no hand": ("twos", _twos(hand=public(lambda one: None)), explored, "knows more"),
    "no trumps turned up": (
        "oh hell",
        _oh_hell(turned_up=public(lambda one: None), trumps=public(lambda one: None)),
        *(explored, "knows more"),
    ),
}
"""Leaks and missing facts, each with the game and the check that must find it."""


@pytest.mark.rule("AL-3")
@pytest.mark.parametrize("leak", nightly_but_every(3, LEAKS))
def test_leaks_and_missing_facts_are_found(leak: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game, inject, check, match = LEAKS[leak]
    inject(monkeypatch)
    with pytest.raises(AssertionError, match=match or None):
        check(game)
