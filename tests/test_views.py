"""Views: every stored field is covered, and shown only to the right viewers."""

from __future__ import annotations

import json
import random
from itertools import chain
from types import SimpleNamespace
from typing import Any

import attrs
import pytest

import twowaystreet as tws
from tests.games import starts
from tests.helpers import AnyState, Hostile, anything, positions, shuffled, some_move
from twowaystreet._core.engine.game import game_of
from twowaystreet._core.engine.match import Match
from twowaystreet._core.views.facts import (
    FACT,
    ViewFact,
    conditional_fact,
    per_seat_fact,
    private_fact,
    public_fact,
    to_owner,
    viewer_fact,
)
from twowaystreet.games import duel, spades, street, twos

PUBLIC = ("rules", "actor", "dealer", "scores", "hands_played", "hand_over", "is_over", "winners")
TRICKS = ("tricks", "trick")


@pytest.fixture(params=starts())
def fresh(request: pytest.FixtureRequest) -> AnyState:
    state: AnyState = starts()[request.param]()
    return state


def facts_of(state: AnyState) -> dict[str, ViewFact]:
    view_type = type(state).View
    return {one.name: one.metadata[FACT] for one in attrs.fields(view_type) if FACT in one.metadata}


def stored_in(state: AnyState) -> set[str]:
    """Return every field in which a state of this game stores data."""
    own = {field.name.lstrip("_") for field in attrs.fields(type(state))}
    match = {f"match.{field.name}" for field in attrs.fields(Match)}
    kept: type[attrs.AttrsInstance] = anything(state)._hand_data.__class__
    hand_data = {f"hand_data.{field.name}" for field in attrs.fields(kept)}
    assert {"match", "hand_data"} <= own
    own.add("legal")  # games without tricks do not store the legal cards
    return own - {"match", "hand_data"} | match | hand_data


def test_every_stored_field_is_covered_by_a_fact(fresh: AnyState) -> None:
    known = set(chain(*(fact.covers for fact in facts_of(fresh).values())))
    known |= set(type(fresh).View.hidden_fields)
    # Only games with tricks store the legal cards.
    assert known == stored_in(fresh) | {"legal"}
    names = {field.name for field in attrs.fields(type(fresh).View)}
    assert names - {"seat"} == set(facts_of(fresh))


def own_hand(state: AnyState, seat: int) -> tuple[tws.Card, ...] | None:
    """Return a seat's own hand in its view."""
    if not isinstance(state, spades.State):
        return state.hands[seat]
    looked = any(state.face_up) or len(state.tricks) > 0 or state.phase == "bid"
    return state.hands[2 * seat + 1] if looked else None


@pytest.mark.rule("AL-3", "SP-5")
def test_a_seat_sees_what_is_public_and_its_own_hand(fresh: AnyState) -> None:
    for state in positions(fresh, random.Random(3)):
        for seat in (None, *range(len(state.scores))):
            seen = tws.view(state, seat)
            assert type(seen) is type(fresh).View and seen.seat == seat
            for name in (*PUBLIC, *(TRICKS if isinstance(state, tws.TrickState) else ())):
                assert getattr(seen, name) == getattr(state, name)
            assert seen.score == state.score
            assert list(seen.hand_sizes) == list(map(len, state.hands))
            assert seen.hand == (None if seat is None else own_hand(state, seat))
            mine = seat is not None and seat == state.actor
            assert tuple(seen.legal_moves or ()) == (tws.legal_moves(state) if mine else ())
            assert tws.legal_moves(anything(seen)) == tuple(seen.legal_moves or ())
            assert seen == tws.view(state, seat) and hash(seen) == hash(tws.view(state, seat))
        assert tws.view(state, 0) != tws.view(state, 1)


@pytest.mark.rule("AL-3", "ST-7", "ST-11")
def test_exchanges_are_known_only_to_their_players() -> None:
    states = [*positions(street.new_game(), random.Random(1))]
    for state in states:
        for seat in (None, 0, 1, 2, 3):
            seen = anything(tws.view(state, seat))
            known = [each if place == seat else None for place, each in enumerate(state.exchanged)]
            assert [*seen.exchanged] == known
            assert seen.declarations == state.declarations
            assert seen.stock_size == len(state.stock)
    assert states[-1].hand_over and all(states[-1].exchanged)


def test_seats() -> None:
    for seat in (4, -1, True, False, 1.0, "0", (), 10**30, Hostile()):
        with pytest.raises(tws.SeatError) as caught:
            tws.view(shuffled(street.new_game()), anything(seat))
        assert caught.value.seat is seat and caught.value.seats == 4
    with pytest.raises(tws.SeatError):
        tws.view(duel.new_game(), 2)


