"""Tests of the strategies: the drawn values, and the output of failing tests."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, find, given, settings
from hypothesis import strategies as st
from hypothesis.errors import InvalidArgument

import twowaystreet as tws
from examples import oh_hell
from tests.games import ALL, game_of
from tests.helpers import AnyState
from twowaystreet import testing
from twowaystreet._core.engine.fields import option_text
from twowaystreet.games import spades, street, twenty_down, twos
from twowaystreet.testing.drawing import StartRange, ranges_of
from twowaystreet.testing.playouts import settings_of

GAMES = tuple(map(game_of, ALL))
PLAY = {game: ("play",) * issubclass(game.State, tws.TrickState) for game in GAMES}
PHASES = {
    game.name: tuple(
        dict.fromkeys(
            map(str, ("deal", *game.State._decisions, *PLAY[game], "hand over", "game over"))
        )
    )
    for game in GAMES
}
EACH = pytest.mark.parametrize("game", GAMES, ids=lambda game: str(game.name))
UNCHECKED = [
    HealthCheck.too_slow,
    HealthCheck.filter_too_much,
    HealthCheck.data_too_large,
    HealthCheck.large_base_example,
]
ROOT = Path(__file__).resolve().parents[2]


def some(strategy: st.SearchStrategy[Any], number: int = 40) -> list[Any]:
    """Return the first values that a strategy draws."""
    drawn: list[Any] = []

    @settings(max_examples=number, suppress_health_check=UNCHECKED)
    @given(strategy)
    def draw(one: Any) -> None:
        drawn.append(one)

    draw()
    return drawn


def simplest(strategy: st.SearchStrategy[Any]) -> Any:
    return find(strategy, lambda drawn: True)


# Cards and deals.


def test_cards_are_those_of_a_pack() -> None:
    assert set(some(testing.cards(), 400)) == set(tws.CARDS)
    pack = tws.Pack(tws.cards("7C 7C AS"))
    assert set(some(testing.cards(pack))) == set(pack.cards)


def test_packs_may_hold_equal_cards() -> None:
    pack = find(testing.packs(), lambda pack: len(pack) > len(set(pack.cards)))
    assert pack == tws.Pack(tws.cards("2C 2C"))


def test_deals_are_the_whole_pack_in_any_order() -> None:
    rules = street.Rules(players=9)
    drawn = some(testing.deals(rules))
    for deal in drawn:
        assert Counter(deal.cards) == Counter(rules.pack.cards)
    tops = Counter(deal.cards[0] for deal in drawn)
    assert len(tops) > 20


def test_deals_shrink_to_the_sorted_pack() -> None:
    pack = twos.Rules().pack
    assert simplest(testing.deals(twos.Rules())).cards == pack.cards
    deal = find(testing.deals(twos.Rules()), lambda deal: deal.cards[0].rank == "A")
    ace = tws.Card.parse("AC")
    assert deal.cards == (ace, *(card for card in pack.cards if card != ace))


def test_a_pack_too_large_for_bytes_is_dealt() -> None:
    rules = street.Rules(players=5, decks=6)
    drawn = some(testing.deals(rules), 8)
    assert all(Counter(deal.cards) == Counter(rules.pack.cards) for deal in drawn)
    assert len({deal.cards for deal in drawn}) == len({deal.cards[256:] for deal in drawn}) > 4


# Rules and openings.


def is_allowed(game: tws.Game, name: str, value: object) -> bool:
    """Return true if a value of an option is allowed, alone or with some value of another."""
    others = [{}, *({other: each} for other, of in settings_of(game).items() for each in of)]
    for other in others:
        with suppress(tws.RulesError):
            game.Rules(**{**other, name: value})
            return True
    return False


@EACH
def test_rules_take_every_value_worth_trying(game: tws.Game) -> None:
    drawn = some(testing.rules(game), 200)
    assert simplest(testing.rules(game)) == game.Rules()
    for name, values in settings_of(game).items():
        found = {option_text(getattr(rules, name)) for rules in drawn}
        allowed = [value for value in values[1:] if is_allowed(game, name, value)]
        assert found >= set(map(option_text, allowed)) and allowed, name


def test_ranges_are_found_by_trying() -> None:
    assert ranges_of(street.GAME, street.Rules(target=7)) == {"scores": StartRange(0, 0, 6)}
    assert ranges_of(twenty_down.GAME, twenty_down.Rules())["scores"] == StartRange(20, 1, 532)
    spade = ranges_of(spades.GAME, spades.Rules())
    assert spade["perfect_bids"] == StartRange(0, 0, 2)
    assert spade["scores"] == StartRange(0, -512, 499)


@EACH
def test_openings_have_various_dealers_scores_and_hand_counts(game: tws.Game) -> None:
    starts = some(testing.openings(game), 60)
    assert {start.phase for start in starts} == {"deal"}
    assert len({start.scores for start in starts}) > 10
    assert {start.dealer for start in starts} >= set(range(min(s.rules.seats for s in starts)))
    assert {start.hands_played > 0 for start in starts} == {True, False}


# States.


@EACH
def test_states_are_from_any_point_of_a_match(game: tws.Game) -> None:
    states = some(testing.states(game), 60)
    assert {str(state.phase) for state in states} >= {"deal", PHASES[game.name][-3]}
    assert len({len(getattr(state, "tricks", state.scores)) for state in states}) > 3 * bool(
        PLAY[game]
    )
    assert simplest(testing.states(game)) == game.new_game()


@pytest.mark.parametrize(
    ("game", "phase"),
    [(game, phase) for game in GAMES for phase in PHASES[game.name]],
    ids=lambda part: str(getattr(part, "name", part)),
)
def test_states_in_each_phase(game: tws.Game, phase: str) -> None:
    states = some(testing.states(game, phase), 6)
    assert {str(state.phase) for state in states} == {phase}
    assert len(set(states)) > 1


def test_an_unknown_phase_or_game_is_refused() -> None:
    with pytest.raises(InvalidArgument, match=r"Twos has no phase 'bid': expected one of deal, pl"):
        testing.states("twos", "bid")
    with pytest.raises(tws.RecordError, match=r"there is no game 'chess'"):
        testing.states("chess")


def test_rules_are_given_or_drawn() -> None:
    rules = street.Rules(players=5, target=3)
    assert {state.rules for state in some(testing.states("street", rules=rules), 20)} == {rules}
    either = st.sampled_from([street.Rules(), rules])
    assert len({state.rules for state in some(testing.states("street", rules=either), 40)}) == 2


def test_play_shrinks_to_few_moves_and_the_first_legal_ones() -> None:
    state = find(testing.states("twos"), lambda state: len(state.trick.cards) == 3)
    first = tws.apply(twos.new_game(), tws.Deal(twos.Rules().pack.cards))
    for _ in range(3):
        first = tws.apply(first, tws.legal_moves(first)[0])
    assert state == first


@EACH
def test_moves_are_the_legal_ones(game: tws.Game) -> None:
    for state in some(testing.states(game), 15):
        if state.is_over:
            assert testing.moves(state).is_empty
        elif state.needs_deal:
            assert isinstance(simplest(testing.moves(state)), tws.Deal)
        else:
            assert set(some(testing.moves(state), 5)) <= set(tws.legal_moves(state))


@pytest.mark.parametrize("strategy", [testing.moves, testing.seats])
@pytest.mark.parametrize("thing", [5, None, "twos", twos.GAME, twos.Rules()])
def test_other_objects_than_states_are_refused(strategy: Any, thing: object) -> None:
    with pytest.raises(TypeError, match="expected a GameState, such as new_game") as caught:
        strategy(thing)
    assert isinstance(caught.value, InvalidArgument)


# Records and views.


def test_records_can_be_written_and_read() -> None:
    for record in some(testing.records("duel"), 20):
        assert tws.Record(record.start, record.moves) == record
        assert record.state == record.state_at(len(record.moves))


def test_records_need_a_registered_game() -> None:
    with pytest.raises(tws.RecordError, match="Oh Hell is not registered"):
        testing.records(oh_hell.GAME)


@EACH
def test_views_are_of_each_seat_and_of_spectators(game: tws.Game) -> None:
    views = some(testing.views(game), 60)
    assert {type(view) for view in views} == {game.View}
    assert {view.seat for view in views} >= {None, 0, 1}


def test_viewers_are_seats_and_spectators() -> None:
    state: AnyState = street.new_game(street.Rules(players=3))
    assert set(some(testing.seats(state))) == {None, 0, 1, 2}


# The output of failing tests.

HEAD = """
from hypothesis import given, settings, strategies as st
from twowaystreet import testing
from twowaystreet.games import street

