"""Reading moves from their text."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import partial

from twowaystreet._core.cards.reader import Reader
from twowaystreet._core.engine.game import Game
from twowaystreet._core.engine.moves import Deal, Move
from twowaystreet._core.engine.state import AnyState, GameState, not_a_state
from twowaystreet._core.engine.verbs import legal_moves
from twowaystreet.errors import IllegalMove, ParseError


def parse_move(state: AnyState, text: str, *, short: bool = False) -> Move:
    """Read a move of the game that a state is of.

    Args:
        state: any state of the game; the move need not be legal in it.
        text: the move, such as ``QS``, ``exchange 9S 10S`` or ``name H``, in upper or lower case.
        short: True to read short forms as well, as the terminal does: ``9S 10S`` for
            ``exchange 9S 10S`` if an exchange is due. The class of a move names the leading word
            that may be left out; ``bid`` is such a word, and ``blind`` in ``blind 6`` is not. A
            text that is a whole move of a type that is due never has another meaning.

    Raises:
        ParseError: if the text is not a move of this game, with the word at fault and its position;
            or if it is short for several moves. If no move begins with the first word,
            ``expected`` has the forms of the legal moves.
        TypeError: if ``state`` is not a state.

    >>> from twowaystreet.games import street
    >>> parse_move(street.new_game(), "exchange t♠ 9s")
    Exchange(cards=(Card.parse('9S'), Card.parse('10S')))

    >>> import random
    >>> from twowaystreet import apply, shuffle
    >>> state = street.new_game()
    >>> state = apply(apply(state, shuffle(state, random.Random(7))), street.Declare("low"))
    >>> str(parse_move(state, "9s 10s", short=True))
    'exchange 9S 10S'
    """
    if not isinstance(state, GameState):
        raise not_a_state(state)
    read = partial(read_move, move_types_of(type(state)), expected=partial(_expected_forms, state))
    if not short:
        return read(text)
    legal = legal_moves(state)
    due = frozenset(map(type, legal))
    try:
        whole = read(text)
    except ParseError:
        meant = _short_forms(legal, text)
        if not meant:
            raise
    else:
        meant = () if type(whole) in due else _short_forms(legal, text)
        if not meant:
            return whole
    if len(meant) > 1:
        raise ParseError(text, text, 0, f"{' or '.join(map(str, meant))} in full")
    return meant[0]


def optional_words(legal: Iterable[Move]) -> tuple[str, ...]:
    """Return the leading words of some legal moves that people may leave out."""
    firsts = ((move.optional_word, str(move).partition(" ")[0]) for move in legal)
    return tuple(dict.fromkeys(word for word, first in firsts if word and word == first))


def _short_forms(legal: Sequence[Move], text: str) -> Sequence[Move]:
    """Return the moves for which a text without leading word is short, legal ones if any is."""
    found: list[Move] = []
    for move_type in {type(move): None for move in legal}:
        if type(text) is str and move_type.optional_word:
            with suppress(ParseError, IllegalMove):
                found.append(read_move((move_type,), f"{move_type.optional_word} {text}"))
    return [move for move in found if move in legal] or found


def _expected_forms(state: AnyState) -> str:
    """Return the forms of the legal moves, for messages to the player to move."""
    if state.needs_deal:
        return Deal.form
    return forms_of(legal_moves(state)) or "no further move: the game is over"


def forms_of(legal: Sequence[Move]) -> str:
    """Return the forms of some legal moves, for messages."""
    types = {type(move): None for move in legal}
    by_type = {each: [move for move in legal if type(move) is each] for each in types}
    return ", or ".join(each.form_of(moves) for each, moves in by_type.items())


def move_types_of(state: type[AnyState]) -> tuple[type[Move], ...]:
    """Return the move types of the game with this state class, deals first."""
    return (Deal, *state._move_types)


def move_types(game: Game) -> tuple[type[Move], ...]:
    """Return the move types of a game, deals first.

    >>> from twowaystreet.games import twos
    >>> [each.__name__ for each in move_types(twos.GAME)]
    ['Deal', 'Play']
    """
    return move_types_of(game.State)


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
    forms = expected() if expected else ", or ".join(each.form for each in move_types)
    raise reader.error(forms)
