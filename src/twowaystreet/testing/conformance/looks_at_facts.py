"""That facts tell of what they are declared to tell of: a part of the promise about views."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, Final

import attrs

from twowaystreet._cards.masks import ONE_LANE
from twowaystreet._engine.match import HandData, Match
from twowaystreet._engine.state import AnyState
from twowaystreet._util.constructors import fast_replace
from twowaystreet._views.facts import FACT, Fact
from twowaystreet.testing.conformance.pictures import picture
from twowaystreet.testing.conformance.trial import Moment, see

HELD: Final = {"hand_data.held", "hand_data.stock", "remaining", "legal"}
"""The stored fields that tell where the cards are."""


def facts_of(kind: type[Any]) -> dict[str, Fact]:
    """The facts that a class of views declares. Any: it is the game's own class."""
    return {one.name: one.metadata[FACT] for one in attrs.fields(kind) if FACT in one.metadata}


def declared(moment: Moment) -> None:
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
    told = {name for fact in facts_of(kind).values() for name in fact.covers} | set(
        kind.hidden_fields
    )
    stored = {field.name.lstrip("_") for field in attrs.fields(type(state))}
    stored |= {f"match.{field.name}" for field in attrs.fields(Match)}
    hand_data: Any = type(state._hand_data)
    stored |= {f"hand_data.{field.name}" for field in attrs.fields(hand_data)}
    missing = stored - {"match", "hand_data"} - told
    see(not missing, f"stored, and neither a fact nor a secret: {', '.join(sorted(missing))}")


def _read(fact: Fact, state: AnyState) -> str | None:
    """What a spectator is shown of a fact; ``None`` if it cannot be told from such a state."""
    try:
        return picture(fact.read(state, None))
    except Exception:
        return None  # cards have changed places behind the game's back


def _rearranged(state: AnyState, rng: random.Random) -> Iterator[tuple[str, AnyState]]:
    """States in which hidden cards lie elsewhere: in another hand, or in the stock."""
    hand_data, left = state._hand_data, state._remaining
    held = list(hand_data.held)
    one, two = rng.sample(range(len(held)), 2) if len(held) > 1 else (0, 0)
    if one != two and held[one] & left and held[two] & left:
        given = rng.choice(_bits(held[one] & left)), rng.choice(_bits(held[two] & left))
        for hand in (one, two):
            held[hand] ^= given[0] | given[1]
        changed = attrs.evolve(hand_data, held=tuple(held))
        yield "who holds which cards", _with(state, changed, left)
    stock = hand_data.stock
    if stock:
        shuffled = tuple(rng.sample(stock, len(stock)))
        yield "the order of the stock", _with(state, attrs.evolve(hand_data, stock=shuffled), left)
        held = list(hand_data.held)
        if left <= ONE_LANE and held[one] & left:
            place, bit = rng.randrange(len(stock)), rng.choice(_bits(held[one] & left))
            card = stock[place]
            if not card._bit & left:
                held[one] ^= bit | card._bit
                (other,) = (each for each in state.hand_of(one) if each._bit == bit)
                stock = (*stock[:place], other, *stock[place + 1 :])
                changed = attrs.evolve(hand_data, held=tuple(held), stock=stock)
                yield "what lies in the stock", _with(state, changed, left ^ bit ^ card._bit)


def _with(state: AnyState, hand_data: HandData, remaining: int) -> AnyState:
    return fast_replace(type(state))(state, _hand_data=hand_data, _remaining=remaining)


def _bits(mask: int) -> list[int]:
    """The single bits of a mask."""
    return [1 << place for place in range(mask.bit_length()) if mask >> place & 1]
