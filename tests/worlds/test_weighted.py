"""Weighted worlds agree with all histories of small positions, weighed one by one."""

import math
import random
from array import array
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, combinations, product
from typing import Any
from zlib import crc32

import attrs
import pytest

import twowaystreet as tws
from examples import scopa, whist
from tests.games import starts
from tests.helpers import AnyState, anything, give_rule, made_again, nightly_but_every, shuffled
from tests.worlds import giving, spades_histories
from tests.worlds.harness import Position, deals, generator, sorted_places
from tests.worlds.random_positions import EVERY, MANY, TABLES
from twowaystreet._core.engine.moves import cards_of
from twowaystreet._core.playouts.trials import payoffs_after
from twowaystreet._core.worlds import weighted
from twowaystreet._util.numbers import mean_and_error
from twowaystreet.games import street, twos
from twowaystreet.players import MonteCarlo, PlayerError, _models, at_random, simple
from twowaystreet.players._monte_carlo import weighted as reweighted
from twowaystreet.players._names import check_fit
from twowaystreet.testing.conformance._views import visible_part

SLIP = 0.25


class Odd:
    """A player that moves by chance, with odd chances that depend on all of its view."""

    def __call__(self, view: tws.View, rng: random.Random) -> tws.Move:
        chances = self.chances(view, rng)
        return max(chances, key=chances.__getitem__)

    def chances(self, view: tws.View, rng: random.Random) -> Mapping[tws.Move, float]:
        seen = repr(attrs.astuple(view, recurse=False))
        odd = {move: 1 + crc32(f"{move} {seen}".encode()) % 5 for move in tws.legal_moves(view)}
        return {move: number / sum(odd.values()) for move, number in odd.items()}


def copies(state: AnyState, move: tws.Move) -> int:
    """Return in how many ways the seat to move can choose the equal cards that a move names."""
    assert state.actor is not None
    each = len(state.hands) // len(state.scores)
    held = [*chain(*state.hands[each * state.actor :][:each])]
    named = sorted(cards_of(move))
    return sum(sorted(some) == named for some in combinations(held, len(named))) or 1


def weighed(position: Position, player: Any, hidden: bool) -> Iterator[tuple[AnyState, float]]:
    """Yield the last state of every history that looks the same, with its weight.

    Without hidden moves the chance of what was seen counts once for each deal, spread over the
    moves that look alike by their physical copies. Any: a player with chances.
    """
    viewer, states = position.viewer, position.states()
    views = [tws.view(state, viewer) for state in states]
    pairs = zip(states[1:-1], position.moves[1:], strict=True)
    visible = [visible_part(state, move, viewer) for state, move in pairs]

    def follow(state: AnyState, number: int, weight: float) -> Iterator[tuple[AnyState, float]]:
        if number == len(position.moves):
            if tws.view(state, viewer) == views[-1]:
                yield state, weight
            return
        seat, moves = state.actor, tws.legal_moves(state)
        chances = player.chances(tws.view(state, seat), random.Random(0))
        alike = [move for move in moves if visible_part(state, move, viewer) == visible[number - 1]]
        for move in alike:
            made = [move] if hidden else alike
            share = 1.0
            if seat != viewer:
                share = sum((1 - SLIP) * chances[each] + SLIP / len(moves) for each in made)
                if not hidden:
                    share *= copies(state, move) / sum(copies(state, each) for each in alike)
            after = tws.apply(state, move)
            if tws.view(after, viewer) == views[number + 1]:
                yield from follow(after, number + 1, weight * share)

    deal = position.moves[0]
    assert isinstance(deal, tws.Deal)
    for cards, weight in deals(deal.cards, position.groups).items():
        yield from follow(tws.apply(position.start, tws.Deal(cards)), 1, weight)


def parts_of(position: Position, state: AnyState) -> Iterator[object]:
    """Yield the places of the unseen cards as a whole, and each card with its place."""
    places = sorted_places(position.places(state, position.viewer))
    yield places
    for number, cards in enumerate(places):
        yield from {(number, card) for card in cards}


def check(position: Position, draws: int, hidden: bool = True) -> bool:
    """Compare weighted worlds with histories; return whether they are exact."""
    seen = tws.view(position.states()[-1], position.viewer)
    histories = weighed(position, Odd(), hidden)
    return compare(seen, histories, partial(parts_of, position), draws, hidden)


