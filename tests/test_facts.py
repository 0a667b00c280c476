"""Facts of a view, for each way to declare one, as each viewer sees them."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import attrs
import pytest

from tests.helpers import anything
from twowaystreet._core.views.facts import (
    FACT,
    conditional_fact,
    per_seat_fact,
    private_fact,
    public_fact,
    to_owner,
    viewer_fact,
)

# Any: stands for a state of any game.
STATE: Any = SimpleNamespace(
    rules=SimpleNamespace(seats=3),
    cards=("a", "b", "c"),
    _hand_data=SimpleNamespace(trumps="hearts"),
)
VIEWERS = (None, 0, 1, 2)


@attrs.frozen
class View:
    """A view with one fact of each declaration."""

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
    fact = attrs.fields_dict(View)[name].metadata[FACT]
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
    facts = [field.metadata[FACT] for field in attrs.fields(View)]
    assert [fact.covers for fact in facts] == [
        ("hand_data.held", "tricks"),
        *(("hand_data.held",), ("hand_data.stock",), ("x.y",), ("x.z",), ("hand_data.trumps",)),
    ]
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        anything(facts[0]).covers = ()
