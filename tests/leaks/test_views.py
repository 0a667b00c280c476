"""Equal information states give equal output, and views show all that a seat may know, as values.

Views and seat records are plain values without a reference to hidden information.
"""

import copy
import gc
import pickle
import random
from collections.abc import Iterator
from enum import Enum
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import twowaystreet as tws
from tests.games import ALL, OURS, facts_of
from tests.helpers import AnyState, anything, nightly_but_every, trick_state, voids
from tests.leaks.disguise import disguised
from tests.leaks.knowledge import states_of
from tests.leaks.playouts import OPENINGS, offers, playout_of, seats_of
from tests.leaks.shown import check_shown
from twowaystreet._core.cards.cards import Card
from twowaystreet._core.engine.match import HandData, Match
from twowaystreet.games import duel
from twowaystreet.testing._playouts import Playout
from twowaystreet.testing.conformance._views import visible_part

CODE = (type, FunctionType, BuiltinFunctionType, ModuleType)
"""Types of code: the search skips them, as they lead to the whole program."""
PLAIN: tuple[type, ...] = (int, str, bytes, float, Enum, type(None))
HOLDERS: tuple[type, ...] = (tuple, list, dict, frozenset, set)
FORBIDDEN: tuple[type, ...] = (tws.GameState, Match, HandData, tws.Record, tws.Deal, random.Random)
"""Types that hold hidden information or create it."""


# Equal knowledge


@attrs.define
class Differing:
    """The phases in which two compared states differed, and those with another phase."""

    phases: set[str] = attrs.field(factory=set[str])
    unlike: set[str] = attrs.field(factory=set[str])


def output_for(game: str, state: AnyState, seat: int | None) -> list[object]:
    seen = tws.view(state, seat)
    found: list[object] = [seen, repr(seen), str(seen), hash(seen)]
    found += [getattr(seen, name) for name in seen._derived]
    found += [anything(seen).to_json(), tws.legal_moves(anything(seen))]
    if state.actor != seat or seat is None:
        return found
    found += [tws.legal_moves(state)]
    for offer in offers(game):
        try:
            tws.apply(state, offer)
        except tws.IllegalMove as error:
            found += [error.reason, str(error)]
        else:
            found += [None]
    return found


def positions_without_suit(playout: Playout) -> list[int]:
    """Return the positions at which a Joker is led and no suit is named yet.

    The hand of the next player then decides if that player must name a suit.
    """
    if not isinstance(playout.states[0], tws.TrickState):
        return []
    tricks = [trick_state(state).trick for state in playout.states]
    return [place for place, trick in enumerate(tricks) if trick.cards and trick.led is None]


def check_playout(
    game: str, playout: Playout, rng: random.Random, found: Differing, cuts: int = 3
) -> None:
    """Compare a playout with disguised ones, at its end and at some random positions.

    The records of the whole playout cover every position.
    """
    length = len(playout.moves)
    places = {length, *(rng.randint(1, length) for _ in range(cuts - 1))}
    places |= {rng.randint(1, 4), rng.randint(2, 12)}  # before the first trick
    places |= set(positions_without_suit(playout)[-2:])
    for place in sorted(places & set(range(length + 1))):
        check_at(game, playout.until(place), rng, found)
    if game in tws.GAMES:
        start = playout.states[0]
        for viewer in _viewers(start, rng):
            moves = disguised(playout.states, playout.moves, viewer, rng)
            if moves is not None:
                both = (tws.Record(start, some).for_seat(viewer) for some in (playout.moves, moves))
                one, two = both
                assert (one, one.to_json()) == (two, two.to_json())


def check_at(game: str, playout: Playout, rng: random.Random, found: Differing) -> None:
    """Compare the last state of a playout with that of disguised playouts."""
    *_, before, state = playout.states
    for viewer in _viewers(state, rng):
        moves = disguised(playout.states, playout.moves, viewer, rng)
        if moves is None:
            continue
        *_, other_before, other = states_of(playout.states[0], moves)
        assert output_for(game, other, viewer) == output_for(game, state, viewer)
        event = tws.event_of(before, playout.moves[-1], viewer)
        assert tws.event_of(other_before, moves[-1], viewer) == event
        if other != state:
            found.phases.add(str(state.phase))
        if other.phase is not state.phase:
            found.unlike.add(str(state.phase))


def _viewers(state: AnyState, rng: random.Random) -> list[int | None]:
    return sorted({None, state.actor, rng.randrange(len(state.scores))}, key=str)


HIDING = [pytest.param(game, marks=pytest.mark.rule(*facts_of(game).hiding_rules)) for game in ALL]


@pytest.mark.rule("AL-3", "AL-4")
@pytest.mark.parametrize("game", HIDING)
@settings(max_examples=4)
@given(seed=st.integers(0, 10**6))
def test_hidden_information_does_not_change_any_output(game: str, seed: int) -> None:
    check_playout(game, playout_of(game, seed), random.Random(seed), Differing())


@pytest.mark.nightly
@pytest.mark.parametrize("block", range(4))
@pytest.mark.parametrize("game", ALL)
def test_hidden_information_does_not_change_many_hands(game: str, block: int) -> None:
    for seed in range(1000 + 10 * block, 1010 + 10 * block):
        check_playout(game, playout_of(game, seed), random.Random(seed), Differing(), cuts=8)


@pytest.mark.parametrize("game", ALL)
def test_comparisons_cover_every_phase_with_hidden_information(game: str) -> None:
    found = Differing()
    for seed in range(40):
        check_playout(game, playout_of(game, seed), random.Random(seed), found)
        if found.phases >= facts_of(game).hiding:
            return
    pytest.fail(f"no comparison in {facts_of(game).hiding - found.phases}")


