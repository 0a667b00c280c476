"""The answers to the commands that only show something: rules, score, last and who."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from twowaystreet._cli.chances import chance_lines
from twowaystreet._cli.display import Screen, result_lines, sheet_lines, void_lines
from twowaystreet._cli.game_ui import game_ui_of
from twowaystreet._cli.output import Line, faint, heading, labelled, phrase, wrapped
from twowaystreet._engine.game import Game
from twowaystreet._engine.options import option_text, options_of
from twowaystreet._views.trick_views import TrickView
from twowaystreet._views.views import AnyView
from twowaystreet.errors import WorldsError

_NO_RULES: Final = "The command line has no page about this game. Type help instead."
_NO_VOIDS: Final = "nobody has failed to follow a suit so far"
_CHANCES: Final = (
    "Worlds are the divisions of the hidden cards that agree with everything you have seen. Each "
    "is equally likely here: bids and choices of cards are no evidence."
)


def rules_lines(game: Game, view: AnyView) -> list[Line]:
    """Return the rules of the game on one screen, and the options of this game."""
    texts = game_ui_of(game.name).how_to_play or (_NO_RULES,)
    options = ", ".join(
        f"{name}={option_text(getattr(view.rules, name))}" for name in options_of(game.Rules)
    )
    return [
        heading(game.title),
        *(phrase(line) for text in texts for line in wrapped(text)),
        *((faint(line),) for line in wrapped(f"Options: {options}", indent="  ")),
    ]


def score_lines(screen: Screen, view: AnyView) -> list[Line]:
    """Return the score sheet so far, and the points of everybody."""
    sheet: list[Line] = []
    if screen.hands:
        sheet = sheet_lines(screen.game, screen.hands, screen.names, screen.opening.scores)
    points = ", ".join(
        f"{score} ({name})" for score, name in zip(view.scores, screen.names, strict=True)
    )
    return [*sheet, labelled("Points", (points,))]


def last_lines(screen: Screen, view: AnyView, ended: AnyView | None) -> list[Line]:
    """Return the last complete trick of the hand, else the end of the hand before.

    Args:
        screen: the display.
        view: the present view of the person.
        ended: the person's view at the end of the hand before, if there was one.
    """
    tricks = game_ui_of(screen.game.name).tricks
    if complete := tricks.complete(view):
        return tricks.lines(len(complete), complete[-1], screen.names)
    if ended is None:
        return [(f"No {tricks.word} is complete yet.",)]
    complete = tricks.complete(ended)
    last = tricks.lines(len(complete), complete[-1], screen.names) if complete else []
    return [("The hand before ended so:",), *last, *result_lines(screen.game, ended, screen.names)]


def who_lines(game: Game, view: AnyView, names: Sequence[str]) -> list[Line]:
    """Return the known voids, and the chances that others hold the hidden cards."""
    voids = void_lines(game, view, names)
    try:
        chances = chance_lines(game, view, names)
    except WorldsError as error:
        chances = [(f"The chances are unknown: {error}",)]
    else:
        chances = [*chances, *((faint(line),) for line in wrapped(_CHANCES))]
    return [*(voids or [labelled("Void", (_NO_VOIDS,))] * isinstance(view, TrickView)), *chances]
