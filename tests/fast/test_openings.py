"""Compiled players, mixtures of players, openings and random numbers: as in plain Python."""

import random
from collections.abc import Callable
from functools import reduce
from itertools import islice, product
from typing import Any, Final

import attrs
import numpy as np
import pytest

import twowaystreet as tws
from examples import high_card, oh_hell
from tests.fast.replays import (
    OPTIONS,
    SEARCHED,
    SLOW,
    State,
    differences,
    opening_states,
    plays,
    result_differences,
    whole_differences,
)
from tests.helpers import give_rule, shuffled
from tests.players.decisions import hand
from twowaystreet import fast
from twowaystreet._core.playouts import chance
from twowaystreet._core.playouts.chance import NumberAt
from twowaystreet._core.playouts.policies import POLICIES, Policy, SeatPolicy, opening_tables
from twowaystreet._core.playouts.policies import moves as policy_moves
from twowaystreet._core.playouts.trials import Trials
from twowaystreet._core.tricks.play_tables import CardPlay, CardValue, Situation
from twowaystreet.fast import arrays, bits, many_hands
from twowaystreet.fast.batches import ALONE, quiet
from twowaystreet.fast.compiling import IS_PLAIN
from twowaystreet.fast.kernel import COUNT, MADE
from twowaystreet.fast.matrix import Matrix
from twowaystreet.fast.openings import Opening, OpeningFinder, Task
from twowaystreet.games import brag, duel, spades, street, tien_len, twos
from twowaystreet.games.street.player import StreetPlayer
from twowaystreet.games.tien_len.compiled import COMPILED
from twowaystreet.games.tien_len.player import PLAYER
from twowaystreet.games.twos.player import TwosPlayer
from twowaystreet.players import RuleOfThumb, simple
from twowaystreet.players._searches import candidates, policy_for

NUMBERS = [0, 1, 2**63, 2**64 - 1, *(random.Random(1).getrandbits(64) for _ in range(200))]


def test_both_generators_agree_and_are_splitmix64() -> None:
    with quiet():
        for number, other in zip(NUMBERS, reversed(NUMBERS), strict=True):
            state, playout = other >> 40, number >> 30
            seed = np.uint64(bits.mixed(np.uint64(number)))
            key = np.uint64(bits.key_of(seed, np.uint64(state), np.uint64(playout)))
            assert int(key) == chance.key_of(number, state, playout)
            place = np.uint64((int(key) + 8 * chance.STEP) & chance.BITS)
            drawn = bits.draw(place, np.uint64(52))
            assert int(drawn) == chance.below(chance.at(int(key), 7), 52)
    # The first numbers of the published generator for the seed 1234567.
    expected = [6457827717110365317, 3203168211198807973, 9817491932198370423]
    assert [chance.at(1234567, place) for place in range(3)] == expected


@pytest.mark.parametrize("select", tuple(dict.fromkeys((bits.select_by_sums, bits.select))))
def test_bits_are_selected_by_rank(select: Callable[[np.uint64, np.uint64], np.uint64]) -> None:
    with quiet():
        for mask in NUMBERS[1:]:
            places = [place for place in range(64) if mask >> place & 1]
            assert int(bits.ones(np.uint64(mask))) == len(places)
            found = [int(select(np.uint64(mask), np.uint64(k))) for k in range(len(places))]
            assert found == places


@pytest.mark.parametrize("name", tws.GAMES)
def test_the_moves_are_those_of_simple_players(name: str) -> None:
    state = shuffled(tws.GAMES[name].new_game())
    for move in fast.playout_moves(state, 0, seed=4, policy="simple"):
        assert isinstance(move, street.NameSuit) or move == simple(
            tws.view(state, state.actor), random.Random(1)
        )
        state = tws.apply(state, move)
    assert state.hand_over


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize(
    "start",
    [
        street.new_game,
        tien_len.new_game,
        brag.new_game,
        oh_hell.GAME.new_game,
        high_card.GAME.new_game,  # without tricks
        lambda: spades.new_game(spades.Rules(renege=spades.RenegeRule.PENALISED)),
    ],
)
def test_results_are_those_of_the_listed_moves(start: Callable[[], Any], policy: Policy) -> None:
    """The second state of a call is dealt already."""
    states = [start(), shuffled(start())]
    found = fast.playouts(states, 2, seed=1, policy=policy)
    for number, playout in product(range(2), range(2)):
        moves = fast.playout_moves(states[number], playout, seed=1, number=number, policy=policy)
        assert len(moves) == found.moves[number, playout]
        last = reduce(tws.apply, moves, states[number])
        assert tuple(found.points[number, playout]) == tws.score_hand(last).points
        assert tuple(found.payoffs[number, playout]) == tws.payoffs(last)


