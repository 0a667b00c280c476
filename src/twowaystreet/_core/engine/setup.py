"""The first state of a match, from checked rules and earlier results; and its score sheet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import accumulate
from operator import add
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeVar
from unicodedata import category

from twowaystreet._core.engine.fields import Type
from twowaystreet._core.engine.match import (
    GameRules,
    HandData,
    HandScore,
    Match,
    SeatScore,
    build_match,
)
from twowaystreet._core.engine.seats import (
    check_sides,
    checked_number,
    checked_numbers,
    checked_seat,
)
from twowaystreet._core.engine.state import AnyState, score_class
from twowaystreet._util.numbers import GREATEST
from twowaystreet._util.values import OfGame
from twowaystreet.errors import RecordError, RulesError, TwoWayStreetError, as_tuple

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


# Unicode categories: controls, surrogates and line separators; and invisible marks.
_BREAKS: Final = frozenset({"Cc", "Cs", "Zl", "Zp"})
_INVISIBLE: Final = "Cf"
UNFIT: Final = _BREAKS | {_INVISIBLE}
_TURNS: Final = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""The marks that turn the direction of all text after them."""
_JOINERS: Final = "\u200c\u200d"
"""The two invisible characters that names in Persian, Indian scripts and emoji need."""
_ON_ONE_LINE: Final = "names on one line, without |, control characters and invisible marks"


def breaks_line(char: str) -> bool:
    """Return whether a character ends a line, controls a terminal, or turns what follows it."""
    return category(char) in _BREAKS or char in _TURNS


def _is_unfit(char: str) -> bool:
    is_invisible = category(char) == _INVISIBLE and char not in _JOINERS
    return char == "|" or is_invisible or breaks_line(char)


def score_sheet(
    names: Sequence[str],
    hands: Iterable[HandScore[SeatScore]],
    *,
    scores: Sequence[int] | None = None,
) -> str:
    """Render the score sheet of several hands.

    Args:
        names: the players' names in the order of seats, in any script, without ``|``, line breaks,
            control characters, invisible marks (except joiners) and lone surrogates.
        hands: the scores of the hands in the order of play.
        scores: the totals before the first hand, for a match that began elsewhere; ``None`` for
            those with which the game begins, such as 20 in Twenty Down.

    Returns:
        Lines of text in columns, with the names, then the entries and the totals of each hand,
        without a newline at the end.

    Raises:
        RulesError: if a name is not such a text, or a hand has another number of players.

    >>> from twowaystreet.games import street
    >>> print(score_sheet(["Ann", "Ben", "Cem"], [street.score(["HD", "LD", "LD"], [7, 2, 1])]))
    Ann      | Ben      | Cem
    HD,7-6:1 | LD,6-6:0 | LD,7-6:1
    2        | 0        | 2
    """
    players = as_tuple("names", names, "the players' names", "ST-25")
    if not players or not all(isinstance(name, str) for name in players):
        raise RulesError("names", names, "the players' names, as texts", "ST-25")
    # The plain texts: a class built on str may show other characters than it prints.
    players = tuple(map(str.__str__, players))
    for name in players:
        if any(map(_is_unfit, name)):
            raise RulesError("names", name, _ON_ONE_LINE, "ST-25")
    scored = as_tuple("hands", hands, "the scores of hands", "ST-25")
    for hand in scored:
        if not isinstance(hand, HandScore) or len(hand.seats) != len(players):
            raise RulesError("hands", hand, f"scores of {len(players)} players each", "ST-25")
    starts_at = scored[0].starts_at if scored else 0
    before = checked_numbers("scores", scores, len(players), "ST-25", default=starts_at)
    totals = accumulate(
        (hand.points for hand in scored),
        lambda so_far, more: tuple(map(add, so_far, more)),
        initial=before,
    )
    next(totals)
    rows: list[tuple[str, ...]] = [players]
    if scores is not None or starts_at:
        rows.append(tuple(map(str, before)))
    for hand, total in zip(scored, totals, strict=True):
        rows += [tuple(seat.entry for seat in hand.seats), tuple(map(str, total))]
    return "\n".join(columns(rows, " | "))


def columns(rows: Iterable[tuple[str, ...]], separator: str = "  ") -> Iterator[str]:
    """Yield rows of text in columns; each column is as wide as its widest entry.

    >>> list(columns([("Ann", "2"), ("Benjamin", "14")]))
    ['Ann       2', 'Benjamin  14']
    """
    table = list(rows)
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    for row in table:
        yield separator.join(map(str.ljust, row, widths)).rstrip()
