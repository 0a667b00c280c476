"""Checks of accepted inputs: the result is legal, and its written form reads back."""

from __future__ import annotations

import json
from typing import Any

import twowaystreet as tws
from tests.fuzz.seeds import states
from tests.helpers import AnyState, AnyView, anything
from tests.mutator import exact
from tests.records import judge
from tests.records.playing import again
from twowaystreet import Record
from twowaystreet._core.cards.cards import Card, cards, text_of
from twowaystreet._core.engine.fields import option_text, options_of


def same(one: object, two: object) -> None:
    """Check that two values are equal and have the same ``repr``."""
    assert one == two
    assert hash(one) == hash(two)
    assert (repr(one), str(one)) == (repr(two), str(two))


def one_card(text: str, found: Card) -> None:
    """Check a card: its texts read back, also as a list of one card."""
    same(Card.parse(str(found)), found)
    same(Card.parse(found.pretty), found)
    assert cards(text) == (found,)


def some_cards(text: str, found: tuple[Card, ...]) -> None:
    """Check a list of cards: one card per word."""
    assert cards(text_of(found)) == found
    assert len(text.replace(",", " ").split()) == len(found)


def move(game: str, found: tws.Move) -> None:
    """Check a move: its text reads back, and only states where it is legal accept it."""
    for state in states(game).values():
        same(tws.parse_move(state, str(found)), found)
        offered(state, found)


def offered(state: AnyState, offer: object) -> None:
    """Check that a state accepts legal moves and due deals, and refuses the rest."""
    legal = tws.legal_moves(state)
    try:
        after = tws.apply(state, offer)
    except tws.IllegalMove as error:
        refused = error
    else:
        assert offer in legal or (isinstance(offer, tws.Deal) and state.needs_deal)
        assert after != state
        return
    assert offer not in legal
    check_refusal(refused, offer)


def check_refusal(refused: tws.IllegalMove, offer: object) -> None:
    """Check that a refusal keeps the offered move and gives a reason."""
    assert refused.move is offer
    assert refused.reason.explain() in str(refused)
    assert str(refused).isprintable() or not repr(offer).isprintable()


def record(found: Record) -> None:
    """Check a record: the reference finds it legal, and both forms read back."""
    assert again(found) == found.state
    assert Record.from_text(found.to_text()) == found
    assert Record.from_json(found.to_json()) == found
    assert Record.from_json(found.to_json()).state == found.state
    judge.prove(found)


def written_as_read(text: str, found: Any) -> None:
    """Check that the value is written as the JSON that was read, with the same types."""
    assert exact(found.to_dict()) == exact(json.loads(text))
    view_type: Any = anything(found).__class__
    assert view_type.from_json(found.to_json()) == found


def record_in_json(text: str, found: Record) -> None:
    """Check that a record is written as it was read."""
    written_as_read(text, found)
    record(found)


def seen(text: str, found: AnyView) -> None:
    """Check that a view is written as it was read, and can be shown."""
    written_as_read(text, found)
    same(type(found).from_json(found.to_json()), found)
    assert tws.legal_moves(found) == (found.legal_moves or ())
    seats = range(found.rules.seats)
    assert {found.seat, found.actor, found.dealer} <= {None, *seats}
    assert len(found.scores) == len(seats)
    assert (found.seat is None) == (found.legal_moves is None)
    assert found.seat is not None or found.hand is None


def seat_record(text: str, found: tws.SeatRecord) -> None:
    """Check that a seat record is written as it was read, and can be stepped through."""
    written_as_read(text, found)
    assert found.view == found.view_at(len(list(found)))
    assert found.view_at(0) == found.start


def rules(found: Any) -> None:
    """Check that rules can be made again from their texts and from their values."""
    rules_type: Any = anything(found).__class__
    options = options_of(rules_type)
    values = {name: getattr(found, name) for name in options}
    same(rules_type(**values), found)
    read = {name: option.read(option_text(values[name])) for name, option in options.items()}
    same(rules_type(**read), found)
    assert found.seats >= 2
    assert len(found.pack.cards) >= found.seats
