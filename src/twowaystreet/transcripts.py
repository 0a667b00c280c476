"""The text of a record, for people: a header, an empty line, and the moves.

The header has a line each for the format with its version, the game, its rules and what it began
with. Of the moves there is a line for a deal, one for what is said before the play, one for each
trick. Moves on a line are separated by semicolons; what follows a ``#`` is a comment, such as what
a hand has come to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

from twowaystreet.errors import RecordError, TwoWayStreetError, quoted
from twowaystreet.game import Game, game_named
from twowaystreet.moves import Deal, Move, Play
from twowaystreet.notation import kinds_of, read_move
from twowaystreet.numbers import read_int
from twowaystreet.opening import BEGINNING, beginning_of, begun
from twowaystreet.options import option_text, options_of
from twowaystreet.scores import HandScore, SeatScore
from twowaystreet.state import AnyState

FORMAT: Final = "twowaystreet record 1"
"""The first line of every record's text."""


def write(
    game: Game, start: AnyState, moves: Iterable[tuple[AnyState, Move]], last: AnyState
) -> str:
    """The text of a game so far.

    Args:
        game: the game.
        start: the state that it began with.
        moves: each move with the state it was made in.
        last: the state after the last move.
    """
    rules = start.rules
    options = (f"{name}={option_text(getattr(rules, name))}" for name in options_of(type(rules)))
    header = [FORMAT, f"game {game.name}", f"rules {' '.join(options)}"]
    for name, kind in beginning_of(game).items():
        value = getattr(start, name)
        header.append(f"{name} {value if kind is int else ' '.join(map(str, value))}")
    return "\n".join((*header, "", *_lines(moves, last))) + "\n"


def read(text: str) -> tuple[AnyState, list[Move]]:
    """What a text says a game began with, and its moves, legal or not.

    Raises:
        RecordError: if the text is damaged.
    """
    if type(text) is not str:  # a class built on it may raise anything
        raise RecordError(f"expected a text, not {quoted(text)}")
    header, _, body = text.replace("\r\n", "\n").partition("\n\n")
    start = _opening(header.split("\n"))
    texts = [
        move.strip()
        for line in body.split("\n")
        for move in line.partition("#")[0].split(";")
        if move.strip()
    ]
    kinds = kinds_of(type(start))
    moves: list[Move] = []
    for number, move in enumerate(texts, start=1):
        try:
            moves.append(read_move(kinds, move))
        except TwoWayStreetError as error:
            raise RecordError(str(error), number) from error
    return start, moves


def _lines(moves: Iterable[tuple[AnyState, Move]], last: AnyState) -> Iterator[str]:
    """The moves, a line for each deal, for what is said after it, and for each trick.

    What a hand has come to follows as a comment: the entries of the score sheet, and the totals.
    """
    line: list[str] = []
    after_deal = False
    for state, move in moves:
        is_deal = isinstance(move, Deal)
        leads = isinstance(move, Play) and not state.trick.cards
        if line and (is_deal or after_deal or leads):
            yield "; ".join(line)
            line = []
        if state.score:
            yield _scored(state.score, state.scores)
        line.append(str(move))
        after_deal = is_deal
    if line:
        yield "; ".join(line)
    if last.score:
        yield _scored(last.score, last.scores)


def _scored(score: HandScore[SeatScore], totals: Iterable[int]) -> str:
    entries = "  ".join(seat.entry for seat in score.seats)
    return f"# {entries}  =  {' '.join(map(str, totals))}"


def _opening(header: Iterable[str]) -> AnyState:
    """The state that the header of a record describes."""
    first, *rest = header
    if first != FORMAT:
        raise RecordError(f"expected {FORMAT!r} in the first line, found {quoted(first)}")
    found = {key: value for key, _, value in (line.partition(" ") for line in rest)}
    game = game_named(found["game"]) if "game" in found else None
    types = beginning_of(game) if game else BEGINNING
    keys = ("game", "rules", *types)
    if game is None or tuple(found) != keys or len(rest) != len(keys):
        raise RecordError(f"expected the header lines {', '.join(keys)}, found {quoted(rest)}")
    facts = {name: _READERS[kind](found[name]) for name, kind in types.items()}
    return begun(game, facts | {"rules": _rules(game, found["rules"])})


def _rules(game: Game, text: str) -> Any:
    """The rules that a header line gives. Any: each game has a class of its own for them."""
    options = options_of(game.Rules)
    settings = [setting.partition("=") for setting in text.split()]
    if [name for name, _, _ in settings] != list(options):
        raise RecordError(f"expected the rules {', '.join(options)}, found {quoted(text)}")
    try:
        return game.Rules(**{name: options[name].read(value) for name, _, value in settings})
    except TwoWayStreetError as error:
        raise RecordError(str(error)) from error


def _numbers(text: str) -> list[int]:
    return [_number(number) for number in text.split()]


def _number(text: str) -> int:
    number = read_int(text)
    if number is None:
        raise RecordError(f"expected a whole number, found {quoted(text)}")
    return number


_READERS: Final[dict[Any, Callable[[str], Any]]] = {int: _number, tuple[int, ...]: _numbers}
"""What reads the value of a header line, by its type. Any: there is no name for such types."""
