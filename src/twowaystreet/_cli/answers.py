"""The moves that a person means with a typed line: a move, its number, or a short form of it."""

from __future__ import annotations

from collections.abc import Sequence

from twowaystreet._cli.numbered_moves import number_tag
from twowaystreet._engine.game import Game
from twowaystreet._engine.moves import Move
from twowaystreet._engine.notation import parse_move
from twowaystreet._engine.state import AnyState
from twowaystreet._engine.verbs import legal_moves
from twowaystreet._text.game_ui import game_ui_of
from twowaystreet.errors import ParseError


class Unclear(ValueError):
    """A line that does not pick a move; the message is a single line."""


def read_answer(game: Game, state: AnyState, numbered: Sequence[Move], text: str) -> Move:
    """Return the move that a line means.

    A whole move goes first, then a number of the list, then a move without its leading word, such
    as ``6`` for ``bid 6``. The prompt numbers no moves that contain a number, so a number never has
    two meanings.

    Args:
        game: the game.
        state: the present state.
        numbered: the moves that the prompt lists with a number.
        text: the line.

    Returns:
        A move of a type that is due now, if there is one; it need not be legal.

    Raises:
        Unclear: if the list has no such number, or if several legal moves have this short form.
        ParseError: if the line is not a move of the game.
    """
    legal = legal_moves(state)
    due = {type(move) for move in legal}
    whole: Move | ParseError
    try:
        whole = parse_move(state, text)
    except ParseError as error:
        whole = error
    if isinstance(whole, Move) and type(whole) in due:
        return whole
    number = text.removeprefix("[").removesuffix("]")
    if numbered and number.isascii() and number.isdecimal():
        return _picked(numbered, number)
    words = game_ui_of(game.name).optional_words
    longer = [move for word in words if (move := _read(state, f"{word} {text}")) is not None]
    longer = [move for move in longer if type(move) in due]
    meant = [move for move in longer if move in legal] or longer
    if len(meant) > 1:
        raise Unclear(f"{text} is unclear: it could be {' or '.join(map(str, meant))}")
    if meant:
        return meant[0]
    if isinstance(whole, ParseError):
        raise whole
    return whole


def _picked(numbered: Sequence[Move], number: str) -> Move:
    """Return the move with a number of the list."""
    # Python refuses to read a number of thousands of digits.
    place = int(number) if len(number) <= len(str(len(numbered))) else 0
    if not 1 <= place <= len(numbered):
        first, last = number_tag(1), number_tag(len(numbered))
        raise Unclear(
            f"there is no move {number_tag(0).replace('0', number[:9])}: "
            f"the list goes from {first} to {last}"
        )
    return numbered[place - 1]


def _read(state: AnyState, text: str) -> Move | None:
    try:
        return parse_move(state, text)
    except ParseError:
        return None
