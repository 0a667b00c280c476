"""Inputs of any length that are expensive to read, for every reader of the library.

Some are records of real games. Others are artificial: repeated keys, long lists, views of a
thousand players, deals that fit no pack.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from functools import cache, partial
from typing import Any, Final, TypeAlias

import attrs

import twowaystreet as tws
from twowaystreet import Card, Deal, Record, SeatRecord, cards, parse_move
from twowaystreet.games import brag, duel, spades, street, tien_len, twenty_down, twos

# Any: inputs are texts or values such as lists of cards, and the results of reading do not matter.
Read: TypeAlias = Callable[[Any], Any]
Make: TypeAlias = Callable[[int], Any]

MANY: Final = 10**9
"""A target so high that the game never ends."""


@attrs.frozen
class Costly:
    """A reader, and expensive inputs for it.

    Attributes:
        read: the reader.
        make: a function that makes an input of about a given length, in characters or items.
    """

    read: Read
    make: Make


# Records of real games

STARTS: Final[dict[str, Callable[[], tws.AnyState]]] = {
    "street": lambda: street.new_game(street.Rules(target=MANY)),
    "street, 11 players": lambda: street.new_game(street.Rules(players=11, target=MANY)),
    "street, 1000 players": lambda: street.new_game(street.Rules(players=1000, target=MANY)),
    "street, 1000 players and decks": lambda: street.new_game(
        street.Rules(players=1000, decks=1000, target=MANY)
    ),
    "street, 3 players, 1000 decks": lambda: street.new_game(
        street.Rules(players=3, decks=1000, target=MANY)
    ),
    "duel": lambda: duel.new_game(duel.Rules(target=MANY)),
    "duel, bids by cards": lambda: duel.new_game(
        duel.Rules(target=MANY, bid_markers=duel.BidMarkers.CARDS)
    ),
    "twos": lambda: twos.new_game(twos.Rules(max_hands=None, target=MANY)),
    "spades": lambda: spades.new_game(spades.Rules(target=MANY)),
    "spades, reneges": lambda: spades.new_game(
        spades.Rules(target=MANY, renege=spades.RenegeRule.PENALISED)
    ),
    "twenty_down": lambda: twenty_down.new_game(scores=[MANY] * 4),
    "tien_len": lambda: tien_len.new_game(tien_len.Rules(max_hands=MANY)),
    "brag": lambda: brag.new_game(brag.Rules(max_hands=MANY)),
    "brag, eight players": lambda: brag.new_game(brag.Rules(cards=6, players=8, max_hands=MANY)),
}
"""Games that never end."""


@cache
def game_of(name: str, size: int) -> Record:
    """Play a game at random until its text has about ``size`` characters."""
    rng, start = random.Random(f"costly/{name}"), STARTS[name]()
    state, moves, written = start, list[tws.Move](), 0
    while written < size:
        legal = tws.legal_moves(state)
        move = tws.shuffle(state, rng) if state.needs_deal else rng.choice(legal)
        state = tws.apply(state, move)
        moves.append(move)
        written += len(str(move)) + 4
    return Record(start, moves)


def _text(name: str, size: int) -> str:
    return game_of(name, size).to_text()


def _json(name: str, size: int) -> str:
    return game_of(name, size).to_json()


def _seen(name: str, size: int) -> str:
    """Return the seat record of a game as JSON."""
    record = game_of(name, size)
    moves = max(20, size // (250 + 8 * record.start.rules.seats))
    return Record(record.start, record.moves[:moves]).for_seat(0).to_json()


# Damaged JSON


def _with(data: dict[str, Any], **changes: Any) -> str:
    return json.dumps({**data, **changes})


@cache
def _record() -> dict[str, Any]:
    return Record(street.new_game()).to_dict()


def _record_with(key: str, item: Any) -> Make:
    """Return the maker of a record with a long list of one item under a key."""
    each = len(json.dumps(item)) + 2
    return lambda size: _with(_record(), **{key: [item] * (size // each)})


@cache
def _position(players: int, tricks: int) -> tws.AnyState:
    rng = random.Random(players)
    state = street.new_game(street.Rules(players=players))
    while len(state.tricks) < tricks:
        legal = tws.legal_moves(state)
        state = tws.apply(state, tws.shuffle(state, rng) if state.needs_deal else rng.choice(legal))
    return state


@cache
def _view(players: int = 4, tricks: int = 0) -> dict[str, Any]:
    """Return a view for the player to move, after some tricks of a hand."""
    state = _position(players, tricks)
    return tws.view(state, state.actor).to_dict()


def _view_with(key: str, item: Any, **changes: Any) -> Make:
    each = len(json.dumps(item)) + 2
    return lambda size: _with(_view(), **changes, **{key: [item] * (size // each)})


def _trick(cards: list[str], led: str | None = None, winner: int | None = None) -> dict[str, Any]:
    return {"leader": 0, "cards": cards, "seats": [0] * len(cards), "led": led, "winner": winner}


def _jokers(size: int) -> str:
    """Return a view with a trick of many Jokers and the suits that they named."""
    many = size // 50
    named = [{"trick": 0, "seat": 0, "suit": "H"}] * many
    return _with(_view(), tricks=[], trick=_trick(["X*"] * many), named=named)


def _seat_record(view: dict[str, Any], events: Iterator[dict[str, Any]], size: int) -> str:
    """Return a seat record that repeats events up to a length."""
    marks = {"format": "twowaystreet seat record", "version": 1, "game": "street"}
    written = len(json.dumps(view))
    found: list[dict[str, Any]] = []
    while written < size:
        found.append(next(events))
        written += len(json.dumps(found[-1])) + 2
    return json.dumps({**marks, "seat": view["seat"], "start": view, "events": found})


def _events(view: dict[str, Any], *changes: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield events of the player to move that change these facts in turn."""
    own = view["actor"] == view["seat"]
    event = {"seat": view["actor"], "text": view["legal_moves"][-1] if own else "2C", "whole": True}
    number = 0
    while True:
        number += 1
        for each in changes:
            yield {**event, "changes": {**each, "hands_played": number}}
            number += 1