def test_games_without_a_rule_of_thumb_are_random(monkeypatch: pytest.MonkeyPatch) -> None:
    (state,) = islice(plays("street", random.Random(2)), 1)
    before = fast.playouts(state, 50, seed=1).points
    assert (fast.playouts(state, 50, seed=1, policy="simple").points != before).any()
    give_rule(monkeypatch, "street", None)
    assert (fast.playouts(state, 50, seed=1, policy="simple").points == before).all()


def test_each_draw_of_a_player_is_another_number() -> None:
    rng = NumberAt()
    rng.number = 1 << 63
    assert rng.choice("abcd") == "c"
    drawn = [rng.getrandbits(k) for k in (1, 8, 64, 65, 200)]
    assert all(number < 1 << k for number, k in zip(drawn, (1, 8, 64, 65, 200), strict=True))
    assert drawn[-1] >> 128
    assert 0 <= rng.random() < 1
    assert len({rng.random() for _ in range(100)}) == 100
    cards = list(tws.CARDS)
    rng.shuffle(cards)
    assert sorted(cards) == list(tws.CARDS) != cards
    rng.number = 1 << 63
    assert rng.choice("abcd") == "c"


# The compiled rule of thumb of Tien Len: the results of the plain one.


@pytest.mark.parametrize("hands", [5, pytest.param(1000, marks=pytest.mark.nightly)])
def test_compiled_payoffs_are_the_plain_ones(hands: int) -> None:
    rng = random.Random(hands)
    for _ in range(hands):
        for state in hand(tien_len.new_game(), rng):
            assert COMPILED.payoffs(state) == PLAYER.payoffs(state), state


def test_only_the_own_rule_of_the_game_itself_is_replaced() -> None:
    class Derived(tien_len.State):
        pass

    assert policy_for("fast", "simple", tien_len.State) is COMPILED
    assert policy_for("fast", PLAYER, tien_len.State) is COMPILED
    assert policy_for("python", "simple", tien_len.State) == "simple"
    assert policy_for("fast", "random", tien_len.State) == "random"
    assert policy_for("fast", "simple", Derived) == "simple"
    assert policy_for("fast", "simple", twos.State) == "simple"


STATES: Final = 4 if IS_PLAIN else 12


# Any: rules of thumb of all games.
CHANGED: Final[dict[str, RuleOfThumb[Any, Any]]] = {
    "street": RuleOfThumb.of("street", high_from=1.0),
    "duel": RuleOfThumb.of("duel", boldness=0.5),
    "twos": RuleOfThumb.of("twos", kept_two=0.0, led_ace=0.1),
    "spades": RuleOfThumb.of("spades", unseen=3.0),
    "twenty_down": RuleOfThumb.of("twenty_down", to_be_in=0.5),
}


def mixture(name: str) -> tuple[Any, ...]:  # Any: policies of a seat, as rules are generic
    """Return the policies of the seats: a rule with other constants, random and simple."""
    game = name.partition(",")[0]
    rule = CHANGED.get(game)
    several: list[SeatPolicy] = [rule or "simple", "random", "simple", "random"]
    seats = len(OPTIONS[name]().scores)
    return tuple(islice((each for _ in range(seats) for each in several), seats))


@pytest.mark.parametrize("name", OPTIONS)
def test_each_seat_plays_by_its_own_policy(name: str) -> None:
    policy = mixture(name)
    for number, state in enumerate(islice(plays(name, random.Random(name)), STATES)):
        assert not list(differences(state, 2, seed=number, number=number, policy=policy))
    assert not list(whole_differences(name, STATES, seed=len(name), policy=policy))


