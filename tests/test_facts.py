"""Facts: who is told what, for each of the ways to declare one."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import attrs
import pytest

from tests.helpers import anything
from twowaystreet._views.facts import (
    FACT,
    conditional_fact,
    per_seat_fact,
    private_fact,
    public_fact,
    to_owner,
    viewer_fact,
)

# Any: stands for a state of any game.
STATE: Any = SimpleNamespace(rules=SimpleNamespace(seats=3), cards=("a", "b", "c"))
VIEWERS = (None, 0, 1, 2)


@attrs.frozen
class View:
    """One fact of each kind."""

    everybody: Any = public_fact(lambda state: state.cards, "hand_data.held", "tricks")
    mine: Any = private_fact(lambda state, seat: state.cards[seat], "hand_data.held")
    differs: Any = viewer_fact(lambda state, viewer: (len(state.cards), viewer), "hand_data.stock")
    some: Any = conditional_fact(
        lambda state: state.cards[1], lambda state, viewer: viewer == 1, "x.y"
    )
    owned: Any = per_seat_fact(lambda state, seat: state.cards[seat], to_owner, "x.z")


def told(name: str) -> list[object]:
    """What a spectator and the seats are told."""
    fact = attrs.fields_dict(View)[name].metadata[FACT]
    return [fact.read(STATE, viewer) for viewer in VIEWERS]


def test_who_is_told_what() -> None:
    assert told("everybody") == [("a", "b", "c")] * 4
    assert told("mine") == [None, "a", "b", "c"]
    assert told("differs") == [(3, None), (3, 0), (3, 1), (3, 2)]
    assert told("some") == [None, None, "b", None]
    assert told("owned") == [
        (None, None, None),
        ("a", None, None),
        (None, "b", None),
        (None, None, "c"),
    ]


def test_what_facts_cover() -> None:
    facts = [field.metadata[FACT] for field in attrs.fields(View)]
    assert [fact.covers for fact in facts] == [
        ("hand_data.held", "tricks"),
        *(("hand_data.held",), ("hand_data.stock",), ("x.y",), ("x.z",)),
    ]
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        anything(facts[0]).covers = ()
