"""What a match begins with, checked: its rules, and what was played of it elsewhere."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, Protocol, TypeVar

from twowaystreet._engine.game import Game
from twowaystreet._engine.match import GameRules, HandData, Match, build_match
from twowaystreet._engine.seats import checked_seat
from twowaystreet._engine.state import AnyState
from twowaystreet._util.numbers import GREATEST, bounds_of, is_int
from twowaystreet._util.values import public_name
from twowaystreet.errors import RecordError, RulesError, TwoWayStreetError, as_tuple

RulesT = TypeVar("RulesT")
StateT = TypeVar("StateT", bound=AnyState)
RulesInT = TypeVar("RulesInT", bound=GameRules, contravariant=True)
StateOutT = TypeVar("StateOutT", bound=AnyState, covariant=True)


def checked_rules(kind: type[RulesT], rules: RulesT | None) -> RulesT:
    """The rules that are given, or those with all the defaults.

    Raises:
        RulesError: if they are the rules of another game, or none at all.
    """
    if rules is None:
        return kind()
    if not issubclass(type(rules), kind):  # its own __class__ may raise anything
        raise RulesError("rules", rules, f"a {public_name(kind)}")
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
    """The state that a match begins with, or goes on from.

    Args:
        state: the class of the game's states.
        hand_data: what is settled before the first deal.
        rules: the options of the game.
        dealer: the seat that deals first.
        scores: every seat's points so far; ``None`` for ``start`` each.
        hands_played: how many hands have been played so far.
        at_least: the lowest that a score can be; ``None`` for minus a billion. The highest is a
            billion.
        start: what everybody begins a match with.
        rule: the rule that says when a game ends.

    Raises:
        SeatError: if the dealer is no seat.
        RulesError: if the scores or the number of hands cannot be, or leave nothing to play.
    """
    match: Match[GameRules] = build_match(
        rules,
        checked_seat(dealer, rules.seats),
        checked_numbers("scores", scores, rules.seats, rule, at_least, default=start),
        checked_hands_played(hands_played, rules.max_hands),
        None,
        False,
    )
    phases: Any = state._phases  # Any: every game's enum has this member
    first: StateT = state._build(match, hand_data, phases.DEAL)
    if first._ends_game(first.scores):
        raise RulesError("scores", scores, "those of a game that is not over yet", rule)
    return first


MATCH_ARGUMENTS: Final[Mapping[str, Any]] = MappingProxyType(
    {
        "dealer": int,
        "scores": tuple[int, ...],
        "hands_played": int,
    }
)
"""What every match begins with besides rules, as ``new_game`` takes it, with the types."""


def match_arguments(game: Game) -> dict[str, Any]:
    """What a match of a game begins with, by name and with the types. Any: they are types."""
    return {**MATCH_ARGUMENTS, **game.State._match_counters}


def resume_match(game: Game, facts: Mapping[str, Any]) -> AnyState:
    """The state that a match begins with.

    Args:
        game: the game.
        facts: its rules, and what the match begins with. Any: it is checked here.

    Raises:
        RecordError: if a match cannot begin so.
    """
    rest = {name: facts[name] for name in match_arguments(game)}
    try:
        start: AnyState = game.new_game(facts["rules"], **rest)
    except TwoWayStreetError as error:
        raise RecordError(str(error)) from error
    return start


class NewGame(Protocol[RulesInT, StateOutT]):
    """A function that begins games, with what every such function takes."""

    def __call__(
        self,
        rules: RulesInT | None = None,
        *,
        dealer: int = 0,
        scores: Sequence[int] | None = None,
        hands_played: int = 0,
    ) -> StateOutT:
        """Begin a game, or go on with one that was begun elsewhere."""
        ...


def new_game_for(
    rules_kind: type[RulesInT], state: type[StateOutT], hand_data: HandData, *, rule: str
) -> NewGame[RulesInT, StateOutT]:
    """A ``new_game`` for a game that asks for nothing unusual.

    Args:
        rules_kind: the class of its rules.
        state: the class of its states.
        hand_data: what is settled before the first deal.
        rule: the rule that says when a game ends.
    """

    def new_game(
        rules: RulesInT | None = None,
        *,
        dealer: int = 0,
        scores: Sequence[int] | None = None,
        hands_played: int = 0,
    ) -> StateOutT:
        return begin_match(
            state,
            hand_data,
            checked_rules(rules_kind, rules),
            dealer,
            scores,
            hands_played,
            rule=rule,
        )

    return new_game


def checked_numbers(
    field: str,
    values: Sequence[int] | None,
    seats: int,
    rule: str,
    at_least: int | None = None,
    at_most: int | None = None,
    default: int = 0,
) -> tuple[int, ...]:
    """What a match goes on from: one whole number a seat within bounds, or the default for each.

    Raises:
        RulesError: if they are anything else.
    """
    if values is None:
        return (default,) * seats
    least, most = bounds_of(at_least, at_most)
    expected = f"{seats} whole numbers, one a seat, {least} to {most} each"
    numbers = as_tuple(field, values, expected, rule)
    if len(numbers) != seats or not all(
        is_int(number) and least <= number <= most for number in numbers
    ):
        raise RulesError(field, values, expected, rule)
    return numbers


def checked_hands_played(hands_played: int, max_hands: int | None) -> int:
    """How many hands of a match have been played before it goes on here."""
    most = GREATEST if max_hands is None else max_hands - 1
    if not is_int(hands_played) or not 0 <= hands_played <= most:
        raise RulesError("hands_played", hands_played, f"a whole number, 0 to {most}", "AL-2")
    return hands_played
