"""Rules of thumb: how they play, how they are declared, and their constants."""

import hashlib
import math
import pickle
import random
from typing import Any, Final
from unittest.mock import Mock

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import twowaystreet as tws
from examples import oh_hell
from tests.games import OURS, facts_of
from tests.helpers import anything, give_rule, replay, shuffled
from tests.players.decisions import FIRST, HASHES, played_by, rules
from tests.tien_len.table import ASCENDING
from twowaystreet import arena
from twowaystreet import authoring as core
from twowaystreet._core.cards.masks import card_types_among
from twowaystreet._core.players import own_rule_of, rule_of
from twowaystreet.games import spades, twos
from twowaystreet.games.tien_len.player import counts_of, fewest, places_of
from twowaystreet.games.tien_len.rules import leads
from twowaystreet.players import (
    MonteCarlo,
    Player,
    PlayerError,
    RuleOfThumb,
    TreeSearch,
    at_random,
    by_name,
    has_rule_of_thumb,
    level,
    simple,
)

# Any: states, rules and arguments of any kind, here and below.


@pytest.mark.parametrize("name", tws.GAMES)
@given(data=st.data())
def test_players_choose_legal_moves(name: str, data: st.DataObject) -> None:
    game = tws.GAMES[name]
    player: Player = data.draw(st.sampled_from([simple, at_random]))
    rng = random.Random(data.draw(st.integers(0, 10**6)))
    *_, last = played_by(lambda _: player, game.new_game(data.draw(rules(game))), rng)
    assert last.hand_over


def test_only_a_game_has_a_rule_of_thumb_whose_base_describes_nothing() -> None:
    assert has_rule_of_thumb("twos") and has_rule_of_thumb(twos.GAME)
    for wrong in (None, "whist", twos.State):
        with pytest.raises(tws.RulesError, match=r"^game=.*expected a twowaystreet\.Game"):
            has_rule_of_thumb(anything(wrong))
    rule, state = RuleOfThumb[Any, Any](), shuffled(oh_hell.GAME.new_game())
    for call in (lambda: rule(SEEN, random.Random(1)), lambda: rule.card_play(state)):
        with pytest.raises(NotImplementedError):
            call()
    assert not rule.describes("payoffs")


@pytest.mark.parametrize("name", OURS)
def test_a_rule_of_thumb_plays_better_than_chance(name: str) -> None:
    game, rng, hands, ahead = tws.GAMES[name], random.Random(1), 150, 0.0
    for hand in range(hands):
        state = game.new_game(dealer=hand % game.Rules().seats)
        *_, last = played_by(lambda at: simple if at.actor == 0 else at_random, state, rng)
        points, *others = tws.score_hand(last).points
        ahead += points - sum(others) / len(others)
    assert ahead / hands / facts_of(name).lead > 1


def test_simple_plays_at_random_in_a_game_without_a_rule_of_thumb() -> None:
    state = shuffled(oh_hell.GAME.new_game())
    seen = tws.view(state, state.actor)
    choices = {simple(seen, random.Random(seed)) for seed in range(100)}
    assert choices == set(tws.legal_moves(state))
    for seed in range(5):
        assert simple(seen, random.Random(seed)) == at_random(seen, random.Random(seed))


PLAYERS: Final = {
    "simple": simple,
    "at_random": at_random,
    "simple of 0.2.0": by_name("simple:preset=0.2.0"),
    "level": level(5),
    "chances": level(1).chances,
    "MonteCarlo": MonteCarlo(2),
    "MonteCarlo everywhere": MonteCarlo(2, searched="all"),
    "MonteCarlo.evaluate": MonteCarlo(2).evaluate,
    "TreeSearch": TreeSearch(2),
    "TreeSearch.evaluate": TreeSearch(2).evaluate,
}
"""Our players. Any: some return chances or estimates."""


@pytest.mark.parametrize("name", FIRST)
def test_our_players_refuse_a_view_that_is_not_to_move(name: str) -> None:
    """Before a deal, in each phase and after a hand; other seats and spectators are asked."""
    rng, phases = random.Random(1), set[str]()
    states = [FIRST[name](), *played_by(lambda _: at_random, FIRST[name](), rng)]
    assert states[0].needs_deal and states[-1].hand_over
    for state in states:
        if str(state.phase) in phases:
            continue
        phases.add(str(state.phase))
        for seat in {None, *range(len(state.scores))} - {state.actor} | {None}:
            for player in PLAYERS.values():
                with pytest.raises(tws.RulesError, match=r"expected the view of the seat to move$"):
                    anything(player)(tws.view(state, seat), rng)


@pytest.mark.parametrize("player", PLAYERS.values(), ids=PLAYERS)
def test_a_state_in_place_of_a_view_is_refused_with_a_clear_text(player: Player) -> None:
    state: Any = shuffled(tws.GAMES["twos"].new_game())
    for thing in (state, None, "view"):
        with pytest.raises(TypeError, match=r"^expected a View, such as view\(\) gives, not "):
            player(thing, random.Random(1))