def compare(
    seen: Any,  # the view of any game
    histories: Iterable[tuple[AnyState, float]],
    parts: Callable[[AnyState], Iterator[object]],
    draws: int,
    hidden: bool = True,
) -> bool:
    want, have = defaultdict[object, float](float), defaultdict[object, float](float)
    total = 0.0
    for state, weight in histories:
        total += weight
        for part in parts(state):
            want[part] += weight
    found = tws.worlds(seen, model=Odd(), slip=SLIP, hidden=hidden, draws=draws)
    for state, weight in zip(found.worlds, found.weights, strict=True):
        for part in parts(state):
            have[part] += weight
    assert have.keys() <= want.keys()
    assert math.isclose(math.fsum(found.weights), 1)
    for part, weight in want.items():
        share = weight / total
        difference = abs(have[part] - share)
        if found.is_exact:
            assert difference < 1e-9, part
        elif min(share, 1 - share) * found.effective > 25:
            error = math.sqrt(share * (1 - share) / found.effective)
            assert difference < 5.5 * error, (part, have[part], share, found.effective)
    return found.is_exact


def small_positions() -> Iterator[Any]:  # Any: parameters of pytest
    for game, table in TABLES.items():
        for number, name in enumerate(table):
            if game != "oh_hell" or name.startswith("equal cards: twos"):
                is_late = (
                    number % (6 * EVERY.get(game, 1)) > 0 or name.removeprefix("brag: ") in MANY
                )
                marks = [pytest.mark.nightly] * is_late
                yield pytest.param(game, name, marks=marks, id=name)


