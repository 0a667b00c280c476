"""Properties of states in every game: values, the same checks of moves, hands, and seats."""

from __future__ import annotations

import copy
import pickle
import random
import re
from collections.abc import Callable, Iterator
from itertools import chain
from typing import Any

import pytest

import twowaystreet as tws
from tests.games import ALL, OURS, facts_of, name_of, starts
from tests.helpers import (
    AnyState,
    anything,
    card,
    hand_played,
    positions,
    shuffled,
    some_move,
    trick_state,
)
from tests.hostile import Hostile
from tests.reference.pairs import opening
from twowaystreet import CARDS, Card, Move, Play, Suit, arena, reasons
from twowaystreet._core.engine.seats import checked_seat, replace_at, rotate_to, rotation
from twowaystreet.games import duel, spades, street, tien_len, twos
from twowaystreet.table import Table

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
    state: AnyState = starts()[request.param]()
    return state


def everywhere(fresh: AnyState, seed: int = 0, step: int = 1) -> Iterator[AnyState]:
    """Return positions of one random hand, the first and the last among them."""
    found = list(positions(fresh, random.Random(seed)))
    return iter([*found[:-1:step], found[-1]])


def test_repr_shows_phase_and_scores() -> None:
    state = street.new_game(scores=[3, 0, 1, 2])
    assert repr(state) == "<Two Way Street: deal, scores 3 0 1 2>"
    state = tws.apply(state, tws.shuffle(state, random.Random(0)))
    assert repr(state) == "<Two Way Street: declare, seat 0 to move, scores 3 0 1 2>"


# Moves.


@pytest.mark.parametrize(
    "seed", [0, *(pytest.param(seed, marks=pytest.mark.nightly) for seed in (1, 2))]
)
def test_apply_accepts_exactly_the_legal_moves(fresh: AnyState, seed: int) -> None:
    for state in everywhere(fresh, seed, step=8):
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


class OtherMove(Move):
    form = "something else"


class MyPlay(Play):
    """A play with another text."""


class MyDeal(tws.Deal):
    """A subclass of a deal."""


class HostileType(type):
    __hash__ = Hostile.__hash__
    __eq__ = Hostile.__eq__


@pytest.mark.rule("AL-4")
def test_a_copy_of_a_card_is_accepted(fresh: AnyState) -> None:
    for state in everywhere(fresh):
        for move in tws.legal_moves(state):
            if isinstance(move, Play):
                copied = Play(Card(move.card.rank, move.card.suit))
                assert tws.apply(state, copied) == tws.apply(state, move)


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


@pytest.mark.rule("AL-3")
def test_states_are_values_whose_repr_shows_no_card(fresh: AnyState) -> None:
    found = list(everywhere(fresh))
    assert len(set(found)) == len(found)
    for state, again in zip(found, everywhere(fresh), strict=True):
        assert state == again and hash(state) == hash(again) and type(state) is type(fresh)
        assert (state != again) is False
        assert not {*re.split("[ ,>]", repr(state))} & {*map(str, CARDS)}
    for state in found[::5]:
        twin = pickle.loads(pickle.dumps(state, 2))
        assert twin == state and hash(twin) == hash(state) and repr(twin) == repr(state)
        assert tws.legal_moves(twin) == tws.legal_moves(state)


def test_chance_comes_from_the_generator_alone(fresh: AnyState) -> None:
    random.seed(5)
    before = random.getstate()
    for state in everywhere(fresh, step=5):
        tws.legal_moves(state)
    deals = {tws.shuffle(fresh, random.Random(seed)) for seed in (1, 2, 1, 2)}
    assert random.getstate() == before and len(deals) == 2
    for deal in (*deals, tws.shuffle(fresh, random.SystemRandom())):
        assert sorted(deal.cards) == list(fresh.rules.pack.cards)
    for thing in (7, None, "7", random, random.Random):
        with pytest.raises(TypeError, match=r"^expected a generator, such as random\.Random"):
            tws.shuffle(fresh, anything(thing))


def test_a_class_of_states_is_not_a_state() -> None:
    verbs: tuple[Callable[[Any], object], ...] = (
        *(tws.legal_moves, tws.score_hand, tws.payoffs, lambda it: tws.view(it, 0)),
        *(lambda it: tws.shuffle(it, random.Random(1)), lambda it: tws.parse_move(it, "high")),
    )
    for verb in verbs:
        with pytest.raises(TypeError, match="expected a GameState, such as"):
            verb(anything(street.State))


