"""Properties of states in every game: immutable values, and the same checks of moves."""

from __future__ import annotations

import copy
import pickle
import random
from collections.abc import Iterator
from itertools import chain
from typing import Any

import attrs
import pytest

import twowaystreet as tws
from tests.games import ALL, OURS, facts_of, name_of, starts
from tests.helpers import (
    AnyState,
    anything,
    card,
    hand_played,
    positions,
    some_move,
    trick_state,
)
from tests.hostile import Hostile
from tests.reference.pairs import opening
from twowaystreet import CARDS, Card, Move, Play, Suit, reasons
from twowaystreet.games import duel, street

MOVES = {name: facts_of(name).moves for name in ALL}
ALL_MOVES = tuple(dict.fromkeys((*chain(*MOVES.values()), *map(Play, CARDS))))


def possible_moves(state: AnyState) -> tuple[Move, ...]:
    """All moves in the fixed order; those of several cards only from cards in hand and others."""
    if state.actor is None:
        return ALL_MOVES
    name = name_of(state)
    first = (*facts_of(name).moves_in(state), *MOVES[name])
    return tuple(dict.fromkeys((*first, *ALL_MOVES)))


@pytest.fixture(params=starts())
def fresh(request: pytest.FixtureRequest) -> AnyState:
    """A new game for each setting."""
    state: AnyState = starts()[request.param]()
    return state


def everywhere(fresh: AnyState, seed: int = 0, step: int = 1) -> Iterator[AnyState]:
    """Return positions of one random hand, the first and the last among them."""
    found = list(positions(fresh, random.Random(seed)))
    return iter([*found[:-1:step], found[-1]])


# Values.


def test_states_are_frozen(fresh: AnyState) -> None:
    for state in everywhere(fresh, step=9):
        names = [field.name for field in attrs.fields(type(state))]
        for name in [*names, "scores", "anything"]:
            with pytest.raises(attrs.exceptions.FrozenInstanceError):
                setattr(state, name, None)
        for name in names:
            with pytest.raises(attrs.exceptions.FrozenInstanceError):
                delattr(state, name)
        assert not hasattr(state, "__dict__")


def test_states_are_values(fresh: AnyState) -> None:
    twins = everywhere(fresh)
    for state, twin in zip(everywhere(fresh), twins, strict=True):
        assert state == twin and hash(state) == hash(twin)
        assert (state != twin) is False
        assert len({state, twin}) == 1
        assert type(state) is type(fresh)


def test_states_can_be_copied_and_pickled(fresh: AnyState) -> None:
    for state in everywhere(fresh, step=5):
        copies = [copy.copy(state), copy.deepcopy(state)]
        copies += [
            pickle.loads(pickle.dumps(state, protocol))
            for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1)
        ]
        for twin in copies:
            assert twin == state and hash(twin) == hash(state) and type(twin) is type(state)
            assert repr(twin) == repr(state)
            assert tws.legal_moves(twin) == tws.legal_moves(state)
        if tws.legal_moves(state):
            move = tws.legal_moves(state)[0]
            assert tws.apply(copies[-1], copy.deepcopy(move)) == tws.apply(state, move)


def test_every_position_differs_from_the_others(fresh: AnyState) -> None:
    found = list(everywhere(fresh))
    assert len(set(found)) == len(found)


def test_games_differ() -> None:
    assert street.new_game() != anything(duel.new_game())
    assert street.new_game() != street.new_game(dealer=1)
    assert street.new_game() != street.new_game(street.Rules(target=21))
    assert street.new_game() != anything(None)


def test_repr_shows_phase_and_scores() -> None:
    state = street.new_game(scores=[3, 0, 1, 2])
    assert repr(state) == "<Two Way Street: deal, scores 3 0 1 2>"
    state = tws.apply(state, tws.shuffle(state, random.Random(0)))
    assert repr(state) == "<Two Way Street: declare, seat 0 to move, scores 3 0 1 2>"


@pytest.mark.rule("AL-3")
def test_repr_shows_no_card(fresh: AnyState) -> None:
    for state in everywhere(fresh, step=7):
        words = set(repr(state).replace(",", " ").replace(">", " ").split())
        assert not words & set(map(str, CARDS))


# Chance.


def test_the_same_seed_gives_the_same_deal(fresh: AnyState) -> None:
    deals = {tws.shuffle(fresh, random.Random(seed)) for seed in (1, 2, 1, 2)}
    assert len(deals) == 2
    for deal in deals:
        assert sorted(deal.cards) == list(fresh.rules.pack.cards)


def test_chance_comes_from_the_generator_alone(fresh: AnyState) -> None:
    random.seed(5)
    before = random.getstate()
    for state in everywhere(fresh):
        tws.shuffle(state, random.Random(1))
        tws.legal_moves(state)
    assert random.getstate() == before
    assert sorted(tws.shuffle(fresh, random.SystemRandom()).cards) == sorted(
        tws.shuffle(fresh, random.Random(0)).cards
    )