def _small_events(size: int) -> str:
    view = _view(1000, 9)
    return _seat_record(view, _events(view, {}), size)


def _trick_events(size: int) -> str:
    view = {**_view(1000, 9), "trick": _trick([])}
    changes = [{"trick": _trick([], led)} for led in ("H", None)]
    return _seat_record(view, _events(view, *changes), size)


def _void_events(size: int) -> str:
    """Return a seat record that adds and removes named suits; each event changes all voids."""
    view = _view(1000, 9)
    named = [{"trick": 0, "seat": 0, "suit": suit} for suit in "CDHS"]
    changes = [{"named": named[:number]} for number in (0, 1, 2, 3, 4)]
    return _seat_record(view, _events(view, *changes), size)


def _legal_events(size: int) -> str:
    view = {**_view(), "legal_moves": ["high"] * (size // 20) + ["low"]}
    return _seat_record(view, _events(view, {}), size)


def _short_deal(size: int) -> str:
    rules = {**_record()["rules"], "decks": 1000}
    return _with(_record(), rules=rules, moves=["deal 2C"])


def _repeated(text: str) -> Make:
    return lambda size: text * (size // len(text))


def _in_text(before: str, text: str, after: str = "") -> Make:
    """Return the maker of a text with a repeated part."""
    return lambda size: f"{before}{text * (size // len(text))}{after}"


_HEADER: Final = game_of("street", 0).to_text()
_BEFORE_RULES: Final = _HEADER[: _HEADER.index("rules")]


def _object(size: int, twice: bool = False) -> str:
    """Return an object with many keys; with ``twice`` the last key occurs again."""
    keys = [format(number, "06") for number in range(size // 11)]
    return "{" + ",".join(f'"{key}":0' for key in [*keys, *keys[-1:] * twice]) + "}"


def _list(item: str) -> Make:
    return lambda size: f"[{f'{item},' * (size // (len(item) + 1))}0]"


def _move(text: str) -> tws.Move:
    return parse_move(_position(4, 0), text)


TEXTS: Final[dict[str, Costly]] = {
    **{
        f"record as text: {name}": Costly(Record.from_text, partial(_text, name)) for name in STARTS
    },
    **{
        f"record as JSON: {name}": Costly(Record.from_json, partial(_json, name)) for name in STARTS
    },
    **{
        f"seat record: {name}": Costly(SeatRecord.from_json, partial(_seen, name))
        for name in STARTS
        if "decks" not in name
    },
    "text: plays": Costly(Record.from_text, _in_text(_HEADER, "2C;")),
    "text: one deal": Costly(Record.from_text, _in_text(f"{_HEADER}deal ", "2C ")),
    "text: separators": Costly(Record.from_text, _in_text(_HEADER, ";")),
    "text: comments": Costly(Record.from_text, _in_text(_HEADER, "#\n")),
    "text: header lines": Costly(Record.from_text, _repeated("a b\n")),
    "text: options": Costly(Record.from_text, _in_text(f"{_BEFORE_RULES}rules ", "a=1 ")),
    "JSON: a key twice": Costly(Record.from_json, lambda size: _object(size, twice=True)),
    "JSON: unknown keys": Costly(Record.from_json, _object),
    "JSON: empty objects": Costly(Record.from_json, _list("{}")),
    "JSON: small objects": Costly(Record.from_json, _list('{"a":0}')),
    "JSON: empty lists": Costly(Record.from_json, _list("[]")),
    "JSON: depth": Costly(Record.from_json, _repeated("[")),
    "JSON: a number": Costly(Record.from_json, _repeated("9")),
    "JSON: numbers": Costly(Record.from_json, _list("9" * 640)),
    "JSON: fractions": Costly(Record.from_json, _list("1e9")),
    "JSON: a text": Costly(Record.from_json, lambda size: f'"{chr(0xE0001) * size}"'),
    "JSON: scores": Costly(Record.from_json, _record_with("scores", 0)),
    "JSON: moves": Costly(Record.from_json, _record_with("moves", "2C")),
    "JSON: one deal": Costly(
        Record.from_json,
        lambda size: _with(_record(), moves=["deal" + " 2C" * (size // 3)]),
    ),
    "JSON: a deal for 1000 decks": Costly(Record.from_json, _short_deal),
    "JSON: an unknown game": Costly(
        Record.from_json, lambda size: _with(_record(), game="a" * size)
    ),
    "view: real": Costly(street.View.from_json, lambda size: _with(_view(4, 9))),
    "view: 1000 players": Costly(street.View.from_json, lambda size: _with(_view(1000, 9))),
    "view: Jokers": Costly(street.View.from_json, _jokers),
    "view: scores": Costly(street.View.from_json, _view_with("scores", 0)),
    "view: hands": Costly(street.View.from_json, _view_with("hand_sizes", 0)),
    "view: cards": Costly(street.View.from_json, _view_with("hand", "2C")),
    "view: stock": Costly(street.View.from_json, _view_with("stock", None)),
    "view: moves": Costly(street.View.from_json, _view_with("legal_moves", "low")),
    "view: exchanges": Costly(
        street.View.from_json, _view_with("exchanged", {"given": [], "drawn": []})
    ),
    "view: tricks": Costly(street.View.from_json, _view_with("tricks", _trick(["2C"] * 4, "C", 0))),
    "view: empty tricks": Costly(street.View.from_json, _view_with("tricks", _trick([]))),
    "view: suits named": Costly(
        street.View.from_json, _view_with("named", {"trick": 0, "seat": 0, "suit": "H"})
    ),
    "view: voids": Costly(
        street.View.from_json,
        _view_with("voids", {"seat": 0, "suit": "H", "trick": 0, "card": "2C", "rule": ""}),
    ),
    "seat record: small events": Costly(SeatRecord.from_json, _small_events),
    "seat record: tricks changed": Costly(SeatRecord.from_json, _trick_events),
    "seat record: suits named": Costly(SeatRecord.from_json, _void_events),
    "seat record: legal moves": Costly(SeatRecord.from_json, _legal_events),
    "a move: a deal": Costly(_move, _in_text("deal ", "2C ")),
    "a move: a card and more": Costly(_move, _repeated("2C ")),
    "a move: a word": Costly(_move, _repeated("a")),
    "a move: spaces": Costly(_move, _repeated(" ")),
    "a card and more": Costly(Card.parse, _repeated("2C ")),
    "a card: words": Costly(Card.parse, _repeated("a ")),
    "a card: signs": Costly(Card.parse, _repeated(chr(0xE0001))),
    "cards: equal": Costly(cards, _repeated("2C ")),
    "cards: commas": Costly(cards, _repeated(",")),
}
"""Texts by name."""

VALUES: Final[dict[str, Costly]] = {
    "Deal: cards": Costly(Deal, lambda size: cards("2C") * size),
    "Deal: cards, then none": Costly(Deal, lambda size: [*cards("2C") * size, "2C"]),
    "Deal: applied": Costly(
        lambda some: tws.apply(street.new_game(), Deal(some)), lambda size: cards("2C") * size
    ),
    "Rules: a long word": Costly(lambda word: street.Rules(jokers=word), _repeated("a")),
    "Rules: a long list": Costly(lambda some: street.Rules(target=some), lambda size: [0] * size),
    "new_game: scores": Costly(lambda some: street.new_game(scores=some), lambda size: [0] * size),
    "new_game: rules": Costly(street.new_game, lambda size: [0] * size),
}
"""Values by name."""
