"""Targets that take Python values: calls built from an input, and checks of their results."""

from __future__ import annotations

import json
from importlib import import_module
from typing import Any, Final

import attrs

import twowaystreet as tws
from tests.fuzz import proofs, seeds
from tests.fuzz.foreign import NoInput, decode, is_dict, is_list
from tests.games import facts_of
from tests.helpers import anything
from twowaystreet import ratings
from twowaystreet._core.cards.cards import Card
from twowaystreet._core.engine.fields import options_of
from twowaystreet._core.engine.moves import move_types_of


def _known(data: Any, names: tuple[str, ...]) -> dict[str, Any]:
    """Return the arguments with these names; a call accepts no other names."""
    if not is_dict(data):
        raise NoInput
    return {name: data[name] for name in names if name in data}


# Starts of matches


def begun(game: str, text: str) -> Any:
    """Start a match with these rules, dealer, scores and so on."""
    ours = tws.GAMES[game]
    data = decode(text)
    where = _known(data, ("dealer", "scores", "hands_played", *ours.State._match_counters))
    rules = data.get("rules")
    if is_dict(rules):
        rules = ours.Rules(**_known(rules, tuple(options_of(ours.Rules))))
    return ours.new_game(rules, **where)


# Moves made from values


def move_made(game: str, text: str) -> Any:
    """Make a move from these parts; return any other value unchanged."""
    data = decode(text)
    state = next(iter(seeds.states(game).values()))
    move_types: dict[str, Any] = {
        move_type.__name__: move_type for move_type in move_types_of(type(state))
    }
    if is_dict(data) and isinstance(data.get("move_type"), str) and data["move_type"] in move_types:
        move_type = move_types[data["move_type"]]
        parts = [field for field in attrs.fields(move_type) if field.init]
        least = sum(field.default is attrs.NOTHING for field in parts)
        given = data.get("with")
        given = given[: len(parts)] if is_list(given) else []
        return move_type(*given, *[None] * (least - len(given)))
    return data


def prove_made(game: str, text: str, found: Any) -> None:
    """Check that a move is read back, and that every other value is refused."""
    if type(found) in move_types_of(tws.GAMES[game].State):
        proofs.move(game, found)
        return
    for state in seeds.states(game).values():
        try:
            tws.apply(state, found)
        except tws.IllegalMove as error:
            refused = error
        else:
            raise AssertionError("a value that is not a move was accepted")
        assert refused.move is found
        assert refused.reason.explain() in str(refused)


def card_of_parts(text: str) -> Card:
    """Make a card from a rank and a suit, or a Joker."""
    data: Any = decode(text)
    whole = anything(data)
    return Card(*data) if is_list(data) and len(data) == 2 else Card(whole)


# Scores


def score(game: str, text: str) -> Any:
    """Score a hand of real cards from changed facts."""
    good = decode(json.dumps(facts_of(game).scored))
    module = import_module(f"twowaystreet.games.{game}")
    return module.score(**{**good, **_known(decode(text), tuple(good))})


# Ratings, seats, the score sheet

RATED: Final[dict[str, Any]] = {
    "ratings": [1076, 1125, 958, 1011],
    "scores": [20, 16, 12, 4],
    "target": 20,
    "lowest_wins": False,
    "scale": {"@scale": {"several": 16, "duel": 32, "weights": [[12, 0.75], [19, 1]], "spread": 9}},
}


def rated(text: str) -> Any:
    """Rate from changed facts; return the rounds and the facts."""
    data = {**decode(json.dumps(RATED)), **_known(decode(text), tuple(RATED))}
    for name in ("ratings", "scores"):
        if is_list(data[name]):  # code cannot read an iterator twice
            data[name] = tuple(data[name])
    # Every value has a truth value, unless bool() raises.
    data["lowest_wins"] = data["lowest_wins"] is True
    return data, ratings.rounds(**data)


def prove_rated(text: str, found: Any) -> None:
    """Check that both rating functions agree, and that gains and losses balance."""
    data, rounds = found
    if isinstance(data["ratings"], tuple) and isinstance(data["scores"], tuple):
        proofs.rated_alike(data, rounds)


SHEET: Final[dict[str, Any]] = {
    "names": ["Ann", "Ben", "Cem"],
    "hands": [
        {"@hand": [["HD", "LD", "LD"], [7, 2, 1]]},
        {"@hand": [["HD", "LD", "LD"], [4, 6, 0]]},
    ],
    "scores": [1, 2, 3],
}


def sheet(text: str) -> Any:
    """Write a score sheet from changed facts."""
    return tws.score_sheet(**{**decode(json.dumps(SHEET)), **_known(decode(text), tuple(SHEET))})


def looked_at(text: str) -> Any:
    """Pass a value as a seat or a position to every function that takes one."""
    data = decode(text)
    record = seeds.records("street")[3]
    given: Any = data[1] if is_list(data) and len(data) == 2 else data
    what = data[0] if is_list(data) and data else None
    match what if isinstance(what, str) else None:
        case "position":
            return record.state_at(given)
        case "view position":
            return record.for_seat(0).view_at(given)
        case "record":
            return record.for_seat(given)
        case "dealer":
            return tws.GAMES["duel"].new_game(dealer=given)
        case _:
            return tws.view(record.state, given)
