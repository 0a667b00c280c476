"""Promises about views: they tell the truth, and show what is declared to be shown."""

from __future__ import annotations

import gc
import random
from collections.abc import Iterator
from enum import Enum
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any, Final

import attrs

from twowaystreet.cards import Card, text_of
from twowaystreet.facts import FACT, Fact
from twowaystreet.masks import ONE_LANE
from twowaystreet.match import Match, Settled
from twowaystreet.moves import Deal, Play
from twowaystreet.records import Record
from twowaystreet.seat_records import event_of
from twowaystreet.state import AnyState, GameState
from twowaystreet.testing.conformance.looks_at_cards import hands_of
from twowaystreet.testing.conformance.pictures import cards_in, named_in, picture
from twowaystreet.testing.conformance.trial import Moment, see, viewers, whose
from twowaystreet.verbs import legal_moves
from twowaystreet.views import View, view

SAME: Final = (
    "rules",
    "actor",
    "dealer",
    "scores",
    "hands_played",
    "hand_over",
    "is_over",
    "winners",
    "score",
    "tricks",
    "trick",
)
"""The facts that are the same in every view as in the state."""
HELD: Final = {"settled.held", "settled.stock", "remaining", "legal"}
"""The stored fields that tell where the cards are."""
KNOWS_MORE: Final[tuple[type, ...]] = (GameState, Match, Settled, Record, Deal, random.Random)
"""What no view may hold, for it knows more than a seat does."""
CODE: Final = (type, FunctionType, BuiltinFunctionType, ModuleType, Enum)


def facts_of(kind: type[Any]) -> dict[str, Fact]:
    """The facts that a class of views declares. Any: it is the game's own class."""
    return {one.name: one.metadata[FACT] for one in attrs.fields(kind) if FACT in one.metadata}


def true(moment: Moment) -> int:
    """Views tell the truth, each seat its own hand and moves, and nobody what is another's."""
    state = moment.state
    everybody = {seat: view(state, seat) for seat in viewers(state)}
    for seat, seen in everybody.items():
        who = f"the view of {whose(seat)}"
        see(type(seen) is moment.trial.game.View and seen.seat == seat, f"{who} is {seen!r}")
        for name in SAME:
            shown, real = getattr(seen, name), getattr(state, name)
            see(shown == real, f"{name} is {real!r}, and in {who} {shown!r}")
        see(seen.hand_sizes == state.hand_sizes, f"{who} has the hand sizes {seen.hand_sizes}")
        size = len(state.stock)
        see(seen.stock_size in (None, size), f"{who} has {seen.stock_size} for a stock of {size}")
        see(seen.legal_moves == _moves_of(state, seat), f"{who} offers {seen.legal_moves}")
        _own_hand(state, seat, seen.hand)
        for thing in _reached_from(seen):
            see(not isinstance(thing, KNOWS_MORE), f"{who} leads to a {type(thing).__name__}")
    _no_more_than_all(everybody)
    _heard(moment)
    _declared(moment)
    return len(everybody)


def _moves_of(state: AnyState, seat: int | None) -> tuple[object, ...] | None:
    if seat is None:
        return None
    return legal_moves(state) if state.actor == seat else ()


def _own_hand(state: AnyState, seat: int | None, hand: tuple[Card, ...] | None) -> None:
    """See that a seat is shown a hand of its own, at the latest when it has to play from it."""
    if seat is None:
        see(hand is None, f"a spectator is shown a hand: {hand}")
        return
    mine = hands_of(state, seat)
    if hand is None:
        to_play = state.actor == seat and any(isinstance(one, Play) for one in legal_moves(state))
        see(not to_play, f"seat {seat} is to play, and is not shown its hand")
    else:
        text = text_of(hand)
        see(hand in mine, f"seat {seat} is shown {text} as its hand, and holds {mine}")


def _reached_from(thing: object) -> Iterator[object]:
    """Every object that can be reached from this one, code left out."""
    seen, left = set[int](), [thing]
    while left:
        found = left.pop()
        if id(found) not in seen and not isinstance(found, CODE):
            seen.add(id(found))
            yield found
            if not isinstance(found, (Card, str)):
                left += gc.get_referents(found)


def _no_more_than_all(everybody: dict[int | None, View]) -> None:
    """See that a spectator is shown no card that a seat is not shown in the same fact."""
    spectator = everybody[None]
    for name in facts_of(type(spectator)):
        shown = set(cards_in(getattr(spectator, name)))
        for seat, seen in everybody.items():
            more = shown - set(cards_in(getattr(seen, name)))
            see(not more, f"{name} shows a spectator {text_of(sorted(more))}, and not seat {seat}")


