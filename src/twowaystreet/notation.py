"""Reading moves from text; what ``str()`` of a move writes is read back here."""

from __future__ import annotations

from twowaystreet.moves import Deal, Move, Play
from twowaystreet.state import AnyState, GameState, not_a_state
from twowaystreet.text import Reader


def parse_move(state: AnyState, text: str) -> Move:
    """Read a move of the game that a state is of.

    Args:
        state: any state of the game; the move need not be legal in it.
        text: the move, such as ``QS``, ``exchange 9S 10S`` or ``name H``.

    Raises:
        ParseError: if the text is no move of this game, with the word at fault and its position.
        TypeError: if something else than a state is given.

    >>> from twowaystreet.games import street
    >>> parse_move(street.new_game(), "exchange t♠ 9s")
    Exchange(cards=(Card.parse('9S'), Card.parse('10S')))
    """
    if not isinstance(state, GameState):
        raise not_a_state(state)
    return read_move(kinds_of(type(state)), text)


def kinds_of(state: type[AnyState]) -> tuple[type[Move], ...]:
    """The kinds of moves of the game with this class of states."""
    return (Deal, *state._kinds, Play)


def read_move(kinds: tuple[type[Move], ...], text: str) -> Move:
    """Read a move of one of these kinds.

    Raises:
        ParseError: if the text is none, with the word at fault and its position.
    """
    reader = Reader(text)
    if reader.at_end:
        raise reader.error("a move")
    for kind in kinds:
        move = kind.read(reader)
        if move is not None:
            reader.end()
            return move
    raise reader.error(", ".join(kind.form for kind in kinds))
