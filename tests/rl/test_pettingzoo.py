"""The environments of PettingZoo: its own tests, a replay through ``apply``, and faults for it."""

# Faults replace methods of any form.
# pyright: reportUnknownLambdaType=false, reportUnknownArgumentType=false
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false

import random
from collections.abc import Callable, Iterable
from importlib import import_module
from typing import Any, Final

import numpy as np
import pytest

import twowaystreet as tws
from examples import high_card, kitty_whist, oh_hell, put_away, whist
from twowaystreet import authoring
from twowaystreet._spaces.actions import Actions
from twowaystreet._spaces.observation import Observation
from twowaystreet.errors import IllegalMove, RulesError
from twowaystreet.rl import _episodes
from twowaystreet.rl import pettingzoo as environments

pytestmark = pytest.mark.smoke


class Fault(AssertionError):
    """A difference between an environment and its game."""


def check(environment: Any, game: tws.Game, *, seed: int, hands: int = 1, worlds: int = 2) -> None:
    """Compare each step of a random episode with a game of its own.

    ``worlds`` sampled worlds of each hand must look the same to a seat. Any: environments of
    PettingZoo have no checked types.
    """
    actions, layout = Actions(game), Observation(game)
    deals, choices = random.Random(seed), random.Random(seed + 1)
    seats: int = actions.rules.seats
    environment.reset(seed=seed)
    agents = [*environment.agents]
    state = game.new_game(dealer=deals.randrange(seats))
    begun: tuple[int, ...] = ()
    done, sampled = 0, 0
    owed = [0.0] * seats
    while state.actor is None:
        if state.is_over or done == hands:  # the deals have ended a whole episode
            state, done = game.new_game(dealer=(state.dealer + 1) % seats), 0
        state = tws.apply(state, tws.shuffle(state, deals))
        if state.hand_over:
            done += 1
            owed = [*map(sum, zip(owed, tws.payoffs(state), strict=True))]
    while True:
        actor = state.actor
        _equal("the agent to move", environment.agent_selection, agents[actor])
        seen = [environment.observe(agent) for agent in agents]
        for seat, each in enumerate(seen):
            own = begun if seat == actor else ()
            view = tws.view(state, seat)
            expected = np.zeros(actions.size, np.int8)
            for move in view.legal_moves or ():
                path = actions.path(move)
                if path[: len(own)] == own and len(path) > len(own):
                    expected[path[len(own)]] = 1
            _same("the mask", each["action_mask"], expected)
            _same("the observation", each["observation"], _flat(layout, view, own))
            # The agent to move is the first seat for itself, and not for the others.
            is_first = each["observation"][layout.pieces["actor"].start] == 1
            _equal("the first column of actor", is_first, seat == actor)
        if sampled < worlds * (done + 1) and not begun and not game.View.no_worlds:
            sampled += 1
            seat = choices.randrange(seats)
            world = tws.determinize(tws.view(state, seat), choices)
            found = _flat(layout, tws.view(world, seat), ())
            _same("the observation in another world", seen[seat]["observation"], found)
        number = int(choices.choice(np.flatnonzero(seen[actor]["action_mask"])))
        step = actions.step(tws.view(state, actor), begun, number)
        environment.step(number)
        rewards, owed = owed, [0.0] * seats
        if isinstance(step, tuple):
            begun = step
        else:
            begun = ()
            due: tws.Move | None = step
            while due:
                state = tws.apply(state, due)
                due = None
                if state.hand_over:
                    done += 1
                    both = zip(rewards, tws.payoffs(state), strict=True)
                    rewards = [one + other for one, other in both]
                if state.needs_deal and done < hands:
                    due = tws.shuffle(state, deals)
        _equal("the rewards", [environment.rewards[agent] for agent in agents], rewards)
        is_over = state.is_over or done == hands
        _equal("the end", [*environment.terminations.values()], [is_over] * seats)
        if is_over:
            return


def check_seeds(environment: Any, game: tws.Game, seeds: Iterable[int], hands: int) -> None:
    """Compare an episode of each seed. Any: as above."""
    for seed in seeds:
        check(environment, game, seed=seed, hands=hands)


def _flat(layout: Observation, view: tws.View, begun: tuple[int, ...]) -> Any:
    return np.concatenate(layout.encode(view, begun)).astype(np.float32)