def _heard(moment: Moment) -> None:
    """See that whoever moves hears all of it, and that cards which others hear can be seen."""
    if moment.last_step is None:
        return
    before, move = moment.last_step
    for seat in viewers(before):
        event = event_of(before, move, seat)
        see(event.view == view(moment.state, seat), f"the event of {move} has another view")
        see(event.seat == before.actor, f"the event of {move} is of seat {event.seat}")
        whole = event.move == move and event.text == str(move)
        if seat == before.actor and seat is not None:
            see(whole, f"seat {seat} makes the move {move}, and hears {event.text!r}")
            continue
        shown = set(cards_in(event.view))
        hidden = set(named_in(event.text)) - shown
        see(
            not hidden,
            f"{whose(seat)} hears {event.text!r}, and {text_of(sorted(hidden))} cannot be seen",
        )


def _declared(moment: Moment) -> None:
    """See that no fact depends on where hidden cards are, unless it is declared to."""
    state, kind = moment.state, moment.trial.game.View
    _accounted_for(state, kind)
    for _ in range(4):
        for what, other in _rearranged(state, moment.rng):
            for name, fact in facts_of(kind).items():
                if HELD & set(fact.covers):
                    continue
                one, two = (_read(fact, each) for each in (state, other))
                see(
                    one == two or two is None,
                    f"{name} is declared to tell of {', '.join(fact.covers) or 'nothing'}, and "
                    f"shows everybody {what}",
                )


def _accounted_for(state: AnyState, kind: type[Any]) -> None:
    """See that each stored field is told of by a fact, or declared a secret."""
    told = {name for fact in facts_of(kind).values() for name in fact.covers} | set(kind.secrets)
    stored = {field.name.lstrip("_") for field in attrs.fields(type(state))}
    stored |= {f"match.{field.name}" for field in attrs.fields(Match)}
    settled: Any = type(state._settled)
    stored |= {f"settled.{field.name}" for field in attrs.fields(settled)}
    missing = stored - {"match", "settled"} - told
    see(not missing, f"stored, and neither a fact nor a secret: {', '.join(sorted(missing))}")


def _read(fact: Fact, state: AnyState) -> str | None:
    """What a spectator is shown of a fact; ``None`` if it cannot be told from such a state."""
    try:
        return picture(fact.read(state, None))
    except Exception:
        return None  # cards have changed places behind the game's back


def _rearranged(state: AnyState, rng: random.Random) -> Iterator[tuple[str, AnyState]]:
    """States in which hidden cards lie elsewhere: in another hand, or in the stock."""
    settled, left = state._settled, state._remaining
    held = list(settled.held)
    one, two = rng.sample(range(len(held)), 2) if len(held) > 1 else (0, 0)
    if one != two and held[one] & left and held[two] & left:
        given = rng.choice(_bits(held[one] & left)), rng.choice(_bits(held[two] & left))
        for hand in (one, two):
            held[hand] ^= given[0] | given[1]
        changed = attrs.evolve(settled, held=tuple(held))
        yield "who holds which cards", _with(state, changed, left)
    stock = settled.stock
    if stock:
        shuffled = tuple(rng.sample(stock, len(stock)))
        yield "the order of the stock", _with(state, attrs.evolve(settled, stock=shuffled), left)
        held = list(settled.held)
        if left <= ONE_LANE and held[one] & left:
            place, bit = rng.randrange(len(stock)), rng.choice(_bits(held[one] & left))
            card = stock[place]
            if not card._bit & left:
                held[one] ^= bit | card._bit
                (other,) = (each for each in state.hand_of(one) if each._bit == bit)
                stock = (*stock[:place], other, *stock[place + 1 :])
                changed = attrs.evolve(settled, held=tuple(held), stock=stock)
                yield "what lies in the stock", _with(state, changed, left ^ bit ^ card._bit)


def _with(state: AnyState, settled: Settled, remaining: int) -> AnyState:
    other: AnyState = attrs.evolve(state, settled=settled, remaining=remaining)
    return other


def _bits(mask: int) -> list[int]:
    """The single bits of a mask."""
    return [1 << place for place in range(mask.bit_length()) if mask >> place & 1]


def voids(moment: Moment) -> int:
    """Voids that are shown are true, and shown by the cards that they name."""
    state, found = moment.state, 0
    for viewer in viewers(state):
        told = view(state, viewer).voids
        said = [(void.seat, void.suit) for void in told]
        see(len(set(said)) == len(said), f"{whose(viewer)} is told a void twice: {told}")
        for void in told:
            suit = type(view(state, viewer))._suits[void.suit]
            hands = hands_of(state, void.seat)
            held = [text_of(hand) for hand in hands if any(card._bit & suit for card in hand)]
            see(len(held) < len(hands), f"{whose(viewer)} is told: {void}; and it holds {held}")
            played = (*state.tricks, state.trick)
            see(
                void.trick < len(played)
                and (void.seat, void.card)
                in zip(played[void.trick].seats, played[void.trick].cards, strict=True),
                f"{whose(viewer)} is told: {void}; and that card was not played so",
            )
            see(bool(void.rule), f"{whose(viewer)} is told: {void}; and no rule says so")
            found += 1
    return found