@pytest.mark.parametrize(("game", "name"), [*small_positions()])
def test_weights_are_of_histories(game: str, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    position = TABLES[game][name](monkeypatch)
    if position.states()[-1].actor is not None:
        for hidden in (True, False):
            check(position, 600, hidden)


def weighed_in_spades(
    position: spades_histories.Played, viewer: int | None
) -> Iterator[tuple[AnyState, float]]:
    """Yield the last state of every history that looks the same, with its weight."""
    for end, count in spades_histories.histories(position, viewer):
        weight = float(count)
        for state, move in position.steps(spades_histories.hands_of(end)):
            moves = tws.legal_moves(state)
            if state.actor != viewer:
                chances = Odd().chances(tws.view(state, state.actor), random.Random(0))
                weight *= (1 - SLIP) * chances[move] + SLIP / len(moves)
        yield end, weight


def parts_of_spades(state: AnyState) -> Iterator[object]:
    """Yield the hands as dealt as a whole, and each card with its hand.

    All worlds of a view leave the order of a dummy open in equally many ways.
    """
    hands = sorted_places(spades_histories.hands_of(state))
    yield hands
    for number, cards in enumerate(hands):
        yield from {(number, card) for card in cards}


@pytest.mark.parametrize(
    ("name", "viewer"), nightly_but_every(9, product(spades_histories.SMALL, (0, 1, None)))
)
def test_weights_of_spades_are_those_of_all_histories(name: str, viewer: int | None) -> None:
    position = spades_histories.position_of(name)
    if position.state.actor is not None:
        seen = tws.view(position.state, viewer)
        compare(seen, weighed_in_spades(position, viewer), parts_of_spades, 600)


def check_history(
    state: AnyState, made: list[tuple[AnyState, tws.Move]], rng: random.Random
) -> None:
    """Check that the hand so far of a sample leads to it, and looks as it did to the viewer."""
    viewer = rng.choice([None, *range(len(state.scores))])
    worlds = tws.worlds(tws.view(state, viewer))
    world = worlds.sample(rng)
    past = [*weighted.states_of(world, rng)]
    looks = [visible_part(*each, viewer) for each in made]
    assert [visible_part(*each, viewer) for each in past] == looks
    assert all(move in tws.legal_moves(before) for before, move in past)
    last = tws.apply(*past[-1]) if past else world
    for seat in range(len(state.scores)):
        assert tws.view(last, seat) == tws.view(world, seat)
    for (seat, seen, move), (before, real) in zip(tws.history(world), made, strict=True):
        assert seat == before.actor == seen.seat and move in seen.legal_moves
        if seat == viewer:
            assert move == real


@pytest.mark.parametrize("name", [name for name in starts() if not name.startswith("oh_hell")])
def test_the_hand_so_far_of_a_sample_leads_to_it(name: str) -> None:
    rng = generator("so far", name)
    for _ in range(2):
        state, made = starts()[name](), list[tuple[AnyState, tws.Move]]()
        while not state.hand_over:
            if state.needs_deal:
                state, made = tws.apply(state, tws.shuffle(state, rng)), []
                continue
            if rng.random() < 0.1:
                check_history(state, made, rng)
            move = rng.choice((simple, at_random))(tws.view(state, state.actor), rng)
            made.append((state, move))
            state = tws.apply(state, move)


def test_states_tell_their_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    for game, name in (
        ("duel", "one of two exchanges"),
        ("street", "a plain Joker on a plain Joker"),
    ):
        position = TABLES[game][f"{game}: {name}"](monkeypatch)
        made = [each.move for each in tws.history(position.states()[-1])]
        assert made == [*position.moves[1:]]


def test_an_exchange_that_nobody_saw_tells_nothing_of_equal_cards() -> None:
    """With an obligatory exchange all deals are as likely as before, those with pairs too."""
    state, rng = street.new_game(street.Rules(players=7)), random.Random(3)
    state = tws.apply(state, tws.shuffle(state, rng))
    while not any(state.exchanged):
        moves = tws.legal_moves(state)
        state = tws.apply(state, moves[-1])
    viewer = (state.dealer + 3) % 7
    worlds: Any = {"model": "unknown", "draws": 60}
    found = tws.worlds(tws.view(state, viewer), hidden=False, **worlds)
    assert max(found.weights) == pytest.approx(1 / 60)
    found = tws.worlds(tws.view(state, viewer), hidden=True, **worlds)
    assert max(found.weights) > 1.01 / 60


def test_a_game_in_which_the_order_of_the_deal_counts_tells_its_hand() -> None:
    """Whist says which card its dealer turned up; without that no history is told."""
    state, rng = whist.GAME.new_game(), random.Random(1)
    state = tws.apply(state, tws.shuffle(state, rng))
    for _ in range(40):
        state = tws.apply(state, rng.choice(tws.legal_moves(state)))
    seen = tws.view(state, state.actor)
    past = tws.history(tws.worlds(seen).sample(rng))
    assert len(past) == 40 and {view.turned_up for _, view, _ in past} == {seen.turned_up}
    game = made_again(whist, "whist_untold", members={"_dealt": twos.State._dealt})
    state = game.new_game()
    state = tws.apply(state, tws.shuffle(state, rng))
    for _ in range(40):
        state = tws.apply(state, rng.choice(tws.legal_moves(state)))
    found = tws.worlds(tws.view(state, state.actor), model="simple", draws=20)
    with pytest.raises(tws.WorldsError, match="does not tell the cards of a hand so far"):
        assert found.weights
    with pytest.raises(PlayerError, match="does not tell the cards"):
        check_fit(MonteCarlo(model="simple"), game.new_game())
    check_fit(MonteCarlo(model="simple"), whist.GAME.new_game())
    check_fit(MonteCarlo(), game.new_game())


def test_a_state_tells_its_moves_or_the_game_says_that_it_does_not() -> None:
    """There are none between hands; by default a game tells those of a play of tricks alone."""
    assert tws.history(twos.new_game()) == ()
    with pytest.raises(TypeError, match="expected a GameState"):
        tws.history(anything(tws.view(twos.new_game(), 0)))
    for game, untold in ((scopa.GAME, "cards"), (giving.GAME, "moves")):
        with pytest.raises(tws.WorldsError, match=f"does not tell the {untold} of a hand so far"):
            tws.history(shuffled(game.new_game()))


def late(tricks: int = 11, seed: int = 2) -> twos.State:
    state, rng = twos.new_game(), random.Random(seed)
    state = tws.apply(state, tws.shuffle(state, rng))
    while len(state.tricks) < tricks:
        state = tws.apply(state, simple(tws.view(state, state.actor), rng))
    return state


def test_weights_add_up_to_one_whatever_the_proportion_of_chances() -> None:
    state = late()
    found = tws.worlds(tws.view(state, state.actor), model="simple")
    assert found.is_exact and len(found.worlds) == 60
    rng, most = random.Random(1), max(found.weights)
    best = found.worlds[found.weights.index(most)]
    times = sum(found.sample(rng) is best for _ in range(1000))
    assert abs(times / 1000 - most) < 5 * 0.016
    assert 1 < found.effective < 60
    seen = tws.view(late(), late().actor)
    weights = tws.worlds(seen, model="unknown").weights
    for number in (5, 10**300, 1e308):
        given = Given(partial(alike, number))
        assert tws.worlds(seen, model=given).weights == pytest.approx(weights)
        mixed: Any = {given: number, "unknown": number}
        assert tws.worlds(seen, model=mixed).weights == pytest.approx(weights)


def test_estimates_of_a_search_have_exact_weights_within_their_errors() -> None:
    state = late()
    seen = tws.view(state, state.actor)
    found = tws.worlds(seen, model="simple", slip=0.5)
    assert found.is_exact and state.actor is not None
    search = MonteCarlo(300, engine="python", model="simple", slip=0.5)
    for move, estimate in search.evaluate(seen, random.Random(1)).items():
        exact = 0.0
        for world, weight in zip(found.worlds, found.weights, strict=True):
            payoffs = payoffs_after(tws.apply(world, move), 0, "simple")
            exact += weight * payoffs[state.actor]
        assert 0 < estimate.error < 0.5
        assert abs(estimate.mean - exact) < 5 * estimate.error


def test_the_errors_of_weighted_means_are_right_and_one_world_tells_none() -> None:
    rng, means, squares = random.Random(4), list[float](), list[float]()
    for _ in range(500):
        results = [rng.gauss(0, 1) for _ in range(100)]
        weights = weighted.shares([0.8 * each + rng.gauss(0, 0.3) for each in results])
        mean, error = mean_and_error(reweighted(array("d", results), weights))
        means.append(mean)
        squares.append(error**2)
    average, error = mean_and_error(means)
    assert abs(average - 0.8) < 0.05  # the mean of the normal distribution that the weights give
    spread = error * math.sqrt(len(means))
    assert 0.8 < math.sqrt(math.fsum(squares) / len(squares)) / spread < 1.1
    assert [*reweighted(array("d", [3, 5]), [0.0, 1.0])] == [5]
    same = reweighted(array("d", [3, 5]), [0.5, 0.5])
    assert mean_and_error(same) == pytest.approx(mean_and_error([3, 5]))


# Injected faults, which the comparison with all histories finds.


def _sees_the_true_cards(patch: pytest.MonkeyPatch, position: Position) -> None:
    real = position.states()[1:]

    def seen(state: twos.State, seat: int) -> tws.View:
        made = sum(len(trick.cards) for trick in (*state.tricks, state.trick))
        return tws.view(real[made], seat)

    patch.setattr(_models, "view", seen)


def _sees_another_hand(patch: pytest.MonkeyPatch, position: Position) -> None:
    patch.setattr(_models, "view", _with_moves)


def _with_moves(state: AnyState, seat: int) -> Any:  # Any: a view with the moves of another seat
    moves = tws.legal_moves(state)
    return attrs.evolve(tws.view(state, (seat + 1) % len(state.scores)), legal_moves=moves)


def _is_not_normalised(patch: pytest.MonkeyPatch, position: Position) -> None:
    def powers(logs: Sequence[float]) -> list[float]:
        return [math.exp(each) for each in logs]

    patch.setattr(weighted, "shares", powers)


def _weighs_by_one_move(patch: pytest.MonkeyPatch, position: Position) -> None:
    states = weighted.states_of

    def last(*args: Any) -> list[Any]:  # Any: those of the function
        return [*states(*args)][-1:]

    patch.setattr(weighted, "states_of", last)


FAULTS: Sequence[Callable[[pytest.MonkeyPatch, Position], None]] = (
    _sees_the_true_cards,
    _sees_another_hand,
    _is_not_normalised,
    _weighs_by_one_move,
)


@pytest.mark.nightly
@pytest.mark.parametrize("fault", FAULTS)
def test_faults_of_weights_are_found(
    fault: Callable[[pytest.MonkeyPatch, Position], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    position = TABLES["twos"]["twos: 1"](monkeypatch)
    assert check(position, 600)
    fault(monkeypatch, position)
    with pytest.raises(AssertionError):
        check(position, 600)


def test_a_search_counts_worlds_alike_if_the_model_fits_none() -> None:
    def last(view: Any, rng: random.Random) -> tws.Move:  # Any: of any game
        return tws.legal_moves(view)[-1]

    state, plain = late(), MonteCarlo(5, engine="python")
    seen = tws.view(state, state.actor)
    with pytest.raises(tws.WorldsError, match="expected more slip"):
        assert tws.worlds(seen, model=last, slip=0).weights
    modelled = attrs.evolve(plain, model=last, slip=0)
    assert modelled.evaluate(seen, random.Random(1)) == plain.evaluate(seen, random.Random(1))


class Given:
    """A player with the same chances in each position, or that makes the same move."""

    def __init__(self, found: Any) -> None:
        self.found = found

    def __len__(self) -> int:
        return 0

    def __call__(self, view: tws.View, rng: random.Random) -> Any:
        return self.found

    def chances(self, view: tws.View, rng: random.Random) -> Any:
        return self.found(tws.legal_moves(view)) if callable(self.found) else self.found


def illegal(view: tws.View, rng: random.Random) -> str:
    return "7C"


def alike(number: Any, moves: Sequence[tws.Move]) -> dict[tws.Move, Any]:
    return dict.fromkeys(moves, number)


@pytest.mark.parametrize(
    "chances",
    [
        None,
        "a text",
        {},
        [1.0],
        {"play 2C": 1.0},
        *(partial(alike, each) for each in (math.nan, math.inf, -1, 0, "1")),
    ],
)
def test_wrong_chances_of_a_model_are_refused(chances: Any) -> None:
    seen = tws.view(late(), late().actor)
    found = tws.worlds(seen, model=Given(chances))
    with pytest.raises(tws.RulesError, match=r"model=.*: expected a mapping of legal"):
        assert found.weights
    with pytest.raises(tws.RulesError, match="model="):  # also of a model without length
        MonteCarlo(2, model=Given(chances))(seen, random.Random(1))
    with pytest.raises(tws.RulesError, match="model='7C': expected a legal move"):
        assert tws.worlds(seen, model=illegal).weights


def test_the_model_simple_is_alike_without_a_rule_of_thumb(monkeypatch: pytest.MonkeyPatch) -> None:
    give_rule(monkeypatch, "twos", None)
    seen = tws.view(late(12), late(12).actor)
    weights = tws.worlds(seen, model="unknown").weights
    assert len(weights) > 1 and tws.worlds(seen, model="simple").weights == weights


@pytest.mark.parametrize(
    "wrong",
    [
        *({"hidden": "no"}, {"hidden": 1}, {"seed": None}, {"seed": 1.5}, {"draws": True}),
        *({"slip": 1.01}, {"slip": -0.01}, {"slip": True}),
    ],
)
def test_wrong_options_of_worlds_are_refused(wrong: Any) -> None:
    with pytest.raises(tws.RulesError, match=next(iter(wrong))):
        tws.worlds(tws.view(late(), 0), model="simple", **wrong)


def test_a_mapping_of_models_is_copied() -> None:
    mixed: Any = {"simple": 1, "unknown": 1}
    player = MonteCarlo(model=mixed)
    mixed["none"] = 3
    assert player == MonteCarlo(model={"simple": 1, "unknown": 1})


@pytest.mark.parametrize(
    ("model", "error"),
    [
        ("simpel", PlayerError),
        (7, PlayerError),
        ({}, tws.RulesError),
        ({"simple": -1, "unknown": 2}, tws.RulesError),
        ({"simple": 0}, tws.RulesError),
        ({"simple": "1"}, tws.RulesError),
    ],
)
def test_wrong_models_are_refused(model: Any, error: type[Exception]) -> None:
    seen = tws.view(late(), 0)
    with pytest.raises(error):
        tws.worlds(seen, model=model)
    with pytest.raises(error):
        MonteCarlo(model=model)