def test_shuffling_is_fair_enough() -> None:
    state = street.new_game()
    first = {tws.shuffle(state, random.Random(seed)).cards[0] for seed in range(600)}
    last = {tws.shuffle(state, random.Random(seed)).cards[-1] for seed in range(600)}
    assert first == last == set(state.rules.pack.cards)


# Moves.


@pytest.mark.parametrize(
    "seed", [0, *(pytest.param(seed, marks=pytest.mark.nightly) for seed in (1, 2))]
)
def test_apply_accepts_exactly_the_legal_moves(fresh: AnyState, seed: int) -> None:
    for state in everywhere(fresh, seed, step=4):
        legal = tws.legal_moves(state)
        assert len(set(legal)) == len(legal)
        taken = {move for move in possible_moves(state) if _is_taken(state, move)}
        assert taken == set(legal)
        for move in legal:
            assert _is_taken(state, copy.deepcopy(move))


def _is_taken(state: AnyState, move: object) -> bool:
    try:
        after = tws.apply(state, move)
    except tws.IllegalMove as error:
        refusal = error
    else:
        assert type(after) is type(state)
        return True
    assert refusal.move is move
    assert str(refusal) and (refusal.reason.rule or type(refusal.reason) is reasons.NotAMove)
    return False


@pytest.mark.parametrize("game", OURS)
def test_apply_accepts_exactly_the_legal_moves_with_any_options(game: str) -> None:
    for seed in range(12):
        rng = random.Random(seed)
        state, _ = opening(game, rng)
        stop = rng.randrange(60)
        for place, position in enumerate(positions(state, rng)):
            if place == stop:
                taken = {move for move in possible_moves(position) if _is_taken(position, move)}
                assert taken == set(tws.legal_moves(position))


@pytest.mark.nightly
def test_legal_moves_have_a_fixed_order(fresh: AnyState) -> None:
    for state in everywhere(fresh):
        order = {move: place for place, move in enumerate(possible_moves(state))}
        order[street.Keep()] = order[street.NameSuit(Suit.CLUBS)] - 1
        legal = tws.legal_moves(state)
        assert isinstance(legal, tuple)
        assert list(legal) == sorted(legal, key=order.__getitem__)


def test_each_decision_lists_the_legal_moves(fresh: AnyState) -> None:
    for state in positions(fresh, random.Random(6)):
        if state.actor is not None:
            decision = anything(state)._decisions[state.phase]
            assert decision.moves(state, state.actor) == tws.legal_moves(state)


def test_functions_do_not_change_the_state(fresh: AnyState) -> None:
    for state in everywhere(fresh, step=6):
        before, seen = copy.deepcopy(state), hash(state)
        for move in ALL_MOVES[::7]:
            _is_taken(state, move)
        for move in tws.legal_moves(state)[:20]:
            tws.apply(state, move)
        tws.shuffle(state, random.Random(0))
        for seat in (None, *range(len(state.scores))):
            tws.view(state, seat)
        assert (state.hands, state.stock) == (before.hands, before.stock)
        if isinstance(state, tws.TrickState):
            assert trick_state(state).trick == trick_state(before).trick
        assert state == before and hash(state) == seen


def test_an_old_state_stays_usable(fresh: AnyState) -> None:
    past = list(everywhere(fresh, seed=4))
    rng = random.Random(4)
    state = past[0]
    for wanted in past[1:]:
        state = tws.apply(state, some_move(state, rng))
        assert state == wanted
    assert past == list(everywhere(fresh, seed=4))


class OtherMove(Move):
    """A move that belongs to no game."""

    form = "something else"


class MyPlay(Play):
    """A play with another text."""


class MyDeal(tws.Deal):
    """A subclass of a deal."""


class HostileType(type):
    """A metaclass that raises errors on inspection."""

    __hash__ = Hostile.__hash__
    __eq__ = Hostile.__eq__


def no_moves(state: AnyState) -> list[object]:
    """Return objects that are not moves in this state."""
    held: list[Card] = [*(state.hands[state.actor] if state.actor is not None else ())]
    first = held[0] if held else card("QS")
    foreign: Move = street.Keep() if state.title == "Duel" else duel.Bid(3, duel.Direction.HIGH)
    return [
        None,
        "high",
        str(first),
        b"QS",
        7,
        float("nan"),
        True,
        (),
        [],
        {},
        set(map(str, held)),
        lambda: first,
        first,
        held,
        Play,
        Move,
        object(),
        Hostile(),
        OtherMove(),
        MyPlay(first),
        MyDeal(state.rules.pack.cards),
        foreign,
        state,
        NotImplemented,
        StopIteration(),
    ]


