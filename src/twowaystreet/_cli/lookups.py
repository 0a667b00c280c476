"""The answers to the commands that only show something: rules, score, last and who."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from twowaystreet._cli.chances import chance_lines
from twowaystreet._display.display import AnyDisplay, how_to_play_of
from twowaystreet._display.lines import Line, faint, heading, labelled, phrase, wrapped
from twowaystreet._display.options import chosen_options
from twowaystreet._display.people import whom
from twowaystreet._display.screen import (
    Screen,
    full_trick_lines,
    result_lines,
    sheet_lines,
    void_lines,
)
from twowaystreet._engine.game import Game
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
    texts = how_to_play_of(game) or (_NO_RULES,)
    chosen = chosen_options(game, view.rules)
    options = " ".join(["Options.", *(f"{each}." for each in chosen)]) if chosen else ""
    return [
        heading(game.title),
        *(phrase(line) for text in texts for line in wrapped(text)),
        *((faint(line),) for line in wrapped(options, indent="  ")),
    ]


def score_lines(screen: Screen, view: AnyView) -> list[Line]:
    """Return the score sheet so far, and the points of everybody."""
    sheet: list[Line] = []
    if screen.hands:
        sheet = sheet_lines(screen.display, screen.hands, screen.names, screen.opening.scores)
    points = ", ".join(
        f"{score} ({whom(name)})" for score, name in zip(view.scores, screen.names, strict=True)
    )
    return [*sheet, labelled("Points", (points,))]


def last_lines(screen: Screen, view: AnyView, ended: AnyView | None) -> list[Line]:
    """Return the last complete trick of the hand, else the end of the hand before.

    Args:
        screen: the display.
        view: the present view of the person.
        ended: the person's view at the end of the hand before, if there was one.
    """
    last = _last_trick(screen, view)
    if last:
        return last
    if ended is None:
        word = screen.display.trick_word
        return [(f"No {word} is complete yet.",)]
    end = result_lines(screen.display, ended, screen.names)
    return [("The hand before ended so:",), *_last_trick(screen, ended), *end]


def _last_trick(screen: Screen, view: AnyView) -> list[Line]:
    """Return the last complete trick, with the player of each card; nothing without a trick."""
    complete = screen.display.tricks(view)
    if not complete:
        return []
    return full_trick_lines(screen.display, len(complete), complete[-1], screen.names)


def who_lines(display: AnyDisplay, view: AnyView, names: Sequence[str]) -> list[Line]:
    """Return the known voids, and the chances that others hold the hidden cards."""
    voids = void_lines(display, view, names)
    try:
        chances = chance_lines(display, view, names)
    except WorldsError as error:
        chances = [(f"The chances are unknown: {error}",)]
    else:
        chances = [*chances, *((faint(line),) for line in wrapped(_CHANCES))]
    return [*(voids or [labelled("Void", (_NO_VOIDS,))] * isinstance(view, TrickView)), *chances]
