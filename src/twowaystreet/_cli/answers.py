"""The moves that a person means with a typed line: a move, its number, or a short form of it."""

from __future__ import annotations

from collections.abc import Sequence

from twowaystreet._cli.numbered_moves import number_tag
from twowaystreet._engine.moves import Move
from twowaystreet._engine.notation import parse_move
from twowaystreet._engine.state import AnyState


class Unclear(ValueError):
    """A number that picks no move; the message is a single line."""


def read_answer(state: AnyState, numbered: Sequence[Move], text: str) -> Move:
    """Return the move that a line means.

    A number of the list goes first, then the move itself, then a move without its leading word,
    such as ``6`` for ``bid 6``. The prompt numbers no moves if one of them contains a number, so a
    number never has two meanings.

    ``numbered``: the moves that the prompt lists with a number.

    Returns:
        A move of a type that is due now, if there is one; it need not be legal.

    Raises:
        Unclear: if the list has no such number.
        ParseError: if the line is not a move of the game, or is short for several moves.
    """
    number = text.removeprefix("[").removesuffix("]")
    if numbered and number.isascii() and number.isdecimal():
        return _picked(numbered, number)
    return parse_move(state, text, short=True)


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
