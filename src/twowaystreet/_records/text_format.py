"""The text of a record, for people: a header, an empty line, and the moves.

The header has a line each for the format with its version, the game, its rules and what it began
with. Of the moves there is a line for a deal, one for what is said before the play, one for each
trick. Moves on a line are separated by semicolons; what follows a ``#`` is a comment, such as what
a hand has come to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Final

from twowaystreet._engine.game import Game, game_named
from twowaystreet._engine.moves import Deal, Move, Play
from twowaystreet._engine.notation import move_types_of, read_move
from twowaystreet._engine.options import option_text, options_of
from twowaystreet._engine.scores import HandScore, SeatScore
from twowaystreet._engine.setup import MATCH_ARGUMENTS, match_arguments, resume_match
from twowaystreet._engine.state import AnyState
from twowaystreet._util.numbers import read_int
from twowaystreet.errors import RecordError, TwoWayStreetError, quoted

FORMAT: Final = "twowaystreet record 1"
"""The first line of every record's text."""


class Transcript:
    """The text of a game, which grows move by move: a move more costs the same in long games.

    Args:
        game: the game.
        start: the state that it began with.
    """

    def __init__(self, game: Game, start: AnyState) -> None:
        self._lines = f"{_header(game, start)}\n\n"
        self._line: list[str] = []
        self._after_deal = False

    def add(self, state: AnyState, move: Move) -> None:
        """Write the next move.

        Args:
            state: the state that it was made in.
            move: the move.
        """
        is_deal = isinstance(move, Deal)
        leads = isinstance(move, Play) and not state.trick.cards
        if is_deal or self._after_deal or leads:
            self._lines += self._open_line()
            self._line = []
        if state.score:
            self._lines += _scored(state.score, state.scores)
        self._line.append(str(move))
        self._after_deal = is_deal

    def text(self, last: AnyState) -> str:
        """The text of the moves so far.

        Args:
            last: the state after the last of them.
        """
        score = _scored(last.score, last.scores) if last.score else ""
        return f"{self._lines}{self._open_line()}{score}"

    def _open_line(self) -> str:
        return f"{'; '.join(self._line)}\n" if self._line else ""


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
    transcript = Transcript(game, start)
    for state, move in moves:
        transcript.add(state, move)
    return transcript.text(last)


def _header(game: Game, start: AnyState) -> str:
    rules = start.rules
    options = (f"{name}={option_text(getattr(rules, name))}" for name in options_of(type(rules)))
    header = [FORMAT, f"game {game.name}", f"rules {' '.join(options)}"]
    for name, kind in match_arguments(game).items():
        value = getattr(start, name)
        header.append(f"{name} {value if kind is int else ' '.join(map(str, value))}")
    return "\n".join(header)


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
    kinds = move_types_of(type(start))
    moves: list[Move] = []
    for number, move in enumerate(texts, start=1):
        try:
            moves.append(read_move(kinds, move))
        except TwoWayStreetError as error:
            raise RecordError(str(error), number) from error
    return start, moves


def _scored(score: HandScore[SeatScore], totals: Iterable[int]) -> str:
    """The line with the entries of the score sheet and the totals, which is a comment."""
    entries = "  ".join(seat.entry for seat in score.seats)
    return f"# {entries}  =  {' '.join(map(str, totals))}\n"


def _opening(header: Iterable[str]) -> AnyState:
    """The state that the header of a record describes."""
    first, *rest = header
    if first != FORMAT:
        raise RecordError(f"expected {FORMAT!r} in the first line, found {quoted(first)}")
    found = {key: value for key, _, value in (line.partition(" ") for line in rest)}
    game = game_named(found["game"]) if "game" in found else None
    types = match_arguments(game) if game else MATCH_ARGUMENTS
    keys = ("game", "rules", *types)
    if game is None or tuple(found) != keys or len(rest) != len(keys):
        raise RecordError(f"expected the header lines {', '.join(keys)}, found {quoted(rest)}")
    facts = {name: _READERS[kind](found[name]) for name, kind in types.items()}
    return resume_match(game, facts | {"rules": _rules(game, found["rules"])})


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
