"""Simple and random players in every game, and their rules of thumb."""

import random
from typing import Any, ClassVar

import attrs
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import twowaystreet as tws
from examples import oh_hell
from tests.games import OURS, facts_of
from tests.helpers import shuffled
from twowaystreet import authoring as core
from twowaystreet._core.engine.fields import options_of
from twowaystreet._core.engine.seats import side_of
from twowaystreet._core.players import own_rule_of, rule_of
from twowaystreet.players import (
    MonteCarlo,
    Player,
    RuleOfThumb,
    TreeSearch,
    at_random,
    has_rule_of_thumb,
    simple,
)

BETTER_THAN_CHANCE = {name: facts_of(name).lead for name in OURS}


@st.composite
def rules(draw: st.DrawFn, game: tws.Game) -> Any:
    """Rules with random options and one of the smaller numbers of players."""
    values: dict[str, object] = {}
    for name, option in options_of(game.Rules).items():
        if option.choices:
            values[name] = draw(st.sampled_from(option.choices))
        elif name in ("players", "cards"):
            values[name] = draw(st.integers(option.at_least or 0, min(option.at_most or 9, 9)))
    try:
        return game.Rules(**values)
    except tws.RulesError:
        assume(False)


@pytest.mark.parametrize("name", tws.GAMES)
@given(data=st.data())
def test_players_choose_legal_moves(name: str, data: st.DataObject) -> None:
    game = tws.GAMES[name]
    player: Player = data.draw(st.sampled_from([simple, at_random]))
    rng = random.Random(data.draw(st.integers(0, 10**6)))
    state = game.new_game(data.draw(rules(game)))
    while not state.hand_over:
        if state.needs_deal:
            state = tws.apply(state, tws.shuffle(state, rng))
            continue
        seen = tws.view(state, state.actor)
        move = player(seen, rng)
        assert move in tws.legal_moves(state)
        state = tws.apply(state, move)


@pytest.mark.parametrize(("name", "margin"), BETTER_THAN_CHANCE.items())
def test_a_rule_of_thumb_plays_better_than_chance(name: str, margin: float) -> None:
    game = tws.GAMES[name]
    rng = random.Random(1)
    hands = 150
    ahead = 0.0
    for hand in range(hands):
        state = game.new_game(dealer=hand % game.Rules().seats)
        while not state.hand_over:
            if state.needs_deal:
                state = tws.apply(state, tws.shuffle(state, rng))
            else:
                player: Player = simple if state.actor == 0 else at_random
                move = player(tws.view(state, state.actor), rng)
                state = tws.apply(state, move)
        points, *others = tws.score_hand(state).points
        ahead += points - sum(others) / len(others)
    assert ahead / hands / margin > 1


@pytest.mark.parametrize("name", tws.GAMES)
@pytest.mark.parametrize("seed", range(5))
def test_a_whole_game_ends(name: str, seed: int) -> None:
    rng = random.Random(seed)
    state = tws.GAMES[name].new_game()
    while not state.is_over:
        if state.needs_deal:
            state = tws.apply(state, tws.shuffle(state, rng))
        else:
            move = simple(tws.view(state, state.actor), rng)
            state = tws.apply(state, move)
    assert state.hands_played <= 40


def test_every_rule_of_thumb_is_tested() -> None:
    assert set(BETTER_THAN_CHANCE) == {
        game.name for game in tws.GAMES.values() if has_rule_of_thumb(game)
    }


def test_simple_plays_at_random_in_a_game_without_a_rule_of_thumb() -> None:
    state = shuffled(oh_hell.new_game())
    seen = tws.view(state, state.actor)
    choices = {simple(seen, random.Random(seed)) for seed in range(100)}
    assert choices == set(tws.legal_moves(state))
    for seed in range(5):
        assert simple(seen, random.Random(seed)) == at_random(seen, random.Random(seed))


@pytest.mark.parametrize("player", [simple, at_random, MonteCarlo(worlds=2), TreeSearch(2)])
def test_a_state_in_place_of_a_view_is_refused_with_a_clear_text(player: Player) -> None:
    state = shuffled(tws.GAMES["twos"].new_game())
    for thing in (state, None, "view"):
        with pytest.raises(TypeError, match=r"^expected a View, such as view\(\) gives, not "):
            player(thing, random.Random(1))


# Rules of thumb: their base, and what a game can pass as its player.


def game_with(player: Any) -> Any:  # Any: the class of its states
    """Return the class of states of Oh Hell with another player."""

    class State(oh_hell.State):
        """Oh Hell with another player."""

        __slots__ = ()
        title: ClassVar = "Oh Hell"

    @attrs.frozen(kw_only=True)
    class View(oh_hell.View):
        """The same facts."""

    core.Game(
        name="with_a_player",
        Rules=oh_hell.Rules,
        State=State,
        View=View,
        new_game=oh_hell.new_game,
        player=player,
    )
    return State


def test_the_base_describes_nothing() -> None:
    rule, state = RuleOfThumb[Any, Any](), shuffled(oh_hell.new_game())
    seen = tws.view(state, state.actor)
    for call in (
        lambda: rule(seen, random.Random(1)),
        lambda: rule.card_play(state),
        lambda: rule.payoffs(state),
    ):
        with pytest.raises(NotImplementedError):
            call()
    assert not rule.describes("payoffs")


def test_a_function_is_a_rule_of_the_class_alone_for_compiled_play() -> None:
    state = game_with(at_random)
    rule = rule_of(state)
    assert rule is not None and own_rule_of(state) == rule and not rule.describes("card_play")
    seen = tws.view(shuffled(oh_hell.new_game()), 1)
    assert rule(seen, random.Random(3)) == at_random(seen, random.Random(3))
    assert rule_of(oh_hell.State) is None and simple(seen, random.Random(3)) in (
        tws.legal_moves(seen)
    )


@pytest.mark.parametrize("wrong", ["nowhere", 3, RuleOfThumb])
def test_another_object_is_no_player(wrong: object) -> None:
    if isinstance(wrong, str):
        state = game_with("tests.players.test_simple:__doc__")
    else:
        state = game_with(wrong)
    with pytest.raises(TypeError, match="expected a RuleOfThumb, or a function"):
        rule_of(state)


def test_a_seat_that_does_not_exist_has_no_side() -> None:
    with pytest.raises(tws.SeatError):
        side_of(oh_hell.Rules(), 9)
