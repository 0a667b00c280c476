"""The pieces of Two Way Street: declarations and exchanges."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from types import MappingProxyType
from typing import Final

from twowaystreet._views.views import AnyView
from twowaystreet.games import street
from twowaystreet.games.street import Phase
from twowaystreet.svg.games._twoway import named_suit, put_away
from twowaystreet.svg.scenes import Fact, Pieces, Row

_EXCHANGED: Final = MappingProxyType({True: "exchanged", False: "kept all"})


def _words(view: AnyView, seat: int) -> Iterator[str]:
    assert isinstance(view, street.View)
    declared, exchanged = view.declarations[seat], view.has_exchanged[seat]
    if declared is not None:
        yield f"{declared.direction}, forced" if declared.forced else str(declared.direction)
    if exchanged is not None and view.phase is Phase.EXCHANGE:
        yield _EXCHANGED[exchanged]


def _rows(view: AnyView, seat: int) -> Iterable[Row]:
    assert isinstance(view, street.View)
    return put_away(view, seat)


def _facts(view: AnyView) -> Iterable[Fact]:
    assert isinstance(view, street.View)
    return named_suit(view)


PIECES: Final = Pieces(words=_words, rows=_rows, facts=_facts)