def _same(what: str, found: Any, expected: Any) -> None:
    if not np.array_equal(found, expected):
        places = np.flatnonzero(found != expected)
        raise Fault(f"{what} differs at {places[:9].tolist()}")


def _equal(what: str, found: object, expected: object) -> None:
    if found != expected:
        raise Fault(f"{what}: {found}, expected {expected}")


HANDS: Final = 2


# Any, in the faults: methods of an episode, and arrays.
def _number(episode: Any, card: authoring.Card) -> int:
    number: int = episode.actions.path(authoring.PLAYS[card._bit][0])[0]
    return number


def _put(array: Any, places: Any, values: Any) -> Any:
    array[places] = values
    return array


FAULTS: Final[dict[str, tuple[str, Callable[..., Any]]]] = {
    "leaked card": (
        "observe",
        lambda self, right, seat: _put(
            right(seat),
            [
                self.layout.pieces["hand"].start + _number(self, card)
                for card in self.view((seat + 1) % self.seats).hand[:1]
            ],
            1,
        ),
    ),
    "mask too large": (
        "mask",
        lambda self, right, seat: _put(
            right(seat),
            [_number(self, card) for card in self.view(seat).hand if right(seat).any()],
            1,
        ),
    ),
    "swapped payoffs": (
        "enter",
        lambda self, right, number: [
            (*worth[1::-1], *worth[2:]) for worth in [right(number)]
        ].pop(),
    ),
    "seats not relative": (
        "observe",
        lambda self, right, seat: _put(
            right(seat),
            place := slice(self.layout.pieces["actor"].start, self.layout.pieces["actor"].stop),
            np.roll(right(seat)[place], seat),
        ),
    ),
}
"""The functions that take the place of a method of an episode of Whist; each gets the method."""


pytest.importorskip("pettingzoo", reason="environments need the extra rl")


# Any: the functions of PettingZoo for tests have no types.
theirs: Any = import_module("pettingzoo.test")
turn_based_aec_to_parallel: Any = import_module("pettingzoo.utils").turn_based_aec_to_parallel

GAMES = [*tws.GAMES.values(), oh_hell.GAME, whist.GAME, kitty_whist.GAME, put_away.GAME]


# PettingZoo expects arrays from all environments but its own.
unusual = pytest.mark.filterwarnings(
    "ignore:Observation is not a NumPy array", "ignore:Observation space for each agent probably"
)
each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


@unusual
@each_game
def test_the_tests_of_pettingzoo_pass(game: tws.Game) -> None:
    theirs.api_test(environments.env(game), num_cycles=25)
    theirs.api_test(environments.raw_env(game, hands=2), num_cycles=25)
    theirs.seed_test(lambda: environments.env(game, hands=2), num_cycles=8)
    parallel = turn_based_aec_to_parallel(environments.env(game, hands=2))
    theirs.parallel_api_test(parallel, num_cycles=25)


@pytest.mark.parametrize("mode", ["human", "ansi", "svg"])
@each_game
def test_environments_render(game: tws.Game, mode: str) -> None:
    _render(game, mode)


@pytest.mark.parametrize("name", ["twos", "brag"])
def test_environments_render_pixels(name: str) -> None:
    pytest.importorskip("PIL", reason="pixels need the extra png")
    pytest.importorskip("resvg_py", reason="pixels need the extra png")
    _render(tws.GAMES[name], "rgb_array")


def _render(game: tws.Game, mode: str) -> None:
    # Any: PettingZoo calls it an environment of Gymnasium.
    def made(render_mode: str | None) -> Any:
        found = environments.env(game, render_mode=render_mode)
        found.metadata["render_modes"] = [mode]
        return found

    theirs.render_test(made, {"svg": lambda text: text.startswith("<svg")})


@each_game
def test_an_environment_is_its_game(game: tws.Game) -> None:
    check(environments.raw_env(game, hands=2), game, seed=2, hands=2)


@pytest.mark.nightly
@each_game
def test_an_environment_is_its_game_in_many_hands(game: tws.Game) -> None:
    check_seeds(environments.raw_env(game, hands=5), game, range(12), 5)


@pytest.mark.parametrize("name", FAULTS)
def test_the_checks_find_each_fault(name: str) -> None:
    method, change = FAULTS[name]

    class Faulty(_episodes.Episode):
        pass

    def changed(self: Any, *given: Any) -> Any:
        return change(self, getattr(super(Faulty, self), method), *given)

    setattr(Faulty, method, changed)
    made = environments.env(whist.GAME, hands=HANDS)
    made._episode = Faulty(whist.GAME, None, HANDS)
    with pytest.raises(Fault):
        check_seeds(made, whist.GAME, range(4), HANDS)


