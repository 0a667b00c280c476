"""States in every game: values, what is due in each phase, refusals of the rest, and seats."""

import pickle
import random
import re
from collections.abc import Iterator
from functools import cache
from itertools import chain
from typing import Any

import pytest

import twowaystreet as tws
from docs._ext import rule_index
from tests.games import ALL, OURS, Start, facts_of, name_of, starts
from tests.helpers import (
    AnyState,
    anything,
    card,
    hand_played,
    nightly_but_every,
    positions,
    refused,
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


TEXTS = rule_index.texts()


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


@pytest.mark.rule("AL-5", "AL-6")
@pytest.mark.parametrize("seed", nightly_but_every(3, range(3)))
def test_apply_accepts_exactly_the_legal_moves(fresh: AnyState, seed: int) -> None:
    for state in everywhere(fresh, seed, step=8):
        legal = tws.legal_moves(state)
        assert len(set(legal)) == len(legal)
        refusals = {move: _refused(state, move) for move in possible_moves(state)}
        assert {move for move, refusal in refusals.items() if not refusal} == set(legal)
        said = {(type(move), error.reason): error for move, error in refusals.items() if error}
        assert all(map(str, said.values()))
        assert all(error.move is move for move, error in refusals.items() if error)
        given = {reason for _, reason in said}
        for reason in given:
            assert reason.rule or type(reason) is reasons.NotAMove
        for kind, rule in {(type(reason), reason.rule) for reason in given}:
            if rule in TEXTS:
                words = WORDS.get(kind) or WORDS[str(state.phase)]
                assert re.search(words, TEXTS[rule]), (kind, rule)
        for expected in {each.explain().rpartition(": expected ")[2] for each in given}:
            check_expected(state, expected, legal)
        for move in legal:
            if isinstance(move, Play):
                copied = Play(Card(move.card.rank, move.card.suit))
                assert tws.apply(state, copied) == tws.apply(state, move)


# What the rule that a refusal cites says, by the kind of reason, or by the phase.
WORDS: dict[object, str] = {
    reasons.NotHeld: "cards from the hand|face-up card",
    reasons.MustFollow: "must play one|must follow suit|plays a face-up card of the suit led",
    reasons.MustTrump: "must play a trump|plays a face-up spade",
    reasons.MustName: "must name the suit led|names a suit from the hand",
    reasons.CannotName: "may name either suit of its colour|names a suit from the hand",
    reasons.WrongPack: "a deal of every card of the pack",
    reasons.DealDue: "No other move comes before the deal",
    reasons.NoDealDue: "no deal during a hand",
    reasons.GameOver: "no move after the end of the game",
    tien_len.NotAPlay: "Any other set of cards is not a play",
    tien_len.MustContain: "leads .* with a play that contains this card",
    tien_len.MustLead: "The leader may not pass",
    tien_len.OtherKind: "higher play of the same kind beats",
    tien_len.OtherLength: "beats only one with the same number of cards",
    tien_len.NotHigher: "The highest cards of the two plays decide",
    "declare": "declare in turn|declares in or out",
    "exchange": "exchanges? two cards|The exchange is a duty",
    "name": "must name the suit led|names a suit from the hand",
    "choose": "chooses high or low",
    "look": "makes such a bid or chooses to look",
    "bid": "A bid is a direction|The greatest strength|The bids on seen cards",
    "raise": "players raise or stand by turns",
    "trump": "names trumps",
    "draw": "discard up to three cards",
    "lay": "makes three hands of three",
    "play": "leads|must follow suit",
    "call": "may call a renege",
}


def check_expected(state: AnyState, expected: str, legal: tuple[Move, ...]) -> None:
    """Check that the moves which a refusal expects are legal ones, and all cards that are."""
    named = {card(text) for text in re.findall(r"\b(?:10|[2-9JQKA])[CDHS]\b|[RBX]\*", expected)}
    playable = set(chain(*map(tws.cards_of, legal)))
    assert named == playable or not named or (named < playable and " more" in expected), expected
    texts = " / ".join(map(str, legal))
    for text, word in _words(name_of(state)).items():
        assert text in texts or not word.search(expected), (text, expected)


@cache
def _words(name: str) -> dict[str, re.Pattern[str]]:
    """Return patterns that find the moves without cards of a game, by their texts."""
    moves = (str(move) for move in facts_of(name).moves if not tws.cards_of(move))
    return {text: re.compile(rf"\b{text}\b") for text in moves}


def _refused(state: AnyState, move: object) -> tws.IllegalMove | None:
    try:
        assert type(tws.apply(state, move)) is type(state)
    except tws.IllegalMove as error:
        return error
    return None


@pytest.mark.nightly
def test_legal_moves_have_a_fixed_order(fresh: AnyState) -> None:
    for state in everywhere(fresh):
        order = {move: place for place, move in enumerate(possible_moves(state))}
        order[street.Keep()] = order[street.NameSuit(Suit.CLUBS)] - 1
        legal = tws.legal_moves(state)
        assert isinstance(legal, tuple)
        assert list(legal) == sorted(legal, key=order.__getitem__)


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
    other_move: Any = type("OtherMove", (Move,), {"form": "something else"})
    my_play, my_deal = (anything(type("Mine", (each,), {})) for each in (Play, tws.Deal))
    methods = {"__hash__": Hostile.__hash__, "__eq__": Hostile.__eq__}
    hostile_type: Any = type("HostileType", (type,), methods)
    for state in everywhere(fresh, step=20):
        held: list[Card] = [*(state.hands[state.actor] if state.actor is not None else ())]
        first = held[0] if held else card("QS")
        bid = duel.Bid(3, duel.Direction.HIGH)
        foreign: Move = street.Keep() if state.title == "Duel" else bid
        hostile: list[Any] = [Hostile(), hostile_type("Thing", (), {})()]
        moves = [other_move(), my_play(first), my_deal(state.rules.pack.cards), foreign]
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


def test_hands_and_seats_have_numbers() -> None:
    for state in (twos.new_game(), shuffled(twos.new_game()), shuffled(spades.new_game())):
        assert [state.hand_of(number) for number in range(4)] == list(state.hands)
        assert {len(hand) for hand in state.hands} == {0 if state.needs_deal else 13}
        for number in (4, -1, True, None, "0", 1.0):
            with pytest.raises(tws.SeatError, match="0 to 3"):
                state.hand_of(anything(number))
    assert [checked_seat(seat, 3) for seat in range(3)] == [0, 1, 2]
    for wrong in (-1, -3, 3, 4, True, False, None, 1.0, "1", (1,), Hostile()):
        with pytest.raises(tws.SeatError) as caught:
            checked_seat(anything(wrong), 3)
        assert caught.value.seat is wrong and "0 to 2" in str(caught.value)
    assert [rotation(first, 3) for first in range(3)] == [(0, 1, 2), (1, 2, 0), (2, 0, 1)]
    assert [rotate_to((0, 2, 3), first) for first in (2, 3)] == [(2, 3, 0), (3, 0, 2)]
    assert [replace_at((7, 8), seat, 9) for seat in (0, 1)] == [(9, 8), (7, 9)]


# Seats.


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


rule = pytest.mark.rule
NAMES = [name for name in starts() if name != "oh_hell"]


def moves_of(game: tws.Game) -> list[Move]:
    state: Any = game.State  # Any: of any game
    plays = {Play} if issubclass(state, tws.TrickState) else set[type[Move]]()
    taken = plays.union(*(decision.handlers for decision in state._decisions.values()))
    some = (*chain(*MOVES.values()), *map(Play, tws.cards("KC 7D")))
    return [move for move in some if type(move) in taken]


def hand_of(start: Start, seed: int = 1) -> Iterator[AnyState]:
    fresh: AnyState = start()
    yield fresh
    yield from positions(shuffled(fresh, seed), random.Random(seed))


@rule("AL-6")
@pytest.mark.parametrize("name", NAMES)
def test_deals_are_due_between_hands_and_moves_within_them(name: str) -> None:
    for number, state in enumerate(hand_of(starts()[name])):
        moves = [] if number % 9 else moves_of(tws.GAMES[name_of(state)])
        assert (state.actor is None) is state.needs_deal is not bool(tws.legal_moves(state))
        assert (state.score is not None) is state.hand_over
        if state.needs_deal:
            for move in (*moves[:60], *moves[-60:]):
                refused(state, move, reasons.DealDue, "AL-6", "expected a Deal")
        if state.needs_deal or number % 9:
            continue
        deal = tws.shuffle(state, random.Random(0))
        refused(state, deal, reasons.NoDealDue, "AL-6", "the hand in play must end first")
        with pytest.raises(tws.HandNotOver, match=f"the phase is {state.phase}"):
            tws.score_hand(state)


@rule("AL-2", "AL-6")
@pytest.mark.parametrize("name", OURS)
def test_no_move_is_legal_after_the_game(name: str) -> None:
    game = tws.GAMES[name]
    state = hand_played(game.new_game(game.Rules(max_hands=1)), random.Random(0))
    assert state.is_over and state.hand_over and not state.needs_deal and state.winners
    assert state.actor is None and tws.legal_moves(state) == ()
    fresh = game.new_game()
    deals = tws.shuffle(state, random.Random(0)), tws.Deal(fresh.rules.pack.cards), "deal 2C"
    for move in (*moves_of(game), *deals):
        refused(state, move, reasons.GameOver, "AL-6", "expected no further move")
    refused(state, 7, reasons.NotAMove, None, f"not a move of {game.title}")


@rule("AL-6", "ST-1", "DU-1", "TW-1", "SP-1", "TD-1", "TL-1", "BR-1")
@pytest.mark.parametrize("name", OURS)
def test_a_deal_is_the_whole_pack(name: str) -> None:
    state = tws.GAMES[name].new_game()
    pack = list(state.rules.pack.cards)
    first, last = pack[0], pack[-1]
    foreign = next(card for card in tws.CARDS[::-1] if card not in pack)
    for cards, missing, extra in (
        (pack[1:], (first,), ()),
        ([], tuple(sorted(pack)), ()),
        ([*pack[:-1], foreign], (last,), (foreign,)),
        ([*pack[:-1], first], (last,), (first,)),
        ([*pack, last], (), (last,)),
    ):
        reason = refused(state, tws.Deal(cards), reasons.WrongPack, "AL-6", "every card")
        assert (reason.missing, reason.extra) == (missing, extra)
        for kind, some in (("missing", missing), ("extra", extra)):
            assert not some or f"{kind} {' '.join(map(str, some[:9]))}" in reason.explain()
    assert tws.apply(state, tws.Deal(pack)) == tws.apply(state, tws.Deal(iter(pack)))
