"""The pieces of Twos: the high cards in tricks, and the twos that were caught."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from twowaystreet._cards.masks import mask_of
from twowaystreet._views.views import AnyView
from twowaystreet.games import twos
from twowaystreet.games.twos.scoring import HONOURS
from twowaystreet.svg.scenes import Pieces, count


def _words(view: AnyView, seat: int) -> Iterator[str]:
    assert isinstance(view, twos.View)
    won = [trick.cards for trick in view.tricks if trick.winner == seat]
    if honours := sum((mask_of(cards) & HONOURS).bit_count() for cards in won):
        yield count(honours, "honour")
    if caught := sum(catch.points for catch in view.catches if catch.catcher == seat):
        yield f"caught {caught}"
    if lost := sum(catch.points for catch in view.catches if catch.victim == seat):
        yield f"lost {lost}"


PIECES: Final = Pieces(words=_words)
