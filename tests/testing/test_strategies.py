"""The strategies and machines for Hypothesis: what they draw, find and print."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from operator import sub
from pathlib import Path
from typing import Any

import attrs
import pytest
from hypothesis import HealthCheck, Phase, find, given, settings
from hypothesis import strategies as st
from hypothesis.errors import InvalidArgument
from hypothesis.stateful import RuleBasedStateMachine, invariant, run_state_machine_as_test

import twowaystreet as tws
from examples import high_card, oh_hell, whist
from tests.games import ALL, OURS, game_of
from tests.helpers import made_again, nightly_but_every
from twowaystreet import testing
from twowaystreet._core.engine.fields import option_text
from twowaystreet.games import spades, street, twenty_down, twos
from twowaystreet.testing import GameMachine, machine_of, register_types
from twowaystreet.testing._playouts import Playout, settings_of
from twowaystreet.testing._strategies import numbers_of

GAMES = (*map(game_of, ALL), high_card.GAME)
PLAY = {game: ("play",) * issubclass(game.State, tws.TrickState) for game in GAMES}
PHASES = {
    game.name: [
        *dict.fromkeys(("deal", *game.State._decisions, *PLAY[game], "hand over", "game over"))
    ]
    for game in GAMES
}
EACH = pytest.mark.parametrize("game", nightly_but_every(3, GAMES), ids=lambda game: str(game.name))
UNCHECKED = [
    *(HealthCheck.too_slow, HealthCheck.filter_too_much),
    *(HealthCheck.data_too_large, HealthCheck.large_base_example),
]
ROOT = Path(__file__).resolve().parents[2]


def some(strategy: st.SearchStrategy[Any], number: int = 40) -> list[Any]:
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


def test_cards_are_those_of_a_pack_which_may_hold_equal_cards() -> None:
    assert set(some(testing.cards(), 400)) == set(tws.CARDS)
    pack = tws.Pack(tws.cards("7C 7C AS"))
    assert set(some(testing.cards(pack))) == set(pack.cards)
    pack = find(testing.packs(), lambda pack: len(pack) > len(set(pack.cards)))
    assert pack == tws.Pack(tws.cards("2C 2C"))


def test_deals_are_the_whole_pack_in_any_order_and_shrink_to_the_sorted_one() -> None:
    rules = street.Rules(players=9)
    drawn = some(testing.deals(rules))
    assert all(Counter(deal.cards) == Counter(rules.pack.cards) for deal in drawn)
    assert len({deal.cards[0] for deal in drawn}) > 20
    rules = street.Rules(players=5, decks=6)
    drawn = some(testing.deals(rules), 8)
    assert all(Counter(deal.cards) == Counter(rules.pack.cards) for deal in drawn)
    assert len({deal.cards for deal in drawn}) == len({deal.cards[256:] for deal in drawn}) > 4
    pack = twos.Rules().pack
    assert simplest(testing.deals(twos.Rules())).cards == pack.cards
    deal = find(testing.deals(twos.Rules()), lambda deal: deal.cards[0].rank == "A")
    ace = tws.Card.parse("AC")
    assert deal.cards == (ace, *(card for card in pack.cards if card != ace))


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


def test_numbers_to_begin_with_are_found_by_trying() -> None:
    """Each is the usual one, the least and the greatest."""
    assert numbers_of(street.GAME, street.Rules(target=7), "scores") == (0, 0, 6)
    assert numbers_of(twenty_down.GAME, twenty_down.Rules(), "scores") == (20, 1, 532)
    assert numbers_of(spades.GAME, spades.Rules(), "perfect_bids") == (0, 0, 2)
    assert numbers_of(spades.GAME, spades.Rules(), "scores") == (0, -512, 499)


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


LOW: dict[str, Callable[[Any, Any], bool]] = {"_ends_game": lambda _, has: min(has) <= -5}
LONG = made_again(twenty_down, "long", members=LOW)
ENDS = {"twenty_down": 0, "spades": 500, "long": -5, "street": 20, "brag": None, "duel": 20}


@pytest.mark.parametrize("name", nightly_but_every(2, [*ENDS, "whist", "twos", "tien_len"]))
def test_totals_before_the_last_hand_vary_and_may_lead_exactly_to_the_end(name: str) -> None:
    game, end = {"long": LONG, "whist": whist.GAME}.get(name) or game_of(name), ENDS.get(name)
    states = some(testing.states(game, "game over", rules=game.Rules()), 100)
    totals = Counter(tuple(map(sub, state.scores, state.score.points)) for state in states)
    assert all(state.is_over for state in states)
    assert len(totals) > 12 and max(totals.values()) < 50
    assert end is None or end in {(max if end > 0 else min)(state.scores) for state in states}
    assert all(one[:2] == one[2:] for one in totals) or name != "whist"
    assert not any(map(sum, totals)) or name not in ("brag", "tien_len")


def test_an_unknown_phase_or_game_is_refused_and_records_of_one_not_registered() -> None:
    with pytest.raises(InvalidArgument, match=r"Twos has no phase 'bid': expected one of deal, pl"):
        testing.states("twos", "bid")
    for made in (testing.states, machine_of):
        with pytest.raises(tws.RecordError, match=r"there is no game 'chess'"):
            made("chess")
    with pytest.raises(tws.RecordError, match="Oh Hell is not registered"):
        testing.records(oh_hell.GAME)


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


def test_a_game_that_cannot_deal_shows_its_own_error() -> None:
    def fails(state: Any, move: tws.Move) -> Any:
        raise KeyError("no cards")

    with pytest.raises(KeyError, match="no cards"):
        some(testing.states(made_again(oh_hell, "cannot_deal", members={"_apply": fails})))


# Records and views.


@pytest.mark.parametrize("name", ["duel", "high_card"])
def test_records_can_be_written_and_read(name: str) -> None:
    tws.register(high_card.GAME)
    for record in some(testing.records(name), 20):
        assert tws.Record.from_text(record.to_text()) == record
        assert tws.Record.from_json(record.to_json()) == record


@EACH
def test_views_are_of_each_seat_and_of_spectators(game: tws.Game) -> None:
    views = some(testing.views(game), 60)
    assert {type(view) for view in views} == {game.View}
    assert {view.seat for view in views} >= {None, 0, 1}
    assert set(some(testing.seats(street.new_game(street.Rules(players=3))))) == {None, 0, 1, 2}


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
    file = tmp_path_factory.mktemp("failing") / "test_it.py"
    tests = [
        f"\n@given(testing.{drawn})\ndef test_{name}(drawn):\n    assert {claim}\n"
        for name, (drawn, claim) in FAILING.items()
    ]
    file.write_text(HEAD + "".join(tests), encoding="utf-8")
    command = (sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", file.name)
    env = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "COLUMNS": "250"}
    done = subprocess.run(
        command, cwd=file.parent, capture_output=True, text=True, check=False, env=env
    )
    output = "\n".join(line.removeprefix("E").strip() for line in done.stdout.splitlines())
    _, *parts = re.split(r"^_+ test_(\w+) _+$", output, flags=re.MULTILINE)
    found = dict(zip(parts[::2], parts[1::2], strict=True))
    assert found.keys() == FAILING.keys(), done.stdout + done.stderr
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


FEW = settings(
    max_examples=3, stateful_step_count=20, suppress_health_check=UNCHECKED, deadline=None
)
FIND = settings(
    FEW, max_examples=100, stateful_step_count=30, phases=[Phase.generate, Phase.shrink]
)


def run_machine(machine: type[RuleBasedStateMachine], how: settings = FEW) -> None:
    run_state_machine_as_test(machine, settings=how)


@pytest.mark.parametrize(
    "game",
    nightly_but_every(4, [*tws.GAMES, oh_hell.GAME, high_card.GAME]),
    ids=lambda game: str(getattr(game, "name", game)),
)
def test_every_game_passes(game: str | tws.Game) -> None:
    run_machine(machine_of(game))


def test_the_machine_has_a_test_case() -> None:
    case: Any = machine_of("twenty_down").TestCase
    case.settings = FEW
    case().runTest()
    assert machine_of("twenty_down").__name__ == "TwentyDownMachine"
    assert issubclass(machine_of("twenty_down"), GameMachine)


def test_rules_and_invariants_can_be_added() -> None:
    seen: list[tws.Phase] = []

    class Own(machine_of("twos", twos.Rules(max_hands=2))):  # type: ignore[misc]  # made by a call
        @invariant()
        def is_looked_at(self) -> None:
            assert self.state.rules == twos.Rules(max_hands=2)
            seen.append(self.state.phase)

    run_machine(Own, settings(FEW, max_examples=10))
    assert {"deal", "play"} <= set(seen)


class Lenient(twos.State):
    """States that accept any card from any hand."""

    def _apply(self, move: object) -> Any:
        if isinstance(move, tws.Play) and any(move.card in hand for hand in self.hands):
            return self
        return super()._apply(move)


def lenient(*positional: Any, **named: Any) -> Any:
    state = twos.new_game(*positional, **named)
    return Lenient._build(state._match, state._hand_data, state.phase)


def test_the_machine_finds_an_accepted_illegal_move() -> None:
    changes: dict[str, Any] = {"name": "broken", "State": Lenient, "new_game": lenient}
    machine = machine_of(attrs.evolve(twos.GAME, **changes), twos.Rules())
    with pytest.raises(AssertionError, match=r"is not offered '.*', but apply accepts it") as e:
        run_machine(machine, FIND)
    notes = "\n".join(e.value.__notes__)
    assert "The match after " in notes and "twowaystreet record 1\ngame broken\n" in notes
    assert "state.offer_illegal_move()" in notes
    assert "Card(rank" not in notes


def test_a_rule_of_a_subclass_can_offer_illegal_moves() -> None:
    machine = machine_of("twos")()
    machine.match = Playout((twos.new_game(),))
    early, deal = tws.Play(tws.Card.parse("2C")), tws.Deal(twos.Rules().pack.cards)
    assert machine.refuse(early).move is early
    with pytest.raises(AssertionError, match="an illegal move was accepted: deal 2C 3C"):
        machine.refuse(deal)


def output_of(program: str) -> str:
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("name", ["hypothesis", "pytest_twowaystreet"])
def test_hypothesis_alone_does_not_import_the_library(name: str) -> None:
    """Check that the library has no entry point that Hypothesis loads."""
    found = output_of(f"import {name}, sys; print('twowaystreet' in sys.modules)")
    assert found == "False\n"


def test_the_library_alone_does_not_import_hypothesis() -> None:
    output = output_of(
        "import sys, twowaystreet, twowaystreet.games.street\n"
        "print({'hypothesis', 'pytest', 'twowaystreet.testing'} & set(sys.modules))"
    )
    assert output == "set()\n"


@pytest.mark.parametrize(
    ("module", "extra", "package"),
    [
        ("testing", "testing", "hypothesis"),
        ("web", "web", "starlette"),
        ("rl", "rl", "numpy"),
        ("rl.gymnasium", "rl", "gymnasium"),
        ("rl.vector_env", "rl", "gymnasium"),
        ("rl.pettingzoo", "rl", "pettingzoo"),
        ("rl.openspiel", "openspiel", "pyspiel"),
    ],
)
def test_the_import_error_without_a_package_names_the_extra(
    module: str, extra: str, package: str
) -> None:
    if module.startswith("rl."):
        pytest.importorskip("numpy", reason="numpy is missing; pip install 'twowaystreet[rl]'")
    if package == "pettingzoo":
        pytest.importorskip("gymnasium", reason="environments need the extra rl")
    output = output_of(
        "import sys\n"
        f"sys.modules['{package}'] = None\n"
        "try:\n"
        f"    import twowaystreet.{module}\n"
        "except ModuleNotFoundError as error:\n"
        "    print(error.name, error, sep='; ')\n"
    )
    says = f"{package} is missing; twowaystreet.{module} needs pip install 'twowaystreet[{extra}]'"
    assert output == f"{package}; {says}\n"


def test_another_missing_module_is_named() -> None:
    output = output_of(
        "import sys\n"
        "sys.modules['twowaystreet._core.records.records'] = None\n"
        "try:\n"
        "    import twowaystreet.testing\n"
        "except ModuleNotFoundError as error:\n"
        "    print(error.name, 'install' in str(error))\n"
    )
    assert output == "twowaystreet._core.records.records False\n"


PARTS = [getattr(tws.GAMES[name], part) for name in OURS for part in ("Rules", "State", "View")]


@pytest.mark.parametrize(
    "drawn_type",
    [tws.Card, tws.Play, tws.Deal, tws.Pack, tws.Record, tws.SeatRecord, *PARTS],
    ids=lambda drawn_type: f"{drawn_type.__module__}.{drawn_type.__name__}",
)
def test_values_of_a_registered_type_have_this_type(drawn_type: type[Any]) -> None:
    @settings(max_examples=5)
    @given(st.from_type(drawn_type))
    def check(drawn: object) -> None:
        assert type(drawn) is drawn_type

    check()


def test_states_and_views_are_of_any_game_also_of_one_that_an_author_registers() -> None:
    any_state: Any = tws.GameState
    any_view: Any = tws.View
    for game in map(tws.GAMES.__getitem__, OURS[:2]):
        state = find(st.from_type(any_state), lambda drawn: isinstance(drawn, game.State))  # noqa: B023
        seen = find(st.from_type(any_view), lambda drawn: isinstance(drawn, game.View))  # noqa: B023
        assert state.needs_deal and seen.seat is None
    register_types(oh_hell.GAME)
    state = find(st.from_type(oh_hell.State), lambda state: state.phase == "play")
    assert isinstance(state, oh_hell.State)
