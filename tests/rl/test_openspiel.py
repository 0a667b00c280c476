"""The games of OpenSpiel pass its own tests, and agree with the library in each action."""

import pickle
import random
import subprocess
import sys
from collections import Counter
from copy import deepcopy
from pathlib import Path
from typing import Any, Final

import numpy as np
import pytest

import twowaystreet as tws
from examples import high_card, oh_hell, whist
from tests.games import OURS
from twowaystreet.authoring import options_of
from twowaystreet.errors import IllegalMove, RulesError
from twowaystreet.rl import Actions, Observation

# Any: OpenSpiel has no types.
pyspiel: Final[Any] = pytest.importorskip(
    "pyspiel", reason="open_spiel is missing; pip install open_spiel"
)
# After the check, as it needs the package.
from twowaystreet.rl import openspiel  # noqa: E402

GAMES: Final = {
    **{name: tws.GAMES[name] for name in OURS},
    **{each.GAME.name: each.GAME for each in (oh_hell, whist, high_card)},
}
"""The games by name."""
OPTIONS: Final = {
    "street": "players=3,exchange=optional,jokers=none",
    "duel": "bid_markers=cards",
    "twos": "dealer=2",
    "spades": "renege=penalised",
    "twenty_down": "must_trump=false",
    "tien_len": "dealer=1",
    "brag": "cards=6,players=3",
    "oh_hell": "players=3",
    "whist": "dealer=1",
    "high_card": "dealer=1",
}
"""Parameters other than the defaults, by the name of the game."""


def loaded(name: str, parameters: str = "") -> Any:
    """Return a game of OpenSpiel. Any: OpenSpiel has no types."""
    return pyspiel.load_game(f"{openspiel.register(GAMES[name])}({parameters})")


def dealt(game: Any, rng: random.Random) -> Any:
    """Return a state after a random deal. Any: OpenSpiel has no types."""
    state = game.new_initial_state()
    while state.is_chance_node():
        numbers, chances = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(*rng.choices(numbers, chances))
    return state


def check_hand(game: Any, rng: random.Random) -> int:
    """Compare a random hand with the library itself at each action; return their number."""
    theirs = dealt(game, rng)
    ours: Any = theirs._position.state  # Any: a state of any game
    of_game, rules = theirs._position.setting.game, ours.rules
    actions, layout = Actions(of_game, rules), Observation(of_game, rules)
    begun: tuple[int, ...] = ()
    count = 0
    while not theirs.is_terminal():
        seat = theirs.current_player()
        assert seat == ours.actor
        moves = tws.legal_moves(ours)
        paths = [actions.path(move) for move in moves]
        nexts = {path[len(begun)] for path in paths if path[: len(begun)] == begun}
        assert theirs.legal_actions() == sorted(nexts)
        for player in range(rules.seats):
            seen = tws.view(ours, player)
            found = layout.encode(seen, begun if player == seat else ())
            expected = np.concatenate(found).astype(np.float32).tolist()
            assert theirs.information_state_tensor(player) == expected
            assert theirs.observation_tensor(player) == expected
        number = rng.choice(sorted(nexts))
        names = actions.names[number]
        assert theirs.action_to_string(number) == names
        entered = actions.step(tws.view(ours, seat), begun, number)
        if isinstance(entered, tuple):
            begun = entered
        else:
            ours, begun = tws.apply(ours, entered), ()
        theirs.apply_action(number)
        assert theirs._position.state == ours
        count += 1
    payoffs = tws.payoffs(ours) if ours.hand_over else (0.0,) * rules.seats
    assert theirs.returns() == list(payoffs)
    assert game.min_utility() <= min(payoffs) and max(payoffs) <= game.max_utility()
    return count


def check_worlds(game: Any, rng: random.Random) -> int:
    """Compare what a player knows in worlds of one view; return how many differ from the real."""
    state = dealt(game, rng)
    others = 0
    while not state.is_terminal():
        for player in range(game.num_players()):
            other = state.resample_from_infostate(player, rng.random)
            others += str(other) != str(state)
            assert told(other, player) == told(state, player)
        for _ in range(5):
            if not state.is_terminal():
                state.apply_action(rng.choice(state.legal_actions()))
    return others


def told(state: Any, player: int) -> list[object]:
    """Return everything that OpenSpiel tells a player. Any: OpenSpiel has no types."""
    own_turn = state.current_player() == player
    return [
        state.information_state_string(player),
        state.information_state_tensor(player),
        state.observation_string(player),
        state.observation_tensor(player),
        state.legal_actions(player) if own_turn else None,
        own_turn,
    ]


WITH_WORLDS = [name for name in GAMES if name != "high_card"]
"""The games that say where hidden cards may lie."""


