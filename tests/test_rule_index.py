"""Every rule of the documentation has its code, tests and options, and all cited rules exist."""

from __future__ import annotations

import random
import re
from functools import cache
from itertools import groupby
from typing import Final

import attrs
import pytest

import twowaystreet as tws
from docs._ext import rule_index, rule_options
from docs._ext.kept_hands import kept
from docs._ext.rule_index import PAGES, Rule
from docs._ext.rule_places import ROOT, sources
from tests.games import OURS
from tests.hostile import Hostile
from twowaystreet import reasons
from twowaystreet._core.cards.cards import text_of
from twowaystreet.games import street, twos

MARKS = ("stated", "shown", "decided")
NAMES: Final = rule_index.names()
NO_RULE = (reasons.NotAMove, reasons.Malformed)
"""Reasons for objects that are not moves at all; they cite no rule."""
OFFERS = (
    *("high", "keep", "exchange 2C 3C", "name H", "2C", "AS", "R*", "bid 3 high", "no bid"),
    *("look", "nil", "bid 4", "bid 5", "stand", "renege 1", "trump H", "draw", "draw 7C", "out"),
    *("4S 5S 6S", "7C 7D", "pass"),
    *("lay 2C 3C 4C / 5C 6C 7C", "lay 2C 3C 4C / 5C 6C 7C / 8C 9C 10C"),
)


@cache
def rules() -> dict[str, Rule]:
    """Return every rule by its name; the search through all files takes seconds."""
    return {rule.name: rule for rule in rule_index.rules()}


def test_every_rule_has_an_origin_code_and_tests() -> None:
    for rule in rules().values():
        assert rule.text.endswith("."), f"the text of {rule.name} is no sentence: {rule.text}"
        assert rule.mark.startswith(MARKS), f"{rule.name} does not say where it comes from"
        assert rule.heading, f"{rule.name} stands below no heading"
        assert rule.code, f"no docstring or comment in src names {rule.name}: {rule.text}"
        assert rule.tests, f"no test is marked with {rule.name}: {rule.text}"


def test_every_named_rule_is_documented() -> None:
    found = {*rule_index.mentioned(), *rule_index.marked_tests()} - {*NAMES}
    assert {name: rule_index.mentioned().get(name) for name in sorted(found)} == {}
    assert {name for each in kept() for name in each.rules} - {*NAMES} == set()
    quoted = [
        (each.path, name)
        for each in sources("src/twowaystreet")
        for name in re.findall(r'"([A-Z]{2}-\d+)"', each.text)
    ]
    assert [(path, name) for path, name in quoted if name not in NAMES] == []
    assert len({name for _, name in quoted}) > 40


def test_the_pages_number_their_rules_without_a_gap() -> None:
    for prefix, run in groupby(NAMES, key=lambda name: name.partition("-")[0]):
        group = list(run)
        assert group == [f"{prefix}-{number}" for number in range(1, len(group) + 1)]
    assert [prefix for prefix, _ in groupby(NAMES, key=lambda name: name[:2])] == list(PAGES)
    pages = (ROOT / "docs" / f"{page}.md" for page in PAGES.values())
    texts = [path.read_text(encoding="utf-8") for path in pages]
    begun = [name for text in texts for name in re.findall(r"^\*\*([A-Z]+-\d+)", text, re.M)]
    assert begun == list(NAMES)
    assert [rule.name for rule in rules().values() if "](" in rule.text] == []  # relative links


def test_every_option_cites_a_rule_of_its_game() -> None:
    for setting in rule_options.settings():
        assert setting.option.rule in NAMES, setting
        prefix = setting.option.rule.partition("-")[0]
        assert setting.game.name in rule_options.GAMES_OF[prefix], setting
        assert setting in rules()[setting.option.rule].options


def test_rules_mention_only_existing_options() -> None:
    found = {name: rule_options.misspoken(name, rule.text) for name, rule in rules().items()}
    assert {name: words for name, words in found.items() if words} == {}


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
                assert reason.rule in ({None} if isinstance(reason, NO_RULE) else NAMES), error
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
