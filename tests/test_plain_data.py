"""Plain data: decoding by the types of fields, and refused values."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

import attrs
import pytest

import twowaystreet as tws
from tests.helpers import anything
from twowaystreet import schemas
from twowaystreet._core.engine.fields import field_types
from twowaystreet._core.engine.match import HandScore, SeatScore
from twowaystreet._core.serial import plain_data

T = TypeVar("T")


@attrs.frozen
class Box(Generic[T]):
    """A generic value and a tuple."""

    inside: T
    beside: tuple[int, str]


@attrs.frozen
class Crate(Box[T]):
    """A generic subclass."""


@attrs.frozen
class CardBox(Crate[tws.Card]):
    """A subclass with a concrete type."""


def test_type_variables_are_resolved() -> None:
    assert field_types(Box)["inside"] is T
    assert field_types(CardBox) == {"inside": tws.Card, "beside": tuple[int, str]}
    assert field_types(Box[int])["inside"] is int
    assert field_types(HandScore[SeatScore]) == {"seats": tuple[SeatScore, ...]}


def test_values_survive_a_round_trip() -> None:
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
def test_wrong_plain_data_is_refused(inside: object, beside: object, message: str) -> None:
    with pytest.raises(tws.RecordError) as caught:
        plain_data.from_plain(CardBox, {"inside": inside, "beside": beside}, ())
    assert str(caught.value).startswith(message)


def test_views_of_unregistered_games_are_refused() -> None:
    class View(tws.View[Any, Any]):  # Any: a game without a state
        """A view of an unregistered game."""

    with pytest.raises(tws.RecordError, match="View is not registered"):
        View.from_dict({})


def test_schemas_describe_tuples_as_lists_of_fixed_length() -> None:
    maker = anything(schemas)._Maker()
    assert maker.of(tuple[int, str]) == {
        "type": "array",
        "prefixItems": [{"type": "integer"}, {"type": "string"}],
        "items": False,
        "minItems": 2,
    }