# As plain data.


@pytest.mark.nightly
def test_views_survive_plain_data(fresh: AnyState) -> None:
    rng, state = random.Random(3), fresh
    plain: dict[str, object] = {}
    for _ in range(60):
        for seat in (None, 0, 1):
            seen = tws.view(state, seat)
            plain = seen.to_dict()
            # Compare the reprs, as an enum equals its word.
            assert repr(json.loads(seen.to_json())) == repr(plain)
            names = [*(field.name for field in attrs.fields(type(seen))), *type(seen)._derived]
            marks = ("format", "version", "game") if game_of(type(seen)) else ()
            assert list(plain) == [*marks, *names]
        if state.is_over:
            break
        deal = state.needs_deal
        state = tws.apply(
            state, tws.shuffle(state, rng) if deal else rng.choice(tws.legal_moves(state))
        )
    assert plain


def after_a_trick() -> AnyState:
    state, rng = shuffled(twos.new_game()), random.Random(1)
    while not state.tricks or not state.trick.cards:
        state = tws.apply(state, some_move(state, rng))
    return state


@pytest.mark.parametrize(
    ("part", "name", "wrong"),
    [
        *((name, "", 4) for name in ("seat", "actor", "dealer")),
        *(
            (part, *each)
            for part in ("tricks", "trick")
            for each in (("leader", 4), ("winner", 4), ("seats", 4))
        ),
    ],
)
def test_an_invalid_seat_is_refused(part: str, name: str, wrong: int) -> None:
    plain: Any = tws.view(after_a_trick(), 0).to_dict()  # Any: plain data
    if not name:
        expected, plain[part] = r"seat, actor, dealer: expected seats from 0 to 3$", wrong
    else:
        expected, trick = ".", plain["tricks"][0] if part == "tricks" else plain["trick"]
        trick[name] = [*trick[name][:-1], wrong] if name == "seats" else wrong
    with pytest.raises(tws.RecordError, match=expected):
        twos.View.from_dict(plain)


def test_duel_views_may_name_both_seats() -> None:
    state, rng = shuffled(duel.new_game(dealer=1)), random.Random(1)
    while (state.actor, state.dealer) != (0, 1):
        state = tws.apply(state, some_move(state, rng))
    for seat in (None, 0, 1):
        seen = tws.view(state, seat)
        assert duel.View.from_dict(seen.to_dict()) == seen


# The declarations of facts.


# Any: stands for a state of any game.
STATE: Any = SimpleNamespace(
    rules=SimpleNamespace(seats=3),
    cards=("a", "b", "c"),
    _hand_data=SimpleNamespace(trumps="hearts"),
)
VIEWERS = (None, 0, 1, 2)


@attrs.frozen
class Declared:
    everybody: Any = public_fact(lambda state: state.cards, "hand_data.held", "tricks")
    mine: Any = private_fact(lambda state, seat: state.cards[seat], "hand_data.held")
    differs: Any = viewer_fact(lambda state, viewer: (len(state.cards), viewer), "hand_data.stock")
    some: Any = conditional_fact(
        lambda state: state.cards[1], lambda state, viewer: viewer == 1, "x.y"
    )
    owned: Any = per_seat_fact(lambda state, seat: state.cards[seat], to_owner, "x.z")
    stored: Any = public_fact("hand_data.trumps")


def seen(name: str) -> list[object]:
    """Return the fact as a spectator and each seat see it."""
    fact = attrs.fields_dict(Declared)[name].metadata[FACT]
    return [fact.read(STATE, viewer) for viewer in VIEWERS]


def test_each_viewer_sees_the_right_facts() -> None:
    assert seen("everybody") == [("a", "b", "c")] * 4
    assert seen("mine") == [None, "a", "b", "c"]
    assert seen("differs") == [(3, None), (3, 0), (3, 1), (3, 2)]
    assert seen("some") == [None, None, "b", None]
    assert seen("stored") == ["hearts"] * 4
    assert seen("owned") == [
        (None, None, None),
        ("a", None, None),
        (None, "b", None),
        (None, None, "c"),
    ]


def test_facts_name_the_fields_that_they_cover() -> None:
    facts = [field.metadata[FACT] for field in attrs.fields(Declared)]
    assert [fact.covers for fact in facts] == [
        ("hand_data.held", "tricks"),
        *(("hand_data.held",), ("hand_data.stock",), ("x.y",), ("x.z",), ("hand_data.trumps",)),
    ]
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        anything(facts[0]).covers = ()
