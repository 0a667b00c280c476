"""The pieces of Brag: the hands laid, their kinds, and the pot."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from twowaystreet._cards.cards import RANKS, Card
from twowaystreet._views.views import AnyView
from twowaystreet.games import brag
from twowaystreet.games.brag.rules import THREE
from twowaystreet.svg.scenes import Fact, Pieces, Row, count


def _words(view: AnyView, seat: int) -> Iterator[str]:
    assert isinstance(view, brag.View)
    if view.score is not None and view.score.taker == seat:
        yield "takes the pot"


def _rows(view: AnyView, seat: int) -> Iterator[Row]:
    assert isinstance(view, brag.View)
    if view.has_laid[seat] and view.laid[seat] is None:
        yield Row("laid", (None,) * (THREE * view.rules.hands))
    ranked = [brag.rank_hand(hand, view.rules) for hand in view.laid[seat] or ()]
    for hand in sorted(ranked, key=lambda hand: hand.worth, reverse=True):
        yield Row(str(hand.kind), hand.cards)
    if view.shown[seat]:
        yield Row("shown", view.shown[seat])


def _facts(view: AnyView) -> Iterator[Fact]:
    assert isinstance(view, brag.View)
    if view.antes:
        yield Fact(f"pot: {count(view.antes, 'ante')} each")


def _by_rank(card: Card) -> tuple[int, int]:
    return card.index % RANKS, card.index


PIECES: Final = Pieces(words=_words, rows=_rows, facts=_facts, played=None, order=_by_rank)