def test_other_objects_are_not_moves(fresh: AnyState) -> None:
    for state in everywhere(fresh, step=11):
        for thing in no_moves(state):
            with pytest.raises(tws.IllegalMove) as caught:
                tws.apply(state, thing)
            assert caught.value.move is thing
            assert isinstance(caught.value.reason, reasons.NotAMove)
            assert state.title in str(caught.value)


def test_objects_of_hostile_types_are_not_moves(fresh: AnyState) -> None:
    thing_type = HostileType("Thing", (), {})
    for state in everywhere(fresh, step=20):
        with pytest.raises(tws.IllegalMove):
            tws.apply(state, thing_type())


@pytest.mark.rule("AL-4")
def test_a_copy_of_a_card_is_accepted(fresh: AnyState) -> None:
    for state in everywhere(fresh):
        for move in tws.legal_moves(state):
            if isinstance(move, Play):
                copied = Play(Card(move.card.rank, move.card.suit))
                assert tws.apply(state, copied) == tws.apply(state, move)


def test_a_wrong_first_argument_is_a_type_error() -> None:
    move, rng = Play(card("QS")), random.Random(0)
    view = tws.view(street.new_game(), None)
    things: tuple[Any, ...] = (None, 7, "state", move, street.Rules(), Hostile(), [], street)
    for wrong in things:
        with pytest.raises(TypeError, match="GameState"):
            tws.apply(wrong, move)
        with pytest.raises(TypeError, match="GameState"):
            tws.legal_moves(wrong)
        with pytest.raises(TypeError, match="GameState"):
            tws.shuffle(wrong, rng)
        with pytest.raises(TypeError, match="GameState"):
            tws.score_hand(wrong)
        with pytest.raises(TypeError, match="GameState"):
            tws.view(wrong, 0)
        with pytest.raises(TypeError, match="GameState"):
            tws.parse_move(wrong, "QS")
    with pytest.raises(TypeError, match="GameState"):
        tws.apply(anything(view), move)
    for verb in (tws.legal_moves, tws.score_hand):
        with pytest.raises(TypeError):
            anything(verb)(street.State)
    with pytest.raises(TypeError):
        tws.apply(anything(street.State), move)


# Equal cards.


@pytest.mark.rule("AL-4")
def test_copies_of_a_card_leave_no_trace() -> None:
    fresh = street.new_game(street.Rules(players=6, target=1000))
    rng = random.Random(6)
    deal = tws.shuffle(fresh, rng)
    pack = [Card(one.rank, one.suit) for one in deal.cards]
    for card_ in set(pack):  # Exchange the places of both copies of each card.
        one, other = (place for place, it in enumerate(pack) if it == card_)
        pack[one], pack[other] = pack[other], pack[one]
    state, twin = tws.apply(fresh, deal), tws.apply(fresh, tws.Deal(pack))
    while not state.hand_over:
        assert state == twin and hash(state) == hash(twin)
        move = some_move(state, rng)
        state, twin = tws.apply(state, move), tws.apply(twin, copy.deepcopy(move))
    assert state == twin


@pytest.mark.rule("AL-4")
def test_the_order_in_which_a_hand_is_dealt_leaves_no_trace() -> None:
    rules = street.Rules(players=3, decks=3, jokers=street.Jokers.TWO_ALIKE)
    fresh = street.new_game(rules)
    for seed in range(20):
        rng = random.Random(seed)
        pack = list(tws.shuffle(fresh, rng).cards)
        again = list(pack)
        for seat in range(3):
            size_of = {1: 0, 2: 3, 3: 9, 4: 18}
            places = [size_of[size] + seat * size + i for size in size_of for i in range(size)]
            mixed = rng.sample(places, len(places))
            for place, other in zip(places, mixed, strict=True):
                again[place] = pack[other]
        state, twin = tws.apply(fresh, tws.Deal(pack)), tws.apply(fresh, tws.Deal(again))
        assert pack != again and state == twin and hash(state) == hash(twin)


# Several hands.


def test_flags_over_several_hands(fresh: AnyState) -> None:
    rng = random.Random(12)
    state = fresh
    for number in range(1, 4):
        before = state
        if state.is_over:
            return
        state = hand_played(state, rng)
        assert state.hands_played == before.hands_played + 1 == fresh.hands_played + number
        assert state.dealer == (fresh.dealer + number - 1) % len(state.scores)
        assert state.hand_over and state.needs_deal is not state.is_over
        assert state.phase == ("game over" if state.is_over else "hand over")
        assert bool(state.winners) is state.is_over
        points = tws.score_hand(state).points
        assert state.scores == tuple(map(sum, zip(before.scores, points, strict=True)))
