"""Helpers for many tests: deals of chosen hands, moves from texts, random play."""

import math
import random
import re
import sys
import tracemalloc
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import FrameType, MappingProxyType
from typing import Any, TypeAlias, TypeVar

import attrs
import pytest

import twowaystreet as tws
from tests import hostile
from twowaystreet import authoring as core
from twowaystreet._core.display.options import rules_of
from twowaystreet._core.engine import game as registry
from twowaystreet.errors import Reason, quoted
from twowaystreet.players import RuleOfThumb

AnyState: TypeAlias = tws.GameState[Any, Any, Any]
AnyView: TypeAlias = tws.View[Any, Any]


def trick_state(state: AnyState) -> tws.TrickState[Any, Any, Any]:
    assert isinstance(state, tws.TrickState)
    return state


def voids(view: AnyView) -> tuple[tws.Void, ...]:
    assert isinstance(view, tws.TrickView)
    return view.voids


StateT = TypeVar("StateT", bound=AnyState)
ReasonT = TypeVar("ReasonT", bound=Reason)

Hostile = hostile.Hostile
PACKETS = (1, 2, 3, 4)
MOST_MOVES = 1000
"""A number of moves that no hand reaches, deals included."""


def as_in(before: str, text: str) -> str:
    """Return a record, in text or JSON, without the options that one of before does not have."""

    def kept(found: re.Match[str]) -> str:
        return found[0] if found[1] in before else ""

    return re.sub(r'(?:, "| )(\w+(?:=|": ))[^\s,{}[\]]+', kept, text)


def nightly_but_every(number: int, cases: Iterable[Any]) -> list[Any]:
    """Return parameters of tests: each change runs the first of every so many, the night all.

    Any: parameters are of any type, and pytest has no public type for what it makes of them.

    Args:
        number: how many.
        cases: the parameters; a tuple has several.
    """
    found: list[Any] = []
    for place, case in enumerate(cases):
        marks = [pytest.mark.nightly] * (place % number > 0)
        # isinstance would make items of an unknown type for pyright.
        values: tuple[Any, ...] = case if issubclass(type(case), tuple) else (case,)
        found.append(pytest.param(*values, marks=marks))
    return found


def give_rule(monkeypatch: pytest.MonkeyPatch, game: str, rule: RuleOfThumb | None) -> None:
    """Give a game another rule of thumb, or none, for one test."""
    monkeypatch.setitem(registry._parts, tws.GAMES[game].State, {"player": rule})


def made_again(
    base: Any,
    name: str,
    *,
    state: Any = None,
    view: Any = None,
    rules: Any = None,
    members: Mapping[str, Any] = MappingProxyType({}),
    **given: Any,
) -> tws.Game:
    """Return the game of a module with new classes of states and views. Any: of any game.

    Args:
        base: the module.
        name: the name of the game.
        state: the class of states from which the new one derives (default: that of the module).
        view: the same of views.
        rules: the class of the rules (default: that of the module).
        members: further members of the class of states.
        given: further parts of the game.
    """
    own_rules = rules or base.GAME.Rules
    own_state: Any = type("State", (state or base.State,), {"__slots__": (), **members})
    own_view: Any = attrs.frozen(kw_only=True)(type("View", (view or base.View,), {}))
    hand_data = getattr(base, "HandData", core.HandData)
    return tws.Game(
        name=name,
        Rules=own_rules,
        State=own_state,
        View=own_view,
        new_game=core.new_game_for(own_rules, own_state, hand_data(), rule="HR-1"),
        **given,
    )


def card(text: str) -> tws.Card:
    return tws.Card.parse(text)


def text_of(some: Iterable[tws.Card] | None) -> str:
    assert some is not None
    return " ".join(map(str, some))


def texts(state: AnyState) -> list[str]:
    return list(map(str, tws.legal_moves(state)))


def replay(state: StateT, moves: Iterable[str]) -> StateT:
    for text in moves:
        state = tws.apply(state, tws.parse_move(state, text))
    return state


def play(state: StateT, cards: str) -> StateT:
    return replay(state, cards.split())


def refused(
    state: AnyState, move: object, reason_type: type[ReasonT], *expected: str | None
) -> ReasonT:
    """Check that a move is refused with this type of reason, and return the reason.

    The message must quote the move and contain the reason.

    Args:
        state: the state.
        move: the move, or its text.
        reason_type: the type of the reason.
        expected: the rule (``None`` if the reason cites none), then words of the message.
    """
    if isinstance(move, str):
        move = tws.parse_move(state, move)
    with pytest.raises(tws.IllegalMove) as caught:
        tws.apply(state, move)
    error, reason = caught.value, caught.value.reason
    assert error.move is move
    assert type(reason) is reason_type, error
    assert str(error).startswith(f"{quoted(move)}: ") and str(reason) in str(error)
    assert not expected or reason.rule == expected[0]
    for words in filter(None, expected):
        assert words in str(error)
    return reason


