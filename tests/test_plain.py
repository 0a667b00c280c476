"""Plain data: what is read of it, by the types of fields, and what is refused."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

import attrs
import pytest

import twowaystreet as tws
from tests.helpers import anything
from twowaystreet import schemas
from twowaystreet._engine.scores import HandScore, SeatScore
from twowaystreet._serial import plain_data
from twowaystreet._serial.type_info import field_types

T = TypeVar("T")


@attrs.frozen
class Box(Generic[T]):
    """Something in a box, and something beside it."""

    inside: T
    beside: tuple[int, str]


@attrs.frozen
class Crate(Box[T]):
    """A box of another kind."""


@attrs.frozen
class CardBox(Crate[tws.Card]):
    """A box with a card."""


def test_open_types_are_filled_in() -> None:
    assert field_types(Box)["inside"] is T
    assert field_types(CardBox) == {"inside": tws.Card, "beside": tuple[int, str]}
    assert field_types(Box[int])["inside"] is int
    assert field_types(HandScore[SeatScore]) == {"seats": tuple[SeatScore, ...]}


def test_there_and_back() -> None:
    for box, data in (
        (CardBox(tws.Card.parse("10C"), (3, "three")), {"inside": "10C", "beside": [3, "three"]}),
        (Box[int](4, (0, "")), {"inside": 4, "beside": [0, ""]}),
    ):
        box_type = CardBox if isinstance(box, CardBox) else Box[int]
        assert plain_data.to_plain(box) == data
        assert plain_data.from_plain(box_type, data, ()) == box


@pytest.mark.parametrize(
    ("inside", "beside", "message"),
    [
        ("tc", [3, ""], "inside: expected '10C', found 'tc'"),
        ("1C", [3, ""], "inside: cannot read '1C'"),
        (10, [3, ""], "inside: cannot read"),
        ("10C", [3], "beside: expected a list of 2, found one of 1"),
        ("10C", [3, "", 1], "beside: expected a list of 2, found one of 3"),
        ("10C", (3, ""), "beside: expected a list"),
        ("10C", [True, ""], "beside[0]: expected a whole number, found True"),
        ("10C", [3, None], "beside[1]: expected a string, found None"),
    ],
)
def test_what_is_refused(inside: object, beside: object, message: str) -> None:
    with pytest.raises(tws.RecordError) as caught:
        plain_data.from_plain(CardBox, {"inside": inside, "beside": beside}, ())
    assert str(caught.value).startswith(message)


def test_views_of_a_game_that_is_not_registered() -> None:
    class View(tws.View[Any, Any]):  # Any: of a game that there is not
        """What a seat may know of some game."""

    with pytest.raises(tws.RecordError, match="no game in GAMES"):
        View.from_dict({})


def test_lists_of_a_given_length_in_schemas() -> None:
    maker = anything(schemas)._Maker()
    assert maker.of(tuple[int, str]) == {
        "type": "array",
        "prefixItems": [{"type": "integer"}, {"type": "string"}],
        "items": False,
        "minItems": 2,
    }
