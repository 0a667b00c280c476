"""The prompt: a short list of legal moves, help, and answers to text that is not a move."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Final

from twowaystreet._cli.display import jokers_text
from twowaystreet._cli.game_ui import game_ui_of
from twowaystreet._cli.game_ui.common import FEW, MoveList
from twowaystreet._cli.output import Line, by_suit, faint, labelled, phrase, wrapped
from twowaystreet._cli.terminal_input import QUIT
from twowaystreet._engine.game import Game
from twowaystreet._engine.moves import Move, Play
from twowaystreet._engine.notation import read_move
from twowaystreet._views.views import AnyView
from twowaystreet.errors import ParseError, quoted

HELP: Final = "help"
UNDO: Final = "undo"
SAVE: Final = "save"


def legal_move_lines(game: Game, view: AnyView) -> list[Line]:
    """Return the legal moves of a view, one line or more for each move type."""
    ui = game_ui_of(game.name)
    lists: dict[type[Move], MoveList] = {Play: _plays(ui.hands.to_play(view)), **ui.list_moves}
    lines: list[Line] = []
    for move_type, same in groupby(view.legal_moves or (), type):
        first, *more = lists.get(move_type, _others)(view, tuple(same))
        lines.append(labelled("or" if lines else "Your move", first))
        lines += [labelled("", line) for line in more]
    return lines


def _plays(hand: str) -> MoveList:
    """Return the function that lists the plays of single cards from a hand of this name."""
    origin = (f"from your {hand} hand: ",) if hand else ()

    def plays(view: AnyView, moves: Sequence[Move]) -> list[Line]:
        cards = [move.card for move in moves if isinstance(move, Play)]
        if set(cards) == set(view.hand or ()) and len(cards) > 1:
            return [(*origin, "any card")]
        return [(*origin, *by_suit(cards))]

    return plays


def _others(view: AnyView, moves: Sequence[Move]) -> list[Line]:
    texts = _runs(map(str, moves))
    if len(texts) <= FEW:
        return [phrase(", ".join(texts))]
    return [(f"{moves[0].form}, such as ", *phrase(str(moves[len(moves) // 2])))]


def _runs(texts: Iterable[str]) -> list[str]:
    """Join neighbouring texts that differ only in their last number.

    >>> _runs(["bid 4", "bid 5", "bid 6", "bemo"])
    ['bid 4 to 6', 'bemo']
    """

    def before_number(text: str) -> str:
        words, _, last = text.rpartition(" ")
        return words if last.isdecimal() else text

    runs = [list(run) for _, run in groupby(texts, before_number)]
    return [
        run[0] if len(run) == 1 else f"{run[0]} to {run[-1].rpartition(' ')[2]}" for run in runs
    ]


def misread(view: AnyView, text: str, *, practice: bool) -> str:
    """Explain why a text is not a move, with the moves that the prompt expects now.

    Args:
        view: the view of the seat to move.
        text: the typed text, which is not a move of the game.
        practice: True if the person may undo decisions.
    """
    asked = tuple(dict.fromkeys(type(move) for move in view.legal_moves or ()))
    try:
        read_move(asked, text)
    except ParseError as error:
        if error.position:
            # The text begins like an expected move, and only the rest is wrong.
            found = quoted(error.token) if error.token else "the end"
            return f"cannot read {quoted(text)}: found {found}, expected {error.expected}"
    forms = ", or ".join(move_type.form for move_type in asked)
    words = ", ".join((HELP, UNDO, QUIT) if practice else (HELP, QUIT))
    return f"cannot read {quoted(text)}: expected {forms} (or {words})"


def help_lines(game: Game, view: AnyView, *, practice: bool) -> list[Line]:
    """Return the rules of the phase, the legal moves and all commands."""
    rules = game_ui_of(game.name).phase_help.get(view.phase, "")
    notation = f"A card is its rank and suit, such as QS, 10C or th{jokers_text(view.rules.pack)}."
    undo = "take back your last decision in this hand" if practice else "in practice games only"
    return [
        *((line,) for line in wrapped(f"{rules} {notation}".strip())),
        *legal_move_lines(game, view),
        labelled(HELP, (faint("this text"),)),
        labelled(UNDO, (faint(undo),)),
        labelled(f"{SAVE} FILE", (faint("save the game in a new file, now and after every move"),)),
        labelled(QUIT, (faint("leave the game"),)),
    ]