def test_other_objects_are_not_moves(fresh: AnyState) -> None:
    for state in everywhere(fresh, step=20):
        held: list[Card] = [*(state.hands[state.actor] if state.actor is not None else ())]
        first = held[0] if held else card("QS")
        bid = duel.Bid(3, duel.Direction.HIGH)
        foreign: Move = street.Keep() if state.title == "Duel" else bid
        hostile: list[Any] = [Hostile(), HostileType("Thing", (), {})()]
        moves = [OtherMove(), MyPlay(first), MyDeal(state.rules.pack.cards), foreign]
        others: list[Any] = [None, "high", str(first), b"QS", 7, float("nan"), (), {}, first, held]
        for thing in (*hostile, *moves, *others, Play, Move, object(), state, NotImplemented):
            with pytest.raises(tws.IllegalMove) as caught:
                tws.apply(state, thing)
            assert caught.value.move is thing
            assert isinstance(caught.value.reason, reasons.NotAMove)
            assert state.title in str(caught.value)


def test_a_wrong_first_argument_is_a_type_error() -> None:
    move: Any = Play(card("QS"))
    seen: Any = tws.view(street.new_game(), None)
    calls: list[tuple[Any, tuple[Any, ...]]] = [
        *((tws.apply, (move,)), (tws.shuffle, (random.Random(0),)), (tws.parse_move, ("QS",))),
        *((tws.view, (0,)), (tws.legal_moves, ()), (tws.score_hand, ())),
    ]
    wrong: tuple[Any, ...] = (None, 7, "state", move, street.Rules(), Hostile(), [], street, seen)
    for function, more in calls:
        for thing in wrong if function is not tws.legal_moves else wrong[:-1]:
            with pytest.raises(TypeError, match="GameState"):
                function(thing, *more)


# The hands of a state by their numbers.


def test_hands_are_found_by_number() -> None:
    for state in (twos.new_game(), shuffled(twos.new_game()), shuffled(spades.new_game())):
        assert [state.hand_of(number) for number in range(4)] == list(state.hands)
        assert {len(hand) for hand in state.hands} == {0 if state.needs_deal else 13}
        for number in (4, -1, True, None, "0", 1.0):
            with pytest.raises(tws.SeatError, match="0 to 3"):
                state.hand_of(anything(number))


# Seats.


def test_valid_seats() -> None:
    assert [checked_seat(seat, 3) for seat in range(3)] == [0, 1, 2]
    for wrong in (-1, -3, 3, 4, True, False, None, 1.0, "1", (1,), Hostile()):
        with pytest.raises(tws.SeatError) as caught:
            checked_seat(anything(wrong), 3)
        assert caught.value.seat is wrong and "0 to 2" in str(caught.value)


def test_whole_numbers_of_numpy_are_seats() -> None:
    np = pytest.importorskip("numpy")
    one, zero = np.int64(1), np.uint8(0)
    assert [type(checked_seat(seat, 3)) for seat in (one, np.array(2), zero)] == [int] * 3
    with pytest.raises(tws.SeatError):
        checked_seat(np.bool_(True), 3)
    record = tws.Record(duel.new_game(dealer=one))
    record = record.play(tws.shuffle(record.state, random.Random(1)))
    assert record.for_seat(one).to_json() == record.for_seat(1).to_json()
    assert tws.view(record.state, one) == tws.view(record.state, 1)
    table = Table(duel.GAME, bots={one: "simple"})
    token = table.join("Ann", zero)
    table.rename(zero, "Ben")
    assert table.seat(token) == 0 and not table.can_undo(zero)
    table.replace(zero, name="Cem")
    table.vacate(zero)
    results = arena.play("twos", ["simple", "random"], deals=1)
    assert results.by_phase(one) == results.by_phase(1)
    assert results.record(zero, one).to_json() == results.record(0, 1).to_json()
    books = [(0, "actual")] * 13
    scored = spades.score(["bid 6", "naught"], [(zero, hand) for _, hand in books])
    assert scored == spades.score(["bid 6", "naught"], books)
    assert tien_len.score(np.array([2, 0, 3])) == tien_len.score([2, 0, 3])


def test_the_order_around_the_table() -> None:
    assert [rotation(first, 3) for first in range(3)] == [(0, 1, 2), (1, 2, 0), (2, 0, 1)]
    assert [rotate_to((0, 2, 3), first) for first in (0, 2, 3)] == [(0, 2, 3), (2, 3, 0), (3, 0, 2)]
    assert [replace_at((7, 8), seat, 9) for seat in (0, 1)] == [(9, 8), (7, 9)]