@pytest.mark.rule("ST-16", "ST-18", "AL-3")
@pytest.mark.parametrize("game", ["street", "duel"])
def test_a_waiting_seat_cannot_see_the_duty_to_name_a_suit(game: str) -> None:
    """The actor must name a suit in one playout, but not in the other."""
    found = Differing()
    for seed in range(200):
        playout, rng = playout_of(game, seed), random.Random(seed)
        for place in positions_without_suit(playout):
            check_at(game, playout.until(place), rng, found)
        if found.unlike & {"name", "play"}:
            return
    pytest.fail("no pair in which only one must name a suit")


@pytest.mark.rule("DU-2", "DU-5")
@pytest.mark.parametrize("markers", duel.BidMarkers)
def test_all_sealed_bids_look_the_same_to_the_others(markers: duel.BidMarkers) -> None:
    start = duel.new_game(duel.Rules(bid_markers=markers))
    deal = tws.shuffle(start, random.Random(1))
    dealt = tws.apply(start, deal)
    for viewer in (None, 1):
        bids = tws.legal_moves(dealt)
        seen = {tws.Record(start, [deal, bid]).for_seat(viewer).to_json() for bid in bids}
        first, *others = (output_for("duel", tws.apply(dealt, bid), viewer) for bid in bids)
        assert len(seen) == 1 and all(one == first for one in others)


# All that a seat may know


@pytest.mark.rule("AL-3")
@pytest.mark.parametrize("seed", nightly_but_every(3, range(6)))
@pytest.mark.parametrize(
    "game",
    [pytest.param(game, marks=pytest.mark.rule(*facts_of(game).shown_rules)) for game in OURS],
)
def test_a_view_shows_the_facts_of_the_state(game: str, seed: int) -> None:
    playout = playout_of(game, 100 + seed)
    seats = list(seats_of(playout.states[0]))
    # A large table is checked for the spectator and three players.
    chosen = [None, *random.Random(seed).sample(seats[1:], min(3, len(seats) - 1))]
    for before, state in zip((None, *playout.states), playout.states, strict=False):
        for seat in chosen:
            check_shown(before, state, seat)


@pytest.mark.rule("ST-13", "ST-16", "ST-18", "TW-3", "TD-7", "SP-10")
def test_random_hands_show_voids_by_every_rule() -> None:
    rules, expected = set[str](), {"ST-16"}
    for game in (name for name in OURS if issubclass(tws.GAMES[name].State, tws.TrickState)):
        expected.add(tws.GAMES[game].State._rule_to_follow())
        for seed in range(12):
            state = playout_of(game, seed).states[-1]
            rules |= {void.rule for void in voids(tws.view(state, None))}
    assert rules == expected


@pytest.mark.parametrize("part", ["", (), 0, b"bid", "bid\n", "\x1b[2J"])
def test_a_redaction_that_returns_no_text_shows_nothing(
    part: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    state, bid = playout_of("duel", 1).states[1], duel.Bid(2, duel.Direction.HIGH)

    def redact(state: object, move: object, viewer: object) -> object:
        return part

    hooks: dict[Any, Any] = {**duel.View.redacted_moves, duel.Bid: redact}
    monkeypatch.setattr(duel.View, "redacted_moves", hooks)
    for show in (tws.event_of, visible_part):
        with pytest.raises(tws.RulesError) as caught:
            show(state, bid, None)
        text = str(caught.value)
        assert text.startswith(f"View.redacted_moves[Bid]={part!r}: expected one line of text")


# Plain values


def reached_from(thing: object) -> Iterator[object]:
    """Yield this object and every object reachable from it, except code."""
    seen, left = set[int](), [thing]
    while left:
        found = left.pop()
        if id(found) in seen or isinstance(found, CODE):
            continue
        seen.add(id(found))
        yield found
        # A member of an enum counts as a plain value; its references are skipped.
        if not isinstance(found, Enum):
            left += gc.get_referents(found)


def check_reach(thing: object) -> int:
    """Check that only plain values are reachable; return their number."""
    everything = [*reached_from(thing)]
    for found in everything:
        assert not isinstance(found, FORBIDDEN), f"{type(found).__name__} can be reached"
        known = isinstance(found, (*PLAIN, *HOLDERS, Card)) or attrs.has(type(found))
        assert known, f"{type(found).__name__} can be reached, but is not a plain value"
    return len(everything)


def check_value(thing: object) -> None:
    """Check that copying, pickling and hashing preserve the value."""
    for same in (copy.copy(thing), copy.deepcopy(thing), pickle.loads(pickle.dumps(thing))):
        assert same == thing and type(same) is type(thing)
        assert hash(same) == hash(thing) and repr(same) == repr(thing)


@pytest.mark.rule("AL-3")
@pytest.mark.parametrize("game", OPENINGS)
def test_views_and_seat_records_reference_plain_values_only(game: str) -> None:
    playout, rng = playout_of(game, 5), random.Random(5)
    for number, state in enumerate(playout.states):
        for seat in seats_of(state):
            if number < 12 or rng.random() < 0.1:
                seen = tws.view(state, seat)
                assert check_reach(seen) > 10
                check_value(seen)
                if number:
                    before, move = playout.states[number - 1], playout.moves[number - 1]
                    check_reach(tws.event_of(before, move, seat))
    for seat in (None, 0, 1) if game in tws.GAMES else ():
        record = tws.Record(playout.states[0], playout.moves).for_seat(seat)
        assert check_reach(record) > 100
        check_value(record)
