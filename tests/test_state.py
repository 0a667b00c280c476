"""Properties of states in every game: values, the same checks of moves, hands, and seats."""

from __future__ import annotations

import pickle
import random
import re
from collections.abc import Iterator
from itertools import chain
from typing import Any

import pytest

import twowaystreet as tws
from tests.games import ALL, facts_of, name_of, starts
from tests.helpers import (
    AnyState,
    anything,
    card,
    nightly_but_every,
    positions,
    shuffled,
    some_move,
)
from tests.hostile import Hostile
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


# Moves.


@pytest.mark.parametrize("seed", nightly_but_every(3, range(3)))
def test_apply_accepts_exactly_the_legal_moves(fresh: AnyState, seed: int) -> None:
    for state in everywhere(fresh, seed, step=8):
        legal = tws.legal_moves(state)
        assert len(set(legal)) == len(legal)
        taken = {move for move in possible_moves(state) if _is_taken(state, move)}
        assert taken == set(legal)
        for move in legal:
            if isinstance(move, Play):
                copied = Play(Card(move.card.rank, move.card.suit))
                assert tws.apply(state, copied) == tws.apply(state, move)


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


@pytest.mark.nightly
def test_legal_moves_have_a_fixed_order(fresh: AnyState) -> None:
    for state in everywhere(fresh):
        order = {move: place for place, move in enumerate(possible_moves(state))}
        order[street.Keep()] = order[street.NameSuit(Suit.CLUBS)] - 1
        legal = tws.legal_moves(state)
        assert isinstance(legal, tuple)
        assert list(legal) == sorted(legal, key=order.__getitem__)


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
        state, twin = tws.apply(state, move), tws.apply(twin, move)
    assert state == twin


# Several hands.


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
    wrong: tuple[Any, ...] = (None, 7, "state", move, street.Rules(), Hostile(), [], street)
    calls: list[tuple[Any, tuple[Any, ...], tuple[Any, ...]]] = [
        (tws.apply, (move,), (seen,)),
        (tws.shuffle, (random.Random(0),), (seen, street.State)),
        (tws.parse_move, ("QS",), (seen, street.State)),
        (tws.view, (0,), (seen, street.State)),
        *((each, (), (street.State,)) for each in (tws.legal_moves, tws.score_hand, tws.payoffs)),
    ]
    for function, more, others in calls:
        for thing in (*wrong, *others):
            with pytest.raises(TypeError, match="expected a GameState, such as"):
                function(thing, *more)


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
    assert [rotation(first, 3) for first in range(3)] == [(0, 1, 2), (1, 2, 0), (2, 0, 1)]
    assert [rotate_to((0, 2, 3), first) for first in (2, 3)] == [(2, 3, 0), (3, 0, 2)]
    assert [replace_at((7, 8), seat, 9) for seat in (0, 1)] == [(9, 8), (7, 9)]


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
