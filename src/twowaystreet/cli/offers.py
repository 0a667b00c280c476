"""What a player may type: the legal moves in few words, and help."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import Final

from twowaystreet.cli.additions import additions_of
from twowaystreet.cli.lines import Line, by_suit, faint, phrase, wrapped
from twowaystreet.cli.pictures import labelled
from twowaystreet.game import Game
from twowaystreet.moves import Move, Play
from twowaystreet.views import View

_FEW: Final = 6
"""So many moves of a kind are listed one by one; of more the form is given."""

HELP: Final = "help"
UNDO: Final = "undo"
QUIT: Final = "quit"


def offers(view: View) -> list[Line]:
    """The legal moves of a view, kind by kind."""
    moves = view.legal_moves or ()
    kinds = [tuple(same) for _, same in groupby(moves, type)]
    lines = [_plays(view, same) if type(same[0]) is Play else _others(same) for same in kinds]
    return [labelled("or" if place else "Your move", line) for place, line in enumerate(lines)]


def _plays(view: View, moves: Iterable[Move]) -> Line:
    cards = [move.card for move in moves if isinstance(move, Play)]
    if set(cards) == set(view.hand or ()) and len(cards) > 1:
        return ("any card",)
    return by_suit(cards)


def _others(moves: tuple[Move, ...]) -> Line:
    if len(moves) <= _FEW:
        return phrase(", ".join(map(str, moves)))
    return (f"{moves[0].form}, such as ", *phrase(str(moves[len(moves) // 2])))


def help_lines(game: Game, view: View, *, practice: bool) -> list[Line]:
    """What can be typed now, and the rules of the phase."""
    rules = additions_of(game.name).phases.get(view.phase, "")
    notation = "A card is its rank and suit, such as QS, 10C or th; Jokers are R*, B* and X*."
    undo = "take back your last decision in this hand" if practice else "in practice games only"
    return [
        *((line,) for line in wrapped(f"{rules} {notation}".strip())),
        *offers(view),
        labelled(HELP, (faint("this text"),)),
        labelled(UNDO, (faint(undo),)),
        labelled(QUIT, (faint("leave the game"),)),
    ]
