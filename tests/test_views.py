"""Views: every stored field is covered, and shown only to the right viewers."""

from __future__ import annotations

import random
from itertools import chain
from types import SimpleNamespace
from typing import Any

import attrs
import pytest

import twowaystreet as tws
from tests.games import starts
from tests.helpers import AnyState, Hostile, anything, shuffled, some_move
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
from twowaystreet.games import duel, street, twos


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


@pytest.mark.parametrize("start", starts())
def test_every_stored_field_is_covered_by_a_fact(start: str) -> None:
    fresh: AnyState = starts()[start]()
    known = set(chain(*(fact.covers for fact in facts_of(fresh).values())))
    known |= set(type(fresh).View.hidden_fields)
    # Only games with tricks store the legal cards.
    assert known == stored_in(fresh) | {"legal"}
    names = {field.name for field in attrs.fields(type(fresh).View)}
    assert names - {"seat"} == set(facts_of(fresh))


def test_seats() -> None:
    for seat in (4, -1, True, False, 1.0, "0", (), 10**30, Hostile()):
        with pytest.raises(tws.SeatError) as caught:
            tws.view(shuffled(street.new_game()), anything(seat))
        assert caught.value.seat is seat and caught.value.seats == 4
    with pytest.raises(tws.SeatError):
        tws.view(duel.new_game(), 2)


@pytest.mark.parametrize("name", ["seat", "actor", "dealer", "leader", "winner", "seats"])
def test_an_invalid_seat_is_refused(name: str) -> None:
    state, rng = shuffled(twos.new_game()), random.Random(1)
    while not state.tricks or not state.trick.cards:
        state = tws.apply(state, some_move(state, rng))
    for part in ("",) if name in ("seat", "actor", "dealer") else ("tricks", "trick"):
        plain: Any = tws.view(state, 0).to_dict()  # Any: plain data
        trick = plain["tricks"][0] if part == "tricks" else plain["trick"] if part else plain
        trick[name] = [*trick[name][:-1], 4] if name == "seats" else 4
        words = "." if part else r"seat, actor, dealer: expected seats from 0 to 3$"
        with pytest.raises(tws.RecordError, match=words):
            twos.View.from_dict(plain)


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
    owned = [("a", None, None), (None, "b", None), (None, None, "c")]
    assert seen("owned") == [(None, None, None), *owned]
    facts = [field.metadata[FACT] for field in attrs.fields(Declared)]
    one = ("hand_data.held", "hand_data.stock", "x.y", "x.z", "hand_data.trumps")
    covers = [("hand_data.held", "tricks"), *((each,) for each in one)]
    assert [fact.covers for fact in facts] == covers
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        anything(facts[0]).covers = ()
