"""Reading moves from their text."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from twowaystreet._engine.moves import Deal, Move
from twowaystreet._engine.state import AnyState, GameState, not_a_state
from twowaystreet._engine.verbs import legal_moves
from twowaystreet._util.reader import Reader


def parse_move(state: AnyState, text: str) -> Move:
    """Read a move of the game that a state is of.

    Args:
        state: any state of the game; the move need not be legal in it.
        text: the move, such as ``QS``, ``exchange 9S 10S`` or ``name H``, in upper or lower case.

    Raises:
        ParseError: if the text is not a move of this game, with the word at fault and its position.
            If no move begins with the first word, ``expected`` has the forms of the legal moves.
        TypeError: if ``state`` is not a state.

    >>> from twowaystreet.games import street
    >>> parse_move(street.new_game(), "exchange t♠ 9s")
    Exchange(cards=(Card.parse('9S'), Card.parse('10S')))
    """
    if not isinstance(state, GameState):
        raise not_a_state(state)
    return read_move(move_types_of(type(state)), text, partial(_expected_forms, state))


def _expected_forms(state: AnyState) -> str:
    """Return the forms of the legal moves, for messages to the player to move."""
    expected = dict.fromkeys(map(type, legal_moves(state)))
    if state.needs_deal:
        expected = {Deal: None}
    return _forms(tuple(expected)) if expected else "no further move: the game is over"


def _forms(move_types: tuple[type[Move], ...]) -> str:
    return ", or ".join(each.form for each in move_types)


def move_types_of(state: type[AnyState]) -> tuple[type[Move], ...]:
    """Return the move types of the game with this state class, deals first."""
    return (Deal, *state._move_types)


def read_move(
    move_types: tuple[type[Move], ...], text: str, expected: Callable[[], str] | None = None
) -> Move:
    """Read a move of one of these types.

    Args:
        move_types: the move types.
        text: the move.
        expected: returns the forms for the error if no move begins with the first word; by default
            the error names the forms of all types.

    Raises:
        ParseError: if the text is not such a move, with the word at fault and its position.
    """
    reader = Reader(text)
    for move_type in move_types:
        move = move_type.read(reader)
        if move is not None:
            reader.end()
            return move
    raise reader.error(expected() if expected else _forms(move_types))
