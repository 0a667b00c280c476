"""Playouts of simple players: from tables, with views that read on demand, and compiled."""

import random
import sys
from collections.abc import Callable
from functools import partial
from typing import Any, Final
from unittest.mock import Mock

import attrs
import pytest

import twowaystreet as tws
from examples import oh_hell
from tests.helpers import shuffled, some_move, start_of
from tests.players.decisions import hand, some_decision
from twowaystreet._core.playouts import chance, table_play
from twowaystreet._core.playouts.policies import POLICIES, lazy_view, moves
from twowaystreet._core.playouts.table_play import card_play_of
from twowaystreet._core.playouts.trials import payoffs_after
from twowaystreet._core.tricks.play_tables import Situation
from twowaystreet.games import twos
from twowaystreet.players import MonteCarlo, PlayerError, RuleOfThumb, _searches, by_name, review

# Any: the state of any game, here and below.

OPTIONS: Final[dict[str, Callable[[], Any]]] = {
    **{
        name: partial(start_of, name.partition(",")[0], settings)
        for name, settings in {
            "street": "",
            "street, 3 players": "players=3",
            "street, 7 players": "players=7",
            "street, 2 decks": "decks=2",
            "street, 5 decks": "players=5 decks=5 jokers=two_alike",
            "street, held suits": "named_suit=held players=5 decks=5",
            "street, no Joker": "jokers=none",
            "duel": "",
            "duel, held suits": "named_suit=held",
            "spades, penalised": "renege=penalised",
            "twenty_down": "",
            "twenty_down, any card": "must_trump=false",
            "tien_len": "",
            "brag": "",
        }.items()
    },
    "twos": partial(twos.new_game, dealer=2, scores=[3, -4, 0, 9]),
    "spades": partial(start_of, "spades", "boston_failed=-500", scores=[0, 250]),
    "oh_hell": oh_hell.GAME.new_game,
}


def in_play(name: str, rng: random.Random) -> Any:
    """Return a state of the play of cards, also in the middle of a trick."""
    found: list[Any] = []
    while not found:  # some hands of Twenty Down end before the play
        found = [each for each in hand(OPTIONS[name](), rng) if getattr(each, "_order", ())]
    return rng.choice(found)


COMPILED = [
    name for name in OPTIONS if name not in ("spades, penalised", "oh_hell", "tien_len", "brag")
]


@pytest.mark.parametrize("name", COMPILED)
def test_each_choice_from_tables_is_that_of_the_player(name: str) -> None:
    rng = random.Random(name)
    for number in range(12):
        state = in_play(name, rng)
        key = chance.key_of(1, number, 0)
        find, tables = card_play_of("simple", state), state._play_tables()
        assert find is not None and tables is not None
        found = table_play.play(state, tables, find(state), key, 3)
        played = moves("simple", state, key, 3)
        last: Any = [after for _, after in played][-1]
        tricks = last.tricks[len(state.tricks) :]
        assert [each.cards for each in tricks] == [
            tuple(tws.CARDS[card] for card in table) for _, table, _, _ in found
        ]
        assert [last._taker(each) for each in tricks] == [order[won] for order, _, _, won in found]
        assert table_play.payoffs(state, found) == tws.payoffs(last)


@pytest.mark.parametrize("name", OPTIONS)
def test_payoffs_are_those_of_the_moves_through_apply(name: str) -> None:
    """The playouts begin anywhere in a hand, and before it."""
    rng = random.Random(name)
    for number in range(4):
        states = [OPTIONS[name](), *hand(OPTIONS[name](), rng)]
        state = rng.choice(states) if number else states[0]
        for policy in POLICIES:
            key = chance.key_of(2, number, 0)
            *_, (_, last) = moves(policy, state, key)
            assert payoffs_after(state, key, policy) == tws.payoffs(last)