def next_dealer(state: AnyState) -> int:
    """Return the next dealer: the left neighbour after a hand, else the same dealer."""
    return int((state.dealer + state.hand_over) % len(state.scores))


def filled(
    state: AnyState, hands: Sequence[str], size: int, *, seats: int = 4, stock: str = ""
) -> tuple[list[list[tws.Card]], list[tws.Card]]:
    """Return a hand for each seat, these and empty ones, filled up with the lowest of the others.

    The cards that are left follow, those of the stock first.
    """
    chosen = [list(tws.cards(hand)) for hand in hands]
    chosen += [[] for _ in range(seats - len(chosen))]
    top = tws.cards(stock)
    rest: Counter[tws.Card] = Counter(state.rules.pack.cards)
    rest.subtract([*top, *(one for hand in chosen for one in hand)])
    assert min(rest.values()) >= 0, f"not in the pack so often: {-rest}"
    spare = sorted(rest.elements())
    for hand in chosen:
        while len(hand) < size:
            hand.append(spare.pop(0))
    return chosen, [*top, *spare]


def deal_of(state: AnyState, hands: Sequence[str], stock: str = "") -> tws.Deal:
    """Return the deal in which seats 0, 1, ... get these hands, and the stock these top cards.

    Each hand is filled up to ten cards with the lowest of the other cards. So is each missing hand.
    """
    seats = len(state.scores)
    chosen, rest = filled(state, hands, sum(PACKETS), seats=seats, stock=stock)
    pack: list[tws.Card] = []
    for size in PACKETS:
        for place in range(seats):
            hand = chosen[(next_dealer(state) + place) % seats]
            pack += hand[:size]
            del hand[:size]
    return tws.Deal([*pack, *rest])


def dealt(state: StateT, hands: Sequence[str], stock: str = "") -> StateT:
    """Deal these hands; see :func:`deal_of`."""
    return tws.apply(state, deal_of(state, hands, stock))


def shuffled(state: StateT, seed: int = 0) -> StateT:
    return tws.apply(state, tws.shuffle(state, random.Random(seed)))


def some_move(state: AnyState, rng: random.Random) -> tws.Move:
    """Return a deal if one is due, else a random legal move; Jokers are chosen more often."""
    if state.needs_deal:
        return tws.shuffle(state, rng)
    moves = tws.legal_moves(state)
    jokers = [move for move in moves if isinstance(move, tws.Play) and move.card.joker]
    return rng.choice(jokers if jokers and rng.random() < 0.3 else moves)


def positions(state: StateT, rng: random.Random) -> Iterator[StateT]:
    """Yield this position and every later one of a random hand."""
    yield state
    for _ in range(MOST_MOVES):
        state = tws.apply(state, some_move(state, rng))
        yield state
        if state.hand_over:
            return
    pytest.fail(f"the hand does not end: {state}")


def hand_played(state: StateT, rng: random.Random) -> StateT:
    """Play to the end of this hand; between hands, of the next one."""
    *_, last = positions(state, rng)
    return last


def anything(thing: object) -> Any:
    """Return the object as Any, for calls that the types forbid."""
    return thing


def most_memory(call: Callable[[], object]) -> int:
    """Return the peak memory of a call in bytes; errors of the library are ignored."""
    tracemalloc.start()
    try:
        call()
    except tws.TwoWayStreetError:
        pass
    finally:
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
    return most


def start_of(name: str, settings: str = "", **where: Any) -> Any:
    """Begin a game with options such as ``"players=5 decks=5"``. Any: a state of any game."""
    game = tws.GAMES[name]
    return game.new_game(rules_of(game, settings.split(), {}), **where)


def at(state: AnyState, phase: str) -> bool:
    return state.phase == phase


def refused_options(make: Callable[..., object], **options: object) -> tws.RulesError:
    """Return the error for these options; its message quotes option and value."""
    with pytest.raises(tws.RulesError) as caught:
        make(**options)
    error = caught.value
    assert error.value is options[error.field]
    cited = f" ({error.rule})" if error.rule else ""
    assert str(error) == f"{error.field}={quoted(error.value)}: expected {error.expected}{cited}"
    return error


class TooExpensive(BaseException):
    """Ends a call that costs too much; ``except Exception`` does not catch it."""


def calls_of(read: Callable[[], object], most: float = math.inf) -> int:
    """Count the function calls while an input is read or refused, up to a number.

    Those of Python itself count, too.
    """
    found = 0

    def count(frame: FrameType, event: str, argument: object) -> None:
        nonlocal found
        found += event in ("call", "c_call")
        if found > most:
            raise TooExpensive

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        read()
    except TooExpensive:
        pass
    except tws.TwoWayStreetError as error:
        str(error)
    finally:
        sys.setprofile(before)
    return found
