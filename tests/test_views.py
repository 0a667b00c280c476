"""Views: every stored field is covered, and shown only to the right viewers."""

from __future__ import annotations

import json
import random
from itertools import chain

import attrs
import pytest

import twowaystreet as tws
from tests.games import starts
from tests.helpers import (
    AnyState,
    Hostile,
    anything,
    hand_played,
    positions,
    shuffled,
)
from twowaystreet._core.engine.game import game_of
from twowaystreet._core.engine.match import Match
from twowaystreet._core.views.facts import FACT, ViewFact
from twowaystreet.games import duel, spades, street

PUBLIC = (
    "rules",
    "actor",
    "dealer",
    "scores",
    "hands_played",
    "hand_over",
    "is_over",
    "winners",
)
TRICKS = ("tricks", "trick")


@pytest.fixture(params=starts())
def fresh(request: pytest.FixtureRequest) -> AnyState:
    """A new game for each setting."""
    state: AnyState = starts()[request.param]()
    return state


def facts_of(state: AnyState) -> dict[str, ViewFact]:
    """Return the facts that the game declares."""
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


def test_every_fact_of_a_view_is_declared(fresh: AnyState) -> None:
    names = {field.name for field in attrs.fields(type(fresh).View)}
    assert names - {"seat"} == set(facts_of(fresh))
    assert type(tws.view(fresh, 0)) is type(fresh).View


@pytest.mark.rule("AL-3")
def test_public_facts_are_equal_for_all_viewers(fresh: AnyState) -> None:
    for state in positions(fresh, random.Random(3)):
        for seat in (None, *range(len(state.scores))):
            seen = tws.view(state, seat)
            assert seen.seat == seat
            for name in (*PUBLIC, *(TRICKS if isinstance(state, tws.TrickState) else ())):
                assert getattr(seen, name) == getattr(state, name)
            assert seen.score == state.score
            assert list(seen.hand_sizes) == list(map(len, state.hands))


def own_hand(state: AnyState, seat: int) -> tuple[tws.Card, ...] | None:
    """Return a seat's own hand in its view."""
    if not isinstance(state, spades.State):
        return state.hands[seat]
    looked = any(state.face_up) or len(state.tricks) > 0 or state.phase == "bid"
    return state.hands[2 * seat + 1] if looked else None


@pytest.mark.rule("AL-3", "SP-5")
def test_a_seat_sees_only_its_own_hand(fresh: AnyState) -> None:
    for state in positions(fresh, random.Random(5)):
        for seat in range(len(state.scores)):
            seen = tws.view(state, seat)
            assert seen.hand == own_hand(state, seat)
            mine = state.actor == seat
            assert seen.legal_moves == (tws.legal_moves(state) if mine else ())
        spectator = tws.view(state, None)
        assert spectator.hand is None and not spectator.legal_moves


@pytest.mark.rule("AL-3", "ST-11")
def test_exchanges_are_known_only_to_their_players() -> None:
    for state in positions(street.new_game(), random.Random(1)):
        for seat in range(4):
            found = anything(tws.view(state, seat)).exchanged
            assert found[seat] == state.exchanged[seat]
            assert {one for other, one in enumerate(found) if other != seat} == {None}
        assert set(anything(tws.view(state, None)).exchanged) == {None}


@pytest.mark.rule("AL-3", "ST-7")
def test_declarations_and_the_stock_size_are_public() -> None:
    for state in positions(street.new_game(), random.Random(1)):
        for seat in (None, 0, 1, 2, 3):
            seen = anything(tws.view(state, seat))
            assert seen.declarations == state.declarations
            assert seen.stock_size == len(state.stock)


def test_seats() -> None:
    state = shuffled(street.new_game())
    for seat in (4, -1, True, False, 1.0, "0", (), 10**30):
        with pytest.raises(tws.SeatError) as caught:
            tws.view(state, anything(seat))
        assert (caught.value.seat, caught.value.seats) == (seat, 4)
    with pytest.raises(tws.SeatError, match="Hostile object"):
        tws.view(state, anything(Hostile()))
    with pytest.raises(tws.SeatError):
        tws.view(duel.new_game(), 2)


def test_views_are_frozen_values(fresh: AnyState) -> None:
    state = shuffled(fresh)
    seen = tws.view(state, 1)
    assert seen == tws.view(shuffled(fresh), 1) != tws.view(state, 0)
    assert hash(seen) == hash(tws.view(state, 1))
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        anything(seen).hand = ()


@pytest.mark.rule("AL-3")
def test_hidden_cards_stay_hidden_after_the_hand() -> None:
    state = hand_played(street.new_game(), random.Random(0))
    seen = anything(tws.view(state, 2))
    assert seen.hand_over and seen.exchanged[2] is not None
    assert [one for one in seen.exchanged if one] == [state.exchanged[2]]
    assert anything(tws.view(state, None)).exchanged == (None,) * 4


# Methods of a view.


def test_a_view_lists_the_legal_moves_of_its_seat(fresh: AnyState) -> None:
    for state in positions(fresh, random.Random(9)):
        for seat in (None, *range(len(state.scores))):
            found = tws.legal_moves(anything(tws.view(state, seat)))
            assert found == (tws.legal_moves(state) if seat == state.actor else ())


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
