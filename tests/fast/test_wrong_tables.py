"""The replays find every fault in tables of rules and of scoring."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from itertools import islice
from typing import Any, Final
from unittest.mock import Mock

import attrs
import pytest

from tests.fast.replays import State, differences, plays
from twowaystreet._core.cards.cards import CARDS, Suit, cards
from twowaystreet._core.cards.masks import JOKERS, SUIT
from twowaystreet._core.tricks.play_tables import PlayTables, Tally, TrickPoints, class_of
from twowaystreet.fast.compiling import IS_PLAIN

STATES: Final = 20 if IS_PLAIN else 40


def _swapped(strengths: tuple[int, ...], one: str, other: str) -> tuple[int, ...]:
    """Return strengths in which two cards have changed places."""
    changed = list(strengths)
    first, second = (card.index for card in cards(f"{one} {other}"))
    changed[first], changed[second] = changed[second], changed[first]
    return tuple(changed)


def _stronger(one: str, other: str) -> Callable[[PlayTables], dict[str, Any]]:
    """Swap two cards in all strengths. Any: the changed fields, as elsewhere in this module."""
    return lambda tables: {
        "strengths": tuple(
            tuple(_swapped(each, one, other) for each in several) for several in tables.strengths
        )
    }


def _no_duty(tables: PlayTables) -> dict[str, Any]:
    """Let players discard hearts although they could follow."""
    following = list(tables.following)
    following[Suit.HEARTS.place] = ()
    return {"following": tuple(following)}


def _no_last_step(tables: PlayTables) -> dict[str, Any]:
    """Forget the last duty, such as that to trump."""
    return {"following": tuple(steps[:-1] for steps in tables.following)}


def _without_jokers(tables: PlayTables) -> dict[str, Any]:
    """Forbid Jokers to those who can follow."""
    following = tuple(
        tuple((duty, allowed & ~JOKERS) for duty, allowed in steps) for steps in tables.following
    )
    return {"following": following}


def _winner_leads(tables: PlayTables) -> dict[str, Any]:
    return {"leaders": tuple(range(len(tables.leaders)))}


def _left_leads(tables: PlayTables) -> dict[str, Any]:
    return {"leaders": (1,) * len(tables.leaders)}


def _no_naming(tables: PlayTables) -> dict[str, Any]:
    return {"naming": None}


def _one_suit_too_many(tables: PlayTables) -> dict[str, Any]:
    assert tables.naming
    nameable: Mapping[Any, tuple[Suit, ...]] = dict.fromkeys(tables.naming.nameable, tuple(Suit))
    return {"naming": attrs.evolve(tables.naming, nameable=nameable)}


def _no_deciders(tables: PlayTables) -> dict[str, Any]:
    """Forget that the first two decides."""
    return {"deciders": 0, "strengths": tuple(several[:1] for several in tables.strengths)}


def _joker_of_no_suit(tables: PlayTables) -> dict[str, Any]:
    return {
        "joker_led": None,
        "strengths": (*tables.strengths, tables.strengths[Suit.SPADES.place]),
    }


def _too_many_turned(tables: PlayTables) -> dict[str, Any]:
    """Let dummies turn up cards until one is of the suit led, past spades."""
    assert tables.dummies
    wanted = {led: SUIT[led] if led else mask for led, mask in tables.dummies.wanted.items()}
    return {"dummies": attrs.evolve(tables.dummies, wanted=wanted)}


FAULTS: Final[dict[str, tuple[str, Callable[[PlayTables], dict[str, Any]]]]] = {
    "a swapped strength": ("street", _stronger("KH", "AH")),
    "swapped Jokers": ("street", _stronger("R*", "B*")),
    "a strong two": ("twos", _stronger("2S", "AS")),
    "a missing duty": ("duel", _no_duty),
    "no duty to trump": ("twenty_down", _no_last_step),
    "Jokers that do not follow": ("street, 20 players", _without_jokers),
    "the winner leads": ("street, 3 players", _winner_leads),
    "the left neighbour leads": ("oh_hell", _left_leads),
    "no naming": ("duel", _no_naming),
    "a suit too many to name": ("street", _one_suit_too_many),
    "no deciding card": ("twos", _no_deciders),
    "a Joker of no suit": ("spades", _joker_of_no_suit),
    "too many cards turned up": ("spades", _too_many_turned),
}


@pytest.mark.nightly
@pytest.mark.parametrize("fault", FAULTS)
def test_wrong_tables_are_caught(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    name, change = FAULTS[fault]
    states = list(islice(plays(name, random.Random(1)), STATES))
    cls = class_of(states[0])
    right = cls._play_tables
    assert not list(differences(states[0], 5, seed=1))

    def wrong(state: State) -> PlayTables:
        tables: PlayTables = right(state)
        return attrs.evolve(tables, **change(tables))

    monkeypatch.setattr(cls, "_play_tables", wrong)
    assert any(any(differences(state, 10, seed=1)) for state in states)


TALLIES: Final[dict[str, Callable[[Tally], Tally]]] = {
    "street": lambda tally: attrs.evolve(tally, facts=None),
    "twenty_down": lambda tally: attrs.evolve(tally, groups=(0, 0, 0, 0)),
    "spades": lambda tally: attrs.evolve(tally, caps=(0, 0, 0, 0)),
}


@pytest.mark.parametrize("name", TALLIES)
def test_wrong_tallies_are_caught(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    states = list(islice(plays(name, random.Random(2)), STATES))
    cls = class_of(states[0])
    right = cls._tally

    def wrong(state: State) -> Tally:
        return TALLIES[name](right(state))

    monkeypatch.setattr(cls, "_tally", wrong)
    assert any(any(differences(state, 20, seed=1)) for state in states)


def _worthless_aces(right: TrickPoints) -> dict[str, Any]:
    worth = (points * (card.rank != "A") for points, card in zip(right.worth, CARDS, strict=True))
    return {"worth": tuple(worth)}


POINTS: Final[dict[str, Callable[[TrickPoints], dict[str, Any]]]] = {
    "worthless aces": _worthless_aces,
    "nothing for a caught card": lambda right: {"caught": 0},
    "other prices": lambda right: {"price": (2,) * len(CARDS)},
}


@pytest.mark.parametrize("fault", POINTS)
def test_wrong_points_of_cards_are_caught(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    (state,) = islice(plays("twos", random.Random(3)), 1)
    right: TrickPoints = state._tally()
    wrong = attrs.evolve(right, **POINTS[fault](right))
    monkeypatch.setattr(class_of(state), "_tally", Mock(return_value=wrong))
    assert any(differences(state, 40, seed=1))