def test_one_policy_for_each_seat_is_one_for_all() -> None:
    for word in POLICIES:
        several = fast.hands("twos", 200, seed=3, policy=(word,) * 4)
        assert (several.points == fast.hands("twos", 200, seed=3, policy=word).points).all()
    rule = RuleOfThumb.of("twos")
    assert (
        fast.hands("twos", 200, seed=3, policy=rule).points
        == fast.hands("twos", 200, seed=3, policy="simple").points
    ).all()


def _by_marks(card: tws.Card, facts: Situation) -> tuple[float, ...]:
    return (card.index if facts.marks % 2 else -card.index,)


@attrs.frozen
class Counting(RuleOfThumb[Any, Any]):
    """A player of Twos whose marks count the cards on the table."""

    def __call__(self, view: twos.View, rng: random.Random) -> tws.Move:
        def value(move: tws.Move) -> tuple[float, ...]:
            assert isinstance(move, tws.Play)
            return _by_marks(move.card, Situation(marks=len(view.trick.cards)))

        return max(tws.legal_moves(view), key=value)

    def card_play(self, state: Any) -> CardPlay:
        values: tuple[CardValue, ...] = (_by_marks,)
        return CardPlay(values, (0,) * 4, (None,) * 4, tuple(range(4)), (1,) * len(tws.CARDS))


@SLOW
def test_rules_with_other_marks_play_side_by_side() -> None:
    policy: Policy = (Counting(), "simple", "random", TwosPlayer(kept_two=0.0))
    for number, state in enumerate(islice(plays("twos", random.Random(4)), STATES)):
        assert not list(differences(state, 2, seed=number, policy=policy))


@attrs.frozen
class WithPartners(Counting):
    """A player of Twos who takes two seats for a side."""

    def card_play(self, state: Any) -> CardPlay:
        return attrs.evolve(Counting.card_play(self, state), sides=(0, 1, 0, 1))


RULE: Final = RuleOfThumb.of("twos")
WRONG: Final[dict[str, Any]] = {
    "expected random, simple, a RuleOfThumb, or a list": [1, "simple", "simple", "simple"],
    "expected random, simple, a RuleOfThumb": 3,
    "expected a policy for each of 4 seats": ["simple", "simple"],
    "=\\[\\]: expected random, simple": [],
    "expected a rule of thumb of Twos, not of Duel": RuleOfThumb.of("duel"),
    "expected a rule of thumb of Twos, not of Brag": [RULE, RULE, RULE, RuleOfThumb.of("brag")],
    "expected rules that agree on the sides of the hands": [RULE, RULE, RULE, WithPartners()],
}


@pytest.mark.parametrize("expected", WRONG)
def test_a_wrong_policy_is_refused(expected: str) -> None:
    with pytest.raises(tws.RulesError, match=expected):
        fast.playouts(twos.new_game(), 1, seed=1, policy=WRONG[expected])


OPENED: Final = [name for name in OPTIONS if not name.startswith(("twos", "oh_hell", "odd"))]
"""The option sets with moves between the deal and the play."""
BEGUN: Final = 8


