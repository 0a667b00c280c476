"""Policies: ways to choose the moves of playouts, the same for all seats or one for each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final, Literal, TypeAlias

from twowaystreet._core.engine.game import GAMES
from twowaystreet._core.engine.moves import Move
from twowaystreet._core.engine.state import AnyState
from twowaystreet._core.players import RuleOfThumb, Tables, own_rule_of, rule_of
from twowaystreet._core.playouts.moves import player_moves, random_moves
from twowaystreet.errors import RulesError

Word: TypeAlias = Literal["random", "simple"]
POLICIES: Final[tuple[Word, ...]] = ("random", "simple")
# Any: rules of thumb of any games.
SeatPolicy: TypeAlias = Word | RuleOfThumb[Any, Any]
"""The policy of one seat: a word, or a rule of thumb."""
Policy: TypeAlias = SeatPolicy | Sequence[SeatPolicy]
"""The policy of all seats, or a sequence with that of each seat."""
# Any: as above.
Rules: TypeAlias = tuple[RuleOfThumb[Any, Any] | None, ...]
"""The rule of each seat; ``None`` for a seat that plays at random."""


def policy_of(field: str, policy: object) -> Policy:
    """Return a policy; sequences become tuples.

    Args:
        field: the name of the option.
        policy: the policy.

    Raises:
        RulesError: if there is no such policy.
    """
    found: Any = policy  # Any: not checked yet
    is_list = issubclass(type(policy), Sequence) and not isinstance(policy, str)
    several: tuple[Any, ...] = tuple(found) if is_list else (found,)  # Any: as above
    for each in several or (found,):
        is_word = isinstance(each, str) and each in POLICIES
        if not is_word and not isinstance(each, RuleOfThumb):
            expected = f"{', '.join(POLICIES)}, a RuleOfThumb, or a list of one for each seat"
            raise RulesError(field, policy, expected)
    checked: Policy = several if is_list else several[0]
    return checked


# Any: the class of the states of any game.
def check_policy(field: str, policy: Policy, cls: type[Any], seats: int) -> None:
    """Refuse a policy that does not fit a game.

    Args:
        field: the name of the option.
        policy: the policy.
        cls: the class of the states.
        seats: the number of seats.

    Raises:
        RulesError: if it does not fit.
    """
    several = _by_seat(policy, seats)
    if len(several) != seats:
        raise RulesError(field, policy, f"a policy for each of {seats} seats")
    own = type(rule_of(cls))
    for each in {type(each): each for each in several}.values():
        if isinstance(each, RuleOfThumb) and type(each) is not own:
            _refuse_another_game(field, each, cls)


# Any: a rule of any game, and the class of its states.
def _refuse_another_game(field: str, rule: RuleOfThumb[Any, Any], cls: type[Any]) -> None:
    """Refuse the rule of thumb of another game."""
    for game in GAMES.values():
        other = own_rule_of(game.State)
        if type(rule) is type(other) and not issubclass(cls, game.State):
            raise RulesError(field, rule, f"a rule of thumb of {cls.title}, not of {game.title}")


def _by_seat(policy: Policy, seats: int) -> Sequence[SeatPolicy]:
    return (policy,) * seats if isinstance(policy, str | RuleOfThumb) else policy


def rules_of(policy: Policy, state: AnyState) -> Rules:
    """Return the rule of each seat.

    Args:
        policy: the policy, which fits the game.
        state: a state of the game.
    """
    own = rule_of(type(state))
    return tuple(
        [
            each if isinstance(each, RuleOfThumb) else own if each == "simple" else None
            for each in _by_seat(policy, len(state.scores))
        ]
    )


def moves(
    policy: Policy, state: AnyState, key: int, made: int = 0
) -> Iterator[tuple[Move, AnyState]]:
    """Yield the moves of a playout through ``apply``, each with the state after it."""
    return moves_by(rules_of(policy, state), state, key, made)


def moves_by(
    rules: Rules, state: AnyState, key: int, made: int = 0
) -> Iterator[tuple[Move, AnyState]]:
    """Yield the same moves, for the rule of each seat."""
    return (
        player_moves(rules, state, key, made)
        if any(rule is not None for rule in rules)
        else random_moves(state, key, made)
    )


# Any: the state and the rule of any game.
def holds(rule: RuleOfThumb[Any, Any], cls: type[Any], method: str) -> bool:
    """Return whether a method of a rule, such as ``card_play``, says what it does in a game.

    A game derived from that of the rule may have other rules, so that there only the player itself
    knows its choices.

    Args:
        rule: the rule.
        cls: the class of the states.
        method: the name of the method.
    """
    inherited = rule_of(cls) if own_rule_of(cls) is None else None
    return rule.describes(method) and (inherited is None or not isinstance(rule, type(inherited)))


# Any: the rule of any game.
def rule_with_payoffs(policy: Policy, state: AnyState) -> RuleOfThumb[Any, Any] | None:
    """Return the rule of all seats that plays whole hands at once; ``None`` without one.

    It takes states in the play.
    """
    first, *others = rules_of(policy, state)
    if first is None or not holds(first, type(state), "payoffs"):
        return None
    return first if all(rule == first for rule in others) else None


def opening_tables(policy: Policy, state: AnyState) -> tuple[Tables | None, ...] | None:
    """Return the tables by which the rule of each seat chooses before the play.

    Returns:
        The tables of each seat, ``None`` for a seat that plays at random; ``None`` if only the
        players know their choices.
    """
    rules = rules_of(policy, state)
    if not all(holds(rule, type(state), "opening") for rule in rules if rule is not None):
        return None
    return tuple([None if rule is None else rule.opening(state) for rule in rules])
