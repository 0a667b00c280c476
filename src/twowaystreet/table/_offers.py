"""Legal moves in groups, for chats and other places without room for a thousand of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import ClassVar, Final

import attrs

from twowaystreet._core.display.display import AnyDisplay
from twowaystreet._core.display.values import count
from twowaystreet._core.engine.moves import Move, cards_of, groups_of
from twowaystreet._core.views.views import AnyView
from twowaystreet._util.values import Derived

_USUAL: Final = 1500
"""The usual length of a text with moves; chats allow 2000 characters."""


@attrs.frozen
class Offer(Derived):
    """Some legal moves of one kind.

    Attributes:
        kind: the kind in words, such as "pair"; empty for moves that need no other name.
        moves: the moves, in the order of their cards.
    """

    kind: str
    moves: tuple[Move, ...]

    _comes_from: ClassVar = "Table.offers(token)"

    def text(self, words: int | None = None) -> str:
        """Return the moves as they are written, each once.

        Args:
            words: the number of words of each move to show, with the number of moves that go on
                from there; ``None`` for whole moves, and 0 for the number of moves alone.
        """
        if words == 0:
            return count(len(self.moves), "move")
        return ", ".join(_beginnings(map(str, self.moves), words))


def offers_of(view: AnyView, display: AnyDisplay, begun: str) -> tuple[Offer, ...]:
    """Return the legal moves of a view in groups.

    Args:
        view: the view.
        display: the words of the game.
        begun: the beginning of a move, whole words; empty for all moves.
    """
    start = begun.casefold().split()
    found: dict[str, list[Move]] = {}
    for move in view.legal_moves or ():
        if str(move).casefold().split()[: len(start)] == start:
            found.setdefault(_kind(move, view, display), []).append(move)
    return tuple(Offer(kind, tuple(moves)) for kind, moves in found.items())


def offers_text(offers: Sequence[Offer], most: int = _USUAL) -> str:
    """Return groups of moves as a text, with a line for each kind.

    Moves that begin alike are put together where all of them would be too long: ``3C 4C ... (12)``
    stands for twelve moves. :meth:`Table.offers` gives those that go on from such a beginning.

    Args:
        offers: the groups.
        most: the most characters, if the first word of each move fits.

    >>> from twowaystreet.games import street
    >>> from twowaystreet.table import Table
    >>> bots = {1: "simple", 2: "simple"}
    >>> table = Table(street.GAME, street.Rules(players=3), bots=bots, dealer=0)
    >>> ann = table.join("Ann")
    >>> table.play(ann, "deal")
    >>> print(offers_text(table.offers(ann)))
    high, low
    """
    longest = max((len(str(move).split()) for offer in offers for move in offer.moves), default=0)
    words: list[int | None] = [None, *reversed(range(longest))]
    texts = (_lines(offers, number) for number in words)
    return next((text for text in texts if len(text) <= most), _lines(offers, 0))


def _lines(offers: Iterable[Offer], words: int | None) -> str:
    """Return the groups with some words of each move."""
    return "\n".join(
        f"{offer.kind}: {offer.text(words)}" if offer.kind else offer.text(words)
        for offer in offers
    )


def _beginnings(moves: Iterable[str], words: int | None) -> Iterator[str]:
    """Yield whole moves, or their beginnings with the number of moves that go on from there."""
    for begun, same in groupby(moves, lambda move: " ".join(move.split()[:words])):
        alike = list(same)
        yield alike[0] if len(alike) == 1 else f"{begun} ... ({len(alike)})"


def _kind(move: Move, view: AnyView, display: AnyDisplay) -> str:
    """Return the kind of a move with several cards; empty for others."""
    cards = cards_of(move)
    return display.kind_of(cards, view) if len(groups_of(move)) == 1 and len(cards) > 1 else ""