def test_a_game_without_worlds_is_played_and_numbers_begun_are_hidden() -> None:
    environment = environments.env(high_card.GAME)
    environment.reset(seed=1)
    for _ in range(2):
        environment.step(
            int(environment.observe(environment.agent_selection)["action_mask"].argmax())
        )
    assert sum(environment.rewards.values()) == 0 and all(environment.terminations.values())
    # The first deal of these seeds ends the hand, which is paid.
    check_seeds(environments.env("brag", hands=2), tws.GAMES["brag"], (33, 60), 2)
    environment = environments.raw_env("street")
    environment.reset(seed=1)
    environment.step(environment.actions.names.index("low"))
    agent = environment.agent_selection
    others = [other for other in environment.agents if other != agent]
    before = [environment.observe(other)["observation"] for other in others]
    own = environment.observe(agent)
    environment.step(int(own["action_mask"].argmax()))
    assert environment.agent_selection == agent
    assert not np.array_equal(environment.observe(agent)["observation"], own["observation"])
    after = [environment.observe(other)["observation"] for other in others]
    assert all(map(np.array_equal, before, after))


def test_illegal_numbers_change_nothing_or_end_episodes(capsys: pytest.CaptureFixture[str]) -> None:
    raw, ending = environments.raw_env("twos"), environments.env("twos")
    for environment in (raw, ending):
        environment.reset(seed=1)
    agent = raw.agent_selection
    seen = raw.observe(agent)
    number = int(seen["action_mask"].argmin())
    with pytest.raises(IllegalMove, match="one of the legal numbers"):
        raw.step(number)
    assert raw.agent_selection == agent and not any(raw.terminations.values())
    assert np.array_equal(raw.observe(agent)["observation"], seen["observation"])
    with pytest.warns(UserWarning, match="the episode ends"):
        ending.step(number)
    assert ending.rewards == {each: -1.0 if each == agent else 0.0 for each in ending.agents}
    assert all(ending.terminations.values())
    assert not any(ending.observe(each)["action_mask"].any() for each in ending.agents)
    with pytest.raises(ValueError, match="only valid action is None"):
        ending.step(number)
    for _ in range(4):
        ending.step(None)
    with pytest.raises(RulesError, match="expected reset"):
        ending.step(None)


@pytest.mark.parametrize("make", [environments.env, environments.raw_env])
def test_steps_without_a_whole_number_or_before_a_reset_are_refused(make: Any) -> None:
    environment = make("twos", render_mode="ansi")
    for call in (lambda: environment.step(0), environment.render):
        with pytest.raises(RulesError, match="expected reset"):
            call()
    for call in (environment.last, lambda: environment.agents):
        with pytest.raises(AttributeError, match=r"before reset\(\)"):
            call()
    environment.reset(seed=1)
    for number in ("0", 0.7, None, True):
        with pytest.raises(RulesError, match="a whole number"):
            environment.step(number)
    assert not any(environment.terminations.values())
    legal = environment.observe(environment.agent_selection)["action_mask"].argmax()
    environment.step(legal)


def test_people_see_each_position(capsys: pytest.CaptureFixture[str]) -> None:
    environment = environments.env("twos", render_mode="human")
    environment.reset(seed=1)
    for _ in range(3):
        assert capsys.readouterr().out == f"{environment._episode.view(None)}\n"
        agent = environment.agent_selection
        environment.step(int(environment.observe(agent)["action_mask"].argmax()))


def test_one_seed_gives_the_same_deals_and_resets_go_on() -> None:
    first, second = environments.raw_env("twos"), environments.raw_env("twos")
    hands = list[Any]()
    for environment in (first, second):
        environment.reset(seed=5)
        hands.append(environment.view("player_0").hand)
        environment.reset()
        hands.append(environment.view("player_0").hand)
    assert hands[:2] == hands[2:] and hands[0] != hands[1]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"hands": 0}, "hands=0: expected a whole number, 1 or more"),
        ({"render_mode": "png"}, "render_mode='png': expected None, human, ansi"),
    ],
    ids=str,
)
def test_impossible_arguments_are_refused(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(RulesError, match=message):
        environments.env("twos", **arguments)
