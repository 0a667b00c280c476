"""Small things that many tests need: dealing chosen hands, playing texts, playing at random."""

from __future__ import annotations

import random
import tracemalloc
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, TypeAlias, TypeVar

import pytest

import twowaystreet as tws
from tests import hostile
from twowaystreet.errors import Reason, quoted

AnyState: TypeAlias = tws.GameState[Any, Any, Any]
AnyView: TypeAlias = tws.View[Any, Any]


def trick_state(state: AnyState) -> tws.TrickState[Any, Any, Any]:
    """The same state, of a game that is known to have tricks."""
    assert isinstance(state, tws.TrickState)
    return state


def voids(view: AnyView) -> tuple[tws.Void, ...]:
    """The voids that a view of a trick-taking game shows."""
    assert isinstance(view, tws.TrickView)
    return view.voids


StateT = TypeVar("StateT", bound=AnyState)
ReasonT = TypeVar("ReasonT", bound=Reason)

Hostile = hostile.Hostile
PACKETS = (1, 2, 3, 4)
MOST_MOVES = 1000
"""More than there are in any hand, deals that are thrown in included."""


def card(text: str) -> tws.Card:
    """One card."""
    return tws.Card.parse(text)


def text_of(some: Iterable[tws.Card] | None) -> str:
    """Cards as one text, so that a failing test shows something readable."""
    assert some is not None
    return " ".join(map(str, some))


def texts(state: AnyState) -> list[str]:
    """The legal moves as texts."""
    return list(map(str, tws.legal_moves(state)))


def replay(state: StateT, moves: Iterable[str]) -> StateT:
    """Make these moves, each given by its text."""
    for text in moves:
        state = tws.apply(state, tws.parse_move(state, text))
    return state


def play(state: StateT, cards: str) -> StateT:
    """Make these moves of a single word each."""
    return replay(state, cards.split())


def refused(state: AnyState, move: object, reason_type: type[ReasonT]) -> ReasonT:
    """Offer an illegal move, see that it is refused for this type of reason, return the reason."""
    if isinstance(move, str):
        move = tws.parse_move(state, move)
    with pytest.raises(tws.IllegalMove) as caught:
        tws.apply(state, move)
    assert caught.value.move is move
    assert type(caught.value.reason) is reason_type, caught.value
    return caught.value.reason


def told(
    state: AnyState, move: object, reason_type: type[ReasonT], rule: str | None, *expected: str
) -> ReasonT:
    """See that a move is refused for this reason, and that the message says what it should.

    It quotes what was offered, names the rule if there is one, and has these words about what was
    expected.
    """
    if isinstance(move, str):
        move = tws.parse_move(state, move)
    with pytest.raises(tws.IllegalMove) as caught:
        tws.apply(state, move)
    error = caught.value
    assert error.move is move
    assert type(error.reason) is reason_type, error
    assert error.reason.rule == rule
    assert str(error).startswith(f"{quoted(move)}: ")
    for words in (rule or "", *expected):
        assert words in str(error)
    return error.reason


def next_dealer(state: AnyState) -> int:
    """Whose deal the next one is: the left neighbour's after a hand, else the same dealer's."""
    return int((state.dealer + state.hand_over) % len(state.scores))


def deal_of(state: AnyState, hands: Sequence[str], stock: str = "") -> tws.Deal:
    """The deal that gives seats 0, 1, ... these hands, and the stock this top.

    What the hands lack of ten cards, and whole hands that are not given, are filled up from the
    cards left over, the lowest first.
    """
    seats = len(state.scores)
    chosen = [list(tws.cards(hand)) for hand in hands]
    chosen += [[] for _ in range(seats - len(chosen))]
    top = tws.cards(stock)
    rest: Counter[tws.Card] = Counter(state.rules.pack.cards)
    rest.subtract([*top, *(one for hand in chosen for one in hand)])
    assert min(rest.values()) >= 0, f"not in the pack so often: {-rest}"
    spare = sorted(rest.elements())
    for hand in chosen:
        while len(hand) < sum(PACKETS):
            hand.append(spare.pop(0))
    pack: list[tws.Card] = []
    for size in PACKETS:
        for place in range(seats):
            hand = chosen[(next_dealer(state) + place) % seats]
            pack += hand[:size]
            del hand[:size]
    return tws.Deal([*pack, *top, *spare])


def dealt(state: StateT, hands: Sequence[str], stock: str = "") -> StateT:
    """Deal these hands; see :func:`deal_of`."""
    return tws.apply(state, deal_of(state, hands, stock))


def shuffled(state: StateT, seed: int = 0) -> StateT:
    """Deal at random."""
    return tws.apply(state, tws.shuffle(state, random.Random(seed)))


def some_move(state: AnyState, rng: random.Random) -> tws.Move:
    """A deal if one is due, else any legal move; Jokers come out often, as much hangs on them."""
    if state.needs_deal:
        return tws.shuffle(state, rng)
    moves = tws.legal_moves(state)
    jokers = [move for move in moves if isinstance(move, tws.Play) and move.card.joker]
    return rng.choice(jokers if jokers and rng.random() < 0.3 else moves)


def positions(state: StateT, rng: random.Random) -> Iterator[StateT]:
    """Every position from here to the end of the hand, this one first."""
    yield state
    for _ in range(MOST_MOVES):
        state = tws.apply(state, some_move(state, rng))
        yield state
        if state.hand_over:
            return
    pytest.fail(f"a hand without an end: {state}")


def hand_played(state: StateT, rng: random.Random) -> StateT:
    """The end of this hand, or if none is being played of the next one."""
    *_, last = positions(state, rng)
    return last


def anything(thing: object) -> Any:
    """The same thing, for calls that the types forbid."""
    return thing


def most_memory(call: Callable[[], object]) -> int:
    """The most bytes that a call has held at once; an error of ours that it raises is let go."""
    tracemalloc.start()
    try:
        call()
    except tws.TwoWayStreetError:
        pass
    finally:
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
    return most


def at(state: AnyState, phase: str) -> bool:
    """Whether this is what is to be done next."""
    return state.phase == phase