settings.register_profile("t", derandomize=True, database=None, deadline=None)
settings.load_profile("t")
"""
FAILING = {
    "states": ('states("twos")', "not drawn.tricks"),
    "views": ('views("twenty_down", "draw")', "drawn.seat is None"),
    "cards": ("cards()", "drawn.suit != 'S'"),
    "rules": ('rules("street")', "drawn.players < 5"),
    "deals": ("deals(street.Rules(players=3))", "drawn.cards[0].joker is None"),
}
"""Properties that fail, by name: what is drawn, and the claim about it."""


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Return the output of pytest for each failing property."""
    folder = tmp_path_factory.mktemp("failing")
    tests = [
        f"\n@given(testing.{drawn})\ndef test_{name}(drawn):\n    assert {claim}\n"
        for name, (drawn, claim) in FAILING.items()
    ]
    (folder / "test_it.py").write_text(HEAD + "".join(tests), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_it.py"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src"), "COLUMNS": "250"},
    )
    assert done.returncode == 1, done.stdout + done.stderr
    output = "\n".join(line.removeprefix("E").strip() for line in done.stdout.splitlines())
    _, *parts = re.split(r"^_+ test_(\w+) _+$", output, flags=re.MULTILINE)
    found = dict(zip(parts[::2], parts[1::2], strict=True))
    assert found.keys() == FAILING.keys(), output
    return found


def test_a_failing_test_prints_the_shortest_match(shown: dict[str, str]) -> None:
    output = shown["states"]
    pack = " ".join(map(str, twos.Rules().pack.cards))
    assert (
        f"""A state after 5 moves:
twowaystreet record 1
game twos
rules target=none max_hands=4
dealer 0
scores 0 0 0 0
hands_played 0

deal {pack}
2C; 3C; 4C; 5C
"""
        in output
    ), output
    assert "drawn=state(after 5 moves)" in output
    assert "Card(rank" not in output and "Match(" not in output


def test_a_failing_test_prints_a_record(shown: dict[str, str]) -> None:
    output = shown["views"]
    # Hypothesis has changed these words before.
    end = re.search("Failing test case|Falsifying example", output)
    assert end
    text = output[output.index("twowaystreet record 1") : end.start()]
    record = tws.Record.from_text(text)
    assert record.state.phase == "draw"
    assert f"drawn=view(of seat 0 after {len(record.moves)} moves)" in output


def test_cards_rules_and_deals_are_printed_as_short_texts(shown: dict[str, str]) -> None:
    assert "drawn=card('2S')" in shown["cards"]
    assert "drawn=Rules(players=5)" in shown["rules"]
    assert "drawn=deal('R* 2C 3C 4C" in shown["deals"].replace("(\n", "(")