def test_a_function_is_a_rule_of_the_class_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    give_rule(monkeypatch, "twos", anything(at_random))
    rule = rule_of(twos.State)
    assert rule is not None and own_rule_of(twos.State) == rule
    assert not rule.describes("card_play")
    assert rule(SEEN, random.Random(3)) == at_random(SEEN, random.Random(3))
    assert rule_of(oh_hell.State) is None
    for wrong in (f"{__name__}:__doc__", 3, RuleOfThumb):
        give_rule(monkeypatch, "twos", anything(wrong))
        with pytest.raises(TypeError, match="expected a RuleOfThumb, or a function"):
            rule_of(twos.State)


def earlier(name: str) -> str:
    """Return a line with the hash of the moves of 0.2.0 in 20 hands.

    In Spades for two, 0.2.0 added up numbers with rounding errors, which differed between versions
    of Python. These moves come from exact sums.
    """
    game, rng, found = tws.GAMES[name], random.Random(5), hashlib.sha256()
    rule = RuleOfThumb.of(name, preset="0.2.0")
    for hand in range(20):

        def noted(seen: Any, _: object, seed: int = hand) -> tws.Move:
            move = rule(seen, random.Random(seed))
            found.update(str(move).encode())
            return move

        start = game.new_game(dealer=hand % game.Rules().seats)
        assert [*played_by(Mock(return_value=noted), start, rng)]
    return f"earlier {name} {found.hexdigest()[:16]}"


@pytest.mark.parametrize("name", OURS)
def test_a_preset_plays_like_the_earlier_version(name: str) -> None:
    assert earlier(name) in HASHES


@pytest.mark.parametrize("name", OURS)
def test_every_constant_is_documented_and_has_bounds(name: str) -> None:
    rule = RuleOfThumb.of(name)
    documented = "".join(cls.__doc__ or "" for cls in type(rule).__mro__[:2])
    for constant, value in rule.constants().items():
        assert f"    {constant}: " in documented
        assert rule.changed(None, {constant: value}) == rule
        with pytest.raises(tws.RulesError, match=f"{constant}=1000000: expected a"):
            rule.changed(None, {constant: 10**6})
    assert set(rule.presets) == {"0.2.0"}
    assert rule.presets["0.2.0"].keys() <= rule.constants().keys()


def test_a_rule_with_other_constants_which_are_its_numbers_is_another_value() -> None:
    rule = RuleOfThumb.of("twos", kept_two=0.5)
    assert rule.constants()["kept_two"] == 0.5 != RuleOfThumb.of("twos").constants()["kept_two"]
    assert rule == RuleOfThumb.of(twos.GAME, kept_two=0.5) != RuleOfThumb.of("twos")
    assert hash(rule) == hash(RuleOfThumb.of("twos", kept_two=0.5))
    assert pickle.loads(pickle.dumps(rule)) == rule
    both = RuleOfThumb.of("twos", preset="0.2.0", kept_two=0.5)
    assert both.constants() == {**RuleOfThumb.of("twos", "0.2.0").constants(), "kept_two": 0.5}
    assert Plain().constants() == {}
    assert WithPlainFields().constants() == {"wanted": 2.0, "count": 3}
    assert WithPlainFields().changed(None, {"wanted": 9}).wanted == 9
    with pytest.raises(tws.RulesError, match="wanted=1: expected no constants"):
        Plain().changed(None, {"wanted": 1})
    with pytest.raises(tws.RulesError, match=r"preset='0.2.0': expected no preset"):
        WithPlainFields().changed("0.2.0", {})
    with pytest.raises(tws.RulesError, match=r"wanted=inf: expected a number$"):
        WithPlainFields().changed(None, {"wanted": math.inf})


WRONG_RULES: Final[dict[str, tuple[tuple[Any, ...], dict[str, Any]]]] = {
    "game='whist': expected a twowaystreet.Game, or one of street, duel, ": (("whist",), {}),
    "game=3: expected a twowaystreet.Game, or one of street, duel, ": ((3,), {}),
    "game=.*: expected a game with a rule of thumb": ((oh_hell.GAME,), {}),
    "preset='0.1.0': expected 0.2.0$": (("twos", "0.1.0"), {}),
    r"preset=\['0.2.0'\]: expected 0.2.0$": (("twos", ["0.2.0"]), {}),
    "fear=1: expected kept_two, kept_three, ": (("twos",), {"fear": 1}),
    "kept_two='1': expected a number$": (("twos",), {"kept_two": "1"}),
    "kept_two=nan: expected a number$": (("twos",), {"kept_two": math.nan}),
    "kept_two=True: expected a number$": (("twos",), {"kept_two": True}),
    "kept_two=90: expected a number, -10 to 10": (("twos",), {"kept_two": 90}),
    "fear=1: expected no constants": (("brag",), {"fear": 1}),
}


@pytest.mark.parametrize("expected", WRONG_RULES)
def test_wrong_constants_are_refused(expected: str) -> None:
    places, names = WRONG_RULES[expected]
    with pytest.raises(tws.RulesError, match=expected):
        RuleOfThumb.of(*places, **names)


