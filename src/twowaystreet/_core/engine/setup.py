"""The first state of a match, from checked rules and earlier results."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from numbers import Integral
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeVar

from twowaystreet._core.engine.fields import Type
from twowaystreet._core.engine.match import GameRules, HandData, Match, build_match
from twowaystreet._core.engine.seats import check_sides, checked_seat
from twowaystreet._core.engine.state import AnyState, score_class
from twowaystreet._util.numbers import GREATEST, bounds_of, is_int
from twowaystreet._util.values import OfGame
from twowaystreet.errors import RecordError, RulesError, TwoWayStreetError, as_tuple, quoted

if TYPE_CHECKING:
    from twowaystreet._core.engine.game import Game  # it builds on this module

T = TypeVar("T")
RulesT = TypeVar("RulesT")
StateT = TypeVar("StateT", bound=AnyState)
RulesInT = TypeVar("RulesInT", bound=GameRules, contravariant=True)
StateOutT = TypeVar("StateOutT", bound=AnyState, covariant=True)


def checked_rules(rules_type: type[RulesT], rules: RulesT | None) -> RulesT:
    """Return the given rules, or the default rules for ``None``.

    Raises:
        RulesError: if they are not the rules of this game.
    """
    if rules is None:
        return rules_type()
    if not issubclass(type(rules), rules_type):  # its own __class__ may raise anything
        raise RulesError("rules", rules, f"a {rules_type.__module__}.{rules_type.__qualname__}")
    return rules


def begin_match(
    state: type[StateT],
    hand_data: HandData,
    rules: GameRules,
    dealer: int,
    scores: Sequence[int] | None,
    hands_played: int,
    *,
    at_least: int | None = None,
    start: int = 0,
    rule: str,
) -> StateT:
    """Return the first state of a match, or of the rest of a match that began elsewhere.

    Args:
        state: the class of the game's states.
        hand_data: the hand data before the first deal.
        rules: the options of the game.
        dealer: the seat that deals first.
        scores: every seat's points so far; ``None`` for ``start`` each.
        hands_played: the number of hands played so far.
        at_least: the lowest score; ``None`` for minus a billion. The highest is a billion.
        start: the score of every seat at the start of a match.
        rule: the rule about the end of a game.

    Raises:
        SeatError: if the dealer is not a seat.
        RulesError: if scores, number of hands or sides are impossible, or the game is over.
    """
    check_sides(rules)
    most = GREATEST if rules.max_hands is None else rules.max_hands - 1
    match: Match[GameRules] = build_match(
        rules,
        checked_seat(dealer, rules.seats),
        checked_numbers("scores", scores, rules.seats, rule, at_least, default=start),
        checked_number("hands_played", hands_played, 0, most, "AL-2"),
        None,
        False,
    )
    first: StateT = state._build(match, hand_data, state._phases.__members__["DEAL"])
    if first._ends_game(first.scores):
        raise RulesError("scores", scores, "scores of a game that is not over", rule)
    return first


MATCH_ARGUMENTS: Final[Mapping[str, Type]] = MappingProxyType(
    {"dealer": int, "scores": tuple[int, ...], "hands_played": int}
)
"""The arguments of every ``new_game`` besides the rules, with their types."""


def match_arguments(game: Game) -> dict[str, Type]:
    """Return the arguments of ``new_game`` besides the rules, with types."""
    return {**MATCH_ARGUMENTS, **game.State._match_counters}


def resume_match(game: Game, facts: Mapping[str, OfGame]) -> AnyState:
    """Return the first state of a match from the facts of a record."""
    rest = {name: facts[name] for name in match_arguments(game) if name in facts}
    try:
        start: AnyState = game.new_game(facts["rules"], **rest)
    except TwoWayStreetError as error:
        raise RecordError(str(error)) from error
    return start


class NewGame(Protocol[RulesInT, StateOutT]):
    def __call__(
        self,
        rules: RulesInT | None = None,
        *,
        dealer: int = 0,
        scores: Sequence[int] | None = None,
        hands_played: int = 0,
    ) -> StateOutT: ...


_HELP: Final = """Begin a game, or continue one that began elsewhere.

Args:
    rules: the options; ``None`` for all the defaults.
    dealer: the seat that deals first.
    scores: the points of each seat so far, {least} to a billion; ``None`` for those of a
        new game. With them the game is not over ({rule}).
    hands_played: the number of hands already played; it counts against ``max_hands``.

Returns:
    A state that waits for its deal.

