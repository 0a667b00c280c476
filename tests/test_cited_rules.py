"""Errors cite only rules that exist, and cite none if no rule of a game applies."""

from __future__ import annotations

import ast
import inspect
import random
from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from typing import Any, cast

import attrs
import pytest

import twowaystreet as tws
from docs._ext import rule_index
from docs._ext.rule_places import Source, sources
from tests.extras import is_left_out
from tests.games import OURS
from tests.hostile import Hostile
from twowaystreet import reasons
from twowaystreet._core.cards.cards import text_of
from twowaystreet.games import street, twos

RULES = {*rule_index.names()}
NO_RULE = (reasons.NotAMove, reasons.Malformed)
"""Reasons for objects that are not moves at all; they cite no rule."""
OFFERS = (
    *("high", "keep", "exchange 2C 3C", "name H", "2C", "AS", "R*", "bid 3 high", "no bid"),
    *("look", "nil", "bid 4", "bid 5", "stand", "renege 1", "trump H", "draw", "draw 7C", "out"),
    *("4S 5S 6S", "7C 7D", "pass"),
    *("lay 2C 3C 4C / 5C 6C 7C", "lay 2C 3C 4C / 5C 6C 7C / 8C 9C 10C"),
)


def _cited(source: Source) -> Iterator[object]:
    """Yield every rule that a call passes as its parameter ``rule``."""
    # Any: a module holds objects of many types
    module: Any = import_module(source.place(0).module)
    members = cast("dict[str, object]", module.__dict__)
    takes_rule = any("rule" in _parameters(each) for each in members.values())
    if not takes_rule and "reasons." not in source.text:
        return  # to parse a file takes long
    for node in ast.walk(source.tree):
        if not isinstance(node, ast.Call) or any(isinstance(it, ast.Starred) for it in node.args):
            continue
        match node.func:
            case ast.Name(name):
                called = getattr(module, name, None)
            case ast.Attribute(ast.Name("reasons"), name):
                called = getattr(reasons, name)
            case _:
                called = None
        names = _parameters(called)
        given: dict[str | None, ast.expr] = {word.arg: word.value for word in node.keywords}
        given.update(zip(names, node.args, strict=False))
        rule = given.get("rule")
        if "rule" in names and isinstance(rule, ast.Constant):
            yield rule.value


def _parameters(called: object) -> tuple[str, ...]:
    """Return the names of the parameters of a class or function, and none of other objects."""
    is_called = inspect.isclass(called) or inspect.isroutine(called)
    return _parameters_of(called) if is_called else ()


@cache
def _parameters_of(called: Callable[..., object]) -> tuple[str, ...]:
    try:
        return tuple(inspect.signature(called).parameters)
    except (TypeError, ValueError):  # a built-in without a signature
        return ()


def test_rules_cited_in_the_code_are_documented() -> None:
    found = [
        (each.path, rule)
        for each in sources("src/twowaystreet")
        if not is_left_out(each.path)
        for rule in _cited(each)
    ]
    assert [(path, rule) for path, rule in found if rule not in {None, *RULES}] == []
    assert len({rule for _, rule in found}) > 40


def test_a_cited_unknown_rule_is_found() -> None:
    text = (
        'RulesError("rules", 7, "rules", "registry")\nRulesError("rules", 7, "rules", rule="ST-1")'
    )
    source = Source("src/twowaystreet/_core/engine/setup.py", text)
    assert list(_cited(source)) == ["registry", "ST-1"]


@pytest.mark.parametrize("name", OURS)
def test_refusals_cite_documented_rules(name: str) -> None:
    game = tws.GAMES[name]
    rng = random.Random(7)
    moves = [
        move
        for each in tws.GAMES.values()
        for text in OFFERS
        if (move := _read(each, text)) is not None
    ]
    met: set[type[reasons.Reason]] = set()
    state = game.new_game()
    for _ in range(120):
        for offer in (*moves, tws.Deal(()), "high", None, Hostile()):
            error = _refusal(state, offer)
            if error is not None:
                reason = error.reason
                met.add(type(reason))
                assert reason.rule in ({None} if isinstance(reason, NO_RULE) else RULES), error
                assert str(error).endswith(f"({reason.rule})") == (reason.rule is not None)
                assert "Card.parse" not in str(error) and "card" not in str(error).split(":")[0]
                if isinstance(reason, reasons.NotHeld):
                    faulty = text_of(reason.missing or reason.repeated)
                    assert faulty and f": {faulty} " in str(error), error
        legal = tws.legal_moves(state) or (tws.shuffle(state, rng),)
        state = game.new_game() if state.is_over else tws.apply(state, rng.choice(legal))
    assert met >= {reasons.NotAMove, reasons.DealDue, reasons.WrongPack, reasons.NotHeld}


def _refusal(state: tws.AnyState, offer: object) -> tws.IllegalMove | None:
    try:
        tws.apply(state, offer)
    except tws.IllegalMove as error:
        return error
    return None


def _read(game: tws.Game, text: str) -> tws.Move | None:
    try:
        return tws.parse_move(game.new_game(), text)
    except tws.ParseError:
        return None


def test_moves_of_impossible_parts_cite_no_rule() -> None:
    with pytest.raises(tws.IllegalMove) as caught:
        street.Exchange(tws.cards("2C"))
    assert caught.value.reason.rule is None
    assert str(caught.value).endswith("expected two cards")


def test_errors_outside_a_game_cite_no_rule() -> None:
    with pytest.raises(tws.RulesError, match="that no other game has, or ") as caught:
        tws.register(attrs.evolve(twos.GAME, title="Other Twos"))
    assert caught.value.rule is None
    with pytest.raises(tws.RulesError, match=r"expected a twowaystreet\.games\.twos\.Rules$"):
        twos.new_game(street.Rules())  # type: ignore[arg-type]  # rules of another game
