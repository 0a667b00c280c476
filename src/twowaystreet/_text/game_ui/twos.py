"""The display of Twos: the high cards among the tricks, and the twos that were caught."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from twowaystreet._cards.cards import Rank
from twowaystreet._cards.masks import mask_of
from twowaystreet._text.game_ui.common import GameUI
from twowaystreet._text.output import Column, Line
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


_HOW_TO_PLAY: Final = (
    "Four players get 13 cards each, and play for themselves. The player at the dealer's left "
    "leads first; whoever takes a trick leads the next. Follow the suit led if you can. Aces are "
    "high.",
    "The twos are wild: you may play one at any time, even if you can follow suit. The first two "
    "in a trick takes it, unless the three of its suit is in the same trick, before or after the "
    "two: then that three takes the trick. Without twos the highest card of the suit led takes it. "
    "A two also belongs to its suit: if it is your only card of the suit led, play it or another "
    "two.",
    "Each ace, king, queen and jack in your tricks is a point. If you take a trick with a two, you "
    "catch every other player's two in it, for 2 points from that player to you. If you take it "
    "with a three, you catch every other player's two in it for 3 points.",
    "The game ends after the agreed number of hands, or when somebody has the target if there is "
    "one. The most points win.",
)

UI: Final = GameUI(
    columns=columns,
    facts=facts,
    describe_events=describe_events,
    sheet_legend="honours + caught - lost : points; below it the total",
    how_to_play=_HOW_TO_PLAY,
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
