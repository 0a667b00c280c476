"""The display of Twos: the high cards among the tricks, and the twos that were caught."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from twowaystreet._cards.cards import Rank
from twowaystreet._cards.masks import mask_of
from twowaystreet._cli.game_ui.common import GameUI
from twowaystreet._cli.output import Column, Line
from twowaystreet._views.views import AnyView
from twowaystreet.games import twos
from twowaystreet.games.twos import Phase
from twowaystreet.games.twos.scoring import HONOURS

_WORDS: Final = {Rank.TWO: "two", Rank.THREE: "three"}


def columns(view: AnyView) -> list[Column]:
    """Return columns of the points so far."""
    assert isinstance(view, twos.View)
    seats = range(len(view.scores))
    counts = {
        "honours": [
            sum(
                (mask_of(trick.cards) & HONOURS).bit_count()
                for trick in view.tricks
                if trick.winner == seat
            )
            for seat in seats
        ],
        "caught": [
            sum(catch.points for catch in view.catches if catch.catcher == seat) for seat in seats
        ],
        "lost": [
            sum(catch.points for catch in view.catches if catch.victim == seat) for seat in seats
        ],
    }
    return [
        Column(title, [(str(count),) for count in numbers], to_right=True)
        for title, numbers in counts.items()
    ]


def _describe_catches(catches: Iterable[twos.Catch], names: Sequence[str]) -> list[str]:
    return [
        f"a two of {names[catch.victim]} caught by {names[catch.catcher]} "
        f"with a {_WORDS[catch.by]}: {catch.points} points"
        for catch in catches
    ]


def facts(view: AnyView, names: Sequence[str]) -> list[tuple[str, Line]]:
    """Return a line for each caught two, with its victim, its catcher and the catching card."""
    assert isinstance(view, twos.View)
    return [("Catch", (text,)) for text in _describe_catches(view.catches, names)]


def describe_events(before: AnyView, after: AnyView, names: Sequence[str]) -> list[str]:
    """Describe the twos that a card has caught."""
    assert isinstance(before, twos.View) and isinstance(after, twos.View)
    return _describe_catches(after.catches[len(before.catches) :], names)


UI: Final = GameUI(
    columns=columns,
    facts=facts,
    describe_events=describe_events,
    sheet_legend="honours + caught - lost : points; below it the total",
    phase_help={
        Phase.PLAY: (
            "Follow the suit led if you can, or play a two, which you always may. The first two "
            "takes the trick, unless the three of its suit is in it; without twos the highest card "
            "of the suit led does. Each ace, king, queen and jack in your tricks is a point. Twos "
            "of others in a trick that you take with a two bring 2 points each, with a three 3, "
            "and they lose as many."
        ),
    },
)
