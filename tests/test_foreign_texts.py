"""Every reader refuses foreign texts: subclasses of str, bytes, hostile objects."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

import pytest

import twowaystreet as tws
from tests.helpers import anything
from tests.hostile import Faceless, Hashed, Hostile, Raising, Text
from twowaystreet import Card, Deal, Record, SeatRecord, cards, parse_move
from twowaystreet._core.cards.cards import Reader
from twowaystreet.games import spades, street
from twowaystreet.schemas import schema_of, shipped

RECORD: Final = Record(street.new_game())
DEALT: Final = RECORD.play(Deal(RECORD.start.rules.pack.cards))
VIEW: Final = tws.view(DEALT.state, 0)

TEXTS: Final[dict[str, tuple[Callable[[Any], Any], str]]] = {
    "Record.from_text": (Record.from_text, DEALT.to_text()),
    "Record.from_json": (Record.from_json, DEALT.to_json()),
    "SeatRecord.from_json": (SeatRecord.from_json, DEALT.for_seat(0).to_json()),
    **{
        f"{name}.View.from_json": (
            tws.GAMES[name].View.from_json,
            tws.view(tws.GAMES[name].new_game(), 0).to_json(),
        )
        for name in tws.GAMES
    },
    "parse_move": (lambda text: parse_move(DEALT.state, text), "high"),
    "Card.parse": (Card.parse, "QS"),
    "cards": (cards, "QS 10C"),
    "Reader": (Reader, "QS 10C"),
}
"""Functions that read a text, each with a valid text."""
OTHERS: Final[dict[str, tuple[Callable[[Any], Any], str]]] = {
    "Deal": (Deal, "QS"),
    "Deal of texts": (lambda text: Deal([text]), "QS"),
    "Rules": (lambda text: street.Rules(jokers=text), "one"),
    "number": (lambda text: street.Rules(target=text), "20"),
    "flag": (lambda text: tws.GAMES["twenty_down"].Rules(must_trump=text), "false"),
    "new_game": (street.new_game, "street"),
    "scores": (lambda text: street.new_game(scores=text), "0000"),
    "a score": (lambda text: street.new_game(scores=[text, 0, 0, 0]), "0"),
    "dealer": (lambda text: street.new_game(dealer=text), "0"),
    "spades.score": (lambda text: spades.score([text, "nil"], [(0, "actual")] * 13), "nil"),
    "declare": (street.Declare, "high"),
    "shipped": (lambda text: shipped("street", text), "view"),
    "schema of a game": (lambda text: schema_of(text, "view"), "street"),
    "apply": (lambda text: tws.apply(DEALT.state, text), "high"),
}
"""Functions that take another value, or a value with texts inside."""
FOREIGN: Final[tuple[Any, ...]] = (
    *(None, b"QS", bytearray(b"QS"), 7, 1.5, True, [], ["QS"], {}, {"QS": 1}, object()),
    *(Hostile(), Faceless(), lambda: "QS", type, Raising, memoryview(b"QS")),
)


def check_refused(take: Callable[[Any], Any], thing: Any) -> None:
    """Check that reading raises one of our errors and that its message can be shown."""
    with pytest.raises(tws.TwoWayStreetError) as caught:
        take(thing)
    assert type(str(caught.value)) is str
    assert len(str(caught.value)) < 2000


@pytest.mark.parametrize("name", TEXTS)
def test_subclasses_of_str_are_refused(name: str) -> None:
    read, good = TEXTS[name]
    read(good)
    for text_type in (Raising, Hashed, Text):
        for text in (good, "", "x", "{}"):
            check_refused(read, text_type(text))


@pytest.mark.parametrize("name", TEXTS)
def test_values_that_are_not_text_are_refused(name: str) -> None:
    read, _ = TEXTS[name]
    for thing in FOREIGN:
        check_refused(read, thing)


@pytest.mark.parametrize("name", OTHERS)
def test_foreign_texts_are_refused_inside_and_in_place_of_other_values(name: str) -> None:
    take, good = OTHERS[name]
    for text_type in (Raising, Hashed):
        for text in (good, "", "x"):
            check_refused(take, text_type(text))
    for thing in (b"QS", 7.5, Hostile(), Faceless()):
        check_refused(take, thing)


@pytest.mark.parametrize(
    ("load", "data"),
    [
        (Record.from_dict, DEALT.to_dict()),
        (SeatRecord.from_dict, DEALT.for_seat(0).to_dict()),
        (street.View.from_dict, VIEW.to_dict()),
    ],
)
def test_plain_data_with_foreign_texts_is_refused(
    load: Callable[[Any], Any], data: dict[str, Any]
) -> None:
    load(data)
    for key, value in data.items():
        for thing in (Raising("street"), Hashed(key), Faceless(), Hostile()):
            check_refused(load, {**data, key: thing})
            check_refused(load, {**data, key: [thing]})
        rest = {name: data[name] for name in data if name != key}
        check_refused(load, {**rest, Hashed(key): value})
    for thing in FOREIGN:
        if type(thing) is not dict or thing:
            check_refused(load, thing)


def test_a_text_is_refused_as_a_state() -> None:
    with pytest.raises(TypeError):
        parse_move(anything("QS"), "QS")