Raises:
    SeatError: if the dealer is not a seat.
    RulesError: if the scores or the number of hands are impossible.
{note}
>>> new_game(dealer=1).dealer
1
"""


def new_game_for(
    rules_type: type[RulesInT],
    state: type[StateOutT],
    hand_data: HandData,
    *,
    rule: str,
    at_least: int | None = None,
    start: int | None = None,
    note: str = "",
) -> NewGame[RulesInT, StateOutT]:
    """Make the ``new_game`` of a game, with its docstring.

    Args:
        rules_type: the class of the rules.
        state: the class of the states; its method ``_undealt`` takes further arguments.
        hand_data: the hand data before the first deal.
        rule: the rule about the end of a game.
        at_least: the lowest score; ``None`` for minus a billion. The highest is a billion.
        start: the score of every seat at the start of a match; ``None`` for ``starts_at`` of the
            class of scores that ``state`` names.
        note: what else the docstring says about this game.
    """
    cls: OfGame = state  # hashable, and its ``_undealt`` takes its own counters

    def with_counters(
        rules: RulesInT | None = None,
        *,
        dealer: int = 0,
        scores: Sequence[int] | None = None,
        hands_played: int = 0,
        **counters: Any,
    ) -> StateOutT:
        options = checked_rules(rules_type, rules)
        return begin_match(
            state,
            cls._undealt(hand_data, options, **counters),
            options,
            dealer,
            scores,
            hands_played,
            at_least=at_least,
            start=_start_of(cls) if start is None else start,
            rule=rule,
        )

    def new_game(
        rules: RulesInT | None = None,
        *,
        dealer: int = 0,
        scores: Sequence[int] | None = None,
        hands_played: int = 0,
    ) -> StateOutT:
        return with_counters(rules, dealer=dealer, scores=scores, hands_played=hands_played)

    made = with_counters if cls._match_counters else new_game
    least = "minus a billion" if at_least is None else at_least
    made.__doc__ = _HELP.format(least=least, rule=rule, note=note and f"\n{note}\n")
    made.__module__, made.__name__, made.__qualname__ = state.__module__, *["new_game"] * 2
    scores = Sequence[int] | None
    types = {"rules": rules_type | None, "dealer": int, "scores": scores, "hands_played": int}
    made.__annotations__ |= {**types, "return": state}
    return made


@cache
def _start_of(state: OfGame) -> int:
    """Return the score of every seat at the start of a match."""
    start: int = score_class(state).starts_at
    return start


def checked_numbers(
    field: str,
    values: Sequence[int] | None,
    seats: int,
    rule: str | None,
    at_least: int | None = None,
    at_most: int | None = None,
    default: int = 0,
) -> tuple[int, ...]:
    """Return one whole number for each seat, within bounds; the default for ``None``.

    Raises:
        RulesError: if the values are anything else.
    """
    if values is None:
        return (default,) * seats
    least, most = bounds_of(at_least, at_most)
    expected = f"{seats} whole numbers, one a seat, {least} to {most} each"
    return checked_entries(field, values, _within(least, most), expected, rule, count=seats)


def checked_counts(
    field: str, values: Sequence[int], seats: int, total: int | None, expected: str, rule: str
) -> tuple[int, ...]:
    """Return one count for each seat, 0 or more, with this total, if any.

    Raises:
        RulesError: if the values are anything else; it says what is ``expected`` by which ``rule``.

    >>> checked_counts("tricks", [3, 2], 2, 5, "the tricks of 2 players, 5 in all", "X-1")
    (3, 2)
    """
    most = GREATEST if total is None else total
    counts = checked_entries(field, values, _within(0, most), expected, rule, count=seats)
    if total not in (None, sum(counts)):
        raise RulesError(field, values, expected, rule)
    return counts


def _within(least: int, most: int) -> Callable[[object], int | None]:
    return lambda value: value if is_int(value) and least <= value <= most else None


def checked_entries(
    field: str,
    values: Iterable[Any],
    read: Callable[[Any], T | None],
    expected: str,
    rule: str | None,
    *,
    count: int | None = None,
    name: str = "for seat",
    first: int = 0,
    letters: bool = False,
    whole: Any = None,
) -> tuple[T, ...]:
    """Return the entries of a field as a function reads them.

    Args:
        field: the name of the field.
        values: an iterable with an order.
        read: returns the entry of a value; ``None`` for a wrong one.
        expected: the right values in words.
        rule: the rule that says so.
        count: the number of entries; ``None`` for any.
        name: what an error says before the number of a wrong entry.
        first: the number of the first entry.
        letters: True if the values are the letters of a text.
        whole: the value of the field that an error shows, if the values were made from it.

    Raises:
        RulesError: if the values have no order or another number, or one of them is wrong.

    >>> checked_entries("bids", [1, "x"], {1: 1, 2: 2}.get, "1 or 2", "X-1")
    Traceback (most recent call last):
    ...
    twowaystreet.RulesError: bids=[1, 'x']: expected 1 or 2, found 'x' for seat 1 (X-1)
    """
    given = tuple(values) if letters else as_tuple(field, values, expected, rule)
    if count not in (None, len(given)):
        raise RulesError(field, values if whole is None else whole, expected, rule)
    found: list[T] = []
    for number, value in enumerate(given, start=first):
        entry = read(value)
        if entry is None:
            wrong = f"{expected}, found {quoted(value)} {name} {number}"
            raise RulesError(field, values if whole is None else whole, wrong, rule)
        found.append(entry)
    return tuple(found)


def checked_number(
    field: str, value: int, least: int, most: int = GREATEST, rule: str | None = None
) -> int:
    """Return a plain whole number within bounds.

    Raises:
        RulesError: if the value is anything else.

    >>> checked_number("stake", 0, 1, 9, "X-1")
    Traceback (most recent call last):
    ...
    twowaystreet.RulesError: stake=0: expected a whole number, 1 to 9 (X-1)
    """
    if not is_int(value) or not least <= value <= most:
        raise RulesError(field, value, f"a whole number, {least} to {most}", rule)
    return value


def plain_number(field: str, value: OfGame, least: int, most: int = 2**62) -> int:
    """Return a whole number within bounds, one of NumPy as well."""
    is_foreign = issubclass(type(value), Integral) and not issubclass(type(value), int)
    return checked_number(field, int(value) if is_foreign else value, least, most)