def test_players_with_other_constants_play_as_through_apply(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(table_play, "_payoffs", {})
    monkeypatch.setattr(table_play, "MOST", 1)
    constants: Any = [RuleOfThumb.of("twos", kept_two=each) for each in (0.5, 1.5, 2.5, 3.5)]
    # With these numbers somebody plays a Joker in place of naming the suit led.
    mixed: Any = [("street, 5 decks", ["simple", *["random"] * 4], each) for each in (714, 718)]
    for name, rules, number in (*(("twos", constants, each) for each in range(4)), *mixed):
        state = in_play(name, random.Random(number))
        *_, (_, last) = moves(rules, state, number)
        assert payoffs_after(state, number, rules) == tws.payoffs(last)
        assert len(table_play._payoffs) <= 1


def test_each_rule_reads_its_own_marks_from_a_common_sum() -> None:
    def told(card: tws.Card, facts: Situation) -> tuple[float, ...]:
        return (facts.marks,)

    several, table = (tuple(range(len(tws.CARDS))), (1,) * len(tws.CARDS)), (3, 50, 17)
    marks, reading = table_play._common_marks((*several, several[0]), 4)
    common = Situation(marks=sum(marks[card] for card in table))
    for own in several:
        assert reading[own](told)(tws.CARDS[0], common) == (sum(own[card] for card in table),)


def test_a_score_that_reads_more_comes_from_apply(monkeypatch: pytest.MonkeyPatch) -> None:
    state = in_play("twos", random.Random(5))
    right = payoffs_after(state, 7, "simple")
    score = twos.State._score
    remaining: list[int] = []

    def reading(self: twos.State, tricks: Any) -> Any:
        remaining.append(self._remaining)
        return score(self, tricks)

    monkeypatch.setattr(twos.State, "_score", reading)
    assert payoffs_after(state, 7, "simple") == right
    assert len(remaining) == 1


@pytest.mark.parametrize("name", tws.GAMES)
def test_a_lazy_view_has_the_facts_of_a_view(name: str) -> None:
    for state in hand(tws.GAMES[name].new_game(), random.Random(3)):
        seen, lazy = tws.view(state, state.actor), lazy_view(state, state.actor)
        view = tws.GAMES[name].View
        assert isinstance(lazy, view)
        for field in attrs.fields(view):
            assert getattr(lazy, field.name) == getattr(seen, field.name)
            assert getattr(lazy, field.name) is getattr(lazy, field.name)
        with pytest.raises(AttributeError, match="no_such_fact"):
            getattr(lazy, "no_such_" + "fact")
    # It reads no fact before it is asked for.
    begun = shuffled(tws.GAMES[name].new_game())
    lazy = lazy_view(begun, 1)
    with pytest.raises(AttributeError):
        object.__getattribute__(lazy, "legal_moves")
    assert lazy.seat == 1 and object.__getattribute__(lazy, "seat") == 1


def test_nothing_compiled_is_loaded_for_brag(monkeypatch: pytest.MonkeyPatch) -> None:
    """It takes a second, and a game without tricks has a gain from compiled payoffs alone."""
    monkeypatch.setattr(_searches, "compiled", None)
    rng, state = random.Random(1), some_decision(tws.GAMES["brag"].new_game(), random.Random(1))
    assert MonteCarlo(1)(tws.view(state, state.actor), rng) in tws.legal_moves(state)
    record = tws.Record(tws.GAMES["brag"].new_game())
    while not record.state.hand_over:
        record = record.play(some_move(record.state, rng))
    assert review(record, player=MonteCarlo(1)).hindsight == ()


def test_compiled_playouts_are_taken_where_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    state = next(hand(OPTIONS["twos"](), random.Random(1)))
    seen, asked = tws.view(state, state.actor), Mock(side_effect=InterruptedError)
    for name, made in {
        "compiled": asked,
        "policy_for": "simple",
        "streams_for": chance.streams,
    }.items():
        monkeypatch.setattr(_searches, name, Mock(return_value=made))
    with pytest.raises(InterruptedError):
        MonteCarlo(2)(seen, random.Random(1))
    MonteCarlo(2, engine="python")(seen, random.Random(1))
    assert asked.call_count == 1


def test_options_that_need_numba_are_refused_without_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "twowaystreet.fast", None)
    monkeypatch.setattr(_searches, "compiled", _searches.compiled.__wrapped__)
    with pytest.raises(PlayerError, match=r"twowaystreet\.fast"):
        by_name("montecarlo:engine=fast")
    with pytest.raises(ImportError):
        MonteCarlo(engine="fast")
    state = next(hand(OPTIONS["twos"](), random.Random(1)))
    seen = tws.view(state, state.actor)
    assert MonteCarlo(2)(seen, random.Random(1)) in tws.legal_moves(state)
    assert _searches.compiled() is None