@pytest.fixture(autouse=True)
def _no_openings_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forget what other tests opened, and what wrong tables opened here."""
    monkeypatch.setattr("twowaystreet.fast.openings._opened_before", {})


def policies_for(name: str) -> list[Policy]:
    return ["random", "simple", CHANGED[name.partition(",")[0]], mixture(name)]


@pytest.mark.nightly
@pytest.mark.parametrize("name", OPENED)
def test_playouts_from_every_move_of_an_opening_equal_apply(name: str) -> None:
    states = opening_states(name, BEGUN)
    for seed, policy in enumerate(policies_for(name)):
        assert not list(result_differences(states, 2, seed, policy))


def test_all_phases_between_the_deal_and_the_play_are_tested() -> None:
    for name in ("street", "duel, low bids", "spades", "twenty_down"):
        found = {str(state.phase) for state in opening_states(name, 200)}
        opening: Opening = OpeningFinder("simple").of(OPTIONS[name]()).opening  # type: ignore[union-attr]  # it has one
        assert found == {"deal", *map(str, opening.phases)}


@pytest.mark.parametrize("name", OPENED)
def test_hands_after_an_opening_equal_those_of_apply(name: str) -> None:
    """The cards, the players, the number of moves and the code are the same."""
    states = opening_states(name, BEGUN)[1:]
    for seed, policy in enumerate(policies_for(name)):
        ways = OpeningFinder(policy)
        for number, state in enumerate(states):
            way = ways.of(state)
            assert way
            task = Task(way, [state], [number], 0, 1, seed)
            ((_, batch),) = task.batches(ALONE)
            moves, made = policy_moves(policy, state, chance.key_of(seed, number, 0)), 0
            last: State = state
            while not (last.hand_over or last._order):
                (_, last), made = next(moves), made + 1
            held, facts = batch.starts.held[0], batch.starts.facts[0]
            expected = np.zeros_like(held)
            hands = arrays.held_in([last])[0] if last._order else expected
            expected[: len(hands)] = hands
            assert facts[MADE] == made
            if last._order:
                assert (held == expected).all()
                assert facts[COUNT] == len(last._order)
                assert tuple(batch.starts.ring[0, : len(last._order)]) == last._order
            else:
                assert last.hand_over and facts[COUNT] < 2


@pytest.mark.parametrize("name", [name for name in OPENED if name in SEARCHED])
def test_moves_times_worlds_equal_apply(name: str) -> None:
    """The compiled opening makes the candidate moves itself, in all worlds."""
    for seed, state in enumerate(opening_states(name, BEGUN // 2 + 1)[1:]):
        seen, rng = tws.view(state, state.actor), random.Random(seed)
        some = candidates(seen, rng).moves
        moves = tuple(rng.sample(some, min(len(some), 4)))
        for policy in ("simple", "random") if seed % 2 else ("simple", mixture(name)):
            trials = Trials(seen, tws.worlds(seen), moves, seed, seed + 1, policy)
            matrix = Matrix(trials, 1)
            assert OpeningFinder(policy).of(trials.first_world)
            assert matrix.rows(3, 4) == trials.rows(3, 4)


def test_matches_with_equal_values_go_alike_and_scores_are_not_mixed_up() -> None:
    ways = OpeningFinder("simple")
    first, other = spades.new_game(), spades.new_game()
    assert first._match is not other._match and ways.of(first) is ways.of(other)
    assert ways.of(first) is not ways.of(spades.new_game(overbooks=[1, 0]))
    assert ways.of(first) is not ways.of(spades.new_game(dealer=1))
    # Overbooks and perfect bids before the hand decide its score, too.
    states = [
        shuffled(state, seed)
        for seed in range(BEGUN)
        for state in (
            spades.new_game(),
            spades.new_game(overbooks=[9, 9], perfect_bids=[2, 2]),
            spades.new_game(scores=[0, 0], overbooks=[0, 9]),
        )
    ]
    assert not list(result_differences(states, 1, 2, "simple"))


@attrs.frozen
class _Contrary(StreetPlayer):
    """A player of Two Way Street that declares the other direction."""

    def __call__(self, view: Any, rng: random.Random) -> tws.Move:
        move = super().__call__(view, rng)
        return street.Declare(move.direction.other) if isinstance(move, street.Declare) else move


def test_a_rule_with_other_choices_than_its_tables_is_asked_itself() -> None:
    rule = _Contrary()
    assert StreetPlayer().describes("opening") and not rule.describes("opening")
    assert OpeningFinder(rule).of(street.new_game()) is None
    assert opening_tables(rule, street.new_game()) is None
    assert not list(whole_differences("street", 5, seed=1, policy=rule))
    # Large games go through apply.
    assert OpeningFinder("simple").of(street.new_game(street.Rules(players=32))) is None


def test_openings_are_forgotten_if_there_are_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("twowaystreet.fast.openings.MOST", 3)
    for name in ("street", "twenty_down", "duel"):
        assert not list(result_differences(opening_states(name, 10), 3, 4, "simple"))


@pytest.mark.rule("DU-6")
def test_bids_thrown_in_are_dealt_again() -> None:
    """The last bid may throw in the hand, from a state in the middle of the bidding."""
    rules = duel.Rules(max_strength=1, bid_markers=duel.BidMarkers.CARDS)
    states: list[State] = []
    for seed in range(BEGUN):
        state = duel.new_game(rules, dealer=seed % 2)
        state = shuffled(state, seed)
        states.append(tws.apply(state, duel.Bid(1, duel.Direction.HIGH)))
    found = many_hands.playouts(states, 4, seed=1)
    assert found.moves.max() > found.moves.min() + 2
    assert not list(result_differences(states, 4, 1, "random"))