@pytest.mark.parametrize("name", GAMES)
def test_random_simulations_of_openspiel_pass(name: str) -> None:
    pyspiel.random_sim_test(loaded(name), num_sims=1, serialize=True, verbose=False)


@pytest.mark.parametrize("hands", [1, pytest.param(30, marks=pytest.mark.nightly)])
@pytest.mark.parametrize("name", GAMES)
def test_hands_agree_with_the_library(name: str, hands: int) -> None:
    rng = random.Random(hands)
    for parameters in ("", OPTIONS[name]):
        game = loaded(name, parameters)
        made = [check_hand(game, rng) for _ in range(hands)]
        assert max(made) <= game.max_game_length()


@pytest.mark.parametrize("name", WITH_WORLDS)
def test_worlds_of_one_view_tell_a_player_the_same(name: str) -> None:
    assert check_worlds(loaded(name), random.Random(3)) > 5


def test_tree_search_chooses_a_legal_action_and_chance_is_exact() -> None:
    ismcts: Any = pytest.importorskip("open_spiel.python.algorithms.ismcts")
    mcts: Any = pytest.importorskip("open_spiel.python.algorithms.mcts")
    game = loaded("spades")
    evaluator = mcts.RandomRolloutEvaluator(n_rollouts=1)
    bot = ismcts.ISMCTSBot(game=game, uct_c=2.0, max_simulations=10, evaluator=evaluator)
    state = dealt(game, random.Random(4))
    assert bot.step(state) in state.legal_actions()
    game = loaded("street", "decks=2")
    pack = tws.GAMES["street"].Rules(decks=2).pack
    state = game.new_initial_state()
    found = dict(state.chance_outcomes())
    counts = Counter(map(str, pack.cards))
    names = {state.action_to_string(number): chance for number, chance in found.items()}
    assert names == {card: count / len(pack) for card, count in counts.items()}
    number = next(iter(found))
    state.apply_action(number)
    assert dict(state.chance_outcomes())[number] == pytest.approx(1 / (len(pack) - 1))
    state.apply_action(number)
    assert number not in dict(state.chance_outcomes())
    with pytest.raises(ValueError, match="no card 0 is left"):
        state.apply_action(number)


def test_deals_are_seen_when_complete_and_may_end_the_game() -> None:
    game = loaded("twos")
    # The last card comes of itself.
    assert len(dealt(game, random.Random(5)).history()) == 51
    assert game.max_chance_nodes_in_history() == 52
    state, rng = game.new_initial_state(), random.Random(6)
    before = [state.information_state_string(player) for player in range(4)]
    for number in rng.sample(range(52), 20):
        state.apply_action(number)
    assert [state.information_state_string(player) for player in range(4)] == before
    other = state.resample_from_infostate(0, rng.random)
    assert str(other) != str(state) and len(str(other).split()) == 21
    assert other.is_chance_node() and state.returns() == [0, 0, 0, 0]
    state = dealt(loaded("duel"), random.Random(7))
    for bid in ("bid 1 high", "bid 1 low"):
        state.apply_action(state.string_to_action(bid))
    assert state.is_terminal() and state.returns() == [0, 0]
    game = loaded("brag")
    deals = (dealt(game, random.Random(seed)) for seed in range(1000))
    state = next(each for each in deals if each.is_terminal() and any(each.returns()))
    assert state.returns() == list(tws.payoffs(state._position.state))


def test_others_see_no_first_numbers_and_illegal_actions_change_nothing() -> None:
    state = dealt(loaded("street"), random.Random(8))
    state.apply_action(state.string_to_action("high"))
    before = [state.information_state_string(player) for player in range(4)]
    state.apply_action(state.legal_actions()[0])
    after = [state.information_state_string(player) for player in range(4)]
    assert after[0] != before[0] and after[1:] == before[1:]
    other = state.resample_from_infostate(1, random.random)
    assert other.information_state_string(1) == after[1]
    state = dealt(loaded("twos"), random.Random(9))
    shown = str(state)
    illegal = next(each for each in range(52) if each not in state.legal_actions())
    with pytest.raises(IllegalMove, match="one of the legal numbers"):
        state.apply_action(illegal)
    assert str(state) == shown


@pytest.mark.parametrize("name", OURS)
def test_all_options_are_parameters(name: str) -> None:
    game = tws.GAMES[name]
    default = loaded(name)
    given = default.get_parameters()
    assert set(given) == {*options_of(game.Rules), "dealer"}
    assert default.new_initial_state()._position.setting.rules == game.Rules()