class Plain(RuleOfThumb[Any, Any]):
    """A rule that is no attrs class."""


@attrs.frozen
class WithPlainFields(RuleOfThumb[Any, Any]):
    """A rule of an author, with fields of several kinds."""

    wanted: float = 2.0
    name: str = "bold"
    is_bold: bool = True
    count: int = core.constant(3, 0, 9)


SEEN: Final = tws.view(shuffled(twos.new_game()), 1)


def test_simple_by_name_takes_constants() -> None:
    player = by_name("simple:kept_two=-9,lost_two=0")
    assert player == by_name("simple:kept_two=-9,lost_two=0") != simple
    move = RuleOfThumb.of("twos", kept_two=-9, lost_two=0)(SEEN, random.Random(1))
    assert player(SEEN, random.Random(1)) == move  # type: ignore[operator]  # it is no factory
    earlier: Any = by_name("simple:preset=0.2.0")
    for name in tws.GAMES:
        state = shuffled(tws.GAMES[name].new_game())
        seen = tws.view(state, state.actor)
        rule = RuleOfThumb.of(name, "0.2.0")
        assert earlier(seen, random.Random(1)) == rule(seen, random.Random(1))


def test_a_named_constant_of_another_game_is_refused_there(monkeypatch: pytest.MonkeyPatch) -> None:
    player: Any = by_name("simple:boldness=2")
    with pytest.raises(tws.RulesError, match="boldness=2: expected kept_two, "):
        player(SEEN, random.Random(1))
    with pytest.raises(tws.RulesError, match="game='Oh Hell': expected a game with a rule"):
        player(tws.view(shuffled(oh_hell.GAME.new_game()), 1), random.Random(1))
    with pytest.raises(PlayerError, match="boldness=2: expected kept_two, "):
        arena.play("twos", ["simple", "simple:boldness=2"], deals=1)
    give_rule(monkeypatch, "twos", None)
    with pytest.raises(PlayerError, match="Twos has no rule of thumb"):
        arena.play("twos", ["simple", "simple:boldness=2"], deals=1)


RULE: Final = RuleOfThumb.of("twos", kept_two=-9.0)


@pytest.mark.parametrize("search", [MonteCarlo, TreeSearch])
def test_a_search_takes_rules_for_its_playouts(search: Any) -> None:
    chosen: dict[str, str] = {}
    for name, playouts in {
        "rule": RULE,
        "rules": [RULE] * 4,
        "simple": "simple",
        "mixed": [RULE, "simple", "random", "simple"],
    }.items():
        player = search(6, playouts=playouts, engine="python")
        chosen[name] = str(player.evaluate(SEEN, random.Random(2)))
        assert player(SEEN, random.Random(3)) in tws.legal_moves(SEEN)
    assert chosen["rule"] == chosen["rules"]
    assert len({*chosen.values()}) == 3


@pytest.mark.parametrize("search", [MonteCarlo, TreeSearch])
@pytest.mark.parametrize(
    "playouts", [["simple"], RuleOfThumb.of("duel"), ["simple", "simple", "simple", RULE, RULE]]
)
def test_a_search_refuses_rules_that_do_not_fit(search: Any, playouts: Any) -> None:
    with pytest.raises(tws.RulesError, match=r"playouts=.*: expected a (policy|rule)"):
        search(6, playouts=playouts)(SEEN, random.Random(1))


@pytest.mark.parametrize("playouts", ["best", 3, [], ["simple", "best"], simple])
def test_a_search_refuses_other_playouts(playouts: Any) -> None:
    with pytest.raises(
        tws.RulesError, match=r"playouts=.*: expected random, simple, a RuleOfThumb"
    ):
        MonteCarlo(6, playouts=playouts)


# Any: states, views and facts of any game.


def test_players_call_reneges_for_as_many_books_as_possible() -> None:
    moves = ["look", "look", "naught", "naught", "stand", "stand"]
    state = replay(shuffled(spades.new_game()), moves)
    one, two, none = spades.Renege(1), spades.Renege(2), spades.Renege()
    for legal, expected in (((one, two, tws.Play(tws.CARDS[1])), two), ((one, none), one)):
        seen: Any = attrs.evolve(tws.view(state, 1), phase=spades.Phase.CALL, legal_moves=legal)
        assert simple(seen, random.Random(1)) == expected


def test_the_fewest_plays_are_those_of_a_search_through_all_plays() -> None:
    def searched(hand: tuple[tws.Card, ...]) -> int:
        if not hand:
            return 0
        lowest = min(hand, key=ASCENDING.index)
        return 1 + min(
            searched(tuple(card for card in hand if card not in play.cards))
            for play in leads(card_types_among(hand))
            if lowest in play.cards
        )

    rng = random.Random(1)
    for _ in range(100):
        hand = tuple(rng.sample(ASCENDING[: rng.choice([16, 24])], 7))
        assert fewest(counts_of(places_of(card_types_among(hand)))) == searched(hand)
