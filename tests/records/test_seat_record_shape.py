"""Contradictory views and seat records are refused, and the error says why."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, Final

import attrs
import pytest

import twowaystreet as tws
from tests.helpers import anything, some_move, trick_state
from tests.hostile import Text
from twowaystreet import schemas
from twowaystreet._core.serial import plain_data
from twowaystreet.games import spades, street

Data = dict[str, Any]


def record() -> tws.Record:
    """Return a hand of Two Way Street up to its third trick."""
    rng, found = random.Random(4), tws.Record(street.new_game())
    while len(trick_state(found.state).tricks) < 2:
        found = found.play(some_move(found.state, rng))
    return found


def own_event(data: Data) -> Data:
    """Return the first event with a move of the seat itself."""
    return next(event for event in data["events"] if event["seat"] == data["seat"])


def deal_in_full(data: Data) -> None:
    """Mark the deal as fully visible to the seat."""
    cards = " ".join(map(str, street.Rules().pack.cards))
    data["events"][0].update(whole=True, text=f"deal {cards}")


EVENTS: Final[dict[str, tuple[Callable[[Data], object], str]]] = {
    "a deal in full": (deal_in_full, "whole: expected"),
    "a hidden move of the seat itself": (
        lambda data: own_event(data).update(whole=False),
        "whole: expected",
    ),
    "an illegal move of the seat itself": (
        lambda data: own_event(data).update(text="2C"),
        "text: expected one of the legal moves, found '2C'",
    ),
    "a move of another seat": (
        lambda data: own_event(data).update(seat=3 - data["seat"]),
        "seat: expected",
    ),
    "no text": (lambda data: data["events"][0].update(text=""), "text: expected the visible part"),
    "other rules": (
        lambda data: data["events"][3]["changes"].update(
            rules=data["start"]["rules"] | {"target": 5}
        ),
        "changes: expected none of rules, seat",
    ),
    "another seat": (
        lambda data: data["events"][3]["changes"].update(seat=3 - data["seat"]),
        "changes: expected none of rules, seat",
    ),
}


@pytest.mark.rule("AL-3")
@pytest.mark.parametrize("damage", EVENTS)
def test_an_event_that_contradicts_its_view_is_refused(damage: str) -> None:
    data = record().for_seat(1).to_dict()
    tws.SeatRecord.from_dict(data)
    tamper, message = EVENTS[damage]
    tamper(data)
    with pytest.raises(tws.RecordError) as caught:
        tws.SeatRecord.from_dict(data)
    assert message in str(caught.value) and caught.value.number is not None


def trick(cards: str, seats: list[int], winner: int | None = None) -> Data:
    """Return a trick as plain data."""
    led = {"led": "C" if cards else None, "winner": winner}
    return {"leader": 0, "cards": cards.split(), "seats": seats, **led}


VIEWS: Final[dict[str, tuple[int | None, Data, str]]] = {
    "an unknown seat": (1, {"actor": 4}, "seat, actor, dealer"),
    "too few scores": (1, {"scores": [0]}, "scores: expected those of 4 seats"),
    "too few hands": (1, {"hand_sizes": [1]}, "hand_sizes: expected those of 4 seats"),
    "a trick of an unknown seat": (
        1,
        {"trick": {"leader": 9, "cards": [], "seats": [], "led": None, "winner": None}},
        "tricks: expected seats from 0 to 3",
    ),
    "a trick of more cards than hands": (
        1,
        {"trick": trick("2C 2C 2C 2C 2C", [0, 1, 2, 3, 0]), "tricks": []},
        "tricks: expected a card and a seat of each of 4 hands",
    ),
    "a trick with a card of an unknown seat": (
        1,
        {"trick": trick("2C 2C", [0])},
        "tricks: expected a card and a seat of each of 4 hands",
    ),
    "more tricks than cards": (
        1,
        {"tricks": [trick("2C 2C 2C 2C", [0, 1, 2, 3], 0)] * 14},
        "tricks: expected no more cards than there are in the pack",
    ),
    "more empty tricks than cards": (
        1,
        {"tricks": [trick("", [], 0)] * 55},
        "tricks: expected no more cards than there are in the pack",
    ),
    "more tricks than ten": (
        1,
        {"tricks": [trick("2C 2C 2C 2C", [0, 1, 2, 3], 0)] * 11},
        "tricks, named: expected at most 10 tricks",
    ),
    "more suits named than tricks": (
        1,
        {"named": [{"trick": 0, "seat": 0, "suit": "H"}] * 4},
        "tricks, named: expected at most 10 tricks",
    ),
    "more hands than cards": (1, {"hand_sizes": [0] * 56}, "hand_sizes: expected those of 4"),
    "a spectator with a hand": (None, {"hand": ["QS"]}, "hand, legal_moves"),
    "a spectator with moves": (None, {"legal_moves": ["QS"]}, "hand, legal_moves"),
    "a seat without moves": (1, {"legal_moves": None}, "hand, legal_moves"),
    "a move that is not a text": (1, {"legal_moves": [5]}, "legal_moves[0]: cannot read"),
}


@pytest.mark.rule("AL-3")
@pytest.mark.parametrize("damage", VIEWS)
def test_a_contradictory_view_is_refused(damage: str) -> None:
    seat, other, message = VIEWS[damage]
    data = tws.view(record().state, seat).to_dict()
    street.View.from_dict(data)
    with pytest.raises(tws.RecordError) as caught:
        street.View.from_dict(data | other)
    assert message in str(caught.value)


@pytest.mark.rule("AL-3")
def test_past_tricks_never_change_during_a_hand() -> None:
    """No event can add, remove or change past tricks during a hand."""
    data = record().for_seat(1).to_dict()
    last = data["events"][-1]["changes"]
    tricks = last["tricks"]
    assert len(tricks) == 2
    for other in ([], tricks[1:], [tricks[1], tricks[0]]):
        last.update(tricks=other, trick=trick("2C", [0]))
        with pytest.raises(tws.RecordError, match=r"tricks: expected (those of the view before)"):
            tws.SeatRecord.from_dict(data)


def test_a_record_with_views_of_another_seat_is_refused() -> None:
    data = record().for_seat(1).to_dict()
    with pytest.raises(tws.RecordError, match="seat: expected views of seat 2 alone"):
        tws.SeatRecord.from_dict(data | {"seat": 2})


@attrs.frozen
class Odd:
    """Class with a type that the library cannot read."""

    either: int | str | None


def test_a_type_that_cannot_be_read_raises_an_error() -> None:
    with pytest.raises(tws.RecordError, match="cannot be read"):
        plain_data.from_plain(Odd, {"either": 1}, ())


def test_texts_of_another_class_are_refused() -> None:
    data = record().to_dict()
    data["moves"][1] = Text(data["moves"][1])
    with pytest.raises(tws.RecordError) as caught:
        tws.Record.from_dict(data)
    assert caught.value.number == 2


def test_classes_of_the_same_name_have_schemas_of_their_own() -> None:
    maker = anything(schemas)._Maker()
    assert maker.of(tws.Trick) == {"$ref": "#/$defs/Trick"}
    assert maker.of(spades.Trick) == {"$ref": "#/$defs/Trick_"}
    assert maker.of(tws.Trick) == {"$ref": "#/$defs/Trick"}
    assert "winning_hand" in maker.definitions["Trick_"]["properties"]


def test_views_inside_a_record_have_no_header() -> None:
    """Only the record itself names the game."""
    data = record().for_seat(1).to_dict()
    marks = {"format": "twowaystreet view", "version": 1, "game": "street"}
    assert not {"format", "version", "game"} & data["start"].keys()
    with pytest.raises(tws.RecordError, match="unknown 'format', 'version', 'game'"):
        tws.SeatRecord.from_dict(data | {"start": marks | data["start"]})
    first, *others = data["events"]
    changed = first | {"changes": marks | first["changes"]}
    with pytest.raises(tws.RecordError, match=r"^move 1: .*unknown 'format', 'version', 'game'"):
        tws.SeatRecord.from_dict(data | {"events": [changed, *others]})