def test_parameters_set_the_options_of_the_rules() -> None:
    game = loaded("street", "players=4,exchange=optional,max_hands=3,dealer=2")
    position = game.new_initial_state()._position
    street = tws.GAMES["street"]
    assert position.setting.rules == street.Rules(players=4, exchange="optional", max_hands=3)
    assert position.state.dealer == 2
    down = loaded("twenty_down", "must_trump=False").new_initial_state()._position
    assert not down.setting.rules.must_trump
    with pytest.raises(RulesError, match="3 to 1000"):
        loaded("street", "players=2")
    assert loaded("twos", "max_hands=0,target=9").new_initial_state()._position.setting.rules == (
        tws.GAMES["twos"].Rules(max_hands=None, target=9)
    )
    with pytest.raises(pyspiel.SpielError, match="Unknown parameter"):
        loaded("street", "player=4")


def test_other_kinds_of_observations_show_their_part() -> None:
    observation: Any = pytest.importorskip("open_spiel.python.observation")
    game = loaded("twos")
    state = dealt(game, random.Random(10))
    kinds = pyspiel.PrivateInfoType

    def observer(public: bool, private: Any) -> Any:
        kind = pyspiel.IIGObservationType(
            public_info=public, perfect_recall=False, private_info=private
        )
        return observation.make_observation(game, kind)

    hand = state._position.state.hands[1]
    public, private = observer(True, kinds.NONE), observer(False, kinds.SINGLE_PLAYER)
    assert str(hand[0]) not in public.string_from(state, 1)
    assert public.string_from(state, 0) == public.string_from(state, 1)
    assert str(hand[0]) in private.string_from(state, 1)
    assert "dealer" not in private.string_from(state, 1)
    private.set_from(state, 1)
    public.set_from(state, 1)
    assert private.tensor is None and not public.dict["hand"].any()
    assert observer(True, kinds.ALL_PLAYERS) is None
    both = observer(True, kinds.SINGLE_PLAYER)
    both.set_from(state, 1)
    assert both.dict["hand"].sum() == 13 + 1  # the cards, and that they are known
    assert both.tensor.tolist() == state.observation_tensor(1)
    assert "hand" in game.make_py_observer().string_from(game.new_initial_state(), 0)
    with pytest.raises(ValueError, match="no parameters"):
        observation.make_observation(game, params={"x": 1})


def test_states_and_games_can_be_pickled() -> None:
    state = dealt(loaded("spades", "renege=penalised"), random.Random(11))
    for _ in range(5):
        state.information_state_string(0)  # which keeps functions that no pickle can hold
        copy = pickle.loads(pickle.dumps(state))
        assert str(copy) == str(state) and copy.history() == state.history()
        assert str(copy.get_game()) == str(state.get_game())
        other = state.resample_from_infostate(0, random.random)
        assert str(pickle.loads(pickle.dumps(other))) == str(other)
        state.apply_action(state.legal_actions()[0])


@pytest.mark.parametrize("game", [tws.GAMES["twos"], high_card.GAME], ids=lambda game: game.name)
def test_another_process_reads_games_and_states_unregistered(
    game: tws.Game, tmp_path: Path
) -> None:
    sent = pyspiel.load_game(f"{openspiel.register(game, f'sent_{game.name}')}(dealer=1)")
    state = dealt(sent, random.Random(3))
    assert str(pickle.loads(pickle.dumps(sent))) == str(sent) == str(deepcopy(sent))
    file = tmp_path / "sent"
    file.write_bytes(pickle.dumps((sent, state)))
    code = "import pickle, sys; print(*pickle.load(open(sys.argv[1], 'rb')))"
    run = subprocess.run([sys.executable, "-c", code, file], capture_output=True, check=True)
    assert run.stdout.decode().split() == f"{sent} {state}".split()


def test_games_are_registered_once_and_utilities_have_bounds() -> None:
    assert openspiel.register("twos") == openspiel.register(tws.GAMES["twos"])
    assert openspiel.register("twos", "my_twos") == "my_twos"
    assert pyspiel.load_game("my_twos").num_distinct_actions() == 52
    with pytest.raises(RulesError, match="a name that no other game has"):
        openspiel.register("brag", "my_twos")
    with pytest.raises(RulesError, match="game"):
        openspiel.register("chess")
    bounds = {"street": 60, "duel": 40, "twos": 40, "twenty_down": 20, "tien_len": 4}
    assert {name: loaded(name).max_utility() for name in bounds} == bounds
    assert loaded("spades", "boston_failed=-1000").min_utility() == -1500
    assert loaded("oh_hell").max_utility() == float("inf")
    assert openspiel.Setting(tws.GAMES["brag"], tws.GAMES["brag"].Rules(players=5)).most == 5
