"""Reading moves from text; what ``str()`` of a move writes is read back here."""

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
        text: the move, such as ``QS``, ``exchange 9S 10S`` or ``name H``, in small or in capital
            letters.

    Raises:
        ParseError: if the text is no move of this game, with the word at fault and its position.
            If it begins like no move at all, ``expected`` has the forms of the moves that are due
            in the state.
        TypeError: if something else than a state is given.

    >>> from twowaystreet.games import street
    >>> parse_move(street.new_game(), "exchange t♠ 9s")
    Exchange(cards=(Card.parse('9S'), Card.parse('10S')))
    """
    if not isinstance(state, GameState):
        raise not_a_state(state)
    return read_move(move_types_of(type(state)), text, partial(_next_decision, state))


def _next_decision(state: AnyState) -> str:
    """The forms of the moves that are due, for messages to the player to move."""
    due = dict.fromkeys(map(type, legal_moves(state)))
    if state.needs_deal:
        due = {Deal: None}
    return _forms(tuple(due)) if due else "no further move: the game is over"


def _forms(kinds: tuple[type[Move], ...]) -> str:
    return ", or ".join(kind.form for kind in kinds)


def move_types_of(state: type[AnyState]) -> tuple[type[Move], ...]:
    """The kinds of moves of the game with this class of states."""
    return (Deal, *state._move_types)


def read_move(
    kinds: tuple[type[Move], ...], text: str, due: Callable[[], str] | None = None
) -> Move:
    """Read a move of one of these kinds.

    Args:
        kinds: the kinds.
        text: the move.
        due: tells which forms an error names if the text begins like none of them; by default all.

    Raises:
        ParseError: if the text is none, with the word at fault and its position.
    """
    reader = Reader(text)
    for kind in kinds:
        move = kind.read(reader)
        if move is not None:
            reader.end()
            return move
    raise reader.error(due() if due else _forms(kinds))
